"""Rewrites files of packs atomically, keeping their line ends, encoding mark and permissions."""

from __future__ import annotations

import codecs
import os
import secrets
import shutil
from contextlib import suppress
from typing import TYPE_CHECKING

from freed6c.load.decoding import decode

if TYPE_CHECKING:
    from pathlib import Path


class EditedMeanwhileError(OSError):
    """The error if a file changed after it was read, so that no edit is lost."""


def rewrite(path: Path, was: str, text: str) -> None:
    """Replace the text of a file, which was read as `was`, keeping its line ends.

    A link is replaced, never followed. The byte order mark and permissions stay. Raise OSError if
    it cannot be written, and EditedMeanwhileError if its text has changed; then it stays.
    """
    before = path.read_bytes()
    if decode(str(path), before)[0] != was:
        raise EditedMeanwhileError(
            f"'{path.name}' was edited in the meantime and was not changed: run this again"
        )
    if b"\r\n" in before:
        text = text.replace("\n", "\r\n")
    content = text.encode()
    if before.startswith(codecs.BOM_UTF8):
        content = codecs.BOM_UTF8 + content
    temporary = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with temporary.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        shutil.copymode(path, temporary)
        temporary.replace(path)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise
