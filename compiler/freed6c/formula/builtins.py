"""The built-in functions of formulas. To add one, add it to TABLE.

Each declaration has the signature, the documentation for authors and the wording of a call for
readers. If the function isn't a method of the situation, it also has the implementation for the
evaluator, and the way to write the call in generated Python. No other file lists the functions.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from freed6c.diagnostics.codes import formulas as codes
from freed6c.diagnostics.suggest import did_you_mean_or_list
from freed6c.formula import python_fragments, types
from freed6c.formula.scope import BadFormulaError, SymbolTable
from freed6c.formula.typed_tree import BareWord, TypedNode
from freed6c.packs.ids import python_name
from freed6c.packs.kinds import BY_NAME, KINDS
from freed6c.packs.lazy import KW_ONLY, dataclass, field, replace
from freed6c.runtime.record import Ref

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from freed6c.formula.python_fragments import WriteCall
    from freed6c.formula.types import Wanted
    from freed6c.runtime.situation import FormulaValue, Situation


# Parameters.


INSIDE: Final = {kind.parent: kind.name for kind in KINDS if kind.parent is not None}
"""The kind of the ordered entries inside an entry of each kind: a track contains conditions."""


@dataclass(frozen=True)
class Parameter:
    """The types that an argument can have, and how it is treated.

    - `wants`: the types; if empty, the types wanted of the whole call, or any.
    - `words`: a description for messages, if better than that of the types.
    - `shared`: all shared arguments are coerced to one common type, that of the result.
    - `may_be_blank`: the common type is found as if the argument were not optional.
    - `bare_word`: the argument is a name that is not resolved, such as that of a column.
    """

    wants: Wanted = ()
    words: str = ""
    shared: bool = False
    may_be_blank: bool = False
    bare_word: bool = False


def _entries(*kinds: str | None) -> Wanted:
    return tuple(map(types.EntryOf, kinds))


RATED: Final = (*_entries("ability", "skill", "specialization"), types.RATED)
PARAMETERS: Final[Mapping[str, Parameter]] = {
    **{word: Parameter((of,)) for word, of in types.WORDS.items()},
    **{kind: Parameter(_entries(kind)) for kind in BY_NAME},
    "T": Parameter(shared=True),
    "anything": Parameter(),
    "column": Parameter(words="the name of a column", bare_word=True),
    "number": Parameter((types.FRACTION,), "a number"),
    "measured": Parameter(
        (types.FRACTION, types.QuantityOf()), "a number or a quantity", shared=True
    ),
    "comparable": Parameter(
        (types.FRACTION, types.DIE_CODE, types.QuantityOf()),
        "numbers, die codes or quantities",
        shared=True,
    ),
    "entry": Parameter(_entries(None)),
    "doable": Parameter(_entries("action", "action-type")),
    "rated": Parameter(RATED, "an ability, a skill or a specialization"),
    "rolled": Parameter((types.POOL, *RATED)),
    "owned": Parameter(
        (*RATED, *_entries("hook", "member", "condition", "period")),
        "an ability, skill, specialization, hook, condition, member of a scope or period",
    ),
    "whole": Parameter(_entries(*INSIDE), "an entry with parts, such as a track"),
    "part": Parameter(
        _entries(*INSIDE.values()), "an entry with a place in an order, such as a band"
    ),
}
"""The words for parameters in signatures: a type, a kind of entry, or a word for several types."""


def _parameter(text: str) -> Parameter:
    """Return a parameter of a signature, in the notation of `Builtin`: `[dice]`, `band?`."""
    parameter = PARAMETERS[text.strip("[]?.")]
    if "?" not in text:
        return parameter
    wants = parameter.wants
    return replace(
        parameter,
        wants=tuple(map(types.OptionalOf, wants)),
        words=parameter.words or (types.describe_any(wants) if wants else ""),
        may_be_blank=True,
    )


# Results.


Arguments: TypeAlias = tuple[TypedNode, ...]
InferResult: TypeAlias = "Callable[[Arguments, SymbolTable], types.Type]"
"""Infers the type of a result from the arguments. Raises BadFormulaError."""


def part_of(arguments: Arguments, _scope: SymbolTable) -> types.Type:
    """Return the optional type of an entry inside the first argument: a band of a benchmark."""
    whole = arguments[0].type
    if not isinstance(whole, types.EntryOf) or whole.kind is None:
        return types.UNKNOWN
    return types.OptionalOf(types.EntryOf(INSIDE[whole.kind], within=whole.id))


def cell(arguments: Arguments, scope: SymbolTable) -> types.Type:
    """Return the type of a column of a table.

    Raises BadFormulaError for an unknown table or column, and if the value can't find a row.
    """
    table, value, column = arguments
    if types.UNKNOWN in {table.type, value.type}:
        return types.UNKNOWN
    key = table.type.id if isinstance(table.type, types.EntryOf) else None
    if key is None or key not in scope.tables:
        raise BadFormulaError(codes.TABLE_UNKNOWN_HERE, table.node)
    found_by, columns = scope.tables[key].found_by, scope.tables[key].columns
    if not any(types.fits(value.type, row_type) for row_type in found_by):
        wanted, given = types.describe_any(found_by), types.describe(value.type)
        raise BadFormulaError(codes.ROW_TYPE, value.node, wanted=wanted, given=given)
    assert isinstance(column.meaning, BareWord)
    word = column.meaning.word
    if word not in columns:
        help_ = did_you_mean_or_list(word, columns, "columns here")
        raise BadFormulaError(
            codes.UNKNOWN_COLUMN, column.node, column=word, help=help_
        )
    return columns[word]


INFERRED: Final[Mapping[str, InferResult | None]] = {
    "T": None,
    "part?": part_of,
    "cell": cell,
}
"""The results in signatures that depend on the arguments; None is their common type.

All other results are words for parameters.
"""


# Declarations.


@dataclass(frozen=True)
class LazyChoice:
    """An implementation that evaluates the first argument, then at most one other.

    `which` takes the value of the first and returns the index of the argument whose value is the
    result; 0 is the first itself.
    """

    which: Callable[[Any], int]


Implementation: TypeAlias = "Callable[..., FormulaValue] | LazyChoice"


@dataclass(eq=False)
class Builtin:
    """A built-in function, declared by its signature: `place(part?) -> integer`.

    In a signature, `a?` can be blank, `[a]` can be omitted, and `a...` can be repeated. `T` is any
    type: all arguments `T` and `T?`, and the result `T`, have a common type.

    - `doc`: the meaning, for authors. `words`: the wording of a call, with its arguments in the
      places `{0}`, `{1}`, .. If it is a `clause`, it continues after a comma, or joins two things.
    - `implementation`: a function of the situation and the values of the arguments, and `python`,
      which writes the call in generated code. By default, both call the method of the situation
      that has the name of the function. `run` is the function to call in either case.
    - `cost`: the steps of the evaluator's budget that a call takes.
    - `result_type`: a type, a function that infers it, or None for the common type.
    - `repeats`: the last argument can be repeated. `optional`: the number of parameters that can
      be omitted, at the end.
    """

    signature: str
    doc: str
    words: str
    _: KW_ONLY
    implementation: Implementation | None = None
    python: WriteCall = python_fragments.write_method
    clause: bool = False
    cost: int = 1
    name: str = field(init=False)
    run: Implementation = field(init=False)
    parameters: tuple[Parameter, ...] = field(init=False)
    result_type: types.Type | InferResult | None = field(init=False)
    repeats: bool = field(init=False)
    optional: int = field(init=False)

    def __post_init__(self) -> None:
        match = re.fullmatch(r"([a-z-]+)\((.+)\) -> (.+)", self.signature)
        assert match is not None, self.signature
        self.name, result = match[1], match[3]
        method = python_name(self.name)
        self.run = self.implementation or (
            lambda here, *values: getattr(here, method)(*values)
        )
        parameters = match[2].split(", ")
        self.parameters = tuple(map(_parameter, parameters))
        inferred = result in INFERRED
        self.result_type = INFERRED[result] if inferred else _parameter(result).wants[0]
        self.repeats = parameters[-1].endswith("...")
        self.optional = sum(parameter.startswith("[") for parameter in parameters)

    def param(self, position: int) -> Parameter:
        """Return the parameter of the argument at a position; the last one can be repeated."""
        return self.parameters[min(position, len(self.parameters) - 1)]

    def result(
        self, arguments: Arguments, scope: SymbolTable, wanted: Wanted
    ) -> types.Type | None:
        """Return the type of a call; None if the shared arguments have no common type.

        If their types differ, a wanted type that all of them fit is preferred.
        """
        if callable(self.result_type):
            return self.result_type(arguments, scope)
        if self.result_type is not None:
            return self.result_type
        given = [
            types.without_optional(argument.type)
            if self.param(index).may_be_blank
            else argument.type
            for index, argument in enumerate(arguments)
            if self.param(index).shared
        ]
        common: types.Type | None = given[0]
        for type_ in given[1:]:
            common = None if common is None else types.common_type(common, type_)
        if common is not None and isinstance(common, types.EntryOf):
            # It can have more information than a wanted type: the id of the entry.
            return common
        for want in wanted:
            if len(set(given)) > 1 and all(types.fits(type_, want) for type_ in given):
                return want
        return common

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of entries that the first argument can be."""
        wants = map(types.without_optional, self.parameters[0].wants)
        return tuple(
            want.kind for want in wants if isinstance(want, types.EntryOf) and want.kind
        )


def searched(here: Situation, value: FormulaValue) -> int:
    """Return the number of entries that a search inside or next to an entry can visit."""
    if not isinstance(value, Ref):
        return 0
    try:
        entry = here.rules.entry(value.id)
        parent = vars(entry).get("parent")
        siblings = () if parent is None else here.rules.entry(parent.id).inside
    except KeyError:  # The entry isn't built yet, which the function itself reports.
        return 0
    return len(entry.inside) + len(siblings)


ODDS: Final = 2_000
"""The cost of exact odds in steps: 50 calls use up MAX_STEPS."""

TABLE: Final = (
    Builtin(
        "abs(measured) -> T",
        "A number or quantity without its sign.",
        "{0} without its sign",
        implementation=lambda _, value: abs(value),
        python=python_fragments.write_function,
        clause=True,
    ),
    Builtin(
        "ability-of(rated) -> ability",
        "The ability that a skill or specialization adds to.",
        "the ability behind {0}",
    ),
    Builtin(
        "band(benchmark, integer) -> part?",
        "The band of a benchmark that contains a number; blank if none does.",
        "the band of {0} that contains {1}",
    ),
    Builtin(
        "bottom(band?) -> integer",
        "The lowest number of a band.",
        "the lowest number of {0}",
    ),
    Builtin(
        "ceil(number) -> integer",
        "The number, rounded up.",
        "{0}, rounded up",
        implementation=lambda _, number: math.ceil(number),
        python=python_fragments.write_ceil,
        clause=True,
    ),
    Builtin(
        "chance(pool, integer, [dice]) -> fraction",
        "The exact probability that these dice succeed against a number.",
        "the chance of {0} against {1}",
        cost=ODDS,
    ),
    Builtin(
        "count(whole) -> integer",
        "The number of entries in an entry, such as conditions in a track.",
        "the number of steps of {0}",
    ),
    Builtin(
        "dice(die-code) -> integer",
        "The dice of a die code, without its pips.",
        "dice of {0}",
        implementation=lambda _, code: code.dice,
        python=python_fragments.write_field,
    ),
    Builtin(
        "fixed(rated) -> integer",
        "The fixed value of a rating of the character, which needs no roll.",
        "the fixed value of {0}",
    ),
    Builtin(
        "floor(number) -> integer",
        "The number, rounded down.",
        "{0}, rounded down",
        implementation=lambda _, number: math.floor(number),
        python=python_fragments.write_floor,
        clause=True,
    ),
    Builtin(
        "has(owned) -> boolean",
        "True if the character has this ability, skill, specialization, hook, scope or condition,"
        " or if this period is under way.",
        "you have {0}",
        clause=True,
    ),
    Builtin(
        "has-check(action) -> boolean",
        "True if the action has a check.",
        "{0} has a check",
        clause=True,
    ),
    Builtin(
        "highest(pool, [dice]) -> integer?",
        "The highest possible total of these dice; blank if there is none.",
        "the highest total of {0}",
        cost=ODDS,
    ),
    Builtin(
        "if(boolean, T, T) -> T",
        "The second argument if the first is true, otherwise the third.",
        "{1} if {0}, otherwise {2}",
        implementation=LazyChoice(lambda met: 1 if met else 2),
        python=python_fragments.write_conditional,
        clause=True,
    ),
    Builtin(
        "if-blank(T?, T) -> T",
        "The first argument, or the second if the first is blank.",
        "{0}, or {1} if there is none",
        implementation=LazyChoice(lambda value: 1 if value is None else 0),
        python=python_fragments.write_if_blank,
        clause=True,
    ),
    Builtin(
        "lookup(table, anything, column) -> cell",
        "A cell of a table. The second argument is a value that identifies the row.",
        "the {2} for {1} in {0}",
        implementation=lambda here, table, value, column: here.row(table, value).find(
            column
        ),
        python=python_fragments.write_lookup,
    ),
    Builtin(
        "lowest(pool, [dice]) -> integer",
        "The lowest possible total of these dice.",
        "the lowest total of {0}",
        cost=ODDS,
    ),
    Builtin(
        "max(comparable...) -> T",
        "The largest of several numbers, die codes or quantities.",
        "the higher of {all}",
        implementation=lambda _, *values: max(values),
        python=python_fragments.write_function,
        clause=True,
    ),
    Builtin(
        "mean(pool, [dice]) -> fraction",
        "The exact mean total of these dice.",
        "the average of {0}",
        cost=ODDS,
    ),
    Builtin(
        "min(comparable...) -> T",
        "The smallest of several numbers, die codes or quantities.",
        "the lower of {all}",
        implementation=lambda _, *values: min(values),
        python=python_fragments.write_function,
        clause=True,
    ),
    Builtin(
        "nth(whole, integer) -> part?",
        "The entry at a place in another entry, such as the condition of a rank.",
        "the entry of {0} at {1}",
    ),
    Builtin(
        "pips(die-code) -> integer",
        "The pips of a die code, without its dice.",
        "pips of {0}",
        implementation=lambda _, code: code.pips,
        python=python_fragments.write_field,
    ),
    Builtin(
        "place(part?) -> integer",
        "The place of an entry in its order, such as the rank of a condition; 0 for a blank.",
        "the place of {0}",
    ),
    Builtin(
        "points(points) -> integer",
        "The points that the character has in a pool; 0 if they cannot have any.",
        "the number of {0}",
    ),
    Builtin(
        "rating(rated) -> die-code",
        "The die code of a rating of the character.",
        "the rating in {0}",
    ),
    Builtin(
        "roll(rolled, [dice]) -> integer",
        "The total of a roll with a rating of the character, or of dice: `roll(2D+1)`.",
        "a roll of {0}",
    ),
    Builtin(
        "taken(doable, [entry]) -> integer",
        "How often the character has taken an action in its period, or actions of a type,"
        " not counting the one under way. With an entry, only those that chose it (`choose`).",
        "how often you have taken {0}",
    ),
    Builtin(
        "top(band?) -> integer",
        "The highest number of a band.",
        "the highest number of {0}",
    ),
    Builtin(
        "without-ability(rated) -> die-code",
        "The die code of a rating of the character, without the part from the ability.",
        "{0} (not counting its ability)",
    ),
)

BUILTINS: Final = {builtin.name: builtin for builtin in TABLE}
OF_CHARACTER: Final = (
    *("fixed", "has", "points", "rating", "roll", "taken", "without-ability"),
)
"""The functions that read a character, so that they can read the target: `target.has(…)`."""
