"""What is pickled can be used in a process that has imported nothing of the package."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from shelf import package

if TYPE_CHECKING:
    from collections.abc import Callable

CORE = package("core")
PLAY = CORE.play
FOLDER = Path(CORE.__file__).parents[1]
ABLE = [one.id for one in CORE.abilities.ABILITIES.values() if one.skills]


def menu_outcome() -> Any:
    who = CORE.Character(dict.fromkeys(ABLE, "6D"), name="Rick")
    who.apply_condition("wounded")
    outcome = who.act("recover-body", rng=Random(7))
    assert outcome.open_menu is not None
    return outcome


def people() -> tuple[Any, Any]:
    rick = CORE.Character(dict.fromkeys(ABLE, "4D"), name="Rick", player=True)
    return rick, CORE.Character(dict.fromkeys(ABLE, "1D"), name="Ann")


def held() -> Any:
    rick, _ = people()
    rick.apply_condition("hurt")
    return rick.conditions[0]


def refused(error: type[Exception], call: Callable[[], object]) -> Exception:
    with pytest.raises(error) as raised:
        call()
    return raised.value


MADE: dict[str, tuple[Callable[[], Any], str]] = {
    "Character": (
        lambda: people()[0],
        "it.pool('taunt'), it.act('taunt', it.from_dict(it.to_dict())), it.sheet()",
    ),
    "PendingAction": (
        lambda: people()[0].start_action("distract", people()[1], rng=Random(7)),
        "it.can_spend, it.next(), it.finish()",
    ),
    "OpenMenu": (lambda: menu_outcome().open_menu, "[offer.reason for offer in it], it.to_dict()"),
    "Outcome": (menu_outcome, "it.open_menu.affordable, it.result.total"),
    "PreparedPool": (lambda: people()[0].pool("strike"), "it.roll(), it.who.rating('wits')"),
    "Result": (
        lambda: PLAY.check(people()[0].pool("strike"), 10, rng=Random(1)),
        "it.rank, it.prepared.roll()",
    ),
    "Held": (held, "it.condition.entry.name"),
    "Answer": (
        lambda: people()[0].can_take("attack", people()[1]),
        "it.needs[0].read('4 ft'), it.action.name",
    ),
    "Choices": (lambda: PLAY.Choices(given={"row": "unarmed"}), "it.given['row']"),
    "Purchase": (lambda: PLAY.Purchase(pick=CORE.menus.ADVANTAGES.NUMBER), "it.pick.cost.value"),
    "Kept": (lambda: PLAY.Kept(value=3, period="round"), "it.value + 1"),
    "entry": (lambda: CORE.tracks.DAMAGE, "it.at(3).name, it.inside[0].effects"),
    "changed entry": (lambda: CORE.skills.MELEE.but(name="Fencing"), "it.ability.name"),
    "reference": (lambda: CORE.Ref("action.taunt"), "it.entry.type.entry.name"),
    "rules": (lambda: CORE.RULES, "it.version, it.names"),
    "die code": (lambda: CORE.DieCode(2, 4), "it + it"),
    "roll": (lambda: CORE.roll("5D WD", 15, rng=Random(1)), "it.total, it.lines()"),
    "pool": (lambda: people()[0].pool("strike").pool, "str(it)"),
    "odds": (lambda: CORE.odds("5D WD"), "it.at_least(10), it.mean"),
    "opposed": (lambda: CORE.opposed_odds("5D", "4D"), "it.win"),
    "function": (lambda: PLAY.turn_order, "it.__name__"),
    "RefusedError": (
        lambda: refused(PLAY.RefusedError, lambda: people()[0].act("x")),
        "it.reasons"
    ),
    "NotFoundError": (
        lambda: refused(CORE.NotFoundError, lambda: CORE.find("tount")),
        "it.candidates"
    ),
    "CharacterError": (
        lambda: refused(CORE.CharacterError, lambda: CORE.Character({"x": "1D"})),
        "it.problems",
    ),
    "PoolError": (lambda: refused(CORE.PoolError, lambda: CORE.roll("5X")), "it.start"),
    "ArgumentError": (lambda: refused(CORE.ArgumentError, lambda: CORE.roll(5)), "it.args"),
}  # fmt: skip
"""One of each kind of thing that people may keep or send, and what uses it."""


def run(*command: str, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    """Run Python in a new process that finds the package."""
    environment = os.environ | {"PYTHONPATH": str(FOLDER)}
    command = (sys.executable, *command)
    return subprocess.run(
        command, input=given, capture_output=True, check=False, env=environment
    )


@pytest.mark.parametrize("name", MADE)
def test_what_is_pickled_works_in_a_fresh_process(name: str) -> None:
    make, use = MADE[name]
    code = (
        f"import pickle, sys; it = pickle.load(sys.stdin.buffer); {use}; print('works')"
    )
    ran = run("-c", code, given=pickle.dumps(make()))
    assert ran.stdout.split() == [b"works"], ran.stderr.decode()


def test_a_character_goes_to_a_process_that_is_spawned(tmp_path: Path) -> None:
    program = tmp_path / "spawn.py"
    program.write_text(
        "import multiprocessing\n"
        "def work(who):\n"
        "    return str(who.pool('taunt'))\n"
        "if __name__ == '__main__':\n"
        "    from freed6_core import Character\n"
        "    who = Character({'wits': '2D+1', 'taunt': '1D'}, name='A')\n"
        "    with multiprocessing.get_context('spawn').Pool(1) as pool:\n"
        "        print(pool.map(work, [who]))\n",
        encoding="utf-8",
    )
    ran = run(str(program))
    assert ran.stdout.split() == [b"['3D+1']"], ran.stderr.decode()
