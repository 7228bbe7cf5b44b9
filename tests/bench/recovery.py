"""Prints how likely a cure is, and how long it takes. A benchmark, not a test.

Run: python tests/bench/recovery.py [READING ...]

A healer treats the damage of a friend in every round until it is cured. Each reading is a package
with choices of the options of core. Every total of the dice is played once through the package and
counts as often as the dice show it, so the odds are exact. Ranks that are too few for the cure buy
dice for the next try, one each. "Out of Action, 2 on Wounded" is what a result of rank 2 makes of
somebody wounded; the wound itself is not treated. Each column is the whole code of the healer: the
odds of the first try, and the rounds in which half and 95 of 100 are cured.

The note gap-70 of core has its figures from here.
"""

from __future__ import annotations

import sys
from collections import Counter
from functools import cache
from importlib import import_module
from typing import Any

from fights import LONGEST, package

CODES = range(4, 10)
CASES = [(rank, 0) for rank in range(1, 6)] + [(rank, 5 - rank) for rank in range(1, 5)]
READINGS = {
    f"{piling}, {price}": {"piling-up": piling, "recovery": price}
    for piling in ("on-top", "one", "together", "apart")
    for price in ("ranks", "difficulty-alone")
}
BLOW = """
rules:
  blow:
    name: A blow
    text: It hurts.
    inputs: {hit: {name: Rank, type: integer}}
    effects: [{inflict: track.damage, to-rank: hit}]
"""


class Game:
    """Cures by the rules of a generated package."""

    def __init__(self, name: str) -> None:
        self.play, self.character = import_module(f"{name}.play"), import_module(name)
        self.damage = import_module(f"{name}.tracks").DAMAGE.conditions
        self.tried: dict[tuple[tuple[int, int], int, int], int | None] = {}

    def patient(self, rank: int, below: int) -> Any:
        """Return somebody hit for a rank, with the condition of the rank below it."""
        patient = self.character.Character({"strength": "3D"})
        if below:
            patient.apply_condition(self.damage[below])
        patient.follow("rule.blow", choices=self.play.Choices(given={"hit": rank}))
        return patient

    def outcome(self, case: tuple[int, int], dice: int, total: int) -> int | None:
        """Return the rank of a try with this total, or None if it cures the condition."""
        patient = self.patient(*case)
        held = patient.conditions[-1]
        free = self.character.find("recovery.rank-5").cost.value == 0
        pick = f"recovery.rank-{5 if free else held.cost}"
        buys = [self.play.Purchase(pick=pick, condition=held)]
        choices = self.play.Choices(condition=held, buys=buys)
        left = [total]
        for n in range(dice, 0, -1):
            left[-1:] = [min(6, left[-1] - n + 1), left[-1] - min(6, left[-1] - n + 1)]
        healer = self.character.Character({"intelligence": f"{dice}D"})
        faces = type("Faces", (), {"randrange": lambda *_: left.pop(0) - 1})()
        result = healer.act("recover-other", patient, rng=faces, choices=choices).result
        return (result.rank or 0) if held in patient.conditions else None

    def measured(self, case: tuple[int, int], code: int) -> str:
        """Return the odds of the first try, and the rounds until half and 95 of 100 are cured."""
        states, cured, passed = Counter({0: 1.0}), 0.0, []
        for _ in range(LONGEST):
            after: Counter[int] = Counter()
            for extra, mass in states.items():
                for total, ways in totals(code + extra).items():
                    share = mass * ways / 6 ** (code + extra)
                    key = case, code + extra, total
                    if key not in self.tried:
                        self.tried[key] = self.outcome(*key)
                    rank = self.tried[key]
                    if rank is None:
                        cured += share
                    else:
                        after[rank] += share
            states = after
            passed.append(cured)
        rounds = [sum(done < part for done in passed) + 1 for part in (0.5, 0.95)]
        half, most = (f"{n}" if n <= LONGEST else "-" for n in rounds)
        return f"{passed[0]:6.1%} {half:>3}/{most:3}"


@cache
def totals(dice: int) -> Counter[int]:
    """Return how many throws of dice make each total."""
    if not dice:
        return Counter({0: 1})
    sums: Counter[int] = Counter()
    for total, ways in totals(dice - 1).items():
        sums.update({total + face: ways for face in range(1, 7)})
    return sums


for number, (reading, choices) in enumerate(READINGS.items()):
    if sys.argv[1:] and not any(word in reading for word in sys.argv[1:]):
        continue
    game = Game(package(f"recovery-{number}", choices, BLOW))
    print(f"{reading}\n{'':36}" + "".join(f"{code}D".ljust(16) for code in CODES))
    for case in CASES:
        name = game.patient(*case).conditions[-1].condition.entry.name
        name += f", {case[0]} on {game.damage[case[1]].name}" if case[1] else ""
        print(f"  {name:34}" + "".join(f"{game.measured(case, n):16}" for n in CODES))
