"""What is offered on a menu, and what is refused: for a wound, a friend, an empty success."""

from __future__ import annotations

import copy
import json
from typing import TYPE_CHECKING, Any

import pytest
from shelf import Faces, package, person, pickled

if TYPE_CHECKING:
    from pathlib import Path

CORE = package("core")
PLAY, ADVANTAGES, RECOVERY = CORE.play, CORE.menus.ADVANTAGES, CORE.menus.RECOVERY


def rick(*conditions: str, **more: Any) -> Any:
    """Somebody who is good at all that recovery takes."""
    who = person(
        CORE, "Rick", ratings={"ability.strength": "6D", "ability.wits": "6D"}, **more
    )
    for condition in conditions:
        who.apply_condition(condition)
    return who


def recovering(who: Any, *faces: int) -> Any:
    return who.start_action("recover-body", rng=Faces(*faces))


def test_a_cure_too_weak_for_the_wound_is_not_offered_and_not_paid() -> None:
    who = rick("wounded")
    pending = recovering(who, 6, 6, 5, 2, 6, 6, 6)
    too_weak = pending.open_menu.offers[0]
    assert str(too_weak) == too_weak.reason
    assert too_weak.reason == (
        "Cure rank 1: recovering from Wounded takes rank 3; this only covers ranks up to 1"
    )
    assert not too_weak.affordable
    before = who.state()
    with pytest.raises(PLAY.RefusedError, match="this only covers ranks up to 1"):
        pending.finish(["rank-1"])
    assert pending.is_open
    assert who.state() == before
    menu = pending.finish().open_menu
    assert menu.offers[0] == too_weak
    with pytest.raises(PLAY.RefusedError, match="this only covers ranks up to 1"):
        menu.buy(["rank-1"])
    assert not menu.spent
    with pytest.raises(PLAY.RefusedError, match="this only covers ranks up to 1"):
        PLAY.spend_ranks(RECOVERY, 3, who, buys=["rank-1"])
    assert PLAY.spend_ranks(RECOVERY, 3, who, buys=["rank-3"])
    assert who.conditions == []


def test_of_several_conditions_a_cure_is_for_one_that_it_reaches() -> None:
    who = rick("wounded", "stunned")
    menu = recovering(who, 6, 6, 5, 2, 6, 6, 6).finish().open_menu
    assert menu.offers[0].affordable
    menu.buy(["rank-1"])
    assert [held.condition.entry.name for held in who.conditions] == ["Wounded"]
    with pytest.raises(PLAY.RefusedError, match="no condition that this helps with"):
        PLAY.spend_ranks(RECOVERY, 4, rick("stunned"), buys=["rank-1", "rank-1"])


def test_what_was_named_before_the_dice_is_told_and_not_paid() -> None:
    who = rick("wounded")
    choices = PLAY.Choices(buys=["rank-1"])
    outcome = who.act("recover-body", rng=Faces(6, 6, 5, 2, 6, 6, 6), choices=choices)
    assert "this only covers ranks up to 1" in str(outcome)
    assert "buys Gone" not in str(outcome)
    assert "left to spend on Recovery" in str(outcome)


def test_points_that_somebody_cannot_have_are_not_offered() -> None:
    pending = rick().start_action(
        "distract", person(CORE, "Ann"), rng=Faces(*[6] * 5, 5)
    )
    offers = {offer.pick.key: offer for offer in pending.open_menu}
    reason = "Rick cannot have Action points (only player characters have them)"
    assert offers["action-point"].reason.endswith(reason)


@pytest.mark.parametrize("again", [copy.deepcopy, pickled])
def test_a_menu_that_waits_is_bought_from_in_another_process(again: Any) -> None:
    who, ann = rick(), person(CORE, "Ann")
    pending = who.start_action("distract", ann, rng=Faces(*[6] * 5, 5))
    pending.next()
    same = again(pending)
    assert list(same.open_menu) == list(pending.open_menu)
    assert str(same.finish(["number"])) == str(pending.finish(["number"]))
    outcome = rick().act("distract", ann, rng=Faces(*[6] * 5, 5))
    same = again(outcome)
    assert same == outcome
    bought = PLAY.Purchase(pick="die-skill", given={"chosen-skill": "bluff"})
    assert str(same.open_menu.buy([bought])) == str(outcome.open_menu.buy([bought]))
    assert same == outcome


def test_a_menu_rolls_the_dice_of_the_system_in_another_process_too() -> None:
    who, ann = rick(), person(CORE, "Ann")
    saved = who.act("distract", ann, rng=Faces(*[6] * 5, 5)).open_menu.to_dict()
    menu = PLAY.OpenMenu.from_dict(saved, who, ann)
    assert pickled(menu) == menu
    pickled(menu).buy(["number"])


def test_a_skill_that_is_bought_for_may_be_an_ability_which_is_rolled_alone() -> None:
    who = rick()
    bought = PLAY.Purchase(pick="die-skill", given={"chosen-skill": "strength"})
    PLAY.spend_ranks(ADVANTAGES, 3, who, buys=[bought])
    pools = {name: str(who.pool(name)) for name in ("strength", "lifting", "strike")}
    assert pools == {"strength": "6D +1D", "lifting": "6D", "strike": "6D"}


def test_a_menu_counts_in_the_words_of_the_pack(tmp_path: Path) -> None:
    pack = tmp_path / "pack.yaml"
    words = "wording: {rank: {one: step, many: steps}, check: throw}"
    limit = "change: {points.action.spend.dice: {set: {limit: {count: 1, per: check}}}}"
    pack.write_text(f"pack: in-steps\nextends: core\n{words}\n{limit}\n", "utf-8")
    game = package(str(tmp_path))
    who = person(game, "Rick", ratings={"ability.wits": "6D"}, player=True)
    outcome = who.act("distract", person(game, "Ann"), rng=Faces(*[6] * 5, 5))
    menu = outcome.open_menu
    assert str(menu) == "Advantages: 6 steps"
    assert "6 steps left to spend on Advantages" in str(outcome)
    assert str(menu.offers[0]).endswith(", for 1 step")
    with pytest.raises(
        game.play.RefusedError, match=r"^this costs 8 steps, but there are 6$"
    ):
        menu.buy(["action-point"] * 2)
    menu.buy(["number"])
    with pytest.raises(game.play.RefusedError, match=r"^these steps are already spent"):
        menu.buy(["number"])
    who.points["points.action"] = 9
    who.spend("points.action", "dice")
    with pytest.raises(game.play.RefusedError, match="no more than 1 in a throw"):
        who.spend("points.action", "dice")


def test_an_offer_has_the_questions_that_it_asks() -> None:
    pending = rick().start_action(
        "distract", person(CORE, "Ann"), rng=Faces(*[6] * 5, 5)
    )
    needs = {offer.pick.key: offer.needs for offer in pending.open_menu.affordable}
    assert needs["number"] == ()
    (asked,) = needs["die-skill"]
    assert (asked.key, asked.type) == ("chosen-skill", "skill")


def test_a_choice_that_nothing_asks_for_is_refused() -> None:
    who, facts = rick(), {"chosen-skill": "bluff"}
    for pick, words in (
        ("number", "A number on one check does not need chosen-skill"),
        ("ability", "A new ability .* chosen-skill: it needs chosen-ability"),
    ):
        bought = PLAY.Purchase(pick=pick, given=facts)
        with pytest.raises(PLAY.RefusedError, match=words):
            PLAY.spend_ranks(ADVANTAGES, 5, who, buys=[bought])


def test_ranks_are_spent_for_those_that_the_menu_is_open_to() -> None:
    bought = PLAY.Purchase(pick="better-roll", recipient="opponent")
    with pytest.raises(PLAY.RefusedError, match="only self or ally can be chosen, not"):
        PLAY.spend_ranks(ADVANTAGES, 3, rick(), person(CORE, "Ann"), buys=[bought])


def test_a_success_of_rank_0_says_that_it_buys_nothing() -> None:
    pending = rick().start_action(
        "distract", person(CORE, "Ann"), rng=Faces(1, 1, 2, 2, 1, 2)
    )
    assert (pending.result.success, pending.result.rank) == (True, 0)
    assert str(pending.finish()).endswith(
        "nothing on Advantages can be bought with rank 0"
    )


# Pending actions, and what is told of them.


def test_a_pending_action_is_of_the_round_in_which_it_was_begun() -> None:
    who, ann = rick(), person(CORE, "Ann")
    for change in (PLAY.start_period, PLAY.end_period):
        pending = who.start_action("distract", ann, rng=Faces(*[6] * 5, 5))
        change("round", [who, ann])
        with pytest.raises(PLAY.RefusedError, match="started in an earlier round"):
            pending.finish()
        assert pending.is_open
        assert who.used == {}
    pending = who.start_action("distract", ann, rng=Faces(*[6] * 5, 5))
    saved, later = pending.to_dict(), CORE.Character.from_json(who.to_json())
    PLAY.PendingAction.from_dict(saved, later, ann).finish()
    PLAY.end_period("round", [who])
    with pytest.raises(PLAY.RefusedError, match="started in an earlier round"):
        PLAY.PendingAction.from_dict(saved, who, ann)


def test_points_are_offered_in_words_that_fit_any_number() -> None:
    who = person(CORE, "Rick", player=True)
    pending = who.start_action("distract", person(CORE, "Ann"), rng=Faces(1, 2, 2))
    assert str(pending.can_spend[0]).startswith(
        "Try again, for 1 of your Action points: "
    )


# Saved texts.


def test_somebody_of_another_game_is_told_even_where_all_fits() -> None:
    opend6 = package("opend6")
    nobody = opend6.Character(name="Nobody")
    nobody.points.clear()
    text = nobody.to_json()
    words = (
        r"saved under opend6 .*, a different game from core .*: .* no pack in common"
    )
    with pytest.raises(PLAY.CharacterError, match=words) as raised:
        CORE.Character.from_json(text)
    (problem,) = raised.value.problems
    assert CORE.Character.from_json(text, strict=False).load_problems == (problem,)


def test_somebody_goes_along_with_a_house_rule_and_back() -> None:
    house, who = package("core", "piling-up.one"), rick("wounded")
    assert house.RULES.id != CORE.RULES.id
    there = house.Character.from_json(who.to_json())
    back = CORE.Character.from_json(there.to_json())
    assert (there.load_problems, back.load_problems) == ((), ())
    assert back == who


def test_a_menu_that_waits_is_kept_over_a_restart() -> None:
    who = rick("wounded", "stunned")
    menu = recovering(who, 6, 6, 5, 2, 6, 6, 6).finish().open_menu
    again = CORE.Character.from_json(who.to_json())
    kept = PLAY.OpenMenu.from_dict(json.loads(json.dumps(menu.to_dict())), again)
    assert kept == menu
    assert kept.offers == menu.offers
    assert str(kept.buy(["rank-1"])) == str(menu.buy(["rank-1"]))
    assert again == who
    with pytest.raises(PLAY.RefusedError, match="these ranks are already spent"):
        menu.to_dict()
    with pytest.raises(ValueError, match="version of the format"):
        PLAY.OpenMenu.from_dict({}, who)
