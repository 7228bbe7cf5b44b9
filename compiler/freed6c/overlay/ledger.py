"""The ruleset while it grows: its tree, and a record for everything that is done to it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from freed6c.packs.data import walk
from freed6c.packs.origins import Origin, Origins

if TYPE_CHECKING:
    from freed6c.diagnostics import Diagnostic
    from freed6c.packs.data import Data, Path


@dataclass(slots=True)
class Ledger:
    """What the stage works on. Packs are never changed: what is touched is copied first."""

    tree: dict[str, Data] = field(default_factory=dict)
    records: dict[Path, tuple[Origin, ...]] = field(default_factory=dict)
    problems: list[Diagnostic] = field(default_factory=list)

    def origins(self) -> Origins:
        """All records so far."""
        return Origins(dict(self.records))

    def get(self, path: Path) -> Data | None:
        """The value at a path, or None."""
        return walk(self.tree, path)

    def put(self, path: Path, value: Data, origin: Origin) -> None:
        """Set the value at a path, whose parent exists, and record who did it.

        Records of what stood below are dropped: that text is gone.
        """
        self.tree = _with(self.tree, path, value)
        depth = len(path)
        self.records = {
            place: origins
            for place, origins in self.records.items()
            if not (len(place) > depth and place[:depth] == path)
        }
        self.records[path] = (*self.records.get(path, ()), origin)

    def add(self, path: Path, value: Data, origin: Origin) -> None:
        """Put a whole new entry of a top section, which may be new itself."""
        section = self.tree.setdefault(str(path[0]), {})
        assert isinstance(section, dict)
        section[str(path[1])] = value
        self.records[path] = (origin,)


def _with(tree: dict[str, Data], path: Path, value: Data) -> dict[str, Data]:
    """A copy of the tree along a path, with one value replaced."""
    step, *rest = path
    below = tree.get(str(step))
    if not rest:
        return {**tree, str(step): value}
    assert isinstance(below, dict)
    return {**tree, str(step): _with(below, tuple(rest), value)}
