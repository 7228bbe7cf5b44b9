"""House rules made at random from valid parts: what `check` has nothing against can be played.

`pytest tests/test_house_rules.py --house-rules 2000 -n 2` runs many more; a failure names its
number.
"""

from __future__ import annotations

import json
import random
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import pytest

from freed6c.diagnostics.codes import checks as codes
from freed6c.pipeline import compile_packs
from freed6c.runtime.amounts import Quantity
from freed6c.runtime.effects import Buy, Inflict, Recover, SetDuration
from freed6c.runtime.entries.actions import Action, Input
from freed6c.runtime.play.character import Character
from freed6c.runtime.play.execution import Choices, Purchase
from freed6c.runtime.play.state import ActiveCondition, RefusedError, effects_of
from freed6c.runtime.play.time import end_period, start_period, turn_order
from made_packs import write_pack
from random_house_rules import house_rule

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from freed6c.model.ruleset import Ruleset


BATCHES: Final = 8
"""Tests that the house rules are shared out to, so that several processes can run them."""
EXAMPLES: Final = {codes.EXAMPLE_CHANGED, codes.EXAMPLE_STUCK_NOW}
"""What may be said of a house rule that is meant: examples of the base that it changes."""
FACTS: Final[dict[str, Any]] = {
    "boolean": True,
    "integer": 2,
    "length": Quantity(amount=5, unit="ft"),
}


class Table:
    """Two sides of people who can do everything, at play by some rules."""

    def __init__(self, rules: Ruleset, seed: int) -> None:
        self.rules: Any = rules  # with entries of any kind, by their ids
        self.chance = random.Random(seed)
        self.ann, self.ben, self.cat = (
            self.person(name, player=name != "Cat") for name in ("Ann", "Ben", "Cat")
        )
        self.people = [self.ann, self.ben, self.cat]

    def person(self, name: str, *, player: bool, dice: str = "4D") -> Character:
        abilities = list(self.rules.every("ability"))
        return Character(
            {ability.id: dice for ability in abilities if ability.ranked},
            rules=self.rules,
            name=name,
            abilities=[a for a in abilities if not a.ranked and not a.excludes],
            values={"value.move": Quantity(amount=30, unit="ft")},
            hooks=list(self.rules.every("hook")),
            player=player,
        )

    def fact(self, type_: str) -> Any:
        """An answer to a question of this type."""
        if type_ in FACTS:
            return FACTS[type_]
        if type_ == "band":
            return self.chance.choice(self.rules.entry("benchmark.difficulty").bands)
        if type_ == "die-code":
            return self.rules.die_code(2)
        if type_.startswith("table."):
            return self.chance.choice(self.rules.entry(type_).rows)
        return self.chance.choice(list(self.rules.every(type_)))

    def choices(self, entry: Any) -> Choices:
        """All that an entry asks and lets one choose, answered."""
        inputs: dict[str, Input] = getattr(entry, "inputs", {})
        asked = {
            name: ask for name, ask in inputs.items() if not (ask.optional and ask.of)
        }
        given = {name: self.fact(ask.type) for name, ask in asked.items()}
        if isinstance(entry, Action):
            given |= {name: self.fact(kind) for name, kind in entry.choose.items()}
        given |= {
            "chosen-skill": self.rules.entry("skill.brawling"),
            "chosen-ability": self.rules.entry("ability.wits"),
            "chosen-action": self.rules.entry("action.attack"),
            "instead-of": self.rules.entry("ability.presence"),
            "effect-roll": self.rules.entry("effect-roll.damage"),
            "difficulty": self.rules.entry("band.difficulty.easy"),
        }
        given.setdefault("with", self.rules.entry("skill.stealth"))
        return Choices(given=given, branch=1, subtract=self.chance.random() < 0.5)

    def attempts(self) -> Iterator[tuple[str, Callable[[], object]]]:
        """Everything that can be done, each with its name."""
        rng, me, friend, foe = self.chance, self.ann, self.ben, self.cat
        roles: dict[str, Any] = {"ally": friend, "opponents": [foe], "rng": rng}
        for action in self.rules.every("action"):
            alone = action.target in ((), ("self",))
            target = None if alone else friend if "ally" in action.target else foe
            chosen = self.choices(action)
            yield action.id, partial(me.act, action, target, choices=chosen, **roles)
        for entry in (*self.rules.every("rule"), *self.rules.every("hook")):
            chosen = self.choices(entry)
            yield entry.id, partial(me.follow, entry, foe, choices=chosen, **roles)
        for points in self.rules.every("points"):
            for way, spending in points.spend.items():
                if spending.at != "after-roll":
                    more: Any = {"choices": self.choices(points), "among": self.people}
                    spend = partial(me.spend, points, way, rng=rng, **more)
                    yield f"{points.id} {way}", spend
            for way in points.earn:
                yield f"{points.id} {way}", partial(me.earn, points, way, rng=rng)
        for kind in ("ability", "skill", "specialization"):
            for rating in self.rules.every(kind):
                if getattr(rating, "ranked", True):
                    yield rating.id, partial(self.rolled, rating)
        for track in self.rules.every("track"):
            if track.test is not None:
                chosen = self.choices(track)
                yield track.id, partial(me.test, track, rng=rng, choices=chosen)
        for condition in self.rules.every("condition"):
            yield condition.id, partial(me.apply_condition, condition, rng)
        melee = self.rules.entry("scene.melee")
        yield melee.id, partial(turn_order, melee, self.people, rng=rng)

    def rolled(self, rating: Any) -> None:
        """A plain roll against a number."""
        self.ann.pool(rating).roll(self.chance, 10)

    def rested(self) -> None:
        """Begin a new session with people who are well."""
        for who in self.people:
            who.conditions, who.effects = [], []
        with suppress(RefusedError):
            end_period(self.rules.entry("period.session"), self.people, self.chance)


def refusal(attempt: Callable[[], object]) -> RefusedError | None:
    """Why something is not allowed; None where it is."""
    try:
        attempt()
    except RefusedError as refused:
        return refused
    return None


def try_everything(table: Table) -> None:
    """Do all there is to do; what is refused has a reason, and dice are never the reason."""
    turn, round_ = table.rules.entry("period.turn"), table.rules.entry("period.round")
    for name, attempt in table.attempts():
        start_period(round_, table.people, table.chance)
        start_period(turn, [table.ann], table.chance)
        refused = refusal(attempt)
        if refused is not None:
            assert refused.reasons, name
            assert all(map(str.strip, refused.reasons)), name
            assert refused.__cause__ is None, f"{name}: {refused}"
        end_period(turn, [table.ann], table.chance, table.people[1:])
        end_period(round_, table.people, table.chance)
        table.rested()


# Conditions end.


class HighDice:
    """Dice that show their highest face and the one below it in turn, so that none explodes on."""

    def __init__(self) -> None:
        self.lower = True

    def randrange(self, stop: int, /) -> int:
        self.lower = not self.lower
        return max(0, stop - 1 - self.lower)


def heals(entry: Any) -> bool:
    """Whether something takes conditions away, or cuts them short."""
    cures = (Recover, SetDuration, Inflict)
    return any(isinstance(effect, cures) for effect in effects_of(entry))


def held_of(who: Character, condition: Any) -> list[ActiveCondition]:
    """The conditions of somebody that are this one."""
    return [held for held in who.conditions if held.condition.id == condition.id]


def try_to_end(table: Table, condition: Any) -> bool:
    """Whether a condition ends with time, or by something that somebody able can do."""
    patient, dice = table.ann, HighDice()
    patient.apply_condition(condition, dice)
    for key in ("turn", "round", "encounter", "scene", "session"):
        period = table.rules.entry(f"period.{key}")
        start_period(period, table.people, dice)
        end_period(period, table.people, dice)
    held = held_of(patient, condition)
    if not held:
        return True
    healer = table.person("Dan", player=True, dice="30D")
    picks = [None, *filter(heals, table.rules.every("pick"))]
    for action in table.rules.every("action"):
        sells = any(isinstance(effect, Buy) for effect in effects_of(action))
        for pick in picks if sells else [None] if heals(action) else []:
            buys = [] if pick is None else [Purchase(pick=pick, condition=held[0])]
            chosen = table.choices(action).but(condition=held[0], buys=tuple(buys))
            for actor, other in ((healer, patient), (patient, None)):
                before = actor.state(), patient.state()
                with suppress(RefusedError):
                    actor.act(action, other, rng=dice, choices=chosen, ally=other)
                    end_period(table.rules.entry("period.session"), [patient], dice)
                if not held_of(patient, condition):
                    return True
                actor.restore(before[0])
                patient.restore(before[1])
    return False


def without_end(rules: Ruleset, seed: int) -> list[str]:
    """The conditions that nothing ends although the rules do not say so."""
    table = Table(rules, seed)
    return [
        condition.id
        for condition in table.rules.every("condition")
        if condition.track.stacking != "progressive"
        and condition.track.start != condition
        and "none" not in condition.cures
        and not try_to_end(Table(rules, seed), condition)
    ]


@pytest.fixture(scope="module")
def count(request: pytest.FixtureRequest) -> int:
    return int(request.config.getoption("--house-rules"))


@pytest.mark.parametrize("batch", range(BATCHES))
def test_what_is_green_plays(batch: int, count: int, tmp_path: Path) -> None:
    for number in range(batch, count, BATCHES):
        body = house_rule(random.Random(number))
        pack = write_pack(tmp_path, "odd", {"rules.yaml": body}, extends="core")
        try:
            compiled = compile_packs(str(pack))
            if {problem.code for problem in compiled.diagnostics} - EXAMPLES:
                continue
            assert compiled.ruleset is not None
            try_everything(Table(compiled.ruleset, number))
            assert without_end(compiled.ruleset, number) == []
        except Exception as error:
            error.add_note(f"house rule {number}: {json.dumps(body)}")
            raise
