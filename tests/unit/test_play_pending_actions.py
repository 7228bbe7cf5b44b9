"""Pending actions: begun, decided on, finished or dropped, and always as `act` would have it."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from typing import TYPE_CHECKING, Any, cast

import pytest
from hypothesis import given as over
from hypothesis import settings
from hypothesis import strategies as st
from playing import (
    Faces,
    buying,
    core,
    ft,
    given,
    has,
    hero,
    kite,
    kites,
    kites_with,
    of_core,
    of_kites,
    refused,
    yards,
)
from test_play_properties import FACTS, GAMES, choices, entries, played

from freed6c.runtime.play.character import Character
from freed6c.runtime.play.execution import Choices
from freed6c.runtime.play.menus import OpenMenu
from freed6c.runtime.play.pending_actions import PendingAction, start_action
from freed6c.runtime.play.points import spend_on
from freed6c.runtime.play.questions import UnansweredError
from freed6c.runtime.play.state import ActiveEffect, Outcome, RefusedError, effects_of
from freed6c.runtime.play.time import end_period, start_period

if TYPE_CHECKING:
    from collections.abc import Callable

    from freed6c.runtime.play.checks import CheckResult


PECK, SHOW_OFF = of_kites("action.peck"), of_kites("action.show-off")
BREATH, STRING = of_kites("points.breath"), of_kites("points.string")
HOOK = given(row=of_kites("row.beaks.hook"), distance=yards(3))
STRINGS = ["string pull", "string spare", "string soar"]
SHOW: Any = {"with": of_kites("ability.wing"), "difficulty": 3}


def peck(*faces: int, **more: Any) -> PendingAction:
    return kite().start_action(
        PECK, kite("Blue"), rng=Faces(*faces), choices=HOOK, **more
    )


def show_off(*faces: int) -> PendingAction:
    """Red shows off before Blue, on whom tricks may be played."""
    return kite().start_action(
        SHOW_OFF, rng=Faces(*faces), choices=given(**SHOW), opponents=[kite("Blue")]
    )


def offered(pending: PendingAction) -> list[str]:
    return [f"{offer.points.key} {offer.way}" for offer in pending.can_spend]


def total(pending: PendingAction) -> int:
    assert pending.result is not None
    return pending.result.total


# begun: rolled, and nothing has followed


def test_what_is_begun_is_rolled_and_nobody_has_changed() -> None:
    red, blue = kite(), kite("Blue")
    before = red.state(), blue.state()
    pending = red.start_action(PECK, blue, rng=Faces(5, 5), choices=HOOK)
    assert total(pending) == 10
    assert [checked.what for checked in pending.checks] == ["Peck"]
    assert (red.state(), blue.state()) == before


def test_what_act_refuses_is_not_begun() -> None:
    red = kite()
    before = red.state()
    with refused(r"^Peck needs "):
        red.start_action(PECK, kite("Blue"), rng=Faces())
    assert red.state() == before


def test_what_is_rolled_may_be_used_with_another_ability() -> None:
    facts = dict(HOOK.given) | {"ability": of_kites("ability.eye")}
    pending = kite().start_action(
        PECK, kite("Blue"), rng=Faces(5), choices=HOOK.but(given=facts)
    )
    assert total(pending) == 5  # Eye has one die, Wing two


DEEPER = """
    menus:
      more:
        name: More tricks
        paid-with: rank
        picks:
          again: {name: Once more, cost: 0, effects: [{buy: more}]}
          over: {name: Over there, cost: 1, effects: [{buy: tricks}]}
    actions:
      dazzle:
        name: Dazzle
        type: shout
        target: self
        check: {with: wing, against: {number: 3}, success: [{buy: more}]}
"""


@pytest.mark.parametrize("pick", ["again", "over"])
def test_a_pick_that_opens_a_menu_is_offered_and_opens_it(pick: str) -> None:
    """The same menu once more, too: it opens when it is bought, not while that is tried."""
    rules = kites_with(DEEPER)
    red = Character({"wing": "2D"}, rules=rules, name="Red")
    pending = red.start_action("dazzle", rng=Faces(5, 5))
    assert not pending.next()
    assert pending.open_menu is not None
    assert [offer.pick.key for offer in pending.open_menu.affordable] == [
        "again",
        "over",
    ]
    opened = pending.finish([pick]).open_menu
    assert opened is not None
    assert opened.menu.key == {"again": "more", "over": "tricks"}[pick]


def test_what_ranks_do_not_reach_for_leaves_what_they_do() -> None:
    """Of two ranks: something for one, for two, and for one again."""
    picks = ("longer", "big-cure", "longer")
    bought = [of_kites(f"pick.tricks.{pick}") for pick in picks]
    red = kite()
    red.apply_condition("condition.mood.proud")
    proud = of_kites("condition.mood.proud")
    choices = given(**SHOW).but(buys=lambda _: bought, condition=proud)
    pending = red.start_action(SHOW_OFF, rng=Faces(4, 4), choices=choices)
    _, *told = (line.text for line in pending.finish().log)
    assert told == [
        "Red buys Longer for 1 rank",
        "Red is now Proud, this watch and 2 more",
        "A new sail costs 2 ranks, but there is 1 left",
        "Red buys Longer for 1 rank",
        "Red is now Proud, this watch and 3 more",
    ]


def test_what_needs_no_roll_has_no_result() -> None:
    pending = kite().start_action("action.dodge", rng=Faces())
    assert pending.result is None
    assert pending.can_spend == pending.reroll_results == pending.pending_choices == ()
    assert pending.open_menu is None
    assert not pending.next()
    assert str(pending.finish()).startswith("Red")
    assert pending.result is None


# points on the roll


def test_points_that_are_allowed_are_offered_with_what_they_do() -> None:
    pending = peck(5, 5)
    assert offered(pending) == [
        "string pull",
        "string spare",
        "string soar",
        "breath again",
        "breath more",
    ]
    pull = pending.can_spend[0]
    assert (pull.name, pull.cost, pull.does) == ("Pull", 1, "+2 on checks except Luck")
    assert str(pull) == "Pull, for 1 of your String: +2 on checks except Luck"
    pending.actor.points["points.string"] = 0
    assert offered(pending) == ["breath again", "breath more"]


def test_what_is_offered_is_what_is_allowed() -> None:
    for points, spending in ((points, points.spend) for points in (BREATH, STRING)):
        for way in spending:
            pending = peck(5, 5, 5, 5)
            allowed = f"{points.key} {way}" in offered(pending)
            with suppress(RefusedError):
                pending.spend(points, way)
                assert allowed
                continue
            assert not allowed


def test_points_change_the_result_and_are_paid_in_the_end() -> None:
    pending = peck(2, 2, 6, 1, 1)
    assert total(pending) == 4
    assert pending.spend(BREATH, "more").total == total(pending) == 10
    assert offered(pending) == STRINGS  # a breath in each gust
    assert pending.actor.points["points.breath"] == 2
    pending.finish()
    assert pending.actor.points["points.breath"] == 1


def test_points_that_are_refused_change_nothing() -> None:
    pending = peck(5, 5)
    for way, words in (("push", "before the roll"), ("fly", "cannot be spent on fly")):
        with refused(words):
            pending.spend(BREATH, way)
    assert total(pending) == 10
    assert offered(pending)[-1] == "breath more"


def test_points_on_damage_come_after_the_hit() -> None:
    pending = peck(5, 5, 1, 1, 6)
    assert pending.next()
    assert pending.checks[-1].what == "Bite"
    assert total(pending) == 2
    assert pending.spend("points.breath", "more").total == 8
    assert not pending.next()
    assert pending.can_spend == ()
    with refused(r"^Red: Peck has no open roll$"):
        pending.spend(BREATH, "more")
    assert [checked.result.total for checked in pending.finish().checks] == [10, 8]  # type: ignore[union-attr]


def test_which_of_two_totals_is_kept_is_chosen_when_both_are_known() -> None:
    pending = peck(5, 5, 1, 1, 1, 1)
    assert not pending.reroll_results
    with refused(r"^Red: Peck has only one total$"):
        pending.keep("lower")
    assert pending.spend(BREATH, "again").total == 10
    assert [result.total for result in pending.reroll_results] == [2, 10]
    assert pending.keep("lower").total == 2
    assert pending.keep("higher").total == 10
    assert pending.keep("lower").total == 2
    assert not pending.finish().success


def test_a_repeat_in_force_leaves_the_same_choice() -> None:
    red = kite()
    (again,) = BREATH.spend["again"].effects
    place = effects_of(BREATH).index(again)
    active = ActiveEffect(origin=BREATH.id, place=place, effect=again, times=1)
    red.effects.append(active)
    pending = red.start_action(
        PECK, kite("Blue"), rng=Faces(2, 3, 1, 1, 6, 6), choices=HOOK
    )
    assert [result.total for result in pending.reroll_results] == [2, 5]
    assert pending.keep("lower").total == 2
    assert red.effects == [active]
    assert not pending.finish().success
    assert not red.effects
    with refused(r"^keep the higher or the lower, not both$"):
        red.start_action(PECK, kite("Blue"), rng=Faces(6, 6), choices=HOOK).keep("both")


# menus


def test_what_the_ranks_reach_for_is_offered() -> None:
    pending = show_off(2, 3)
    menu = pending.open_menu
    assert menu is not None
    assert (menu.menu.id, menu.ranks, menu.to) == (
        "menu.tricks",
        1,
        ("self", "opponent"),
    )
    # Nobody there has a condition that could be made longer, patched up or ignored.
    assert [offer.pick.key for offer in menu.affordable] == ["tilt", "shut-out", "nip"]
    assert [offer.cost for offer in menu.affordable] == [1, 1, 1]
    dear = next(offer for offer in menu if offer.cost > menu.ranks)
    assert dear.reason == "A new sail costs 2 ranks, but there is 1 left"
    idle = next(offer for offer in menu if offer.pick.key == "cure")
    assert idle.reason == "A patch: Red has no condition that this helps with"
    with refused("with `finish` or `next` of the pending action"):
        menu.buy([buying(menu.affordable[0].pick)])


TILT, NIP, GIFT = (of_kites(f"pick.tricks.{key}") for key in ("tilt", "nip", "gift"))


def test_a_purchase_may_lead_to_a_roll_that_is_decided_on_as_well() -> None:
    pending = show_off(2, 3, 1, 1, 1, 6)
    assert not pending.next()  # it waits at the menu
    assert pending.open_menu is not None
    assert pending.can_spend == ()
    assert not pending.next()
    bite = buying(NIP, recipient="opponent", row=of_kites("row.beaks.hook"))
    assert pending.next([bite])
    assert pending.checks[-1].what == "Bite"
    assert pending.spend(BREATH, "more").total == 9
    outcome = pending.finish()
    assert [checked.what for checked in outcome.checks] == ["Show off", "Bite"]
    assert "Red buys A nip for 1 rank" in str(outcome)


def test_what_is_bought_in_the_end_follows_before_or_at_the_menu() -> None:
    for at_menu in (False, True):
        pending = show_off(2, 3)
        if at_menu:
            pending.next()
        outcome = pending.finish([buying(TILT, chosen_skill=of_kites("skill.dive"))])
        assert str(outcome).endswith(
            "Red has +2 on checks of Dive, until the end of their next gust, once"
        )
        assert outcome.open_menu is None


def test_what_cannot_be_bought_leaves_the_pending_action_open() -> None:
    pending = show_off(2, 3)
    before = pending.actor.state()
    with refused(r"^A tilt can only be bought once$"):
        pending.finish([buying(TILT)] * 2)
    assert pending.is_open
    with refused(r"^this costs 2 ranks, but there is 1$"):
        pending.finish([buying(GIFT)])
    assert pending.is_open
    assert pending.actor.state() == before
    pending.next()
    with refused(r"^this costs 2 ranks, but there is 1$"):
        pending.next([buying(GIFT)])
    assert pending.is_open
    assert pending.actor.state() == before


def test_ranks_that_are_left_can_still_be_spent() -> None:
    tilt = buying(TILT, chosen_skill=of_kites("skill.dive"))
    outcome = show_off(6, 6).finish([tilt])
    assert "left to spend" in str(outcome)
    rest = outcome.open_menu
    assert rest is not None
    assert rest.buy([buying(GIFT, chosen_ability=of_kites("ability.wing"))])
    assert rest.spent


def test_what_is_bought_in_the_end_or_later_is_refused_as_a_whole_and_not_told() -> (
    None
):
    pending = show_off(2, 3)
    before = pending.actor.state()
    with pytest.raises(UnansweredError) as raised:
        pending.finish([buying(TILT)])
    assert [asked.key for asked in raised.value.questions] == ["chosen-skill"]
    assert pending.is_open
    menu = pending.finish().open_menu
    assert menu is not None
    with pytest.raises(UnansweredError):
        menu.buy([buying(TILT)])
    assert not menu.spent
    assert pending.actor.effects == before["effects"]


def test_what_was_to_be_bought_anyway_is_not_asked_for() -> None:
    nip = buying(TILT, chosen_skill=of_kites("skill.dive"))
    for buys in ((nip,), lambda _: (nip,)):
        chosen = Choices(given=SHOW, buys=buys)
        pending = kite().start_action(SHOW_OFF, rng=Faces(2, 3), choices=chosen)
        assert pending.open_menu is None
        assert not pending.next()
        assert "+2 on checks" in str(pending.finish())


def test_choices_may_be_made_when_the_roll_is_known() -> None:
    pending = show_off(2, 3)
    pending.choices = given(**SHOW, chosen_skill=of_kites("skill.dive"))
    assert "+2 on checks of Dive" in str(pending.finish([buying(TILT)]))
    pending = show_off(2, 3)
    pending.choices = given(**SHOW | {"difficulty": 4})
    with pytest.raises(
        RefusedError,
        match=r"^the roll of Show off is outdated: "
        r"2D against 3, now 2D against 4; start it again$",
    ):
        pending.finish()


# ranks that wait after `act`


def boast(*faces: int) -> Outcome:
    blue = kite("Blue")
    return kite().act(
        SHOW_OFF, rng=Faces(*faces), choices=given(**SHOW), opponents=[blue]
    )


def test_no_ranks_wait_for_nothing() -> None:
    outcome = boast(1, 1)
    assert not outcome.success
    assert outcome.open_menu is None
    assert "can be spent" not in str(outcome)


def test_ranks_that_wait_are_spent_once() -> None:
    outcome = boast(2, 3)
    menu = outcome.open_menu
    assert menu is not None
    with refused(r"^choose what to buy on Tricks$"):
        menu.buy([])
    with refused(r"^this costs 2 ranks, but there is 1$"):
        menu.buy([buying(GIFT)])
    with refused("only self or opponent can be chosen, not ally"):
        menu.buy([buying(TILT, recipient="ally")])
    bought = menu.buy([buying(TILT, chosen_skill=of_kites("skill.dive"))])
    assert str(bought) == (
        "Red buys A tilt for 1 rank\n"
        "Red has +2 on checks of Dive, until the end of their next gust, once"
    )
    assert outcome.open_menu is None
    with refused(r"^these ranks are already spent on Tricks$"):
        menu.buy([buying(TILT, chosen_skill=of_kites("skill.dive"))])


def test_what_is_bought_later_is_rolled_with_the_dice_of_the_action() -> None:
    rng = Faces(2, 3, 1, 1, 1)
    done = kite().act(
        SHOW_OFF, rng=rng, choices=given(**SHOW), opponents=[kite("Blue")]
    )
    assert done.open_menu is not None
    nip = buying(NIP, recipient="opponent", row=of_kites("row.beaks.hook"))
    assert done.open_menu.buy([nip]).checks[0].what == "Bite"
    assert not rng.left


@pytest.mark.parametrize(
    ("action", "faces", "facts", "role"),
    [
        ("action.show-off", (3, 4), SHOW, "opponent"),
        ("action.mend", (10,), {}, "ally"),
    ],
)
def test_a_saved_menu_affects_the_actors_that_from_dict_gets(
    action: str, faces: tuple[int, ...], facts: dict[str, Any], role: str
) -> None:
    red, blue = kite(), kite("Blue")
    red.apply_condition("condition.tatters.frayed")  # for Mend
    actors: Any = {"ally": blue} if role == "ally" else {"opponents": [blue]}
    outcome = red.act(action, rng=Faces(*faces), choices=given(**facts), **actors)
    assert outcome.open_menu is not None
    saved_menu = json.loads(json.dumps(outcome.open_menu.to_dict()))
    menu = OpenMenu.from_dict(saved_menu, red, **actors)
    bought = menu.buy(
        [buying(TILT, recipient=role, chosen_skill=of_kites("skill.dive"))]
    )
    assert "Blue has +2 on checks of Dive" in str(bought)


# what happens to others before a pending action is finished


def test_somebody_who_was_healed_in_between_is_hit_as_they_are_now() -> None:
    red, blue = kite(), kite("Blue")
    blue.apply_condition("condition.wet.soaked")
    pending = red.start_action(
        SHOW_OFF, rng=Faces(2, 3), choices=given(**SHOW), opponents=[blue]
    )
    blue.remove_condition("condition.wet.soaked")
    pending.finish()
    assert has(blue)


def test_of_two_pending_actions_the_second_needs_an_action_of_its_own() -> None:
    red, blue = kite(), kite("Blue")
    slots = 2
    waiting = [
        red.start_action(PECK, blue, rng=Faces(1, 1), choices=HOOK)
        for _ in range(slots + 1)
    ]
    for pending in waiting[:slots]:
        pending.finish()
    with refused(r"^Red has no Swoop left until the end of the watch$"):
        waiting[slots].finish()
    waiting[slots].cancel()


def test_time_that_passes_does_not_matter_unless_it_changes_the_roll() -> None:
    red, blue = kite(), kite("Blue")
    red.apply_condition("condition.mood.dazed", random.Random(1))
    pending = red.start_action(PECK, blue, rng=Faces(9, 9, 1, 1), choices=HOOK)
    red.remove_condition("condition.mood.dazed")
    with refused(r"2D -1 against 5, now 2D against 5; start"):
        pending.finish()
    pending = red.start_action(PECK, blue, rng=Faces(9, 9, 1, 1), choices=HOOK)
    gust = of_kites("period.gust")
    end_period(gust, [red, blue], random.Random(1))
    start_period(gust, [red, blue], random.Random(1))
    pending.finish()
    assert red.used["action.peck"] == 1


# finished or dropped


def test_what_is_dropped_has_not_begun() -> None:
    pending = peck(5, 5, 6)
    before = pending.actor.state()
    pending.spend(BREATH, "more")
    pending.cancel()
    assert not pending.is_open
    assert pending.actor.state() == before
    for way in (pending.next, pending.finish, lambda: pending.spend(BREATH, "more")):
        with refused(r"^Red: Peck is cancelled$"):
            way()


def test_what_is_finished_is_over() -> None:
    pending = peck(1, 1)
    outcome = pending.finish()
    assert pending.outcome is outcome
    assert pending.open_menu is None
    assert pending.can_spend == pending.reroll_results == ()
    for way in (pending.finish, pending.next, pending.cancel):
        with refused(r"^Red: Peck is finished$"):
            way()


# kept as plain data


def saved(pending: PendingAction, *faces: int) -> PendingAction:
    """The pending action that was written as JSON and read again, with the same people."""
    people = pending._participants.roles
    target = people["target"][0]
    return PendingAction.from_dict(
        json.loads(json.dumps(pending.to_dict())),
        pending.actor,
        None if target is pending.actor else target,
        opponents=people.get("opponents", ()),
        rng=Faces(*faces),
    )


def test_a_pending_action_is_kept_as_plain_data() -> None:
    pending = saved(peck(2, 2, 6))
    assert total(pending) == 4
    pending = saved(pending, 3, 1, 4)
    assert pending.spend(BREATH, "more").total == 7
    pending = saved(pending, 1, 4)
    assert total(pending) == 7
    assert pending.next()
    pending = saved(pending)
    assert [checked.result.total for checked in pending.checks] == [7, 5]  # type: ignore[union-attr]
    assert not pending.next()
    outcome = saved(pending).finish()
    assert outcome.checks == pending.checks
    assert pending.actor.points["points.breath"] == 1


def test_a_pending_action_that_was_kept_does_not_go_on_where_the_roll_would_be_another() -> (
    None
):
    pending = peck(5, 5)
    red = cast("Character", pending.actor)
    red.apply_condition("condition.mood.dazed", random.Random(1))
    with refused(r": 2D against 5, now 2D -1 against 5; start"):
        saved(pending)


def test_functions_are_not_kept() -> None:
    pending = kite().start_action(
        SHOW_OFF, rng=Faces(2, 3), choices=Choices(given=SHOW, buys=lambda _: ())
    )
    with pytest.raises(ValueError, match="choices with functions cannot be saved"):
        pending.to_dict()


def test_as_many_dice_are_read_as_may_have_fallen() -> None:
    many = kite(ratings={"ability.wing": "1000D"})
    dice = random.Random(1)
    pending = many.start_action(PECK, kite("Blue"), rng=dice, choices=HOOK)
    pending.spend(BREATH, "again")
    assert pending.next()  # the bite
    assert len(cast("list[object]", pending.to_dict()["dice"])) > 2_000
    again = saved(pending)
    assert total(again) == total(pending)


def chosen(**choices: object) -> dict[str, object]:
    return {"given": {}, "branch": 1, "buys": [], **choices}


def in_each_other(many: int) -> dict[str, object]:
    whole = chosen()
    for _ in range(many):
        whole = chosen(buys=[{"pick": "x", **whole}])
    return whole


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"version": 2}, "cannot read version 2 of the format, only 1"),
        ({"dice": [[6, 6]]}, r"dice cannot have \[6, 6\]"),
        ({"dice": "1, 2"}, "dice cannot be '1, 2'"),
        ({"choices": {}}, "given is missing"),
        ({"decisions": [{"at": "roll", "spent": [1]}]}, "spent cannot be 1"),
        ({"choices": chosen(recipient="nobody")}, "'nobody' is not a role"),
        ({"choices": chosen(recipient=["target"])}, r"\['target'\] is not a role"),
        ({"choices": in_each_other(5_000)}, "purchases are nested too deeply"),
    ],
)
def test_what_is_no_pending_action_is_not_read(
    change: dict[str, Any], words: str
) -> None:
    data: dict[str, Any] = peck(5, 5).to_dict() | change
    with pytest.raises(ValueError, match=words):
        PendingAction.from_dict(data, kite(), kite("Blue"))


# both ways to act come to the same


class Plan:
    """What somebody decides: points to be tried on each roll, and purchases."""

    def __init__(
        self, spends: list[list[tuple[Any, str]]], buys: tuple[Any, ...]
    ) -> None:
        self.spends = spends
        self.buys = buys


def target_of(action: Any, other: Any) -> Any:
    return None if action.target == ("self",) else other


def all_at_once(who: Any, action: Any, other: Any, plan: Plan, chosen: Choices) -> Any:
    rng, turns = random.Random(1), iter(plan.spends)

    def after(result: CheckResult) -> CheckResult:
        for points, way in next(turns, []):
            with suppress(RefusedError):
                result = spend_on(result, points, way, who, rng=rng, among=[who, other])
        return result

    chosen = chosen.but(buys=plan.buys)
    target = target_of(action, other)
    return who.act(action, target, rng=rng, choices=chosen, after=after)


def step_by_step(who: Any, action: Any, other: Any, plan: Plan, chosen: Choices) -> Any:
    people = who, other
    before = [one.to_json() for one in people]
    target = target_of(action, other)
    rng = random.Random(1)
    pending = start_action(action, who, target, rng=rng, choices=chosen)
    turns = iter(plan.spends)
    while True:
        if pending.result is not None:
            for points, way in next(turns, []):
                asked = pending.can_spend, pending.open_menu, pending.reroll_results
                with suppress(RefusedError):
                    pending.spend(points, way)
                del asked
        assert [one.to_json() for one in people] == before
        if len(plan.spends) > 1:
            data = json.loads(json.dumps(pending.to_dict()))
            pending = PendingAction.from_dict(data, who, target, rng=rng)
        if not pending.next(plan.buys):
            return pending.finish(plan.buys)


def assert_same(
    one: list[Any], other: list[Any], action: Any, plan: Plan, chosen: Choices
) -> None:
    """Act in both ways, with people who are alike, and compare all that came of it."""
    came: list[Any] = []
    for people, way in ((one, all_at_once), (other, step_by_step)):
        try:
            came.append(way(people[0], action, people[1], plan, chosen))
        except RefusedError as refused:
            # Only `act` knows the purchases before the roll, and what is wrong with them.
            came.append(refused.reasons[:1])
    assert came[0] == came[1]
    assert str(came[0]) == str(came[1])
    assert [who.to_json() for who in one] == [who.to_json() for who in other]


def spends(rules: Any) -> Any:
    ways = [(points, way) for points in rules.every("points") for way in points.spend]
    return st.lists(st.lists(st.sampled_from(ways), max_size=3), max_size=3)


def tried(rules: Any) -> Any:
    """Mostly actions with a check: the others decide little."""
    actions = list(rules.every("action"))
    return st.sampled_from([*[one for one in actions if one.check] * 3, *actions])


@settings(max_examples=50)
@over(GAMES, tried(kites()), choices(), spends(kites()), st.sets(entries("condition")))
def test_a_pending_action_of_kites_goes_as_act_does(
    game: Any, action: Any, chosen: Choices, points: Any, held: Any
) -> None:
    people = played(game).people
    for condition in held:
        people[0].apply_condition(condition, random.Random(2))
    again = [Character.from_json(who.to_json(), kites()) for who in people]
    # As a rule all is said; that what is not said is refused is tried as well.
    facts = chosen.given if game[0] > 7 else FACTS
    resisted = chosen.resisted_by_roll and game[0] > 6
    buys = tuple(buy.but(given=facts) for buy in cast("tuple[Any, ...]", chosen.buys))
    chosen = chosen.but(given=facts, buys=(), resisted_by_roll=resisted)
    assert_same(people, again, action, Plan(points, buys), chosen)


CORE: dict[str, Any] = {
    "row": of_core("row.attacks.unarmed"),
    "distance": ft(4),
    "clearance": ft(0),
    "undefended": False, "engaged": False, "open": True, "heard": True, "obstacle": 10,
    "rarity": 10, "difficulty": 10,
    "chosen-skill": of_core("skill.brawling"),
    "chosen-ability": of_core("ability.wits"),
    "effect-roll": of_core("effect-roll.damage"),
    "chosen-action": of_core("action.attack"),
}  # fmt: skip
"""Facts of core, so many that most of its actions can be tried."""
PICKS = [*of_core("menu.advantages").picks, *of_core("menu.recovery").picks]


@st.composite
def heroes(draw: st.DrawFn) -> Callable[[str], Character]:
    codes = {
        rating: draw(st.sampled_from(["2D", "5D+1", "9D"]))
        for rating in (
            "ability.strength",
            "ability.perception",
            "ability.presence",
            "ability.intelligence",
        )
    }
    rated = draw(st.sets(st.sampled_from(["skill.brawling", "skill.taunt"])))
    abilities = draw(st.sampled_from([[], ["ability.dynamic", "ability.wild-die"]]))
    held = draw(st.lists(st.sampled_from(list(core().every("condition"))), max_size=2))
    points = draw(st.integers(0, 3))

    def make(name: str) -> Character:
        who = hero(
            name, ratings=codes | dict.fromkeys(rated, "2D"), abilities=abilities
        )
        who.points["points.action"] = points
        for condition in held:
            who.apply_condition(condition.id, random.Random(2))
        return who

    return make


@settings(max_examples=50)
@over(
    heroes(),
    heroes(),
    tried(core()),
    st.lists(st.sampled_from(PICKS), max_size=2),
    spends(core()),
)
def test_a_pending_action_of_core_goes_as_act_does(
    one: Any, other: Any, action: Any, picks: Any, points: Any
) -> None:
    chosen = Choices(given=CORE)
    buys = tuple(buying(pick, **CORE) for pick in picks)
    assert_same(
        [one("Ann"), other("Bob")],
        [one("Ann"), other("Bob")],
        action,
        Plan(points, buys),
        chosen,
    )
