"""An ambush in OpenD6, as a bot would run it; it is type-checked and run."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from freed6_opend6 import (
    Character,
    abilities,
    actions,
    odds,
    periods,
    points,
    scenes,
    skills,
    tracks,
    values,
)
from freed6_opend6.play import (
    Choices,
    RefusedError,
    end_period,
    interrupting,
    start_period,
    turn_order,
)

if TYPE_CHECKING:
    from freed6_opend6.kinds import ChooseOne

DICE = random.Random(5)


def somebody(name: str, brawling: str) -> Character:
    """A few numbers on a sheet."""
    return Character(
        {
            abilities.REFLEXES: "3D+1",
            abilities.PERCEPTION: "3D",
            abilities.PRESENCE: "2D",
            skills.DODGE: "4D+1",
            skills.BRAWLING: brawling,
        },
        name=name,
        values={values.CHARACTER_POINTS: 5, values.FATE_POINTS: 1},
    )


def mercy(_step: ChooseOne) -> str:
    """What the game master makes of a 1: no die is lost, but something goes wrong."""
    return "complication"


mara, bruno = somebody("Mara", "3D"), somebody("Bruno", "4D+2")
standing = turn_order(scenes.ROUNDS, [mara, bruno], rng=DICE)
assert {str(one) for group in standing for one in group} == {"Mara", "Bruno"}

# she wants two things, and the first is to wait
start_period(periods.TURN, [mara])
mara.act(actions.DECLARE, rng=DICE, choices=Choices(given={"actions": 2}))
mara.act(actions.WAIT, rng=DICE)
assert [one.condition.entry for one in mara.conditions] == [tracks.READINESS.WAITING]
end_period(periods.TURN, [mara])
assert interrupting(scenes.ROUNDS, standing, bruno) == (mara,)
assert str(mara.pool(skills.DODGE)) == "4D+1 -1D"

# he puts his heart into it, and still would like a little more
bruno.spend(points.FATE, "roll")
start_period(periods.TURN, [bruno])
at_ten = Choices(given={"difficulty": 10}, choose=mercy)
swing = bruno.start_action(actions.PUNCH, mara, rng=DICE, choices=at_ten)
assert swing.result is not None
refusal = ""
try:
    swing.spend(points.CHARACTER, "die")
except RefusedError as reason:
    refusal = str(reason)
assert refusal == "Character Points and Fate Points cannot be combined"

# her answer comes before anybody says whether he hits
duck = mara.act(
    actions.DODGE,
    rng=DICE,
    choices=Choices(given={"difficulty": swing.result.total}, choose=mercy),
)
assert duck.result is not None
swing.set_difficulty(duck.result.total)
assert swing.finish().success is not duck.success
end_period(periods.ROUND, [mara, bruno], DICE)
assert not mara.conditions
assert odds("4D+2 FP").at_least(30) > odds("4D+2").at_least(30)
