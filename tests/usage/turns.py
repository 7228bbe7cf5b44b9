"""Turns of people at different computers, as a bot's maker would write them; checked and run."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeAlias

from freed6_core import Character, abilities, actions, skills, tracks
from freed6_core.play import Outcome, PendingAction, Purchase, RefusedError

if TYPE_CHECKING:
    from freed6_core.kinds import Action

Ask: TypeAlias = Callable[[str, list[str]], Awaitable[str]]
"""Asks a player something, and waits for one of the answers, or none."""


async def turn(ask: Ask, who: Character, action: Action, whom: Character) -> Outcome:
    """One action: the player sees the dice, spends points, buys; then all else follows."""
    pending = who.start_action(action, whom, rng=random.Random(7))
    while True:
        while offers := {offer.name: offer for offer in pending.can_spend}:
            answer = await ask(str(pending.result), list(offers))
            if answer not in offers:
                break
            pending.spend(offers[answer].points, offers[answer].way)
        if not pending.next():
            break
    buys: list[Purchase] = []
    if pending.open_menu:
        names = [offer.name for offer in pending.open_menu.affordable]
        answer = await ask(str(pending.open_menu), names)
        for offer in pending.open_menu.affordable:
            if offer.name == answer:
                facts = {question.key: skills.BRAWLING for question in offer.needs}
                buys = [Purchase(pick=offer.pick, given=facts)]
    return pending.finish(buys)


def kept(pending: PendingAction, who: Character, whom: Character) -> PendingAction:
    """The pending action, after its page was sent and the answer came."""
    saved: str = json.dumps(pending.to_dict())
    return PendingAction.from_dict(json.loads(saved), who, whom, rng=random.Random(8))


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
    pending = ann.start_action("taunt", rick)
    assert kept(pending, ann, rick).result == pending.result
    pending.cancel()
    rick.apply_condition(tracks.DAMAGE.OUT)
    reasons: tuple[str, ...] = ()
    try:
        rick.start_action(actions.TAUNT, ann)
    except RefusedError as refused:
        reasons = refused.reasons
    assert reasons


if __name__ == "__main__":
    main()
