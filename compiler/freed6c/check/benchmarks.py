"""Benchmarks: bands are contiguous, without gaps or overlaps. Tracks: all ranks are reachable."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from freed6c.check.places import label, labels
from freed6c.diagnostics.codes import checks
from freed6c.diagnostics.diagnostic import Diagnostic
from freed6c.runtime.entries.tables import Band, Benchmark, Track

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.model.ruleset import Ruleset


def check_benchmarks(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report each pair of neighbouring bands with a gap or an overlap."""
    for benchmark in ruleset.of(Benchmark):
        readable = [band for band in benchmark.bands if "range" in band.__dict__]
        if len(readable) == len(benchmark.bands):
            for lower, upper in pairwise(readable):
                yield from _neighbours(ruleset, lower, upper)


def _neighbours(ruleset: Ruleset, lower: Band, upper: Band) -> Iterator[Diagnostic]:
    ends, begins = lower.range.high, upper.range.low
    if ends is not None and begins == ends + 1:
        return
    yield Diagnostic(
        code=checks.BANDS_BROKEN,
        message=_message(lower, upper),
        label=label(ruleset, upper, "range", words="should begin right after"),
        related=labels(label(ruleset, lower, "range", words="the band before")),
        help=("ranges must follow on, like 1-5, 6-10, 11-15",),
    )


def _message(lower: Band, upper: Band) -> str:
    ends, begins = lower.range.high, upper.range.low
    if ends is None:
        return f"'{lower.name}' has no end, so nothing can come after it"
    if begins is None or begins <= ends:
        return (
            f"'{lower.name}' and '{upper.name}' both cover {min(ends, begins or ends)}"
        )
    first, last = ends + 1, begins - 1
    gap = str(first) if first == last else f"{first} to {last}"
    return f"nothing covers {gap}, between '{lower.name}' and '{upper.name}'"


# Tracks.


def check_tracks(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report a start in another track, and ranks that the benchmark never gives."""
    for track in ruleset.of(Track):
        yield from _start(ruleset, track)
        yield from _reach(ruleset, track)


def _start(ruleset: Ruleset, track: Track) -> Iterator[Diagnostic]:
    if track.start is not None and track.start.entry.track is not track:
        yield Diagnostic(
            code=checks.WRONG_START,
            message=f"{track.start.id} is a condition of another track",
            label=label(ruleset, track, "start"),
            help=("name one of the track's own conditions",),
        )


def _reach(ruleset: Ruleset, track: Track) -> Iterator[Diagnostic]:
    """Conditions beyond the last band of the benchmark can never be inflicted."""
    if track.ranks is not None and "conditions" in track.__dict__:
        bands = track.ranks.entry.bands
        for condition in track.conditions:
            if condition.rank > len(bands):
                yield Diagnostic(
                    code=checks.RANK_UNREACHABLE,
                    message=(
                        f"'{condition.name}' has rank {condition.rank}, but "
                        f"{track.ranks.id} leads only to rank {len(bands)}"
                    ),
                    label=label(ruleset, condition),
                    related=labels(
                        label(ruleset, track, "ranks", words="gives the ranks")
                    ),
                    help=("add a band, or take a condition away",),
                )
