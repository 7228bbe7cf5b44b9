"""Up to three allies help as before, and more of them no more than three."""

from fractions import Fraction

from freed6_gang_cap import formulas, odds

assert [formulas.outnumbered(others) for others in range(1, 7)] == [2, 4, 6, 6, 6, 6]
assert odds("3D+6").at_least(10) == Fraction(215, 216)
assert round(float(odds("5D").at_least(16)), 4) == 0.6948
