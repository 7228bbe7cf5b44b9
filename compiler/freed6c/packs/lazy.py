"""Data classes and regular expressions that take little time to import.

For type checkers, `dataclass` and `regex` are `dataclasses.dataclass` and `re.compile`. Those would
take half of the time to import the compiler: the first compiles six functions for each class, and
most regular expressions are for rare input. Our data classes share their functions, and write
`__init__` for the first object. They have no `__slots__`, and only type checkers keep frozen ones
from being changed. Our regular expressions are compiled when they are first used.
"""

from __future__ import annotations

import dataclasses
import re
from dataclasses import KW_ONLY, field, replace
from operator import attrgetter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import dataclass
    from re import compile as regex
else:

    def dataclass(*, kw_only: bool = False, **options: bool) -> Callable[[type], type]:
        """Return a decorator that makes a class a dataclass."""

        def declare(cls: type) -> type:
            none = {"init": False, "repr": False, "eq": False}
            dataclasses.dataclass(kw_only=kw_only, **none)(cls)
            _share_functions(cls, **options)
            return cls

        return declare

    class regex:  # noqa: N801 - used as a function
        """A regular expression with the attributes of a compiled one."""

        def __init__(self, *arguments: Any) -> None:
            self._arguments = arguments

        def __getattr__(self, name: str) -> Any:
            value = getattr(re.compile(*self._arguments), name)
            setattr(self, name, value)
            return value


__all__ = ["KW_ONLY", "dataclass", "field", "regex", "replace"]


def _share_functions(
    cls: Any, *, frozen: bool = False, eq: bool = True, order: bool = False
) -> None:
    compared = [each.name for each in dataclasses.fields(cls) if each.compare]
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
    for each in dataclasses.fields(cls):
        name = value = each.name
        default = f"_{name}"
        if each.default is not dataclasses.MISSING:
            names[default] = each.default
        elif each.default_factory is not dataclasses.MISSING:
            names[default] = each.default_factory
            value = f"{default}() if {name} is {default} else {name}"
        if each.init:
            suffix = f"={default}" if default in names else ""
            (by_name if each.kw_only else by_place).append(f"{name}{suffix}")
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
    values = (f"{name}={value!r}" for name, value in vars(self).items())
    return f"{type(self).__qualname__}({', '.join(values)})"
