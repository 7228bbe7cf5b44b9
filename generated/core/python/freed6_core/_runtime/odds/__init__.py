"""Compute exact odds of pools under any procedure, as rational numbers and without simulation.

- `timeline`: the plan of a roll as a list of items, split into terms by inclusion-exclusion.
- `chains`: the distribution of one die with its explosions, and the groups of equal dice.
- `order_statistics`: the total of the kept dice, if the lowest or highest dice are dropped.
- `distribution`: the sum over all terms; the choice of a set, events, support and mean.
- `answer`: the public class `Odds`, which goes through all rolls if no other method applies.
- `work`: the limit on arithmetic for an answer.

These words have the same meaning in all of them:

- Mass: a probability as a whole number, in units of 1 / `whole`. The total 18 of 3d6 has the mass 1
  if `whole` is 216.
- Chain: a die with all the throws that its explosions add.
- Height: the number by which a die is compared with others when dice are dropped.
- Worth: the number that a die adds to the final total. A dropped die is worth 0.
- Set: all dice of a pool. Some steps throw several sets and choose the one with the best total.
- Prior worth: the number that a die adds to the total by which a set is chosen, before later steps
  drop or change dice.
- Limit: the faces that a die is allowed to show first in a term of inclusion-exclusion.
- Stratum: one height of one group of equal dice, such as "the d6s that show 2".

Example: two sets of 3d6 are thrown, the higher one is kept, and then its lowest die is dropped. In
the set 2, 4, 5, the 2 has the height 2, the prior worth 2 and the worth 0: the set is chosen by the
total 11, and its final total is 9.
"""

from __future__ import annotations

from ..record import RulesError


class OddsError(RulesError, ValueError):
    """No method computes exact odds within the limits. The message has the reason."""
