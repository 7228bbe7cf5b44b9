"""A compilation as bytes, and back: a pickle that may name nothing but classes of freed6c.

It is kept under a seal, where nobody else may write (`freed6c.cache`). Whoever could write there
all the same would get nothing called but the constructors of these classes.
"""

from __future__ import annotations

from copyreg import __newobj__  # type: ignore[attr-defined]
from dataclasses import is_dataclass
from io import BytesIO
from pickle import HIGHEST_PROTOCOL, Pickler, Unpickler, UnpicklingError
from types import MappingProxyType
from typing import Any, Final

from freed6c.runtime.amounts import DieCode, die_codes
from freed6c.runtime.record import Record

OTHERS: Final = frozenset({("fractions", "Fraction"), ("builtins", "dict")})
"""The classes that are not freed6c's, by their modules and names."""


def dumps(value: object) -> bytes:
    """Pickle a compilation, without what its objects found out since they were made."""
    file = BytesIO()
    _Pickler(file, HIGHEST_PROTOCOL).dump(value)
    return file.getvalue()


def loads(pickled: bytes) -> Any:
    """Unpickle a compilation. Raises UnpicklingError where it names anything else."""
    return _Unpickler(BytesIO(pickled)).load()


class _Pickler(Pickler):
    def reducer_override(self, value: Any, /) -> Any:
        """Return how to make a value again, where Python's own way will not do."""
        cls = type(value)
        if isinstance(value, Record):
            # Entries as well: those of a generated package pickle as their ids.
            return __newobj__, (cls,), vars(value)
        if is_dataclass(cls) and cls.__dictoffset__:
            # There is room for cached properties, which are left out.
            fields = cls.__dataclass_fields__
            return __newobj__, (cls,), {name: getattr(value, name) for name in fields}
        if cls is MappingProxyType:
            return dict, (dict(value),)
        if cls is type and issubclass(value, DieCode) and value is not DieCode:
            return die_codes, (value.pips_per_die,)
        return NotImplemented


class _Unpickler(Unpickler):
    def find_class(self, module: str, name: str, /) -> Any:
        """Find a class by its module and name. Raises UnpicklingError where it may not be named."""
        if module.startswith("freed6c.") or (module, name) in OTHERS:
            found = super().find_class(module, name)
            # A module holds what it imports, too, and `name` may have dots.
            if found is die_codes or (
                isinstance(found, type) and found.__module__ == module
            ):
                return found
        raise UnpicklingError(f"{module}.{name} is none of freed6c's classes")
