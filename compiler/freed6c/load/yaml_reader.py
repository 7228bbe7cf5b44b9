"""Events to plain data, refusing what packs do not use.

What is refused is collected, so that one reading tells all; the data is then the best
that could be made of the rest, and serves only to know which ids exist.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from freed6c.load import yaml_errors, yaml_warnings
from freed6c.load.source_lines import EMPTY_WORDS, plain_value

if TYPE_CHECKING:
    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.packs.data import Data
    from freed6c.packs.yaml_events import (
        CollectionEvent,
        Event,
        Mark,
        NodeEvent,
        TaggedEvent,
        TextEvent,
    )


class OpenMap:
    """A map whose end has not come yet. `name` is the key it stands under."""

    __slots__ = (
        "flow",
        "items",
        "keeps",
        "key",
        "key_event",
        "last",
        "marks",
        "name",
        "split",
        "start",
    )

    def __init__(self, start: Mark, name: str, *, flow: bool) -> None:
        self.items: dict[str, Data] = {}
        self.marks: dict[str, Event] = {}
        self.start = start
        self.name = name
        self.flow = flow
        self.key = ""
        self.key_event: Event | None = None
        self.keeps = True
        # In braces: the last unquoted text, and the end of what a comma split off it.
        self.last: TextEvent | None = None
        self.split: Event | None = None

    def put(self, value: Data | None) -> None:
        """Take the value of the key; what was refused is left out."""
        if self.keeps and value is not None:
            self.items[self.key] = value
        self.key_event = None
        self.keeps = True


class OpenList:
    """A list whose end has not come yet."""

    __slots__ = ("flow", "items", "name", "start")

    def __init__(self, start: Mark, name: str, *, flow: bool) -> None:
        self.items: list[Data] = []
        self.start = start
        self.name = name
        self.flow = flow

    def put(self, value: Data | None) -> None:
        """Take the next item."""
        if value is not None:
            self.items.append(value)

    @property
    def is_link(self) -> bool:
        """`[[skill]]`, a list of one list of one text: surely meant as a link."""
        match self.items:
            case [[str()]]:
                return self.flow
        return False


_MARKER: Final = re.compile(r"^(?:---|\.\.\.)(?![^ \n])", re.MULTILINE)
_EASY_KEY: Final = re.compile(r"[a-zA-Z0-9-]+").fullmatch
_BLOCK_HEADER: Final = re.compile(r"[|>][-+1-9]{0,2} *(?: #.*)?")


class DataBuilder:
    """Handles the events of one file. `data`, `problems` and `warnings` come of it."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.lines = text.split("\n")
        self.problems: list[Diagnostic] = []
        self.warnings: list[Diagnostic] = []
        self._ambiguous_layout = len(_MARKER.findall(text)) > text.startswith("---")
        self._odd_lines = yaml_warnings.odd_lines(self.lines)
        self._documents = 0
        self._roots: list[Data] = []
        self._stack: list[OpenMap | OpenList] = []
        self._top: OpenMap | OpenList | None = None
        self._in_braces = False

    @property
    def doubtful(self) -> bool:
        """Whether the pure parser should decide: it gives all texts of messages."""
        return self._ambiguous_layout or bool(self.problems)

    def finish(self) -> dict[str, Data]:
        """The data, after the last event."""
        self.problems = list(dict.fromkeys(self.problems))
        if not self._roots:
            self.warnings.append(yaml_warnings.empty_file(self.file))
            return {}
        root = self._roots[0]
        if isinstance(root, dict):
            return root
        self.problems.append(yaml_errors.not_settings(self.file, self.lines, root))
        return {}

    def document(self, event: Event) -> None:
        """A document begins."""
        self._documents += 1
        if self._documents == 2:  # noqa: PLR2004
            self.problems.append(
                yaml_errors.second_document(self.file, self.lines, event)
            )

    def map(self, event: CollectionEvent) -> None:
        """A map begins."""
        self._begin(
            event, OpenMap(event.start_mark, self._key_above(), flow=event.flow_style)
        )

    def list(self, event: CollectionEvent) -> None:
        """A list begins."""
        self._begin(
            event, OpenList(event.start_mark, self._key_above(), flow=event.flow_style)
        )

    def end(self, event: Event) -> None:
        """The innermost map or list ends."""
        ended = self._stack.pop()
        self._enter(self._stack[-1] if self._stack else None)
        if isinstance(ended, OpenMap):
            self._check_split(ended)
        elif ended.is_link:
            start = ended.start
            self._refuse(yaml_errors.link_as_list(self.file, self.lines, start, event))
        self._put(ended.items)

    def alias(self, event: NodeEvent) -> None:
        """A reference to an anchor."""
        top = self._top
        if not isinstance(top, OpenMap) or top.keeps:
            self._refuse(yaml_errors.reserved_sign(self.file, self.lines, event, "*"))
        if not self._is_odd_key(event):
            self._put(None)

    def text(self, event: TextEvent) -> None:
        """A key, or a value without parts."""
        top = self._top
        if isinstance(top, OpenMap) and top.key_event is None:
            top.key, top.key_event = event.value, event
            self._check_key(top, event)
        elif top is None:
            self._put_root(self._value(event))
        else:
            top.put(self._value(event))

    def _refuse(self, problem: Diagnostic) -> None:
        """Report it, unless it stands in a second document."""
        if self._documents <= 1:
            self.problems.append(problem)

    def _key_above(self) -> str:
        top = self._top
        if isinstance(top, OpenMap):
            return top.key
        return top.name if top else ""

    def _begin(self, event: CollectionEvent, opened: OpenMap | OpenList) -> None:
        self._close_split()
        self._check_marks(event)
        if self._is_odd_key(event):
            self._refuse(yaml_errors.key_not_text(self.file, event))
        self._stack.append(opened)
        self._enter(opened)

    def _enter(self, top: OpenMap | OpenList | None) -> None:
        self._top = top
        self._in_braces = isinstance(top, OpenMap) and top.flow

    def _is_odd_key(self, event: Event) -> bool:
        """Whether this stands where a key should; its value is then left out."""
        top = self._top
        if isinstance(top, OpenMap) and top.key_event is None:
            top.key_event, top.key, top.keeps = event, "", False
            return True
        return False

    def _put(self, value: Data | None) -> None:
        if self._top is None:
            self._put_root(value)
        else:
            self._top.put(value)

    def _put_root(self, value: Data | None) -> None:
        self._ambiguous_layout |= not isinstance(value, dict)
        self._roots += [] if value is None else [value]

    def _check_marks(self, event: TaggedEvent) -> None:
        sign = "!" if event.tag else "&" if event.anchor else ""
        if sign:
            problem = yaml_errors.reserved_sign(self.file, self.lines, event, sign)
            self._refuse(problem)

    def _check_split(self, ended: OpenMap) -> None:
        if ended.split is not None and ended.last is not None:
            last, split = ended.last, ended.split
            self._refuse(yaml_errors.comma(self.file, self.lines, last, split))

    def _check_key(self, top: OpenMap, event: TextEvent) -> None:
        key = event.value
        if key not in top.marks:
            top.marks[key] = event
            if not event.style and _EASY_KEY(key) and not event.anchor:
                return
        self._check_odd_key(top, event)

    def _check_odd_key(self, top: OpenMap, event: TextEvent) -> None:
        """A key that may have to be refused; then its value is left out."""
        first = top.marks[event.value]
        problem = yaml_errors.bad_key(self.file, self.lines, event)
        if event.anchor or event.tag:
            self._check_marks(event)
        elif problem is not None:
            self._refuse(problem)
            top.keeps = False
        elif first is not event:
            self._refuse(yaml_errors.repeated_key(self.file, top.name, first, event))
            top.keeps = False

    def _value(self, event: TextEvent) -> Data | None:
        if event.style:
            value: Data | None = self._quoted(event)
        elif event.value in EMPTY_WORDS:
            self._empty_value(event)
            return None
        else:
            value = self._plain(event)
        if event.anchor or event.tag:
            self._check_marks(event)
        return value

    def _plain(self, event: TextEvent) -> Data | None:
        value = plain_value(event.value)
        if isinstance(value, str):
            if self._in_braces:
                self._close_split(event)
            if not value.isascii() or event.end_mark.line in self._odd_lines:
                self._check_plain_text(event)
            return value
        self._close_split()
        if value is None:
            self._refuse(yaml_errors.long_number(self.file, event))
        return value

    def _quoted(self, event: TextEvent) -> str | None:
        self._close_split()
        if event.style == '"':
            problem = yaml_errors.unprintable(self.file, event)
            if problem is not None:
                self._refuse(problem)
                return None
        elif event.style in ("|", ">"):
            self._check_block(event)
        return event.value

    def _check_block(self, event: TextEvent) -> None:
        """The parsers differ in what they let pass at the beginning of a block text."""
        begin = event.start_mark
        header = self.lines[begin.line][begin.column :]
        first = "".join(self.lines[begin.line + 1 : begin.line + 2])
        blank = first != "" and not first.strip()
        if blank or not _BLOCK_HEADER.fullmatch(header):
            self._ambiguous_layout = True

    def _close_split(self, text: TextEvent | None = None) -> None:
        """In braces, what a comma split off the text before ends here."""
        top = self._top
        if self._in_braces and isinstance(top, OpenMap):
            self._check_split(top)
            top.last, top.split = text, None

    def _empty_value(self, event: TextEvent) -> None:
        top = self._top
        if event.anchor or event.tag:
            self._check_marks(event)
        elif isinstance(top, OpenMap):
            self._no_value(top, event)
        elif top is not None:
            self._refuse(yaml_errors.empty_item(self.file, self.lines, event))
        elif event.value:
            self._put_root(event.value)

    def _no_value(self, top: OpenMap, event: TextEvent) -> None:
        key = top.key_event
        if key is None or not top.keeps:
            return
        if top.last is not None and not event.value:
            top.split = key
        else:
            self._refuse(yaml_errors.no_value(self.file, self.lines, key, event))

    def _check_plain_text(self, event: TextEvent) -> None:
        """Look at an unquoted text for what it may not have been meant to be."""
        self.warnings += yaml_warnings.comment(self.file, self.lines, event)
        self.warnings += yaml_warnings.swallowed_item(self.file, self.lines, event)
        self.warnings += yaml_warnings.typography(self.file, event)
        for problem in yaml_errors.odd_spaces(self.file, self.lines, event):
            self._refuse(problem)
