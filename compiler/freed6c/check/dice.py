"""Dice: difficulties that need no roll, and explosions that never end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.check.places import at_path, label
from freed6c.diagnostics.codes import checks
from freed6c.diagnostics.diagnostic import Diagnostic
from freed6c.formula.scope import ResolvedEntry
from freed6c.formula.syntax_tree import Integer
from freed6c.model.difficulties import largest
from freed6c.runtime.dice.pool import Pool, faces_of
from freed6c.runtime.entries.dice import Dice, SubstituteDice
from freed6c.runtime.entries.tables import Band
from freed6c.runtime.notation import PoolError
from freed6c.runtime.odds import NoExactMethod
from freed6c.runtime.odds.answer import Oddsmaker

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from freed6c.formula.typed_tree import CheckedFormula
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath
    from freed6c.runtime.amounts import DieCode


TARGETS: Final = (("against", "difficulty"), ("against", "number"))
MOST_DICE: Final = 20
"""The largest die code that is tried. Packs are untrusted, and odds of large pools take long."""


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
            for path in (path for path, target in targets if target == number):
                yield _pointless(ruleset, path, number, certain=chances == {1})


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
    most = min(MOST_DICE, largest(ruleset))
    for dice in range(1, most + 1):
        yield ruleset.die_code(dice)
    yield ruleset.die_code(most, ruleset.die_code.pips_per_die - 1)


def _pointless(
    ruleset: Ruleset, path: KeyPath, number: int, *, certain: bool
) -> Diagnostic:
    *_, highest = map(str, _codes(ruleset))
    lowest = str(ruleset.die_code(1))
    outcome = f"{lowest} always succeeds" if certain else f"{highest} cannot succeed"
    return Diagnostic(
        code=checks.CERTAIN if certain else checks.IMPOSSIBLE,
        message=f"even {outcome} against {number} with plain dice",
        label=at_path(ruleset, path),
        help=("name another number, or let nobody roll for it",),
    )


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
                yield Diagnostic(
                    code=checks.ENDLESS,
                    message=f"a {die} of {step.id} explodes on every face and never ends",
                    label=label(ruleset, step, "explode", named),
                    help=("leave at least one face out",),
                )
