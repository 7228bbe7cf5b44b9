"""The entry point of the command line."""

from __future__ import annotations

import gc
import sys

from freed6c.cli import freed6c


def main() -> None:
    """Run the command line.

    A command ends soon and keeps what it makes, so looking for garbage only costs time. Bad input
    never raises; what is raised all the same is a mistake of ours, and is said to be one.
    """
    gc.disable()
    try:
        freed6c(prog_name="freed6c")
    except Exception as error:  # noqa: BLE001
        from freed6c.cli.report import OUR_FAULT, fault

        sys.stderr.write(fault(error))
        sys.exit(OUR_FAULT)


if __name__ == "__main__":
    main()
