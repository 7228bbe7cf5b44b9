"""Where things are written, and what is written there, also under keys that were renamed since."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from freed6c.diagnostics.locate import locate
from freed6c.packs.data import Data, KeyPath, walk

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.packs.location import Address, Spot
    from freed6c.packs.pack import Merged
    from freed6c.packs.provenance import Origin


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
    def done(self) -> Iterator[tuple[KeyPath, Origin]]:
        """Everything that packs wrote and did, with its place, also where it is no more."""
        origins = self.merged.origins
        yield from origins.past
        for place, known in origins.records.items():
            for origin in known:
                if origin.operation != "stands":
                    yield place, origin

    def spot(self, address: Address) -> Spot:
        """The line and column of an address."""
        return locate(address, self.merged.sources.get(address.file, ""))

    def written(self, address: Address) -> Data | None:
        """What a pack wrote there."""
        files = (file for pack in self.merged.packs for file in pack.files)
        file = next((one for one in files if one.path == address.file), None)
        return None if file is None else walk(file.data, address.path)

    def last(self, path: KeyPath) -> Spot | None:
        """Where the value at a place is written now."""
        address = self.merged.origins.address(path)
        return None if address is None else self.spot(address)

    def as_then(self, path: KeyPath, depth: int, origin: Origin) -> KeyPath:
        """The way from a record to a place, by the keys that stood there before later renames."""
        return tuple(
            self._key_then(path[: end + 1], origin) for end in range(depth, len(path))
        )

    def _key_then(self, path: KeyPath, origin: Origin) -> str | int:
        later = (
            one
            for one in self.merged.origins.records.get(path, ())
            if one.operation == "rename"
            and self.turns[one.pack] > self.turns[origin.pack]
        )
        first = next(later, None)
        return path[-1] if first is None else str(first.before)
