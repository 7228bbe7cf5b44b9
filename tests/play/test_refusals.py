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
        with pytest.raises(
            game.play.RefusedError, match="Odd depend on their own results"
        ):
            ask("brawling")


def test_a_ready_character_has_no_more_points_than_anybody_can(tmp_path: Path) -> None:
    coals: Data = {"name": "Coals", "start": 1, "max": 3, "refresh": "never"}
    given: Data = {"wits": "2D"}
    people: Data = {
        "rich": {"name": "Rich", "stats": given, "points": {"coals": 9}},
        "poor": {"name": "Poor", "stats": given, "points": {"coals": -2}},
    }
    game = house(tmp_path, "coal", points={"coals": coals}, characters=people)
    have = {
        name: game.Character.from_pregen(name).count_of("coals")
        for name in ("rich", "poor")
    }
    assert have == {"rich": 3, "poor": 0}


@pytest.mark.parametrize(
    ("choices", "told"),
    [
        ({"given": ["unarmed"]}, "given: expected a dict"),
        ({"given": {3: "unarmed"}}, "int is not the key of a question"),
        ({"subtract": "no"}, "subtract: expected True or False, not 'no'"),
        ({"resisted_by_roll": 1}, "resisted_by_roll: expected True or False, not 1"),
        ({"recipient": "nobody"}, "recipient: expected one of self, target"),
        (
            {"condition": 3},
            "condition: expected ActiveCondition or ActiveEffect or an entry",
        ),
        ({"choose": "first"}, "choose: expected a function, not 'first'"),
    ],
)
def test_what_is_no_choice_is_refused(choices: dict[str, Any], told: str) -> None:
    """Even what no effect of the action asks for: `subtract: no` would be a yes."""
    game = package("core")
    rick, ann = person(game, "Rick"), person(game, "Ann")
    chosen = game.play.Choices(**choices)
    with pytest.raises(game.play.RefusedError, match=told):
        rick.act("taunt", ann, choices=chosen)
    assert rick.can_take("taunt", ann, choices=chosen).verdict == "no"


@pytest.mark.parametrize("buys", [3, [3], lambda _: None])
def test_what_is_no_purchase_is_refused(buys: object) -> None:
    game = package("core")
    rick, ann = (
        person(game, "Rick", ratings={"ability.wits": "9D"}),
        person(game, "Ann"),
    )
    before = rick.state()
    with pytest.raises(
        game.play.RefusedError, match=r"list of picks|expected an entry"
    ):
        rick.act("distract", ann, choices=game.play.Choices(buys=buys))
    assert rick.state() == before
