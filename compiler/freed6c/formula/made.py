"""Modifiers, pools and quantities in Python: objects, made by their fields.

The runtime gives them no arithmetic: what a formula does to one is done to its fields.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from freed6c.formula import pieces
from freed6c.formula.pieces import NotPlain, Piece, Strength
from freed6c.formula.tree import Amount, Binary, Dice, Unary
from freed6c.formula.typed import Marked, Typed, Variable
from freed6c.formula.types import DIE_CODE, INTEGER, MODIFIER

if TYPE_CHECKING:
    from fractions import Fraction

Fields = dict[str, Piece]
Write = Callable[[Typed], Piece]

UNCOUNTED: Final = frozenset({"token", "either_way"})
"""Fields of a modifier that are no numbers."""


def text(value: str) -> Piece:
    """Write a text in quotes; whatever a pack put into it stays a text."""
    written = repr(value)
    if written.startswith("'") and '"' not in written:
        written = f'"{written[1:-1]}"'
    return Piece(written)


def fraction(value: Fraction) -> Piece:
    """Write an exact fraction."""
    ends = (value.numerator, value.denominator)
    numbers = [pieces.number(end) for end in ends[: 1 + (value.denominator != 1)]]
    return pieces.call("Fraction", *numbers, needs=("Fraction",))


def _amount(value: Fraction) -> Piece:
    whole = value.denominator == 1
    return pieces.number(value.numerator) if whole else fraction(value)


def code_fields(typed: Typed, pips: str) -> Fields:
    """Find the dice and pips of a die code that is written out or has a name."""
    match typed.node, typed.meaning:
        case Dice() as dice, _:
            found = {"dice": pieces.number(dice.dice)}
            more = {pips: pieces.number(dice.pips)} if dice.pips else {}
            return found | more
        case _, Variable(name):
            code = pieces.variable(name)
            return {
                "dice": pieces.attribute(code, "dice"),
                pips: pieces.attribute(code, "pips"),
            }
        case _:
            raise NotPlain


def pool(typed: Typed) -> Piece:
    """Write `Pool(dice=5, adds=1, tokens=(("B", 2),))`."""
    fields = code_fields(typed, "adds")
    if typed.parts:
        fields["tokens"] = _tuple([_token(mark) for mark in typed.parts])
    return pieces.make("Pool", fields)


def _token(mark: Typed) -> Piece:
    assert isinstance(mark.meaning, Marked)
    token, count = text(mark.meaning.token), mark.meaning.count
    return _tuple([token, pieces.number(count)])


def _tuple(items: list[Piece]) -> Piece:
    comma = "," if len(items) == 1 else ""
    return Piece(f"({', '.join(item.text for item in items)}{comma})")


@dataclass(frozen=True, slots=True)
class Maker:
    """Finds the fields of what a part gives. `write` writes the numbers in them."""

    write: Write

    def modifier(self, typed: Typed) -> Fields:
        """Find the fields of a modifier: `(rank - 1) * 1D` has `dice=rank - 1`."""
        if typed.becomes is MODIFIER and typed.type is INTEGER:
            return {"adds": self.write(_as_itself(typed))}
        if typed.becomes is MODIFIER and typed.type is DIE_CODE:
            return code_fields(typed, "pips")
        match typed.node, typed.meaning:
            case _, Marked(token, count):
                return {"token": text(token), "count": pieces.number(count)}
            case Unary("±"), _:
                return {**self.modifier(typed.parts[0]), "either_way": Piece("True")}
            case Unary(sign), _:
                return _signed(sign, self.modifier(typed.parts[0]))
            case Binary("*"), _:
                return self.times(typed, MODIFIER, self.modifier)
            case _:
                raise NotPlain

    def quantity(self, typed: Typed) -> Fields:
        """Find the fields of a quantity: `rank * 5 ft` has `unit="ft"`."""
        match typed.node:
            case Amount(number, unit):
                return {"amount": _amount(number), "unit": text(unit)}
            case Unary(sign):
                return _signed(sign, self.quantity(typed.parts[0]))
            case Binary("*"):
                measured = typed.type
                return self.times(typed, measured, self.quantity)
            case _:
                raise NotPlain

    def times(
        self, typed: Typed, kind: object, fields: Callable[[Typed], Fields]
    ) -> Fields:
        """Multiply every number in the fields of one part with the other part."""
        left, right = typed.parts
        if left.delivers == kind:
            factor = self.write(right)
            return _each(fields(left), lambda piece: _product(piece, factor))
        factor = self.write(left)
        return _each(fields(right), lambda piece: _product(factor, piece))


def _as_itself(typed: Typed) -> Typed:
    return Typed(typed.node, typed.type, typed.parts, typed.meaning)


def _each(fields: Fields, change: Callable[[Piece], Piece]) -> Fields:
    kept = UNCOUNTED | {"unit"}
    return {n: piece if n in kept else change(piece) for n, piece in fields.items()}


def _signed(sign: str, fields: Fields) -> Fields:
    return _each(fields, pieces.negative) if sign == "-" else fields


def _product(left: Piece, right: Piece) -> Piece:
    if left.text == "1":
        return right
    if right.text == "1":
        return left
    return pieces.infix(left, "*", right, Strength.PRODUCT)
