"""Bytes to text: UTF-8, lines that end in a line feed, no mark at the beginning."""

from __future__ import annotations

import codecs
from typing import TYPE_CHECKING

from freed6c.diagnostics import Diagnostic, Label
from freed6c.diagnostics.codes import yaml as codes
from freed6c.packs.address import Spot

if TYPE_CHECKING:
    from collections.abc import Sequence

_WIDE_MARKS = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def decode(file: str, raw: bytes) -> tuple[str, list[Diagnostic]]:
    """The text of a file; where it is not UTF-8, what can be shown of it."""
    raw = raw.removeprefix(codecs.BOM_UTF8)
    if raw.startswith(_WIDE_MARKS):
        return "", [_saved_as(file, "UTF-16")]
    try:
        return _unix_lines(raw.decode("utf-8")), []
    except UnicodeDecodeError as error:
        readable = _unix_lines(raw.decode("utf-8", "replace"))
        return readable, [_not_utf8(file, raw, error.start)]


def _unix_lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _saved_as(file: str, encoding: str) -> Diagnostic:
    return Diagnostic(
        code=codes.NOT_UTF8,
        message=f"this file is saved as {encoding}, not as UTF-8",
        label=Label(Spot(file, 1, 1, 1, 1)),
        help=("save the file as UTF-8; editors offer this as the file's encoding",),
    )


def _not_utf8(file: str, raw: bytes, start: int) -> Diagnostic:
    before = _unix_lines(raw[:start].decode("utf-8")).split("\n")
    line, column = len(before), len(before[-1]) + 1
    return Diagnostic(
        code=codes.NOT_UTF8,
        message=f"this file is not saved as UTF-8: line {line} cannot be read",
        label=Label(Spot(file, line, column, line, column + 1), _meant(raw[start])),
        help=("save the file as UTF-8; editors offer this as the file's encoding",),
        notes=("nothing else in this file was checked",),
    )


def _meant(byte: int) -> str:
    """The character that an old Windows program would have written so."""
    try:
        character = bytes((byte,)).decode("cp1252")
    except UnicodeDecodeError:
        return f"the byte {byte:02X} is no character"
    return f"was this meant to be '{character}'?"


def place(file: str, text: str, start: int, length: int = 1) -> Spot:
    """The spot of some characters of a text that stand on one line."""
    line = text.count("\n", 0, start) + 1
    column = start - text.rfind("\n", 0, start)
    return Spot(file, line, column, line, column + length)


def line_at(lines: Sequence[str], number: int) -> str:
    """A line by its number from 0; nothing behind the end."""
    return lines[number] if 0 <= number < len(lines) else ""
