"""A whole ruleset as plain data: what the overlay stage hands to the link stage."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from freed6c.packs.data import walk

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.packs.address import Address
    from freed6c.packs.data import Data, Path
    from freed6c.packs.origins import Origins
    from freed6c.packs.pack import Pack


@dataclass(frozen=True, slots=True)
class Instead:
    """What stands for an id that is no more, and which pack says so.

    An entry that was `renamed` is still there; in place of one that was removed stands another.
    """

    id: str
    pack: str
    renamed: bool


@dataclass(frozen=True, slots=True)
class Removed:
    """An entry that a pack took away: what it was, which pack did it, and where that is written.

    `instead` is the id of what is used in its place, empty where nothing is.
    """

    id: str
    body: Data | None
    pack: str
    address: Address
    instead: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Merged:
    """The tree of all entries under the top keys of packs, and where each came from.

    `packs` are in the order in which they were applied; the first is the base of the game.
    `instead` leads from ids that are no more to those that stand for them; `gone` are those that
    were taken away.
    """

    packs: tuple[Pack, ...]
    tree: dict[str, Data]
    origins: Origins
    instead: Mapping[str, Instead]
    gone: Mapping[str, Removed]

    def at(self, path: Path) -> Data:
        """The value at a path that exists."""
        found = walk(self.tree, path)
        assert found is not None, path
        return found

    @property
    def sources(self) -> Mapping[str, str]:
        """The text of every file by its path, for messages that show lines."""
        return {file.path: file.text for pack in self.packs for file in pack.files}
