"""Times play in the generated package of core: acts, orders, fights. A benchmark, not a test.

Run: python tests/bench/play.py [ROUNDS] [FOLDER]

FOLDER holds another `freed6_core` to compare with, such as generated/core/python in a worktree of
an older commit; without one, only this checkout is timed. The two are timed by turns, each time in
a process of its own, ROUNDS times (5, if not said). Printed is the median of each, so many a second
of processor time, and the ratio of the medians.

- An act is one attack; both fighters are put back after it as they were.
- An order is that of a melee of two, found anew each time.
- A fight goes on until one is out of action; it is 20 rounds at most. How long it is depends on
  the rules of the commit, so only its own acts and orders tell what became faster.
- The first act is told in ms. Imports are not counted, but what is loaded on first use is.
- "held" means that everyone holds so many conditions: Stunned counts in every check, Startled in
  initiative alone.
"""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

HERE = Path(__file__).parents[2] / "generated" / "core" / "python"
ROUNDS = 5
SECONDS = 0.6
LONGEST = 20
EXTRA = ("luck", "wild-die")
FIRST = "first act, ms"


def main() -> None:
    """Print a line for each measurement; or, in a process of its own, measure one package."""
    if sys.argv[1:2] == ["measure"]:
        print(json.dumps(Game(sys.argv[2]).measured()))
        return
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    folders = [str(HERE), *sys.argv[2:3]]
    runs = [[fresh(folder) for folder in folders] for _ in range(rounds)]
    print(f"a second of processor time, median of {rounds}")
    for name in runs[0][0]:
        now, *others = (
            statistics.median(run[name] for run in by_folder)
            for by_folder in zip(*runs, strict=True)
        )
        line = f"{name:24}{now:10,.1f}"
        for other in others:
            ratio = other / now if name == FIRST else now / other
            line += f"   other {other:10,.1f}   x{ratio:.2f}"
        print(line)


def fresh(folder: str) -> dict[str, float]:
    """What is measured of the package in a folder, in a process of its own."""
    command = [sys.executable, __file__, "measure", folder]
    ran = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, float] = json.loads(ran.stdout)
    return found


class Game:
    """Play by the rules of the package in a folder."""

    def __init__(self, folder: str) -> None:
        sys.path.insert(0, folder)
        self.abilities, self.actions, self.kinds, self.periods, self.play = (
            import_module(f"freed6_core.{part}")
            for part in ("abilities", "actions", "kinds", "periods", "play")
        )
        self.scenes, self.skills, self.tables, self.tracks, self.values = (
            import_module(f"freed6_core.{part}")
            for part in ("scenes", "skills", "tables", "tracks", "values")
        )
        five_feet = self.kinds.Quantity(amount=5, unit="ft")
        self.choices = self.play.Choices(
            given={
                "row": self.tables.ATTACKS.MARTIAL,
                "distance": five_feet,
                "clearance": five_feet,
            }
        )

    def measured(self) -> dict[str, float]:
        """How often in a second each thing can be done."""
        stunned, startled = self.tracks.DAMAGE.STUNNED, self.tracks.COMPOSURE.STARTLED
        begun = time.process_time()
        self.acts(0, stunned)()
        first = time.process_time() - begun
        return {
            FIRST: first * 1000,
            "acts": often(self.acts(0, stunned)),
            "acts, 60 Stunned held": often(self.acts(60, stunned)),
            "acts, 60 Startled held": often(self.acts(60, startled)),
            "orders": often(self.orders(0, stunned)),
            "orders, 60 Stunned held": often(self.orders(60, stunned)),
            "orders, 60 Startled held": often(self.orders(60, startled)),
            "fights": often(self.fight),
        }

    def fighter(self, held: int, condition: Any) -> Any:
        """A fighter who hits often and holds so many conditions."""
        kind: Any = self.play.Character
        abilities = self.abilities.ABILITIES.values()
        ranked = (one for one in abilities if one.ranked and one.key not in EXTRA)
        codes = {**dict.fromkeys(ranked, "3D"), self.skills.MELEE: "3D"}
        damage = import_module("freed6_core").DieCode.parse("6D")
        one = kind(codes, values={self.values.WEAPON_DAMAGE: damage})
        for _ in range(held):
            one.suffer(condition)
        return one

    def acts(self, held: int, condition: Any) -> Callable[[], object]:
        """One attack, whose damage is taken back."""
        one, other = (self.fighter(held, condition) for _ in range(2))
        before, others, dice = one.state(), other.state(), random.Random(7)

        def act() -> None:
            one.act(self.actions.ATTACK, other, rng=dice, choices=self.choices)
            one.restore(before)
            other.restore(others)

        return act

    def orders(self, held: int, condition: Any) -> Callable[[], object]:
        """The order of two in a melee, of which nothing is kept."""
        people = [self.fighter(held, condition) for _ in range(2)]
        before, dice = [one.state() for one in people], random.Random(7)

        def order() -> None:
            self.play.order(self.scenes.MELEE, people, rng=dice)
            for one, state in zip(people, before, strict=True):
                one.restore(state)

        return order

    def fight(self) -> None:
        """A fight of two, turn by turn in the order of the scene."""
        dice = random.Random(7)
        people = [self.fighter(0, None) for _ in range(2)]
        start, end, periods = self.play.start, self.play.end, self.periods
        for _ in range(LONGEST):
            start(periods.ROUND, people, dice)
            for group in self.play.order(self.scenes.MELEE, people, rng=dice):
                for one in group:
                    other = people[people[0] is one]
                    start(periods.TURN, [one], dice)
                    self.attack(one, other, dice)
                    end(periods.TURN, [one], dice, others=[other])
                    if self.is_out(other):
                        return
            end(periods.ROUND, people, dice)

    def attack(self, one: Any, other: Any, dice: random.Random) -> None:
        """Attack; whoever has too few dice left for it loses the turn."""
        try:
            one.act(self.actions.ATTACK, other, rng=dice, choices=self.choices)
        except self.play.Refused as refused:
            if "too few dice" not in str(refused):
                raise

    def is_out(self, one: Any) -> bool:
        """Whether they are out of action."""
        out = self.tracks.DAMAGE.OUT.id
        return any(held.condition.id == out for held in one.conditions)


def often(done: Callable[[], object]) -> float:
    """How often something can be done in a second; the first time is not counted."""
    done()
    times, begun = 0, time.process_time()
    while (taken := time.process_time() - begun) < SECONDS:
        done()
        times += 1
    return times / taken


if __name__ == "__main__":
    main()
