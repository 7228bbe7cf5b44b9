"""A file as a tree of places: what stands where, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from freed6c.packs import events
from freed6c.packs.events import Position

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.packs.events import (
        CollectionEvent,
        Event,
        Mark,
        NodeEvent,
        TextEvent,
    )


@dataclass(slots=True)
class Node:
    """A value. `parts` are the values of a list, or keys and values of a map in turn.

    `style` is the quote or `|` or `>` of a text, and `{` for a map or list in brackets.
    """

    kind: Literal["text", "map", "list"]
    start: Position
    end: Position
    text: str = ""
    style: str = ""
    parts: list[Node] = field(default_factory=list)

    def rows(self, lines: Sequence[str]) -> range:
        """The lines that a text stands on; the end of a block is what follows it."""
        if self.style not in ("|", ">"):
            return range(self.start.line, self.end.line + 1)
        at_end = 0 < len(lines[self.end.line]) <= self.end.column
        return range(self.start.line + 1, self.end.line + at_end)

    def step(self, step: str | int) -> tuple[Node | None, Node] | None:
        """The key and the value that one step of a path leads to."""
        if self.kind == "list":
            inside = isinstance(step, int) and 0 <= step < len(self.parts)
            return (None, self.parts[int(step)]) if inside else None
        for key, value in zip(self.parts[::2], self.parts[1::2], strict=False):
            if key.text == step and key.kind == "text":
                return key, value
        return None


class _Outline:
    """Handles the events of a file."""

    def __init__(self, last: Position) -> None:
        self._last = last
        self.root: Node | None = None
        self.doubtful = False
        self._open: list[Node] = []
        self._documents = 0

    def document(self, _event: Event) -> None:
        self._documents += 1
        self.doubtful |= self._documents > 1

    def map(self, event: CollectionEvent) -> None:
        self._begin("map", event)

    def list(self, event: CollectionEvent) -> None:
        self._begin("list", event)

    def end(self, event: Event) -> None:
        self._open.pop().end = self._position(event.end_mark)

    def text(self, event: TextEvent) -> None:
        self.doubtful |= event.anchor is not None
        start, end = self._position(event.start_mark), self._position(event.end_mark)
        self._add(Node("text", start, end, event.value, event.style or ""))

    def alias(self, event: NodeEvent) -> None:
        self.doubtful = True
        start, end = self._position(event.start_mark), self._position(event.end_mark)
        self._add(Node("text", start, end))

    def _position(self, mark: Mark) -> Position:
        """Parsers put what is missing at the end of a file behind its last line."""
        return min(Position(mark.line, mark.column), self._last)

    def _begin(self, kind: Literal["map", "list"], event: CollectionEvent) -> None:
        start, end = self._position(event.start_mark), self._position(event.end_mark)
        node = Node(kind, start, end, style="{" if event.flow_style else "")
        self._add(node)
        self._open.append(node)

    def _add(self, node: Node) -> None:
        if self._open:
            self._open[-1].parts.append(node)
        elif self._documents <= 1:
            self.root = node


def outline(text: str) -> Node | None:
    """The tree of a text; nothing where there is none, or it cannot be read."""
    lines = text.split("\n")
    last = Position(len(lines) - 1, len(lines[-1]))
    try:
        return events.read(text, lambda: _Outline(last)).root
    except (events.UnreadableError, UnicodeError):
        return None
