"""Odds for the search box, which answers queries such as `5D against 23`.

They are computed when the site is built: one row of chances for each number of dice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from freed6c.runtime.dice.pool import notation_of, parse, sides_of
from freed6c.runtime.notation import PoolError
from freed6c.runtime.odds import OddsError
from freed6c.runtime.odds.answer import Odds, Oddsmaker

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.entries.dice import Dice


MOST_DICE: Final = 10
"""The most dice with a row of chances."""

MOST_STEPS: Final = 20_000_000
"""The most work for the odds of one pool, as `runtime/odds/work.py` counts it. This is some
milliseconds: a site has many pools, and most of them are never looked up."""

STEPS: Final = 10_000
"""Chances are integers from 0 to `STEPS`: 2,500 is a chance of one in four."""


class ChanceRow(NamedTuple):
    """The chances to succeed with a number of dice.

    `chances[n]` is the chance against the number `low + n`, in units of 1/STEPS. Against lower
    numbers success is certain. Against higher numbers than the last its chance is less than half a
    unit, and above `high` it is impossible; `high` is None if dice explode, since no total is then
    the highest.
    """

    low: int
    chances: tuple[int, ...]
    high: int | None


class TypedRolls(NamedTuple):
    """The chances of the pools of a ruleset.

    `rows[token][n]` is the row of n + 1 dice with this token; the token "" is for plain dice. The
    row of a code with pips has no entry: it is the row of the dice with `low` increased by the
    pips. Tokens for which this does not hold have no rows.
    """

    sides: int
    pips_per_die: int
    tokens: tuple[str, ...]
    rows: Mapping[str, tuple[ChanceRow, ...]]


def typed_rolls_of(ruleset: Ruleset) -> TypedRolls | None:
    """Return the chances of plain die codes and of codes with one token; None without dice."""
    procedure = ruleset.procedure
    if procedure is None:
        return None
    per_die = ruleset.die_code.pips_per_die
    tokens = tuple(notation_of(procedure))
    rows = {
        token: token_rows
        for token in ("", *tokens)
        if (token_rows := tuple(_rows(procedure, token, per_die)))
    }
    return TypedRolls(sides_of(procedure.die), per_die, tokens, rows)


def _rows(procedure: Dice, token: str, per_die: int) -> Iterator[ChanceRow]:
    """Yield the rows of 1D, 2D and so on, up to the last number of dice with exact odds.

    Nothing is yielded if pips do more than add to the total (see `TypedRolls`), or if outcomes
    decide about success.
    """
    if procedure.outcomes:
        return
    maker = Oddsmaker(procedure, MOST_STEPS)

    def odds(code: str) -> Odds:
        return maker.odds(parse(f"{code} {token}", procedure, per_die))

    try:
        plain = _row(odds("1D"))
        for pips in range(1, per_die):
            shifted = _row(odds(f"1D+{pips}"))
            if (shifted.low - pips, shifted.chances) != (plain.low, plain.chances):
                return
        for dice in range(1, MOST_DICE + 1):
            yield _row(odds(f"{dice}D"))
    except (PoolError, OddsError):
        return


def _row(odds: Odds) -> ChanceRow:
    """Return the row of a pool. Raises OddsError."""
    low, high = odds.support
    while odds.success(low) == 1:
        low += 1
    chances: list[int] = []
    # Less than half a unit would round to 0.
    while (chance := odds.success(low + len(chances))) * STEPS * 2 >= 1:
        chances.append(round(chance * STEPS))
    # If a success needs more than the number, the highest total does not beat itself.
    if high is not None and not odds.success(high):
        high -= 1
    return ChanceRow(low, tuple(chances), high)
