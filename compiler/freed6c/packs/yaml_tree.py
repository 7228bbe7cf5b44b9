"""Wraps ruamel.yaml to parse a text to a tree with positions. Only this module imports ruamel.

The C parser is 28 times faster than the pure one but reports errors differently and is not always
installed, so the result must not depend on the parser in use. If the C parser refuses a text, or
the two could read it differently, the pure parser reads it again, and its result counts. Texts that
only the pure parser would refuse are refused before parsing (`load/decoding.py`).
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, TypeAlias

from freed6c.packs.lazy import dataclass, field
from freed6c.packs.limits import MAX_DEPTH

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence


TOO_DEEP: Final = "too deep"
BAD_CHARACTER: Final = "no such character"
BAD_VERSION: Final = "no such version"


class Position(NamedTuple):
    """A position in a text, with line and column from 0."""

    line: int
    column: int


Ends: TypeAlias = tuple[Position, Position]
"""The positions of the first character of a range, and after its last one."""
Lines: TypeAlias = "Sequence[str]"
"""The lines of a text, without line breaks."""


@dataclass(eq=False)
class Node:
    """A key or value.

    - `parts`: the items of a list; for a map, each key followed by its value.
    - `style`: the quote of a text, or `|` or `>`; `{` for a map or list in braces or brackets.
    - `sign`: `!` before a type, `&` before an anchor, `*` for a reference to an anchor. A reference
      is a text without characters.
    - `end`: the position after the node, often where the next one begins.

    Other modules cache results in these fields:

    - `pairs`: the keys and values of a map, by the text of the key.
    - `columns`: the start of each character of a text on one line.
    - `dark`, `written`: for a text on several lines, the number of characters other than spaces
      before each character, and the positions of these characters.
    """

    kind: Literal["text", "map", "list"]
    start: Position
    end: Position
    text: str = ""
    style: str = ""
    sign: str = ""
    parts: list[Node] = field(default_factory=list)
    pairs: Mapping[str, tuple[Node, Node]] | None = None
    columns: Sequence[int] | None = None
    dark: Sequence[int] | None = None
    written: Sequence[Ends] = ()

    @property
    def settings(self) -> Iterator[tuple[Node, Node]]:
        """The keys and values of a map."""
        return zip(self.parts[::2], self.parts[1::2], strict=True)

    def rows(self, lines: Lines) -> range:
        """Return the numbers of a text's lines. A block ends before the next node."""
        if self.style not in ("|", ">"):
            return range(self.start.line, self.end.line + 1)
        at_end = 0 < len(lines[self.end.line]) <= self.end.column
        return range(self.start.line + 1, self.end.line + at_end)

    def step(self, step: str | int) -> tuple[Node | None, Node] | None:
        """Return the key and the value that one step of a path leads to."""
        if self.kind == "list":
            inside = isinstance(step, int) and 0 <= step < len(self.parts)
            return (None, self.parts[int(step)]) if inside else None
        if self.pairs is None:
            texts = [pair for pair in self.settings if pair[0].kind == "text"]
            # The first of repeated keys counts.
            self.pairs = {key.text: (key, value) for key, value in reversed(texts)}
        return self.pairs.get(str(step)) if isinstance(step, str) else None


@dataclass(frozen=True)
class Tree:
    """A text by its lines, with its first document (`root`) and the start of a second one."""

    lines: Lines
    root: Node | None = None
    second: Position | None = None


class UnreadableError(Exception):
    """A text that isn't valid YAML, or has too many levels (`TOO_DEEP`)."""

    def __init__(
        self,
        problem: str,
        at: Position,
        context: str = "",
        context_at: Position | None = None,
    ) -> None:
        super().__init__(problem)
        self.problem = problem
        self.at = at
        self.context = context
        self.since = context_at or at


def parse(text: str) -> Tree:
    """Return the tree of a text. Raise UnreadableError if it isn't YAML."""
    if has_c_parser():
        try:
            tree, is_doubtful = _read(text, _from_c)
        except UnreadableError as failure:
            if failure.problem == TOO_DEEP:
                raise
        else:
            if not is_doubtful:
                return tree
    return _read(text, _from_pure)[0]


def parse_quickly(text: str) -> Tree:
    """Return the tree from the fastest parser, if differences between parsers don't matter."""
    return _read(text, _from_c if has_c_parser() else _from_pure)[0]


@cache
def has_c_parser() -> bool:
    """Return whether ruamel.yaml's C parser is installed."""
    try:
        from ruamel.yaml import cyaml  # noqa: F401
    except ImportError:
        return False
    return True


def _from_c(text: str) -> Iterator[Any]:
    from ruamel.yaml import cyaml

    parser: Any = cyaml.__dict__["CParser"]  # its stub doesn't export it
    return iter(parser(text).get_event, None)


def _from_pure(text: str) -> Iterator[Any]:
    from ruamel.yaml import YAML

    events: Iterator[Any] = YAML(typ="safe", pure=True).parse(text)
    return events


def _read(text: str, parser: Callable[[str], Iterator[Any]]) -> tuple[Tree, bool]:
    """Return the tree of a text, and whether the other parser could read it differently."""
    from ruamel.yaml.error import YAMLError

    try:
        return _build(text, parser(text))
    except YAMLError as error:
        # Convert ruamel's error to ours; some of its errors have no position.
        context = getattr(error, "context", None) or ""
        problem = getattr(error, "problem", None) or context or str(error)
        marks = (
            getattr(error, name, None) for name in ("problem_mark", "context_mark")
        )
        at, context_at = (mark and _position(mark) for mark in marks)
        at = at or context_at or Position(0, 0)
        raise UnreadableError(problem, at, context, context_at) from None
    except (ValueError, OverflowError):
        # The pure parser raises these for "\Uffffffff", without a position.
        raise UnreadableError(BAD_CHARACTER, Position(0, 0)) from None
    except AssertionError:
        # The pure parser raises this for `%YAML 1.0`, which only loading refuses before.
        raise UnreadableError(BAD_VERSION, Position(0, 0)) from None


_MARKER: Final = re.compile(r"^(?:---|\.\.\.)(?![^ \n])", re.MULTILINE)
_BLOCK: Final = ("|", ">")
_BLOCK_HEADER: Final = re.compile(r"[|>][-+1-9]{0,2} *(?: #.*)?")


def _build(text: str, events: Iterator[Any]) -> tuple[Tree, bool]:
    """Build the tree from the events of a parser.

    Also return whether the text is doubtful: the other parser could read it differently.
    """
    from ruamel.yaml import events as kinds

    lines = text.split("\n")
    is_doubtful = len(_MARKER.findall(text)) > text.startswith("---")
    documents: list[Position] = []
    roots: list[Node] = []
    opened: list[Node] = []  # maps and lists without an end so far
    parts = roots  # the parts of the innermost of them
    for event in events:
        kind, start = type(event), _position(event.start_mark)
        if kind is kinds.ScalarEvent:
            value, style, sign = event.value, event.style or "", _sign(event)
            if style == '"' and not value.isascii():
                value = _whole(value)
            is_doubtful |= bool(sign)
            if style in _BLOCK:
                is_doubtful |= _has_odd_header(start, lines)
            parts.append(
                Node("text", start, _position(event.end_mark), value, style, sign)
            )
        elif kind in (kinds.MappingEndEvent, kinds.SequenceEndEvent):
            opened.pop().end = _position(event.end_mark)
            parts = opened[-1].parts if opened else roots
        elif kind in (kinds.MappingStartEvent, kinds.SequenceStartEvent):
            name: Literal["map", "list"] = (
                "map" if kind is kinds.MappingStartEvent else "list"
            )
            is_key = bool(opened) and opened[-1].kind == "map" and len(parts) % 2 == 0
            style, sign = "{" if event.flow_style else "", _sign(event)
            is_doubtful |= bool(sign) or is_key
            node = Node(name, start, start, "", style, sign)
            parts.append(node)
            opened.append(node)
            parts = node.parts
            if len(opened) > MAX_DEPTH:
                raise UnreadableError(TOO_DEEP, start)
        elif kind is kinds.AliasEvent:
            is_doubtful = True
            parts.append(Node("text", start, _position(event.end_mark), sign="*"))
        elif kind is kinds.DocumentStartEvent:
            documents.append(start)
    root = roots[0] if roots else None
    _draw_back(root, Position(len(lines) - 1, len(lines[-1])))
    is_doubtful |= root is not None and root.kind != "map"
    return Tree(lines, root, *documents[1:2]), is_doubtful


def _position(mark: Any) -> Position:
    return Position(mark.line, mark.column)


def _sign(event: Any) -> str:
    return "!" if event.tag else "&" if event.anchor else ""


def _has_odd_header(mark: Position, lines: Lines) -> bool:
    """Return whether only one of the parsers could accept the start of a block text."""
    header, first, *_ = (*lines[mark.line : mark.line + 2], "", "")
    is_blank = first != "" and not first.strip()
    return is_blank or not _BLOCK_HEADER.fullmatch(header, mark.column)


def _draw_back(node: Node | None, last: Position) -> None:
    """Move positions after the end of a file to the end.

    Parsers use such positions for the ends of the last nodes.
    """
    while node is not None:
        node.start, node.end = min(node.start, last), min(node.end, last)
        node = node.parts[-1] if node.parts else None


def _whole(text: str) -> str:
    """Join surrogate pairs such as U+D83C and U+DFB2, in which JSON writes some characters."""
    return text.encode("utf-16-le", "surrogatepass").decode(
        "utf-16-le", "surrogatepass"
    )
