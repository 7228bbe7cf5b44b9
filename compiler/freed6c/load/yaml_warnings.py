"""What YAML reads without complaint, though it was hardly meant so: warnings."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import yaml as codes
from freed6c.diagnostics.diagnostic import Diagnostic, Label
from freed6c.load.source_lines import event_span, name_before, quote_advice, quoted
from freed6c.packs.location import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.load.yaml_syntax_errors import ParserFailure
    from freed6c.packs.yaml_events import Mark, TextEvent


_HASH: Final = re.compile(r" #[^\s#]")
_REST: Final = re.compile(r" +#[^\s#].*")
_QUOTES: Final = "\u201c\u201d\u201e\u00ab\u00bb\u2018\u2019\u201a"
_CURLY: Final = re.compile(f"[{_QUOTES}].*[{_QUOTES}]", re.DOTALL)
_DASH: Final = re.compile(r"[0-9Dd+ ]*[\u2010-\u2015\u2212][0-9Dd+ ]*[0-9][0-9Dd+ ]*")
_ANY_DASH: Final = re.compile(r"[\u2010-\u2015\u2212]")


def odd_lines(lines: Sequence[str]) -> frozenset[int]:
    """Numbers, from 0, of lines whose unquoted text deserves a second look."""
    return frozenset(
        number
        for number, line in enumerate(lines)
        if (" #" in line and _HASH.search(line)) or line.lstrip(" ").startswith("- ")
    )


def swallowed_item(
    file: str, lines: Sequence[str], event: TextEvent
) -> list[Diagnostic]:
    """A line with a hyphen, indented so far that it belongs to the text above."""
    start, end = event.start_mark.line, event.end_mark.line
    for number in range(start + 1, end + 1):
        line = lines[number]
        column = len(line) - len(line.lstrip(" ")) + 1
        if line.lstrip(" ").startswith("- "):
            spot = Span(file, number + 1, column, number + 1, column + 1)
            return [_swallowed(spot, Label(event_span(file, event), "this text"))]
    return []


def _swallowed(spot: Span, text: Label) -> Diagnostic:
    return Diagnostic(
        code=codes.ITEM_IN_TEXT,
        message="this line is not an item of a list: it goes on with the text above",
        label=Label(spot, "read as part of the text"),
        related=(text,),
        help=(
            "an item begins in the column of the other items, or below the name",
            "if it is text, put the whole text in quotes",
        ),
    )


def comment(file: str, lines: Sequence[str], event: TextEvent) -> list[Diagnostic]:
    """`Skill #2` says `Skill`: comments have a space behind their `#`."""
    number, column = event.end_mark.line, event.end_mark.column
    match = _REST.match(lines[number], column)
    if not match:
        return []
    begin = event.start_mark.column if event.start_mark.line == number else column
    name = name_before(lines[number], begin)
    ignored = lines[number][column:].rstrip()
    spot = Span(file, number + 1, column + 1, number + 1, column + 1 + len(ignored))
    return [
        Diagnostic(
            code=codes.COMMENT_IN_TEXT,
            message=f"'{ignored.strip()}' is left out: ' #' begins a comment",
            label=Label(spot, "YAML does not read this"),
            help=(
                quote_advice(name, lines[number][begin:].rstrip()),
                "if it is a comment, write a space behind the #",
            ),
        )
    ]


def typography(file: str, event: TextEvent) -> list[Diagnostic]:
    """Curly quotes around a whole text, or a long dash between numbers."""
    text = event.value
    if len(text) > 1 and _CURLY.fullmatch(text):
        return [_curly_quotes(file, event)]
    if _DASH.fullmatch(text):
        return [_long_dash(file, event)]
    return []


def empty_file(file: str) -> Diagnostic:
    """Nothing, or only comments."""
    return Diagnostic(
        code=codes.EMPTY_FILE,
        message="this file is empty: it has no settings",
        label=Label(Span(file, 1, 1, 1, 1)),
        help=("remove the file, or write something in it",),
    )


def _curly_quotes(file: str, event: TextEvent) -> Diagnostic:
    first, last = event.value[0], event.value[-1]
    return Diagnostic(
        code=codes.TYPOGRAPHIC_CHARACTER,
        message=f"the curly quotes {first} {last} become part of the text",
        label=Label(event_span(file, event), "YAML only knows straight quotes"),
        help=(
            "write straight quotes, or none",
            "if the curly quotes belong to the text, put straight ones around it",
        ),
    )


def _long_dash(file: str, event: TextEvent) -> Diagnostic:
    plain_value = _ANY_DASH.sub("-", event.value)
    return Diagnostic(
        code=codes.TYPOGRAPHIC_CHARACTER,
        message=f"'{event.value}' is written with a long dash, so it is no number",
        label=Label(
            event_span(file, event), "this dash is not the one of the keyboard"
        ),
        help=(
            f"write it with a plain hyphen: {plain_value}",
            "if it is meant as text, put it in quotes",
        ),
    )


# Errors that come from the first character of a text, or from a quote.


_MEANINGS: Final = {
    "*": "refers to something, in YAML",
    "&": "marks something to refer to, in YAML",
    "!": "names a type, in YAML",
    "|": "begins a text of several lines, in YAML",
    ">": "begins a text of several lines, in YAML",
    "[": "begins a list, in YAML",
    "{": "begins a group of settings, in YAML",
    "-": "begins an item of a list, in YAML",
    "?": "begins a name, in YAML",
}


def special_start(failure: ParserFailure, at: Mark) -> Diagnostic:
    """`by: @home`."""
    text = failure.text_from(at)
    sign = text[:1]
    name = name_before(failure.before(at), at.column)
    ways = [quote_advice(name, text)]
    if sign == "-":
        ways.append("the items of a list are written on lines of their own")
    return failure.report(
        codes.SPECIAL_START,
        f"a text cannot begin with '{sign}' unless it is in quotes",
        at,
        _MEANINGS.get(sign, "has a meaning of its own in YAML"),
        help=tuple(ways),
    )


def link(failure: ParserFailure, at: Mark) -> Diagnostic:
    """`text: [[skill]] goes on`."""
    text = failure.text_from(at) if "{" not in failure.before(at) else ""
    name = name_before(failure.before(at), at.column)
    return failure.report(
        codes.LINK_AS_LIST,
        "a text that begins with a link in [[ ]] has to stand in quotes",
        at,
        "YAML reads this as a list in a list",
        length=2,
        help=(quote_advice(name, text),),
    )


def open_quote(failure: ParserFailure, at: Mark) -> Diagnostic:
    """`name: "Stealth`."""
    quote = failure.after(at)[:1]
    return failure.report(
        codes.OPEN_QUOTE,
        "a text in quotes begins here and does not end",
        at,
        f"there is no second {quote} for this one" if quote else "",
        help=(f"write a second {quote} behind the text, or leave both out",),
    )


def text_after_quote(failure: ParserFailure, start: Mark) -> Diagnostic:
    """`name: "Stealth" check`."""
    text = failure.text_from(start)
    name = name_before(failure.before(start), start.column)
    return failure.report(
        codes.TEXT_AFTER_QUOTE,
        "text goes on behind the closing quote",
        failure.at,
        "the text in quotes ends before this",
        help=(f"put the whole text in quotes:\n    {name}: {quoted(text)}",)
        if name
        else (f"put the whole text in quotes: {quoted(text)}",),
    )
