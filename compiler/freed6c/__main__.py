"""The entry point of the command line."""

from __future__ import annotations

import gc
import os
import sys

from freed6c.cache.replay import say_again

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

INTERRUPTED = 130
"""The exit code of what Ctrl+C ended."""


def main() -> None:
    """Run the command line.

    A command ends soon and keeps what it makes, so looking for garbage only costs time. Bad input
    never raises; what is raised all the same is a mistake of ours, and is said to be one.
    """
    gc.disable()
    _replace_closed_streams()
    _say_what_can_be_said()
    try:
        code = say_again(sys.argv[1:])
        if code is None:
            from freed6c.cli import freed6c

            freed6c(prog_name="freed6c", obj=tuple(sys.argv[1:]))
        _leave(code)
    except SystemExit as ended:
        _leave(ended.code)
    except KeyboardInterrupt:  # before click, which says something, listens
        sys.exit(INTERRUPTED)
    except Exception as error:  # noqa: BLE001
        from freed6c.cli.report import end

        end(error)


def _replace_closed_streams() -> None:
    """Replace standard streams that the caller closed with the null device.

    Otherwise the next file opened would get the number of a stream, and output would go to it.
    """
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, os.O_RDWR), mode))


def _say_what_can_be_said() -> None:
    """Write what an encoding has no sign for as Python does in messages, by its number."""
    if sys.stdout.errors == "strict":
        sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]


def _leave(code: str | int | None) -> NoReturn:
    """End the process when all is said: to take down all that was made would take long."""
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except (OSError, ValueError):
        sys.exit(code)  # nobody hears it: Python has its own way to end then
    if isinstance(code, str):
        sys.exit(code)
    os._exit(code or 0)


if __name__ == "__main__":
    main()
