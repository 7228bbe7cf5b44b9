"""Shows what compiling found and what went wrong, and ends the command where it did."""

from __future__ import annotations

import os
import sys
import traceback
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

import click

if TYPE_CHECKING:
    from freed6c.model.compiled import Compiled
    from freed6c.model.ruleset import Ruleset


# Exit codes: 0 all is well, else one of these.


PACK_ERRORS: Final = 1
"""The pack has errors, or the output is out of date."""
USAGE: Final = 2
"""The command was called with words it does not know, for a pack that is not there, or with a pool
that cannot be read, rolled or reckoned."""
UNWRITABLE: Final = 3
"""The output cannot be written, or the machine has no room for making it."""

INTERRUPTED: Final = 130
"""Ctrl+C ended it."""

OUR_FAULT: Final = 3
"""freed6c itself has failed."""


def shown(compiled: Compiled, format_: str) -> str:
    """The diagnostics as text, which is empty or ends in a line break."""
    from freed6c.diagnostics.formats import RENDERERS

    text = RENDERERS[format_](compiled.diagnostics, compiled.sources).rstrip("\n")
    return text and f"{text}\n"


def exit_code(compiled: Compiled) -> int:
    """How a command ends that has nothing else to do."""
    if not compiled.failed:
        return 0
    from freed6c.diagnostics.codes import loading, references

    codes = {diagnostic.code for diagnostic in compiled.diagnostics}
    if references.FAULT in codes:
        return OUR_FAULT
    return USAGE if loading.NO_SUCH_PACK in codes else PACK_ERRORS


def stop(compiled: Compiled) -> NoReturn:
    """End the command after errors; a pack that is not there is wrong usage."""
    sys.exit(exit_code(compiled))


def fail(compiled: Compiled) -> NoReturn:
    """Show the diagnostics beside standard output, and end the command."""
    click.echo(shown(compiled, "text"), err=True, nl=False)
    stop(compiled)


def ruleset_of(compiled: Compiled) -> Ruleset:
    """The ruleset. Ends the command where errors left none."""
    return compiled.ruleset or fail(compiled)


def end(error: Exception) -> NoReturn:
    """End the command after what no command expects: the system's doing, or a mistake of ours."""
    _refuse_if_unheard(error)
    code, said = unexpected(error)
    click.echo(said, err=True, nl=False)
    sys.exit(code)


def _refuse_if_unheard(error: Exception) -> None:
    """End the command where the error is one of printing: its output goes to a full disk, say."""
    printing = Path(traceback.extract_tb(error.__traceback__)[-1].filename)
    if isinstance(error, OSError) and printing == Path(click.utils.__file__):
        reason = (error.strerror or "").lower()
        with suppress(OSError):  # it may be standard error that is full
            click.echo(f"freed6c cannot write what it has to say: {reason}", err=True)
        # What is still to be written to them would raise once more when Python ends.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (sys.stdout, sys.stderr):
            os.dup2(nowhere, stream.fileno())
        sys.exit(UNWRITABLE)


def unwritable(error: OSError, *, elsewhere: bool = True) -> NoReturn:
    """End the command where something could not be written: what the system or we ourselves say.

    `elsewhere` says whether the command writes to another folder if it is told to.
    """
    _refuse_if_unheard(error)
    reason, way_out = str(error), ""
    if error.strerror is not None:
        at = "" if error.filename is None else f": '{error.filename}'"
        reason = f"{error.strerror.lower()}{at}"
        other = ", or name another folder with --out" if elsewhere else ""
        way_out = f" (make room or leave to write there{other})"
    from freed6c.diagnostics.diagnostic import cut
    from freed6c.diagnostics.render import visible_line

    said = f"freed6c cannot write there: {visible_line(cut(reason))}{way_out}"
    click.echo(said, err=True)
    sys.exit(UNWRITABLE)


def unexpected(error: Exception) -> tuple[int, str]:
    """The exit code, and whose doing it is: the system's, or ours."""
    from freed6c.model.internal_errors import shortage

    try:
        Path.cwd()
    except OSError:
        return USAGE, "the folder that you are in is gone: change into another\n"
    if missing := shortage(error):
        return UNWRITABLE, f"{missing}\n"
    return OUR_FAULT, _mistake(error)


def _mistake(error: Exception) -> str:
    """Return a report of an internal error: where, and on which entry."""
    from freed6c.model.internal_errors import entry_at_work, print_traceback, raised_at

    print_traceback(error)
    entry = entry_at_work()
    working_on = f" (working on {entry.id})" if entry else ""
    return (
        "internal error in freed6c: your pack is not to blame.\n"
        "Please report this, with the pack if you can (FREED6C_DEBUG=1 prints the traceback):\n"
        f"  {raised_at(error)}{working_on}\n"
    )
