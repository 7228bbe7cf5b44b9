"""Values by name, asked for as what a formula takes them for."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar, cast, get_origin

from .amounts import Modifier, Pool, Quantity
from .die_code import DieCode
from .duration import Duration
from .record import Entry, Ref
from .unworkable import Unworkable

if TYPE_CHECKING:
    from .amounts import Range

T = TypeVar("T")
Single: TypeAlias = "int | Fraction | bool | str | DieCode | Quantity | Pool | Modifier"
Spans: TypeAlias = "Range[int] | Range[Fraction] | Range[DieCode] | Range[Quantity]"
Value: TypeAlias = "Single | Spans | Ref[Entry] | None"
"""What a formula can give; None is a blank."""


class Given:
    """Answers to names, typed: `integer("rank")`, `given("reach", Range[Quantity])`.

    Whatever is not there, or is something else, raises Unworkable.
    """

    __slots__ = ()

    def find(self, name: str) -> Value:
        """What a name stands for; None is a blank."""
        raise NotImplementedError

    def given(self, name: str, kind: type[T]) -> T:
        """What a name stands for, as one of a kind."""
        return typed(self.find(name), kind, name)

    def optional(self, name: str, kind: type[T]) -> T | None:
        """What a name stands for, which may be blank."""
        value = self.find(name)
        return None if value is None else typed(value, kind, name)

    def integer(self, name: str) -> int:
        """A whole number."""
        return self.given(name, int)

    def fraction(self, name: str) -> Fraction:
        """A number, exactly."""
        return self.given(name, Fraction)

    def boolean(self, name: str) -> bool:
        """A yes or no."""
        return self.given(name, bool)

    def text(self, name: str) -> str:
        """A text."""
        return self.given(name, str)

    def die_code(self, name: str) -> DieCode:
        """A die code."""
        return self.given(name, DieCode)

    def pool(self, name: str) -> Pool:
        """A pool of dice."""
        return self.given(name, Pool)

    def modifier(self, name: str) -> Modifier:
        """A modifier."""
        return self.given(name, Modifier)

    def quantity(self, name: str) -> Quantity:
        """A quantity."""
        return self.given(name, Quantity)

    def entry(self, name: str) -> Ref[Any]:
        """A reference to an entry; of which kind is known to those who ask."""
        return self.given(name, Ref[Any])


class Cells(Given):
    """The cells of a row, a condition or whatever stands in columns, by the keys of those."""

    __slots__ = ("owner",)

    def __init__(self, owner: Entry) -> None:
        self.owner = owner

    def find(self, name: str) -> Value:
        """What stands in a column."""
        cells: dict[str, Any] = self.owner.__dict__.get("cells", {})
        if name not in cells:
            raise Unworkable(f"{self.owner.id} has no '{name}'")
        cell = cells[name]
        if isinstance(cell, tuple | Duration):
            raise Unworkable(f"a formula cannot work with what stands for '{name}'")
        return cast("Value", cell)


def typed(value: object, kind: type[T], name: str) -> T:
    """A value as one of a kind; a whole number is a fraction too."""
    if value is None:
        raise Unworkable(f"{name} is blank here")
    if kind is Fraction and isinstance(value, int):
        value = Fraction(value)
    if not isinstance(value, get_origin(kind) or kind):
        raise Unworkable(f"{name} cannot be {value} here")
    return cast("T", value)
