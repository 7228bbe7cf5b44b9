"""Who comes when: by a value or by who acts first, with ties broken as the scene says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from playing import Faces, NoDice, core, hero, kite, of_core, of_kites, refused

from freed6c.runtime.play.character import Character
from freed6c.runtime.play.time import interrupting, order

if TYPE_CHECKING:
    from freed6c.runtime.entries.actions import Action
    from freed6c.runtime.play.being import Being


FIGHT, PARADE, CHASE, REGATTA, RELAY, SHOW = (
    of_kites(f"scene.{key}")
    for key in ("fight", "parade", "chase", "regatta", "relay", "show")
)
MELEE = of_core("scene.melee")


def names(groups: tuple[tuple[Being, ...], ...]) -> list[str]:
    return ["+".join(map(str, group)) for group in groups]


def test_the_highest_come_first() -> None:
    slow, quick = kite("Slow"), kite("Quick", ratings={"ability.eye": "2D"})
    assert names(order(FIGHT, [slow, quick])) == ["Quick", "Slow"]
    assert names(order(FIGHT, [quick, slow], phase="declare")) == ["Slow", "Quick"]


def test_ties_are_broken_one_after_the_other() -> None:
    plain, sharp, ours = (
        kite("Plain"),
        kite("Sharp", ratings={"skill.spot": "0D+1"}),
        kite("Ours", player=True),
    )
    assert names(order(FIGHT, [plain, ours, sharp])) == ["Sharp", "Ours", "Plain"]


def test_ties_that_are_rolled() -> None:
    class Numbers:
        def __init__(self) -> None:
            self.left = [3, 9]

        def randrange(self, stop: int, /) -> int:
            assert stop > 9
            return self.left.pop(0)

    first, second = kite("First"), kite("Second")
    assert names(order(FIGHT, [first, second], rng=Numbers())) == ["Second", "First"]
    assert names(order(FIGHT, [first, second])) == ["Second", "First"]
    with refused(r"a die of 1000000 sides: bring dice"):
        order(FIGHT, [kite("First"), kite("Second")], rng=NoDice())
    assert len(order(FIGHT, [kite("First"), kite("Second")])) in (1, 2)


def test_a_value_that_is_rolled() -> None:
    first, second = kite("First"), kite("Second")
    race = of_kites("scene.gamble")
    assert names(order(race, [first, second], rng=Faces(2, 5))) == ["Second", "First"]
    assert names(order(race, [first, second])) == ["Second", "First"]
    with refused(r"^Luck: a die of 10 sides: bring dice$"):
        order(race, [kite("First"), kite("Second")], rng=NoDice())
    third = kite("Third")
    order(race, [third])
    assert third.value("value.gust-of-luck") in range(1, 11)


def test_awareness_breaks_ties_of_a_changed_initiative() -> None:
    ann = hero("Ann", ratings={"specialization.survival.awareness": "1D"})
    ann.values["value.initiative"] = 6
    assert names(order(MELEE, [hero("Bob"), ann])) == ["Ann", "Bob"]


def test_there_is_nobody_to_wait_for_where_nobody_declares() -> None:
    assert names(order(MELEE, [hero("Ann"), hero("Bob")], phase="declare")) == [
        "Ann+Bob"
    ]


def test_the_first_to_act_leads() -> None:
    assert names(order(PARADE, [kite("Late"), kite("Later")])) == ["Late", "Later"]


def test_what_has_no_order() -> None:
    with refused(r"^Picnic has no order of play$"):
        order(of_kites("scene.picnic"), [kite()])
    with refused(r"^Ann has no Position$"):
        order(of_core("scene.chase"), [hero()])


def test_whoever_cannot_try_what_breaks_a_tie_comes_last() -> None:
    blind = kite("Blind", values={"value.turn-of-speed": 5})
    del blind.ratings["ability.eye"]
    assert names(order(FIGHT, [blind, kite("Red")])) == ["Red", "Blind"]


def eyed(name: str, eye: str, **more: Any) -> Character:
    return kite(name, ratings={"ability.eye": eye}, **more)


# breaking in


def test_whoever_comes_later_may_break_in_where_the_scene_says_so() -> None:
    slow, middle, quick = eyed("Slow", "1D"), eyed("Middle", "2D"), eyed("Quick", "3D")
    standing = order(CHASE, [quick, slow, middle])
    assert names(standing) == ["Slow", "Middle", "Quick"]
    assert list(interrupting(CHASE, standing, slow)) == [middle, quick]
    assert interrupting(CHASE, standing, quick) == ()
    assert interrupting(FIGHT, order(FIGHT, [slow, quick], rng=None), quick) == ()


def test_those_in_a_condition_may_break_in_on_anybody_but_themselves() -> None:
    ambush = of_kites("scene.ambush")
    slow, quick = eyed("Slow", "1D"), eyed("Quick", "3D")
    standing = order(ambush, [slow, quick])
    assert interrupting(ambush, standing, quick) == ()
    quick.suffer("condition.mood.eager")
    assert interrupting(ambush, standing, slow) == (quick,)
    assert interrupting(ambush, standing, quick) == ()


def test_only_those_in_the_order_have_a_turn_to_break_into() -> None:
    with refused(r"^Red has no place in this order$"):
        interrupting(CHASE, order(CHASE, [kite("Blue")]), kite("Red"))


# sides


def test_a_side_comes_where_its_highest_stands() -> None:
    ours = [eyed("Ann", "1D", player=True), eyed("Bob", "4D", player=True)]
    theirs = [eyed("Cat", "3D"), eyed("Dan", "3D")]
    assert names(order(REGATTA, [*theirs, *ours])) == ["Ann+Bob", "Cat+Dan"]


def test_a_side_comes_where_its_lowest_stands() -> None:
    ours = [eyed("Ann", "1D", player=True), eyed("Bob", "4D", player=True)]
    theirs = [eyed("Cat", "3D"), eyed("Dan", "3D")]
    assert names(order(RELAY, [*ours, *theirs])) == ["Cat+Dan", "Ann+Bob"]


def test_there_may_be_more_sides_than_two_and_ties_between_them_are_broken() -> None:
    red, blue, grey = (eyed(name, "2D") for name in ("Red", "Blue", "Grey"))
    blue.ratings["skill.spot"] = blue.rules.die_code(1)
    found = order(REGATTA, [red, blue, grey], side=lambda one: one.name)
    assert names(found) == ["Blue", "Red+Grey"]


# tiers


def test_everyone_of_a_tier_acts_before_the_next() -> None:
    loud, deft, idle = eyed("Loud", "1D"), eyed("Deft", "2D"), eyed("Idle", "4D")
    deeds: dict[str, Action | str] = {
        "Loud": of_kites("action.screech"),
        "Deft": "loop",
        "Idle": of_kites("action.puff"),
    }
    found = order(SHOW, [idle, deft, loud], doing=lambda one: deeds[one.name])
    assert names(found) == ["Loud", "Deft", "Idle"]


def test_within_a_tier_the_highest_come_first() -> None:
    slow, quick = eyed("Slow", "1D"), eyed("Quick", "2D")
    found = order(SHOW, [slow, quick], doing=lambda _: "call")
    assert names(found) == ["Quick", "Slow"]
    assert names(order(SHOW, [slow, quick], phase="declare")) == ["Slow", "Quick"]


def test_tiers_need_to_know_what_is_done() -> None:
    with refused(r"depends on what everyone does: say it"):
        order(SHOW, [kite()])
    with refused(r"^there is no tier dance: call, loop$"):
        order(SHOW, [kite()], doing=lambda _: "dance")


def test_nobody_acts_twice_in_an_order() -> None:
    red = kite("Red")
    with refused(r"^Red is named twice among those who act$"):
        order(FIGHT, [red, kite("Blue"), red], rng=NoDice())


def test_whoever_lacks_what_the_order_goes_by_is_told_the_way_out() -> None:
    dog = Character({}, rules=core(), name="Dog")
    with refused(r"Dog does not have Perception; give Dog a"):
        order(MELEE, [dog])
    dog = Character({}, rules=core(), name="Dog", values={"initiative": 7})
    assert order(MELEE, [dog]) == ((dog,),)
