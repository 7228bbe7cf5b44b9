"""Four pips make a die, wherever codes are added up."""

from freed6_four_pips import DieCode

assert DieCode.parse("2D+2") + DieCode.parse("1D+2") == DieCode.parse("4D")
assert str(DieCode.parse("0D+1") + DieCode.parse("0D+2")) == "0D+3"
