"""The built-in functions of formulas. To add one, add it to the table below.

Each declares its parameters, its result type, its implementation for the evaluator, and
how code generation writes a call of it in Python. No other file has a list of them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from freed6c.formula import python_fragments, types
from freed6c.formula.scope import FormulaProblem, Scope, TableSignature
from freed6c.formula.typed_tree import BareWord, TypedNode
from freed6c.packs.kinds import KINDS
from freed6c.packs.suggest import did_you_mean_text
from freed6c.runtime.situation import FormulaValue, Situation

if TYPE_CHECKING:
    from collections.abc import Callable

    from freed6c.formula.python_fragments import WriteCall


# Result types.


INSIDE: Final = {kind.parent: kind.name for kind in KINDS if kind.parent is not None}
"""The kind of what stands inside an entry of each kind, in an order."""


@dataclass(frozen=True, slots=True)
class CallContext:
    """What a result type may depend on besides the arguments."""

    scope: Scope
    wanted: tuple[types.Type, ...]


ResultType: TypeAlias = (
    "Callable[[tuple[TypedNode, ...], CallContext], types.Type | None]"
)
"""The type of the result; None where the arguments do not go together."""


@dataclass(frozen=True, slots=True)
class Always:
    """ResultType the same for all arguments."""

    type: types.Type

    def __call__(
        self, _arguments: tuple[TypedNode, ...], _context: CallContext
    ) -> types.Type:
        """Return the type."""
        return self.type


def as_given(
    arguments: tuple[TypedNode, ...], _context: CallContext
) -> types.Type | None:
    """Give the type of the only argument."""
    return arguments[0].type


def alike(arguments: tuple[TypedNode, ...], context: CallContext) -> types.Type | None:
    """Give the common type of all arguments, or a wanted one that all of them fit."""
    given = [argument.type for argument in arguments]
    for wanted in context.wanted:
        if all(types.fits(of, wanted) for of in given) and len(set(given)) > 1:
            return wanted
    covering: types.Type | None = given[0]
    for of in given[1:]:
        covering = None if covering is None else types.common_type(covering, of)
    return covering


def branches(
    arguments: tuple[TypedNode, ...], context: CallContext
) -> types.Type | None:
    """Give the common type of the second and the third argument."""
    return alike(arguments[1:], context)


def filled(
    arguments: tuple[TypedNode, ...], _context: CallContext
) -> types.Type | None:
    """Give the type of a cell that is not blank any more."""
    given, otherwise = (argument.type for argument in arguments)
    return types.common_type(types.without_optional(given), otherwise)


def part_of(
    arguments: tuple[TypedNode, ...], _context: CallContext
) -> types.Type | None:
    """Give something inside the first argument, which may be blank."""
    whole = arguments[0].type
    if not isinstance(whole, types.EntryOf) or whole.kind is None:
        return types.UNKNOWN
    return types.OptionalOf(types.EntryOf(INSIDE[whole.kind], within=whole.id))


def cell(arguments: tuple[TypedNode, ...], context: CallContext) -> types.Type | None:
    """Give the type of a column. Raises FormulaProblem where there is none."""
    table, value, column = arguments
    if types.UNKNOWN in {table.type, value.type}:
        return types.UNKNOWN
    known = _table(table, context.scope)
    if not any(types.fits(value.type, by) for by in known.found_by):
        raise _problem(
            value,
            f"a row of this table is found by {types.describe_any(known.found_by)}, "
            f"not by {types.describe(value.type)}",
        )
    assert isinstance(column.meaning, BareWord)
    word = column.meaning.word
    if word not in known.columns:
        raise FormulaProblem(
            f"this table has no column {word}",
            column.node.start,
            column.node.end,
            did_you_mean_text(word, known.columns)
            or f"its columns are {', '.join(known.columns)}",
            code="unknown-name",
        )
    return known.columns[word]


def _table(table: TypedNode, scope: Scope) -> TableSignature:
    key = table.type.id if isinstance(table.type, types.EntryOf) else None
    if key is None or key not in scope.tables:
        message = "which table is meant must be known here"
        raise _problem(table, message, "write its id: lookup(table.…, …)")
    return scope.tables[key]


def _problem(argument: TypedNode, message: str, way_out: str = "") -> FormulaProblem:
    node = argument.node
    return FormulaProblem(message, node.start, node.end, way_out, code="type")


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter: what one argument may be.

    Without `wants`, whatever is wanted of the call. A `shared` argument becomes what
    the call gives. A `bare_word` is a name that is not resolved. `words` say it better
    than the types.
    """

    wants: tuple[types.Type, ...] = ()
    words: str = ""
    shared: bool = False
    bare_word: bool = False


@dataclass(frozen=True, slots=True)
class LazyChoice:
    """Evaluates the first argument, then at most one other; `which` picks it by the value.

    0 stands for the first argument itself.
    """

    which: Callable[[Any], int]


Implementation: TypeAlias = "Callable[..., FormulaValue] | LazyChoice"


@dataclass(frozen=True, slots=True, kw_only=True)
class Builtin:
    """A built-in function.

    It `needs_situation` if it asks the rules or a character. If it `repeats`, its last
    argument may stand more than once; so many of the last are `optional`. Its `cost` is
    counted in steps of the evaluator's budget.
    """

    name: str
    doc: str
    takes: tuple[Parameter, ...]
    gives: ResultType
    implementation: Implementation
    python: WriteCall
    needs_situation: bool = False
    repeats: bool = False
    optional: int = 0
    cost: int = 1

    def param(self, position: int) -> Parameter:
        """Say what the argument at a position may be."""
        return self.takes[min(position, len(self.takes) - 1)]


def _asks_situation(
    method: Callable[..., FormulaValue],
    doc: str,
    takes: tuple[Parameter, ...],
    gives: ResultType,
    *,
    optional: int = 0,
    cost: int = 1,
) -> Builtin:
    """Declare a function that a method of the situation answers, under its name."""
    return Builtin(
        name=method.__name__.replace("_", "-"),
        doc=doc,
        takes=takes,
        gives=gives,
        implementation=method,
        python=python_fragments.write_method(method.__name__),
        needs_situation=True,
        optional=optional,
        cost=cost,
    )


def _lookup(
    here: Situation, table: Any, value: FormulaValue, column: str
) -> FormulaValue:
    return here.row(table, value).find(column)


COMPARABLE: Final = Parameter(
    (types.FRACTION, types.DIE_CODE, types.QuantityOf()),
    "numbers, die codes or quantities",
    shared=True,
)
NUMBER: Final = Parameter((types.FRACTION,), "a number")
WHOLE: Final = Parameter((types.INTEGER,))
CODE: Final = Parameter((types.DIE_CODE,))
POOLED: Final = Parameter((types.POOL,))
PROCEDURE: Final = Parameter((types.EntryOf("dice"),))
ODDS: Final = 2_000
"""What exact odds cost: no formula can ask for very many."""
ANYTHING: Final = Parameter(shared=True)
RATED: Final = Parameter(
    (types.EntryOf("ability"), types.EntryOf("skill"), types.EntryOf("specialization"))
)
BAND: Final = Parameter((types.OptionalOf(types.EntryOf("band")),), "a band")
ORDER: Final = Parameter(
    tuple(types.EntryOf(kind) for kind in INSIDE),
    "something with things in it, as a track",
)
PLACED: Final = Parameter(
    tuple(types.OptionalOf(types.EntryOf(kind)) for kind in INSIDE.values()),
    "something that stands in an order, as a band",
)

TABLE: Final = (
    Builtin(
        name="abs",
        doc="A number or quantity without its sign.",
        takes=(
            Parameter((types.FRACTION, types.QuantityOf()), "a number or a quantity"),
        ),
        gives=as_given,
        implementation=lambda _, value: abs(value),
        python=python_fragments.write_function("abs"),
    ),
    _asks_situation(
        Situation.ability_of,
        "The ability that a skill or a specialization adds to.",
        (RATED,),
        Always(types.EntryOf("ability")),
    ),
    _asks_situation(
        Situation.band,
        "The band of a benchmark that holds a number; blank where none does.",
        (Parameter((types.EntryOf("benchmark"),)), WHOLE),
        part_of,
    ),
    _asks_situation(
        Situation.bottom, "The lowest number of a band.", (BAND,), Always(types.INTEGER)
    ),
    Builtin(
        name="ceil",
        doc="The number rounded up.",
        takes=(NUMBER,),
        gives=Always(types.INTEGER),
        implementation=lambda _, number: math.ceil(number),
        python=python_fragments.write_ceil,
    ),
    _asks_situation(
        Situation.chance,
        "The exact chance that these dice succeed against a number.",
        (POOLED, WHOLE, PROCEDURE),
        Always(types.FRACTION),
        optional=1,
        cost=ODDS,
    ),
    _asks_situation(
        Situation.count,
        "How many things stand in an entry: the conditions of a track.",
        (ORDER,),
        Always(types.INTEGER),
    ),
    Builtin(
        name="dice",
        doc="The dice of a die code, without its pips.",
        takes=(CODE,),
        gives=Always(types.INTEGER),
        implementation=lambda _, code: code.dice,
        python=python_fragments.write_field("dice"),
    ),
    _asks_situation(
        Situation.fixed,
        "What a rating of the character is worth when nobody rolls it.",
        (RATED,),
        Always(types.INTEGER),
    ),
    Builtin(
        name="floor",
        doc="The number rounded down.",
        takes=(NUMBER,),
        gives=Always(types.INTEGER),
        implementation=lambda _, number: math.floor(number),
        python=python_fragments.write_floor,
    ),
    _asks_situation(
        Situation.has,
        "Whether the character has this at all.",
        (RATED,),
        Always(types.BOOLEAN),
    ),
    _asks_situation(
        Situation.highest,
        "The highest total that these dice can give; blank where there is none.",
        (POOLED, PROCEDURE),
        Always(types.OptionalOf(types.INTEGER)),
        optional=1,
        cost=ODDS,
    ),
    Builtin(
        name="if",
        doc="The second thing where the first is true, else the third.",
        takes=(Parameter((types.BOOLEAN,)), ANYTHING, ANYTHING),
        gives=branches,
        implementation=LazyChoice(lambda met: 1 if met else 2),
        python=python_fragments.write_conditional,
    ),
    Builtin(
        name="if-blank",
        doc="The first thing, or the second where the first is blank.",
        takes=(ANYTHING, ANYTHING),
        gives=filled,
        implementation=LazyChoice(lambda value: 1 if value is None else 0),
        python=python_fragments.write_if_blank,
        needs_situation=True,
    ),
    Builtin(
        name="lookup",
        doc="A cell of a table: the table, what finds the row, the column.",
        takes=(
            Parameter((types.EntryOf("table"),)),
            Parameter(),
            Parameter(words="the name of a column", bare_word=True),
        ),
        gives=cell,
        implementation=_lookup,
        python=python_fragments.write_lookup,
        needs_situation=True,
    ),
    _asks_situation(
        Situation.lowest,
        "The lowest total that these dice can give.",
        (POOLED, PROCEDURE),
        Always(types.INTEGER),
        optional=1,
        cost=ODDS,
    ),
    Builtin(
        name="max",
        doc="The greatest of some numbers, die codes or quantities.",
        takes=(COMPARABLE,),
        gives=alike,
        implementation=lambda _, *values: max(values),
        python=python_fragments.write_function("max"),
        repeats=True,
    ),
    _asks_situation(
        Situation.mean,
        "The mean total of these dice, exactly.",
        (POOLED, PROCEDURE),
        Always(types.FRACTION),
        optional=1,
        cost=ODDS,
    ),
    Builtin(
        name="min",
        doc="The smallest of some numbers, die codes or quantities.",
        takes=(COMPARABLE,),
        gives=alike,
        implementation=lambda _, *values: min(values),
        python=python_fragments.write_function("min"),
        repeats=True,
    ),
    _asks_situation(
        Situation.nth,
        "What has a number by its place in an entry: the condition of a rank.",
        (ORDER, WHOLE),
        part_of,
    ),
    Builtin(
        name="pips",
        doc="The pips of a die code, without its dice.",
        takes=(CODE,),
        gives=Always(types.INTEGER),
        implementation=lambda _, code: code.pips,
        python=python_fragments.write_field("pips"),
    ),
    _asks_situation(
        Situation.place,
        "The number an entry has by its place in its like; 0 for a blank.",
        (PLACED,),
        Always(types.INTEGER),
    ),
    _asks_situation(
        Situation.rating,
        "The die code of the character.",
        (RATED,),
        Always(types.DIE_CODE),
    ),
    _asks_situation(
        Situation.roll,
        "The total when the character rolls.",
        (RATED,),
        Always(types.INTEGER),
    ),
    _asks_situation(
        Situation.top, "The highest number of a band.", (BAND,), Always(types.INTEGER)
    ),
    _asks_situation(
        Situation.without_ability,
        "The rating of the character without what the ability gives to it.",
        (RATED,),
        Always(types.DIE_CODE),
    ),
)

BUILTINS: Final = {builtin.name: builtin for builtin in TABLE}
