"""Turns with people in them: they see the dice and decide, and only then all else happens."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from shelf import Faces, package, person

CORE, OPEND6 = package("core"), package("opend6")
ADVANTAGES, RECOVERY = CORE.menus.ADVANTAGES, CORE.menus.RECOVERY


class Player:
    """Somebody at another computer, who answers after a while."""

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.asked: list[list[str]] = []

    async def pick(self, question: list[str]) -> str:
        self.asked.append(question)
        await asyncio.sleep(0)
        return self.answers.pop(0)


async def turn(who: Any, whom: Any, action: Any, player: Player, dice: Faces) -> Any:
    """A turn as a bot plays it: it waits for its player, and others go on meanwhile."""
    pending = who.start_action(action, whom, rng=dice)
    while offers := {offer.way: offer for offer in pending.can_spend}:
        way = await player.pick([*offers, "nothing"])
        if way == "nothing":
            break
        pending.spend(offers[way].points, way)
    buys = []
    if pending.open_menu:
        picks = {offer.pick.key: offer.pick for offer in pending.open_menu.affordable}
        pick = await player.pick([*picks])
        needs = {offer.pick.key: offer.needs for offer in pending.open_menu}[pick]
        facts = {question.key: CORE.skills.BRAWLING for question in needs}
        buys.append(CORE.play.Purchase(pick=picks[pick], given=facts))
    return pending.finish(buys)


def rick(**more: Any) -> Any:
    return person(CORE, "Rick", player=True, ratings={"skill.bluff": "1D"}, **more)


def bob() -> Any:
    return person(CORE, "Bob", player=True, ratings={"skill.taunt": "0D+1"})


def test_two_people_play_at_once() -> None:
    async def play() -> Any:
        return await asyncio.gather(
            turn(one, ann, CORE.actions.DISTRACT, first, Faces(6, 6, 6, 6)),
            turn(other, cid, CORE.actions.TAUNT, second, Faces(1, 1, 1, 6, 6, 6)),
        )

    one, other, ann, cid = rick(), bob(), person(CORE, "Ann"), person(CORE, "Cid")
    first, second = Player("nothing", "die"), Player("reroll")
    with ThreadPoolExecutor() as threads:  # tests of sites leave a loop in this one
        advantage, taunt = threads.submit(asyncio.run, play()).result()
    spending = ["reroll", "dice", "nothing"]
    assert first.asked[0] == spending
    assert first.asked[1][:3] == ["number", "better-roll", "die"]
    assert second.asked == [spending]
    assert "for 2 ranks" in str(advantage)
    assert taunt.success
    assert (one.points["points.action"], other.points["points.action"]) == (1, 0)
    assert cid.conditions


def test_who_is_hindered_before_they_finish_begins_anew() -> None:
    one, other = rick(), bob()
    pending = one.start_action(
        CORE.actions.DISTRACT, other, rng=Faces(6, 6, 6, 6, *[1] * 9)
    )
    other.act(CORE.actions.TAUNT, one, rng=Faces(6, 6, 6))
    with pytest.raises(CORE.play.RefusedError, match=r"^the game master does not set"):
        pending.set_difficulty(5)
    with pytest.raises(
        CORE.play.RefusedError, match=r"^the roll of Gain an .*; start it again$"
    ):
        pending.finish()
    pending.cancel()
    assert not one.used


def test_whoever_decides_about_a_die_does_so_when_it_has_fallen() -> None:
    ratings = {"ability.reflexes": "3D", "skill.brawling": "4D"}
    mara, tom = (OPEND6.Character(ratings, name=name) for name in ("Mara", "Tom"))
    chosen = OPEND6.play.Choices(given={"difficulty": 8})

    def kick(*faces: int) -> Any:
        rng = Faces(*faces)
        mara.used.clear()
        return mara.start_action(OPEND6.actions.KICK, tom, rng=rng, choices=chosen)

    for way, total in (("cancel", 5), ("complication", 11)):
        pending = kick(2, 6, 2, 1)
        (left,) = pending.pending_choices
        assert str(left) == "A 1 on the Wild Die: the best die is lost"
        assert left.choices == ("cancel", "complication")
        assert pending.choose(way).total == total
        assert pending.pending_choices[0].chosen == way
        assert pending.set_difficulty(total + 1).margin == -1
        assert not pending.finish().success
    with pytest.raises(
        OPEND6.play.RefusedError, match=r"choose one of cancel, complicat"
    ):
        kick(2, 6, 2, 1).choose("both")
    with pytest.raises(
        OPEND6.play.RefusedError, match=r"^no step of this roll has a ch"
    ):
        kick(2, 6, 2, 2).choose("cancel")
