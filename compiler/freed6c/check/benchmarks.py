"""Benchmarks: bands are contiguous. Tracks: all ranks can be reached."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from freed6c.diagnostics.codes import checks as codes
from freed6c.runtime.entries.tables import Band, Benchmark, Track

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.diagnostics.diagnostic import Diagnostic
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
    place = ruleset.label(upper, "range")
    related = [ruleset.label(lower, "range", words="the band before")]
    names = {"lower": lower.name, "upper": upper.name}
    if ends is None:
        yield codes.BAND_AFTER_LAST.at(place, related=related, lower=lower.name)
    elif begins is None or begins <= ends:
        number = ends if begins is None else begins
        yield codes.BANDS_OVERLAP.at(place, related=related, number=number, **names)
    else:
        first, last = ends + 1, begins - 1
        gap = first if first == last else f"{first} to {last}"
        yield codes.BANDS_GAP.at(place, related=related, gap=gap, **names)


# Tracks.


def check_tracks(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report a start in another track, and ranks that the benchmark never gives."""
    for track in ruleset.of(Track):
        if track.start is not None and track.start.entry.track is not track:
            place = ruleset.label(track, "start")
            yield codes.WRONG_START.at(place, condition=track.start.id)
        if track.ranks is None:
            continue
        most = len(track.ranks.entry.bands)
        for condition in track.__dict__.get("conditions", ()):
            if condition.rank > most:
                yield codes.RANK_UNREACHABLE.at(
                    ruleset.label(condition),
                    related=[ruleset.label(track, "ranks", words="gives the ranks")],
                    condition=condition.name,
                    rank=condition.rank,
                    benchmark=track.ranks.id,
                    most=most,
                )
