"""Writes output folders. No other module of the compiler writes output.

Security: an output folder can come with a stranger's pack. So no link below the folder that the
user named is followed, only regular files are read, and nothing outside is written or removed.
`MANIFEST.json` lists the files of the last build with their hashes. It can name only files below
its own folder, and a file is removed only if it still has the listed hash.

Writing has two steps. All new files are first staged: written beside the old ones under temporary
names (`OURS`), so that a full disk changes nothing. Then each is renamed to its final name. A build
that is stopped between two renames leaves old and new files, and a manifest of both; the next build
compares bytes and repairs that. Only files that differ are written.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import secrets
import stat
import sys
import time
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from operator import attrgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final, TypeAlias

from freed6c import __version__
from freed6c.emit.files import OutputFile
from freed6c.packs.bounded_diff import line_diff
from freed6c.packs.lazy import dataclass, field

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    # The files of each target.
    Outputs: TypeAlias = Mapping[str, Sequence[OutputFile]]


MANIFEST: Final = "MANIFEST.json"
LOCK: Final = ".freed6c-lock"
"""The file that is locked while a build writes."""
OURS: Final = ".freed6c-"
"""The prefix of staged files. If no build is running, such a file is from a build that died."""
PATIENCE: Final = 10.0
"""Seconds that a build waits for another one."""
_POLL: Final = 0.02
"""Seconds between two attempts to get the lock."""
LONGEST: Final = 500
"""The most characters of a path in a manifest."""
MOST: Final = 64 * 1024 * 1024
"""The most bytes of a file in the output that is read; a larger file is replaced unread."""

_FLAGS: Final = (
    getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)  # a pipe without a writer would wait forever
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
_JUNCTION: Final = getattr(stat, "IO_REPARSE_TAG_MOUNT_POINT", None)


class ObstacleError(OSError):
    """Something that freed6c may not remove is where it would write."""


class LockedError(OSError):
    """Another build holds the lock."""


@dataclass(frozen=True, kw_only=True)
class OutputPlace:
    """The folder for output, in two parts.

    `root` is the folder that the user named, or the working folder: links on the way there are the
    user's own. `below` are the names of the folders from there on, none of which may be a link.
    """

    root: Path
    below: tuple[str, ...]

    @property
    def path(self) -> Path:
        """The folder."""
        return self.root.joinpath(*self.below)


@dataclass(frozen=True)
class FileDifference:
    """A file to write, and the bytes of the file in its place, if there is one."""

    file: OutputFile
    old: bytes | None


@dataclass(frozen=True, kw_only=True)
class Changes:
    """The differences between the output of a target as it should be and the existing output.

    - `written`: files to write.
    - `manifest`: the difference of the manifest itself.
    - `removed`: stale files to remove, with their hashes in the existing manifest.
    - `kept`: stale files that stay, because someone changed them since they were written.
    - `damaged`: True if the existing manifest cannot be read, so that stale files are unknown.
    - `unfinished`: staged files that killed builds left.
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
        """True if nothing differs."""
        return not self.written and self.manifest is None and not self.removed


def compare(place: OutputPlace, outputs: Outputs) -> Mapping[str, Changes]:
    """Return what writing the files of each target would change. Nothing is written.

    Raises ObstacleError if something is in the way.
    """
    return {
        target: _compare(_Folder(place, target), files)
        for target, files in outputs.items()
    }


def write(place: OutputPlace, outputs: Outputs) -> Mapping[str, Changes]:
    """Make the folders of these targets hold these files, and return what changed.

    Raises ObstacleError if something is in the way and LockedError if another build is writing,
    before anything is changed; OSError if the system refuses.
    """
    changes = compare(place, outputs)
    to_do = any(not each.clean or each.unfinished for each in changes.values())
    if not to_do and not os.path.lexists(place.path / LOCK):
        return changes
    with ExitStack() as stack:
        top = stack.enter_context(_Folder(place))
        top.find(top.path, create=True)
        stack.enter_context(locked(top.path))
        changes = compare(place, outputs)
        updates = [
            _Update(stack.enter_context(_Folder(place, target)), each)
            for target, each in changes.items()
            if not each.clean or each.unfinished
        ]
        for update in updates:
            stack.callback(update.sweep)
            update.stage()
        for update in updates:
            update.move()
    return changes


def _manifest(files: Sequence[OutputFile]) -> OutputFile:
    """Return the manifest of these files. Without times or absolute paths, builds are equal."""
    in_order = sorted(files, key=attrgetter("path"))
    hashes = {file.path: file.digest.hex() for file in in_order}
    content = {"compiler": f"freed6c {__version__}", "files": hashes}
    return OutputFile.text(MANIFEST, json.dumps(content, indent=2) + "\n")


def _compare(folder: _Folder, files: Sequence[OutputFile]) -> Changes:
    listed, damaged = _listed(folder)
    wanted = {MANIFEST, *(file.path for file in files)}
    removed: dict[str, str] = {}
    kept: list[str] = []
    for path in sorted(listed.keys() - wanted):
        with suppress(OSError):  # it cannot be reached
            if (content := folder.read(path)) is not None:
                if hashlib.sha256(content).hexdigest() in listed[path].split():
                    removed[path] = listed[path]
                else:
                    kept.append(path)
    folder.gone = frozenset(folder.path / path for path in removed)
    return Changes(
        folder=folder.path,
        written=tuple(filter(None, (_difference(folder, file) for file in files))),
        manifest=_difference(folder, _manifest(files)),
        removed=removed,
        kept=tuple(kept),
        damaged=damaged,
        unfinished=folder.unfinished(),
    )


def _listed(folder: _Folder) -> tuple[Mapping[str, str], bool]:
    """Return the hashes of the files in the existing manifest, and whether it is damaged.

    If a build was stopped between renames, a file has a new and an old hash, parted by a space.
    """
    if folder.status(MANIFEST) is None:
        return {}, False
    try:
        files = json.loads(folder.read(MANIFEST) or b"")["files"]
        if all(_may_be_ours(path, files[path]) for path in files):
            return files, False
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    return {}, True


def _may_be_ours(path: object, hashes: object) -> bool:
    """True if a build could have written this path: below its folder, valid on every system."""
    return (
        isinstance(path, str)
        and isinstance(hashes, str)
        and len(path) <= LONGEST
        and path.isprintable()
        and not any(sign in path for sign in "\\:")
        and not {"", ".", ".."}.intersection(path.split("/"))
    )


def _difference(folder: _Folder, file: OutputFile) -> FileDifference | None:
    """Return how a file differs from the one in its place; None if it does not.

    Raises ObstacleError for a directory in its place with files that are not removed.
    """
    old = folder.read(file.path)
    if old is None:
        folder.directories_at(file.path)
    return None if old == file.content else FileDifference(file, old)


class _Folder(AbstractContextManager["_Folder"]):
    """The folder of a target, or of all targets. Paths in it have forward slashes.

    `gone` are files that are about to be removed. At the end of its `with` statement, the folder
    removes the directories that it created or removed files from, if they are empty.
    """

    def __init__(self, place: OutputPlace, *target: str) -> None:
        self.path = place.path.joinpath(*target)
        self.gone: frozenset[Path] = frozenset()
        self._root = place.root
        self._maybe_empty: list[Path] = []

    def __exit__(self, *_error: object) -> None:
        for directory in reversed(self._maybe_empty):
            with suppress(OSError):
                directory.rmdir()

    def find(self, directory: Path, *, create: bool = False) -> bool:
        """Return whether a directory exists, or create it.

        Raises ObstacleError if a link or a file is on the way from the root.
        """
        if directory == self._root:
            if create:
                missing = [p for p in (directory, *directory.parents) if not p.exists()]
                self._maybe_empty += reversed(missing)
                directory.mkdir(parents=True, exist_ok=True)
            return True
        if not self.find(directory.parent, create=create):
            return False
        status = _status(directory)
        if status is None and create:
            directory.mkdir()
            self._maybe_empty.append(directory)
        elif status is None or directory in self.gone:
            return False
        elif not _is_directory(status):
            raise ObstacleError(_in_the_way(directory, status))
        return True

    def status(self, path: str) -> os.stat_result | None:
        """Return the status of whatever is at a path, a link itself; None if nothing is."""
        at = self.path / path
        return _status(at) if self.find(at.parent) else None

    def read(self, path: str) -> bytes | None:
        """Return the content of a regular file; None for anything else.

        Raises ObstacleError if a link or a file is on the way.
        """
        status = self.status(path)
        if status is None or not stat.S_ISREG(status.st_mode) or status.st_size > MOST:
            return None
        try:
            descriptor = os.open(self.path / path, os.O_RDONLY | _FLAGS)
        except OSError:
            return None  # it cannot be read, and will be replaced
        with os.fdopen(descriptor, "rb") as file:
            return file.read()

    def unfinished(self) -> tuple[str, ...]:
        """Return the names of files that killed builds left in the folder."""
        if not self.find(self.path):
            return ()
        staged = [p for p in self.path.iterdir() if p.name.startswith(OURS)]
        # A build that is running may have renamed one since it was listed.
        found = {p.name: _status(p) for p in staged}
        return tuple(sorted(n for n, s in found.items() if s and not _is_directory(s)))

    def directories_at(self, path: str) -> Sequence[Path]:
        """Return the directory in the place of a file, if it is one, and all below it.

        Raises ObstacleError if one of them holds a file that stays.
        """
        status, found = self.status(path), list[Path]()
        pending = [self.path / path] if status and _is_directory(status) else []
        while pending:
            directory = pending.pop()
            found.append(directory)
            for inner in directory.iterdir():
                if _is_directory(inner.lstat()):
                    pending.append(inner)
                elif inner not in self.gone:
                    raise ObstacleError(
                        f"'{directory.as_posix()}' is a folder where a file is needed, and"
                        f" '{inner.name}' in it is not from freed6c: move it away"
                    )
        return found

    def move(self, name: str, path: str) -> None:
        """Rename a file of the folder to its place, over whatever may be replaced there."""
        for directory in reversed(self.directories_at(path)):
            directory.rmdir()
        target = self.path / path
        self.find(target.parent, create=True)
        try:
            (self.path / name).replace(target)
        except OSError as error:
            error.filename, error.filename2 = target.as_posix(), None
            raise

    def remove(self, path: str) -> None:
        """Remove a file if it exists."""
        if self.status(path) is not None:
            at = self.path / path
            at.unlink()
            above = at.parents[: len(at.parents) - len(self.path.parents) - 1]
            self._maybe_empty += reversed(above)


@dataclass()
class _Update:
    """The changes of one target while they are written. `_staged` has temporary names by path."""

    folder: _Folder
    changes: Changes
    _staged: dict[str, str] = field(default_factory=dict)

    def stage(self) -> None:
        """Write all new files under temporary names.

        The first is the manifest of old and new files; its path is "".
        """
        self.folder.find(self.folder.path, create=True)
        for name in self.changes.unfinished:
            self.folder.remove(name)
        contents = {each.file.path: each.file.content for each in self.changes.written}
        if self.changes.manifest is not None:
            content = self.changes.manifest.file.content
            contents = {"": self._both(content), **contents, MANIFEST: content}
        prefix = f"{OURS}{secrets.token_hex(8)}"
        for number, (path, content) in enumerate(contents.items()):
            self._staged[path] = f"{prefix}-{number}"
            with (self.folder.path / self._staged[path]).open("xb") as file:
                file.write(content)

    def _both(self, manifest: bytes) -> bytes:
        """Return a manifest of old and new files, which is in place while files are renamed."""
        content = json.loads(manifest)
        hashes = content["files"]
        for each in self.changes.written:
            if each.old is not None:
                hashes[each.file.path] += f" {hashlib.sha256(each.old).hexdigest()}"
        hashes.update(self.changes.removed)
        return json.dumps(content).encode()

    def move(self) -> None:
        """Remove stale files and rename new ones to their places, the manifest last."""
        staged = dict(self._staged)
        if both := staged.pop("", ""):
            self.folder.move(both, MANIFEST)
        for path in self.changes.removed:
            self.folder.remove(path)
        for path, name in staged.items():
            self.folder.move(name, path)

    def sweep(self) -> None:
        """Remove staged files that were not renamed."""
        for name in self._staged.values():
            with suppress(OSError):
                self.folder.remove(name)


def _status(path: Path) -> os.stat_result | None:
    try:
        return path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return None


def _is_directory(status: os.stat_result) -> bool:
    """True for a real directory: neither a link to one nor a junction of Windows."""
    tag = getattr(status, "st_reparse_tag", 0)
    return stat.S_ISDIR(status.st_mode) and (tag == 0 or tag != _JUNCTION)


def _in_the_way(path: Path, status: os.stat_result) -> str:
    reason = "neither a folder nor a file: move it away"
    if stat.S_ISREG(status.st_mode):
        reason = "a file where a folder is needed: move it away"
    elif stat.S_ISLNK(status.st_mode) or stat.S_ISDIR(status.st_mode):
        reason = (
            "a link, and output may not lead out of its folder: remove the link, or name"
            " the place that it leads to with --out"
        )
    return f"'{path.as_posix()}' is {reason}"


# One build of an output at a time.


@contextmanager
def locked(directory: Path, patience: float = PATIENCE) -> Iterator[None]:
    """Lock a directory against other builds. Raises LockedError after `patience` seconds.

    The system releases the lock if its holder dies. The lock file is never written to, because it
    may have come with a stranger's pack. It is removed with the lock.
    """
    path = directory / LOCK
    deadline = time.monotonic() + patience
    while (descriptor := _acquire(path)) is None:
        if time.monotonic() > deadline:
            raise LockedError(
                f"another freed6c is writing to '{directory.as_posix()}':"
                " build again when it has ended"
            )
        time.sleep(_POLL)
    try:
        yield
    finally:
        with suppress(OSError):
            path.unlink()
        os.close(descriptor)


def _acquire(path: Path) -> int | None:
    """Return the open and locked file; None if another process holds it."""
    status = _status(path)
    if status is not None and _is_directory(status):
        try:
            path.rmdir()
        except OSError as error:
            raise ObstacleError(
                f"'{path.as_posix()}' is a folder where a file is needed: move it away"
            ) from error
    elif status is not None and not stat.S_ISREG(status.st_mode):
        path.unlink()
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | _FLAGS, 0o666)
    status = _status(path) if _take(descriptor) else None
    # The last holder may have removed the file in between. A lock of a removed file has no effect.
    if status is not None and os.path.samestat(status, os.fstat(descriptor)):
        return descriptor
    os.close(descriptor)
    return None


def _take(descriptor: int) -> bool:
    """Try to lock a file, and return False if another process holds the lock.

    On a file system without locks, builds run unlocked.
    """
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in (errno.EAGAIN, errno.EACCES)
    return True


# A new folder: written completely or not at all, and never over an existing file.


def create(folder: Path, files: Sequence[OutputFile]) -> None:
    """Make a folder with these files in it.

    Raises FileExistsError if something is there already, OSError if it cannot be written.
    """
    if folder.exists() or folder.is_symlink():
        raise FileExistsError(folder.as_posix())
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:  # a file of that name
        reason = os.strerror(errno.ENOTDIR)
        raise OSError(errno.ENOTDIR, reason, folder.parent.as_posix()) from error
    with TemporaryDirectory(prefix=".freed6c-new-", dir=folder.parent) as stage:
        whole = Path(stage, folder.name)
        for file in files:
            path = whole / file.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(file.content)
        whole.rename(folder)


# Differences as a unified diff.


def differences(changes: Changes) -> Iterator[str]:
    """Yield the lines of a diff from the files that exist to those that would be written."""
    for difference in filter(None, (*changes.written, changes.manifest)):
        file, old = difference.file, difference.old or b""
        name = (changes.folder / file.path).as_posix()
        names = (f"{name} ({'on disk' if old else 'missing'})", f"{name} (new build)")
        yield from line_diff(_lines(old), _lines(file.content), names, end="")
    for path in changes.removed:
        yield f"--- {(changes.folder / path).as_posix()}"
        yield "+++ (not in the new build)"


def _lines(content: bytes) -> list[str]:
    """Return lines that are safe to print: control characters are replaced."""
    return [
        "".join(c if c.isprintable() or c == "\t" else "\ufffd" for c in line)
        for line in content.decode(errors="replace").splitlines()
    ]
