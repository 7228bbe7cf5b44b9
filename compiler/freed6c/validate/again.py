"""Entries that an overlay touched, checked again as a whole.

The problem stands at the overlay's line; the line it replaced stands beside it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from freed6c.diagnostics import Label
from freed6c.packs.data import walk
from freed6c.packs.kinds import TOP
from freed6c.validate.explain import explain
from freed6c.validate.schemas import faults
from freed6c.validate.things import thing_at

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.diagnostics import Diagnostic
    from freed6c.packs.address import Address
    from freed6c.packs.data import Path
    from freed6c.packs.merged import Merged
    from freed6c.validate.schemas import Fault


def validate_touched(merged: Merged) -> list[Diagnostic]:
    """What is wrong with entries as they are after all operations."""
    return [problem for path in _touched(merged) for problem in _check(merged, path)]


def _touched(merged: Merged) -> list[Path]:
    """The top-level entries with an operation somewhere inside, in the order of the ruleset."""
    touched = dict.fromkeys(
        path[: 1 if TOP[str(path[0])].single else 2]
        for path, origins in merged.origins.records.items()
        if any(origin.changes for origin in origins)
    )
    return [path for path in touched if walk(merged.tree, path) is not None]


def _check(merged: Merged, path: Path) -> Iterator[Diagnostic]:
    kind = TOP[str(path[0])]
    for fault in faults(f"entries/{kind.name}", merged.at(path)):
        place = _place(merged, path, fault)
        if place is not None:
            problem = explain(fault, thing_at(kind, fault.holder), place)
            yield replace(problem, related=_written(merged, (*path, *fault.path)))


def _place(merged: Merged, path: Path, fault: Fault) -> Address | None:
    """Where the fault is written; what is missing, where it was taken away."""
    taken = (*path, *fault.path, fault.key)
    if fault.rule == "required" and merged.origins.records.get(taken):
        return merged.origins.address(taken)
    return merged.origins.address((*path, *fault.path))


def _written(merged: Merged, path: Path) -> tuple[Label, ...]:
    first = merged.origins.first(path)
    if first is None or first == merged.origins.address(path):
        return ()
    pack = merged.origins.chain(path)[0].pack
    return (Label(first.key(), f"written in {pack}"),)
