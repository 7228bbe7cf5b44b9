"""Checks of targets: the dice of a check can reach them, and they are numbers.

Most rolls add dice up, some count successes. If a pack sets another procedure for a skill, every
action that uses the skill rolls by it, but the targets of these actions stay the same.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Final, NamedTuple

from freed6c.check.dice import chance, in_order
from freed6c.check.formula_results import possible
from freed6c.diagnostics.codes import checks as codes
from freed6c.formula.types import EntryOf, without_optional
from freed6c.model.difficulties import plain_codes
from freed6c.model.entry_contents import placed_records_of
from freed6c.model.internal_errors import noted
from freed6c.model.local_names import WITH_CHECK
from freed6c.model.value_lookup import as_written
from freed6c.packs.grouping import grouped
from freed6c.runtime.entries.actions import Check
from freed6c.runtime.entries.dice import CountFaces, Dice
from freed6c.runtime.entries.tables import Band, Benchmark
from freed6c.runtime.entries.world import DieCodes, used_together
from freed6c.runtime.play.questions import RATINGS
from freed6c.runtime.play.state import fixed_value
from freed6c.runtime.record import Ref
from freed6c.runtime.situation import procedure_of, procedures_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath
    from freed6c.runtime.entries.actions import Against, Rolled
    from freed6c.runtime.entries.world import Rated
    from freed6c.runtime.record import Entry


NEARLY: Final = Fraction(99, 100)
"""The probability from which success counts as certain; with its complement, as impossible."""


class PlacedCheck(NamedTuple):
    """A check, the entry that has it, its place in the ruleset's tree."""

    entry: Entry
    check: Check
    path: KeyPath


def _checks(ruleset: Ruleset) -> Iterator[PlacedCheck]:
    for kind in WITH_CHECK:
        for entry in noted(ruleset.of(kind)):
            for place, check in placed_records_of(ruleset, entry, Check):
                yield PlacedCheck(entry, check, (*ruleset.paths[entry.id], *place))


# Resistance.


def check_resistances(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report checks against fixed ratings in a game whose die codes have no fixed value."""
    if any(codes_.fixed is not None for codes_ in ruleset.of(DieCodes)):
        return
    for entry, check, path in _checks(ruleset):
        for kind in ("resistance", "fixed") if check.against else ():
            for ref in getattr(check.against, kind):
                rating = ref.entry if isinstance(ref, Ref) else None
                if isinstance(rating, RATINGS):
                    place = ruleset.label(entry, path[-1], "against", kind)
                    yield codes.NOTHING_TO_RESIST.at(place, rating=rating.name)
                    return


# Procedures.


class Target(NamedTuple):
    """A target of a check: numbers, or ratings that the opponent rolls (`rolled`).

    `kind` is the setting of `against`. If it is `fixed`, there is a number for each usual die code.
    """

    kind: str
    words: str
    numbers: tuple[int, ...] = ()
    rolled: tuple[Rated, ...] = ()


def check_targets(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report checks whose dice almost never, or almost always, reach the target."""
    procedures, tried = ruleset.of(Dice), ruleset.once(in_order)
    if len(procedures) == 1 and not counts(procedures[0]):
        return
    for placed in _checks(ruleset):
        for target in _targets(ruleset, placed):
            strange: dict[Dice, list[Rated]] = {}
            for rating in _ratings(ruleset, placed.check.with_, (*placed.path, "with")):
                for procedure in procedures_of(ruleset, placed.check, [rating]):
                    if procedure in tried and not _meets(ruleset, procedure, target):
                        strange.setdefault(procedure, []).append(rating)
            for procedure, ratings in strange.items():
                # Without other dice, a number that a sum cannot reach may be intended.
                if _fitting(ruleset, target, procedure) or counts(procedure):
                    yield _mismatch(ruleset, placed, target, procedure, ratings)


def _fitting(ruleset: Ruleset, target: Target, procedure: Dice) -> list[Dice]:
    """Return other procedures that fit a target.

    For a single number, only those count that count successes if this one sums, or the reverse.
    """
    return [
        other
        for other in ruleset.once(in_order)
        if _meets(ruleset, other, target)
        and (target.kind != "number" or counts(other) != counts(procedure))
    ]


def _mismatch(
    ruleset: Ruleset,
    placed: PlacedCheck,
    target: Target,
    procedure: Dice,
    ratings: Sequence[Rated],
) -> Diagnostic:
    """Return the diagnostic of ratings whose dice don't fit a target.

    The entries that choose these dice (`procedure`) are related places.
    """
    choosing = {
        entry.id: entry
        for rating in ratings
        for entry in used_together(rating)
        if entry.procedure is not None and entry.procedure.id == procedure.id
    }
    fixes = [
        f"if you did not intend it, set the procedure of {rating.id} to {other.key}"
        for rating in ratings
        for other in _fitting(ruleset, target, procedure)[:1]
    ]
    return codes.OTHER_SCALE.at(
        ruleset.label(placed.entry, placed.path[-1], "against", target.kind),
        related=[
            *(
                ruleset.label(entry, "procedure", words="sets other dice")
                for entry in choosing.values()
            ),
            *(
                ruleset.label(step, words="counts successes")
                for step in procedure.steps
                if isinstance(step, CountFaces)
            ),
        ],
        help=fixes,
        entry=placed.entry.name,
        ratings=" or ".join(rating.name for rating in ratings),
        how=(
            "which counts successes"
            if counts(procedure)
            else f"whose totals ({procedure.name}) are on another scale"
        ),
        target=target.words,
    )


def counts(procedure: Dice) -> bool:
    """True if the result is a number of successes rather than a sum."""
    return any(isinstance(step, CountFaces) for step in procedure.steps)


def _ratings(
    ruleset: Ruleset, rolled: Sequence[Rolled], path: KeyPath
) -> Iterator[Rated]:
    """Yield the possible ratings of a check: named entries, and results of formulas if known."""
    ratings = dict[str, "Rated"]()
    for number, rated in enumerate(rolled):
        if isinstance(rated, Ref):
            entries: list[object] = [rated.entry]
        else:
            places = ((*path, number), path)
            place = next((place for place in places if place in ruleset.checked), None)
            entries = [entry for entry, _ in possible(ruleset, place)] if place else []
        for rating in entries:
            if isinstance(rating, RATINGS):
                ratings[rating.id] = rating
    yield from ratings.values()


def _targets(ruleset: Ruleset, placed: PlacedCheck) -> Iterator[Target]:
    against = placed.check.against
    if against is None:
        return
    path = (*placed.path, "against")
    checked = ruleset.checked.get((*path, "difficulty"))
    if checked is not None:
        type_ = without_optional(checked.tree.type)
        within = type_.within if isinstance(type_, EntryOf) else None
        benchmark = ruleset.entries.get(within or "")
        if isinstance(benchmark, Benchmark):
            numbers = tuple(
                band.number for band in benchmark.bands if band.number is not None
            )
            yield Target("difficulty", f"bands of {benchmark.name}", numbers)
    if (*path, "number") in ruleset.checked:
        values = (value for value, _ in possible(ruleset, (*path, "number")))
        literal = tuple(value for value in values if isinstance(value, int))
        listed = ", ".join(map(str, dict.fromkeys(literal)))
        yield Target("number", listed, literal)
    yield from _opposing(ruleset, against, path)


def _opposing(ruleset: Ruleset, against: Against, path: KeyPath) -> Iterator[Target]:
    """Yield the fixed values and rolls of the opponent."""
    for key in ("fixed", "roll", "resistance"):
        ratings = tuple(_ratings(ruleset, getattr(against, key), (*path, key)))
        names = " or ".join(rating.name for rating in ratings)
        if not ratings:
            continue
        if key != "roll":
            fixed = [fixed_value(ruleset, code) for code in plain_codes(ruleset)]
            numbers = tuple(number for number in fixed if number is not None)
            yield Target(key, f"the fixed value of {names}", numbers)
        if key != "fixed":
            yield Target(key, f"a roll of {names}", rolled=ratings)


def _meets(ruleset: Ruleset, procedure: Dice, target: Target) -> bool:
    """True if rolls by a procedure and their target are of the same magnitude.

    Rolls of an opponent are if both sides sum dice or both count successes. Other targets are tried
    with the usual die codes. A number of the target is off if it is nearly certain or nearly
    impossible for all of the codes that are tried:

    - A single number must not be nearly impossible. It can be easy on purpose.
    - At most half of the bands can be off for the upper half of the codes.
    - At most half of the fixed values can be off, each for the code that it is derived from.
    """
    if target.rolled:
        others = (
            procedure_of(ruleset, used_together(rating)) for rating in target.rolled
        )
        return any(other and counts(other) == counts(procedure) for other in others)
    usual = plain_codes(ruleset)
    # `rows` has for each number the probabilities that the codes reach it.
    if target.kind == "difficulty":
        half = usual[len(usual) // 2 :]
        rows = [[chance(procedure, c, n) for c in half] for n in target.numbers]
    elif target.kind == "number":
        rows = [[chance(procedure, c, n) for c in usual] for n in target.numbers]
        return not rows or any(max(chances) >= 1 - NEARLY for chances in rows)
    else:
        pairs = zip(usual, target.numbers, strict=False)
        rows = [[chance(procedure, code, number)] for code, number in pairs]
    off = sum(min(row) > NEARLY or max(row) < 1 - NEARLY for row in rows)
    return 2 * off <= len(rows)


# Bands without a number.


def check_numbers(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report checks whose difficulty can be a band without a number, such as an open one."""
    checks = (
        (entry, (*p, "against", "difficulty")) for entry, _, p in _checks(ruleset)
    )
    by_band = grouped(
        ((band, place), entry)
        for entry, path in checks
        if path in ruleset.checked
        for band, place in possible(ruleset, path)
        if isinstance(band, Band) and band.number is None
    )
    for (band, path), entries in by_band.items():
        if band.benchmark.counts_as == "choice":
            continue
        end = "highest" if band.benchmark.counts_as == "top" else "lowest"
        yield codes.NO_NUMBER.at(
            ruleset.provenance.location(path),
            related=[
                ruleset.label(band, "range", words=f"has no {end} number"),
                *(ruleset.label(entry, words="rolls against it") for entry in entries),
            ],
            band=band.name,
            end=end,
            range=as_written(band.range),
        )
