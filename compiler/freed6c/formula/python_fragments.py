"""Fragments of generated Python: expressions with the places where their lines may break.

Parentheses are written only where they are needed. `emit/python/layout.py` lays fragments out on
lines.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from freed6c.formula import syntax_tree, types
from freed6c.formula.arithmetic import apply_unary, constant
from freed6c.formula.parser import Precedence
from freed6c.formula.scope import ResolvedEntry
from freed6c.formula.typed_tree import BareWord, TokenCount, TypedNode
from freed6c.packs.ids import python_name
from freed6c.runtime.amounts import DieCode, Modifier, Pool, Quantity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from freed6c.runtime.situation import FormulaValue


@dataclass(frozen=True, slots=True)
class Operator:
    """An operator between operands: lines may break before it, at the loosest ones first."""

    symbol: str
    precedence: Precedence

    @property
    def text(self) -> str:
        """The operator with its spaces."""
        return f" {self.symbol} "


@dataclass(frozen=True)
class Brackets:
    """A call, a tuple, a dict or parentheses, with what stands in them.

    Each part has a prefix: `name=`, `"key": ` or nothing. Brackets that break have a `comma` after
    the last part.
    """

    open: str
    parts: tuple[tuple[str, Fragment], ...]
    close: str
    comma: bool = True

    @cached_property
    def text(self) -> str:
        """The brackets on one line."""
        inside = ", ".join([prefix + part.text for prefix, part in self.parts])
        return f"{self.open}{inside}{self.close}"


@dataclass(frozen=True)
class FragmentText:
    """A text of a pack, which may be broken between words into several literals."""

    value: str

    @cached_property
    def text(self) -> str:
        """The text as one literal."""
        return literal(self.value)


Piece: TypeAlias = str | FragmentText | Operator | Brackets


@dataclass(frozen=True)
class Fragment:
    """An expression, from left to right, and how tightly its loosest operator binds.

    Its layout asks for its text at every depth, so that is put together once.
    """

    pieces: tuple[Piece, ...]
    precedence: Precedence = Precedence.ATOM

    @cached_property
    def text(self) -> str:
        """The expression on one line."""
        return text_of(self.pieces)

    @property
    def names(self) -> frozenset[str]:
        """The names that it uses, without those that follow a dot."""
        names: set[str] = set()
        for piece in self.pieces:
            if isinstance(piece, Brackets):
                names.update(NAME.findall(piece.open))
                names.update(*(part.names for _, part in piece.parts))
            elif isinstance(piece, str) and piece[0] not in QUOTES:
                names.update(NAME.findall(piece))
        return frozenset(names)

    def at_least(self, precedence: Precedence) -> tuple[Piece, ...]:
        """The pieces for a place that needs this precedence; else in parentheses."""
        if self.precedence >= precedence:
            return self.pieces
        return (Brackets("(", (("", self),), ")", comma=False),)


NAME: Final = re.compile(r"(?<![\w.])[^\W\d]\w*")
QUOTES: Final = ("'", '"')


def text_of(pieces: Iterable[Piece]) -> str:
    """Pieces on one line."""
    return "".join(
        [piece if isinstance(piece, str) else piece.text for piece in pieces]
    )


def atom(text: str) -> Fragment:
    """Write a name, or a literal."""
    return Fragment((text,))


def infix(
    left: Fragment, operator: str, right: Fragment, precedence: Precedence
) -> Fragment:
    """Write a binary operator. Python chains comparisons, so both sides bind tighter.

    The other operators group from the left: only the right side has to.
    """
    tighter = Precedence(precedence + 1)
    first = tighter if precedence is Precedence.COMPARISON else precedence
    symbol = Operator(operator, precedence)
    pieces = (*left.at_least(first), symbol, *right.at_least(tighter))
    return Fragment(pieces, precedence)


def call(function: str, *arguments: Fragment, **fields: Fragment) -> Fragment:
    """Write a call of a function or a class."""
    parts = (
        *(("", argument) for argument in arguments),
        *((f"{name}=", value) for name, value in fields.items()),
    )
    return Fragment((Brackets(f"{function}(", parts, ")"),))


def method(owner: Fragment, name: str, *arguments: Fragment) -> Fragment:
    """Write a call of a method."""
    called = call(f".{name}", *arguments)
    return Fragment((*owner.at_least(Precedence.ATOM), *called.pieces))


def write_integer(value: int) -> Fragment:
    """Write an integer."""
    return atom(str(value)) if value >= 0 else negative(atom(str(-value)))


def negative(operand: Fragment) -> Fragment:
    """Write a minus sign."""
    return Fragment(("-", *operand.at_least(Precedence.ATOM)), Precedence.SIGN)


def negation(operand: Fragment) -> Fragment:
    """Write `not`."""
    return Fragment(("not ", *operand.at_least(Precedence.NOT)), Precedence.NOT)


def sequence(items: Iterable[Fragment], opening: Literal["(", "["] = "(") -> Fragment:
    """Write a tuple, or a list."""
    parts = tuple(("", item) for item in items)
    if opening == "[":
        return Fragment((Brackets("[", parts, "]"),))
    return Fragment((Brackets("(", parts, ",)" if len(parts) == 1 else ")"),))


def mapping(items: Iterable[tuple[str, Fragment]]) -> Fragment:
    """Write a dict with texts for keys."""
    parts = tuple((f"{literal(key)}: ", value) for key, value in items)
    return Fragment((Brackets("{", parts, "}"),))


def literal(value: str) -> str:
    """A text in quotes: double ones, unless those take more escapes.

    Whatever a pack put into it stays a text.
    """
    if value.isprintable() and '"' not in value and "\\" not in value:
        return f'"{value}"'
    quote = "'" if value.count('"') > value.count("'") else '"'
    safe = value.replace("\\", "\\\\").replace(quote, f"\\{quote}")
    return quote + "\\n".join(map(_printable, safe.split("\n"))) + quote


def _printable(line: str) -> str:
    if line.isprintable():
        return line
    return "".join(
        letter if letter.isprintable() else repr(letter)[1:-1] for letter in line
    )


# Literals and types.


CLASSES: Final[Mapping[types.Type, type]] = {
    types.INTEGER: int,
    types.FRACTION: Fraction,
    types.BOOLEAN: bool,
    types.TEXT: str,
    types.MODIFIER: Modifier,
    types.POOL: Pool,
}


def write_type(of: types.Type) -> Fragment:
    """Write a type: `int`, `Range[Quantity]`, `Ref[Entry]`."""
    match of:
        case types.QuantityOf():
            return atom("Quantity")
        case types.RangeOf(inner):
            return atom(f"Range[{write_type(inner).text}]")
        case types.EntryOf(entry):
            return atom(f"Ref[{entry_class(entry or 'entry')}]")
        case types.OptionalOf(inner):
            return atom(f"{write_type(inner).text} | None")
        case _:
            # The class of die codes is the ruleset's own.
            cls = CLASSES.get(of)
            return atom("DieCode" if cls is None else cls.__name__)


def entry_class(entry: str) -> str:
    """Name the class of a kind of entry.

    A formula is something else before it has a name, a character is who plays, and a panel is a
    part of a page.
    """
    name = "".join(word.capitalize() for word in entry.split("-"))
    return f"{name}Entry" if name in ("Formula", "Character", "Panel") else name


def write_text(value: str) -> Fragment:
    """Write a text in quotes."""
    return Fragment((FragmentText(value),))


def write_value(value: object) -> Fragment:
    """Write a number, a text, a die code, a tuple of such, or an amount."""
    match value:
        case bool() | None:
            return atom(str(value))
        case int():
            return write_integer(value)
        case Fraction():
            numbers = value.as_integer_ratio()[: 1 + (value.denominator != 1)]
            return call("Fraction", *map(write_integer, numbers))
        case DieCode():
            return write_die_code(value.dice, value.pips)
        case tuple():
            return sequence(map(write_value, value))
        case Modifier() | Pool() | Quantity():
            fields = {name: write_value(part) for name, part in vars(value).items()}
            return call(type(value).__name__, **fields)
        case _:
            return write_text(str(value))


def write_die_code(dice: int, pips: int) -> Fragment:
    """Write a die code, without pips where it has none."""
    numbers = (dice, pips) if pips else (dice,)
    return call("DieCode", *map(write_integer, numbers))


def write_constant(typed: TypedNode) -> Fragment | None:
    """Write a modifier, pool or quantity that is written out: `-1D`, `5D B2`, `1.5 ft`.

    None for everything else.
    """
    value = _constant_value(typed)
    return None if value is None else write_value(value)


def _constant_value(typed: TypedNode) -> FormulaValue:
    code = typed.type is types.DIE_CODE
    match typed.node:
        case syntax_tree.Unary(sign) if typed.type is not types.INTEGER:
            inner = _constant_value(typed.children[0])
            return None if inner is None else apply_unary(sign, inner)
        case syntax_tree.Integer(number) if typed.coerced_to is types.MODIFIER:
            return Modifier.of(number)
        case syntax_tree.DiceLiteral(dice, pips) if (
            code and typed.coerced_to is types.MODIFIER
        ):
            return Modifier(dice=dice, pips=pips) if pips else dice * Modifier(dice=1)
        case syntax_tree.DiceLiteral() if code and typed.coerced_to is None:
            return None
        case (
            syntax_tree.DiceLiteral()
            | syntax_tree.SignedDice()
            | syntax_tree.QuantityLiteral()
        ):
            return constant(typed)
        case _:
            return constant(typed) if isinstance(typed.meaning, TokenCount) else None


# Calls of built-in functions.


WriteNode: TypeAlias = "Callable[[TypedNode], Fragment]"
"""Writes a node of a formula."""

WriteCall: TypeAlias = "Callable[[TypedNode, WriteNode], Fragment]"
"""Writes a call."""

HERE = "here"
"""What generated functions call the situation."""

ACCESSORS: Final = {of: python_name(word) for word, of in types.WORDS.items()}
"""The methods of a situation that give a name or cell of a type."""


def write_function(typed: TypedNode, write: WriteNode) -> Fragment:
    """Call the function of Python that has the same name."""
    name, arguments = _python_name(typed), [write(part) for part in typed.children]
    lonely = name in {"min", "max"} and len(arguments) == 1
    return arguments[0] if lonely else call(name, *arguments)


def write_field(typed: TypedNode, write: WriteNode) -> Fragment:
    """Read the field of the only argument that has the name of the function."""
    owner = write(typed.children[0]).at_least(Precedence.ATOM)
    return Fragment((*owner, f".{_python_name(typed)}"))


def write_method(typed: TypedNode, write: WriteNode) -> Fragment:
    """Ask the situation. Entries that are written out go by id."""
    arguments = (_argument(part, write) for part in typed.children)
    return call(f"{HERE}.{_python_name(typed)}", *arguments)


def _python_name(typed: TypedNode) -> str:
    assert isinstance(typed.node, syntax_tree.FunctionCall)
    return python_name(typed.node.function)


def _argument(typed: TypedNode, write: WriteNode) -> Fragment:
    match typed.meaning:
        case ResolvedEntry(id_, types.EntryOf()):
            return write_text(id_)
    return write(typed)


def write_variable(name: str, of: types.Type) -> Fragment:
    """Ask the situation for what a name stands for: `here.integer("rank")`."""
    key = write_text(name)
    if isinstance(of, types.OptionalOf):
        return call(f"{HERE}.optional", key, write_type(of.of))
    if isinstance(of, types.EntryOf):
        return call(f"{HERE}.entry", key)
    if isinstance(of, types.QuantityOf):
        return call(f"{HERE}.quantity", key)
    if of in ACCESSORS:
        return call(f"{HERE}.{ACCESSORS[of]}", key)
    return call(f"{HERE}.given", key, write_type(of))


def write_lookup(typed: TypedNode, write: WriteNode) -> Fragment:
    """Look a cell up, as what its column holds."""
    table, value, column = typed.children
    assert isinstance(column.meaning, BareWord)
    optional = isinstance(typed.type, types.OptionalOf)
    return call(
        f"{HERE}.lookup_optional" if optional else f"{HERE}.lookup",
        _argument(table, write),
        write(value),
        write_text(column.meaning.word),
        write_type(types.without_optional(typed.type)),
    )


def write_if_blank(typed: TypedNode, write: WriteNode) -> Fragment:
    """Write what stands for a blank; it waits unless it is written out."""
    value, otherwise = typed.children
    plain = isinstance(
        otherwise.node, syntax_tree.Integer | syntax_tree.Decimal | syntax_tree.Truth
    )
    if plain or write_constant(otherwise) is not None:
        return call(f"{HERE}.if_blank", write(value), write(otherwise))
    waiting = Fragment(("lambda: ", *write(otherwise).pieces))
    return call(f"{HERE}.or_else", write(value), waiting)


def write_conditional(typed: TypedNode, write: WriteNode) -> Fragment:
    """Write `met if condition else otherwise`."""
    condition, met, otherwise = map(write, typed.children)
    loose = Precedence.CONDITIONAL
    pieces = (
        *met.at_least(Precedence.OR),
        Operator("if", loose),
        *condition.at_least(Precedence.OR),
        Operator("else", loose),
        *otherwise.pieces,
    )
    return Fragment(pieces, loose)


def write_floor(typed: TypedNode, write: WriteNode) -> Fragment:
    """Write nothing for an integer, `//` for the division of two, else `floor`."""
    (argument,) = typed.children
    if argument.type is types.INTEGER:
        return write(argument)
    node, parts = argument.node, argument.children
    if (
        isinstance(node, syntax_tree.Binary)
        and node.operator == "/"
        and all(part.type is types.INTEGER for part in parts)
    ):
        left, right = map(write, parts)
        return infix(left, "//", right, Precedence.PRODUCT)
    return call("floor", write(argument))


def write_ceil(typed: TypedNode, write: WriteNode) -> Fragment:
    """Write nothing for an integer, else `ceil`."""
    (argument,) = typed.children
    number = write(argument)
    return number if argument.type is types.INTEGER else call("ceil", number)
