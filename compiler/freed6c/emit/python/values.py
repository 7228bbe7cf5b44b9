"""Values of the typed model as Python expressions, and the names that these need."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from freed6c.emit.python.content import WORKS
from freed6c.emit.python.layout import (
    Atom,
    Expression,
    Group,
    call,
    invoke,
    mapping,
    sequence,
    text,
)
from freed6c.model.shape import fields
from freed6c.runtime.amounts import Formula
from freed6c.runtime.die_code import DieCode
from freed6c.runtime.record import Record, Ref

if TYPE_CHECKING:
    from freed6c.emit.python.content import Content


@dataclass(frozen=True, slots=True)
class Values:
    """Prints values for one module; `used` and `modules` gather what it must import."""

    content: Content
    used: set[type] = field(default_factory=set)
    modules: set[str] = field(default_factory=set)

    def expression(self, value: object) -> Expression:
        """Any value of the model."""
        match value:
            case tuple():
                return sequence(map(self.expression, value))
            case Mapping():
                return mapping(
                    (key, self.expression(one)) for key, one in value.items()
                )
            case Record():
                return self._formula(value) or self.record(value)
            case Fraction() | DieCode() | Ref():
                return self._made(value)
            case _:
                return Atom(text(value) if isinstance(value, str) else repr(value))

    def _formula(self, formula: Record) -> Expression | None:
        """A formula, with the function that works it out, if it is one and there is one."""
        if not isinstance(formula, Formula):
            return None
        self.used.add(Formula)
        written: dict[str, Expression] = {"text": Atom(text(formula.text))}
        function = self.content.functions.get(id(formula))
        if function is not None:
            written["works"] = Atom(function)
            if function.startswith(f"{WORKS}."):
                self.modules.add(WORKS)
        return call(Formula.__name__, **written)

    def _made(self, value: Fraction | DieCode | Ref[object]) -> Expression:
        """A value that is made by calling its class."""
        match value:
            case Fraction():
                parts: tuple[object, ...] = value.as_integer_ratio()
            case DieCode():
                parts = (value.dice, value.pips)
            case Ref():
                parts = (value.id,)
        cls = next(one for one in (Fraction, DieCode, Ref) if isinstance(value, one))
        self.used.add(cls)
        return invoke(cls.__name__, *map(self.expression, parts))

    def record(self, record: Record, /, **given: Expression) -> Group:
        """A record by its fields that are not their defaults; some may be `given`."""
        cls = type(record)
        self.used.add(cls)
        return call(cls.__name__, **self.fields(record, **given))

    def fields(self, record: Record, /, **given: Expression) -> dict[str, Expression]:
        """The fields of a record by name, in the order of its class."""
        printed: dict[str, Expression] = {}
        for one in fields(type(record)):
            if one.name in given:
                printed[one.name] = given[one.name]
            elif one.name in record.__dict__:
                value = record.__dict__[one.name]
                if one.required or value != getattr(type(record), one.name):
                    printed[one.name] = self._field(value, prose=one.prose)
        return printed

    def _field(self, value: object, *, prose: bool) -> Expression:
        if prose:
            return Atom(text(self.content.plain(str(value))))
        return self.expression(value)
