"""`freed6c odds` and `freed6c roll`: what they tell, and how they refuse."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from freed6c.cli import freed6c
from freed6c.packs import resources
from freed6c.pipeline import compile_packs
from freed6c.runtime.play.character import Character

pytestmark = pytest.mark.usefixtures("kept")

PACKS = Path(__file__).parent / "packs"
LANTERNS = (PACKS / "lanterns.yaml").read_text("utf-8")


def run(*arguments: str, width: int = 80) -> Result:
    runner = CliRunner(env={"COLUMNS": str(width)})
    return runner.invoke(freed6c, arguments, catch_exceptions=False)


def told(*arguments: str) -> Any:
    ended = run(*arguments, "--format", "json")
    assert ended.exit_code == 0, ended.stderr
    return json.loads(ended.stdout)


@pytest.fixture
def lanterns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "lanterns").mkdir()
    (tmp_path / "lanterns" / "pack.yaml").write_text(LANTERNS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return "lanterns"


def line(text: str, start: str) -> str:
    (found,) = [one for one in text.splitlines() if one.strip().startswith(start)]
    return found.strip()


def test_odds_of_a_plain_pool() -> None:
    said = run("odds", "5D", "--difficulty", "10").stdout
    assert said.startswith("5D\nCheck (dice.check), FreeD6 Core Rules 1.0.0\n\nMean")
    assert line(said, "Mean") == "Mean     17.5 (35/2)"
    assert line(said, "Easy (10)") == "Easy (10)              98.38%  425/432"
    assert line(said, "success ") == "success                 98.38%  425/432"
    assert line(said, "rank 0") == "rank 0                   1.62%  7/432"
    assert "rank 6, Overwhelming" in said
    assert "\n  critical-failure            0%\n\nReadings\n" in said
    assert "within" not in said


def test_the_pool_is_shown_in_its_normal_form() -> None:
    assert run("odds", "4D B1 WD B1").stdout.startswith("4D WD B2\n")


def test_readings_name_every_step_and_what_is_assumed() -> None:
    said = run("odds", "3D").stdout
    readings = said.split("\n\n")[-1]
    assert "Dice flip          do map-faces; token F; map opposite" in readings
    assert "chain one-die" in readings
    assert "die d6; pips-carry codes; success at-least; ranks rank" in readings


def test_a_chart_stops_and_says_what_is_left() -> None:
    said = run("odds", "3D WD").stdout
    last = line(said, "more than").rpartition(" ")
    assert last[2] == "0.08%"
    assert "Highest  none, dice explode" in said
    assert "more than" not in run("odds", "3D").stdout


@pytest.mark.parametrize("width", [40, 60, 90])
def test_a_chart_fits_the_terminal(width: int) -> None:
    said = run("odds", "6D", width=width).stdout
    bars = [one for one in said.splitlines() if one.endswith("\N{FULL BLOCK}")]
    assert bars
    assert max(map(len, bars)) <= width
    assert max(map(len, bars)) > width - 8


def test_many_totals_are_shown_in_a_few_rows() -> None:
    said = run("odds", "60D").stdout
    chart = said.split("\n\n")[2].splitlines()
    assert ".." in chart[1]
    assert len(chart) < 45


def test_one_pool_against_another() -> None:
    said = run("odds", "2D", "--against", "2D").stdout.split("\n\n")[-2]
    assert said.startswith("Against 2D\n")
    assert line(said, "tie").endswith("73/648")
    assert "too low" not in said
    heavy = run("odds", "2D WD8", "--against", "2D WD8").stdout
    assert "Each value is too low by at most" in heavy


def test_a_bound_is_stated_where_there_is_one() -> None:
    assert "Each probability is within" in run("odds", "3D WD Adv P1").stdout


def test_odds_for_tools() -> None:
    found = told("odds", "5D", "--difficulty", "10", "--difficulty", "14")
    easy, hard = found["difficulties"]
    assert easy["success"] == {"fraction": "425/432", "decimal": 425 / 432}
    assert hard["success"]["fraction"] == "1099/1296"
    assert sum(Fraction(one["chance"]["fraction"]) for one in easy["ranks"]) == (
        Fraction(425, 432)
    )
    shares = [one["exactly"]["fraction"] for one in found["distribution"]["totals"]]
    assert sum(map(Fraction, shares)) == 1
    assert found["against"] is None
    assert found["procedure"]["steps"][4]["readings"]["equal-dice"][-1] == (
        "step.check.wild"
    )


def test_what_is_left_out_is_counted() -> None:
    shown = told("odds", "2D WD")["distribution"]
    inside = sum(Fraction(one["exactly"]["fraction"]) for one in shown["totals"])
    ends = Fraction(shown["below"]["fraction"]) + Fraction(shown["above"]["fraction"])
    assert inside + ends == 1
    assert 0 < ends < Fraction(2, 10**6)


def closed(schema: Any) -> Any:
    """A schema that allows no more than what it describes."""
    if isinstance(schema, list):
        return [closed(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    inner = {key: closed(one) for key, one in schema.items()}
    return inner | ({"additionalProperties": False} if "required" in inner else {})


@pytest.mark.parametrize(
    "arguments",
    [
        ("odds", "5D WD B1", "--difficulty", "10", "--against", "4D"),
        ("odds", "3D WD Adv P1"),
        ("odds", "2D WD12 B1 Adv F6"),
        ("roll", "5D L 2WD8 Dis B2 F6", "--seed", "4", "--difficulty", "5"),
        ("roll", "2D"),
        ("odds", "3D O W", "--pack", "lanterns", "--procedure", "flare"),
        ("roll", "5D", "--pack", "lanterns", "--difficulty", "1"),
    ],
    ids=" ".join,
)
@pytest.mark.usefixtures("lanterns")
def test_json_is_what_its_schema_says(arguments: tuple[str, ...]) -> None:
    loaded = {
        name: closed(json.loads((resources.schemas() / name).read_text("utf-8")))
        for name in ("odds.schema.json", "roll.schema.json")
    }
    known = [(name, Resource.from_contents(one)) for name, one in loaded.items()]
    registry: Registry[Any] = Registry().with_resources(known)
    schema = loaded[f"{arguments[0]}.schema.json"]
    found = told(*arguments)
    Draft202012Validator(schema, registry=registry).validate(found)
    found["more"] = 1
    assert not Draft202012Validator(schema, registry=registry).is_valid(found)


def test_benchmarks_of_any_pack(lanterns: str) -> None:
    """By the number that a band stands for; those that margins are read in are no targets."""
    said = run("odds", "6D", "--pack", lanterns, "--difficulty", "3").stdout
    assert said.split("\n\n")[3:-1] == [
        "Gloom\n  Dusk (2)     65.62%  21/32\n  Night (5)     1.56%  1/64",
        "Fog\n  Haze (3)    34.38%  11/32\n  Haze (6)        0%",
        RANKED,
    ]


RANKED = """\
Against 3
  success           34.38%  11/32
  rank 1, Dim       32.81%  21/64
  rank 2, Bright     1.56%  1/64"""


@pytest.fixture
def misses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "misses").mkdir()
    (tmp_path / "misses" / "pack.yaml").write_text(
        (PACKS / "misses.yaml").read_text("utf-8"), encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)
    return "misses"


def test_failures_and_their_bands_have_their_odds(misses: str) -> None:
    said = run("odds", "2D+1", "--pack", misses, "--difficulty", "8").stdout
    assert said.split("\n\n")[-2] == MISSED
    (versus,) = told("odds", "2D+1", "--pack", misses, "--difficulty", "8")[
        "difficulties"
    ]
    ranks, failures = (
        {one["name"]: Fraction(one["chance"]["fraction"]) for one in versus[part]}
        for part in ("ranks", "failures")
    )
    assert sum(ranks.values()) == Fraction(versus["success"]["fraction"])
    assert sum((*ranks.values(), *failures.values())) == 1
    assert ranks.keys() == {"Bare hit", "Hit"}
    assert failures.keys() == {None, "Dire miss", "Miss", "Near miss"}


MISSED = """\
Against 8
  success             58.33%  7/12
  rank 4, Bare hit    16.67%  1/6
  rank 5, Hit         41.67%  5/12
  failure             41.67%  5/12
  Dire miss               0%
  Miss                27.78%  5/18
  Near miss           13.89%  5/36"""


def test_a_failure_has_its_band_where_it_is_rolled(misses: str) -> None:
    task = ("roll", "2D+1", "--pack", misses, "--difficulty", "8", "--seed")
    said = {line(run(*task, str(n)).stdout, "Against") for n in range(20)}
    assert {
        "Against 8: failure by 1, Near miss",
        "Against 8: failure by 2, Miss",
    } < said
    assert not any("failure" in one and one.endswith(", Bare hit") for one in said)


def test_a_roll_against_nothing_has_a_band_and_no_success(misses: str) -> None:
    rules = compile_packs(misses).ruleset
    assert rules is not None
    said = set()
    for seed in range(60):
        ann = Character({"cool": "2D"}, name="Ann", rules=rules)
        said.add(str(ann.act("act", rng=random.Random(seed))))
    assert {"Act: 2D gives 4, Low", "Act: 2D gives 9, Mid"} < said
    assert not any("success" in one for one in said)


def test_a_procedure_by_key_or_id(lanterns: str) -> None:
    for named in ("flare", "dice.flare"):
        said = run("odds", "2D+5 O", "--pack", lanterns, "--procedure", named).stdout
        assert "Flare (dice.flare), Lanterns 1.0.0" in said
        assert "Lowest   7" in said


def test_a_roll_shows_its_work() -> None:
    ended = run("roll", "5D WD B2 Adv F6 L", "--difficulty", "12", "--seed", "3")
    assert ended.stdout == (
        "5D L WD Adv B2 F6\n"
        "Check (dice.check), FreeD6 Core Rules 1.0.0\n"
        "\n"
        "  Luck               5 dice become 10\n"
        "  Wild Die           1 of 10 dice swapped\n"
        "  Roll               rolled 2, 5, 5, 2, 3, 5, 4, 6, 5, Wild Die 1\n"
        "  Advantage          sets of 38 and 37; the higher is kept, the first; set aside\n"
        "                     5, 1, 4, 3, 5, 2, 2, 6, 4, Wild Die 5\n"
        "  Boost and penalty  rolled 5, 4; dropped Wild Die 1, 2\n"
        "  Dice flip          6 counts as 1\n"
        "\n"
        "Total 39\n"
        "Against 12: success by 27, rank 6, Overwhelming\n"
    )


def rolls(*arguments: str) -> list[Any]:
    return [told("roll", *arguments, "--seed", str(seed)) for seed in range(8)]


def test_the_work_adds_up() -> None:
    for found in rolls("3D+2 WD8 P1", "--difficulty", "9"):
        kept = sum(die["value"] for die in found["dice"] if die["kept"])
        assert found["total"] == kept + 2
        assert found["margin"] == found["total"] - 9
        assert found["success"] is (found["margin"] >= 0)


def test_explosions_are_shown(lanterns: str) -> None:
    said = [
        run(
            "roll", "2D O6", "--pack", lanterns, "--procedure", "flare",
            "--seed", str(seed),
        ).stdout
        for seed in range(8)
    ]  # fmt: skip
    assert any("Oil d6 4+1 = 5" in one for one in said)
    assert any("Smoke: It smokes." in one for one in said)
    assert not any("Against" in one for one in said)


def test_failures_ranks_and_events_of_rolls() -> None:
    said = [run("roll", "1D WD", "--difficulty", "5", "--seed", str(n)).stdout
            for n in range(12)]  # fmt: skip
    assert any("Against 5: failure by 4\nCritical failure: " in one for one in said)
    assert any("success by 0, rank 0\n" in one for one in said)


def test_pips_are_told_apart_from_dice() -> None:
    said = run("roll", "2D+1 -3", "--seed", "1").stdout
    total = line(said, "Total").split()
    assert total[2:] == [str(int(total[1][:-1]) + 2), "and", "-2", "in", "pips"]


def test_counted_faces(lanterns: str) -> None:
    said = run("roll", "6D", "--pack", lanterns, "--seed", "2").stdout
    count = line(said, "Tally").split()[1]
    assert line(said, "Total") == f"Total {count}"


def test_choices_and_steps_that_wait(lanterns: str) -> None:
    ember = ("--pack", lanterns, "--procedure", "ember")
    said = [run("roll", "2D", *ember, "--seed", str(n)).stdout for n in range(30)]
    assert any("Spark  not triggered" in one for one in said)
    chosen = [one for one in said if "Spark  chosen: Duck\n  Spark  dropped " in one]
    assert chosen
    assert all(one.endswith("Coal 1\n\nTotal 0\n") for one in chosen)
    readings = run("odds", "2D", *ember, width=90).stdout.split("\n\n")[-1]
    assert "if (step coal; shows 1; which any; dropped count); choices" in readings
    assert "burns" not in readings


def test_a_seed_rolls_the_same_dice() -> None:
    assert told("roll", "9D", "--seed", "7") == told("roll", "9D", "--seed", "7")
    assert told("roll", "9D", "--seed", "7") != told("roll", "9D", "--seed", "8")
    assert len({run("roll", "20D").stdout for _ in range(2)}) > 1


MARKED = """\
error: unknown term 5X in a pool; tokens here: L (Luck), WD (Wild Die), Adv (advantage), \
Dis (disadvantage), B (boost), P (penalty), F (Dice flip)
  |
  | 5D 5X
  |    ^^
"""


def test_pools_may_be_typed_in_a_hurry() -> None:
    for command in ("odds", "roll"):
        assert run(command, "5d+1, wd b2 - 2").stdout.startswith("5D+1 -2 WD B2\n")


def test_what_cannot_be_read_is_underlined() -> None:
    for command in ("odds", "roll"):
        ended = run(command, "5D 5X")
        assert (ended.exit_code, ended.stdout, ended.stderr) == (2, "", MARKED)


REFUSED = {
    "": "a pool begins with its dice",
    "+7": "a pool begins with its dice",
    "-5D": "a pool begins with its dice",
    "3d8": "the procedure sets the sides: write 3D",
    "5D B0": "use B at least once",
    "10000D": "more than 1000 dice",
    "99999999D": "has too many digits",
    "1D " * 200: "a pool has at most 500 characters",
    "5D\x1b[31m": "unknown term",
    "\N{FULLWIDTH DIGIT FIVE}D": "unknown term",
}


@pytest.mark.parametrize("pool", REFUSED)
@pytest.mark.parametrize("command", ["odds", "roll"])
def test_pools_that_are_refused(command: str, pool: str) -> None:
    ended = run(command, pool)
    assert ended.exit_code == 2
    assert REFUSED[pool] in ended.stderr
    assert ended.stdout == ""
    assert "\x1b" not in ended.stderr


@pytest.mark.parametrize("pool", ["3D+7", "5D+7", "5D -30", "5D -9D", "0D", "1000D+9"])
def test_odd_pools_that_are_none_the_worse(pool: str) -> None:
    assert run("roll", pool, "--difficulty", "-5").exit_code == 0
    if pool != "1000D+9":
        assert run("odds", pool, "--difficulty", "-5").exit_code == 0


def test_a_mean_without_an_exact_method() -> None:
    pool = "2D WD12 B1 Adv F6"
    assert "Mean     not available: there is no closed form" in run("odds", pool).stdout
    found = told("odds", pool)
    assert found["mean"] is None
    assert found["mean_refused"].startswith("there is no closed form")


def test_chances_with_a_bound_are_never_below_nothing() -> None:
    """What is impossible comes out a hair below 0 before it is set right."""
    found = told("odds", "4D WD12 P1 Adv", "--difficulty", "25")
    assert found["difficulties"][0]["success"]["fraction"] == "0"
    assert 0 < Fraction(found["error"]["fraction"]) < Fraction(1, 10**15)
    shown = found["distribution"]["totals"]
    assert min(one["exactly"]["decimal"] for one in shown) >= 0


@pytest.mark.parametrize("pool", ["1000D", "20D WD20 B10 Adv", "60D 5WD10 P10 Adv"])
def test_what_has_no_exact_method_is_said_to_have_none(pool: str) -> None:
    ended = run("odds", pool)
    assert ended.exit_code == 2
    assert ended.stderr.startswith("error: exact odds are not available: ")
    assert ended.stderr.endswith("^" * len(pool) + "\n")


@pytest.mark.parametrize("number", ["1000000000", "-10001", "easy", "1.5", ""])
@pytest.mark.parametrize("command", ["odds", "roll"])
def test_difficulties_that_are_refused(command: str, number: str) -> None:
    ended = run(command, "5D", "--difficulty", number)
    assert ended.exit_code == 2
    assert "--difficulty" in ended.stderr


def test_far_difficulties_are_told_exactly() -> None:
    far = told("odds", "3D WD", "--difficulty", "900")["difficulties"][0]["success"]
    assert 0 < Fraction(far["fraction"]) < Fraction(1, 10**100)
    sure, never = told("odds", "3D", "--difficulty", "-5", "--difficulty", "10000")[
        "difficulties"
    ]
    assert (sure["success"]["fraction"], never["success"]["fraction"]) == ("1", "0")
    shown = run("odds", "3D WD", "--difficulty", "99").stdout.split("\n\n")[-2]
    assert line(shown, "success").split() == ["success", "<", "0.01%"]


def test_an_unknown_procedure() -> None:
    ended = run("odds", "5D", "--procedure", "dice.chekc")
    assert ended.exit_code == 2
    assert "unknown dice procedure 'dice.chekc': did you mean 'dice.check'?" in (
        ended.stderr
    )
    assert "expected dice.check" in run("roll", "5D", "--procedure", "zzz").stderr


def test_a_procedure_that_never_ends(lanterns: str) -> None:
    for command in ("odds", "roll"):
        ended = run(command, "2D O", "--pack", lanterns, "--procedure", "pyre")
        assert ended.exit_code == 2
        assert "never ends" in ended.stderr


def test_packs_that_are_broken_missing_or_without_dice(tmp_path: Path) -> None:
    pack = tmp_path / "pack.yaml"
    pack.write_text(LANTERNS.replace("do: roll}", "do: rol}"), encoding="utf-8")
    broken = run("odds", "5D", "--pack", str(tmp_path))
    assert broken.exit_code == 1
    assert "error[D6-" in broken.stderr
    assert broken.stdout == ""
    pack.write_text(LANTERNS.partition("benchmarks:")[0], encoding="utf-8")
    without = run("roll", "5D", "--pack", str(tmp_path))
    assert without.exit_code == 2
    assert "Lanterns has no dice procedure" in without.stderr
    assert run("roll", "5D", "--pack", "nowhere/at-all").exit_code == 2


def test_a_terminal_without_blocks() -> None:
    runner = CliRunner(charset="ascii", env={"COLUMNS": "80"})
    ended = runner.invoke(freed6c, ["odds", "3D"], catch_exceptions=False)
    assert ended.exit_code == 0
    assert "  ####" in ended.stdout
