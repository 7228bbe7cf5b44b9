"""Explains a failure of the YAML parser to the author of the file.

Ruamel's pure parser has about forty fixed messages. Each of the explanations below knows some of
them, looks at the line itself, and returns a diagnostic if it understands what happened; the first
one wins. A failure that none understands is reported with the parser's own message.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from freed6c.diagnostics.codes import yaml as codes
from freed6c.diagnostics.diagnostic import Label
from freed6c.diagnostics.spellings import colon_meant
from freed6c.diagnostics.ways_out import Replacement, WayOut
from freed6c.load import decoding
from freed6c.load.decoding import UNCHECKED
from freed6c.load.source_lines import Line, SourceText, quoted, read_line, to_quote
from freed6c.load.yaml_errors import no_space
from freed6c.packs import yaml_tree
from freed6c.packs.ids import KEY
from freed6c.packs.limits import MAX_DEPTH
from freed6c.packs.yaml_tree import Position, UnreadableError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from freed6c.diagnostics.diagnostic import Code, Diagnostic


_COMMENT: Final = re.compile(r"(?:^|(?<=\s))#.*$")
_REMOVE: Final = WayOut("remove it", (Replacement(""),))
"""A way out that empties the place of its diagnostic."""


@dataclass(frozen=True, slots=True)
class ParserFailure(SourceText):
    """A failure of the parser, with questions about the lines around it.

    `problem` is what it said, `context` what it was doing; it stopped `at` a mark, and what failed
    began at `since`.
    """

    problem: str
    context: str
    at: Position
    since: Position

    @property
    def line(self) -> Line:
        """The line where it stopped."""
        return read_line(self.line_at(self.at.line))

    @property
    def above(self) -> int:
        """The number of the last line before that says something, -1 if none does."""
        numbers = range(min(self.at.line, len(self.lines)) - 1, -1, -1)
        return next((n for n in numbers if _COMMENT.sub("", self.lines[n]).strip()), -1)

    def explained(
        self,
        code: Code,
        start: Position,
        length: int = 1,
        *,
        help: Iterable[str | WayOut] = (),  # noqa: A002 - the word of diagnostics
        related: Iterable[Label] = (),
        **facts: Any,
    ) -> Diagnostic:
        """The diagnostic of a cause that begins at a mark; it keeps the file from being read."""
        span = self.span_at(start, length)
        return code.at(span, help=help, related=related, notes=UNCHECKED, **facts)


def explain_failure(
    file: str, lines: Sequence[str], error: UnreadableError
) -> Diagnostic:
    """The one error of a file that cannot be read."""
    at, since = error.at, error.since
    failure = ParserFailure(file, lines, error.problem, error.context, at, since)
    explained = _first_explanation(
        failure,
        _too_deep,
        _second_document,
        _bad_escape,
        _long_name,
        _lookalike_space,
        _slashes,
        _open_quote,
        _special_start,
        _tight_colon,
        _quote_open_above,
        _text_after_end,
        _in_brackets,
        _colon_in_text,
        _colon_in_next_line,
        _text_below_quotes,
        _no_colon,
        _indentation,
    )
    if explained is not None:
        return explained
    context = f"{failure.context}: " if failure.context else ""
    said = f"YAML said: {context}{failure.problem}"
    return codes.NOT_YAML.at(failure.span_at(failure.at), notes=[said, *UNCHECKED])


def _first_explanation(
    failure: ParserFailure, *explanations: Callable[[ParserFailure], Diagnostic | None]
) -> Diagnostic | None:
    return next(filter(None, (explain(failure) for explain in explanations)), None)


# Anywhere.


def _too_deep(failure: ParserFailure) -> Diagnostic | None:
    if failure.problem != yaml_tree.TOO_DEEP:
        return None
    return failure.explained(codes.TOO_DEEP, failure.at, most=MAX_DEPTH)


def _lookalike_space(failure: ParserFailure) -> Diagnostic | None:
    first = max(min(failure.since.line, failure.above), 0)
    return decoding.find_lookalike(failure, first, failure.at.line + 1)


_DOCUMENT_MARKS: Final = ("---", "...")


def _second_document(failure: ParserFailure) -> Diagnostic | None:
    """A line that ends the document in its middle: what follows would fit what is above it."""
    begun = False
    for number, line in enumerate(failure.lines[: failure.at.line]):
        text = _COMMENT.sub("", line).rstrip()
        if text in _DOCUMENT_MARKS and begun:
            start = Position(number, 0)
            return failure.explained(codes.SEVERAL_DOCUMENTS, start, 3, sign=text)
        begun |= text not in ("", *_DOCUMENT_MARKS)
    return None


_WIDE_ESCAPE: Final = re.compile(r"\\U([0-9A-Fa-f]{8})")


def _long_name(failure: ParserFailure) -> Diagnostic | None:
    """A name with more letters than YAML looks at."""
    for number in (failure.since.line, failure.above, failure.at.line):
        for name in _WORD.finditer(line := failure.line_at(number)):
            if len(name[0]) > LONGEST_NAME and line[name.end() :][:1] == ":":
                start = Position(number, name.start())
                return failure.explained(codes.LONG_NAME, start, most=LONGEST_NAME)
    return None


LONGEST_NAME: Final = 1_000
_WORD: Final = re.compile(r"[^\s:,\[\]{}]+")


def _bad_escape(failure: ParserFailure) -> Diagnostic | None:
    at = failure.at
    if failure.problem == yaml_tree.BAD_CHARACTER:  # it does not say where
        at = next(
            (
                Position(number, match.start() + 1)
                for number, line in enumerate(failure.lines)
                for match in _WIDE_ESCAPE.finditer(line)
                if int(match[1], 16) > sys.maxunicode
            ),
            Position(0, 0),
        )
    elif "escape" not in failure.problem or "double-quoted" not in failure.context:
        return None
    # The parser stops behind the backslash.
    sign = Position(at.line, max(at.column - 1, 0))
    twice = Replacement("\\\\", failure.span_at(sign))
    way = WayOut("write the backslash twice", (twice,))
    return failure.explained(codes.BAD_ESCAPE, sign, 2, help=[way])


# Quotes.


def _open_quote(failure: ParserFailure) -> Diagnostic | None:
    """`name: "Stealth`, to the end of the file."""
    if failure.context != "while scanning a quoted scalar":
        return None
    return _open_quote_at(failure, failure.since)


def _quote_open_above(failure: ParserFailure) -> Diagnostic | None:
    """A quote that is not closed is often closed by the next one that opens."""
    before = failure.before(failure.at).rstrip()
    quote = before[-1:]
    if quote not in ("'", '"') or before.count(quote) % 2 == 0:
        return None
    for number in range(failure.at.line - 1, -1, -1):
        line = failure.lines[number]
        if line.count(quote) % 2:
            return _open_quote_at(failure, Position(number, line.rfind(quote)))
    return None


def _open_quote_at(failure: ParserFailure, mark: Position) -> Diagnostic:
    return failure.explained(codes.OPEN_QUOTE, mark, quote=failure.after(mark)[:1])


def _text_after_quote(failure: ParserFailure, start: Position) -> Diagnostic:
    """`name: "Stealth" check`."""
    way = to_quote(failure, start, failure.text_from(start))
    return failure.explained(codes.TEXT_AFTER_QUOTE, failure.at, help=[way])


# Values whose first character has a meaning of its own.


_NOT_HERE: Final = (
    "sequence entries are not allowed here",
    "mapping keys are not allowed here",
)
_SIGNS: Final = re.compile(
    "while (scanning (a block scalar|an alias|an anchor)|(scanning|parsing) an? tag)"
)
_VALUES: Final = ("while parsing a block node", "while parsing a node")
_NEVER_FIRST: Final = tuple(",]}!?:")
_MEANINGS: Final = {
    "*": "refers to something, in YAML",
    "&": "marks something to refer to, in YAML",
    "!": "names a type, in YAML",
    **dict.fromkeys("|>", "begins a text of several lines, in YAML"),
    "[": "begins a list, in YAML",
    "{": "begins a group of settings, in YAML",
    "-": "begins an item of a list, in YAML",
    "?": "begins a name, in YAML",
}


def _special_start(failure: ParserFailure) -> Diagnostic | None:
    """`by: @home`."""
    at = failure.at
    not_here = failure.problem in _NOT_HERE
    if not_here and not failure.before(at).strip(" -"):
        return None
    never_first = failure.context in _VALUES and failure.after(at)[:1] in _NEVER_FIRST
    if not_here or never_first or "cannot start any token" in failure.problem:
        return _special_start_at(failure, at)
    if _SIGNS.fullmatch(failure.context):
        return _special_start_at(failure, failure.since)
    return None


def _special_start_at(failure: ParserFailure, start: Position) -> Diagnostic:
    text = failure.text_from(start)
    sign = text[:1]
    meaning = _MEANINGS.get(sign, "has a meaning of its own in YAML")
    ways: list[str | WayOut] = [to_quote(failure, start, text)]
    if sign == "-":
        ways.append("the items of a list are written on lines of their own")
    return failure.explained(
        codes.SPECIAL_START, start, help=ways, sign=sign, meaning=meaning
    )


def _text_after_end(failure: ParserFailure) -> Diagnostic | None:
    """Text behind the end of something in quotes or brackets, or behind a `*name`."""
    line, at = failure.line, failure.at
    if "flow" in failure.context or at.column <= line.value_at or not line.value:
        return None
    start = Position(at.line, line.value_at)
    if line.value[0] in "\"'":
        return _text_after_quote(failure, start)
    if line.value.startswith("[["):
        before = failure.before(start)
        text = "" if "{" in before else failure.text_from(start)
        way = to_quote(failure, start, text)
        return failure.explained(codes.LINK_AT_START, start, 2, help=[way])
    if line.value[0] in "[{*&!":
        return (
            _comma_at_end(failure)
            or _closed_twice(failure)
            or _special_start_at(failure, start)
        )
    return None


def _comma_at_end(failure: ParserFailure) -> Diagnostic | None:
    """`{…},` on a line of its own, as JSON has it, or a semicolon."""
    if failure.after(failure.at).strip() not in (",", ";"):
        return None
    sign = failure.after(failure.at).strip()
    return failure.explained(codes.COMMA_AT_END, failure.at, help=[_REMOVE], sign=sign)


def _closed_twice(failure: ParserFailure) -> Diagnostic | None:
    """`{name: Stealth}}`. Where more is closed before, that may be what is too much."""
    rest = failure.after(failure.at)
    sign = rest[:1]
    if sign not in _CLOSING.values():
        return None
    value = failure.line.value.rstrip("]}")
    sure = not any(closing in value for closing in _CLOSING.values())
    way = _REMOVE if sure else "remove it, or what closes too early before it"
    return failure.explained(codes.CLOSED_TWICE, failure.at, help=[way], sign=sign)


# Colons and indentation.


_TIGHT: Final = re.compile(r"( *(?:- +)*)(\w[\w-]*:[^\s/:][^:]*)$")
_SECOND_COLON: Final = "mapping values are not allowed here"
_CHOICE: Final = re.compile(
    r"(?P<whether>[^?]+)\s(?P<sign>\?)\s(?P<then>.+?)\s:\s(?P<otherwise>.+)"
)
_BLOCK_HEADER: Final = re.compile(r":\s+[|>][-+0-9]*\s*$")
_HYPHENS: Final = re.compile(r" *(?:- +)*")
_MISSING_COLON: Final = "could not find expected ':'"


def _slashes(failure: ParserFailure) -> Diagnostic | None:
    """A remark as in programs, at the beginning of a line."""
    for number in (failure.since.line, failure.above):
        line = failure.line_at(number)
        if line.lstrip().startswith("//"):
            start = Position(number, len(line) - len(line.lstrip()))
            way = WayOut("write # instead", (Replacement("#"),))
            return failure.explained(codes.SLASHES, start, 2, help=[way])
    return None


def _tight_colon(failure: ParserFailure) -> Diagnostic | None:
    """`a:1`, which the parser only finds odd on the line below."""
    if failure.problem not in (_SECOND_COLON, _MISSING_COLON):
        return None
    above = failure.above if failure.since == failure.at else failure.since.line
    match = _TIGHT.match(failure.lines[above]) if above >= 0 else None
    if match is None:
        return None
    span = failure.span_at(Position(above, match.start(2)), len(match[2]))
    return no_space(span, match[2].rstrip())


def _colon_in_text(failure: ParserFailure) -> Diagnostic | None:
    line, at = failure.line, failure.at
    if failure.problem != _SECOND_COLON or not line.name or at.column < line.value_at:
        return None
    start = Position(at.line, line.value_at)
    choice = _CHOICE.fullmatch(line.value)
    if choice is not None:
        sign = Position(at.line, line.value_at + choice.start("sign"))
        parts = choice.group("whether", "then", "otherwise")
        meant = f"if({', '.join(part.strip() for part in parts)})"
        edit = Replacement(meant, failure.span_at(start, len(line.value)))
        way = WayOut(f"write {line.name}: {meant}", (edit,))
        return failure.explained(codes.CHOICE_SIGN, sign, help=[way])
    if at.column == line.value_at + len(line.value) - 1:
        return failure.explained(codes.COLON_AT_END, at, help=[_REMOVE])
    way = to_quote(failure, start, _whole_text(failure, at.line))
    return failure.explained(codes.COLON_IN_TEXT, at, 2, help=[way], second="second ")


def _colon_in_next_line(failure: ParserFailure) -> Diagnostic | None:
    """A text that goes on in a line with a colon, behind what no setting is called."""
    at, first = failure.at, _first_line_of_text(failure, failure.at.line)
    name = failure.line.name
    if failure.problem != _SECOND_COLON or first < 0 or not name or KEY.fullmatch(name):
        return None
    start = Position(first, read_line(failure.lines[first]).value_at)
    way = to_quote(failure, start, _whole_text(failure, first))
    return failure.explained(codes.COLON_IN_TEXT, at, 2, help=[way], second="")


def _first_line_of_text(failure: ParserFailure, number: int) -> int:
    """The line of the name whose text may go on in the line of a number; -1 where none may."""
    lines = [read_line(line) for line in failure.lines[:number]]
    first = max((n for n, line in enumerate(lines) if line.name), default=-1)
    if first < 0 or lines[first].value[:1] in _NOT_PLAIN:
        return -1
    between = failure.lines[first + 1 : number + 1]
    column = len(_HYPHENS.match(failure.lines[first])[0])  # type: ignore[index]
    inside = all(read_line(line).indent > column for line in between if line.strip())
    return first if inside else -1


_NOT_PLAIN: Final = ("", *"\"'[{|>&*!")
"""How the value behind a name begins that is no unquoted text."""


def _whole_text(failure: ParserFailure, first: int) -> str:
    """The text behind the name in a line, with the lines below that surely go on with it."""
    written, line = failure.lines[first], read_line(failure.lines[first])
    column = len(_HYPHENS.match(written)[0])  # type: ignore[index]
    lines = [line.value]
    if written[line.value_at :].rstrip() != line.value:
        return line.value  # a comment ends it
    for below in failure.lines[first + 1 :]:
        inside = read_line(below)
        if below.strip() and (
            inside.indent <= column
            or KEY.fullmatch(inside.name)
            or _COMMENT.search(below)
        ):
            break
        lines.append(below.rstrip())
    return "\n".join(lines).rstrip()


_IN_QUOTES: Final = re.compile(r""""[^"\\]*"|'[^'"\\]*'""")


def _text_below_quotes(failure: ParserFailure) -> Diagnostic | None:
    """`text: "Roll high"`, and more of the text in the lines below."""
    at = failure.since if failure.problem == _MISSING_COLON else failure.at
    first = at.line - 1
    line = read_line(failure.line_at(first))
    whole = _whole_text(failure, first) if _IN_QUOTES.fullmatch(line.value) else ""
    if not line.name or "\n" not in whole:
        return None
    text = line.value[1:-1] + whole.removeprefix(line.value)
    start = Position(first, line.value_at)
    edit = Replacement(quoted(text), failure.span_of_text(start, whole))
    way = WayOut(to_quote(failure, start, text).text, (edit,))
    return failure.explained(codes.TEXT_AFTER_QUOTE, at, help=[way])


def _no_colon(failure: ParserFailure) -> Diagnostic | None:
    if failure.problem != _MISSING_COLON:
        return None
    since = failure.since
    length = len(failure.after(since).rstrip())
    text = failure.after(since)[:length]
    return _block_at_margin(failure) or failure.explained(
        codes.NO_COLON, since, length, help=colon_meant(text)
    )


def _block_at_margin(failure: ParserFailure) -> Diagnostic | None:
    """The lines of a text of several lines that begin no further right than its name."""
    first = failure.since.line
    above = next((n for n in range(first - 1, -1, -1) if failure.lines[n].strip()), -1)
    header = _BLOCK_HEADER.search(failure.line_at(above))
    if header is None:
        return None
    indent = read_line(failure.lines[above]).indent
    edits = []
    for number, line in enumerate(failure.lines[first:], first):
        named = read_line(line)
        if not line.strip() or named.indent > indent or named.name:
            break
        start = failure.span_at(Position(number, 0), named.indent)
        edits.append(Replacement(" " * (indent + 2), start))
    name = read_line(failure.lines[above]).name
    column = indent + 3
    way = WayOut(f"begin all lines of the text in column {column}", tuple(edits))
    return failure.explained(
        codes.BLOCK_AT_MARGIN, failure.since, help=[way], name=name or "the text"
    )


def _indentation(failure: ParserFailure) -> Diagnostic | None:
    """A line that begins where none of those above does."""
    expected = ("<block end>", "<document start>", "not allowed here", "more indented")
    if not any(words in failure.problem for words in expected):
        return None
    bare = _name_without_colon(failure)
    if bare is not None:
        return bare
    related, above = [], failure.above
    if above >= 0:
        start = Position(above, read_line(failure.lines[above]).indent)
        related = [Label(failure.span_at(start), "the line above begins here")]
    start = Position(failure.at.line, failure.line.indent)
    name = f"'{failure.line.name}'" if failure.line.name else "this line"
    together = "begin what belongs together in the same column"
    inside = "begin what belongs to a name two spaces further right than the name"
    moved = _moved(failure)
    ways = [moved] if moved else [together, inside]
    return failure.explained(
        codes.INDENTATION, start, related=related, help=ways, name=name
    )


_BARE: Final = re.compile(r" *[a-z]")


def _name_without_colon(failure: ParserFailure) -> Diagnostic | None:
    """`burn {name: Burn}`, or `burn` first below its key: what follows only seems too far in."""
    number = failure.at.line
    if not _is_bare(failure.line_at(number)):
        number = failure.above
        before = [line for line in failure.lines[: max(number, 0)] if line.strip()]
        opened = read_line(before[-1]) if before else None
        if opened and (not opened.name or opened.value):
            return None
    line = failure.line_at(number)
    if not _is_bare(line):
        return None
    start = Position(number, read_line(line).indent)
    length = len(_COMMENT.sub("", line).rstrip()) - start.column
    text = line[start.column :][:length]
    return failure.explained(codes.NO_COLON, start, length, help=colon_meant(text))


def _is_bare(line: str) -> bool:
    return bool(_BARE.match(line)) and not read_line(line).name


def _moved(failure: ParserFailure) -> WayOut | None:
    """The line, with all that is indented below it, in the column that is nearest."""
    number, indent = failure.at.line, failure.line.indent
    hyphen = failure.lines[number].lstrip().startswith("- ")
    columns = list(_columns_above(failure.lines[:number], hyphen=hyphen))
    if not columns or columns == [indent]:
        return None
    column = min(columns, key=lambda column: (abs(column - indent), -column))
    if failure.above >= 0 and read_line(failure.lines[failure.above]).value:
        column = min(column, columns[0])
    if column == indent:
        return None
    edits = []
    for below, line in enumerate(failure.lines[number:], number):
        inside = read_line(line).indent
        if line.strip() and below > number and inside <= indent:
            break
        if line.strip():
            span = failure.span_at(Position(below, 0), inside)
            edits.append(Replacement(" " * (inside - indent + column), span))
    return WayOut(f"begin it in column {column + 1}", tuple(edits))


def _columns_above(lines: Sequence[str], *, hyphen: bool) -> Iterator[int]:
    """The columns in which settings, or items with a hyphen, may go on, from the innermost."""
    last = sys.maxsize
    for line in reversed(lines):
        if not _COMMENT.sub("", line).strip():
            continue
        written = read_line(line)
        inside = len(_HYPHENS.match(line)[0])  # type: ignore[index]
        is_item = inside > written.indent
        column = written.indent if hyphen else inside
        if column < last and (is_item if hyphen else written.name):
            yield column
        last = min(last, written.indent)


# Inside braces and brackets.


_CLOSING: Final = {"{": "}", "[": "]"}
_VALUE_START: Final = re.compile(r"(?:[\[{,]\s*[\w-]+:\s+|[\[,]\s*)([^\[{,]*)$")
_SHOWN: Final = 60
_LINK_TAIL: Final = re.compile(r"[,}]")
_IN_BRACKETS: Final = re.compile(r"\[([a-z][^\[\]{}]*)\]")
_NEXT_SETTING: Final = re.compile(r"(?<=[\s,])(?=[a-z][a-z-]*:\s)")
_SETTING: Final = re.compile(r"[a-z][a-z-]*:\s[^:,]*,?\s*")
_FORGOTTEN: Final = re.compile(r"(?P<value>\S+)\s+(?P<name>[a-z][a-z-]*)")
"""One word, and what may be the name of the next setting."""
_ENDS: Final = ("<stream end>", "<document end>", "<document start>", "<block end>")


def _in_brackets(failure: ParserFailure) -> Diagnostic | None:
    if "while parsing a flow" not in failure.context:
        return None
    return _first_explanation(
        failure,
        _unclosed_bracket,
        _link_in_flow,
        _after_quote,
        _colon_in_flow,
        _flow_punctuation,
    )


def _value_start(failure: ParserFailure, before: str, otherwise: int) -> Position:
    """Where the value begins that ends with this part of the line."""
    match = _VALUE_START.search(before)
    return Position(failure.at.line, match.start(1) if match else otherwise)


def _unclosed_bracket(failure: ParserFailure) -> Diagnostic | None:
    """The rest of the file seems to stand in brackets.

    It surely does if the parser came to the end, or to a line of settings that is no deeper than
    that of the bracket.
    """
    start, line = failure.since, failure.line
    if not any(token in failure.problem for token in _ENDS):
        opened = read_line(failure.before(start)).indent
        below = failure.at.line > start.line
        if not (below and line.name and line.indent <= opened):
            return None
    if failure.after(start)[:1] not in _CLOSING:
        start = Position(start.line, max(start.column - 1, 0))
    opener = failure.after(start)[:1]
    if opener not in _CLOSING:
        return None
    closing = _CLOSING[opener]
    ways = []
    if failure.above == start.line:
        written = _without_comment(failure.lines[start.line])
        behind = failure.span_at(Position(start.line, len(written)), 0)
        shown = written[start.column :]
        shown = shown if len(shown) <= _SHOWN else f"… {shown[-_SHOWN:]}"
        ways = [WayOut(f"write {shown}{closing}", (Replacement(closing, behind),))]
    return failure.explained(
        codes.OPEN_BRACKET, start, help=ways, opener=opener, closing=closing
    )


_QUOTED: Final = re.compile(r"""(?<=[\s,:{\[])("(?:[^"\\]|\\.)*"|'[^']*')""")


def _without_comment(line: str) -> str:
    """A line up to its comment. A # in quotes begins none."""
    masked = _QUOTED.sub(lambda quoted: "x" * len(quoted[0]), line)
    return line[: len(_COMMENT.sub("", masked).rstrip())]


def _link_in_flow(failure: ParserFailure) -> Diagnostic | None:
    """`{text: see [[skill]]}`."""
    at = failure.at
    if not failure.after(at).startswith("[["):
        return None
    start = _value_start(failure, failure.before(at), at.column)
    text = failure.after(start)
    # The text goes on to the brace or comma that follows its last link.
    last = text.rfind("]]") + 2
    tail = _LINK_TAIL.search(text, last)
    way = to_quote(failure, start, text[: tail.start()] if tail else text)
    return failure.explained(codes.LINK_IN_BRACES, at, 2, help=[way])


def _after_quote(failure: ParserFailure) -> Diagnostic | None:
    """`{name: "Stealth" check}`."""
    before = failure.before(failure.at).rstrip()
    if before[-1:] not in ("'", '"'):
        return None
    return _text_after_quote(failure, _value_start(failure, before, len(before)))


_TAGGED: Final = re.compile(r":[ \t]+(?P<text>![^\s,]*,)[ \t]*[\w-]+$")
"""`success: !a, failure`: to YAML, the comma is one of the letters of a type."""


def _colon_in_flow(failure: ParserFailure) -> Diagnostic | None:
    """`{text: Remember: round down}`."""
    at = failure.at
    if at.line != failure.since.line or failure.after(at)[:1] != ":":
        return None
    tagged = _TAGGED.search(failure.before(at))
    if tagged is not None:
        return _special_start_at(failure, Position(at.line, tagged.start("text")))
    start = _value_start(failure, failure.before(at), at.column)
    settings = _settings_in_list(failure)
    if settings is not None:
        return settings
    forgotten = _FORGOTTEN.fullmatch(failure.before(at)[start.column :])
    if forgotten is not None:
        name = Position(at.line, start.column + forgotten.start("name"))
        value = forgotten["value"].rstrip(";")  # `name: Snap; text: …`
        end = forgotten.start("value") + len(value)
        before = Position(at.line, start.column + end)
        blanks = name.column - before.column
        edit = Replacement(", ", failure.span_at(before, blanks))
        way = WayOut(f"write {value}, {forgotten['name']}: …", (edit,))
        length = len(forgotten["name"])
        closing = _CLOSING.get(failure.after(failure.since)[:1], "}")
        return failure.explained(
            codes.MISSING_COMMA, name, length, help=[way], closing=closing
        )
    way = to_quote(failure, start, failure.text_from(start))
    return failure.explained(codes.COLON_IN_BRACES, at, help=[way])


def _settings_in_list(failure: ParserFailure) -> Diagnostic | None:
    """`[modify: checks by: 1]`, without the braces of settings, and without their commas."""
    opened = failure.after(failure.since)
    inside = _IN_BRACKETS.match(opened)
    if inside is None:
        return None
    parts = _NEXT_SETTING.split(inside[1])
    if not parts[1:] or not all(_SETTING.fullmatch(part) for part in parts):
        return None
    settings = ", ".join(part.strip(", ") for part in parts)
    start = Position(failure.since.line, failure.since.column + 1)
    way = WayOut(f"write [{{{settings}}}]", (Replacement(f"{{{settings}}}"),))
    return failure.explained(codes.SETTINGS_IN_LIST, start, len(inside[1]), help=[way])


def _other_bracket(failure: ParserFailure, sign: str, closing: str) -> WayOut:
    """What to write for a bracket of the wrong sort: as many are closed as are opened."""
    line = _QUOTED.sub("", failure.line_at(failure.at.line))
    missing = sum(map(line.count, _CLOSING)) - sum(map(line.count, _CLOSING.values()))
    if failure.at.line > failure.since.line or not missing:
        return WayOut(f"write '{closing}' instead", (Replacement(closing),))
    if missing < 0:
        return _REMOVE
    return WayOut(f"write '{closing}{sign}'", (Replacement(closing + sign),))


def _flow_punctuation(failure: ParserFailure) -> Diagnostic:
    """Two values without a comma, a comma without a value, a bracket that fits none."""
    at = failure.at
    opener = failure.after(failure.since)[:1]
    closing = _CLOSING.get(opener, "")
    sign = failure.after(at)[:1]
    related = [Label(failure.span_at(failure.since), "opened here")] if closing else []
    if "node content" in failure.problem:
        return failure.explained(codes.MISSING_ITEM, at, related=related, sign=sign)
    if sign in _CLOSING.values():
        return failure.explained(
            codes.WRONG_BRACKET,
            at,
            related=related,
            sign=sign,
            opener=opener,
            closing=closing,
            help=[_other_bracket(failure, sign, closing)],
        )
    if at.line > failure.since.line and failure.line.name:
        at = Position(at.line, failure.line.indent)
    return failure.explained(codes.MISSING_COMMA, at, closing=closing)
