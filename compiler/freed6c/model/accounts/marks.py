"""Where things are written, and what is written there, also under keys that were renamed since."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from freed6c.diagnostics.places import locate
from freed6c.packs.data import walk
from freed6c.packs.origins import UNMOVED

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.packs.address import Address, Spot
    from freed6c.packs.data import Data, Path
    from freed6c.packs.merged import Merged
    from freed6c.packs.origins import Origin


@dataclass(frozen=True, slots=True)
class Marks:
    """Looks up lines of files, and what is written in them. `turns` says when each pack applied."""

    merged: Merged
    turns: Mapping[str, int]

    @classmethod
    def of(cls, merged: Merged) -> Marks:
        """Those of a ruleset."""
        return cls(merged, {pack.id: turn for turn, pack in enumerate(merged.packs)})

    @property
    def records(self) -> Mapping[Path, tuple[Origin, ...]]:
        """Everything that was done, by place."""
        return self.merged.origins.records

    def spot(self, address: Address) -> Spot:
        """The line and column of an address."""
        return locate(address, self.merged.sources.get(address.file, ""))

    def written(self, address: Address) -> Data | None:
        """What a pack wrote there."""
        files = (file for pack in self.merged.packs for file in pack.files)
        file = next((one for one in files if one.path == address.file), None)
        return None if file is None else walk(file.data, address.path)

    def last(self, path: Path) -> Spot | None:
        """Where the value at a place is written now."""
        for depth in range(len(path), -1, -1):
            for origin in reversed(self.records.get(path[:depth], ())):
                if origin.operation not in UNMOVED:
                    inside = self.as_then(path, depth, origin)
                    return self.spot(origin.address.at(*inside))
        return None

    def as_then(self, path: Path, depth: int, origin: Origin) -> Path:
        """The way from a record to a place, by the keys that stood there before later renames."""
        return tuple(
            self._key_then(path[: end + 1], origin) for end in range(depth, len(path))
        )

    def _key_then(self, path: Path, origin: Origin) -> str | int:
        later = (
            one
            for one in self.records.get(path, ())
            if one.operation == "rename"
            and self.turns[one.pack] > self.turns[origin.pack]
        )
        first = next(later, None)
        return path[-1] if first is None else str(first.before)
