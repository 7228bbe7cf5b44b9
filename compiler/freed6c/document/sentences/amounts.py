"""How much: what effects add or take away, in words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from freed6c.document.blocks import Inlines, Text
from freed6c.document.sentences.formulas import formula, read
from freed6c.document.sentences.numbers import quantity
from freed6c.document.sentences.pieces import unit_of
from freed6c.document.sentences.tokens import token_word
from freed6c.formula.syntax_tree import (
    Amount,
    Binary,
    Call,
    Dice,
    Integer,
    Mark,
    Name,
    Node,
)
from freed6c.runtime.amounts import Modifier, Quantity
from freed6c.runtime.entries.dice import MultiplyDice, RollAgain, SubstituteDice

if TYPE_CHECKING:
    from freed6c.document.scribe import Scribe
    from freed6c.runtime.effects import Amount as EffectAmount


LETTERS: Final = re.compile(r"[A-Z][A-Za-z]*")


def amount(scribe: Scribe, by: EffectAmount) -> Inlines:
    """`-2`, `+1D per rank`; what a formula gives where nothing simpler can be said."""
    if isinstance(by, Modifier):
        return modifier(scribe, by)
    return per(scribe, by.text, signed=True) or scribe.say(
        "amount.formula", formula=formula(scribe, by.text)
    )


def modifier(scribe: Scribe, value: Modifier) -> Inlines:
    """`-2`, `±1D`, `a boost (B1)`."""
    if value.token:
        return _token(scribe, value)
    if value.dice or value.pips:
        pips = f"+{abs(value.pips)}" if value.pips else ""
        dice = f"{abs(value.dice)}D" if value.dice else ""
        number = f"{dice}{pips}" if dice else pips.lstrip("+")
        return _signed(scribe, number, value, negative=min(value.dice, value.pips) < 0)
    return _signed(scribe, str(abs(value.adds)), value, negative=value.adds < 0)


def _signed(scribe: Scribe, number: str, value: Modifier, *, negative: bool) -> Inlines:
    if value.either_way:
        return scribe.say("either-way", amount=number)
    return scribe.say("less" if negative else "more", amount=number)


def _token(scribe: Scribe, value: Modifier) -> Inlines:
    """Counted dice by sign and number, others by their word and notation."""
    letters = LETTERS.match(value.token)
    found = token_word(scribe, letters[0]) if letters else None
    if found is None:
        return _signed(
            scribe, f"{abs(value.count)}{value.token}", value, negative=value.count < 0
        )
    word = (scribe.link(found.step, (Text(found.word),)),)
    if isinstance(found.step, SubstituteDice):
        sign = _sign(scribe, value)
        return scribe.say("token.counted", sign=sign, count=abs(value.count), word=word)
    if isinstance(found.step, RollAgain):
        return scribe.say("token.word", word=word)
    uncounted = isinstance(found.step, MultiplyDice)
    notation = value.token if uncounted else _notation(value)
    return scribe.say("token.count", word=word, token=notation)


def _sign(scribe: Scribe, value: Modifier) -> str:
    key = "either-way" if value.either_way else ("less" if value.count < 0 else "more")
    return scribe.patterns[key].partition("{")[0]


def _notation(value: Modifier) -> str:
    """As the table writes it: `B1`; a token that ends in its own number stands alone."""
    numbered = value.token[-1].isdigit()
    return value.token if numbered else f"{value.token}{abs(value.count)}"


def per(scribe: Scribe, text: str, *, signed: bool) -> Inlines | None:
    """`(rank - 1) * 1D` as `+1D per rank beyond the first`; None for other formulas."""
    node = read(text)
    if not isinstance(node, Binary) or node.operator != "*":
        return None
    for factor, each in ((node.left, node.right), (node.right, node.left)):
        said = _each(scribe, each, signed=signed)
        if said is not None:
            return _times(scribe, factor, said)
    return None


def _each(scribe: Scribe, node: Node, *, signed: bool) -> Inlines | None:
    """The amount that is multiplied."""
    match node:
        case Integer(number) if signed:
            return modifier(scribe, Modifier(adds=number))
        case Dice(dice, pips, ()) if signed:
            return modifier(scribe, Modifier(dice=dice, pips=pips))
        case Mark(letters, before, behind):
            counted = Modifier(token=letters, count=behind or before or 1)
            return modifier(scribe, counted)
        case Amount(number, unit):
            return quantity(scribe, Quantity(amount=number, unit=unit))
        case _:
            return None


def _times(scribe: Scribe, factor: Node, said: Inlines) -> Inlines | None:
    """What the amount is multiplied with: ranks, ranks beyond one, dice of a code."""
    match factor:
        case Name(name):
            unit = unit_of(scribe, name)
            return scribe.say("amount.per", amount=said, unit=unit)
        case Binary("-", Name(name), Integer(1)):
            unit = unit_of(scribe, name)
            return scribe.say("amount.per-beyond-first", amount=said, unit=unit)
        case Binary("-", Name(name), Integer(count)):
            unit = unit_of(scribe, name)
            return scribe.say("amount.per-beyond", amount=said, unit=unit, count=count)
        case Call("dice", (code,)):
            words = formula(scribe, code)
            return scribe.say("amount.per-die", amount=said, code=words)
        case Integer():
            return None
        case _:
            words = formula(scribe, factor)
            return scribe.say("amount.times", amount=said, factor=words)
