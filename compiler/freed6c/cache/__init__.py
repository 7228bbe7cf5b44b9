"""Results of earlier runs, in your cache folder, which you can delete at any time.

A result is stored under its request, together with its inputs: answers of the disk, and the files
of freed6c itself. It is used only while all inputs are unchanged.

A compilation reads the file system only through a `Disk` (`disk.py`), which records each question
with its answer. Files are compared by content, not by time. The exception is output, which is
large: it is compared by the system's time of change, which users can't set back; on Windows, by
content. `answers_still` in `cache/disk.py` decides whether a result can be used. Other users can't
write to the cache folder.

- `replay.py` repeats the output of a command that has nothing to do, before anything heavy is
  imported (`say_again` and `remember` in `cache/replay.py`); it and `disk.py` import next to
  nothing.
- `pickling.py` stores a compiled ruleset, in pickles that can only name classes of freed6c.
  `compiled_packs` in `cli/compiling.py` starts every command from it.
- `parsed.py` stores parsed files, by their bytes. Results of single later stages are not stored: a
  build of core takes seconds, and reusing them never saved time.
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
"""The environment variable that sets another folder; if it is empty, the cache is off."""
MOST = 200
"""Maximum number of results; the least recently written are deleted first."""
MOST_BYTES = 200_000_000
"""Maximum size of all results; a compiled game takes two or three million bytes."""
SEAL = len(digest(b""))
"""Length in bytes of the seal: a digest of a stored result, in front of it."""
_OTHERS_WRITE = 0o022


def folder() -> str | None:
    """Return the cache folder; None if there is none, or if others can write to it.

    The cache is off under FREED6C_DEBUG, because a stored result raises no exceptions.
    """
    if os.environ.get("FREED6C_DEBUG"):
        return None
    named = os.environ.get(VARIABLE)
    path = _default_folder() if named is None else named
    if not os.path.isabs(path):
        return None
    if named is None and not os.path.isdir(os.path.dirname(os.path.dirname(path))):
        return None  # don't create a missing home folder
    try:
        os.makedirs(path, mode=0o700, exist_ok=True)
        status = os.lstat(path)
    except OSError:
        return None
    foreign = hasattr(os, "geteuid") and (  # neither Windows nor a browser has users
        status.st_uid != os.geteuid() or status.st_mode & _OTHERS_WRITE
    )
    return None if foreign or not S_ISDIR(status.st_mode) else path


def _default_folder() -> str:
    """Return the system's folder for caches."""
    if sys.platform == "win32":
        return os.path.join(os.environ.get("LOCALAPPDATA", ""), "freed6c", "cache")
    if sys.platform == "darwin":
        return os.path.expanduser("~/Library/Caches/freed6c")
    caches = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return os.path.join(caches, "freed6c")


def recall(purpose: tuple[object, ...], disk: Disk) -> object:
    """Return the result stored for a purpose; None if there is none, or its inputs changed."""
    path = _path(purpose)
    if path is None:
        return None
    try:
        stored = read(path, MOST_BYTES)
        seal, content = stored[:SEAL], stored[SEAL:]
        if digest(content) != seal:  # `marshal` doesn't check damaged data
            return None
        # `folder` makes sure that only this user can write there.
        stored_purpose, names, state, answers, result = marshal.loads(content)  # noqa: S302
        is_current = stored_purpose == (*_MAKER, *purpose) and _state(names) == state
    except (OSError, ValueError, EOFError, TypeError):
        return None
    return result if is_current and disk.answers_still(answers) else None


def keep(purpose: tuple[object, ...], disk: Disk, thing: object) -> None:
    """Store a result under a purpose, together with the disk's answers, if that is possible.

    `thing` has only plain values, which `marshal` can write.
    """
    path = _path(purpose)
    if path is None or not disk.steady:
        return
    names = list(_program())
    full_purpose = (*_MAKER, *purpose)
    record: Any = (full_purpose, names, _state(names), disk.answers, thing)
    content = marshal.dumps(record)
    temporary = f"{path}.{os.urandom(8).hex()}"
    try:
        with open(temporary, "xb") as file:
            file.write(digest(content) + content)
        os.replace(temporary, path)
        _forget_oldest(os.path.dirname(path))
    except OSError:  # for example, the disk is full
        return


_HOME = os.path.dirname(os.path.dirname(__file__))
"""The folder of freed6c itself."""
_MAKER = (__version__, sys.version, _HOME)
"""Identifies the installation: others can differ even if they have the same version."""


def _path(purpose: tuple[object, ...]) -> str | None:
    place = folder()
    name = digest(repr((_MAKER, purpose)).encode()).hex()
    return None if place is None else os.path.join(place, name)


def _forget_oldest(place: str) -> None:
    """Delete the oldest results until there are at most MOST, with at most MOST_BYTES."""
    with os.scandir(place) as entries:
        results = [(entry.stat(), entry.path) for entry in entries]
    results.sort(key=lambda result: result[0].st_mtime_ns, reverse=True)
    room = MOST_BYTES
    for count, (status, path) in enumerate(results):
        room -= status.st_size
        if count >= MOST or room < 0:
            os.remove(path)


# The files of freed6c itself: if you change them, stored results are outdated.


def _program() -> Iterator[str]:
    """Yield all files and folders of freed6c but Markdown: no stored result has text of it."""
    from freed6c.packs.resources import schemas

    for root in (_HOME, os.fspath(schemas())):
        for path, folders, files in os.walk(root):
            folders[:] = sorted(set(folders) - {"__pycache__"})
            yield path
            code = (name for name in sorted(files) if not name.endswith(".md"))
            yield from (os.path.join(path, name) for name in code)


def _state(names: list[str]) -> list[int]:
    """Return one number per file of freed6c, which changes with its time or size."""
    statuses = [os.stat(name) for name in names]
    return [status.st_mtime_ns ^ status.st_size for status in statuses]
