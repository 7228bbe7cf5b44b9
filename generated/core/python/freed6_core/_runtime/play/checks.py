"""Checks: pools with their modifiers, target numbers, rolls and results.

A check rolls a pool of dice against a target number. `prepared_pool` returns the pool of an actor
for a rating (an ability or a skill), `target_number` the number to reach. `make_check` makes the
check that an entry defines, and returns the effects that follow.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, cast

from ..amounts import DieCode, Formula, FormulaPool, Modifier
from ..arguments import door, doors
from ..dice.pool import Pool, late_tokens, to_roll, tokens_of
from ..dice.roller import Roller, RollPlan, RollResult
from ..dice.steps import multiplied_dice
from ..dice.table import dice_of
from ..effects import Allow, Effect, Forbid, Ignore, Modify, Reroll, Resist, Use
from ..entries.actions import Action, Points, Scene
from ..entries.dice import Dice
from ..entries.tables import Band, Row
from ..entries.world import Ability, DieCodes
from ..entries.world import Value as ValueEntry
from ..finding import with_article
from ..notation import PoolError, Share
from ..record import Entry, FormulaError, Record, Ref
from ..situation import (
    AsksCharacter,
    Cells,
    EntryLike,
    FormulaValue,
    Id,
    Rules,
    Situation,
    procedure_for,
    term,
)
from .actor import Actor, plain_value, rating_chain, with_modifiers
from .effects_in_force import in_force, replace_effect
from .questions import RATINGS, UnansweredError, number_of, question
from .state import (
    RESISTANCE,
    ActiveEffect,
    Checked,
    Kept,
    Names,
    PlaySituation,
    RefusedError,
    TooFewDiceError,
    deciding,
    entry_id,
    every,
    find,
    find_procedure,
    has_fixed_values,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from ..dice.table import Choose, Done, Randomness
    from ..entries.actions import Against, Check, Rolled
    from ..entries.dice import RollOutcome
    from ..situation import Like
    from .effects_in_force import EffectInForce
    from .execution import Execution


Target: TypeAlias = Literal["checks", "effect-rolls"]
"""A kind of roll, by the word that effects use to modify it."""


class Part(NamedTuple):
    """A summand of a pool or a target number, for display: a name and an amount."""

    what: str
    brings: str

    def __str__(self) -> str:
        return f"{self.what}: {self.brings}"


@doors  # checks the types of the arguments of all public methods
class PreparedPool(Record):
    """A pool that is ready to be rolled by a procedure, the rules for reading the dice.

    - `parts`: the sources of its dice and modifiers.
    - `subject`: the ids of the ratings, values and actions that the roll is about.
    - `once`: active effects that last for a number of checks (often one) and count in this one. The
      roll uses them up.
    - `shift`: a number added to the margin, by which the total exceeds the target; `shifts`: its
      sources.
    - `costs`: the points that the roll costs.
    """

    pool: Pool
    procedure: Dice
    who: Actor | None = None
    subject: frozenset[str] = frozenset()
    parts: tuple[Part, ...] = ()
    once: tuple[ActiveEffect, ...] = ()
    shift: int = 0
    costs: tuple[tuple[Points, int], ...] = ()
    shifts: tuple[Part, ...] = ()

    def roll(
        self,
        rng: Randomness | None = None,
        target: int | None = None,
        choose: Choose | None = None,
    ) -> CheckResult:
        """Pay, count the check for the effects in `once`, and roll against a target number.

        Raises RefusedError if there are no longer enough points.
        """
        rng = dice_of(rng)
        if self.who is not None:
            _pay(self.who, self.costs, rng)
            consume(self.who, self.once)
        # A shift of the margin is the same as a lower target.
        needed = None if target is None else target - self.shift
        rolled = self.plan.roll(rng, needed, choose)
        return CheckResult(prepared=self, roll=rolled, target=target)

    @property
    def plan(self) -> RollPlan:
        """The plan for rolling the pool, cached per ruleset."""
        if self.who is None:
            return RollPlan(self.procedure, self.pool)
        rollers = self.who.rules.once(_rollers)
        roller = rollers.get(self.procedure.id)
        if roller is None or roller.procedure is not self.procedure:
            roller = rollers[self.procedure.id] = Roller(self.procedure)
        return roller.plan(self.pool)

    def plus(self, by: Modifier, what: str) -> PreparedPool:
        """Return the pool with a modifier, unless the procedure has no step for its token."""
        if by.token and _letters(by) not in tokens_of(self.procedure):
            return self
        pool = self.pool.modified(self.procedure, by)
        return self.but(pool=pool, parts=(*self.parts, Part(what, str(by))))

    def using(self, *once: ActiveEffect) -> PreparedPool:
        """Return the pool with more effects to consume."""
        return self.but(once=(*self.once, *once))

    def __str__(self) -> str:
        return str(self.pool)


class CheckResult(Record):
    """A rolled pool. Without a target, the roll succeeds, and its margin is the total.

    `final` is True if the effects of the roll were applied: no more points can be spent on it.
    """

    prepared: PreparedPool
    roll: RollResult
    target: int | None = None
    final: bool = False

    @property
    def total(self) -> int:
        """The total of the dice and modifiers."""
        return self.roll.total

    @property
    def margin(self) -> int:
        """The total minus the target, with the shift of the pool."""
        if self.roll.margin is not None:
            return self.roll.margin
        return self.roll.total + self.prepared.shift

    @property
    def success(self) -> bool:
        """True if the roll succeeded."""
        return self.roll.success is not False

    @property
    def outcome(self) -> RollOutcome | None:
        """The outcome, if the procedure has outcomes."""
        return self.roll.outcome

    @property
    def rank(self) -> int:
        """The rank of the margin: its place in the procedure's benchmark; 0 for a failure."""
        if self.roll.rank is not None:
            return self.roll.rank
        if not self.success:
            return 0
        return self.prepared.procedure.rank_of(self.margin)

    @property
    def events(self) -> tuple[str, ...]:
        """The keys of the events of the roll, such as a critical failure."""
        return self.roll.events

    @property
    def steps(self) -> tuple[Done, ...]:
        """The record of each step of the procedure."""
        return self.roll.steps

    def __str__(self) -> str:
        """Return the roll in words.

        `5D gives 3 + 5 + 4 + 1 + 6 = 19 against 15: success by 4, rank 1, Slight`
        """
        from ..dice.roll_words import dice_in_words, events_in_words, judgment

        dice = f"{self.prepared} gives {dice_in_words(self.roll)}"
        shifts = "".join(f", {by} by {what}" for what, by in self.prepared.shifts)
        if self.target is None:
            named = "" if self.outcome is None else f", {self.outcome.title}"
            outcome = f"{shifts}{named}"
        else:
            against = f"{self.target}{shifts}"
            sentence = judgment(
                self.prepared.procedure, against, self.margin, self.rank, self.outcome
            )
            outcome = f" {sentence[0].lower()}{sentence[1:]}"
        return f"{dice}{outcome}{events_in_words(self.roll)}"

    def __repr__(self) -> str:
        return f"<CheckResult: {self}>"

    def again(
        self, rng: Randomness, keep: str, choose: Choose | None = None
    ) -> CheckResult:
        """Roll the pool again and return one of the two results.

        `keep` is `higher`, `lower` or `second`.
        """
        needed = None if self.target is None else self.target - self.prepared.shift
        second = self.prepared.plan.roll(rng, needed, choose)
        first_is = "higher" if self.roll.total >= second.total else "lower"
        return self if keep == first_is else self.but(roll=second)

    def changed(
        self, effect: Effect, rng: Randomness, keep: str, choose: Choose | None = None
    ) -> CheckResult:
        """Return the result with a Reroll, or a Modify of checks, applied after the roll.

        `keep` is `higher` or `lower`, for effects that leave the choice between two totals open.
        """
        if isinstance(effect, Reroll):
            keep = keep if effect.keep == "chosen" else effect.keep
            return self.again(rng, keep, choose)
        by = effect.by if isinstance(effect, Modify) else None
        return self.adding(by, rng) if isinstance(by, Modifier) else self

    def adding(self, by: Modifier, rng: Randomness) -> CheckResult:
        """Return the result with dice or numbers added after the roll.

        Raises PoolError for a token that counts only before the roll.
        """
        procedure = self.prepared.procedure
        if by.token and _letters(by) not in late_tokens(procedure):
            raise PoolError(f"{by} only counts before the roll")
        # Only the added dice are rolled, and joined to those on the table.
        pool = Pool(bonus=Share(max(0, by.dice), by.pips + by.adds))
        if by.token:
            pool = pool.modified(procedure, by.but(dice=0, pips=0, adds=0))
        more = RollPlan(procedure, pool, self.roll.dice)
        return self.but(roll=self.prepared.plan.joined(self.roll, more, rng))


def _rollers(_rules: Rules) -> dict[str, Roller]:
    """Return the empty cache of rollers by the ids of procedures, made once per ruleset."""
    return {}


def _letters(by: Modifier) -> str:
    """Return the token of a modifier without its number: `K` of `K2`."""
    return by.token.rstrip("0123456789")


def consume(who: Actor, once: tuple[ActiveEffect, ...]) -> None:
    """Count a check for the active effects with `times`, and end those that were used up."""
    for active in once:
        left = (active.times or 1) - 1
        replace_effect(who, active, *([active.but(times=left)] if left else []))


def prepared_pool(
    who: Actor,
    entry: EntryLike,
    *,
    ability: Ability | None = None,
    facts: Names | None = None,
    about: frozenset[str] = frozenset(),
    target: Target = "checks",
    procedure: Dice | None = None,
) -> PreparedPool:
    """Return the pool of an actor for a rating, with the effects in force on it.

    - `ability`: the ability to use instead of the skill's usual one.
    - `facts`: answers to the questions of standing rules.
    - `about`: further ids that the check is about, such as that of an action.
    - `target`: selects modifiers on checks or on effect rolls.
    - `procedure`: the procedure to use instead of that of the rating.

    Raises RefusedError if the actor cannot use the rating, or if too few dice are left.
    """
    used, once = _substitute(who, find(who.rules, entry, *RATINGS), facts)
    chain = rating_chain(who, used, ability, facts)
    ids = chain.ids
    procedure = procedure or find_procedure(who.rules, reversed(chain.ratings.values()))
    prepared = PreparedPool(
        pool=Pool.of(procedure, 0, **chain.codes),
        procedure=procedure,
        who=who,
        subject=ids | about,
        parts=tuple(
            Part(chain.ratings[source].name, str(code))
            for source, code in chain.codes.items()
            if code.worth
        ),
        once=(*once, *_limited_effects(who, ids)),
        costs=_roll_costs(who, ids),
    )
    refuse_unpaid(who, prepared.costs, "this roll")
    prepared = with_roll_modifiers(prepared, who, target, facts)
    codes = every(who.rules, "die-codes", DieCodes)
    least = codes[0].smallest if codes else who.rules.die_code(0)
    if multiplied_dice(procedure, prepared.pool) < least.dice:
        raise TooFewDiceError(f"{who} has too few dice left for this: minimum {least}")
    return prepared


def _substitute(
    who: Actor, entry: Entry, facts: Names | None
) -> tuple[Entry, tuple[ActiveEffect, ...]]:
    """Return the rating that an actor uses in place of another, by a Use effect in force.

    The second item is the effect to consume, if it lasts for a number of checks. Without such an
    effect, the rating itself is returned.
    """
    for effect, applied in in_force(who, Use, facts):
        other = effect.instead_of
        replaced = applied.chosen("instead-of" if isinstance(other, str) else other)
        if replaced == entry.id:
            return find(who.rules, applied.chosen(effect.use), Entry), applied.once
    return entry, ()


# Points that an action or a roll costs.


def costs_of(
    costs: Mapping[str, Formula[int]], situation: Situation
) -> tuple[tuple[Points, int], ...]:
    """Return pairs of points and their amounts; points with a cost of 0 or less are left out."""
    amounts = (
        (find(situation.rules, f"points.{key}", Points), cost(situation))
        for key, cost in costs.items()
    )
    return tuple((points, amount) for points, amount in amounts if amount > 0)


def can_pay(who: Actor, points: Points, cost: int) -> bool:
    """Return True if paying leaves an actor with at least the minimum of these points."""
    have = who.points.get(points.id)
    return have is not None and have - cost >= who.bounds(points)[0]


def refuse_unpaid(who: Actor, costs: Iterable[tuple[Points, int]], what: str) -> None:
    """Raise RefusedError if an actor cannot pay the costs of `what`, a name for the message."""
    for points, cost in costs:
        if points.id not in who.points:
            why = who.why_without(points)
            raise RefusedError(f"{what} costs {cost} {points.name}, but {who} {why}")
        for _, applied in in_force(who, Forbid, on=points.id):
            raise RefusedError(
                f"{applied.entry.name}: {who} cannot spend {points.name}"
            )
        if not can_pay(who, points, cost):
            have = who.points[points.id]
            raise RefusedError(
                f"{what} costs {cost} {points.name}, but {who} has {have}"
            )


def _pay(
    who: Actor,
    costs: tuple[tuple[Points, int], ...],
    rng: Randomness,
    execution: Execution | None = None,
) -> None:
    """Pay for a roll, as part of an execution if there is one."""
    if not costs:
        return
    # Paying can trigger effects, and those modules import this one.
    from .effects import pay_points
    from .execution import Execution, assign_roles

    refuse_unpaid(who, costs, "this roll")
    separate = Execution(costs[0][0], assign_roles(who), None, rng)
    pay_points(execution or separate, costs, who)


def _roll_costs(who: Actor, ids: frozenset[str]) -> tuple[tuple[Points, int], ...]:
    """Return the points that a roll with these ratings costs.

    If several effects permit a rating, the lowest price counts. The formulas are evaluated only
    after the ratings are known to be usable, so a cost can depend on the rating itself.
    """
    total: dict[Points, int] = {}
    for id in sorted(ids):
        prices = [
            costs_of(effect.costs, applied.situation)
            for effect, applied in in_force(who, Allow, on=id)
        ]
        lowest = min(
            prices, key=lambda price: sum(cost for _, cost in price), default=()
        )
        for points, cost in lowest:
            total[points] = total.get(points, 0) + cost
    return tuple(total.items())


def _limited_effects(who: Actor, ids: frozenset[str]) -> tuple[ActiveEffect, ...]:
    """Return the active effects with `times` that count in a check with these ratings or values.

    These are modifiers of the ratings or values, and all effects that suspend conditions (Ignore).
    Modifiers on checks are not among them: `with_roll_modifiers` adds those.
    """
    effects = (*in_force(who, Modify, on=ids), *in_force(who, Ignore))
    return tuple(active for _, applied in effects for active in applied.once)


def with_roll_modifiers(
    prepared: PreparedPool, who: Actor, target: Target, facts: Names | None = None
) -> PreparedPool:
    """Return the pool with modifiers on checks and margins, or with those on effect rolls."""
    pool, shift = prepared.pool, prepared.shift
    parts, shifts, once = [*prepared.parts], [*prepared.shifts], [*prepared.once]
    kinds = ("checks", "margins") if target == "checks" else (target,)
    for effect, applied in in_force(who, Modify, facts, on=kinds):
        if not applied.covers(prepared.subject):
            continue
        by, source = applied.by, applied.entry.name
        part = Part(source, str(by))
        if effect.modify == "margins":
            shift += by.adds
            shifts.append(Part(source, f"{by.adds:+}"))
            part = Part(source, f"{by.adds:+} on {term(who.rules, 'the margin')}")
        elif by.token and _letters(by) not in tokens_of(prepared.procedure):
            continue  # an effect with an unknown token is not consumed
        else:
            pool = pool.modified(prepared.procedure, by)
        parts.append(part)
        once += applied.once
    return prepared.but(
        pool=pool,
        parts=tuple(parts),
        once=tuple(once),
        shift=shift,
        shifts=tuple(shifts),
    )


# Characters as formulas see them during an action.


class RollingCharacter(AsksCharacter):
    """An actor as formulas see it during an action, with dice.

    - `names`: the facts of the action. Table rows among them provide values: the row of a chosen
      weapon has its damage. They also answer the questions of standing rules.
    - `about`: further ids that its rolls are about, for modifiers with `of`.
    - `rolled`: True once a formula has rolled.
    """

    def __init__(
        self,
        who: Actor,
        rng: Randomness,
        names: Names | None = None,
        about: frozenset[str] = frozenset(),
    ) -> None:
        self.who = who
        self.rng = rng
        self.names = names or {}
        self.about = about
        self.rolled = False

    def __str__(self) -> str:
        return str(self.who)

    @cached_property
    def provided(self) -> dict[str, FormulaValue]:
        """Values from chosen rows, evaluated lazily because most formulas need none."""
        return provided_values(self.names)

    def someone(self) -> Actor:
        """Return the actor, which provides everything that is not rolled."""
        return self.who

    def roll(self, of: Id | FormulaPool, procedure: Id | None = None) -> int:
        """Roll a rating, or a pool without the modifiers on checks, and return the total.

        `procedure` replaces the usual one. For a value that resists, the ratings in its formula are
        rolled instead of fixed, and a rating without dice left counts 0.
        """
        named = None if procedure is None else find(self.who.rules, procedure, Dice)
        if isinstance(of, FormulaPool):
            prepared = _prepared_dice(self.who, of, str(of), named)
        else:
            entry = find(self.who.rules, of, Entry)
            if isinstance(entry, ValueEntry):
                rolling = RollingThroughout(self.who, self.rng, self.names, self.about)
                rolling.provided = self.provided
                return rolling.whole(entry)
            try:
                prepared = prepared_pool(
                    self.who, entry, about=self.about, procedure=named
                )
            except TooFewDiceError:
                if not self.about >= RESISTANCE:
                    raise
                return 0
        if not self.rolled:
            prepared = self._with_value_dice(prepared)
        self.rolled = True
        return prepared.roll(self.rng).total

    def _with_value_dice(self, prepared: PreparedPool) -> PreparedPool:
        """Return the pool with the dice that effects add to a value for which it is rolled.

        For example, `modify: damage, by: +1D` adds a die to a roll in the formula of damage. The
        number of such a modifier is added to the value later.
        """
        values = [id for id in self.about if id.startswith("value.")]
        for _, applied in in_force(self.who, Modify, on=values):
            by = applied.by
            if by.dice or by.pips or by.token:
                prepared = prepared.plus(by.but(adds=0), applied.entry.name)
        return prepared

    def fixed(self, of: Id) -> int:
        """Return the fixed value of a rating, or a value that resists."""
        entry = find(self.who.rules, of, Entry)
        if isinstance(entry, ValueEntry):
            return self.whole(entry)
        return self.who.fixed(entry.id)

    def whole(self, entry: ValueEntry) -> int:
        """Return a value as a number to reach. Raises RefusedError if it is not a whole number."""
        value = self.value(entry.id)
        if not isinstance(value, int):
            raise RefusedError(f"{self.who} has no {entry.name} to resist with")
        return value

    def value(self, id: str, /) -> FormulaValue:
        """Return a value. Effects on the value also apply to rolls in its formula.

        If the value orders a scene, as initiative does, a rolled result is kept for the period of
        that order (`Actor.kept`).
        """
        entry = find(self.who.rules, id, ValueEntry)
        rolling = type(self)(self.who, self.rng, self.names, self.about | {id})
        rolling.provided = self.provided
        value = plain_value(self.who, entry, self.provided, rolling)
        if rolling.rolled and not isinstance(self, RollingThroughout):
            for scene in every(self.who.rules, "scene", Scene):
                if scene.order is not None and entry_id(scene.order.by) == id:
                    period = scene.order.each.entry.key
                    self.who.kept[id] = Kept(value=value, period=period, by=id)
                    break
        return with_modifiers(
            self.who, entry, value, rolled=rolling.rolled, facts=self.names
        )


class RollingThroughout(RollingCharacter):
    """An actor that rolls wherever a formula takes a fixed value."""

    def fixed(self, of: Id) -> int:
        """Roll a rating and return the total."""
        return self.roll(of)


def provided_values(names: Names) -> dict[str, FormulaValue]:
    """Return values by id from the table rows among the names, for columns that provide a value."""
    provided: dict[str, FormulaValue] = {}
    for value in names.values():
        row: object = value.entry if isinstance(value, Ref) else value
        if isinstance(row, Row):
            for key, column in row.parent.entry.columns.items():
                if column.provides is not None:
                    provided[column.provides.id] = Cells(row).find(key)
    return provided


# Target numbers: a difficulty, a number, or a resistance.


class TargetNumber(NamedTuple):
    """A number to reach, and its summands."""

    number: int
    parts: tuple[Part, ...]

    def __str__(self) -> str:
        parts = ", ".join(f"{what} {brings}" for what, brings in self.parts)
        return f"{self.number} ({parts})"


def target_number(execution: Execution, against: Against | None) -> TargetNumber | None:
    """Return the number that a check has to reach, None if the check has no target.

    Raises RefusedError if the number depends on a choice that was not made.
    """
    if against is None:
        return None
    if against.difficulty is not None:
        return difficulty_number(against.difficulty, execution.situation)
    if against.number is not None:
        return _number(against.number(execution.situation), against.number.text)
    opponent = execution.participants.one("opponent")
    entry, number = best_resistance(execution, opponent, against)
    # `roll` is always rolled, `fixed` never; with `resistance` the opponent chooses.
    chose_roll = bool(against.resistance) and execution.choices.resisted_by_roll
    if chose_roll and not may_act(opponent):
        raise RefusedError(f"{opponent} cannot act, so cannot roll to resist")
    roll = _only_rolled(against, opponent) or (
        (bool(against.roll) or chose_roll) and may_act(opponent)
    )
    return _resistance(execution, opponent, entry, number, roll=roll)


def may_act(who: Actor) -> bool:
    """Return True unless an effect forbids all actions.

    An actor that cannot act can resist only with fixed values.
    """
    return next(forbidding_all(who), None) is None


def forbidding_all(who: Actor) -> Iterator[EffectInForce]:
    """Yield the effects in force that forbid all actions without exception."""
    for effect, applied in in_force(who, Forbid, on="actions"):
        if effect.forbid == "actions" and not effect.of and not effect.except_:
            yield applied


def _number(number: int, what: str) -> TargetNumber:
    """Return a target number with a single summand."""
    return TargetNumber(number, (Part(what, str(number)),))


def difficulty_number(
    difficulty: Formula[Ref[Band]] | str, situation: Situation
) -> TargetNumber:
    """Return the number of a band, or the number that the game master set directly.

    Raises UnansweredError if the difficulty, or the number in the range of the band, was not
    chosen.
    """
    if isinstance(difficulty, str):
        chosen = situation.names.get("difficulty")
        if chosen is None:
            missing = question(situation.rules, "difficulty")
            who = term(situation.rules, "the game master")
            what = term(situation.rules, "a difficulty")
            raise UnansweredError([missing], f"{who} has to set {what} (difficulty)")
    else:
        chosen = difficulty(situation)
    if isinstance(chosen, int):
        return _number(chosen, "difficulty")
    id = entry_id(chosen)
    if id is None:
        raise RefusedError(
            f"{chosen} is not {with_article(term(situation.rules, 'difficulty'))}"
        )
    band = find(situation.rules, id, Band)
    # If the band has no number of its own, the fact `number` sets one in its range.
    number = situation.names.get("number") if band.number is None else band.number
    reason = f"choose a number for {band.name}: {band.range}"
    if not isinstance(number, int):
        raise UnansweredError([number_of(situation.rules, band)], reason)
    if number not in band.range:
        raise RefusedError(reason)
    return _number(number, band.name)


def entry_of(rolled: Rolled, situation: Situation) -> Entry:
    """Return the entry to roll or resist with.

    `rolled` is a reference to it, a formula that returns one, or a word for the choice `with`.
    Raises UnansweredError if the choice was not made.
    """
    if isinstance(rolled, str):
        rating: object = situation.names.get("with")
        if rating is None:
            missing = question(situation.rules, "with")
            check = term(situation.rules, "the check")
            raise UnansweredError([missing], f"choose what {check} is made with")
    else:
        rating = rolled(situation) if isinstance(rolled, Formula) else rolled
    id = entry_id(rating)
    if id is None:
        raise RefusedError(f"{rating} cannot be rolled")
    return find(situation.rules, id, Entry)


def _only_rolled(against: Against, opponent: Actor) -> bool:
    """Return True if rules without fixed values make even those roll that can't act."""
    return bool(against.roll) and not has_fixed_values(opponent.rules)


def best_resistance(
    execution: Execution, opponent: Actor, against: Against
) -> tuple[Entry, int]:
    """Return the rating or value with which the opponent resists best, and its number.

    If several have the same number, the first one counts. A value whose formula rolls is rolled
    once for each check. If ratings are only rolled, the number of a rating is that of its pips.
    Raises RefusedError if the opponent has none of them.
    """
    ratings = against.roll or against.fixed or against.resistance
    rolled = _only_rolled(against, opponent)
    entries = [entry_of(rating, execution.situation) for rating in ratings]
    rolling = RollingCharacter(opponent, execution.rng, execution.names, RESISTANCE)
    rolling.provided = {}  # the rows belong to the actor
    numbers: dict[Entry, int] = {}
    for entry in entries:
        try:
            if rolled and not isinstance(entry, ValueEntry):
                numbers[entry] = opponent.rating(entry).worth
            else:
                numbers[entry] = rolling.fixed(entry.id)
        except RefusedError:
            if len(entries) == 1:
                raise
    if not numbers:
        names = ", ".join(entry.name for entry in entries)
        raise RefusedError(f"{opponent} has none of these to resist with: {names}")
    return max(numbers.items(), key=lambda item: item[1])


def _resistance(
    execution: Execution, opponent: Actor, entry: Entry, number: int, *, roll: bool
) -> TargetNumber:
    """Return the number to reach with modifiers on resistance.

    The number comes from the first of these that is possible, before the modifiers:

    1. a Resist effect in force; of several, the one with the highest number
    2. a roll, if `roll` is True and the entry is not a value
    3. the fixed `number` of the entry

    An opponent that cannot act has only the last.
    """
    is_value = isinstance(entry, ValueEntry)
    ids = frozenset([entry.id]) if is_value else rating_chain(opponent, entry).ids
    can_act = may_act(opponent)
    resistances = _resist_effects(execution, opponent, entry) if can_act else ()
    highest = max(resistances, default=None)
    if highest is not None:
        number, name = highest
    elif roll and not is_value:
        resisting = RollingCharacter(opponent, execution.rng, about=RESISTANCE)
        number, name = resisting.roll(entry.id), f"{entry.name}, rolled"
    else:
        name = entry.name
        fixed = () if is_value else in_force(opponent, Modify, on="fixed-values")
        for _, applied in tuple(fixed):
            if applied.covers(ids):
                consume(opponent, applied.once)
    parts = [Part(name, str(number))]
    facts = execution.names
    for _, applied in list(in_force(opponent, Modify, facts, on="resistance")):
        if applied.covers(ids):
            number += applied.by.adds
            parts.append(Part(applied.entry.name, str(applied.by)))
            consume(opponent, applied.once)
    return TargetNumber(number, tuple(parts))


def _resist_effects(
    execution: Execution, opponent: Actor, usual: Entry
) -> Iterable[tuple[int, str]]:
    """Yield the numbers and names of the Resist effects that apply to this action or roll."""
    resisted = execution.entry
    # Formulas of the effect read the facts of the action as `resisted.…`.
    facts = {f"resisted.{name}": value for name, value in execution.names.items()}
    for effect, applied in list(in_force(opponent, Resist)):
        if isinstance(effect.resist, str):  # the word for all actions
            applies = isinstance(resisted, Action)
        else:
            applies = effect.resist.id == resisted.id
        if not applies:
            continue
        own = applied.situation.names
        character = RollingCharacter(opponent, execution.rng, own, about=RESISTANCE)
        names = {**own, **facts, "resistance": usual}
        situation = PlaySituation(opponent.rules, names, character)
        if effect.if_ is not None and not effect.if_(situation):
            continue
        number = effect.with_(situation)
        if effect.not_below is not None:
            number = max(number, effect.not_below(situation))
        consume(opponent, applied.once)
        yield number, applied.entry.name


# Checks of entries, and the effects that follow.


def make_check(
    execution: Execution,
    check: Check,
    *,
    target: Target = "checks",
    by: Modifier | None = None,
) -> tuple[Effect, ...]:
    """Make a check, or skip it if its `skip_if` is true, and return the effects that follow.

    `by` is a modifier on the check; `target` selects the other modifiers that count. The result is
    added to the execution. Later formulas can read `number`, `total`, `margin` and `rank`.
    """
    # If the check is skipped in any case, its target can be unknown.
    skipped = _is_skipped_anyway(execution, check)
    needed = None if skipped else target_number(execution, check.against)
    number = None if needed is None else needed.number
    if number is not None:
        execution.names["number"] = number
    if skipped or (check.skip_if is not None and check.skip_if(execution.situation)):
        execution.decided = True
        execution.names.update(total=number or 0, margin=0, rank=0, outcome=None)
        execution.checks.append(Checked(what=execution.entry.name, needed=needed))
        execution.tell(f"{execution.entry.name}: no roll is needed")
        return (*check.success, *check.always)
    prepared = prepare(execution, check, target)
    if by is not None:
        prepared = prepared.plus(by, execution.entry.name)
    _pay(execution.actor, prepared.costs, execution.rng, execution)
    prepared = prepared.but(costs=())  # paid
    decisions = execution.decisions
    result = prepared.roll(execution.rng, number, decisions.choose(execution))
    checked = Checked(what=execution.entry.name, needed=needed)
    result = _rerolled(execution, result)
    with deciding():
        result = decisions.rolled(execution, checked, result).but(final=True)
    execution.checks.append(checked.but(result=result))
    execution.result, execution.decided = result, True
    keys = ("total", "margin", "rank", "outcome")
    execution.names.update({key: getattr(result, key) for key in keys})
    execution.tell(_in_words(execution, result), execution.actor)
    return check.effects_of(result.outcome, success=result.success)


def _is_skipped_anyway(execution: Execution, check: Check) -> bool:
    """Return True if a check is skipped whatever its target number is."""
    if check.skip_if is None or "number" in execution.names:
        return False
    try:
        return check.skip_if(execution.situation)
    except FormulaError:  # the formula reads the number
        return False


def _in_words(execution: Execution, result: CheckResult) -> str:
    """Return a result for the log: `Climbing: 3D gives 12 against 10, success, rank 1`."""
    against = "" if result.target is None else f" against {result.target}"
    shifts = "".join(f", {by} by {what}" for what, by in result.prepared.shifts)
    rules = execution.actor.rules
    success = f", {term(rules, 'success' if result.success else 'failure')}"
    rank = f", {term(rules, 'rank')} {result.rank}" if result.rank else ""
    if result.outcome is not None:
        success = f", {result.outcome.title}"
        rank = rank if result.target is not None else ""
    elif result.target is None:  # without a target, a miss also has a band
        from ..dice.roll_words import band_of

        band = band_of(result.prepared.procedure, result.rank)
        success, rank = "", f", {band.name}" if band else ""
    events = "".join(f", {key.replace('-', ' ')}" for key in result.events)
    roll = f"{execution.entry.name}: {result.prepared} gives {result.total}"
    return f"{roll}{against}{shifts}{success}{rank}{events}"


def prepare(
    execution: Execution, check: Check, target: Target = "checks"
) -> PreparedPool:
    """Return the pool of a check, with the chosen one of its ratings or the actor's best.

    Raises RefusedError, with the reasons for each rating, if the actor can use none of them.
    """
    ratings = check.with_ or ("chosen",)
    entries = [_rating_of(rating, execution.situation) for rating in ratings]
    if (chosen := entry_id(execution.names.get("with"))) and len(entries) > 1:
        entries = [entry for entry in entries if entry_id(entry) == chosen]
    if not entries:
        name = find(execution.actor.rules, chosen or "", Entry).name
        raise RefusedError(f"{execution.entry.name} cannot be made with {name}")
    pools: list[PreparedPool] = []
    reasons: list[str] = []
    for entry in entries:
        try:
            pools.append(_prepare(execution, entry, target, check))
        except RefusedError as refused:
            reasons += refused.reasons
    if not pools:
        raise RefusedError(*reasons)
    return max(pools, key=lambda prepared: (prepared.pool.dice, prepared.pool.pips))


def _rating_of(rolled: Rolled, situation: Situation) -> Entry | FormulaPool:
    """Return what a check rolls: an entry (see `entry_of`), or dice from a formula."""
    rating = rolled(situation) if isinstance(rolled, Formula) else None
    if isinstance(rating, DieCode):
        return FormulaPool.of(rating)
    return rating if isinstance(rating, FormulaPool) else entry_of(rolled, situation)


def _prepare(
    execution: Execution, entry: Entry | FormulaPool, target: Target, check: Check
) -> PreparedPool:
    """Return the pool of a check for one of its ratings, a value or dice."""
    named = check.procedure.entry if check.procedure else None
    who, facts = execution.actor, execution.facts
    about = frozenset([execution.entry.id])
    if not isinstance(entry, ValueEntry | FormulaPool):
        other = entry_id(facts.get("ability"))
        ability = None if other is None else find(who.rules, other, Ability)
        return prepared_pool(
            who,
            entry,
            ability=ability,
            facts=facts,
            about=about,
            target=target,
            procedure=named,
        )
    if isinstance(entry, FormulaPool):
        pool, name, ids = entry, execution.entry.name, frozenset[str]()
    else:
        pool, name = execution.situation.value(entry.id, FormulaPool), entry.name
        ids = frozenset([entry.id])
    prepared = _prepared_dice(who, pool, name, named).but(
        subject=about | ids, once=_limited_effects(who, ids)
    )
    return with_roll_modifiers(prepared, who, target, facts)


def _prepared_dice(
    who: Actor, dice: FormulaPool, name: str, named: Dice | None = None
) -> PreparedPool:
    """Return dice as a pool, to be rolled by the `named` procedure unless they have another die."""
    procedure = procedure_for(who.rules, dice.die, named)
    if procedure is None:
        raise RefusedError(f"these rules have no dice for {dice}")
    pool = to_roll(dice, procedure, who.rules.die_code.pips_per_die)
    part = Part(name, str(dice))
    return PreparedPool(pool=pool, procedure=procedure, who=who, parts=(part,))


def _rerolled(execution: Execution, result: CheckResult) -> CheckResult:
    """Return the result after all Reroll effects in force on the actor."""
    for effect, applied in list(in_force(execution.actor, Reroll, execution.facts)):
        if applied.covers(result.prepared.subject):
            decisions = execution.decisions
            keep = decisions.keep() if effect.keep == "chosen" else effect.keep
            result = result.again(execution.rng, keep, decisions.choose(execution))
            consume(execution.actor, applied.once)
    return result


@door
def check(
    pool: PreparedPool,
    difficulty: int | Like[Band] | None = None,
    *,
    rng: Randomness | None = None,
    choose: Choose | None = None,
) -> CheckResult:
    """Roll a pool: `check(rick.pool(skills.MELEE), difficulty=10, rng=random.Random())`.

    If `difficulty` is a band, the target is the number of the band. Raises RefusedError if the band
    has none.
    """
    band: object = difficulty.entry if isinstance(difficulty, Ref) else difficulty
    if isinstance(band, str):
        rules = Entry.ruleset if pool.who is None else pool.who.rules
        band = question(rules, "difficulty").read(band)
    number = band.number if isinstance(band, Band) else cast("int | None", band)
    if isinstance(band, Band) and number is None:
        raise RefusedError(f"choose a number for {band.name}: {band.range}")
    return pool.roll(rng, number, choose)
