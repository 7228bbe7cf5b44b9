"""Literals: numbers that checks write out, left behind when the bands around them moved.

What a check rolls against is measured by every benchmark but those that read results.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from freed6c.check.places import at_path, label, labels
from freed6c.diagnostics.codes import checks
from freed6c.diagnostics.diagnostic import Diagnostic, Label
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

    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.pack import Removed
    from freed6c.runtime.record import Entry


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


# Old names: texts that still say what a pack has given another name, or taken away.


UNSEEN: Final = re.compile(r"\[\[[^\]|]*(?:\||\]\])|`[^`]*`")
"""What readers do not see of a text, or see as code."""


@dataclass(frozen=True, slots=True)
class Renamed:
    """An entry, the name that it had, the packs that gave it another."""

    entry: Entry
    old: str
    by: frozenset[str]


def check_old_names(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Each place that has an old name as a whole word, but for texts of those who changed it."""
    renamed = {one.old: one for one in _renamed(ruleset)}
    if not renamed:
        return
    for path, match in _found(ruleset, renamed):
        yield from _report(ruleset, path, match, renamed[match[0]])


def _renamed(ruleset: Ruleset) -> Iterator[Renamed]:
    """Entries with a new name; an old one that something else still has says nothing."""
    names = {entry.__dict__.get("name") for entry in ruleset.entries.values()}
    for id_, entry in ruleset.entries.items():
        path = (*ruleset.paths[id_], "name")
        old = ruleset.origins.before(path)
        if isinstance(old, str) and old not in names:
            done = ruleset.origins.below(path)
            yield Renamed(entry, old, frozenset(origin.pack for origin in done))


def check_removed_names(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Each text that has the name of a removed entry as a whole word; a text is told once.

    What stands in the removed entry had its name from there: nothing is said of it.
    """
    removed = {
        name: one for one in ruleset.removals.by_id.values() if (name := _was(one))
    }
    names = {entry.__dict__.get("name") for entry in ruleset.entries.values()}
    gone = {name: one for name, one in removed.items() if name not in names}
    if not gone:
        return
    for path, match in _found(ruleset, gone, once=True):
        one, address = gone[match[0]], ruleset.origins.address(path)
        if address is None or ruleset.origins.writer(path) == one.pack:
            continue
        yield Diagnostic(
            code=checks.REMOVED_NAME,
            message=f"a text still says '{match[0]}', and '{one.id}' is removed",
            label=Label(one.address.key(), "removed here"),
            related=(Label(address.characters(*match.span()), "still its name"),),
            help=(f"change the words too: {change_line(_setting(path), 'set', '…')}",),
        )


def _setting(path: KeyPath) -> str:
    """The address of what can be set; a list is one value."""
    return id_at(tuple(step for step in path if isinstance(step, str)))


def _was(removed: Removed) -> str:
    """The name of what a pack named to be removed, not of what stood in it."""
    named = removed.address.path[-1:] == (removed.id,)
    name = removed.body.get("name") if isinstance(removed.body, dict) else None
    return name if named and isinstance(name, str) else ""


def _found(
    ruleset: Ruleset, names: Collection[str], *, once: bool = False
) -> Iterator[tuple[KeyPath, re.Match[str]]]:
    """Where texts have a name as a whole word; each name once in a text, if that is enough."""
    words = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")
    for _, path, text in prose_of(ruleset):
        seen = UNSEEN.sub(lambda match: " " * len(match[0]), text)
        told: set[str] = set()
        for match in words.finditer(seen):
            if not (once and match[0] in told):
                told.add(match[0])
                yield path, match


def _report(
    ruleset: Ruleset, path: KeyPath, match: re.Match[str], renamed: Renamed
) -> Iterator[Diagnostic]:
    address = ruleset.origins.address(path)
    if address is None or ruleset.origins.writer(path) in renamed.by:
        return
    entry = renamed.entry
    yield Diagnostic(
        code=checks.OLD_NAME,
        message=f"a text still says '{renamed.old}', which is called '{entry.name}' now",
        label=Label(address.characters(*match.span()), "still the old name"),
        related=labels(label(ruleset, entry, "name", words="its new name")),
        help=(f"write [[{entry.id}]]: a link always shows the name of the day",),
    )
