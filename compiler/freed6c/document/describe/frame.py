"""Periods, units, types of actions, die codes, formulas: what the rest is made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.blocks import Blocks, Inlines, Text
from freed6c.document.describe.parts import facts
from freed6c.document.sentences.formulas import formula
from freed6c.document.sentences.local_names import type_words
from freed6c.document.sentences.numbers import quantity
from freed6c.document.sentences.pieces import variable

if TYPE_CHECKING:
    from freed6c.document.scribe import Scribe
    from freed6c.runtime.entries.notes import FormulaEntry
    from freed6c.runtime.entries.world import ActionType, DieCodes, Period, Unit


def die_codes(scribe: Scribe, entry: DieCodes, _level: int) -> Blocks:
    """How die codes count."""
    fixed = (scribe.link(entry.fixed.entry),) if entry.fixed else ()
    return facts(
        scribe,
        ("pips-per-die", (Text(str(entry.pips_per_die)),)),
        ("smallest", (Text(str(entry.smallest)),)),
        ("fixed", fixed),
    )


def period(scribe: Scribe, entry: Period, _level: int) -> Blocks:
    """Whose it is, and how long."""
    owner = entry.belongs_to
    return facts(
        scribe,
        ("belongs-to", (scribe.link(owner.entry),) if owner else ()),
        ("duration", quantity(scribe, entry.lasts) if entry.lasts else ()),
    )


def unit(scribe: Scribe, entry: Unit, _level: int) -> Blocks:
    """What it measures."""
    return facts(
        scribe,
        ("plural", (Text(entry.plural),)),
        ("measures", (Text(entry.measures),)),
    )


def action_type(scribe: Scribe, entry: ActionType, _level: int) -> Blocks:
    """How many there are."""
    period_link = (scribe.link(entry.per.entry),)
    if entry.count is None:
        many = scribe.say("action-type.free", period=period_link)
    else:
        many = scribe.say("action-type.many", count=entry.count, period=period_link)
    return facts(scribe, ("count", many))


def formula_entry(scribe: Scribe, entry: FormulaEntry, _level: int) -> Blocks:
    """How it is worked out, from what, with which numbers."""
    return facts(
        scribe,
        ("takes", _takes(scribe, entry)),
        ("is", formula(scribe, entry.is_.text)),
        ("constants", _constants(scribe, entry)),
        ("gives", type_words(scribe, entry.gives)),
    )


def _takes(scribe: Scribe, entry: FormulaEntry) -> Inlines:
    return scribe.listed(
        [
            scribe.say("ask", name=variable(name), type=type_words(scribe, type_))
            for name, type_ in entry.takes.items()
        ]
    )


def _constants(scribe: Scribe, entry: FormulaEntry) -> Inlines:
    return scribe.listed(
        [
            scribe.say(
                "constant", name=variable(name), value=formula(scribe, value.text)
            )
            for name, value in entry.constants.items()
        ]
    )
