"""Suggestions say what to write, in the pack that has the problem, once for each cause."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from freed6c.cli import freed6c
from freed6c.cli.fixing import fixed
from freed6c.diagnostics.formats import RENDERERS
from freed6c.pipeline import compile_packs, with_other_choices

if TYPE_CHECKING:
    from pathlib import Path

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.model.compiled import Compiled


def checked(folder: Path, rules: str, base: str = "core") -> Compiled:
    folder.mkdir(exist_ok=True)
    (folder / "pack.yaml").write_text(f"pack: house\nextends: {base}\n", "utf-8")
    (folder / "rules.yaml").write_text(rules, "utf-8")
    return with_other_choices(compile_packs(str(folder)))


def first(compiled: Compiled) -> Diagnostic:
    return next(each for each in compiled.diagnostics if each.severity == "error")


TABLE = (
    "tables: {arms: {name: Arms, columns: {size: {name: Size, type: integer}, keywords: {name: K,"
    " type: text}}, rows: {axe: {name: Axe, size: 1, keywords: two-handed}}}}"
)
BENCHMARK = (
    "benchmarks: {heat: {name: Heat, bands: {low: {name: Low, range: up to -6}}}}"
)


@pytest.mark.parametrize(
    ("rules", "help_"),
    [
        ("rules: {9-lives: {name: A, text: T}}", "begins with a letter: write lives-9"),
        ("rules: {2nd: {name: A, text: T}}", "begins with a letter: write nd-2"),
        (
            "rules\N{FULLWIDTH COLON}\n  a: {name: A}",
            "not the colon of the keyboard: write rules:",
        ),
        (
            "rules:\n  a:\n    name\N{FULLWIDTH COLON}A",
            "not the colon of the keyboard: write name: A",
        ),
        (
            "rules: {a: {name\N{FULLWIDTH COLON}A, text\N{FULLWIDTH COLON}x}}",
            "colon of the keyboard: write name: A",
        ),
        (
            "rules:\n  a\N{FULLWIDTH COLON}\n    name\N{FULLWIDTH COLON}A",
            "not the colon of the keyboard: write a: …",
        ),
        ("remove: {skill.bluff: {reason: x}}", "write why"),
        ("change: {skill.bluff: {reason: x, set: {name: B}}}", "write why"),
        ("change: {condition.damage.hurt: {set: {lasts: x}}}", "write duration"),
        (
            "change: {benchmark.difficulty: {adjust: -2}}",
            "write benchmark.difficulty: {adjust: {bands: -2}}",
        ),
        ('rules: {a: {name: A, text: "[[skill.lucky]]"}}', "ability.luck"),
        (
            "change: {dice.check: {set: {success: at-most}}}",
            "available values: at-least, more-",
        ),
        (TABLE, "give the column another key"),
        (BENCHMARK, "a range needs a lowest number: write -999 to -6"),
        (
            "formulas: {mod: {name: M, params: {x: integer}, returns: integer, formula: x}}",
            "use another key for the formula",
        ),
    ],
)
def test_help_names_what_was_meant(tmp_path: Path, rules: str, help_: str) -> None:
    problem = first(checked(tmp_path / "house", rules))
    assert help_ in str(problem.help[0])


@pytest.mark.parametrize("negation", ["no", "not", "never"])
@pytest.mark.parametrize("gap", ["-", "_", " "])
def test_no_word_is_replaced_with_its_opposite(
    tmp_path: Path, negation: str, gap: str
) -> None:
    for word in ("more-than", "at-least"):
        for wrong in (f"{negation}-{word}", "at-most", "less-than", "fewer-than"):
            rules = f"change: {{dice.check: {{set: {{success: {wrong.replace('-', gap)}}}}}}}"
            help_ = first(checked(tmp_path / "house", rules)).help
            assert not any("did you mean" in str(way) or way.edits for way in help_)


@pytest.mark.parametrize(
    ("wrong", "right"),
    [("at_leest", "at-least"), ("more-then", "more-than"), ("at least", "at-least")],
)
def test_a_misspelled_word_is_corrected(tmp_path: Path, wrong: str, right: str) -> None:
    rules = f"change: {{dice.check: {{set: {{success: {wrong}}}}}}}"
    (way, *_) = first(checked(tmp_path / "house", rules)).help
    assert [edit.text for edit in way.edits] == [right]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("[[=points.luc.start]]", "[[=points.luck.start]]"),
        ("[[=points.lucks.start]]", "[[=points.luck.start]]"),
        ("[[=points.luck.starts]]", "[[=points.luck.start]]"),
        ("[[=points.luck.limit.cuont]]", "[[=points.luck.limit.count]]"),
        ("[[=skill.bluf.name]]", "[[=skill.bluff.name]]"),
        ("[[=formula.fixed-valu.constants.per-die]]", "[[=formula.fixed-value.constants.per-die]]"),
        ("[[=benchmark.dificulty.bands.easy.range]]", "[[=benchmark.difficulty.bands.easy.range]]"),
        ("[[=skill.nothing-like-it.name]]", ""),
        ("[[=points.luck.weather]]", ""),
        ("[[points.luc.start]]", ""),
        ("[[rule.modifier-timing|the **big** `3D` rule]]", None),
        ("[[5 foots]]", ""),
    ],
)  # fmt: skip
def test_a_wrong_address_keeps_all_that_is_right(
    tmp_path: Path, wrong: str, right: str | None
) -> None:
    rules = f'rules: {{a: {{name: A, text: "Only {wrong}."}}}}'
    compiled = checked(tmp_path / "house", rules)
    mended = fixed([str(tmp_path / "house")], ("core",)).after
    assert (right is None) == (not compiled.failed)
    assert [*mended.values()] == ([rules.replace(wrong, right)] if right else [])


@pytest.mark.parametrize(
    ("change", "help_"),
    [
        ("points.luck: {adjust: 2}", "`adjust: {bands: -2, "),
        ("skill.bluff: {adjust: 1}", "`adjust: {bands: -2, "),
        ("action-type.attack: {adjust: 1}", "Amounts to add"),
        *(
            (f"skill.bluff: {{{word}: x, set: {{name: B}}}}", "write why")
            for word in ("note", "comment", "rationale", "cause", "explanation")
        ),
        ("skill.bluff: {weather: x}", "available settings: why, set, unset"),
        ("skill.bluff: {name: x}", "write set: {name: x}"),
    ],
)
def test_a_change_is_not_led_to_a_place_that_is_not_there(
    tmp_path: Path, change: str, help_: str
) -> None:
    help_said = first(checked(tmp_path / "house", f"change: {{{change}}}")).help
    assert help_ in " ".join(map(str, help_said))


def test_a_game_without_periods_is_told_to_declare_one(tmp_path: Path) -> None:
    (tmp_path / "pack.yaml").write_text(
        "pack: own\nrules: {a: {name: A, effects: [{narrate: x, duration: this round}]}}"
    )
    help_ = first(compile_packs(str(tmp_path))).help
    assert "periods: {round: {name: round" in str(help_[0])


CHANGES = {
    "assume: rest": "{step.check.first-one: {add: {choices.rest: {name: R, do: nothing, text: T}},"
    " set: {assume: rest}}}",
    "assume: missing": "{step.check.first-one: {set: {assume: missing}}}",
    "another step": "{step.check.wild: {set: {do: add-dice}}}",
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_errors_in_a_base_are_at_the_change_that_causes_them(
    tmp_path: Path, change: str
) -> None:
    compiled = checked(tmp_path / "house", f"change: {change}", "opend6")
    errors = [each for each in compiled.diagnostics if each.severity == "error"]
    assert errors
    for problem in errors:
        assert problem.label is not None
        assert problem.label.place.file.endswith("rules.yaml"), problem.message


def test_a_question_that_is_settled_otherwise_is_removed(tmp_path: Path) -> None:
    rules = f"change: {CHANGES['assume: rest']}"
    way = str(first(checked(tmp_path / "house", rules, "opend6")).help[0])
    removal = way.partition("write ")[2].replace("…", "Settled.")
    after = checked(tmp_path / "house", f"{rules}\n{removal}", "opend6")
    assert not after.failed


@pytest.mark.parametrize("base", ["core", "opend6"])
def test_rewording_an_old_name_holds_with_every_choice(
    tmp_path: Path, base: str
) -> None:
    key = {"core": "luck", "opend6": "character"}[base]
    rules = f"change: {{points.{key}: {{set: {{name: Mojo Points}}}}}}"
    before = checked(tmp_path / "house", rules, base)
    lines = [
        str(way).partition("write change: ")[2].removeprefix("{").removesuffix("}")
        for problem in before.diagnostics
        for way in problem.help
        if "write change: " in str(way) and "…" not in str(way)
    ]
    assert lines
    for line in lines:
        own = line.startswith(f"points.{key}: {{")
        both = (
            rules[:-2] + ", " + line.partition("{")[2]
            if own
            else rules[:-1] + f", {line}"
        )
        after = checked(tmp_path / "house", both + "}", base)
        assert not [each for each in after.diagnostics if each.severity == "error"]


def test_a_passage_to_reword_has_the_number_of_its_item(tmp_path: Path) -> None:
    compiled = checked(tmp_path / "house", "remove: {step.check.luck: {why: x}}")
    said = [str(way) for each in compiled.diagnostics for way in each.help]
    assert any('{text: {"1. **[[step.check.luck]].**": …}}' in way for way in said)


def test_one_cause_at_many_places_is_one_message(tmp_path: Path) -> None:
    rules = (
        "remove: {skill.brawling: {why: x}}\nchange: {dice.check: {set: {die: d10}}}"
    )
    for part, code in zip(rules.split("\n"), ("D6-R003", "D6-C009"), strict=True):
        compiled = checked(tmp_path / "house", part)
        diagnostics, sources = compiled.diagnostics, compiled.sources
        count = sum(each.code.id == code for each in diagnostics)
        text = RENDERERS["text"](diagnostics, sources)
        assert count > 8
        assert text.count(f"[{code}]") <= 4
        assert "= also: " in text
        for whole in ("concise", "json", "github", "sarif"):
            rendered = RENDERERS[whole](diagnostics, sources)
            record = f'"code": "{code}"' if whole == "json" else code
            assert rendered.count(record) >= count


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["5D", "WD"], 'put the pool in quotes: "5D WD"'),
        (["5D five dice"], "  | 5D five dice"),
        (["d6"], "1D\n"),
        (["5D Wild Die"], "5D WD\n"),
        (["5D +2 pips"], "5D +2\n"),
    ],
)
def test_pools_as_they_are_typed(words: list[str], said: str) -> None:
    assert said in CliRunner().invoke(freed6c, ["odds", *words]).output


def test_yaml_of_other_programs_and_copies(tmp_path: Path) -> None:
    house = tmp_path / "house"
    for name, text in {
        "mkdocs.yml": "site_name: x\nplugins: [search]\n",
        "_config.yml": "theme: minima\n",
        "mkdocs-material.yml": "site_name: x\nemoji: !!python/name:twemoji\nnav:\n",
        "docker-compose.yml": "x-common: &common {a: b}\nservices:\n  web:\n    <<: *common\n",
        "k8s.yaml": "apiVersion: v1\nkind: List\n---\nkind: Pod\n",
        "chart.yaml": "tag: v1\nimage: {{ value }}\n  bad: [\n",
        "playbook.yml": "- hosts: all\n",
        ".github/workflows/build.yml": "on: push\n",
        ".pre-commit-config.yaml": "repos:\n",
        "mine.yaml": "rules:\n  b: {name: B, text: &c}\n",
        "gear.yaml": "ruless:\n\tb: {name: B}\n",
        "Node_Modules/x/a.yaml": "a: b: c\n",
        "venv/lib/y.yaml": "a: b: c\n",
        "rules (1).yaml": "rules: {a: {name: A, text: T}}",
    }.items():
        (house / name).parent.mkdir(parents=True, exist_ok=True)
        (house / name).write_text(text, encoding="utf-8")
    found = checked(house, "rules: {a: {name: A, text: T}}").diagnostics
    said = {
        each.label.place.file.rpartition("house/")[2]: each.code.id
        for each in found
        if each.label
    }
    assert said == {
        "mkdocs.yml": "D6-S024",
        "_config.yml": "D6-S024",
        "mkdocs-material.yml": "D6-S024",
        "docker-compose.yml": "D6-S024",
        "k8s.yaml": "D6-S024",
        "chart.yaml": "D6-S024",
        "playbook.yml": "D6-Y014",
        "mine.yaml": "D6-Y006",
        "gear.yaml": "D6-Y010",
        "Node_Modules": "D6-L023",
        "venv": "D6-L023",
        "rules (1).yaml": "D6-L024",
    }
    assert len(found) == len(said)
    move = "if it belongs to another program, move it out of the pack's folder"
    for each in found:
        if each.code.id in {"D6-S024", "D6-Y014"}:
            assert move in map(str, each.help)
