"""Writes a file of a pack anew: all of it or nothing, as its author keeps it."""

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
    """Somebody wrote the file after it was read; what they wrote is not to be lost."""


def rewrite(path: Path, was: str, text: str) -> None:
    """Give a file, which was read as one text, another; in lines that end as those that it has.

    A link in its place is replaced, never followed. Its byte order mark stays, and who may read
    it. Raises OSError where it cannot be written, and EditedMeanwhileError where it says something
    else by now; then it is as it is.
    """
    before = path.read_bytes()
    if decode(str(path), before)[0] != was:
        raise EditedMeanwhileError(
            f"'{path.name}' was edited meanwhile, and is left as it is: run this again"
        )
    if b"\r\n" in before:
        text = text.replace("\n", "\r\n")
    content = text.encode()
    if before.startswith(codecs.BOM_UTF8):
        content = codecs.BOM_UTF8 + content
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        with beside.open("xb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        shutil.copymode(path, beside)
        beside.replace(path)
    except BaseException:
        with suppress(OSError):
            beside.unlink()
        raise
