"""Python's expressions over several lines, as `ruff format` lays them out.

An expression comes as the text of one line and is laid out from its tree, so whoever writes code
need not think of its layout. Only what generated code is made of is known here.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeAlias

from freed6c.emit.python.layout import INDENT, WIDTH
from freed6c.emit.python.printer import (
    Broken,
    Doc,
    Either,
    Free,
    Group,
    Indent,
    Line,
    Mark,
    Marked,
    Printer,
)
from freed6c.emit.python.syntax import (
    Chain,
    Source,
    can_omit_parentheses,
    chain,
    wants_parentheses,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Parts: TypeAlias = tuple[Doc, ...]
UNARY: Final = {ast.Not: "not ", ast.USub: "-", ast.UAdd: "+"}


def statement(before: str, expression: str, depth: int) -> str:
    """A statement of a block at a depth: `before` (`return `), and an expression on one line."""
    flat = INDENT * depth + before + expression
    if len(flat) <= WIDTH:
        return flat
    source = Source.parse(expression)
    layout = _Layout(source)
    if _is_solid(source) and len(INDENT * (depth + 1) + expression) <= WIDTH:
        parts = layout.wrapped(source.tree)
    else:
        parts = layout.whole(source.tree)
    return INDENT * depth + Printer(WIDTH, depth).print((before, *parts))


def _is_solid(source: Source) -> bool:
    """Whether an expression cannot be broken, but put on a line of its own."""
    return not wants_parentheses(source.tree, source) and "(" not in source.line


@dataclass(frozen=True, slots=True)
class _Layout:
    """Makes parts of a tree. `inside` brackets they may break; `around` others, if those do."""

    source: Source
    inside: bool = False
    around: Mark | None = None

    def line(self) -> Doc:
        if self.inside:
            return Line(" ")
        if self.around is None:
            return " "
        return Either(self.around, (Line(" "),), (" ",))

    def group(self, parts: Parts) -> Parts:
        if self.inside:
            return (Group(parts),)
        if self.around is None:
            return parts
        return (Either(self.around, (Group(parts),), parts),)

    def brackets(self, start: str, parts: Parts, end: str) -> Doc:
        group = Group((start, Indent((Line(), *parts)), Line(), end))
        if self.inside or self.around is None:
            return group
        return Free(self.around, (group,))

    def within(self) -> _Layout:
        return replace(self, inside=True, around=None)

    def whole(self, node: ast.expr) -> Parts:
        """An expression, in parentheses if it breaks and no brackets in it can well do so."""
        if not wants_parentheses(node, self.source):
            return self.bare(node)
        if not can_omit_parentheses(node, self.source):
            return self.wrapped(node)
        mark = Mark()
        inner = replace(self, around=mark).bare(node)
        indented = Either(mark, (Indent((Line(), *inner)),), (Line(), *inner))
        return (Marked(mark, (Broken("("), indented, Line(), Broken(")"))),)

    def wrapped(self, node: ast.expr) -> Parts:
        """An expression, in parentheses if it breaks."""
        inner = self.within().bare(node)
        return (Group((Broken("("), Indent((Line(), *inner)), Line(), Broken(")"))),)

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
            *((f"{one.arg}=", *inner.part(one.value)) for one in keywords),
        ]
        if not parts:
            return ("()",)
        comma = (Broken(","),) if len(parts) > 1 else ()
        listed = Group((*_joined(parts), *comma))
        return (self.brackets("(", (listed,), ")"),)

    def tuple(self, items: Sequence[ast.expr]) -> Doc:
        inner = self.within()
        comma = "," if len(items) == 1 else Broken(",")
        parts = (*_joined([inner.part(item) for item in items]), comma)
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


def _joined(parts: Sequence[Parts]) -> Iterator[Doc]:
    for number, part in enumerate(parts):
        if number:
            yield from (",", Line(" "))
        yield from part
