"""A new folder: written whole or not at all, and never over something."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.emit.files import OutputFile


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
