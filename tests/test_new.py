"""freed6c new: a pack that is whole at once, and whose examples all work."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner, Result

from freed6c import __version__
from freed6c.cli import freed6c
from freed6c.pipeline import compile_packs
from outsiders import clean_copy, committed, follow, read

if TYPE_CHECKING:
    from collections.abc import Iterator

WORDS = [
    "set",
    "was",
    "unset",
    "reword",
    "adjust",
    "add",
    "move",
    "remove, within change",
    "replace",
    "remove",
    "select",
    "options",
    "resolve",
    "when",
]
LANTERNS = """\
pack: lanterns
title: Lanterns
version: 0.3.0
die-codes: {pips-per-die: 4, smallest: 1D}
abilities:
  glow:
    name: "Glow: bright"
    text: How brightly you burn.
    aliases: ["#1"]
    skills:
      shine: {name: Shine}
      gleam: {name: Gleam}
options:
  wicks:
    name: Wicks
    default: short
    choices: {short: {name: Short}, long: {name: Long}}
formulas:
  oil: {name: Oil, constants: {per-hour: 2}, returns: integer, formula: per-hour * 3}
"""


def new(*arguments: str) -> Result:
    return CliRunner().invoke(freed6c, ("new", *arguments), catch_exceptions=False)


@pytest.fixture(autouse=True)
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "lanterns").mkdir()
    (tmp_path / "lanterns" / "pack.yaml").write_text(LANTERNS, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def examples(rules: str) -> Iterator[tuple[str, str]]:
    """By its word, every block that is commented out, as it is when the `# ` is taken away."""
    for block in re.findall(r"^# # .*\n(?:# .*\n)+", rules, re.MULTILINE):
        text = re.sub(r"^# ", "", block, flags=re.MULTILINE)
        yield re.match(r"# (.*?):", text)[1], text  # type: ignore[index]


@pytest.mark.parametrize("base", ["core", "lanterns"])
def test_it_compiles_at_once_without_a_word(base: str) -> None:
    assert new("night-shift", "--extends", base).exit_code == 0
    compiled = compile_packs("night-shift")
    assert compiled.diagnostics == ()
    assert compiled.ruleset is not None
    assert compiled.ruleset.manifest.title == "Night shift"
    assert "rule.about-night-shift" in compiled.ruleset.entries


CHANGE_NOTHING = {
    "no-change",
    "nothing-to-unset",
    "item-exists",
    "moved-nowhere",
    "resolves-nothing",
}


@pytest.mark.parametrize("base", ["core", "lanterns"])
def test_each_example_works_alone(base: str) -> None:
    new("night-shift", "--extends", base)
    rules = Path("night-shift/rules.yaml")
    whole = rules.read_text(encoding="utf-8")
    for word, text in examples(whole):
        rules.write_text(f"{whole}\n{text}", encoding="utf-8")
        compiled = compile_packs("night-shift")
        said = [one.message for one in compiled.diagnostics if one.severity == "error"]
        assert said == [], word
        needless = {one.code.name for one in compiled.diagnostics} & CHANGE_NOTHING
        assert needless == ({"resolves-nothing"} if word == "resolve" else set()), word


def test_there_is_an_example_of_each_word() -> None:
    new("night-shift", "--extends", "lanterns")
    rules = Path("night-shift/rules.yaml").read_text(encoding="utf-8")
    assert [word for word, _ in examples(rules)] == WORDS


def test_a_base_that_has_nothing_gives_no_examples_of_it() -> None:
    small = "pack: lanterns\ndie-codes: {pips-per-die: 4, smallest: 1D}\n"
    Path("lanterns/pack.yaml").write_text(small, encoding="utf-8")
    assert new("night-shift", "--extends", "lanterns").exit_code == 0
    rules = Path("night-shift/rules.yaml").read_text(encoding="utf-8")
    assert [word for word, _ in examples(rules)] == ["when"]
    assert compile_packs("night-shift").diagnostics == ()


def test_it_fits_the_versions_of_its_base_from_today_on() -> None:
    new("night-shift", "--extends", "lanterns")
    written = Path("night-shift/pack.yaml").read_text(encoding="utf-8")
    assert 'extends: {lanterns: ">=0.3,<1"}' in written


@pytest.mark.parametrize(
    ("base", "id_"),
    [
        ("", "CC-BY-4.0"),
        ("license: {id: CC-BY-4.0, holder: Ann}", "CC-BY-4.0"),
        (
            "license: {id: OGL-1.0a, holder: Ann, section15: [Lanterns © 2004 Ann]}",
            "OGL-1.0a",
        ),
    ],
)
def test_it_proposes_a_licence_that_its_base_allows(base: str, id_: str) -> None:
    Path("lanterns/pack.yaml").write_text(f"{LANTERNS}{base}\n", encoding="utf-8")
    new("night-shift", "--extends", "lanterns")
    manifest = Path("night-shift/pack.yaml")
    text = re.sub(
        r"^# (?=license|  )", "", manifest.read_text("utf-8"), flags=re.MULTILINE
    )
    manifest.write_text(text, encoding="utf-8")
    change = "change: {ability.glow: {why: Night., set: {text: How you burn.}}}\n"
    Path("night-shift/rules.yaml").write_text(change, encoding="utf-8")
    compiled = compile_packs("night-shift")
    assert compiled.diagnostics == ()
    assert compiled.ruleset is not None
    assert compiled.ruleset.manifest.license is not None
    assert compiled.ruleset.manifest.license.id == id_


RECIPE = ".github/workflows/publish.yml"


def build_steps(folder: Path) -> Any:
    return read(folder / RECIPE)["jobs"]["build"]["steps"]


def build_site(folder: Path) -> subprocess.CompletedProcess[str]:
    """Do what the recipe does there, with the freed6c that is here."""
    steps = build_steps(folder)
    return follow([s for s in steps if "pip" not in s.get("run", "")], folder)


def uploaded(folder: Path) -> Path:
    path: str = next(
        s["with"]["path"] for s in build_steps(folder) if "upload" in str(s)
    )
    return folder / path


def test_its_recipe_publishes_on_a_push_or_when_told_to() -> None:
    new("night-shift", "--extends", "lanterns")
    said = read(Path("night-shift", RECIPE))
    assert said["on"]["push"]["branches"] == ["main", "master"]
    assert "workflow_dispatch" in said["on"]
    assert said["concurrency"] == {"group": "pages", "cancel-in-progress": False}
    used = {
        name: [
            step["uses"].partition("@")[0] for step in job["steps"] if "uses" in step
        ]
        for name, job in said["jobs"].items()
    }
    assert used == {
        "build": [
            "actions/checkout",
            "actions/setup-python",
            "actions/upload-pages-artifact",
        ],
        "deploy": ["actions/deploy-pages"],
    }
    assert said["jobs"]["deploy"]["needs"] == "build"


INDEX = f"freed6c=={__version__}"
COMMIT = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"
FOLDER = f"./.github/freed6c-{__version__}-py3-none-any.whl"


def remember(record: Any, site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have freed6c installed, with the record that installers leave of where it came from."""
    about = site / "freed6c-0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text("Name: freed6c\nVersion: 0\n", "utf-8")
    if record:
        (about / "direct_url.json").write_text(json.dumps(record), "utf-8")
    monkeypatch.syspath_prepend(site)


@pytest.mark.parametrize(
    ("record", "origin"),
    [
        (None, INDEX),
        (
            {
                "url": "https://git.example/ann/freed6c.git",
                "vcs_info": {"vcs": "git", "commit_id": COMMIT},
            },
            f"freed6c @ git+https://git.example/ann/freed6c.git@{COMMIT}",
        ),
        (
            {
                "url": "https://ann.example/freed6c-1-py3-none-any.whl",
                "archive_info": {"hashes": {"sha256": "ab" * 32}},
            },
            f"freed6c @ https://ann.example/freed6c-1-py3-none-any.whl#sha256={'ab' * 32}",
        ),
        ({"url": "file:///home/ann/freed6c", "dir_info": {}}, FOLDER),
        (
            {
                "url": "ssh://git@git.example/freed6c",
                "vcs_info": {"vcs": "git", "commit_id": COMMIT},
            },
            FOLDER,
        ),
        (
            {
                "url": 'https://git.example/"; rm -r "$HOME',
                "vcs_info": {"vcs": "git", "commit_id": COMMIT},
            },
            FOLDER,
        ),
    ],
)
def test_its_recipe_installs_the_freed6c_that_made_it_from_where_that_came(
    record: Any, origin: str, workshop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No name is asked of an index that did not lead to freed6c here."""
    remember(record, workshop / "site", monkeypatch)
    new("night-shift", "--extends", "lanterns")
    commands = [
        step["run"] for step in build_steps(Path("night-shift")) if "run" in step
    ]
    assert commands[0] == f'pip install "{origin}"'


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return clean_copy(tmp_path_factory.mktemp("clone") / "freed6c")


LONELY = {
    "PIP_NO_INDEX": "1",
    "PIP_NO_DEPS": "1",
    "PIP_NO_BUILD_ISOLATION": "0",
    "PIP_NO_COMPILE": "1",
    "PIP_DISABLE_PIP_VERSION_CHECK": "1",
}
"""pip asks no index: what freed6c needs is here, and what builds it."""


def python(*words: str | Path, **environment: str) -> None:
    command = [sys.executable, "-m", *words]
    environment = os.environ | LONELY | environment
    subprocess.run(command, check=True, capture_output=True, env=environment)


def made_with(what: str | Path, **environment: str) -> str:
    """A pack made by a freed6c that pip got by these words; its recipe."""
    python("pip", "install", "--target", "mine", what, **environment)
    command = ("freed6c", "new", "night-shift", "--extends", "lanterns")
    python(*command, PYTHONPATH="mine")
    return Path("night-shift", RECIPE).read_text("utf-8")


def follow_all(folder: Path, **environment: str) -> None:
    """Do all that the recipe does, on a machine that never saw freed6c; there is a site then."""
    site = folder.parent / "site-of-github"
    places = {"PIP_TARGET": str(site), "PYTHONPATH": str(site)}
    ended = follow(build_steps(folder), folder, {}, **LONELY, **places, **environment)
    assert ended.returncode == 0, ended.stderr
    assert (site / "freed6c").is_dir()
    assert (uploaded(folder) / "index.html").is_file()


def test_its_recipe_works_on_the_first_day(
    clone: Path, workshop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """freed6c came as a folder: no address, no index has it."""
    record = {"url": clone.as_uri(), "dir_info": {}}
    remember(record, workshop / "site", monkeypatch)
    new("night-shift", "--extends", "lanterns")
    recipe = Path("night-shift", RECIPE).read_text("utf-8")
    (told,) = re.findall(r"#   pip (.*) FOLDER\n", recipe)
    with contextlib.chdir("night-shift"):
        python("pip", *told.split(), clone)
    follow_all(workshop / "night-shift")


@pytest.mark.slow
def test_its_recipe_works_from_a_repository(clone: Path, workshop: Path) -> None:
    """freed6c came from a commit that is public."""
    address = "https://git.example/somebody/freed6c"
    elsewhere = {
        "GIT_CONFIG_COUNT": "1",
        "GIT_CONFIG_KEY_0": f"url.{clone.as_uri()}.insteadOf",
        "GIT_CONFIG_VALUE_0": address,
    }
    commit = committed(clone)
    made = made_with(f"freed6c @ git+{address}", **elsewhere)
    assert f"{address}@{commit}" in made
    follow_all(workshop / "night-shift", **elsewhere)


@pytest.mark.slow
def test_its_recipe_works_after_a_release(clone: Path, workshop: Path) -> None:
    """freed6c came from an index."""
    python("pip", "wheel", "--wheel-dir", "index", clone)
    index = {"PIP_FIND_LINKS": str(workshop / "index")}
    assert f'"{INDEX}"' in made_with("freed6c", **index)
    follow_all(workshop / "night-shift", **index)


def test_its_recipe_makes_the_site_whatever_the_pack_is_called_later(
    workshop: Path,
) -> None:
    new("night-shift", "--extends", "lanterns")
    manifest = Path("night-shift/pack.yaml")
    text = manifest.read_text("utf-8")
    manifest.write_text(text.replace("pack: night-shift", "pack: late-shift"), "utf-8")
    ended = build_site(workshop / "night-shift")
    assert ended.returncode == 0, ended.stderr
    assert (uploaded(workshop / "night-shift") / "index.html").is_file()


def test_its_recipe_says_how_to_bring_a_base_that_does_not_come_with_freed6c(
    workshop: Path,
) -> None:
    new("dark-nights")
    new("darker", "--extends", "dark-nights")
    for readme, told in (("dark-nights", False), ("darker", True)):
        said = Path(readme, "README.md").read_text("utf-8")
        assert ("does not come with freed6c" in said) is told
        assert ("git clone" in Path(readme, RECIPE).read_text("utf-8")) is told
    origin = workshop / "somebody" / "dark-nights"
    shutil.move("dark-nights", origin)
    committed(origin)
    alone = Path(shutil.move("darker", workshop / "runner" / "darker"))
    assert "D6-L003" in build_site(alone).stderr
    file = alone / RECIPE
    steps = file.read_text("utf-8").replace("# - run: git", "- run: git")
    here = steps.replace("https://github.com/OWNER", origin.parent.as_uri())
    file.write_text(here, "utf-8")
    ended = build_site(alone)
    assert ended.returncode == 0, ended.stderr
    assert (uploaded(alone) / "index.html").is_file()


def test_it_tells_how_to_look_at_it_and_where_to_publish_it() -> None:
    new("night-shift", "--extends", "lanterns")
    said = Path("night-shift/README.md").read_text("utf-8")
    for words in ("freed6c serve .", "site: {url:", "GitHub Pages", "itch.io"):
        assert words in said


def test_it_writes_over_nothing(workshop: Path) -> None:
    (workshop / "night-shift").mkdir()
    (workshop / "night-shift" / "mine.txt").write_text("mine", encoding="utf-8")
    ended = new("night-shift")
    assert ended.exit_code == 2
    assert "'night-shift' already exists: nothing was written" in ended.stderr
    assert [path.name for path in Path("night-shift").iterdir()] == ["mine.txt"]


def test_it_leaves_nothing_behind(workshop: Path) -> None:
    new("night-shift", "--out", "packs/mine")
    assert sorted(path.name for path in workshop.iterdir()) == ["lanterns", "packs"]
    assert [path.name for path in Path("packs/mine").iterdir()] == ["night-shift"]


@pytest.mark.parametrize(
    "name", ["Night", "night shift", "../night", "core", "true", "null", "con", "lpt1"]
)
def test_it_refuses_names_that_are_none(name: str, workshop: Path) -> None:
    assert new(name).exit_code == 2
    assert [path.name for path in workshop.iterdir()] == ["lanterns"]


def test_a_name_that_windows_keeps_is_refused_with_another() -> None:
    assert "such as con-rules" in new("con").stderr


def test_no_name_is_not_the_pack_that_one_stands_in(
    workshop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(workshop / "lanterns")
    ended = new("night-shift", "--extends", "")
    assert ended.exit_code == 2
    assert "unknown pack ''" in ended.stderr
    assert not Path("night-shift").exists()


@pytest.mark.parametrize(
    ("base", "out"),
    [("lanterns", "elsewhere"), ("../lamps/lanterns", "."), ("renamed", ".")],
)
def test_it_has_to_find_its_base_from_where_it_is(
    workshop: Path, base: str, out: str
) -> None:
    lamps = workshop.parent / "lamps" / "lanterns"
    shutil.rmtree(lamps, ignore_errors=True)
    shutil.copytree("lanterns", lamps)
    shutil.copytree("lanterns", "renamed")
    if base != "lanterns":
        shutil.rmtree("lanterns")
    ended = new("night-shift", "--extends", base, "--out", out)
    assert ended.exit_code == 2
    assert "can't find 'lanterns', which must be beside it" in ended.stderr
    assert not Path(out, "night-shift").exists()


def test_it_says_what_is_wrong_with_its_base() -> None:
    assert new("night-shift", "--extends", "lantern").exit_code == 2
    Path("lanterns/pack.yaml").write_text("pack: lanterns\nrules: 3\n", "utf-8")
    ended = new("night-shift", "--extends", "lanterns")
    assert ended.exit_code == 1
    assert "lanterns/pack.yaml" in ended.stderr
    assert not Path("night-shift").exists()


# A game of its own.


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("games")
    command = ("new", "my-game", "--game", "--out", str(folder))
    ended = CliRunner().invoke(freed6c, command, catch_exceptions=False)
    assert ended.exit_code == 0
    return folder / "my-game"


def test_a_new_game_is_checked_without_a_word(game: Path) -> None:
    compiled = compile_packs(str(game))
    assert compiled.ruleset is not None
    assert not compiled.diagnostics


def test_a_new_game_explains_each_of_its_sections(game: Path) -> None:
    lines = (game / "rules.yaml").read_text().splitlines()
    sections = [n for n, line in enumerate(lines) if re.match(r"[a-z-]+:", line)]
    assert len(sections) >= 12
    for number in sections:
        assert lines[number - 1].startswith("# "), lines[number]


def test_a_new_game_plays(game: Path, tmp_path: Path) -> None:
    command = ("build", str(game), "--target", "python", "--out", str(tmp_path))
    assert CliRunner().invoke(freed6c, command).exit_code == 0
    script = """
import random
from freed6_my_game import Character, actions, periods
from freed6_my_game.play import end_period, start_period
ann = Character({"body": "4D", "brawl": "2D"}, name="Ann")
bob = Character({"body": "2D"}, name="Bob")
for seed in range(9):
    dice = random.Random(seed)
    start_period(periods.TURN, [ann], dice)
    ann.act(actions.STRIKE, bob, rng=dice)
    end_period(periods.TURN, [ann], dice, others=[bob])
print(*bob.conditions, sep="; ")
"""
    ended = subprocess.run(
        [sys.executable, "-c", script],
        cwd=next(tmp_path.rglob("freed6_my_game")).parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.strip()


@pytest.mark.skipif(os.name == "nt", reason="there, files have no limit")
def test_a_game_is_made_whole_or_not_at_all(workshop: Path) -> None:
    import resource

    def only_small_files() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))

    ended = subprocess.run(
        [sys.executable, "-m", "freed6c", "new", "dusk", "--game"],
        preexec_fn=only_small_files,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 3
    assert "cannot write the output" in ended.stderr
    assert [path.name for path in workshop.iterdir()] == ["lanterns"]


def test_a_game_extends_nothing(tmp_path: Path) -> None:
    command = ("new", "x", "--game", "--extends", "core", "--out", str(tmp_path))
    ended = CliRunner().invoke(freed6c, command)
    assert ended.exit_code == 2
    assert "omit --extends or --game" in ended.output
