"""What is found for a period is kept for it; what ends with one ends before what then begins."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from shelf import Faces, names, package, person, recipe, written


def held(who: Any) -> list[str]:
    return [one.condition.entry.key for one in who.conditions]


def ended(game: Any, who: Any, *periods: str) -> list[str]:
    """What happens as periods end for somebody, one after the other."""
    return [
        str(one)
        for period in periods
        for one in game.play.end_period(game.entry(f"period.{period}"), [who], Faces())
    ]


# What an order of play goes by is found once.


ROLLED = recipe("rolled-initiative")
SPLIT = """
pack: split-rolls
title: Split rolls
extends: order-of-battle
select: {option.initiative-order: split}
change:
  value.initiative:
    why: Nobody knows who is first.
    set: {formula: roll(survival.awareness)}
"""
LOW, HIGH = (1, 2, 3), (2, 3, 4)
"""What three dice show, the wild one last."""


def ann_and_bob(game: Any) -> tuple[Any, Any]:
    return person(game, "Ann", player=True), person(game, "Bob")


def test_whoever_declares_last_acts_first_in_the_same_round() -> None:
    game = written(SPLIT)
    ann, bob = ann_and_bob(game)
    dice, melee, play = Faces(*LOW, *HIGH), game.scenes.MELEE, game.play
    declared = play.turn_order(melee, [ann, bob], rng=dice, phase="declare")
    acted = play.turn_order(melee, [ann, bob], rng=dice)
    assert (names(declared), names(acted)) == (["Ann", "Bob"], ["Bob", "Ann"])
    assert names(play.turn_order(melee, [bob, ann])) == ["Bob", "Ann"]


def test_what_was_rolled_is_the_value_until_the_round_ends() -> None:
    ann, bob = ann_and_bob(ROLLED)
    melee, initiative, play = ROLLED.scenes.MELEE, ROLLED.values.INITIATIVE, ROLLED.play
    play.turn_order(melee, [ann, bob], rng=Faces(*LOW, *HIGH))
    assert (ann.value(initiative), bob.value(initiative)) == (6, 9)
    ended(ROLLED, ann, "turn")
    assert ann.value(initiative) == 6
    ended(ROLLED, ann, "round")
    ended(ROLLED, bob, "round")
    with pytest.raises(play.RefusedError, match=r"Awareness"):
        ann.value(initiative)
    play.turn_order(melee, [ann, bob], rng=Faces(*HIGH, *LOW))
    assert (ann.value(initiative), bob.value(initiative)) == (9, 6)
    ended(ROLLED, ann, "encounter")
    assert not ann.kept


def test_who_joins_finds_their_own_and_the_others_keep_theirs() -> None:
    ann, bob = ann_and_bob(ROLLED)
    melee, play = ROLLED.scenes.MELEE, ROLLED.play
    play.turn_order(melee, [ann], rng=Faces(*LOW))
    assert names(play.turn_order(melee, [ann, bob], rng=Faces(*HIGH))) == ["Bob", "Ann"]


def test_a_round_that_begins_anew_finds_it_anew() -> None:
    ann = person(ROLLED, "Ann")
    melee, periods, play = ROLLED.scenes.MELEE, ROLLED.periods, ROLLED.play
    play.turn_order(melee, [ann], rng=Faces(*LOW))
    play.start_period(periods.ROUND, [ann], Faces())
    assert ann.value(ROLLED.values.INITIATIVE) == 6
    play.start_period(periods.ROUND, [ann], Faces())
    assert not ann.kept


def test_modifiers_count_on_top_of_what_is_kept() -> None:
    ann, bob = ann_and_bob(ROLLED)
    play, actions = ROLLED.play, ROLLED.actions
    ann.act(actions.ALERT, rng=Faces(5, 5, 5))
    bob.apply_condition("condition.composure.startled")
    for who in (ann, bob):
        ended(ROLLED, who, "round")
    dice = Faces(*LOW, *HIGH)
    order = play.turn_order(ROLLED.scenes.MELEE, [ann, bob], rng=dice)
    assert names(order) == ["Ann", "Bob"]
    values = [who.value(ROLLED.values.INITIATIVE) for who in (ann, bob)]
    assert values == [6 + 5, 9 - 2]


def test_what_is_worked_out_without_dice_is_kept_too() -> None:
    game = package("core")
    ann = person(game, "Ann")
    game.play.turn_order(game.scenes.MELEE, [ann])
    ann.ratings["specialization.survival.awareness"] = game.DieCode.parse("2D")
    assert ann.value(game.values.INITIATIVE) == 9
    ended(game, ann, "round")
    assert ann.value(game.values.INITIATIVE) == 15


def test_what_stands_on_the_sheet_is_not_kept() -> None:
    game = package("core")
    ann, bob = ann_and_bob(game)
    chase, position = game.scenes.CHASE, game.values.POSITION.id
    ann.values[position], bob.values[position] = 1, 2
    assert names(game.play.turn_order(chase, [ann, bob])) == ["Bob", "Ann"]
    ann.values[position] = 3
    assert names(game.play.turn_order(chase, [ann, bob])) == ["Ann", "Bob"]


@pytest.mark.parametrize("asked", ["value", "pool"])
def test_without_dice_a_player_is_told_why(asked: str) -> None:
    game = written(NERVES)
    ann = person(game, "Ann")
    about = {"value": game.values.INITIATIVE, "pool": game.skills.MELEE}[asked]
    with pytest.raises(game.play.RefusedError) as refused:
        getattr(ann, asked)(about)
    assert str(refused.value) == "Awareness needs a roll, but there are no dice here"
    assert game.play.turn_order(game.scenes.MELEE, [ann])


FORMULAS = """
pack: asking
title: Asking
extends: core
change:
  value.initiative:
    why: Nobody knows who is first.
    set: {formula: roll(survival.awareness)}
actions:
  glare:
    name: Glare
    type: bonus
    target: self
    text: You look at them.
    effects: [{modify: checks, by: value.initiative, times: 1, duration: this round}]
scenes:
  brawl:
    name: Brawl
    text: Chairs fly.
    order: {by: value.initiative, each: round, ties: [roll-again]}
"""
NERVES = (
    FORMULAS.replace("asking", "nerves")
    + """
rules:
  nerves:
    name: Nerves
    text: Those who are slow fight badly.
    effects: [{modify: melee, by: -1, if: value.initiative < 7}]
"""
)


def test_formulas_know_what_is_kept() -> None:
    game = written(FORMULAS)
    ann, bob = ann_and_bob(game)
    game.play.turn_order(game.scenes.MELEE, [ann, bob], rng=Faces(*LOW, *HIGH))
    for who in (ann, bob):
        who.act(game.actions.GLARE, rng=Faces())
    assert [who.pool(game.skills.MELEE).pool.pips for who in (ann, bob)] == [6, 9]


def test_what_a_formula_rolled_first_is_what_the_order_goes_by() -> None:
    game = written(FORMULAS)
    ann = person(game, "Ann")
    ann.act(game.actions.GLARE, rng=Faces(*HIGH))
    assert ann.value(game.values.INITIATIVE) == 9
    assert names(game.play.turn_order(game.scenes.BRAWL, [ann])) == ["Ann"]


def test_ties_that_were_rolled_stay_as_they_fell() -> None:
    game = written(FORMULAS)
    ann, bob = ann_and_bob(game)
    brawl, order = game.scenes.BRAWL, game.play.turn_order
    dice = Faces(*LOW, *LOW, 3, 9)
    assert names(order(brawl, [ann, bob], rng=dice)) == ["Bob", "Ann"]
    assert names(order(brawl, [bob, ann])) == ["Bob", "Ann"]
    ended(game, bob, "round")
    dice = Faces(*LOW, 1)
    assert names(order(brawl, [bob, ann], rng=dice)) == ["Ann", "Bob"]


def test_an_order_that_is_refused_keeps_nothing() -> None:
    game = written(FORMULAS)
    ann, bob = ann_and_bob(game)
    del bob.ratings["ability.perception"]
    with pytest.raises(game.play.RefusedError):
        game.play.turn_order(game.scenes.MELEE, [ann, bob], rng=Faces(*LOW))
    assert not ann.kept


def test_what_is_kept_is_saved() -> None:
    game = written(FORMULAS)
    ann, bob = ann_and_bob(game)
    brawl = game.scenes.BRAWL
    game.play.turn_order(brawl, [ann, bob], rng=Faces(*LOW, *LOW, 3, 9))
    again = game.Character.from_json(ann.to_json())
    assert again == ann
    assert again.value(game.values.INITIATIVE) == 6
    assert names(game.play.turn_order(brawl, [again, bob])) == ["Bob", "Ann"]


KEPT = {"value": 6, "by": "value.initiative", "period": "round", "left": 1}


@pytest.mark.parametrize(
    ("key", "change"),
    [
        ("skill.melee", {}),
        ("value.initiative", {"value": "six"}),
        ("value.initiative", {"by": "skill.melee"}),
        ("value.initiative", {"period": "month"}),
        ("value.initiative", {"left": 0}),
        ("scene.melee", {"value": "six"}),
    ],
)
def test_what_cannot_be_kept(key: str, change: dict[str, Any]) -> None:
    game = package("core")
    data = json.loads(person(game, "Ann").to_json())
    data["kept"] = {key: KEPT | change}
    with pytest.raises(game.play.CharacterError, match=r"^the kept value of "):
        game.Character.from_json(json.dumps(data))


# The game master may have everyone roll instead.


def test_the_game_master_may_have_initiative_rolled_for_a_round() -> None:
    game = package("core")
    ann, bob = ann_and_bob(game)
    melee, rolled = game.scenes.MELEE, game.values.ROLLED_INITIATIVE
    order, initiative = game.play.turn_order, game.values.INITIATIVE
    assert names(order(melee, [ann, bob])) == ["Ann+Bob"]
    dice = Faces(*LOW, *HIGH)
    assert names(order(melee, [ann, bob], by=rolled, rng=dice)) == ["Bob", "Ann"]
    assert names(order(melee, [ann, bob])) == ["Bob", "Ann"]
    assert names(order(melee, [ann, bob], by=rolled)) == ["Bob", "Ann"]
    assert bob.value(initiative) == 9
    bob.apply_condition("condition.composure.startled")
    for who in (ann, bob):
        ended(game, who, "round")
    assert (ann.value(initiative), bob.value(initiative)) == (9, 9 - 2)


@pytest.mark.parametrize(("duration", "rounds"), [(2, 2), ("encounter", 5)])
def test_or_for_several_rounds_or_for_the_whole_fight(
    duration: Any, rounds: int
) -> None:
    game = package("core")
    ann = person(game, "Ann")
    melee, initiative = game.scenes.MELEE, game.values.INITIATIVE
    period = game.entry(f"period.{duration}") if isinstance(duration, str) else duration
    game.play.turn_order(
        melee, [ann], by=game.values.ROLLED_INITIATIVE, duration=period, rng=Faces(*LOW)
    )
    for _ in range(rounds):
        assert ann.value(initiative) == 6
        game.play.turn_order(melee, [ann])
        ended(game, ann, "turn", "round")
    if isinstance(duration, str):
        ended(game, ann, duration)
    assert ann.value(initiative) == 9


def test_the_game_master_may_go_back_to_what_is_usual() -> None:
    game = package("core")
    ann, bob = ann_and_bob(game)
    melee, values, order = game.scenes.MELEE, game.values, game.play.turn_order
    dice = Faces(*LOW, *HIGH)
    order(melee, [ann, bob], by=values.ROLLED_INITIATIVE, duration=3, rng=dice)
    assert names(order(melee, [ann, bob], by=values.INITIATIVE)) == ["Ann+Bob"]


def test_an_order_goes_by_nothing_that_the_scene_does_not_name() -> None:
    game = package("core")
    ann = person(game, "Ann")
    with pytest.raises(
        game.play.RefusedError, match=r"^Melee combat cannot be ordered by Mo"
    ):
        game.play.turn_order(game.scenes.MELEE, [ann], by=game.values.MOVE)
    rolled = game.values.ROLLED_INITIATIVE
    assert names(game.play.turn_order(game.scenes.MELEE, [ann], by=rolled)) == ["Ann"]
    assert ann.kept["value.initiative"].by == rolled.id
    with pytest.raises(game.play.RefusedError, match=r"at least one round"):
        game.play.turn_order(game.scenes.MELEE, [ann], duration=0)


def test_what_is_rolled_instead_goes_before_the_sheet() -> None:
    game = package("core")
    ann = person(game, "Ann", values={"value.initiative": 30})
    melee, rolled = game.scenes.MELEE, game.values.ROLLED_INITIATIVE
    game.play.turn_order(melee, [ann], by=rolled, rng=Faces(*LOW))
    assert ann.value(game.values.INITIATIVE) == 6


# Ends: shorter periods, then what is over, then what waited for the moment.


@pytest.mark.parametrize("before", [(), ("turn",)])
def test_what_bleeding_brings_is_there_in_the_next_round(
    before: tuple[str, ...],
) -> None:
    game = recipe("bleeding")
    rick = person(game, "Rick")
    rick.apply_condition("condition.damage.wounded")
    for _ in range(3):
        assert "Rick is Breathless" in ended(game, rick, *before, "round")
        assert held(rick)[:2] == ["wounded", "breathless"]
        game.play.start_period(game.periods.ROUND, [rick], Faces())
        game.play.start_period(game.periods.TURN, [rick], Faces())
        assert "breathless" in held(rick)


IMPS = (Path(__file__).parent / "imps.yaml").read_text(encoding="utf-8")


def imp() -> tuple[Any, Any]:
    game = written(IMPS)
    return game, game.Character({"ability.claw": "2D"}, name="Imp")


def soot(game: Any, who: Any, rounds: int) -> list[int]:
    """How much more soot there is after each of so many rounds, start and end."""
    found: list[int] = []
    for _ in range(rounds):
        before = who.points["points.soot"]
        ended(game, who, "round")
        game.play.start_period(game.periods.ROUND, [who], Faces())
        found.append(who.points["points.soot"] - before)
    return found


@pytest.mark.parametrize(
    ("action", "more"),
    [
        ("three", [1, 1, 1, 0, 0]),
        ("this", [1, 0, 0, 0, 0]),
        ("next", [1, 1, 0, 0, 0]),
        ("only", [0, 1, 0, 0, 0]),
        ("often", [1, 1, 0, 0, 0]),
        ("begun", [1, 1, 1, 0, 0]),
    ],
)
def test_what_waits_for_each_end_happens_as_often_as_it_says(
    action: str, more: list[int]
) -> None:
    game, who = imp()
    who.act(game.entry(f"action.{action}"), rng=Faces())
    assert soot(game, who, 5) == more
    assert who.effects == []


@pytest.mark.parametrize(("condition", "more"), [("lit", [1, 1, 1, 0]), ("glow", [0])])
def test_a_condition_that_ends_with_a_period_does_nothing_at_its_end(
    condition: str, more: list[int]
) -> None:
    game, who = imp()
    who.apply_condition(f"condition.fire.{condition}")
    assert soot(game, who, len(more)) == more
    assert held(who) == []


def test_what_begins_with_the_end_of_a_round_has_the_next_one_whole() -> None:
    game, who = imp()
    for one in ("wick", "grate"):
        who.apply_condition(f"condition.fire.{one}")
    ended(game, who, "round")
    lasting = {one.condition.entry.key: one.lasting for one in who.conditions[2:]}
    assert {key: (one.left, one.waits) for key, one in lasting.items()} == {
        "smoke": (1, 0),
        "dust": (1, 0),
        "ash": (1, 0),
    }
    for one in ("wick", "grate"):
        who.remove_condition(f"condition.fire.{one}")
    ended(game, who, "turn")
    assert held(who) == ["smoke", "dust", "ash"]
    ended(game, who, "round")
    assert held(who) == []


def test_shorter_periods_end_wholly_first() -> None:
    game, who = imp()
    who.apply_condition("condition.fire.flint")
    game.play.start_period(game.periods.TURN, [who], Faces())
    assert "Imp is Spark" in ended(game, who, "round")
    assert held(who) == ["spark"]
    ended(game, who, "round")
    assert held(who) == []


def test_a_scene_ends_its_rounds_with_all_that_was_left_of_them() -> None:
    game, who = imp()
    for action in ("three", "whole"):
        who.act(game.entry(f"action.{action}"), rng=Faces())
    who.apply_condition("condition.fire.lit")
    game.play.start_period(game.periods.ROUND, [who], Faces())
    ended(game, who, "scene")
    assert who.points["points.soot"] == 2
    assert (who.effects, who.conditions) == ([], [])


# Starts: what waited begins, points are full again, then what waited for the moment.


def test_what_begins_with_a_turn_counts_in_all_that_happens_at_its_start() -> None:
    game, who = imp()
    for one in ("eager", "keen"):
        who.apply_condition(f"condition.fire.{one}")
    assert who.value(game.values.ZEAL) == 3
    game.play.start_period(game.periods.TURN, [who], Faces())
    assert (who.value(game.values.ZEAL), who.points["points.soot"]) == (5, 1)
    game.play.start_period(game.periods.ROUND, [who], Faces())
    assert who.points["points.grit"] == 5
