"""Explains a failure of the YAML parser to the author of the file.

Ruamel's pure parser has about forty fixed messages. Each function in `_EXPLANATIONS` knows some of
them, looks at the line itself, and returns a diagnostic if it understands what happened; the first
one wins. A failure that none understands is reported with the parser's own message.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import yaml as codes
from freed6c.diagnostics.diagnostic import Code, Diagnostic, Label
from freed6c.load import decoding, yaml_warnings
from freed6c.load.decoding import line_at
from freed6c.load.source_lines import (
    Line,
    mark_span,
    name_before,
    quote_advice,
    read_line,
)
from freed6c.load.yaml_errors import no_space
from freed6c.packs import yaml_events
from freed6c.packs.yaml_events import Mark, Position, UnreadableError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from freed6c.packs.location import Span


# Failures inside braces and brackets.


_CLOSING: Final = {"{": "}", "[": "]"}
_VALUE_START: Final = re.compile(r"(?:[{,]\s*[\w-]+:\s+|[\[,]\s*)([^\[{,]*)$")
_ENDS: Final = ("<stream end>", "<document end>", "<document start>", "<block end>")


def _link_in_flow(failure: ParserFailure) -> Diagnostic | None:
    """`{text: see [[skill]]}`."""
    if not failure.after(failure.at).startswith("[["):
        return None
    before = failure.before(failure.at)
    match = _VALUE_START.search(before)
    start = match.start(1) if match else failure.at.column
    text = _through(failure.after(Position(failure.at.line, start)), "]]")
    name = name_before(before, start)
    return failure.report(
        codes.LINK_AS_LIST,
        "a text with a link in [[ ]] has to stand in quotes inside { } or [ ]",
        failure.at,
        "YAML reads this as a list",
        length=2,
        help=(quote_advice(name, text),),
    )


def _through(text: str, end: str) -> str:
    """A text up to the brace or comma that follows the last `end` in it."""
    last = text.rfind(end) + len(end)
    tail = re.search(r"[,}]", text[last:])
    return text[: last + tail.start()] if tail else text


def _unclosed_bracket(failure: ParserFailure) -> Diagnostic | None:
    """The rest of the file seems to stand in brackets."""
    at_end = any(token in failure.problem for token in _ENDS)
    if not at_end and not _left_brackets(failure):
        return None
    start = failure.since
    if failure.after(start)[:1] not in _CLOSING:
        start = Position(start.line, max(start.column - 1, 0))
    opener = failure.after(start)[:1]
    if opener not in _CLOSING:
        return None
    return failure.report(
        codes.OPEN_BRACKET,
        f"'{opener}' opens here and is not closed",
        start,
        f"there is no '{_CLOSING[opener]}' for this",
        help=(f"write '{_CLOSING[opener]}' where it ends",),
    )


def _left_brackets(failure: ParserFailure) -> bool:
    """Whether the parser has come to a line of settings, no deeper than the bracket."""
    opened = read_line(failure.before(failure.since)).indent
    line = failure.line
    below = failure.at.line > failure.since.line
    return below and line.name != "" and line.indent <= opened


def _colon_in_flow(failure: ParserFailure) -> Diagnostic | None:
    """`{text: Remember: round down}`."""
    same_line = failure.at.line == failure.since.line
    colon = failure.after(failure.at)[:1] == ":"
    if not (same_line and colon):
        return None
    match = _VALUE_START.search(failure.before(failure.at))
    start = Position(failure.at.line, match.start(1) if match else failure.at.column)
    name = name_before(failure.before(start), start.column)
    return failure.report(
        codes.COLON_IN_TEXT,
        "this text has a ':' in it and is not in quotes",
        failure.at,
        "YAML reads this as a new setting",
        help=(quote_advice(name, failure.text_from(start)),),
    )


def _after_quote(failure: ParserFailure) -> Diagnostic | None:
    """`{name: "Stealth" check}`."""
    before = failure.before(failure.at).rstrip()
    if before[-1:] not in ("'", '"'):
        return None
    match = _VALUE_START.search(before)
    start = Position(failure.at.line, match.start(1) if match else len(before))
    return yaml_warnings.text_after_quote(failure, start)


def _flow_punctuation(failure: ParserFailure) -> Diagnostic | None:
    """Two values without a comma, a comma without a value, a bracket that fits none."""
    opener = failure.after(failure.since)[:1]
    closing = _CLOSING.get(opener, "")
    sign = failure.after(failure.at)[:1]
    if "node content" in failure.problem:
        message = f"something is missing before '{sign}'"
        way_out = "write what should stand there, or remove what is too much"
    elif sign in _CLOSING.values():
        message = f"'{sign}' does not close '{opener}'"
        way_out = f"write '{closing}' instead"
    else:
        return _no_comma(failure, closing)
    related = (Label(failure.spot(failure.since), "opened here"),) if closing else ()
    return failure.report(
        codes.NOT_YAML, message, failure.at, help=(way_out,), related=related
    )


def _no_comma(failure: ParserFailure, closing: str) -> Diagnostic:
    at = failure.at
    if at.line > failure.since.line and failure.line.name:
        at = Position(at.line, failure.line.indent)
    return failure.report(
        codes.NOT_YAML,
        f"a comma or '{closing}' is missing before this",
        at,
        help=("if it belongs to a text with { } or [ ] in it, put that in quotes",),
    )


_IN_FLOW: Final[tuple[Callable[[ParserFailure], Diagnostic | None], ...]] = (
    _unclosed_bracket,
    _link_in_flow,
    _after_quote,
    _colon_in_flow,
    _flow_punctuation,
)


# The failure, with the lines it happened in, and everything outside of brackets.


UNCHECKED: Final = "nothing else in this file was checked"
_COMMENT: Final = re.compile(r"(?:^|\s+)#.*$")
_CLOSES: Final = re.compile(r"[,\]}]")


@dataclass(frozen=True, slots=True)
class ParserFailure:
    """A failure of the parser, with questions about the lines around it."""

    file: str
    lines: Sequence[str]
    error: UnreadableError

    @property
    def problem(self) -> str:
        """What the parser said."""
        return self.error.problem

    @property
    def context(self) -> str:
        """What it was doing."""
        return self.error.context

    @property
    def at(self) -> Mark:
        """Where it stopped."""
        return self.error.at

    @property
    def since(self) -> Mark:
        """Where what failed began."""
        return self.error.context_at or self.error.at

    @property
    def line(self) -> Line:
        """The line where it stopped."""
        return read_line(line_at(self.lines, self.at.line))

    @property
    def above(self) -> int:
        """The number of the last line before that says something, -1 if none does."""
        numbers = range(min(self.at.line, len(self.lines)) - 1, -1, -1)
        return next(
            (n for n in numbers if _COMMENT.sub("", self.lines[n]).strip()),
            -1,
        )

    def before(self, mark: Mark) -> str:
        """The line up to a mark."""
        return line_at(self.lines, mark.line)[: mark.column]

    def after(self, mark: Mark) -> str:
        """The line from a mark on."""
        return line_at(self.lines, mark.line)[mark.column :]

    def text_from(self, mark: Mark) -> str:
        """The text that begins at a mark, as far as its author probably meant it."""
        text = _COMMENT.sub("", self.after(mark)).rstrip()
        if not _inside_brackets(self.before(mark)):
            return text
        closing = _CLOSES.search(text, 1)
        return text[: closing.start()].rstrip() if closing else text

    def report(
        self,
        code: Code,
        message: str,
        mark: Mark,
        label: str = "",
        *,
        length: int = 1,
        help: tuple[str, ...] = (),  # noqa: A002 - the word of the field
        related: tuple[Label, ...] = (),
    ) -> Diagnostic:
        """The error, at a mark."""
        return Diagnostic(
            code=code,
            message=message,
            label=Label(self.spot(mark, length), label),
            related=related,
            help=help,
            notes=(UNCHECKED,),
        )

    def spot(self, mark: Mark, length: int = 1) -> Span:
        """Some characters from a mark on."""
        return mark_span(self.file, self.lines, mark, length)


def _inside_brackets(before: str) -> bool:
    opened = before.count("{") + before.count("[")
    return opened > before.count("}") + before.count("]")


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


def explain_failure(
    file: str, lines: Sequence[str], error: UnreadableError
) -> Diagnostic:
    """The one error of a file that cannot be read."""
    failure = ParserFailure(file, lines, error)
    for explain in _EXPLANATIONS:
        problem = explain(failure)
        if problem is not None:
            return problem
    return _unexplained(failure)


def _over_limit(failure: ParserFailure) -> Diagnostic | None:
    if failure.problem == yaml_events.TOO_DEEP:
        message = f"this is more than {yaml_events.MAX_DEPTH} levels deep"
        way_out = "write it with fewer levels of indentation and brackets"
    elif failure.problem == yaml_events.TOO_MANY:
        message = f"this file has more than {yaml_events.MAX_VALUES:,} values"
        way_out = "divide it into several files"
    else:
        return None
    return failure.report(codes.TOO_DEEP, message, failure.at, help=(way_out,))


def _lookalike_space(failure: ParserFailure) -> Diagnostic | None:
    first = max(min(failure.since.line, failure.above), 0)
    return decoding.find_lookalike(
        failure.file, failure.lines, first, failure.at.line + 1
    )


def _bad_escape(failure: ParserFailure) -> Diagnostic | None:
    at = failure.at
    if failure.problem == yaml_events.BAD_CHARACTER:
        at = _first_escape(failure.lines)
    elif "escape" not in failure.problem or "double-quoted" not in failure.context:
        return None
    return failure.report(
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
        for match in _ESCAPE.finditer(line):
            if int(match[1], 16) > sys.maxunicode:
                return Position(number, match.start() + 1)
    return Position(0, 0)


def _open_quote(failure: ParserFailure) -> Diagnostic | None:
    if failure.context != "while scanning a quoted scalar":
        return None
    return yaml_warnings.open_quote(failure, failure.since)


def _tight_colon(failure: ParserFailure) -> Diagnostic | None:
    """`a:1`, which the parser only finds odd on the line below."""
    if failure.problem not in (
        "mapping values are not allowed here",
        "could not find expected ':'",
    ):
        return None
    above = failure.above if failure.since is failure.at else failure.since.line
    match = _TIGHT.match(failure.lines[above]) if above >= 0 else None
    if match is None:
        return None
    spot = failure.spot(Position(above, match.start(2)), len(match[2]))
    return no_space(spot, match[2].rstrip())


def _special_start(failure: ParserFailure) -> Diagnostic | None:
    """A value whose first character has a meaning of its own."""
    sign = failure.after(failure.at)[:1]
    if "cannot start any token" in failure.problem:
        at = failure.at
    elif failure.problem in _NOT_HERE:
        at = failure.at
        if not failure.before(at).strip(" -"):
            return None
    elif failure.context in _SIGNS:
        at = failure.since
    elif failure.context in _VALUES and sign in _NEVER_FIRST:
        at = failure.at
    else:
        return None
    return yaml_warnings.special_start(failure, at)


def _text_after_end(failure: ParserFailure) -> Diagnostic | None:
    """Text behind the end of something in quotes or brackets, or behind a `*name`."""
    line, at = failure.line, failure.at
    if "flow" in failure.context or at.column <= line.value_at or not line.value:
        return None
    start = Position(at.line, line.value_at)
    if line.value[0] in "\"'":
        return yaml_warnings.text_after_quote(failure, start)
    if line.value.startswith("[["):
        return yaml_warnings.link(failure, start)
    if line.value[0] in "[{*&!":
        return yaml_warnings.special_start(failure, start)
    return None


def _quote_open_above(failure: ParserFailure) -> Diagnostic | None:
    """A quote that is not closed is often closed by the next one that opens."""
    before = failure.before(failure.at).rstrip()
    quote = before[-1:]
    if quote not in ("'", '"') or before.count(quote) % 2 == 0:
        return None
    for number in range(failure.at.line - 1, -1, -1):
        line = failure.lines[number]
        if line.count(quote) % 2:
            return yaml_warnings.open_quote(
                failure, Position(number, line.rfind(quote))
            )
    return None


def _colon_in_text(failure: ParserFailure) -> Diagnostic | None:
    if failure.problem != "mapping values are not allowed here":
        return None
    line, at = failure.line, failure.at
    if not line.name or at.column < line.value_at:
        return None
    return failure.report(
        codes.COLON_IN_TEXT,
        "this line has a second ':' in unquoted text",
        at,
        "YAML reads this as a new setting",
        length=2,
        help=(quote_advice(line.name, line.value),),
    )


def _in_brackets(failure: ParserFailure) -> Diagnostic | None:
    """What is wrong inside braces or brackets, if the failure is there."""
    if "while parsing a flow" not in failure.context:
        return None
    return next(filter(None, (explain(failure) for explain in _IN_FLOW)), None)


def _no_colon(failure: ParserFailure) -> Diagnostic | None:
    if failure.problem != "could not find expected ':'":
        return None
    text = failure.after(failure.since).rstrip()
    return failure.report(
        codes.NOT_YAML,
        "this line has no colon",
        failure.since,
        "neither a setting nor an item of a list",
        length=len(text),
        help=(
            "write a name, a colon, a space and a value, or begin an item with '- '",
            "if it goes on with the text above, begin it further to the right",
        ),
    )


def _indentation(failure: ParserFailure) -> Diagnostic | None:
    """A line that begins where none of those above does."""
    at, line = failure.at, failure.line
    expected = ("<block end>", "<document start>", "not allowed here", "more indented")
    if not any(words in failure.problem for words in expected):
        return None
    start = Position(at.line, line.indent)
    above = failure.above
    related = () if above < 0 else (_first_word(failure, above),)
    return failure.report(
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


def _first_word(failure: ParserFailure, number: int) -> Label:
    line = failure.lines[number]
    indent = len(line) - len(line.lstrip(" "))
    return Label(failure.spot(Position(number, indent)), "the line above begins here")


def _unexplained(failure: ParserFailure) -> Diagnostic:
    context = f"{failure.context}: " if failure.context else ""
    return Diagnostic(
        code=codes.NOT_YAML,
        message="this file cannot be read from here on",
        label=Label(failure.spot(failure.at)),
        help=("if this is text, put it in quotes",),
        notes=(f"YAML said: {context}{failure.problem}", UNCHECKED),
    )


_EXPLANATIONS: Final[tuple[Callable[[ParserFailure], Diagnostic | None], ...]] = (
    _over_limit,
    _lookalike_space,
    _bad_escape,
    _open_quote,
    _special_start,
    _tight_colon,
    _quote_open_above,
    _text_after_end,
    _in_brackets,
    _colon_in_text,
    _no_colon,
    _indentation,
)
