"""What the parser says about a broken file, said to its author.

Ruamel's pure parser has about forty fixed sentences. Each attempt below knows some of
them, looks at the line itself, and answers if it understands what happened; the first
answer counts. What nobody understands is passed on as it was said.
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
from freed6c.load.source_lines import Line, at_mark, in_quotes, name_before, read_line
from freed6c.load.yaml_errors import no_space
from freed6c.packs import yaml_events
from freed6c.packs.yaml_events import Mark, Position, UnreadableError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from freed6c.packs.location import Spot


# What goes wrong in braces and brackets.


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
    return yaml_warnings.text_after_quote(trouble, start)


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


# A failure of the parser, with the lines it happened in.


UNCHECKED: Final = "nothing else in this file was checked"
_COMMENT: Final = re.compile(r"(?:^|\s+)#.*$")
_CLOSES: Final = re.compile(r"[,\]}]")


@dataclass(frozen=True, slots=True)
class Trouble:
    """One failure. What could be read is told by looking at the lines again."""

    file: str
    lines: Sequence[str]
    failure: UnreadableError

    @property
    def problem(self) -> str:
        """What the parser said."""
        return self.failure.problem

    @property
    def context(self) -> str:
        """What it was doing."""
        return self.failure.context

    @property
    def at(self) -> Mark:
        """Where it stopped."""
        return self.failure.at

    @property
    def since(self) -> Mark:
        """Where what failed began."""
        return self.failure.context_at or self.failure.at

    @property
    def line(self) -> Line:
        """The line where it stopped."""
        return read_line(line_at(self.lines, self.at.line))

    @property
    def above(self) -> int:
        """The number of the last line before that says something, -1 if none does."""
        numbers = range(min(self.at.line, len(self.lines)) - 1, -1, -1)
        return next((n for n in numbers if _COMMENT.sub("", self.lines[n]).strip()), -1)

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

    def spot(self, mark: Mark, length: int = 1) -> Spot:
        """Some characters from a mark on."""
        return at_mark(self.file, self.lines, mark, length)


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


def explain(file: str, lines: Sequence[str], failure: UnreadableError) -> Diagnostic:
    """The one error of a file that cannot be read."""
    trouble = Trouble(file, lines, failure)
    for attempt in _ATTEMPTS:
        found = attempt(trouble)
        if found is not None:
            return found
    return _unknown(trouble)


def _limits(trouble: Trouble) -> Diagnostic | None:
    if trouble.problem == yaml_events.TOO_DEEP:
        message = f"this is more than {yaml_events.MAX_DEPTH} levels deep"
        way_out = "write it with fewer levels of indentation and brackets"
    elif trouble.problem == yaml_events.TOO_MANY:
        message = f"this file has more than {yaml_events.MAX_VALUES:,} values"
        way_out = "divide it into several files"
    else:
        return None
    return trouble.report(codes.TOO_DEEP, message, trouble.at, help=(way_out,))


def _odd_space(trouble: Trouble) -> Diagnostic | None:
    first = max(min(trouble.since.line, trouble.above), 0)
    return decoding.odd_space(trouble.file, trouble.lines, first, trouble.at.line + 1)


def _escape(trouble: Trouble) -> Diagnostic | None:
    at = trouble.at
    if trouble.problem == yaml_events.BAD_CHARACTER:
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
    return yaml_warnings.open_quote(trouble, trouble.since)


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
    return yaml_warnings.special_start(trouble, at)


def _goes_on(trouble: Trouble) -> Diagnostic | None:
    """Text behind the end of something in quotes or brackets, or behind a `*name`."""
    line, at = trouble.line, trouble.at
    if "flow" in trouble.context or at.column <= line.value_at or not line.value:
        return None
    start = Position(at.line, line.value_at)
    if line.value[0] in "\"'":
        return yaml_warnings.text_after_quote(trouble, start)
    if line.value.startswith("[["):
        return yaml_warnings.link(trouble, start)
    if line.value[0] in "[{*&!":
        return yaml_warnings.special_start(trouble, start)
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
            return yaml_warnings.open_quote(
                trouble, Position(number, line.rfind(quote))
            )
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
