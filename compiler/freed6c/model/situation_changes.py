"""Changes of situations, to find steps that test nothing.

Each change drops a step, exchanges two steps, lets another character act or be the target, or
moves or removes a fact, a die or something that a character has. A step that has the expected
results after every change cannot fail.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

from freed6c.formula.scope import BadFormulaError
from freed6c.model.example_runs import metered
from freed6c.packs.limits import Budget, TooMuchWork
from freed6c.runtime.amounts import DieCode, Quantity
from freed6c.runtime.entries.actions import Scene
from freed6c.runtime.play.example_steps import play_steps
from freed6c.runtime.record import FormulaError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.entries.notes import Example, ExampleStep, Person


def unfailing_steps(ruleset: Ruleset, example: Example) -> tuple[int, ...]:
    """Return the positions, from 0, of the steps of a situation that cannot fail.

    A step that expects nothing can also be there for the others: it is not returned if any of them
    fails without it or after a change of it. Starts and ends of periods that expect nothing,
    formulas and turn orders are left out: they don't have to depend on what characters do.
    """
    left = {n for n, step in enumerate(example.steps) if _is_listed(step)}
    for changed, order, own in _changes(example):
        if not left:
            break
        failing = {order[n] for n in _failing(ruleset, changed)}
        if own is not None and failing and example.steps[own].expect is None:
            failing.add(own)
        left -= failing
    return tuple(sorted(left))


def _is_listed(step: ExampleStep) -> bool:
    entry = None if step.run is None else step.run.entry
    return not isinstance(entry, Scene) and bool(entry or step.expect)


def _failing(ruleset: Ruleset, example: Example) -> set[int]:
    """Return the positions of the steps with differences, up to one that cannot be played."""
    failing: set[int] = set()
    played = enumerate(play_steps(example, metered(ruleset, Budget())))
    with suppress(BadFormulaError, FormulaError, TooMuchWork, RecursionError):
        failing.update(n for n, (_, differences) in played if differences)
    return failing


def _changes(example: Example) -> Iterator[tuple[Example, Sequence[int], int | None]]:
    """Yield changed situations, the former positions of their steps, and that of a changed step."""
    steps, numbers = example.steps, tuple(range(len(example.steps)))
    for n in numbers:
        others = numbers[:n] + numbers[n + 1 :]
        yield example.but(steps=[steps[m] for m in others]), others, n
    for n in numbers[1:]:
        order = (*numbers[: n - 1], n, n - 1, *numbers[n + 1 :])
        yield example.but(steps=[steps[m] for m in order]), order, None
    for name, person in example.people.items():
        for changed in _changed_person(person):
            yield example.but(people={**example.people, name: changed}), numbers, None
    for n in numbers:
        for step in _changed_steps(steps[n], example):
            yield example.but(steps=(*steps[:n], step, *steps[n + 1 :])), numbers, n


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
