"""Pools of points."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.blocks import (
    Blocks,
    Definition,
    Definitions,
    EntryHeading,
    Inlines,
)
from freed6c.document.describe.parts import effect_blocks, facts
from freed6c.document.references import prose
from freed6c.document.sentences.durations import when_over
from freed6c.document.sentences.formulas import formula

if TYPE_CHECKING:
    from freed6c.document.scribe import Scribe
    from freed6c.runtime.entries.actions import Gain, Limit, Loss, Points, Spend


def points(scribe: Scribe, entry: Points, level: int) -> Blocks:
    """How many one has, and what they are spent on, earned for and lost for."""
    needs = scribe.listed([formula(scribe, need.text) for need in entry.needs])
    spend = tuple(_spend(scribe, way) for way in entry.spend.values())
    earn = tuple(_earn(scribe, way) for way in entry.earn.values())
    lose = tuple(_lose(scribe, way) for way in entry.lose.values())
    return (
        *facts(
            scribe,
            ("start", formula(scribe, entry.start.text)),
            ("refills", _refills(scribe, entry)),
            ("needs", needs),
            ("at-most", _limit(scribe, entry.at_most) if entry.at_most else ()),
            ("exclusive-with", scribe.links(entry.exclusive_with)),
        ),
        *_section(scribe, level, "spend", spend),
        *_section(scribe, level, "earn", earn),
        *_section(scribe, level, "lose", lose),
    )


def _section(
    scribe: Scribe, level: int, key: str, items: tuple[Definition, ...]
) -> Blocks:
    if not items:
        return ()
    return (
        EntryHeading(level + 1, "", scribe.word(f"label.{key}"), ""),
        Definitions(items),
    )


def _refills(scribe: Scribe, entry: Points) -> Inlines:
    if isinstance(entry.refills, str):
        return scribe.say("refills.never")
    return scribe.say("refills.period", period=(scribe.link(entry.refills.entry),))


def _limit(scribe: Scribe, limit: Limit) -> Inlines:
    if isinstance(limit.per, str):
        return scribe.say("limit.check", count=limit.count)
    period = (scribe.link(limit.per.entry),)
    return scribe.say(f"limit.{limit.among}", count=limit.count, period=period)


def _spend(scribe: Scribe, way: Spend) -> Definition:
    at = scribe.say(f"spend.{way.at}")
    if way.at_most is not None:
        limit = _limit(scribe, way.at_most)
        at = scribe.say("list.comma", first=at, next=limit)
    term = scribe.say("spend", name=way.name, cost=way.cost, at=at)
    return Definition(
        term, (*effect_blocks(scribe, way.effects), *_text(scribe, way.text))
    )


def _earn(scribe: Scribe, way: Gain) -> Definition:
    if way.paid is None:
        term = scribe.say("earn", name=way.name, amount=way.amount)
    else:
        when = when_over(scribe, way.paid)
        term = scribe.say("earn.paid", name=way.name, amount=way.amount, when=when)
    return Definition(term, _text(scribe, way.text))


def _lose(scribe: Scribe, way: Loss) -> Definition:
    term = scribe.say("lose", name=way.name, amount=way.amount)
    return Definition(term, _text(scribe, way.text))


def _text(scribe: Scribe, text: str) -> Blocks:
    return prose(scribe, text) if text else ()
