"""Difficulties: a number that no dice reach, or that all of them reach, needs no roll."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.check.places import at_path, label
from freed6c.diagnostics.codes import checks
from freed6c.diagnostics.diagnostic import Diagnostic
from freed6c.formula.scope import Found
from freed6c.formula.syntax_tree import Integer
from freed6c.model.difficulties import largest
from freed6c.runtime.dice.pool import Pool, PoolError, faces_of
from freed6c.runtime.entries.dice import Dice, SubstituteDice
from freed6c.runtime.entries.tables import Band
from freed6c.runtime.odds import NoExactMethod
from freed6c.runtime.odds.answer import Oddsmaker

if TYPE_CHECKING:
    from collections.abc import Iterator
    from fractions import Fraction

    from freed6c.formula.typed_tree import Checked
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath
    from freed6c.runtime.amounts import DieCode


NAMED: Final = (("against", "difficulty"), ("against", "number"))
MOST_DICE: Final = 20
"""Larger codes are not tried: packs come from strangers."""


def check_difficulties(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Each number or band that a check names, against every die code that a character has."""
    found = [
        (path, number)
        for path, checked in ruleset.checked.items()
        if path[-2:] in NAMED and (number := _literal(ruleset, checked)) is not None
    ]
    for number in dict.fromkeys(number for _, number in found):
        chances = set(_chances(ruleset, number))
        if chances in ({0}, {1}):
            for path in (path for path, named in found if named == number):
                yield _pointless(ruleset, path, number, certain=chances == {1})


def _literal(ruleset: Ruleset, checked: Checked) -> int | None:
    """The number that is written out, or that of a band that is."""
    match checked.tree.node, checked.tree.meaning:
        case Integer(value), _:
            return value
        case _, Found(id_):
            band = ruleset.entries.get(id_)
            return band.number if isinstance(band, Band) else None
        case _:
            return None


def _chances(ruleset: Ruleset, number: int) -> Iterator[Fraction | None]:
    """The chance of each code in each procedure; None where it is not known exactly."""
    for procedure in ruleset.of(Dice):
        maker = Oddsmaker(procedure)
        for code in _codes(ruleset):
            try:
                pool = Pool.of(procedure, ability=code)
                yield maker.odds(pool).success(number)
            except (PoolError, NoExactMethod):
                yield None


def _codes(ruleset: Ruleset) -> Iterator[DieCode]:
    """Each number of full dice, and the highest code before one die more."""
    most = min(MOST_DICE, largest(ruleset))
    for dice in range(1, most + 1):
        yield ruleset.die_code(dice)
    yield ruleset.die_code(most, ruleset.die_code.pips_per_die - 1)


def _pointless(
    ruleset: Ruleset, path: KeyPath, number: int, *, certain: bool
) -> Diagnostic:
    *_, highest = map(str, _codes(ruleset))
    lowest = str(ruleset.die_code(1))
    said = f"{lowest} always succeeds" if certain else f"{highest} cannot succeed"
    return Diagnostic(
        code=checks.CERTAIN if certain else checks.IMPOSSIBLE,
        message=f"even {said} against {number} with plain dice",
        label=at_path(ruleset, path),
        help=("name another number, or let nobody roll for it",),
    )


# Endless dice: a die that explodes on every face would be rolled for ever.


def check_endless(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Each sort of die that a step names, and the one that its procedure rolls."""
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
