"""Repeats the output of a command whose inputs are unchanged, before anything is imported.

It handles commands with the same output for the same packs: `check`, and `build` once its output
exists. Help depends only on freed6c.
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
"""Only command lines with one of these words are looked up."""
_SECOND = 1_000_000_000
_TICK = 20_000_000
"""Nanoseconds; file timestamps have a finer resolution than that."""


def say_again(arguments: Sequence[str]) -> int | None:
    """Repeat the output of a command if running it would do nothing else; return its exit code.

    Return None if the command has to be run.
    """
    if not KNOWN.intersection(arguments):
        return None
    try:
        stored: Any = cache.recall(_purpose(arguments), Disk())
        if stored is None:
            return None
        code, out, err, states = stored
        if any(_state(path) != state for path, state in states):
            return None
        for stream, text in ((sys.stderr, err), (sys.stdout, out)):
            if text:
                stream.write(text)
                stream.flush()
    except (OSError, ValueError, AttributeError):
        return None  # output is closed: the command itself handles that
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
    """Store the output of a command, for `say_again` to repeat while all its files are unchanged.

    - `arguments`: the command line; None if the command didn't come from one.
    - `disk`: the record of all files that the command has read.
    - `code`, `out`, `err`: the exit code and the output.
    - `written`: the paths of output files, and of folders that the command writes to.
    """
    if arguments is None or cache.folder() is None:
        return
    states = [(path, _state(path)) for path in written]
    # A later change within the same tick of the clock would leave the timestamp as it is.
    if all(state is not None for _, state in states) and _wait_for_next_tick(states):
        cache.keep(_purpose(arguments), disk, (code, out, err, states))


def _purpose(arguments: Sequence[str]) -> tuple[object, ...]:
    """Return the key of a command line. It includes the folder, and the width for line breaks."""
    try:
        columns = os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError, AttributeError):
        columns = 0
    return (os.getcwd(), os.environ.get("COLUMNS"), columns, *arguments)


def _state(path: str) -> State:
    """Return values that change whenever a file or folder does; None for links and anything else.

    A file's time of change can't be set back, unlike its time of modification. Windows doesn't have
    one, so the content counts there.
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


def _wait_for_next_tick(states: Iterable[tuple[str, State]]) -> bool:
    """Wait until changes to the files get a new timestamp; return False if that takes too long."""
    newest = max((max(state[2:4]) for _, state in states if state), default=0)
    left = newest + _TICK - time.time_ns()
    if left > _TICK or (newest and not newest % _SECOND):
        # The clock was set back, or file timestamps have only whole seconds.
        return False
    time.sleep(max(left, 0) / _SECOND)
    return True
