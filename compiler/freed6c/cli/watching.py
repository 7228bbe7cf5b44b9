"""Waits for changes of the files of packs, for commands that go on until somebody ends them."""

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
"""Seconds between two looks at the files."""


def changes(folders: Callable[[], Iterable[Path]], begun: int) -> Iterator[None]:
    """Yield after each change of a file of packs since a time in nanoseconds, without end.

    `folders` gives those of the packs, as they are now.
    """
    # Only files that were written before that time were surely read as they are.
    known = frozenset(file for file in _seen(folders()) if file[1] < begun)
    while True:
        time.sleep(POLL)
        current = _seen(folders())
        if current != known:
            known = current
            yield
            gc.collect()  # commands do without, but those that watch stay


def _seen(folders: Iterable[Path]) -> Seen:
    """Every file of these packs, when it was written and how large it is."""
    files = set()
    for folder in folders:
        for name in PackFolder(folder, folder.name).names():
            path = folder / name
            with suppress(OSError):
                stat = path.stat()
                files.add((path, stat.st_mtime_ns, stat.st_size))
    return frozenset(files)
