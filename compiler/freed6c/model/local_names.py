"""Local names of formulas: their sources, their types, and their wording for readers.

The linker reads their types from plain data, documents read their wording from entries. Both
match every `NameSource`, so type checkers find a missing one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from freed6c.formula.types import INTEGER, RATED, TARGET, EntryOf, OptionalOf, Type
from freed6c.packs.lazy import dataclass
from freed6c.runtime.effects import Resist
from freed6c.runtime.entries.actions import Action, Check, EffectRoll, Menu, Rule
from freed6c.runtime.entries.dice import RollOutcome
from freed6c.runtime.entries.notes import FormulaEntry
from freed6c.runtime.entries.tables import Table, Track

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.runtime.record import Entry, Record


@dataclass(frozen=True)
class FormatName:
    """A name that the format defines; `per` names one unit of its count, as in `per rank`."""

    type: Type
    words: str
    per: str = ""


FormatSource = Literal["check", "step", "about", "target", "run", "resisted"]
"""A check, a track, an action about a condition, anything that has a target, the track that an
example runs, and a resisted effect, whose names have the prefix `resisted.`."""

NameSource: TypeAlias = (
    FormatSource
    | Literal["params", "inputs", "choose", "each", "columns", "own-columns"]
)
"""Sources of the format, and settings that declare names. A track's columns are `this.column`."""

FORMAT_NAMES: Final[Mapping[FormatSource, Mapping[str, FormatName]]] = {
    "check": {
        "margin": FormatName(INTEGER, "the margin", "point of the margin"),
        "rank": FormatName(INTEGER, "the rank of the check", "rank"),
        "total": FormatName(INTEGER, "the total", "point of the total"),
        "outcome": FormatName(OptionalOf(EntryOf("outcome")), "the outcome"),
        "number": FormatName(INTEGER, "the number to reach", "point of the number"),
    },
    "step": {"step": FormatName(INTEGER, "the step", "step")},
    "about": {
        "chosen": FormatName(EntryOf("condition"), "the condition"),
        "chosen.rank": FormatName(INTEGER, "the rank of the condition"),
    },
    "target": {"target": FormatName(TARGET, "the target")},
    "run": {"this": FormatName(EntryOf("condition"), "the condition")},
    "resisted": {"resistance": FormatName(RATED, "the usual resistance")},
}

BROUGHT_BY: Final[Mapping[type[Record], tuple[NameSource, ...]]] = {
    FormulaEntry: ("params",),
    Action: ("target", "inputs", "choose", "about"),
    EffectRoll: ("target",),
    Menu: ("target",),
    Rule: ("inputs",),
    Track: ("step", "own-columns"),
    Table: ("each", "columns"),
    Check: ("check",),
    RollOutcome: ("check",),
    Resist: ("resisted",),
}
"""Sources of names for formulas in a record, or in anything inside it."""

WITH_CHECK: Final[tuple[type[Entry], ...]] = (Action, EffectRoll, Track)
"""The kinds of entries with a check."""
