"""The types that fields expect. Each type hint is taken apart once, as that is slow."""

from __future__ import annotations

import typing
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Final, Literal

from freed6c.model import type_hints
from freed6c.runtime.amounts import Formula, Modifier, Quantity
from freed6c.runtime.effects import Duration, Effect, Moment
from freed6c.runtime.entries.actions import Need
from freed6c.runtime.record import Entry, Record

if TYPE_CHECKING:
    from freed6c.packs.data import Data


WRITTEN: Final = frozenset({Duration, Moment, Quantity, Modifier})
"""Records that packs write as one text."""


@dataclass(frozen=True)
class UnionMember:
    """One of the alternatives of a hint, and how it is written.

    `word` is a text whose hint carries a `note`; `text` is all that has no parts.
    """

    hint: Any
    form: Literal["word", "items", "map", "need", "effect", "record", "text"]
    note: str = ""

    @cached_property
    def inner(self) -> Wanted:
        """What items, or the values of a map, have to be."""
        return wanted(type_hints.item(self.hint) or type_hints.mapped(self.hint))


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a hint asks for.

    `lists`, `maps` and `others` are the members that plain data of these sorts is meant for. A text
    may be one of `fixed` words, refer to an entry of these `kinds`, or be a formula that gives
    `formula` (None: it is none), which is an amount where a modifier may stand, too.
    """

    hint: Any
    lists: UnionMember
    maps: UnionMember
    others: UnionMember
    fixed: tuple[str, ...]
    kinds: tuple[type[Entry], ...]
    formula: object | None
    amount: bool

    def member(self, data: Data) -> UnionMember:
        """The member that plain data is meant for."""
        if isinstance(data, list):
            return self.lists
        return self.maps if isinstance(data, dict) else self.others


@cache
def wanted(hint: Any) -> Wanted:
    """What a type hint asks for."""
    if typing.get_origin(hint) is typing.Annotated:
        members = [UnionMember(hint, "word", hint.__metadata__[0])]
    else:
        members = [_member(member) for member in type_hints.alternatives(hint)]
    first = members[0]
    formulas = [
        typing.get_args(member.hint)[0]
        for member in members
        if typing.get_origin(member.hint) is Formula
    ]
    return Wanted(
        hint=hint,
        lists=next((member for member in members if member.form == "items"), first),
        maps=next((member for member in members if _is_record(member.hint)), first),
        others=first,
        fixed=type_hints.words(hint),
        kinds=type_hints.referred(hint),
        formula=formulas[0] if formulas else None,
        amount=any(member.hint is Modifier for member in members),
    )


def _member(hint: Any) -> UnionMember:
    if type_hints.item(hint) is not None:
        return UnionMember(hint, "items")
    if type_hints.mapped(hint) is not None:
        return UnionMember(hint, "map")
    if hint is Need:
        return UnionMember(hint, "need")
    if isinstance(hint, type) and issubclass(hint, Effect):
        return UnionMember(hint, "effect")
    return UnionMember(hint, "record" if _is_record(hint) else "text")


def _is_record(hint: Any) -> bool:
    """Whether a map is read as this: a record that is not written as one text."""
    return isinstance(hint, type) and issubclass(hint, Record) and hint not in WRITTEN


_SETTINGS: Final[dict[type[Record], tuple[tuple[type_hints.Field, Wanted], ...]]] = {}


def settings(record: type[Record]) -> tuple[tuple[type_hints.Field, Wanted], ...]:
    """The fields that packs write in a record, but for entries, which have ids of their own."""
    if record not in _SETTINGS:
        _SETTINGS[record] = tuple(
            (field, wanted(field.hint))
            for field in type_hints.written(record)
            if not _holds_entries(field.hint)
        )
    return _SETTINGS[record]


def _holds_entries(hint: Any) -> bool:
    inner = type_hints.item(hint)
    return isinstance(inner, type) and issubclass(inner, Entry)
