"""Pickles of compilations that can only name classes of freed6c.

They are stored with a digest, in a folder that only the user can write to (`freed6c.cache`). An
attacker who can write there could only construct objects of these classes.
"""

from __future__ import annotations

from copyreg import __newobj__  # type: ignore[attr-defined]
from dataclasses import is_dataclass
from enum import Enum
from io import BytesIO
from pickle import HIGHEST_PROTOCOL, Pickler, Unpickler, UnpicklingError
from types import MappingProxyType
from typing import Any, Final

from freed6c.runtime.amounts import DieCode, die_codes
from freed6c.runtime.record import Record

OTHERS: Final = frozenset({("fractions", "Fraction"), ("builtins", "dict")})
"""Allowed classes from outside freed6c, by module and name."""


def dumps(value: object) -> bytes:
    """Pickle a compilation, without cached properties."""
    file = BytesIO()
    _Pickler(file, HIGHEST_PROTOCOL).dump(value)
    return file.getvalue()


def loads(pickled: bytes) -> Any:
    """Unpickle a compilation. Raise UnpicklingError if it names anything else."""
    return _Unpickler(BytesIO(pickled)).load()


class _Pickler(Pickler):
    def reducer_override(self, value: Any, /) -> Any:
        """Return how to rebuild a value if Python's default doesn't work."""
        cls = type(value)
        if isinstance(value, Record):
            # This includes entries, which a generated package would pickle as their ids.
            return __newobj__, (cls,), vars(value)
        if is_dataclass(cls):
            # Omit cached properties.
            fields = cls.__dataclass_fields__
            return __newobj__, (cls,), {name: getattr(value, name) for name in fields}
        if isinstance(value, Enum):
            # Python before 3.11.4 looks members up with `getattr`, which isn't allowed.
            return cls, (value.value,)
        if cls is MappingProxyType:
            return dict, (dict(value),)
        if cls is type and issubclass(value, DieCode) and value is not DieCode:
            return die_codes, (value.pips_per_die,)
        return NotImplemented


class _Unpickler(Unpickler):
    def find_class(self, module: str, name: str, /) -> Any:
        """Return a class by its module and name. Raise UnpicklingError if it isn't allowed."""
        if module.startswith("freed6c.") or (module, name) in OTHERS:
            cls = super().find_class(module, name)
            # Modules also contain imported names, and `name` can have dots.
            if cls is die_codes or (isinstance(cls, type) and cls.__module__ == module):
                return cls
        raise UnpicklingError(f"{module}.{name} is not a class of freed6c")
