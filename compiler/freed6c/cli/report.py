"""Prints diagnostics and errors of commands, and ends commands with an exit code."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

import click

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.model.compiled import Compiled
    from freed6c.model.ruleset import Ruleset


# Exit codes: 0 for success, or one of these.


PACK_ERRORS: Final = 1
"""The pack has errors, or the output is out of date."""
USAGE: Final = 2
"""The command line is invalid, the pack does not exist, or a pool cannot be parsed, rolled or
calculated."""
UNWRITABLE: Final = 3
"""The output cannot be written, or the machine is out of memory or files."""

INTERRUPTED: Final = 130
"""Ctrl+C ended it."""

OUR_FAULT: Final = 3
"""freed6c itself has failed."""


def shown(compiled: Compiled, format_: str) -> str:
    """Return diagnostics as text, which is empty or ends in a line break."""
    from freed6c.diagnostics.formats import RENDERERS

    text = RENDERERS[format_](compiled.diagnostics, compiled.sources).rstrip("\n")
    if compiled.skipped and format_ == "text":
        text += "\nFix these first: later checks were skipped."
    return text and f"{text}\n"


def exit_code(compiled: Compiled) -> int:
    """Return the exit code of a command that only compiled packs."""
    if not compiled.failed:
        return 0
    from freed6c.diagnostics.codes import loading, references

    codes = {diagnostic.code for diagnostic in compiled.diagnostics}
    if references.FAULT in codes:
        return OUR_FAULT
    return USAGE if loading.NO_SUCH_PACK in codes else PACK_ERRORS


def stop(compiled: Compiled) -> NoReturn:
    """End the command after errors; a missing pack is wrong usage."""
    sys.exit(exit_code(compiled))


def fail(compiled: Compiled) -> NoReturn:
    """Print the diagnostics to standard error, and end the command."""
    click.echo(shown(compiled, "text"), err=True, nl=False)
    stop(compiled)


def ruleset_of(compiled: Compiled) -> Ruleset:
    """Return the ruleset. End the command if errors prevented it."""
    return compiled.ruleset or fail(compiled)


def end(error: Exception) -> NoReturn:
    """End the command after an unexpected exception: a failure of the system, or a bug."""
    _exit_if_printing_failed(error)
    code, message = unexpected(error)
    click.echo(message, err=True, nl=False)
    sys.exit(code)


def _exit_if_printing_failed(error: Exception) -> None:
    """End the command if the error came from printing, such as to a full disk."""
    import traceback

    printing = Path(traceback.extract_tb(error.__traceback__)[-1].filename)
    if isinstance(error, OSError) and printing == Path(click.utils.__file__):
        reason = (error.strerror or "").lower()
        with suppress(OSError):  # standard error may also be full
            click.echo(f"cannot print the output: {reason}", err=True)
        # Buffered output would raise again when Python exits.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (sys.stdout, sys.stderr):
            os.dup2(nowhere, stream.fileno())
        sys.exit(UNWRITABLE)


@contextmanager
def writing(*, elsewhere: bool = True) -> Iterator[None]:
    """End the command if a file cannot be written, with the reason.

    `elsewhere` is True if the command has an option for another folder.
    """
    try:
        yield
    except BrokenPipeError:
        raise  # the reader of the output has gone, as `head` does: click exits silently
    except OSError as error:
        _exit_unwritable(error, elsewhere=elsewhere)


def _exit_unwritable(error: OSError, *, elsewhere: bool) -> NoReturn:
    _exit_if_printing_failed(error)
    reason, way_out = str(error), ""
    if error.strerror is not None:
        at = "" if error.filename is None else f": '{error.filename}'"
        reason = f"{error.strerror.lower()}{at}"
        other = ", or choose another folder with --out" if elsewhere else ""
        way_out = f" (free some space or change the permissions{other})"
    from freed6c.diagnostics.diagnostic import cut
    from freed6c.diagnostics.render import visible_line

    message = f"cannot write the output: {visible_line(cut(reason))}{way_out}"
    click.echo(message, err=True)
    sys.exit(UNWRITABLE)


def unexpected(error: Exception) -> tuple[int, str]:
    """Return the exit code and message of an exception: a failure of the system, or a bug."""
    from freed6c.model.internal_errors import shortage

    try:
        Path.cwd()
    except OSError:
        return USAGE, "the current folder no longer exists: change to another folder\n"
    if missing := shortage(error):
        return UNWRITABLE, f"{missing}\n"
    return OUR_FAULT, _mistake(error)


def _mistake(error: Exception) -> str:
    """Return a report of an internal error, with its place and the current entry."""
    from freed6c.model.internal_errors import entry_at_work, print_traceback, raised_at

    print_traceback(error)
    entry = entry_at_work()
    working_on = f" (working on {entry.id})" if entry else ""
    return (
        "internal error in freed6c. Your pack is not the cause.\n"
        "Please report this, with the pack if you can (FREED6C_DEBUG=1 prints the traceback):\n"
        f"  {raised_at(error)}{working_on}\n"
    )
