"""Results kept for the next run, in your cache folder, which you can delete at any time.

A result is stored under its request, with everything it was made from: answers of the disk, and
the files of freed6c itself. It is used only while all of that is unchanged.

Everything that a compilation asks the file system goes through a `Disk` (`disk.py`), which notes
each question with its answer. Contents count, not times. The exception is output, which is large:
the system's own time of change counts there, which users can't set back; on Windows, contents.
`answers_still` in `cache/disk.py` decides whether a result can be used. Nobody else can write to
the folder of the cache.

- `replay.py` repeats the output of a command that has nothing to do, before anything heavy is
  imported (`say_again` and `remember` in `cache/replay.py`); it and `disk.py` import next to
  nothing.
- `pickling.py` stores a compiled ruleset, in pickles that can only name classes of freed6c.
  `compiled_packs` in `cli/compiling.py` starts every command from it.
- `parsed.py` stores parsed files, by their bytes. Later stages always run from the start: a build
  of core takes seconds, and reusing their parts never paid.
"""

from __future__ import annotations

import marshal
import os
import sys
from stat import S_ISDIR

from freed6c import __version__
from freed6c.cache.disk import digest, read

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from freed6c.cache.disk import Disk

VARIABLE = "FREED6C_CACHE"
"""The environment variable that names another folder; if it is empty, nothing is kept."""
MOST = 200
"""Things that are kept; what was not written for longest goes first."""
MOST_BYTES = 200_000_000
"""What they may take together; a compiled game takes two or three million."""
SEAL = len(digest(b""))
"""So many bytes stand before what is kept, made from all of it."""
_OTHERS_WRITE = 0o022


def folder() -> str | None:
    """Where things are kept; None where that is nowhere, or others could have put something.

    Nothing is kept under FREED6C_DEBUG: what is known already raises nothing.
    """
    if os.environ.get("FREED6C_DEBUG"):
        return None
    named = os.environ.get(VARIABLE)
    path = _usual() if named is None else named
    if not os.path.isabs(path):
        return None
    if named is None and not os.path.isdir(os.path.dirname(os.path.dirname(path))):
        return None  # a home that is not there is not made
    try:
        os.makedirs(path, mode=0o700, exist_ok=True)
        status = os.lstat(path)
    except OSError:
        return None
    foreign = hasattr(os, "geteuid") and (  # neither Windows nor a browser has users
        status.st_uid != os.geteuid() or status.st_mode & _OTHERS_WRITE
    )
    return None if foreign or not S_ISDIR(status.st_mode) else path


def _usual() -> str:
    """The place that the system has for what programs keep."""
    if sys.platform == "win32":
        return os.path.join(os.environ.get("LOCALAPPDATA", ""), "freed6c", "cache")
    if sys.platform == "darwin":
        return os.path.expanduser("~/Library/Caches/freed6c")
    caches = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(caches, "freed6c")


def recall(purpose: tuple[object, ...], disk: Disk) -> object:
    """What was kept for a purpose; None where nothing was, or something has changed since.

    The disk is asked whether something has.
    """
    path = _path(purpose)
    if path is None:
        return None
    try:
        kept = read(path, MOST_BYTES)
        seal, content = kept[:SEAL], kept[SEAL:]
        if digest(content) != seal:  # `marshal` believes all numbers of what is damaged
            return None
        # Nobody else can put anything there: `folder` sees to it.
        made_for, names, state, answers, thing = marshal.loads(content)  # noqa: S302
        believed = made_for == (*_MAKER, *purpose) and _state(names) == state
    except (OSError, ValueError, EOFError, TypeError):
        return None
    return thing if believed and disk.answers_still(answers) else None


def keep(purpose: tuple[object, ...], disk: Disk, thing: object) -> None:
    """Keep a thing of plain values, which was made from these answers. It may come to nothing."""
    path = _path(purpose)
    if path is None or not disk.steady:
        return
    names = list(_program())
    made_for = (*_MAKER, *purpose)
    record: Any = (made_for, names, _state(names), disk.answers, thing)
    content = marshal.dumps(record)
    unfinished = f"{path}.{os.urandom(8).hex()}"
    try:
        with open(unfinished, "xb") as file:
            file.write(digest(content) + content)
        os.replace(unfinished, path)
        _forget_oldest(os.path.dirname(path))
    except OSError:  # a full disk, say
        return


_HOME = os.path.dirname(os.path.dirname(__file__))
"""The folder of freed6c itself."""
_MAKER = (__version__, sys.version, _HOME)
"""Another installation may be another program, whatever its version says."""


def _path(purpose: tuple[object, ...]) -> str | None:
    place = folder()
    name = digest(repr((_MAKER, purpose)).encode()).hex()
    return None if place is None else os.path.join(place, name)


def _forget_oldest(place: str) -> None:
    with os.scandir(place) as entries:
        found = [(entry.stat(), entry.path) for entry in entries]
    found.sort(key=lambda each: each[0].st_mtime_ns, reverse=True)
    room = MOST_BYTES
    for count, (status, path) in enumerate(found):
        room -= status.st_size
        if count >= MOST or room < 0:
            os.remove(path)


# freed6c itself: whoever works on it must not get what the last version made.


def _program() -> Iterator[str]:
    """All files and folders that freed6c is made of."""
    from freed6c.packs.resources import schemas

    for root in (_HOME, os.fspath(schemas())):
        for path, folders, files in os.walk(root):
            folders[:] = sorted(set(folders) - {"__pycache__"})
            yield path
            yield from (os.path.join(path, name) for name in sorted(files))


def _state(names: list[str]) -> list[int]:
    """Times and sizes of files: they are ours, and nobody sets them back."""
    found = [os.stat(name) for name in names]
    return [status.st_mtime_ns ^ status.st_size for status in found]
