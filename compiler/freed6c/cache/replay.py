"""Commands that find nothing changed say again what they said, before anything is imported.

That is so for those that always say the same of the same packs: `check`, and `build` once its
output is there. Help depends on freed6c alone.
"""

from __future__ import annotations

import os
import sys
import time
from stat import S_ISDIR, S_ISREG

from freed6c import cache
from freed6c.cache.disk import Disk, digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any, TypeAlias

    State: TypeAlias = tuple[str, int, int, int, int] | None

KNOWN = frozenset({"build", "check", "--help", "-h"})
"""Nothing is looked up for command lines without any of these words."""
_SECOND = 1_000_000_000
_TICK = 20_000_000
"""Nanoseconds. The clock of files moves on more often than that."""


def say_again(arguments: Sequence[str]) -> int | None:
    """Say what a command with these arguments said, if it would do nothing else: its exit code.

    None where it has to be run.
    """
    if not KNOWN.intersection(arguments):
        return None
    try:
        found: Any = cache.recall(_purpose(arguments), Disk())
        if found is None:
            return None
        code, out, err, states = found
        if any(_state(path) != state for path, state in states):
            return None
        for stream, text in ((sys.stderr, err), (sys.stdout, out)):
            if text:
                stream.write(text)
                stream.flush()
    except (OSError, ValueError, AttributeError):
        return None  # nobody hears it: the command itself knows how to end then
    return int(code)


def remember(
    arguments: Sequence[str] | None,
    disk: Disk,
    *,
    code: int = 0,
    out: str = "",
    err: str = "",
    written: Iterable[str] = (),
) -> None:
    """Remember what a command would say next time, as long as these files stay as they are.

    `written` are files, and folders that something may be put into, by their paths. None for
    arguments says that the command did not come from a command line.
    """
    if arguments is None or cache.folder() is None:
        return
    states = [(path, _state(path)) for path in written]
    if all(state is not None for _, state in states) and _is_past(states):
        cache.keep(_purpose(arguments), disk, (code, out, err, states))


def _purpose(arguments: Sequence[str]) -> tuple[object, ...]:
    """What words of a command line mean depends on the folder; where lines break, on columns."""
    try:
        columns = os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError, AttributeError):
        columns = 0
    return (os.getcwd(), os.environ.get("COLUMNS"), columns, *arguments)


def _state(path: str) -> State:
    """What changes when a file or folder does; None for what is neither, a link above all.

    Nobody can set back the time at which a file was changed (not even who sets back that at which
    it was written), except on Windows, which has no such time.
    """
    try:
        status = os.lstat(path)
        if S_ISDIR(status.st_mode):
            return ("folder", status.st_ino, status.st_mtime_ns, 0, 0)
        if not S_ISREG(status.st_mode):
            return None
        changed, content = status.st_ctime_ns, status.st_size
        if os.name == "nt":
            with open(path, "rb") as file:
                changed, content = 0, int.from_bytes(digest(file.read()), "big")
    except OSError:
        return None
    return ("file", status.st_ino, status.st_mtime_ns, changed, content)


def _is_past(states: Iterable[tuple[str, State]]) -> bool:
    """Wait until what changes from now on has another time than all of these."""
    newest = max((max(state[2:4]) for _, state in states if state), default=0)
    left = newest + _TICK - time.time_ns()
    if left > _TICK or (newest and not newest % _SECOND):
        # The clock was set back, or that of files knows whole seconds alone.
        return False
    time.sleep(max(left, 0) / _SECOND)
    return True
