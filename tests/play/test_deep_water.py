"""A third game, tests/games/deep-water: d8, five pips to a die, nine ranks, its own time and turns.

It shares no word with the games in rulesets/, so whatever works for it knows no game.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from shelf import Faces, package

from freed6c.pipeline import compile_packs, emit_targets

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.model.ruleset import Ruleset

GAME = Path(__file__).parents[1] / "games" / "deep-water"


@cache
def rules() -> Ruleset:
    compiled = compile_packs(str(GAME))
    assert compiled.ruleset is not None
    assert not compiled.diagnostics
    return compiled.ruleset


@cache
def game() -> Any:
    return package(str(GAME))


@cache
def files(target: str) -> Mapping[str, str]:
    made = emit_targets(rules(), [target])[target]
    return {file.path: file.content.decode() for file in made}


def diver(name: str, **more: Any) -> Any:
    ratings = {"ability.lungs": "2D", "ability.nerves": "1D+3"}
    return game().Character(ratings | more.pop("ratings", {}), name=name, **more)


def splash(who: Any, whom: Any, *faces: int) -> Any:
    rng = Faces(*faces)
    near = {"distance": game().kinds.Quantity(amount=1, unit="fathom")}
    done = who.act(
        game().actions.SPLASH, whom, rng=rng, choices=game().play.Choices(given=near)
    )
    assert not rng.left
    return done


def conditions(who: Any) -> list[str]:
    return [held.condition.id for held in who.conditions]


def test_dice_have_eight_sides_and_five_pips_make_one() -> None:
    odds = game().odds("2D")
    assert (odds.mean, odds.support.low, odds.support.high) == (9, 2, 16)
    code = game().DieCode
    assert str(code.parse("1D+4") + code.parse("0D+3")) == "2D+2"
    assert game().formulas.calm(code.parse("3D+2")) == 14


def test_a_total_has_to_be_more_than_the_number() -> None:
    assert not game().roll("2D", 9, rng=Faces(4, 5)).success
    found = game().roll("2D R1", 9, rng=Faces(4, 8, 1))
    assert (found.total, found.margin, found.rank) == (12, 3, 1)


def test_nine_ranks_of_cold_and_nothing_goes_at_the_last() -> None:
    ann, bob = diver("Ann", ratings={"ability.lungs": "6D"}), diver("Bob")
    splash(ann, bob, *[8] * 6, *[8] * 6)
    assert conditions(bob) == ["condition.cold.frozen"]
    assert vars(rules().entry("condition.cold.frozen"))["rank"] == 9
    with pytest.raises(game().play.RefusedError, match="Frozen"):
        splash(bob, ann)


def test_cold_creeps_on_and_wears_off_with_the_dive() -> None:
    ann, bob = diver("Ann"), diver("Bob")
    splash(ann, bob, 8, 8, 7, 7)
    assert conditions(bob) == ["condition.cold.cool"]
    game().play.end_period(game().periods.DIVE, [bob], Faces())
    assert not bob.conditions


def test_two_strokes_fit_in_a_dive() -> None:
    ann, bob = diver("Ann"), diver("Bob")
    splash(ann, bob, 1, 1)
    splash(ann, bob, 1, 1)
    with pytest.raises(game().play.RefusedError, match="Stroke"):
        splash(ann, bob)


def test_a_site_of_it_reads_on() -> None:
    site = files("html")
    assert "Under water" in site["index.html"]
    for condition in vars(rules().entry("track.cold"))["conditions"]:
        assert condition.name in site["all.html"]
    assert "59.4" in site["all.html"], "the chance of 3D in a lake"


GENERAL = ("kinds.py", ".js", ".css", ".d.ts", ".schema.json", "one-file.html")
"""Files that say what any game may have."""


@pytest.mark.parametrize("target", ["python", "markdown", "html", "json"])
def test_nothing_in_it_is_of_another_game(target: str) -> None:
    """What has a name in core has none here, unless this game has it too."""
    core = compile_packs("core").ruleset
    assert core is not None
    own = GAME.joinpath("rules.yaml").read_text(encoding="utf-8").lower()
    names = {
        entry.name.lower()
        for entry in core.entries.values()
        if entry.__dict__.get("name")
        and entry.id.startswith(("ability.", "skill.", "track.", "condition."))
    }
    strange = {name for name in names if name not in own and len(name) > 3}
    assert len(strange) > 50
    texts = [
        text.lower()
        for path, text in files(target).items()
        if "_runtime" not in path and not path.endswith(GENERAL)
    ]
    found = re.compile(rf"\b(?:{'|'.join(map(re.escape, sorted(strange)))})\b")
    assert not {match[0] for text in texts for match in found.finditer(text)}
