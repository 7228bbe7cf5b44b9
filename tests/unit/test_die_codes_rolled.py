"""What an effect rolls with: a die code of a cell or a formula, or an error at its line."""

from __future__ import annotations

import pytest
from playing import Faces, compiled_with, kites_with

from freed6c.runtime.play.actions import act
from freed6c.runtime.play.character import Character
from freed6c.runtime.play.execution import Choices


def house(made_with: str) -> str:
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
        whom: opponent
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
    rules = kites_with(house(made_with))
    red, blue = (
        Character({"ability.wing": "2D", "ability.eye": "1D"}, rules=rules, name=name)
        for name in ("Red", "Blue")
    )
    choices = Choices(given={"claw": rules.entry(f"row.claws.{claw}")})
    told = act("grab", red, blue, rng=Faces(9, 9, *dice), choices=choices)
    assert any(f"Rip: {rolled} against 5" in str(one) for one in told.happenings)
    assert blue.conditions


@pytest.mark.parametrize(
    ("made_with", "reason"),
    [
        ("claw.mass", "'claw.mass' gives an integer, not something that has a rating"),
        ("value.height", "value.height is of type integer"),
        ("colour", "ability.colour has no die code (ranked: false)"),
    ],
)
def test_what_is_no_rating_and_no_die_code_is_told(made_with: str, reason: str) -> None:
    (found,) = (
        one
        for one in compiled_with(house(made_with)).diagnostics
        if one.code.id == "D6-C053"
    )
    assert found.message == f"a check cannot be made with this: {reason}"
