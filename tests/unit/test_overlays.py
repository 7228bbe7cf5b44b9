"""What packs do to one another, where no order is said, and where lines could stand otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from made_packs import Overlaid, overlaid, write_pack
from small_base import write_small

if TYPE_CHECKING:
    from pathlib import Path

    from freed6c.packs.data import Data

CONDITIONS = ("tracks", "soot", "conditions")
ALIASES = ("benchmarks", "dark", "aliases")
BANDS = ("benchmarks", "dark", "bands")
EACH = ("formulas", "glow", "constants", "each")
LANTERN = ("tables", "lamps", "rows", "lantern")


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
            (
                "table.lamps",
                {"rows": "+1D"},
                {"rows": "+1D"},
                (*LANTERN, "flare"),
                "6D",
            ),
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
    )
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
        settled: dict[str, Data] = {
            "settle": {"condition.soot.dirty": {"take": taken, "why": "Agreed."}}
        }
        small.with_("z", settled, extends={one: "", other: ""})
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


def test_a_list_under_a_free_key_gets_items_too(small: Table) -> None:
    rules = change("table.glows", add={"each.lamps": [8]})
    found = small.with_("a", rules).overlaid()
    assert found.codes == []
    assert found.merged.at(("tables", "glows", "each", "lamps")) == [1, 2, 4, 8]


@pytest.mark.parametrize(
    ("rules", "code"),
    [
        (change("option.pace", set={"default": "fast"}), "sets-default-choice"),
        (
            change("option.pace", add={"choices.mad": {"name": "Mad"}}),
            "changes-choices",
        ),
        (
            change("choice.pace.fast", set={"change": {"term.oil": {"set": {}}}}),
            "changes-choices",
        ),
        (
            {
                "replace": {
                    "choice.pace.fast": {"why": "No.", "with": {"name": "Faster"}}
                }
            },
            "changes-choices",
        ),
    ],
)
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
