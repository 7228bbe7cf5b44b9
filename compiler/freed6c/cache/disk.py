"""Reads the file system for the compiler, and records every question with its answer.

Results of a compilation are stored with these answers (`keep`): while the file system gives the
same answers, compiling gives the same result. Therefore packs are read only through this module. A
build without changes does little more than compare answers, so this module imports next to nothing.
"""

from __future__ import annotations

import os
import sys
from stat import S_ISREG

try:  # `hashlib` loads OpenSSL first
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

TYPE_CHECKING = False  # importing `typing` would take as long as everything else
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import TypeAlias

    Question: TypeAlias = tuple[str, str, int]
    Answer: TypeAlias = bool | str | bytes | tuple[object, ...] | None
    Path: TypeAlias = str | os.PathLike[str]


_READ = (
    os.O_RDONLY
    | getattr(os, "O_NONBLOCK", 0)  # don't wait for a pipe without a writer
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)


def digest(content: bytes) -> bytes:
    """Return a short cryptographic hash of some content."""
    return blake2b(content, digest_size=16).digest()


class Disk:
    """A file system that records each question with its answer.

    A question is the name of a method of this class, a path, and a limit in bytes (0 if there is
    none): `("content", "core/pack.yaml", 1000000)`. The answer is the result of the method, except
    that the content of a file is recorded as a digest.

    `steady` is True if repeated questions had the same answers. `unsaved` are the contents of files
    that an editor has not saved yet; they replace those on disk.
    """

    def __init__(self, unsaved: Mapping[str, bytes] | None = None) -> None:
        self.unsaved = unsaved or {}
        self.answers: dict[Question, Answer] = {}
        self.steady = True

    def answers_still(self, answers: Mapping[Question, Answer]) -> bool:
        """Ask all questions again, and return whether they still have these answers."""
        for (question, path, most), answer in answers.items():
            try:
                if question == "content":
                    self.content(path, most)
                else:
                    getattr(self, question)(path)
            except OSError:
                pass  # failures are recorded as well
            if self.answers.get((question, path, most)) != answer:
                return False
        return True

    @classmethod
    def of_all(cls, others: Iterable[Disk]) -> Disk:
        """Return a disk with the answers of all these disks."""
        disk = cls()
        for other in others:
            disk.steady = disk.steady and other.steady
            for question, answer in other.answers.items():
                disk._set(question, answer)
        return disk

    def is_file(self, path: Path) -> bool:
        """Return whether a path is a file; False for impossible names."""
        answer = os.path.isfile(path)
        self._record("is_file", path, answer)
        return answer

    def real(self, path: Path) -> str:
        """Return the path without links."""
        real = os.path.realpath(path)
        self._record("real", path, real)
        return real

    def names(self, folder: Path) -> tuple[str, ...] | None:
        """Return all names in a folder, sorted; None if it isn't a folder."""
        try:
            answer = tuple(sorted(os.listdir(folder)))
        except (OSError, ValueError):
            answer = None
        self._record("names", folder, answer)
        return answer

    def entries(self, folder: Path) -> tuple[tuple[str, bool, bool], ...]:
        """Return the entries of a folder that aren't hidden, sorted: name, is a folder, is a link.

        A link can be a folder as well. Raise OSError if the folder can't be read.
        """
        answer = None
        try:
            with os.scandir(folder) as entries:
                kinds = [
                    (entry.name, _is_folder(entry), _is_link(entry))
                    for entry in entries
                    if entry.name[0] != "."
                ]
            answer = tuple(sorted(kinds))
        finally:
            self._record("entries", folder, answer)
        return answer

    def content(self, path: Path, most: int) -> bytes:
        """Return at most `most` bytes of a file. Raise OSError if it can't be read."""
        answer = None
        try:
            unsaved = self.unsaved.get(os.fspath(path))
            raw = read(path, most) if unsaved is None else unsaved[:most]
            answer = digest(raw)
        finally:
            self._record("content", path, answer, most)
        return raw

    def installed(self, _path: Path = "") -> None:
        """Record the installed distributions, by the names in the folders of Python's path."""
        folders = filter(os.path.isdir, dict.fromkeys(sys.path))
        names = [sorted(os.listdir(folder)) for folder in folders]
        self._record("installed", "", digest(repr(names).encode()))

    def _record(self, question: str, path: Path, answer: Answer, most: int = 0) -> None:
        self._set((question, os.fspath(path), most), answer)

    def _set(self, question: Question, answer: Answer) -> None:
        if self.answers.setdefault(question, answer) != answer:
            self.steady = False
            self.answers[question] = answer


def read(path: Path, most: int) -> bytes:
    """Return the bytes of a regular file, in half the time of `open` and `read`."""
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
    """Return whether an entry is a folder, or a link to a readable one."""
    try:
        return entry.is_dir()
    except OSError:  # for example, a circular link
        return False


def _is_link(entry: os.DirEntry[str]) -> bool:
    """Return whether an entry is a link, of which Windows has more than one kind."""
    if os.name == "nt":
        return os.path.realpath(entry.path) != os.path.abspath(entry.path)
    return entry.is_symlink()
