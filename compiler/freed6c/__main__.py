"""The entry point of the command line."""

from __future__ import annotations

import gc
import os
import sys

from freed6c.unchanged import say_again

INTERRUPTED = 130
"""The exit code of what Ctrl+C ended."""


def main() -> None:
    """Run the command line.

    A command ends soon and keeps what it makes, so looking for garbage only costs time. Bad input
    never raises; what is raised all the same is a mistake of ours, and is said to be one.
    """
    gc.disable()
    try:
        code = say_again(sys.argv[1:])
        if code is not None:
            os._exit(
                code
            )  # all is said; leaving in order takes as long as finding that out
        from freed6c.cli import freed6c

        freed6c(prog_name="freed6c", obj=tuple(sys.argv[1:]))
    except KeyboardInterrupt:  # before click, which says something, listens
        sys.exit(INTERRUPTED)
    except Exception as error:  # noqa: BLE001
        from freed6c.cli.report import end

        end(error)


if __name__ == "__main__":
    main()
