"""Tables with typed columns, as the pack lays them out."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from freed6c.document.blocks import Blocks, Inlines, TableBlock, Text
from freed6c.document.describe.actions import check_facts
from freed6c.document.describe.chances import chances_of_success
from freed6c.document.describe.parts import Sketch, blank, facts, merged, named, table
from freed6c.document.prose_rendering import line
from freed6c.document.render_context import Scribe, title_of
from freed6c.document.sentences.amounts import say_value
from freed6c.document.sentences.effects import cell
from freed6c.document.sentences.numbers import decimal, duration, say_range
from freed6c.document.wording import capitalised, fill, plain
from freed6c.runtime.effects import Duration
from freed6c.runtime.entries.dice import Dice
from freed6c.runtime.entries.tables import (
    Band,
    Benchmark,
    Cell,
    Column,
    Condition,
    Row,
    Table,
    Track,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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


# Tracks of conditions.


def track(scribe: Scribe, entry: Track, _level: int) -> Blocks:
    """Its conditions as a table, then how it works."""
    conditions = entry.conditions
    sketch = Sketch(
        ("rank", [rank(entry, condition) for condition in conditions]),
        ("condition", [named(scribe, condition) for condition in conditions]),
        ("effect", [cell(scribe, condition.effects) for condition in conditions]),
        ("duration", [lasts(scribe, condition) for condition in conditions]),
        *(
            (
                (Text(keyed[1].name),),
                [cell_words(scribe, keyed, c.cells) for c in conditions],
            )
            for keyed in entry.columns.items()
        ),
        ("recovered-by", [scribe.links(c.recovered_by, "or") for c in conditions]),
        ("text", [_text(scribe, condition) for condition in conditions]),
    )
    test = check_facts(scribe, entry.test) if entry.test else ()
    return (
        *table(scribe, sketch),
        *merged(_facts(scribe, entry), test),
    )


def _facts(scribe: Scribe, entry: Track) -> Blocks:
    start = (scribe.link(entry.start.entry),) if entry.start else ()
    ranks = (scribe.link(entry.ranks.entry),) if entry.ranks else ()
    return facts(
        scribe,
        ("stacking", scribe.say(f"stacking.{entry.stacking}")),
        ("start", scribe.say("start", condition=start) if start else ()),
        ("ranks", scribe.say("ranks", benchmark=ranks) if ranks else ()),
        ("resisted-by", scribe.links(entry.resisted_by, "or")),
        ("recovered-by", scribe.links(entry.recovered_by, "or")),
    )


def rank(entry: Track, condition: Condition) -> Inlines:
    """Signed where ranks go both ways."""
    if entry.conditions[0].rank >= 0:
        return (Text(str(condition.rank)),)
    sign = "+" if condition.rank > 0 else ""
    return (Text(f"{sign}{decimal(condition.rank)}"),)


def lasts(scribe: Scribe, condition: Condition) -> Inlines:
    """How long it lasts by itself."""
    found = condition.duration
    return () if found is None else capitalised(duration(scribe, found))


def _text(scribe: Scribe, condition: Condition) -> Inlines:
    return line(scribe, condition.text) if condition.text else ()


# Benchmarks as tables.


def benchmark(scribe: Scribe, entry: Benchmark, _level: int) -> Blocks:
    """Its bands; with their places, where those are the ranks of something."""
    ranked = gives_ranks(scribe, entry)
    sketch = Sketch(
        ("name", [named(scribe, band) for band in entry.bands]),
        ("rank", [_place(scribe, band, ranked=ranked) for band in entry.bands]),
        ("range", [say_range(scribe, band.range) for band in entry.bands]),
        ("duration", [_lasts(scribe, band) for band in entry.bands]),
        ("text", [line(scribe, band.text) for band in entry.bands]),
    )
    said = "stands_for" in entry.__dict__
    stands_for = scribe.say(f"stands-for.{entry.stands_for}") if said else ()
    return (
        *table(scribe, sketch),
        *facts(scribe, ("stands-for", stands_for)),
        *(chances_of_success(scribe, entry) if scribe.anchored else ()),
    )


def gives_ranks(scribe: Scribe, entry: Benchmark) -> bool:
    """Whether the places of the bands are ranks."""
    users: tuple[Dice | Track, ...] = (
        *scribe.ruleset.of(Dice),
        *scribe.ruleset.of(Track),
    )
    return any(user.ranks and user.ranks.id == entry.id for user in users)


def _place(scribe: Scribe, band: Band, *, ranked: bool) -> Inlines:
    return scribe.say("rank", rank=band.place) if ranked else ()


def _lasts(scribe: Scribe, band: Band) -> Inlines:
    return () if band.lasts is None else capitalised(duration(scribe, band.lasts))
