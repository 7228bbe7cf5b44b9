"""A page of code as a bot's maker would write it; it is type-checked and run."""

from __future__ import annotations

import random
from fractions import Fraction

from freed6_core import (
    LICENSES,
    NOTICE,
    RULES,
    SECTION_15,
    TITLE,
    DieCode,
    FormulaError,
    abilities,
    actions,
    benchmarks,
    dice,
    entry,
    formulas,
    menus,
    odds,
    opposed_odds,
    roll,
    skills,
    tables,
    tracks,
)
from freed6_core.kinds import (
    Condition,
    Forbid,
    Modifier,
    Modify,
    Move,
    Quantity,
    Situation,
    Skill,
    Table,
    Value,
)
from freed6_core.rolls import Done, Pool, PoolError, RollResult


def sheet(skill: Skill, ratings: dict[str, DieCode]) -> str:
    """One line of a character sheet: a skill with its ability added, and what it is fixed at."""
    nothing = DieCode(0)
    total = ratings.get(skill.ability.id, nothing) + ratings.get(skill.id, nothing)
    return f"{skill.ability.name}: {skill.name} {total} ({formulas.fixed_value(total)})"


def penalties(condition: Condition) -> list[int]:
    """The dice that a condition takes from checks."""
    return [
        effect.by.dice
        for effect in condition.effects
        if isinstance(effect, Modify) and isinstance(effect.by, Modifier)
    ]


def feet(number: int) -> Quantity:
    """A distance."""
    return Quantity(amount=number, unit="ft")


def reaches(distance: Quantity) -> bool:
    """Whether a bare hand gets that far: what an attack needs, asked for a row of its table."""
    here = Situation(RULES, {"row": tables.ATTACKS.UNARMED, "distance": distance})
    return actions.ATTACK.needs[0](here)


def shove(rank: int) -> str:
    """How far a crowd is pushed."""
    check = actions.FORCE_CROWD.check
    assert check is not None
    (effect,) = (found for found in check.success if isinstance(found, Move))
    return str(effect.by(Situation(RULES, {"rank": rank})))


def lacking() -> str:
    """What a formula says that needs a character where there is none."""
    initiative = entry("value.initiative")
    assert isinstance(initiative, Value)
    assert initiative.formula is not None
    try:
        return str(initiative.formula(Situation(RULES)))
    except FormulaError as reason:
        return reason.message


def attempt(pool: Pool | str, difficulty: int, seed: int) -> RollResult:
    """A roll that a table could replay."""
    return roll(pool, difficulty, rng=random.Random(seed))


def told(done: Done) -> str:
    """A step of a roll, as a bot would post it."""
    name = entry(done.step).name
    return f"{name}: {' '.join(str(die.value) for die in done.rolled)}"


def trouble(text: str) -> str:
    """What is wrong with a pool, and where."""
    try:
        odds(text)
    except PoolError as error:
        return f"{text[error.start : error.end]}: {error}"
    return ""


def throw() -> None:
    """Roll dice and tell chances."""
    assert odds("5D").at_least(10) == Fraction(425, 432)
    assert odds("5D", dice.CHECK).mean == Fraction(35, 2)
    assert opposed_odds("2D", "2D").tie == Fraction(73, 648)
    pool = Pool.of(dice.CHECK, ability=DieCode(3, 1), skill=DieCode(1, 2))
    assert str(pool) == "5D"
    assert odds(pool).at_least(10) == odds("5D").at_least(10)
    found = attempt(pool, 12, seed=3)
    assert (found.total, found.success, found.margin, found.rank) == (17, True, 5, 1)
    assert found == attempt(pool, 12, seed=3)
    assert [told(done) for done in found.steps if done.rolled] == ["Roll: 2 5 5 2 3"]
    assert trouble("5D 5X").startswith("5X: unknown term 5X")


def credit() -> str:
    """What a bot says when it is asked whose the rules are."""
    assert "OpenD6 Project" in NOTICE
    lines: tuple[str, ...] = SECTION_15
    return "\n".join((f"{TITLE}: {LICENSES['core']}", *lines))


def main() -> None:
    """Use a bit of everything."""
    assert TITLE == "FreeD6 Core Rules"
    assert DieCode.parse("2D+2") + DieCode.parse("3D+2") == DieCode.parse("6D+1")
    ratings = {"ability.strength": DieCode(3, 1), "skill.brawling": DieCode(1, 2)}
    assert sheet(skills.BRAWLING, ratings) == "Strength: Brawling 5D (15)"
    assert skills.BRAWLING.STRIKE.skill is skills.BRAWLING
    assert skills.BRAWLING.ability is abilities.STRENGTH
    assert abilities.STRENGTH.skills[0].name == "Brawling"
    band = benchmarks.DIFFICULTY.band(12)
    assert band is benchmarks.DIFFICULTY.MODERATE
    assert benchmarks.DIFFICULTY.band(0) is None
    assert [benchmarks.RANK.place(points) for points in (0, 1, 5, 6, 30, 99)] == [
        0, 1, 1, 2, 6, 6,
    ]  # fmt: skip
    hurt = tracks.DAMAGE.at(2)
    assert hurt is tracks.DAMAGE.HURT
    assert penalties(tracks.DAMAGE.HURT) == [-1]
    assert tracks.DAMAGE.INCAPACITATED.usual_duration is not None
    out = tracks.DAMAGE.OUT.effects[0]
    assert isinstance(out, Forbid)
    assert actions.ATTACK.type.entry.name == "Full action"
    assert tables.ATTACKS.UNARMED.defence.entry is skills.BRAWLING.BLOCK
    beside = [row.defence.entry for row in tables.ATTACKS.rows]
    assert beside[0] is skills.BRAWLING.BLOCK
    assert tables.REACH.LONG.reach.low is not None
    assert isinstance(entry("table.reach"), Table)
    assert entry("condition.damage.hurt") is tracks.DAMAGE.HURT
    assert menus.RECOVERY.RANK_1.cost.value == 1
    assert [reaches(feet(number)) for number in (5, 6)] == [True, False]
    assert shove(3) == "15 ft"
    throw()
    assert credit() == "FreeD6 Core Rules: CC-BY-4.0"
    assert lacking() == "this needs a character, but there is none here"


if __name__ == "__main__":
    main()
