"""Situations: what their steps may be, what they compare, and the character of an example."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from freed6c.model.example_runs import ExampleRun, run_examples
from freed6c.pipeline import compile_packs
from freed6c.runtime.amounts import Quantity
from freed6c.runtime.play.examples import ExampleCharacter
from freed6c.runtime.record import FormulaError
from made_packs import write_pack

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path


PEOPLE: Any = {
    "ann": {
        "player": True,
        "stats": {"strength": "3D", "dexterity": "3D", "perception": "2D", "melee": "1D"},
    },
    "ben": {"stats": {"strength": "2D", "dexterity": "3D", "perception": "3D"}},
}  # fmt: skip
REACH: Any = {"row": "attacks.unarmed", "distance": "5 ft", "clearance": "5 ft"}
HIT: Any = {"run": "action.attack", "by": "ann", "on": "ben", "given": REACH}


def played(folder: Path, *steps: Mapping[str, Any], **entries: Any) -> ExampleRun:
    """The run of a situation with these steps, on core with more entries."""
    example = {"about": "action.attack", "people": PEOPLE, "steps": list(steps)}
    entries["examples"] = {"it": example}
    pack = write_pack(folder, "table", {"e.yaml": entries}, extends="core")
    linked = compile_packs(str(pack)).linked
    assert linked is not None, compile_packs(str(pack)).diagnostics
    return next(run for run in run_examples(linked) if run.example.key == "it")


def test_what_a_step_gives_is_of_the_type_that_its_action_asks_for(
    tmp_path: Path,
) -> None:
    inputs = {"distance": {"name": "Keeping a distance", "type": "boolean"}}
    rule = {"name": "Distance", "text": "Keep it.", "inputs": inputs}
    step = HIT | {"dice": [4, 3, 3, 1, 1, 1]}
    assert played(tmp_path, step, rules={"apart": rule}).found == ""


WRONG: Mapping[str, tuple[Mapping[str, Any], str]] = {
    "another total": ({"expect": {"total": 11}}, "total: 10"),
    "another pool": ({"expect": {"pool": "4D"}}, "pool: 3D"),
    "a roll that follows": ({"expect": {"then": [{"total": 4}]}}, "Damage total: 3"),
    "no such roll": ({"expect": {"then": [{"total": 3}, {"total": 3}]}}, "roll 3 total: unknown"),
    "conditions": ({"expect": {"conditions": {"ben": "damage.hurt"}}}, "conditions of ben: none"),
    "a die too few": ({"dice": [4, 3, 3, 1, 1]}, "dice: 6 rolled (Attack 3D, Damage 3D)"),
    "a die too many": ({"dice": [4, 3, 3, 1, 1, 1, 1]}, "dice: 1 not rolled"),
    "no such face": ({"dice": [4, 3, 7, 1, 1, 1]}, "dice: a d6, which has no face 7"),
    "not refused": ({"expect": {"refused": True}}, "a result"),
    "refused": (
        {"given": REACH | {"distance": "20 ft"}, "dice": []},
        (
            "a refusal (Attack requires: the opponent stands within the reach of your attack "
            "(Distance to the opponent: 20 ft))"
        ),
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_what_a_step_gives_otherwise_is_told_at_the_step(
    case: str, tmp_path: Path
) -> None:
    changed, found = WRONG[case]
    run = played(
        tmp_path, {"start": "round"}, HIT | {"dice": [4, 3, 3, 1, 1, 1], **changed}
    )
    assert (run.verdict, run.found, run.place) == ("failed", found, ("steps", 1))
    assert run.what == "step 2: ann: action.attack on ben"


def test_a_formula_has_to_hold(tmp_path: Path) -> None:
    run = played(tmp_path, {"formula": "fixed(melee) = 13", "by": "ann"})
    assert run.found == "false"


def test_another_order_of_play_is_told(tmp_path: Path) -> None:
    run = played(tmp_path, {"run": "scene.melee", "expect": {"order": ["ann", "ben"]}})
    assert (run.verdict, run.found) == ("failed", "order: [ben, ann]")


def test_nobody_of_that_name(tmp_path: Path) -> None:
    steps = [HIT | {"on": "bert"}]
    example = {"about": "action.attack", "people": PEOPLE, "steps": steps}
    pack = write_pack(
        tmp_path, "table", {"e.yaml": {"examples": {"it": example}}}, extends="core"
    )
    problem = compile_packs(str(pack)).diagnostics[0]
    assert problem.message == "unknown name 'bert' in this example"
    assert [way.text for way in problem.help] == ["available people: ann, ben"]


def test_a_situation_of_the_base_goes_with_what_it_names(tmp_path: Path) -> None:
    pack = write_pack(
        tmp_path,
        "fistless",
        {"r.yaml": {"remove": {"row.attacks.unarmed": {}}}},
        extends="core",
    )
    compiled = compile_packs(str(pack), steps="all")
    named = [p.message for p in compiled.diagnostics if "situations" in str(p.label)]
    assert not named
    assert compiled.linked is not None
    assert "example.sit-hit-and-damage" not in compiled.linked.entries


def test_a_situation_of_the_base_may_go_otherwise(tmp_path: Path) -> None:
    change: Any = {"formula.fixed-value": {"set": {"constants.per-die": 4}}}
    pack = write_pack(
        tmp_path, "harder", {"r.yaml": {"change": change}}, extends="core"
    )
    compiled = compile_packs(str(pack), steps="all")
    assert compiled.ruleset is not None
    verdicts = {run.example.key: run.verdict for run in run_examples(compiled.ruleset)}
    assert verdicts["sit-hit-and-damage"] == "changed"
    assert not any("situations" in str(p.label) for p in compiled.diagnostics)


def test_what_builds_on_a_pack_is_made_without_its_situations(tmp_path: Path) -> None:
    pack = write_pack(tmp_path, "plain", {}, extends="core")
    ruleset = compile_packs(str(pack)).ruleset
    assert ruleset is not None
    assert "example.sit-hit-and-damage" not in ruleset.entries
    assert "example.ex-12" in ruleset.entries


STRIKE = "specialization.brawling.strike"


@pytest.fixture(scope="module")
def core() -> Any:
    return compile_packs("core").ruleset


def sheet(core: Any, **given: Any) -> ExampleCharacter:
    names = {"strength": "ability.strength", "strike": STRIKE, "move": "value.move"}
    return ExampleCharacter(core, {names[key]: value for key, value in given.items()})


def test_ratings_are_as_given(core: Any) -> None:
    code = core.die_code
    someone = sheet(core, strength=code(3), strike=code(5, 1))
    assert someone.rating(STRIKE) == code(5, 1)
    assert someone.fixed(STRIKE) == 16
    assert someone.without_ability(STRIKE) == code(2, 1)
    assert someone.has(STRIKE)
    assert not someone.has("ability.luck")


def test_values_are_given_or_follow(core: Any) -> None:
    far = Quantity(amount=30, unit="ft")
    assert sheet(core, move=far).value("value.move") == far
    strong = sheet(core, strength=core.die_code(3, 1))
    with pytest.raises(FormulaError, match="awareness"):
        strong.value("value.initiative")


def test_what_is_not_known_is_told(core: Any) -> None:
    someone = sheet(core, strength=core.die_code(3), strike=core.die_code(2))
    with pytest.raises(FormulaError, match=r"ability\.wits"):
        someone.rating("ability.wits")
    with pytest.raises(FormulaError, match="less than its ability"):
        someone.without_ability(STRIKE)
    with pytest.raises(FormulaError, match="cannot roll"):
        someone.roll(STRIKE)
