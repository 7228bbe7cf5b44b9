"""The rules: whether benchmarks, checks, effects and values work together as a pack writes them.

Bands are contiguous, and all ranks are reachable. Difficulties are literal numbers that need no
roll, or whose band moved; every benchmark measures difficulties, except those that rank results.
Actions about a condition must find something to reach for every condition that one may choose.
Effects change something, and for somebody; explosions end. Values have the declared type, and do
not depend on themselves.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import checks as codes
from freed6c.formula.evaluator import evaluate
from freed6c.formula.operators import conversion_help
from freed6c.formula.scope import FormulaProblem, ResolvedEntry
from freed6c.formula.syntax_tree import Call, Integer, Truth
from freed6c.formula.typed_tree import CheckedFormula, Variable, walk_typed
from freed6c.formula.types import describe, fits
from freed6c.model.difficulties import MOST_DICE, largest
from freed6c.model.walk import records_of
from freed6c.packs.data import Data, KeyPath, as_map, as_text
from freed6c.runtime.amounts import DieCode, Formula, Modifier, Quantity
from freed6c.runtime.dice.pool import Pool, faces_of, tokens_of
from freed6c.runtime.effects import Retime
from freed6c.runtime.entries.actions import Action, Rule
from freed6c.runtime.entries.dice import Dice, SubstituteDice
from freed6c.runtime.entries.tables import Band, Benchmark, Condition, Track
from freed6c.runtime.entries.world import Hook, Value
from freed6c.runtime.notation import PoolError, split_token
from freed6c.runtime.odds import NoExactMethod
from freed6c.runtime.odds.answer import Odds, Oddsmaker, odds
from freed6c.runtime.play.effects_in_force import is_standing
from freed6c.runtime.record import Unworkable
from freed6c.runtime.situation import FormulaValue, Situation

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from fractions import Fraction

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.model.ruleset import Ruleset


# Benchmarks.


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


# Difficulties.


TARGETS: Final = (("against", "difficulty"), ("against", "number"))
LARGEST_CODE: Final = 20
"""Dice of the largest code that is tried. Packs are untrusted, odds of large pools take long."""


def check_difficulties(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report literal difficulties that no die code reaches, or that each of them always does."""
    targets = [
        (path, number)
        for path, checked in ruleset.checked.items()
        if path[-2:] in TARGETS and (number := _literal(ruleset, checked)) is not None
    ]
    for number in dict.fromkeys(number for _, number in targets):
        chances = set(_chances(ruleset, number))
        if chances in ({0}, {1}):
            lowest, *_, highest = _codes(ruleset)
            for path in (path for path, target in targets if target == number):
                place = ruleset.origins.address(path)
                if chances == {1}:
                    yield codes.CERTAIN.at(place, code=lowest, number=number)
                else:
                    yield codes.IMPOSSIBLE.at(place, code=highest, number=number)


def _literal(ruleset: Ruleset, checked: CheckedFormula) -> int | None:
    """The value of a formula that is an integer literal or names a band."""
    match checked.tree.node, checked.tree.meaning:
        case Integer(value), _:
            return value
        case _, ResolvedEntry(id_):
            band = ruleset.entries.get(id_)
            return band.number if isinstance(band, Band) else None
        case _:
            return None


def _chances(ruleset: Ruleset, number: int) -> Iterator[Fraction | None]:
    """The chance of each code in each procedure; None where no exact method exists."""
    for procedure in ruleset.of(Dice):
        maker = Oddsmaker(procedure)
        for code in _codes(ruleset):
            try:
                pool = Pool.of(procedure, ability=code)
                yield maker.odds(pool).success(number)
            except (PoolError, NoExactMethod):
                yield None


def _codes(ruleset: Ruleset) -> Iterator[DieCode]:
    """Each number of full dice, then the largest number with as many pips as there can be."""
    most = min(LARGEST_CODE, largest(ruleset))
    for dice in range(1, most + 1):
        yield ruleset.die_code(dice)
    yield ruleset.die_code(most, ruleset.die_code.pips_per_die - 1)


# Numbers that are left behind when bands move.


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
        benchmark = moved.benchmark
        bands = {band.key: band.name for band in benchmark.bands}
        for path, number in _literals(ruleset):
            was, now = moved.was(number), benchmark.band(number)
            intended = ruleset.origins.writer(path) in moved.by
            if was and now is not None and was != now.key and not intended:
                holder = ruleset.label(now, "range", words="the band that holds it")
                yield codes.LEFT_BEHIND.at(
                    ruleset.origins.address(path),
                    related=[holder],
                    number=number,
                    was=bands.get(was, was),
                    now=now.name,
                    better=f"{benchmark.key}.{was if was in bands else now.key}",
                )


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
    gone = dict(_ranges(as_map(ruleset.origins.before(path))))
    added = set()
    for place, origins in ruleset.origins.records.items():
        if place[:-1] == path:
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
    """The ranges of bands, as packs write them, by the keys of the bands."""
    for key, band in bands.items():
        if isinstance(band, dict) and "range" in band:
            yield key, band["range"]


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


# Actions about a condition.


CHOSEN = frozenset({"chosen", "chosen.rank"})


def check_coverage(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report each condition for which the target of an action's check cannot be computed."""
    for action in ruleset.of(Action):
        for key, formula in _condition_formulas(ruleset, action):
            for condition, reason in _uncovered(ruleset, action, formula):
                yield codes.NOT_COVERED.at(
                    ruleset.label(action, "check", "against", key),
                    related=[ruleset.label(condition, words="may be chosen")],
                    action=action.name,
                    condition=condition.name,
                    reason=reason,
                )


def _condition_formulas(
    ruleset: Ruleset, action: Action
) -> Iterator[tuple[str, Formula[object]]]:
    """The targets of an action's check that depend on the chosen condition alone."""
    against = action.check.against if action.check and action.about else None
    for key in ("difficulty", "number") if against else ():
        path = (*ruleset.paths[action.id], "check", "against", key)
        checked = ruleset.checked.get(path)
        parts = () if checked is None else walk_typed(checked.tree)
        meanings = (part.meaning for part in parts)
        names = {var.name for var in meanings if isinstance(var, Variable)}
        formula = against.__dict__.get(key)
        if names and names <= CHOSEN and isinstance(formula, Formula):
            yield key, formula


def _uncovered(
    ruleset: Ruleset, action: Action, formula: Formula[object]
) -> Iterator[tuple[Condition, str]]:
    """Conditions that cannot be targeted, each with the reason."""
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
            except Unworkable as reason:
                # With a way out it only needs what is unknown here, such as a character.
                if not reason.way_out:
                    yield condition, reason.message


# Explosions.


def check_infinite_explosions(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report dice that explode on every face, of any step that substitutes them."""
    for step in ruleset.of(SubstituteDice):
        procedure = ruleset.entry(step.parent.id)
        usual = procedure.die if isinstance(procedure, Dice) else ""
        for die in dict.fromkeys([*step.explode, usual]):
            sides = int(die.removeprefix("d")) if die[1:].isdecimal() else 0
            if sides and len(faces_of(step.explode, sides)) == sides:
                named = die if die in step.explode else "other"
                place = ruleset.label(step, "explode", named)
                yield codes.ENDLESS.at(place, die=die, step=step.id)


# Effects without effect: zero amounts, tokens that change no odds, constant conditions.


FEW: Final = 2
"""Pools of up to so many dice are also tried with every other token."""

TAIL: Final = 60
"""How many totals are compared where dice explode and have no highest total."""


def check_no_op_effects(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report amounts and conditions of effects that change nothing."""
    is_no_op_token = cache(partial(_is_no_op_token, ruleset))
    for path, checked in ruleset.checked.items():
        if path[-1] == "if" and isinstance(checked.tree.node, Truth):
            when = "always" if checked.tree.node.value else "never"
            yield codes.CONSTANT_CONDITION.at(ruleset.origins.address(path), when=when)
        elif path[-1] == "by":
            value = _constant(ruleset, checked)
            token = value.token if isinstance(value, Modifier) else ""
            if value is not None and _is_zero(value):
                yield codes.ZERO_AMOUNT.at(ruleset.origins.address(path))
            elif token and is_no_op_token(token):
                yield codes.NO_OP_TOKEN.at(ruleset.origins.address(path), token=token)
    for entry in ruleset.entries.values():
        for retime in records_of(entry, Retime):
            if retime.from_ is not None and retime.from_ == retime.lasts:
                yield codes.SAME_DURATION.at(ruleset.label(entry), entry=entry.name)


def _constant(ruleset: Ruleset, checked: CheckedFormula) -> FormulaValue:
    """The value of a formula without names and calls; None for every other."""
    for part in walk_typed(checked.tree):
        named = isinstance(part.meaning, Variable | ResolvedEntry)
        if named or isinstance(part.node, Call):
            return None
    try:
        return evaluate(checked, Situation(ruleset))
    except FormulaProblem:
        return None


def _is_zero(value: FormulaValue) -> bool:
    match value:
        case Modifier():
            return not (value.adds or value.dice or value.pips or value.count)
        case DieCode():
            return value.worth == 0
        case Quantity():
            return value.amount == 0
        case bool() | str():
            return False
        case _:
            return value == 0


def _is_no_op_token(ruleset: Ruleset, token: str) -> bool:
    """Whether every procedure that has the token gives the same odds with and without it."""
    letters, number = split_token(token) or ("", 0)
    procedures = [dice for dice in ruleset.of(Dice) if letters in tokens_of(dice)]
    return bool(procedures) and all(
        _has_same_odds(ruleset, procedure, letters, number) for procedure in procedures
    )


def _has_same_odds(
    ruleset: Ruleset, procedure: Dice, letters: str, number: int
) -> bool:
    step = tokens_of(procedure)[letters].step
    if isinstance(step, SubstituteDice) and step.events:
        return False
    for pool in _pools(ruleset, procedure, number):
        try:
            called = pool.calling(procedure, letters, 1, number)
            if not _equal_odds(odds(procedure, pool), odds(procedure, called)):
                return False
        except (PoolError, NoExactMethod):
            return False
    return True


def _pools(ruleset: Ruleset, procedure: Dice, number: int) -> Iterator[Pool]:
    """Pools in which a token could matter, as a step may apply to some dice only.

    Dice of one source; dice of all sources; small pools with each other token, which may add
    the faces or the events that the token in question works on.
    """
    # Numbers to write behind a token: enough sides for a face, or a face that any die has.
    suffixes = {"sides": {0, number}, "face": {1}}
    die = ruleset.die_code(1)
    for dice in range(1, min(MOST_DICE, largest(ruleset)) + 1):
        pool = Pool.of(procedure, ability=ruleset.die_code(dice))
        yield pool
        mixed = Pool.of(
            procedure, 1, ability=ruleset.die_code(dice), skill=die, specialization=die
        )
        yield mixed.plus(dice=1)
        if dice <= FEW:
            yield from (
                pool.calling(procedure, token.letters, 1, suffix)
                for token in tokens_of(procedure).values()
                for suffix in suffixes.get(token.behind, {0})
            )


def _equal_odds(one: Odds, other: Odds) -> bool:
    if one.support != other.support:
        return False
    low, high = one.support
    totals = range(low, (low + TAIL if high is None else high) + 1)
    return all(one.at_least(total) == other.at_least(total) for total in totals)


# Effects without target.


def check_targetless_effects(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report standing effects for others only: what is in force works on its owner alone."""
    for entry in ruleset.entries.values():
        if not isinstance(entry, Rule | Condition | Hook):
            continue
        if isinstance(entry, Hook) and entry.activated_by:
            continue
        for number, effect in enumerate(entry.effects):
            if is_standing(effect) and effect.to and "self" not in effect.to:
                place = ruleset.label(entry, "effects", number, "to")
                yield codes.TARGETLESS_EFFECT.at(place, entry=entry.name)


# Values.


def check_values(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report formulas of another type than declared, and dependency cycles."""
    uses = {value.id: _uses(ruleset, value) for value in ruleset.of(Value)}
    for value in ruleset.of(Value):
        wanted = ruleset.types.get(value.type)
        for setting in ("is", "default"):
            checked = ruleset.checked.get((*ruleset.paths[value.id], setting))
            if checked is None or wanted is None or fits(checked.type, wanted):
                continue
            pips = ruleset.die_code.pips_per_die
            way_out = conversion_help(checked.tree, (wanted,), pips)
            yield codes.WRONG_VALUE_TYPE.at(
                ruleset.label(value, setting),
                given=describe(checked.type),
                wanted=describe(wanted),
                help=[way_out or "change the formula, or the type of the value"],
            )
        if value.id in _reached(value.id, uses):
            yield codes.VALUE_CIRCLE.at(ruleset.label(value, "is"), value=value.id)


def _uses(ruleset: Ruleset, value: Value) -> frozenset[str]:
    """Ids of the values that the formula of a value refers to."""
    checked = ruleset.checked.get((*ruleset.paths[value.id], "is"))
    parts = () if checked is None else walk_typed(checked.tree)
    meanings = (part.meaning for part in parts)
    ids = {entry.id for entry in meanings if isinstance(entry, ResolvedEntry)}
    return frozenset(id_ for id_ in ids if id_.startswith("value."))


def _reached(value: str, uses: Mapping[str, frozenset[str]]) -> set[str]:
    """All values that a value depends on, directly or through others."""
    reached: set[str] = set()
    waiting = [*uses[value]]
    while waiting:
        name = waiting.pop()
        if name not in reached:
            reached.add(name)
            waiting.extend(uses.get(name, ()))
    return reached
