"""Shows the stage of a command on a terminal if it takes longer than half a second.

A timer prints the stage that the pipeline has noted, on one line of standard error. The line is
cleared when the work is done. Nothing is shown without a terminal, on one that is `dumb`, if `CI`
is set, or on systems without such timers (Windows).
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

from freed6c.pipeline import stage

if TYPE_CHECKING:
    from collections.abc import Iterator

FIRST: Final = 0.5
"""Seconds before the first line."""
NEXT: Final = 0.2
"""Seconds between updates."""

LINE: Final = "\r\x1b[2K"
"""Clears the line of the cursor."""


@contextmanager
def progress() -> Iterator[None]:
    """Show the current stage while the block runs."""
    if not _is_seen():
        yield
        return
    before = signal.signal(signal.SIGALRM, _show_stage)
    signal.setitimer(signal.ITIMER_REAL, FIRST, NEXT)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        _write(LINE)


def _is_seen() -> bool:
    return (
        hasattr(signal, "setitimer")
        and sys.stderr.isatty()
        and threading.current_thread() is threading.main_thread()
        and os.environ.get("TERM") != "dumb"
        and not os.environ.get("CI")
    )


def _show_stage(_signal: int, _frame: object) -> None:
    if doing := stage.get():
        _write(f"{LINE}{doing} ...")


def _write(text: str) -> None:
    """Write without a buffer, as the signal can interrupt another write."""
    try:
        os.write(sys.stderr.fileno(), text.encode())
    except OSError:  # the terminal is gone
        return
