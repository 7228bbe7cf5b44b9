"""Checks of benchmarks, tables and tracks.

Bands are contiguous, the ranges of a table don't overlap, and every rank of a track is reachable.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from freed6c.diagnostics.codes import checks as codes
from freed6c.formula.typed_tree import Variable, walk_typed
from freed6c.model.entry_contents import records_at
from freed6c.model.internal_errors import noted
from freed6c.runtime.amounts import Quantity, Range
from freed6c.runtime.effects import Inflict
from freed6c.runtime.entries.dice import Dice
from freed6c.runtime.entries.tables import Band, Benchmark, Table, Track

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.amounts import Number
    from freed6c.runtime.entries.tables import Row


def check_benchmarks(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report each pair of neighboring bands with a gap or an overlap."""
    for benchmark in noted(ruleset.of(Benchmark)):
        for lower, upper in pairwise(benchmark.bands):
            yield from _neighbors(ruleset, lower, upper)


def _neighbors(ruleset: Ruleset, lower: Band, upper: Band) -> Iterator[Diagnostic]:
    ends, begins = lower.range.high, upper.range.low
    if ends is not None and begins == ends + 1:
        return
    place = ruleset.label(upper, "range")
    related = [ruleset.label(lower, "range", words="previous band")]
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


# Tables.


def check_rows(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report each row whose lookup range overlaps the range of another row.

    Gaps are fine: two d6 that are read as tens and ones never show 17.
    """
    for table in noted(ruleset.of(Table)):
        for key, column in table.columns.items():
            if column.lookup and column.range and not table.each:
                yield from _overlaps(ruleset, table, key)


def _overlaps(ruleset: Ruleset, table: Table, column: str) -> Iterator[Diagnostic]:
    cells = ((row, row.cells.get(column)) for row in table.rows)
    ranges = [(row, cell) for row, cell in cells if isinstance(cell, Range)]
    widest: dict[str, tuple[Row, Range[Any]]] = {}  # by unit, among lower ranges
    for row, range_ in sorted(ranges, key=lambda pair: _ends(pair[1])):
        unit, _, high = _ends(range_)
        other, before = widest.setdefault(unit, (row, range_))
        begins = range_.high if range_.low is None else range_.low
        # Lengths, unlike whole numbers, can begin where the previous range ends.
        touches = unit != "" and range_.low is not None and begins == before.high
        if other is not row and begins in before and not touches:
            yield codes.BANDS_OVERLAP.at(
                ruleset.label(row, column),
                related=[ruleset.label(other, column, words=f"also covers {begins}")],
                lower=other.title,
                upper=row.title,
                number=begins,
            )
        if high >= _ends(before)[2]:
            widest[unit] = row, range_


def _ends(range_: Range[Any]) -> tuple[str, Number | float, Number | float]:
    """Return the unit of a range (empty for plain numbers) and its ends, infinite if open."""
    low, high = (
        end.amount if isinstance(end, Quantity) else end
        for end in (range_.low, range_.high)
    )
    bound = range_.high if range_.low is None else range_.low
    unit = bound.unit if isinstance(bound, Quantity) else ""
    return unit, -math.inf if low is None else low, math.inf if high is None else high


# Tracks.


def check_tracks(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report starts in another track, and ranks that the benchmark never produces."""
    for track in noted(ruleset.of(Track)):
        if track.start is not None and track.start.entry.track is not track:
            place = ruleset.label(track, "start")
            yield codes.WRONG_START.at(place, condition=track.start.id)
        if track.ranks is None:
            continue
        most = len(track.ranks.entry.bands)
        for condition in track.conditions:
            if condition.rank > most:
                yield codes.RANK_UNREACHABLE.at(
                    ruleset.label(condition),
                    related=[ruleset.label(track, "ranks", words="sets the ranks")],
                    condition=condition.name,
                    rank=condition.rank,
                    benchmark=track.ranks.id,
                    most=most,
                )


def check_ranks_of_checks(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report tracks inflicted by the rank of a check if no procedure uses their benchmark."""
    rolled = {dice.ranks.id for dice in ruleset.of(Dice) if dice.ranks}
    for entry, path, effect in records_at(ruleset, Inflict):
        track = ruleset.entry(effect.inflict.id)
        ranks = track.ranks if isinstance(track, Track) else None
        for setting in ("to-rank", "by") if ranks and ranks.id not in rolled else ():
            parts = walk_typed(ruleset.checked.get((*path, setting)))
            if ranks and any(part.meaning == Variable("rank") for part in parts):
                place = (*path[len(ruleset.paths[entry.id]) :], setting)
                yield codes.OTHER_RANKS.at(
                    ruleset.label(track, "ranks"),
                    related=[ruleset.label(entry, *place, words="the rank of a check")],
                    track=track.name,
                    benchmark=ranks.id,
                )
