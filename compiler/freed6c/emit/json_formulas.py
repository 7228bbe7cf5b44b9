"""Trees of formulas in `ruleset.json`, which any language can evaluate.

The classes define the nodes. The schema is generated from them and their docstrings, as it is from
the classes of the model.

In a tree, names are resolved, and every implicit conversion is a node. So you can evaluate a tree
without computing types: `tests/usage/formulas.ts` does so in TypeScript.
"""

from __future__ import annotations

from typing import (
    TYPE_CHECKING,
    Annotated,
    Final,
    Literal,
    TypeAlias,
    assert_never,
    cast,
)

from freed6c.formula import types
from freed6c.formula.arithmetic import constant
from freed6c.formula.builtins import BUILTINS
from freed6c.formula.checker import FORMULA
from freed6c.formula.scope import ResolvedEntry
from freed6c.formula.syntax_tree import (
    Binary,
    Decimal,
    DiceLiteral,
    FunctionCall,
    Integer,
    Name,
    QuantityLiteral,
    SignedDice,
    TokenLiteral,
    Truth,
    Unary,
)
from freed6c.formula.typed_tree import (
    BareWord,
    TokenCount,
    TypedNode,
    Variable,
    is_difference,
)
from freed6c.runtime.amounts import DieCode, FormulaPool, Modifier, Quantity
from freed6c.runtime.record import Entry, Record, Ref

if TYPE_CHECKING:
    from collections.abc import Mapping
    from fractions import Fraction

    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.entries.notes import FormulaEntry
    from freed6c.runtime.entries.world import Value


LOOKUP: Final = "lookup"
FUNCTIONS: Final = {key: value for key, value in BUILTINS.items() if key != LOOKUP}
"""The functions that a CallNode can name. Look-ups have a separate node."""
Function: TypeAlias = Annotated[str, "function"]
UnaryOperator: TypeAlias = Literal["-", "+", "±", "not"]
BinaryOperator: TypeAlias = Literal[
    "+", "-", "*", "/", "mod", "and", "or",
    "=", "!=", "<", "<=", ">", ">=", "to", "within",
]  # fmt: skip
Converted: TypeAlias = Literal["modifier", "pool"]


class FormulaTree(Record):
    """The root of the tree of a formula. The field `node` is the type of the node.

    Arithmetic is exact for whole numbers, fractions, die codes (pips are carried: if three make a
    die, 1D+3 is 2D), quantities of one unit, pools and modifiers.
    """


class IntegerNode(FormulaTree):
    """A whole number."""

    node: Literal["integer"]
    value: int


class FractionNode(FormulaTree):
    """An exact number with a decimal point."""

    node: Literal["fraction"]
    value: Fraction


class BooleanNode(FormulaTree):
    """True or false."""

    node: Literal["boolean"]
    value: bool


class DieCodeNode(FormulaTree):
    """A die code."""

    node: Literal["die-code"]
    value: DieCode


class PoolNode(FormulaTree):
    """A pool of dice."""

    node: Literal["pool"]
    value: FormulaPool


class ModifierNode(FormulaTree):
    """A change by dice, pips or tokens."""

    node: Literal["modifier"]
    value: Modifier


class QuantityNode(FormulaTree):
    """An amount of a unit."""

    node: Literal["quantity"]
    value: Quantity


class NameNode(FormulaTree):
    """A local name, or an argument or constant of a formula: `rank`, `row.category`.

    If the whole name isn't given, the part after the last dot belongs to the value of the part
    before it: a cell of a row or condition, by the key of its column, or the rank of a condition.
    """

    node: Literal["name"]
    name: str


class EntryNode(FormulaTree):
    """An entry of the ruleset itself."""

    node: Literal["entry"]
    id: Ref[Entry]


class ValueNode(FormulaTree):
    """A value of the acting character, or of another one (`of`)."""

    node: Literal["value"]
    id: Ref[Value]
    of: Literal["target"] | None = None


class UnaryNode(FormulaTree):
    """A sign, or `not`. `±` makes a modifier for which plus or minus is chosen later."""

    node: Literal["unary"]
    operator: UnaryOperator
    operand: FormulaTree


class BinaryNode(FormulaTree):
    """Two operands with an operator between them.

    The right one of `and` and `or` is evaluated only if the left one does not decide. `/` of
    whole numbers is a fraction. `mod` has the sign of the right operand. `to` makes a range with
    both ends in it. `within` tests a range: the high end only if the low end is met.
    """

    node: Literal["binary"]
    operator: BinaryOperator
    left: FormulaTree
    right: FormulaTree


class CallNode(FormulaTree):
    """A call of a built-in function.

    `if` and `if-blank` evaluate only the argument that they return. `of` is the character that the
    function reads, if it isn't the acting one. The arguments always read the acting character.
    """

    node: Literal["call"]
    function: Function
    arguments: tuple[FormulaTree, ...]
    of: Literal["target"] | None = None


class LookupNode(FormulaTree):
    """The cell of a table in the row for a value and in a column; null if blank.

    A row is found by the value of its cell in a column with `lookup`, or by a value in the range of
    that cell, and also by itself and by the entry that it represents. If no column has `lookup`,
    its key, id or name finds it as well.
    """

    node: Literal["lookup"]
    table: FormulaTree
    by: FormulaTree
    column: str


class FormulaNode(FormulaTree):
    """A call of a named formula. It can use `given`, and the constants of its entry.

    `of` is the character that the formula is about, if it isn't the acting one.
    """

    node: Literal["formula"]
    id: Ref[FormulaEntry]
    given: Mapping[str, FormulaTree] = {}
    of: Literal["target"] | None = None


class ConvertNode(FormulaTree):
    """A number or die code as a modifier, or a die code as a pool. A blank stays blank.

    Here, a difference of die codes can be negative: `3D - 4D` adds `-1D`.
    """

    node: Literal["convert"]
    to: Converted
    value: FormulaTree


CONVERTED: Final[Mapping[types.Type, Converted]] = {
    types.MODIFIER: "modifier",
    types.POOL: "pool",
}
"""The conversions that have a node. A whole number needs none to become a fraction."""


def tree_of(typed: TypedNode, ruleset: Ruleset) -> FormulaTree:
    """Return the tree of a formula that compiled.

    If the formula checker converts the result, the root is a ConvertNode.
    """
    node = _unconverted(typed, ruleset)
    coerced_to = typed.coerced_to and types.without_optional(typed.coerced_to)
    to = CONVERTED.get(coerced_to) if coerced_to else None
    return node if to is None else ConvertNode(node="convert", to=to, value=node)


def _unconverted(typed: TypedNode, ruleset: Ruleset) -> FormulaTree:
    parts = typed.children
    match typed.node:
        case Integer(value):
            return IntegerNode(node="integer", value=value)
        case Decimal(value):
            return FractionNode(node="fraction", value=value)
        case Truth(value):
            return BooleanNode(node="boolean", value=value)
        case DiceLiteral(dice, pips) if typed.type is types.DIE_CODE:
            return DieCodeNode(node="die-code", value=ruleset.die_code(dice, pips))
        case DiceLiteral() | SignedDice() | TokenLiteral() | QuantityLiteral():
            return _constant(typed)
        case Name():
            return _name(typed)
        case Unary(operator):
            return UnaryNode(
                node="unary",
                operator=cast("UnaryOperator", operator),
                operand=tree_of(parts[0], ruleset),
            )
        case Binary(operator):
            codes = BinaryNode(
                node="binary",
                operator=cast("BinaryOperator", operator),
                left=tree_of(parts[0], ruleset),
                right=tree_of(parts[1], ruleset),
            )
            if is_difference(typed):
                return ConvertNode(node="convert", to="modifier", value=codes)
            return codes
        case FunctionCall(function):
            return _call(function, typed, ruleset)
        case _:
            assert_never(typed.node)


def _constant(typed: TypedNode) -> FormulaTree:
    """Return the node of a modifier, pool or quantity that is written as a literal."""
    match constant(typed):
        case Modifier() as modifier:
            return ModifierNode(node="modifier", value=modifier)
        case FormulaPool() as pool:
            return PoolNode(node="pool", value=pool)
        case quantity:
            return QuantityNode(node="quantity", value=quantity)


def _name(typed: TypedNode) -> FormulaTree:
    match typed.meaning:
        case Variable(name):
            return NameNode(node="name", name=name)
        case TokenCount():
            return _constant(typed)
        case ResolvedEntry(id_, types.EntryOf()):
            return EntryNode(node="entry", id=Ref(id_))
        case ResolvedEntry(id_):
            return ValueNode(node="value", id=Ref(id_), of=_of(typed))
        case BareWord() | None:
            # Only columns of look-ups are bare words, and `_call` handles those.
            raise AssertionError(typed)
        case _:
            assert_never(typed.meaning)


def _of(typed: TypedNode) -> Literal["target"] | None:
    return "target" if typed.of_target else None


def _call(function: str, typed: TypedNode, ruleset: Ruleset) -> FormulaTree:
    parts, of = typed.children, _of(typed)
    if function == LOOKUP:
        table, value, column = parts
        assert isinstance(column.meaning, BareWord)
        return LookupNode(
            node="lookup",
            table=tree_of(table, ruleset),
            by=tree_of(value, ruleset),
            column=column.meaning.word,
        )
    arguments = tuple(tree_of(part, ruleset) for part in parts)
    if function in FUNCTIONS:
        return CallNode(node="call", function=function, arguments=arguments, of=of)
    key = function.removeprefix(FORMULA)
    given = dict(zip(ruleset.definitions[key].params, arguments, strict=True))
    return FormulaNode(node="formula", id=Ref(FORMULA + key), given=given, of=of)
