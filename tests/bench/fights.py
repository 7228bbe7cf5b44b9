"""Plays fights through generated packages; prints how long they last. A benchmark, not a test.

Run: python tests/bench/fights.py [FIGHTS] [READING ...]

Two fighters without armor attack each other with a martial weapon in every turn, in the order of
the scene, until one is out of action. For each reading, a pack that selects choices of the options
of core is compiled to a package of its own. Each line gives the median and the 95th percentile of
the rounds, the longest, and how many fights were undecided after 200 rounds.

`python tests/bench/fights.py 1000` is where the notes gap-46, gap-57 and gap-58 of core have their
figures from. Where conditions stay apart, fights hardly end: of those, 100 were played.

The lines of the yardstick: everything 3D, 4D, 5D, 6D, and Melee 5D against 4D with damage 5D and
Strength 3D. "Melee 4D" means the whole code of attack and of defense. Melee belongs to Strength,
and codes add up: Strength 4D without a rank in Melee is 4D, and so is Strength 3D with Melee 1D.
All other abilities are 3D.
"""

from __future__ import annotations

import random
import sys
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

from freed6c.pipeline import compile_packs, emit_targets

if TYPE_CHECKING:
    from collections.abc import Mapping

FIGHTS = 1000
LONGEST = 200
NOT_FOR_ALL = ("strength", "luck", "wild-die")


class Side(NamedTuple):
    """A fighter in dice: the ability, what Melee adds to it, the damage of the weapon."""

    strength: int
    melee: int
    damage: int


LINES: dict[str, tuple[Side, Side]] = {
    f"all {dice}D": (Side(dice, 0, dice), Side(dice, 0, dice)) for dice in (3, 4, 5, 6)
} | {"5D against 4D": (Side(3, 2, 5), Side(3, 1, 5))}

READINGS: dict[str, Mapping[str, str]] = {
    f"{piling}, {fixed}, {resisted}": {
        "piling-up": piling,
        "fixed-values": fixed,
        "damage-resistance": resisted,
    }
    for piling in ("on-top", "one", "together", "apart")
    for fixed in ("like-checks", "untouched")
    for resisted in ("fixed", "rolled")
}


def main() -> None:
    """Print a block for each reading that was named, or for all of them."""
    fights = int(sys.argv[1]) if len(sys.argv) > 1 else FIGHTS
    chosen = sys.argv[2:]
    print(
        f"{fights} fights: rounds, median / 95 % / longest, undecided after {LONGEST}"
    )
    for number, (name, choices) in enumerate(READINGS.items()):
        if chosen and not any(word in name for word in chosen):
            continue
        game = Game(package(f"reading-{number}", choices))
        print(name)
        for line, sides in LINES.items():
            print(f"  {line:14}{game.measured(sides, fights)}", flush=True)


def package(pack: str, choices: Mapping[str, str], more: str = "") -> str:
    """Compile core with these choices to a package that can be imported, and give its name."""
    with TemporaryDirectory() as folder:
        selected = "".join(f"  option.{key}: {to}\n" for key, to in choices.items())
        Path(folder, "pack.yaml").write_text(
            f"pack: {pack}\ntitle: {pack}\nextends: core\nselect:\n{selected}{more}",
            encoding="utf-8",
        )
        compiled = compile_packs(folder)
    found = [one.message for one in compiled.diagnostics]
    assert compiled.ruleset is not None, found
    place = Path(KEPT.name, pack)
    for file in emit_targets(compiled.ruleset, ["python"])["python"]:
        path = place / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.content)
    sys.path.insert(0, str(place))
    return f"freed6_{pack.replace('-', '_')}"


class Game:
    """Fights by the rules of a generated package."""

    def __init__(self, name: str) -> None:
        self.abilities, self.actions, self.kinds, self.periods, self.play = (
            import_module(f"{name}.{part}")
            for part in ("abilities", "actions", "kinds", "periods", "play")
        )
        self.values, self.tables, self.tracks, self.skills, self.scenes = (
            import_module(f"{name}.{part}")
            for part in ("values", "tables", "tracks", "skills", "scenes")
        )
        package = import_module(name)
        self.character, self.code = package.Character, package.DieCode
        five_feet = self.kinds.Quantity(amount=5, unit="ft")
        self.choices = self.play.Choices(
            given={
                "row": self.tables.ATTACKS.MARTIAL,
                "distance": five_feet,
                "clearance": five_feet,
            }
        )

    def measured(self, sides: tuple[Side, Side], fights: int) -> str:
        """The rounds of seeded fights between these two: median, 95 %, longest, undecided."""
        lengths = sorted(self.rounds(sides, random.Random(n)) for n in range(fights))
        median, high = lengths[fights // 2], lengths[fights * 95 // 100]
        undecided = sum(length > LONGEST for length in lengths)
        return f"{median:4} / {high:3} / {lengths[-1]:3}, {undecided:4} undecided"

    def rounds(self, sides: tuple[Side, Side], dice: random.Random) -> int:
        """How many rounds one fight takes; one more than the longest if it is undecided."""
        people = [self.fighter(side) for side in sides]
        start, end, periods = self.play.start_period, self.play.end_period, self.periods
        for number in range(1, LONGEST + 1):
            start(periods.ROUND, people, dice)
            for group in self.play.turn_order(self.scenes.MELEE, people):
                # Those who are equal act at once: chance says whose dice fall first.
                for one in dice.sample(group, len(group)):
                    other = people[people[0] is one]
                    start(periods.TURN, [one], dice)
                    self.attack(one, other, dice)
                    end(periods.TURN, [one], dice, others=[other])
                    if self.is_defeated(other):
                        return number
            end(periods.ROUND, people, dice)
        return LONGEST + 1

    def fighter(self, side: Side) -> Any:
        """Somebody with these codes, and 3D in every other ability."""
        abilities = self.abilities.ABILITIES.values()
        codes = {
            ability: "3D"
            for ability in abilities
            if ability.ranked and ability.key not in NOT_FOR_ALL
        }
        codes |= {
            self.abilities.STRENGTH: f"{side.strength}D",
            self.skills.MELEE: f"{side.melee}D",
        }
        damage = self.code.parse(f"{side.damage}D")
        return self.character(codes, values={self.values.WEAPON_DAMAGE: damage})

    def attack(self, one: Any, other: Any, dice: random.Random) -> None:
        """Attack; whoever has too few dice left for it loses the turn."""
        try:
            one.act(self.actions.ATTACK, other, rng=dice, choices=self.choices)
        except self.play.RefusedError as refused:
            if "too few dice" not in str(refused):
                raise

    def is_defeated(self, one: Any) -> bool:
        """Whether they are out of action."""
        out = self.tracks.DAMAGE.OUT.id
        return any(held.condition.id == out for held in one.conditions)


KEPT = TemporaryDirectory()

if __name__ == "__main__":
    main()
