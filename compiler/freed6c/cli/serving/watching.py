"""What packs are made of, as far as one can see without reading it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from freed6c.load.files import Folder

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    Seen: TypeAlias = frozenset[tuple[Path, int, int]]


def seen_before(folders: Iterable[Path], then: int) -> Seen:
    """What was there already at a time: a build that began then has read nothing newer."""
    return frozenset(one for one in seen(folders) if one[1] < then)


def seen(folders: Iterable[Path]) -> Seen:
    """Every file of these packs, when it was written and how large it is."""
    found = set()
    for folder in folders:
        for name in Folder(folder, folder.name).names():
            path = folder / name
            try:
                stat = path.stat()
            except OSError:
                continue
            found.add((path, stat.st_mtime_ns, stat.st_size))
    return frozenset(found)
