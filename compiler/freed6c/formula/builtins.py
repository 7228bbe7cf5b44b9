"""The functions that every formula can call. To add one, add it to the table below.

Each has the types it takes, the type it gives, what it does with values, and how it is
written in Python where it can be. No other file has a list of them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from freed6c.formula import python_fragments
from freed6c.formula.scope import FormulaProblem, Scope, Table
from freed6c.formula.typed_tree import Plain, Typed
from freed6c.formula.types import (
    BOOLEAN,
    DIE_CODE,
    FRACTION,
    INTEGER,
    POOL,
    UNKNOWN,
    EntryOf,
    OptionalOf,
    QuantityOf,
    Type,
    common,
    describe,
    fits,
    one_of,
)
from freed6c.packs.kinds import KINDS
from freed6c.packs.suggest import one_line
from freed6c.runtime.situation import FormulaValue, Situation

if TYPE_CHECKING:
    from collections.abc import Callable

    from freed6c.formula.python_fragments import Written
    from freed6c.runtime.amounts import DieCode
    from freed6c.runtime.record import Entry, Ref


# Which type a built-in function gives for the types of its arguments.


INSIDE: Final = {kind.parent: kind.name for kind in KINDS if kind.parent is not None}
"""The kind of what stands inside an entry of each kind, in an order."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What the arguments do not tell: the scope, and what is wanted of the result."""

    scope: Scope
    wanted: tuple[Type, ...]


Gives: TypeAlias = "Callable[[tuple[Typed, ...], Asked], Type | None]"
"""The type of the result; None where the arguments do not go together."""


@dataclass(frozen=True, slots=True)
class Always:
    """Gives the same for all arguments."""

    type: Type

    def __call__(self, _arguments: tuple[Typed, ...], _asked: Asked) -> Type:
        """Give it."""
        return self.type


def always(gives: Type) -> Gives:
    """Give the same for all arguments."""
    return Always(gives)


def as_given(arguments: tuple[Typed, ...], _asked: Asked) -> Type | None:
    """Give what the only argument is."""
    return arguments[0].type


def alike(arguments: tuple[Typed, ...], asked: Asked) -> Type | None:
    """Give what covers all arguments."""
    types = [argument.type for argument in arguments]
    for wanted in asked.wanted:
        if all(fits(of, wanted) for of in types) and len(set(types)) > 1:
            return wanted
    covering: Type | None = types[0]
    for of in types[1:]:
        covering = _covering(covering, of)
    return covering


def _covering(left: Type | None, right: Type | None) -> Type | None:
    return None if left is None or right is None else common(left, right)


def branches(arguments: tuple[Typed, ...], asked: Asked) -> Type | None:
    """Give what covers both answers of a question."""
    return alike(arguments[1:], asked)


def filled(arguments: tuple[Typed, ...], _asked: Asked) -> Type | None:
    """Give the type of a cell that is not blank any more."""
    given, otherwise = (argument.type for argument in arguments)
    return common(given.of if isinstance(given, OptionalOf) else given, otherwise)


def part_of(arguments: tuple[Typed, ...], _asked: Asked) -> Type | None:
    """Give something inside the first argument, which may be blank."""
    whole = arguments[0].type
    if not isinstance(whole, EntryOf) or whole.kind is None:
        return UNKNOWN
    return OptionalOf(EntryOf(INSIDE[whole.kind], within=whole.id))


def cell(arguments: tuple[Typed, ...], asked: Asked) -> Type | None:
    """Give the type of a column. Raises FormulaProblem where there is none."""
    table, value, column = arguments
    if UNKNOWN in {table.type, value.type}:
        return UNKNOWN
    known = _table(table, asked.scope)
    if not any(fits(value.type, by) for by in known.found_by):
        raise _problem(
            value,
            f"a row of this table is found by {one_of(known.found_by)}, "
            f"not by {describe(value.type)}",
        )
    assert isinstance(column.meaning, Plain)
    word = column.meaning.word
    if word not in known.columns:
        raise FormulaProblem(
            f"this table has no column {word}",
            column.node.start,
            column.node.end,
            one_line(word, known.columns)
            or f"its columns are {', '.join(known.columns)}",
            code="unknown-name",
        )
    return known.columns[word]


def _table(table: Typed, scope: Scope) -> Table:
    key = table.type.id if isinstance(table.type, EntryOf) else None
    if key is None or key not in scope.tables:
        message = "which table is meant must be known here"
        raise _problem(table, message, "write its id: lookup(table.…, …)")
    return scope.tables[key]


def _problem(argument: Typed, message: str, way_out: str = "") -> FormulaProblem:
    node = argument.node
    return FormulaProblem(message, node.start, node.end, way_out, code="type")


# What the built-in functions do with values; the checker saw to it that they fit.
#
# What they ask a ruleset or a character is answered by the situation itself.


def magnitude(_here: Situation, value: Any) -> FormulaValue:
    """Take the sign off."""
    found: FormulaValue = abs(value)
    return found


def smallest(_here: Situation, *values: Any) -> FormulaValue:
    """Find the smallest."""
    found: FormulaValue = min(values)
    return found


def greatest(_here: Situation, *values: Any) -> FormulaValue:
    """Find the greatest."""
    found: FormulaValue = max(values)
    return found


def floor(_here: Situation, number: Any) -> FormulaValue:
    """Round down."""
    whole: int = math.floor(number)
    return whole


def ceil(_here: Situation, number: Any) -> FormulaValue:
    """Round up."""
    whole: int = math.ceil(number)
    return whole


def dice(_here: Situation, code: DieCode) -> FormulaValue:
    """Count the full dice of a code."""
    return code.dice


def pips(_here: Situation, code: DieCode) -> FormulaValue:
    """Count the pips of a code."""
    return code.pips


def lookup(
    here: Situation, table: Ref[Entry], value: FormulaValue, column: str
) -> FormulaValue:
    """Find a cell, by what finds its row."""
    return here.row(table, value).find(column)


@dataclass(frozen=True, slots=True)
class Param:
    """What one argument may be.

    Without `wants`, whatever is wanted of the call. A `shared` argument becomes what
    the call gives. A `plain` one is a word that is not looked up. `words` say it better
    than the types.
    """

    wants: tuple[Type, ...] = ()
    words: str = ""
    shared: bool = False
    plain: bool = False


@dataclass(frozen=True, slots=True)
class Picks:
    """Works out the first argument and then at most one other: by its value, which."""

    which: Callable[[Any], int]


Works: TypeAlias = "Callable[..., FormulaValue] | Picks"


@dataclass(frozen=True, slots=True, kw_only=True)
class Builtin:
    """One function, which may ask the rules or a character (`asks`).

    If it `repeats`, its last argument may stand more than once; so many of the last are
    `optional`. It `costs` so many steps of what a formula may take.
    """

    name: str
    doc: str
    takes: tuple[Param, ...]
    gives: Gives
    works: Works
    python: Written
    asks: bool = False
    repeats: bool = False
    optional: int = 0
    costs: int = 1

    def param(self, position: int) -> Param:
        """Say what the argument at a position may be."""
        return self.takes[min(position, len(self.takes) - 1)]


COMPARABLE: Final = Param(
    (FRACTION, DIE_CODE, QuantityOf()), "numbers, die codes or quantities", shared=True
)
NUMBER: Final = Param((FRACTION,), "a number")
WHOLE: Final = Param((INTEGER,))
CODE: Final = Param((DIE_CODE,))
POOLED: Final = Param((POOL,))
PROCEDURE: Final = Param((EntryOf("dice"),))
ODDS: Final = 2_000
"""What exact odds cost: no formula can ask for very many."""
ANYTHING: Final = Param(shared=True)
RATED: Final = Param((EntryOf("ability"), EntryOf("skill"), EntryOf("specialization")))
BAND: Final = Param((OptionalOf(EntryOf("band")),), "a band")
ORDER: Final = Param(
    tuple(EntryOf(kind) for kind in INSIDE), "something with things in it, as a track"
)
PLACED: Final = Param(
    tuple(OptionalOf(EntryOf(kind)) for kind in INSIDE.values()),
    "something that stands in an order, as a band",
)

TABLE: Final = (
    Builtin(
        name="abs",
        doc="A number or quantity without its sign.",
        takes=(Param((FRACTION, QuantityOf()), "a number or a quantity"),),
        gives=as_given,
        works=magnitude,
        python=python_fragments.function("abs"),
    ),
    Builtin(
        name="ability-of",
        doc="The ability that a skill or a specialization adds to.",
        takes=(RATED,),
        gives=always(EntryOf("ability")),
        works=Situation.ability_of,
        python=python_fragments.write_method("ability_of"),
        asks=True,
    ),
    Builtin(
        name="band",
        doc="The band of a benchmark that holds a number; blank where none does.",
        takes=(Param((EntryOf("benchmark"),)), WHOLE),
        gives=part_of,
        works=Situation.band,
        python=python_fragments.write_method("band"),
        asks=True,
    ),
    Builtin(
        name="bottom",
        doc="The lowest number of a band.",
        takes=(BAND,),
        gives=always(INTEGER),
        works=Situation.bottom,
        python=python_fragments.write_method("bottom"),
        asks=True,
    ),
    Builtin(
        name="ceil",
        doc="The number rounded up.",
        takes=(NUMBER,),
        gives=always(INTEGER),
        works=ceil,
        python=python_fragments.ceil,
    ),
    Builtin(
        name="chance",
        doc="The exact chance that these dice succeed against a number.",
        takes=(POOLED, WHOLE, PROCEDURE),
        optional=1,
        gives=always(FRACTION),
        works=Situation.chance,
        python=python_fragments.write_method("chance"),
        asks=True,
        costs=ODDS,
    ),
    Builtin(
        name="count",
        doc="How many things stand in an entry: the conditions of a track.",
        takes=(ORDER,),
        gives=always(INTEGER),
        works=Situation.count,
        python=python_fragments.write_method("count"),
        asks=True,
    ),
    Builtin(
        name="dice",
        doc="The dice of a die code, without its pips.",
        takes=(CODE,),
        gives=always(INTEGER),
        works=dice,
        python=python_fragments.field("dice"),
    ),
    Builtin(
        name="fixed",
        doc="What a rating of the character is worth when nobody rolls it.",
        takes=(RATED,),
        gives=always(INTEGER),
        works=Situation.fixed,
        python=python_fragments.write_method("fixed"),
        asks=True,
    ),
    Builtin(
        name="floor",
        doc="The number rounded down.",
        takes=(NUMBER,),
        gives=always(INTEGER),
        works=floor,
        python=python_fragments.floor,
    ),
    Builtin(
        name="has",
        doc="Whether the character has this at all.",
        takes=(RATED,),
        gives=always(BOOLEAN),
        works=Situation.has,
        python=python_fragments.write_method("has"),
        asks=True,
    ),
    Builtin(
        name="highest",
        doc="The highest total that these dice can give; blank where there is none.",
        takes=(POOLED, PROCEDURE),
        optional=1,
        gives=always(OptionalOf(INTEGER)),
        works=Situation.highest,
        python=python_fragments.write_method("highest"),
        asks=True,
        costs=ODDS,
    ),
    Builtin(
        name="if",
        doc="The second thing where the first is true, else the third.",
        takes=(Param((BOOLEAN,)), ANYTHING, ANYTHING),
        gives=branches,
        works=Picks(lambda met: 1 if met else 2),
        python=python_fragments.write_conditional,
    ),
    Builtin(
        name="if-blank",
        doc="The first thing, or the second where the first is blank.",
        takes=(ANYTHING, ANYTHING),
        gives=filled,
        works=Picks(lambda found: 1 if found is None else 0),
        python=python_fragments.if_blank,
        asks=True,
    ),
    Builtin(
        name="lookup",
        doc="A cell of a table: the table, what finds the row, the column.",
        takes=(
            Param((EntryOf("table"),)),
            Param(),
            Param(words="the name of a column", plain=True),
        ),
        gives=cell,
        works=lookup,
        python=python_fragments.lookup,
        asks=True,
    ),
    Builtin(
        name="lowest",
        doc="The lowest total that these dice can give.",
        takes=(POOLED, PROCEDURE),
        optional=1,
        gives=always(INTEGER),
        works=Situation.lowest,
        python=python_fragments.write_method("lowest"),
        asks=True,
        costs=ODDS,
    ),
    Builtin(
        name="max",
        doc="The greatest of some numbers, die codes or quantities.",
        takes=(COMPARABLE,),
        gives=alike,
        works=greatest,
        python=python_fragments.function("max"),
        repeats=True,
    ),
    Builtin(
        name="mean",
        doc="The mean total of these dice, exactly.",
        takes=(POOLED, PROCEDURE),
        optional=1,
        gives=always(FRACTION),
        works=Situation.mean,
        python=python_fragments.write_method("mean"),
        asks=True,
        costs=ODDS,
    ),
    Builtin(
        name="min",
        doc="The smallest of some numbers, die codes or quantities.",
        takes=(COMPARABLE,),
        gives=alike,
        works=smallest,
        python=python_fragments.function("min"),
        repeats=True,
    ),
    Builtin(
        name="nth",
        doc="What has a number by its place in an entry: the condition of a rank.",
        takes=(ORDER, WHOLE),
        gives=part_of,
        works=Situation.nth,
        python=python_fragments.write_method("nth"),
        asks=True,
    ),
    Builtin(
        name="pips",
        doc="The pips of a die code, without its dice.",
        takes=(CODE,),
        gives=always(INTEGER),
        works=pips,
        python=python_fragments.field("pips"),
    ),
    Builtin(
        name="place",
        doc="The number an entry has by its place in its like; 0 for a blank.",
        takes=(PLACED,),
        gives=always(INTEGER),
        works=Situation.place,
        python=python_fragments.write_method("place"),
        asks=True,
    ),
    Builtin(
        name="rating",
        doc="The die code of the character.",
        takes=(RATED,),
        gives=always(DIE_CODE),
        works=Situation.rating,
        python=python_fragments.write_method("rating"),
        asks=True,
    ),
    Builtin(
        name="roll",
        doc="The total when the character rolls.",
        takes=(RATED,),
        gives=always(INTEGER),
        works=Situation.roll,
        python=python_fragments.write_method("roll"),
        asks=True,
    ),
    Builtin(
        name="top",
        doc="The highest number of a band.",
        takes=(BAND,),
        gives=always(INTEGER),
        works=Situation.top,
        python=python_fragments.write_method("top"),
        asks=True,
    ),
    Builtin(
        name="without-ability",
        doc="The rating of the character without what the ability gives to it.",
        takes=(RATED,),
        gives=always(DIE_CODE),
        works=Situation.without_ability,
        python=python_fragments.write_method("without_ability"),
        asks=True,
    ),
)

BUILTINS: Final = {builtin.name: builtin for builtin in TABLE}
