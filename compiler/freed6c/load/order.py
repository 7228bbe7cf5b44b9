"""The order in which packs apply: each after all it extends or is `after`, else by their ids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.diagnostics import Diagnostic, Label
from freed6c.diagnostics.codes import loading as codes
from freed6c.load.says import says_after, says_extends

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.packs.pack import Pack


def in_order(packs: Mapping[str, Pack]) -> tuple[list[Pack], list[Diagnostic]]:
    """The packs in order; circles are reported, and broken to have some order."""
    before = {
        key: {each for each in (*pack.extends, *pack.after) if each in packs}
        for key, pack in packs.items()
    }
    ordered: list[Pack] = []
    problems: list[Diagnostic] = []
    while before:
        ready = min((key for key, left in before.items() if not left), default=None)
        if ready is None:
            circle = _circle(before)
            problems.append(_circular([packs[key] for key in circle]))
            before[circle[0]].discard(circle[1 % len(circle)])
            continue
        ordered.append(packs[ready])
        del before[ready]
        for left in before.values():
            left.discard(ready)
    return ordered, problems


def _circle(before: Mapping[str, set[str]]) -> list[str]:
    """Ids that lead from one to the next and back, the first in the alphabet first."""
    path = [min(before)]
    while (following := min(before[path[-1]])) not in path:
        path.append(following)
    circle = path[path.index(following) :]
    first = circle.index(min(circle))
    return circle[first:] + circle[:first]


def _circular(circle: list[Pack]) -> Diagnostic:
    steps = list(zip(circle, [*circle[1:], circle[0]], strict=True))
    labels = [_label(pack, other) for pack, other in steps]
    return Diagnostic(
        code=codes.CIRCULAR_PACKS,
        message=_said(steps),
        label=labels[0],
        related=tuple(labels[1:]),
        help=(
            "a pack can only apply after packs that do not apply after it; remove one line",
        ),
    )


def _said(steps: list[tuple[Pack, Pack]]) -> str:
    """`'a' extends 'b', which comes after 'a': a circle`."""
    first = steps[0][0]
    if len(steps) == 1:
        return f"'{first.id}' {_verb(first, first)} itself"
    parts = [f"{_verb(pack, other)} '{other.id}'" for pack, other in steps]
    return f"'{first.id}' {', which '.join(parts)}: a circle"


def _label(pack: Pack, other: Pack) -> Label:
    extends = other.id in pack.extends
    place = (says_extends if extends else says_after)(pack, other.id)
    return Label(place, f"'{pack.id}' {_verb(pack, other)} '{other.id}'")


def _verb(pack: Pack, other: Pack) -> str:
    return "extends" if other.id in pack.extends else "comes after"
