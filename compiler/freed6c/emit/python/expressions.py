"""Formats Python expressions as `ruff format` does.

An expression comes as one line of source; its syntax tree becomes a document for the printer.
Only the syntax that generated code contains is supported.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final, Self, TypeAlias

from freed6c.emit.python.layout import INDENT, WIDTH
from freed6c.emit.python.printer import (
    BestFitParenthesize,
    Doc,
    FitsExpanded,
    Group,
    GroupId,
    IfBreaks,
    IfGroupBreaks,
    Indent,
    Line,
    Printer,
)
from freed6c.formula.codegen import PYTHON_PRECEDENCE
from freed6c.formula.parser import Precedence

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


# Syntax: parentheses and operators.


SYMBOLS: Final[dict[type[ast.AST], str]] = {
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Add: "+",
    ast.Sub: "-",
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.In: "in",
    ast.And: "and",
    ast.Or: "or",
}


@dataclass(frozen=True, slots=True)
class Source:
    """An expression as one line of source, and its syntax tree."""

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
        """The character at an offset of the tree, which counts bytes of UTF-8."""
        return len(self.line.encode()[:offset].decode())


@dataclass(frozen=True, slots=True)
class Chain:
    """Operands with the operators between them, in the order in which they are written."""

    operands: tuple[ast.expr, ...]
    operators: tuple[ast.AST, ...]

    def split(self) -> Iterator[tuple[str, Chain]]:
        """The chain at its loosest operators: what stands before each part, and the part."""
        loosest = min(map(precedence_of, self.operators))
        symbol, start = "", 0
        for place, operator in enumerate(self.operators):
            if precedence_of(operator) == loosest:
                yield symbol, self._part(start, place)
                symbol, start = SYMBOLS[type(operator)], place + 1
        yield symbol, self._part(start, len(self.operators))

    def _part(self, start: int, end: int) -> Chain:
        return Chain(self.operands[start : end + 1], self.operators[start:end])


def precedence_of(operator: ast.AST) -> Precedence:
    """How tightly an operator binds: lines break at the loosest first, at `and` as at `or`."""
    return max(PYTHON_PRECEDENCE[SYMBOLS[type(operator)]], Precedence.AND)


def chain(node: ast.expr, source: Source) -> Chain:
    """The chain of a part and of those inside it that have no parentheses."""
    operands, operators = _operands(node)
    if not operators:
        return Chain((node,), ())
    links = [
        Chain((operand,), ())
        if source.has_parentheses(operand)
        else chain(operand, source)
        for operand in operands
    ]
    whole = links[0]
    for operator, link in zip(operators, links[1:], strict=True):
        whole = Chain(
            (*whole.operands, *link.operands),
            (*whole.operators, operator, *link.operators),
        )
    return whole


def _operands(node: ast.expr) -> tuple[list[ast.expr], list[ast.AST]]:
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

    They may where there is at most one operator of the loosest kind, and the expression begins
    or ends with brackets:

        return rolled + largest(
            first,
            second,
        )
    """
    operators = _Operators(source)
    operators.visit(node)
    if not operators.brackets or operators.count > 1:
        return False
    ends = (operators.first, operators.last)
    return operators.loosest == Precedence.ATOM or any(map(operators.is_closed, ends))


@dataclass(slots=True)
class _Operators:
    """Collects the loosest operators outside of brackets, and the first and last operand."""

    source: Source
    loosest: Precedence = Precedence.ATOM
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
                    self._count(Precedence.ATOM, 1)
                self.last = node
            case ast.UnaryOp(_, operand):
                self.started = True
                self.visit(operand)
            case ast.IfExp(test, body, otherwise):
                self._count(Precedence.CONDITIONAL, 2)
                for part in (body, test, otherwise):
                    self.visit(part)
            case _:
                operands, operators = _operands(node)
                for operator in operators:
                    self._count(precedence_of(operator), 1)
                for operand in operands if operators else ():
                    self.visit(operand)

    def _count(self, precedence: Precedence, times: int) -> None:
        if precedence < self.loosest:
            self.loosest, self.count = precedence, times
        elif precedence == self.loosest:
            self.count += times


Parts: TypeAlias = tuple[Doc, ...]
UNARY: Final = {ast.Not: "not ", ast.USub: "-", ast.UAdd: "+"}


def statement(before: str, expression: str, depth: int) -> str:
    """A statement of a block at a depth: `before` (`return `), and an expression on one line."""
    flat = INDENT * depth + before + expression
    if len(flat) <= WIDTH:
        return flat
    source = Source.parse(expression)
    layout = _Layout(source)
    if _is_unbreakable(source) and len(INDENT * (depth + 1) + expression) <= WIDTH:
        parts = layout.wrapped(source.tree)
    else:
        parts = layout.whole(source.tree)
    return INDENT * depth + Printer(WIDTH, depth).print((before, *parts))


def _is_unbreakable(source: Source) -> bool:
    """Whether an expression cannot be broken, but put on a line of its own."""
    return not wants_parentheses(source.tree, source) and "(" not in source.line


@dataclass(frozen=True, slots=True)
class _Layout:
    """Makes parts of a tree. `inside` brackets they may break; `around` others, if those do."""

    source: Source
    inside: bool = False
    around: GroupId | None = None

    def line(self) -> Doc:
        if self.inside:
            return Line(" ")
        if self.around is None:
            return " "
        return IfGroupBreaks(self.around, (Line(" "),), (" ",))

    def group(self, parts: Parts) -> Parts:
        if self.inside:
            return (Group(parts),)
        if self.around is None:
            return parts
        return (IfGroupBreaks(self.around, (Group(parts),), parts),)

    def brackets(self, start: str, parts: Parts, end: str) -> Doc:
        group = Group((start, Indent((Line(), *parts)), Line(), end))
        if self.inside or self.around is None:
            return group
        return FitsExpanded(self.around, (group,))

    def within(self) -> _Layout:
        return replace(self, inside=True, around=None)

    def whole(self, node: ast.expr) -> Parts:
        """An expression, in parentheses if it breaks and no brackets in it can well do so."""
        if not wants_parentheses(node, self.source):
            return self.bare(node)
        if not can_omit_parentheses(node, self.source):
            return self.wrapped(node)
        mark = GroupId()
        inner = replace(self, around=mark).bare(node)
        indented = IfGroupBreaks(mark, (Indent((Line(), *inner)),), (Line(), *inner))
        return (
            BestFitParenthesize(mark, (IfBreaks("("), indented, Line(), IfBreaks(")"))),
        )

    def wrapped(self, node: ast.expr) -> Parts:
        """An expression, in parentheses if it breaks."""
        inner = self.within().bare(node)
        return (
            Group((IfBreaks("("), Indent((Line(), *inner)), Line(), IfBreaks(")"))),
        )

    def body(self, node: ast.expr) -> Parts:
        """What a lambda gives: all but a call has parentheses, if it breaks."""
        return self.bare(node) if isinstance(node, ast.Call) else self.wrapped(node)

    def part(self, node: ast.expr) -> Parts:
        """A part of an expression, with the parentheses that it has."""
        if self.source.has_parentheses(node):
            return (self.brackets("(", self.within().bare(node), ")"),)
        return self.bare(node)

    def bare(self, node: ast.expr) -> Parts:
        parts: Parts = (self.source.text(node),)
        match node:
            case ast.Call(func, args, keywords):
                parts = (*self.part(func), *self.arguments(args, keywords))
            case ast.Attribute(value, name):
                parts = (*self.part(value), f".{name}")
            case ast.BinOp() | ast.BoolOp() | ast.Compare():
                parts = self.group(self.chain(chain(node, self.source)))
            case ast.UnaryOp(operator, operand):
                parts = (UNARY[type(operator)], *self.part(operand))
            case ast.IfExp():
                parts = self.group(self.conditional(node))
            case ast.Lambda(_, body):
                parts = ("lambda: ", *self.body(body))
            case ast.Tuple(items):
                parts = (self.tuple(items),)
        return parts

    def arguments(
        self, args: Sequence[ast.expr], keywords: Sequence[ast.keyword]
    ) -> Parts:
        inner = self.within()
        parts = [
            *(inner.part(arg) for arg in args),
            *((f"{kw.arg}=", *inner.part(kw.value)) for kw in keywords),
        ]
        if not parts:
            return ("()",)
        comma = (IfBreaks(","),) if len(parts) > 1 else ()
        listed = Group((*_comma_separated(parts), *comma))
        return (self.brackets("(", (listed,), ")"),)

    def tuple(self, items: Sequence[ast.expr]) -> Doc:
        inner = self.within()
        comma = "," if len(items) == 1 else IfBreaks(",")
        parts = (*_comma_separated([inner.part(item) for item in items]), comma)
        return self.brackets("(", parts, ")")

    def chain(self, links: Chain) -> Parts:
        """Operands and operators; those that bind tighter are groups of their own."""
        if not links.operators:
            return self.part(links.operands[0])
        first, *others = links.split()
        parts = list(self.link(first[1]))
        for symbol, link in others:
            parts += [self.line(), f"{symbol} ", *self.link(link)]
        return tuple(parts)

    def link(self, links: Chain) -> Parts:
        parts = self.chain(links)
        return self.group(parts) if links.operators else parts

    def conditional(self, node: ast.IfExp) -> Parts:
        match node.orelse:
            case ast.IfExp() as another:
                otherwise = self.conditional(another)
            case last:
                otherwise = self.part(last)
        return (
            *self.part(node.body),
            self.line(),
            "if ",
            *self.part(node.test),
            self.line(),
            "else ",
            *otherwise,
        )


def _comma_separated(parts: Sequence[Parts]) -> Iterator[Doc]:
    for number, part in enumerate(parts):
        if number:
            yield from (",", Line(" "))
        yield from part
