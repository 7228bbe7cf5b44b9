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


POLL: Final = 0.02
"""Seconds between checks of the files, which take less than a millisecond."""
REST: Final = 50
"""The number of checks without a change after which memory is cleaned up."""


def changes(folders: Callable[[], Iterable[Path]], begun: int) -> Iterator[None]:
    """Yield forever, after each change of a file of packs since a time in nanoseconds.

    `folders` returns the current folders of the packs.
    """
    # Files written after that time may have changed after they were read.
    previous = frozenset(file for file in _file_stats(folders()) if file[1] < begun)
    unchanged = 0
    while True:
        time.sleep(POLL)
        current = _file_stats(folders())
        unchanged += 1
        if current != previous:
            previous, unchanged = current, 0
            yield
        elif unchanged == REST:
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
