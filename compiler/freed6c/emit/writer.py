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

import hashlib
import json
import secrets
import signal
import stat
import sys
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from freed6c.emit.directory import Directory, ObstacleError, Tree, is_directory
from freed6c.emit.files import OutputFile
from freed6c.emit.lock import LOCK, locked

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from freed6c.emit.directory import Place

MANIFEST: Final = "MANIFEST.json"
STAGE: Final = ".freed6c-stage"
"""How the names of folders begin in which builds gather what they will move."""
CLAIM: Final = "claim"
RELEASE: Final = "release"
"""The manifests of steps 2 and 4 in such a folder. The other files there have numbers."""
MOST: Final = 64 * 1024 * 1024
"""Bytes of a file in the output that are still read."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A file that is wanted, and the bytes that lie in its place if that is a file, too."""

    file: OutputFile
    old: bytes | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Changes:
    """What differs between the output of a target that is wanted and the one that is there.

    `manifest` is what differs of the manifest itself. `damaged` says that the one there cannot be
    read, so that what older builds left is not known; `unfinished` are the stages of builds that
    were killed.
    """

    folder: Path
    written: tuple[Difference, ...]
    manifest: Difference | None
    removed: tuple[str, ...] = ()
    damaged: bool = False
    unfinished: tuple[str, ...] = ()

    @property
    def clean(self) -> bool:
        """Whether nothing differs."""
        return not self.written and self.manifest is None and not self.removed


def compare(
    place: Place, outputs: Mapping[str, Sequence[OutputFile]], compiler: str
) -> Mapping[str, Changes]:
    """What writing the files of each target would change; nothing is written.

    Raises ObstacleError where something lies in the way.
    """
    with ExitStack() as stack:
        top = place.find(stack)
        return {
            target: _compare(
                None if top is None else _find(top, target, stack),
                place.path / target,
                files,
                _manifest(files, compiler),
            )
            for target, files in outputs.items()
        }


def write(
    place: Place, outputs: Mapping[str, Sequence[OutputFile]], compiler: str
) -> Mapping[str, Changes]:
    """Make the folders of these targets hold these files.

    Raises ObstacleError where something lies in the way and LockedError where another build writes,
    before anything is changed; OSError where the system refuses.
    """
    found = compare(place, outputs, compiler)
    if not any(map(_to_do, found.values())) and not _is_locked(place):
        return found
    with ExitStack() as stack:
        top = place.make(stack)
        stack.enter_context(locked(top))
        found = compare(place, outputs, compiler)
        staged = []
        for target, changes in found.items():
            root = stack.enter_context(top.enter(target, create=True))
            for name in changes.unfinished:
                with suppress(OSError):  # it does not matter, and may be a stranger's
                    root.remove(name)
            if not changes.clean:
                stage = stack.enter_context(_stage(root, changes))
                staged.append((root, changes, stage))
        with _uninterrupted():
            for root, changes, stage in staged:
                _change(root, changes, stage)
    return found


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """What ends a command, Ctrl+C above all, waits for some milliseconds, where it can."""
    if sys.platform == "win32":
        yield
        return
    ends = {signal.SIGHUP, signal.SIGINT, signal.SIGTERM}
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ends)
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _to_do(changes: Changes) -> bool:
    return not changes.clean or bool(changes.unfinished)


def _is_locked(place: Place) -> bool:
    """Whether a lock lies there: of a build that writes, or of one that was killed."""
    with ExitStack() as stack:
        top = place.find(stack)
        return top is not None and top.status(LOCK) is not None


def _find(top: Directory, target: str, stack: ExitStack) -> Directory | None:
    try:
        return stack.enter_context(top.enter(target))
    except FileNotFoundError:
        return None


def _manifest(files: Sequence[OutputFile], compiler: str) -> OutputFile:
    """The list of our files with their hashes; no time, no absolute path."""
    hashes = {
        file.path: hashlib.sha256(file.content).hexdigest()
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
        new = tuple(Difference(file, None) for file in files)
        return Changes(folder=folder, written=new, manifest=Difference(manifest, None))
    ours, damaged = _ours(root)
    paths = {MANIFEST, *(file.path for file in files)}
    with Tree(root) as tree:
        removed = [path for path in ours if path not in paths and _lies(tree, path)]
    with Tree(root, frozenset(removed)) as tree:
        differences = (_difference(tree, file) for file in files)
        return Changes(
            folder=folder,
            written=tuple(found for found in differences if found is not None),
            manifest=_difference(tree, manifest),
            removed=tuple(removed),
            damaged=damaged,
            unfinished=tuple(name for name in root.names() if name.startswith(STAGE)),
        )


def _ours(root: Directory) -> tuple[Sequence[str], bool]:
    """The files that the last build says it wrote, and whether what it says is damaged."""
    if root.status(MANIFEST) is None:
        return (), False
    try:
        files = json.loads(root.read(MANIFEST, MOST) or b"")["files"]
        if all(map(_may_be_ours, files)) and isinstance(files, dict):
            return tuple(files), False
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    return (), True


def _may_be_ours(path: object) -> bool:
    """Whether a build could have written there: in its folder, and a name on every system."""
    return (
        isinstance(path, str)
        and path.isprintable()
        and not any(sign in path for sign in "\\:")
        and not {"", ".", ".."}.intersection(path.split("/"))
    )


def _split(path: str) -> tuple[str, str]:
    """The directory of a file, and its name there."""
    above, _, name = path.rpartition("/")
    return above, name


def _lies(tree: Tree, path: str) -> bool:
    """Whether a file lies at a path, or a link in the place of one."""
    above, name = _split(path)
    try:
        directory = tree.find(above)
    except ObstacleError:
        return False
    status = None if directory is None else directory.status(name)
    return status is not None and (
        stat.S_ISREG(status.st_mode) or stat.S_ISLNK(status.st_mode)
    )


def _difference(tree: Tree, file: OutputFile) -> Difference | None:
    """How a file differs from what lies in its place; None where it does not.

    Raises ObstacleError for a directory that holds what is to stay.
    """
    above, name = _split(file.path)
    directory = tree.find(above)
    if directory is None:
        return Difference(file, None)
    old = directory.read(name, MOST)
    if old == file.content:
        return None
    if old is None:
        status = directory.status(name)
        if status is not None and is_directory(status):
            _refuse_if_held(tree, file.path)
    return Difference(file, old)


def _refuse_if_held(tree: Tree, path: str) -> None:
    """Raise ObstacleError where anything in a directory is to stay."""
    directory = tree.find(path)
    assert directory is not None
    for name in directory.names():
        inner = f"{path}/{name}"
        status = directory.status(name)
        if status is not None and is_directory(status):
            _refuse_if_held(tree, inner)
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
        contents[CLAIM] = _claim(changes.manifest.file.content, changes.removed)
        if changes.removed:
            contents[RELEASE] = changes.manifest.file.content
    try:
        with root.make(name) as stage:
            for staged, content in contents.items():
                stage.put(staged, content)
            stage.flush(contents)
            yield stage
    finally:
        with suppress(OSError):
            root.remove(name)


def _claim(manifest: bytes, removed: Sequence[str]) -> bytes:
    """The manifest of the new files, and of those that are still to be removed."""
    content = json.loads(manifest)
    content["files"] |= dict.fromkeys(removed, "")
    return json.dumps(content, indent=2).encode() + b"\n"


def _change(root: Directory, changes: Changes, stage: Directory) -> None:
    """Steps 2 to 4 for one target."""
    with Tree(root) as tree:
        if changes.manifest is not None:
            _move(stage, CLAIM, root, MANIFEST)
        for path in changes.removed:
            above, name = _split(path)
            tree.make(above).remove(name)
        for number, difference in enumerate(changes.written):
            above, name = _split(difference.file.path)
            _move(stage, str(number), tree.make(above), name)
        for path in changes.removed:
            _remove_emptied(tree, path)
    if changes.manifest is not None and changes.removed:
        _move(stage, RELEASE, root, MANIFEST)


def _move(stage: Directory, staged: str, directory: Directory, name: str) -> None:
    """Move a file to its place, where a directory may lie of which all was removed."""
    status = directory.status(name)
    if status is not None and is_directory(status):
        directory.remove(name)
    stage.move(staged, directory, name)


def _remove_emptied(tree: Tree, path: str) -> None:
    """Remove the directories that a removed file leaves empty."""
    above, name = _split(_split(path)[0])
    while name:
        directory = tree.find(above)
        if directory is None or not directory.remove_empty(name):
            break
        above, name = _split(above)
