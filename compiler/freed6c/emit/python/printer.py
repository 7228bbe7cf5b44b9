"""A pretty printer: lays documents out on lines of limited width; a group breaks if it is too long.

The elements of a document, and how they are measured and printed, are those of the formatter
behind `ruff format`, by the same names. `expressions.py` makes documents of expressions.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias, assert_never

if TYPE_CHECKING:
    from collections.abc import Sequence

INDENT = "    "


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Parts that break together. In one that is flat, only `FitsExpanded` parts may break."""

    parts: tuple[Doc, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """A line break if the enclosing group breaks, else the text `flat`."""

    flat: str = ""


@dataclass(frozen=True, slots=True)
class IfBreaks:
    """A text that is printed only if the enclosing group breaks."""

    text: str


@dataclass(frozen=True, slots=True)
class Indent:
    """Parts whose lines are indented."""

    parts: tuple[Doc, ...]


@dataclass(frozen=True, slots=True)
class IfGroupBreaks:
    """Parts that depend on whether a group further out breaks."""

    around: GroupId
    broken: tuple[Doc, ...]
    flat: tuple[Doc, ...]


@dataclass(slots=True, eq=False)
class GroupId:
    """Identifies a group that others depend on, and remembers whether it is broken."""

    broken: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class BestFitParenthesize:
    """A group in parentheses if it breaks, unless brackets inside of it break instead."""

    mark: GroupId
    parts: tuple[Doc, ...]


@dataclass(frozen=True, slots=True)
class FitsExpanded:
    """Parts that may break though the group of that id around them does not."""

    around: GroupId
    parts: tuple[Doc, ...]


Doc: TypeAlias = (
    "str | Line | IfBreaks | Indent | Group | IfGroupBreaks | BestFitParenthesize"
    " | FitsExpanded"
)


@dataclass(frozen=True, slots=True)
class _Task:
    """An element to print at an indent. Measuring goes on behind the breaks of a `loose` one."""

    doc: Doc
    depth: int
    flat: bool
    loose: bool = False

    def inside(self, parts: Sequence[Doc], deeper: int = 0) -> list[_Task]:
        """Tasks for the parts of this, reversed, to be pushed on a stack."""
        depth = self.depth + deeper
        return [replace(self, doc=part, depth=depth) for part in reversed(parts)]


class Printer:
    """Prints one document, at an indent of `depth` levels."""

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
            case IfBreaks(text):
                self._text("" if task.flat else text)
            case Group(parts):
                stays = self._stays_flat(parts, task, tasks)
                tasks.extend(replace(task, flat=stays).inside(parts))
            case BestFitParenthesize(mark, parts):
                mark.broken = False
                mark.broken = not self._stays_flat(parts, task, tasks)
                tasks.extend(replace(task, flat=not mark.broken).inside(parts))
            case FitsExpanded(mark, parts):
                self._measured = self._measured and mark.broken
                tasks.extend(task.inside(parts))
            case Indent(parts):
                tasks.extend(task.inside(parts, deeper=1))
            case IfGroupBreaks(mark, broken, flat):
                tasks.extend(task.inside(broken if mark.broken else flat))
            case other:
                assert_never(other)

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
                case (str() | Line() | IfBreaks()) as leaf:
                    after = _column_after(leaf, task, column)
                    if after is None or after > self._width:
                        return after is None
                    column = after
                case other:
                    waiting.extend(_measured(other, task))
        return True


def _column_after(doc: str | Line | IfBreaks, task: _Task, column: int) -> int | None:
    """The column after a leaf; None after a line break, where measuring ends."""
    match doc:
        case Line(flat) if task.flat:
            return column + len(flat)
        case Line():
            return len(INDENT) * task.depth if task.loose else None
        case IfBreaks(text):
            return column if task.flat else column + len(text)
        case _:
            return column + len(doc)


def _measured(
    doc: Group | Indent | IfGroupBreaks | BestFitParenthesize | FitsExpanded,
    task: _Task,
) -> list[_Task]:
    """The parts of a container, to be measured.

    Of a part that may break although its group does not (`fits_expanded` in ruff), only the first
    line has to fit: it is measured as broken, and lines after that as `loose`.
    """
    match doc:
        case Group(parts) | BestFitParenthesize(_, parts):
            return task.inside(parts)
        case FitsExpanded(mark, parts):
            free = task.flat and not mark.broken
            return replace(
                task, flat=task.flat and not free, loose=task.loose or free
            ).inside(parts)
        case Indent(parts):
            return task.inside(parts, deeper=1)
        case IfGroupBreaks(mark, broken, flat):
            return task.inside(broken if mark.broken else flat)
        case _:
            assert_never(doc)
