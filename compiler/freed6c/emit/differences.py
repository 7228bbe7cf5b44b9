"""What is out of date, as a unified diff."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.emit.files import OutputFile
    from freed6c.emit.writer import Changes


def differences(changes: Changes) -> Iterator[str]:
    """The lines of a diff from what is there to what would be written."""
    for file in changes.written:
        yield from _diff(changes, file)
    for path in changes.removed:
        yield f"--- {(changes.folder / path).as_posix()}"
        yield "+++ (not wanted any more)"


def _diff(changes: Changes, file: OutputFile) -> Iterator[str]:
    path = changes.folder / file.path
    old = path.read_bytes() if path.is_file() else b""
    name = path.as_posix()
    yield from difflib.unified_diff(
        _lines(old),
        _lines(file.content),
        f"{name} (there)" if old else f"{name} (not there)",
        f"{name} (wanted)",
        lineterm="",
    )


def _lines(content: bytes) -> list[str]:
    return content.decode(errors="replace").splitlines()
