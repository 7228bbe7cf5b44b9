"""What packs do to one another, where no order is said, and where former ids lead."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_origin

import pytest
from playing import kites, kites_with
from ruamel.yaml import YAML

from freed6c.load import load
from freed6c.model.tree_values import values
from freed6c.model.type_hints import alternatives
from freed6c.overlay.trials import trials
from freed6c.overlay.values import adjusted, read_amount
from freed6c.packs.data import walk
from freed6c.packs.ids import id_at
from freed6c.pipeline import emit_targets
from made_packs import overlaid, write_pack
from small_base import SMALL, write_small

if TYPE_CHECKING:
    from collections.abc import Callable

    from freed6c.packs.data import Data
    from freed6c.packs.pack import MergedRuleset


TABLE = YAML(typ="safe").load(Path(__file__).with_name("overlays.yaml"))
BASES: dict[str, Any] = {"small": SMALL, **TABLE["bases"]}
SITUATIONS = [
    pytest.param(situation, packs, names, id=f"{title}-{number}{names[0]}")
    for title, situation in TABLE["situations"].items()
    for sets in [situation["packs"]]
    for number, packs in enumerate(sets if isinstance(sets, list) else [sets])
    for names in (("a", "b"), ("b", "a"))[: 1 + ("one" in packs)]
]


def path_of(dotted: str) -> tuple[str | int, ...]:
    return tuple(int(key) if key.isdigit() else key for key in dotted.split("."))


def views(merged: MergedRuleset) -> dict[str, Callable[[str], Any]]:
    """What a situation can ask of the result, by its key."""
    origins = merged.provenance

    def at(dotted: str) -> Any:
        return walk(merged.tree, path_of(dotted))

    def written(dotted: str) -> str:
        location = origins.location(path_of(dotted))
        return "" if location is None else ".".join(map(str, location.path))

    def changes(dotted: str) -> list[str]:
        return [one.operation for one in origins.changes_below(path_of(dotted))]

    def records(dotted: str) -> int:
        path = path_of(dotted)
        return sum(place[: len(path)] == path for place in origins.records)

    return {
        "values": at,
        "keys": lambda dotted: list(at(dotted)),
        "written": written,
        "writers": lambda dotted: origins.writer(path_of(dotted)),
        "changes": changes,
        "records": records,
        "leads": lambda former: merged.redirects[former].id,
        "instead": lambda removed: merged.removed[removed].instead,
    }


@pytest.mark.parametrize(("situation", "packs", "names"), SITUATIONS)
def test_packs_over_a_base(
    situation: dict[str, Any], packs: Any, names: tuple[str, str], tmp_path: Path
) -> None:
    base = situation.get("base", "small")
    text = json.dumps(packs)
    for key, name in zip(("one", "other"), names, strict=True):
        text = text.replace(f'"{key}"', f'"{name}"')
    layers = []
    for name, pack in json.loads(text).items():
        files = {key: pack.pop(key) for key in list(pack) if key.endswith(".yaml")}
        layers.append(write_pack(tmp_path, name, files, **{"extends": base, **pack}))
    found = overlaid(write_pack(tmp_path, base, {}, **BASES[base]), layers)
    expected = {"codes": [], **situation}
    told = expected.keys() - {"packs", "base"}
    assert found.codes == expected["codes"]
    redirects = {former: new.id for former, new in found.merged.redirects.items()}
    assert expected.get("redirects", redirects) == redirects
    for first in found.problems[:1]:
        assert expected.get("message", first.message) == first.message
        told_so = [str(way) for way in first.help]
        begins = expected.get("help", told_so)
        assert all(map(str.startswith, told_so, begins)), told_so
        assert len(begins) == len(told_so)
    for dotted, part in expected.get("contains", {}).items():
        assert part in str(walk(found.merged.tree, path_of(dotted)))
    look = views(found.merged)
    for key in told - {"codes", "redirects", "message", "help", "contains"}:
        for asked, answer in expected[key].items():
            assert look[key](asked) == answer, (key, asked)


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


@pytest.mark.parametrize(("pack", "is_tried"), [("small", True), ("absent", False)])
def test_what_a_file_waits_for_is_tried_together(
    tmp_path: Path, pack: str, *, is_tried: bool
) -> None:
    choices: Data = {"dim": {"name": "Dim"}, "clear": {"name": "Clear"}}
    glass: Data = {"name": "Glass", "default": "dim", "choices": choices}
    together: dict[str, Data] = {"option.glass": "clear", "option.pace": "fast"}
    files: dict[str, dict[str, Data]] = {
        "both.yaml": {"when": {"pack": pack, **together}}
    }
    layer = write_pack(tmp_path, "a", files, extends="small", options={"glass": glass})
    packs, _ = load(str(write_small(tmp_path)), [str(layer)])
    tried = [trial.choices for trial in trials(packs, {"a"})]
    assert {"option.glass": "clear"} in tried
    assert (together in tried) is is_tried


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
