"""A fight at a virtual table, as its maker would write it; it is type-checked and run."""

from __future__ import annotations

import random

from freed6_core import (
    Character,
    DieCode,
    abilities,
    actions,
    check,
    menus,
    periods,
    points,
    scenes,
    skills,
    tables,
    tracks,
    values,
)
from freed6_core.kinds import Quantity
from freed6_core.play import (
    CharacterError,
    Choices,
    Purchase,
    RefusedError,
    end_period,
    start_period,
    turn_order,
)

DICE = random.Random(7)
FIST = Choices(
    given={
        "row": tables.ATTACKS.UNARMED,
        "distance": Quantity(amount=4, unit="ft"),
        "clearance": Quantity(amount=0, unit="ft"),
    }
)


def fighter(name: str, brawling: str, awareness: str) -> Character:
    """Somebody with a few numbers on their sheet."""
    return Character(
        {
            **{
                ability: "3D"
                for ability in abilities.ABILITIES.values()
                if not ability.trained_only and ability.ranked
            },
            skills.BRAWLING: brawling,
            skills.SURVIVAL.AWARENESS: awareness,
        },
        name=name,
        player=True,
        abilities=[abilities.DYNAMIC, abilities.WILD_DIE],
        values={
            values.MOVE: Quantity(amount=30, unit="ft"),
            values.WEAPON_DAMAGE: DieCode(7),
        },
    )


def refused(rick: Character) -> str:
    """What is said to somebody who attacks nobody."""
    try:
        rick.act(actions.ATTACK, rng=DICE, choices=FIST)
    except RefusedError as problem:
        return str(problem)
    return ""


def unfit(text: str) -> tuple[str, ...]:
    """All that is wrong with a saved character."""
    try:
        Character.from_json(text)
    except CharacterError as problem:
        return problem.problems
    return ()


def rounds(rick: Character, goon: Character) -> int:
    """Fight until one of them is out of action, and count the rounds."""
    for number in range(1, 100):
        start_period(periods.ROUND, (rick, goon), DICE)
        for together in turn_order(scenes.MELEE, [rick, goon]):
            for one in together:
                start_period(periods.TURN, [one], DICE)
                other = goon if one is rick else rick
                one.act(actions.ATTACK, other, rng=DICE, choices=FIST)
                end_period(periods.TURN, [one], DICE, others=[other])
                if any(
                    held.condition.entry is tracks.DAMAGE.OUT
                    for held in other.conditions
                ):
                    return number
        end_period(periods.ROUND, (rick, goon), DICE)
    return 0


def mend(helper: Character, patient: Character) -> int:
    """Treat a light wound until it is gone, and count the tries."""
    hurt = tracks.DAMAGE.HURT
    patient.apply_condition(hurt)
    gone = Choices(buys=(Purchase(pick=menus.RECOVERY.RANK_2, condition=hurt),))
    for number in range(1, 200):
        start_period(periods.ROUND, [helper], DICE)
        helper.act(actions.RECOVER_OTHER, patient, rng=DICE, choices=gone)
        if not patient.conditions:
            return number
        end_period(periods.ROUND, [helper], DICE)
    return 0


def sheets(rick: Character) -> None:
    """What a character sheet needs."""
    assert rick.rating(skills.BRAWLING.STRIKE) == DieCode(5)
    assert str(rick.pool(skills.BRAWLING.STRIKE)) == "5D WD"
    result = check(rick.pool(skills.BRAWLING), difficulty=10, rng=random.Random(7))
    assert result.margin == result.total - 10
    assert result.success == (result.total >= 10)
    assert len(result.steps) == 6
    rick.apply_condition(tracks.DAMAGE.HURT)
    assert str(rick.pool(skills.BRAWLING)) == "5D -1D WD"
    saved = rick.to_json()
    assert Character.from_json(saved) == rick
    (problem,) = unfit(saved.replace("condition.damage.hurt", "condition.damage.bored"))
    assert "condition.damage.bored" in problem
    rick.remove_condition(tracks.DAMAGE.HURT)
    rick.spend(points.ACTION, "dice")
    assert str(rick.pool(skills.BRAWLING)) == "5D +2D WD"


def main() -> None:
    """Play a little."""
    rick = fighter("Rick", brawling="2D", awareness="1D")
    goon = fighter("Goon", brawling="1D", awareness="0D+1")
    sheets(rick)
    assert "opponent" in refused(rick)
    assert rounds(rick, goon) > 0
    friend = fighter("Friend", brawling="1D", awareness="1D")
    assert mend(fighter("Medic", brawling="1D", awareness="1D"), friend) > 0


if __name__ == "__main__":
    main()
