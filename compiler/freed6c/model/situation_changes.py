"""Changes of situations, to find steps that test nothing.

Each change drops a step, exchanges two steps, lets another character act or be the target, or
moves or removes a fact, a die or something that a character has. A step that has the expected
results after every change cannot fail.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from freed6c.formula.scope import BadFormulaError
from freed6c.model.example_runs import metered
from freed6c.packs.limits import Budget, TooMuchWork
from freed6c.runtime.amounts import DieCode, Quantity
from freed6c.runtime.entries.actions import Scene
from freed6c.runtime.play.example_steps import play_steps
from freed6c.runtime.record import FormulaError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.entries.notes import Example, ExampleStep, Person


def unfailing_steps(ruleset: Ruleset, example: Example) -> tuple[int, ...]:
    """Return the positions, from 0, of the steps of a situation that cannot fail.

    A step that expects nothing can also be there for the others: it is not returned if any of them
    fails without it or after a change of it. Starts and ends of periods that expect nothing,
    formulas and turn orders are left out: they don't have to depend on what characters do.
    """
    steps = example.steps
    numbers = tuple(range(len(steps)))
    left = {n for n in numbers if _is_listed(steps[n])}
    for n in numbers:
        others = numbers[:n] + numbers[n + 1 :]
        failing = _failing(ruleset, example.but(steps=[steps[m] for m in others]))
        left -= {others[m] for m in failing}
        if failing and steps[n].expect is None:
            left.discard(n)
    for n in numbers[1:]:
        order = (*numbers[: n - 1], n, n - 1, *numbers[n + 1 :])
        failing = _failing(ruleset, example.but(steps=[steps[m] for m in order]))
        left -= {order[m] for m in failing}
    for changed in _changed_people(example) if left else ():
        left -= _failing(ruleset, changed)
    for n in sorted(left):
        for step in _changed_steps(steps[n], example):
            changed = example.but(steps=(*steps[:n], step, *steps[n + 1 :]))
            failing = _failing(ruleset, changed)
            left -= failing
            if failing and steps[n].expect is None:
                left.discard(n)
    return tuple(sorted(left))


def _is_listed(step: ExampleStep) -> bool:
    entry = None if step.run is None else step.run.entry
    return not isinstance(entry, Scene) and bool(entry or step.expect)


def _failing(ruleset: Ruleset, example: Example) -> set[int]:
    """Return the positions of the steps with differences, up to one that cannot be played."""
    failing = set()
    try:
        for n, (_, differences) in enumerate(
            play_steps(example, metered(ruleset, Budget()))
        ):
            if differences:
                failing.add(n)
    except (BadFormulaError, FormulaError, TooMuchWork, RecursionError):
        pass
    return failing


def _changed_steps(step: ExampleStep, example: Example) -> Iterator[ExampleStep]:
    """Yield a step with other characters, facts or faces, another period, or a purchase less.

    Other facts are also those of a step that runs the same entry.
    """
    refused = step.expect is not None and step.expect.refused
    for name in (name for name in example.people if name not in step.by):
        changes: dict[str, Any] = {"on": name, "ally": name, "opponents": (name,)}
        yield from (
            step.but(**{field: after})
            for field, after in changes.items()
            if refused or getattr(step, field)
        )
        if step.by:
            yield step.but(by=(name,))
    if step.end is not None:
        yield from (step.but(end=other.end) for other in example.steps if other.end)
    others = (other.given for other in example.steps if other.run == step.run)
    yield from (step.but(given=given) for given in (*_moved(step.given), *others))
    if step.dice:
        face = step.dice[0]
        yield step.but(dice=(face - 1 if face > 1 else face + 1, *step.dice[1:]))
    if step.picks:
        yield step.but(picks=step.picks[:-1])


HELD: Final = ("abilities", "hooks", "conditions")
"""What a character of a situation has, as lists."""


def _changed_people(example: Example) -> Iterator[Example]:
    """Yield a situation with one thing of one character changed or removed."""
    for name, person in example.people.items():
        for changed in _changed_person(person):
            yield example.but(people={**example.people, name: changed})


def _changed_person(person: Person) -> Iterator[Person]:
    yield person.but(player=not person.player)
    for field in ("stats", "points"):
        things = getattr(person, field)
        without = ({k: things[k] for k in things if k != key} for key in things)
        for changed in (*without, *_moved(things)):
            yield person.but(**{field: changed})
    for field in HELD:
        for thing in getattr(person, field):
            rest = tuple(held for held in getattr(person, field) if held is not thing)
            yield person.but(**{field: rest})


def _moved(facts: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the facts with one of them a step higher or lower, or the opposite."""
    for key, fact in facts.items():
        match fact:
            case bool():
                moved: tuple[Any, ...] = (not fact,)
            case int():
                moved = (fact + 1, fact - 1)
            case DieCode():
                moved = (type(fact)(fact.dice + 1, fact.pips),)
            case Quantity():
                moved = tuple(fact.but(amount=fact.amount + by) for by in (1, -1))
            case _:
                moved = ()
        yield from ({**facts, key: after} for after in moved)
