"""Waits for changes of files of packs, for commands that run until they are interrupted."""

from __future__ import annotations

import gc
import time
from contextlib import suppress
from typing import TYPE_CHECKING, Final, TypeAlias

from freed6c.load.files import PackFolder

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    Seen: TypeAlias = frozenset[tuple[Path, int, int]]


POLL: Final = 0.2
"""Seconds between checks of the files."""


def changes(folders: Callable[[], Iterable[Path]], begun: int) -> Iterator[None]:
    """Yield forever, after each change of a file of packs since a time in nanoseconds.

    `folders` returns the current folders of the packs.
    """
    # Files written after that time may have changed after they were read.
    previous = frozenset(file for file in _file_stats(folders()) if file[1] < begun)
    while True:
        time.sleep(POLL)
        current = _file_stats(folders())
        if current != previous:
            previous = current
            yield
            gc.collect()  # disabled for short commands, but this one keeps running


def _file_stats(folders: Iterable[Path]) -> Seen:
    """Return every file of these packs, with its time of change and its size."""
    files = set()
    for folder in folders:
        for name in PackFolder(folder, folder.name).names():
            path = folder / name
            with suppress(OSError):
                stat = path.stat()
                files.add((path, stat.st_mtime_ns, stat.st_size))
    return frozenset(files)
