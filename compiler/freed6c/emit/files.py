"""What backends return: files by name. Only the writer touches the disk."""

from __future__ import annotations

import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class OutputFile:
    """A file to be: its path under the backend's folder, with forward slashes, and its bytes."""

    path: str
    content: bytes

    @classmethod
    def text(cls, path: str, text: str) -> OutputFile:
        """A file of text: UTF-8, lines ended by a line feed alone."""
        return cls(path, text.encode())


# A new folder: written whole or not at all, and never over something.


def create(folder: Path, files: Sequence[OutputFile]) -> None:
    """Make a folder with these files in it.

    Raises FileExistsError where something is there already, OSError where it cannot be written.
    """
    if folder.exists() or folder.is_symlink():
        raise FileExistsError(folder.as_posix())
    folder.parent.mkdir(parents=True, exist_ok=True)
    stage = Path(tempfile.mkdtemp(prefix=".freed6c-new-", dir=folder.parent))
    try:
        whole = stage / folder.name
        for file in files:
            path = whole / file.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(file.content)
        whole.rename(folder)
    finally:
        shutil.rmtree(stage)
