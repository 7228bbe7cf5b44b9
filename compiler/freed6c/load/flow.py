"""What goes wrong in braces and brackets."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics import Label
from freed6c.diagnostics.codes import yaml as codes
from freed6c.load import misread
from freed6c.load.lines import in_quotes, name_before, read_line
from freed6c.packs.events import Position

if TYPE_CHECKING:
    from collections.abc import Callable

    from freed6c.diagnostics import Diagnostic
    from freed6c.load.trouble import Trouble

_CLOSING: Final = {"{": "}", "[": "]"}
_VALUE_START: Final = re.compile(r"(?:[{,]\s*[\w-]+:\s+|[\[,]\s*)([^\[{,]*)$")
_ENDS: Final = ("<stream end>", "<document end>", "<document start>", "<block end>")


def _link(trouble: Trouble) -> Diagnostic | None:
    """`{text: see [[skill]]}`."""
    if not _in_flow(trouble) or not trouble.after(trouble.at).startswith("[["):
        return None
    before = trouble.before(trouble.at)
    found = _VALUE_START.search(before)
    start = found.start(1) if found else trouble.at.column
    text = _through(trouble.after(Position(trouble.at.line, start)), "]]")
    name = name_before(before, start)
    return trouble.report(
        codes.LINK_AS_LIST,
        "a text with a link in [[ ]] has to stand in quotes inside { } or [ ]",
        trouble.at,
        "YAML reads this as a list",
        length=2,
        help=(in_quotes(name, text),),
    )


def _through(text: str, end: str) -> str:
    """A text up to the brace or comma that follows the last `end` in it."""
    last = text.rfind(end) + len(end)
    tail = re.search(r"[,}]", text[last:])
    return text[: last + tail.start()] if tail else text


def _unclosed(trouble: Trouble) -> Diagnostic | None:
    """The rest of the file seems to stand in brackets."""
    if not _in_flow(trouble) or not (_at_the_end(trouble) or _outside(trouble)):
        return None
    since = trouble.since
    if trouble.after(since)[:1] not in _CLOSING:
        since = Position(since.line, max(since.column - 1, 0))
    opener = trouble.after(since)[:1]
    if opener not in _CLOSING:
        return None
    return trouble.report(
        codes.OPEN_BRACKET,
        f"'{opener}' opens here and is not closed",
        since,
        f"there is no '{_CLOSING[opener]}' for this",
        help=(f"write '{_CLOSING[opener]}' where it ends",),
    )


def _at_the_end(trouble: Trouble) -> bool:
    return any(token in trouble.problem for token in _ENDS)


def _outside(trouble: Trouble) -> bool:
    """Whether the parser has come to a line of settings, no deeper than the bracket."""
    opened = read_line(trouble.before(trouble.since)).indent
    line = trouble.line
    below = trouble.at.line > trouble.since.line
    return below and line.name != "" and line.indent <= opened


def _colon(trouble: Trouble) -> Diagnostic | None:
    """`{text: Remember: round down}`."""
    same_line = trouble.at.line == trouble.since.line
    colon = trouble.after(trouble.at)[:1] == ":"
    if not _in_flow(trouble) or not (same_line and colon):
        return None
    found = _VALUE_START.search(trouble.before(trouble.at))
    start = Position(trouble.at.line, found.start(1) if found else trouble.at.column)
    name = name_before(trouble.before(start), start.column)
    return trouble.report(
        codes.COLON_IN_TEXT,
        "this text has a ':' in it and is not in quotes",
        trouble.at,
        "YAML reads this as a new setting",
        help=(in_quotes(name, trouble.text_from(start)),),
    )


def _after_quote(trouble: Trouble) -> Diagnostic | None:
    """`{name: "Stealth" check}`."""
    before = trouble.before(trouble.at).rstrip()
    if not _in_flow(trouble) or before[-1:] not in ("'", '"'):
        return None
    found = _VALUE_START.search(before)
    start = Position(trouble.at.line, found.start(1) if found else len(before))
    return misread.text_after_quote(trouble, start)


def _missing(trouble: Trouble) -> Diagnostic | None:
    """Two values without a comma, a comma without a value, a bracket that fits none."""
    if not _in_flow(trouble):
        return None
    opener = trouble.after(trouble.since)[:1]
    closing = _CLOSING.get(opener, "")
    sign = trouble.after(trouble.at)[:1]
    if "node content" in trouble.problem:
        message = f"something is missing before '{sign}'"
        way_out = "write what should stand there, or remove what is too much"
    elif sign in _CLOSING.values():
        message = f"'{sign}' does not close '{opener}'"
        way_out = f"write '{closing}' instead"
    else:
        return _no_comma(trouble, closing)
    related = (Label(trouble.spot(trouble.since), "opened here"),) if closing else ()
    return trouble.report(
        codes.NOT_YAML, message, trouble.at, help=(way_out,), related=related
    )


def _no_comma(trouble: Trouble, closing: str) -> Diagnostic:
    at = trouble.at
    if at.line > trouble.since.line and trouble.line.name:
        at = Position(at.line, trouble.line.indent)
    return trouble.report(
        codes.NOT_YAML,
        f"a comma or '{closing}' is missing before this",
        at,
        help=("if it belongs to a text with { } or [ ] in it, put that in quotes",),
    )


def _in_flow(trouble: Trouble) -> bool:
    return "while parsing a flow" in trouble.context


BRACKETS: Final[tuple[Callable[[Trouble], Diagnostic | None], ...]] = (
    _unclosed,
    _link,
    _after_quote,
    _colon,
    _missing,
)
