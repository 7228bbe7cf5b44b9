"""Compare the chances of success in two rulesets, and chart the chances that differ.

A chance moves if a change of the rules makes it higher or lower. A token is a suffix of a pool
that calls for a step of the dice procedure: `5D w` rolls 5 dice with the step of `w`.
"""

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
from freed6c.document.wording import title_of
from freed6c.model.difficulties import difficulties, plain_codes
from freed6c.model.entry_contents import references_of
from freed6c.model.value_lookup import constant
from freed6c.packs.grouping import grouped
from freed6c.runtime.amounts import Formula, Modifier
from freed6c.runtime.dice.pool import parse, tokens_of
from freed6c.runtime.effects import Modify
from freed6c.runtime.entries.actions import Action, Against
from freed6c.runtime.entries.dice import Dice
from freed6c.runtime.entries.tables import Band, Benchmark
from freed6c.runtime.notation import PoolError
from freed6c.runtime.odds import OddsError
from freed6c.runtime.odds.answer import Odds, Oddsmaker

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence
    from fractions import Fraction

    from freed6c.document.blocks import Block, Inlines
    from freed6c.document.compare.comparison import EntryChange
    from freed6c.document.render_context import RenderContext
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.amounts import DieCode
    from freed6c.runtime.record import Entry


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
            sides = (
                ComparedDice(before, Oddsmaker(old)),
                ComparedDice(after, Oddsmaker(procedure)),
            )
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
    return odds.success(number) if band.id else odds.at_least(number)


# Checks whose bonus or number to reach differs.


def compare_checks(
    before: Ruleset, after: Ruleset, changes: Iterable[EntryChange]
) -> Iterator[CheckChance]:
    """Yield, for each entry that changes the chances of checks, the chance that differs most.

    An entry changes them if its effects add another amount to checks, or if its own check has
    another number to reach. Conditional amounts, and effects on several sorts of checks, are
    skipped: one chance cannot represent them.
    """
    for change in changes:
        places = {field.place[:2] for field in change.fields}
        old, new = before.find(change.id), after.find(change.id)
        chances: list[CheckChance] = []
        if any(place[:1] == ("effects",) for place in places):
            old_bonus, new_bonus = _check_bonus(old), _check_bonus(new)
            if old_bonus is not None and new_bonus not in (None, old_bonus):
                bands = after.once(_numbers_to_reach)
                chances += _code_chances(after, change.id, bands, old_bonus, new_bonus)
        if ("check", "against") in places:
            old_number = _number_to_reach(before, old)
            new_number = _number_to_reach(after, new)
            if old_number is not None and new_number not in (None, old_number):
                band = BandNumber(before=old_number, after=new_number)
                chances += _code_chances(after, change.id, [band])
        # Chances of 0 and 1 say little about a check that can go either way: they come last.
        uncertain = [c for c in chances if 0 < c.before < 1 and 0 < c.after < 1]
        if chances:
            yield max(uncertain or chances, key=lambda c: abs(c.after - c.before))


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


def _check_bonus(entry: Entry | None) -> Modifier | None:
    """Return the sum of all that the effects of an entry add to checks.

    None if an amount is a formula, a token or conditional, or if the effects are on different
    checks.
    """
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


NO_BONUS: Final = Modifier()


def _code_chances(
    ruleset: Ruleset,
    id_: str,
    bands: Sequence[BandNumber],
    old_bonus: Modifier = NO_BONUS,
    new_bonus: Modifier = NO_BONUS,
) -> Iterator[CheckChance]:
    """Yield the chance of each plain die code against each number, with the old and new bonus.

    Dice and pips of a bonus go into the pool; what it `adds` to the total is subtracted from the
    number to reach, which has the same chance.
    """
    if ruleset.procedure is None:
        return
    dice = ComparedDice(ruleset, Oddsmaker(ruleset.procedure))
    for code in plain_codes(ruleset):
        with suppress(PoolError, OddsError):
            old_odds = dice.odds(str(_code_with_bonus(code, old_bonus)))
            new_odds = dice.odds(str(_code_with_bonus(code, new_bonus)))
            for band in bands:
                before = old_odds.success(band.before - old_bonus.adds)
                after = new_odds.success(band.after - new_bonus.adds)
                yield CheckChance(id_, str(code), band, before, after)


def _numbers_to_reach(ruleset: Ruleset) -> Sequence[BandNumber]:
    """Return the difficulties of the usual checks, one band for each number."""
    bands: dict[int, BandNumber] = {}
    for benchmark, procedure in difficulties(ruleset):
        for band, number in numbered(benchmark):
            if procedure is ruleset.procedure and number not in bands:
                bands[number] = BandNumber.of(band, number, number)
    return tuple(bands.values())


def _code_with_bonus(code: DieCode, bonus: Modifier) -> DieCode:
    """Return a die code with the dice and pips of a bonus. Raises PoolError if no die is left.

    `worth` is the value of a code in pips: 3D+1 is worth 10 if a die is worth 3 pips.
    """
    worth = code.worth + bonus.dice * code.pips_per_die + bonus.pips
    if worth < code.pips_per_die:
        raise PoolError(str(code))
    return type(code)(0, worth)


# Charts of the chances that moved.


def odds_moved(
    ctx: RenderContext, odds: Sequence[ChanceChange], anchor: str
) -> Iterator[Block]:
    """Yield, for each procedure whose odds moved, a paragraph and its charts.

    `anchor` is the prefix of the anchors of the charts.
    """
    for procedure, group in groupby(odds, lambda chance: chance.procedure):
        prefix = f"{anchor}--{placement.anchor_of(procedure)}"
        charts = [
            _chart(ctx, chances, f"{prefix}--{number}")
            for number, chances in enumerate(_by_chart(list(group)), 1)
        ]
        if charts:
            link = (ctx.link(ctx.ruleset.entries[procedure]),)
            yield blocks.Paragraph(ctx.say("changes.chances.intro", procedure=link))
            yield from charts


def odds_of(id_: str, odds: Sequence[ChanceChange]) -> list[ChanceChange]:
    """Return the odds that involve a benchmark or a procedure."""
    return [c for c in odds if id_ in {c.procedure, c.band.benchmark}]


def _by_chart(odds: Sequence[ChanceChange]) -> Iterator[list[ChanceChange]]:
    """Group odds by chart: one chart for each benchmark and tokens.

    Bands are left out if none of their chances moved.
    """
    groups = grouped(((c.band.benchmark, c.tokens), c) for c in odds)
    for group in groups.values():
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
    """Return the name of a band with its number, or its numbers before and after.

    A total or an outcome has a name only, and the number of a single check only its two numbers.
    """
    if not band.name:
        return ctx.say("changes.chance", before=band.before, after=band.after)
    if not band.is_difficulty:
        return (blocks.Text(band.name),)
    if band.before == band.after:
        return ctx.say("changes.band.same", name=band.name, number=band.after)
    numbers = {"before": band.before, "after": band.after}
    return ctx.say("changes.band", name=band.name, **numbers)
