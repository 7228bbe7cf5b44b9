"""What went wrong that nobody expected: which entries were worked on, and a diagnostic."""

from __future__ import annotations

import errno
import os
from traceback import walk_tb
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import references as codes
from freed6c.runtime.record import Entry

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.diagnostics.diagnostic import Diagnostic, Label
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath
    from freed6c.packs.location import Location


def fault_at(place: Location | Label | None, error: Exception) -> Diagnostic:
    """The diagnostic of an exception that was raised while a value, or an entry, was looked at.

    Raises it where no pack is to blame: a machine whose memory is used up has none for the next.
    """
    if shortage(error):
        raise error
    return codes.FAULT.at(place, error=f"{type(error).__name__}: {error}")


def shortage(error: Exception) -> str:
    """What the machine had too little of, where that raised the exception; else nothing."""
    if isinstance(error, MemoryError):
        return "this machine has not enough memory left for it"
    full = isinstance(error, OSError) and error.errno in {errno.EMFILE, errno.ENFILE}
    # Where a module is a library of the system's, Python has its words alone.
    if full or (isinstance(error, ImportError) and TOO_MANY in str(error)):
        return "this machine lets freed6c open no more files (see 'ulimit -n')"
    return ""


TOO_MANY: Final = os.strerror(errno.EMFILE)


def entries_at_work(
    error: BaseException, ruleset: Ruleset
) -> Iterator[tuple[Entry, ...]]:
    """The entries that functions were working on when an exception was raised, caller first.

    Whoever walks over all entries does not know which of them a function far below stumbles over;
    the variables of the functions between the two do.
    """
    owners = {path: id_ for id_, path in ruleset.paths.items()}
    for frame, _ in walk_tb(error.__traceback__):
        ids = (_id_of(value, owners) for value in frame.f_locals.values())
        known = tuple(ruleset.entries[id_] for id_ in ids if id_ in ruleset.entries)
        if known:
            yield known


def _id_of(value: object, owners: Mapping[KeyPath, str]) -> str:
    """The id of an entry, or of the one that a path leads into; empty for anything else."""
    if isinstance(value, Entry):
        return str(value.__dict__.get("id", ""))
    if (
        isinstance(value, tuple)
        and value
        and all(isinstance(s, str | int) for s in value)
    ):
        prefixes = (value[:length] for length in range(len(value), 0, -1))
        return next((owners[path] for path in prefixes if path in owners), "")
    return ""
