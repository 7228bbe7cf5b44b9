"""Internal errors: the entry that freed6c was working on, and the diagnostic of an error.

An internal error is a bug in freed6c, not an error in a pack. The entry is named so that an author
can work around the bug.
"""

from __future__ import annotations

import errno
import os
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeVar

from freed6c.diagnostics.codes import references as codes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from freed6c.diagnostics.diagnostic import Diagnostic, Label
    from freed6c.packs.location import Location
    from freed6c.runtime.record import Entry

    E = TypeVar("E", bound=Entry)

_AT_WORK: Final[ContextVar[Entry | None]] = ContextVar("at_work", default=None)


@contextmanager
def working_on(entry: Entry | None) -> Iterator[None]:
    """Note the entry that is being worked on.

    An exception leaves the note as it is, for `entry_at_work`.
    """
    before = _AT_WORK.get()
    _AT_WORK.set(entry)
    yield
    _AT_WORK.set(before)


def noted(entries: Iterable[E]) -> Iterator[E]:
    """Yield entries, each noted as the one that is being worked on."""
    with working_on(None):
        for entry in entries:
            note(entry)
            yield entry


def note(entry: Entry) -> None:
    """Note the entry that is being worked on, inside `working_on`."""
    _AT_WORK.set(entry)


def entry_at_work() -> Entry | None:
    """Return the entry that was being worked on when an exception was raised, and forget it."""
    entry = _AT_WORK.get()
    _AT_WORK.set(None)
    return entry


def fault_at(place: Location | Label | None, error: Exception) -> Diagnostic:
    """Return the diagnostic of an internal error; `place` is that of the current entry.

    Raise the error again if the machine ran out of memory or files, which isn't a bug.
    """
    if shortage(error):
        raise error
    print_traceback(error)
    return codes.FAULT.at(place, error=raised_at(error))


def raised_at(error: Exception) -> str:
    """Return an exception in words, with the place in the code."""
    import traceback

    frame = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{Path(frame.filename).name}, line {frame.lineno}"
    return f"{type(error).__name__}: {error} ({where})"


def print_traceback(error: Exception) -> None:
    """Print the traceback of an internal error if FREED6C_DEBUG is set."""
    if os.environ.get("FREED6C_DEBUG"):
        import traceback

        traceback.print_exception(error)


def shortage(error: Exception) -> str:
    """Return a message if the machine ran out of memory or files; else an empty text."""
    if isinstance(error, MemoryError):
        return "not enough memory"
    full = isinstance(error, OSError) and error.errno in {errno.EMFILE, errno.ENFILE}
    # For modules that are system libraries, Python only has the system's message.
    if full or (isinstance(error, ImportError) and TOO_MANY in str(error)):
        return "too many open files: raise the limit with 'ulimit -n'"
    return ""


TOO_MANY: Final = os.strerror(errno.EMFILE)
