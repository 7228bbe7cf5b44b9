"""Amounts and values in words: modifiers, tokens, die codes, references."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from freed6c.document.blocks import Inlines, Text
from freed6c.document.sentences import numbers
from freed6c.document.sentences.formulas import formula, read, unit_of
from freed6c.document.wording import spoken, title_of
from freed6c.formula import syntax_tree
from freed6c.runtime.amounts import DieCode, Formula, Modifier, Pool, Quantity, Range
from freed6c.runtime.dice.pool import letters_of
from freed6c.runtime.effects import Added, Duration
from freed6c.runtime.entries.dice import MultiplyDice, RollAgain, Step, SubstituteDice
from freed6c.runtime.record import Entry, Ref

if TYPE_CHECKING:
    from freed6c.document.render_context import RenderContext

# Words for tokens of dice procedures.


def token_label(step: Step, letters: str) -> str:
    """The word that a step says for a token, if it says one, as people write it."""
    return spoken(step.says.get(letters, ""))


LETTERS: Final = re.compile(r"[A-Z][A-Za-z]*")


def amount(ctx: RenderContext, by: Added) -> Inlines:
    """`-2`, `+1D per rank`; what a formula gives where nothing simpler can be said."""
    if isinstance(by, Modifier):
        return modifier(ctx, by)
    match read(by.text):
        case syntax_tree.Unary(sign, syntax_tree.QuantityLiteral(number, unit)) if (
            sign != "±"
        ):
            return _measured(ctx, number, unit, negative=sign == "-")
        case syntax_tree.QuantityLiteral(number, unit):
            return _measured(ctx, number, unit, negative=False)
        case _:
            pass
    return per(ctx, by.text, signed=True) or ctx.say(
        "amount.formula", formula=formula(ctx, by.text)
    )


def _measured(
    ctx: RenderContext, number: int | Fraction, unit: str, *, negative: bool
) -> Inlines:
    words = numbers.quantity(ctx, Quantity(amount=number, unit=unit))
    return ctx.say("less" if negative else "more", amount=words)


def modifier(ctx: RenderContext, value: Modifier) -> Inlines:
    """`-2`, `±1D`, `a boost (B1)`."""
    if value.token:
        return _token(ctx, value)
    if value.dice:
        # Pips have a sign of their own, as in the notation of dice: -1D-1 takes both away.
        pips = ""
        if value.pips:
            sign = ctx.patterns["less" if value.pips < 0 else "more"].partition("{")[0]
            pips = f"{sign}{abs(value.pips)}"
        number = f"{abs(value.dice)}D{pips}"
        return _signed(ctx, number, value, negative=value.dice < 0)
    if value.pips:
        return _signed(ctx, str(abs(value.pips)), value, negative=value.pips < 0)
    return _signed(ctx, str(abs(value.adds)), value, negative=value.adds < 0)


def _signed(
    ctx: RenderContext, number: str, value: Modifier, *, negative: bool
) -> Inlines:
    if value.either_way:
        return ctx.say("either-way", amount=number)
    return ctx.say("less" if negative else "more", amount=number)


def _token(ctx: RenderContext, value: Modifier) -> Inlines:
    """Substituted dice by sign and count, others by their word and notation."""
    match = LETTERS.match(value.token)
    letters = match[0] if match else ""
    step = next((s for s in ctx.ruleset.of(Step) if letters in letters_of(s)), None)
    if step is None:
        return _signed(
            ctx, f"{abs(value.count)}{value.token}", value, negative=value.count < 0
        )
    label = token_label(step, letters) or title_of(step)
    word = (ctx.link(step, (Text(label),)),)
    if isinstance(step, SubstituteDice):
        key = "less" if value.count < 0 else "more"
        pattern = ctx.patterns["either-way" if value.either_way else key]
        sign = pattern.partition("{")[0]
        return ctx.say("token.counted", sign=sign, count=abs(value.count), word=word)
    if isinstance(step, RollAgain):
        return ctx.say("token.word", word=word)
    # A token has its count, `B1`, unless it ends in a number itself.
    uncounted = isinstance(step, MultiplyDice) or value.token[-1].isdigit()
    notation = value.token if uncounted else f"{value.token}{abs(value.count)}"
    return ctx.say("token.count", word=word, token=notation)


def per(ctx: RenderContext, text: str, *, signed: bool) -> Inlines | None:
    """`(rank - 1) * 1D` as `+1D per rank beyond the first`; None for other formulas."""
    node = read(text)
    if not isinstance(node, syntax_tree.Binary) or node.operator != "*":
        return None
    for factor, each in ((node.left, node.right), (node.right, node.left)):
        said = _multiplied(ctx, each, signed=signed)
        if said is not None:
            return _multiplier(ctx, factor, said)
    return None


def _multiplied(
    ctx: RenderContext, node: syntax_tree.Node, *, signed: bool
) -> Inlines | None:
    """The amount in a product; None for other factors."""
    match node:
        case syntax_tree.Integer(number) if signed:
            return modifier(ctx, Modifier(adds=number))
        case syntax_tree.DiceLiteral(dice, pips, ()) | syntax_tree.SignedDice(
            dice, pips
        ) if signed:
            return modifier(ctx, Modifier(dice=dice, pips=pips))
        case syntax_tree.TokenLiteral(letters, before, behind):
            counted = Modifier(token=letters, count=behind or before or 1)
            return modifier(ctx, counted)
        case syntax_tree.QuantityLiteral(number, unit) if signed:
            return _measured(ctx, number, unit, negative=False)
        case syntax_tree.QuantityLiteral(number, unit):
            return numbers.quantity(ctx, Quantity(amount=number, unit=unit))
        case _:
            return None


def _multiplier(
    ctx: RenderContext, factor: syntax_tree.Node, said: Inlines
) -> Inlines | None:
    """The other factor of the product: ranks, ranks beyond one, dice of a code."""
    match factor:
        case syntax_tree.Name(name):
            return ctx.say("amount.per", amount=said, unit=unit_of(ctx, name))
        case syntax_tree.Binary(
            "-", syntax_tree.Name(name), syntax_tree.Integer(count)
        ):
            key = "amount.per-beyond-first" if count == 1 else "amount.per-beyond"
            unit = unit_of(ctx, name)
            return ctx.say(key, amount=said, unit=unit, count=count)
        case syntax_tree.FunctionCall("dice", (code,)):
            words = formula(ctx, code)
            return ctx.say("amount.per-die", amount=said, code=words)
        case syntax_tree.Integer():
            return None
        case _:
            words = formula(ctx, factor)
            return ctx.say("amount.times", amount=said, factor=words)


# Values of any type.


class NoWordsError(TypeError):
    """A value of a type that nobody put into words."""


def say_value(ctx: RenderContext, value: object) -> Inlines:
    """A value of a ruleset, as people read it. Raises NoWordsError for any other object."""
    match value:
        case bool():
            return ctx.say("yes" if value else "no")
        case int() | Fraction():
            return (Text(numbers.decimal(ctx, value)),)
        case tuple():
            return ctx.listed([say_value(ctx, item) for item in value])
        case Mapping():
            pairs = value.items()
            return ctx.listed(
                [(Text(f"{key}: "), *say_value(ctx, item)) for key, item in pairs]
            )
        case Quantity():
            return numbers.quantity(ctx, value)
        case Range():
            return numbers.say_range(ctx, value)
        case Modifier():
            return modifier(ctx, value)
        case Duration():
            return numbers.duration(ctx, value)
        case Formula(text=text):
            return formula(ctx, text)
        case Ref(id=id_):
            entry = ctx.ruleset.entries.get(id_)
            return (Text(id_),) if entry is None else (ctx.link(entry),)
        case Entry():
            return (ctx.link(value, (Text(title_of(value)),)),)
        case Pool(dice=dice, adds=adds):
            return numbers.rollable(ctx, f"{dice}D{adds:+}" if adds else f"{dice}D")
        case DieCode():
            return numbers.rollable(ctx, str(value))
        case str():
            return (Text(value),)
        case _:
            message = f"nobody says {type(value).__name__}"
            raise NoWordsError(message)
