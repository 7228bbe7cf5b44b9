"""Writes a file of a pack anew: all of it or nothing, as its author keeps it."""

from __future__ import annotations

import codecs
import os
import secrets
import shutil
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


def rewrite(path: Path, text: str) -> None:
    """Give a file another text, in lines that end as those that it has.

    Its byte order mark stays, and who may read it. Raises OSError where it cannot be written; then
    it is as it was.
    """
    path = path.resolve()
    before = path.read_bytes()
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
