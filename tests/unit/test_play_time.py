"""Time and order: stacking, durations, moments, suspension, and who comes when."""

from __future__ import annotations

from typing import Any

import pytest
from playing import (
    Faces,
    NoDice,
    buying,
    core,
    given,
    has,
    hero,
    kite,
    kites_with,
    names,
    of_core,
    of_kites,
    refused,
)

from freed6c.runtime.effects import Duration
from freed6c.runtime.play.actions import spend_ranks
from freed6c.runtime.play.character import Character
from freed6c.runtime.play.effects_in_force import begin_duration
from freed6c.runtime.play.requirements import slots
from freed6c.runtime.play.state import Lasting
from freed6c.runtime.play.time import end_period, interrupting, start_period, turn_order

GUST, WATCH, STORM = (of_kites(f"period.{key}") for key in ("gust", "watch", "storm"))
TRICKS, WET = of_kites("menu.tricks"), of_kites("track.wet")


# stacking


def test_a_condition_whose_effect_is_used_up_is_still_there() -> None:
    red = kite()
    red.apply_condition("condition.tatters.frayed")
    red.pool("ability.wing").roll(Faces(1, 1))
    assert has(red, "tatters.frayed")


# durations


def test_whoever_had_their_gust_waits_for_the_next_watch() -> None:
    red = kite()
    start_period(GUST, [red], Faces())
    end_period(GUST, [red], Faces())
    red.apply_condition("condition.mood.shy")
    end_period(WATCH, [red], Faces())
    assert has(red, "mood.shy")
    end_period(WATCH, [red], Faces())
    assert has(red)


def test_what_is_counted_is_whole() -> None:
    red = kite()
    start_period(GUST, [red], Faces())
    red.apply_condition("condition.mood.proud")
    for left in (2, 1):
        end_period(GUST, [red], Faces())
        assert red.conditions[0].lasting.left == left  # type: ignore[union-attr]
        end_period(WATCH, [red], Faces())
    start_period(GUST, [red], Faces())
    end_period(GUST, [red], Faces())
    assert has(red)


@pytest.mark.parametrize(
    ("duration", "watches"),
    [
        (Duration(text="1 watch", form="count", period="watch", count="1"), 1),
        (Duration(text="2 watches", form="count", period="watch", count="2"), 2),
        (Duration(text="this watch", form="this", period="watch"), 1),
        (Duration(text="next watch", form="next", period="watch"), 1),
        (Duration(text="", form="end", period="watch", following=True), 1),
    ],
)
@pytest.mark.parametrize("before", [0, 1])
def test_between_watches_none_is_under_way_that_comes_on_top(
    duration: Duration, watches: int, before: int
) -> None:
    red = kite()
    for _ in range(before):
        start_period(WATCH, [red], Faces())
        end_period(WATCH, [red], Faces())
    red.apply_condition("condition.mood.shy")
    lasting = begin_duration(red, duration, Faces())
    red.conditions = [red.conditions[0].but(lasting=lasting)]
    for left in range(watches)[::-1]:
        start_period(WATCH, [red], Faces())
        end_period(WATCH, [red], Faces())
        assert len(red.conditions) == bool(left)


@pytest.mark.parametrize("now", [True, False])
def test_ones_own_next_gust_begins_when_it_is_started(now: bool) -> None:  # noqa: FBT001
    red = kite()
    if now:
        start_period(GUST, [red], Faces())
    red.apply_condition("condition.mood.eager")
    if now:
        end_period(GUST, [red], Faces())
    assert red.pool("ability.wing").pool.pips == 0
    start_period(GUST, [red], Faces())
    assert red.pool("ability.wing").pool.pips == 1
    end_period(GUST, [red], Faces())
    assert has(red)


def test_a_gust_that_one_misses_is_over_with_the_watch() -> None:
    red = kite()
    red.apply_condition("condition.mood.eager")
    end_period(WATCH, [red], Faces())
    assert has(red)


def test_a_duration_may_be_rolled() -> None:
    red = kite()
    red.apply_condition("condition.mood.giddy", Faces(2))
    assert red.conditions[0].lasting.left == 3  # type: ignore[union-attr]
    blue = kite("Blue")
    blue.apply_condition("condition.mood.giddy")
    assert blue.conditions[0].lasting is not None
    assert blue.conditions[0].lasting.left in range(2, 12)


# moments


def test_something_at_the_start_of_each_watch_by_how_grave_it_is() -> None:
    red = kite()
    red.apply_condition("condition.wet.damp")
    start_period(WATCH, [red], Faces())
    assert red.points["points.breath"] == 1
    red.points["points.breath"] = 5
    red.apply_condition("condition.wet.soaked")
    start_period(WATCH, [red], Faces())
    assert red.points["points.breath"] == 3


def test_the_end_of_the_next_watch_is_not_the_end_of_this_one() -> None:
    red = kite()
    red.act("action.bide", rng=Faces())
    end_period(WATCH, [red], Faces())
    assert red.points["points.breath"] == 2
    end_period(WATCH, [red], Faces())
    assert red.points["points.breath"] == 3
    end_period(WATCH, [red], Faces())
    assert red.points["points.breath"] == 3


def test_time_does_not_pass_for_anybody_where_it_cannot_for_one() -> None:
    red, blue = kite(), kite("Blue")
    for one in (red, blue):
        one.apply_condition("condition.mood.shy")
    blue.act("action.wager", rng=Faces())
    before = red.to_json(), blue.to_json()
    with refused(r"bring dice"):
        end_period(GUST, [red, blue], NoDice())
    assert (red.to_json(), blue.to_json()) == before
    end_period(GUST, [red, blue], Faces(3))
    assert has(blue, "mood.giddy")


# suspension


def test_what_is_ignored_does_nothing_and_comes_back() -> None:
    red = kite()
    red.apply_condition("condition.tatters.torn")
    red.apply_condition("condition.tatters.frayed")
    red.apply_condition("condition.mood.proud")
    assert str(red.pool("ability.wing")) == "2D"
    red.act("action.puff", rng=Faces())
    red.effects.pop()
    red.remove_condition("condition.mood.proud")
    assert str(red.pool("ability.wing")) == "2D -2"
    with refused(r"^Torn: Red cannot take Puff up; Red has no Nod left"):
        red.act("action.puff", rng=Faces())


def test_what_is_ignored_misses_its_moments() -> None:
    red = kite()
    red.apply_condition("condition.tatters.ripped")
    red.conditions[0] = red.conditions[0].but(lasting=None)
    red.apply_condition("condition.mood.proud")
    end_period(WATCH, [red], Faces())
    assert has(red, "tatters.ripped", "mood.proud")


def test_a_chosen_condition_is_ignored_for_a_while() -> None:
    red = kite()
    red.apply_condition("condition.mood.dazed")
    pick = buying("shut-out", condition=red.conditions[0])
    spend_ranks(TRICKS, 1, red, buys=[pick], rng=Faces())
    assert str(red.pool("ability.wing")) == "2D"
    end_period(WATCH, [red], Faces())
    assert str(red.pool("ability.wing")) == "2D -1"


def test_what_is_ignored_for_one_check_is_back_after_it() -> None:
    grit = "{name: Grit, type: shout, effects: [{ignore: mood.dazed, times: 1}]}"
    rules = kites_with(f"actions: {{grit: {grit}}}")
    red = Character({"wing": "2D"}, rules=rules, name="Red")
    red.apply_condition("mood.dazed")
    red.act("grit")
    for pool in ("2D", "2D -1"):
        assert str(red.pool("wing")) == pool
        red.pool("wing").roll(Faces(1, 1))


# longer and shorter


def test_what_was_made_longer_says_how_long_it_lasts() -> None:
    """Not the words of the duration that it had."""
    watches = Lasting(
        duration=Duration(text="", form="end", period="watch", following=True), left=3
    )
    assert str(watches) == "this watch and 2 more"
    this = Lasting(duration=Duration(text="", form="this", period="watch"), left=2)
    assert str(this) == "this watch and 1 more"


def test_what_would_last_no_longer_is_refused() -> None:
    blue = kite("Blue")
    blue.apply_condition("condition.mood.dazed", Faces())
    pick = buying("longer", recipient="opponent")
    before = blue.state()
    with refused(r"^the duration of Dazed does not change$"):
        spend_ranks(TRICKS, 1, kite(), blue, buys=[pick], rng=Faces())
    assert blue.state() == before


def test_only_what_was_made_longer_is_harder_to_be_rid_of() -> None:
    blue = kite("Blue")
    blue.apply_condition("condition.mood.sulky")
    cost = blue.conditions[0].cost
    for minus, more in ((False, 1), (True, 1)):
        pick = buying("longer", subtract=minus, recipient="opponent")
        spend_ranks(TRICKS, 1, kite(), blue, buys=[pick], rng=Faces())
        assert blue.conditions[0].cost == cost + more


# a track that is tested


def test_a_track_is_tested_with_the_better_of_several() -> None:
    red = kite()
    done = red.test(WET, rng=Faces(1, 1), choices=given(difficulty=9))
    assert str(done.checks[0].result.prepared) == "2D"  # type: ignore[union-attr]
    assert has(red, "wet.damp")
    eye = given(difficulty=4, **{"with": "eye"})
    red.test(WET, rng=Faces(9), choices=eye)
    assert has(red)
    with refused(r"Wetness cannot be made with Whistle"):
        red.test(WET, rng=Faces(), choices=given(difficulty=1, **{"with": "whistle"}))


# giving up, and counting


def test_giving_up_lasts() -> None:
    red = kite()
    red.follow("rule.given-up", rng=Faces(), choices=given(furled=False))
    red.act("action.puff", rng=Faces())
    red.follow("rule.given-up", rng=Faces())  # which says that it furled
    with refused(r"Giving up: Red cannot take Brood"):
        red.act("action.brood", rng=Faces())
    end_period(STORM, [red], Faces())
    red.act("action.brood", rng=Faces())


def test_actions_are_counted_in_their_period() -> None:
    red = kite()
    nod, swoop = of_kites("action-type.nod"), of_kites("action-type.swoop")
    red.act("action.puff", rng=Faces())
    red.act("action.dodge", rng=Faces())
    assert (slots(red, nod), slots(red, swoop)) == (0, 1)
    end_period(GUST, [red], Faces())
    assert (slots(red, nod), slots(red, swoop)) == (1, 1)
    end_period(WATCH, [red], Faces())
    assert (slots(red, nod), slots(red, swoop)) == (1, 2)


def test_a_hook_costs_a_point_to_set_off() -> None:
    red, blue = kite(hooks=["hook.storm-call"]), kite("Blue")
    red.follow("hook.storm-call", blue, rng=Faces())
    assert red.points["points.breath"] == 1
    assert str(blue.pool("ability.wing")) == "2D -1D"
    red.points["points.breath"] = 0
    with refused(r"Red has no points left to activate Storm call"):
        red.follow("hook.storm-call", blue, rng=Faces())
    with refused(r"Blue does not have Storm call"):
        blue.follow("hook.storm-call", red, rng=Faces())


FIGHT, CHASE, REGATTA, RELAY, SHOW = (
    of_kites(f"scene.{key}") for key in ("fight", "chase", "regatta", "relay", "show")
)
MELEE = of_core("scene.melee")


def test_awareness_breaks_ties_of_a_changed_initiative() -> None:
    ann = hero("Ann", ratings={"specialization.survival.awareness": "1D"})
    ann.values["value.initiative"] = 6
    assert names(turn_order(MELEE, [hero("Bob"), ann])) == ["Ann", "Bob"]


def test_there_is_nobody_to_wait_for_where_nobody_declares() -> None:
    assert names(turn_order(MELEE, [hero("Ann"), hero("Bob")], phase="declare")) == [
        "Ann+Bob"
    ]


def test_what_has_no_order() -> None:
    with refused(r"^Picnic has no turn order$"):
        turn_order(of_kites("scene.picnic"), [kite()])
    with refused(r"^Ann has no Position$"):
        turn_order(of_core("scene.chase"), [hero()])


def test_whoever_cannot_try_what_breaks_a_tie_comes_last() -> None:
    blind = kite("Blind", values={"value.turn-of-speed": 5})
    del blind.ratings["ability.eye"]
    assert names(turn_order(FIGHT, [blind, kite("Red")])) == ["Red", "Blind"]


def eyed(name: str, eye: str, **more: Any) -> Character:
    return kite(name, ratings={"ability.eye": eye}, **more)


# breaking in


def test_only_those_in_the_order_have_a_turn_to_break_into() -> None:
    with refused(r"^Red is not in this turn order$"):
        interrupting(CHASE, turn_order(CHASE, [kite("Blue")]), kite("Red"))


# sides


def test_a_side_comes_where_its_lowest_stands() -> None:
    ours = [eyed("Ann", "1D", player=True), eyed("Bob", "4D", player=True)]
    theirs = [eyed("Cat", "3D"), eyed("Dan", "3D")]
    assert names(turn_order(RELAY, [*ours, *theirs])) == ["Cat+Dan", "Ann+Bob"]


def test_there_may_be_more_sides_than_two_and_ties_between_them_are_broken() -> None:
    red, blue, grey = (eyed(name, "2D") for name in ("Red", "Blue", "Grey"))
    blue.ratings["skill.spot"] = blue.rules.die_code(1)
    found = turn_order(REGATTA, [red, blue, grey], side=lambda one: one.name)
    assert names(found) == ["Blue", "Red+Grey"]


# tiers


def test_within_a_tier_the_highest_come_first() -> None:
    slow, quick = eyed("Slow", "1D"), eyed("Quick", "2D")
    found = turn_order(SHOW, [slow, quick], doing=lambda _: "call")
    assert names(found) == ["Quick", "Slow"]
    assert names(turn_order(SHOW, [slow, quick], phase="declare")) == ["Slow", "Quick"]


def test_tiers_need_to_know_what_is_done() -> None:
    with refused(r"depends on everyone's action"):
        turn_order(SHOW, [kite()])
    with refused(r"^unknown tier dance \(choose from call, loop\)$"):
        turn_order(SHOW, [kite()], doing=lambda _: "dance")


def test_whoever_lacks_what_the_order_goes_by_is_told_the_way_out() -> None:
    dog = Character({}, rules=core(), name="Dog")
    with refused(r"Dog does not have Perception; add "):
        turn_order(MELEE, [dog])
    dog = Character({}, rules=core(), name="Dog", values={"initiative": 7})
    assert turn_order(MELEE, [dog]) == ((dog,),)
