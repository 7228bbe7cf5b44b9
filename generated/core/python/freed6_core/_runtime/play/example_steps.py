"""Examples with steps: characters act one after the other, with fixed dice.

Each step states who does what, which faces the dice show, and what is expected after it. Authors
call these examples situations. An example whose steps are told as prose is a story. The checks of
the compiler and the tests of generated packages both call `step_differences`.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from ..entries.actions import Action, Menu, Points, Rule, Scene
from ..entries.notes import Example, ExampleStep, RollFacts, StepFacts
from ..entries.tables import Condition, Track
from ..entries.world import Ability, Hook
from ..record import Entry, FormulaError, RulesError
from ..situation import Situation, note
from .actions import act, spend_ranks, test_track
from .actor import Actor, CharacterError, actor_of
from .checks import CheckResult, prepared_pool
from .effects import apply_condition, follow
from .examples import Difference, effect_differences, text_of
from .execution import Choices, Purchase, Transaction
from .pending_actions import PendingAction, start_action
from .points import earn, lose, spend, spend_on
from .state import Checked, Outcome, RefusedError, entry_id, find
from .time import end_period, start_period, turn_order

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ..dice.table import Randomness
    from ..entries.dice import ChooseOne
    from ..entries.notes import Bought, Person
    from ..situation import Rules


TELLABLE: Final = ("pool", "dice", "number", "total", "margin", "rank")
"""The facts of a roll that the prose of a step can use as placeholders."""


class WrongDiceError(RulesError):
    """In a step, the rules roll a die that lacks the next face in the example."""


class GivenDice:
    """Dice that show the given faces, one after the other.

    `missing` is the number of dice that are rolled afterward, so that an author can be told about
    all of them at once.
    """

    def __init__(self, faces: Sequence[int]) -> None:
        self.left = list(faces)
        self.missing = 0

    def randrange(self, stop: int, /) -> int:
        """Return the next face, counted from 0.

        Raises WrongDiceError if a die with `stop` sides does not have it.
        """
        if not self.left:
            self.missing += 1
            return self.missing % stop
        face = self.left.pop(0)
        if not 1 <= face <= stop:
            raise WrongDiceError(f"a d{stop}, which has no face {face}")
        return face - 1


class StepDifference(Difference):
    """A difference in a step; `step` counts from 0."""

    step: int


def step_differences(example: Example, rules: Rules) -> tuple[StepDifference, ...]:
    """Play the steps, and return the differences of the first step that has any.

    Later steps depend on that one, so they are not played. Raises FormulaError if a step is
    incomplete, or names a character that the example does not have.
    """
    for number, (_, differences) in enumerate(play_steps(example, rules)):
        if differences:
            return tuple(
                StepDifference(step=number, **vars(difference))
                for difference in differences
            )
    return ()


def play_steps(
    example: Example, rules: Rules
) -> Iterator[tuple[_Table, tuple[Difference, ...]]]:
    """Play the steps lazily, and yield the table and the differences after each."""
    table = _Table(example, rules)
    for step in example.steps:
        table.rolls = ()
        yield table, tuple(table.differences(step))


class ToldStep(NamedTuple):
    """A step of a story, and the facts for the placeholders in its prose."""

    step: ExampleStep
    facts: Mapping[str, str]


def told_steps(example: Example, rules: Rules) -> tuple[ToldStep, ...]:
    """Play a story, and return its steps with the facts for their prose.

    The result ends before the first step with a difference, because its prose would be false.
    Raises FormulaError if a step cannot be played at all.
    """
    steps: list[ToldStep] = []
    for table, differences in play_steps(example, rules):
        if differences:
            break
        steps.append(ToldStep(example.steps[len(steps)], table.facts()))
    return tuple(steps)


def first_roll(example: Example, rules: Rules) -> CheckResult | None:
    """Return the first roll of a story, None if there is none before the first difference."""
    with suppress(FormulaError):
        for table, differences in play_steps(example, rules):
            if differences:
                break
            for checked in table.rolls:
                if checked.result is not None:
                    return checked.result
    return None


class _StepResult(NamedTuple):
    """The result of a step: its outcome, or the reason of a refusal, or an order of play."""

    outcome: Outcome = Outcome()
    refused: str = ""
    order: tuple[str, ...] = ()


class _Table:
    """The actors of an example, their open actions with the dice, and the rolls of the step."""

    def __init__(self, example: Example, rules: Rules) -> None:
        self.rules = rules
        self.people: dict[str, Actor] = {}
        self.open: dict[str, tuple[PendingAction, GivenDice]] = {}
        self.rolls: tuple[Checked, ...] = ()
        for name, person in example.people.items():
            try:
                self.people[name] = _actor_at_start(name, person, rules)
            except (CharacterError, RefusedError, WrongDiceError) as problem:
                raise FormulaError(f"{name}: {problem}") from None

    def differences(self, step: ExampleStep) -> Iterator[Difference]:
        """Play a step, and yield its differences from the expected results."""
        expected = step.expect or StepFacts()
        dice = GivenDice(step.dice)
        try:
            result = self._play_step(step, dice)
        except RefusedError as refused:
            result = _StepResult(refused=str(refused))
        except WrongDiceError as wrong:
            yield _difference("dice", step.dice or "none", str(wrong))
            return
        checks = self.rolls = result.outcome.checks
        if dice.missing:
            rolls = ", ".join(
                f"{each.what} {each.result.prepared}" for each in checks if each.result
            )
            found = f"{len(step.dice) + dice.missing} rolled ({rolls})"
            yield _difference("dice", step.dice or "none", found)
            return
        allowed = "a result"
        if result.refused and not expected.refused:
            if step.formula is not None:
                yield Difference(expected="true", found=result.refused)
                return
            yield Difference(expected=allowed, found=f"a refusal ({result.refused})")
            return
        if expected.refused and not result.refused:
            yield Difference(expected="a refusal", found=allowed)
            return
        if dice.left:
            unused = f"dice: {len(dice.left)} not rolled"
            yield Difference(expected=f"dice: {text_of(step.dice)}", found=unused)
        # Outcomes, and steps of the procedure that did something, are noted as used.
        for rolled in filter(None, (checked.result for checked in checks)):
            note(self.rules, rolled.outcome)
            for done in rolled.roll.steps:
                if not (done.idle or done.waited):
                    note(self.rules, self.rules.entry(done.step))
        yield from _roll_differences(checks[0] if checks else None, expected)
        for number, facts in enumerate(expected.then, start=1):
            checked = checks[number] if number < len(checks) else None
            name = checked.what if checked else f"roll {number + 1}"
            yield from _roll_differences(checked, facts, f"{name} ")
        if expected.effects is not None:
            effects = [
                line.effect for line in result.outcome.log if line.effect is not None
            ]
            yield from effect_differences(effects, expected.effects)
        yield from self._state_differences(expected)
        if expected.order and result.order != expected.order:
            yield _difference("order", expected.order, result.order)

    def facts(self) -> dict[str, str]:
        """Return the facts for prose after a step, as texts by the names of placeholders.

        - `total` and the other TELLABLE facts of the first roll, `then.total` of the second one,
          `then.then.total` of the third one
        - `Rick.climbing` for a rating or value, `Rick.points.fate` for points, and
          `Rick.conditions`, with a link to each
        """
        facts: dict[str, str] = {}
        for number, checked in enumerate(self.rolls):
            roll_facts = _facts_of(checked)
            result = checked.result
            if result is not None:
                faces = ("+".join(map(str, die.faces)) for die in result.roll.dice)
                roll_facts = {**roll_facts, "dice": f"[[dice: {' '.join(faces)}]]"}
            prefix = "then." * number
            for name in TELLABLE:
                if roll_facts.get(name) is not None:
                    facts[prefix + name] = str(roll_facts[name])
        for name, who in self.people.items():
            for id_ in who.ratings:
                with suppress(RefusedError):
                    facts[f"{name}.{id_.partition('.')[2]}"] = str(who.rating(id_))
            for id_, value in who.values.items():
                facts[f"{name}.{id_.partition('.')[2]}"] = str(value)
            for id_, number in who.points.items():
                facts[f"{name}.{id_}"] = str(number)
            links = [f"[[{held.condition.id}]]" for held in who.conditions]
            if links:
                facts[f"{name}.conditions"] = ", ".join(links)
        return facts

    def _state_differences(self, expected: StepFacts) -> Iterator[Difference]:
        for name, conditions in expected.conditions.items():
            actual = sorted(held.condition.id for held in self._actor(name).conditions)
            ids = sorted(condition.id for condition in conditions)
            if actual != ids:
                yield _difference(f"conditions of {name}", _keys(ids), _keys(actual))
        for name, points in expected.points.items():
            for key, number in points.items():
                id = find(self.rules, f"points.{key}", Points).id
                have = self._actor(name).points.get(id)
                if have != number:
                    yield _difference(f"{key} points of {name}", number, have)

    def _actor(self, name: str) -> Actor:
        if name not in self.people:
            raise FormulaError(
                f"unknown character '{name}'",
                f"characters here: {', '.join(self.people) or 'none'}",
            )
        return self.people[name]

    def _play_step(self, step: ExampleStep, dice: GivenDice) -> _StepResult:
        """Play a step: time passes, an order is made, a formula is tested, or an entry is run."""
        by = [self._actor(name) for name in step.by]
        everyone = tuple(self.people.values())
        if step.start is not None or step.end is not None:
            return _StepResult(self._pass_time(step, by or everyone, dice))
        if step.run is not None and isinstance(step.run.entry, Scene):
            groups = turn_order(
                step.run.entry, by or everyone, rng=dice, phase=step.phase
            )
            names = (" and ".join(who.name for who in group) for group in groups)
            return _StepResult(order=tuple(names))
        if len(by) != 1:
            raise FormulaError("this step needs one character", "add by: with one name")
        if step.formula is not None:
            if not step.formula(Situation(self.rules, {}, by[0])):
                raise RefusedError("false")
            return _StepResult()
        if step.run is None:
            raise FormulaError(
                "this step has nothing to run", "add run: with the id of an entry"
            )
        return _StepResult(self._run(step.run.entry, step, by[0], dice))

    def _pass_time(
        self, step: ExampleStep, whose: Sequence[Actor], dice: Randomness
    ) -> Outcome:
        if step.start is not None:
            log = start_period(step.start.entry, whose, dice)
        else:
            assert step.end is not None
            others = [who for who in self.people.values() if who not in whose]
            log = end_period(step.end.entry, whose, dice, others)
        return Outcome(log=log)

    def _run(
        self, entry: Entry, step: ExampleStep, actor: Actor, dice: GivenDice
    ) -> Outcome:
        """Run the entry of a step, by its kind; a rating, which has no `case`, is rolled."""
        target = self._actor(step.on) if step.on else None
        others: dict[str, Any] = {
            "ally": self._actor(step.ally) if step.ally else None,
            "opponents": [self._actor(name) for name in step.opponents],
            "rng": dice,
        }
        choices = _choices(step)
        everyone = tuple(self.people.values())
        spendings = iter(step.after_roll)  # all on the first roll

        def after(result: CheckResult) -> CheckResult:
            for spending in spendings:
                points, way, keep = spending.points.entry, spending.way, spending.keep
                result = spend_on(
                    result, points, way, actor, rng=dice, among=everyone, keep=keep
                )
            return result

        match entry:
            case Action() if step.finish:
                return self._finish(actor, step, dice)
            case Action() if step.open:
                pending = start_action(
                    entry, actor, target, choices=choices, among=everyone, **others
                )
                for spent in step.after_roll:
                    pending.spend(spent.points.entry, spent.way, keep=spent.keep)
                self.open[actor.name] = pending, dice
                return Outcome(checks=pending.checks)
            case Action():
                return act(entry, actor, target, choices=choices, after=after, **others)
            case Rule() | Hook():
                return follow(entry, actor, target, choices=choices, **others)
            case Track():
                return test_track(entry, actor, rng=dice, choices=choices)
            case Condition():
                with Transaction(actor):
                    apply_condition(actor, entry, dice)
                return Outcome()
            case Points() if step.earn:
                return earn(entry, step.earn, actor, rng=dice)
            case Points() if step.lose:
                return lose(entry, step.lose, actor, rng=dice)
            case Points():
                return spend(
                    entry, step.spend, actor, rng=dice, choices=choices, among=everyone
                )
            case Menu():
                fact = choices.given.get("rank")
                rank = fact if isinstance(fact, int) else 0
                picks = tuple(map(_purchase, step.picks))
                return spend_ranks(entry, rank, actor, target, buys=picks, **others)
            case _:
                return _roll_rating(entry, actor, choices, dice, after)

    def _finish(self, actor: Actor, step: ExampleStep, dice: GivenDice) -> Outcome:
        """Finish the open action of an actor, perhaps with another difficulty."""
        if actor.name not in self.open:
            fix = "add open: true to the step that starts it"
            raise FormulaError(f"{actor} has no open action", fix)
        pending, earlier = self.open[actor.name]
        earlier.left = dice.left
        if "difficulty" in step.given:
            pending.set_difficulty(cast("int", step.given["difficulty"]))
        outcome = pending.finish()
        dice.missing = earlier.missing
        del self.open[actor.name]
        return outcome


def _roll_rating(
    entry: Entry,
    actor: Actor,
    choices: Choices,
    dice: Randomness,
    after: Callable[[CheckResult], CheckResult],
) -> Outcome:
    """Roll a rating, against a number if one is given."""
    other, number = entry_id(choices.given.get("ability")), choices.given.get("against")
    ability = None if other is None else find(actor.rules, other, Ability)
    with Transaction(actor):
        prepared = prepared_pool(actor, entry, ability=ability, facts=choices.given)
        against = number if isinstance(number, int) else None
        result = after(prepared.roll(dice, against, choices.choose))
    return Outcome(checks=(Checked(what=entry.name, result=result),))


def _actor_at_start(name: str, person: Person, rules: Rules) -> Actor:
    """Return an actor of an example in its state at the start."""
    who = actor_of(Actor, name, whole_sheet(person), rules)
    for condition in person.conditions:
        dice = GivenDice(())
        apply_condition(who, condition.entry, dice)
        if dice.missing:
            raise WrongDiceError(f"{condition.entry.name} rolls dice at the start")
    return who


def whole_sheet(person: Person) -> Person:
    """Return a person of an example, merged with the sheet of its pregenerated character."""
    if person.character is None:
        return person
    ready = person.character.entry
    return person.but(
        player=ready.player or person.player,
        stats={**ready.stats, **person.stats},
        abilities=(*ready.abilities, *person.abilities),
        hooks=(*ready.hooks, *person.hooks),
        points={**ready.points, **person.points},
    )


def _choices(step: ExampleStep) -> Choices:
    return Choices(
        **_common_choices(step),
        resisted_by_roll=step.rolled,
        buys=tuple(map(_purchase, step.picks)),
        choose=_chooser(step.choose),
    )


def _purchase(bought: Bought) -> Purchase:
    return Purchase(pick=bought.pick.entry, **_common_choices(bought))


def _common_choices(source: ExampleStep | Bought) -> dict[str, Any]:
    """Return the choices that steps and purchases have in common."""
    condition = None if source.condition is None else source.condition.entry
    common = {key: getattr(source, key) for key in ("given", "subtract", "branch")}
    return {**common, "recipient": source.to, "condition": condition}


def _chooser(choices: Sequence[str]) -> Callable[[ChooseOne], str] | None:
    """Return a function that makes these choices, one after the other; None without any.

    After the last choice it returns an empty text, which is never one of a step's options.
    """
    remaining = iter(choices)
    return (lambda _: next(remaining, "")) if choices else None


def _roll_differences(
    checked: Checked | None, expected: RollFacts, of: str = ""
) -> Iterator[Difference]:
    """Yield the differences of a roll from the expected facts; `of` begins their names."""
    expected_facts = {
        name: value
        for name, value in vars(expected).items()
        # A StepFacts has further fields, which are compared elsewhere.
        if name in RollFacts.__annotations__ and value not in (None, "")
    }
    actual = _facts_of(checked)
    for name, value in expected_facts.items():
        if actual.get(name) != value:
            yield _difference(of + name, value, actual.get(name))


def _facts_of(checked: Checked | None) -> Mapping[str, object]:
    """Return the facts of a check by the names of RollFacts; empty without a check."""
    if checked is None:
        return {}
    number = None if checked.needed is None else checked.needed.number
    result = checked.result
    if result is None:
        return {"number": number, "skipped": True, "success": True}
    return {
        "pool": str(result.prepared),
        "number": result.target if number is None else number,
        "total": result.total,
        "margin": result.margin,
        "rank": result.rank,
        "success": result.success,
        "outcome": result.outcome.key if result.outcome else "",
        "skipped": False,
        "events": result.events,
    }


def _difference(what: str, expected: object, found: object) -> Difference:
    return Difference(
        expected=f"{what}: {text_of(expected)}", found=f"{what}: {text_of(found)}"
    )


def _keys(ids: Sequence[str]) -> tuple[str, ...]:
    """Return ids without their kind; `none` for an empty list."""
    return tuple(id.partition(".")[2] for id in ids) or ("none",)
