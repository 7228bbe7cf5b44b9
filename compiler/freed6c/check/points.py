"""Checks of points: numbers are within their bounds, and every way to spend them is affordable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import checks as codes
from freed6c.model.internal_errors import noted
from freed6c.model.value_lookup import constant
from freed6c.runtime.amounts import Formula, Modifier
from freed6c.runtime.dice.pool import late_tokens
from freed6c.runtime.entries.actions import Points
from freed6c.runtime.entries.dice import Dice
from freed6c.runtime.entries.notes import CharacterEntry, Example
from freed6c.runtime.notation import split_token
from freed6c.runtime.play.effect_index import changes_roll
from freed6c.runtime.record import Ref

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from freed6c.diagnostics.diagnostic import Diagnostic, Label
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.effects import Effect
    from freed6c.runtime.record import Entry

BOUNDS: Final = (("min", 1), ("max", -1))
"""Settings that bound a number of points from below (1) or from above (-1)."""


def check_points(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report numbers of points beyond their bounds, and a least number above the most.

    Bounds whose formula depends on the character are not checked.
    """
    for points in noted(ruleset.of(Points)):
        fixed = _constants(ruleset, points)
        for setting in ("start", "max"):
            if setting in fixed:
                label = ruleset.label(points, setting)
                yield from _beyond(ruleset, points, setting, fixed[setting], label)
    for character in noted(ruleset.of(CharacterEntry)):
        yield from _wrong_numbers(ruleset, character.points, character, "points")
    for example in noted(ruleset.of(Example)):
        for name, person in example.people.items():
            place = ("people", name, "points")
            yield from _wrong_numbers(ruleset, person.points, example, *place)


def _wrong_numbers(
    ruleset: Ruleset, numbers: Mapping[str, int], entry: Entry, *place: str
) -> Iterator[Diagnostic]:
    """Report a character's numbers of points that are beyond their bounds.

    `numbers` has them by key; they are at `place` in the entry.
    """
    for key, number in numbers.items():
        points = ruleset.entries.get(f"points.{key}")
        if isinstance(points, Points):
            label = ruleset.label(entry, *place, key)
            yield from _beyond(ruleset, points, "number", number, label)


def _constants(ruleset: Ruleset, points: Points) -> dict[str, int]:
    """Return `start`, `min` and `max` of points if they are the same for every character."""
    constants: dict[str, int] = {"min": 0} if points.min is None else {}
    for setting in ("start", "min", "max"):
        formula = getattr(points, setting)
        number = constant(ruleset, formula) if isinstance(formula, Formula) else None
        if isinstance(number, int):
            constants[setting] = number
    return constants


def _beyond(
    ruleset: Ruleset, points: Points, setting: str, value: int, label: Label | None
) -> Iterator[Diagnostic]:
    """Report each bound that a number of points is beyond."""
    constants = _constants(ruleset, points)
    for bound, direction in BOUNDS:
        number = constants.get(bound)
        if number is None or (value - number) * direction >= 0:
            continue
        written = getattr(points, bound) is not None
        other = ruleset.label(points, bound, words=f"the {bound}") if written else None
        yield codes.POINTS_BEYOND_BOUND.at(
            label,
            related=[other],
            points=points.name,
            setting=setting,
            given=value,
            bound=bound,
            number=number,
        )


def _why_too_late(ruleset: Ruleset, effects: Iterable[Effect]) -> tuple[str, str]:
    """Return why effects are refused after a roll, and what to write; empty if they are not."""
    changes = [*filter(changes_roll, effects)]
    if not changes:
        fix = "write at: any-time, or add an effect: {modify: checks, by: 1}"
        return "does not change it", fix
    late = frozenset[str]().union(*map(late_tokens, ruleset.of(Dice)))
    for effect in changes:
        by = getattr(effect, "by", None)
        token = split_token(by.token) if isinstance(by, Modifier) else None
        if token is not None and token[0] not in late:
            fix = "write at: before-roll, or write at: [after-roll] in its step"
            return f"{token[0]} only counts before it", fix
    return "", ""


def check_costs(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report useless ways to spend points.

    They cost more than a limit allows, or come after a roll without changing it.
    """
    for points in noted(ruleset.of(Points)):
        for key, way in points.spend.items():
            why, fix = _why_too_late(ruleset, way.effects)
            if way.at == "after-roll" and why:
                yield codes.NEVER_PAID.at(
                    ruleset.label(points, "spend", key, "at"),
                    way=way.name,
                    why=f"comes after a roll, but {why}",
                    help=[fix],
                )
            for limit, place in (
                (points.limit, ("limit", "count")),
                (way.limit, ("spend", key, "limit", "count")),
            ):
                count = limit.count.text if limit else ""
                cost = constant(ruleset, way.cost)
                if limit is None or not count.isdecimal() or (cost or 0) <= int(count):
                    continue
                at = ruleset.label(points, "spend", key, "cost")
                bound = ruleset.label(points, *place, words="the limit")
                per = limit.per.entry.name if isinstance(limit.per, Ref) else "check"
                change = f"{points.id}: {{set: {{{'.'.join(place)}: {cost}}}}}"
                yield codes.NEVER_PAID.at(
                    at,
                    related=[bound],
                    way=way.name,
                    why=f"costs {cost}, but only {count} can be spent per {per}",
                    help=[
                        f"write at most {count} here",
                        f"or raise the limit: change: {{{change}}}",
                    ],
                )
