"""What packs do to one another, where no order is said, and where former ids lead."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_origin

import pytest
from playing import kites, kites_with

from freed6c.load import load
from freed6c.model.tree_values import values
from freed6c.model.type_hints import alternatives
from freed6c.overlay.trials import trials
from freed6c.overlay.values import adjusted, read_amount
from freed6c.packs.ids import id_at
from freed6c.pipeline import emit_targets
from made_packs import Overlaid, overlaid, write_pack
from small_base import write_small

if TYPE_CHECKING:
    from freed6c.packs.data import Data


CONDITIONS = ("tracks", "soot", "conditions")
ALIASES = ("benchmarks", "dark", "aliases")
BANDS = ("benchmarks", "dark", "bands")
EACH = ("formulas", "glow", "constants", "each")
LANTERN = ("tables", "lamps", "rows", "lantern")
GLASS: Data = {
    "glass": {
        "name": "Glass",
        "default": "dim",
        "choices": {"dim": {"name": "Dim"}, "clear": {"name": "Clear"}},
    }
}


class Table:
    """The small base with layers on it: each a name, its rules, what its manifest says."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.base = write_small(folder)
        self.layers: list[Path] = []

    def with_(self, name: str, rules: dict[str, Data], **manifest: Any) -> Table:
        manifest.setdefault("extends", "small")
        layer = write_pack(self.folder, name, {"rules.yaml": rules}, **manifest)
        self.layers.append(layer)
        return self

    def overlaid(self) -> Overlaid:
        return overlaid(self.base, self.layers)


@pytest.fixture
def small(tmp_path: Path) -> Table:
    return Table(tmp_path)


def change(entry: str, **words: Data) -> dict[str, Data]:
    return {"change": {entry: dict(words)}}


def keys(found: Overlaid, path: tuple[str, ...]) -> list[str]:
    data = found.merged.at(path)
    assert isinstance(data, dict)
    return list(data)


@pytest.mark.parametrize("word", ["set", "adjust"])
def test_nothing_comes_to_be_by_changing_a_part_of_it(small: Table, word: str) -> None:
    word_of_change: dict[str, Any] = {word: {"bands.pitch.range": 2}}
    rules = change("benchmark.dark", **word_of_change)
    found = small.with_("a", rules).overlaid()
    assert found.codes == ["unknown-place"]
    assert "pitch" not in keys(found, BANDS)


def test_a_map_that_is_no_more_has_nothing_to_set_in_it(small: Table) -> None:
    small.with_("a", change("benchmark.dark", set={"bands": "none"}))
    below = change("benchmark.dark", set={"bands.dim.range": "1-3"})
    beside = change("benchmark.dark", add={"bands.new": {"name": "New"}})
    small.with_("b", below, after="a").with_("c", beside, after="a")
    assert small.overlaid().codes == [
        "inside-single-value",
        "inside-single-value",
        "wrong-type",
    ]


def test_items_that_move_up_in_a_list_keep_their_places_in_files(small: Table) -> None:
    rules = change("benchmark.dark", remove={"aliases": ["Gloom"]})
    found = small.with_("a", rules).overlaid()
    assert found.merged.at(ALIASES) == ["Murk", "Shade"]
    for position, written in enumerate((1, 2)):
        address = found.merged.provenance.location((*ALIASES, position))
        assert address is not None
        assert address.path == (*ALIASES, written)
    changes = found.merged.provenance.changes_below(ALIASES)
    assert [one.operation for one in changes] == ["take"]


@pytest.mark.parametrize("track", ["soot", "grime"])
def test_what_has_another_id_keeps_its_place_in_its_file(
    small: Table, track: str
) -> None:
    renamed = {
        "track.soot": "track.grime",
        f"condition.{track}.dirty": f"condition.{track}.foul",
    }
    found = small.with_("a", {}, renamed=renamed).overlaid()
    assert found.codes == []
    address = found.merged.provenance.location(
        ("tracks", "grime", "conditions", "foul", "name")
    )
    assert address is not None
    assert address.path == ("tracks", "soot", "conditions", "dirty", "name")
    assert found.merged.redirects["condition.soot.dirty"].id == "condition.grime.foul"


def test_an_id_that_changed_twice_leads_to_the_newest(small: Table) -> None:
    renamed = {"condition.soot.dirty": "condition.soot.foul"}
    small.with_("a", {}, renamed=renamed)
    small.with_("b", {}, extends="a", renamed={"track.soot": "track.grime"})
    old = change("condition.soot.dirty", set={"name": "Filthy"})
    found = small.with_("c", old, extends="b").overlaid()
    assert found.codes == ["old-id"]
    assert found.merged.at(("tracks", "grime", "conditions", "foul", "name")) == (
        "Filthy"
    )
    for former in ("condition.soot.dirty", "condition.soot.foul"):
        assert found.merged.redirects[former].id == "condition.grime.foul"


def test_a_new_entry_may_have_an_id_that_is_free_again(small: Table) -> None:
    small.with_("a", {}, renamed={"term.oil": "term.fuel"})
    new: dict[str, Data] = {"terms": {"oil": {"name": "Crude", "text": "Black."}}}
    small.with_("b", new, extends="a")
    own = change("term.oil", set={"name": "Rock oil"})
    found = small.with_("c", own, extends="b").overlaid()
    assert found.codes == []
    assert found.merged.at(("terms", "oil", "name")) == "Rock oil"
    assert "term.oil" not in found.merged.redirects


@pytest.mark.parametrize(("one", "other"), [("a", "b"), ("b", "a")])
class TestTwoPacksWithoutAnOrder:
    """Whatever their names, so whichever is applied first."""

    def test_clash_under_an_old_id_too(
        self, small: Table, one: str, other: str
    ) -> None:
        small.with_(one, change("track.soot", set={"name": "Ash"}))
        rules = change("track.grime", set={"name": "Grime"})
        small.with_(other, rules, renamed={"track.soot": "track.grime"})
        assert "conflict" in small.overlaid().codes

    def test_clash_where_one_counts_by_what_the_other_changes(
        self, small: Table, one: str, other: str
    ) -> None:
        small.with_(one, change("die-codes", set={"pips-per-die": 4}))
        small.with_(other, change("table.lamps", adjust={"rows": "-1"}))
        assert small.overlaid().codes == []
        small.layers.pop()
        small.with_(other, change("table.lamps", adjust={"rows": "-0D+1"}))
        assert small.overlaid().codes == ["conflict"]

    def test_adjust_nothing_of_each_other(
        self, small: Table, one: str, other: str
    ) -> None:
        new: Data = {"bands.pitch": {"name": "Pitch", "range": "30+"}}
        small.with_(one, change("benchmark.dark", add=new))
        small.with_(other, change("benchmark.dark", adjust={"bands": 2}))
        found = small.overlaid()
        assert found.codes == []
        ranges = [found.merged.at((*BANDS, key, "range")) for key in keys(found, BANDS)]
        assert ranges == ["3-6", "7-10", "11+", "30+"]

    @pytest.mark.parametrize(
        ("entry", "first", "second", "path", "expected"),
        [
            ("formula.glow", {"constants.each": 1}, {"constants.each": 1}, EACH, 4),
            ("formula.glow", {"constants.each": 1}, {"constants.each": -2}, EACH, 1),
            ("table.lamps", {"rows": "+1D"}, {"rows": "+1D"}, (*LANTERN, "flare"), "6D"),
            (
                "table.lamps",
                {"rows": "+1 pace"},
                {"rows.lantern.reach": "+1 pace"},
                (*LANTERN, "reach"),
                "11 pace",
            ),
            (
                "benchmark.dark",
                {"bands": -1},
                {"bands.grey.range": -1},
                (*BANDS, "grey", "range"),
                "3-6",
            ),
        ],
    )  # fmt: skip
    def test_both_have_their_way_where_they_adjust(
        self,
        small: Table,
        one: str,
        other: str,
        *,
        entry: str,
        first: dict[str, Data],
        second: dict[str, Data],
        path: tuple[str, ...],
        expected: Data,
    ) -> None:
        small.with_(one, change(entry, adjust=dict(first)))
        small.with_(other, change(entry, adjust=dict(second)))
        found = small.overlaid()
        assert found.codes == []
        assert found.merged.at(path) == expected

    @pytest.mark.parametrize("word", ["add", "move"])
    def test_clash_where_one_puts_something_beside_what_the_other_removes(
        self, small: Table, one: str, other: str, word: str
    ) -> None:
        puts: dict[str, dict[str, Data]] = {
            "add": {"conditions.ashen": {"before": "dirty", "name": "Ashen"}},
            "move": {"conditions.choked": {"before": "dirty"}},
        }
        small.with_(one, change("track.soot", **{word: puts[word]}))
        small.with_(other, {"remove": {"condition.soot.dirty": {"why": "Clean."}}})
        assert small.overlaid().codes == ["conflict"]

    @pytest.mark.parametrize(
        "whole",
        [
            change("formula.glow", unset=["constants"]),
            change("formula.glow", set={"constants": {"each": 7}}),
        ],
    )
    @pytest.mark.parametrize(
        "part",
        [
            change("formula.glow", set={"constants.most": 5}),
            change("formula.glow", adjust={"constants.most": 5}),
            change("formula.glow", move={"constants.most": {"before": "each"}}),
            change("formula.glow", remove={"constants": ["most"]}),
        ],
    )
    def test_clash_where_one_decides_the_whole_and_the_other_a_part(
        self, small: Table, one: str, other: str, whole: Any, part: Any
    ) -> None:
        found = small.with_(one, whole).with_(other, part).overlaid()
        assert found.codes[:1] == ["conflict"]

    def test_clash_where_one_removes_an_entry_and_the_other_what_stands_in_it(
        self, small: Table, one: str, other: str
    ) -> None:
        small.with_(one, {"remove": {"track.soot": {"why": "Clean."}}})
        small.with_(other, {"remove": {"condition.soot.dirty": {"why": "Clean."}}})
        assert small.overlaid().codes == ["conflict"]

    @pytest.mark.parametrize(
        ("take", "expected"),
        [
            ("adds", ["dusty", "ashen", "dirty", "choked"]),
            ("cleans", ["dusty", "choked"]),
        ],
    )
    def test_are_reconciled_by_a_third(
        self, small: Table, one: str, other: str, take: str, expected: list[str]
    ) -> None:
        taken = {"adds": one, "cleans": other}[take]
        new: Data = {"conditions.ashen": {"before": "dirty", "name": "Ashen"}}
        small.with_(one, change("track.soot", add=new))
        small.with_(other, {"remove": {"condition.soot.dirty": {"why": "Clean."}}})
        resolved: dict[str, Data] = {
            "resolve": {"condition.soot.dirty": {"use": taken, "why": "Agreed."}}
        }
        small.with_("z", resolved, extends={one: "", other: ""})
        found = small.overlaid()
        assert "conflict" not in found.codes
        assert keys(found, CONDITIONS) == expected


@pytest.mark.parametrize("first", ["dusty", "dirty"])
def test_moves_of_one_pack_hold_in_whatever_order_they_stand(
    small: Table, first: str
) -> None:
    moves: dict[str, Data] = {"dusty": {"after": "dirty"}, "dirty": {"after": "choked"}}
    lines = sorted(moves, key=lambda key: key != first)
    told: Data = {f"conditions.{key}": moves[key] for key in lines}
    found = small.with_("a", change("track.soot", move=told)).overlaid()
    assert found.codes == []
    assert keys(found, CONDITIONS) == ["choked", "dirty", "dusty"]


@pytest.mark.parametrize(
    ("beside", "expected", "said"),
    [
        ({"after": "dusty"}, ["dusty", "ashen", "sooty", "dirty", "choked"], []),
        ({"before": "dirty"}, ["dusty", "ashen", "sooty", "dirty", "choked"], []),
        ({}, ["dusty", "dirty", "choked", "ashen", "sooty"], ["highest-rank"] * 2),
    ],
)
def test_what_is_put_in_one_place_stands_as_it_is_written(
    small: Table, beside: dict[str, Data], expected: list[str], said: list[str]
) -> None:
    new: Data = {
        "conditions.ashen": {**beside, "name": "Ashen"},
        "conditions.sooty": {**beside, "name": "Sooty"},
    }
    found = small.with_("a", change("track.soot", add=new)).overlaid()
    assert found.codes == said
    assert keys(found, CONDITIONS) == expected


@pytest.mark.parametrize("turned", [False, True])
def test_a_setting_may_stand_before_the_one_that_makes_it_possible(
    small: Table, *, turned: bool
) -> None:
    glass: Data = {"glass": {"name": "Glass", "type": "text"}}
    lines: list[tuple[str, Data]] = [("columns", glass), ("rows.lantern.glass", "red")]
    settings = dict(reversed(lines) if turned else lines)
    found = small.with_("a", change("table.lamps", set=settings)).overlaid()
    assert found.codes == []
    assert found.merged.at(("tables", "lamps", "rows", "lantern", "glass")) == "red"


@pytest.mark.parametrize("base", ["core", "opend6"])
def test_a_single_value_counts_as_a_list_of_one(tmp_path: Path, base: str) -> None:
    game = Path(__file__).parents[2] / "rulesets" / base
    single = [
        value
        for value in values(overlaid(game).merged.tree)
        if not isinstance(value.data, list)
        if any(get_origin(hint) is tuple for hint in alternatives(value.hint))
        if not any(isinstance(step, int) for step in value.path)
    ]
    rules: dict[str, Any] = {}
    for value in single:
        field = ".".join(map(str, value.path[len(value.owner) :]))
        rules.setdefault(id_at(value.owner), {"add": {}})["add"][field] = ["new"]
    layer = write_pack(tmp_path, "a", {"rules.yaml": {"change": rules}}, extends=base)
    found = overlaid(game, [layer]).merged
    assert {"recovered-by", "fixed", "target", "shows"} & {v.path[-1] for v in single}
    for value in single:
        assert found.at(value.path) == [value.data, "new"]
        place = found.provenance.location((*value.path, 0))
        assert place == found.provenance.location(value.path)


def test_a_list_under_a_free_key_gets_items_too(small: Table) -> None:
    rules = change("table.glows", add={"each.lamps": [8]})
    found = small.with_("a", rules).overlaid()
    assert found.codes == []
    assert found.merged.at(("tables", "glows", "each", "lamps")) == [1, 2, 4, 8]


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        (change("option.pace", set={"default": "fast"}), "sets-default-choice"),
        (change("option.pace", add={"choices.mad": {"name": "Mad"}}), "changes-choices"),
        (change("choice.pace.fast", set={"change": {"term.oil": {"set": {}}}}), "changes-choices"),
        (
            {"replace": {"choice.pace.fast": {"why": "No.", "with": {"name": "Faster"}}}},
            "changes-choices",
        ),
    ],
)  # fmt: skip
def test_choices_are_selected_and_not_changed(
    small: Table, rules: dict[str, Data], code: str
) -> None:
    assert small.with_("a", rules).overlaid().codes == [code]


def test_what_a_choice_is_called_may_change(small: Table) -> None:
    rules = change("choice.pace.fast", set={"name": "Faster"})
    rules["select"] = {"option.pace": "fast"}
    found = small.with_("a", rules).overlaid()
    assert found.codes == []
    assert found.merged.at(("terms", "oil", "name")) == "Spirit"


@pytest.mark.parametrize(
    ("value", "by", "after"),
    [
        (3, "-4", -1),
        ("+1", "+1", "+2"),
        ("+1", "-1", "+0"),
        ("+1", "-3", "-2"),
        ("1-4", "+2", "3-6"),
        ("1-4", "-2", "-1 to 2"),
        ("2D+2", "+0D+1", "3D"),
        ("2D", "+1", None),
        ("+1D", "-1D", "+0D"),
        ("+1D", "-1D-1", "-0D-1"),
        ("-1D-1", "+1D", "-0D-1"),
    ],
)
def test_what_is_added_leaves_the_form(value: Data, by: str, after: Data) -> None:
    amount = read_amount(by, 3)
    assert amount is not None
    assert adjusted(value, amount, 3) == after


@pytest.mark.parametrize(
    ("said", "way_out"),
    [
        ("one less", "write -1"),
        ("two dice fewer", "write -2D"),
        ("3 more", "write +3"),
        ("3 dice more", "write +3D"),
        ("a lot", "write an amount such as +1"),
    ],
)
def test_an_amount_in_words(small: Table, said: str, way_out: str) -> None:
    rules = change("formula.glow", adjust={"constants.each": said})
    (problem,) = small.with_("a", rules).overlaid().problems
    assert problem.code.name == "no-amount"
    assert str(problem.help[0]).startswith(way_out)


def test_items_are_taken_out_once(small: Table) -> None:
    rules = change("benchmark.dark", remove={"aliases": ["Gloom"]})
    small.with_("a", rules).with_("b", rules)
    assert small.overlaid().codes == []
    small.with_("c", rules, extends="a")
    assert small.overlaid().codes == ["nothing-to-remove"]


def test_a_list_comes_to_be_by_what_is_added_to_it(small: Table) -> None:
    rules = change("term.oil", add={"aliases": ["Fat"]})
    found = small.with_("a", rules).overlaid()
    assert found.codes == []
    assert found.merged.at(("terms", "oil", "aliases")) == ["Fat"]


def test_what_changed_may_get_another_id_and_then_be_replaced(small: Table) -> None:
    small.with_("a", change("condition.soot.dirty", set={"name": "Filthy"}))
    small.with_("b", {}, extends="a", renamed={"track.soot": "track.grime"})
    body: Data = {
        "name": "Grime",
        "stacking": "cumulative",
        "conditions": {"ashen": {"name": "Ashen"}},
    }
    whole: dict[str, Data] = {"replace": {"track.grime": {"why": "New.", "with": body}}}
    found = small.with_("c", whole, extends="b").overlaid()
    assert found.merged.at(("tracks", "grime")) == body
    gone = ("tracks", "grime", "conditions", "dirty")
    assert not any(path[:4] == gone for path in found.merged.provenance.records)


def test_what_is_used_instead_may_get_another_id(small: Table) -> None:
    gone: dict[str, Data] = {"remove": {"skill.read": {"replaced-by": "skill.spot"}}}
    small.with_("a", gone)
    small.with_("b", {}, extends="a", renamed={"skill.spot": "skill.look"})
    found = small.overlaid()
    assert found.codes == []
    assert found.merged.removed["skill.read"].instead == "skill.look"


def test_what_has_a_free_id_may_be_removed_again(small: Table) -> None:
    small.with_("a", change("term.oil", set={"name": "Rock oil"}))
    small.with_("b", {}, extends="a", renamed={"term.oil": "term.fuel"})
    new: dict[str, Data] = {"terms": {"oil": {"name": "Crude", "text": "Black."}}}
    small.with_("c", new, extends="b")
    gone: dict[str, Data] = {"remove": {"term.oil": {"why": "Gone."}}}
    found = small.with_("d", gone, extends="c").overlaid()
    assert found.codes == []
    assert "oil" not in keys(found, ("terms",))
    assert found.merged.at(("terms", "fuel", "name")) == "Rock oil"


def test_what_has_its_new_id_already_is_found_by_the_old_one(small: Table) -> None:
    renamed = {
        "track.smut": "track.soot",
        "term.wax": "term.oil",
        "skill.look": "skill.spot",
        "term.shine": "term.beam",
    }
    small.with_("a", {"terms": {"beam": {"name": "Beam"}}}, renamed=renamed)
    old = change("condition.smut.dirty", set={"name": "Filthy"})
    found = small.with_("b", old, extends="a").overlaid()
    assert found.codes == ["old-id"]
    assert found.merged.at((*CONDITIONS, "dirty", "name")) == "Filthy"
    assert {old: new.id for old, new in found.merged.redirects.items()} == {
        "term.wax": "term.oil",
        "term.shine": "term.beam",
        "skill.look": "skill.spot",
        "specialization.look.far": "specialization.spot.far",
        "track.smut": "track.soot",
        "condition.smut.dusty": "condition.soot.dusty",
        "condition.smut.dirty": "condition.soot.dirty",
        "condition.smut.choked": "condition.soot.choked",
    }


def test_a_resolution_leaves_out_one_entry_and_no_other(small: Table) -> None:
    def oils(*names: str) -> dict[str, Data]:
        return {"terms": {name: {"name": name, "text": "Oil."} for name in names}}

    small.with_("a", oils("fat")).with_("b", oils("fat", "tar"))
    resolved: dict[str, Data] = {"resolve": {"term.fat": {"use": "a", "why": "Ours."}}}
    small.with_("z", resolved, extends={"a": "", "b": ""})
    found = small.overlaid()
    assert found.codes == []
    assert found.merged.at(("terms", "tar", "name")) == "tar"
    assert found.merged.provenance.writer(("terms", "fat")) == "a"


def test_options_of_a_file_that_waits_are_there_with_what_it_waits_for(
    small: Table,
) -> None:
    file: dict[str, Data] = {"when": {"pack": "small"}, "options": GLASS}
    rules: dict[str, Data] = {"select": {"option.glass": "clear"}}
    files = {"glass.yaml": file, "rules.yaml": rules}
    layer = write_pack(small.folder, "a", files, extends="small")
    assert overlaid(small.base, [layer]).codes == []


@pytest.mark.parametrize(("places", "told"), [(3, 3), (4, 0)])
def test_words_that_stand_elsewhere(small: Table, places: int, told: int) -> None:
    names = [f"t{place}" for place in range(places)]
    new: dict[str, Data] = {
        "terms": {name: {"name": name, "text": "Quite bright."} for name in names}
    }
    small.with_("a", new)
    rules = change("term.wick", reword={"text": {"Quite bright": "Dim"}})
    (problem,) = small.with_("b", rules, extends="a").overlaid().problems
    assert problem.code.name == "unknown-passage"
    assert sum("the passage is in '" in str(way) for way in problem.help) == told


def test_what_a_replacement_leaves_out_is_removed(small: Table) -> None:
    body: Data = {
        "name": "Soot",
        "stacking": "cumulative",
        "conditions": {"dusty": {"name": "Dusty"}},
    }
    small.with_("a", {"replace": {"track.soot": {"why": "New.", "with": body}}})
    rules = change("condition.soot.dirty", set={"name": "Filthy"})
    (problem,) = small.with_("b", rules, extends="a").overlaid().problems
    assert problem.message == "'condition.soot.dirty' was removed by 'a'"


def test_a_value_that_is_named_twice_is_written_once(small: Table) -> None:
    rules = change("benchmark.dark.bands.dim.range", set={"range": "1-3"})
    (problem,) = small.with_("a", rules).overlaid().problems
    assert list(map(str, problem.help)) == [
        "write change: {benchmark.dark: {set: {bands.dim.range: 1-3}}}"
    ]


def test_who_sets_the_whole_has_written_every_part(small: Table) -> None:
    small.with_("a", change("benchmark.dark", set={"bands.dim.range": "1-3"}))
    bands: Data = {"dim": {"name": "Dim", "range": "1+"}}
    whole = change("benchmark.dark", set={"bands": bands})
    found = small.with_("b", whole, extends="a").overlaid()
    assert found.codes == ["set-takes-away"]
    assert found.merged.provenance.writer((*BANDS, "dim", "range")) == "b"


@pytest.mark.parametrize(("pack", "is_tried"), [("small", True), ("absent", False)])
def test_what_a_file_waits_for_is_tried_together(
    small: Table, pack: str, *, is_tried: bool
) -> None:
    together: dict[str, Data] = {"option.glass": "clear", "option.pace": "fast"}
    files: dict[str, dict[str, Data]] = {
        "glass.yaml": {"options": GLASS},
        "both.yaml": {"when": {"pack": pack, **together}},
    }
    small.layers.append(write_pack(small.folder, "a", files, extends="small"))
    packs, _ = load(str(small.base), [str(layer) for layer in small.layers])
    tried = [trial.choices for trial in trials(packs, {"a"})]
    assert {"option.glass": "clear"} in tried
    assert (together in tried) is is_tried


def test_an_example_goes_with_what_it_names_and_no_chapter_shows_it(
    small: Table,
) -> None:
    rules: dict[str, Data] = {
        "examples": {
            "reading": {"formula": "rating(read)", "gives": "2D"},
            "glowing": {"formula": "glow(2)", "gives": 4},
        },
        "chapters": {
            "light": {
                "name": "Light",
                "text": "It glows.\n\n[[show: reading]]\n\n[[show: example.glowing]]\n",
            }
        },
    }
    small.with_("a", rules)
    gone: dict[str, Data] = {"remove": {"skill.read": {"why": "Too dark."}}}
    found = small.with_("b", gone, extends="a").overlaid()
    assert keys(found, ("examples",)) == ["glowing"]
    assert found.merged.at(("chapters", "light", "text")) == (
        "It glows.\n\n[[show: example.glowing]]\n"
    )


def test_a_choice_may_change_what_is_no_more(small: Table) -> None:
    clear: Data = {
        "name": "Clear",
        "change": {"term.oil": {"was": {"name": "Fuel"}, "set": {"name": "Oil"}}},
    }
    option: Data = {"name": "Glass", "default": "clear", "choices": {"clear": clear}}
    drift, *_ = small.with_("a", {"options": {"glass": option}}).overlaid().problems
    assert drift.code.name == "drift"
    assert list(map(str, drift.help)) == [
        "remove this change: the base has the new value already"
    ]


def test_what_stands_deep_in_an_entry_can_be_set(small: Table) -> None:
    wild: Data = {
        "name": "Wild",
        "do": "substitute-dice",
        "token": "W",
        "from": ["ability"],
        "limit": "all",
        "explode": {"d6": "6"},
        "events": {"good": {"shows": "6", "text": "Good."}},
    }
    steps: Data = {"wild": wild, "roll": {"name": "Roll", "do": "roll"}}
    dice: Data = {
        "name": "Throw",
        "die": "d6",
        "pips-carry": "codes",
        "success": "at-least",
        "steps": steps,
    }
    small.with_("a", {"dice": {"throw": dice}})
    rules = change("step.throw.wild", set={"events.good.text": "Better."})
    found = small.with_("b", rules, extends="a").overlaid()
    assert found.codes == []
    path = ("dice", "throw", "steps", "wild", "events", "good", "text")
    assert found.merged.at(path) == "Better."


RENAMED = """
    renamed:
      skill.dive: skill.plunge
      track.wet: track.damp
      menu.tricks: menu.feats
"""
REPLACED = """
    remove:
      skill.tune: {replaced-by: skill.glide}
      menu.tricks: {replaced-by: menu.feats}
    menus:
      feats:
        name: Feats
        paid-with: rank
        picks: {tilt: {name: A slant, cost: 1, effects: [{modify: checks, by: 1}]}}
"""


def test_a_game_by_itself_has_none() -> None:
    assert not kites().moved


def test_what_is_nested_is_renamed_with_what_it_stands_in() -> None:
    moved = kites_with(RENAMED).moved
    assert moved["skill.dive"] == "skill.plunge"
    assert moved["specialization.dive.stoop"] == "specialization.plunge.stoop"
    assert moved["condition.wet.soaked"] == "condition.damp.soaked"
    assert moved["pick.tricks.tilt"] == "pick.feats.tilt"
    assert "skill.glide" not in moved


def test_what_is_nested_is_replaced_by_its_like_if_there_is_one() -> None:
    assert kites_with(REPLACED).moved == {
        "skill.tune": "skill.glide",
        "menu.tricks": "menu.feats",
        "pick.tricks.tilt": "pick.feats.tilt",
    }


def test_removals_and_renames_of_several_packs_follow_each_other() -> None:
    moved = kites_with(
        """
        renamed: {skill.spot: skill.watch}
        remove: {skill.watch: {replaced-by: skill.tune}}
        """
    ).moved
    assert moved == {"skill.spot": "skill.tune", "skill.watch": "skill.tune"}


def test_what_is_removed_for_good_leads_nowhere_renamed_before_or_not() -> None:
    rules = "renamed: {hook.gale-born: hook.blown}\nremove: {hook.blown: {why: Gone}}"
    assert not kites_with(rules).moved
    assert not kites_with("remove: {hook.gale-born: {why: It blew away}}").moved


def test_a_former_id_finds_what_stands_for_it(tmp_path: Path) -> None:
    ruleset = kites_with(RENAMED, "gusty")
    assert ruleset.entry("skill.dive") is ruleset.entry("skill.plunge")
    for file in emit_targets(ruleset, ["python"])["python"]:
        path = tmp_path / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.content)
    sys.path.insert(0, str(tmp_path))
    try:
        package = importlib.import_module(ruleset.manifest.python)
    finally:
        sys.path.remove(str(tmp_path))
    assert package.entry("skill.dive") is package.skills.PLUNGE
    assert package.RULES.moved == ruleset.moved
    assert (package.RULES.id, package.RULES.version) == (ruleset.id, ruleset.version)
    with pytest.raises(KeyError):
        package.entry("skill.none")
