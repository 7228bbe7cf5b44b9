"""What backends return: files by name. Only the writer touches the disk."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class OutputFile:
    """A file to be: its path under the backend's folder, with forward slashes, and its bytes."""

    path: str
    content: bytes

    @classmethod
    def text(cls, path: str, text: str) -> OutputFile:
        """A file of text: UTF-8, lines ended by a line feed alone."""
        return cls(path, text.encode())
