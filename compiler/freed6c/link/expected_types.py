"""Type hints analyzed for reading values: once per hint, because that takes longer than reading."""

from __future__ import annotations

import typing
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Final, Literal

from freed6c.model import type_hints
from freed6c.packs.lazy import dataclass
from freed6c.runtime.amounts import Formula, Modifier, Quantity
from freed6c.runtime.effects import Duration, Effect, Moment
from freed6c.runtime.entries.actions import Need
from freed6c.runtime.record import Entry, Record

if TYPE_CHECKING:
    from freed6c.packs.data import Data


WRITTEN: Final = frozenset({Duration, Moment, Quantity, Modifier})
"""Classes of records that packs write as a single text, not as a map."""


@dataclass(frozen=True)
class UnionMember:
    """One alternative of a type hint, and the form in which packs write it.

    The form `word` is a text with a `note` on its hint, `Annotated[str, note]`, which says what the
    text names. The form `text` is any single value.
    """

    hint: Any
    form: Literal["word", "items", "map", "need", "effect", "record", "text"]
    note: str = ""

    @cached_property
    def inner(self) -> Wanted:
        """The analyzed hint of items, or of the values of a map."""
        return wanted(type_hints.item(self.hint) or type_hints.mapped(self.hint))


@dataclass(frozen=True)
class Wanted:
    """An analyzed type hint, which is a union or a single type.

    - `lists`, `maps`, `others`: the members of the union that read lists, maps, and single values.
    - `fixed`: the words that a text can be, from `Literal`.
    - `kinds`: the classes of entries that a text can refer to, from `Ref`.
    - `formula`: the type of the result if a text can be a formula, else None.
    - `amount`: True if a formula can be a modifier instead, as in effects.

    Example: `Literal["none"] | Ref[Skill]` has `fixed` ("none",), `kinds` (Skill,).
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
        """Return the member that reads a value."""
        if isinstance(data, list):
            return self.lists
        return self.maps if isinstance(data, dict) else self.others


@cache
def wanted(hint: Any) -> Wanted:
    """Return the analysis of a type hint."""
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
    """Return whether the hint is a record that is written as a map, not as a single text."""
    return isinstance(hint, type) and issubclass(hint, Record) and hint not in WRITTEN


_SETTINGS: Final[dict[type[Record], tuple[tuple[type_hints.Field, Wanted], ...]]] = {}


def settings(record: type[Record]) -> tuple[tuple[type_hints.Field, Wanted], ...]:
    """Return the fields that packs write in a record, without nested entries."""
    if record not in _SETTINGS:
        _SETTINGS[record] = tuple(
            (field, wanted(field.hint))
            for field in type_hints.written(record)
            if not type_hints.holds_entries(field.hint)
        )
    return _SETTINGS[record]
