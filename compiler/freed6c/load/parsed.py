"""What the files of a pack were parsed to: only those with other bytes are parsed again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from freed6c.cache import keep, recall
from freed6c.disk import Disk, digest
from freed6c.load import decoding
from freed6c.load.files import read_file
from freed6c.packs.pack import SourceFile

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.packs.data import Data


class ParsedFiles:
    """The files of a folder that nothing was wrong with, by their bytes.

    They depend on these alone, so nothing is asked of the disk.
    """

    def __init__(self, folder: Path) -> None:
        self._purpose = _purpose(folder)
        known = cast("Any", recall(self._purpose, Disk()))
        self._known: dict[bytes, dict[str, Data]] = known or {}
        self._now: dict[bytes, dict[str, Data]] = {}

    def read(self, path: str, raw: bytes) -> tuple[SourceFile, list[Diagnostic]]:
        """What `read_file` gives."""
        key = digest(raw)
        data = self._known.get(key)
        if data is None:
            file, problems = read_file(path, raw)
            if not problems:
                self._now[key] = file.data
            return file, problems
        self._now[key] = data
        text, _ = decoding.decode(path, raw)
        return SourceFile(path=path, text=text, data=data), []

    def keep(self) -> None:
        """Keep what was read, if anything is new."""
        if self._now.keys() != self._known.keys():
            keep(self._purpose, Disk(), self._now)


def keep_parsed(folder: Path, files: Mapping[str, dict[str, Data]]) -> None:
    """Keep what was parsed elsewhere, by the paths of the files in a folder."""
    known = {digest((folder / path).read_bytes()): files[path] for path in files}
    keep(_purpose(folder), Disk(), known)


def _purpose(folder: Path) -> tuple[str, str]:
    return "parsed", str(folder)
