"""Tables with typed columns, as the pack lays them out; tracks and benchmarks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

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
    from collections.abc import Mapping, Sequence

    from freed6c.document.render_context import RenderContext
    from freed6c.runtime.entries.actions import Action

    Keyed: TypeAlias = tuple[str, tables.Column]


def table_body(
    ctx: RenderContext,
    entry: tables.Table,
    _level: int = 0,
    columns: Sequence[str] = (),
) -> Blocks:
    """Rows down or columns down; of its columns those with the keys that are named, if any are."""
    blocks = parts.table(ctx, *_table_columns(ctx, entry, columns))
    if entry.layout == "rows-down":
        return blocks
    return tuple(map(_flipped, blocks))


def _flipped(block: TableBlock) -> TableBlock:
    """Rows as columns. Nothing in them stands right: types differ down a column."""
    header, *rows = zip(block.header, *block.rows, strict=True)
    others: list[ColumnKind] = ["fact"] * len(block.rows)
    return TableBlock(tuple(header), tuple(rows), kinds=("name", *others))


def _table_columns(
    ctx: RenderContext, entry: tables.Table, keys: Sequence[str]
) -> list[parts.LabelledColumn]:
    """The names of the rows, if they have some, then the columns that stand alone.

    Rows without names have the place that links lead to in their first cell.
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
    """What the names of the rows are names of."""
    if entry.rows_are is None:
        return "name"
    kind, of = entry.rows_are.kind, entry.rows_are.of
    above = ctx.index.find(of) if of else None
    if above is not None:
        return (ctx.link(above),)
    return ctx.say(f"kind.{kind}") if f"kind.{kind}" in ctx.patterns else "name"


def _row_name(ctx: RenderContext, entry: tables.Table, row: tables.Row) -> Inlines:
    anchor = ctx.anchor(row) if row.id in ctx.ruleset.entries else ()
    if row.name:
        return parts.named(ctx if anchor else ctx.without_anchors(), row)
    if entry.rows_are is None:
        return anchor
    kinds = (entry.rows_are.kind,)
    of = entry.rows_are.of.rpartition(".")[2]
    target = ctx.index.find(f"{of}.{row.key}" if of else row.key, kinds)
    name = (Text(title_of(row)),) if target is None else (ctx.link(target),)
    return changes.with_badge(ctx, row, (*anchor, *name))


def _joined_cells(
    ctx: RenderContext, entry: tables.Table, keyed: Keyed
) -> list[Inlines]:
    """The cells of a column, with those of the columns that are printed in them."""
    joined = [other for other in entry.columns.items() if other[1].joins == keyed[0]]
    cells = []
    for row in entry.rows:
        given = [other for other in joined if row.cells.get(other[0]) is not None]
        words = (cell_words(ctx, column, row.cells) for column in (keyed, *given))
        button = ctx.buttons.get((row.id, keyed[0]))
        cells.append((*ctx.chain("list.comma", words), *((button,) if button else ())))
    return cells


def cell_words(
    ctx: RenderContext, keyed: Keyed, cells: Mapping[str, tables.Cell]
) -> Inlines:
    """What stands in one cell."""
    key, column = keyed
    value = cells.get(key)
    if value is None:
        return (Text(column.blank),) if column.blank else ctx.say("blank")
    words = _value_words(ctx, column, value)
    return fill(column.shown, {"": words}) if column.shown else words


def _value_words(
    ctx: RenderContext, column: tables.Column, value: tables.Cell
) -> Inlines:
    """Texts are prose; words of a fixed choice and durations begin a cell."""
    if column.type == "text":
        texts = value if isinstance(value, tuple) else (value,)
        return ctx.listed([line(ctx, str(text)) for text in texts])
    words = amounts.say_value(ctx, value)
    choice = column.type == "one-of" or isinstance(value, Duration)
    return capitalized(words) if choice and not column.joins else words


# Tracks.


def track(ctx: RenderContext, entry: tables.Track, _level: int) -> Blocks:
    """Its conditions as a table, then how it works."""
    conditions = entry.conditions
    start, ranks = ctx.ref(entry.start), ctx.ref(entry.ranks)
    return (
        *parts.table(
            ctx,
            ("rank", [rank(entry, condition) for condition in conditions]),
            ("condition", [parts.named(ctx, condition) for condition in conditions]),
            ("effect", [cell(ctx, condition.effects) for condition in conditions]),
            ("duration", [lasts(ctx, condition.duration) for condition in conditions]),
            *(
                (
                    (Text(keyed[1].name),),
                    [cell_words(ctx, keyed, c.cells) for c in conditions],
                )
                for keyed in entry.columns.items()
            ),
            ("recovered-by", [recovered_by(ctx, c.recovered_by) for c in conditions]),
            ("text", [line(ctx, condition.text) for condition in conditions]),
        ),
        *parts.facts(
            ctx.where_effects_begin(),
            ("stacking", ctx.say(f"stacking.{entry.stacking}")),
            ("adds-up", ctx.say(f"adds-up.{entry.adds_up}") if entry.adds_up else ()),
            ("start", ctx.say("track.start", condition=start) if start else ()),
            ("ranks", ctx.say("ranks", benchmark=ranks) if ranks else ()),
            ("resisted-by", ctx.links(entry.resisted_by, "or")),
            ("recovered-by", recovered_by(ctx, entry.recovered_by)),
            *(actions.check_facts(ctx, entry.test) if entry.test else ()),
        ),
    )


def recovered_by(
    ctx: RenderContext, cures: Sequence[Ref[Action] | Literal["none"]]
) -> Inlines:
    """The actions that take a condition away, or that nothing in the rules does."""
    actions = [cure for cure in cures if isinstance(cure, Ref)]
    if cures and not actions:
        return ctx.say("recovered-by.none")
    return ctx.links(actions, "or")


def rank(entry: tables.Track, condition: tables.Condition) -> Inlines:
    """Signed where ranks go both ways."""
    if entry.conditions[0].rank >= 0:
        return (Text(str(condition.rank)),)
    sign = "+" if condition.rank > 0 else ""
    return (Text(f"{sign}{condition.rank}".replace("-", numbers.MINUS)),)


def lasts(ctx: RenderContext, duration: Duration | None) -> Inlines:
    """How long something lasts, if that is said, as a cell."""
    return () if duration is None else capitalized(numbers.duration(ctx, duration))


# Benchmarks.


def benchmark(ctx: RenderContext, entry: tables.Benchmark, _level: int) -> Blocks:
    """Its bands; with their places, where those are the ranks of something."""
    ranked = gives_ranks(ctx, entry)
    said = "stands_for" in vars(entry)
    stands_for = ctx.say(f"stands-for.{entry.stands_for}") if said else ()
    return (
        *parts.table(
            ctx,
            ("name", [parts.named(ctx, band) for band in entry.bands]),
            ("rank", [(Text(str(b.place)),) if ranked else () for b in entry.bands]),
            ("range", [numbers.say_range(ctx, band.range) for band in entry.bands]),
            ("duration", [lasts(ctx, band.lasts) for band in entry.bands]),
            ("text", [line(ctx, band.text) for band in entry.bands]),
        ),
        *parts.facts(ctx, ("stands-for", stands_for)),
        *(chances.chances_of_success(ctx, entry) if ctx.anchored else ()),
    )


def gives_ranks(ctx: RenderContext, entry: tables.Benchmark) -> bool:
    """Return True if the places of the bands are the ranks of something."""
    ranked: tuple[Dice | tables.Track, ...]
    ranked = (*ctx.ruleset.of(Dice), *ctx.ruleset.of(tables.Track))
    return any(part.ranks is not None and part.ranks.id == entry.id for part in ranked)
