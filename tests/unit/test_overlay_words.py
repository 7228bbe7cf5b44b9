"""What each word of a house rule does to the ruleset, and what `reword` does to texts."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from ruamel.yaml import YAML

from freed6c.diagnostics.locate import locate
from freed6c.model.value_lookup import at
from freed6c.pipeline import compile_packs
from made_packs import overlaid, write_pack

if TYPE_CHECKING:
    from freed6c.diagnostics.diagnostic import Label
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import Data


CASES = Path(__file__).parents[1] / "cases" / "overlay"


@cache
def case(name: str) -> Ruleset:
    compiled = compile_packs(str(CASES / name / "input"))
    assert compiled.ruleset is not None, compiled.diagnostics
    return compiled.ruleset


def keys(ruleset: Ruleset, whole: str) -> list[str]:
    return [one.key for one in ruleset.entries[whole].inside]


@pytest.mark.parametrize(
    ("address", "value"),
    [
        ("ability.glow.name", "Shining"),
        ("ability.glow.aliases", ("Light", "Gleam")),
        ("skill.shine.text", "It reaches far."),
        ("ability.wick.name", "Cord"),
        ("ability.wick.text", ""),
        ("ability.oil.name", "Oil"),
        ("condition.soot.black.duration", None),
    ],
)
def test_values(address: str, value: object) -> None:
    assert at(case("every-word"), address) == value


@pytest.mark.parametrize(
    ("address", "written"),
    [
        ("benchmark.dark.bands.dim.range", "1-5"),
        ("benchmark.dark.bands.dusky.range", "6-9"),
        ("benchmark.dark.bands.black.range", "10+"),
        ("row.oils.thin.grade", "2D"),
        ("row.oils.thin.burns", "7 step"),
    ],
)
def test_what_is_adjusted_stays_written_as_it_was(address: str, written: str) -> None:
    assert str(at(case("every-word"), address)) == written


def test_what_is_added_stands_where_it_is_put_and_order_is_rank() -> None:
    found = case("every-word")
    assert keys(found, "track.soot") == ["dusty", "sooty", "dirty", "black"]
    assert at(found, "condition.soot.black.rank") == 4
    assert keys(found, "ability.glow") == ["beam", "flash", "shine"]


def test_what_is_removed_is_gone_with_everything_in_it() -> None:
    found = case("every-word")
    assert "value.sight" not in found.entries
    assert keys(found, "table.oils") == ["thin"]


def test_every_change_keeps_who_made_it_where_and_why() -> None:
    found = case("every-word")
    (changed,) = found.provenance.changes_below(
        ("benchmarks", "dark", "bands", "dusky")
    )
    assert (changed.pack, changed.operation) == ("input", "adjust")
    assert (changed.before, changed.after) == ("5-8", "6-9")
    assert changed.why == "Nights are shorter."
    assert changed.address.path == ("change", "benchmark.dark", "adjust", "bands.dusky")


def test_references_go_to_what_stands_instead(tmp_path: Path) -> None:
    base = (CASES / "replaced-by" / "lanterns" / "pack.yaml").read_text("utf-8")
    write(tmp_path / "lanterns", base)
    write(
        tmp_path / "house",
        "pack: house\nextends: lanterns\nremove:\n  skill.flash: {replaced-by: skill.shine}\n",
    )
    compiled = compile_packs(str(tmp_path / "house"))
    assert not compiled.diagnostics
    assert compiled.ruleset is not None
    effect: Any = at(compiled.ruleset, "condition.soot.black.effects.1")
    assert [ref.id for ref in effect.of] == ["skill.shine"]


LISTS = """
pack: lamps
title: Lamps
version: 1.0.0
die-codes: {pips-per-die: 3, smallest: 1D}
periods: {night: {name: night, plural: nights}}
abilities:
  glow: {name: Glow, skills: {shine: {name: Shine}, flash: {name: Flash}, flicker: {name: Flicker}}}
terms: {flash: {name: Flash, text: Another thing of this name.}}
tracks:
  soot:
    name: Soot
    stacking: cumulative
    conditions:
      black: {name: Black, effects: [{modify: checks, by: -1, of: [flash, shine, glow, flicker]}]}
tables:
  lamps:
    name: Lamps
    columns: {needs: {name: Needs, type: skill, list: true}}
    rows: {candle: {name: Candle, needs: [skill.flicker, flash]}}
chapters:
  light: {name: Light, text: Light., contains: [skill.flash, skill.shine]}
"""


def test_what_stands_in_a_list_is_not_put_there_twice(tmp_path: Path) -> None:
    write(tmp_path / "lamps", LISTS)
    gone = [
        f"  skill.{key}: {{replaced-by: skill.shine}}" for key in ("flash", "flicker")
    ]
    rules = "\n".join(["pack: house", "extends: lamps", "remove:", *gone])
    write(tmp_path / "house", rules)
    found = compile_packs(str(tmp_path / "house")).ruleset
    assert found is not None
    effect: Any = at(found, "condition.soot.black.effects.1")
    assert [ref.id for ref in effect.of] == ["skill.shine", "ability.glow"]
    row: Any = found.entries["row.lamps.candle"]
    assert [ref.id for ref in row.cells["needs"]] == ["skill.shine"]
    chapter: Any = found.entries["chapter.light"]
    assert [ref.id for ref in chapter.contains] == ["skill.shine"]
    path = ("tracks", "soot", "conditions", "black", "effects", 0, "of")
    taken = [one for one in found.provenance.chain(path) if one.operation == "take"]
    assert [one.before for one in taken] == ["flicker", "flash"]


def test_lists_that_lose_a_removed_entry_keep_the_reason(tmp_path: Path) -> None:
    write(tmp_path / "lamps", LISTS)
    removed = "remove: {skill.flash: {why: Too quick.}}"
    write(tmp_path / "house", f"pack: house\nextends: lamps\n{removed}\n")
    origins = overlaid(tmp_path / "house").merged.provenance
    (change,) = origins.changes_below(("chapters", "light"))
    assert (change.operation, change.why) == ("take", "Too quick.")


def test_notes_and_examples_go_with_what_they_are_about(tmp_path: Path) -> None:
    base = (CASES / "removed" / "lanterns" / "pack.yaml").read_text("utf-8")
    write(tmp_path / "lanterns", base)
    house = """
pack: house
extends: lanterns
change:
  ability.wick: {set: {text: It burns.}}
  condition.soot.black: {unset: [effects]}
remove:
  skill.flash: {why: Too quick.}
  value.sight: {why: Nobody asks.}
"""
    write(tmp_path / "house", house)
    compiled = compile_packs(str(tmp_path / "house"))
    assert not compiled.diagnostics
    assert compiled.ruleset is not None
    assert not {"note.open", "example.first"} & compiled.ruleset.entries.keys()


def test_a_choice_does_what_it_says_and_files_wait_for_it() -> None:
    found = case("options")
    assert str(at(found, "condition.soot.dirty.duration")) == "1 beat"
    assert at(found, "ability.oil.text") == "For short nights."
    assert at(found, "option.night.default") is not None
    (selected,) = found.provenance.changes_below(("options", "night"))
    assert (selected.operation, selected.after) == ("select", "short")
    (changed,) = found.provenance.changes_below(
        ("tracks", "soot", "conditions", "dirty")
    )
    assert changed.option == "option.night.short"


def test_what_is_written_against_an_old_id_still_works() -> None:
    found = case("renamed")
    assert "ability.glow" not in found.entries
    assert at(found, "ability.gleam.name") == "Gleam"
    assert at(found, "condition.smut.dirty.name") == "Smutty"
    assert found.find("condition.soot.dirty") is found.entries["condition.smut.dirty"]


def write(folder: Path, text: str) -> None:
    folder.mkdir()
    (folder / "pack.yaml").write_text(text, "utf-8")


def test_a_file_may_wait_for_a_pack_that_it_comes_after() -> None:
    here, one = (CASES / "waits-for-a-pack" / part for part in ("input", "layers/one"))
    alone = compile_packs(str(here))
    assert not alone.diagnostics
    both = compile_packs(str(here), [str(one)])
    assert both.ruleset is not None
    assert at(both.ruleset, "ability.oil.name") == "Fat"


def test_what_is_wrong_with_words_is_said_where_they_are_written(
    tmp_path: Path,
) -> None:
    kites = YAML(typ="safe").load(Path(__file__).with_name("overlays.yaml"))["bases"][
        "kites"
    ]
    words: Data = {"by day": "[[term.rain]]", "At night": "Mostly"}
    change: Data = {"term.kite": {"reword": {"text": words}}}
    gone: Data = {"ability.sight": {"why": "Blind."}}
    write_pack(tmp_path, "kites", {"rules.yaml": kites})
    rules: dict[str, Data] = {"change": change}
    house = write_pack(tmp_path, "house", {"rules.yaml": rules}, extends="kites")
    blind = write_pack(tmp_path, "blind", {}, extends="house", remove=gone)
    (broken,) = compile_packs(str(house)).diagnostics
    assert _shown(tmp_path, broken.label) == ("house/rules.yaml", "term.rain")
    removed = compile_packs(str(blind)).diagnostics
    needed = next(found for found in removed if found.code.name == "removed")
    assert _shown(tmp_path, needed.related[0]) == ("kites/rules.yaml", "ability.sight")


def _shown(folder: Path, label: Label | None) -> tuple[str, str]:
    """The file that a label leads to, and the characters."""
    assert label is not None
    text = (folder / label.place.file).read_text(encoding="utf-8")
    at = locate(label.place, text)
    line = text.splitlines()[at.line - 1]
    return label.place.file, line[at.column - 1 : at.end_column - 1]
