"""The entry point of the command line."""

from __future__ import annotations

import gc
import sys
import traceback
from pathlib import Path

from freed6c.cli import freed6c
from freed6c.cli.exits import OUR_FAULT


def main() -> None:
    """Run the command line.

    A command ends soon and keeps what it makes, so looking for garbage only costs time. Bad input
    never raises; what is raised all the same is a mistake of ours, and is said to be one.
    """
    gc.disable()
    try:
        freed6c(prog_name="freed6c")
    except Exception as error:  # noqa: BLE001
        sys.stderr.write(_fault(error))
        sys.exit(OUR_FAULT)


def _fault(error: Exception) -> str:
    """What to send us: the mistake and where it happened, by the names of our own files."""
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "freed6c" in frame.filename][-6:]
    where = "".join(
        f"  {Path(frame.filename).name}: {frame.name}, line {frame.lineno}\n"
        for frame in ours
    )
    return (
        "freed6c has made a mistake; your pack is not to blame, and nothing was written.\n"
        "Please report this, with the pack if you can:\n"
        f"  {type(error).__name__}: {error}\n{where}"
    )


if __name__ == "__main__":
    main()
