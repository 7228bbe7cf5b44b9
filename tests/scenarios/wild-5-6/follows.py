"""A wild die is worth more; what a critical event is stays as it was."""

from fractions import Fraction

from freed6_wild_5_6 import dice, odds

wild = dice.CHECK.WILD
assert odds("1D WD").mean == Fraction(21, 4)
assert odds("1D WD8").mean == 6
assert wild.events["critical-success"].shows == {"d6": "6", "other": "7+"}
