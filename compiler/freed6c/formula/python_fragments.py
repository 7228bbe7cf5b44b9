"""Fragments of generated Python: expressions with the places where their lines can break.

`emit/python/layout.py` breaks them into lines. Parentheses are written only if they are needed.
For example, `rank + floor(x)` is a fragment of three pieces: `rank`, Operator `+`, and Brackets
`floor(` with the part `x`. `write_…` functions return the fragment of a value or of a call.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from freed6c.formula import types
from freed6c.formula.arithmetic import apply_unary, constant
from freed6c.formula.parser import Precedence
from freed6c.formula.scope import ResolvedEntry
from freed6c.formula.syntax_tree import (
    Binary,
    Decimal,
    DiceLiteral,
    FunctionCall,
    Integer,
    QuantityLiteral,
    SignedDice,
    Truth,
    Unary,
)
from freed6c.formula.typed_tree import BareWord, TokenCount, TypedNode
from freed6c.packs.ids import python_name
from freed6c.packs.lazy import dataclass, regex
from freed6c.runtime.amounts import DieCode, FormulaPool, Modifier, Quantity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from freed6c.runtime.situation import FormulaValue


@dataclass(frozen=True)
class Operator:
    """An operator between operands. Lines can break before it, first at the loosest operators."""

    symbol: str
    precedence: Precedence

    @property
    def text(self) -> str:
        """The operator with its spaces."""
        return f" {self.symbol} "


@dataclass(frozen=True)
class Brackets:
    """A call, a tuple, a dict or parentheses, with the fragments inside.

    Each part is a pair of prefix and fragment; the prefix is `name=`, `"key": ` or empty. With
    `comma`, brackets that are broken into lines have a comma after the last part.
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
    """A text of a pack, which can be broken between words into several literals."""

    value: str

    @cached_property
    def text(self) -> str:
        """The text as one literal."""
        return literal(self.value)


Piece: TypeAlias = str | FragmentText | Operator | Brackets


@dataclass(frozen=True)
class Fragment:
    """The pieces of an expression from left to right, and the precedence of its loosest operator.

    `text` is cached, because the layout needs it at every depth.
    """

    pieces: tuple[Piece, ...]
    precedence: Precedence = Precedence.ATOM

    @cached_property
    def text(self) -> str:
        """The expression on one line."""
        return text_of(self.pieces)

    @property
    def names(self) -> frozenset[str]:
        """The names in the expression, without attributes: `here` in `here.rank`."""
        names: set[str] = set()
        for piece in self.pieces:
            if isinstance(piece, Brackets):
                names.update(NAME.findall(piece.open))
                names.update(*(part.names for _, part in piece.parts))
            elif isinstance(piece, str) and piece[0] not in QUOTES:
                names.update(NAME.findall(piece))
        return frozenset(names)

    def at_least(self, precedence: Precedence) -> tuple[Piece, ...]:
        """Return the pieces, in parentheses if they bind looser than this precedence."""
        if self.precedence >= precedence:
            return self.pieces
        return (Brackets("(", (("", self),), ")", comma=False),)


NAME: Final = regex(r"(?<![\w.])[^\W\d]\w*")
"""A name that doesn't follow a dot."""
QUOTES: Final = ("'", '"')


def text_of(pieces: Iterable[Piece]) -> str:
    """Return pieces on one line."""
    return "".join(piece if isinstance(piece, str) else piece.text for piece in pieces)


def atom(text: str) -> Fragment:
    """Write a name, or a literal."""
    return Fragment((text,))


def infix(
    left: Fragment, operator: str, right: Fragment, precedence: Precedence
) -> Fragment:
    """Write a binary operator with its operands.

    Operators group from the left: only a right operand of the same precedence needs parentheses.
    Python chains comparisons (`a < b < c`), so there the left operand needs them as well.
    """
    tighter = Precedence(precedence + 1)
    left_precedence = tighter if precedence is Precedence.COMPARISON else precedence
    symbol = Operator(operator, precedence)
    pieces = (*left.at_least(left_precedence), symbol, *right.at_least(tighter))
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
    """Return a string literal, in double quotes unless those need more escapes.

    Quotes, backslashes and unprintable characters are escaped, so that no text of a pack can end
    the literal and become code.
    """
    if value.isprintable() and '"' not in value and "\\" not in value:
        return f'"{value}"'
    quote = "'" if value.count('"') > value.count("'") else '"'
    safe = value.replace("\\", "\\\\").replace(quote, f"\\{quote}")
    return quote + "\\n".join(map(_printable, safe.split("\n"))) + quote


def _printable(line: str) -> str:
    """Return a line with its unprintable characters escaped, as `repr` does."""
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
    types.POOL: FormulaPool,
}


def write_type(of: types.Type) -> Fragment:
    """Write a type as an annotation: `int`, `Range[Quantity]`, `Ref[Entry]`."""
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
            # Each ruleset has its own class of die codes, so CLASSES has none.
            cls = CLASSES.get(of)
            return atom("DieCode" if cls is None else cls.__name__)


def entry_class(entry: str) -> str:
    """Return the name of the class of a kind of entry: `ActionType` for `action-type`."""
    name = "".join(word.capitalize() for word in entry.split("-"))
    # Other classes have the names Outcome, Formula, Character and Panel.
    name = "RollOutcome" if name == "Outcome" else name
    return f"{name}Entry" if name in ("Formula", "Character", "Panel") else name


def write_text(value: str) -> Fragment:
    """Write a text in quotes."""
    return Fragment((FragmentText(value),))


def write_value(value: object) -> Fragment:
    """Write a number, a text, a die code, an amount, or a tuple of these."""
    match value:
        case bool() | None:
            return atom(str(value))
        case int():
            return write_integer(value)
        case Fraction():
            numerator, denominator = value.as_integer_ratio()
            numbers = (numerator,) if denominator == 1 else (numerator, denominator)
            return call("Fraction", *map(write_integer, numbers))
        case DieCode():
            return write_die_code(value.dice, value.pips)
        case tuple():
            return sequence(map(write_value, value))
        case Modifier() | FormulaPool() | Quantity():
            fields = {name: write_value(field) for name, field in vars(value).items()}
            return call(type(value).__name__, **fields)
        case _:
            return write_text(str(value))


def write_die_code(dice: int, pips: int) -> Fragment:
    """Write a die code: `DieCode(3, 1)`, or `DieCode(3)` without pips."""
    numbers = (dice, pips) if pips else (dice,)
    return call("DieCode", *map(write_integer, numbers))


def write_constant(typed: TypedNode) -> Fragment | None:
    """Write a modifier, pool or quantity that consists of literals: `-1D`, `5D B2`, `1.5 ft`.

    Return None for all other nodes.
    """
    value = _constant_value(typed)
    return None if value is None else write_value(value)


def _constant_value(typed: TypedNode) -> FormulaValue:
    """Return the value of a modifier, pool or quantity that consists of literals, or None."""
    is_code = typed.type is types.DIE_CODE
    match typed.node:
        case Unary(sign) if typed.type is not types.INTEGER:
            inner = _constant_value(typed.children[0])
            return None if inner is None else apply_unary(sign, inner)
        case Integer(number) if typed.coerced_to is types.MODIFIER:
            return Modifier.of(number)
        case DiceLiteral(dice, pips) if is_code and typed.coerced_to is types.MODIFIER:
            return Modifier(dice=dice, pips=pips) if pips else dice * Modifier(dice=1)
        case DiceLiteral() if is_code and typed.coerced_to is None:
            # A die code is written with the class of the ruleset.
            return None
        case DiceLiteral() | SignedDice() | QuantityLiteral():
            return constant(typed)
        case _:
            return constant(typed) if isinstance(typed.meaning, TokenCount) else None


# Calls of built-in functions.


WriteNode: TypeAlias = "Callable[[TypedNode], Fragment]"
"""A function that writes a node of a formula: the `write` of the functions below."""

WriteCall: TypeAlias = "Callable[[TypedNode, WriteNode], Fragment]"
"""A function that writes a call of a built-in function, with `WriteNode` for its arguments."""

HERE = "here"
"""The name of the situation in generated functions."""

ACCESSORS: Final = {type_: python_name(word) for word, type_ in types.WORDS.items()}
"""The methods of a situation that look up a value of a type: `here.integer("rank")`."""


def write_function(typed: TypedNode, write: WriteNode) -> Fragment:
    """Write a call of the Python function of the same name: `max(a, b)`."""
    name, arguments = _python_name(typed), [write(child) for child in typed.children]
    if name in {"min", "max"} and len(arguments) == 1:
        return arguments[0]  # In Python, max(a) needs an iterable.
    return call(name, *arguments)


def write_field(typed: TypedNode, write: WriteNode) -> Fragment:
    """Write `dice(code)` as a field of the only argument: `code.dice`."""
    owner = write(typed.children[0]).at_least(Precedence.ATOM)
    return Fragment((*owner, f".{_python_name(typed)}"))


def write_method(typed: TypedNode, write: WriteNode) -> Fragment:
    """Write a call of a method of the situation: `here.rating("skill.dodge")`."""
    arguments = (_argument(child, write) for child in typed.children)
    return call(f"{read_by(typed)}.{_python_name(typed)}", *arguments)


def read_by(typed: TypedNode) -> str:
    """Return the situation that a value or a call reads: `here`, or `here.target`."""
    return f"{HERE}.target" if typed.of_target else HERE


def _python_name(typed: TypedNode) -> str:
    assert isinstance(typed.node, FunctionCall)
    return python_name(typed.node.function)


def _argument(typed: TypedNode, write: WriteNode) -> Fragment:
    """Write an argument of a method of the situation: the name of an entry as its id."""
    match typed.meaning:
        case ResolvedEntry(id_, types.EntryOf()):
            return write_text(id_)
    return write(typed)


def write_variable(name: str, of: types.Type) -> Fragment:
    """Write the lookup of a name in the situation: `here.integer("rank")`."""
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
    """Write the lookup of a cell: `here.lookup("table.reach", rank, "length", Quantity)`."""
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
    """Write `here.if_blank(x, 0)`, or `here.or_else(x, lambda: y)` for a y that isn't a literal.

    The lambda makes it lazy.
    """
    value, otherwise = typed.children
    literals = Integer | Decimal | Truth
    if isinstance(otherwise.node, literals) or write_constant(otherwise) is not None:
        return call(f"{HERE}.if_blank", write(value), write(otherwise))
    lazy = Fragment(("lambda: ", *write(otherwise).pieces))
    return call(f"{HERE}.or_else", write(value), lazy)


def write_conditional(typed: TypedNode, write: WriteNode) -> Fragment:
    """Write `if(condition, x, y)` as `x if condition else y`."""
    condition, if_true, if_false = map(write, typed.children)
    precedence = Precedence.CONDITIONAL
    pieces = (
        *if_true.at_least(Precedence.OR),
        Operator("if", precedence),
        *condition.at_least(Precedence.OR),
        Operator("else", precedence),
        *if_false.pieces,
    )
    return Fragment(pieces, precedence)


def write_floor(typed: TypedNode, write: WriteNode) -> Fragment:
    """Write `floor(x)`: an integer x as it is, `a // b` for the quotient of two integers."""
    (argument,) = typed.children
    if argument.type is types.INTEGER:
        return write(argument)
    are_whole = {operand.type for operand in argument.children} == {types.INTEGER}
    match argument.node:
        case Binary("/") if are_whole:
            left, right = map(write, argument.children)
            return infix(left, "//", right, Precedence.PRODUCT)
        case _:
            return call("floor", write(argument))


def write_ceil(typed: TypedNode, write: WriteNode) -> Fragment:
    """Write `ceil(x)`; an integer x as it is."""
    (argument,) = typed.children
    number = write(argument)
    return number if argument.type is types.INTEGER else call("ceil", number)
