"""Values as plain data, for JSON, and back again."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar, cast, get_origin

from ..amounts import Modifier, Quantity
from ..die_code import DieCode
from ..record import Ref
from ..situation import RuleRef

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..given import Value
    from ..record import Record
    from ..situation import Rules

T = TypeVar("T")
FRACTION = re.compile(r"-?[0-9]{1,99}(/[1-9][0-9]{0,98})?", re.ASCII)


def plain(value: Value) -> object:
    """A value as plain data. Raises ValueError where there is no way to write it."""
    match value:
        case None | bool() | int() | str():
            return value
        case Fraction():
            return {"fraction": str(value)}
        case DieCode():
            return {"die-code": str(value)}
        case Quantity():
            return {"quantity": str(value.amount), "unit": value.unit}
        case Modifier():
            return {"modifier": dict(value.__dict__)}
        case Ref():
            return {"ref": value.id}
        case _:
            message = f"{value} cannot be saved"
            raise ValueError(message)


class Fields:
    """Plain data as a map, read field by field. Raises ValueError for what is not there."""

    __slots__ = ("data",)

    def __init__(self, data: object) -> None:
        if not isinstance(data, dict):
            message = f"{data!r} should be a map"
            raise ValueError(message)  # noqa: TRY004
        self.data = cast("dict[str, object]", data)

    def get(self, key: str) -> object:
        """What stands there; None for nothing."""
        return self.data.get(key)

    def text(self, key: str) -> str:
        """A text."""
        return self._one(key, str)

    def number(self, key: str) -> int:
        """A whole number."""
        return self._one(key, int)

    def inner(self, key: str) -> Fields:
        """A map."""
        return Fields(self._one(key, dict[str, object]))

    def items(self, key: str) -> Iterable[object]:
        """What is in a list, or the pairs of a map."""
        found = self._one(key, object)
        if isinstance(found, dict):
            return cast("dict[str, object]", found).items()
        if isinstance(found, list):
            return cast("list[object]", found)
        message = f"{key} should be a list or a map"
        raise ValueError(message)

    @staticmethod
    def pair(item: object) -> tuple[str, object]:
        """A pair of a map."""
        if not isinstance(item, tuple):
            message = f"{item!r} should stand in a map"
            raise ValueError(message)  # noqa: TRY004
        key, value = cast("tuple[object, object]", item)
        return str(key), value

    def of(self, cls: type[Record]) -> dict[str, Any]:
        """All fields, each of the type that its default has in a record, or else text."""
        for name, value in self.data.items():
            default: object = getattr(cls, name, "")
            if name not in cls.__annotations__ or type(value) is not type(default):
                message = f"{name} cannot be {value!r}"
                raise ValueError(message)
        return self.data

    def _one(self, key: str, kind: type[T]) -> T:
        value = self.data.get(key)
        if (
            isinstance(value, bool)
            or value is None
            or not isinstance(value, get_origin(kind) or kind)
        ):
            message = f"{key} cannot be {value!r}"
            raise ValueError(message)
        return cast("T", value)


def value_of(data: object, rules: Rules) -> Value:
    """The value that plain data stand for. Raises ValueError for anything else."""
    if data is None or isinstance(data, bool | int | str):
        return data
    fields = Fields(data)
    match [*fields.data]:
        case ["fraction"]:
            return _fraction(fields.text("fraction"))
        case ["die-code"]:
            return rules.die_code.parse(fields.text("die-code"))
        case ["quantity", "unit"]:
            amount = _fraction(fields.text("quantity"))
            whole = amount.denominator == 1
            number = amount.numerator if whole else amount
            return Quantity(amount=number, unit=fields.text("unit"))
        case ["modifier"]:
            return modifier(fields.inner("modifier"))
        case ["ref"]:
            return _ref(fields.text("ref"), rules)
        case _:
            message = f"{data!r} is no value"
            raise ValueError(message)


def _fraction(text: str) -> Fraction:
    """An exact number, as it was written: `7/2`. Raises ValueError for anything else."""
    if FRACTION.fullmatch(text) is None:
        message = f"{text!r} is no number"
        raise ValueError(message)
    return Fraction(text)


def _ref(id: str, rules: Rules) -> Value:
    try:
        rules.entry(id)
    except KeyError:
        message = f"{id} is nothing in these rules"
        raise ValueError(message) from None
    return RuleRef(id, rules)


def modifier(fields: Fields) -> Modifier:
    """A modifier from its fields. Raises ValueError where one is unknown, or of another type."""
    return Modifier(**fields.of(Modifier))
