"""A fight until somebody is out of it, and how many rounds such fights take."""

from random import Random
from statistics import median

from freed6_core import Character, abilities, actions, periods, scenes
from freed6_core.play import Choices, end_period, is_over, start_period, turn_order

FISTS = Choices(given={"row": "unarmed", "distance": "4 ft", "clearance": "0 ft"})
CODES = {one.id: "4D" for one in abilities.ABILITIES.values() if one.skills}


def rounds(dice: Random) -> int:
    """How many rounds two equals fight."""
    one, other = (Character(CODES | {"brawling": "1D"}, name=n) for n in "AB")
    people, foe, number = (one, other), {"A": other, "B": one}, 0
    while not is_over(people, side=str):
        number += 1
        start_period(periods.ROUND, people, dice)
        for who in (who for group in turn_order(scenes.MELEE, people) for who in group):
            start_period(periods.TURN, [who], dice)
            if who.can_take(actions.ATTACK, foe[who.name], choices=FISTS):
                who.act(actions.ATTACK, foe[who.name], choices=FISTS, rng=dice)
            end_period(periods.TURN, [who], dice, others=[foe[who.name]])
        end_period(periods.ROUND, people, dice)
    return number


assert 1 < median(rounds(Random(seed)) for seed in range(9)) < 50
