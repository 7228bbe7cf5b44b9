"""The order in which packs apply: each after all it extends, else by their ids."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.diagnostics import Diagnostic, Label
from freed6c.diagnostics.codes import loading as codes
from freed6c.load.gather import base_address

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.packs.pack import Pack


def in_order(packs: Mapping[str, Pack]) -> tuple[list[Pack], list[Diagnostic]]:
    """The packs in order; circles are reported, and broken to have some order."""
    bases = {
        key: {base for base in pack.extends if base in packs}
        for key, pack in packs.items()
    }
    ordered: list[Pack] = []
    problems: list[Diagnostic] = []
    while bases:
        ready = min((key for key, left in bases.items() if not left), default=None)
        if ready is None:
            circle = _circle(bases)
            problems.append(_circular([packs[key] for key in circle]))
            bases[circle[0]].discard(circle[1 % len(circle)])
            continue
        ordered.append(packs[ready])
        del bases[ready]
        for left in bases.values():
            left.discard(ready)
    return ordered, problems


def _circle(bases: Mapping[str, set[str]]) -> list[str]:
    """Ids that lead from one to the next and back, the first in the alphabet first."""
    path = [min(bases)]
    while (following := min(bases[path[-1]])) not in path:
        path.append(following)
    circle = path[path.index(following) :]
    first = circle.index(min(circle))
    return circle[first:] + circle[:first]


def _circular(circle: list[Pack]) -> Diagnostic:
    labels = [
        Label(base_address(pack, base.id), f"'{pack.id}' extends '{base.id}'")
        for pack, base in zip(circle, [*circle[1:], circle[0]], strict=True)
    ]
    names = " extends ".join(f"'{pack.id}'" for pack in [*circle, circle[0]])
    alone = len(circle) == 1
    return Diagnostic(
        code=codes.CIRCULAR_PACKS,
        message=f"'{circle[0].id}' extends itself"
        if alone
        else f"{names}, in a circle",
        label=labels[0],
        related=tuple(labels[1:]),
        help=("a pack can only extend packs that do not build on it; remove one line",),
    )
