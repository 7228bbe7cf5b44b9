"""One set of numbers: the scripts of a site, and the commands, find what the package finds."""

from __future__ import annotations

import importlib
import json
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from game_numbers import numbers, written
from machine import missing

from freed6c.cli import freed6c

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import ModuleType

HERE = Path(__file__).parent
NUMBERS = HERE.parent / "numbers"
GAMES = {"core": "core", "opend6": "opend6", "armory": str(NUMBERS / "armory")}
"""The pack of each file of numbers."""


@pytest.fixture(params=GAMES, scope="module")
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def package_of(game: str, out: Path) -> ModuleType:
    """The package that a game is compiled to."""
    command = ["build", GAMES[game], "--target", "python", "--out", str(out)]
    ran = CliRunner().invoke(freed6c, command)
    assert ran.exit_code == 0, ran.output
    (folder,) = out.glob("*/python")
    (name,) = (path.name for path in folder.iterdir() if path.is_dir())
    sys.path.insert(0, str(folder))
    try:
        importlib.import_module(f"{name}.play")
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(folder))


def test_the_file_has_the_numbers_of_the_package(
    game: str, tmp_path: Path, golden: Callable[[Path, str], None]
) -> None:
    golden(NUMBERS / f"{game}.json", written(numbers(package_of(game, tmp_path))))


def cases_of(game: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((NUMBERS / f"{game}.json").read_text("utf-8"))
    return found


@pytest.fixture(scope="module")
def by_site(
    game: str, built: Callable[..., Path], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, Any]:
    """What the scripts of the site find for the cases of the file."""
    node = shutil.which("node")
    if node is None:
        missing("Node.js", "apt-get install nodejs")
    cases = cases_of(game)
    for case in cases["rolls"]:
        same = [other for other in cases["rolls"] if alike(other, case)]
        rows = list(dict.fromkeys(other.get("row") for other in same))
        # From the end: above stands what the book has.
        case["place"] = rows.index(case.get("row")) - len(rows)
    file = tmp_path_factory.mktemp("numbers") / "cases.json"
    file.write_text(json.dumps(cases), encoding="utf-8")
    command = [node, HERE / "numbers.mjs", built(GAMES[game]), file]
    ran = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert ran.returncode == 0, ran.stderr
    found: dict[str, Any] = json.loads(ran.stdout)
    return found


def alike(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two cases are of one action, and roll the same."""
    return all(one[key] == other[key] for key in ("action", "with"))


def differences(wanted: Any, found: Any, where: str = "") -> Iterator[str]:
    """Each number that differs, with its place."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        for key in found:
            yield from differences(wanted.get(key), found[key], f"{where} {key}")
    elif wanted != found:
        yield f"{where.strip()}: {found}, not {wanted}"


WITHOUT_A_BUTTON = {"action.use-skill", "action.resist-damage"}
"""Actions that are rolled with whatever one chooses: a site has no button for them."""


@pytest.mark.parametrize("part", ["codes", "rolls"])
def test_the_scripts_find_the_numbers_of_the_file(
    game: str, by_site: dict[str, Any], part: str
) -> None:
    cases = cases_of(game)[part]
    found = []
    for case, other in zip(cases, by_site[part], strict=True):
        if other is None and case["action"] in WITHOUT_A_BUTTON:
            continue
        told = {key: case[key] for key in ("who", "action", "row") if key in case}
        held = [one["condition"] for one in case.get("conditions", ())]
        said = differences(case, other)
        found += [" ".join([*told.values(), *held, one]) for one in said]
    assert not found, "\n".join(found)
