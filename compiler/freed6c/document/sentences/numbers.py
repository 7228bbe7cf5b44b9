"""Turn numbers, quantities, ranges, durations, moments and dice into words."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from freed6c.document.blocks import CodeSpan, Inline, Inlines, Rollable, Text
from freed6c.packs.lazy import regex
from freed6c.runtime.amounts import Quantity, Range, number_text
from freed6c.runtime.dice.pool import normalized_pool, notation_of, parse, tokens_of
from freed6c.runtime.effects import Duration
from freed6c.runtime.entries.dice import Dice
from freed6c.runtime.entries.world import Period, Unit
from freed6c.runtime.notation import PoolError, die_in
from freed6c.runtime.play.words import OWN

if TYPE_CHECKING:
    from freed6c.document.render_context import RenderContext
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.effects import Moment


MINUS: Final = "\N{MINUS SIGN}"


def decimal(ctx: RenderContext, number: int | Fraction) -> str:
    """Return `3`, `3.5` or `1/3`, with a minus sign instead of a hyphen."""
    text = number_text(number).replace("-", MINUS)
    return text.replace(".", ctx.word("point")) if "." in text else text


def percent(ctx: RenderContext, chance: Fraction, *, whole: bool = False) -> Inlines:
    """Return a probability as a percentage with one decimal: `62.5%`.

    Only 0 and 1 are `0%` and `100%`; anything that would round to them is `<0.1%` or `>99.9%`. With
    `whole`, the percentage has no decimal unless it would round to 0 or 100.
    """
    rounded = int(chance * 100 + Fraction(1, 2))
    if whole and 0 < rounded < 100:  # noqa: PLR2004
        return ctx.say("percent", number=rounded)
    tenths = round(chance * 1000)  # of a percent
    if 0 < chance < 1 and tenths in {0, 1000}:
        side, tenths = ("below", 1) if tenths == 0 else ("above", 999)
        return ctx.say(f"percent.{side}", number=_with_tenths(ctx, tenths))
    number = str(tenths // 10) if chance in {0, 1} else _with_tenths(ctx, tenths)
    return ctx.say("percent", number=number)


def _with_tenths(ctx: RenderContext, tenths: int) -> str:
    """Return `62.5` for 625 tenths."""
    return f"{tenths // 10}{ctx.word('point')}{tenths % 10}"


def quantity(ctx: RenderContext, value: Quantity) -> Inlines:
    """Return `5 feet` or `1 foot`."""
    amount, unit = decimal(ctx, value.amount), unit_word(ctx, value.unit, value.amount)
    return ctx.say("quantity", amount=amount, unit=unit)


def unit_word(ctx: RenderContext, word: str, amount: int | Fraction) -> str:
    """Return the singular or plural of a unit; an undeclared unit stays as written."""
    for unit in ctx.ruleset.of(Unit):
        if word in {unit.key, unit.name, unit.plural}:
            return unit.name if abs(amount) == 1 else unit.plural
    return word


def say_range(ctx: RenderContext, value: Range[Any]) -> Inlines:
    """Return `6-10`, `26+`, `up to 5 feet` or `5 to 10 feet`."""
    low, high = value.low, value.high
    if low is None:
        return ctx.say("range.up-to", high=_bound(ctx, high))
    if high is None:
        pattern = "range.or-more" if isinstance(low, Quantity) else "range.from"
        return ctx.say(pattern, low=_bound(ctx, low))
    if low == high:
        return _bound(ctx, low)
    bounds = {"low": _bound(ctx, low), "high": _bound(ctx, high)}
    if isinstance(low, Quantity) and isinstance(high, Quantity):
        if low.unit == high.unit:
            bounds["low"] = (Text(decimal(ctx, low.amount)),)
        return ctx.say("range.words", **bounds)
    # A minus sign and a dash are hard to tell apart: "-3 to 2".
    is_negative = isinstance(low, int) and low < 0
    return ctx.say("range.words" if is_negative else "range", **bounds)


def _bound(ctx: RenderContext, value: Any) -> Inlines:
    if isinstance(value, Quantity):
        return quantity(ctx, value)
    return (Text(decimal(ctx, value)),)


# Durations and moments.


def duration(ctx: RenderContext, value: Duration) -> Inlines:
    """Return a duration in words, such as `until the end of the next round`."""
    match value.form:
        case "this" | "next":
            period = ctx.named("period", value.period)
            key = f"duration.{value.form}{'.own' if _is_own(ctx, value) else ''}"
            key = key if key in ctx.patterns else f"duration.{value.form}"
            return ctx.say(key, period=period)
        case "count" if value.count != "1":
            periods = periods_word(ctx, value.period)
            key = f"duration.count{'.own' if _is_own(ctx, value) else ''}"
            return ctx.say(key, count=value.count, periods=periods)
        case "end" | "count":
            return ctx.say("duration.end", period=_ending(ctx, value))
        case "own-action":
            action = ctx.named("action-type", value.action_type)
            return ctx.say("duration.own-action", action=action)
        case "event":
            return ctx.say(f"duration.{value.event}")
        case "always":
            return ctx.say("duration.always")


def when_over(ctx: RenderContext, value: Duration) -> Inlines:
    """Return the moment at which a duration is over, such as `at the end of the scene`."""
    if value.form != "end":
        return duration(ctx, value)
    return ctx.say("at.end", period=_ending(ctx, value))


def _ending(ctx: RenderContext, value: Duration) -> Inlines:
    """Return the period at whose end a duration is over: `the next round`, `your own turn`."""
    following = value.following or value.form == "count"
    return _period_words(ctx, value, "next" if following else "the")


def _period_words(ctx: RenderContext, value: Duration | Moment, which: str) -> Inlines:
    """Return a period with its determiner: `the next round`, `each round`, `your own turn`.

    `which` is the determiner as the end of a phrase key, such as `next`; `OWN` has its variant for
    a period that each character has separately.
    """
    which = OWN.get(which, which) if _is_own(ctx, value) else which
    if "each." in which:
        return ctx.say(f"period.{which}", periods=periods_word(ctx, value.period))
    return ctx.say(f"period.{which}", period=ctx.named("period", value.period))


def _is_own(ctx: RenderContext, value: Duration | Moment) -> bool:
    """Return True if each character has the period separately, such as a turn."""
    entry = ctx.ruleset.entries.get(f"period.{value.period}")
    owned = isinstance(entry, Period) and entry.belongs_to is not None
    return owned or (isinstance(value, Duration) and value.own)


def periods_word(ctx: RenderContext, key: str) -> Inlines:
    """Return a link to a period, in the plural; the key itself if there is no such period."""
    period = ctx.ruleset.entries.get(f"period.{key}")
    if not isinstance(period, Period):
        return (Text(key),)
    return (ctx.link(period, (Text(period.plural),)),)


def moment(ctx: RenderContext, value: Moment) -> Inlines:
    """Return a moment in words, such as `at the end of each round`."""
    return ctx.say(f"at.{value.edge}", period=_period_words(ctx, value, value.which))


# Rollable dice.


SIGN: Final = r"+\-\N{MINUS SIGN}\N{EN DASH}\N{PLUS-MINUS SIGN}"
"""Signs, and the hyphens and dashes that people write for a minus, for a character class."""
ATTACHED: Final = rf"(?:[\w{SIGN}]|[.*/\N{{MULTIPLICATION SIGN}}](?=[0-9]))*"
"""The rest of a number or code without a space: the `+1` of `3D+1`, the `*2` of `3D*2`."""
DICE: Final = regex(rf"(?<![\w.{SIGN}])[1-9][0-9]?D{ATTACHED}")
"""Dice between words: `3D` or `3D+1`, but not `+1D`, which changes a roll and is not one."""
TERM: Final = rf"""
    \s+ (?:
        [{SIGN}*\N{{MULTIPLICATION SIGN}}] \s* [0-9] {ATTACHED}
        | [+\N{{MINUS SIGN}}\N{{PLUS-MINUS SIGN}}] \s* [\w(] {ATTACHED}
        | [0-9]* (?: (?: [A-Z] | (?i:TOKENS) ) (?![^\W\d_]) | [A-Z]{{2,}} ) {ATTACHED}
    )"""
"""A term that follows dice after a space, by alternative:

- a sign and a number: the `+ 2` of `3D + 2`
- a plus or minus and a name or parenthesis: `+ rank`, `- (rank)`
- a token (`B2`, `2W`), which `_term` adds in place of `TOKENS`, or capitals that look like one.
"""


def rollable(ctx: RenderContext, pool: str) -> Inlines:
    """Return dice that readers can roll; plain text for 0 dice, or if no procedure rolls them.

    Dice with a die that several procedures roll stay text: which one rolls them depends on a check.
    """
    words = (Text(pool),)
    usual, die = ctx.ruleset.procedure, die_in(pool)
    fitting = [dice for dice in ctx.ruleset.of(Dice) if die in ("", dice.die)]
    if usual is None or pool.startswith("0D") or (die and len(fitting) != 1):
        return words
    return (Rollable(pool, words, fitting[0].id if fitting[0] is not usual else ""),)


def with_dice(ctx: RenderContext, text: str) -> Inlines:
    """Return a text of a pack with its dice as `Rollable`.

    Each `DICE` match is extended by the terms after it (`3D + 2 W`). If the whole isn't a pool of
    this ruleset, it stays text: rolling only the `3D` of it would be wrong.
    """
    inlines: list[Inline] = []
    copied_to = end = 0
    while dice := DICE.search(text, end):
        end = dice.end()
        while term := ctx.ruleset.once(_term).match(text, end):
            end = term.end()
        words = text[dice.start() : end]
        if pool := _as_pool(ctx, words):
            before = Text(text[copied_to : dice.start()])
            inlines += before, Rollable(pool, (Text(words),))
            copied_to = end
    inlines.append(Text(text[copied_to:]))
    return tuple(inline for inline in inlines if inline != Text(""))


def _term(ruleset: Ruleset) -> re.Pattern[str]:
    """Compile `TERM` with the tokens of the procedure, their words, and their steps' names."""
    words = ["?"]  # not a token, so that the alternative is never empty
    if procedure := ruleset.procedure:
        words += (token.word for token in notation_of(procedure).values())
        for letters, token in tokens_of(procedure).items():
            words += letters, token.step.name
    # The longest come first, since a regex takes the first alternative that matches.
    tokens = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return re.compile(TERM.replace("TOKENS", tokens), re.VERBOSE)


def pool_in(ctx: RenderContext, text: str) -> Inline | None:
    """Return a whole pool such as `5D WD B2` as rollable code; None if it is not a pool."""
    pool = _as_pool(ctx, text) if DICE.match(text) else None
    return None if pool is None else Rollable(pool, (CodeSpan(text),))


def _as_pool(ctx: RenderContext, text: str) -> str | None:
    """Return a pool in the notation that `roll` reads; None if the text is not a pool with dice.

    An en dash between spaces is a dash between words, not a minus.
    """
    procedure = ctx.ruleset.procedure
    if procedure is None or " \N{EN DASH}" in text:
        return None
    pool = normalized_pool(text, procedure)
    try:
        parsed = parse(pool, procedure, ctx.ruleset.die_code.pips_per_die)
    except PoolError:
        return None
    return pool if parsed.dice else None
