"""Numbers, quantities, ranges, durations, moments and dice in words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from freed6c.document.blocks import CodeSpan, Inline, Inlines, Rollable, Text
from freed6c.runtime.amounts import Quantity, Range, number_text
from freed6c.runtime.dice.pool import normalized_pool, notation_of, parse, tokens_of
from freed6c.runtime.effects import Duration
from freed6c.runtime.entries.world import Period, Unit
from freed6c.runtime.notation import PoolError
from freed6c.runtime.play.words import OWN

if TYPE_CHECKING:
    from fractions import Fraction

    from freed6c.document.render_context import RenderContext
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.effects import Moment


MINUS: Final = "\N{MINUS SIGN}"


def decimal(ctx: RenderContext, number: int | Fraction) -> str:
    """`3`, `3.5`, `1/3`, with a true minus."""
    text = number_text(number).replace("-", MINUS)
    return text.replace(".", ctx.word("point")) if "." in text else text


def percent(ctx: RenderContext, chance: Fraction) -> Inlines:
    """A percentage with one decimal; only certain ones are 100 or 0."""
    tenths = round(chance * 1000)
    if 0 < chance < 1 and tenths in {0, 1000}:
        sort, tenths = ("below", 1) if tenths == 0 else ("above", 999)
        return ctx.say(f"percent.{sort}", number=_with_tenths(ctx, tenths))
    whole = chance in {0, 1}
    number = str(tenths // 10) if whole else _with_tenths(ctx, tenths)
    return ctx.say("percent", number=number)


def _with_tenths(ctx: RenderContext, tenths: int) -> str:
    return f"{tenths // 10}{ctx.word('point')}{tenths % 10}"


def quantity(ctx: RenderContext, value: Quantity) -> Inlines:
    """`5 feet`, `1 foot`."""
    amount, unit = decimal(ctx, value.amount), unit_word(ctx, value.unit, value.amount)
    return ctx.say("quantity", amount=amount, unit=unit)


def unit_word(ctx: RenderContext, word: str, amount: int | Fraction) -> str:
    """Singular or plural of a unit; the written word where it is not declared."""
    for unit in ctx.ruleset.of(Unit):
        if word in {unit.key, unit.name, unit.plural}:
            return unit.name if abs(amount) == 1 else unit.plural
    return word


def say_range(ctx: RenderContext, value: Range[Any]) -> Inlines:
    """`6-10`, `26+`, `up to 5 feet`, `5 to 10 feet`."""
    low, high = value.low, value.high
    if low is None:
        return ctx.say("range.up-to", high=_bound(ctx, high))
    if high is None:
        pattern = "range.or-more" if isinstance(low, Quantity) else "range.from"
        return ctx.say(pattern, low=_bound(ctx, low))
    if low == high:
        return _bound(ctx, low)
    ends = {"low": _bound(ctx, low), "high": _bound(ctx, high)}
    if isinstance(low, Quantity) and isinstance(high, Quantity):
        if low.unit == high.unit:
            ends["low"] = (Text(decimal(ctx, low.amount)),)
        return ctx.say("range.words", **ends)
    worded = isinstance(low, int) and low < 0
    return ctx.say("range.words" if worded else "range", **ends)


def _bound(ctx: RenderContext, value: Any) -> Inlines:
    if isinstance(value, Quantity):
        return quantity(ctx, value)
    return (Text(decimal(ctx, value)),)


# Durations and moments.


def duration(ctx: RenderContext, value: Duration) -> Inlines:
    """`until the end of the next round` and the like."""
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
    """When it is over, for what is due then: `at the end of the scene`."""
    if value.form != "end":
        return duration(ctx, value)
    return ctx.say("at.end", period=_ending(ctx, value))


def _ending(ctx: RenderContext, value: Duration) -> Inlines:
    """The period that something ends with: `the next round`, `your own turn`."""
    following = value.following or value.form == "count"
    return _which(ctx, value, "next" if following else "the")


def _which(ctx: RenderContext, value: Duration | Moment, which: str) -> Inlines:
    """A period of those that a duration or a moment may mean."""
    which = OWN.get(which, which) if _is_own(ctx, value) else which
    fields = {"periods": periods_word(ctx, value.period)} if "each." in which else {}
    fields = fields or {"period": ctx.named("period", value.period)}
    return ctx.say(f"period.{which}", **fields)


def _is_own(ctx: RenderContext, value: Duration | Moment) -> bool:
    """True if each being has the period to itself, as a turn."""
    entry = ctx.ruleset.entries.get(f"period.{value.period}")
    owned = isinstance(entry, Period) and entry.belongs_to is not None
    return owned or (isinstance(value, Duration) and value.own)


def periods_word(ctx: RenderContext, key: str) -> Inlines:
    """A link to a period, in the plural."""
    period = ctx.ruleset.entries.get(f"period.{key}")
    if not isinstance(period, Period):
        return (Text(key),)
    return (ctx.link(period, (Text(period.plural),)),)


def moment(ctx: RenderContext, value: Moment) -> Inlines:
    """`at the end of each round` and the like."""
    return ctx.say(f"at.{value.edge}", period=_which(ctx, value, value.which))


# Rollable dice.


SIGN: Final = r"+\-\N{MINUS SIGN}\N{EN DASH}\N{PLUS-MINUS SIGN}"
ATTACHED: Final = rf"(?:[\w{SIGN}]|[.*/\N{{MULTIPLICATION SIGN}}](?=[0-9]))*"
"""What belongs to a number without a space."""
DICE: Final = re.compile(rf"(?<![\w.{SIGN}])[1-9][0-9]?D{ATTACHED}")
"""Dice between words. Behind a sign they are more or fewer dice, and nothing to roll."""
TERM: Final = rf"""
    \s+ (?:
        [{SIGN}*\N{{MULTIPLICATION SIGN}}] \s* [0-9] {ATTACHED}
        | [+\N{{MINUS SIGN}}\N{{PLUS-MINUS SIGN}}] \s* [\w(] {ATTACHED}
        | [0-9]* (?: (?: [A-Z] | (?i:TOKENS) ) (?![^\W\d_]) | [A-Z]{{2,}} ) {ATTACHED}
    )"""
"""What continues dice behind a space: a number with a sign, a token, or what looks like one."""


def rollable(ctx: RenderContext, pool: str) -> Inlines:
    """Dice as rollable inlines, where the ruleset has a procedure."""
    words = (Text(pool),)
    rolled = ctx.ruleset.procedure and not pool.startswith("0D")
    return (Rollable(pool, words),) if rolled else words


def with_dice(ctx: RenderContext, text: str) -> Inlines:
    """Text of a pack, with dice made rollable: with all that continues them, or not at all."""
    procedure = ctx.ruleset.procedure
    if "D" not in text or procedure is None:
        return (Text(text),) if text else ()
    inlines: list[Inline] = []
    done = at = 0
    while dice := DICE.search(text, at):
        at = dice.end()
        while term := ctx.ruleset.once(_term).match(text, at):
            at = term.end()
        words = text[dice.start() : at]
        if pool := _rolled(ctx, words):
            before = Text(text[done : dice.start()])
            inlines += before, Rollable(pool, (Text(words),))
            done = at
    inlines.append(Text(text[done:]))
    return tuple(inline for inline in inlines if inline != Text(""))


def _term(ruleset: Ruleset) -> re.Pattern[str]:
    """`TERM` with the tokens of the procedure, the words for them, and the names of their steps."""
    words = ["?"]  # no token
    if procedure := ruleset.procedure:
        words += (token.word for token in notation_of(procedure).values())
        for letters, token in tokens_of(procedure).items():
            words += letters, token.step.name
    called = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return re.compile(TERM.replace("TOKENS", called), re.VERBOSE)


def pool_in(ctx: RenderContext, text: str) -> Inline | None:
    """A whole pool such as `5D WD B2` as rollable code; None where it does not parse."""
    pool = _rolled(ctx, text) if DICE.match(text) else None
    return None if pool is None else Rollable(pool, (CodeSpan(text),))


def _rolled(ctx: RenderContext, text: str) -> str | None:
    """A pool as `roll` reads it, in its notation; None for anything else.

    An en dash between spaces parts words.
    """
    procedure = ctx.ruleset.procedure
    if procedure is None or " \N{EN DASH}" in text:
        return None
    pool = normalized_pool(text, procedure)
    try:
        read = parse(pool, procedure, ctx.ruleset.die_code.pips_per_die)
    except PoolError:
        return None
    return pool if read.dice else None
