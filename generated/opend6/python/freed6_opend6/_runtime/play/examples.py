"""Worked examples: running them, and comparing what they give with what they expect.

The checks of the compiler and the tests of generated packages both call `differences`.
"""

from __future__ import annotations

from contextlib import suppress
from itertools import zip_longest
from typing import TYPE_CHECKING, NamedTuple, cast

from ..amounts import DieCode, Modifier
from ..effects import Effect, Modify
from ..entries.actions import Action, Check, EffectRoll, Menu, Pick, Points, Rule
from ..entries.notes import Example, Facts
from ..entries.tables import Condition, Track
from ..entries.world import Hook, Value, used_together
from ..record import Entry, Record, Ref, Unworkable, key_of
from ..situation import FormulaValue, Rules, Situation, procedure_of
from .effects import all_settled, settled
from .effects_in_force import with_blanks
from .state import Names, fixed_value

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..entries.dice import Dice


class ExampleCharacter:
    """The character of an example: its given ratings and values. Others raise Unworkable."""

    def __init__(self, rules: Rules, given: Mapping[str, FormulaValue]) -> None:
        self._rules = rules
        self._given = given
        self.changed: set[str] = set()
        """The ids of points that effects before the next one change."""

    def rating(self, id: str, /) -> DieCode:
        """Give a rating."""
        rating = self._given.get(id)
        if not isinstance(rating, DieCode):
            way = f"say it under 'given': {id.partition('.')[2]}: 3D"
            raise Unworkable(f"nothing says how good anyone is at {id}", way)
        return rating

    def fixed(self, id: str, /) -> int:
        """Give the rating as a number, when nobody rolls."""
        number = fixed_value(self._rules, self.rating(id))
        if number is None:
            raise Unworkable("nothing says what a die code is worth as a number")
        return number

    def roll(self, id: str, /) -> int:
        """Roll: nobody does, in an example."""
        raise Unworkable(f"nobody rolls {id} in an example")

    def has(self, id: str, /) -> bool:
        """Tell whether they have this at all."""
        return id in self._given

    def without_ability(self, id: str, /) -> DieCode:
        """Give the rating without what the ability gives to it."""
        whole = self.rating(id)
        ratings = used_together(self._rules.entry(id))
        if not ratings:
            raise Unworkable("this belongs to no ability")
        ability = self.rating(ratings[-1].id)
        if whole < ability:
            raise Unworkable(f"{id} is less than its ability", "give the whole code")
        return whole - ability

    def value(self, id: str, /) -> FormulaValue:
        """Give a value: as given, else by its formula."""
        if id in self._given:
            return self._given[id]
        entry = self._rules.entry(id)
        formula = entry.is_ or entry.default if isinstance(entry, Value) else None
        if formula is None:
            way = f"say it under 'given': {id.partition('.')[2]}: …"
            raise Unworkable(f"nothing says what {id} is", way)
        return cast("FormulaValue", formula(Situation(self._rules, character=self)))

    def count_of(self, id: str, /) -> int:
        """Give how many points they have, or how many actions they have taken."""
        if id in self.changed:
            message = f"an effect above it changes {id}, which run does not do"
            raise Unworkable(message, "play it: write steps instead of run")
        count = self._given.get(id)
        if not isinstance(count, int):
            way = f"say it under 'given': {id}: 1"
            raise Unworkable(f"nothing says how many there are of {id}", way)
        return count


class Run(NamedTuple):
    """What an example runs: a check, if there is one, effects beside it, and what they cost."""

    situation: Situation
    check: Check | None
    effects: tuple[Effect, ...] = ()
    cost: int | None = None


def run_of(example: Example, rules: Rules) -> Run:
    """Find what an example runs. Raises Unworkable where it names nothing that can be run."""
    if example.run is None:
        raise Unworkable("this example runs nothing")
    entry: Entry = example.run.entry
    names: Names = example.given
    if isinstance(entry, Action | Rule):
        # Optional questions of the entry are blank unless they are answered.
        names = with_blanks(entry.asks, names)
    situation = Situation(rules, names, ExampleCharacter(rules, example.given))
    match entry:
        case Action() | EffectRoll():
            effects = entry.effects if isinstance(entry, Action) else ()
            return Run(situation, entry.check, effects)
        case Track():
            return _test(entry, situation)
        case Points():
            return _spending(entry, example.spend, situation)
        case Menu():
            return _bought(entry, example.picks, situation)
        case Pick():
            return Run(situation, None, entry.effects, entry.cost)
        case Rule() | Condition() | Hook():
            return Run(situation, None, entry.effects)
        case _:
            raise Unworkable(f"{entry.id} cannot be run")


def check_procedure(check: Check, rules: Rules) -> Dice | None:
    """The procedure of the first rating that a check names, else that of the rules."""
    named = (rated.entry for rated in check.with_ if isinstance(rated, Ref))
    return procedure_of(rules, next(map(used_together, named), ()))


def _test(track: Track, situation: Situation) -> Run:
    """The test of a track in the condition that is given as `this`."""
    if track.test is None:
        raise Unworkable(f"{track.id} has no test", "run one of its conditions")
    if "this" not in situation.names:
        way = f"say it under 'given': this: {track.conditions[0].key}"
        raise Unworkable("nothing says in which condition the test is made", way)
    step = situation.place(situation.entry("this"))
    return Run(situation.knowing({"step": step}), track.test)


def _spending(points: Points, way: str, situation: Situation) -> Run:
    if way not in points.spend:
        ways = ", ".join(points.spend)
        raise Unworkable(
            f"{points.id} cannot be spent on '{way}'"
            if way
            else f"nothing says what {points.id} is spent on",
            f"write spend: and one of {ways}",
        )
    spending = points.spend[way]
    return Run(situation, None, spending.effects, spending.cost)


def _bought(menu: Menu, picks: Sequence[Ref[Pick]], situation: Situation) -> Run:
    """What is bought. Raises Unworkable for what is not on the menu, too often, or too dear."""
    bought = [ref.entry for ref in picks]
    if not bought:
        raise Unworkable("nothing is bought", "write picks: and what is bought")
    for pick in bought:
        if pick not in menu.picks:
            raise Unworkable(f"{pick.id} is not on {menu.id}", "buy something else")
        most = pick.at_most
        if most is not None and bought.count(pick) > most:
            raise Unworkable(
                f"{pick.id} is bought more often than a check allows ({most})",
                "buy it less often",
            )
    cost = sum(pick.cost for pick in bought)
    if "rank" in situation.names and cost > situation.integer("rank"):
        raise Unworkable(
            f"this costs more ranks ({cost}) than there are",
            "buy less, or give more ranks",
        )
    effects = tuple(effect for pick in bought for effect in pick.effects)
    return Run(situation, None, effects, cost)


# Running: the facts of a check, and the effects that happen.


def facts_of(run: Run) -> tuple[Facts, Situation]:
    """The facts of a check before its effects, and a situation that knows them.

    Facts that do not follow from what is given are None. Of a check against nothing, the total is
    the margin, and it succeeds.
    """
    if run.check is None:
        return Facts(cost=run.cost), run.situation
    number = _number(run.check, run.situation)
    situation = _knowing(run.situation, number=number)
    stands_alone = run.check.against is None and number is None
    skipped = None
    if run.check.skip_if is not None:
        # A roll was needed where a result of one is given.
        rolled = situation.names.keys() & {"margin", "total", "rank"}
        skipped = not rolled and run.check.skip_if(situation)
    margin, total = _given(situation, "margin"), _given(situation, "total")
    if skipped:
        margin = 0
    elif margin is None and total is not None and number is not None:
        margin = total - number
    elif margin is None and stands_alone:
        margin = total
    procedure = check_procedure(run.check, situation.rules)
    rank = _given(situation, "rank")
    if rank is None and margin is not None and procedure and procedure.ranks:
        rank = procedure.rank_of(margin)
    # Only successes have ranks, so a check with a rank succeeds.
    success = None if rank is None else True
    if margin is not None:
        succeeds = procedure.succeeds(margin) if procedure else margin >= 0
        success = stands_alone or succeeds
    if margin is None:
        total = None
    elif not stands_alone:
        total = None if number is None else number + margin
    facts = Facts(
        number=number, margin=margin, rank=rank, success=success, skipped=skipped
    )
    return facts, _knowing(situation, margin=margin, rank=rank, total=total)


def with_effects(run: Run, facts: Facts, situation: Situation) -> Facts:
    """The facts with the effects that happen. Raises Unworkable if success is not known."""
    check, effects = run.check, run.effects
    if check is not None:
        if facts.success is None:
            fact = "total: 10" if check.against is None else "margin: 0"
            way = f"say it under 'given': {fact}"
            raise Unworkable("nothing says how the check goes", way)
        ended = check.success if facts.success else check.failure
        effects = (*ended, *check.always, *effects)
    character = cast("ExampleCharacter", situation.character)
    happening: list[Effect] = []
    for effect in effects:
        parts = settled(effect, situation)
        happening += parts
        character.changed.update(
            str(part.modify)
            for part in parts
            if isinstance(part, Modify) and set(part.to) <= {"self"}
        )
    return facts.but(effects=tuple(happening))


def _knowing(situation: Situation, **facts: int | None) -> Situation:
    """A situation with more names; what was given takes precedence over them."""
    names = {name: value for name, value in facts.items() if value is not None}
    return situation.knowing({**names, **situation.names})


def _given(situation: Situation, name: str) -> int | None:
    return situation.integer(name) if name in situation.names else None


def _number(check: Check, situation: Situation) -> int | None:
    """The target number; None where the opponent or the game master sets it."""
    if "number" in situation.names:
        return situation.integer("number")
    against = check.against
    if against is None or isinstance(against.difficulty, str):
        return None
    # Where it is needed and has no value, what asks for it says so.
    with suppress(Unworkable):
        if against.number is not None:
            return against.number(situation)
        if against.difficulty is not None:
            return against.difficulty(situation).entry.number
    return None


# Effects and facts as a pack would write them, on one line.


WORDS = {True: "true", False: "false", None: "unknown"}


def effect_text(effect: Effect) -> str:
    """Write an effect: `{roll: damage, by: 2D, to: target}`, the verb first."""
    verb = next(iter(type(effect).__annotations__))
    fields = {verb: getattr(effect, verb), **vars(effect)}
    pairs = [f"{key_of(name)}: {text_of(value)}" for name, value in fields.items()]
    return f"{{{', '.join(pairs)}}}"


def text_of(value: object) -> str:
    """Write a value of an effect or a fact, or facts: `number: 15, skipped: true`.

    References leave out the kind.
    """
    match value:
        case bool() | None:
            return WORDS[value]
        case Ref():
            return value.id.partition(".")[2]
        case Modifier():
            return str(value).removeprefix("+")
        case tuple():
            items = cast("tuple[object, ...]", value)
            texts = [text_of(item) for item in items]
            return texts[0] if len(texts) == 1 else f"[{', '.join(texts)}]"
        case Effect():
            return effect_text(value)
        case Facts():
            facts = vars(value).items()
            return ", ".join(f"{key_of(name)}: {text_of(fact)}" for name, fact in facts)
        case _:
            return str(value)


# Comparing with what is expected.


class Difference(Record):
    """Where an example gives something else than it expects, both as packs write them."""

    expected: str
    found: str


def worked_out(example: Example, rules: Rules) -> FormulaValue:
    """Evaluate the formula of an example. Raises Unworkable where it has no value."""
    if example.that is None:
        raise Unworkable("this example works nothing out")
    situation = Situation(rules, character=ExampleCharacter(rules, example.given))
    return cast("FormulaValue", example.that(situation))


def differences(example: Example, rules: Rules) -> tuple[Difference, ...]:
    """Run an example and compare: all that it expects must come of it, and no other effects.

    Only fields that the example writes are compared. Raises Unworkable where something is needed
    that is not given.
    """
    expected = _expected(example)
    facts, situation = _outcome(example, expected, rules)
    wanted = all_settled(expected.effects or (), situation)
    return (
        *_other_facts(facts, expected),
        *other_effects(facts.effects or (), wanted),
    )


def outcome(example: Example, rules: Rules) -> Facts:
    """Run an example, and give all that comes of it; effects only where it expects some.

    Raises Unworkable where something is needed that is not given.
    """
    return _outcome(example, _expected(example), rules)[0]


def _outcome(
    example: Example, expected: Facts, rules: Rules
) -> tuple[Facts, Situation]:
    run = run_of(example, rules)
    facts, situation = facts_of(run)
    if expected.effects is None:
        return facts, situation
    return with_effects(run, facts, situation), situation


def _expected(example: Example) -> Facts:
    match example.expect:
        case Facts():
            return example.expect
        case tuple():
            return Facts(effects=example.expect)
        case _:
            raise Unworkable("this example expects neither effects nor facts")


def _other_facts(facts: Facts, expected: Facts) -> Iterator[Difference]:
    for name, value in vars(expected).items():
        known: object = getattr(facts, name)
        if name != "effects" and known != value:
            yield Difference(
                expected=f"{name}: {text_of(value)}", found=f"{name}: {text_of(known)}"
            )


def other_effects(
    found: Sequence[Effect], expected: Sequence[Effect]
) -> Iterator[Difference]:
    """Where effects are not as expected, one by one and in order."""
    for effect, wanted in zip_longest(found, expected):
        if effect is None or wanted is None or not _is_like(effect, wanted):
            yield Difference(
                expected="nothing" if wanted is None else effect_text(wanted),
                found="nothing" if effect is None else effect_text(effect),
            )


def _is_like(found: object, wanted: object) -> bool:
    """Whether an effect has all the fields of another, also in the branches of a choice."""
    if isinstance(wanted, Effect):
        if type(found) is not type(wanted):
            return False
        return all(
            _is_like(getattr(found, name, None), value)
            for name, value in vars(wanted).items()
        )
    if isinstance(wanted, tuple) and isinstance(found, tuple):
        both = cast("tuple[object, ...]", found), cast("tuple[object, ...]", wanted)
        return len(both[0]) == len(both[1]) and all(map(_is_like, *both))
    return found == wanted
