"""Many threads, and two rulesets in one process: each fight goes as it would alone."""

from __future__ import annotations

import sys
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import TYPE_CHECKING, Any

from shelf import package, person

if TYPE_CHECKING:
    from collections.abc import Iterator

THREADS = 8


def fight(game: Any, seed: int) -> str:
    """What happens in six rounds between two, told, and how they are at the end."""
    play, dice, told = game.play, Random(seed), []
    damage = {game.values.WEAPON_DAMAGE: game.DieCode(5)}
    people = [person(game, name, values=damage) for name in ("Ann", "Ben")]
    given = {"row": "martial", "distance": "5 ft", "clearance": "5 ft"}
    for _ in range(6):
        told += play.start_period(game.periods.ROUND, people, dice)
        for one, *_ in play.turn_order(game.scenes.MELEE, people, rng=dice):
            other = people[people[0] is one]
            choices = play.Choices(given=given)
            try:
                done = one.act(game.actions.ATTACK, other, rng=dice, choices=choices)
            except play.RefusedError as refused:
                told.append(refused)
            else:
                told.append(done)
        told += play.end_period(game.periods.ROUND, people, dice)
    return "\n".join(map(str, [*told, *(who.to_json() for who in people)]))


def fights() -> Iterator[tuple[Any, int]]:
    core = package("core")
    other = package("core", "piling-up.one")
    for seed in range(2 * THREADS):
        yield (core, other)[seed % 2], seed


def test_threads_and_rulesets_do_not_meet() -> None:
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        # At once first, when nothing has been found and kept yet.
        with ThreadPoolExecutor(THREADS) as pool:
            together = list(pool.map(lambda one: fight(*one), fights()))
    finally:
        sys.setswitchinterval(usual)
    assert together == [fight(game, seed) for game, seed in fights()]
    assert len(set(together)) > THREADS
