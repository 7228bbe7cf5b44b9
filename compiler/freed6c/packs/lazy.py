"""Data classes and regular expressions that take little time to import.

For type checkers, `dataclass` and `regex` are `dataclasses.dataclass` and `re.compile`. Those would
take half of the time to import the compiler: the first compiles six functions for each class, and
most regular expressions are for rare input. Our data classes share all functions but `__init__`.
They have no `__slots__`, and only type checkers keep frozen ones from being changed. Our regular
expressions are compiled when they are first used.
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
            dataclasses.dataclass(kw_only=kw_only, repr=False, eq=False)(cls)
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

    def equal(self: object, other: object) -> bool:
        same = other.__class__ is self.__class__
        return key(self) == key(other) if same else NotImplemented

    cls.__repr__ = _repr
    if eq:
        cls.__eq__ = equal
        cls.__hash__ = (lambda self: hash(key(self))) if frozen else None
    if order:
        cls.__lt__ = lambda self, other: key(self) < key(other)


def _repr(self: Any) -> str:
    values = (f"{name}={value!r}" for name, value in vars(self).items())
    return f"{type(self).__qualname__}({', '.join(values)})"
