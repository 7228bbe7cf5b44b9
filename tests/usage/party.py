"""What bots and web servers do with what people typed; it is type-checked and run."""

from __future__ import annotations

import asyncio
import random
from typing import TYPE_CHECKING

from freed6_core import Character, NotFoundError, check, find, odds, roll
from freed6_core.kinds import Ability, Action, Condition, Skill
from freed6_core.play import (
    CharacterError,
    Choices,
    EntryLike,
    Fact,
    Outcome,
    Purchase,
    RefusedError,
    Who,
    end_period,
    start_period,
    turn_order,
)

if TYPE_CHECKING:
    from collections.abc import Mapping


def new(name: str, ratings: dict[str, str]) -> Character:
    """Somebody whose sheet came as JSON."""
    return Character(ratings, name=name, player=True)


def problems(ratings: dict[str, str]) -> tuple[str, ...]:
    """What a form shows beside a sheet that does not fit."""
    try:
        new("Nobody", ratings)
    except CharacterError as unfit:
        return unfit.problems
    return ()


def natural(codes: dict[Ability, str], values: dict[str, str]) -> Character:
    """Somebody with abilities alone, and what they carry."""
    return Character(codes, values=values)


async def act(
    who: Character, action: str, on: Character, facts: Mapping[str, Fact]
) -> Outcome:
    """What a command of a chat does."""
    await asyncio.sleep(0)
    return who.act(action, on, choices=Choices(given=facts), rng=random.Random(4))


async def command(who: Character, words: list[str], on: Character) -> str:
    """A command as somebody typed it: `attack distance=4ft row=unarmed`."""
    name, *pairs = words
    given: dict[str, str] = {}
    for pair in pairs:
        fact, _, value = pair.partition("=")
        given[fact] = value
    try:
        return str(await act(who, name, on, given))
    except RefusedError as refused:
        return "; ".join(refused.reasons)


def ability(name: str) -> Ability:
    """An ability by its name."""
    return find(name, Ability)


def code_of(who: Character, what: EntryLike) -> str:
    """A rating, by whatever names it."""
    return str(who.rating(what))


def looked_up(text: str) -> str:
    """What `/rule` answers."""
    try:
        return find(text).text
    except NotFoundError as problem:
        return f"{problem} [{len(problem.candidates)}]"


def kept_apart() -> None:
    """A class gives what is found its type."""
    taunt: Action = find("taunt", Action)
    skill: Skill = find("TAUNT", Skill)
    assert taunt.type.entry.name != skill.ability.name
    assert [find(text, Condition).id for text in ("damage.hurt", "Hurt")] == [
        "condition.damage.hurt"
    ] * 2
    assert looked_up("taunt").startswith("taunt is ambiguous: ")
    assert looked_up("taunting").startswith("unknown entry 'taunting'")
    assert (str(skill), repr(skill), f"{taunt}") == (
        "Taunt",
        "<skill.taunt>",
        "Interact: taunt",
    )


def typed() -> None:
    """Pools as people type them; dice that nobody brought."""
    assert odds("5d WD, adv").mean == odds("5D WD Adv").mean
    assert 5 <= roll("5d").total <= 30
    assert str(new("Ann", {"Strength": "3d + 1"}).rating("strength")) == "3D+1"


async def main() -> None:
    """Play with words alone."""
    kept_apart()
    typed()
    weapon = {"move": "30 ft", "weapon damage": "5d"}
    rick = new("Rick", {"Strength": "3D", "Brawling": "2D", "perception": "2D"})
    ann = natural(dict.fromkeys(map(ability, ("strength", "Perception")), "3D"), weapon)
    assert code_of(rick, "brawling.strike") == code_of(rick, find("Strike")) == "5D"
    assert check(rick.pool("Brawling"), 10).prepared.who is rick
    start_period("round", [rick, ann])
    hit = await command(rick, ["Attack", "distance=4ft", "row=unarmed"], ann)
    assert hit.startswith("Attack needs Free space around you (clearance)")
    hit = await command(rick, ["attack", "distance=4", "row=sword", "x=y"], ann)
    assert "(distance) cannot be 4: write 4 ft" in hit
    assert "Attack does not need x: it needs row, distance, clearance" in hit
    whole = ["attack", "distance=4 feet", "row=Unarmed", "clearance=0 ft"]
    assert (await command(rick, [*whole, "undefended=yes"], ann)).startswith("Attack: ")
    ann.apply_condition("hurt")
    whom: Who = "target"
    ranks = Choices(buys=["rank 2"], condition="Hurt", recipient=whom)
    assert ranks != Choices(buys=(Purchase(pick="rank-2"),))
    ann.remove_condition("HURT")
    rick.spend("action points", "dice")
    rick.follow("conceding", opponents=[ann])
    end_period("round", [rick, ann])
    assert len(turn_order("melee", [rick, ann], duration="round")) in (1, 2)
    unknown, unread, *_ = problems({"Strenth": "2D", "Wits": "2D+4"})
    assert "did you mean Strength (ability.strength)" in unknown
    assert unread == "Wits: 3 pips make a die: write 3D+1, not 2D+4"


if __name__ == "__main__":
    asyncio.run(main())
