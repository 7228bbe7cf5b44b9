"""The recipes of the guide for pools of points, played through their packages."""

from __future__ import annotations

from typing import Any

import pytest
from shelf import Faces, ft, person, recipe


def test_spells_cost_mana() -> None:
    game = recipe("mana")
    mana, cast = game.points.MANA, game.actions.CAST
    wizard = person(game, "Wizard", ratings={"ability.wits": "2D"})
    spells = game.tables.SPELLS

    def spell(row: Any, *faces: int) -> str:
        choices = game.play.Choices(given={"spell": row})
        return str(wizard.act(cast, rng=Faces(*faces), choices=choices))

    light, bolt = spells.rows
    assert spell(light, 5, 6).splitlines() == [
        "Wizard: Mana -1, now 5",
        "Cast a spell: 2D gives 11 against 10, success, rank 1",
        "The spell works.",
    ]
    game.play.end_period(game.periods.ROUND, [wizard], Faces())
    assert "failure" in spell(bolt, 6, 6)
    game.play.end_period(game.periods.ROUND, [wizard], Faces())
    before = wizard.state()
    lacking = r"^Cast a spell costs 3 Mana, but Wizard has 2$"
    with pytest.raises(game.play.RefusedError, match=lacking):
        spell(bolt)
    assert wizard.state() == before
    wizard.earn(mana, "rest")
    assert wizard.points[mana.id] == 4
    assert "failure" in spell(bolt, 1, 1)
    assert wizard.points[mana.id] == 1


def test_whoever_loses_all_sanity_is_broken() -> None:
    game = recipe("sanity")
    sanity = game.points.SANITY
    mara = person(game, "Mara", player=True, ratings={"ability.presence": "1D+1"})
    assert "points.sanity" not in person(game, "Ghoul").points
    assert str(mara.lose(sanity, "shock")) == "Mara: Sanity -3, now 1"
    assert str(mara.lose(sanity, "shock")) == "Mara: Sanity -1, now 0\nMara is Broken"
    assert str(mara.pool("ability.wits")) == "3D -1D"
    mara.remove_condition(game.tracks.MADNESS.conditions[0])
    assert str(mara.lose(sanity, "shock")) == "Mara: Sanity still 0"
    assert not mara.conditions
    for _ in range(3):
        mara.earn(sanity, "home")
    assert mara.points[sanity.id] == 4


def test_damage_goes_off_hit_points() -> None:
    game = recipe("hit-points")
    left = game.points.HIT_POINTS
    thug, mara = person(game, "Thug"), person(game, "Mara")
    assert mara.points[left.id] == 18
    fists = game.play.Choices(
        given={
            "row": game.tables.ATTACKS.rows[0],
            "distance": ft(game, 3),
            "clearance": ft(game, 5),
        }
    )

    def hit(*damage: int) -> str:
        blow = Faces(4, 4, 4, *damage)
        told = str(thug.act(game.actions.ATTACK, mara, rng=blow, choices=fists))
        game.play.end_period(game.periods.ROUND, [thug, mara], Faces())
        return told

    assert "Mara: Hit points -9, now 9" in hit(6, 6, 6)
    assert mara.points[left.id] == 9
    mara.earn(left, "rest")
    assert mara.points[left.id] == 14
    assert hit(6, 6, 6).endswith("Mara: Hit points -9, now 5")
    assert hit(6, 6, 6).endswith("Mara: Hit points -5, now 0\nMara is Out of Action")
