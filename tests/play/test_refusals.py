"""What cannot be worked out, or is no answer, is refused: no other exception comes out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from shelf import package, person

from made_packs import write_pack

if TYPE_CHECKING:
    from pathlib import Path

    from freed6c.packs.data import Data


def house(folder: Path, name: str, **sections: Data) -> Any:
    """The package of house rules for core."""
    files = {"rules.yaml": sections}
    pack = write_pack(folder, name, files, extends="core")
    return package(str(pack))


def test_a_rating_that_depends_on_itself_is_refused(tmp_path: Path) -> None:
    """Somebody who can brawl cannot: nothing says which it is."""
    effect: Data = {"forbid": "skill.brawling", "if": "has(skill.brawling)"}
    game = house(tmp_path, "brawl", rules={"odd": {"name": "Odd", "effects": [effect]}})
    rick = person(game, "Rick", ratings={"skill.brawling": "1D"})
    for ask in (rick.rating, rick.fixed, rick.has, rick.pool):
        with pytest.raises(game.play.Refused, match="wait for each other"):
            ask("brawling")


def test_a_ready_character_has_no_more_points_than_anybody_can(tmp_path: Path) -> None:
    coals: Data = {"name": "Coals", "start": 1, "most": 3, "refills": "never"}
    given: Data = {"wits": "2D"}
    people: Data = {
        "rich": {"name": "Rich", "given": given, "points": {"coals": 9}},
        "poor": {"name": "Poor", "given": given, "points": {"coals": -2}},
    }
    game = house(tmp_path, "coal", points={"coals": coals}, characters=people)
    have = {
        name: game.Character.ready(name).count_of("coals") for name in ("rich", "poor")
    }
    assert have == {"rich": 3, "poor": 0}
