"""A pack that says nothing yet gives the game as it is."""

from freed6_fresh import TITLE, benchmarks

assert TITLE == "Fresh"
assert benchmarks.DIFFICULTY.EASY.number == 10
