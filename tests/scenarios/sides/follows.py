"""One side acts and then the other; who is first is rolled anew in each round."""

import random

from freed6_sides import abilities, periods, scenes
from freed6_sides.play import Character, start_period, turn_order

rng = random.Random(3)
people = [
    Character({abilities.PERCEPTION: "3D"}, name=name, player=name != "Wolf")
    for name in ("Ann", "Ben", "Wolf")
]
firsts = set()
for _ in range(20):
    start_period(periods.ROUND, people, rng)
    first, second = turn_order(scenes.MELEE, people, rng=rng)
    assert {len(first), len(second)} == {1, 2}
    firsts.add(first[0].name)
assert "Wolf" in firsts
assert len(firsts) > 1
