"""The types of formulas, and which is assignable to which."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Final, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping


class Simple(Enum):
    """A type without parts; its value is how people call it."""

    INTEGER = "an integer"
    FRACTION = "a fraction"
    BOOLEAN = "a yes-or-no"
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
"""The type of what was reported: it fits everywhere, so one cause gives one message."""


@dataclass(frozen=True, slots=True)
class QuantityOf:
    """A quantity of a measure (`length`); without one, of any."""

    measure: str | None = None


@dataclass(frozen=True, slots=True)
class RangeOf:
    """From one value to another."""

    of: Type


@dataclass(frozen=True, slots=True)
class EntryOf:
    """An entry of a kind: a certain one, any one that stands within another, or any.

    Without a kind, of any.
    """

    kind: str | None = None
    id: str | None = None
    within: str | None = None


RATED: Final = EntryOf("rating")
"""An ability, a skill, a specialization or a value that resists: which, is known in play alone."""


@dataclass(frozen=True, slots=True)
class OptionalOf:
    """A value that may be blank, as the cells of some columns."""

    of: Type


Type: TypeAlias = Simple | QuantityOf | RangeOf | EntryOf | OptionalOf

WORDS: Final[Mapping[str, Type]] = {
    "integer": INTEGER,
    "fraction": FRACTION,
    "boolean": BOOLEAN,
    "die-code": DIE_CODE,
    "pool": POOL,
    "modifier": MODIFIER,
    "text": TEXT,
}
"""The words of packs, and of signatures, for types without parts."""

TYPE_WORDS: Final[Mapping[str, Type]] = {**WORDS, "duration": TEXT, "one-of": TEXT}
"""The words for types besides those that packs declare: what units measure, kinds of entries."""

WIDENS: Final = frozenset(
    {
        (INTEGER, FRACTION),
        (INTEGER, MODIFIER),
        (DIE_CODE, POOL),
        (DIE_CODE, MODIFIER),
    }
)
"""The implicit conversions, from one type to another."""


def without_optional(of: Type) -> Type:
    """Give the type of a value that is not blank."""
    return of.of if isinstance(of, OptionalOf) else of


def fits(given: Type, wanted: Type) -> bool:
    """Whether a value of one type can stand where the other is wanted."""
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
    """Find the least type that both fit, or None where there is none."""
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
    """Describe a type in a message: `a die code`, `a length that may be blank`."""
    match given:
        case Simple():
            return given.value
        case QuantityOf(measure):
            return _with_article(measure or "quantity")
        case RangeOf(of):
            return f"a range from {describe(of)} to another"
        case EntryOf("points"):
            return "points"
        case EntryOf(kind):
            return _with_article((kind or "entry").replace("-", " "))
        case OptionalOf(of):
            return f"{describe(of)} that may be blank"


def _with_article(noun: str) -> str:
    return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"


def describe_any(types: tuple[Type, ...]) -> str:
    """Describe a choice of types: `an ability, a skill or a specialization`."""
    *most, last = dict.fromkeys(map(describe, types))
    return f"{', '.join(most)} or {last}" if most else last
