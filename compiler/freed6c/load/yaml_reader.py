"""Events to plain data, refusing what packs do not use.

What is refused is collected, so that one reading tells all; the data is then the best
that could be made of the rest, and serves only to know which ids exist.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import yaml as codes
from freed6c.diagnostics.diagnostic import Label
from freed6c.diagnostics.ways_out import Replacement, WayOut
from freed6c.load import yaml_errors, yaml_warnings
from freed6c.load.source_lines import SourceText
from freed6c.packs.data import as_map
from freed6c.packs.limits import MAX_PROBLEMS
from freed6c.packs.location import Span
from freed6c.packs.yaml_events import Position, UnreadableError

if TYPE_CHECKING:
    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.packs.data import Data
    from freed6c.packs.yaml_events import (
        CollectionEvent,
        NodeEvent,
        TaggedEvent,
        TextEvent,
        TextPosition,
        YamlEvent,
    )


# Plain scalars: integers, booleans and text, nothing else.


_INTEGER: Final = re.compile(r"-?(?:0|[1-9][0-9]*)")
_BOOLEANS: Final = {"true": True, "false": False}
_DIGITS: Final = frozenset("-0123456789")
_MAX_DIGITS: Final = 18
_MARK: Final = re.compile(r"[&*][^\s,\[\]{}]+")
_EMPTY_WORDS: Final = frozenset(("", "~", "null"))
"""Plain words that stand for no value; packs have none."""


# Maps and lists whose end has not come yet. `name` is the key that they stand under.


@dataclass(slots=True, eq=False)
class OpenMap:
    """A map that is being read.

    `marks` are where its keys stand; `key` and `key_event` are the key whose value is awaited, and
    `keeps` says whether to take that. In braces, `last` is the last unquoted text, and `split` the
    end of what a comma split off it.
    """

    start: TextPosition
    name: str
    flow: bool
    items: dict[str, Data] = field(default_factory=dict)
    marks: dict[str, YamlEvent] = field(default_factory=dict)
    key: str = ""
    key_event: YamlEvent | None = None
    keeps: bool = True
    last: TextEvent | None = None
    split: YamlEvent | None = None

    def put(self, value: Data | None) -> None:
        """Take the value of the key; what was refused is left out."""
        if self.keeps and value is not None:
            self.items[self.key] = value
        self.key_event = None
        self.keeps = True


@dataclass(slots=True, eq=False)
class OpenList:
    """A list that is being read."""

    start: TextPosition
    name: str
    flow: bool
    items: list[Data] = field(default_factory=list)

    def put(self, value: Data | None) -> None:
        """Take the next item."""
        if value is not None:
            self.items.append(value)


_MARKER: Final = re.compile(r"^(?:---|\.\.\.)(?![^ \n])", re.MULTILINE)
_EASY_KEY: Final = re.compile(r"[a-zA-Z0-9-]+").fullmatch
_BLOCK_HEADER: Final = re.compile(r"[|>][-+1-9]{0,2} *(?: #.*)?")


class DataBuilder:
    """Handles the events of one file. `problems` and `warnings` come of it, and what it returns."""

    def __init__(self, file: str, text: str) -> None:
        self.problems: list[Diagnostic] = []
        self.warnings: list[Diagnostic] = []
        self._source = SourceText(file, text.split("\n"))
        self._ambiguous_layout = len(_MARKER.findall(text)) > text.startswith("---")
        self._odd_lines = yaml_warnings.odd_lines(text)
        self._documents = 0
        self._roots: list[Data] = []
        self._stack: list[OpenMap | OpenList] = []
        self._top: OpenMap | OpenList | None = None
        self._in_braces = False

    @cached_property
    def _marks(self) -> frozenset[str]:
        """Every word that begins as a mark, or as a reference to one."""
        return frozenset(chain.from_iterable(map(_MARK.findall, self._source.lines)))

    @property
    def doubtful(self) -> bool:
        """Whether the pure parser should decide: it gives all texts of messages."""
        return self._ambiguous_layout or bool(self.problems)

    def finish(self) -> dict[str, Data]:
        """The data, after the last event."""
        self.problems = list(dict.fromkeys(self.problems))
        if not self._roots:
            start = Span(self._source.file, 1, 1, 1, 1)
            self.warnings.append(codes.EMPTY_FILE.at(start))
            return {}
        root = self._roots[0]
        if isinstance(root, dict):
            return root
        self.problems.append(yaml_errors.not_settings(self._source, root))
        return {}

    # The events, in the words of `yaml_events.EventHandler`.

    def document(self, event: YamlEvent) -> None:
        """A document begins."""
        self._documents += 1
        if self._documents == 2:  # noqa: PLR2004
            marker = self._source.span_at(event.start_mark, 3)
            sign = self._source.after(event.start_mark)[:3]
            self.problems.append(codes.SEVERAL_DOCUMENTS.at(marker, sign=sign))

    def map(self, event: CollectionEvent) -> None:
        """A map begins."""
        self._begin(event, OpenMap)

    def list(self, event: CollectionEvent) -> None:
        """A list begins."""
        self._begin(event, OpenList)

    def _begin(self, event: CollectionEvent, kind: type[OpenMap | OpenList]) -> None:
        top = self._top
        name = top.key if isinstance(top, OpenMap) else top.name if top else ""
        self._end_split()
        if event.tag or event.anchor:
            self._refuse_mark(event)
        if self._is_odd_key(event):
            self._refuse(codes.KEY_NOT_TEXT.at(self._source.span_of(event)))
        opened = kind(event.start_mark, name, event.flow_style)
        self._stack.append(opened)
        self._enter(opened)

    def end(self, event: YamlEvent) -> None:
        """The innermost map or list ends."""
        ended = self._stack.pop()
        self._enter(self._stack[-1] if self._stack else None)
        match ended:
            case OpenMap():
                self._check_split(ended)
            case OpenList(start=start, flow=True, items=[[str()]]):
                # `[[skill]]`, a list of one list of one text, is surely meant as a link.
                end = event.end_mark
                self._refuse(yaml_errors.link_as_list(self._source, start, end))
        self._put(ended.items)

    def alias(self, event: NodeEvent) -> None:
        """A reference to an anchor."""
        top = self._top
        if not isinstance(top, OpenMap) or top.keeps:
            self._refuse(
                yaml_errors.reserved_sign(self._source, event, "*", self._marks)
            )
        if not self._is_odd_key(event):
            self._put(None)

    def text(self, event: TextEvent) -> None:
        """A key, or a value without parts."""
        top = self._top
        if isinstance(top, OpenMap) and top.key_event is None:
            top.key, top.key_event = event.value, event
            self._check_key(top, event)
        else:
            self._put(self._value(event))

    # Where values go.

    def _enter(self, top: OpenMap | OpenList | None) -> None:
        self._top = top
        self._in_braces = isinstance(top, OpenMap) and top.flow

    def _put(self, value: Data | None) -> None:
        if self._top is not None:
            self._top.put(value)
        else:
            self._ambiguous_layout |= not isinstance(value, dict)
            self._roots += [] if value is None else [value]

    def _refuse(self, problem: Diagnostic | None) -> bool:
        """Whether there is a problem; it is reported, unless in a second document."""
        if problem is not None and self._documents <= 1:
            self.problems.append(problem)
            if len(self.problems) == MAX_PROBLEMS:
                raise UnreadableError("", Position(0, 0), problems=self.problems)
        return problem is not None

    # Keys.

    def _is_odd_key(self, event: YamlEvent) -> bool:
        """Whether this stands where a key should; its value is then left out."""
        top = self._top
        if isinstance(top, OpenMap) and top.key_event is None:
            top.key_event, top.key, top.keeps = event, "", False
            return True
        return False

    def _check_key(self, top: OpenMap, event: TextEvent) -> None:
        """Refuse what cannot be a key; its value is then left out."""
        key = event.value
        first = top.marks.setdefault(key, event)
        new = first is event
        if new and not event.style and _EASY_KEY(key) and not event.anchor:
            return
        problem = yaml_errors.bad_key(self._source, event)
        if event.anchor or event.tag:
            self._refuse_mark(
                event, self._source.between(event.start_mark, event.end_mark)
            )
        elif problem is not None or not new:
            self._refuse(problem or self._repeated_key(top, first, event))
            top.keeps = False

    def _repeated_key(
        self, top: OpenMap, first: YamlEvent, again: TextEvent
    ) -> Diagnostic:
        ways = []
        if next(reversed(top.marks)) == again.value and not top.flow:
            # Nothing stands between the two: what is in the second goes on with the first.
            line = self._source.span_between(again.start_mark, again.end_mark).line
            edit = Replacement("", Span(self._source.file, line, 1, line + 1, 1))
            rest = self._source.after(again.end_mark).strip()
            ways = [WayOut("remove this line: the two go together", (edit,))]
            held = as_map(top.items.get(again.value))
            both = held.keys() & set(self._source.names_below(again.start_mark))
            ways = ways if rest == ":" and not both else []
        return codes.REPEATED_KEY.at(
            self._source.span_of(again),
            help=ways,
            related=[Label(self._source.span_of(first), "first written here")],
            notes=["plain YAML readers would silently keep only the second one"],
            key=again.value,
            where=f" in {top.name}" if top.name else "",
        )

    # Values.

    def _value(self, event: TextEvent) -> Data | None:
        value: Data | None
        if event.style:
            value = self._quoted(event)
        elif event.value in _EMPTY_WORDS:
            self._empty_value(event)
            return None
        else:
            value = self._plain(event)
        if event.tag or event.anchor:
            self._refuse_mark(event)
        return value

    def _refuse_mark(self, event: TaggedEvent, key: str = "") -> None:
        sign = "!" if event.tag else "&"
        self._refuse(
            yaml_errors.reserved_sign(self._source, event, sign, self._marks, key)
        )

    def _plain(self, event: TextEvent) -> Data | None:
        text = event.value
        integer = text[0] in _DIGITS and _INTEGER.fullmatch(text)
        if not integer and text not in _BOOLEANS:
            if self._in_braces:
                self._end_split(event)
            if not text.isascii() or event.end_mark.line in self._odd_lines:
                self.warnings += yaml_warnings.check_plain_text(self._source, event)
                self._refuse(yaml_errors.odd_space(self._source, event))
            return text
        self._end_split()
        if not integer:
            return _BOOLEANS[text]
        if len(text.lstrip("-")) <= _MAX_DIGITS:
            return int(text)
        number = self._source.span_of(event)
        self._refuse(codes.LONG_NUMBER.at(number, most=_MAX_DIGITS))
        return None

    def _quoted(self, event: TextEvent) -> str | None:
        self._end_split()
        if event.style == '"':
            if self._refuse(yaml_errors.unprintable(self._source, event)):
                return None
        elif event.style in ("|", ">"):
            # The parsers differ in what they let pass at the beginning of a block text.
            mark = event.start_mark
            first = self._source.line_at(mark.line + 1)
            blank = first != "" and not first.strip()
            if blank or not _BLOCK_HEADER.fullmatch(self._source.after(mark)):
                self._ambiguous_layout = True
        return event.value

    def _empty_value(self, event: TextEvent) -> None:
        top = self._top
        if event.anchor or event.tag:
            self._refuse_mark(event)
        elif isinstance(top, OpenMap):
            key = top.key_event
            if key is None or not top.keeps:
                return
            if top.last is not None and not event.value:
                top.split = key
            else:
                self._refuse(yaml_errors.no_value(self._source, key, event))
        elif top is not None:
            length = len(event.value) or 1
            item = self._source.span_at(event.start_mark, length)
            self._refuse(codes.EMPTY_ITEM.at(item))
        elif event.value:
            self._put(event.value)

    # Unquoted texts in braces, which a comma ends: `{is: max(1, 2)}`.

    def _end_split(self, text: TextEvent | None = None) -> None:
        """What a comma split off the text before ends here, where this text begins."""
        top = self._top
        if self._in_braces and isinstance(top, OpenMap):
            self._check_split(top)
            top.last, top.split = text, None

    def _check_split(self, braces: OpenMap) -> None:
        last, split = braces.last, braces.split
        if last is not None and split is not None:
            self._refuse(yaml_errors.comma(self._source, last, split))
