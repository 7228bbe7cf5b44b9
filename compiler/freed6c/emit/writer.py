"""The only file that writes output: only what changed, and all of it or nothing.

What lies in the output folder may be a stranger's (`directory.py`), so nothing there is believed.
There is no journal to replay: what a build changes is found by comparing bytes, each time.
`MANIFEST.json` tells which files earlier builds wrote, and so which ones may be removed, below its
own folder alone.

1. What is to be written, for all targets, is put in new folders beside the output, and is on the
   disk.
2. The manifests are replaced by ones that tell of the old files and of the new ones.
3. Files are removed and moved, one rename each.
4. The manifests are replaced by ones that tell of the new files alone.

A build that ends before 2 leaves the old output. From there on it takes some milliseconds, in which
Ctrl+C and the like wait. A build that is killed in them, as nothing can help, leaves files of both,
and manifests that tell of both. The next build compares, and makes whole what is wanted then; it
need not know what was wanted before.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import secrets
import shutil
import stat
import tempfile
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from freed6c.emit.directory import (
    STAGE,
    Directory,
    ObstacleError,
    OutputPlace,
    Tree,
    is_directory,
)
from freed6c.emit.files import OutputFile
from freed6c.emit.lock import LOCK, locked, uninterrupted
from freed6c.line_diff import line_diff

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence


MANIFEST: Final = "MANIFEST.json"
CLAIM: Final = "claim"
RELEASE: Final = "release"
"""The manifests of steps 2 and 4 in such a folder. The other files there have numbers."""
LONGEST: Final = 500
"""Letters of a path in a manifest."""
MOST_LEVELS: Final = 50
"""Directories in directories that are looked through."""
MOST: Final = 64 * 1024 * 1024
"""Bytes of a file in the output that are still read."""


@dataclass(frozen=True, slots=True)
class FileDifference:
    """A file that is wanted, and the bytes that lie in its place if that is a file, too."""

    file: OutputFile
    old: bytes | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """What differs between the output of a target that is wanted and the one that is there.

    `removed` has the hashes of the files, as the manifest there tells them.
    `manifest` is what differs of the manifest itself. `damaged` says that the one there cannot be
    read, so that what older builds left is not known; `kept` are files that are not wanted any
    more and are not as they were written; `unfinished` are the stages of builds that were killed.
    """

    folder: Path
    written: tuple[FileDifference, ...]
    manifest: FileDifference | None
    removed: Mapping[str, str] = field(default_factory=dict)
    kept: tuple[str, ...] = ()
    damaged: bool = False
    unfinished: tuple[str, ...] = ()

    @property
    def clean(self) -> bool:
        """Whether nothing differs."""
        return not self.written and self.manifest is None and not self.removed


def compare(
    place: OutputPlace, outputs: Mapping[str, Sequence[OutputFile]], compiler: str
) -> Mapping[str, Changes]:
    """What writing the files of each target would change; nothing is written.

    Raises ObstacleError where something lies in the way.
    """
    with ExitStack() as stack:
        return {
            target: _compare(
                replace(place, below=(*place.below, target)).find(stack),
                place.path / target,
                files,
                _manifest(files, compiler),
            )
            for target, files in outputs.items()
        }


def write(
    place: OutputPlace, outputs: Mapping[str, Sequence[OutputFile]], compiler: str
) -> Mapping[str, Changes]:
    """Make the folders of these targets hold these files.

    Raises ObstacleError where something lies in the way and LockedError where another build writes,
    before anything is changed; OSError where the system refuses.
    """
    differing = compare(place, outputs, compiler)
    to_do = [each for each in differing.values() if not each.clean or each.unfinished]
    if not to_do and not _is_locked(place):
        return differing
    with ExitStack() as stack:
        top = place.make(stack)
        stack.enter_context(locked(top))
        stack.callback(lambda: [top.remove_empty(target) for target in outputs])
        differing = compare(place, outputs, compiler)
        staged = []
        for target, changes in differing.items():
            root = stack.enter_context(top.enter(target, create=True))
            for name in changes.unfinished:
                _sweep(root, name)
            if not changes.clean:
                stage = stack.enter_context(_stage(root, changes))
                tree = stack.enter_context(Tree(root))
                staged.append(_Move(tree, stage, changes))
        with uninterrupted(), ExitStack() as undo:
            for move in staged:
                undo.callback(move.tree.remove_made)
                move.change(undo)
            undo.pop_all()
        for move in staged:
            move.remove_emptied()
    return differing


def _is_locked(place: OutputPlace) -> bool:
    """Whether a lock lies there: of a build that writes, or of one that was killed."""
    with ExitStack() as stack:
        top = place.find(stack)
        return top is not None and top.status(LOCK) is not None


def _manifest(files: Sequence[OutputFile], compiler: str) -> OutputFile:
    """The list of our files with their hashes; no time, no absolute path."""
    hashes = {
        file.path: file.digest.hex()
        for file in sorted(files, key=lambda file: file.path)
    }
    content = {"compiler": f"freed6c {compiler}", "files": hashes}
    return OutputFile.text(MANIFEST, json.dumps(content, indent=2) + "\n")


def _compare(
    root: Directory | None,
    folder: Path,
    files: Sequence[OutputFile],
    manifest: OutputFile,
) -> Changes:
    if root is None:
        new = tuple(FileDifference(file, None) for file in files)
        return Changes(
            folder=folder, written=new, manifest=FileDifference(manifest, None)
        )
    ours, damaged = _ours(root)
    paths = {MANIFEST, *(file.path for file in files)}
    with Tree(root) as tree:
        lying = {
            path: content
            for path in ours
            if path not in paths and (content := _read(tree, path)) is not None
        }
    removed = {
        path: ours[path]
        for path, content in lying.items()
        if hashlib.sha256(content).hexdigest() in ours[path].split()
    }
    with Tree(root, frozenset(removed)) as tree:
        return Changes(
            folder=folder,
            written=tuple(filter(None, (_difference(tree, file) for file in files))),
            manifest=_difference(tree, manifest),
            removed=removed,
            kept=tuple(path for path in lying if path not in removed),
            damaged=damaged,
            unfinished=tuple(name for name in root.names() if name.startswith(STAGE)),
        )


def _ours(root: Directory) -> tuple[Mapping[str, str], bool]:
    """The files that builds say they wrote, with their hashes, and whether that is damaged.

    A file has several hashes, separated by blanks, if a build may have ended before it was moved.
    """
    if root.status(MANIFEST) is None:
        return {}, False
    try:
        files = json.loads(root.read(MANIFEST, MOST) or b"")["files"]
        if all(_may_be_ours(path, files[path]) for path in files):
            return files, False
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    return {}, True


def _may_be_ours(path: object, hashes: object) -> bool:
    """Whether a build could have written there: in its folder, and a name on every system."""
    return (
        isinstance(path, str)
        and isinstance(hashes, str)
        and len(path) <= LONGEST
        and path.isprintable()
        and not any(sign in path for sign in "\\:")
        and not {"", ".", ".."}.intersection(path.split("/"))
    )


def _split(path: str) -> tuple[str, str]:
    """The directory of a file, and its name there."""
    above, _, name = path.rpartition("/")
    return above, name


def _read(tree: Tree, path: str) -> bytes | None:
    """The file at a path; None where none lies, or it cannot be reached or read."""
    above, name = _split(path)
    try:
        directory = tree.find(above)
        return None if directory is None else directory.read(name, MOST)
    except OSError:
        return None


def _difference(tree: Tree, file: OutputFile) -> FileDifference | None:
    """How a file differs from what lies in its place; None where it does not.

    Raises ObstacleError for a directory that holds what is to stay.
    """
    above, name = _split(file.path)
    directory = tree.find(above)
    if directory is None:
        return FileDifference(file, None)
    old = directory.read(name, MOST)
    if old == file.content:
        return None
    status = directory.status(name) if old is None else None
    if status is not None and is_directory(status):
        _refuse_if_held(tree, file.path, MOST_LEVELS)
    return FileDifference(file, old)


def _refuse_if_held(tree: Tree, path: str, levels: int) -> None:
    """Raise ObstacleError where anything in a directory is to stay."""
    directory = tree.find(path)
    assert directory is not None
    for name in directory.names():
        inner = f"{path}/{name}"
        status = directory.status(name)
        if status is not None and is_directory(status) and levels:
            _refuse_if_held(tree, inner, levels - 1)
        elif inner not in tree.gone:
            raise ObstacleError(
                f"'{directory.path.as_posix()}' is a folder where a file is needed, and"
                f" '{name}' in it is not from freed6c: move it away"
            )


@contextmanager
def _stage(root: Directory, changes: Changes) -> Iterator[Directory]:
    """Step 1: a directory with all that is to be moved, on the disk; it goes in the end."""
    name = f"{STAGE}-{secrets.token_hex(8)}"
    contents = {
        str(number): difference.file.content
        for number, difference in enumerate(changes.written)
    }
    if changes.manifest is not None:
        contents[CLAIM] = _claim(changes)
        contents[RELEASE] = changes.manifest.file.content
    try:
        with root.make(name) as stage:
            for staged, content in contents.items():
                stage.put(staged, content)
            stage.flush(contents)
            yield stage
    finally:
        with uninterrupted(), suppress(OSError):
            # To look into it takes two more open files, which may be too many.
            if not root.remove_empty(name):
                root.remove_all(name)


def _claim(changes: Changes) -> bytes:
    """The manifest of the new files and of the old ones, by the hashes of both."""
    assert changes.manifest is not None
    content = json.loads(changes.manifest.file.content)
    hashes = content["files"]
    for difference in changes.written:
        if difference.old is not None:
            old = hashlib.sha256(difference.old).hexdigest()
            hashes[difference.file.path] += f" {old}"
    return json.dumps(content | {"files": {**hashes, **changes.removed}}).encode()


def _sweep(root: Directory, name: str) -> None:
    """Remove the stage of a build that was killed, or whatever else is called so."""
    status = root.status(name)
    with suppress(OSError):  # it does not matter, and may be a stranger's
        if status is not None and is_directory(status):
            root.remove_all(name)
        else:
            root.remove_file(name)


@dataclass(slots=True)
class _Move:
    """Steps 2 to 4 for one target. What was done is undone if a later step fails."""

    tree: Tree
    stage: Directory
    changes: Changes
    _aside: int = 0

    def change(self, undo: ExitStack) -> None:
        """Carry the steps out."""
        if self.changes.manifest is not None:
            self._replace(CLAIM, MANIFEST, undo)
        for path in self.changes.removed:
            above, name = _split(path)
            self._put_aside(self.tree.make(above), name, undo)
        for number, difference in enumerate(self.changes.written):
            self._replace(str(number), difference.file.path, undo)
        if self.changes.manifest is not None:
            self._replace(RELEASE, MANIFEST, undo)

    def remove_emptied(self) -> None:
        """Remove the directories that removed files have left empty."""
        for path in self.changes.removed:
            above, name = _split(_split(path)[0])
            while name:
                directory = self.tree.find(above)
                if directory is None or not directory.remove_empty(name):
                    break
                above, name = _split(above)

    def _replace(self, staged: str, path: str, undo: ExitStack) -> None:
        """Move a file to its place. A file that lies there is never missing."""
        above, name = _split(path)
        directory = self.tree.make(above)
        status = directory.status(name)
        if status is not None and stat.S_ISREG(status.st_mode):
            kept = self._next()
            try:
                directory.link(name, self.stage, kept)
            except OSError:  # there are file systems without links
                self._put_aside(directory, name, undo)
            else:
                undo.callback(self.stage.move, kept, directory, name)
        elif status is not None:
            self._put_aside(directory, name, undo)
        self.stage.move(staged, directory, name)
        if status is None:
            undo.callback(directory.remove_file, name)

    def _put_aside(self, directory: Directory, name: str, undo: ExitStack) -> None:
        """Move whatever lies at a name out of the way."""
        kept = self._next()
        directory.move(name, self.stage, kept)
        undo.callback(self.stage.move, kept, directory, name)

    def _next(self) -> str:
        self._aside += 1
        return f"old-{self._aside}"


# A new folder: written whole or not at all, and never over something.


def create(folder: Path, files: Sequence[OutputFile]) -> None:
    """Make a folder with these files in it.

    Raises FileExistsError where something is there already, OSError where it cannot be written.
    """
    if folder.exists() or folder.is_symlink():
        raise FileExistsError(folder.as_posix())
    with uninterrupted():
        try:
            folder.parent.mkdir(parents=True, exist_ok=True)
        except FileExistsError as error:  # what is there is no folder
            reason = os.strerror(errno.ENOTDIR)
            raise OSError(errno.ENOTDIR, reason, folder.parent.as_posix()) from error
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


# What is out of date, as a unified diff.


def differences(changes: Changes) -> Iterator[str]:
    """The lines of a diff from what is there to what would be written."""
    for difference in changes.written:
        yield from _diff(changes, difference)
    if changes.manifest is not None:
        yield from _diff(changes, changes.manifest)
    for path in changes.removed:
        yield f"--- {(changes.folder / path).as_posix()}"
        yield "+++ (not wanted any more)"


def _diff(changes: Changes, difference: FileDifference) -> Iterator[str]:
    file, old = difference.file, difference.old or b""
    name = (changes.folder / file.path).as_posix()
    there = f"{name} (there)" if old else f"{name} (not there)"
    names = (there, f"{name} (wanted)")
    yield from line_diff(_lines(old), _lines(file.content), names, end="")


def _lines(content: bytes) -> list[str]:
    """Lines to print: whatever lies there, it does nothing to a terminal."""
    return [
        "".join(
            sign if sign.isprintable() or sign == "\t" else "\ufffd" for sign in line
        )
        for line in content.decode(errors="replace").splitlines()
    ]
