"""What is out of date, as a unified diff."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.emit.writer import Changes, Difference


def differences(changes: Changes) -> Iterator[str]:
    """The lines of a diff from what is there to what would be written."""
    for difference in changes.written:
        yield from _diff(changes, difference)
    if changes.manifest is not None:
        yield from _diff(changes, changes.manifest)
    for path in changes.removed:
        yield f"--- {(changes.folder / path).as_posix()}"
        yield "+++ (not wanted any more)"


def _diff(changes: Changes, difference: Difference) -> Iterator[str]:
    file, old = difference.file, difference.old or b""
    name = (changes.folder / file.path).as_posix()
    yield from difflib.unified_diff(
        _lines(old),
        _lines(file.content),
        f"{name} (there)" if old else f"{name} (not there)",
        f"{name} (wanted)",
        lineterm="",
    )


def _lines(content: bytes) -> list[str]:
    """Lines to print: whatever lies there, it does nothing to a terminal."""
    return [
        "".join(
            sign if sign.isprintable() or sign == "\t" else "\ufffd" for sign in line
        )
        for line in content.decode(errors="replace").splitlines()
    ]
