"""Lays parts out on lines of limited width, as formatters do: a group breaks if it does not fit.

The parts are those that `ruff format` builds its layout from, and they are measured and printed by
its rules. `expressions.py` says of which parts an expression of Python is made.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Sequence

INDENT = "    "


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Parts that break together. Within a group that is not broken, only `free` parts may."""

    parts: tuple[Doc, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """A place to break, or `flat`. Its group is the one around it."""

    flat: str = ""


@dataclass(frozen=True, slots=True)
class Broken:
    """A text that stands only in a group that is broken."""

    text: str


@dataclass(frozen=True, slots=True)
class Indent:
    """Parts whose lines are indented."""

    parts: tuple[Doc, ...]


@dataclass(frozen=True, slots=True)
class Either:
    """Parts that depend on a group further out."""

    around: Mark
    broken: tuple[Doc, ...]
    flat: tuple[Doc, ...]


@dataclass(slots=True, eq=False)
class Mark:
    """Remembers whether a group that others depend on is broken."""

    broken: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Marked:
    """A group that others depend on."""

    mark: Mark
    parts: tuple[Doc, ...]


@dataclass(frozen=True, slots=True)
class Free:
    """Parts that may break though the marked group around them does not."""

    around: Mark
    parts: tuple[Doc, ...]


Doc: TypeAlias = "str | Line | Broken | Indent | Group | Either | Marked | Free"


@dataclass(frozen=True, slots=True)
class _Task:
    """Something to print. What is `loose` is measured beyond its breaks."""

    doc: Doc
    depth: int
    flat: bool
    loose: bool = False

    def inside(self, parts: Sequence[Doc], deeper: int = 0) -> list[_Task]:
        """The parts of this, the last one first, to be put on a stack."""
        depth = self.depth + deeper
        return [replace(self, doc=part, depth=depth) for part in reversed(parts)]


class Printer:
    """Prints one thing, at a depth."""

    def __init__(self, width: int, depth: int) -> None:
        self._width = width
        self._column = depth * len(INDENT)
        self._depth = depth
        self._out: list[str] = []
        self._measured = False

    def print(self, parts: Sequence[Doc]) -> str:
        """The lines; the first one without its indent."""
        tasks = _Task("", self._depth, flat=False).inside(parts)
        while tasks:
            self._step(tasks.pop(), tasks)
        return "".join(self._out)

    def _step(self, task: _Task, tasks: list[_Task]) -> None:
        match task.doc:
            case str(text):
                self._text(text)
            case Line(flat):
                self._line(flat, task)
            case Broken(text):
                self._text("" if task.flat else text)
            case Group(parts):
                stays = self._stays_flat(parts, task, tasks)
                tasks.extend(replace(task, flat=stays).inside(parts))
            case Marked(mark, parts):
                mark.broken = False
                mark.broken = not self._stays_flat(parts, task, tasks)
                tasks.extend(replace(task, flat=not mark.broken).inside(parts))
            case Free(mark, parts):
                self._measured = self._measured and mark.broken
                tasks.extend(task.inside(parts))
            case other:
                tasks.extend(_opened(other, task))

    def _text(self, text: str) -> None:
        self._out.append(text)
        self._column += len(text)

    def _line(self, flat: str, task: _Task) -> None:
        if task.flat:
            self._text(flat)
            return
        self._out.append("\n" + INDENT * task.depth)
        self._column = len(INDENT) * task.depth
        self._measured = False

    def _stays_flat(
        self, parts: tuple[Doc, ...], task: _Task, tasks: list[_Task]
    ) -> bool:
        if task.flat and self._measured:
            return True
        self._measured = True
        return self._fits(replace(task, flat=True).inside(parts), tasks)

    def _fits(self, waiting: list[_Task], tasks: list[_Task]) -> bool:
        """Whether everything up to the next break fits on the line."""
        column, rest = self._column, len(tasks)
        while waiting or rest:
            if not waiting:
                rest -= 1
                waiting.append(tasks[rest])
            task = waiting.pop()
            match task.doc:
                case str() | Line() | Broken():
                    after = _after(task, column)
                    if after is None or after > self._width:
                        return after is None
                    column = after
                case other:
                    waiting.extend(_measured(other, task))
        return True


def _after(task: _Task, column: int) -> int | None:
    """The column behind a text or a line; None behind a break, where measuring ends."""
    match task.doc:
        case Line(flat) if task.flat:
            return column + len(flat)
        case Line():
            return len(INDENT) * task.depth if task.loose else None
        case Broken(text):
            return column if task.flat else column + len(text)
        case text:
            return column + len(str(text))


def _opened(doc: Doc, task: _Task) -> list[_Task]:
    """What is inside, where no group begins."""
    match doc:
        case Indent(parts):
            return task.inside(parts, deeper=1)
        case Either(mark, broken, flat):
            return task.inside(broken if mark.broken else flat)
        case _:
            raise AssertionError(doc)


def _measured(doc: Doc, task: _Task) -> list[_Task]:
    """What is inside, to be measured: in a line that does not break, free parts are broken."""
    match doc:
        case Group(parts) | Marked(_, parts):
            return task.inside(parts)
        case Free(mark, parts):
            free = task.flat and not mark.broken
            return replace(
                task, flat=task.flat and not free, loose=task.loose or free
            ).inside(parts)
        case _:
            return _opened(doc, task)
