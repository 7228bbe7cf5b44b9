"""What backends return: files by name. Only the writer touches the disk."""

from __future__ import annotations

from functools import cached_property
from hashlib import sha256
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


class OutputFile:
    """A file to be: its path under the backend's folder, with forward slashes, and its bytes.

    Of a file that is known already there may be only the SHA-256 `digest`: it is made again where
    it does not lie there.
    """

    def __init__(self, path: str, content: bytes) -> None:
        self.path = path
        self.content = content

    @classmethod
    def text(cls, path: str, text: str) -> OutputFile:
        """A file of text: UTF-8, lines ended by a line feed alone."""
        return cls(path, text.encode())

    @cached_property
    def digest(self) -> bytes:
        """The SHA-256 of its bytes."""
        return sha256(self.content).digest()

    def is_same_as(self, old: bytes) -> bool:
        """Whether these are its bytes."""
        return old == self.content

    def __eq__(self, other: object) -> bool:
        same = isinstance(other, OutputFile) and other.path == self.path
        return same and other.digest == self.digest  # type: ignore[attr-defined]

    def __hash__(self) -> int:
        return hash((self.path, self.digest))


class KnownFile(OutputFile):
    """A file of which only the digest is known."""

    def __init__(self, path: str, digest: bytes, make: Callable[[], str]) -> None:
        self.path = path
        self.digest = digest
        self._make = make

    @cached_property
    def content(self) -> bytes:  # type: ignore[override]
        """Its bytes, made once. Raises AssertionError if they are others than was known."""
        made = self._make().encode()
        assert sha256(made).digest() == self.digest, f"{self.path} has changed"
        return made

    def is_same_as(self, old: bytes) -> bool:
        """Whether these are its bytes."""
        return sha256(old).digest() == self.digest
