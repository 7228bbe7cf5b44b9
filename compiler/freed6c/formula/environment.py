"""What working out a formula must ask of a ruleset, and of a character."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from fractions import Fraction

    from freed6c.formula.typed import Checked
    from freed6c.runtime.amounts import Modifier, Pool, Quantity, Range
    from freed6c.runtime.die_code import DieCode
    from freed6c.runtime.record import Ref

Single: TypeAlias = "int | Fraction | bool | str | DieCode | Quantity | Pool | Modifier"
Spans: TypeAlias = "Range[int] | Range[Fraction] | Range[DieCode] | Range[Quantity]"
Value: TypeAlias = "Single | Spans | Ref[object] | None"
"""What a formula can give; None is a blank."""

Names: TypeAlias = "Mapping[str, Value]"
"""Values of the names that are known by place: `rank`, `row.category`."""


@dataclass(frozen=True, slots=True)
class Definition:
    """A formula that is called: the names of its arguments, its constants, its body."""

    takes: tuple[str, ...]
    constants: Names
    body: Checked


class Character(Protocol):
    """Someone with ratings; entries go by id."""

    def rating(self, entry: str) -> DieCode:
        """Tell how good they are at something."""
        ...

    def fixed(self, entry: str) -> int:
        """Give the rating as a number, when nobody rolls."""
        ...

    def roll(self, entry: str) -> int:
        """Roll, and give the total."""
        ...

    def has(self, entry: str) -> bool:
        """Tell whether they have this at all."""
        ...

    def without_ability(self, entry: str) -> DieCode:
        """Give the rating without what the ability gives to it."""
        ...


class Environment(Protocol):
    """A ruleset, as formulas see it. Entries go by id, formulas by key."""

    @property
    def die_code(self) -> type[DieCode]:
        """The die codes of the ruleset."""
        ...

    @property
    def character(self) -> Character | None:
        """Whom the formula is about, if anyone."""
        ...

    def formula(self, key: str) -> Definition:
        """Find a formula of the ruleset."""
        ...

    def value(self, entry: str) -> Value:
        """Give someone's number; None where there is nobody who has it."""
        ...

    def band(self, benchmark: str, number: int) -> str | None:
        """Find the band of a number."""
        ...

    def bounds(self, band: str) -> Range[int]:
        """Give the numbers of a band."""
        ...

    def inside(self, entry: str) -> Sequence[str]:
        """List what stands in an entry, in order: the conditions of a track."""
        ...

    def place(self, entry: str) -> int:
        """Give the number that an entry has by its place among its like."""
        ...

    def row(self, table: str, value: Value) -> str | None:
        """Find the row that belongs to a value."""
        ...

    def cell(self, row: str, column: str) -> Value:
        """Give what stands in a cell; None where it is blank."""
        ...

    def ratio(self, unit: str, other: str) -> Fraction | None:
        """Tell how many of the other unit make one, if the ruleset says so."""
        ...
