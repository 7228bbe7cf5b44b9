"""Decodes files from UTF-8, and refuses characters that parsers or people misread.

Texts have line feeds as line breaks, and no byte order mark.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from itertools import chain, islice
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import yaml as codes
from freed6c.diagnostics.diagnostic import Diagnostic, Label
from freed6c.diagnostics.ways_out import Replacement, WayOut
from freed6c.packs.lazy import regex
from freed6c.packs.location import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from freed6c.load.source_lines import SourceText


UNCHECKED: Final = ("the rest of this file was not checked",)
"""The note of problems because of which a file isn't read."""


_OTHER_ENCODINGS: Final = {
    codecs.BOM_UTF32_LE: "UTF-32",  # first, because it begins with that of UTF-16
    codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16",
    codecs.BOM_UTF16_BE: "UTF-16",
}


def decode(file: str, raw: bytes) -> tuple[str, list[Diagnostic]]:
    """Return the text of a file; if it isn't UTF-8, its readable part and a diagnostic."""
    raw = raw.removeprefix(codecs.BOM_UTF8)
    for mark, encoding in _OTHER_ENCODINGS.items():
        if raw.startswith(mark):
            return "", [codes.UTF16.at(Span(file, 1, 1, 1, 1), encoding=encoding)]
    try:
        return _unix_lines(raw.decode("utf-8")), []
    except UnicodeDecodeError as error:
        readable = _unix_lines(raw.decode("utf-8", "replace"))
        return readable, [_not_utf8(file, raw, error.start)]


def _unix_lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _not_utf8(file: str, raw: bytes, start: int) -> Diagnostic:
    """Return the diagnostic of the first invalid byte, with its meaning in Windows-1252."""
    before = _unix_lines(raw[:start].decode("utf-8")).split("\n")
    line, column = len(before), len(before[-1]) + 1
    try:
        hint = f"was this meant to be '{raw[start : start + 1].decode('cp1252')}'?"
    except UnicodeDecodeError:
        hint = f"the byte {raw[start]:02X} is not a character"
    place = Label(Span(file, line, column, line, column + 1), hint)
    return codes.NOT_UTF8.at(place, line=line, notes=UNCHECKED)


# Characters that are refused before parsing.
#
# Parsers disagree about them, or skip them silently: tabs, control characters, line
# breaks that not every program recognizes, lookalikes of spaces, invisible characters.
# A text can still contain each of them as an escape with a backslash.


_UNLIKE_SPACES: Final = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
_LINE_BREAKS: Final = "\x0b\x0c\x85\u2028\u2029"
_TURNING: Final = "\u202a-\u202e\u2066-\u2069"
_EMBEDDINGS: Final = "\u202a\u202b\u202d\u202e"
_ISOLATES: Final = "\u2066\u2067\u2068"
_END_OF_EMBEDDING: Final = "\u202c"
_END_OF_ISOLATE: Final = "\u2069"
_UNSEEN: Final = "\u00ad\u200b-\u200f\u2060\ufeff"

# Matches of the patterns below: _ODD_SPACE `- name: ` with a lookalike of a space after it; _MERGE
# `<<<<<<< HEAD`; _FENCE "```yaml"; _COMMENT the `# …` of a line without quotes before it.
_REFUSED: Final = regex(
    rf"[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029{_TURNING}"
    "\u200b\u200e\u200f\u2060\ufeff\ufffe\uffff\ud800-\udfff]"
)
_ODD_SPACE: Final = regex(rf"^ *(?:- +)*(?:-|[\w-]+:)? *([{_UNLIKE_SPACES}])")
_INDENTED: Final = regex(r"[ ]*\t[ \t]*")
_SPACE: Final = regex(f"[{_UNLIKE_SPACES}]")
_PERCENT: Final = regex(r"^%(?:YAML|TAG)?", re.MULTILINE)
_MERGE: Final = regex(r"^(?:<{7}|>{7}|={7})(?: .*)?$", re.MULTILINE)
_FENCE: Final = regex(r"^(?:```|~~~)[a-z]*[ ]*$", re.MULTILINE)
_COMMENT: Final = regex(r"""(?:[^"'#\n]*[ ])?(#[^"'\n]*)""")
_TURN: Final = regex(f"[{_TURNING}]")
HIDDEN: Final = regex(rf"[{_UNSEEN}{_UNLIKE_SPACES}{_TURNING}]")
UNPRINTABLE: Final = regex(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufffe\uffff]"
)


def check_characters(file: str, text: str) -> list[Diagnostic]:
    """Return a diagnostic of the first refused character or line, or none.

    The others could be consequences of the first.
    """
    directives = (
        _directive(_character_span(file, text, match.start()), match[0])
        for match in _PERCENT.finditer(text)
    )
    marks = _tool_marks(file, text)
    return list(islice(chain(marks, _refused_characters(file, text), directives), 1))


def _directive(place: Span, mark: str) -> Diagnostic:
    """Return the diagnostic of a line that begins with `%`, with a fix for `%YAML` or `%TAG`."""
    line = Replacement("", Span(place.file, place.line, 1, place.line + 1, 1))
    edits = () if mark == "%" else (line,)  # any other line may be text
    return codes.DIRECTIVE.at(place, help=[WayOut("remove the line", edits)])


def _tool_marks(file: str, text: str) -> Iterator[Diagnostic]:
    """Yield diagnostics for lines left by tools: merge conflicts and Markdown code fences."""
    merge = _MERGE.search(text)
    if merge is not None:
        place = _character_span(file, text, merge.start())
        yield codes.MERGE_MARK.at(place, mark=merge[0].strip(), notes=UNCHECKED)
    fences = list(_FENCE.finditer(text))
    if fences:
        spans = [_character_span(file, text, fence.start()) for fence in fences]
        numbers = [span.line for span in spans]
        edits = (Replacement("", Span(file, n, 1, n + 1, 1)) for n in numbers)
        word = "line" if len(spans) == 1 else "lines"
        fix = WayOut(f"remove {word} {' and '.join(map(str, numbers))}", tuple(edits))
        mark = fences[0][0].strip()
        yield codes.FENCE.at(spans[0], help=[fix], mark=mark, notes=UNCHECKED)


def first_turned(text: str) -> str:
    """Return the name of the first direction mark that is still open at the end of a text."""
    opened: list[str] = []
    for sign in _TURN.findall(text):
        if sign in _EMBEDDINGS or sign in _ISOLATES:
            opened.append(sign)
        elif sign == _END_OF_EMBEDDING and opened and opened[-1] in _EMBEDDINGS:
            opened.pop()
        elif sign == _END_OF_ISOLATE and not set(_ISOLATES).isdisjoint(opened):
            while opened.pop() not in _ISOLATES:
                pass
    return character_name(opened[0]) if opened else ""


def lookalike_at_edge(text: str) -> str:
    """Return a lookalike of a space at the beginning or end of a text, or an empty text."""
    return next((edge for edge in (text[:1], text[-1:]) if _SPACE.match(edge)), "")


def _refused_characters(file: str, text: str) -> Iterator[Diagnostic]:
    """Yield diagnostics of refused characters.

    Tabs are allowed in comments. If there is a quote before the `#`, it could be in a text instead.
    """
    # The end of the current line, and the positions of its comment.
    end, comment = -1, range(0)
    for match in _REFUSED.finditer(text):
        position, character = match.start(), match[0]
        if character != "\t":
            yield codes.INVISIBLE_CHARACTER.at(
                _character_span(file, text, position),
                character=character_name(character),
                help=[_removal(file, text, position)],
                notes=UNCHECKED,
            )
            continue
        if position > end:
            start = text.rfind("\n", 0, position) + 1
            end = text.find("\n", position)
            end = len(text) if end < 0 else end
            sign = _COMMENT.match(text, start, end)
            comment = range(sign.start(1), sign.end()) if sign else range(0)
        if position not in comment:
            yield _tab(file, text, position)


def _tab(file: str, text: str, position: int) -> Diagnostic:
    start = text.rfind("\n", 0, position) + 1
    count = sum("\t" in line for line in text[position:].split("\n")[1:])
    lines = "line below has" if count == 1 else "lines below have"
    more = [f"{count} more {lines} tabs"] if count else []
    place, notes = _character_span(file, text, position), (*more, *UNCHECKED)
    if text[start:position].strip():
        fix = WayOut("replace it with a space", (Replacement(" ", place),))
        return codes.TAB_IN_LINE.at(place, help=[fix], notes=notes)
    fix = _indent_with_spaces(file, text.split("\n"))
    return codes.TAB.at(place, help=[fix], notes=notes)


_WIDTHS: Final = (2, 4, 8)
_HEAD: Final = regex(r"[ \t]*(?:-[ \t]+)*[\w.\"'-]+:[ \t]*(?:#.*)?$")
"""A key whose value begins on a line below, and further right."""


def _indent_with_spaces(file: str, lines: Sequence[str]) -> WayOut:
    """Return a fix that replaces each tab of an indentation with 2, 4 or 8 spaces.

    Use the first width with which every value is still indented further than its key. If there is
    none, the fix has no edits.
    """
    for width in _WIDTHS:
        if _stays_inside(lines, width):
            edits = tuple(
                Replacement(
                    indentation[0].replace("\t", " " * width),
                    Span(file, number, 1, number, 1 + len(indentation[0])),
                )
                for number, line in enumerate(lines, 1)
                if (indentation := _INDENTED.match(line))
            )
            return WayOut(f"replace each tab with {width} spaces", edits)
    return WayOut(
        "replace each tab with as many spaces as the lines around it begin with"
    )


def _stays_inside(lines: Sequence[str], width: int) -> bool:
    """Return whether values stay inside their keys if each tab becomes `width` spaces."""
    outer = -1  # the indentation of the key whose value must come next, or -1
    for line in lines:
        content = line.strip()
        if not content or content.startswith("#"):
            continue
        margin = line[: len(line) - len(line.lstrip(" \t"))].replace("\t", " " * width)
        if content.startswith("- "):
            # A hyphen can be in the column of its key.
            outer = min(outer, len(margin) - 1)
        if len(margin) <= outer:
            return False
        outer = len(margin) if _HEAD.match(line) else -1
    return True


def _removal(file: str, text: str, position: int) -> WayOut:
    """Return advice on an invisible character. Line breaks are not removed automatically."""
    character, place = text[position], _character_span(file, text, position)
    edits = () if character in _LINE_BREAKS else (Replacement("", place),)
    return WayOut(_advice(character), edits)


def _advice(character: str) -> str:
    if "\x80" <= character <= "\x9f" and character != "\x85":
        return "remove it, and save the file as UTF-8; it was probably converted incorrectly"
    if character in _LINE_BREAKS:
        return "remove it; begin a new line with the Enter key"
    return "remove it; pasted text often contains such characters"


def _character_span(file: str, text: str, position: int) -> Span:
    line = text.count("\n", 0, position) + 1
    column = position - text.rfind("\n", 0, position)
    return Span(file, line, column, line, column + 1)


def find_lookalike(
    source: SourceText, first: int = 0, last: int | None = None
) -> Diagnostic | None:
    """Return the diagnostic of a lookalike of a space in the indentation of a line, or None.

    YAML doesn't count such a space as indentation, so the line can become part of the text above.
    Call this function only if that could have happened: in prose, such spaces are good style.
    """
    for number, line in enumerate(source.lines[first:last], first + 1):
        match = _ODD_SPACE.match(line)
        if match:
            column = match.start(1) + 1
            span = Span(source.file, number, column, number, column + 1)
            return lookalike_space(span, match[1])
    return None


def lookalike_space(span: Span, character: str) -> Diagnostic:
    """Return the diagnostic of a character that looks like a space."""
    name = character_name(character)
    is_one_character = span.end_column - span.column == 1
    advice = "replace it with a plain space"
    fix = WayOut(advice, (Replacement(" ", span),) if is_one_character else ())
    return codes.LOOKALIKE_SPACE.at(span, help=[fix], character=name, notes=UNCHECKED)


def character_name(character: str) -> str:
    """Return the name of a character: `a zero width space (U+200B)`."""
    number = f"U+{ord(character):04X}"
    if character == "\ufeff":
        return f"a byte order mark ({number})"
    name = unicodedata.name(character, "").lower()
    article = "an" if name[:1] in tuple("aeiou") else "a"
    return f"{article} {name} ({number})" if name else f"a control character ({number})"
