"""Compute exact odds of pools under any procedure, as rational numbers and without simulation.

- `timeline`: the plan of a roll as items, and its terms of inclusion-exclusion.
- `chains`: the distribution of one exploding die, and the groups of equal dice of a term.
- `order_statistics`: the kept dice of groups, as generating polynomials over integers.
- `distribution`: the signed sum over terms, choice among sets, events, support, means.
- `answer`: the public `Odds`; enumeration of all rolls if the other methods don't apply.
- `work`: the limit on arithmetic for an answer.

Masses are integers in units of 1 / `whole`, their common denominator. A die has a `height`, which
ranks dice, a `worth` in the final total, and a `prior` worth in the total that decides the choice
of a set, before drops and changes. A `stratum` is one height of one group of dice.
"""

from __future__ import annotations

from ..record import RulesError


class OddsError(RulesError, ValueError):
    """No method computes exact odds within the limits. The message has the reason."""
