"""Explains a failure of the YAML parser to the author of the file.

Ruamel's pure parser has about forty fixed messages. Each function below recognizes the cause of
some of them by the message and the lines around it, and returns a diagnostic, else None. They are
called in the order of `explain_failure`, and the first diagnostic counts. Other failures are
reported with the parser's own message.

In YAML, values in braces or brackets have the flow style; values by indentation, the block style.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, Final

from freed6c.diagnostics.codes import yaml as codes
from freed6c.diagnostics.diagnostic import Label
from freed6c.diagnostics.spellings import colon_meant
from freed6c.diagnostics.ways_out import Replacement, WayOut
from freed6c.load import decoding
from freed6c.load.decoding import UNCHECKED
from freed6c.load.source_lines import Line, SourceText, quoted, read_line, to_quote
from freed6c.load.yaml_errors import join_documents, no_space
from freed6c.packs import yaml_tree
from freed6c.packs.ids import KEY
from freed6c.packs.lazy import dataclass, regex
from freed6c.packs.limits import MAX_DEPTH
from freed6c.packs.yaml_tree import Position, UnreadableError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from freed6c.diagnostics.diagnostic import Code, Diagnostic
    from freed6c.packs.yaml_tree import Lines


_COMMENT: Final = regex(r"(?:^|(?<=\s))#.*$")
_REMOVE: Final = WayOut("remove it", (Replacement(""),))
"""A fix that deletes the text at the location of its diagnostic."""


@dataclass(frozen=True)
class ParserFailure(SourceText):
    """A failure of the parser, with the lines of the file.

    - `problem`: the parser's message, such as "could not find expected ':'".
    - `context`: the part that it was parsing, such as "while parsing a flow mapping".
    - `at`: the mark where the parser stopped; `since`: the start of the part.
    """

    problem: str
    context: str
    at: Position
    since: Position

    @property
    def line(self) -> Line:
        """The line where the parser stopped."""
        return read_line(self.line_at(self.at.line))

    @property
    def above(self) -> int:
        """The number of the last line with content before the parser stopped, or -1."""
        numbers = range(min(self.at.line, len(self.lines)) - 1, -1, -1)
        return next((n for n in numbers if _COMMENT.sub("", self.lines[n]).strip()), -1)

    def explained(
        self,
        code: Code,
        start: Position,
        length: int = 1,
        *,
        help: Iterable[str | WayOut] = (),  # noqa: A002 - as in diagnostics
        related: Iterable[Label] = (),
        **facts: Any,
    ) -> Diagnostic:
        """Return the diagnostic of a cause at a mark, with the note that the file wasn't read."""
        span = self.span_at(start, length)
        return code.at(span, help=help, related=related, notes=UNCHECKED, **facts)


def explain_failure(file: str, lines: Lines, error: UnreadableError) -> Diagnostic:
    """Return the only diagnostic of a file that cannot be parsed."""
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
    message = f"the YAML parser reports: {context}{failure.problem}"
    return codes.NOT_YAML.at(failure.span_at(failure.at), notes=[message, *UNCHECKED])


def _first_explanation(
    failure: ParserFailure, *explanations: Callable[[ParserFailure], Diagnostic | None]
) -> Diagnostic | None:
    return next(filter(None, (explain(failure) for explain in explanations)), None)


# Causes in any place.


def _too_deep(failure: ParserFailure) -> Diagnostic | None:
    if failure.problem != yaml_tree.TOO_DEEP:
        return None
    return failure.explained(codes.TOO_DEEP, failure.at, most=MAX_DEPTH)


def _lookalike_space(failure: ParserFailure) -> Diagnostic | None:
    first = max(min(failure.since.line, failure.above), 0)
    return decoding.find_lookalike(failure, first, failure.at.line + 1)


_DOCUMENT_MARKS: Final = ("---", "...")


def _second_document(failure: ParserFailure) -> Diagnostic | None:
    """Explain a `---` or `...` line, which ends the document before the line of the failure."""
    has_content = False
    for number, line in enumerate(failure.lines[: failure.at.line]):
        text = _COMMENT.sub("", line).rstrip()
        if text in _DOCUMENT_MARKS and has_content:
            start = Position(number, 0)
            code, way = codes.SEVERAL_DOCUMENTS, join_documents(failure.lines, number)
            return failure.explained(code, start, 3, help=[way], sign=text)
        has_content |= text not in ("", *_DOCUMENT_MARKS)
    return None


def _long_name(failure: ParserFailure) -> Diagnostic | None:
    """Explain a name that is longer than YAML allows."""
    for number in (failure.since.line, failure.above, failure.at.line):
        for name in _WORD.finditer(line := failure.line_at(number)):
            if len(name[0]) > LONGEST_NAME and line[name.end() :][:1] == ":":
                start = Position(number, name.start())
                return failure.explained(codes.LONG_NAME, start, most=LONGEST_NAME)
    return None


LONGEST_NAME: Final = 1_000
_WORD: Final = regex(r"[^\s:,\[\]{}]+")
_WIDE_ESCAPE: Final = regex(r"\\U([0-9A-Fa-f]{8})")


def _bad_escape(failure: ParserFailure) -> Diagnostic | None:
    """Explain a backslash in double quotes that doesn't begin an escape of YAML."""
    at = failure.at
    if failure.problem == yaml_tree.BAD_CHARACTER:  # this failure has no position
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
    # The parser stops after the backslash.
    sign = Position(at.line, max(at.column - 1, 0))
    double_backslash = Replacement("\\\\", failure.span_at(sign))
    fix = WayOut("write the backslash twice", (double_backslash,))
    return failure.explained(codes.BAD_ESCAPE, sign, 2, help=[fix])


# Quotes.


def _open_quote(failure: ParserFailure) -> Diagnostic | None:
    """Explain `name: "Stealth`, which continues to the end of the file."""
    if failure.context != "while scanning a quoted scalar":
        return None
    return _open_quote_at(failure, failure.since)


def _quote_open_above(failure: ParserFailure) -> Diagnostic | None:
    """Explain an unclosed quote that the opening quote of a later text closes."""
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
    """Explain `name: "Stealth" check`."""
    fix = to_quote(failure, start, failure.text_from(start))
    return failure.explained(codes.TEXT_AFTER_QUOTE, failure.at, help=[fix])


# Values whose first character has a meaning in YAML.


_NOT_HERE: Final = (
    "sequence entries are not allowed here",
    "mapping keys are not allowed here",
)
_SIGNS: Final = regex(
    "while (scanning (a block scalar|an alias|an anchor)|(scanning|parsing) an? tag)"
)
_VALUES: Final = ("while parsing a block node", "while parsing a node")
_NEVER_FIRST: Final = tuple(",]}!?:")
_MEANINGS: Final = {
    "*": "marks a reference in YAML",
    "&": "marks an anchor in YAML",
    "!": "marks a type in YAML",
    **dict.fromkeys("|>", "begins a multiline text in YAML"),
    "[": "begins a list in YAML",
    "{": "begins a group of settings in YAML",
    "-": "begins a list item in YAML",
    "?": "begins a name in YAML",
}


def _special_start(failure: ParserFailure) -> Diagnostic | None:
    """Explain `by: @home`."""
    at = failure.at
    is_misplaced = failure.problem in _NOT_HERE
    if is_misplaced and not failure.before(at).strip(" -"):
        return None
    never_first = failure.context in _VALUES and failure.after(at)[:1] in _NEVER_FIRST
    if is_misplaced or never_first or "cannot start any token" in failure.problem:
        return _special_start_at(failure, at)
    if _SIGNS.fullmatch(failure.context):
        return _special_start_at(failure, failure.since)
    return None


def _special_start_at(failure: ParserFailure, start: Position) -> Diagnostic:
    text = failure.text_from(start)
    sign = text[:1]
    meaning = _MEANINGS.get(sign, "has a special meaning in YAML")
    fixes: list[str | WayOut] = [to_quote(failure, start, text)]
    if sign == "-":
        fixes.append("if it is a list item, begin it on a separate line")
    return failure.explained(
        codes.SPECIAL_START, start, help=fixes, sign=sign, meaning=meaning
    )


def _text_after_end(failure: ParserFailure) -> Diagnostic | None:
    """Explain text after the end of a value in quotes or brackets, or after a `*name`."""
    line, at = failure.line, failure.at
    if "flow" in failure.context or at.column <= line.value_at or not line.value:
        return None
    start = Position(at.line, line.value_at)
    if line.value[0] in "\"'":
        return _text_after_quote(failure, start)
    if line.value.startswith("[["):
        text = "" if "{" in failure.before(start) else failure.text_from(start)
        fix = to_quote(failure, start, text)
        return failure.explained(codes.LINK_AT_START, start, 2, help=[fix])
    if line.value[0] in "[{*&!":
        return (
            _comma_at_end(failure)
            or _closed_twice(failure)
            or _special_start_at(failure, start)
        )
    return None


def _comma_at_end(failure: ParserFailure) -> Diagnostic | None:
    """Explain a comma after `{…}` as in JSON, or a semicolon."""
    if failure.after(failure.at).strip() not in (",", ";"):
        return None
    sign = failure.after(failure.at).strip()
    return failure.explained(codes.COMMA_AT_END, failure.at, help=[_REMOVE], sign=sign)


def _closed_twice(failure: ParserFailure) -> Diagnostic | None:
    """Explain `{name: Stealth}}`. An earlier closing bracket could be the wrong one instead."""
    sign = failure.after(failure.at)[:1]
    if sign not in _CLOSING.values():
        return None
    value = failure.line.value.rstrip("]}")
    is_certain = not any(closing in value for closing in _CLOSING.values())
    fix = _REMOVE if is_certain else "remove it, or an earlier one that closes too soon"
    return failure.explained(codes.CLOSED_TWICE, failure.at, help=[fix], sign=sign)


# Colons and indentation.


_TIGHT: Final = regex(r"( *(?:- +)*)(\w[\w-]*:[^\s/:][^:]*)$")
_SECOND_COLON: Final = "mapping values are not allowed here"
_CONDITIONAL: Final = regex(
    r"(?P<whether>[^?]+)\s(?P<sign>\?)\s(?P<then>.+?)\s:\s(?P<otherwise>.+)"
)
"""A conditional expression as in programs: `margin > 5 ? 2 : 1`."""
_BLOCK_HEADER: Final = regex(r":\s+[|>][-+0-9]*\s*$")
_HYPHENS: Final = regex(r" *(?:- +)*")
_MISSING_COLON: Final = "could not find expected ':'"


def _slashes(failure: ParserFailure) -> Diagnostic | None:
    """Explain a comment that begins with `//`, as in programs."""
    for number in (failure.since.line, failure.above):
        line = failure.line_at(number)
        if line.lstrip().startswith("//"):
            start = Position(number, len(line) - len(line.lstrip()))
            fix = WayOut("write # instead", (Replacement("#"),))
            return failure.explained(codes.SLASHES, start, 2, help=[fix])
    return None


def _tight_colon(failure: ParserFailure) -> Diagnostic | None:
    """Explain `a:1`, which makes the parser fail only on the next line."""
    if failure.problem not in (_SECOND_COLON, _MISSING_COLON):
        return None
    above = failure.above if failure.since == failure.at else failure.since.line
    match = _TIGHT.match(failure.lines[above]) if above >= 0 else None
    if match is None:
        return None
    span = failure.span_at(Position(above, match.start(2)), len(match[2]))
    return no_space(span, match[2].rstrip())


def _colon_in_text(failure: ParserFailure) -> Diagnostic | None:
    """Explain `text: Remember: round down`, `text: Remember:` and `formula: a ? b : c`."""
    line, at = failure.line, failure.at
    if failure.problem != _SECOND_COLON or not line.name or at.column < line.value_at:
        return None
    start = Position(at.line, line.value_at)
    conditional = _CONDITIONAL.fullmatch(line.value)
    if conditional is not None:
        sign = Position(at.line, line.value_at + conditional.start("sign"))
        parts = conditional.group("whether", "then", "otherwise")
        formula = f"if({', '.join(part.strip() for part in parts)})"
        edit = Replacement(formula, failure.span_at(start, len(line.value)))
        fix = WayOut(f"write {line.name}: {formula}", (edit,))
        return failure.explained(codes.CHOICE_SIGN, sign, help=[fix])
    if at.column == line.value_at + len(line.value) - 1:
        return failure.explained(codes.COLON_AT_END, at, help=[_REMOVE])
    fix = to_quote(failure, start, _whole_text(failure, at.line))
    return failure.explained(codes.COLON_IN_TEXT, at, 2, help=[fix], second="second ")


def _colon_in_next_line(failure: ParserFailure) -> Diagnostic | None:
    """Explain a colon in a later line of a text, after words that cannot be a key."""
    at, first = failure.at, _first_line_of_text(failure, failure.at.line)
    name = failure.line.name
    if failure.problem != _SECOND_COLON or first < 0 or not name or KEY.fullmatch(name):
        return None
    start = Position(first, read_line(failure.lines[first]).value_at)
    fix = to_quote(failure, start, _whole_text(failure, first))
    return failure.explained(codes.COLON_IN_TEXT, at, 2, help=[fix], second="")


def _first_line_of_text(failure: ParserFailure, number: int) -> int:
    """Return the line with the name of the text that line `number` can continue, or -1."""
    lines = [read_line(line) for line in failure.lines[:number]]
    first = max((n for n, line in enumerate(lines) if line.name), default=-1)
    if first < 0 or lines[first].value[:1] in _NOT_PLAIN:
        return -1
    between = failure.lines[first + 1 : number + 1]
    column = len(_HYPHENS.match(failure.lines[first])[0])  # type: ignore[index]
    inside = all(read_line(line).indent > column for line in between if line.strip())
    return first if inside else -1


_NOT_PLAIN: Final = ("", *"\"'[{|>&*!")
"""First characters of values that aren't unquoted texts."""


def _whole_text(failure: ParserFailure, first: int) -> str:
    """Return the value in a line, with the following lines that certainly continue it.

    They are indented further than the name, don't look like a setting, and have no comment.
    """
    name_line, line = failure.lines[first], read_line(failure.lines[first])
    column = len(_HYPHENS.match(name_line)[0])  # type: ignore[index]
    lines = [line.value]
    if name_line[line.value_at :].rstrip() != line.value:
        return line.value  # a comment ends it
    for below in failure.lines[first + 1 :]:
        parts = read_line(below)
        if below.strip() and (
            parts.indent <= column
            or KEY.fullmatch(parts.name)
            or _COMMENT.search(below)
        ):
            break
        lines.append(below.rstrip())
    return "\n".join(lines).rstrip()


_IN_QUOTES: Final = regex(r""""[^"\\]*"|'[^'"\\]*'""")


def _text_below_quotes(failure: ParserFailure) -> Diagnostic | None:
    """Explain `text: "Roll high"` with more of the text in the following lines."""
    at = failure.since if failure.problem == _MISSING_COLON else failure.at
    first = at.line - 1
    line = read_line(failure.line_at(first))
    whole = _whole_text(failure, first) if _IN_QUOTES.fullmatch(line.value) else ""
    if not line.name or "\n" not in whole:
        return None
    text = line.value[1:-1] + whole.removeprefix(line.value)
    start = Position(first, line.value_at)
    edit = Replacement(quoted(text), failure.span_of_text(start, whole))
    fix = WayOut(to_quote(failure, start, text).text, (edit,))
    return failure.explained(codes.TEXT_AFTER_QUOTE, at, help=[fix])


def _no_colon(failure: ParserFailure) -> Diagnostic | None:
    """Explain a name without a colon, on a line after other settings."""
    if failure.problem != _MISSING_COLON:
        return None
    since = failure.since
    length = len(failure.after(since).rstrip())
    return _block_at_margin(failure) or failure.explained(
        codes.NO_COLON, since, length, help=colon_meant(failure.after(since)[:length])
    )


def _block_at_margin(failure: ParserFailure) -> Diagnostic | None:
    """Explain lines of a block text that are not indented further than its name."""
    first = failure.since.line
    above = next((n for n in range(first - 1, -1, -1) if failure.lines[n].strip()), -1)
    if _BLOCK_HEADER.search(failure.line_at(above)) is None:
        return None
    indent = read_line(failure.lines[above]).indent
    edits = []
    for number, line in enumerate(failure.lines[first:], first):
        parts = read_line(line)
        if not line.strip() or parts.indent > indent or parts.name:
            break
        start = failure.span_at(Position(number, 0), parts.indent)
        edits.append(Replacement(" " * (indent + 2), start))
    name = read_line(failure.lines[above]).name
    fix = WayOut(f"indent all lines of the text by {indent + 2} spaces", tuple(edits))
    return failure.explained(
        codes.BLOCK_AT_MARGIN, failure.since, help=[fix], name=name or "the text"
    )


def _indentation(failure: ParserFailure) -> Diagnostic | None:
    """Explain a line whose indentation matches none of the lines above."""
    expected = ("<block end>", "<document start>", "not allowed here", "more indented")
    if not any(words in failure.problem for words in expected):
        return None
    missing_colon = _name_without_colon(failure)
    if missing_colon is not None:
        return missing_colon
    related, above = [], failure.above
    if above >= 0:
        start = Position(above, read_line(failure.lines[above]).indent)
        related = [Label(failure.span_at(start), "the line above begins here")]
    start = Position(failure.at.line, failure.line.indent)
    name = f"'{failure.line.name}'" if failure.line.name else "this line"
    aligned = "begin settings that belong together in the same column"
    nested = "indent settings inside a name by two more spaces than the name"
    fix = _indentation_fix(failure)
    fixes = [fix] if fix else [aligned, nested]
    return failure.explained(
        codes.INDENTATION, start, related=related, help=fixes, name=name
    )


_BARE: Final = regex(r" *[a-z]")
"""The start of a line without a hyphen, quote or bracket."""


def _name_without_colon(failure: ParserFailure) -> Diagnostic | None:
    """Explain `burn {name: Burn}`, or a `burn` that comes first below its key.

    The lines after it only seem to be indented too far.
    """
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


def _indentation_fix(failure: ParserFailure) -> WayOut | None:
    """Return a fix that moves a line, and the lines inside it, to the nearest possible column."""
    number, indent = failure.at.line, failure.line.indent
    hyphen = failure.lines[number].lstrip().startswith("- ")
    columns = list(_columns_above(failure.lines[:number], hyphen=hyphen))
    if not columns or columns == [indent]:
        return None
    column = min(columns, key=lambda column: (abs(column - indent), -column))
    if failure.above >= 0 and read_line(failure.lines[failure.above]).value:
        # The line above has a value, so nothing can be inside it.
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
    spaces = f"{column} space" if column == 1 else f"{column} spaces"
    way = f"indent it by {spaces}" if column else "remove the spaces in front of it"
    return WayOut(way, tuple(edits))


def _columns_above(lines: Lines, *, hyphen: bool) -> Iterator[int]:
    """Yield the columns where a setting, or an item if `hyphen`, can begin; innermost first."""
    last = sys.maxsize
    for line in reversed(lines):
        if not _COMMENT.sub("", line).strip():
            continue
        parts = read_line(line)
        key_column = len(_HYPHENS.match(line)[0])  # type: ignore[index]
        is_item = key_column > parts.indent
        column = parts.indent if hyphen else key_column
        if column < last and (is_item if hyphen else parts.name):
            yield column
        last = min(last, parts.indent)


# Inside braces and brackets.


_CLOSING: Final = {"{": "}", "[": "]"}
_VALUE_START: Final = regex(r"(?:[\[{,]\s*[\w-]+:\s+|[\[,]\s*)([^\[{,]*)$")
_SHOWN: Final = 60
"""Number of characters of a line that a suggestion shows."""
_LINK_TAIL: Final = regex(r"[,}]")
_IN_BRACKETS: Final = regex(r"\[([a-z][^\[\]{}]*)\]")
_NEXT_SETTING: Final = regex(r"(?<=[\s,])(?=[a-z][a-z-]*:\s)")
_SETTING: Final = regex(r"[a-z][a-z-]*:\s[^:,]*,?\s*")
_FORGOTTEN: Final = regex(r"(?P<value>\S+)\s+(?P<name>[a-z][a-z-]*)")
"""A value of one word, and a possible name of the next setting, without a comma between them."""
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
    """Return the start of the value at the end of a part of the line, else `otherwise`."""
    match = _VALUE_START.search(before)
    return Position(failure.at.line, match.start(1) if match else otherwise)


def _unclosed_bracket(failure: ParserFailure) -> Diagnostic | None:
    """Explain a bracket that is never closed.

    The parser came to the end of the file, or to a line of settings that is not indented further
    than the line of the bracket.
    """
    start, line = failure.since, failure.line
    if not any(token in failure.problem for token in _ENDS):
        opened = read_line(failure.before(start)).indent
        if not (failure.at.line > start.line and line.name and line.indent <= opened):
            return None
    if failure.after(start)[:1] not in _CLOSING:
        start = Position(start.line, max(start.column - 1, 0))
    opener = failure.after(start)[:1]
    if opener not in _CLOSING:
        return None
    closing = _CLOSING[opener]
    fixes = []
    if failure.above == start.line:
        content = _without_comment(failure.lines[start.line])
        end = failure.span_at(Position(start.line, len(content)), 0)
        value = content[start.column :]
        value = value if len(value) <= _SHOWN else f"… {value[-_SHOWN:]}"
        fixes = [WayOut(f"write {value}{closing}", (Replacement(closing, end),))]
    return failure.explained(
        codes.OPEN_BRACKET, start, help=fixes, opener=opener, closing=closing
    )


_QUOTED: Final = regex(r"""(?<=[\s,:{\[])("(?:[^"\\]|\\.)*"|'[^']*')""")


def _without_comment(line: str) -> str:
    """Return a line without its comment. A # in quotes doesn't begin one."""
    masked = _QUOTED.sub(lambda quoted: "x" * len(quoted[0]), line)
    return line[: len(_COMMENT.sub("", masked).rstrip())]


def _link_in_flow(failure: ParserFailure) -> Diagnostic | None:
    """Explain `{text: see [[skill]]}`."""
    at = failure.at
    if not failure.after(at).startswith("[["):
        return None
    start = _value_start(failure, failure.before(at), at.column)
    text = failure.after(start)
    # The text ends at the first brace or comma after its last link.
    tail = _LINK_TAIL.search(text, text.rfind("]]") + 2)
    fix = to_quote(failure, start, text[: tail.start()] if tail else text)
    return failure.explained(codes.LINK_IN_BRACES, at, 2, help=[fix])


def _after_quote(failure: ParserFailure) -> Diagnostic | None:
    """Explain `{name: "Stealth" check}`."""
    before = failure.before(failure.at).rstrip()
    if before[-1:] not in ("'", '"'):
        return None
    return _text_after_quote(failure, _value_start(failure, before, len(before)))


_TAGGED: Final = regex(r":[ \t]+(?P<text>![^\s,]*,)[ \t]*[\w-]+$")
"""`success: !a, failure`, where the comma is part of the type's name in YAML."""


def _colon_in_flow(failure: ParserFailure) -> Diagnostic | None:
    """Explain `{text: Remember: round down}`."""
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
    missing_comma = _FORGOTTEN.fullmatch(failure.before(at)[start.column :])
    if missing_comma is not None:
        name = Position(at.line, start.column + missing_comma.start("name"))
        value = missing_comma["value"].rstrip(";")  # `name: Snap; text: …`
        end = missing_comma.start("value") + len(value)
        before = Position(at.line, start.column + end)
        edit = Replacement(", ", failure.span_at(before, name.column - before.column))
        fix = WayOut(f"write {value}, {missing_comma['name']}: …", (edit,))
        length = len(missing_comma["name"])
        closing = _CLOSING.get(failure.after(failure.since)[:1], "}")
        return failure.explained(
            codes.MISSING_COMMA, name, length, help=[fix], closing=closing
        )
    fix = to_quote(failure, start, failure.text_from(start))
    return failure.explained(codes.COLON_IN_BRACES, at, help=[fix])


def _settings_in_list(failure: ParserFailure) -> Diagnostic | None:
    """Explain `[modify: checks by: 1]`, settings in a list without braces and commas."""
    inner = _IN_BRACKETS.match(failure.after(failure.since))
    if inner is None:
        return None
    parts = _NEXT_SETTING.split(inner[1])
    if not parts[1:] or not all(_SETTING.fullmatch(part) for part in parts):
        return None
    settings = ", ".join(part.strip(", ") for part in parts)
    start = Position(failure.since.line, failure.since.column + 1)
    fix = WayOut(f"write [{{{settings}}}]", (Replacement(f"{{{settings}}}"),))
    return failure.explained(codes.SETTINGS_IN_LIST, start, len(inner[1]), help=[fix])


def _other_bracket(failure: ParserFailure, sign: str, closing: str) -> WayOut:
    """Return a fix for a bracket of the wrong kind: replace it, remove it, or add one before it.

    The choice depends on how many brackets the line opens and closes.
    """
    line = _QUOTED.sub("", failure.line_at(failure.at.line))
    missing = sum(map(line.count, _CLOSING)) - sum(map(line.count, _CLOSING.values()))
    if failure.at.line > failure.since.line or not missing:
        return WayOut(f"replace it with '{closing}'", (Replacement(closing),))
    if missing < 0:
        return _REMOVE
    return WayOut(f"write '{closing}{sign}'", (Replacement(closing + sign),))


def _flow_punctuation(failure: ParserFailure) -> Diagnostic:
    """Explain a missing comma, a missing value, or a wrong bracket."""
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
