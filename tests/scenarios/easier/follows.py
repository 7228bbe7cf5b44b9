"""Bands move, and what reads them moves along; ranks stay."""

from fractions import Fraction

from freed6_easier import benchmarks, odds

assert [band.number for band in benchmarks.DIFFICULTY.bands] == [3, 7, 11, 15, 19, 23]
assert [band.number for band in benchmarks.RANK.bands] == [5, 10, 15, 20, 25, None]
assert odds("3D").at_least(7) == Fraction(49, 54)
assert odds("3D").at_least(10) == Fraction(5, 8)
