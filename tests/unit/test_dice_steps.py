"""What each primitive does to dice, with faces that are written beforehand, and rolls in words."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from dice_cases import OWN, core, made, pairwise, ref, step, steps_of
from playing import Faces
from ruamel.yaml import YAML

from freed6c.runtime.amounts import die_codes
from freed6c.runtime.dice.pool import Pool, late_tokens, parse
from freed6c.runtime.dice.roll_words import line_of, lines_of
from freed6c.runtime.dice.roller import RollPlan, RollResult
from freed6c.runtime.dice.steps import ACTIONS
from freed6c.runtime.entries.dice import (
    PRIMITIVES,
    Alternative,
    Dice,
    Event,
    Step,
    Wait,
)
from freed6c.runtime.notation import PoolError
from freed6c.runtime.odds.answer import odds

ROLL = step("roll", "roll")


def rolled(
    procedure: Dice, text: str, *faces: int, target: int | None = None
) -> RollResult:
    rng = Faces(*faces)
    found = RollPlan(procedure, parse(text, procedure, 3)).roll(rng, target)
    assert not rng.left
    return found


def kept(found: RollResult) -> list[tuple[int, ...]]:
    return [die.shown for die in found.dice if die.kept]


def test_every_primitive_has_a_word_an_action_and_a_case() -> None:
    primitives = set(PRIMITIVES.values())
    assert primitives == set(ACTIONS) == set(Step.__subclasses__())
    assert primitives == set(map(type, steps_of(next(pairwise())).values()))


ROLLS = YAML(typ="safe").load(Path(__file__).with_name("dice_steps.yaml"))
NAMED = {"from": "from_", "if": "if_", "and": "and_"}
SOURCES = (*OWN, "bonus")
CASES = [
    pytest.param(case, id=f"{title}-{number}")
    for title, cases in ROLLS["rolls"].items()
    for number, case in enumerate(cases)
]


def step_of(key: str, **settings: Any) -> Step:
    """A step of the table with other settings, as the runtime has it."""
    fields: dict[str, Any] = {
        NAMED.get(name, name.replace("-", "_")): value
        for name, value in (ROLLS["steps"][key] | settings).items()
    }
    for name, value in fields.items():
        match name, value:
            case "drop_from" | "equal_dice", _:
                fields[name] = [one if one in SOURCES else ref(one) for one in value]
            case "like", _:
                fields[name] = ref(value)
            case "if_", dict():
                fields[name] = Wait(**value | {"step": ref(value["step"])})
            case "events", dict():
                fields[name] = {
                    event: Event(**{NAMED.get(key, key): of[key] for key in of})
                    for event, of in value.items()
                }
        if isinstance(fields[name], list):
            fields[name] = tuple(fields[name])
    return step(key, **fields)


@pytest.mark.parametrize("case", CASES)
def test_what_primitives_do(case: dict[str, Any]) -> None:
    procedure = made(*(step_of(key, **of) for key, of in case["steps"].items()))
    found = rolled(
        procedure, case["pool"], *case.get("faces", ()), target=case.get("target")
    )
    dice = found.dice
    result = {
        "fallen": [list(die.faces) for die in dice],
        "kept": [list(die.shown) for die in dice if die.kept],
        "stays": [die.kept for die in dice],
        "first": [die.first for die in dice],
        "sides": [die.kind.sides for die in dice],
        "special": [die.kind.special for die in dice],
        "sources": [die.kind.source for die in dice],
        "with-events": [die.kind.events for die in dice],
        "events": list(found.events),
        **{key: getattr(found, key) for key in ("total", "margin", "success", "pips")},
    }
    expected = case.keys() - {"steps", "pool", "faces", "target", "work"}
    assert {key: result[key] for key in expected} == {
        key: case[key] for key in expected
    }
    assert expected or "work" in case
    done = dict(zip(case["steps"], found.steps, strict=True))
    for key, notes in case.get("work", {}).items():
        for name, value in notes.items():
            noted = getattr(done[key], name)
            if name in ("rolled", "dropped"):
                noted = [die.value for die in noted]
            assert (list(noted) if isinstance(value, list) else noted) == value


def test_success_is_as_the_pack_says() -> None:
    strict = made(ROLL, success="more-than")
    assert rolled(strict, "1D", 4, target=4).success is False
    assert rolled(strict, "1D", 4, target=3).success is True


def test_no_dice_total_their_pips() -> None:
    assert rolled(core(), "0D +3 WD").total == 3
    assert rolled(core(), "1D -2D +1").total == 1


def test_only_some_sources_are_multiplied() -> None:
    luck = step_of("luck", sources=["skill"])
    procedure = made(luck, ROLL)
    code = die_codes(3)
    pool = Pool.of(procedure, ability=code(2), skill=code(1)).plus(dice=1)
    pool = pool.calling(procedure, "L")
    assert len(RollPlan(procedure, pool).roll(Faces(1, 1, 1, 1, 1)).dice) == 5


def test_pips_make_dice_only_where_it_is_known_how_many() -> None:
    luck = step_of("luck", pips="multiply", carry=True)
    procedure = made(luck, ROLL)
    with pytest.raises(PoolError, match="needs `pips_per_die`"):
        RollPlan(procedure, parse("2D+2 L", procedure)).roll(Faces())


def test_missing_dice_come_off_the_last_source_that_has_some() -> None:
    code, procedure = die_codes(3), made(ROLL)
    pool = Pool.of(procedure, ability=code(3), skill=code(2)).plus(dice=-1)
    found = RollPlan(procedure, pool).roll(Faces(1, 2, 3, 4))
    sources = [die.kind.source for die in found.dice]
    assert sources == ["ability", "ability", "ability", "skill"]


def test_a_die_that_never_ends_is_refused() -> None:
    with pytest.raises(PoolError, match="explodes on every face"):
        rolled(made(step_of("wild", explode={"other": "1+"}), ROLL), "1D WD")
    with pytest.raises(PoolError, match="times in a row"):
        rolled(made(step_of("wild"), ROLL), "1D WD", *[6] * 2001)


@pytest.mark.parametrize(
    ("at", "late"),
    [(("before-roll",), set()), (("before-roll", "after-roll"), {"CP"})],
)
def test_tokens_that_may_come_after_the_roll(
    at: tuple[str, ...], late: set[str]
) -> None:
    more = step_of("more", at=at)
    assert late_tokens(made(step_of("wild"), ROLL, more)) == late


def test_faces_of_a_table_are_faces() -> None:
    flip = step_of("flip", token="", map={"1": "-1"})
    with pytest.raises(PoolError, match="both must be faces"):
        rolled(made(ROLL, flip), "1D")


ONES = Wait(step=ref("wild"), shows="1")


def test_the_only_die_can_go_in_odds() -> None:
    cancel = step_of("cancel", **{"and": "the-only-die"})
    procedure = made(step_of("wild", always=1), ROLL, cancel)
    assert odds(procedure, parse("1D+2", procedure)).exactly(2) == Fraction(1, 6)


def choose(assume: str = "cancel") -> Step:
    return step(
        "choose",
        "choose-one",
        if_=ONES,
        chosen_by="the referee",
        choices={
            "cancel": Alternative(name="Cancel", do="cancel-highest"),
            "turn": Alternative(name="Turn", do="map-faces", map={"6": "0"}),
            "leave": Alternative(name="Leave", do="nothing"),
        },
        assume=assume,
    )


@pytest.mark.parametrize(("key", "total"), [("cancel", 6), ("turn", 6), ("leave", 12)])
def test_somebody_chooses(key: str, total: int) -> None:
    procedure = made(step_of("wild", always=1), ROLL, choose())
    pool = parse("3D", procedure)
    found = RollPlan(procedure, pool).roll(Faces(6, 5, 1), choose=lambda _step: key)
    assert (found.total, found.steps[2].choice) == (total, key)
    assert RollPlan(procedure, pool).roll(Faces(6, 5, 1)).total == 6


@pytest.mark.parametrize(("assume", "total"), [("cancel", 11), ("leave", 12)])
def test_odds_are_those_of_the_choice_to_assume(assume: str, total: int) -> None:
    procedure = made(step_of("wild", always=1), ROLL, choose(assume))
    found = odds(procedure, parse("2D", procedure))
    assert found.at_least(total) > 0
    ones = found.exactly(1)
    assert ones == (Fraction(6, 36) if assume == "cancel" else 0)


def test_a_choice_that_is_not_there_is_refused() -> None:
    procedure = made(step_of("wild", always=1), ROLL, choose())
    with pytest.raises(PoolError, match="choose one of cancel, turn, leave"):
        RollPlan(procedure, parse("1D", procedure)).roll(
            Faces(1), choose=lambda _step: "flee"
        )


COUNTED = made(ROLL, step_of("count"))
STACK = made(ROLL, step_of("again", stack=True))
WAITS = made(step_of("wild", always=1), ROLL, step_of("cancel"))
CHOOSES = made(step_of("wild", always=1), ROLL, choose())
APART = made(step_of("wild", chain="separate"), ROLL)
ROUNDS = made(step_of("pips", **{"up-from": "1"}), ROLL)


def thrown(
    procedure: Dice, text: str, faces: tuple[int, ...], target: int | None = None
) -> RollResult:
    return RollPlan(procedure, parse(text, procedure, 3)).roll(Faces(*faces), target)


def test_every_step_has_a_line() -> None:
    faces = (6, 5, 4, 6, 6, 2, 1, 2, 3, 3, 2)
    assert lines_of(thrown(core(), "2D+1 L WD Adv B1 F6", faces, 20)) == [
        "2D+1 L WD Adv B1 F6",
        "  Luck               2 dice become 4",
        "  Wild Die           1 of 4 dice swapped",
        "  Roll               rolled 6, 5, 4, Wild Die 6+6+2 = 14",
        (
            "  Advantage          sets of 30 and 10; the higher is kept, the first; "
            "set aside 1, 2, 3, Wild Die 3"
        ),
        "  Boost and penalty  rolled 2; dropped 2",
        "  Dice flip          6 counts as 1, Wild Die 6+6+2 = 14 counts as 4",
        "Total 15: 14 and +1 in pips",
        "Against 20: failure by 5",
    ]


def test_what_else_the_dice_mean_comes_last() -> None:
    *_, total, outcome, event = lines_of(thrown(core(), "1D WD", (6, 2), 8))
    assert total == "Total 8"
    assert outcome == "Against 8: success by 0, rank 0"
    assert event.startswith("Critical success: Fortune smiles. ")


@pytest.mark.parametrize(
    ("procedure", "text", "faces", "work"),
    [
        (core(), "0D", (), "no dice to roll"),
        (core(), "2D Adv Dis", (4, 6), "1 each of Adv and Dis cancel out"),
        (core(), "2D 2Adv Dis", (4, 6), "1 each of Adv and Dis cancel out"),
        (core(), "2D B2 P2", (4, 6), "2 each of B and P cancel out"),
        (core(), "2D 2Adv 2Dis", (4, 6), "1 each of Adv and Dis cancel out"),
        (STACK, "1D 2Adv 2Dis", (2,), "2 each of Adv and Dis cancel out"),
        (core(), "1D Dis", (4, 2), "4 and 2; the lower is kept, the second; set aside 4"),
        (core(), "0D F1", (), "no die has a face 1"),
        (core(), "2D F1", (4, 6), "nothing changes"),
        (core(), "1D WD4", (4, 1), "rolled Wild Die d4 4"),
        (COUNTED, "4D", (1, 3, 6, 2), "2 counted"),
        (STACK, "1D 2Adv Dis", (2, 5), "1 each of Adv and Dis cancel out; "),
        (STACK, "1D 2Dis", (5, 2, 3), "sets of 5 and 2 and 3; the lowest is kept, "),
        (STACK, "1D Adv", (2, 2), "sets of 2 and 2; the first is kept; set aside 2"),
        (STACK, "1D 2Adv", (2, 3, 5), "the highest is kept, the third; set aside 2, 3"),
        (STACK, "1D 5Adv", (1, 2, 2, 2, 2, 3), "the highest is kept, the 6th; "),
        (WAITS, "2D", (5, 2), "not triggered"),
        (CHOOSES, "3D", (6, 5, 1), "chosen: Cancel"),
        (APART, "1D WD", (6, 2), "rolled wild 6, wild 2"),
        (ROUNDS, "2D+2", (1, 2, 3), "2 dice become 3; 2 pips become 0"),
    ],
)  # fmt: skip
def test_the_work_of_a_step(
    procedure: Dice, text: str, faces: tuple[int, ...], work: str
) -> None:
    assert any(work in line for line in lines_of(thrown(procedure, text, faces)))


@pytest.mark.parametrize(
    ("procedure", "text", "faces", "target", "line"),
    [
        (core(), "1D+1", (4,), None, "4 + 1 pip = 5"),
        (core(), "0D", (), None, "no dice to roll"),
        (core(), "0D+2", (), None, "2 pips = 2"),
        (COUNTED, "0D", (), None, "no dice to roll: 0 counted"),
        (COUNTED, "2D+1", (1, 3), None, "1, 3: 1 counted + 1 pip = 2"),
        (STACK, "1D Adv", (2, 5), None, "5 (sets of 2 and 5; the higher is kept, the second)"),
    ],
)  # fmt: skip
def test_a_roll_in_one_line(
    procedure: Dice, text: str, faces: tuple[int, ...], target: int | None, line: str
) -> None:
    assert line_of(thrown(procedure, text, faces, target)) == line
