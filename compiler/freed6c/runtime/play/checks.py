"""Attempts: a pool made ready for one check, with all that counts in it, and what came of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from ..amounts import DieCode, Formula, Modifier
from ..dice.pool import Pool, PoolError, Share, late_tokens, tokens_of
from ..dice.roller import Roll, Roller
from ..effects import Effect, Modify, Repeat, Resist, Use
from ..entries.tables import Band, Row
from ..entries.world import Ability
from ..entries.world import Value as ValueEntry
from ..record import Entry, Record, Ref
from ..situation import Cells, FormulaValue, Situation
from .being import Being, Named, Rated, rated, valued
from .effects_in_force import at_work
from .state import Active, Checked, Refused, find, meant, procedure_of, smallest_pool

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ..dice.table import Choose, Done, Randomness
    from ..entries.actions import Against, Check, Rolled
    from ..entries.dice import Dice
    from .execution import Deed


Target: TypeAlias = Literal["checks", "effect-rolls"]
"""What a roll is to those who change it."""


class Part(NamedTuple):
    """One thing that counts: what it is, and how much it brings."""

    what: str
    brings: str

    def __str__(self) -> str:
        return f"{self.what}: {self.brings}"


class Attempt(Record):
    """A pool of a procedure, ready to be rolled.

    `parts` show where its dice and modifiers come from; `subject` holds the ids of what is used.
    `once` are effects that are used up when it is rolled, `shift` is added to the margin.
    """

    pool: Pool
    procedure: Dice
    who: Being | None = None
    subject: frozenset[str] = frozenset()
    parts: tuple[Part, ...] = ()
    once: tuple[Active, ...] = ()
    shift: int = 0

    def roll(
        self, rng: Randomness, target: int | None = None, choose: Choose | None = None
    ) -> Result:
        """Roll; what was good for so many checks is good for one less."""
        if self.who is not None:
            use_up(self.who, self.once)
        needed = None if target is None else target - self.shift
        rolled = Roller(self.procedure).roll(self.pool, rng, needed, choose)
        return Result(attempt=self, roll=rolled, target=target)

    def plus(self, by: Modifier, what: str) -> Attempt:
        """The attempt with one thing more; what the procedure has no step for is left out."""
        if by.token and _letters(by) not in tokens_of(self.procedure):
            return self
        pool = self.pool.modified(self.procedure, by)
        return self.but(pool=pool, parts=(*self.parts, Part(what, str(by))))

    def shifted(self, by: int, what: str) -> Attempt:
        """The attempt with so much more on its margin."""
        part = Part(what, f"{by:+} on the margin")
        return self.but(shift=self.shift + by, parts=(*self.parts, part))

    def using(self, *once: Active) -> Attempt:
        """The attempt, which uses up these effects as well."""
        return self.but(once=(*self.once, *once))

    def __str__(self) -> str:
        return str(self.pool)


class Result(Record):
    """What came of an attempt. Without a target, the whole total counts, and nothing can fail."""

    attempt: Attempt
    roll: Roll
    target: int | None = None

    @property
    def total(self) -> int:
        """The total of the dice and everything on it."""
        return self.roll.total

    @property
    def margin(self) -> int:
        """By how much the target was passed; below 0 by how much it was missed."""
        if self.roll.margin is not None:
            return self.roll.margin
        return self.roll.total + self.attempt.shift

    @property
    def success(self) -> bool:
        """Whether it succeeded."""
        return self.roll.success is not False

    @property
    def rank(self) -> int:
        """The rank of the margin: its place in the procedure's benchmark; 0 for a failure."""
        if self.roll.rank is not None:
            return self.roll.rank
        ranks = self.attempt.procedure.ranks
        return ranks.entry.place(self.margin) if ranks else 0

    @property
    def events(self) -> tuple[str, ...]:
        """The keys of what happened beside the total."""
        return self.roll.events

    @property
    def steps(self) -> tuple[Done, ...]:
        """What every step of the procedure did."""
        return self.roll.steps

    def again(self, rng: Randomness, keep: str, choose: Choose | None = None) -> Result:
        """The same attempt rolled again, and one of both kept.

        `keep` is `higher`, `lower`, or `second`.
        """
        roller = Roller(self.attempt.procedure)
        needed = None if self.target is None else self.target - self.attempt.shift
        second = roller.roll(self.attempt.pool, rng, needed, choose)
        first_is_higher = self.roll.total >= second.total
        first = {"higher": first_is_higher, "lower": not first_is_higher}.get(keep)
        return self if first else self._with(second)

    def adding(self, by: Modifier, rng: Randomness) -> Result:
        """The result with more dice, or more on the total, after the roll."""
        procedure = self.attempt.procedure
        if by.token and _letters(by) not in late_tokens(procedure):
            raise PoolError(f"{by} comes too late once the dice have fallen")
        extra = Pool(bonus=Share(max(0, by.dice), by.pips + by.adds))
        if by.token:
            extra = extra.modified(procedure, by.but(dice=0, pips=0, adds=0))
        roller = Roller(procedure)
        more = roller.roll(extra, rng)
        return self._with(roller.ready(self.attempt.pool).joined(self.roll, more))

    def spending(self, spent: tuple[Active, ...]) -> Result:
        """The result, on which something was spent when it lay there."""
        return Result(
            attempt=self.attempt.using(*spent), roll=self.roll, target=self.target
        )

    def _with(self, roll: Roll) -> Result:
        return Result(attempt=self.attempt, roll=roll, target=self.target)


def _letters(by: Modifier) -> str:
    return by.token.rstrip("0123456789")


def use_up(who: Being, once: tuple[Active, ...]) -> None:
    """Effects that are good for so many checks are good for one less."""
    for active in once:
        for place, one in enumerate(who.effects):
            if one is active:
                left = (active.times or 1) - 1
                who.effects[place : place + 1] = [one.but(times=left)] if left else []
                break


def attempt(
    someone: Being,
    entry: Named,
    *,
    ability: Ability | None = None,
    facts: Mapping[str, FormulaValue | Entry] | None = None,
    about: frozenset[str] = frozenset(),
    target: Target = "checks",
) -> Attempt:
    """The pool of somebody for something, with all that is at work on them.

    Raises Refused where they cannot try it. `about` are ids that belong to the check as well, such
    as that of an action; `facts` answer what standing rules ask. What changes checks leaves effect
    rolls alone, and the other way round: `target` says which of them this is.
    """
    asked = find(someone.rules, entry, Entry)
    meant, once = _instead(someone, asked)
    used = rated(someone, meant, ability, facts)
    procedure = procedure_of(someone.rules, used.procedure)
    ready = Attempt(
        pool=_pool(procedure, used),
        procedure=procedure,
        who=someone,
        subject=used.ids | about,
        parts=_parts(used),
        once=(*once, *changing(someone, used.ids)),
    )
    return rollable(modified(ready, someone, target, facts), someone)


def rollable(ready: Attempt, someone: Being) -> Attempt:
    """The attempt, if it has so many dice as one needs. Raises Refused where it has fewer."""
    least = smallest_pool(someone.rules)
    if ready.pool.dice < least.dice:
        raise Refused(f"{someone} has too few dice left for this: it takes {least}")
    return ready


def _instead(someone: Being, asked: Entry) -> tuple[Entry, tuple[Active, ...]]:
    """What is used in the place of something, and what is used up by that."""
    for effect, working in at_work(someone, Use):
        other = effect.instead_of
        replaced = working.chosen("instead-of" if isinstance(other, str) else other)
        if replaced == asked.id:
            entry = find(someone.rules, working.chosen(effect.use), Entry)
            return entry, working.once
    return asked, ()


def changing(someone: Being, ids: frozenset[str]) -> tuple[Active, ...]:
    """What changes the codes or values that are used, and is used up by that."""
    return tuple(
        active
        for effect, working in at_work(someone, Modify)
        if working.chosen(effect.modify) in ids
        for active in working.once
    )


def _pool(procedure: Dice, used: Rated) -> Pool:
    return Pool.of(procedure, 0, **used.codes)


def _parts(used: Rated) -> tuple[Part, ...]:
    named = {
        "ability": used.ability,
        "skill": used.skill,
        "specialization": used.specialization,
    }
    return tuple(
        Part(named[source].name, str(code))  # type: ignore[union-attr]
        for source, code in used.codes.items()
        if code.worth or source == "ability"
    )


def modified(
    ready: Attempt,
    someone: Being,
    target: Target,
    facts: Mapping[str, FormulaValue | Entry] | None = None,
) -> Attempt:
    """An attempt with every effect on such checks, or effect rolls, and on their margins."""
    for effect, working in at_work(someone, Modify, facts):
        if not working.covers(ready.subject):
            continue
        before = ready
        if effect.modify == target:
            ready = ready.plus(working.by, working.entry.name)
        elif effect.modify == "margins" and target == "checks":
            ready = ready.shifted(working.by.adds, working.entry.name)
        if ready is not before:
            ready = ready.using(*working.once)
    return ready


# Somebody with dice in their hand: what formulas ask while something is being done.


class Acting:
    """A character who can roll, and whose values come from the rows that they chose first.

    `about` are ids that belong to their rolls as well.
    """

    __slots__ = ("about", "fed", "rng", "who")

    def __init__(
        self,
        who: Being,
        rng: Randomness,
        names: Mapping[str, FormulaValue | Entry] | None = None,
        about: frozenset[str] = frozenset(),
    ) -> None:
        self.who = who
        self.rng = rng
        self.about = about
        self.fed = fed_by(names or {})

    def __str__(self) -> str:
        return str(self.who)

    def rating(self, id: str, /) -> DieCode:
        """How good they are at something."""
        return self.who.rating(id)

    def fixed(self, id: str, /) -> int:
        """The rating as a number, when nobody rolls."""
        return self.who.fixed(id)

    def roll(self, id: str, /) -> int:
        """Roll, and give the total."""
        return attempt(self.who, id, about=self.about).roll(self.rng).total

    def has(self, id: str, /) -> bool:
        """Whether they have this at all."""
        return self.who.has(id)

    def without_ability(self, id: str, /) -> DieCode:
        """The rating without what the ability gives to it."""
        return self.who.without_ability(id)

    def value(self, id: str, /) -> FormulaValue:
        """A number of theirs, or whatever it is; what is rolled for it is about it."""
        rolling = Acting(self.who, self.rng, about=self.about | {id})
        rolling.fed = self.fed
        return valued(self.who, id, self.fed, rolling)


def fed_by(names: Mapping[str, FormulaValue | Entry]) -> dict[str, FormulaValue]:
    """The values that chosen rows give to whoever chose them."""
    fed: dict[str, FormulaValue] = {}
    for value in names.values():
        row: object = value.entry if isinstance(value, Ref) else value
        if isinstance(row, Row):
            for key, column in row.parent.entry.columns.items():
                if column.feeds is not None:
                    fed[column.feeds.id] = Cells(row).find(key)
    return fed


# What a check has to reach: a difficulty, a number, or somebody who resists.


RESISTANCE = frozenset(["resistance"])
"""A resistance that is rolled is a check, except for what says that it is not."""


class Needed(NamedTuple):
    """A number to reach, and where it comes from."""

    number: int
    parts: tuple[Part, ...]


def needed(deed: Deed, against: Against | None) -> Needed | None:
    """What has to be reached; None where there is nothing. Raises Refused where nobody says it."""
    if against is None:
        return None
    if against.difficulty is not None:
        return _difficulty(against.difficulty, deed.here)
    if against.number is not None:
        return _number(against.number(deed.here), against.number.text)
    either = against.resistance if deed.choices.resisted_by_roll else ()
    rolls = against.roll or either
    opponent = deed.cast.one("opponent")
    found = _best(opponent, rolls or against.fixed or against.resistance, deed.here)
    return _resistance(deed, opponent, found, roll=bool(rolls))


def _number(number: int, what: str) -> Needed:
    return Needed(number, (Part(what, str(number)),))


def _difficulty(asked: Formula[Ref[Band]] | str, here: Situation) -> Needed:
    """A band as the number that its benchmark says; a number may be given instead."""
    if isinstance(asked, str):
        given = here.names.get("difficulty")
        if given is None:
            raise Refused("the game master has to give a difficulty")
    else:
        given = asked(here)
    if isinstance(given, int):
        return _number(given, "difficulty")
    id = meant(given)
    if id is None:
        raise Refused(f"{given} is no difficulty")
    band = find(here.rules, id, Band)
    return _number(_number_of(band, here), band.name)


def _number_of(band: Band, here: Situation) -> int:
    """The number that stands for a band, or the one of it that was given."""
    number = here.names.get("number") if band.number is None else band.number
    if not isinstance(number, int) or number not in band.range:
        raise Refused(f"say which number of {band.name} it is: {band.range}")
    return number


def entry_of(rolled: Rolled, here: Situation) -> Entry:
    """What is rolled or resists: itself, what a formula names, or what was chosen."""
    if isinstance(rolled, str):
        found: object = here.names.get("with")
        if found is None:
            raise Refused("say what the check is made with")
    else:
        found = rolled(here) if isinstance(rolled, Formula) else rolled
    id = meant(found)
    if id is None:
        raise Refused(f"{found} is nothing to roll with")
    return find(here.rules, id, Entry)


def _best(opponent: Being, ratings: Iterable[Rolled], here: Situation) -> Entry:
    """What the opponent resists with best, of what they have at all."""
    found = [entry_of(one, here) for one in ratings]
    able = [
        (fixed_of(opponent, one), -n, one)
        for n, one in enumerate(found)
        if _can(opponent, one)
    ]
    if not able:
        names = ", ".join(one.name for one in found)
        raise Refused(f"{opponent} has nothing to resist with: {names}")
    return max(able)[2]


def _can(someone: Being, entry: Entry) -> bool:
    try:
        fixed_of(someone, entry)
    except Refused:
        return False
    return True


def fixed_of(someone: Being, entry: Entry) -> int:
    """The number that a rating or a value stands for."""
    if not isinstance(entry, ValueEntry):
        return someone.fixed(entry.id)
    found = someone.value(entry.id)
    if not isinstance(found, int):
        raise Refused(f"{someone} has no {entry.name} to resist with")
    return found


def _resistance(deed: Deed, opponent: Being, entry: Entry, *, roll: bool) -> Needed:
    """The opponent's number, and whatever changes it; or another way to resist."""
    other = max(_otherwise(deed, opponent), default=None)
    if other is not None:
        number, what = other
    elif roll and not isinstance(entry, ValueEntry):
        number = attempt(opponent, entry, about=RESISTANCE).roll(deed.rng).total
        what = f"{entry.name}, rolled"
    else:
        number, what = fixed_of(opponent, entry), entry.name
        use_up(opponent, _fixing(opponent, entry))
    parts = [Part(what, str(number))]
    for effect, working in list(at_work(opponent, Modify)):
        if effect.modify == "resistance" and working.covers(_ids(opponent, entry)):
            number += working.by.adds
            parts.append(Part(working.entry.name, str(working.by)))
            use_up(opponent, working.once)
    return Needed(number, tuple(parts))


def _ids(opponent: Being, entry: Entry) -> frozenset[str]:
    if isinstance(entry, ValueEntry):
        return frozenset([entry.id])
    return rated(opponent, entry).ids


def _fixing(opponent: Being, entry: Entry) -> tuple[Active, ...]:
    """What changes a fixed value so many times, and counts in this one."""
    return tuple(
        active
        for effect, working in at_work(opponent, Modify)
        if effect.modify == "fixed-values"
        and not isinstance(entry, ValueEntry)
        and working.covers(_ids(opponent, entry))
        for active in working.once
    )


def _otherwise(deed: Deed, opponent: Being) -> Iterable[tuple[int, str]]:
    """Other ways in which the opponent resists this action now."""
    for effect, working in list(at_work(opponent, Resist)):
        if effect.resist.id != deed.entry.id:
            continue
        names = working.here.names
        acting = Acting(opponent, deed.rng, names, about=RESISTANCE)
        here = Situation(opponent.rules, names, acting)
        number = effect.with_(here)
        if effect.not_below is not None:
            number = max(number, effect.not_below(here))
        use_up(opponent, working.once)
        yield number, working.entry.name


# Checks: what is rolled against what, and the effects that follow.


def make_check(
    deed: Deed,
    check: Check,
    *,
    target: Target = "checks",
    by: Modifier | None = None,
) -> tuple[Effect, ...]:
    """Make a check, or skip it where its result is certain; give the effects that follow.

    `target` says what modifiers on it are called: `checks`, or `effect-rolls`.
    """
    reach = needed(deed, check.against)
    if reach is not None:
        deed.names["number"] = reach.number
    if check.skip_if is not None and check.skip_if(deed.here):
        _know(deed, total=reach.number if reach else 0, margin=0, rank=0)
        deed.checks.append(Checked(what=deed.entry.name, needed=reach))
        deed.tell(f"{deed.entry.name}: no roll is needed")
        return (*check.success, *check.always)
    ready = prepared(deed, check, target)
    if by is not None:
        ready = ready.plus(by, deed.entry.name)
    result = ready.roll(deed.rng, reach.number if reach else None, deed.choices.choose)
    result = deed.after(_repeated(deed, result))
    deed.checks.append(Checked(what=deed.entry.name, needed=reach, result=result))
    deed.result = result
    _know(deed, total=result.total, margin=result.margin, rank=result.rank)
    deed.tell(_in_words(deed, result), deed.actor)
    return (*(check.success if result.success else check.failure), *check.always)


def _know(deed: Deed, **names: int) -> None:
    deed.names.update(names)


def _in_words(deed: Deed, result: Result) -> str:
    against = "" if result.target is None else f" against {result.target}"
    how = "success" if result.success else "failure"
    rank = f", rank {result.rank}" if result.rank else ""
    beside = "".join(f", {key.replace('-', ' ')}" for key in result.events)
    made = f"{deed.entry.name}: {result.attempt} gives {result.total}"
    return f"{made}{against}, {how}{rank}{beside}"


def prepared(deed: Deed, check: Check, target: Target = "checks") -> Attempt:
    """The pool of a check, of several ratings the best that the actor has, or the chosen one."""
    about = frozenset([deed.entry.id])
    found = [entry_of(one, deed.here) for one in check.with_ or ("chosen",)]
    if (wanted := meant(deed.names.get("with"))) and len(found) > 1:
        found = [one for one in found if one.id == wanted]
    if not found:
        named = find(deed.actor.rules, wanted or "", Entry).name
        raise Refused(f"{deed.entry.name} is not made with {named}")
    ready: list[Attempt] = []
    reasons: list[str] = []
    for one in found:
        try:
            ready.append(_attempt(deed, one, about, target))
        except Refused as reason:
            reasons += reason.reasons
    if not ready:
        raise Refused(*reasons)
    return max(ready, key=lambda one: (one.pool.dice, one.pool.pips))


def _attempt(
    deed: Deed, entry: Entry, about: frozenset[str], target: Target
) -> Attempt:
    if not isinstance(entry, ValueEntry):
        other = meant(deed.names.get("ability"))
        ability = None if other is None else find(deed.actor.rules, other, Ability)
        return attempt(
            deed.actor,
            entry,
            ability=ability,
            facts=deed.names,
            about=about,
            target=target,
        )
    code = deed.here.value(entry.id, DieCode)
    procedure = procedure_of(deed.actor.rules)
    ready = Attempt(
        pool=Pool.of(procedure, 0, ability=code),
        procedure=procedure,
        who=deed.actor,
        subject=about | {entry.id},
        parts=(Part(entry.name, str(code)),),
        once=changing(deed.actor, frozenset([entry.id])),
    )
    return modified(ready, deed.actor, target, deed.names)


def _repeated(deed: Deed, result: Result) -> Result:
    """Rolled again where an effect on the actor says so."""
    for effect, working in list(at_work(deed.actor, Repeat, deed.names)):
        if working.covers(result.attempt.subject):
            keep = "higher" if effect.keep == "chosen" else effect.keep
            result = result.again(deed.rng, keep, deed.choices.choose)
            use_up(deed.actor, working.once)
    return result


# A check by itself: an attempt against a number, a band, or nothing.


def check(
    ready: Attempt,
    difficulty: int | Band | None = None,
    *,
    rng: Randomness,
    choose: Choose | None = None,
) -> Result:
    """Roll an attempt: `check(rick.pool(skills.MELEE), difficulty=10, rng=random.Random())`.

    Of a band it is the number that stands for it. Raises Refused where none does.
    """
    number = difficulty.number if isinstance(difficulty, Band) else difficulty
    if isinstance(difficulty, Band) and number is None:
        raise Refused(
            f"say which number of {difficulty.name} it is: {difficulty.range}"
        )
    return ready.roll(rng, number, choose)
