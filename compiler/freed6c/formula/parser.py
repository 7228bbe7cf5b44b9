"""The parser, which turns the text of a formula into a syntax tree.

It is a recursive descent parser, with precedence climbing for the binary operators. A syntax error
raises a BadFormulaError with the range of its characters.
"""

from __future__ import annotations

from dataclasses import replace
from enum import IntEnum
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Final

from freed6c.diagnostics.codes import formulas as codes
from freed6c.formula.lexer import MAX_NUMBER, Token, tokenize
from freed6c.formula.scope import BadFormulaError
from freed6c.formula.syntax_tree import (
    Binary,
    Decimal,
    DiceLiteral,
    FunctionCall,
    Integer,
    Name,
    Node,
    QuantityLiteral,
    SignedDice,
    SourceRange,
    TokenLiteral,
    Truth,
    Unary,
    walk,
)
from freed6c.packs.limits import MAX_DEPTH
from freed6c.runtime.notation import read_code, read_signed_dice


class Precedence(IntEnum):
    """The precedence of expressions, from the loosest to the tightest.

    Python has the same order, so code generation also uses it to place parentheses. CONDITIONAL
    (`a if b else c`) exists only in Python, RANGE (`1 to 3`) only in formulas.
    """

    CONDITIONAL = 1
    OR = 2
    AND = 3
    NOT = 4
    COMPARISON = 5
    RANGE = 6
    SUM = 7
    PRODUCT = 8
    SIGN = 9
    ATOM = 10


NOT: Final = Precedence.NOT
SIGN: Final = Precedence.SIGN

PRECEDENCE: Final = {
    "or": Precedence.OR,
    "and": Precedence.AND,
    **dict.fromkeys(("=", "!=", "<", "<=", ">", ">=", "within"), Precedence.COMPARISON),
    "to": Precedence.RANGE,
    **dict.fromkeys(("+", "-"), Precedence.SUM),
    **dict.fromkeys(("*", "/", "mod"), Precedence.PRODUCT),
}
"""The precedence of each binary operator."""

LOOSEST: Final = Precedence.OR
"""The precedence of the loosest operator of formulas."""
UNCHAINED: Final = {Precedence.COMPARISON, Precedence.RANGE}
"""The levels of non-associative operators: `a < b < c` is an error."""

SIGNS: Final = ("-", "+", "±")


TWICE: Final = {
    "*": "formulas have no powers; multiply, as in a * a",
    "/": "to divide and round down, write floor(a / b)",
}
"""The advice for operators of programming languages that are an operator written twice: `**`."""


@lru_cache(maxsize=1024)
def parse(text: str) -> Node:
    """Parse a formula. Raises BadFormulaError for a syntax error.

    Trees are immutable, so they are cached: many effects have the same formula, such as `-1D`.
    """
    whole = SourceRange(start=0, end=len(text))
    tree = _Parser(tokenize(text)).parse()
    if max(depth for _, depth in walk(tree)) > MAX_DEPTH:
        raise BadFormulaError(codes.FORMULA_TOO_DEEP, whole, most=MAX_DEPTH)
    return tree


class _Parser:
    """A parser of one formula. Each method reads the tokens of a construct and returns its node.

    `position` is the index of the next token. Only `signed_dice` looks further ahead.
    """

    def __init__(self, tokens: tuple[Token, ...]) -> None:
        self.tokens = tokens
        self.position = 0
        self.depth = 0

    @property
    def current(self) -> Token:
        return self.tokens[self.position]

    def advance(self) -> Token:
        token = self.current
        self.position += 1
        return token

    def since(self, first: Token | Node) -> dict[str, int]:
        """Return the range from the start of a token or node to the end of the last read token."""
        return {"start": first.start, "end": self.tokens[self.position - 1].end}

    def at(self, *texts: str) -> bool:
        """Return True if the current token is one of these signs or reserved words."""
        return self.current.kind in {"sign", "name"} and self.current.text in texts

    def parse(self) -> Node:
        tree = self.expression(LOOSEST)
        if self.current.kind != "end":
            raise self.unexpected()
        return tree

    def expression(self, loosest: int) -> Node:
        """Parse an expression whose binary operators bind at least as tightly as `loosest`.

        Right operands are parsed one level tighter, so operators of one level group from the left:
        `a - b - c` is `(a - b) - c`.
        """
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise BadFormulaError(codes.FORMULA_TOO_DEEP, self.current, most=MAX_DEPTH)
        left = self.operand()
        while (precedence := self.precedence()) >= loosest:
            left = self.infix(left, precedence)
        self.depth -= 1
        return left

    def precedence(self) -> int:
        """Return the precedence of the current token; 0 if it is not a binary operator."""
        operator = self.current.kind == "sign" or self.current.reserved
        return PRECEDENCE.get(self.current.text, 0) if operator else 0

    def infix(self, left: Node, precedence: int) -> Node:
        """Parse an operator and its right operand. Common mistakes raise BadFormulaError."""
        before, operator = self.tokens[self.position - 1], self.advance()
        glued = before.end == operator.start or operator.end == self.current.start
        if operator.text == "-" and glued:
            raise BadFormulaError(codes.MINUS_WITHOUT_SPACES, operator)
        if operator.text == "=" and self.at("="):
            both = SourceRange(start=operator.start, end=self.current.end)
            raise BadFormulaError(codes.DOUBLE_EQUALS, both)
        # `a - 3D+1` could mean `a - 3D - 1` or `a - 3D + 1`.
        subtrahend = self.current
        pips_follow = subtrahend.kind == "dice" and "+" in subtrahend.text
        if operator.text == "-" and pips_follow:
            dice, _, pips = subtrahend.text.partition("D+")
            facts = {"code": subtrahend.text, "dice": dice, "pips": pips}
            raise BadFormulaError(codes.MINUS_BEFORE_PIPS, subtrahend, **facts)
        right = self.expression(precedence + 1)
        if precedence in UNCHAINED and self.precedence() == precedence:
            chained = precedence == Precedence.RANGE
            code = codes.CHAINED_RANGE if chained else codes.CHAINED_COMPARISON
            raise BadFormulaError(code, self.current)
        return Binary(operator.text, left, right, **self.since(left))

    def operand(self) -> Node:
        if self.at("not"):
            return self.unary(NOT)
        if self.at(*SIGNS):
            return self.signed_dice() or self.unary(SIGN)
        if self.at("("):
            return self.parenthesized()
        return self.primary()

    def signed_dice(self) -> SignedDice | None:
        """Parse dice and pips with a sign each: `-1D+1`, `+2D-1`.

        Return None, with nothing read, if the sign belongs to a whole operand: `-rank`, `-1D`,
        `±1D+1`.
        """
        # The lexer returns `-`, `1D+1`; but `+`, `2D`, `-`, `1`.
        sign, *rest = self.tokens[self.position : self.position + 4]
        for run in (rest, rest[:1]):
            share = read_signed_dice("".join(token.text for token in (sign, *run)))
            glued = all(token.end == after.start for token, after in pairwise(run))
            if share and share.pips and glued and run[-1].kind != "end":
                # `+2D+1` is a plus and the code 2D+1.
                if sign.text == "+" and share.pips > 0:
                    return None
                self.position += 1 + len(run)
                return SignedDice(*share, **self.since(sign))
        return None

    def unary(self, precedence: int) -> Node:
        operator = self.advance()
        return Unary(operator.text, self.expression(precedence), **self.since(operator))

    def parenthesized(self) -> Node:
        """Parse an expression in parentheses. Its range includes them."""
        opening = self.advance()
        inner = self.expression(LOOSEST)
        return replace(inner, start=opening.start, end=self.expect_closing(opening).end)

    def expect_closing(self, opening: Token) -> Token:
        if self.at(")"):
            return self.advance()
        if self.current.kind != "end":
            raise self.unexpected()
        raise BadFormulaError(codes.UNCLOSED_PARENTHESIS, opening)

    def primary(self) -> Node:
        """Parse a literal, a name or a call."""
        token = self.current
        if token.kind == "number":
            return self.number()
        if token.kind == "dice":
            return self.dice()
        if token.kind == "mark":
            mark = self.mark()
            if mark.letters == "d" and mark.before is not None and mark.behind:
                die = f"d{mark.behind}"
                return DiceLiteral(mark.before, 0, (), die, **self.since(token))
            return mark
        if token.kind == "name" and token.text in {"true", "false"}:
            return Truth(self.advance().text == "true", **self.since(token))
        if token.kind == "name" and not token.reserved:
            return self.name()
        raise self.missing_operand()

    def number(self) -> Node:
        """Parse `12`, `3.5` or a quantity: `5 ft`."""
        token = self.advance()
        value = _bounded(Fraction(token.text), token)
        unit = self.current
        if unit.kind == "name" and not unit.reserved:
            self.advance()
            return QuantityLiteral(value, unit.text, **self.since(token))
        if "." in token.text:
            return Decimal(value, **self.since(token))
        return Integer(int(value), **self.since(token))

    def dice(self) -> Node:
        """Parse a die code or pool: `3D+1`, `5D B2`."""
        token = self.advance()
        share = read_code(token.text)
        if share is None:
            raise BadFormulaError(codes.NUMBER_TOO_LONG, token)
        marks: list[TokenLiteral] = []
        while self.current.kind == "mark":
            marks.append(self.mark())
        return DiceLiteral(*share, tuple(marks), "", **self.since(token))

    def mark(self) -> TokenLiteral:
        """Parse the letters of a mark and the numbers before and behind them: `B2`, `3WD8`."""
        token = self.advance()
        letters = token.text.strip("0123456789")
        before, behind = (
            int(_bounded(Fraction(digits), token)) if digits else None
            for digits in token.text.split(letters)
        )
        return TokenLiteral(letters, before, behind, **self.since(token))

    def name(self) -> Node:
        """Parse a name or a call: `rank`, `floor(rank)`."""
        token = self.advance()
        if not self.at("("):
            return Name(token.text, **self.since(token))
        opening = self.advance()
        arguments = self.arguments()
        self.expect_closing(opening)
        return FunctionCall(token.text, arguments, **self.since(token))

    def arguments(self) -> tuple[Node, ...]:
        if self.at(")"):
            return ()
        arguments = [self.expression(LOOSEST)]
        while self.at(","):
            self.advance()
            arguments.append(self.expression(LOOSEST))
        return tuple(arguments)

    def missing_operand(self) -> BadFormulaError:
        """Return the problem of a missing operand at the current token."""
        token = self.current
        if token.kind != "end":
            last = self.tokens[self.position - 1]
            twice = (last.text, last.end) == (token.text, token.start)
            help_ = [TWICE[token.text]] if twice and token.text in TWICE else []
            where = f"in front of {token.text}"
            return BadFormulaError(
                codes.OPERAND_MISSING, token, help=help_, where=where
            )
        if self.position == 0:
            whole = SourceRange(start=0, end=token.end)
            return BadFormulaError(codes.FORMULA_EMPTY, whole)
        last = self.tokens[self.position - 1]
        return BadFormulaError(codes.OPERAND_MISSING, last, where=f"after {last.text}")

    def unexpected(self) -> BadFormulaError:
        """Return the problem of a current token that can't follow the one before."""
        token = self.current
        if token.text == ")":
            return BadFormulaError(codes.UNOPENED_PARENTHESIS, token)
        if token.text == ",":
            return BadFormulaError(codes.STRAY_COMMA, token)
        before = self.tokens[self.position - 1]
        both = SourceRange(start=before.start, end=token.end)
        return BadFormulaError(
            codes.OPERATOR_MISSING, both, left=before.text, right=token.text
        )


def _bounded(value: Fraction, token: Token) -> Fraction:
    """Return a number of a token. Raises BadFormulaError if it is too large."""
    if max(value.numerator, value.denominator) > MAX_NUMBER:
        raise BadFormulaError(codes.NUMBER_TOO_LONG, token)
    return value
