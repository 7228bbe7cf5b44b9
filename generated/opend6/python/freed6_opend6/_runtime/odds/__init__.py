"""Exact odds of pools under any procedure: rational numbers, never estimates by rolling.

- `timeline`: the plan of a roll as items, and its terms of inclusion-exclusion.
- `chains`: the distribution of one exploding die, and the groups of equal dice of a term.
- `order_statistics`: what is kept of groups of dice, as generating polynomials in integers.
- `distribution`: the signed sum over terms, choice among sets, events, support, means.
- `answer`: the public `Odds`; enumeration of every roll where nothing above applies.
- `work`: how much arithmetic an answer may take, and when it is refused as too much.

Masses are integers in units of 1 / `whole`, their common denominator. A die has a `height`, by
which dice are compared, a `worth` in the final total, and a `prior` worth in the total by which a
set was chosen, before any were dropped or changed. A `stratum` is one height of one group of dice.
"""

from __future__ import annotations

from ..record import RulesError


class NoExactMethod(RulesError, ValueError):  # noqa: N818
    """No method gives an exact chance within the limits; the message says why."""
