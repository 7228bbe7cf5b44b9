"""A compilation as plain values, and back. Whoever needs a ruleset gets the kept one if it holds.

`encode` makes text, numbers and lists of it, which are no code and can name none: what is read back
are objects of freed6c's own classes. Most commands look at a few entries of many hundreds, so they
are read when they are asked for: fields of the compilation, its ruleset and its provenance, the
values of large mappings there, and what stands in several places, as entries do. What an entry says
is as it was, else whoever goes through a `dict` there would pass it by.

A value is text, a number, a yes or no, nothing, or a list that begins with a sign. A sign from 0 on
is that of an object: the number of its shape, which names a class and its fields. The others are
below. `[3, "ice", 2]` is `Level(name="ice", step=2)` where shape 3 is
`["freed6c.x", "Level", "name", "step"]`.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from enum import Enum
from functools import cached_property, partial
from importlib import import_module
from marshal import dumps, loads
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, TypeAlias, TypeVar, cast

from freed6c.cache import keep, recall
from freed6c.disk import Disk
from freed6c.model.partial_rules import PartialRules
from freed6c.runtime.amounts import DieCode, die_codes
from freed6c.runtime.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from freed6c.compiled import Compiled
    from freed6c.pipeline import Steps

K = TypeVar("K")
V = TypeVar("V")
Value: TypeAlias = "str | int | float | list[Any] | None"
Shape: TypeAlias = "list[Any]"
"""A module, the name of a class in it, and its fields. For die codes: how many pips make a die."""
Kept: TypeAlias = "tuple[list[Shape], list[bytes], list[Any]]"
"""Shapes, what is shared, as bytes, and the compilation."""

SHARED: Final = -1
"""What stands in several places, by its number."""
PACKED: Final = -9
"""A value as bytes."""
LARGE_MAP: Final = -10
"""As a map, of a field that waits. Its values are made when they are asked for."""
DATA: Final = -2
"""Data as packs have it, as it is."""
TUPLE: Final = -3
SET: Final = -4
MAP: Final = -5
"""Keys and values in turn."""
MEMBER: Final = -6
"""A member of an enumeration: the number of that one's shape, the member's name."""
CLASS: Final = -7
"""A class: the number of its shape."""
RULES: Final = -8
"""The rules that references find entries in: those of the ruleset."""

MANY: Final = 20
"""Keys of a mapping. Of more, in a field that waits, each value is made when it is asked for."""


def compiled_packs(
    target: str, layers: Sequence[str] = (), *, steps: Steps = "own"
) -> Compiled:
    """What `compile_packs` gives, read back if nothing that it was made from has changed."""
    disk = Disk()
    purpose = ("compiled", os.getcwd(), target, tuple(layers), steps)
    known = recall(purpose, disk)
    if known is not None:
        return decode(cast("Any", known), disk)
    from freed6c.pipeline import compile_packs

    fresh = compile_packs(target, layers, steps=steps)
    if fresh.ruleset is not None:
        keep(purpose, fresh.disk, encode(fresh))
    return fresh


# To values.


def encode(compiled: Compiled) -> Kept:
    """The compilation without the answers of its disk."""
    encoder = _Encoder()
    root = encoder.fields(compiled, without="disk")
    # Only now it is known what is shared.
    for code in (*encoder.shared, root):
        if code[0] in encoder.waiting:
            code[1:] = [[PACKED, dumps(field)] for field in code[1:]]
    shapes = [list(shape) for shape in encoder.shapes]
    return shapes, list(map(dumps, encoder.shared)), root


class _Encoder:
    """Numbers shapes, and what stands in several places, as it comes to them."""

    def __init__(self) -> None:
        self.shapes: dict[tuple[Any, ...], int] = {}
        self.shared: list[list[Any]] = []
        self.waiting: set[int] = set()
        """Shapes of objects whose fields wait until they are asked for."""
        self._met: dict[int, list[Any]] = {}

    def value(self, value: Any) -> Value:
        """One value, which may stand elsewhere, too."""
        kind = type(value)
        if value is None or kind in _ATOMS:
            return cast("Value", value)
        if kind is tuple:
            return [TUPLE, *map(self.value, value)]
        if kind in (dict, list) and _is_data(value):
            return [DATA, value]
        if kind is PartialRules:
            return [RULES]
        if id(value) in self._met:
            return self._shared(self._met[id(value)])
        self._met[id(value)] = code = self._compound(value, kind)
        return code

    def _shared(self, code: list[Any]) -> list[Any]:
        """Turn the values of what was met before into its number, wherever they stand."""
        if code[0] != SHARED:
            self.shared.append(list(code))
            code[:] = [SHARED, len(self.shared) - 1]
        return code

    def _compound(self, value: Any, kind: type[Any]) -> list[Any]:
        if kind in (dict, MappingProxyType):
            return [MAP, *(self.value(part) for pair in value.items() for part in pair)]
        if kind is frozenset:
            return [SET, *map(self.value, value)]
        if isinstance(value, Enum):
            return [MEMBER, self._shape(kind, ()), value.name]
        if isinstance(value, type):
            return [CLASS, self._shape(cast("type[Any]", value), ())]
        return self.fields(value)

    def fields(self, value: object, without: str = "") -> list[Any]:
        """An object."""
        kind = type(value)
        names = [name for name in _fields(value, kind) if name != without]
        shape = self._shape(kind, names)
        parts = [self.value(getattr(value, name)) for name in names]
        if _waits(kind):
            self.waiting.add(shape)
            for part in parts:
                if type(part) is list and part[0] == MAP and len(part) > 2 * MANY + 1:
                    part[0] = LARGE_MAP
        return [shape, *parts]

    def _shape(self, kind: type[Any], fields: Iterable[str]) -> int:
        made = issubclass(kind, DieCode) and kind is not DieCode
        name = kind.pips_per_die if made else kind.__qualname__
        return self.shapes.setdefault(
            (kind.__module__, name, *fields), len(self.shapes)
        )


_ATOMS: Final = frozenset({str, int, bool, float})


def _is_data(value: Any) -> bool:
    kind = type(value)
    if kind is dict:
        return all(type(key) is str and _is_data(value[key]) for key in value)
    if kind is list:
        return all(map(_is_data, value))
    return value is None or kind in _ATOMS


def _fields(value: Any, kind: Any) -> Iterable[str]:
    """The names of what an object was made of, not of what it has found out since."""
    if isinstance(value, Record):
        return value.__dict__
    if hasattr(kind, "__dataclass_fields__"):
        return list(kind.__dataclass_fields__)
    if isinstance(value, tuple):
        return list(kind._fields)
    return [
        name
        for base in kind.__mro__
        for name in base.__dict__.get("__slots__", ())
        if hasattr(value, name)
    ]


# And back.


def decode(known: Kept, disk: Disk) -> Compiled:
    """The compilation; `disk` has the answers that it still holds for."""
    shapes, shared, root = known
    decoder = _Decoder(shapes, shared)
    compiled = cast("Compiled", decoder.value(root))
    compiled.__dict__["disk"] = disk
    decoder.compiled = compiled
    return compiled


class _Decoder:
    """Makes each shared thing once."""

    def __init__(self, shapes: list[Shape], shared: list[bytes]) -> None:
        self._shapes = shapes
        self._classes: dict[int, type[Any]] = {}
        self._shared = shared
        self._made: dict[int, Any] = {}
        self.compiled: Any = None

    def value(self, code: Any) -> Any:
        """What a value stands for."""
        if type(code) is not list:
            return code
        sign = code[0]
        if sign >= 0:
            return self._object(sign, code)
        if sign == SHARED:
            number = code[1]
            if number not in self._made:
                self._made[number] = self.value(_read(self._shared[number]))
            return self._made[number]
        if sign == DATA:
            return code[1]
        if sign == PACKED:
            return self.value(_read(code[1]))
        if sign == TUPLE:
            return tuple(map(self.value, code[1:]))
        if sign == MAP:
            parts = map(self.value, code[1:])
            return dict(zip(parts, parts, strict=True))
        if sign == LARGE_MAP:
            return Items(code, self)
        if sign == SET:
            return frozenset(map(self.value, code[1:]))
        if sign == MEMBER:
            return self._class(code[1])[code[2]]
        return self._class(code[1]) if sign == CLASS else self._rules

    @cached_property
    def _rules(self) -> PartialRules:
        ruleset = self.compiled.ruleset
        return PartialRules(ruleset.die_code, _EntriesOf(ruleset))

    def _object(self, number: int, code: list[Any]) -> Any:
        cls, names = self._class(number), self._shapes[number][2:]
        if issubclass(cls, tuple):
            return tuple.__new__(cls, map(self.value, code[1:]))
        made = object.__new__(cls)
        if issubclass(cls, Record):
            made.__dict__.update(zip(names, map(self.value, code[1:]), strict=True))
        elif issubclass(cls, _Waiting):
            waiting = dict(zip(names, code[1:], strict=True))
            made.__dict__["_waiting"] = self, waiting
            for name in filter(partial(hasattr, cls), names):  # it has a default
                made.__dict__[name] = self.value(waiting[name])
        else:
            for name, part in zip(names, code[1:], strict=True):
                object.__setattr__(made, name, self.value(part))
        return made

    def _class(self, number: int) -> type[Any]:
        if number not in self._classes:
            module, name = self._shapes[number][:2]
            self._classes[number] = _class(module, name)
        return self._classes[number]


def _read(value: bytes) -> Any:
    """A value of plain parts. It was kept by us: see `cache.py`."""
    return loads(value)  # noqa: S302


def _class(module: str, name: str | int) -> type[Any]:
    """A class of freed6c, or of fractions. Raises ValueError for others."""
    if isinstance(name, int):
        return die_codes(name)
    if module != "fractions" and not module.startswith("freed6c."):
        raise ValueError(module)
    cls: type[Any] = getattr(import_module(module), name)
    return type(name, (_Waiting, cls), {"__module__": module}) if _waits(cls) else cls


def _waits(cls: type[Any]) -> bool:
    """Whether fields of its objects are read when they are asked for: they have room for others."""
    return cls.__dictoffset__ != 0 and not issubclass(cls, Record | tuple | Enum)


class _Waiting:
    """What has fields that are made when they are asked for."""

    def __getattr__(self, name: str) -> Any:
        decoder, waiting = self.__dict__.get("_waiting", (None, {}))
        if name not in waiting:
            raise AttributeError(name)
        self.__dict__[name] = found = decoder.value(waiting.pop(name))
        return found


class _EntriesOf(Mapping[str, Any]):
    """The entries of a ruleset that is being made: their references lead to it."""

    def __init__(self, ruleset: Any) -> None:
        self._ruleset = ruleset

    def __getitem__(self, key: str) -> Any:
        return self._ruleset.entries[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._ruleset.entries)

    def __len__(self) -> int:
        return len(self._ruleset.entries)


class Items(Mapping[K, V]):
    """A mapping whose values are made when they are asked for."""

    def __init__(self, code: list[Any], decoder: _Decoder) -> None:
        self._code, self._decoder = code, decoder
        self._made: dict[K, V] = {}
        self._places: dict[K, int] = {}

    def __getitem__(self, key: K) -> V:
        if key not in self._made:
            place = self._index()[key]
            self._made[key] = self._decoder.value(self._code[place])
        return self._made[key]

    def __contains__(self, key: object) -> bool:
        return key in self._index()

    def __iter__(self) -> Iterator[K]:
        return iter(self._index())

    def __len__(self) -> int:
        return len(self._code) // 2

    def _index(self) -> dict[K, int]:
        """Where the value of each key stands."""
        if not self._places:
            keys = map(self._decoder.value, self._code[1::2])
            self._places = dict(zip(keys, range(2, len(self._code), 2), strict=True))
        return self._places
