"""Steps of a dice procedure change something where they are, or are errors with the right place."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from freed6c.cli import freed6c
from freed6c.pipeline import compile_packs
from made_packs import write_pack

if TYPE_CHECKING:
    from pathlib import Path

    from freed6c.diagnostics.diagnostic import Diagnostic

OWN = ["ability", "skill", "specialization"]
BEFORE: dict[str, dict[str, Any]] = {
    "multiply-dice": {"token": "H", "by": 2, "sources": OWN, "pips": "keep"},
    "substitute-dice": {"always": 1, "from": OWN, "limit": "all", "explode": {"d6": 6}},
    "exchange-pips": {"up-from": 2},
}  # fmt: skip
AFTER: dict[str, dict[str, Any]] = {
    "roll-again": {"token": {"A": "higher"}, "compare": "total", "tie": "first", "stack": False},
    "drop-dice": {
        "token": {"B": "lowest"}, "cancel": "none", "drop-from": OWN, "equal-dice": OWN,
        "forced": False,
    },
    "map-faces": {"map": "opposite", "which": "kept", "times": 1, "chain": "none", "token": "F"},
    "cancel-highest": {},
    "count-faces": {"faces": "5+"},
    "choose-one": {
        "chosen-by": "You", "assume": "a",
        "choices": {
            "a": {"name": "A", "do": "cancel-highest"}, "b": {"name": "B", "do": "nothing"},
        },
    },
}  # fmt: skip
ROLL = {"name": "Roll", "do": "roll"}


def step(do: str, **more: Any) -> dict[str, Any]:
    return {
        "name": "Odd",
        "do": do,
        **{**BEFORE, **AFTER, "roll": {}, "add-dice": {"token": "X"}}[do],
        **more,
    }


HEROIC = {**step("multiply-dice"), "name": "Heroic"}


def said_of(folder: Path, *steps: tuple[str, dict[str, Any]]) -> list[Diagnostic]:
    procedure = {
        "name": "Throw",
        "die": "d6",
        "pips-carry": "codes",
        "success": "at-least",
    }
    files: Any = {
        "dice.yaml": {
            "die-codes": {"pips-per-die": 3, "smallest": "1D"},
            "abilities": {"brawn": {"name": "Brawn"}},
            "dice": {"throw": {**procedure, "steps": dict(steps)}},
        }
    }
    found = compile_packs(str(write_pack(folder, "game", files))).diagnostics
    return [one for one in found if one.code.id == "D6-C112"]


@pytest.mark.parametrize("do", [*BEFORE, *AFTER])
def test_a_step_works_on_one_side_of_the_roll_alone(tmp_path: Path, do: str) -> None:
    early = [("odd", step(do)), ("roll", ROLL)]
    late = early[::-1]
    right, wrong = (early, late) if do in BEFORE else (late, early)
    assert not said_of(tmp_path / "right", *right)
    (found,) = said_of(tmp_path / "wrong", *wrong)
    side, other = ("before", "after") if do in BEFORE else ("after", "before")
    assert found.message.startswith(f"step 'Odd' comes {other} 'Roll': ")
    assert found.help[0].text == f"move it {side} 'roll'"


@pytest.mark.parametrize(
    ("steps", "message", "way_out"),
    [
        (
            [("roll", ROLL), ("odd", step("roll"))],
            "step 'Odd' comes after 'Roll': its dice have already been rolled",
            "remove it",
        ),
        (
            [("roll", ROLL), ("count", step("count-faces")), ("odd", step("cancel-highest"))],
            "step 'Odd' comes after 'Odd': the faces have already been counted",
            "move it before 'count'",
        ),
        (
            [("odd", step("multiply-dice", **{"if": {"step": "w", "shows": 1}})),
             ("w", {**step("substitute-dice"), "name": "Wild"}), ("roll", ROLL)],
            "step 'Odd' comes before 'Roll': no dice have been rolled yet",
            "remove 'if': it waits for dice that have already been rolled",
        ),
        (
            [("roll", ROLL), ("odd", step("cancel-highest", **{"if": {"step": "x", "shows": 1}})),
             ("x", {**step("add-dice"), "name": "Extra"})],
            "step 'Odd' comes before 'Extra': it waits for those dice",
            "move it after 'x'",
        ),
    ],
)  # fmt: skip
def test_what_has_nothing_to_work_on_is_told(
    tmp_path: Path, steps: list[tuple[str, Any]], message: str, way_out: str
) -> None:
    (found,) = said_of(tmp_path, *steps)
    assert (found.message, found.help[0].text) == (message, way_out)


@pytest.mark.parametrize(
    ("change", "way_out", "right"),
    [
        (
            {"add": {"steps.heroic": HEROIC}},
            "write before: roll",
            {"add": {"steps.heroic": {**HEROIC, "before": "roll"}}},
        ),
        (
            {"move": {"steps.roll": {"after": "luck"}}},
            "write after: wild",
            {"move": {"steps.roll": {"after": "wild"}}},
        ),
        (
            {"move": {"steps.advantage": {"before": "luck"}}},
            "write after: roll",
            {"move": {"steps.advantage": {"after": "roll"}}},
        ),
        (
            {"move": {"steps.roll": {"before": "luck"}}},
            "write after: wild",
            {"move": {"steps.roll": {"after": "wild"}}},
        ),
        (
            {"add": {"steps.count": {"name": "Count", **step("count-faces"), "after": "roll"}}},
            "write after: flip",
            {"add": {"steps.count": {"name": "Count", **step("count-faces"),
                                     "after": "flip"}}},
        ),
        (  # whose odds take minutes to calculate
            {"add": {"steps.count": {**step("count-faces"), "before": "luck"}}},
            "write after: flip",
            {"add": {"steps.count": step("count-faces")}},
        ),
    ],
)  # fmt: skip
def test_what_to_write_is_told_where_a_pack_put_a_step(
    tmp_path: Path, change: dict[str, Any], way_out: str, right: dict[str, Any]
) -> None:
    def check(name: str, done: dict[str, Any]) -> str:
        changes: Any = {"dice.check": {"why": "So.", **done}}
        pack = write_pack(tmp_path, name, {}, extends="core", change=changes)
        return CliRunner().invoke(freed6c, ["check", str(pack)]).output

    wrong = check("wrong", change)
    assert f"help: {way_out}\n" in wrong
    assert wrong.count("error[D6-C112]") == 1, (
        "one cause, one error, whatever it moved past"
    )
    assert "wrong/pack.yaml" in wrong.partition("-->")[2].splitlines()[0]
    assert "D6-C112" not in check("right", right)


def test_the_place_of_a_step_is_not_offered_as_its_number(tmp_path: Path) -> None:
    need = [{"if": "wild = 6", "sentence": "They show a six"}]
    change: Any = {"action.attack": {"why": "So.", "set": {"needs": need}}}
    pack = write_pack(tmp_path, "lucky", {}, extends="core", change=change)
    output = CliRunner().invoke(freed6c, ["check", str(pack)]).output
    assert "a step and a whole number cannot be compared" in output
    assert "place(" not in output
