"""Parsed files of packs, so that only files with new content are parsed again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from freed6c.cache import keep, recall
from freed6c.cache.disk import Disk, digest

if TYPE_CHECKING:
    from pathlib import Path

    from freed6c.packs.data import Data


class ParsedFiles:
    """The parsed files of a folder that had no problems, by their bytes.

    Results depend only on the bytes, so they need no answers of a disk.
    """

    def __init__(self, folder: Path) -> None:
        self._purpose = "parsed", str(folder)
        stored = cast("Any", recall(self._purpose, Disk()))
        self._stored: dict[bytes, dict[str, Data]] = stored or {}
        self._current: dict[bytes, dict[str, Data]] = {}

    def get(self, raw: bytes) -> dict[str, Data] | None:
        """Return the data of these bytes, if they were parsed before."""
        data = self._stored.get(digest(raw))
        if data is not None:
            self.add(raw, data)
        return data

    def add(self, raw: bytes, data: dict[str, Data]) -> None:
        """Add the data of a parsed file."""
        self._current[digest(raw)] = data

    def keep(self) -> None:
        """Store the current results, if there are new ones."""
        if self._current.keys() != self._stored.keys():
            keep(self._purpose, Disk(), self._current)
