"""What the parser says about a broken file, said to its author.

Ruamel's pure parser has about forty fixed sentences. Each attempt below knows some of
them, looks at the line itself, and answers if it understands what happened; the first
answer counts. What nobody understands is passed on as it was said.
"""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics import Diagnostic, Label
from freed6c.diagnostics.codes import yaml as codes
from freed6c.load import characters, misread
from freed6c.load.flow import BRACKETS
from freed6c.load.lines import in_quotes
from freed6c.load.refusals import no_space
from freed6c.load.trouble import UNCHECKED, Trouble
from freed6c.packs import events
from freed6c.packs.events import Position

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from freed6c.packs.events import UnreadableError

_TIGHT: Final = re.compile(r"( *(?:- +)*)(\w[\w-]*:[^\s/:][^:]*)$")
_NOT_HERE: Final = (
    "sequence entries are not allowed here",
    "mapping keys are not allowed here",
)
_SIGNS: Final = tuple(
    f"while {doing}"
    for doing in (
        "scanning a block scalar",
        "scanning an alias",
        "scanning an anchor",
        "scanning a tag",
        "scanning an tag",
        "parsing a tag",
        "parsing an tag",
    )
)
_VALUES: Final = ("while parsing a block node", "while parsing a node")
_NEVER_FIRST: Final = tuple(",]}!?:")
_ESCAPE: Final = re.compile(r"\\U([0-9A-Fa-f]{8})")


def explain(file: str, lines: Sequence[str], failure: UnreadableError) -> Diagnostic:
    """The one error of a file that cannot be read."""
    trouble = Trouble(file, lines, failure)
    for attempt in _ATTEMPTS:
        found = attempt(trouble)
        if found is not None:
            return found
    return _unknown(trouble)


def _limits(trouble: Trouble) -> Diagnostic | None:
    if trouble.problem == events.TOO_DEEP:
        message = f"this is more than {events.MAX_DEPTH} levels deep"
        way_out = "write it with fewer levels of indentation and brackets"
    elif trouble.problem == events.TOO_MANY:
        message = f"this file has more than {events.MAX_VALUES:,} values"
        way_out = "divide it into several files"
    else:
        return None
    return trouble.report(codes.TOO_DEEP, message, trouble.at, help=(way_out,))


def _odd_space(trouble: Trouble) -> Diagnostic | None:
    first = max(min(trouble.since.line, trouble.above), 0)
    return characters.odd_space(trouble.file, trouble.lines, first, trouble.at.line + 1)


def _escape(trouble: Trouble) -> Diagnostic | None:
    at = trouble.at
    if trouble.problem == events.BAD_CHARACTER:
        at = _first_escape(trouble.lines)
    elif "escape" not in trouble.problem or "double-quoted" not in trouble.context:
        return None
    return trouble.report(
        codes.BAD_ESCAPE,
        "a backslash in double quotes begins a special character, and not this one",
        at,
        "means nothing behind a backslash",
        help=(
            "put the text in single quotes, where a backslash is only a backslash",
            "or write the backslash twice",
        ),
    )


def _first_escape(lines: Sequence[str]) -> Position:
    for number, line in enumerate(lines):
        for found in _ESCAPE.finditer(line):
            if int(found[1], 16) > sys.maxunicode:
                return Position(number, found.start() + 1)
    return Position(0, 0)


def _open_quote(trouble: Trouble) -> Diagnostic | None:
    if trouble.context != "while scanning a quoted scalar":
        return None
    return misread.open_quote(trouble, trouble.since)


def _tight_colon(trouble: Trouble) -> Diagnostic | None:
    """`a:1`, which the parser only finds odd on the line below."""
    if trouble.problem not in (
        "mapping values are not allowed here",
        "could not find expected ':'",
    ):
        return None
    above = trouble.above if trouble.since is trouble.at else trouble.since.line
    found = _TIGHT.match(trouble.lines[above]) if above >= 0 else None
    if found is None:
        return None
    spot = trouble.spot(Position(above, found.start(2)), len(found[2]))
    return no_space(spot, found[2].rstrip())


def _special_start(trouble: Trouble) -> Diagnostic | None:
    """A value whose first character has a meaning of its own."""
    sign = trouble.after(trouble.at)[:1]
    if "cannot start any token" in trouble.problem:
        at = trouble.at
    elif trouble.problem in _NOT_HERE:
        at = trouble.at
        if not trouble.before(at).strip(" -"):
            return None
    elif trouble.context in _SIGNS:
        at = trouble.since
    elif trouble.context in _VALUES and sign in _NEVER_FIRST:
        at = trouble.at
    else:
        return None
    return misread.special_start(trouble, at)


def _goes_on(trouble: Trouble) -> Diagnostic | None:
    """Text behind the end of something in quotes or brackets, or behind a `*name`."""
    line, at = trouble.line, trouble.at
    if "flow" in trouble.context or at.column <= line.value_at or not line.value:
        return None
    start = Position(at.line, line.value_at)
    if line.value[0] in "\"'":
        return misread.text_after_quote(trouble, start)
    if line.value.startswith("[["):
        return misread.link(trouble, start)
    if line.value[0] in "[{*&!":
        return misread.special_start(trouble, start)
    return None


def _quote_from_above(trouble: Trouble) -> Diagnostic | None:
    """A quote that is not closed is often closed by the next one that opens."""
    before = trouble.before(trouble.at).rstrip()
    quote = before[-1:]
    if quote not in ("'", '"') or before.count(quote) % 2 == 0:
        return None
    for number in range(trouble.at.line - 1, -1, -1):
        line = trouble.lines[number]
        if line.count(quote) % 2:
            return misread.open_quote(trouble, Position(number, line.rfind(quote)))
    return None


def _colon_in_text(trouble: Trouble) -> Diagnostic | None:
    if trouble.problem != "mapping values are not allowed here":
        return None
    line, at = trouble.line, trouble.at
    if not line.name or at.column < line.value_at:
        return None
    return trouble.report(
        codes.COLON_IN_TEXT,
        "this line has a second ':' in unquoted text",
        at,
        "YAML reads this as a new setting",
        length=2,
        help=(in_quotes(line.name, line.value),),
    )


def _brackets(trouble: Trouble) -> Diagnostic | None:
    for attempt in BRACKETS:
        found = attempt(trouble)
        if found is not None:
            return found
    return None


def _no_colon(trouble: Trouble) -> Diagnostic | None:
    if trouble.problem != "could not find expected ':'":
        return None
    text = trouble.after(trouble.since).rstrip()
    return trouble.report(
        codes.NOT_YAML,
        "this line has no colon",
        trouble.since,
        "neither a setting nor an item of a list",
        length=len(text),
        help=(
            "write a name, a colon, a space and a value, or begin an item with '- '",
            "if it goes on with the text above, begin it further to the right",
        ),
    )


def _indentation(trouble: Trouble) -> Diagnostic | None:
    """A line that begins where none of those above does."""
    at, line = trouble.at, trouble.line
    expected = ("<block end>", "<document start>", "not allowed here", "more indented")
    if not any(words in trouble.problem for words in expected):
        return None
    start = Position(at.line, line.indent)
    above = trouble.above
    related = () if above < 0 else (_first_word(trouble, above),)
    return trouble.report(
        codes.INDENTATION,
        "this line begins too far to the left or to the right",
        start,
        "does not fit the lines above",
        related=related,
        help=(
            "begin what belongs together in the same column",
            "begin what belongs to a name two spaces further right than the name",
        ),
    )


def _first_word(trouble: Trouble, number: int) -> Label:
    line = trouble.lines[number]
    indent = len(line) - len(line.lstrip(" "))
    return Label(trouble.spot(Position(number, indent)), "the line above begins here")


def _unknown(trouble: Trouble) -> Diagnostic:
    context = f"{trouble.context}: " if trouble.context else ""
    return Diagnostic(
        code=codes.NOT_YAML,
        message="this file cannot be read from here on",
        label=Label(trouble.spot(trouble.at)),
        help=("if this is text, put it in quotes",),
        notes=(f"YAML said: {context}{trouble.problem}", UNCHECKED),
    )


_ATTEMPTS: Final[tuple[Callable[[Trouble], Diagnostic | None], ...]] = (
    _limits,
    _odd_space,
    _escape,
    _open_quote,
    _special_start,
    _tight_colon,
    _quote_from_above,
    _goes_on,
    _brackets,
    _colon_in_text,
    _no_colon,
    _indentation,
)
