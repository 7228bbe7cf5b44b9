"""Literals: numbers that checks write out, left behind when the bands around them moved.

What a check rolls against is measured by every benchmark but those that read results.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from freed6c.check.places import at_path, label, labels
from freed6c.diagnostics.codes import checks
from freed6c.diagnostics.diagnostic import Diagnostic
from freed6c.formula.syntax_tree import Integer
from freed6c.formula.typed_tree import Variable, walk_typed
from freed6c.packs.data import Data, KeyPath, as_text
from freed6c.runtime.entries.dice import Dice
from freed6c.runtime.entries.tables import Band, Benchmark, Track

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.model.ruleset import Ruleset


LOW: Final = re.compile(r"-?[0-9]+")
NUMBER: Final = ("against", "number")
CELL: Final = "this."


@dataclass(frozen=True, slots=True)
class Moved:
    """A benchmark whose bands a pack moved: where each began before, and which packs did it."""

    benchmark: Benchmark
    began: Mapping[str, int]
    by: frozenset[str]

    def was(self, number: int) -> str:
        """The key of the band that held a number; empty below the first."""
        below = {key: low for key, low in self.began.items() if low <= number}
        return max(below, key=below.__getitem__, default="")


def check_literals(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Each number that lay in one band before packs moved them, and lies in another now."""
    for moved in _moved(ruleset):
        for path, number in _written(ruleset):
            was, now = moved.was(number), moved.benchmark.band(number)
            known = ruleset.origins.writer(path) in moved.by
            if was and now is not None and was != now.key and not known:
                yield _left_behind(ruleset, path, number, was, now)


def _moved(ruleset: Ruleset) -> Iterator[Moved]:
    results = {one.ranks.id for one in ruleset.of(Dice) if one.ranks is not None}
    results |= {one.ranks.id for one in ruleset.of(Track) if one.ranks is not None}
    for benchmark in ruleset.of(Benchmark):
        bands = (*ruleset.paths[benchmark.id], "bands")
        done = ruleset.origins.below(bands)
        began = _began(ruleset, benchmark, bands)
        if done and benchmark.id not in results:
            yield Moved(benchmark, began, frozenset(one.pack for one in done))


def _began(ruleset: Ruleset, benchmark: Benchmark, path: KeyPath) -> dict[str, int]:
    """Where each band began before any pack changed one."""
    ranges: dict[str, Data] = {
        band.key: found
        for band in benchmark.bands
        if (found := ruleset.origins.before((*path, band.key, "range"))) is not None
    }
    still = {
        band.key: str(band.range)
        for band in benchmark.bands
        if band.key not in ranges and _is_old(ruleset, (*path, band.key))
    }
    whole = ruleset.origins.before(path)
    gone = dict(_ranges(whole if isinstance(whole, dict) else {}))
    for place, origins in ruleset.origins.records.items():
        if place[:-1] == path and origins[-1].operation == "remove":
            gone |= _ranges({str(place[-1]): origins[-1].before or ""})
    lows = {
        key: LOW.search(as_text(one)) for key, one in (gone | still | ranges).items()
    }
    return {key: int(low[0]) for key, low in lows.items() if low is not None}


def _ranges(bands: Mapping[str, Data]) -> Iterator[tuple[str, Data]]:
    """The ranges of bands as they were written."""
    for key, band in bands.items():
        if isinstance(band, dict) and "range" in band:
            yield key, band["range"]


def _is_old(ruleset: Ruleset, path: KeyPath) -> bool:
    return all(one.operation != "add" for one in ruleset.origins.records.get(path, ()))


def _written(ruleset: Ruleset) -> Iterator[tuple[KeyPath, int]]:
    """Numbers that checks write out, or that stand in the cells which they read."""
    for path, checked in ruleset.checked.items():
        if path[-2:] != NUMBER:
            continue
        for part in walk_typed(checked.tree):
            if isinstance(part.node, Integer):
                yield path, part.node.value
            elif isinstance(part.meaning, Variable):
                yield from _cells(ruleset, path, part.meaning.name)


def _cells(ruleset: Ruleset, path: KeyPath, name: str) -> Iterator[tuple[KeyPath, int]]:
    """A column of a track's conditions: `this.number` in its test."""
    column = name.removeprefix(CELL)
    for track in ruleset.of(Track):
        if name.startswith(CELL) and path[:2] == ruleset.paths[track.id]:
            for condition in track.conditions:
                cell = condition.cells.get(column)
                if isinstance(cell, int):
                    yield (*ruleset.paths[condition.id], column), cell


def _left_behind(
    ruleset: Ruleset, path: KeyPath, number: int, was: str, now: Band
) -> Diagnostic:
    bands = {band.key: band.name for band in now.benchmark.bands}
    better = f"{now.benchmark.key}.{was if was in bands else now.key}"
    return Diagnostic(
        code=checks.LEFT_BEHIND,
        message=f"{number} was in '{bands.get(was, was)}', and is in '{now.name}' now",
        label=at_path(ruleset, path, words="this number"),
        related=labels(label(ruleset, now, "range", words="the band that holds it")),
        help=(
            f"set it to a number that fits, or name a band instead: difficulty: {better}",
        ),
    )
