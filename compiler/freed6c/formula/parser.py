"""Formulas as text become trees, or a problem in plain words.

From loose to tight: `or`, `and`, `not`, comparisons, `to`, `+ -`, `* / mod`, signs.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Final

from freed6c.formula.lexer import MAX_DEPTH, MAX_LENGTH, MAX_NUMBER, Token, tokens_of
from freed6c.formula.scope import FormulaProblem
from freed6c.formula.syntax_tree import (
    Amount,
    Binary,
    Call,
    Decimal,
    Dice,
    Integer,
    Mark,
    Name,
    Node,
    Truth,
    Unary,
    walk,
)

NOT: Final = 3
COMPARISON: Final = 4
RANGE: Final = 5
SIGN: Final = 8

LEVELS: Final = {
    "or": 1,
    "and": 2,
    **dict.fromkeys(("=", "!=", "<", "<=", ">", ">=", "within"), COMPARISON),
    "to": RANGE,
    "+": 6,
    "-": 6,
    "*": 7,
    "/": 7,
    "mod": 7,
}
"""How tightly each operator between two things binds."""

SIGNS: Final = ("-", "+", "±")

NAME_IT: Final = "give a part of it a name, as a formula of its own"
SPACED: Final = (
    "put spaces around the minus: a - b; without them a hyphen is part of a name"
)


def parse(text: str) -> Node:
    """Read a formula. Raises FormulaProblem where it cannot be read."""
    if len(text) > MAX_LENGTH:
        raise _problem(
            f"the formula is longer than {MAX_LENGTH} characters",
            (0, len(text)),
            NAME_IT,
        )
    tree = _Parser(tokens_of(text)).whole()
    if max(depth for _, depth in walk(tree)) > MAX_DEPTH:
        raise _too_deep(0, len(text))
    return tree


def _problem(message: str, where: tuple[int, int], way_out: str = "") -> FormulaProblem:
    return FormulaProblem(message, *where, way_out, code="syntax")


def _too_deep(start: int, end: int) -> FormulaProblem:
    message = f"more than {MAX_DEPTH} things stand inside each other"
    return _problem(message, (start, end), NAME_IT)


class _Parser:
    """Reads tokens from left to right, looking one ahead."""

    def __init__(self, tokens: tuple[Token, ...]) -> None:
        self.tokens = tokens
        self.position = 0
        self.depth = 0

    @property
    def next(self) -> Token:
        return self.tokens[self.position]

    def take(self) -> Token:
        token = self.next
        self.position += 1
        return token

    def sees(self, *texts: str) -> bool:
        """Whether one of these signs or reserved words comes next."""
        return self.next.sort in {"sign", "name"} and self.next.text in texts

    def whole(self) -> Node:
        tree = self.expression(1)
        if self.next.sort != "end":
            raise self.stray()
        return tree

    def expression(self, loosest: int) -> Node:
        """Everything whose operators bind at least this tightly."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise _too_deep(self.next.start, self.next.end)
        left = self.operand()
        while (level := self.level()) >= loosest:
            left = self.operation(left, level)
        self.depth -= 1
        return left

    def level(self) -> int:
        """How tightly the operator that comes next binds; 0 where there is none."""
        known = self.next.sort == "sign" or self.next.reserved
        return LEVELS.get(self.next.text, 0) if known else 0

    def operation(self, left: Node, level: int) -> Node:
        operator = self.take()
        if operator.text == "-":
            self.expect_spaces(operator)
        if operator.text == "=" and self.sees("="):
            where = (operator.start, self.next.end)
            raise _problem("== is not an operator", where, "write = once")
        right = self.expression(level + 1)
        if level in {COMPARISON, RANGE} and self.level() == level:
            raise self.chained(level)
        return Binary(operator.text, left, right, start=left.start, end=right.end)

    def expect_spaces(self, minus: Token) -> None:
        before = self.tokens[self.position - 2]
        if before.end == minus.start or minus.end == self.next.start:
            raise _problem(
                "a minus between two things needs a space on both sides",
                (minus.start, minus.end),
                SPACED,
            )

    def chained(self, level: int) -> FormulaProblem:
        where = (self.next.start, self.next.end)
        if level == RANGE:
            return _problem("a range has two ends", where)
        return _problem(
            "only two things can be compared at a time",
            where,
            "join two comparisons with and: a < b and b < c",
        )

    def operand(self) -> Node:
        if self.sees("not"):
            return self.unary(NOT)
        if self.sees(*SIGNS):
            return self.unary(SIGN)
        if self.sees("("):
            return self.group()
        return self.single()

    def unary(self, level: int) -> Node:
        operator = self.take()
        operand = self.expression(level)
        return Unary(operator.text, operand, start=operator.start, end=operand.end)

    def group(self) -> Node:
        opening = self.take()
        inner = self.expression(1)
        closing = self.close(opening)
        return replace(inner, start=opening.start, end=closing.end)

    def close(self, opening: Token) -> Token:
        if self.sees(")"):
            return self.take()
        if self.next.sort != "end":
            raise self.stray()
        where = (opening.start, opening.end)
        raise _problem("this parenthesis is never closed", where, "add a )")

    def single(self) -> Node:
        """Read a number, dice, a mark, a name or a call."""
        token = self.next
        if token.sort == "number":
            return self.number()
        if token.sort == "dice":
            return self.dice()
        if token.sort == "mark":
            return self.mark()
        if token.sort == "name" and token.text in {"true", "false"}:
            self.take()
            value = token.text == "true"
            return Truth(value, start=token.start, end=token.end)
        if token.sort == "name" and not token.reserved:
            return self.name()
        raise self.missing()

    def number(self) -> Node:
        token = self.take()
        value = _bounded(Fraction(token.text), token)
        unit = self.next
        if unit.sort == "name" and not unit.reserved:
            self.take()
            return Amount(value, unit.text, start=token.start, end=unit.end)
        if "." in token.text:
            return Decimal(value, start=token.start, end=token.end)
        return Integer(int(value), start=token.start, end=token.end)

    def dice(self) -> Node:
        token = self.take()
        dice, _, pips = token.text.partition("D")
        marks: list[Mark] = []
        while self.next.sort == "mark":
            marks.append(self.mark())
        return Dice(
            _whole(dice, token),
            _whole(pips.lstrip("+") or "0", token),
            tuple(marks),
            start=token.start,
            end=marks[-1].end if marks else token.end,
        )

    def mark(self) -> Mark:
        token = self.take()
        letters = token.text.strip("0123456789")
        before, _, behind = token.text.partition(letters)
        return Mark(
            letters,
            _whole(before, token) if before else None,
            _whole(behind, token) if behind else None,
            start=token.start,
            end=token.end,
        )

    def name(self) -> Node:
        token = self.take()
        if not self.sees("("):
            return Name(token.text, start=token.start, end=token.end)
        opening = self.take()
        arguments = self.arguments()
        end = self.close(opening).end
        return Call(token.text, arguments, start=token.start, end=end)

    def arguments(self) -> tuple[Node, ...]:
        if self.sees(")"):
            return ()
        found = [self.expression(1)]
        while self.sees(","):
            self.take()
            found.append(self.expression(1))
        return tuple(found)

    def missing(self) -> FormulaProblem:
        """Say that something should have stood here."""
        token = self.next
        if token.sort != "end":
            where = (token.start, token.end)
            return _problem(f"something is missing before {token.text}", where)
        if self.position == 0:
            return _problem("the formula is empty", (0, token.end))
        last = self.tokens[self.position - 1]
        message = f"something is missing after {last.text}"
        return _problem(message, (last.start, last.end))

    def stray(self) -> FormulaProblem:
        """Say that nothing should have stood here."""
        token = self.next
        where = (token.start, token.end)
        if token.text == ")":
            return _problem("there is no ( for this )", where, "take the ) away")
        if token.text == ",":
            way_out = "commas stand between the arguments of a function: max(a, b)"
            return _problem("a comma does not belong here", where, way_out)
        before = self.tokens[self.position - 1]
        message = f"something is missing between {before.text} and {token.text}"
        way_out = "write what is done with the two, such as + or *"
        return _problem(message, (before.start, token.end), way_out)


def _whole(digits: str, token: Token) -> int:
    return int(_bounded(Fraction(digits), token))


def _bounded(value: Fraction, token: Token) -> Fraction:
    if max(value.numerator, value.denominator) > MAX_NUMBER:
        raise _problem("the number is too long", (token.start, token.end))
    return value
