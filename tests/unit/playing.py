"""People to play with, of core and of a small game of kites, and dice that fall as told."""

from __future__ import annotations

import pickle
import shutil
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent
from typing import TYPE_CHECKING, Any

import pytest

from freed6c.pipeline import compile_packs
from freed6c.runtime.amounts import Quantity
from freed6c.runtime.play.character import Character
from freed6c.runtime.play.execution import Choices, Purchase
from freed6c.runtime.play.state import RefusedError

if TYPE_CHECKING:
    from freed6c.model.compiled import Compiled
    from freed6c.model.ruleset import Ruleset


KITES = Path(__file__).parent / "kites.yaml"


@cache
def core() -> Ruleset:
    """The rules of core, compiled once."""
    found = compile_packs("core").ruleset
    assert found is not None
    return found


@cache
def kites() -> Ruleset:
    """The rules of the small game, compiled once."""
    with TemporaryDirectory() as folder:
        shutil.copy(KITES, Path(folder, "pack.yaml"))
        compiled = compile_packs(folder)
    assert compiled.ruleset is not None, [one.message for one in compiled.diagnostics]
    return compiled.ruleset


def kites_with(house: str, name: str = "house") -> Ruleset:
    """The rules of the small game with a house rule, given as the lines of its pack."""
    compiled = compiled_with(house, name)
    assert compiled.ruleset is not None, [one.message for one in compiled.diagnostics]
    return compiled.ruleset


@cache
def compiled_with(house: str, name: str = "house") -> Compiled:
    """Compile the small game with a house rule, given as the lines of its pack."""
    with TemporaryDirectory() as folder:
        texts = {"kites": KITES.read_text(encoding="utf-8")}
        texts[name] = f"pack: {name}\nversion: 0.2.0\nextends: kites\n{dedent(house)}"
        for pack, text in texts.items():
            Path(folder, pack).mkdir()
            Path(folder, pack, "pack.yaml").write_text(text, encoding="utf-8")
        return compile_packs(f"{folder}/kites", [f"{folder}/{name}"])


class Faces:
    """Dice that show these faces, one after the other, and no more of them."""

    def __init__(self, *faces: int) -> None:
        self.left = list(faces)

    def randrange(self, stop: int, /) -> int:
        assert self.left, "more dice are rolled than expected"
        face = self.left.pop(0)
        assert 1 <= face <= stop, f"a die of {stop} sides shows no {face}"
        return face - 1


class NoDice:
    """Dice that nobody has brought."""

    def randrange(self, stop: int, /) -> int:
        raise RefusedError(f"a die of {stop} sides: bring dice")


def of_core(entry: str) -> Any:
    return core().entry(entry)


def of_kites(entry: str) -> Any:
    return kites().entry(entry)


def hero(name: str = "Ann", /, **more: Any) -> Character:
    """A player's character of core: 3D in Strength and Dexterity, 2D in all else not said."""
    more = {"player": True, **more}
    ratings = {
        "ability.strength": "3D",
        "ability.dexterity": "3D",
        "ability.intelligence": "2D",
        "ability.perception": "2D",
        "ability.presence": "2D",
        "ability.wits": "2D",
    } | more.pop("ratings", {})
    return Character(ratings, rules=core(), name=name, **more)


def kite(name: str = "Red", /, **more: Any) -> Character:
    """A kite: Wing 2D, Eye 1D, Whistle 3D, as far as not said."""
    ratings: dict[Any, Any] = {
        "ability.wing": "2D",
        "ability.eye": "1D",
        "ability.whistle": "3D",
    }
    ratings |= more.pop("ratings", {})
    return Character(ratings, rules=kites(), name=name, **more)


def ft(amount: int) -> Quantity:
    return Quantity(amount=amount, unit="ft")


def yards(amount: int) -> Quantity:
    return Quantity(amount=amount, unit="yard")


def given(**facts: Any) -> Choices:
    """Choices that are nothing but facts; `chosen_skill` stands for `chosen-skill`."""
    return Choices(
        given={name.replace("_", "-"): value for name, value in facts.items()}
    )


def buying(pick: Any, **more: Any) -> Purchase:
    facts = {name.replace("_", "-"): value for name, value in more.items()}
    own = {
        name: facts.pop(name)
        for name in ("subtract", "recipient", "condition")
        if name in facts
    }
    return Purchase(pick=pick, given=facts, **own)


def refused(words: str) -> pytest.RaisesExc[RefusedError]:
    """Expect a refusal in which these words are found, as a pattern."""
    return pytest.raises(RefusedError, match=words)


def names(groups: Any) -> list[str]:
    """The groups of an order of play, those who act at once joined by a plus."""
    return ["+".join(map(str, group)) for group in groups]


def pickled(what: Any) -> Any:
    return pickle.loads(pickle.dumps(what))  # noqa: S301


def has(who: Character, *conditions: str) -> bool:
    """Whether these are the conditions that somebody has, in this order."""
    held = [one.condition.id.removeprefix("condition.") for one in who.conditions]
    return held == list(conditions)
