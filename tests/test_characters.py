"""Characters that commit 5263da4 saved come back as they were; `characters/make.py` made them.

But for what the rules of today have no place for: that is left out, and told.
"""

from __future__ import annotations

import copy
import json
import pickle
import sys
from functools import cache
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "tests" / "characters"
EXPECTED = json.loads((FOLDER / "expected.json").read_text(encoding="utf-8"))
SAVED = {
    path.stem: path.read_text(encoding="utf-8")
    for path in sorted(FOLDER.glob("*.json"))
    if path.stem != "expected"
}


@cache
def package(ruleset: str) -> Any:
    """The package that is committed, under a name of its own: other tests import others."""
    folder = ROOT / "generated" / ruleset / "python" / f"freed6_{ruleset}"
    name = f"committed_{ruleset}"
    places = [str(folder)]
    spec = spec_from_file_location(
        name, folder / "__init__.py", submodule_search_locations=places
    )
    assert spec is not None
    assert spec.loader is not None
    found = sys.modules[name] = module_from_spec(spec)
    spec.loader.exec_module(found)
    import_module(f"{name}.play")
    return found


def game(name: str) -> Any:
    """The package that a character plays by."""
    return package(name.partition("-")[0])


def loaded(name: str) -> Any:
    return game(name).Character.from_json(SAVED[name], misfits="drop")


def pool(name: str, who: Any, skill: str) -> str | None:
    """What is rolled for a skill; None where it cannot be tried."""
    try:
        return str(who.pool(skill))
    except game(name).play.Refused:
        return None


def time(lasting: Any) -> dict[str, Any]:
    """How long something lasts, and how much of that is left."""
    if lasting is None:
        return {"lasts": None}
    text = lasting.lasts.text
    return {"lasts": text, "left": lasting.left, "waits": lasting.waits}


def test_every_character_is_expected() -> None:
    assert len(SAVED) == 20
    assert set(SAVED) == set(EXPECTED)


@pytest.mark.parametrize("name", SAVED)
def test_what_is_in_force_is_what_was(name: str) -> None:
    who, expected = loaded(name), EXPECTED[name]
    assert {one: pool(name, who, one) for one in expected["pools"]} == expected["pools"]
    assert [
        {"id": one.condition.id, "cost": one.cost} | time(one.lasting)
        for one in who.conditions
    ] == expected["conditions"]
    assert [
        {"from": one.origin, "times": one.times, "moments": one.waits}
        | time(one.lasting)
        for one in who.effects
    ] == expected["effects"]
    assert who.points == expected["points"]


@pytest.mark.parametrize("name", SAVED)
def test_what_does_not_fit_is_told(name: str) -> None:
    misfits = tuple(EXPECTED[name].get("misfits", ()))
    assert loaded(name).misfits == misfits
    if misfits:
        with pytest.raises(game(name).play.DoesNotFit) as raised:
            game(name).Character.from_json(SAVED[name])
        assert raised.value.problems == misfits


@pytest.mark.parametrize("name", SAVED)
def test_as_many_actions_are_left(name: str) -> None:
    """As many as when they were saved, but none of those that are forbidden to them."""
    who, expected = loaded(name), EXPECTED[name]["actions"]
    slots, entry = game(name).play.slots, game(name).entry
    assert {one: slots(who, entry(one)) for one in expected} == expected


@pytest.mark.parametrize("name", SAVED)
def test_who_is_saved_again_comes_back(name: str) -> None:
    who = loaded(name)
    again = type(who).from_json(who.to_json())
    assert again == who
    assert again.misfits == ()
    assert again.to_json() == who.to_json()
    assert type(who).from_dict(who.to_dict()) == who


@pytest.mark.parametrize("name", SAVED)
def test_who_is_copied_is_the_same(name: str) -> None:
    who = loaded(name)
    for again in (copy.copy(who), copy.deepcopy(who), pickled(who)):
        assert again == who


def test_a_copied_entry_is_the_entry_itself() -> None:
    entry = package("core").entry("skill.brawling")
    for again in (copy.copy(entry), copy.deepcopy(entry), pickled(entry)):
        assert again is entry


def pickled(what: Any) -> Any:
    return pickle.loads(pickle.dumps(what))  # noqa: S301
