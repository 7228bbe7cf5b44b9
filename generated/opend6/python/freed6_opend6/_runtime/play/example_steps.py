"""Examples in which people act step by step, with dice given face by face: situations, for authors.

The checks of the compiler and the tests of generated packages both call `step_differences`.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ..entries.actions import Action, Menu, Points, Rule, Scene
from ..entries.notes import Example, ExampleStep, RollFacts, StepFacts
from ..entries.tables import Condition, Track
from ..entries.world import Ability, Hook
from ..record import Entry, RulesError, Unworkable
from ..situation import Situation, note
from .actions import act, buy, test_track
from .being import Being, DoesNotFit, being_of
from .checks import Result, attempt
from .effects import follow, suffer
from .examples import Difference, other_effects, text_of
from .execution import Buying, Choices, Transaction
from .points import earn, lose, spend, spend_on
from .state import Checked, Outcome, Refused, entry_id, find
from .time import end, order, start

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from ..dice.table import Randomness
    from ..entries.dice import ChooseOne
    from ..entries.notes import Bought, Person
    from ..situation import Rules


TELLABLE: Final = ("pool", "dice", "number", "total", "margin", "rank")
"""What steps can tell of a roll."""


class WrongDice(RulesError):  # noqa: N818
    """The dice that a step gives are not those that are rolled."""


class GivenDice:
    """Dice that fall as they are told, one face after the other."""

    def __init__(self, faces: Sequence[int]) -> None:
        self.left = list(faces)

    def randrange(self, stop: int, /) -> int:
        """The next face. Raises WrongDice where there is none, or the die does not have it."""
        if not self.left:
            raise WrongDice(f"dice: one more, of {stop} sides")
        face = self.left.pop(0)
        if not 1 <= face <= stop:
            raise WrongDice(f"dice: one of {stop} sides, which has no {face}")
        return face - 1


class StepDifference(Difference):
    """A difference in a step of a situation; `step` counts from 0."""

    step: int


def step_differences(example: Example, rules: Rules) -> tuple[StepDifference, ...]:
    """Play the steps, and compare what each gives with what it expects.

    What comes after a step that goes otherwise means nothing, so it ends there. Raises Unworkable
    where a step cannot be played as it is written, whatever the rules say.
    """
    for number, (_, differences) in enumerate(_played(example, rules)):
        if differences:
            return tuple(StepDifference(step=number, **vars(it)) for it in differences)
    return ()


def _played(
    example: Example, rules: Rules
) -> Iterator[tuple[_Table, tuple[Difference, ...]]]:
    """Play a step each time that one is asked for, and yield its differences."""
    table = _Table(example, rules)
    for step in example.steps:
        table.rolls = ()
        yield table, tuple(table.differences(step))


class ToldStep(NamedTuple):
    """A step of a story, and what each of its placeholders stands for, in the prose of packs."""

    step: ExampleStep
    facts: Mapping[str, str]


def told_steps(example: Example, rules: Rules) -> tuple[ToldStep, ...]:
    """Play a story, for what its words are filled with.

    Ends before a step that goes otherwise than expected: what it tells would be false. Raises
    Unworkable where a step cannot be played at all.
    """
    told: list[ToldStep] = []
    for table, differences in _played(example, rules):
        if differences:
            break
        told.append(ToldStep(example.steps[len(told)], table.facts()))
    return tuple(told)


def first_roll(example: Example, rules: Rules) -> Result | None:
    """The first roll of a story that goes as it is told; None where nothing is rolled before."""
    with suppress(Unworkable):
        for table, differences in _played(example, rules):
            if differences:
                break
            for checked in table.rolls:
                if checked.result is not None:
                    return checked.result
    return None


class _Done(NamedTuple):
    """What a step did: its outcome, or why it was refused, and an order of play."""

    outcome: Outcome = Outcome()
    refused: str = ""
    order: tuple[str, ...] = ()


class _Table:
    """The people of a situation, and what happens among them."""

    def __init__(self, example: Example, rules: Rules) -> None:
        self.rules = rules
        self.people: dict[str, Being] = {}
        self.rolls: tuple[Checked, ...] = ()
        for name, person in example.people.items():
            try:
                self.people[name] = _being(name, person, rules)
            except (DoesNotFit, Refused, WrongDice) as problem:
                raise Unworkable(f"{name}: {problem}") from None

    def differences(self, step: ExampleStep) -> Iterator[Difference]:
        """What a step gives that it does not expect."""
        expected = step.expect or StepFacts()
        dice = GivenDice(step.dice)
        try:
            done = self._do(step, dice)
        except Refused as refused:
            done = _Done(refused=str(refused))
        except WrongDice as wrong:
            rolled = f"dice: {text_of(step.dice) or 'none'}"
            yield Difference(expected=rolled, found=str(wrong))
            return
        allowed = "something that is allowed"
        if done.refused and not expected.refused:
            yield Difference(expected=allowed, found=f"a refusal ({done.refused})")
            return
        if expected.refused and not done.refused:
            yield Difference(expected="a refusal", found=allowed)
            return
        if dice.left:
            rest = f"dice: {len(dice.left)} fewer"
            yield Difference(expected=f"dice: {text_of(step.dice)}", found=rest)
        rolls = self.rolls = done.outcome.checks
        results = (checked.result for checked in rolls if checked.result is not None)
        for work in (work for result in results for work in result.roll.steps):
            if not (work.idle or work.waited):
                note(self.rules, self.rules.entry(work.step))
        yield from _other_roll(rolls[0] if rolls else None, expected)
        for number, facts in enumerate(expected.then, start=1):
            yield from _other_roll(
                rolls[number] if number < len(rolls) else None, facts
            )
        if expected.effects is not None:
            effects = [
                h.effect for h in done.outcome.happenings if h.effect is not None
            ]
            yield from other_effects(effects, expected.effects)
        yield from self._other_states(expected)
        if expected.order and done.order != expected.order:
            yield _difference("order", expected.order, done.order)

    def facts(self) -> dict[str, str]:
        """What can be told after a step: of its rolls, and of everybody."""
        facts: dict[str, str] = {}
        for number, checked in enumerate(self.rolls):
            known = _facts_of(checked)
            result = checked.result
            if result is not None:
                faces = ("+".join(map(str, die.faces)) for die in result.roll.dice)
                known = {**known, "dice": f"[[dice: {' '.join(faces)}]]"}
            prefix = "then." * number
            for name in TELLABLE:
                if known.get(name) is not None:
                    facts[prefix + name] = str(known[name])
        for name, who in self.people.items():
            for id_ in who.ratings:
                key = id_.partition(".")[2]
                with suppress(Refused):
                    facts[f"{name}.{key}"] = str(who.rating(id_))
            for id_, value in who.values.items():
                facts[f"{name}.{id_.partition('.')[2]}"] = str(value)
            for id_, number in who.points.items():
                facts[f"{name}.{id_}"] = str(number)
            held = [f"[[{held.condition.id}]]" for held in who.conditions]
            if held:
                facts[f"{name}.conditions"] = ", ".join(held)
        return facts

    def _other_states(self, expected: StepFacts) -> Iterator[Difference]:
        for name, conditions in expected.conditions.items():
            held = sorted(h.condition.id for h in self._one(name).conditions)
            wanted = sorted(condition.id for condition in conditions)
            if held != wanted:
                yield _difference(f"conditions of {name}", _short(wanted), _short(held))
        for name, points in expected.points.items():
            for key, number in points.items():
                id = find(self.rules, f"points.{key}", Points).id
                have = self._one(name).points.get(id)
                if have != number:
                    yield _difference(f"{key} points of {name}", number, have)

    def _one(self, name: str) -> Being:
        if name not in self.people:
            raise Unworkable(
                f"there is nobody called {name or 'nothing'} here",
                f"people here: {', '.join(self.people) or 'none'}",
            )
        return self.people[name]

    def _do(self, step: ExampleStep, dice: Randomness) -> _Done:
        by = [self._one(name) for name in step.by]
        everyone = tuple(self.people.values())
        if step.start is not None or step.end is not None:
            return _Done(self._pass_time(step, by or everyone, dice))
        if step.run is not None and isinstance(step.run.entry, Scene):
            return _Done(order=self._order(step.run.entry, step, by or everyone, dice))
        if len(by) != 1:
            raise Unworkable("this is done by one alone", "write by: and who does it")
        if step.that is not None:
            if not step.that(Situation(self.rules, {}, by[0])):
                raise Refused(f"{step.that} is false")
            return _Done()
        if step.run is None:
            raise Unworkable("nothing says what is done", "write run: and what is done")
        return _Done(self._run(step.run.entry, step, by[0], dice))

    def _pass_time(
        self, step: ExampleStep, whose: Sequence[Being], dice: Randomness
    ) -> Outcome:
        if step.start is not None:
            happenings = start(step.start.entry, whose, dice)
        else:
            assert step.end is not None
            others = [who for who in self.people.values() if who not in whose]
            happenings = end(step.end.entry, whose, dice, others)
        return Outcome(happenings=happenings)

    def _order(
        self,
        scene: Scene,
        step: ExampleStep,
        people: Sequence[Being],
        dice: Randomness,
    ) -> tuple[str, ...]:
        groups = order(scene, people, rng=dice, phase=step.phase)
        return tuple(" and ".join(who.name for who in group) for group in groups)

    def _run(
        self, entry: Entry, step: ExampleStep, actor: Being, dice: Randomness
    ) -> Outcome:
        target = self._one(step.on) if step.on else None
        table: dict[str, Any] = {
            "ally": self._one(step.ally) if step.ally else None,
            "opponents": [self._one(name) for name in step.opponents],
            "rng": dice,
        }
        choices = _choices(step)
        everyone = tuple(self.people.values())

        def after(result: Result) -> Result:
            for spent in step.after_roll:
                points, way, keep = spent.points.entry, spent.way, spent.keep
                result = spend_on(
                    result, points, way, actor, rng=dice, among=everyone, keep=keep
                )
            return result

        match entry:
            case Action():
                return act(entry, actor, target, choices=choices, after=after, **table)
            case Rule() | Hook():
                return follow(entry, actor, target, choices=choices, **table)
            case Track():
                return test_track(entry, actor, rng=dice, choices=choices)
            case Condition():
                with Transaction(actor):
                    suffer(actor, entry, dice)
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
                given = choices.given.get("rank")
                rank = given if isinstance(given, int) else 0
                picks = tuple(map(_bought, step.picks))
                return buy(entry, rank, actor, target, buys=picks, **table)
            case _:
                return _plain_roll(entry, actor, choices, dice, after)


def _plain_roll(
    entry: Entry,
    actor: Being,
    choices: Choices,
    dice: Randomness,
    after: Callable[[Result], Result],
) -> Outcome:
    """Roll a rating, against a number if one is given."""
    other, number = entry_id(choices.given.get("ability")), choices.given.get("against")
    ability = None if other is None else find(actor.rules, other, Ability)
    with Transaction(actor):
        ready = attempt(actor, entry, ability=ability, facts=choices.given)
        against = number if isinstance(number, int) else None
        result = after(ready.roll(dice, against, choices.choose))
    return Outcome(checks=(Checked(what=entry.name, result=result),))


def _being(name: str, person: Person, rules: Rules) -> Being:
    """Somebody as the situation begins."""
    who = being_of(Being, name, whole_sheet(person), rules)
    for condition in person.conditions:
        suffer(who, condition.entry, GivenDice(()))
    return who


def whole_sheet(person: Person) -> Person:
    """Somebody with all that stands on the sheet of the ready character that they are."""
    if person.character is None:
        return person
    ready = person.character.entry
    return person.but(
        player=ready.player or person.player,
        given={**ready.given, **person.given},
        abilities=(*ready.abilities, *person.abilities),
        hooks=(*ready.hooks, *person.hooks),
        points={**ready.points, **person.points},
    )


def _choices(step: ExampleStep) -> Choices:
    return Choices(
        **_decided(step),
        resisted_by_roll=step.rolled,
        buys=tuple(map(_bought, step.picks)),
        choose=_chooser(step.choose),
    )


def _bought(bought: Bought) -> Buying:
    return Buying(pick=bought.pick.entry, **_decided(bought))


def _decided(by: ExampleStep | Bought) -> dict[str, Any]:
    """What steps and purchases both say of their choices."""
    condition = None if by.condition is None else by.condition.entry
    names = ("given", "minus", "one_of", "whom")
    return {**{name: getattr(by, name) for name in names}, "condition": condition}


def _chooser(choices: Sequence[str]) -> Callable[[ChooseOne], str] | None:
    """Chooses these, one after the other, in the steps that leave a choice."""
    left = list(choices)
    return (lambda _: left.pop(0) if left else "") if left else None


def _other_roll(checked: Checked | None, expected: RollFacts) -> Iterator[Difference]:
    """The facts of a roll that are not as expected."""
    wanted = {
        name: value
        for name, value in vars(expected).items()
        if name in RollFacts.__annotations__ and value not in (None, "")
    }
    known = _facts_of(checked)
    for name, value in wanted.items():
        if known.get(name) != value:
            yield _difference(name, value, known.get(name))


def _facts_of(checked: Checked | None) -> Mapping[str, object]:
    if checked is None:
        return {}
    number = None if checked.needed is None else checked.needed.number
    result = checked.result
    if result is None:
        return {"number": number, "skipped": True, "success": True}
    return {
        "pool": str(result.attempt),
        "number": result.target if number is None else number,
        "total": result.total,
        "margin": result.margin,
        "rank": result.rank,
        "success": result.success,
        "skipped": False,
        "events": result.events,
    }


def _difference(what: str, expected: object, found: object) -> Difference:
    return Difference(
        expected=f"{what}: {text_of(expected)}", found=f"{what}: {text_of(found)}"
    )


def _short(ids: Sequence[str]) -> tuple[str, ...]:
    """Ids without their kind; `none` for an empty list."""
    return tuple(id.partition(".")[2] for id in ids) or ("none",)
