"""One build of an output at a time.

The lock is the system's, on a file beside what is written: when its holder dies, however that
happens, it is free. The file says which process holds it, and goes with the lock. A file that a
stranger put there holds nothing, and is not written to: it goes, and another one is made.
"""

from __future__ import annotations

import os
import secrets
import signal
import stat
import sys
import threading
import time
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

from freed6c.emit.directory import READ, ObstacleError, is_directory

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.emit.directory import Directory

LOCK: Final = ".freed6c-lock"
PATIENCE: Final = 10.0
"""Seconds that a build waits for another one; writing takes a fraction of one."""
_POLL: Final = 0.02
_DIGITS: Final = 20
_CREATE: Final = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_CLOEXEC", 0)


class LockedError(OSError):
    """Another build holds the lock."""


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Have what ends a command, Ctrl+C above all, wait until something small is done."""
    if threading.current_thread() is not threading.main_thread():
        yield  # signals go to the main thread alone
        return
    received: list[int] = []
    names = ("SIGHUP", "SIGINT", "SIGTERM")
    before = {
        number: signal.signal(number, lambda got, _frame: received.append(got))
        for name in names
        if (number := getattr(signal, name, None)) is not None
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler or signal.SIG_DFL)
        if received:
            signal.raise_signal(received[0])


@contextmanager
def locked(directory: Directory, patience: float = PATIENCE) -> Iterator[None]:
    """Keep other builds out of a directory. Raises LockedError after so many seconds in vain."""
    fd = _acquire(directory, time.monotonic() + patience)
    try:
        yield
    finally:
        with uninterrupted():
            _release(directory, fd)


def _acquire(directory: Directory, deadline: float) -> int:
    """The open file, once it is locked. It is always one that this process has made."""
    while True:
        status = directory.status(LOCK)
        if status is None:
            made = None
            try:
                with uninterrupted():
                    made = _make(directory)
            except BaseException:  # such as Ctrl+C, which waited
                if made is not None:
                    _release(directory, made)
                raise
            if made is not None:
                return made
            continue
        if not stat.S_ISREG(status.st_mode):
            _give_way(directory, status)
            continue
        try:
            fd = directory.open(LOCK, READ)
        except FileNotFoundError:
            continue  # it has gone meanwhile
        if _take(fd):
            if _is_there(directory, fd):  # of a build that was killed, or a stranger's
                directory.remove_file(LOCK)
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


def _make(directory: Directory) -> int | None:
    """A new file, locked before it is seen; None where another process was faster."""
    name = f"{LOCK}-{secrets.token_hex(8)}"
    fd = directory.open(name, _CREATE)
    try:
        with suppress(OSError):  # without it, nobody learns who holds the lock
            os.write(fd, str(os.getpid()).encode())
        if _take(fd):
            directory.link(name, directory, LOCK)
            return fd
    except (FileExistsError, FileNotFoundError):
        pass
    except OSError:  # there are file systems without links
        os.close(fd)
        return _make_in_place(directory)
    finally:
        directory.remove_file(name)
    os.close(fd)
    return None


def _make_in_place(directory: Directory) -> int | None:
    """A new file that is seen before it is locked: another process may lock and remove it."""
    try:
        fd = directory.open(LOCK, _CREATE)
    except FileExistsError:
        return None
    if _take(fd) and _is_there(directory, fd):
        with suppress(OSError):
            os.write(fd, str(os.getpid()).encode())
        return fd
    os.close(fd)
    return None


def _give_way(directory: Directory, status: os.stat_result) -> None:
    """Remove what is no file. Raises ObstacleError for a directory that holds something."""
    if not is_directory(status):
        directory.remove_file(LOCK)
    elif not directory.remove_empty(LOCK):
        raise ObstacleError(
            f"'{(directory.path / LOCK).as_posix()}' is a folder where a file is needed: move it"
            " away"
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
    for name in directory.names():
        if name.startswith(f"{LOCK}-"):  # its process was killed while it made one
            with suppress(OSError):
                directory.remove_file(name)


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
