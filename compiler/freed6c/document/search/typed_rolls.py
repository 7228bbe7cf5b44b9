"""What the search box answers where somebody types a pool and a number: `5D against 23`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from freed6c.runtime.dice.pool import notation_of, parse, sides_of
from freed6c.runtime.notation import PoolError
from freed6c.runtime.odds import NoExactMethod
from freed6c.runtime.odds.answer import Odds, Oddsmaker

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.entries.dice import Dice


MOST_DICE: Final = 10
"""Of more dice no chance is told."""

MOST_STEPS: Final = 20_000_000
"""What the chances of one pool may cost, as `runtime/odds/work.py` counts it: some milliseconds, as
there are many, and nobody has asked for them yet."""

STEPS: Final = 10_000
"""So many steps chances are told in."""


class ChanceRow(NamedTuple):
    """The chances of so many dice to succeed: in STEPS, against `low` and each number after it.

    Against what is lower success is certain; against what is higher than the last it is rarer than
    half a step, and impossible above `high`. Where dice explode, nothing is.
    """

    low: int
    chances: tuple[int, ...]
    high: int | None


class TypedRolls(NamedTuple):
    """What is known of the rolls of a ruleset: rows by number of dice, from one on, by token.

    The row of a code with pips is that of its dice, moved by its pips; tokens of which that is not
    true have no rows.
    """

    sides: int
    pips_per_die: int
    tokens: tuple[str, ...]
    rows: Mapping[str, tuple[ChanceRow, ...]]


def typed_rolls_of(ruleset: Ruleset) -> TypedRolls | None:
    """The exact chances of plain codes, and of those with one token; None where nobody rolls."""
    procedure = ruleset.procedure
    if procedure is None:
        return None
    per_die = ruleset.die_code.pips_per_die
    tokens = tuple(notation_of(procedure))
    rows = {
        token: tuple(found)
        for token in ("", *tokens)
        if (found := list(_rows(procedure, token, per_die)))
    }
    return TypedRolls(sides_of(procedure.die), per_die, tokens, rows)


def _rows(procedure: Dice, token: str, per_die: int) -> Iterator[ChanceRow]:
    """Rows up to the last number of dice that has exact chances; none if pips do not move them."""
    maker = Oddsmaker(procedure, MOST_STEPS)

    def odds(code: str) -> Odds:
        return maker.odds(parse(f"{code} {token}", procedure, per_die))

    try:
        one = _row(odds("1D"))
        for pips in range(1, per_die):
            moved = _row(odds(f"1D+{pips}"))
            if (moved.low - pips, moved.chances) != (one.low, one.chances):
                return
        for dice in range(1, MOST_DICE + 1):
            yield _row(odds(f"{dice}D"))
    except (PoolError, NoExactMethod):
        return


def _row(odds: Odds) -> ChanceRow:
    """Raises NoExactMethod."""
    low, high = odds.support
    while odds.success(low) == 1:
        low += 1
    chances: list[int] = []
    while True:
        # Fractions would be brought to lowest terms at each of these products.
        part, whole = odds.success(low + len(chances)).as_integer_ratio()
        if part * STEPS * 2 < whole:
            break
        steps, rest = divmod(part * STEPS, whole)
        # The nearest; halves to the even number.
        chances.append(steps + (rest * 2 + steps % 2 > whole))
    # Of those that succeed with more than the number, the highest total is not enough for itself.
    beaten = None if high is None else high - (not odds.success(high))
    return ChanceRow(low, tuple(chances), beaten)
