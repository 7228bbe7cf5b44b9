"""Fragments of generated Python: expressions with their precedence and imports.

Parentheses are written only where they are needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Final, TypeAlias

from freed6c.formula import syntax_tree, types
from freed6c.formula.arithmetic import apply_unary, constant
from freed6c.formula.parser import Precedence
from freed6c.formula.scope import ResolvedEntry
from freed6c.formula.typed_tree import BareWord, TokenCount, TypedNode
from freed6c.runtime.amounts import Modifier, Pool, Quantity, pool

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping


@dataclass(frozen=True, slots=True)
class Fragment:
    """An expression as text, its precedence, and the names that it needs imported."""

    text: str
    precedence: Precedence = Precedence.ATOM
    imports: frozenset[str] = frozenset()

    def at_least(self, precedence: Precedence) -> str:
        """Give the text for a place that needs this precedence; else in parentheses."""
        return self.text if self.precedence >= precedence else f"({self.text})"


def merged_imports(pieces: Iterable[Fragment], *names: str) -> frozenset[str]:
    """Join the imports of pieces with more names."""
    return frozenset(names).union(*(piece.imports for piece in pieces))


def infix(
    left: Fragment,
    operator: str,
    right: Fragment,
    precedence: Precedence,
    *imports: str,
) -> Fragment:
    """Write a binary operator. Python chains comparisons, so both sides bind tighter.

    The other operators group from the left: only the right side has to.
    """
    tighter = Precedence(precedence + 1)
    first = tighter if precedence is Precedence.COMPARISON else precedence
    text = f"{left.at_least(first)} {operator} {right.at_least(tighter)}"
    return Fragment(text, precedence, merged_imports((left, right), *imports))


def call(function: str, *arguments: Fragment, needs: tuple[str, ...] = ()) -> Fragment:
    """Write a call of a function; `needs` are imports besides those of the arguments."""
    text = f"{function}({', '.join(argument.text for argument in arguments)})"
    return Fragment(text, imports=merged_imports(arguments, *needs))


def construct(cls: str, fields: dict[str, Fragment]) -> Fragment:
    """Write a call of a class with its fields as keywords."""
    keywords = ", ".join(f"{name}={piece.text}" for name, piece in fields.items())
    return Fragment(f"{cls}({keywords})", imports=merged_imports(fields.values(), cls))


def attribute(piece: Fragment, name: str) -> Fragment:
    """Write an attribute of a value."""
    text = f"{piece.at_least(Precedence.ATOM)}.{name}"
    return Fragment(text, imports=piece.imports)


def write_integer(value: int) -> Fragment:
    """Write an integer."""
    return Fragment(str(value), Precedence.SIGN if value < 0 else Precedence.ATOM)


def negative(operand: Fragment) -> Fragment:
    """Write a minus sign."""
    text = f"-{operand.at_least(Precedence.ATOM)}"
    return Fragment(text, Precedence.SIGN, operand.imports)


def negation(operand: Fragment) -> Fragment:
    """Write `not`."""
    text = f"not {operand.at_least(Precedence.NOT)}"
    return Fragment(text, Precedence.NOT, operand.imports)


def method(owner: Fragment, name: str, *arguments: Fragment) -> Fragment:
    """Write a call of a method."""
    written = call(f"{owner.at_least(Precedence.ATOM)}.{name}", *arguments)
    return Fragment(written.text, imports=written.imports | owner.imports)


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
            return _class("Quantity")
        case types.RangeOf(inner):
            return _generic("Range", write_type(inner))
        case types.EntryOf(entry):
            return _generic("Ref", _class(entry_class(entry or "entry")))
        case types.OptionalOf(inner):
            hint = write_type(inner)
            return Fragment(f"{hint.text} | None", imports=hint.imports)
        case _:
            # The class of die codes is the ruleset's own.
            cls = CLASSES.get(of)
            return _class("DieCode") if cls is None else _class(cls.__name__)


def entry_class(entry: str) -> str:
    """Name the class of a kind of entry. A formula is something else before it has a name."""
    name = "".join(word.capitalize() for word in entry.split("-"))
    return f"{name}Entry" if name == "Formula" else name


def _class(cls: str) -> Fragment:
    own = cls in {"int", "bool", "str"}
    return Fragment(cls, imports=frozenset() if own else frozenset({cls}))


def _generic(cls: str, inner: Fragment) -> Fragment:
    return Fragment(f"{cls}[{inner.text}]", imports=inner.imports | {cls})


def write_text(value: str) -> Fragment:
    """Write a text in quotes; whatever a pack put into it stays a text."""
    written = repr(value)
    if written.startswith("'") and '"' not in written:
        written = f'"{written[1:-1]}"'
    return Fragment(written)


def write_fraction(value: Fraction) -> Fragment:
    """Write an exact fraction."""
    ends = (value.numerator, value.denominator)
    numbers = [write_integer(end) for end in ends[: 1 + (value.denominator != 1)]]
    return call("Fraction", *numbers, needs=("Fraction",))


def write_literal(node: syntax_tree.Node) -> Fragment:
    """Write a number, a yes or no, a die code."""
    match node:
        case syntax_tree.Truth(value):
            return Fragment(str(value))
        case syntax_tree.Integer(value):
            return write_integer(value)
        case syntax_tree.Decimal(value):
            return write_fraction(value)
        case syntax_tree.Dice(dice, pips):
            numbers = [write_integer(number) for number in (dice, pips)]
            code = numbers if pips else numbers[:1]
            return call("DieCode", *code, needs=("DieCode",))
        case _:
            raise AssertionError(node)


def write_constant(typed: TypedNode) -> Fragment | None:
    """Write a modifier, pool or quantity that is written out: `-1D`, `5D B2`, `1.5 ft`.

    None for everything else.
    """
    value = _constant_value(typed)
    if value is None:
        return None
    fields = {name: _write_value(item) for name, item in value.__dict__.items()}
    return construct(type(value).__name__, fields)


def _constant_value(typed: TypedNode) -> Modifier | Pool | Quantity | None:
    match typed.node:
        case syntax_tree.Unary(sign) if typed.type is not types.INTEGER:
            inner = _constant_value(typed.parts[0])
            value = None if inner is None else apply_unary(sign, inner)
        case syntax_tree.Integer(number) if typed.coerced_to is types.MODIFIER:
            value = Modifier.of(number)
        case syntax_tree.Dice(dice, pips) if typed.type is types.DIE_CODE:
            value = _converted_code(dice, pips, typed.coerced_to)
        case syntax_tree.Dice() | syntax_tree.Mark() | syntax_tree.Amount():
            value = constant(typed)
        case _:
            value = constant(typed) if isinstance(typed.meaning, TokenCount) else None
    return value if isinstance(value, Modifier | Pool | Quantity) else None


def _converted_code(
    dice: int, pips: int, coerced_to: types.Type | None
) -> Modifier | Pool | None:
    """Coerce a die code; one that stays a code is none of these amounts."""
    if coerced_to is types.POOL:
        return pool(dice, pips)
    if coerced_to is types.MODIFIER:
        return dice * Modifier(dice=1) if not pips else Modifier(dice=dice, pips=pips)
    return None


def _write_value(value: object) -> Fragment:
    match value:
        case bool():
            return Fragment(str(value))
        case int():
            return write_integer(value)
        case Fraction():
            return write_fraction(value)
        case tuple():
            items = [_write_value(item).text for item in value]
            comma = "," if len(items) == 1 else ""
            return Fragment(f"({', '.join(items)}{comma})")
        case _:
            return write_text(str(value))


# Calls of built-in functions.


WriteNode: TypeAlias = "Callable[[TypedNode], Fragment]"
"""Writes a node of a formula."""

WriteCall: TypeAlias = "Callable[[TypedNode, WriteNode], Fragment]"
"""Writes a call."""

HERE = "here"
"""What generated functions call the situation."""

ACCESSORS: dict[types.Type, str] = {
    types.INTEGER: "integer",
    types.FRACTION: "fraction",
    types.BOOLEAN: "boolean",
    types.TEXT: "text",
    types.DIE_CODE: "die_code",
    types.POOL: "pool",
    types.MODIFIER: "modifier",
}
"""The methods of a situation that give a name or cell of a type."""


def write_function(name: str) -> WriteCall:
    """Call a function of Python that does the same."""

    def write_call(typed: TypedNode, write: WriteNode) -> Fragment:
        arguments = [write(part) for part in typed.parts]
        lonely = name in {"min", "max"} and len(arguments) == 1
        return arguments[0] if lonely else call(name, *arguments)

    return write_call


def write_field(name: str) -> WriteCall:
    """Read a field of the only argument."""
    return lambda typed, write: attribute(write(typed.parts[0]), name)


def write_method(name: str) -> WriteCall:
    """Ask the situation. Entries that are written out go by id."""

    def write_call(typed: TypedNode, write: WriteNode) -> Fragment:
        arguments = [_entry_id(part) or write(part) for part in typed.parts]
        return call(f"{HERE}.{name}", *arguments)

    return write_call


def _entry_id(typed: TypedNode) -> Fragment | None:
    match typed.meaning:
        case ResolvedEntry(id_, types.EntryOf()):
            return write_text(id_)
        case _:
            return None


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
    table, value, column = typed.parts
    assert isinstance(column.meaning, BareWord)
    optional = isinstance(typed.type, types.OptionalOf)
    return call(
        f"{HERE}.lookup_optional" if optional else f"{HERE}.lookup",
        _entry_id(table) or write(table),
        write(value),
        write_text(column.meaning.word),
        write_type(types.without_optional(typed.type)),
    )


def write_if_blank(typed: TypedNode, write: WriteNode) -> Fragment:
    """Write what stands for a blank; it waits unless it is written out."""
    value, otherwise = typed.parts
    plain = isinstance(
        otherwise.node, syntax_tree.Integer | syntax_tree.Decimal | syntax_tree.Truth
    )
    if plain or write_constant(otherwise) is not None:
        return call(f"{HERE}.if_blank", write(value), write(otherwise))
    waiting = write(otherwise)
    waits = Fragment(f"lambda: {waiting.text}", imports=waiting.imports)
    return call(f"{HERE}.or_else", write(value), waits)


def write_conditional(typed: TypedNode, write: WriteNode) -> Fragment:
    """Write `met if condition else otherwise`."""
    condition, met, otherwise = pieces = [write(part) for part in typed.parts]
    test, value = condition.at_least(Precedence.OR), met.at_least(Precedence.OR)
    text = f"{value} if {test} else {otherwise.text}"
    return Fragment(text, Precedence.CONDITIONAL, merged_imports(pieces))


def write_floor(typed: TypedNode, write: WriteNode) -> Fragment:
    """Write nothing for an integer, `//` for the division of two, else `floor`."""
    (argument,) = typed.parts
    if argument.type is types.INTEGER:
        return write(argument)
    node, parts = argument.node, argument.parts
    if (
        isinstance(node, syntax_tree.Binary)
        and node.operator == "/"
        and all(part.type is types.INTEGER for part in parts)
    ):
        left, right = map(write, parts)
        return infix(left, "//", right, Precedence.PRODUCT)
    return call("floor", write(argument), needs=("floor",))


def write_ceil(typed: TypedNode, write: WriteNode) -> Fragment:
    """Write nothing for an integer, else `ceil`."""
    (argument,) = typed.parts
    if argument.type is types.INTEGER:
        return write(argument)
    return call("ceil", write(argument), needs=("ceil",))
