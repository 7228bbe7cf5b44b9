"""freed6c test --mutate: what is moved a step, what notices it, and what is told of the rest."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft7Validator

from freed6c.cli import freed6c, mutating
from freed6c.model.mutations import mutated, mutations
from freed6c.packs.data import walk
from freed6c.packs.resources import schemas
from freed6c.pipeline import compile_packs
from made_packs import write_pack
from small_base import SMALL, write_small

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from freed6c.packs.data import Data


def run(*arguments: str) -> Result:
    return CliRunner().invoke(freed6c, ["test", *arguments], catch_exceptions=False)


def survey(folder: Path, *options: str) -> dict[str, Any]:
    ended = run(str(folder), "--mutate", "--format", "json", *options)
    assert ended.exit_code == 0
    document: dict[str, Any] = json.loads(ended.stdout)
    schema = json.loads((schemas() / "unnoticed.schema.json").read_text("utf-8"))
    assert not list(Draft7Validator(schema).iter_errors(document))
    return document


def addresses(document: dict[str, Any]) -> list[str]:
    return [item["address"] for item in document["unnoticed"]]


# What is moved, and how far.


WORLD: dict[str, Data] = {
    "die-codes": {"pips-per-die": 3, "smallest": "1D"},
    "periods": {
        "beat": {"plural": "beats", "belongs-to": "character"},
        "hour": {"plural": "hours"},
        "night": {"plural": "nights"},
    },
    "action-types": {"work": {"per": "beat"}, "rest": {"per": "beat"}},
}


def steps(section: str, body: Data, *, references: bool = False) -> list[Data]:
    """What becomes of the values of one more entry."""
    tree: dict[str, Data] = {**WORLD, section: {"new": body}}
    return [
        mutation.after
        for mutation in mutations(tree, references=references)
        if mutation.path[0] == section
    ]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (-2, -3),
        ("1D", "1D+1"),
        ("1D+2", "2D"),
        ("-1D", "-2D"),
        ("±1D", "±2D"),
        ("B1", "B2"),
        ("2WD", "3WD"),
    ],
)
def test_amounts(before: Data, after: Data) -> None:
    assert steps("rules", {"effects": [{"modify": "checks", "by": before}]}) == [after]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("1 beat", "2 beats"),
        ("1D hours", "1D+1 hours"),
        ("until end of own next beat", "until end of next hour"),
        ("until end of hour", "until end of night"),
        ("until end of night", "until end of hour"),
        ("this beat", "this hour"),
        ("until own next work", "until own next rest"),
        ("until recovered", "until end of night"),
        ("always", "until end of night"),
    ],
)
def test_durations(before: Data, after: Data) -> None:
    body: Data = {"stacking": "discrete", "conditions": {"wet": {"duration": before}}}
    assert steps("tracks", body) == [after]


def test_each_number_of_a_formula_is_moved_alone() -> None:
    body: Data = {
        "params": {"n": "integer"},
        "returns": "integer",
        "formula": "2 * (n - 1.5)",
    }
    assert steps("formulas", body) == ["3 * (n - 1.5)", "2 * (n - 1.6)"]


def test_each_end_of_a_range_is_moved_alone() -> None:
    body: Data = {"bands": {"low": {"range": "1-4"}, "high": {"range": "5+"}}}
    assert steps("benchmarks", body) == ["2-4", "1-5", "6+"]


def test_faces_go_down() -> None:
    wild: Data = {
        "do": "substitute-dice",
        "limit": "all",
        "explode": {"d6": 6, "other": "7+"},
        "events": {"luck": {"shows": "1", "text": "Number 7."}},
    }
    body: Data = {"die": "d6", "steps": {"wild": wild}}
    assert steps("dice", body) == ["d8", 5, "6+", "2"]


def test_words_and_what_stands_beside_the_rules_stay() -> None:
    body: Data = {"name": "Room 7", "text": "Three of 5.", "aliases": ["7"]}
    assert steps("terms", body) == []
    assert steps("examples", {"about": "term.a", "formula": "1 + 1", "expect": 2}) == []
    assert steps("notes", {"readings": {"a": {"value": "3"}}}) == []


def test_a_reference_becomes_another_of_its_kind() -> None:
    body: Data = {"effects": [{"modify": "action-type.work", "by": 1}]}
    assert steps("rules", body) == [2]
    assert steps("rules", body, references=True) == ["action-type.rest", 2]


def test_nothing_else_changes() -> None:
    tree = dict(SMALL)
    for mutation in mutations(tree):
        assert walk(tree, mutation.path) == mutation.before
        changed = mutated(tree, mutation)
        assert walk(changed, mutation.path) == mutation.after != mutation.before
        assert list(changed) == list(tree)


# What notices it.


LIT: Data = {"about": "formula.glow", "formula": "glow(3)", "expect": "6"}
"""An example that notices what each lamp gives, and not how much all may give."""


def small_with(folder: Path, **examples: Data) -> Path:
    small = {key: value for key, value in SMALL.items() if key != "options"}
    return write_pack(folder, "small", {}, **{**small, "examples": examples})


def test_an_example_notices_what_it_counts_with(tmp_path: Path) -> None:
    alone = addresses(survey(small_with(tmp_path)))
    assert "formula.glow.constants.each" in alone
    lit = addresses(survey(small_with(tmp_path, lit=LIT)))
    assert set(alone) - set(lit) == {"formula.glow.constants.each"}


def test_an_example_that_only_warns_notices_nothing(tmp_path: Path) -> None:
    assert isinstance(LIT, dict)
    warns = {**LIT, "severity": "warning"}
    found = addresses(survey(small_with(tmp_path, lit=warns)))
    assert "formula.glow.constants.each" in found


def test_errors_of_every_stage_notice(tmp_path: Path) -> None:
    """Bands may not leave a number out, a die code stays below its pips."""
    found = addresses(survey(small_with(tmp_path)))
    assert "band.dark.grey.range" not in found
    assert "band.dark.dim.range" in found  # nobody says where it begins


def test_only_the_pack_that_is_named_is_moved(tmp_path: Path) -> None:
    small_with(tmp_path)
    rules: dict[str, Data] = {"formula.glow": {"set": {"constants.each": 3}}}
    night = write_pack(tmp_path, "night", {}, extends="small", change=rules)
    ended = run(str(night), "--mutate")
    first, *_, last = ended.stdout.splitlines()
    assert first.endswith("  formula.glow.constants.each: 3 -> 4")
    assert "night/pack.yaml:" in first.replace("\\", "/")
    assert last == "night: 1 value, 1 unnoticed."


def test_steps_that_cannot_fail(tmp_path: Path) -> None:
    """What no later step expects, and what is refused to everybody."""
    steps: list[Data] = [
        {"run": "soot.dirty", "by": "ann", "expect": {"conditions": {"ann": "dirty"}}},
        {"run": "soot.dusty", "by": "ann"},
        {"run": "nerve", "by": "ann", "expect": {"refused": True}},
        {"start": "night"},
        {"formula": "glow(3) = 6", "by": "ann"},
    ]
    dusk: dict[str, Data] = {"about": "ability.nerve", "people": {"ann": {}}}
    folder = small_with(tmp_path, dusk={**dusk, "steps": steps})
    found = [(item["step"], item["line"] > 0) for item in survey(folder)["unfailing"]]
    assert found == [(2, True), (3, True)]
    *_, line, _, last = run(str(folder), "--mutate").stdout.splitlines()
    assert line.endswith("  example.dusk, step 3 cannot fail: ann: ability.nerve")
    assert last.endswith(" unnoticed; 5 steps, 2 cannot fail.")
    both: Data = {"conditions": {"ann": ["dusty", "dirty"]}}
    folder = small_with(
        tmp_path, dusk={**dusk, "steps": [*steps, {"end": "beat", "expect": both}]}
    )
    assert [item["step"] for item in survey(folder)["unfailing"]] == [3]


# What is told of the rest.


def pasted(document: dict[str, Any]) -> Iterator[str]:
    """The lines of a file with all examples that are offered, each once."""
    yield "examples:"
    offered = dict.fromkeys(item["example"] for item in document["unnoticed"])
    for number, example in enumerate(filter(None, offered)):
        key, _, body = example.partition(":")
        text = f"{key}-{number}:{body}"
        yield from (f"  {line}" for line in text.splitlines())


def test_examples_to_paste_pass_and_notice(tmp_path: Path) -> None:
    folder = write_small(tmp_path)
    before = survey(folder)
    offered = {
        item["address"] for item in before["unnoticed"] if item["example"] is not None
    }
    assert {"row.lamps.lantern.reach", "condition.soot.dirty.effects.1.by"} <= offered
    text = "\n".join(pasted(before))
    (folder / "pasted.yaml").write_text(text, encoding="utf-8")
    assert run(str(folder)).exit_code == 0
    after = survey(folder)
    assert not offered & set(addresses(after))
    assert after["counts"]["unnoticed"] == len(
        [item for item in before["unnoticed"] if item["example"] is None]
    )


def test_where_no_example_can_be_made_a_situation_is_named(tmp_path: Path) -> None:
    found = {
        item["address"]: item for item in survey(small_with(tmp_path))["unnoticed"]
    }
    dusty = found["condition.soot.dusty.duration"]
    assert dusty["example"] is None
    assert dusty["situation"] == "start it, then let time pass until it ends"
    assert (dusty["before"], dusty["after"]) == ("1 beat", "2 beats")
    assert dusty["line"] is not None


def test_a_summary_ends_the_list(tmp_path: Path) -> None:
    document = survey(small_with(tmp_path))
    last = run(str(tmp_path / "small"), "--mutate").stdout.splitlines()[-1]
    counts = document["counts"]
    assert last == f"small: {counts['values']} values, {counts['unnoticed']} unnoticed."
    assert counts["tried"] == counts["noticed"] + counts["unnoticed"]


def test_what_is_interrupted_tells_what_it_knows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried: list[object] = []

    def stop(*_: object) -> bool:
        tried.append(None)
        if len(tried) > 2:
            raise KeyboardInterrupt
        return False

    monkeypatch.setattr(mutating, "_is_noticed", stop)
    ended = run(str(small_with(tmp_path)), "--mutate")
    assert ended.exit_code == 130
    assert ended.stdout.endswith(" 2 unnoticed, stopped after 2.\n")


def test_examples_have_to_pass_first(tmp_path: Path) -> None:
    wrong: Data = {"about": "formula.glow", "formula": "glow(3)", "expect": "7"}
    ended = run(str(small_with(tmp_path, wrong=wrong)), "--mutate")
    assert ended.exit_code == 1
    assert "example.wrong: glow(3) produces 6, not 7" in ended.stdout


def test_a_cached_ruleset_runs_its_examples_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: Data = [{"run": "soot.dirty", "by": "ann"}]
    dusk: Data = {"about": "track.soot", "people": {"ann": {}}, "steps": steps}
    compiled = compile_packs(str(small_with(tmp_path, dusk=dusk)), steps="all")
    assert compiled.linked is not None
    compiled.linked.budget.left = 0
    vars(compiled.linked)["_once"].clear()
    monkeypatch.setattr("freed6c.cli.test.compiled_packs", lambda *_, **__: compiled)
    assert run(str(tmp_path / "small"), "--mutate").exit_code == 0


def test_references_are_for_mutations(tmp_path: Path) -> None:
    assert run(str(small_with(tmp_path)), "--references").exit_code == 2
