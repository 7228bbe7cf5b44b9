"""Every recipe of the authoring guide, rulesets/README.md, does at a table what it is for.

Each is played through the package that is generated from it.
"""

from __future__ import annotations

import importlib
import re
import sys
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

import pytest
from playing import Faces

from freed6c.pipeline import compile_packs
from made_packs import write_package
from test_guide import BLOCK, BROKEN, TEXT, do, section

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


PACKS = frozenset(re.findall(r"^# ([a-z-]+)/pack\.yaml", TEXT, re.MULTILINE)) - BROKEN

ABILITIES = ("strength", "dexterity", "intelligence", "perception", "presence", "wits")


class Game:
    """The package of a recipe, and people to play it with."""

    def __init__(self, package: str) -> None:
        self.package = package

    def __getattr__(self, module: str) -> Any:
        return importlib.import_module(f"{self.package}.{module}")

    def find(self, id: str) -> Any:  # noqa: A002
        return importlib.import_module(self.package).RULES.entry(id)

    def hero(self, name: str = "Ann", /, **more: Any) -> Any:
        """Somebody with 3D in all that needs no training, as far as not said."""
        ratings = {f"ability.{key}": "3D" for key in ABILITIES}
        ratings |= more.pop("ratings", {})
        return self.play.Character(ratings, name=name, **more)

    def given(self, *buys: Any, **facts: Any) -> Any:
        return self.play.Choices(given=facts, buys=buys)

    def length(self, amount: int, unit: str = "ft") -> Any:
        return self.kinds.Quantity(amount=amount, unit=unit)

    def end(self, period: str, *who: Any) -> None:
        self.play.end_period(self.find(f"period.{period}"), list(who), Random(1))


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[str], Game]]:
    """Build a recipe of the guide, once, and import what came of it."""
    folder: Path = tmp_path_factory.mktemp("recipes")
    before = {*sys.modules}
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        patch.syspath_prepend(folder / "built")
        for language, block in BLOCK.findall(TEXT):
            if language == "yaml":
                do(language, block)

        @cache
        def build(name: str) -> Game:
            ruleset = compile_packs(f"./{name}").ruleset
            assert ruleset is not None
            write_package(ruleset, folder / "built")
            importlib.invalidate_caches()
            return Game(ruleset.manifest.python)

        yield build
    for module in sys.modules.keys() - before:
        if module.startswith("freed6_"):
            del sys.modules[module]


def held(who: Any) -> list[str]:
    return [one.condition.id.removeprefix("condition.") for one in who.conditions]


def dice_of(who: Any, id_: str) -> str:
    """What somebody rolls for a skill, with all that is at work on them."""
    return str(who.pool(id_))


def recovered_by(g: Game, healer: Any, patient: Any, condition: str, pick: str) -> None:
    """Somebody with dice enough for any rank treats a condition."""
    patient.apply_condition(condition)
    (one,) = patient.conditions
    buying = g.play.Purchase(pick=g.find(f"pick.recovery.{pick}"), condition=one)
    mind = one.condition.id.startswith("condition.composure.")
    action = g.find("action.recover-mind" if mind else "action.recover-other")
    healer.act(action, patient, ally=patient, rng=Random(1), choices=g.given(buying))


ELSEWHERE = {"mana", "sanity", "hit-points", "bleeding", "rolled-initiative"}
"""Recipes played in `play/test_points_recipes.py` and `play/test_time.py`."""


def test_every_recipe_is_played() -> None:
    recipes = re.findall(r"^# ([a-z-]+)/pack\.yaml", section("Recipes"), re.MULTILINE)
    played = {name.removeprefix("test_").replace("_", "-") for name in globals()}
    assert len(recipes) > 10
    assert set(recipes) <= played | ELSEWHERE


def test_easier_nights(game: Callable[[str], Game]) -> None:
    g = game("easier-nights")
    easy = g.benchmarks.DIFFICULTY.EASY
    before = compile_packs("core").ruleset
    assert before is not None
    top: Any = before.entry("band.difficulty.easy")
    assert easy.number == top.number - 2


def test_grazes(game: Callable[[str], Game]) -> None:
    g = game("grazes")
    ann, medic = g.hero(), g.hero("Bob", ratings={"skill.technical": "40D"})
    ann.apply_condition("condition.damage.grazed")
    assert dice_of(ann, "skill.brawling") == "3D -1"
    g.end("turn", ann)
    g.end("turn", ann)
    assert held(ann) == []
    recovered_by(g, medic, ann, "condition.damage.out", "rank-6")
    assert held(ann) == []


def test_no_wild_die(game: Callable[[str], Game]) -> None:
    g = game("no-wild-die")
    assert "wild" not in [step.key for step in g.dice.CHECK.steps]
    assert not hasattr(g.abilities, "WILD_DIE")


def test_shaken(game: Callable[[str], Game]) -> None:
    g = game("shaken")
    ann, ben = g.hero(), g.hero("Ben", ratings={"ability.presence": "40D"})
    ann.apply_condition("condition.composure.shaken")
    assert dice_of(ann, "ability.wits") == "3D -1D"
    ben.act(g.find("action.joke"), ally=ann, rng=Random(1))
    assert held(ann) == []
    recovered_by(g, ben, ann, "condition.composure.out", "rank-6")
    assert held(ann) == []


def test_high_seas(game: Callable[[str], Game]) -> None:
    g = game("high-seas")
    assert g.abilities.DEXTERITY.name == "Agility"
    ann = g.hero(ratings={"skill.sailing": "1D", "specialization.sailing.helm": "1D"})
    assert dice_of(ann, "specialization.sailing.helm") == "5D"


def test_cruel_wild_die(game: Callable[[str], Game]) -> None:
    g = game("cruel-wild-die")
    ann = g.hero(abilities=["ability.dynamic", "ability.wild-die"])
    assert g.play.check(ann.pool("skill.brawling"), rng=Faces(6, 5, 1)).total == 6


def test_always_wild(game: Callable[[str], Game]) -> None:
    g = game("always-wild")
    rolled = g.play.check(g.hero().pool("skill.brawling"), rng=Faces(1, 1, 6, 6, 1))
    assert rolled.total == 15


def test_armoury(game: Callable[[str], Game]) -> None:
    g = game("armoury")
    ann, ben = g.hero(), g.hero("Ben")
    sword = g.given(
        row=g.find("row.attacks.sword"), distance=g.length(6), clearance=g.length(6)
    )
    done = ann.act(g.find("action.attack"), ben, rng=Random(3), choices=sword)
    assert "Damage: 4D gives" in str(done)


def test_grit(game: Callable[[str], Game]) -> None:
    g = game("grit")
    ann = g.hero()
    ann.spend(g.find("points.grit"), "bite")
    assert dice_of(ann, "skill.brawling") == "3D +1D"
    assert ann.points[g.find("points.grit").id] == 1
    ann.spend(g.find("points.grit"), "bite")
    with pytest.raises(g.play.RefusedError):
        ann.spend(g.find("points.grit"), "bite")


def test_metres(game: Callable[[str], Game]) -> None:
    g = game("metres")
    assert str(g.find("row.reach.long").cells["reach"]) == "3 m to 4.5 m"
    ann, ben = g.hero(), g.hero("Ben")

    def strike(distance: int) -> Any:
        facts = {
            "row": g.find("row.attacks.unarmed"),
            "distance": g.length(distance, "m"),
            "clearance": g.length(0, "m"),
        }
        return ann.act(
            g.find("action.attack"), ben, rng=Random(3), choices=g.given(**facts)
        )

    assert strike(1).checks
    with pytest.raises(g.play.RefusedError, match="distance"):
        strike(2)


def test_keen_wits(game: Callable[[str], Game]) -> None:
    g = game("keen-wits")
    assert g.play.check(g.hero().pool("ability.wits"), rng=Faces(8, 8, 8)).total == 24


def test_our_words(game: Callable[[str], Game]) -> None:
    g = game("our-words")
    assert g.abilities.PERCEPTION.name == "Instinct"
    assert dice_of(g.hero(), "specialization.melee.whips") == "3D"


def test_hard_times(game: Callable[[str], Game]) -> None:
    """The option is as its default until somebody selects."""
    for name, hurt in (("hard-times", "3D -1D"), ("our-campaign", "3D -2D")):
        ann = game(name).hero()
        ann.apply_condition("condition.damage.hurt")
        assert dice_of(ann, "skill.brawling") == hurt


def test_narrators(game: Callable[[str], Game]) -> None:
    """What a bot tells of the rules says so, too."""
    g = game("narrators")
    assert g.find("term.game-master").name == "Narrator"
    texts = [entry.text for entry in g.rules.RULES.values()]
    assert any("The Narrator" in text for text in texts)
    assert not any("game master" in text.lower() for text in texts)
