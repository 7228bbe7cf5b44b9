"""What the layout of a Python expression depends on: its parentheses, its operators."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Self

if TYPE_CHECKING:
    from collections.abc import Iterator


SYMBOLS: Final[dict[type[ast.AST], tuple[str, int]]] = {
    ast.Mult: ("*", 2),
    ast.Div: ("/", 2),
    ast.FloorDiv: ("//", 2),
    ast.Mod: ("%", 2),
    ast.Add: ("+", 3),
    ast.Sub: ("-", 3),
    ast.Eq: ("==", 4),
    ast.NotEq: ("!=", 4),
    ast.Lt: ("<", 4),
    ast.LtE: ("<=", 4),
    ast.Gt: (">", 4),
    ast.GtE: (">=", 4),
    ast.In: ("in", 4),
    ast.And: ("and", 5),
    ast.Or: ("or", 5),
}
"""Each operator, and how loosely it holds its operands where lines are broken."""

ATTRIBUTE: Final = 1
CONDITIONAL: Final = 6


@dataclass(frozen=True, slots=True)
class Source:
    """An expression as text of one line, and its tree."""

    line: str
    tree: ast.expr

    @classmethod
    def parse(cls, line: str) -> Self:
        """Read an expression."""
        return cls(line, ast.parse(line, mode="eval").body)

    def text(self, node: ast.expr) -> str:
        """A part as it is written."""
        return self.line[self._start(node) : self._end(node)]

    def has_parentheses(self, node: ast.expr) -> bool:
        """Whether a part stands in parentheses of its own, those of a call not counted."""
        start, end = self._start(node), self._end(node)
        if self.line[start - 1 : start] != "(" or self.line[end : end + 1] != ")":
            return False
        before = self.line[start - 2 : start - 1]
        return start < 2 or not (before.isalnum() or before in {"_", "]", ")"})  # noqa: PLR2004

    def _start(self, node: ast.expr) -> int:
        return self._column(node.col_offset)

    def _end(self, node: ast.expr) -> int:
        return self._column(node.end_col_offset or 0)

    def _column(self, offset: int) -> int:
        """The tree counts bytes."""
        return len(self.line.encode()[:offset].decode())


@dataclass(frozen=True, slots=True)
class Chain:
    """Operands with the operators between them, in the order in which they are written."""

    operands: tuple[ast.expr, ...]
    operators: tuple[ast.AST, ...]

    def split(self) -> Iterator[tuple[str, Chain]]:
        """The chain at its loosest operators: what stands before each part, and the part."""
        loosest = max(looseness(operator) for operator in self.operators)
        symbol, start = "", 0
        for place, operator in enumerate(self.operators):
            if looseness(operator) == loosest:
                yield symbol, self._part(start, place)
                symbol, start = SYMBOLS[type(operator)][0], place + 1
        yield symbol, self._part(start, len(self.operators))

    def _part(self, start: int, end: int) -> Chain:
        return Chain(self.operands[start : end + 1], self.operators[start:end])


def looseness(operator: ast.AST) -> int:
    """How loosely an operator holds its operands."""
    return SYMBOLS[type(operator)][1]


def chain(node: ast.expr, source: Source) -> Chain:
    """The chain of a part and of those inside it that have no parentheses."""
    operands, operators = _joined(node)
    if not operators:
        return Chain((node,), ())
    links = [
        Chain((one,), ()) if source.has_parentheses(one) else chain(one, source)
        for one in operands
    ]
    found = links[0]
    for operator, link in zip(operators, links[1:], strict=True):
        found = Chain(
            (*found.operands, *link.operands),
            (*found.operators, operator, *link.operators),
        )
    return found


def _joined(node: ast.expr) -> tuple[list[ast.expr], list[ast.AST]]:
    match node:
        case ast.BinOp(left, operator, right):
            return [left, right], [operator]
        case ast.BoolOp(operator, values):
            return values, [operator] * (len(values) - 1)
        case ast.Compare(left, operators, others):
            return [left, *others], [*operators]
        case _:
            return [node], []


def wants_parentheses(node: ast.expr, source: Source) -> bool:
    """Whether an expression that breaks is put in parentheses, if it cannot do without."""
    match node:
        case ast.BinOp() | ast.BoolOp() | ast.Compare() | ast.IfExp():
            return True
        case ast.UnaryOp(_, inner) | ast.Call(inner) | ast.Attribute(inner):
            return not source.has_parentheses(inner) and wants_parentheses(
                inner, source
            )
        case _:
            return False


def can_omit_parentheses(node: ast.expr, source: Source) -> bool:
    """Whether brackets inside an expression may break in place of parentheses around it.

    So it is with a single operator next to a call or other brackets, the first or the last thing.
    """
    found = _Operators(source)
    found.visit(node)
    if not found.brackets or found.count > 1:
        return False
    ends = (found.first, found.last)
    return found.loosest <= ATTRIBUTE or any(map(found.is_closed, ends))


@dataclass(slots=True)
class _Operators:
    """Gathers the loosest operators outside of brackets, and what stands at both ends."""

    source: Source
    loosest: int = 0
    count: int = 0
    brackets: bool = False
    first: ast.expr | None = None
    last: ast.expr | None = None
    started: bool = field(default=False)

    def is_closed(self, node: ast.expr | None) -> bool:
        """Whether something ends in brackets that hold something."""
        match node:
            case None:
                return False
            case ast.Call(_, args, keywords) if args or keywords:
                return True
            case ast.Tuple():
                return True
            case _:
                return self.source.has_parentheses(node)

    def visit(self, node: ast.expr) -> None:
        """Look at a part, from left to right."""
        self.last = node
        if self.source.has_parentheses(node):
            self.brackets = True
        else:
            self._inside(node)
        if not self.started:
            self.first, self.started = node, True

    def _inside(self, node: ast.expr) -> None:
        match node:
            case ast.Tuple():
                self.brackets = True
            case ast.Call(function):
                self.brackets = True
                self.visit(function)
                self.last = node
            case ast.Attribute(value):
                self.visit(value)
                if self.is_closed(value) or isinstance(value, ast.Call):
                    self._count(ATTRIBUTE, 1)
                self.last = node
            case ast.UnaryOp(_, operand):
                self.started = True
                self.visit(operand)
            case ast.IfExp(test, body, otherwise):
                self._count(CONDITIONAL, 2)
                for part in (body, test, otherwise):
                    self.visit(part)
            case _:
                self._operands(node)

    def _operands(self, node: ast.expr) -> None:
        operands, operators = _joined(node)
        for operator in operators:
            self._count(looseness(operator), 1)
        if operators:
            for operand in operands:
                self.visit(operand)

    def _count(self, loose: int, times: int) -> None:
        if loose > self.loosest:
            self.loosest, self.count = loose, times
        elif loose == self.loosest:
            self.count += times
