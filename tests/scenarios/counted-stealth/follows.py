"""One skill counts successes; the rest roll as ever."""

from fractions import Fraction

from freed6_counted_stealth import abilities, dice, odds, points, skills

assert skills.STEALTH.procedure.entry is dice.COUNT
assert skills.SHOOTING.procedure is None
assert odds("3D", dice.COUNT).mean == 2
assert odds("3D").mean == Fraction(21, 2)
assert abilities.LUCK.name == "Fortune"
assert str(points.ACTION.start) == "3"
