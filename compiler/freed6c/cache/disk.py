"""What the compiler asks the file system about packs, and the answers that it gets.

Who keeps what came of a compilation keeps the answers with it (`keep`): as long as the file
system gives the same ones, compiling comes to the same. So packs are read through here alone. A
build that finds nothing changed does little else than ask again, which is why this imports next to
nothing.
"""

from __future__ import annotations

import os
import sys
from stat import S_ISREG

try:  # `hashlib` loads OpenSSL first
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

TYPE_CHECKING = False  # importing `typing` would take as long as all the rest
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import TypeAlias

    Question: TypeAlias = tuple[str, str, int]
    Answer: TypeAlias = bool | str | bytes | tuple[object, ...] | None
    Path: TypeAlias = str | os.PathLike[str]


_READ = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)  # a pipe that nobody writes to would wait for ever
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


def digest(content: bytes) -> bytes:
    """A short stand-in for contents, which nobody finds other contents for."""
    return blake2b(content, digest_size=16).digest()


class Disk:
    """Asks the file system. Each question is noted with its answer: a method, a path, a limit.

    `steady` says that whatever was asked twice had the same answer. `unsaved` are contents of files
    that count instead of those that the file system has, as an editor's do before they are saved.
    """

    def __init__(self, unsaved: Mapping[str, bytes] | None = None) -> None:
        self.unsaved = unsaved or {}
        self.answers: dict[Question, Answer] = {}
        self.steady = True

    def answers_still(self, answers: Mapping[Question, Answer]) -> bool:
        """Whether all questions have the answers that they had."""
        for (question, path, most), answer in answers.items():
            try:
                if question == "content":
                    self.content(path, most)
                else:
                    getattr(self, question)(path)
            except OSError:
                pass  # it is noted, too
            if self.answers.get((question, path, most)) != answer:
                return False
        return True

    @classmethod
    def of_all(cls, others: Iterable[Disk]) -> Disk:
        """One that knows what all of these were told."""
        disk = cls()
        for other in others:
            disk.steady = disk.steady and other.steady
            for question, answer in other.answers.items():
                disk._set(question, answer)
        return disk

    def is_file(self, path: Path) -> bool:
        """Whether a file is there; not, too, where there can be none of such a name."""
        found = os.path.isfile(path)
        self._note("is_file", path, found)
        return found

    def real(self, path: Path) -> str:
        """The path without links."""
        real = os.path.realpath(path)
        self._note("real", path, real)
        return real

    def names(self, folder: Path) -> tuple[str, ...] | None:
        """All names in a folder, sorted; None where it is none."""
        try:
            found = tuple(sorted(os.listdir(folder)))
        except (OSError, ValueError):
            found = None
        self._note("names", folder, found)
        return found

    def entries(self, folder: Path) -> tuple[tuple[str, bool, bool], ...]:
        """What a folder holds and does not hide, sorted: names, which are folders, which are links.

        A link may be a folder, too. Raises OSError where it cannot be looked into.
        """
        found = None
        try:
            with os.scandir(folder) as entries:
                kinds = [
                    (entry.name, _is_folder(entry), _is_link(entry))
                    for entry in entries
                    if entry.name[0] != "."
                ]
            found = tuple(sorted(kinds))
        finally:
            self._note("entries", folder, found)
        return found

    def content(self, path: Path, most: int) -> bytes:
        """The bytes of a file, not more than so many. Raises OSError where it cannot be read."""
        found = None
        try:
            unsaved = self.unsaved.get(os.fspath(path))
            raw = read(path, most) if unsaved is None else unsaved[:most]
            found = digest(raw)
        finally:
            self._note("content", path, found, most)
        return raw

    def installed(self, _path: Path = "") -> None:
        """Note which distributions there are, by the names in the folders of Python's path."""
        folders = [
            folder for folder in dict.fromkeys(sys.path) if os.path.isdir(folder)
        ]
        found = [sorted(os.listdir(folder)) for folder in folders]
        self._note("installed", "", digest(repr(found).encode()))

    def _note(self, question: str, path: Path, answer: Answer, most: int = 0) -> None:
        self._set((question, os.fspath(path), most), answer)

    def _set(self, question: Question, answer: Answer) -> None:
        if self.answers.setdefault(question, answer) != answer:
            self.steady = False
            self.answers[question] = answer


def read(path: Path, most: int) -> bytes:
    """What `open` and `read` would give, in half of the time. It must be a file."""
    descriptor = os.open(path, _READ)
    try:
        status = os.fstat(descriptor)
        if not S_ISREG(status.st_mode):
            raise OSError(None, "it is not a file")
        parts: list[bytes] = []
        left = min(status.st_size + 1, most)
        while left and (part := os.read(descriptor, left)):
            parts.append(part)
            left -= len(part)
        return b"".join(parts)
    finally:
        os.close(descriptor)


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """Whether it is one, or a link that leads to one that may be looked at."""
    try:
        return entry.is_dir()
    except OSError:  # it leads in a circle, say
        return False


def _is_link(entry: os.DirEntry[str]) -> bool:
    """Whether it leads elsewhere; Windows has more than one sort of that."""
    if os.name == "nt":
        return os.path.realpath(entry.path) != os.path.abspath(entry.path)
    return entry.is_symlink()
