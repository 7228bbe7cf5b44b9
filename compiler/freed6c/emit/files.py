"""Files as data, which backends return. Only `writer.py` writes them to the disk."""

from __future__ import annotations

import json
from functools import cached_property
from hashlib import sha256

from freed6c.packs.lazy import dataclass


def compact_json(value: object) -> str:
    """Return a value as JSON on one line, without spaces."""
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


@dataclass(frozen=True)
class OutputFile:
    """A file to write: its path below the backend's folder, with forward slashes, and its bytes."""

    path: str
    content: bytes

    @classmethod
    def text(cls, path: str, text: str) -> OutputFile:
        """Return a file of text in UTF-8. Lines keep the ends that they have."""
        return cls(path, text.encode())

    @cached_property
    def digest(self) -> bytes:
        """The SHA-256 of the content."""
        return sha256(self.content).digest()
