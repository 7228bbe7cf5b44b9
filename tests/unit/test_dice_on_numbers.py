"""A die that an effect adds to a number or rolls with counts, or is an error at its line."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from playing import Faces, compiled_with, kites_with

from freed6c.cli import freed6c
from freed6c.diagnostics.codes.checks import WRONG_AMOUNT
from freed6c.packs.location import Location
from freed6c.pipeline import compile_packs
from freed6c.runtime.play.actions import act
from freed6c.runtime.play.character import Character
from freed6c.runtime.play.checks import RollingCharacter
from freed6c.runtime.play.execution import Choices
from made_packs import write_pack

if TYPE_CHECKING:
    from pathlib import Path

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.packs.data import Data


WINGED = {"ability.wing": "2D", "ability.eye": "1D"}


def house(*effects: str) -> str:
    return f"rules: {{tailwind: {{name: Tailwind, effects: [{', '.join(effects)}]}}}}"


def winged(*effects: str, **more: Any) -> Character:
    """A kite under a rule that does this; fixed values are 5 a die, and 4 pips make a die."""
    return Character(WINGED, rules=kites_with(house(*effects)), name="Red", **more)


@pytest.mark.parametrize(
    ("by", "adds"),
    [("1D", 5), ("2D", 10), ("-1D", -5), ("1D+1", 6), ("-1D-1", -6), ("-1D+1", -4), ("2", 2)],
)  # fmt: skip
def test_in_a_fixed_value_dice_count_as_its_formula_says(by: str, adds: int) -> None:
    assert winged("{modify: margins, by: 1}").value("value.guard") == 13
    assert (
        winged(f"{{modify: value.guard, by: {by}}}").value("value.guard") == 13 + adds
    )


def test_dice_of_a_formula_count_in_a_fixed_value_too() -> None:
    red = winged(
        '{modify: value.guard, by: "if(points(string) > 0, 1D, 2D)"}', player=True
    )
    assert red.value("value.guard") == 18


def test_in_a_rolled_value_they_are_dice_of_the_roll() -> None:
    red = winged(
        "{modify: value.gust-of-luck, by: 1D+1}", "{modify: value.gust-of-luck, by: 2}"
    )
    dice = Faces(7, 3)
    assert RollingCharacter(red, dice).value("value.gust-of-luck") == 7 + 3 + 1 + 2
    assert not dice.left


def test_a_mark_counts_in_a_rolled_value() -> None:
    red = winged("{modify: value.gust-of-luck, by: S1}")
    assert RollingCharacter(red, Faces(7, 3)).value("value.gust-of-luck") == 10


def test_the_log_says_that_dice_for_a_kept_number_wait() -> None:
    text = "actions: {go: {name: Go, type: nod, effects: [{modify: value.gust-of-luck, by: 1D}]}}"
    red = Character(WINGED, rules=kites_with(text), name="Red")
    RollingCharacter(red, Faces(3)).value("value.gust-of-luck")
    assert "counts from the next roll" in str(red.act("action.go"))


def test_what_is_rolled_in_the_place_of_a_fixed_value_has_the_dice_once() -> None:
    red = winged("{modify: value.guard, by: 1D}")
    assert RollingCharacter(red, Faces(7, 3, 2)).roll("value.guard") == 7 + 3 + 2 + 3


def problems(effect: str) -> list[Diagnostic]:
    found = compiled_with(house(effect) + NUMBERS).diagnostics
    return [one for one in found if one.code is WRONG_AMOUNT]


NUMBERS = """
values:
  knack: {name: Knack, of: kite, type: integer, default: 1}
  two: {name: Two, of: kite, type: integer, formula: roll(eye) + roll(wing)}
"""


NUMBER = "write a number: by: {}"
ROLLS = "to change rolls, write modify: checks"
WHOLE = "write a formula that returns a number"


@pytest.mark.parametrize(
    ("what", "by", "thing", "way_out"),
    [
        ("value.knack", "1D", "Knack", NUMBER.format(5)),
        ("value.knack", "-2D+1", "Knack", NUMBER.format(-9)),
        ("value.knack", "rating(wing)", "Knack", WHOLE),
        ("value.two", "1D", "Two", NUMBER.format(5)),
        ("margins", "±1D", "margins", NUMBER.format("±5")),
        ("resistance", "1D", "resistance", NUMBER.format(5)),
        ("points.string", "1D", "String", NUMBER.format(5)),
        ("action-type.swoop", "1D", "Swoop", NUMBER.format(5)),
        ("fixed-values", "S", "fixed-values", ROLLS),
        ("ability.wing", "S", "Wing", ROLLS),
    ],
)
def test_what_has_no_use_for_an_amount_is_told_at_its_line(
    what: str, by: str, thing: str, way_out: str
) -> None:
    (found,) = problems(f"{{modify: {what}, by: {by}}}")
    only = "only to rolls" if by == "S" else "only numbers can"
    assert found.message == f"{by} cannot be added to {thing}, {only}"
    assert found.help[0].text == way_out
    assert found.label is not None
    path = ("rules", "tailwind", "effects", 0, "by")
    assert isinstance(found.label.place, Location)
    assert found.label.place.path == path


@pytest.mark.parametrize(
    "effect",
    [
        "{modify: checks, by: S1}", "{modify: checks, by: 1D}", "{modify: effect-rolls, by: S1}",
        "{modify: fixed-values, by: 1D}", "{modify: ability.wing, by: 1D}",
        "{modify: value.beak, by: 1D}", "{move: self, by: 3 yard}",
        "{modify: value.knack, by: dice(rating(wing))}", "{modify: value.line, by: 2 yard}",
    ],
)  # fmt: skip
def test_what_has_is_not(effect: str) -> None:
    assert not problems(effect)


def test_a_die_of_armor_makes_a_difference(tmp_path: Path) -> None:
    effects: list[Data] = [
        {"modify": "value.damage-resistance", "by": "1D"},
        {"modify": "value.initiative", "by": "1D"},
    ]
    files: Any = {
        "rules.yaml": {"rules": {"armor": {"name": "Armor", "effects": effects}}}
    }
    pack = write_pack(tmp_path, "house", files, extends="core")
    rules = compile_packs(str(pack)).ruleset
    assert rules is not None
    ann = Character({"ability.strength": "3D", "ability.perception": "3D"}, rules=rules)
    assert [
        ann.value(f"value.{key}") for key in ("damage-resistance", "initiative")
    ] == [12, 12]


def test_nobody_moves_by_dice() -> None:
    (found,) = problems("{move: self, by: 1D}")
    assert found.message == "1D cannot be added to a number, only numbers can"


def test_pages_say_what_dice_come_to(tmp_path: Path) -> None:
    pack = write_pack(
        tmp_path,
        "armour",
        {"rules.yaml": {"rules": {"armour": {"name": "Armour", "effects": EFFECTS}}}},
        extends="core",
    )
    command = [
        "build",
        str(pack),
        "--target",
        "markdown",
        "--out",
        str(tmp_path / "out"),
    ]
    assert CliRunner().invoke(freed6c, command).exit_code == 0
    page = (tmp_path / "out/armour/markdown/armour.md").read_text(encoding="utf-8")
    assert r"\+1D (+3 as a fixed value) to [Damage resistance]" in page
    assert r"\+1D to [Rolled initiative]" in page


EFFECTS: list[Data] = [
    {"modify": "value.damage-resistance", "by": "1D"},
    {"modify": "value.rolled-initiative", "by": "1D"},
]


def grabbing(made_with: str) -> str:
    return f"""
    tables:
      claws:
        name: Claws
        columns:
          tears: {{name: Tears, type: die-code, optional: true}}
          mass: {{name: Mass, type: integer}}
        rows: {{hook: {{name: Hook, tears: 3D+1, mass: 2}}, stub: {{name: Stub, mass: 1}}}}
    effect-rolls:
      rip:
        name: Rip
        check:
          with: value.beak
          against: {{number: 5}}
          success: [{{inflict: tatters.torn, to: target}}]
    actions:
      grab:
        name: Grab
        type: swoop
        target: opponent
        choose: {{claw: table.claws}}
        check: {{with: wing, against: {{number: 3}}, success: [{{roll: rip, with: "{made_with}"}}]}}
    """


@pytest.mark.parametrize(
    ("made_with", "claw", "dice", "rolled"),
    [
        ("claw.tears", "hook", (4, 5, 6), "3D+1 gives 16"),
        ("claw.tears", "stub", (4, 5), "2D gives 9"),  # a blank cell: as the roll says
        ("if-blank(claw.tears, 1D) + rating(eye)", "stub", (4, 5), "2D gives 9"),
        ("4D", "stub", (1, 2, 3, 4), "4D gives 10"),
    ],
)
def test_a_die_code_is_rolled(
    made_with: str, claw: str, dice: tuple[int, ...], rolled: str
) -> None:
    rules = kites_with(grabbing(made_with))
    red, blue = (
        Character({"ability.wing": "2D", "ability.eye": "1D"}, rules=rules, name=name)
        for name in ("Red", "Blue")
    )
    choices = Choices(given={"claw": rules.entry(f"row.claws.{claw}")})
    told = act("grab", red, blue, rng=Faces(9, 9, *dice), choices=choices)
    assert any(f"Rip: {rolled} against 5" in str(one) for one in told.log)
    assert blue.conditions


@pytest.mark.parametrize(
    ("made_with", "reason"),
    [
        ("claw.mass", "'claw.mass' returns a whole number, which has no rating"),
        ("value.height", "value.height has the type integer"),
        ("colour", "ability.colour has no die code (ranked: false)"),
    ],
)
def test_what_is_no_rating_and_no_die_code_is_told(made_with: str, reason: str) -> None:
    (found,) = (
        one
        for one in compiled_with(grabbing(made_with)).diagnostics
        if one.code.id == "D6-C053"
    )
    assert found.message == f"invalid rating in a check: {reason}"
