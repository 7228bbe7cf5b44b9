"""Fights in every order that a table may choose."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import pytest
from shelf import house, names, package, person

from freed6c.pipeline import compile_packs
from freed6c.runtime.entries.actions import Scene

if TYPE_CHECKING:
    from pathlib import Path

PACK = "order-of-battle"
ORDERS = ("fifo", "lifo", "split")
GROUPINGS = ("individual", "group", "narrative")
FAST, MIDDLE, SLOW = "Fast", "Middle", "Slow"


def people(game: Any) -> list[Any]:
    """A player who is fast, another who is slow, and somebody between them."""
    awareness = {FAST: "3D", MIDDLE: "2D", SLOW: "1D"}
    skill = game.skills.SURVIVAL.AWARENESS.id
    return [
        person(game, name, ratings={skill: code}, player=name != MIDDLE)
        for name, code in awareness.items()
    ]


def orders(game: Any, **more: Any) -> tuple[list[str], list[str]]:
    """Who declares and who acts when in close combat."""
    melee, fighters = game.scenes.MELEE, people(game)
    declared = game.play.turn_order(melee, fighters, phase="declare", **more)
    return names(declared), names(game.play.turn_order(melee, fighters, **more))


UP, DOWN = [SLOW, MIDDLE, FAST], [FAST, MIDDLE, SLOW]


@pytest.mark.parametrize(
    ("choice", "declared", "acted"),
    [("fifo", DOWN, DOWN), ("lifo", UP, UP), ("split", UP, DOWN)],
)
def test_who_declares_and_who_acts_first(
    choice: str, declared: list[str], acted: list[str]
) -> None:
    game = package(PACK, f"initiative-order.{choice}")
    assert orders(game) == (declared, acted)


def test_first_in_first_out_is_what_nobody_has_to_choose() -> None:
    assert orders(package(PACK)) == (DOWN, DOWN)


@pytest.mark.parametrize(
    ("choice", "allowed"), [("fifo", 0), ("lifo", 2), ("split", 0)]
)
def test_only_the_fast_who_act_late_may_break_in(choice: str, allowed: int) -> None:
    game = package(PACK, f"initiative-order.{choice}")
    standing = game.play.turn_order(game.scenes.MELEE, people(game))
    first = standing[0][0]
    late = game.play.interrupting(game.scenes.MELEE, standing, first)
    assert len(late) == allowed


@pytest.mark.parametrize(
    ("choice", "period"), [("dynamic", "round"), ("static", "encounter")]
)
def test_how_long_an_order_holds(choice: str, period: str) -> None:
    game = package(PACK, f"initiative-refresh.{choice}")
    assert game.scenes.MELEE.order.each.id == f"period.{period}"


def test_sides_act_as_one_where_their_fastest_stands() -> None:
    game = package(PACK, "initiative-grouping.group")
    assert orders(game)[1] == [f"{FAST}+{SLOW}", MIDDLE]


def test_what_one_does_may_decide() -> None:
    game = package(PACK, "initiative-grouping.narrative")
    waiting = {FAST: "spells", MIDDLE: game.actions.ATTACK, SLOW: game.actions.TAUNT}
    assert orders(game, doing=lambda one: waiting[one.name])[1] == UP
    late = waiting | {SLOW: game.actions.DEFEND}
    assert orders(game, doing=lambda one: late[one.name])[1] == [MIDDLE, FAST, SLOW]


@pytest.mark.parametrize(("first", "together"), list(product(ORDERS, GROUPINGS)))
def test_choices_of_several_options_go_together(
    first: str, together: str, tmp_path: Path
) -> None:
    choices = (
        f"initiative-order.{first}",
        f"initiative-grouping.{together}",
        "initiative-refresh.static",
    )
    found = compile_packs(house(PACK, choices, tmp_path))
    assert not [(one.code, one.message) for one in found.diagnostics]


def test_blows_of_other_variants_are_blows(tmp_path: Path) -> None:
    folder = house(PACK, ("initiative-grouping.narrative",), tmp_path)
    found = compile_packs(folder, ("maneuvering", "smash-and-build")).ruleset
    assert found is not None
    melee = found.entry("scene.melee")
    assert isinstance(melee, Scene)
    assert melee.order is not None
    blows = {one.id for one in melee.order.tiers["blows"].actions}
    assert {"action.attack", "action.maneuver", "action.smash"} <= blows
