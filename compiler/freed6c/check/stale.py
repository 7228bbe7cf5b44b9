"""Stale numbers and names: what no longer fits since a pack changed something else.

Numbers are literal difficulties whose band moved. Every benchmark measures difficulties, except
those that rank results. Names are those in texts of entries that were renamed or removed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from freed6c.check.places import at_path, label
from freed6c.diagnostics.codes import checks as codes
from freed6c.diagnostics.diagnostic import Label
from freed6c.formula.syntax_tree import Integer
from freed6c.formula.typed_tree import Variable, walk_typed
from freed6c.model.walk import prose_of
from freed6c.packs.data import Data, KeyPath, as_text
from freed6c.packs.ids import id_at
from freed6c.packs.operations import change_line
from freed6c.runtime.entries.dice import Dice
from freed6c.runtime.entries.tables import Band, Benchmark, Track

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.pack import Removed
    from freed6c.runtime.record import Entry


LOWEST: Final = re.compile(r"-?[0-9]+")
NUMBER: Final = ("against", "number")
CELL_PREFIX: Final = "this."


@dataclass(frozen=True, slots=True)
class Moved:
    """A benchmark whose bands packs moved.

    `began` has the former lower end of each band by its key; `by` are the ids of the packs.
    """

    benchmark: Benchmark
    began: Mapping[str, int]
    by: frozenset[str]

    def was(self, number: int) -> str:
        """The key of the band that a number was in; empty below the first."""
        below = {key: low for key, low in self.began.items() if low <= number}
        return max(below, key=below.__getitem__, default="")


def check_stale_numbers(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report literal difficulties that were in one band and are in another now."""
    for moved in _moved(ruleset):
        for path, number in _literals(ruleset):
            was, now = moved.was(number), moved.benchmark.band(number)
            intended = ruleset.origins.writer(path) in moved.by
            if was and now is not None and was != now.key and not intended:
                yield _left_behind(ruleset, path, number, was, now)


def _moved(ruleset: Ruleset) -> Iterator[Moved]:
    rankers: tuple[Dice | Track, ...] = (*ruleset.of(Dice), *ruleset.of(Track))
    results = {ranker.ranks.id for ranker in rankers if ranker.ranks is not None}
    for benchmark in ruleset.of(Benchmark):
        bands = (*ruleset.paths[benchmark.id], "bands")
        changes = ruleset.origins.below(bands)
        began = _began(ruleset, benchmark, bands)
        if changes and benchmark.id not in results:
            yield Moved(benchmark, began, frozenset(change.pack for change in changes))


def _began(ruleset: Ruleset, benchmark: Benchmark, path: KeyPath) -> dict[str, int]:
    """The lower end of each band by its key, as it was before any pack changed one.

    A band as it was is found where its range was set (`changed`), where nothing was done to it
    (`kept`), or where it was removed or the whole map replaced (`gone`).
    """
    changed: dict[str, Data] = {
        band.key: before
        for band in benchmark.bands
        if (before := ruleset.origins.before((*path, band.key, "range"))) is not None
    }
    kept = {
        band.key: str(band.range)
        for band in benchmark.bands
        if band.key not in changed and _is_original(ruleset, (*path, band.key))
    }
    replaced = ruleset.origins.before(path)
    gone = dict(_ranges(replaced if isinstance(replaced, dict) else {}))
    for place, origins in ruleset.origins.records.items():
        if place[:-1] == path and origins[-1].operation == "remove":
            gone |= _ranges({str(place[-1]): origins[-1].before or ""})
    ranges = gone | kept | changed
    lows = {key: LOWEST.search(as_text(range_)) for key, range_ in ranges.items()}
    return {key: int(low[0]) for key, low in lows.items() if low is not None}


def _ranges(bands: Mapping[str, Data]) -> Iterator[tuple[str, Data]]:
    """The ranges of bands, as packs write them, by the keys of the bands."""
    for key, band in bands.items():
        if isinstance(band, dict) and "range" in band:
            yield key, band["range"]


def _is_original(ruleset: Ruleset, path: KeyPath) -> bool:
    origins = ruleset.origins.records.get(path, ())
    return all(origin.operation != "add" for origin in origins)


def _literals(ruleset: Ruleset) -> Iterator[tuple[KeyPath, int]]:
    """Literal difficulties of checks, and those in cells that their formulas read."""
    for path, checked in ruleset.checked.items():
        if path[-2:] != NUMBER:
            continue
        for part in walk_typed(checked.tree):
            if isinstance(part.node, Integer):
                yield path, part.node.value
            elif isinstance(part.meaning, Variable):
                yield from _cells(ruleset, path, part.meaning.name)


def _cells(ruleset: Ruleset, path: KeyPath, name: str) -> Iterator[tuple[KeyPath, int]]:
    """Integers in a column of a track's conditions, as `this.number` in its test reads them."""
    column = name.removeprefix(CELL_PREFIX)
    for track in ruleset.of(Track):
        if name.startswith(CELL_PREFIX) and path[:2] == ruleset.paths[track.id]:
            for condition in track.conditions:
                cell = condition.cells.get(column)
                if isinstance(cell, int):
                    yield (*ruleset.paths[condition.id], column), cell


def _left_behind(
    ruleset: Ruleset, path: KeyPath, number: int, was: str, now: Band
) -> Diagnostic:
    bands = {band.key: band.name for band in now.benchmark.bands}
    return codes.LEFT_BEHIND.at(
        at_path(ruleset, path),
        related=[label(ruleset, now, "range", words="the band that holds it")],
        number=number,
        was=bands.get(was, was),
        now=now.name,
        better=f"{now.benchmark.key}.{was if was in bands else now.key}",
    )


# Stale names.


HIDDEN: Final = re.compile(r"\[\[[^\]|]*(?:\||\]\])|`[^`]*`")
"""Targets of links, which readers do not see, and code."""


@dataclass(frozen=True, slots=True)
class Renamed:
    """An entry, its former name, and the ids of the packs that renamed it."""

    entry: Entry
    old: str
    by: frozenset[str]


def check_old_names(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report texts with the former name of an entry, unless the renaming pack wrote them."""
    renamed = {entry.old: entry for entry in _renamed(ruleset)}
    if not renamed:
        return
    for path, match in _mentions(ruleset, renamed):
        yield from _old_name(ruleset, path, match, renamed[match[0]])


def _renamed(ruleset: Ruleset) -> Iterator[Renamed]:
    """Renamed entries, but for those whose former name another entry has now."""
    names = {entry.__dict__.get("name") for entry in ruleset.entries.values()}
    for id_, entry in ruleset.entries.items():
        path = (*ruleset.paths[id_], "name")
        old = ruleset.origins.before(path)
        if isinstance(old, str) and old not in names:
            changes = ruleset.origins.below(path)
            yield Renamed(entry, old, frozenset(change.pack for change in changes))


def check_removed_names(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report texts with the name of a removed entry, once for each text and name.

    Entries nested in a removed one are not looked for: only what a pack named is reported.
    """
    names = {entry.__dict__.get("name") for entry in ruleset.entries.values()}
    gone = {
        name: removed
        for removed in ruleset.removals.by_id.values()
        if (name := _name_of_removed(removed)) and name not in names
    }
    if not gone:
        return
    for path, match in _mentions(ruleset, gone, once=True):
        removed, address = gone[match[0]], ruleset.origins.address(path)
        if address is None or ruleset.origins.writer(path) == removed.pack:
            continue
        # A list is set as a whole, so that positions are no part of what is set.
        setting = id_at(tuple(step for step in path if isinstance(step, str)))
        yield codes.REMOVED_NAME.at(
            removed.address.key(),
            related=[Label(address.characters(*match.span()), "still its name")],
            name=match[0],
            removed=removed.id,
            change=change_line(setting, "set", "…"),
        )


def _name_of_removed(removed: Removed) -> str:
    """The name of an entry that a pack removed itself; empty for what was nested in one."""
    is_target = removed.address.path[-1:] == (removed.id,)
    name = removed.body.get("name") if isinstance(removed.body, dict) else None
    return name if is_target and isinstance(name, str) else ""


def _mentions(
    ruleset: Ruleset, names: Collection[str], *, once: bool = False
) -> Iterator[tuple[KeyPath, re.Match[str]]]:
    """Where visible text has a name as a whole word; `once` finds each name once in a text."""
    words = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")
    for _, path, text in prose_of(ruleset):
        visible = HIDDEN.sub(lambda match: " " * len(match[0]), text)
        seen: set[str] = set()
        for match in words.finditer(visible):
            if not (once and match[0] in seen):
                seen.add(match[0])
                yield path, match


def _old_name(
    ruleset: Ruleset, path: KeyPath, match: re.Match[str], renamed: Renamed
) -> Iterator[Diagnostic]:
    address = ruleset.origins.address(path)
    if address is None or ruleset.origins.writer(path) in renamed.by:
        return
    entry = renamed.entry
    yield codes.OLD_NAME.at(
        address.characters(*match.span()),
        related=[label(ruleset, entry, "name", words="its new name")],
        old=renamed.old,
        new=entry.name,
        entry=entry.id,
    )
