"""The entry point of the command line."""

from __future__ import annotations

import gc

from freed6c.cli import freed6c


def main() -> None:
    """Run the command line.

    A command ends soon and keeps what it makes, so looking for garbage only costs time.
    """
    gc.disable()
    freed6c(prog_name="freed6c")


if __name__ == "__main__":
    main()
