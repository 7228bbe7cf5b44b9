"""Declare dataclasses that take little time to import.

For type checkers, `dataclass` is the standard one. It would compile six functions for each class,
which is 40 % of the time to import the compiler. Ours shares these functions among classes, and
writes `__init__` for the first object. Objects have no `__slots__`, and only type checkers keep
frozen ones from being changed. `replace` and `fields` work as usual.
"""

from __future__ import annotations

import dataclasses
from operator import attrgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import dataclass as dataclass  # noqa: PLC0414 - exported
else:

    def dataclass(
        *,
        frozen: bool = False,
        eq: bool = True,
        order: bool = False,
        kw_only: bool = False,
    ) -> Callable[[type], type]:
        """Make a class a dataclass."""

        def declare(cls: type) -> type:
            dataclasses.dataclass(init=False, repr=False, eq=False, kw_only=kw_only)(
                cls
            )
            _share_functions(cls, frozen=frozen, eq=eq, order=order)
            return cls

        return declare


def _share_functions(cls: Any, *, frozen: bool, eq: bool, order: bool) -> None:
    """Set the functions of a dataclass, except those that it defines itself."""
    compared = [field.name for field in dataclasses.fields(cls) if field.compare]
    key: Callable[[object], Any] = attrgetter(*compared) if compared else type

    def first_init(self: Any, *args: object, **values: object) -> None:
        cls.__init__ = _init_of(cls)
        cls.__init__(self, *args, **values)

    def equal(self: object, other: object) -> bool:
        same = other.__class__ is self.__class__
        return key(self) == key(other) if same else NotImplemented

    cls.__init__ = first_init
    cls.__repr__ = _repr
    if eq:
        cls.__eq__ = equal
        cls.__hash__ = (lambda self: hash(key(self))) if frozen else None
    if order:
        cls.__lt__ = lambda self, other: key(self) < key(other)


def _init_of(cls: Any) -> Callable[..., None]:
    """Write the `__init__` of a dataclass."""
    names: dict[str, Any] = {}
    by_place, by_name = ["self"], ["*"]
    lines: list[str] = []
    for field in dataclasses.fields(cls):
        name = value = field.name
        default = f"_{name}"
        if field.default is not dataclasses.MISSING:
            names[default] = field.default
        elif field.default_factory is not dataclasses.MISSING:
            names[default] = field.default_factory
            value = f"{default}() if {name} is {default} else {name}"
        if field.init:
            suffix = f"={default}" if default in names else ""
            (by_name if field.kw_only else by_place).append(f"{name}{suffix}")
            lines.append(f"self.{name} = {value}")
        elif default in names:
            lines.append(f"self.{name} = {default}()")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    parameters = ", ".join(by_place + (by_name if by_name[1:] else []))
    exec(f"def __init__({parameters}):\n {'; '.join(lines) or 'pass'}", names)  # noqa: S102
    init: Callable[..., None] = names["__init__"]
    return init


def _repr(self: Any) -> str:
    values = (
        f"{f.name}={getattr(self, f.name)!r}"
        for f in dataclasses.fields(self)
        if f.repr
    )
    return f"{type(self).__qualname__}({', '.join(values)})"
