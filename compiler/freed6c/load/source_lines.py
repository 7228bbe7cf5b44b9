"""The lines of a YAML file, for messages: parts of lines, spans, and advice to quote a text.

A file with an error has no tree, so these functions examine its lines as text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.ways_out import Replacement, WayOut
from freed6c.packs.lazy import dataclass, regex
from freed6c.packs.location import Span
from freed6c.packs.yaml_tree import Position

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.packs.yaml_tree import Node


_END_OF_TEXT: Final = regex(r"(?:^|(?<=\s))#.*$")
_CLOSES: Final = regex(r",(?=\s|$)|[\]}]")


@dataclass(frozen=True)
class SourceText:
    """The lines of a file, with its name in messages.

    A mark is a position from the parser, with line and column from 0; spans count from 1.
    """

    file: str
    lines: Sequence[str]

    def line_at(self, number: int) -> str:
        """Return a line by its number from 0; an empty text after the end."""
        return self.lines[number] if 0 <= number < len(self.lines) else ""

    def before(self, mark: Position) -> str:
        """Return the line up to a mark."""
        return self.line_at(mark.line)[: mark.column]

    def after(self, mark: Position) -> str:
        """Return the line from a mark on."""
        return self.line_at(mark.line)[mark.column :]

    def text_from(self, mark: Position) -> str:
        """Return the unquoted text at a mark, up to its probable end on the line."""
        line = self.line_at(mark.line)
        end = len(line)
        if _is_in_brackets(line[: mark.column]):
            closing = _CLOSES.search(line, mark.column + 1)
            end = closing.start() if closing else end
        return _END_OF_TEXT.sub("", line[mark.column : end]).rstrip()

    def between(self, start: Position, end: Position) -> str:
        """Return the text from one mark to another, or to the end of the first line."""
        stop = end.column if end.line == start.line else None
        return self.lines[start.line][start.column : stop]

    def span_of(self, node: Node) -> Span:
        """Return the span of a key or value."""
        return self.span_between(node.start, node.end)

    def span_between(self, start: Position, end: Position) -> Span:
        """Return the span from one mark to another."""
        line, column = start.line + 1, start.column + 1
        return Span(self.file, line, column, end.line + 1, end.column + 1)

    def span_of_text(self, start: Position, text: str) -> Span:
        """Return the span of a text that begins at a mark, on one line or several."""
        _, *others = text.split("\n")
        if not others:
            return self.span_at(start, len(text))
        end = Position(start.line + len(others), len(others[-1]))
        return self.span_between(start, end)

    def span_at(self, mark: Position, length: int = 1) -> Span:
        """Return the span of some characters from a mark on.

        A mark can be after the end of a line or of the file. The span is then at that end.
        """
        number = min(mark.line, len(self.lines) - 1)
        width = len(self.lines[number])
        start = min(mark.column, width) if number == mark.line else width
        end = min(start + length, width)
        return Span(self.file, number + 1, start + 1, number + 1, end + 1)


def _is_in_brackets(before: str) -> bool:
    """Return whether more brackets are opened than closed in the part of a line."""
    opened = before.count("{") + before.count("[")
    return opened > before.count("}") + before.count("]")


# Matches: _NAME `- name: `, `"a name": `; _IN_BRACES the end of `{name: `; _CURLY has the closing
# quote of each opening one.
_PLAIN_NAME: Final = r"""[^\s'"\[\]{}#:,-][^:'"#{}\[\]]*?"""
_DASHES: Final = regex(r" *(?:- +)*")
_NAME: Final = regex(rf""" *(?:- +)*({_PLAIN_NAME}|"[^"]*"|'[^']*'):(?: +|$)""")
_IN_BRACES: Final = regex(r"[{,]\s*([\w-]+):\s*$")
_LONG: Final = 60


@dataclass(frozen=True)
class Line:
    """The parts of a line: `  - name: value # comment` has `indent` 2 and `value_at` 10.

    `name` and `value` can be empty; `value_at` is the column of the value.
    """

    indent: int
    name: str
    value: str
    value_at: int


def read_line(text: str) -> Line:
    """Split a line into its parts."""
    name_match = _NAME.match(text)
    match = name_match or _DASHES.match(text)
    value_at = match.end() if match else 0
    value = _END_OF_TEXT.sub("", text[value_at:]).rstrip()
    indent = len(text) - len(text.lstrip(" "))
    return Line(indent, name_match[1] if name_match else "", value, value_at)


def name_before(before: str) -> str:
    """Return the name of the setting whose value follows a part of a line; empty in a list."""
    in_braces = _IN_BRACES.search(before)
    if in_braces:
        return in_braces[1]
    line = read_line(before)
    return line.name if line.value == "" else ""


_CURLY: Final = {
    "\u201c": "\u201d",
    "\u201e": "\u201c",
    "\u2018": "\u2019",
    "\u00ab": "\u00bb",
}


def quoted(text: str) -> str:
    """Return a text in quotes, single ones if it contains double quotes or backslashes.

    Curly quotes around the whole text are removed. So are straight ones, if there is another one
    inside: then they don't close as YAML needs it.
    """
    first, inner = text[:1], text[1:-1]
    is_unbalanced = first in ("'", '"') and inner.count(first) % 2 == 1
    closing = first if is_unbalanced else _CURLY.get(first)
    if len(text) > 1 and closing and text.endswith(closing):
        text = inner
    if '"' in text or "\\" in text:
        return "'" + text.replace("'", "''") + "'"
    return f'"{text}"'


def to_quote(source: SourceText, start: Position, text: str, when: str = "") -> WayOut:
    """Return advice to quote the text at a mark; of a long text, it has only the ends.

    `text` can have several lines, as written. `when` is a condition for the advice, in front of it:
    "if it belongs to the text, ".
    """
    name = name_before(source.before(start))
    setting = f"{name}: " if name else ""
    short = " ".join(text.split()) if "\n" in text else text
    sign = quoted(short)[0]
    sort = {"'": "single ", '"': "double "}[sign] if text[:1] in ("'", '"') else ""
    advice = f"{when}put the text in {sort}quotes:\n    {setting}{quoted(short)}"
    if len(short) > _LONG:
        begin = short[: _LONG // 2].rsplit(" ", 1)
        end = short[-_LONG // 2 :].split(" ", 1)
        advice = f"{when}add {sign} in front of '{begin[0]} …' and after '… {end[-1]}'"
    first = text.partition("\n")[0]
    # Callers may have composed a text that isn't in the file as such.
    is_at_mark = source.line_at(start.line).startswith(first, start.column)
    edit = Replacement(quoted(text), source.span_of_text(start, text))
    return WayOut(advice, (edit,) if text and is_at_mark else ())
