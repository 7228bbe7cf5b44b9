"""Nothing is wild: no step, no token, no ability, no pick."""

import freed6_no_wild_die
from freed6_no_wild_die import abilities, dice, menus, odds
from freed6_no_wild_die.rolls import PoolError

assert [step.key for step in dice.CHECK.steps] == [
    "luck", "roll", "advantage", "boost", "flip",
]  # fmt: skip
assert len(menus.CONDITION_EFFECTS.picks) == 22
assert not hasattr(abilities, "WILD_DIE")
try:
    freed6_no_wild_die.entry("ability.wild-die")
except KeyError:
    pass
else:
    raise AssertionError
try:
    odds("5D WD")
except PoolError:
    pass
else:
    raise AssertionError
