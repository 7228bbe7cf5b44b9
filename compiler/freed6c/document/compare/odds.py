"""Compare the chances of success in two rulesets, and chart the chances that differ.

A chance moves if a change of the rules makes it higher or lower. A token is a suffix of a pool
that calls for a step of the dice procedure: `5D w` rolls 5 dice with the step of `w`.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final, NamedTuple, TypeVar

from freed6c.document import blocks, placement, wording
from freed6c.document.chances import numbered
from freed6c.document.compare.comparison import BandNumber, ChanceChange, CheckChance
from freed6c.document.describe.chances import assumed, chart
from freed6c.document.entries import shown
from freed6c.document.render_context import new_context
from freed6c.document.sentences.numbers import percent, rollable
from freed6c.document.wording import title_of
from freed6c.model.difficulties import difficulties, plain_codes
from freed6c.model.entry_contents import references_of
from freed6c.model.value_lookup import constant
from freed6c.packs.grouping import grouped
from freed6c.runtime.amounts import Formula, Modifier
from freed6c.runtime.dice.pool import parse, tokens_of
from freed6c.runtime.effects import Modify
from freed6c.runtime.entries.actions import Action, Against, Points
from freed6c.runtime.entries.dice import Dice
from freed6c.runtime.entries.tables import Band, Benchmark
from freed6c.runtime.notation import PoolError
from freed6c.runtime.odds import OddsError
from freed6c.runtime.odds.answer import Odds, Oddsmaker

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from fractions import Fraction

    from freed6c.document.blocks import Block, Inlines
    from freed6c.document.compare.comparison import Comparison, EntryChange
    from freed6c.document.render_context import RenderContext
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.amounts import DieCode
    from freed6c.runtime.effects import Effect
    from freed6c.runtime.record import Entry

    C = TypeVar("C", ChanceChange, CheckChance)


def compare_odds(
    before: Ruleset, ctx: RenderContext, changed: Collection[str]
) -> Iterator[ChanceChange]:
    """Yield the chances of each dice procedure against its difficulties, before and after.

    The pools are plain die codes, and die codes with the tokens of changed steps and of steps that
    these refer to. If a procedure has no difficulties, the chances to reach a few round totals are
    compared instead. `changed` are the ids of entries that differ. Procedures whose odds cannot
    have changed are skipped.
    """
    after = ctx.ruleset
    for procedure in after.of(Dice):
        bands = list(_bands(before, after, procedure))
        if procedure.id in changed and procedure in ctx.chances.undecided:
            bands = list(_outcomes(before, procedure) or _totals(ctx, procedure))
        other_numbers = any(band.before != band.after for band in bands)
        old = before.entries.get(procedure.id)
        if isinstance(old, Dice) and (other_numbers or procedure.id in changed):
            makers = Oddsmaker(old), Oddsmaker(procedure)
            sides = ComparedDice(before, makers[0]), ComparedDice(after, makers[1])
            steps = {*changed}
            for ruleset, dice in ((before, old), (after, procedure)):
                for step in dice.steps:
                    if step.id in changed:
                        steps.update(id_ for _, id_ in references_of(ruleset, step))
            for pool in _pools(after, procedure, steps):
                yield from _chances(sides, pool, bands)


def _bands(before: Ruleset, after: Ruleset, procedure: Dice) -> Iterator[BandNumber]:
    """Yield the bands that a procedure is rolled against, if both rulesets have them."""
    for benchmark, benchmark_procedure in difficulties(after):
        old = before.entries.get(benchmark.id)
        if benchmark_procedure is procedure and isinstance(old, Benchmark):
            old_numbers = {band.id: number for band, number in numbered(old)}
            for band, number in numbered(benchmark):
                if band.id in old_numbers:
                    yield BandNumber.of(band, old_numbers[band.id], number)


def _outcomes(before: Ruleset, procedure: Dice) -> list[BandNumber]:
    """Return the outcomes in both rulesets as bands, if they don't need a number to reach."""
    old = before.entries.get(procedure.id)
    if procedure.needs_target or not isinstance(old, Dice) or old.needs_target:
        return []
    common = [o for o in procedure.outcomes if o.id in before.entries]
    return [BandNumber(n, n, o.id, title_of(o)) for n, o in enumerate(common)]


def _totals(ctx: RenderContext, procedure: Dice) -> Iterator[BandNumber]:
    for total in ctx.chances.round_totals(procedure):
        name = wording.plain(ctx.say("chances.total", number=total))
        yield BandNumber(before=total, after=total, name=name)


def _pools(ruleset: Ruleset, procedure: Dice, changed: Collection[str]) -> list[str]:
    """Return the plain die codes, then each of them with the token of every changed step.

    Example: `["3D", "4D", "3D w", "4D w"]`.
    """
    suffixes = [""]
    for letters, token in tokens_of(procedure).items():
        if token.step.id in changed:
            # A token that needs a face gets face 1, as an example.
            suffixes.append(f" {letters}{'1' if token.behind == 'face' else ''}")
    codes = plain_codes(ruleset)
    return [f"{code}{suffix}" for suffix in suffixes for code in codes]


class ComparedDice(NamedTuple):
    """The dice procedure of one of the two rulesets."""

    ruleset: Ruleset
    maker: Oddsmaker

    def odds(self, pool: str) -> Odds:
        """Return the odds of a pool. Raises PoolError, OddsError."""
        pips = self.ruleset.die_code.pips_per_die
        return self.maker.odds(parse(pool, self.maker.procedure, pips))


def _chances(
    sides: tuple[ComparedDice, ComparedDice], pool: str, bands: Sequence[BandNumber]
) -> Iterator[ChanceChange]:
    """Yield the chances of a pool against all bands.

    Nothing is yielded if a ruleset has no exact odds for the pool, or does not know its notation.
    """
    try:
        old, new = (side.odds(pool) for side in sides)
        # Bands are difficulties: the procedure decides if the number itself is enough.
        rows = [
            (band, _chance(old, band, band.before), _chance(new, band, band.after))
            for band in bands
        ]
        error = max(old.error, new.error)
    except (PoolError, OddsError):
        return
    for band, before, after in rows:
        yield ChanceChange(new.procedure.id, pool, band, before, after, error)


def _chance(odds: Odds, band: BandNumber, number: int) -> Fraction:
    """Return the chance of an outcome, of success against a difficulty, or to reach a number."""
    kind, _, key = band.id.partition(".")
    if kind == "outcome":
        return odds.outcomes()[key.rpartition(".")[2]]
    is_total = band.name and not band.is_difficulty
    return odds.at_least(number) if is_total else odds.success(number)


# Checks whose bonus or number to reach differs.


def compare_checks(
    before: Ruleset, ctx: RenderContext, changes: Iterable[EntryChange]
) -> Iterator[CheckChance]:
    """Yield, for each entry that changes the chances of checks, those that differ most.

    An entry changes them if its effects, or those of a way to spend points, add another amount to
    checks, or if its own check has another number to reach. Conditional amounts, and effects on
    several sorts of checks, are skipped: one chance cannot represent them.
    """
    after = ctx.ruleset
    for change in changes:
        places = {field.place for field in change.fields}
        old, new = before.find(change.id), after.find(change.id)
        chances: list[CheckChance] = []
        if any("effects" in place for place in places):
            bonuses, new_bonuses = _check_bonuses(old), _check_bonuses(new)
            bands = _numbers_to_reach(ctx)
            for key in sorted(bonuses.keys() & new_bonuses.keys()):
                was, now = bonuses[key], new_bonuses[key]
                if was and now and was != now:
                    both = before, after
                    chances += _code_chances(both, change.id, bands, was, now)
        if ("check", "against") in {place[:2] for place in places}:
            old_number = _number_to_reach(before, old)
            new_number = _number_to_reach(after, new)
            if old_number is not None and new_number not in (None, old_number):
                band = BandNumber(before=old_number, after=new_number)
                chances += _code_chances((after, after), change.id, [band])
        yield from extremes(chances)


def extremes(chances: Sequence[C]) -> Sequence[C]:
    """Return the largest rise and the largest fall.

    Chances of 0 and 1 say little about a roll that can go either way: they come last.
    """
    uncertain = [c for c in chances if 0 < c.before < 1 and 0 < c.after < 1] or chances
    by_change: list[C] = sorted(uncertain, key=lambda c: c.after - c.before)
    rises: list[C] = [c for c in by_change[-1:] if c.after > c.before]
    falls: list[C] = [c for c in by_change[:1] if c.after < c.before]
    return rises + falls


def odds_words(
    ctx: RenderContext, chances: Iterable[ChanceChange | CheckChance]
) -> Inlines:
    """Return chances before and after, in whole percents."""
    said = [
        ctx.say(
            "changes.odds.total"
            if chance.band.name and not chance.band.is_difficulty
            else "changes.odds.rolled",
            pool=rollable(ctx, chance.pool),
            band=band_words(ctx, chance.band),
            before=percent(ctx, chance.before, whole=True),
            after=percent(ctx, chance.after, whole=True),
        )
        for chance in chances
    ]
    return ctx.chain("sentences", said)


def _number_to_reach(ruleset: Ruleset, entry: Entry | None) -> int | None:
    """Return the number that the check of an action has to reach; None if it varies."""
    against = entry.check.against if isinstance(entry, Action) and entry.check else None
    match against:
        case Against(number=Formula() as number):
            return constant(ruleset, number)
        case Against(difficulty=Formula(text=text)):
            band = ruleset.entries.get(text)
            return band.number if isinstance(band, Band) else None
        case _:
            return None


class Bonus(NamedTuple):
    """The bonus of effects on checks: an amount, and tokens for the pool."""

    amount: Modifier = Modifier()
    tokens: str = ""


def _check_bonuses(entry: Entry | None) -> Mapping[str, Bonus | None]:
    """Return the bonus on checks of an entry, or of each way to spend points, by its key."""
    if isinstance(entry, Points):
        return {key: _check_bonus(way.effects) for key, way in entry.spend.items()}
    return {"": _check_bonus(getattr(entry, "effects", ()))}


def _check_bonus(effects: Sequence[Effect]) -> Bonus | None:
    """Return the sum of the bonuses of effects on checks.

    None if an amount is a formula or conditional, or if the effects are on different checks.
    """
    mods = [e for e in effects if isinstance(e, Modify) and e.modify == "checks"]
    amounts = [
        effect.by
        for effect in mods
        if isinstance(effect.by, Modifier)
        and effect.by.count >= 0
        and not (effect.by.either_way or effect.if_)
        and effect.of == mods[0].of
    ]
    if len(amounts) < len(mods):
        return None
    total = Modifier(
        adds=sum(by.adds for by in amounts),
        dice=sum(by.dice for by in amounts),
        pips=sum(by.pips for by in amounts),
    )
    return Bonus(total, "".join(f" {by.count}{by.token}" for by in amounts if by.token))


NO_BONUS: Final = Bonus()


def _code_chances(
    rulesets: tuple[Ruleset, Ruleset],
    id_: str,
    bands: Sequence[BandNumber],
    old_bonus: Bonus = NO_BONUS,
    new_bonus: Bonus = NO_BONUS,
) -> Iterator[CheckChance]:
    """Yield the chance of each plain die code against each number, with the old and new bonus.

    The dice are those of the later ruleset, so that only this change counts, unless they lack the
    step of a token of the old bonus.
    """
    if any(ruleset.procedure is None for ruleset in rulesets):
        return
    dice = [ComparedDice(r, Oddsmaker(r.procedure)) for r in rulesets if r.procedure]
    old, new = (tokens_of(side.maker.procedure).keys() for side in dice)
    missing = any(token in old_bonus.tokens for token in old - new)
    for code in plain_codes(rulesets[1]):
        with suppress(PoolError, OddsError):
            old_odds = dice[not missing].odds(_pool_with_bonus(code, old_bonus))
            new_odds = dice[1].odds(_pool_with_bonus(code, new_bonus))
            for band in bands:
                # A bonus on the total lowers the number to reach.
                old_number = band.before - old_bonus.amount.adds
                new_number = band.after - new_bonus.amount.adds
                before = _chance(old_odds, band, old_number)
                after = _chance(new_odds, band, new_number)
                yield CheckChance(id_, str(code), band, before, after)


def _numbers_to_reach(ctx: RenderContext) -> Sequence[BandNumber]:
    """Return the difficulties of the usual checks, one band for each number, or round totals."""
    ruleset, bands = ctx.ruleset, dict[int, BandNumber]()
    for benchmark, procedure in difficulties(ruleset):
        for band, number in numbered(benchmark):
            if procedure is ruleset.procedure and number not in bands:
                bands[number] = BandNumber.of(band, number, number)
    if not bands and ruleset.procedure and ruleset.procedure.needs_target:
        return tuple(_totals(ctx, ruleset.procedure))
    return tuple(bands.values())


def _pool_with_bonus(code: DieCode, bonus: Bonus) -> str:
    """Return a die code with the dice, pips and tokens of a bonus, as a pool.

    `worth` is the value of a code in pips: 3D+1 is worth 10 if a die is worth 3 pips. Raises
    PoolError if no die is left.
    """
    amount = bonus.amount
    worth = code.worth + amount.dice * code.pips_per_die + amount.pips
    if worth < code.pips_per_die:
        raise PoolError(str(code))
    return f"{type(code)(0, worth)}{bonus.tokens}"


# Charts of the chances that moved.


def odds_moved(
    ctx: RenderContext, comparison: Comparison, anchor: str, id_: str = ""
) -> Iterator[Block]:
    """Yield, for each procedure whose odds moved, its largest changes and its charts.

    With `id_`, only odds of this benchmark or procedure count. `anchor` is the prefix of the
    anchors of charts. Choices that the odds of the base game assume are named.
    """
    odds = [c for c in comparison.odds if id_ in {"", c.procedure, c.band.benchmark}]
    for procedure, moved in grouped((c.procedure, c) for c in odds).items():
        prefix = f"{anchor}--{placement.anchor_of(procedure)}"
        charts = [
            _chart(ctx, chances, f"{prefix}--{number}")
            for number, chances in enumerate(_by_chart(moved), 1)
        ]
        old = comparison.base.entries[procedure]
        if charts and isinstance(old, Dice):
            said = odds_words(ctx, extremes(moved))
            yield blocks.Paragraph(ctx.say("changes.odds.all", said=said))
            for block in assumed(new_context(comparison.base, shown), old):
                words = ctx.say("changes.before", said=block.inlines)
                yield blocks.FinePrint(words)
            yield from charts


def _by_chart(odds: Sequence[ChanceChange]) -> Iterator[list[ChanceChange]]:
    """Group odds by chart: one chart for each benchmark and tokens.

    Bands are left out if none of their chances moved.
    """
    for group in grouped(((c.band.benchmark, c.tokens), c) for c in odds).values():
        moved_bands = {chance.band for chance in group if chance.moved}
        if moved_bands:
            yield [chance for chance in group if chance.band in moved_bands]


def _chart(
    ctx: RenderContext, odds: Sequence[ChanceChange], anchor: str
) -> blocks.Chart:
    """Return a chart with one picture for each band, and a table of the same chances.

    All `odds` have the same benchmark and tokens. Table cells are empty if the chance is the same.
    """
    tokens = odds[0].tokens
    benchmark = ctx.ruleset.entries.get(odds[0].band.benchmark)
    against = {"benchmark": (ctx.link(benchmark),)} if benchmark else {}
    subject = "chances" if benchmark else "outcomes" if odds[0].band.id else "totals"
    key = f"changes.{subject}.{'with' if tokens else 'plain'}"
    bands = sorted({chance.band for chance in odds}, key=lambda band: band.after)
    names = [band_words(ctx, band) for band in bands]
    pictures = []
    for band, name in zip(bands, names, strict=True):
        chances = [(c.before, c.after) for c in odds if c.band == band]
        labels = (ctx.word("label.before"), ctx.word("label.after"))
        series = tuple(map(blocks.Series, labels, zip(*chances, strict=True)))
        pictures.append(blocks.Picture(wording.plain(name), series))
    cells = {
        (chance.pool, chance.band): ctx.say(
            "changes.chance",
            before=percent(ctx, chance.before),
            after=percent(ctx, chance.after),
        )
        for chance in odds
        if percent(ctx, chance.before) != percent(ctx, chance.after)
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
    """Return the name of a band with its number, or its numbers before and after.

    A total or an outcome has a name only, and the number of a single check only its two numbers.
    """
    if not band.name:
        return ctx.say("changes.chance", before=band.before, after=band.after)
    if not band.is_difficulty:
        return (blocks.Text(band.name),)
    if band.before == band.after:
        return ctx.say("changes.band.same", name=band.name, number=band.after)
    name, before, after = band.name, band.before, band.after
    return ctx.say("changes.band", name=name, before=before, after=after)
