"""Compare chances of success between two rulesets, and chart those that moved."""

from __future__ import annotations

from contextlib import suppress
from itertools import groupby
from typing import TYPE_CHECKING, Final, NamedTuple

from freed6c.document import blocks, placement, wording
from freed6c.document.chances import numbered
from freed6c.document.compare.comparison import (
    BandNumber,
    ChanceChange,
    CheckChance,
)
from freed6c.document.describe.chances import chart
from freed6c.document.sentences.numbers import percent, rollable
from freed6c.model.difficulties import difficulties, plain_codes
from freed6c.model.value_lookup import constant
from freed6c.runtime.amounts import Formula, Modifier
from freed6c.runtime.dice.pool import parse, tokens_of
from freed6c.runtime.effects import Modify
from freed6c.runtime.entries.actions import Action, Against
from freed6c.runtime.entries.dice import Dice
from freed6c.runtime.entries.tables import Band, Benchmark
from freed6c.runtime.notation import PoolError
from freed6c.runtime.odds import NoExactMethod
from freed6c.runtime.odds.answer import Odds, Oddsmaker

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from freed6c.document.blocks import Block, Inlines
    from freed6c.document.compare.comparison import EntryChange
    from freed6c.document.render_context import RenderContext
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.amounts import DieCode
    from freed6c.runtime.record import Entry


def compare_odds(
    before: Ruleset, ctx: RenderContext, changed: Collection[str]
) -> Iterator[ChanceChange]:
    """Compare plain pools, and pools with tokens of changed steps, against every difficulty.

    Without a difficulty, the totals of the page of odds are compared. `changed` are the ids of
    entries that differ. Odds that cannot have moved are not computed.
    """
    after = ctx.ruleset
    for procedure in after.of(Dice):
        bands = list(_bands(before, after, procedure))
        if procedure.id in changed and procedure in ctx.chances.undecided:
            bands = list(_totals(ctx, procedure))
        moved = any(band.before != band.after for band in bands)
        old = before.entries.get(procedure.id)
        if isinstance(old, Dice) and (moved or procedure.id in changed):
            rolled = (
                ComparedDice(before, Oddsmaker(old)),
                ComparedDice(after, Oddsmaker(procedure)),
            )
            for pool in _pools(after, procedure, changed):
                yield from _chances(rolled, pool, bands)


def _bands(before: Ruleset, after: Ruleset, procedure: Dice) -> Iterator[BandNumber]:
    """The bands that a procedure is rolled against, with their numbers on both sides."""
    for benchmark, rolled in difficulties(after):
        old = before.entries.get(benchmark.id)
        if rolled is procedure and isinstance(old, Benchmark):
            known = {band.id: number for band, number in numbered(old)}
            for band, number in numbered(benchmark):
                if band.id in known:
                    yield BandNumber.of(band, known[band.id], number)


def _totals(ctx: RenderContext, procedure: Dice) -> Iterator[BandNumber]:
    for total in ctx.chances.round_totals(procedure):
        name = wording.plain(ctx.say("chances.total", number=total))
        yield BandNumber(before=total, after=total, name=name)


def _pools(ruleset: Ruleset, procedure: Dice, changed: Collection[str]) -> list[str]:
    """Plain die codes, and each with the token of every changed step."""
    suffixes = [""]
    for letters, token in tokens_of(procedure).items():
        if token.step.id in changed:
            suffixes.append(f" {letters}{'1' if token.behind == 'face' else ''}")
    codes = plain_codes(ruleset)
    return [f"{code}{suffix}" for suffix in suffixes for code in codes]


class ComparedDice(NamedTuple):
    """A dice procedure on one side."""

    ruleset: Ruleset
    maker: Oddsmaker

    def odds(self, pool: str) -> Odds:
        """The odds of a pool. Raises PoolError, NoExactMethod."""
        pips = self.ruleset.die_code.pips_per_die
        return self.maker.odds(parse(pool, self.maker.procedure, pips))


def _chances(
    rolled: tuple[ComparedDice, ComparedDice], pool: str, bands: Sequence[BandNumber]
) -> Iterator[ChanceChange]:
    """The chances of a pool against all bands; nothing where a side has no exact odds."""
    try:
        was, is_ = (side.odds(pool) for side in rolled)
        rows = [
            (band, was.success(band.before), is_.success(band.after))
            if band.id
            else (band, was.at_least(band.before), is_.at_least(band.after))
            for band in bands
        ]
        error = max(was.error, is_.error)
    except (PoolError, NoExactMethod):
        return
    for band, old, new in rows:
        yield ChanceChange(
            procedure=is_.procedure.id,
            pool=pool,
            band=band,
            before=old,
            after=new,
            error=error,
        )


# What other effects on checks, and other numbers to reach, do to chances.


def compare_checks(
    before: Ruleset, after: Ruleset, changes: Iterable[EntryChange]
) -> Iterator[CheckChance]:
    """For each entry with such a difference, the chance that moves most.

    Nothing is told of what hangs on something, or of effects that differ by what they are on.
    """
    for change in changes:
        places = {field.place[:2] for field in change.fields}
        old, new = before.find(change.id), after.find(change.id)
        moved: list[CheckChance] = []
        if any(place[:1] == ("effects",) for place in places):
            by, now_by = _on_checks(old), _on_checks(new)
            if by is not None and now_by is not None and by != now_by:
                reached = after.once(_numbers_to_reach)
                moved += _code_chances(after, change.id, reached, by, now_by)
        if ("check", "against") in places:
            was, is_ = _reach(before, old), _reach(after, new)
            if was is not None and is_ is not None and was != is_:
                band = BandNumber(before=was, after=is_)
                moved += _code_chances(after, change.id, [band])
        # What was impossible, or is certain now, tells less than what stays a gamble.
        open_ = [
            c for c in moved if 0 < min(c.before, c.after) <= max(c.before, c.after) < 1
        ]
        if moved:
            yield max(open_ or moved, key=lambda c: abs(c.after - c.before))


def _reach(ruleset: Ruleset, entry: Entry | None) -> int | None:
    """The number that the check of an action has to reach, if it is always the same."""
    against = entry.check.against if isinstance(entry, Action) and entry.check else None
    match against:
        case Against(number=Formula() as number):
            return constant(ruleset, number)
        case Against(difficulty=Formula(text=text)):
            band = ruleset.entries.get(text)
            return band.number if isinstance(band, Band) else None
        case _:
            return None


def _on_checks(entry: Entry | None) -> Modifier | None:
    """What the effects of an entry add to the same checks; None if that is not a plain amount."""
    effects = getattr(entry, "effects", ())
    mods = [e for e in effects if isinstance(e, Modify) and e.modify == "checks"]
    amounts = [
        effect.by
        for effect in mods
        if isinstance(effect.by, Modifier)
        and not (effect.by.token or effect.by.either_way or effect.if_)
        and effect.of == mods[0].of
    ]
    if len(amounts) < len(mods):
        return None
    return Modifier(
        adds=sum(by.adds for by in amounts),
        dice=sum(by.dice for by in amounts),
        pips=sum(by.pips for by in amounts),
    )


NOTHING_MORE: Final = Modifier()


def _code_chances(
    ruleset: Ruleset,
    id_: str,
    bands: Sequence[BandNumber],
    old: Modifier = NOTHING_MORE,
    new: Modifier = NOTHING_MORE,
) -> Iterator[CheckChance]:
    """The chances of plain codes against each number, with an amount added on either side."""
    if ruleset.procedure is None:
        return
    dice = ComparedDice(ruleset, Oddsmaker(ruleset.procedure))
    for code in plain_codes(ruleset):
        with suppress(PoolError, NoExactMethod):
            was, is_ = (dice.odds(str(_with(code, one))) for one in (old, new))
            for band in bands:
                yield CheckChance(
                    id=id_,
                    pool=str(code),
                    band=band,
                    before=was.success(band.before - old.adds),
                    after=is_.success(band.after - new.adds),
                )


def _numbers_to_reach(ruleset: Ruleset) -> Sequence[BandNumber]:
    """The first band of each number that is a difficulty of usual checks."""
    bands: dict[int, BandNumber] = {}
    for benchmark, procedure in difficulties(ruleset):
        for band, number in numbered(benchmark):
            if procedure is ruleset.procedure and number not in bands:
                bands[number] = BandNumber.of(band, number, number)
    return tuple(bands.values())


def _with(code: DieCode, by: Modifier) -> DieCode:
    """A code with what goes into the pool. Raises PoolError where no die is left."""
    worth = code.worth + by.dice * code.pips_per_die + by.pips
    if worth < code.pips_per_die:
        raise PoolError(str(code))
    return type(code)(0, worth)


# Charts of the odds that moved.


def odds_moved(
    ctx: RenderContext, odds: Sequence[ChanceChange], anchor: str
) -> Iterator[Block]:
    """For each procedure a paragraph, and a chart for each difficulty that moved.

    `anchor` is the prefix of the anchors of charts.
    """
    for procedure, group in groupby(odds, lambda chance: chance.procedure):
        above = f"{anchor}--{placement.anchor_of(procedure)}"
        charts = [
            _chart(ctx, part, f"{above}--{number}")
            for number, part in enumerate(_parts(list(group)), 1)
        ]
        if charts:
            link = (ctx.link(ctx.ruleset.entries[procedure]),)
            yield blocks.Paragraph(ctx.say("changes.chances.intro", procedure=link))
            yield from charts


def odds_of(entry: Entry, odds: Sequence[ChanceChange]) -> list[ChanceChange]:
    """The odds that involve an entry, which is a benchmark or a procedure."""
    return [
        chance
        for chance in odds
        if entry.id in {chance.procedure, chance.band.benchmark}
    ]


def _parts(odds: Sequence[ChanceChange]) -> Iterator[list[ChanceChange]]:
    """The odds of each chart: same benchmark, same tokens, only bands where a chance moved."""
    parts: dict[tuple[str, str], list[ChanceChange]] = {}
    for chance in odds:
        part = parts.setdefault((chance.band.benchmark, chance.tokens), [])
        part.append(chance)
    for part in parts.values():
        moved = {chance.band for chance in part if chance.moved}
        if moved:
            yield [chance for chance in part if chance.band in moved]


def _chart(
    ctx: RenderContext, odds: Sequence[ChanceChange], anchor: str
) -> blocks.Chart:
    """A picture for each band, with the chances before and after.

    Cells of the table are empty where the chance did not move.
    """
    tokens = odds[0].tokens
    entry = ctx.ruleset.entries.get(odds[0].band.benchmark)
    against = {"benchmark": (ctx.link(entry),)} if entry else {}
    key = f"changes.{'chances' if entry else 'totals'}.{'with' if tokens else 'plain'}"
    bands = sorted({chance.band for chance in odds}, key=lambda band: band.after)
    names = [band_words(ctx, band) for band in bands]
    pictures = []
    for band, name in zip(bands, names, strict=True):
        chances = [chance for chance in odds if chance.band == band]
        before = tuple(chance.before for chance in chances)
        after = tuple(chance.after for chance in chances)
        series = (
            blocks.Series(ctx.word("label.before"), before),
            blocks.Series(ctx.word("label.after"), after),
        )
        pictures.append(blocks.Picture(wording.plain(name), series))
    cells = {
        (chance.pool, chance.band): ctx.say(
            "changes.chance",
            before=percent(ctx, chance.before),
            after=percent(ctx, chance.after),
        )
        for chance in odds
        if chance.moved
    }
    return chart(
        ctx,
        anchor=anchor,
        form="pairs",
        caption=ctx.say(key, **against, tokens=tokens),
        description=ctx.say("changes.chances.described"),
        codes=[c.pool.partition(" ")[0] for c in odds if c.band == bands[0]],
        pictures=pictures,
        header=names,
        rows=[
            (rollable(ctx, pool), *(cells.get((pool, band), ()) for band in bands))
            for pool in dict.fromkeys(pool for pool, _ in cells)
        ],
    )


def band_words(ctx: RenderContext, band: BandNumber) -> Inlines:
    """The name of a band, with its number before and after; two numbers that are no band's."""
    if not band.name:
        return ctx.say("changes.chance", before=band.before, after=band.after)
    if not band.id:
        return (blocks.Text(band.name),)
    if band.before == band.after:
        return ctx.say("changes.band.same", name=band.name, number=band.after)
    numbers = {"before": band.before, "after": band.after}
    return ctx.say("changes.band", name=band.name, **numbers)
