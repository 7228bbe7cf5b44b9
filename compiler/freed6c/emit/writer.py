"""The only file that writes output: whole or not at all, and only what changed.

New content is staged beside the output first. Then a journal says what is to move and what is to
go, and only then are files moved, one by one. A build that dies before the journal leaves the old
output as it was; one that dies after it is completed by the next. `MANIFEST.json` lists the files
that are ours: nothing else is ever removed.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from freed6c.emit.files import OutputFile

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

MANIFEST: Final = "MANIFEST.json"
STAGE: Final = ".freed6c-stage"
JOURNAL: Final = "journal.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """What differs between the output that is wanted and the one that is there."""

    folder: Path
    written: tuple[OutputFile, ...]
    removed: tuple[str, ...]

    @property
    def clean(self) -> bool:
        """Whether nothing differs."""
        return not self.written and not self.removed


def compare(folder: Path, files: Sequence[OutputFile], compiler: str) -> Changes:
    """What writing these files into a folder would change; nothing is written."""
    wanted = (*files, _manifest(files, compiler))
    paths = {file.path for file in wanted}
    return Changes(
        folder=folder,
        written=tuple(
            file for file in wanted if _read(folder / file.path) != file.content
        ),
        removed=tuple(path for path in _ours(folder) if path not in paths),
    )


def write(folder: Path, files: Sequence[OutputFile], compiler: str) -> Changes:
    """Make a folder hold these files. Raises OSError where it cannot be written."""
    recover(folder)
    changes = compare(folder, files, compiler)
    if changes.clean:
        return changes
    stage = folder / STAGE
    for file in changes.written:
        _put(stage / "new" / file.path, file.content)
    journal = {
        "move": [file.path for file in changes.written],
        "remove": list(changes.removed),
    }
    _put(stage / "journal.tmp", json.dumps(journal).encode())
    (stage / "journal.tmp").replace(stage / JOURNAL)
    recover(folder)
    return changes


def recover(folder: Path) -> None:
    """Complete what a journal says; drop what was staged without one."""
    stage = folder / STAGE
    written = _read(stage / JOURNAL)
    if written is not None:
        journal = json.loads(written)
        for path in journal["move"]:
            _move(stage / "new" / path, folder / path)
        for path in journal["remove"]:
            _remove(folder, path)
    if stage.exists():
        shutil.rmtree(stage)


def _manifest(files: Sequence[OutputFile], compiler: str) -> OutputFile:
    """The list of our files with their hashes; no time, no absolute path."""
    hashes = {
        file.path: hashlib.sha256(file.content).hexdigest()
        for file in sorted(files, key=lambda file: file.path)
    }
    content = {"compiler": f"freed6c {compiler}", "files": hashes}
    return OutputFile.text(MANIFEST, json.dumps(content, indent=2) + "\n")


def _ours(folder: Path) -> list[str]:
    """The files that the last build says it wrote, as far as they lie in the folder."""
    written = _read(folder / MANIFEST)
    try:
        files = json.loads(written)["files"] if written else {}
    except (ValueError, KeyError, TypeError):
        return []
    return [path for path in files if ".." not in path.split("/") and path[:1] != "/"]


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError, IsADirectoryError):
        return None


def _put(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def _move(source: Path, target: Path) -> None:
    """Move a staged file into its place; it is there already where a build died after the move."""
    if source.exists():
        target.parent.mkdir(parents=True, exist_ok=True)
        source.replace(target)


def _remove(folder: Path, path: str) -> None:
    """Remove a file of ours, and the folders that it leaves empty."""
    target = folder / path
    target.unlink(missing_ok=True)
    for parent in target.parents:
        if parent == folder or any(parent.iterdir()):
            break
        parent.rmdir()
