"""Says on a terminal what is being done, where it takes longer than half a second.

Stages know nothing of it: a timer asks the interpreter which of them is at work. There is one line,
beside standard output; it is gone when the work is done. Where nobody would see it (no terminal, or
one that is `dumb`, or `CI` is set), and where there are no such timers (Windows), nothing happens.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from types import FrameType

FIRST: Final = 0.5
"""Seconds after which something is said."""
NEXT: Final = 0.2
"""And after which it is said again."""

WORDS: Final[Mapping[str, str]] = {
    "freed6c.load": "reading packs",
    "freed6c.validate": "reading packs",
    "freed6c.overlay": "layering packs",
    "freed6c.link": "linking entries",
    "freed6c.check": "checking rules, playing examples",
    "freed6c.document.compare": "comparing",
    "freed6c.emit.html": "making pages",
    "freed6c.emit.python": "making the package",
    "freed6c.emit.json_": "making JSON",
    "freed6c.emit.markdown": "making Markdown",
    "freed6c.emit.writer": "writing files",
}
"""What is being done, by the beginnings of names of modules: of several that are at work, the one
that called the others."""
CHOICES: Final = "trying choices that are not in use"
LINE: Final = "\r\x1b[2K"
"""Empties the line that the cursor is on."""


@contextmanager
def progress() -> Iterator[None]:
    """Say what is done in here."""
    if not _is_seen():
        yield
        return
    before = signal.signal(signal.SIGALRM, _say)
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


def _say(_signal: int, frame: FrameType | None) -> None:
    if words := _words(frame):
        _write(f"{LINE}{words} ...")


def _words(frame: FrameType | None) -> str:
    found = ""
    while frame is not None:
        module = str(frame.f_globals.get("__name__"))
        if module == "freed6c.pipeline" and "choices" in frame.f_code.co_name:
            return CHOICES
        names = (name for name in WORDS if module.startswith(name))
        found = WORDS.get(next(names, ""), found)
        frame = frame.f_back
    return found


def _write(text: str) -> None:
    """At once: the signal may have come while something else is written."""
    try:
        os.write(sys.stderr.fileno(), text.encode())
    except OSError:  # the terminal is gone
        return
