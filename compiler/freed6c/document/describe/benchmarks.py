"""Benchmarks as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.describe.chances import chances_of_success
from freed6c.document.describe.columns import Sketch, table
from freed6c.document.describe.parts import facts, named
from freed6c.document.references import line
from freed6c.document.sentences.durations import duration
from freed6c.document.sentences.numbers import say_range
from freed6c.document.wording import capitalised
from freed6c.runtime.entries.dice import Dice
from freed6c.runtime.entries.tables import Band, Benchmark, Track

if TYPE_CHECKING:
    from freed6c.document.blocks import Blocks, Inlines
    from freed6c.document.scribe import Scribe


def benchmark(scribe: Scribe, entry: Benchmark, _level: int) -> Blocks:
    """Its bands; with their places, where those are the ranks of something."""
    ranked = gives_ranks(scribe, entry)
    sketch = Sketch(
        ("name", [named(scribe, band) for band in entry.bands]),
        ("rank", [_place(scribe, band, ranked=ranked) for band in entry.bands]),
        ("range", [say_range(scribe, band.range) for band in entry.bands]),
        ("duration", [_lasts(scribe, band) for band in entry.bands]),
        ("text", [line(scribe, band.text) for band in entry.bands]),
    )
    said = "stands_for" in entry.__dict__
    stands_for = scribe.say(f"stands-for.{entry.stands_for}") if said else ()
    return (
        *table(scribe, sketch),
        *facts(scribe, ("stands-for", stands_for)),
        *(chances_of_success(scribe, entry) if scribe.anchored else ()),
    )


def gives_ranks(scribe: Scribe, entry: Benchmark) -> bool:
    """Whether the places of the bands are ranks."""
    users: tuple[Dice | Track, ...] = (
        *scribe.ruleset.of(Dice),
        *scribe.ruleset.of(Track),
    )
    return any(user.ranks and user.ranks.id == entry.id for user in users)


def _place(scribe: Scribe, band: Band, *, ranked: bool) -> Inlines:
    return scribe.say("rank", rank=band.place) if ranked else ()


def _lasts(scribe: Scribe, band: Band) -> Inlines:
    return () if band.lasts is None else capitalised(duration(scribe, band.lasts))
