"""Texts that speak of what a pack changed: which are named, and what documents leave out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import pytest
from click.testing import CliRunner
from ruamel.yaml import YAML

from freed6c.cli import freed6c
from freed6c.pipeline import compile_packs, emit_targets
from made_packs import write_pack

if TYPE_CHECKING:
    from pathlib import Path

    from freed6c.packs.data import Data


LICENSE: Final = {"id": "CC-BY-4.0", "holder": "A stranger"}
KITES = """
die-codes: {pips-per-die: 3, smallest: 1D}
periods: {beat: {name: beat, plural: beats}}
natures: {flyer: {name: Flyer, agency: true}}
formulas:
  lift: {name: Lift, text: How high a kite gets., params: {wind: integer}, constants: {each: 2},
    returns: integer, formula: each * wind}
benchmarks:
  sky:
    name: Sky
    text: It has no end.
    bands:
      low: {name: Low clouds, range: 1-5, text: Grey.}
      high: {name: High clouds, range: 6+}
terms:
  gust: {name: Gust, text: "It helps with the [[formula.lift]]. Beware."}
  calm: {name: No lift, text: Then there is no lift at all.}
  rope: {name: Rope, text: "So long: [[=formula.lift.constants.each]]."}
notes:
  open:
    name: An open sky
    about: [benchmark.sky]
    kind: gap
    problem: "Does the [[formula.lift]] end?"
    decides: band.sky.high.range
    readings:
      open: {value: 6+, text: It goes on.}
      closed: {value: 6-9, text: It ends there.}
    why: Nobody likes ceilings.
examples:
  three: {name: Three gusts, text: Three of them make six., about: formula.lift, formula: lift(3),
    expect: "6"}
chapters:
  all: {name: Flying, contains: [formula.lift, benchmark.sky], text: Up you go.}
"""


@pytest.fixture
def kites(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    files = {"rules.yaml": YAML(typ="safe").load(KITES)}
    manifest: Any = {"title": "Kites", "version": "1.0.0", "license": LICENSE}
    return write_pack(tmp_path, "kites", files, **manifest)


def house(base: Path, changes: dict[str, Data], **manifest: Any) -> str:
    rules: dict[str, Data] = {"change": changes}
    manifest.setdefault("extends", "kites")
    manifest.setdefault("title", "House")
    return str(write_pack(base.parent, "house", {"rules.yaml": rules}, **manifest))


def run(*words: str) -> str:
    done = CliRunner().invoke(freed6c, words, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def reread(base: Path, changes: dict[str, Data]) -> list[str]:
    found = json.loads(run("check", house(base, changes), "--format", "json"))
    return [text["address"] for text in found["reread"]]


MORE_LIFT: Final[dict[str, Data]] = {"formula.lift": {"set": {"constants.each": 3}}}


def test_the_likeliest_to_be_wrong_come_first(kites: Path) -> None:
    """Its text, links, quoted values beside others, open questions, its name as a word."""
    changes: dict[str, Data] = {"formula.lift": {"set": {"formula": "each + wind"}}}
    assert reread(kites, changes) == [
        "formula.lift.text",
        "term.gust.text",
        "term.rope.text",
        "note.open.problem",
        "term.calm.text",
    ]


def test_what_a_pack_has_read_is_not_named_again(kites: Path) -> None:
    changes: dict[str, Data] = {
        **MORE_LIFT,
        "term.gust": {"reword": {"text": {"helps with": "makes up"}}},
        "note.open": {"set": {"problem": "Does it end?"}},
    }
    assert reread(kites, changes) == ["formula.lift.text", "term.calm.text"]
    changes["term.gust"] = {"reword": {"text": {"Beware": "Take care"}}}
    assert "term.gust.text" in reread(kites, changes)


@pytest.mark.parametrize(
    "changes",
    [
        {"formula.lift": {"set": {"text": "How far up."}}},
        {"formula.lift": {"set": {"name": "Lift"}}},
        {"benchmark.sky": {"add": {"aliases": ["Heaven"]}}},
        {"formula.lift": {"add": {"constants.most": 9}}},
        {"chapter.all": {"remove": {"contains": ["formula.lift"]}}},
    ],
)
def test_words_and_what_is_only_added_leave_texts_true(
    kites: Path, changes: dict[str, Data]
) -> None:
    assert reread(kites, changes) == []


@pytest.mark.parametrize(("how", "in_"), [("why", "text"), ("leave-out", "name text")])
def test_what_is_removed_may_still_be_named(kites: Path, how: str, in_: str) -> None:
    rules: dict[str, Data] = {
        "remove": {"formula.lift": {how: True if how == "leave-out" else "No."}},
        "change": {
            "term.gust": {"set": {"text": "Calm is worse."}},
            "note.open": {"set": {"problem": "Does it end?"}},
        },
        "replace": {"term.rope": {"with": {"name": "Rope", "text": "No lift at all."}}},
    }
    write_pack(kites.parent, "high", {"rules.yaml": rules}, extends="kites")
    texts = json.loads(run("check", "high", "--format", "json"))["reread"]
    assert {tuple(text["about"]) for text in texts} == {("formula.lift",)}
    assert [text["address"][10:] for text in texts] == in_.split()


def test_they_are_listed_for_people(kites: Path) -> None:
    said = run("check", house(kites, MORE_LIFT))
    texts = said[said.index("Texts to reread") :].splitlines()
    assert texts[3].startswith("  term.gust.text, ")
    assert texts[4] == "    It helps with the [[formula.lift]]."
    assert texts[1:] == run("diff", "kites", "house").splitlines()[-len(texts) + 1 :]


def test_many_are_counted(kites: Path) -> None:
    terms: dict[str, Data] = {
        f"t{number}": {"name": f"T{number}", "text": "By [[formula.lift]]."}
        for number in range(40)
    }
    write_pack(kites.parent, "many", {"terms.yaml": {"terms": terms}}, extends="kites")
    said = run("check", house(kites, MORE_LIFT, extends="many"))
    assert said.endswith("  and 39 more: freed6c diff, or --format json\n")


def pages(pack: str) -> str:
    compiled = compile_packs(pack)
    assert compiled.ruleset is not None
    files = emit_targets(compiled.ruleset, ["markdown"], compiled.packs)["markdown"]
    texts = {file.path: file.content.decode() for file in files}
    return "".join(text for path, text in texts.items() if "changes" not in path)


def test_an_example_that_goes_otherwise_is_told_without_its_words(kites: Path) -> None:
    assert "Three of them make six." in pages("kites")
    told = pages(house(kites, MORE_LIFT))
    assert "Three of them make six." not in told
    assert "**Three gusts**, with these rules: [Lift]" in told


def test_one_that_cannot_be_run_is_only_named(kites: Path) -> None:
    changes: dict[str, Data] = {
        "formula.lift": {"set": {"formula": "floor(wind / (each - 2))"}}
    }
    assert "**Three gusts**: possible only with the rules of the book" in pages(
        house(kites, changes)
    )


def test_a_reason_of_the_book_is_not_that_of_the_table(kites: Path) -> None:
    changes: dict[str, Data] = {
        "band.sky.high": {"set": {"range": "6-9"}, "why": "We like ceilings."}
    }
    told = pages(house(kites, changes))
    assert "**Used here:** It ends there." in told
    assert "**Why:** We like ceilings." in told
    assert "Nobody likes ceilings." not in told


def test_a_reading_need_not_hold_where_more_is_changed(kites: Path) -> None:
    changes: dict[str, Data] = {
        "benchmark.sky": {
            "set": {"bands.high.range": "6-9"},
            "add": {"bands.space": {"name": "Space", "range": "10+"}},
        }
    }
    told = pages(house(kites, changes))
    assert "**Used here:** Everything else is as in House." in told
    assert "**Used here:** It ends there." not in told
