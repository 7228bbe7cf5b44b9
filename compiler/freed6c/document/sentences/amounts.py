"""Turn amounts and other values into words: modifiers, tokens, die codes, references.

A token is the notation for a step of a dice procedure, such as the `B2` in `5D B2`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from freed6c.document.blocks import Inlines, Text
from freed6c.document.sentences import numbers
from freed6c.document.sentences.formulas import formula, read, unit_of
from freed6c.document.wording import spoken, title_of
from freed6c.formula.syntax_tree import (
    Binary,
    DiceLiteral,
    FunctionCall,
    Integer,
    Name,
    Node,
    QuantityLiteral,
    SignedDice,
    TokenLiteral,
    Unary,
)
from freed6c.packs.lazy import regex, replace
from freed6c.runtime.amounts import (
    DieCode,
    Formula,
    FormulaPool,
    Modifier,
    Quantity,
    Range,
)
from freed6c.runtime.effects import Added, Duration
from freed6c.runtime.entries.dice import MultiplyDice, RollAgain, Step, SubstituteDice
from freed6c.runtime.entries.tables import Band
from freed6c.runtime.record import Entry, Ref

if TYPE_CHECKING:
    from freed6c.document.render_context import RenderContext

# Words for tokens of dice procedures.


def token_label(step: Step, letters: str) -> str:
    """Return the word for a token that a step defines in `token-names`; empty if there is none."""
    return spoken(step.token_names.get(letters, ""))


LETTERS: Final = regex(r"[A-Z][A-Za-z]*")
"""The letters of a token without its number: the `B` of `B2`."""


def amount(ctx: RenderContext, by: Added) -> Inlines:
    """Return `-2`, `+5 feet` or `+1D per rank`; for another formula, that it adds or subtracts."""
    if isinstance(by, Modifier):
        return modifier(ctx, by)
    match read(by.text):
        case Unary(sign, QuantityLiteral(number, unit)) if sign != "±":
            return _measured(ctx, number, unit, negative=sign == "-")
        case QuantityLiteral(number, unit):
            return _measured(ctx, number, unit, negative=False)
        case node if (penalty := negated(node)) is not None:
            return ctx.say("amount.penalty", formula=formula(ctx, penalty))
    return per(ctx, by.text, signed=True) or ctx.say(
        "amount.formula", formula=formula(ctx, by.text)
    )


def negated(node: Node | None) -> Node | None:
    """Return the opposite of a negative formula, `1 + x` for `-1 - x`; None for any other."""
    match node:
        case Unary("-", operand):
            return operand
        case Binary("-", Unary("-", left), right):
            return replace(node, operator="+", left=left, right=right)
        case Binary("*", Unary("-", left)):
            return replace(node, left=left)
        case _:
            return None


def _measured(
    ctx: RenderContext, number: int | Fraction, unit: str, *, negative: bool
) -> Inlines:
    words = numbers.quantity(ctx, Quantity(amount=number, unit=unit))
    return ctx.say("less" if negative else "more", amount=words)


def modifier(ctx: RenderContext, value: Modifier) -> Inlines:
    """Return `-2`, `±1D` or, for a token, `a boost (B1)`."""
    if value.token:
        return _token(ctx, value)
    first = value.dice or value.pips or value.adds
    number = str(abs(first))
    if value.dice:
        # Pips have their own sign, as in the notation of dice: -1D-1 subtracts both.
        pips = ""
        if value.pips:
            sign = ctx.patterns["less" if value.pips < 0 else "more"].partition("{")[0]
            pips = f"{sign}{abs(value.pips)}"
        number += f"D{pips}"
    return _signed(ctx, number, value, negative=first < 0)


def _signed(
    ctx: RenderContext, number: str, value: Modifier, *, negative: bool
) -> Inlines:
    if value.either_way:
        return ctx.say("either-way", amount=number)
    return ctx.say("less" if negative else "more", amount=number)


def _token(ctx: RenderContext, value: Modifier) -> Inlines:
    """Return the words for a token, linked to its step.

    Substituted dice have a sign and a count (`+2 wild dice`), rolling again has only its word, and
    other tokens have their notation after the word (`boost (B1)`).
    """
    match = LETTERS.match(value.token)
    letters = match[0] if match else ""
    step = next((s for s in ctx.ruleset.of(Step) if letters in s.letters), None)
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
    # A token shows its count, `B1`, unless it is not counted or ends in a digit already.
    uncounted = isinstance(step, MultiplyDice) or value.token[-1].isdigit()
    notation = value.token if uncounted else f"{value.token}{abs(value.count)}"
    return ctx.say("token.count", word=word, token=notation)


def per(ctx: RenderContext, text: str, *, signed: bool) -> Inlines | None:
    """Return a product of a count and a fixed amount in words; None for other formulas.

    `(rank - 1) * 1D` is `+1D per rank beyond the first`. Without `signed`, there is no plus sign,
    and the amount must be a quantity or a token: `5 feet per rank`.
    """
    node = read(text)
    if not isinstance(node, Binary) or node.operator != "*":
        return None
    for count, unit_amount in ((node.left, node.right), (node.right, node.left)):
        amount_words = _unit_amount(ctx, unit_amount, signed=signed)
        if amount_words is not None:
            return _per_count(ctx, count, amount_words)
    return None


def _unit_amount(ctx: RenderContext, node: Node, *, signed: bool) -> Inlines | None:
    """Return the words for the fixed amount of a product; None if the node is not a literal."""
    match node:
        case Integer(number) if signed:
            return modifier(ctx, Modifier(adds=number))
        case DiceLiteral(dice, pips, ()) | SignedDice(dice, pips) if signed:
            return modifier(ctx, Modifier(dice=dice, pips=pips))
        case TokenLiteral(letters, before, behind):
            return modifier(ctx, Modifier(token=letters, count=behind or before or 1))
        case QuantityLiteral(number, unit) if signed:
            return _measured(ctx, number, unit, negative=False)
        case QuantityLiteral(number, unit):
            return numbers.quantity(ctx, Quantity(amount=number, unit=unit))
        case _:
            return None


def _per_count(
    ctx: RenderContext, count: Node, amount_words: Inlines
) -> Inlines | None:
    """Add the other factor of a product: `per rank`, `per rank beyond the first`, `per die of …`.

    None for a number, since `2 * 3` counts nothing.
    """
    match count:
        case Name(name):
            return ctx.say("amount.per", amount=amount_words, unit=unit_of(ctx, name))
        case Binary("-", Name(name), Integer(start)):
            key = "amount.per-beyond-first" if start == 1 else "amount.per-beyond"
            unit = unit_of(ctx, name)
            return ctx.say(key, amount=amount_words, unit=unit, count=start)
        case FunctionCall("dice", (code,)):
            words = formula(ctx, code)
            return ctx.say("amount.per-die", amount=amount_words, code=words)
        case Integer():
            return None
        case _:
            words = formula(ctx, count)
            return ctx.say("amount.times", amount=amount_words, factor=words)


# Values of any type.


class NoWordsError(TypeError):
    """Raised for a value of a type that `say_value` doesn't handle."""


def numbered(ctx: RenderContext, entry: Entry) -> Inlines:
    """Return a link to an entry; for a band that counts as a number, with it: "Hard (20)"."""
    name = title_of(entry)
    if not isinstance(entry, Band) or entry.number is None:
        return (ctx.link(entry),)
    return (
        ctx.link(entry, ctx.say("chances.numbered", name=name, number=entry.number)),
    )


def say_value(ctx: RenderContext, value: object) -> Inlines:
    """Return a value of a ruleset in words. Raise NoWordsError for any other object."""
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
            return per(ctx, text, signed=False) or formula(ctx, text)
        case Ref(id=id_):
            entry = ctx.ruleset.entries.get(id_)
            return (Text(id_),) if entry is None else numbered(ctx, entry)
        case Entry():
            return numbered(ctx, value)
        case DieCode() | FormulaPool():
            return numbers.rollable(ctx, str(value))
        case str():
            return (Text(value),)
        case _:
            raise NoWordsError(f"unexpected value: {type(value).__name__}")
