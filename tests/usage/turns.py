"""Turns of people at different computers, as a bot's maker would write them; checked and run."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeAlias

from freed6_core import Character, abilities, actions, skills, tracks
from freed6_core.play import Buying, Deed, Outcome, Refused

if TYPE_CHECKING:
    from freed6_core.kinds import Action

Ask: TypeAlias = Callable[[str, list[str]], Awaitable[str]]
"""Asks a player something, and waits for one of the answers, or none."""


async def turn(ask: Ask, who: Character, action: Action, whom: Character) -> Outcome:
    """One action: the player sees the dice, spends points, buys; then all else follows."""
    deed = who.begin(action, whom, rng=random.Random(7))
    while True:
        while offers := {offer.name: offer for offer in deed.can_spend}:
            answer = await ask(str(deed.result), list(offers))
            if answer not in offers:
                break
            deed.spend(offers[answer].points, offers[answer].way)
        if not deed.next():
            break
    buys: list[Buying] = []
    if deed.to_buy:
        names = [offer.name for offer in deed.to_buy.affordable]
        answer = await ask(str(deed.to_buy), names)
        for offer in deed.to_buy.affordable:
            if offer.name == answer:
                facts = {question.key: skills.BRAWLING for question in offer.needs}
                buys = [Buying(pick=offer.pick, given=facts)]
    return deed.finish(buys)


def kept(deed: Deed, who: Character, whom: Character) -> Deed:
    """The deed, after its page was sent and the answer came."""
    saved: str = json.dumps(deed.to_dict())
    return Deed.from_dict(json.loads(saved), who, whom, rng=random.Random(8))


def hero(name: str, bluff: str) -> Character:
    """Somebody who fights with words."""
    return Character(
        {
            **{
                ability: "3D"
                for ability in abilities.ABILITIES.values()
                if ability.skills
            },
            skills.BLUFF: bluff,
        },
        name=name,
        player=True,
    )


def main() -> None:
    """Play a little."""

    async def first(question: str, answers: list[str]) -> str:
        assert question
        await asyncio.sleep(0)
        return answers[0]

    rick, ann = hero("Rick", "4D"), hero("Ann", "1D")
    outcome = asyncio.run(turn(first, rick, actions.DISTRACT, ann))
    assert "A number on one check" in str(outcome), str(outcome)
    assert rick.points["points.action"] == 0
    deed = ann.begin("taunt", rick)
    assert kept(deed, ann, rick).result == deed.result
    deed.cancel()
    rick.suffer(tracks.DAMAGE.OUT)
    reasons: tuple[str, ...] = ()
    try:
        rick.begin(actions.TAUNT, ann)
    except Refused as refused:
        reasons = refused.reasons
    assert reasons


if __name__ == "__main__":
    main()
