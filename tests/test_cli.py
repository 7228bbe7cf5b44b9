"""The command line as people use it: what it says, where, and how it ends."""

from __future__ import annotations

import json
import re
import shutil
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from jsonschema import Draft7Validator

from case_packs import enter
from freed6c import cli
from freed6c.cli import freed6c, summaries
from freed6c.emit import BACKENDS
from freed6c.packs.resources import schemas
from made_packs import write_pack

CASES = Path(__file__).parent / "cases"
PACK = """\
pack: lanterns
title: Lanterns
version: 1.0.0
die-codes: {pips-per-die: 4, smallest: 1D}
abilities:
  glow: {name: Glow, skills: {shine: {name: Shine}}}
"""


def run(*arguments: str) -> Result:
    return CliRunner().invoke(freed6c, arguments, catch_exceptions=False)


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "lanterns"
    folder.mkdir()
    (folder / "pack.yaml").write_text(PACK, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return folder


def content(folder: Path) -> dict[str, bytes]:
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file()
    }


def test_build_writes_every_target_but_the_wheel(pack: Path) -> None:
    ended = run("build", "lanterns")
    assert ended.exit_code == 0
    made = {path.name for path in Path("generated/lanterns").iterdir()}
    assert made == set(BACKENDS) - {"wheel"}
    assert pack.is_dir()


@pytest.mark.parametrize("layout", ["pages", "grouped", "single"])
def test_a_pack_that_has_nothing_yet_is_built(layout: str, pack: Path) -> None:
    """The site of it has no search, as there is nothing to be found."""
    (pack / "pack.yaml").write_text("pack: lanterns\n", encoding="utf-8")
    for other in pack.glob("*.yaml"):
        if other.name != "pack.yaml":
            other.unlink()
    ended = run("build", "lanterns", "--layout", layout)
    assert ended.exit_code == 0, ended.stderr
    for page in Path("generated/lanterns/html").glob("*.html"):
        assert 'id="search"' not in page.read_text(encoding="utf-8")


@pytest.mark.usefixtures("pack")
def test_build_again_changes_nothing() -> None:
    run("build", "lanterns")
    before = {path: path.stat().st_mtime_ns for path in Path("generated").rglob("*")}
    ended = run("build", "lanterns")
    assert "nothing changed" in ended.stdout
    assert {p: p.stat().st_mtime_ns for p in Path("generated").rglob("*")} == before


def test_build_with_a_target_and_a_place(pack: Path) -> None:
    assert run("build", str(pack), "--target", "json", "--out", "here").exit_code == 0
    assert [path.name for path in Path("here/lanterns").iterdir()] == ["json"]
    document = json.loads(Path("here/lanterns/json/ruleset.json").read_text("utf-8"))
    assert document["entries"]["skill.shine"]["name"] == "Shine"


def test_check_says_what_is_out_of_date(pack: Path) -> None:
    run("build", "lanterns", "--target", "json")
    assert run("build", "lanterns", "--target", "json", "--check").exit_code == 0
    changed = PACK.replace("Shine}", "Shimmer}")
    (pack / "pack.yaml").write_text(changed, encoding="utf-8")
    ended = run("build", "lanterns", "--target", "json", "--check")
    assert ended.exit_code == 1
    assert '-      "name": "Shine",' in ended.stdout
    assert '+      "name": "Shimmer",' in ended.stdout
    assert run("build", "lanterns", "--target", "json", "--check").exit_code == 1


LAYERS = {
    "lamplighters": "extends: lanterns\nnatures: {lamplighter: {name: Lamplighter}}",
    "bright-lanterns": "title: Bright\nversion: 0.2.0\nextends: {lanterns: '>=1'}\n"
    "change: {skill.shine: {why: So bright., set: {name: Blaze}}}",
}


@pytest.fixture
def layers(pack: Path) -> None:
    """Two packs next to the other, each for it."""
    for name, text in LAYERS.items():
        (pack.parent / name).mkdir()
        manifest = pack.parent / name / "pack.yaml"
        manifest.write_text(f"pack: {name}\n{text}\n", encoding="utf-8")


def built(name: str) -> dict[str, Any]:
    """The JSON that was built under a name."""
    document: dict[str, Any] = json.loads(
        Path("generated", name, "json", "ruleset.json").read_text("utf-8")
    )
    return document


def build_json(*arguments: str) -> list[str]:
    """Build JSON alone; the names under which anything was ever built."""
    ended = run("build", *arguments, "--target", "json")
    assert ended.exit_code == 0, ended.stderr
    return sorted(path.name for path in Path("generated").iterdir())


@pytest.mark.usefixtures("layers")
def test_a_house_rule_is_published_under_its_own_name() -> None:
    assert build_json("bright-lanterns") == ["bright-lanterns"]
    document = built("bright-lanterns")
    assert document["title"] == "Bright"
    assert document["version"] == "0.2.0"
    assert [one["id"] for one in document["packs"]] == ["lanterns", "bright-lanterns"]


@pytest.mark.usefixtures("layers")
def test_a_combination_is_named_after_the_packs_that_were_named() -> None:
    assert build_json("lanterns", "--with", "bright-lanterns") == [
        "lanterns-bright-lanterns"
    ]
    document = built("lanterns-bright-lanterns")
    assert document["ruleset"] == "lanterns-bright-lanterns"
    assert document["title"] == "Lanterns + Bright"
    assert document["version"] == "1.0.0+0.2.0"
    assert document["entries"]["skill.shine"]["name"] == "Blaze"


@pytest.mark.usefixtures("layers")
def test_a_base_that_was_not_named_is_not_in_the_name() -> None:
    assert build_json("lamplighters", "--with", "bright-lanterns") == [
        "bright-lanterns-lamplighters"
    ]


@pytest.mark.usefixtures("layers")
def test_a_title_replaces_that_of_the_packs_everywhere() -> None:
    several = ("--with", "lamplighters", "--with", "bright-lanterns")
    build_json("lanterns", *several)
    name = "lanterns-bright-lanterns-lamplighters"
    assert built(name)["title"] == "Lanterns with 2 house rules"
    title = ("--title", "Ann's lights", "--layout", "single", "--name", "ann")
    assert run("build", "lanterns", *several, *title).exit_code == 0
    assert built("ann")["title"] == "Ann's lights"
    folder = Path("generated/ann")
    for file in (folder / "html" / "index.html", folder / "markdown" / "index.md"):
        assert "Ann's lights" in unescape(file.read_text("utf-8"))
    (package,) = folder.glob("python/freed6_*")
    assert "--title 'Ann'\"'\"'s lights'" in (package / "skills.py").read_text("utf-8")


@pytest.mark.usefixtures("layers")
def test_the_order_of_layers_means_nothing() -> None:
    both = ("--with", "lamplighters", "--with", "bright-lanterns")
    name = "lanterns-bright-lanterns-lamplighters"
    assert build_json("lanterns", *both) == [name]
    first = content(Path("generated"))
    again = ("--with", "lanterns", "--with", "lamplighters", "--with", "./lamplighters")
    assert build_json("bright-lanterns", *again) == [name]
    assert content(Path("generated")) == first


@pytest.mark.usefixtures("layers")
def test_a_pack_layered_on_itself_is_no_combination() -> None:
    assert build_json("lanterns", "--with", "./lanterns/pack.yaml") == ["lanterns"]


def test_no_combination_is_called_like_one_of_its_packs(pack: Path) -> None:
    for name, base in {"a-b": "lanterns", "a": "a-b", "b": "a-b"}.items():
        (pack.parent / name).mkdir()
        manifest = pack.parent / name / "pack.yaml"
        manifest.write_text(f"pack: {name}\nextends: {base}\n", encoding="utf-8")
    assert build_json("a", "--with", "b") == ["lanterns-a-b-a-b"]


@pytest.mark.usefixtures("layers")
def test_a_combination_may_be_given_a_name() -> None:
    arguments = ("--with", "bright-lanterns", "--name", "our-nights")
    ended = run("build", "lanterns", *arguments, "--target", "json")
    assert ended.exit_code == 0
    assert built("our-nights")["ruleset"] == "our-nights"
    assert built("our-nights")["title"] == "Lanterns + Bright"
    run("build", "lanterns", *arguments, "--target", "python")
    (package,) = Path("generated/our-nights/python").glob("freed6_*")
    assert package.name == "freed6_our_nights"
    assert (package / "skills.py").read_text("utf-8").splitlines()[:2] == [
        "# Code generated by freed6c from lanterns, bright-lanterns. DO NOT EDIT.",
        "# Regenerate: freed6c build lanterns --with bright-lanterns --name our-nights",
    ]


@pytest.mark.usefixtures("layers")
@pytest.mark.parametrize("name", ["lanterns", "bright-lanterns", "Ours", "../ours", ""])
def test_names_that_a_combination_cannot_have(name: str) -> None:
    ended = run("build", "lanterns", "--with", "bright-lanterns", "--name", name)
    assert ended.exit_code == 2
    assert not Path("generated").exists()


@pytest.mark.usefixtures("layers")
def test_a_house_rule_does_not_take_the_name_of_its_base() -> None:
    ended = run("build", "bright-lanterns", "--name", "lanterns")
    assert ended.exit_code == 2
    assert "is the name of one of the packs" in ended.stderr
    assert run("build", "bright-lanterns", "--name", "bright-lanterns").exit_code == 0


@pytest.mark.usefixtures("layers")
def test_what_is_built_of_a_combination_can_be_checked() -> None:
    arguments = ("build", "lanterns", "--with", "bright-lanterns", "--target", "json")
    run(*arguments)
    assert run(*arguments, "--check").exit_code == 0
    assert run("build", "lanterns", "--target", "json", "--check").exit_code == 1


@pytest.mark.usefixtures("layers")
def test_every_command_takes_layers() -> None:
    layer = ("--with", "bright-lanterns")
    assert "Blaze" in run("list", "lanterns", "skill", *layer).stdout
    assert "Shine" in run("list", "lanterns", "skill").stdout
    assert run("check", "lanterns", "lamplighters", *layer).exit_code == 0
    assert run("test", "lanterns", *layer).stdout == "0 examples: 0 passed.\n"
    for arguments in (("check", "lanterns"), ("test", "lanterns"), ("odds", "2D")):
        missing = run(*arguments, "--with", "nowhere")
        assert missing.exit_code == 2
        assert "unknown pack 'nowhere'" in missing.output


@pytest.mark.parametrize("command", ["odds", "roll"])
def test_dice_are_those_of_the_combination(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "pack: kind-dice\ntitle: Kind dice\nextends: core\n"
    (tmp_path / "pack.yaml").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    ended = run(command, "2D", "--with", ".", "--format", "json")
    assert json.loads(ended.stdout)["ruleset"]["id"] == "core-kind-dice"


def test_examples_of_layers_must_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not so those of packs that another builds on, or comes after."""
    named = enter(CASES / "check" / "examples-of-layers", monkeypatch)
    ended = run(
        "test", "./input", *(word for each in named for word in ("--with", each))
    )
    assert ended.exit_code == 1
    words = [line.split()[:3:2] for line in ended.stdout.splitlines()[:4]]
    assert words == [
        ["changed", "example.three-nights:"],
        ["FAILED", "example.one-night:"],
        ["FAILED", "example.five-nights:"],
        ["changed", "example.four-nights:"],
    ]


def test_choices_that_are_not_in_use_are_for_check_and_stop_no_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packs = shutil.copytree(CASES / "choices" / "each-is-tried", tmp_path / "packs")
    enter(packs, monkeypatch)
    checked = run("check", "./input", "--format", "concise")
    assert checked.exit_code == 1
    assert "] when option.wick is reed: " in checked.stdout
    assert run("build", "./input", "--target", "json").exit_code == 0


BAD = sorted(
    path.parent
    for path in CASES.glob("*/*/expected.txt")
    if "error[" in path.read_text(encoding="utf-8")
    and path.parts[-3] != "choices"
    and path.parent.name
    != "two-in-a-step"  # of a situation, which `build` doesn't play
)


@pytest.mark.parametrize(
    "case", BAD, ids=lambda path: f"{path.parent.name}/{path.name}"
)
def test_bad_input_ends_with_1_and_leaves_the_output_alone(
    case: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packs = tmp_path / case.name
    shutil.copytree(case, packs, symlinks=True)
    layers = [word for each in enter(packs, monkeypatch) for word in ("--with", each)]
    old = packs / "generated" / "input" / "json" / "ruleset.json"
    old.parent.mkdir(parents=True)
    old.write_bytes(b"as it was")
    ended = run("build", "./input", *layers, "--name", "input")
    assert ended.exit_code == 1, ended.output
    assert "error[D6-" in ended.stderr
    assert content(packs / "generated") == {"input/json/ruleset.json": b"as it was"}


def test_a_pack_that_does_not_exist_is_wrong_usage() -> None:
    ended = run("check", "nowhere/at-all")
    assert ended.exit_code == 2
    assert "unknown pack 'nowhere/at-all'" in ended.stdout


def test_a_folder_without_a_manifest(tmp_path: Path) -> None:
    (tmp_path / "rules.yaml").write_text("abilities: {}\n", encoding="utf-8")
    ended = run("check", str(tmp_path))
    assert ended.exit_code == 1
    assert "pack.yaml" in ended.stdout


@pytest.mark.usefixtures("pack")
def test_check_formats() -> None:
    broken = PACK.replace("name: Glow", "nmae: Glow")
    Path("lanterns/pack.yaml").write_text(broken, encoding="utf-8")
    concise = run("check", "lanterns", "--format", "concise")
    assert concise.stdout.startswith("lanterns/pack.yaml:6:10: error[D6-S002]")
    assert run("check", "lanterns").stdout.endswith("later checks were skipped.\n")
    found = json.loads(run("check", "lanterns", "--format", "json").stdout)
    assert [one["code"] for one in found["diagnostics"]] == ["D6-S002"]


def test_build_and_check_report_the_same_warnings(pack: Path) -> None:
    """Both report a missing license. Choices that are not in use are for check only."""
    change = "change: {skill.shine: {set: {name: Soot}, was: {name: Spark}}}"
    text = f"{PACK}options: {{o: {{name: O, default: a, choices: {{a: {{name: A, {change}}}}}}}}}\n"
    (pack / "pack.yaml").write_text(text, encoding="utf-8")
    checked, built = run("check", "lanterns"), run("build", "lanterns")
    assert checked.stdout.endswith("0 errors, 2 warnings.\n")
    assert (checked.exit_code, checked.stdout) == (built.exit_code, built.stderr)


def test_list_shows_what_the_game_master_decides() -> None:
    """Only where the sources leave it to them: a failed move, a fall, the story."""
    ended = run("list", "core", "--gm-decides")
    assert [line.split()[0] for line in ended.stdout.splitlines()] == [
        "action.move",
        "action.move",
        "action.force-grapple",
        "action.half-move",
        "action.check-person",
        "action.cross",
        "action.cross",
        "action.keep-pace",
        "rule.conceding",
        "points.action",
        "hook.responsibility",
    ]
    assert "The game master says whether you get there" in ended.stdout


@pytest.mark.parametrize("command", ["list", "check", "diff", "roll", "odds"])
def test_what_a_pack_calls_things_begins_no_line(command: str, tmp_path: Path) -> None:
    """It could look like an entry that is not there, or like a command to a machine that reads."""
    name = "It\nability.other  Other\n::error::It"
    pack = write_pack(tmp_path, "odd", {}, title=name, abilities={"it": {"name": name}})
    words = {
        "diff": (str(pack), str(pack)),
        "roll": ("2D", "--pack", str(pack)),
        "odds": ("2D", "--pack", str(pack)),
    }
    ended = run(command, *words.get(command, (str(pack),)))
    assert ended.exit_code == 1
    lines = ended.output.splitlines()
    assert not [line for line in lines if line.startswith(("::", "ability.other"))]


QUOTED = (
    ("{}",),
    ("build", "core", "--{}"),
    ("build", "core", "--target", "{}"),
    ("build", "core", "--out", "{}", "--target", "json"),
    ("check", "{}"),
    ("check", "core", "--format", "{}"),
    ("explain", "{}"),
    ("explain", "condition.{}"),
    ("list", "core", "{}"),
    ("odds", "{}"),
    ("odds", "3D", "--difficulty", "{}"),
    ("odds", "3D", "--procedure", "{}"),
)


@pytest.mark.parametrize("arguments", QUOTED)
def test_a_word_of_any_length_is_refused_in_a_few(arguments: tuple[str, ...]) -> None:
    ended = run(*(word.format("x" * 100_000) for word in arguments))
    assert ended.exit_code != 0
    assert 0 < len(ended.output) < 3_000


@pytest.mark.parametrize("arguments", QUOTED)
def test_no_word_says_anything_to_the_terminal(
    arguments: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a\x1b[31mb\u202ec\nerror: d").write_text("in the way", encoding="utf-8")
    words = (word.format("a\x1b[31mb\u202ec\nerror: d") for word in arguments)
    ended = CliRunner().invoke(freed6c, tuple(words), color=True)
    assert ended.exit_code != 0
    assert not set("\x1b\u202e") & set(ended.output)
    assert "\nerror: d" not in ended.output


def test_list_shows_ids() -> None:
    ended = run("list", "core", "period")
    assert [line.split()[0] for line in ended.stdout.splitlines()] == [
        "period.turn",
        "period.round",
        "period.encounter",
        "period.scene",
        "period.session",
    ]
    assert run("list", "core", "colours").exit_code == 2


APART = (
    ("check", "core", "--watch", "--fix"),
    ("check", "core", "--fix", "--diff", "--format", "json"),
    ("list", "core", "skill", "--wording"),
    ("list", "core", "--gm-decides", "--wording"),
)


@pytest.mark.parametrize("words", APART, ids=" ".join)
def test_of_options_that_do_not_go_together_none_is_passed_over(
    words: tuple[str, ...],
) -> None:
    ended = run(*words)
    assert (ended.exit_code, ended.stdout) == (2, "")
    assert "omit" in ended.stderr


def test_explain_a_code() -> None:
    assert "unknown-reference" in run("explain", "D6-R001").stdout
    assert run("explain", "d6-r001").exit_code == 0
    wrong = run("explain", "unknown-referenc")
    assert wrong.exit_code == 2
    assert "did you mean 'unknown-reference'?" in wrong.stderr


def test_without_a_command_the_help_is_shown() -> None:
    ended = run()
    assert ended.exit_code == 2
    assert ended.stderr == run("--help").stdout


def test_help_names_every_command_as_its_own_help_begins() -> None:
    said = run("--help").stdout
    for command, words in summaries().items():
        assert f"  {command} " in said
        helped = " ".join(run(command, "--help").stdout.split())
        assert words in helped


def test_nothing_else_beside_them_is_a_command() -> None:
    folder = Path(cli.__path__[0])
    modules = {path.stem for path in folder.glob("*")} - summaries().keys()
    assert {"options", "scaffold"} <= modules
    for name in (*modules, "os", "build.py", "../cli"):
        ended = run(name)
        assert ended.exit_code == 2
        assert "No such command" in ended.stderr


def test_the_help_of_build_names_every_target() -> None:
    helped = " ".join(run("build", "--help").stdout.split())
    assert all(target in helped for target in BACKENDS)


def test_examples_that_pass_are_counted() -> None:
    ended = run("test", "core")
    assert ended.exit_code == 0
    assert re.match(r"(\d+) examples: \1 passed\.\n", ended.stdout)


def test_examples_that_fail_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CASES / "check" / "runs")
    ended = run("test", "./input")
    assert ended.exit_code == 1
    first, *lines = ended.stdout.splitlines()
    assert first == (
        "FAILED   input/examples.yaml:24  example.wrong-amount: effect-roll.dazzle produces"
        " {inflict: gloom, to-rank: 2, to: target}, not {inflict: gloom, to-rank: 1}"
    )
    stuck = "example.no-condition: track.gloom: missing condition of the test"
    assert f"FAILED   input/examples.yaml:38  {stuck}" in ended.stdout
    assert "warning  input/examples.yaml:33  example.wrong-fact" in ended.stdout
    assert "example.lit" not in ended.stdout
    assert "32 examples: 14 passed, 17 failed, 1 with warnings." in lines


def test_a_house_rule_may_change_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(CASES / "check" / "run-of-the-base")
    ended = run("test", "./input", "--verbose")
    assert ended.exit_code == 0
    bright, dimmed, poured, _, last, *_ = ended.stdout.splitlines()
    assert bright.startswith("changed  lanterns/rules.yaml:66  example.bright: ")
    assert dimmed == "passed   lanterns/rules.yaml:67  example.dimmed"
    assert (
        "produces nothing (points.oil cannot be spent on 'pour'), not cost: 2" in poured
    )
    assert last == "3 examples: 1 passed, 2 changed by night."


def test_examples_as_json(monkeypatch: pytest.MonkeyPatch) -> None:
    schema = json.loads((schemas() / "examples.schema.json").read_text("utf-8"))
    monkeypatch.chdir(CASES / "check" / "runs")
    ended = run("test", "./input", "--format", "json")
    assert ended.exit_code == 1
    document = json.loads(ended.stdout)
    assert not list(Draft7Validator(schema).iter_errors(document))
    found = {one["id"]: one for one in document["examples"]}
    assert document["counts"]["passed"] == 14
    assert found["example.wrong-fact"]["expected"] == "number: 5"
    assert found["example.wrong-fact"]["found"] == "number: 4"
    assert found["example.wrong-fact"]["line"] == 33
    assert found["example.no-way"]["found"] is None
    assert found["example.no-way"]["reason"] == "missing way to spend points.oil"
    assert found["example.lit"]["verdict"] == "passed"


def test_examples_of_a_broken_pack_are_not_run(pack: Path) -> None:
    broken = PACK + "chapters:\n  c: {name: C, text: See [[ability.glw]].}\n"
    (pack / "pack.yaml").write_text(broken, encoding="utf-8")
    ended = run("test", "lanterns")
    assert ended.exit_code == 1
    assert not ended.stdout
    assert "ability.glw" in ended.stderr
    assert run("test", "nowhere").exit_code == 2
