"""What a check is rolled with, and what it has to reach."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.sentences.checks import thing
from freed6c.document.sentences.formulas import formula
from freed6c.runtime.amounts import Formula

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.document.blocks import Inlines
    from freed6c.document.scribe import Scribe
    from freed6c.runtime.entries.actions import Against, Rolled


def reached(scribe: Scribe, against: Against) -> Inlines:
    """What has to be reached, without the words that a pack adds: `10`, `Easy`."""
    return _number(scribe, against) or _opponent(scribe, against)


def rated(scribe: Scribe, ratings: Sequence[Rolled], joint: str) -> Inlines:
    """What is rolled, or counts without a roll."""
    return scribe.listed([_rating(scribe, one) for one in ratings], joint)


def _rating(scribe: Scribe, one: Rolled) -> Inlines:
    if isinstance(one, Formula):
        return formula(scribe, one.text)
    return scribe.say("check.chosen") if one == "chosen" else thing(scribe, one)


def _number(scribe: Scribe, against: Against) -> Inlines:
    if against.number is not None:
        return formula(scribe, against.number.text)
    if against.difficulty is None:
        return ()
    if isinstance(against.difficulty, str):
        return scribe.say("against.chosen")
    words = formula(scribe, against.difficulty.text)
    return scribe.say("against.difficulty", difficulty=words)


def _opponent(scribe: Scribe, against: Against) -> Inlines:
    for way in ("fixed", "roll", "resistance"):
        ratings: tuple[Rolled, ...] = getattr(against, way)
        if ratings:
            words = rated(scribe, ratings, "or")
            return scribe.say(f"against.{way}", ratings=words)
    return ()
