"""What the files of a pack were parsed to: only those with other bytes are parsed again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from freed6c.cache import keep, recall
from freed6c.cache.disk import Disk, digest

if TYPE_CHECKING:
    from pathlib import Path

    from freed6c.packs.data import Data


class ParsedFiles:
    """The files of a folder that nothing was wrong with, by their bytes.

    They depend on these alone, so nothing is asked of the disk.
    """

    def __init__(self, folder: Path) -> None:
        self._purpose = "parsed", str(folder)
        known = cast("Any", recall(self._purpose, Disk()))
        self._known: dict[bytes, dict[str, Data]] = known or {}
        self._now: dict[bytes, dict[str, Data]] = {}

    def get(self, raw: bytes) -> dict[str, Data] | None:
        """Return what these bytes were parsed to, if that is known."""
        data = self._known.get(digest(raw))
        if data is not None:
            self.add(raw, data)
        return data

    def add(self, raw: bytes, data: dict[str, Data]) -> None:
        """Note what a file was parsed to."""
        self._now[digest(raw)] = data

    def keep(self) -> None:
        """Keep what there is now, if anything is new."""
        if self._now.keys() != self._known.keys():
            keep(self._purpose, Disk(), self._now)
