"""One set of numbers: the scripts of a site, and the commands, find what the package finds."""

from __future__ import annotations

import importlib
import json
import re
import shutil
import subprocess
import sys
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from game_numbers import numbers, written

from freed6c.cli import freed6c
from machine import missing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import ModuleType

pytestmark = pytest.mark.usefixtures("kept")

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
        missing("Node.js", "apt-get install nodejs npm")
    cases = cases_of(game)
    for case in cases["rolls"]:
        same = [other for other in cases["rolls"] if alike(other, case)]
        rows = list(dict.fromkeys(other.get("row") for other in same))
        # From the end: above stands what the book has.
        case["place"] = rows.index(case.get("row")) - len(rows)
    file = tmp_path_factory.mktemp("numbers") / "cases.json"
    file.write_text(json.dumps(cases), encoding="utf-8")
    command: list[str | Path] = [node, HERE / "numbers.mjs", built(GAMES[game]), file]
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


# Chances: of the package, of commands, of the page of odds, of the roller.


def told(*words: str) -> Any:
    ran = CliRunner().invoke(freed6c, [*words, "--format", "json"])
    assert ran.exit_code == 0, ran.output
    return json.loads(ran.stdout)


def fraction(chance: dict[str, Any]) -> Fraction:
    return Fraction(chance["fraction"])


def odds_told(game: str, pool: str, *numbers: int) -> list[dict[str, Any]]:
    asked = [word for number in numbers for word in ("--difficulty", str(number))]
    found = told("odds", pool, "--pack", GAMES.get(game, game), *asked)
    return list(found["difficulties"])


def test_odds_and_the_roller_find_the_chances_of_the_file(
    game: str, by_site: dict[str, Any]
) -> None:
    compared = 0
    for case, other in zip(cases_of(game)["odds"], by_site["odds"], strict=True):
        (versus,) = odds_told(game, case["pool"], case["number"])
        success = Fraction(case["success"])
        assert fraction(versus["success"]) == success, case
        ranks = {one["rank"]: fraction(one["chance"]) for one in versus["ranks"]}
        assert sum(map(Fraction, case["ranks"])) == success
        assert all(ranks[rank] == Fraction(case["ranks"][rank]) for rank in ranks)
        if other["success"] is not None:  # else the roller says nothing
            assert other["success"] == pytest.approx(float(success), abs=1e-9), case
            compared += 1
    assert compared or game == "opend6"


def test_roll_succeeds_where_odds_say_that_it_can(game: str) -> None:
    if game == "opend6":  # a roll of its wild die may need a decision
        asked = ("roll", "3D", "--pack", "opend6", "--difficulty", "10")
    else:
        asked = ("roll", "3D WD", "--pack", GAMES[game], "--difficulty", "10")
    (versus,) = odds_told(game, asked[1], 10)
    possible = {one["rank"] for one in versus["ranks"] if fraction(one["chance"])}
    for seed in range(30):
        rolled = told(*asked, "--seed", str(seed))
        assert rolled["success"] == (rolled["total"] >= 10)
        if rolled["success"] and possible:
            assert rolled["rank"]["rank"] in possible


NUMBER = re.compile(r'<th[^>]*class="right"[^>]*>[^<]*?([0-9]+)[^<0-9]*</th>')
CHANCE = re.compile(r"<td[^>]*>(?:&lt;|&gt;)?([0-9.]+)%")


def test_the_page_of_odds_has_the_chances_of_the_command(
    game: str, built: Callable[..., Path]
) -> None:
    html = (built(GAMES[game]) / "chances.html").read_text("utf-8")
    chart = html[html.index("<figure") :]
    table = chart[chart.index("<table") : chart.index("</table>")]
    head, *rows = table.split("<tr>")[1:]
    totals = [int(number) for number in NUMBER.findall(head)]
    assert totals
    for row in rows:
        code = row.split('data-dice="')[1].split('"')[0]
        known = odds_told(game, code, *totals)
        columns = zip(totals, CHANCE.findall(row), known, strict=True)
        for number, shown, versus in columns:
            chance = float(fraction(versus["success"])) * 100
            assert float(shown) == pytest.approx(chance, abs=0.101), (code, number)


def test_diff_has_the_chances_of_both_rulesets_where_totals_are_all_there_is() -> None:
    booms = str(NUMBERS / "booms")
    moved = told("diff", "opend6", booms)["odds"]
    assert {change["band"] for change in moved} == {""}
    assert {change["name"] for change in moved} > {"10 or more", "15 or more"}
    for change in moved:
        sides = (("opend6", "before"), (booms, "after"))
        for pack, side in sides if change["pool"] in ("1D", "4D") else ():
            (versus,) = odds_told(pack, change["pool"], change[f"number_{side}"])
            assert versus["success"]["fraction"] == change[side]["fraction"]


def test_the_page_of_changes_shows_the_totals_that_moved(
    built: Callable[..., Path],
) -> None:
    html = (built(str(NUMBERS / "booms")) / "changes.html").read_text("utf-8")
    assert "Changed odds" in html
    assert "8.3% → 13.9%" in html


def test_the_page_of_changes_shows_what_players_now_have(
    built: Callable[..., Path],
) -> None:
    """A new row with its cells, points without a text with their facts; no settings."""
    html = (built(GAMES["armory"]) / "changes.html").read_text("utf-8")
    said = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", "", html))
    assert "Boarding axe (Attack: Martial weapons" in said
    assert "Damage: 4D+1)" in said
    assert "Optional" not in said
    grit = said[said.index("Grit") :]
    assert "Bite through" in grit
    assert "Start" in grit
