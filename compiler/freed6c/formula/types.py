"""The types of formulas, and the rules for which type fits in place of another."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Final, TypeAlias

from freed6c.packs.lazy import dataclass
from freed6c.runtime.finding import with_article

if TYPE_CHECKING:
    from collections.abc import Mapping


class Simple(Enum):
    """A type without parameters. The value is its name in messages."""

    INTEGER = "a whole number"
    FRACTION = "a fraction"
    BOOLEAN = "a yes-or-no value"
    DIE_CODE = "a die code"
    POOL = "a pool of dice"
    MODIFIER = "a modifier"
    TEXT = "text"
    UNKNOWN = "something unknown"


INTEGER: Final = Simple.INTEGER
FRACTION: Final = Simple.FRACTION
BOOLEAN: Final = Simple.BOOLEAN
DIE_CODE: Final = Simple.DIE_CODE
POOL: Final = Simple.POOL
MODIFIER: Final = Simple.MODIFIER
TEXT: Final = Simple.TEXT
UNKNOWN: Final = Simple.UNKNOWN
"""The type of a node with a reported problem. It fits everywhere, so the cause is reported once."""


@dataclass(frozen=True)
class QuantityOf:
    """A quantity of a measure, such as `length`; None for any measure."""

    measure: str | None = None


@dataclass(frozen=True)
class RangeOf:
    """A range between two values of a type: `1 to 3`."""

    of: Type


@dataclass(frozen=True)
class EntryOf:
    """An entry of a `kind`, with an `id`, inside the entry `within`; None for any of these."""

    kind: str | None = None
    id: str | None = None
    within: str | None = None


RATED: Final = EntryOf("rating")
"""An ability, skill, specialization or resisting value: which of them is known only in play."""


TARGET: Final = EntryOf("target")
"""The target of an action. Formulas can only read what it has, as in `target.points(fate)`."""


@dataclass(frozen=True)
class OptionalOf:
    """A value that can be blank, as in the cells of some columns."""

    of: Type


Type: TypeAlias = Simple | QuantityOf | RangeOf | EntryOf | OptionalOf
Wanted: TypeAlias = tuple[Type, ...]
"""The types that fit the place of a node; none if any type does."""

WORDS: Final[Mapping[str, Type]] = {
    "integer": INTEGER,
    "fraction": FRACTION,
    "boolean": BOOLEAN,
    "die-code": DIE_CODE,
    "pool": POOL,
    "modifier": MODIFIER,
    "text": TEXT,
}
"""The keywords for types without parameters, in packs and in the signatures of functions."""

TYPE_WORDS: Final[Mapping[str, Type]] = {**WORDS, "duration": TEXT, "one-of": TEXT}
"""The keywords for types in packs, besides measures of units and kinds of entries."""

WIDENS: Final = frozenset(
    {
        (INTEGER, FRACTION),
        (INTEGER, MODIFIER),
        (DIE_CODE, POOL),
        (DIE_CODE, MODIFIER),
    }
)
"""The implicit conversions, as pairs of the type of a value and the type that it becomes."""


def without_optional(of: Type) -> Type:
    """Return the type of the value if it is not blank."""
    return of.of if isinstance(of, OptionalOf) else of


def fits(given: Type, wanted: Type) -> bool:
    """Return True if a value of the type `given` can be used where `wanted` is the type."""
    if UNKNOWN in {given, wanted} or given == wanted:
        return True
    match wanted:
        case OptionalOf(of):
            return fits(without_optional(given), of)
        case RangeOf(of):
            return isinstance(given, RangeOf) and fits(given.of, of)
        case QuantityOf(measure):
            return isinstance(given, QuantityOf) and measure is None
        case EntryOf(kind, id_, within):
            return (
                isinstance(given, EntryOf)
                and kind in {None, given.kind}
                and id_ in {None, given.id}
                and within in {None, given.within}
            )
        case _:
            return (given, wanted) in WIDENS


def common_type(left: Type, right: Type) -> Type | None:
    """Return the narrowest type that both fit, or None if there is none."""
    if fits(left, right):
        return left if right is UNKNOWN else right
    if fits(right, left):
        return left
    match left, right:
        case (OptionalOf(of), other) | (other, OptionalOf(of)):
            inner = common_type(of, without_optional(other))
            return None if inner is None else OptionalOf(inner)
        case EntryOf(), EntryOf() if left.kind == right.kind:
            within = left.within if left.within == right.within else None
            return EntryOf(left.kind, within=within)
        case EntryOf(), EntryOf():
            return EntryOf()
        case _:
            return None


def describe(given: Type) -> str:
    """Return the name of a type in messages: `a die code`, `a length that can be blank`."""
    match given:
        case Simple():
            return given.value
        case QuantityOf(measure):
            return with_article(measure or "quantity")
        case RangeOf(of):
            return f"a range from {describe(of)} to another"
        case EntryOf("points"):
            return "a point pool"
        case EntryOf(kind):
            return with_article((kind or "entry").replace("-", " "))
        case OptionalOf(of):
            return f"{describe(of)} that can be blank"


def describe_any(types: Wanted) -> str:
    """Return the names of several types: `an ability, a skill or a specialization`."""
    *most, last = dict.fromkeys(map(describe, types))
    return f"{', '.join(most)} or {last}" if most else last
