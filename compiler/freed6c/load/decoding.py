"""Bytes to text: UTF-8, lines that end in a line feed, no mark at the beginning."""

from __future__ import annotations

import codecs
import re
import unicodedata
from itertools import chain, islice
from typing import TYPE_CHECKING

from freed6c.diagnostics.codes import yaml as codes
from freed6c.diagnostics.diagnostic import Diagnostic, Label
from freed6c.packs.location import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


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
        label=Label(Span(file, 1, 1, 1, 1)),
        help=("save the file as UTF-8; editors offer this as the file's encoding",),
    )


def _not_utf8(file: str, raw: bytes, start: int) -> Diagnostic:
    before = _unix_lines(raw[:start].decode("utf-8")).split("\n")
    line, column = len(before), len(before[-1]) + 1
    return Diagnostic(
        code=codes.NOT_UTF8,
        message=f"this file is not saved as UTF-8: line {line} cannot be read",
        label=Label(
            Span(file, line, column, line, column + 1), _cp1252_hint(raw[start])
        ),
        help=("save the file as UTF-8; editors offer this as the file's encoding",),
        notes=("nothing else in this file was checked",),
    )


def _cp1252_hint(byte: int) -> str:
    """The character that an old Windows program would have written so."""
    try:
        character = bytes((byte,)).decode("cp1252")
    except UnicodeDecodeError:
        return f"the byte {byte:02X} is no character"
    return f"was this meant to be '{character}'?"


def span_at(file: str, text: str, start: int, length: int = 1) -> Span:
    """The spot of some characters of a text that stand on one line."""
    line = text.count("\n", 0, start) + 1
    column = start - text.rfind("\n", 0, start)
    return Span(file, line, column, line, column + length)


def line_at(lines: Sequence[str], number: int) -> str:
    """A line by its number from 0; nothing behind the end."""
    return lines[number] if 0 <= number < len(lines) else ""


# Characters that are refused before parsing.
#
# Parsers disagree about them, or read over them without a word: tabs, control
# characters, line breaks that are not line breaks everywhere, spaces that are not
# spaces, characters that cannot be seen. Each can still be written in a text, with a
# backslash.


_UNLIKE_SPACES = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
_LINE_BREAKS = "\x0b\x0c\x85\u2028\u2029"
_TURNING = "\u202a-\u202e\u2066-\u2069"
_UNSEEN = "\u00ad\u200b-\u200f\u2060\ufeff"

_REFUSED = re.compile(
    rf"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029{_TURNING}"
    "\u200b\u200e\u200f\u2060\ufeff\ufffe\uffff\ud800-\udfff]"
)
_ODD_SPACE = re.compile(rf"^ *(?:- +)*(?:-|[\w-]+:)? *([{_UNLIKE_SPACES}])")
_SPACE = re.compile(f"[{_UNLIKE_SPACES}]")
_PERCENT = re.compile(r"^%", re.MULTILINE)
_COMMENT = re.compile(r"""(?:[^"'#\n]*[ ])?(#[^"'\n]*)""")
_HIDDEN = re.compile(rf"[{_UNSEEN}{_UNLIKE_SPACES}{_TURNING}]")
_UNPRINTABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def check_characters(file: str, text: str) -> list[Diagnostic]:
    """What is refused: the first of it, since the rest may follow from it."""
    problems = chain(_refused(file, text), _directives(file, text))
    return list(islice(problems, 1))


def first_hidden(text: str) -> str:
    """The first character of a text that nobody can see."""
    match = _HIDDEN.search(text)
    return match[0] if match else ""


def first_unprintable(text: str) -> str:
    """The name of the first character that no page could show."""
    match = _UNPRINTABLE.search(text)
    return _character_name(match[0]) if match else ""


def lookalike_at_edge(text: str) -> str:
    """A character like a space at the beginning or end of a text."""
    return next(
        (edge for edge in (text[:1], text[-1:]) if _SPACE.match(edge)),
        "",
    )


def _refused(file: str, text: str) -> Iterator[Diagnostic]:
    end, comment = -1, range(0)
    for match in _REFUSED.finditer(text):
        position = match.start()
        if match[0] != "\t":
            yield _invisible(file, text, position)
            continue
        if position > end:
            end, comment = _comment(text, position)
        if position not in comment:
            yield _tab(file, text, position)


def _comment(text: str, position: int) -> tuple[int, range]:
    """The end of a line, and what is surely comment in it: a quote leaves doubt."""
    start = text.rfind("\n", 0, position) + 1
    end = text.find("\n", position)
    end = len(text) if end < 0 else end
    match = _COMMENT.match(text, start, end)
    return end, range(match.start(1), match.end()) if match else range(0)


def _tab(file: str, text: str, position: int) -> Diagnostic:
    begin = text.rfind("\n", 0, position) + 1
    leading = not text[begin:position].strip()
    subject = "is indented with" if leading else "contains"
    return Diagnostic(
        code=codes.TAB,
        message=f"this line {subject} a Tab key character",
        label=Label(
            span_at(file, text, position), "a tab: YAML only allows spaces here"
        ),
        help=(
            "replace the tab with 2 spaces"
            if leading
            else 'replace the tab with spaces, or write it as "\\t" in double quotes',
        ),
        notes=(*_more_tabs(text, position), "nothing else in this file was checked"),
    )


def _more_tabs(text: str, position: int) -> tuple[str, ...]:
    end = text.find("\n", position)
    rest = text[end:] if end >= 0 else ""
    count = sum("\t" in line for line in rest.split("\n"))
    if not count:
        return ()
    lines = "line further down has" if count == 1 else "lines further down have"
    return (f"{count} more {lines} tabs",)


def _invisible(file: str, text: str, position: int) -> Diagnostic:
    character = text[position]
    return Diagnostic(
        code=codes.INVISIBLE_CHARACTER,
        message=f"this line contains {_character_name(character)}, which cannot be seen",
        label=Label(span_at(file, text, position), "here"),
        help=(_advice(character),),
        notes=("nothing else in this file was checked",),
    )


def _advice(character: str) -> str:
    if "\x80" <= character <= "\x9f" and character != "\x85":
        return (
            "remove it, and save the file as UTF-8: it was probably converted wrongly"
        )
    if character in _LINE_BREAKS:
        return "remove it; begin a new line with the Enter key"
    return "remove it; it often comes along when text is pasted from elsewhere"


def find_lookalike(
    file: str, lines: Sequence[str], first: int = 0, last: int | None = None
) -> Diagnostic | None:
    """What is wrong where a space that is none makes a line part of the one before.

    Asked only where that can have happened: in prose such spaces are good style.
    """
    for number, line in enumerate(lines[first:last], first + 1):
        match = _ODD_SPACE.match(line)
        if match:
            column = match.start(1) + 1
            span = Span(file, number, column, number, column + 1)
            return lookalike_space(span, match[1])
    return None


def lookalike_space(spot: Span, character: str) -> Diagnostic:
    """A character that looks like a space and is none."""
    return Diagnostic(
        code=codes.INVISIBLE_CHARACTER,
        message=f"this line contains {_character_name(character)} instead of a space",
        label=Label(spot, "not a plain space"),
        help=("replace it with a space from the space bar",),
        notes=("nothing else in this file was checked",),
    )


def _directives(file: str, text: str) -> Iterator[Diagnostic]:
    for match in _PERCENT.finditer(text):
        yield Diagnostic(
            code=codes.DIRECTIVE,
            message="this line begins with '%', an instruction to YAML",
            label=Label(span_at(file, text, match.start()), "packs have none"),
            help=("remove the line; if it is text, put it in quotes and indent it",),
        )


def _character_name(character: str) -> str:
    """What to call a character: `a zero width space (U+200B)`."""
    number = f"U+{ord(character):04X}"
    if character == "\ufeff":
        return f"a byte order mark ({number})"
    name = unicodedata.name(character, "").lower()
    article = "an" if name[:1] in tuple("aeiou") else "a"
    return f"{article} {name} ({number})" if name else f"a control character ({number})"
