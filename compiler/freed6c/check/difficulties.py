"""Checks of difficulties: numbers that need no roll, and numbers whose band has moved.

Also conditions for which the target of an action cannot be computed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.check.dice import chance, in_order
from freed6c.check.formula_results import column_of, owner_of
from freed6c.diagnostics.codes import checks as codes
from freed6c.formula.scope import ResolvedEntry
from freed6c.formula.syntax_tree import Integer, Unary
from freed6c.formula.typed_tree import CheckedFormula, variables_in, walk_typed
from freed6c.model.difficulties import largest
from freed6c.model.internal_errors import noted
from freed6c.packs.data import Data, KeyPath, as_map, as_text
from freed6c.packs.ids import id_at, writable
from freed6c.packs.lazy import dataclass, regex
from freed6c.packs.operations import change_line
from freed6c.runtime.amounts import DieCode, Formula
from freed6c.runtime.entries.actions import Action
from freed6c.runtime.entries.dice import Dice
from freed6c.runtime.entries.tables import Band, Benchmark, Condition, Track
from freed6c.runtime.record import FormulaError
from freed6c.runtime.situation import Situation

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.model.ruleset import Ruleset


TARGETS: Final = (("against", "difficulty"), ("against", "number"))
LARGEST_CODE: Final = 20
"""The largest number of dice that is tried: odds of large pools take long."""


def check_difficulties(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report literal difficulties that no die code reaches, or that every die code reaches."""
    targets = [
        (path, number)
        for path, checked in ruleset.checked.items()
        if path[-2:] in TARGETS and (number := _literal(ruleset, checked)) is not None
    ]
    for number in dict.fromkeys(number for _, number in targets):
        chances = {
            chance(procedure, code, number)
            for procedure in noted(ruleset.once(in_order))
            for code in _sample_codes(ruleset)
        }
        if chances in ({0}, {1}):
            lowest, *_, highest = _sample_codes(ruleset)
            for path in (path for path, target in targets if target == number):
                place = ruleset.provenance.location(path)
                if chances == {1}:
                    yield codes.CERTAIN.at(place, code=lowest, number=number)
                else:
                    yield codes.IMPOSSIBLE.at(place, code=highest, number=number)


def _literal(ruleset: Ruleset, checked: CheckedFormula) -> int | None:
    """Return the value of a formula that is an integer literal or names a band; else None."""
    match checked.tree.node, checked.tree.meaning:
        case Integer(value), _:
            return value
        case Unary("-", Integer(value)), _:
            return -value
        case _, ResolvedEntry(id_):
            band = ruleset.entries.get(id_)
            return band.number if isinstance(band, Band) else None
        case _:
            return None


def _sample_codes(ruleset: Ruleset) -> Iterator[DieCode]:
    """Yield each number of full dice, then the largest number with the most pips."""
    most = min(LARGEST_CODE, largest(ruleset))
    for dice in range(1, most + 1):
        yield ruleset.die_code(dice)
    yield ruleset.die_code(most, ruleset.die_code.pips_per_die - 1)


# Numbers whose band moved.


LOWEST: Final = regex(r"-?[0-9]+")
"""The lower end of a range as packs write it: the first number of `6-10` or `31+`."""
NUMBER: Final = ("against", "number")
"""The end of the path of a check's literal difficulty."""


@dataclass(frozen=True)
class Moved:
    """A benchmark whose bands were changed.

    `began` has the former lower end of each band by its key; `by` has the ids of the packs that
    changed bands, whose authors know the new ones.
    """

    benchmark: Benchmark
    began: Mapping[str, int]
    by: frozenset[str]

    def was(self, number: int) -> str:
        """Return the key of the band that a number was in; empty if it was below the first."""
        below = {key: low for key, low in self.began.items() if low <= number}
        return max(below, key=below.__getitem__, default="")


def check_stale_numbers(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report literal difficulties that used to be in one band and are now in another."""
    for moved in _moved(ruleset):
        benchmark = moved.benchmark
        bands = {band.key: band.name for band in benchmark.bands}
        for path, number in _literals(ruleset):
            was, now = moved.was(number), benchmark.band(number)
            intended = ruleset.provenance.writer(path) in moved.by
            if was and now is not None and was != now.key and not intended:
                holder = ruleset.label(now, "range", words="current band")
                better = f"{benchmark.key}.{was if was in bands else now.key}"
                named = [f"name a band instead: difficulty: {better}"]
                yield codes.LEFT_BEHIND.at(
                    ruleset.provenance.location(path),
                    help=named if path[-2:] == NUMBER else [],
                    related=[holder],
                    number=number,
                    was=bands.get(was, was),
                    now=now.name,
                    change=change_line(id_at(writable(path)), "set", "…"),
                )


def _moved(ruleset: Ruleset) -> Iterator[Moved]:
    rankers: tuple[Dice | Track, ...] = (*ruleset.of(Dice), *ruleset.of(Track))
    results = {ranker.ranks.id for ranker in rankers if ranker.ranks is not None}
    for benchmark in noted(ruleset.of(Benchmark)):
        bands = (*ruleset.paths[benchmark.id], "bands")
        changes = ruleset.provenance.changes_below(bands)
        if changes and benchmark.id not in results:
            began = _former_lows(ruleset, benchmark, bands)
            yield Moved(benchmark, began, frozenset(change.pack for change in changes))


def _former_lows(
    ruleset: Ruleset, benchmark: Benchmark, path: KeyPath
) -> dict[str, int]:
    """Return the lower end of each band by its key, before any pack changed one.

    The former range comes from the provenance of a changed band (`changed`), from the removal of a
    band or the replacement of all bands (`gone`), or from the band itself if no pack changed or
    added it (`kept`).
    """
    changed: dict[str, Data] = {
        band.key: before
        for band in benchmark.bands
        if (before := ruleset.provenance.before((*path, band.key, "range"))) is not None
    }
    gone = dict(_ranges(as_map(ruleset.provenance.before(path))))
    added = set()
    for place, _ in ruleset.provenance.changes_by_path(path):
        if place[:-1] == path:
            origins = ruleset.provenance.records[place]
            if origins[-1].operation == "remove":
                gone |= _ranges({str(place[-1]): origins[-1].before or ""})
            if any(origin.operation == "add" for origin in origins):
                added.add(place[-1])
    kept = {
        band.key: str(band.range)
        for band in benchmark.bands
        if band.key not in changed and band.key not in added
    }
    ranges = gone | kept | changed
    lows = {key: LOWEST.search(as_text(range_)) for key, range_ in ranges.items()}
    return {key: int(low[0]) for key, low in lows.items() if low is not None}


def _ranges(bands: Mapping[str, Data]) -> Iterator[tuple[str, Data]]:
    """Yield the keys of bands, with their ranges as packs write them."""
    for key, band in bands.items():
        if isinstance(band, dict) and "range" in band:
            yield key, band["range"]


def _literals(ruleset: Ruleset) -> Iterator[tuple[KeyPath, int]]:
    """Yield literal difficulties of checks, and those in cells that their formulas read."""
    for path, checked in ruleset.checked.items():
        if path[-2:] != NUMBER:
            continue
        for part in walk_typed(checked):
            if isinstance(part.node, Integer):
                yield path, part.node.value
            column = column_of(ruleset, owner_of(ruleset, path), part)
            if column is not None and isinstance(column.entry, Track):
                for place, cell in column.cells(ruleset):
                    if isinstance(cell, int):
                        yield place, cell


# Actions about a condition.


CHOSEN = frozenset({"chosen", "chosen.rank"})
"""Names in formulas of an action: the condition that it is about, and its rank."""


def check_coverage(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report conditions for which the target of an action's check cannot be computed."""
    for action in noted(ruleset.of(Action)):
        for key, formula in _condition_formulas(ruleset, action):
            for condition, reason in _uncovered(ruleset, action, formula):
                yield codes.NOT_COVERED.at(
                    ruleset.label(action, "check", "against", key),
                    related=[ruleset.label(condition, words="can be chosen")],
                    action=action.name,
                    condition=condition.name,
                    reason=reason,
                )


def _condition_formulas(
    ruleset: Ruleset, action: Action
) -> Iterator[tuple[str, Formula[object]]]:
    """Yield the targets of an action's check that depend only on the chosen condition."""
    against = action.check.against if action.check and action.about else None
    for key in ("difficulty", "number") if against else ():
        path = (*ruleset.paths[action.id], "check", "against", key)
        names = variables_in(ruleset.checked.get(path))
        formula = getattr(against, key)
        if names and names <= CHOSEN and isinstance(formula, Formula):
            yield key, formula


def _uncovered(
    ruleset: Ruleset, action: Action, formula: Formula[object]
) -> Iterator[tuple[Condition, str]]:
    """Yield conditions for which a formula cannot be computed, with the reason."""
    assert action.about is not None
    for track in action.about.condition:
        for condition in track.entry.conditions:
            if condition.rank < 1:
                continue
            situation = Situation(
                ruleset, {"chosen": condition, "chosen.rank": condition.rank}
            )
            try:
                formula(situation)
            except FormulaError as reason:
                # If there is a suggestion, the formula only lacks facts, such as a character.
                if not reason.way_out:
                    yield condition, reason.message
