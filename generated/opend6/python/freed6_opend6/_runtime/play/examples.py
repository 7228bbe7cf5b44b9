"""Worked examples in packs: running them, and comparing their results with the expected ones.

These examples run one entry without dice: they list facts, such as the margin of a roll, and the
facts and effects that have to follow. For examples with steps and dice, see `example_steps`. The
checks of the compiler and the tests of generated packages both call `differences`.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple, cast

from ..amounts import DieCode, FormulaPool, Modifier
from ..effects import Effect, Modify
from ..entries.actions import Action, Check, EffectRoll, Menu, Pick, Points, Rule
from ..entries.notes import Example, Facts
from ..entries.tables import Condition, Track
from ..entries.world import Hook, Value, used_together
from ..record import Entry, FormulaError, Record, Ref, key_of
from ..situation import FormulaValue, Id, Rules, Situation, procedures_of
from .effects import all_settled, settled
from .effects_in_force import with_blanks
from .state import Names, fixed_value

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from ..entries.dice import Dice


class ExampleCharacter:
    """The character of an example, with the given ratings and values. Others raise FormulaError."""

    def __init__(self, rules: Rules, given: Mapping[str, FormulaValue]) -> None:
        self._rules = rules
        self._given = given
        self.changed: set[str] = set()
        """The ids of points that previous effects of the example change."""

    def rating(self, id: str, /) -> DieCode:
        """Return a rating."""
        rating = self._given.get(id)
        if not isinstance(rating, DieCode):
            fix = f"add it under 'given': {id.partition('.')[2]}: 3D"
            raise FormulaError(f"missing rating {id}", fix)
        return rating

    def fixed(self, id: str, /) -> int:
        """Return the rating as a number for use without a roll."""
        number = fixed_value(self._rules, self.rating(id))
        if number is None:
            raise FormulaError("these rules have no fixed value for die codes")
        return number

    def roll(self, of: str | FormulaPool, _: Id | None = None, /) -> int:
        """Raise FormulaError: examples without steps have no dice."""
        raise FormulaError(f"an example without steps cannot roll {of}")

    def has(self, id: str, /) -> bool:
        """Return True if the rating or value is given."""
        return id in self._given

    def without_ability(self, id: str, /) -> DieCode:
        """Return the rating without the code of its ability."""
        total = self.rating(id)
        ratings = used_together(self._rules.entry(id))
        if not ratings:
            raise FormulaError("this does not belong to an ability")
        ability = self.rating(ratings[-1].id)
        if total < ability:
            raise FormulaError(f"{id} is less than its ability", "write the whole code")
        return total - ability

    def value(self, id: str, /) -> FormulaValue:
        """Return a given value, or else the result of its formula."""
        if id in self._given:
            return self._given[id]
        entry = self._rules.entry(id)
        formula = entry.formula or entry.default if isinstance(entry, Value) else None
        if formula is None:
            fix = f"add it under 'given': {id.partition('.')[2]}: …"
            raise FormulaError(f"missing value {id}", fix)
        return cast("FormulaValue", formula(Situation(self._rules, character=self)))

    def count_of(self, id: str, /) -> int:
        """Return the given number of points, or of actions taken."""
        if id in self.changed:
            message = f"an earlier effect changes {id}, which run does not apply"
            raise FormulaError(message, "use steps instead of run")
        count = self._given.get(id)
        if not isinstance(count, int):
            fix = f"add it under 'given': {id}: 1"
            raise FormulaError(f"missing number of {id}", fix)
        return count


class Run(NamedTuple):
    """The subject of an example.

    - `situation`: the given facts.
    - `check`: the check that is made; None without one.
    - `effects`: effects that happen in any case.
    - `cost`: the points or ranks that are spent; None if nothing is.
    """

    situation: Situation
    check: Check | None
    effects: tuple[Effect, ...] = ()
    cost: int | None = None


def run_of(example: Example, rules: Rules) -> Run:
    """Return the subject of an example. Raises FormulaError if it names nothing that can be run."""
    if example.run is None:
        raise FormulaError("this example has nothing to run")
    entry: Entry = example.run.entry
    names: Names = example.given
    if isinstance(entry, Action | Rule):
        # Optional questions of the entry are blank unless they are answered.
        names = with_blanks(entry.inputs, names)
    situation = Situation(rules, names, ExampleCharacter(rules, example.given))
    match entry:
        case Action() | EffectRoll():
            effects = entry.effects if isinstance(entry, Action) else ()
            return Run(situation, entry.check, effects)
        case Track():
            return _test_run(entry, situation)
        case Points():
            return _spending_run(entry, example.spend, situation)
        case Menu():
            return _purchase_run(entry, example.picks, situation)
        case Pick():
            return Run(situation, None, entry.effects, max(0, entry.cost(situation)))
        case Rule() | Condition() | Hook():
            return Run(situation, None, entry.effects)
        case _:
            raise FormulaError(f"{entry.id} cannot be run")


def check_procedure(check: Check, rules: Rules) -> Dice | None:
    """Return the procedure of a check, or of its first rating, or else the default one."""
    ratings = [rated.entry for rated in check.with_ if isinstance(rated, Ref)]
    return next(iter(procedures_of(rules, check, ratings)), rules.procedure)


def _test_run(track: Track, situation: Situation) -> Run:
    """Return the test of a track for the condition that is given as `this`.

    Its formulas read the rank of that condition as `step`.
    """
    if track.test is None:
        raise FormulaError(f"{track.id} has no test", "run one of its conditions")
    if "this" not in situation.names:
        fix = f"add it under 'given': this: {track.conditions[0].key}"
        raise FormulaError("missing condition of the test", fix)
    step = situation.place(situation.entry("this"))
    return Run(situation.knowing({"step": step}), track.test)


def _spending_run(points: Points, way: str, situation: Situation) -> Run:
    if way not in points.spend:
        raise FormulaError(
            f"{points.id} cannot be spent on '{way}'"
            if way
            else f"missing way to spend {points.id}",
            f"add spend: with one of {', '.join(points.spend)}",
        )
    spending = points.spend[way]
    return Run(situation, None, spending.effects, max(0, spending.cost(situation)))


def _purchase_run(menu: Menu, picks: Sequence[Ref[Pick]], situation: Situation) -> Run:
    """Return the purchases. Raises FormulaError if they are not on the menu, or exceed a limit."""
    bought = [ref.entry for ref in picks]
    if not bought:
        raise FormulaError("missing picks to buy", "add picks: with a list of picks")
    for pick in bought:
        if pick not in menu.picks:
            raise FormulaError(
                f"{pick.id} is not on {menu.id}", "use a pick of that menu"
            )
        limit = None if pick.limit is None else pick.limit(situation)
        if limit is not None and bought.count(pick) > limit:
            raise FormulaError(
                f"{pick.id} is bought too often; the limit is {limit}",
                "remove one of them",
            )
    cost = sum(max(0, pick.cost(situation)) for pick in bought)
    if "rank" in situation.names and cost > situation.integer("rank"):
        raise FormulaError(
            f"the picks cost {cost} ranks, which is more than there are",
            "remove picks, or increase the rank",
        )
    effects = tuple(effect for pick in bought for effect in pick.effects)
    return Run(situation, None, effects, cost)


# Running: the facts of a check and its effects.


def facts_of(run: Run) -> tuple[Facts, Situation]:
    """Return the facts of a check before its effects, and a situation with these facts.

    Missing facts are calculated from the given ones: with the target number 10, a total of 13 has a
    margin of 3, and the other way round. Those that do not follow are None. A check without a
    target succeeds, and its margin is the total.
    """
    if run.check is None:
        return Facts(cost=run.cost), run.situation
    number = _number(run.check, run.situation)
    situation = _with_names(run.situation, number=number)
    has_no_target = run.check.against is None and number is None
    skipped = None
    if run.check.skip_if is not None:
        # If a result is given, a roll was needed.
        rolled = situation.names.keys() & {"margin", "total", "rank"}
        skipped = not rolled and run.check.skip_if(situation)
    margin, total = _integer(situation, "margin"), _integer(situation, "total")
    if skipped:
        margin = 0
    elif margin is None and total is not None and number is not None:
        margin = total - number
    elif margin is None and has_no_target:
        margin = total
    procedure = check_procedure(run.check, situation.rules)
    rank = _integer(situation, "rank")
    if rank is None and margin is not None and procedure and procedure.ranks:
        rank = procedure.rank_of(margin)
    # Only successes have ranks, so a check with a rank succeeds.
    success = None if rank is None else True
    if margin is not None:
        succeeds = procedure.succeeds(margin) if procedure else margin >= 0
        success = has_no_target or succeeds
    # The total that follows from the margin. A given total takes precedence (`_with_names`).
    if margin is None:
        total = None
    elif not has_no_target:
        total = None if number is None else number + margin
    outcome = None
    if procedure is not None and margin is not None and not skipped:
        if total is not None or not any(o.total for o in procedure.outcomes):
            against_margin = None if has_no_target else margin
            outcome = procedure.outcome_of(total or 0, against_margin, ())
        success = success if outcome is None else outcome.success
    facts = Facts(
        number=number,
        margin=margin,
        rank=rank,
        success=success,
        outcome=outcome.key if outcome else "",
        skipped=skipped,
    )
    return facts, _with_names(situation, margin=margin, rank=rank, total=total)


def with_effects(run: Run, facts: Facts, situation: Situation) -> Facts:
    """Return the facts with the effects that happen. Raises FormulaError if success is unknown."""
    check, effects = run.check, run.effects
    if check is not None:
        if facts.success is None:
            fact = "total: 10" if check.against is None else "margin: 0"
            fix = f"add it under 'given': {fact}"
            raise FormulaError("missing result of the check", fix)
        procedure = check_procedure(check, situation.rules)
        outcomes = procedure.outcomes if procedure else ()
        outcome = next((o for o in outcomes if o.key == facts.outcome), None)
        effects = (*check.effects_of(outcome, success=facts.success), *effects)
    character = cast("ExampleCharacter", situation.character)
    settled_effects: list[Effect] = []
    for effect in effects:
        plain_effects = settled(effect, situation)
        settled_effects += plain_effects
        character.changed.update(
            str(plain.modify)
            for plain in plain_effects
            if isinstance(plain, Modify) and set(plain.to) <= {"self"}
        )
    return facts.but(effects=tuple(settled_effects))


def _with_names(situation: Situation, **facts: int | None) -> Situation:
    """Return a situation with more names. If a name is already there, its value stays."""
    names = {name: value for name, value in facts.items() if value is not None}
    return situation.knowing({**names, **situation.names})


def _integer(situation: Situation, name: str) -> int | None:
    return situation.integer(name) if name in situation.names else None


def _number(check: Check, situation: Situation) -> int | None:
    """Return the target number; None if the opponent or the game master sets it."""
    if "number" in situation.names:
        return situation.integer("number")
    against = check.against
    if against is None or isinstance(against.difficulty, str):
        return None
    # If a formula needs the number and it has no value, that formula raises the error.
    with suppress(FormulaError):
        if against.number is not None:
            return against.number(situation)
        if against.difficulty is not None:
            return against.difficulty(situation).entry.number
    return None


# Effects and facts in the notation of packs, on one line.


WORDS = {True: "true", False: "false", None: "unknown"}


def effect_text(effect: Effect) -> str:
    """Return an effect in the notation of packs, verb first: `{roll: damage, to: target}`."""
    verb = next(iter(type(effect).__annotations__))  # the first field of its class
    fields = {verb: getattr(effect, verb), **vars(effect)}
    pairs = [f"{key_of(name)}: {text_of(value)}" for name, value in fields.items()]
    return f"{{{', '.join(pairs)}}}"


def text_of(value: object) -> str:
    """Return a value or facts in the notation of packs: `number: 15, skipped: true`.

    References are written without their kind: `climbing` for `skill.climbing`.
    """
    match value:
        case bool() | None:
            return WORDS[value]
        case Ref():
            return value.id.partition(".")[2]
        case Modifier():
            return str(value).removeprefix("+")
        case tuple():
            texts = [text_of(item) for item in cast("tuple[object, ...]", value)]
            return texts[0] if len(texts) == 1 else f"[{', '.join(texts)}]"
        case Effect():
            return effect_text(value)
        case Facts():
            facts = vars(value).items()
            return ", ".join(f"{key_of(name)}: {text_of(fact)}" for name, fact in facts)
        case _:
            return str(value)


# Comparison with the expected results.


class Difference(Record):
    """A difference between the expected and the actual result, in the notation of packs."""

    expected: str
    found: str


def worked_out(example: Example, rules: Rules) -> FormulaValue:
    """Evaluate the formula of an example. Raises FormulaError if it has no value."""
    if example.formula is None:
        raise FormulaError("this example has no formula")
    situation = Situation(rules, character=ExampleCharacter(rules, example.given))
    return cast("FormulaValue", example.formula(situation))


def differences(example: Example, rules: Rules) -> tuple[Difference, ...]:
    """Run an example, and return its differences from the expected facts and effects.

    Only fields that the example sets are compared. Raises FormulaError if the example lacks a fact
    that is needed.
    """
    expected = _expected_facts(example)
    facts, situation = _actual_facts(example, expected, rules)
    expected_effects = all_settled(expected.effects or (), situation)
    return (
        *_fact_differences(facts, expected),
        *effect_differences(facts.effects or (), expected_effects),
    )


def outcome(example: Example, rules: Rules) -> Facts:
    """Run an example, and return its facts, with effects if it expects any.

    Raises FormulaError if the example lacks a fact that is needed.
    """
    return _actual_facts(example, _expected_facts(example), rules)[0]


def _actual_facts(
    example: Example, expected: Facts, rules: Rules
) -> tuple[Facts, Situation]:
    run = run_of(example, rules)
    facts, situation = facts_of(run)
    if expected.effects is None:
        return facts, situation
    return with_effects(run, facts, situation), situation


def _expected_facts(example: Example) -> Facts:
    match example.expect:
        case Facts():
            return example.expect
        case tuple():
            return Facts(effects=example.expect)
        case _:
            raise FormulaError("this example expects neither effects nor facts")


def _fact_differences(facts: Facts, expected: Facts) -> Iterator[Difference]:
    for name, value in vars(expected).items():
        actual: object = getattr(facts, name)
        if name != "effects" and actual != value:
            yield Difference(
                expected=f"{name}: {text_of(value)}", found=f"{name}: {text_of(actual)}"
            )


def effect_differences(
    actual: Sequence[Effect], expected: Sequence[Effect]
) -> Iterator[Difference]:
    """Yield the differences between effects and the expected ones, in order."""
    for effect, expectation in zip(actual, expected, strict=False):
        if not _matches(effect, expectation):
            yield Difference(
                expected=effect_text(expectation), found=effect_text(effect)
            )
    if missing := ", ".join(map(effect_text, expected[len(actual) :])):
        yield Difference(
            expected=missing, found="nothing more" if actual else "nothing"
        )
    if extra := ", ".join(map(effect_text, actual[len(expected) :])):
        yield Difference(
            expected=f"only {effect_text(expected[-1])}" if expected else "nothing",
            found=f"{extra} as well" if expected else extra,
        )


def _matches(actual: object, expected: object) -> bool:
    """Return True if an effect has all fields of the expected one, with equal values.

    It can have more. The branches of a choice are compared in the same way, one by one.
    """
    if isinstance(expected, Effect):
        if type(actual) is not type(expected):
            return False
        return all(
            _matches(getattr(actual, name, None), value)
            for name, value in vars(expected).items()
        )
    if isinstance(expected, tuple) and isinstance(actual, tuple):
        have = cast("tuple[object, ...]", actual)
        need = cast("tuple[object, ...]", expected)
        return len(have) == len(need) and all(map(_matches, have, need))
    return actual == expected
