"""Times exact odds and seeded rolls; prints medians. A benchmark, not a test.

Run: python tests/bench/odds.py [RUNS]

Each measurement has a process of its own; imports and the compilation of core are not counted.
First odds, beside icepool and dyce, are in `run.py`.

- The table 1D to 20D+2 against 1 to 60 with twelve combinations of modifiers.
- Checks of `5D WD` with a seeded generator.
- How soon what is too much is refused.
"""

from __future__ import annotations

import random
import statistics
import subprocess
import sys
import time
from typing import TYPE_CHECKING

from freed6c.pipeline import compile_packs
from freed6c.runtime.dice.pool import parse
from freed6c.runtime.dice.roller import Roller
from freed6c.runtime.entries.dice import Dice
from freed6c.runtime.notation import PoolError
from freed6c.runtime.odds import NoExactMethod
from freed6c.runtime.odds.answer import Oddsmaker, odds

if TYPE_CHECKING:
    from collections.abc import Callable


COMBINATIONS = (
    "", "WD", "B1", "B2", "P1", "P2", "Adv", "Dis", "Adv B1", "Dis P1", "F6", "L",
)  # fmt: skip
CHECKS = 200_000
TOO_MUCH = ("10000D", "600D 9WD 9WD8 9WD10 B200", "60D 5WD10 P10 Adv", "5D WD20 Adv P1")


def main() -> None:
    """Print everything; or, in a process of its own, the seconds of one measurement."""
    if len(sys.argv) > 2:
        print(MEASURES[sys.argv[1]](int(sys.argv[2])))
        return
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 7
    cells = len(COMBINATIONS) * 20 * 3 * 60
    seconds = median("table", 0, runs)
    print(f"table: {cells} cells in {seconds:.3f} s, {cells / seconds:,.0f} a second")
    seconds = median("checks", CHECKS, runs)
    print(f"seeded checks of 5D WD: {CHECKS / seconds:,.0f} a second")
    for place, text in enumerate(TOO_MUCH):
        print(f"{text!r} is refused after {fresh('refused', place):.2f} s")


def median(name: str, number: int, runs: int) -> float:
    return statistics.median(fresh(name, number) for _ in range(runs))


def fresh(name: str, number: int) -> float:
    """One measurement in a process of its own, in seconds."""
    ran = subprocess.run(
        [sys.executable, __file__, name, str(number)],
        check=True,
        capture_output=True,
        text=True,
    )
    return float(ran.stdout)


def procedure() -> Dice:
    ruleset = compile_packs("core").ruleset
    assert ruleset is not None
    found = ruleset.entries["dice.check"]
    assert isinstance(found, Dice)
    return found


def table(_number: int) -> float:
    check = procedure()
    begun = time.perf_counter()
    maker = Oddsmaker(check)
    for combination in COMBINATIONS:
        for dice in range(1, 21):
            for pips in range(3):
                one = maker.odds(parse(f"{dice}D+{pips} {combination}", check, 3))
                for difficulty in range(1, 61):
                    one.at_least(difficulty)
    return time.perf_counter() - begun


def checks(number: int) -> float:
    check = procedure()
    roller, pool = Roller(check), parse("5D WD", check, 3)
    rng = random.Random(7)
    begun = time.perf_counter()
    for _ in range(number):
        roller.roll(pool, rng, 14)
    return time.perf_counter() - begun


def refused(place: int) -> float:
    check = procedure()
    begun = time.perf_counter()
    try:
        odds(check, parse(TOO_MUCH[place], check, 3)).at_least(14)
    except (PoolError, NoExactMethod):
        return time.perf_counter() - begun
    raise AssertionError(f"{TOO_MUCH[place]} has an answer now")


MEASURES: dict[str, Callable[[int], float]] = {
    "table": table,
    "checks": checks,
    "refused": refused,
}

if __name__ == "__main__":
    main()
