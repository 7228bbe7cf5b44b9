"""What everything prints for people: rolls, checks, odds, characters, durations, what happened."""

from __future__ import annotations

import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from shelf import Faces, package, person

from freed6c.cli import freed6c

CORE, OPEND6 = package("core"), package("opend6")
DEEP = package(str(Path(__file__).parents[1] / "games" / "deep-water"))
COUNTING = package("success-counting")


def ann(**more: Any) -> Any:
    return person(CORE, "Ann", player=True, **more)


# Entries.


def test_a_row_prints_what_its_table_calls_it() -> None:
    row = CORE.tables.ATTACKS.LIGHT
    assert (row.name, row.title, f"{row}") == ("", "Light weapons", "Light weapons")
    answer = ann().can_take("attack", ann())
    assert "Light weapons" in [
        str(fit) for need in answer.needs for fit in need.options
    ]


# Rolls.


@pytest.mark.parametrize(
    ("pool", "target", "faces", "line"),
    [
        ("3D", None, (3, 5, 2), "3 + 5 + 2 = 10"),
        ("3D", 9, (3, 5, 2), "3 + 5 + 2 = 10 against 9: success by 1, rank 1, Minimal"),
        ("3D", 12, (3, 5, 2), "3 + 5 + 2 = 10 against 12: failure by 2"),
        ("1D", None, (4,), "4"),
        ("1D WD", None, (6, 3), "Wild Die 6+3 = 9"),
        ("2D+2", None, (3, 4), "3 + 4 + 2 pips = 9"),
        ("2D -1", None, (3, 4), "3 + 4 - 1 pip = 6"),
        ("2D WD B1", None, (3, 4, 6), "Wild Die 4 + 6 = 10 (dropped 3)"),
        (
            "2D Adv",
            None,
            (1, 2, 5, 6),
            "5 + 6 = 11 (sets of 3 and 11; the higher is kept, the second)",
        ),
        ("2D F1", None, (1, 4), "6 + 4 = 10 (1 counts as 6)"),
        (
            "2D WD",
            20,
            (2, 1),
            "2 + Wild Die 1 = 3 against 20: failure by 17, critical failure",
        ),
    ],
)
def test_a_roll_is_one_line(
    pool: str, target: int | None, faces: tuple[int, ...], line: str
) -> None:
    rolled = CORE.roll(pool, target, rng=Faces(*faces))
    assert str(rolled) == line
    assert repr(rolled) == f"<Roll of {rolled.pool}: {line}>"


def test_a_roll_of_another_game_has_the_words_of_that_game() -> None:
    rolled = OPEND6.roll("2D+1", 5, rng=Faces(4, 1))
    assert str(rolled) == (
        "Wild Die 1 + 1 pip = 2 (chosen: the best die is lost; dropped 4) against 5: "
        "failure by 3, critical failure"
    )
    deep = DEEP.roll("2D+1", 4, rng=Faces(8, 3))
    assert str(deep).startswith("8 + 3 + 1 pip = 12 against 4: success by 8, rank")


def test_dice_that_are_counted_are_listed() -> None:
    rolled = COUNTING.roll(
        "4D", 1, rng=Faces(6, 5, 1, 3), procedure=COUNTING.dice.COUNTING
    )
    assert str(rolled).startswith("6, 5, 1, 3: 3 counted against 1: success by 2")


@pytest.mark.usefixtures("kept")
def test_the_lines_of_a_roll_are_those_of_the_command_line() -> None:
    runner = CliRunner(env={"COLUMNS": "100"})
    for seed in range(6):
        pool = "4D+1 WD B1 Adv"
        asked = ["roll", pool, "--seed", str(seed), "--difficulty", "15"]
        said = runner.invoke(freed6c, asked, catch_exceptions=False).stdout.splitlines()
        rolled = CORE.roll(pool, 15, rng=random.Random(seed))
        title, *work = [line for line in said[1:] if line]
        assert title == "Check (dice.check), FreeD6 Core Rules 1.0.0"
        assert " ".join(" ".join([said[0], *work]).split()) == " ".join(
            " ".join(rolled.lines()).split()
        )


# Checks.


def test_a_result_says_what_was_rolled_and_what_came_of_it() -> None:
    result = CORE.check(ann().pool(CORE.skills.MELEE), 8, rng=Faces(3, 5, 2))
    assert str(result) == (
        "3D gives 3 + 5 + 2 = 10 against 8: success by 2, rank 1, Minimal"
    )
    assert repr(result) == f"<CheckResult: {result}>"
    free = CORE.check(ann().pool(CORE.skills.MELEE), rng=Faces(3, 5, 2))
    assert str(free) == "3D gives 3 + 5 + 2 = 10"


def test_what_is_added_to_a_margin_is_said() -> None:
    shifts = (CORE.play.Part("Scale", "+10"),)
    ready = ann().pool(CORE.skills.MELEE).but(shift=10, shifts=shifts)
    assert str(CORE.check(ready, 9, rng=Faces(4, 4, 4))).endswith(
        "= 12 against 9, +10 by Scale: success by 13, rank 3, Moderate"
    )


def test_a_check_says_what_it_was_for_and_what_it_had_to_reach() -> None:
    mara, actions = person(OPEND6, "Mara"), OPEND6.actions
    given = OPEND6.play.Choices(given={"difficulty": 5})
    (dodged,) = mara.act(actions.DODGE, rng=Faces(2, 2, 3), choices=given).checks
    assert (
        str(dodged) == "Dodge: 3D gives 2 + 2 + Wild Die 3 = 7 against 5: success by 2"
    )
    assert str(dodged.needed) == "5 (difficulty 5)"


# Odds.


def test_odds_are_told_at_a_glance() -> None:
    assert str(CORE.odds("5D")) == "5D: mean 17.5 (35/2), lowest 5, highest 30"
    wild = CORE.odds("2D WD")
    assert str(wild) == "2D WD: mean 7.7 (77/10), lowest 2, highest none, dice explode"
    assert repr(wild) == "<Odds of 2D WD>"
    assert str(CORE.opposed_odds("2D", "2D")) == "win 44.37%, tie 11.27%, lose 44.37%"


# Characters and what is on them.


def test_somebody_is_shown_with_conditions() -> None:
    who = ann()
    assert (str(who), repr(who)) == ("Ann", "<Ann>")
    who.apply_condition(CORE.tracks.DAMAGE.HURT)
    assert repr(who) == "<Ann: Hurt>"
    assert repr(CORE.Character()) == "<Character>"


def test_durations_say_how_long_they_still_last() -> None:
    who, end, periods = ann(), CORE.play.end_period, CORE.periods
    who.apply_condition(CORE.tracks.DAMAGE.HURT)
    (hurt,) = who.conditions
    assert str(hurt) == "Hurt, until the end of the next round"
    end(periods.ROUND, [who], Faces())
    (hurt,) = who.conditions
    assert str(hurt.lasting) == "until the end of the round"
    who.apply_condition(CORE.tracks.DAMAGE.WOUNDED)
    assert str(who.conditions[-1]) == "Wounded, until the end of the encounter"


def lasting(text: str, **counted: int) -> str:
    form, *words = text.split()
    of_form: dict[str, dict[str, Any]] = {
        "count": {"count": words[0]},
        "next": {},
        "end": {"following": len(words) > 1},
    }
    fields = {"form": form, "period": words[-1], **of_form[form]}
    duration = CORE.kinds.Duration(text=" ".join(words), **fields)
    return str(CORE.play.Lasting(duration=duration, **counted))


@pytest.mark.parametrize(
    ("text", "counted", "said"),
    [
        ("count 2 round", {"left": 3}, "this round and 2 more"),
        ("count 2 round", {"left": 1}, "until the end of the round"),
        ("next round", {"left": 2, "waits": 1}, "next round"),
        ("next round", {"left": 1}, "this round"),
        ("end encounter", {"left": 1}, "until the end of the encounter"),
        ("end next turn", {"left": 2}, "until the end of their next turn"),
    ],
)
def test_what_is_left_counts(text: str, counted: dict[str, int], said: str) -> None:
    assert lasting(text, **counted) == said


def test_an_effect_in_force_says_what_it_does_and_how_long() -> None:
    who = ann()
    assert str(CORE.tracks.DAMAGE.HURT.effects[0]) == "-1D on checks"
    who.spend(CORE.points.ACTION, "dice", rng=Faces())
    (active,) = who.effects
    assert str(active) == "+2D on checks, this session, once"


def test_a_sheet_has_all_that_somebody_has() -> None:
    who = ann(
        ratings={"skill.lifting": "1D", "specialization.lifting.crush": "0D+2"},
        values={CORE.values.WEAPON_DAMAGE: "3D"},
    )
    who.apply_condition(CORE.tracks.DAMAGE.HURT)
    who.spend(CORE.points.ACTION, "dice", rng=Faces())
    first, *lines = who.sheet().splitlines()
    assert first == "Ann"
    assert lines[0] == "Strength 3D: Lifting +1D (Crush +2)"
    assert "Wits 3D" in lines
    assert lines[-3:] == [
        "Action points 0",
        "Hurt, until the end of the next round",
        "Action points: +2D on checks, this session, once",
    ]


# What happened, in sentences.


def test_happenings_are_sentences() -> None:
    bob = person(CORE, "Bob", player=True)
    near = CORE.play.Choices(given={"engaged": True})
    told = str(bob.act(CORE.actions.ANSWER_FULL, rng=Faces(), choices=near))
    assert told.splitlines()[-1] == (
        "Bob resists any action by Answer: full action, this round, once"
    )


def test_ranks_that_are_left_to_spend_are_told() -> None:
    who = ann()
    who.apply_condition(CORE.tracks.DAMAGE.HURT)
    told = str(who.act(CORE.actions.RECOVER_BODY, rng=Faces(6, 6)))
    assert told.splitlines() == [
        "Recover: your own body: 3D -1D gives 12 against 10, success, rank 1",
        "1 rank left to spend on Recovery",
    ]


# Rulesets, amounts.


def test_a_ruleset_has_its_title_and_version() -> None:
    assert str(CORE.RULES) == "FreeD6 Core Rules 1.0.0"
    assert repr(CORE.RULES) == "<FreeD6 Core Rules 1.0.0>"


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        (5, "5 m"),
        (Fraction(3, 2), "1.5 m"),
        (Fraction(-1, 8), "-0.125 m"),
        (Fraction(1, 3), "1/3 m"),
        (10**30 + Fraction(1, 2), f"{10**30}.5 m"),
    ],
)
def test_quantities_are_written_as_decimals(amount: int | Fraction, text: str) -> None:
    assert str(CORE.kinds.Quantity(amount=amount, unit="m")) == text
