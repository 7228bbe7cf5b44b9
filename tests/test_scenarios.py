"""House rules that people write: what follows from each by itself, and what traps say.

tests/scenarios/<name>/ has the pack, what it says when it is compiled (`expected.txt`), how its
generated package behaves (`follows.py`), and under `traps` packs that get something wrong, each
with its message. A trap called `with-…` is layered on the pack. Packs that it extends lie beside.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from freed6c.diagnostics.formats import RENDERERS
from freed6c.pipeline import compile_packs, emit_targets
from made_packs import write_package

if TYPE_CHECKING:
    from collections.abc import Callable

    from freed6c.model.compiled import Compiled
    from freed6c.model.ruleset import Ruleset

SCENARIOS = Path(__file__).parent / "scenarios"
NAMES = sorted(each.name for each in SCENARIOS.iterdir())
TRAPS = [
    f"{trap.parents[1].name}/{trap.name}"
    for trap in sorted(SCENARIOS.glob("*/traps/*"))
]


def compiled(name: str, *layers: str) -> Compiled:
    return compile_packs(str(SCENARIOS / name / "pack"), layers)


def ruleset(name: str) -> Ruleset:
    found = compiled(name).ruleset
    assert found is not None
    return found


def said(found: Compiled) -> str:
    return RENDERERS["text"](found.diagnostics, found.sources)


@pytest.mark.parametrize("name", NAMES)
def test_what_its_author_reads(
    name: str, golden: Callable[[Path, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(SCENARIOS / name)
    found = compile_packs("./pack")
    assert not found.failed
    golden(SCENARIOS / name / "expected.txt", said(found))


@pytest.mark.parametrize("trap", TRAPS)
def test_what_a_trap_says(
    trap: str, golden: Callable[[Path, str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    scenario, name = trap.split("/")
    monkeypatch.chdir(SCENARIOS / scenario)
    place = f"./traps/{name}"
    layered = name.startswith("with-")
    found = compile_packs("./pack", [place]) if layered else compile_packs(place)
    golden(SCENARIOS / scenario / "traps" / name / "expected.txt", said(found))


@pytest.mark.parametrize("name", NAMES)
def test_what_follows_in_the_generated_package(name: str, tmp_path: Path) -> None:
    write_package(ruleset(name), tmp_path)
    ran = subprocess.run(
        [sys.executable, SCENARIOS / name / "follows.py"],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
    )
    assert ran.returncode == 0, ran.stderr


def documents(name: str) -> str:
    files = emit_targets(ruleset(name), ["markdown"])["markdown"]
    return "\n".join(file.content.decode() for file in files)


def entries(found: Ruleset) -> dict[str, Any]:
    file, *_ = emit_targets(found, ["json"])["json"]
    assert file.path == "ruleset.json"
    known: dict[str, Any] = json.loads(file.content)["entries"]
    return known


def test_a_new_label_is_read_everywhere_but_where_it_was_written_out() -> None:
    text = documents("instinct")
    assert "# Instinct" in text
    old = [line for line in text.splitlines() if "Perception" in line]
    written_out = "fatigue is forgotten"
    assert all(written_out in line or "was Perception" in line for line in old)


def test_what_is_removed_has_no_page_and_no_link() -> None:
    assert "ability.wild-die" not in documents("no-wild-die")


def test_no_text_speaks_of_what_is_removed() -> None:
    """Neither do open questions. What is wild besides dice stays so; the pack's own name, too."""
    wild = re.compile(r"\bwild (?:die|dice|one|moment)|explod", re.IGNORECASE)
    text = documents("no-wild-die").replace("No Wild Die", "")
    assert [line for line in text.splitlines() if wild.search(line)] == []


def test_no_text_speaks_of_what_was_in_force_before() -> None:
    before = re.compile(
        r"nobody rolls, and those|initiative = 12|is a fixed number|fixed value of.{,90}initiative",
        re.IGNORECASE,
    )
    assert before.search(documents("sides")) is None


def test_new_entries_are_in_the_data() -> None:
    core = compile_packs("core").ruleset
    assert core is not None
    new = entries(ruleset("magic")).keys() - entries(core).keys()
    assert len([one for one in new if not one.startswith("table")]) == 1 + 3 + 9


def test_a_pack_that_says_nothing_gives_its_base() -> None:
    core = compile_packs("core").ruleset
    assert core is not None
    # The situations of a base hold its own rules, and stay with it; stories are read, and go along.
    rules = {
        id_: one
        for id_, one in entries(core).items()
        if not (id_.startswith("example.") and "steps" in one)
        or any("tells" in step for step in one["steps"])
    }
    assert entries(ruleset("fresh")) == rules


def test_two_packs_together() -> None:
    both = compiled("easier", str(SCENARIOS / "grazed" / "pack"))
    assert both.ruleset is not None
    assert both.ruleset.find("condition.damage.grazed") is not None
    band = entries(both.ruleset)["band.difficulty.easy"]
    assert band["range"] == {"low": 4, "high": 7}
