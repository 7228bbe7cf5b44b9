"""Tables with typed columns, as the pack lays them out."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from freed6c.document.blocks import Blocks, Inlines, TableBlock, Text
from freed6c.document.describe.columns import Sketch, blank, table
from freed6c.document.references import line
from freed6c.document.scribe import Scribe, title_of
from freed6c.document.sentences.values import say_value
from freed6c.document.wording import capitalised, fill, plain
from freed6c.runtime.effects import Duration

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from freed6c.runtime.entries.tables import Cell, Column, Row, Table

    Keyed: TypeAlias = tuple[str, Column]


def table_body(scribe: Scribe, entry: Table, _level: int) -> Blocks:
    """Rows down or columns down."""
    sketch = _sketch(scribe, entry)
    blocks = table(scribe, sketch)
    if entry.layout == "columns-down":
        blocks = tuple(
            _turned(block) if isinstance(block, TableBlock) else block
            for block in blocks
        )
    return blocks


def _sketch(scribe: Scribe, entry: Table) -> Sketch:
    """The names of the rows, if they have some, then the columns that stand alone."""
    rows = entry.rows
    joined = _joined(entry)
    labels = [_row_name(scribe, entry, row) for row in rows]
    columns: list[tuple[Inlines, list[Inlines]]] = [
        (
            (Text(column.name),),
            [
                _whole_cell(scribe, (key, column), joined.get(key, ()), row.cells)
                for row in rows
            ],
        )
        for key, column in entry.columns.items()
        if not column.joins
    ]
    if any(map(plain, labels)):
        return Sketch((_corner(scribe, entry), labels), *columns)
    return Sketch(*_with_anchors(columns, labels))


def _with_anchors(
    columns: list[tuple[Inlines, list[Inlines]]], labels: list[Inlines]
) -> list[tuple[Inlines, list[Inlines]]]:
    """Rows without names have the place that links lead to in their first cell."""
    if not columns:
        return []
    (label, cells), *others = columns
    first = [(*anchor, *cell) for anchor, cell in zip(labels, cells, strict=True)]
    return [(label, first), *others]


def _corner(scribe: Scribe, entry: Table) -> Inlines | str:
    """What the names of the rows are names of."""
    if entry.rows_are is None:
        return "name"
    kind, of = entry.rows_are.kind, entry.rows_are.of
    above = scribe.index.find(of) if of else None
    if above is not None:
        return (scribe.link(above),)
    return scribe.say(f"kind.{kind}") if f"kind.{kind}" in scribe.patterns else "name"


def _row_name(scribe: Scribe, entry: Table, row: Row) -> Inlines:
    anchor = scribe.anchor(row) if row.id in scribe.ruleset.entries else ()
    if row.name:
        return (*anchor, Text(row.name))
    if entry.rows_are is None:
        return anchor
    kinds = (entry.rows_are.kind,)
    of = entry.rows_are.of.rpartition(".")[2]
    found = scribe.index.find(f"{of}.{row.key}" if of else row.key, kinds)
    name = (Text(title_of(row)),) if found is None else (scribe.link(found),)
    return (*anchor, *name)


def _joined(entry: Table) -> Mapping[str, Sequence[Keyed]]:
    """The columns that are printed in the cells of others, by the keys of those."""
    found: dict[str, list[Keyed]] = {}
    for key, column in entry.columns.items():
        if column.joins:
            found.setdefault(column.joins, []).append((key, column))
    return found


def _whole_cell(
    scribe: Scribe, keyed: Keyed, joined: Sequence[Keyed], cells: Mapping[str, Cell]
) -> Inlines:
    """A cell, with those that are printed in it."""
    words = cell_words(scribe, keyed, cells)
    for other in joined:
        if cells.get(other[0]) is not None:
            part = cell_words(scribe, other, cells)
            words = scribe.say("list.comma", first=words, next=part)
    return words


def cell_words(scribe: Scribe, keyed: Keyed, cells: Mapping[str, Cell]) -> Inlines:
    """What stands in one cell."""
    key, column = keyed
    value = cells.get(key)
    if value is None:
        return blank(scribe, column.blank)
    words = _typed(scribe, column, value)
    return fill(column.shown, {"": words}) if column.shown else words


def _typed(scribe: Scribe, column: Column, value: Cell) -> Inlines:
    """Texts are prose; words of a fixed choice and durations begin a cell."""
    if column.type == "text":
        texts = value if isinstance(value, tuple) else (value,)
        return scribe.listed([line(scribe, str(one)) for one in texts])
    words = say_value(scribe, value)
    choice = column.type == "one-of" or isinstance(value, Duration)
    return capitalised(words) if choice and not column.joins else words


def _turned(block: TableBlock) -> TableBlock:
    """Rows become columns. Nothing in it stands right: types differ down a column."""
    header, *rows = zip(block.header, *block.rows, strict=True)
    return TableBlock(tuple(header), tuple(rows))
