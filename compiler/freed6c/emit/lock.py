"""One build of an output at a time.

The lock is the system's, on a file beside what is written: when its holder dies, however that
happens, it is free. The file says which process holds it, and goes with the lock. A file that a
stranger put there holds nothing, and is not written to: it goes, and another one is made.
"""

from __future__ import annotations

import os
import stat
import sys
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

from freed6c.emit.directory import ObstacleError, is_directory

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.emit.directory import Directory

LOCK: Final = ".freed6c-lock"
PATIENCE: Final = 10.0
"""Seconds that a build waits for another one; writing takes a fraction of one."""
_POLL: Final = 0.02
_DIGITS: Final = 20
_OPEN: Final = (
    os.O_RDWR
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
)


class LockedError(OSError):
    """Another build holds the lock."""


@contextmanager
def locked(directory: Directory, patience: float = PATIENCE) -> Iterator[None]:
    """Keep other builds out of a directory. Raises LockedError after so many seconds in vain."""
    fd = _acquire(directory, time.monotonic() + patience)
    try:
        yield
    finally:
        _release(directory, fd)


def _acquire(directory: Directory, deadline: float) -> int:
    """The open file, once it is locked. It is always one that this process has made."""
    while True:
        fd, is_ours = _open(directory)
        if _take(fd):
            if _is_there(directory, fd):
                if is_ours:
                    os.write(fd, str(os.getpid()).encode())
                    return fd
                directory.remove_file(
                    LOCK
                )  # of a build that was killed, or a stranger's
        elif time.monotonic() > deadline:
            holder = _holder(fd)
            os.close(fd)
            raise LockedError(
                f"another freed6c ({holder}) is writing to '{directory.path.as_posix()}':"
                " build again when it has ended"
            )
        else:
            time.sleep(_POLL)
        os.close(fd)


def _open(directory: Directory) -> tuple[int, bool]:
    """The file, and whether it was made just now. What is no file gives way to it.

    Raises ObstacleError for a directory that holds something.
    """
    while True:
        status = directory.status(LOCK)
        if status is None:
            with suppress(FileExistsError):  # another one was faster
                return directory.open(LOCK, _OPEN | os.O_CREAT | os.O_EXCL), True
        elif stat.S_ISREG(status.st_mode):
            with suppress(FileNotFoundError):  # it has gone meanwhile
                return directory.open(LOCK, _OPEN), False
        elif not is_directory(status):
            directory.remove_file(LOCK)
        elif not directory.remove_empty(LOCK):
            raise ObstacleError(
                f"'{(directory.path / LOCK).as_posix()}' is a folder where a file is needed:"
                " move it away"
            )


def _is_there(directory: Directory, fd: int) -> bool:
    """Whether the file is still the one that others will find: the last holder removed its own."""
    status = directory.status(LOCK)
    return status is not None and os.path.samestat(status, os.fstat(fd))


def _holder(fd: int) -> str:
    os.lseek(fd, 0, os.SEEK_SET)
    written = os.read(fd, _DIGITS)
    return f"process {written.decode()}" if written.isdigit() else "a process"


def _release(directory: Directory, fd: int) -> None:
    """The file goes first, while nobody else can hold it; where that cannot be, it stays."""
    with suppress(OSError):
        directory.remove_file(LOCK)
    os.close(fd)


if sys.platform == "win32":
    import msvcrt

    def _take(fd: int) -> bool:
        """Behind what is written there: others may read who holds it."""
        os.lseek(fd, 1 << 20, os.SEEK_SET)
        try:
            msvcrt.locking(fd, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        os.lseek(fd, 0, os.SEEK_SET)
        return True

else:

    def _take(fd: int) -> bool:
        """A file system without locks keeps nobody out."""
        import fcntl

        try:
            fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True
        return True
