"""Compare chances of success between two rulesets, and chart those that moved."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from freed6c.document import blocks, placement, wording
from freed6c.document.compare.comparison import BandNumber, ChanceChange
from freed6c.document.describe.chances import chart, numbers_table
from freed6c.document.render_context import RenderContext, title_of
from freed6c.document.sentences.numbers import percent, rollable
from freed6c.model.difficulties import difficulties, plain_codes
from freed6c.runtime.dice.pool import parse, tokens_of
from freed6c.runtime.entries.dice import Dice
from freed6c.runtime.entries.tables import Benchmark
from freed6c.runtime.notation import PoolError
from freed6c.runtime.odds import NoExactMethod
from freed6c.runtime.odds.answer import Odds, Oddsmaker

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from freed6c.document.blocks import Block, Blocks, Inlines
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.record import Entry


def compare_odds(
    before: Ruleset, after: Ruleset, changed: Collection[str]
) -> Iterator[ChanceChange]:
    """Compare plain pools, and pools with tokens of changed steps, against every difficulty.

    `changed` are the ids of entries that differ. Odds that cannot have moved are not computed.
    """
    for procedure in after.of(Dice):
        numbers = list(_numbers(before, after, procedure))
        moved = any(number.before != number.after for number in numbers)
        old = before.entries.get(procedure.id)
        if isinstance(old, Dice) and (moved or procedure.id in changed):
            thrown = _Thrown(before, after, Oddsmaker(old), Oddsmaker(procedure))
            for pool in thrown.pools(changed):
                yield from thrown.chances(pool, numbers)


def _numbers(before: Ruleset, after: Ruleset, procedure: Dice) -> Iterator[BandNumber]:
    """The bands that a procedure is rolled against, with their numbers on both sides."""
    for benchmark, rolled in difficulties(after):
        if rolled is not procedure:
            continue
        old = before.entries.get(benchmark.id)
        known = (
            {band.id: band.number for band in old.bands}
            if isinstance(old, Benchmark)
            else {}
        )
        for band in benchmark.bands:
            number, was = band.number, known.get(band.id)
            if number is not None and was is not None:
                yield BandNumber(
                    id=band.id,
                    name=title_of(band),
                    benchmark=benchmark.id,
                    before=was,
                    after=number,
                )


@dataclass(frozen=True, slots=True)
class _Thrown:
    """A dice procedure before and after."""

    before: Ruleset
    after: Ruleset
    was: Oddsmaker
    is_: Oddsmaker

    def pools(self, changed: Collection[str]) -> Iterator[str]:
        """Plain die codes, and each with the token of every changed step."""
        suffixes = [""]
        for letters, token in tokens_of(self.is_.procedure).items():
            if token.step.id in changed:
                suffixes.append(f" {letters}{'1' if token.behind == 'face' else ''}")
        for suffix in suffixes:
            for code in plain_codes(self.after):
                yield f"{code}{suffix}"

    def chances(self, pool: str, numbers: list[BandNumber]) -> Iterator[ChanceChange]:
        """The chances of a pool against all bands; nothing where a side has no exact odds."""
        try:
            was = _odds(self.was, pool, self.before)
            is_ = _odds(self.is_, pool, self.after)
            rows = [
                (band, was.success(band.before), is_.success(band.after))
                for band in numbers
            ]
            error = max(was.error, is_.error)
        except (PoolError, NoExactMethod):
            return
        for band, old, new in rows:
            yield ChanceChange(
                procedure=self.is_.procedure.id,
                pool=pool,
                band=band,
                before=old,
                after=new,
                error=error,
            )


def _odds(maker: Oddsmaker, pool: str, ruleset: Ruleset) -> Odds:
    pips = ruleset.die_code.pips_per_die
    return maker.odds(parse(pool, maker.procedure, pips))


# Charts of the odds that moved.


def odds_moved(ctx: RenderContext, odds: Sequence[ChanceChange], anchor: str) -> Blocks:
    """For each procedure a paragraph, and a chart for each difficulty that moved.

    `anchor` is the prefix of the anchors of charts.
    """
    return tuple(
        block
        for procedure, group in groupby(odds, lambda chance: chance.procedure)
        for block in _procedure(ctx, procedure, list(group), anchor)
    )


def odds_of(entry: Entry, odds: Sequence[ChanceChange]) -> list[ChanceChange]:
    """The odds that involve an entry, which is a benchmark or a procedure."""
    return [
        chance
        for chance in odds
        if entry.id in {chance.procedure, chance.band.benchmark}
    ]


def _procedure(
    ctx: RenderContext, procedure: str, odds: Sequence[ChanceChange], anchor: str
) -> Iterator[Block]:
    """The paragraph and charts of a procedure; nothing where no chance moved."""
    charts = [
        _chart(ctx, group, f"{anchor}--{placement.anchor_of(procedure)}--{number}")
        for number, group in enumerate(_parts(odds), 1)
    ]
    if charts:
        link = (ctx.link(ctx.ruleset.entries[procedure]),)
        yield blocks.Paragraph(ctx.say("changes.chances.intro", procedure=link))
        yield from charts


def _parts(odds: Sequence[ChanceChange]) -> Iterator[list[ChanceChange]]:
    """The odds of each chart: same benchmark, same tokens, only bands where a chance moved."""
    parts = dict.fromkeys((chance.band.benchmark, chance.tokens) for chance in odds)
    for benchmark, tokens in parts:
        group = [
            chance
            for chance in odds
            if chance.band.benchmark == benchmark and chance.tokens == tokens
        ]
        moved = {chance.band for chance in group if chance.moved}
        if moved:
            yield [chance for chance in group if chance.band in moved]


def _chart(
    ctx: RenderContext, odds: Sequence[ChanceChange], anchor: str
) -> blocks.Chart:
    """A picture for each band, with the chances before and after."""
    first = odds[0]
    benchmark = (ctx.link(ctx.ruleset.entries[first.band.benchmark]),)
    key = "changes.chances.with" if first.tokens else "changes.chances.plain"
    caption = ctx.say(key, benchmark=benchmark, tokens=first.tokens)
    bands = sorted({chance.band for chance in odds}, key=lambda band: band.after)
    return chart(
        ctx,
        anchor=anchor,
        form="pairs",
        caption=caption,
        description=ctx.say("changes.chances.described"),
        codes=[c.pool.partition(" ")[0] for c in odds if c.band == first.band],
        pictures=[_picture(ctx, odds, band) for band in bands],
        table=_table(ctx, odds, bands, caption),
        numbers=ctx.word("chances.numbers"),
    )


def _picture(
    ctx: RenderContext, odds: Sequence[ChanceChange], band: BandNumber
) -> blocks.Picture:
    chances = [chance for chance in odds if chance.band == band]
    sides = {
        "before": tuple(chance.before for chance in chances),
        "after": tuple(chance.after for chance in chances),
    }
    series = [
        blocks.Series(ctx.word(f"label.{key}"), side) for key, side in sides.items()
    ]
    return blocks.Picture(wording.plain(band_words(ctx, band)), tuple(series))


def _table(
    ctx: RenderContext,
    odds: Sequence[ChanceChange],
    bands: Sequence[BandNumber],
    caption: Inlines,
) -> blocks.TableBlock:
    """Pools down, bands across; cells are empty where the chance did not move."""
    cells = {
        (chance.pool, chance.band): ctx.say(
            "changes.chance",
            before=percent(ctx, chance.before),
            after=percent(ctx, chance.after),
        )
        for chance in odds
        if chance.moved
    }
    header = (ctx.label("dice"), *(band_words(ctx, band) for band in bands))
    rows = [
        (rollable(ctx, pool), *(cells.get((pool, band), ()) for band in bands))
        for pool in dict.fromkeys(pool for pool, _ in cells)
    ]
    return numbers_table(header, rows, caption)


def band_words(ctx: RenderContext, band: BandNumber) -> Inlines:
    """The name of a band, with its number before and after."""
    if band.before == band.after:
        return ctx.say("changes.band.same", name=band.name, number=band.after)
    numbers = {"before": band.before, "after": band.after}
    return ctx.say("changes.band", name=band.name, **numbers)
