"""The fields of the model's classes and what they can hold, read from type hints.

Each field of a record is described once, in its class: the linker fills it, the backends print it,
and a test compares the schemas with it. This module returns the fields and their types.
"""

from __future__ import annotations

import sys
import typing
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final

from freed6c.packs.kinds import BY_NAME, KINDS
from freed6c.packs.lazy import dataclass
from freed6c.runtime import amounts, effects, record, situation
from freed6c.runtime.entries import actions, dice, notes, tables, world
from freed6c.runtime.record import Entry, Prose, Record, Ref, key_of

# The runtime's modules refer to each other in cycles, so most of their imports are for type
# checkers only. To resolve their hints, their names are combined in one namespace.


MODULES: Final = (record, amounts, effects, dice, notes, actions, tables, world)
NAMESPACE: Final[Mapping[str, object]] = {
    "Callable": Callable,
    "Fraction": Fraction,
    "Mapping": Mapping,
    "Situation": situation.Situation,
    **{name: value for module in MODULES for name, value in vars(module).items()},
}


@dataclass(frozen=True, kw_only=True)
class Field:
    """A field of a record: its name in Python, its key in packs, its type hint.

    `prose` is text for people, or a list of texts, which can have links; a `linked` field is filled
    by the linker. An entry is removed with the entry that it is `about`; an entry that it only
    `mentions` is dropped from the field.
    """

    name: str
    key: str
    hint: Any
    required: bool
    prose: bool
    linked: bool
    about: bool
    mentions: bool


SETTLED: Final = frozenset({"prose", "linked", "about", "mention"})
"""Annotations that become flags of the field: `Annotated[str, "prose"]` is the hint `str` with
`prose=True`. Others stay in the hint for the linker."""


_FIELDS: Final[dict[type[Record], tuple[Field, ...]]] = {}
"""A cache of the fields of each class. With `functools.cache`, mypy reports unhashable classes."""


def fields(record: type[Record]) -> tuple[Field, ...]:
    """Return the fields of a record class, with inherited ones.

    Entries begin with the fields of all entries; other records begin with their own fields.
    """
    if record in _FIELDS:
        return _FIELDS[record]
    namespace = {**vars(sys.modules[record.__module__]), **NAMESPACE}
    hints = typing.get_type_hints(record, globalns=namespace, include_extras=True)
    if not issubclass(record, Entry):
        hints = {name: hints[name] for name in record.__annotations__} | hints
    _FIELDS[record] = tuple(
        _field(record, name, hint)
        for name, hint in hints.items()
        if typing.get_origin(hint) is not typing.ClassVar
    )
    return _FIELDS[record]


def _field(record: type[Record], name: str, hint: Any) -> Field:
    marks = getattr(hint, "__metadata__", ())
    return Field(
        name=name,
        key=key_of(name),
        hint=typing.get_args(hint)[0] if SETTLED.intersection(marks) else hint,
        required=not hasattr(record, name),
        prose="prose" in marks or item(hint) == Prose,
        linked="linked" in marks,
        about="about" in marks,
        mentions="mention" in marks,
    )


def written(record: type[Record]) -> tuple[Field, ...]:
    """Return the fields that packs write."""
    return tuple(
        field for field in fields(record) if not field.linked and field.name != "id"
    )


CELLS: Final[Mapping[str, type]] = {
    "text": str,
    "one-of": str,
    "integer": int,
    "fraction": Fraction,
    "boolean": bool,
    "die-code": amounts.DieCode,
    "pool": amounts.FormulaPool,
    "duration": effects.Duration,
}
"""Python types of cells by column type. Other column types are kinds of entries, and units."""


@cache
def alternatives(hint: Any) -> tuple[Any, ...]:
    """Return the members of a union, without None and with nested unions resolved.

    If the hint isn't a union, return only the hint.
    """
    if typing.get_origin(hint) in (typing.Union, UnionType):
        return tuple(
            inner
            for member in typing.get_args(hint)
            if member is not NoneType
            for inner in alternatives(member)
        )
    return (hint,)


@cache
def words(hint: Any) -> tuple[str, ...]:
    """Return the literal words that a hint allows."""
    return tuple(
        word
        for member in alternatives(hint)
        if typing.get_origin(member) is typing.Literal
        for word in typing.get_args(member)
    )


@cache
def referred(hint: Any) -> tuple[type[Entry], ...]:
    """Return the kinds of entries that a hint allows references to."""
    return tuple(
        typing.get_args(member)[0]
        for member in alternatives(hint)
        if typing.get_origin(member) is Ref
    )


@cache
def item(hint: Any) -> Any | None:
    """Return the item type of a variable-length tuple; None for other hints."""
    return typing.get_args(hint)[0] if typing.get_origin(hint) is tuple else None


@cache
def holds_entries(hint: Any) -> bool:
    """Return True for a tuple of nested entries."""
    member = item(hint)
    return isinstance(member, type) and issubclass(member, Entry)


@cache
def mapped(hint: Any) -> Any | None:
    """Return the value type of a mapping; None for other hints."""
    return typing.get_args(hint)[1] if typing.get_origin(hint) is Mapping else None


@cache
def keyed_by_points(hint: Any) -> bool:
    """True if the keys of a map are points."""
    keys = typing.get_args(hint)[:1]
    return any(getattr(key, "__metadata__", ()) == ("points",) for key in keys)


# Classes of entries by kind.


CLASSES: Final[Mapping[str, type[Entry]]] = {kind.name: kind.cls for kind in KINDS}
KIND_OF: Final[Mapping[type[Entry], str]] = {kind.cls: kind.name for kind in KINDS}


def class_of(kind: str, body: Mapping[str, object]) -> type[Entry]:
    """Return the class of an entry: that of its kind, or the variant that a setting names."""
    setting, variants = BY_NAME[kind].variants
    return variants.get(str(body.get(setting)), CLASSES[kind])
