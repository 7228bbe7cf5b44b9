"""Describe tables, tracks and benchmarks as tables.

A track is a series of conditions, such as levels of wounds, and each has a rank. A benchmark
divides numbers into named bands, such as difficulties.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias, assert_never

from freed6c.document import changes
from freed6c.document.blocks import Blocks, ColumnKind, Inlines, TableBlock, Text
from freed6c.document.describe import actions, chances, parts
from freed6c.document.prose import line
from freed6c.document.sentences import amounts, numbers
from freed6c.document.sentences.effects import cell
from freed6c.document.wording import capitalized, fill, plain, title_of
from freed6c.runtime.effects import Duration
from freed6c.runtime.entries import tables
from freed6c.runtime.entries.dice import Dice
from freed6c.runtime.record import Ref

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from freed6c.document.render_context import RenderContext
    from freed6c.runtime.entries.actions import Action

    # A column after its key.
    Keyed: TypeAlias = tuple[str, tables.Column]


def table_body(
    ctx: RenderContext,
    entry: tables.Table,
    _level: int = 0,
    columns: Sequence[str] = (),
) -> tuple[TableBlock, ...]:
    """Return a table in its layout: with its rows as rows, flipped, or as lists side by side.

    `columns` are the keys of the columns to show; by default all are shown.
    """
    blocks = parts.table(ctx, *_table_columns(ctx, entry, columns))
    match entry.layout:
        case "rows-down":
            return blocks
        case "columns-down":
            return tuple(map(_flipped, blocks))
        case "lists":
            return tuple(block.but(lists=True) for block in blocks)
        case never:
            assert_never(never)


def _flipped(block: TableBlock) -> TableBlock:
    """Swap rows and columns. No column is aligned right, because it has values of many types."""
    header, *rows = zip(block.header, *block.rows, strict=True)
    others: list[ColumnKind] = ["fact"] * len(block.rows)
    return TableBlock(tuple(header), tuple(rows), kinds=("name", *others))


def _table_columns(
    ctx: RenderContext, entry: tables.Table, keys: Sequence[str]
) -> list[parts.LabelledColumn]:
    """Return the column of row names, if rows have any, then the other columns.

    A column that `joins` another is not separate: its cells are shown in those of the other column.
    The anchor of a row without a name is in its first cell.
    """
    labels = [_row_name(ctx, entry, row) for row in entry.rows]
    columns = [
        ((Text(column.name),), _joined_cells(ctx, entry, (key, column)))
        for key, column in entry.columns.items()
        if not column.joins and (not keys or key in keys)
    ]
    if any(map(plain, labels)):
        return [(_corner(ctx, entry), labels), *columns]
    if columns:
        label, cells = columns[0]
        named = [
            changes.with_badge(ctx, row, (*anchor, *words))
            for row, anchor, words in zip(entry.rows, labels, cells, strict=True)
        ]
        columns[0] = label, named
    return [*columns]


def _corner(ctx: RenderContext, entry: tables.Table) -> Inlines | str:
    """Return the label of the column of row names.

    If the rows represent entries (`rows_are`), it is the parent of these entries, or their kind.
    """
    if entry.rows_are is None:
        return "name"
    kind, parent_id = entry.rows_are.kind, entry.rows_are.of
    parent = ctx.index.find(parent_id) if parent_id else None
    if parent is not None:
        return (ctx.link(parent),)
    return ctx.say(f"kind.{kind}") if f"kind.{kind}" in ctx.patterns else "name"


def _row_name(ctx: RenderContext, entry: tables.Table, row: tables.Row) -> Inlines:
    """Return the anchor and the name of a row, or the link to the entry that it represents."""
    anchor = ctx.anchor(row) if row.id in ctx.ruleset.entries else ()
    if row.name:
        return parts.named(ctx if anchor else ctx.without_anchors(), row)
    if entry.rows_are is None:
        return anchor
    kinds = (entry.rows_are.kind,)
    parent_key = entry.rows_are.of.rpartition(".")[2]
    reference = f"{parent_key}.{row.key}" if parent_key else row.key
    target = ctx.index.find(reference, kinds)
    name = (Text(title_of(row)),) if target is None else amounts.numbered(ctx, target)
    return changes.with_badge(ctx, row, (*anchor, *name))


def _joined_cells(
    ctx: RenderContext, entry: tables.Table, keyed: Keyed
) -> list[Inlines]:
    """Return the cells of a column, with the cells of the columns that join it."""
    joined = [other for other in entry.columns.items() if other[1].joins == keyed[0]]
    cells = []
    for row in entry.rows:
        filled = [other for other in joined if row.cells.get(other[0]) is not None]
        words = (cell_words(ctx, column, row.cells) for column in (keyed, *filled))
        button = ctx.buttons.get((row.id, keyed[0]))
        cells.append((*ctx.chain("list.comma", words), *((button,) if button else ())))
    return cells


def cell_words(
    ctx: RenderContext, keyed: Keyed, cells: Mapping[str, tables.Cell]
) -> Inlines:
    """Return the content of the cell in a column. `cells` are those of a row, by column key."""
    key, column = keyed
    value = cells.get(key)
    if value is None:
        return (Text(column.blank),) if column.blank else ctx.say("blank")
    words = _value_words(ctx, column, value)
    return fill(column.shown, {"": words}) if column.shown else words


def _value_words(
    ctx: RenderContext, column: tables.Column, value: tables.Cell
) -> Inlines:
    """Return a cell value in words: texts as prose, keywords and durations with a capital."""
    if column.type == "text":
        texts = value if isinstance(value, tuple) else (value,)
        return ctx.listed([line(ctx, str(text)) for text in texts])
    words = amounts.say_value(ctx, value)
    choice = column.type == "one-of" or isinstance(value, Duration)
    return capitalized(words) if choice and not column.joins else words


# Tracks.


def track(ctx: RenderContext, entry: tables.Track, _level: int) -> Blocks:
    """Return the table of the conditions of a track, then its facts."""
    conditions = entry.conditions
    start = ctx.ref(entry.start)
    # The dice procedure already names the benchmark of its ranks.
    usual = {dice.ranks.id for dice in ctx.ruleset.of(Dice) if dice.ranks}
    ranks = () if entry.ranks and entry.ranks.id in usual else ctx.ref(entry.ranks)
    return (
        *parts.table(
            ctx,
            ("rank", [rank(entry, condition) for condition in conditions]),
            ("condition", [parts.named(ctx, condition) for condition in conditions]),
            ("effect", [cell(ctx, condition.effects) for condition in conditions]),
            ("duration", [lasts(ctx, c.usual_duration) for c in conditions]),
            *track_columns(ctx, entry.columns.items(), conditions),
            ("recovered-by", [recovered_by(ctx, c.recovered_by) for c in conditions]),
            ("text", [line(ctx, condition.text) for condition in conditions]),
        ),
        *parts.facts(
            ctx.where_effects_begin(),
            ("stacking", ctx.say(f"stacking.{entry.stacking}")),
            ("combine", ctx.say(f"combine.{entry.combine}") if entry.combine else ()),
            ("start", ctx.say("track.start", condition=start) if start else ()),
            ("ranks", ctx.say("ranks", benchmark=ranks) if ranks else ()),
            ("resisted-by", ctx.links(entry.resisted_by, "or")),
            ("recovered-by", recovered_by(ctx, entry.recovered_by)),
            *(actions.check_facts(ctx, entry.test) if entry.test else ()),
        ),
    )


def track_columns(
    ctx: RenderContext, columns: Iterable[Keyed], conditions: Sequence[tables.Condition]
) -> Iterator[parts.LabelledColumn]:
    """Yield the columns that a track defines, with a cell for each of the conditions."""
    for keyed in columns:
        cells = [cell_words(ctx, keyed, condition.cells) for condition in conditions]
        yield (Text(keyed[1].name),), cells


def recovered_by(
    ctx: RenderContext, cures: Sequence[Ref[Action] | Literal["none"]]
) -> Inlines:
    """Return the actions that cure a condition, or the statement that none does."""
    actions = [cure for cure in cures if isinstance(cure, Ref)]
    if cures and not actions:
        return ctx.say("recovered-by.none")
    return ctx.links(actions, "or")


def rank(entry: tables.Track, condition: tables.Condition) -> Inlines:
    """Return the rank of a condition, with its sign if the track also has negative ranks."""
    if entry.conditions[0].rank >= 0:
        return (Text(str(condition.rank)),)
    sign = "+" if condition.rank > 0 else ""
    return (Text(f"{sign}{condition.rank}".replace("-", numbers.MINUS)),)


def lasts(ctx: RenderContext, duration: Duration | None) -> Inlines:
    """Return a duration as a cell; empty without one."""
    return () if duration is None else capitalized(numbers.duration(ctx, duration))


# Benchmarks.


def benchmark(ctx: RenderContext, entry: tables.Benchmark, _level: int) -> Blocks:
    """Return the table of the bands of a benchmark, with their ranks if something uses these.

    Records hold only written fields in `vars`: a default of `counts_as` is not worth a sentence.
    """
    ranked = gives_ranks(ctx, entry)
    is_written = "counts_as" in vars(entry)
    counts_as = ctx.say(f"counts-as.{entry.counts_as}") if is_written else ()
    return (
        *parts.table(
            ctx,
            ("name", [parts.named(ctx, band) for band in entry.bands]),
            ("rank", [(Text(str(b.place)),) if ranked else () for b in entry.bands]),
            ("range", [numbers.say_range(ctx, band.range) for band in entry.bands]),
            ("duration", [lasts(ctx, band.duration) for band in entry.bands]),
            ("text", [line(ctx, band.text) for band in entry.bands]),
        ),
        *parts.facts(ctx, ("counts-as", counts_as)),
        *(chances.chances_of_success(ctx, entry) if ctx.anchored else ()),
    )


def gives_ranks(ctx: RenderContext, entry: tables.Benchmark) -> bool:
    """Return True if the places of the bands are the ranks of something."""
    users: tuple[Dice | tables.Track, ...]
    users = (*ctx.ruleset.of(Dice), *ctx.ruleset.of(tables.Track))
    return any(user.ranks is not None and user.ranks.id == entry.id for user in users)
