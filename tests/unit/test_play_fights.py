"""Fights by the rules of core: attacks, damage, defence, nerves, recovery, help, moves."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest
from playing import Faces, buying, ft, given, has, hero, kite, of_core, of_kites

from freed6c.diagnostics.codes import checks as codes
from freed6c.pipeline import compile_packs
from freed6c.runtime.amounts import Modifier
from freed6c.runtime.play.actions import buy
from freed6c.runtime.play.character import Character
from freed6c.runtime.play.execution import Choices
from freed6c.runtime.play.requirements import slots
from freed6c.runtime.play.state import Outcome, Refused
from freed6c.runtime.play.time import end, start

if TYPE_CHECKING:
    from freed6c.model.ruleset import Ruleset


ATTACK, DEFEND, MOVE = (
    of_core(f"action.{key}") for key in ("attack", "defend", "move")
)
TURN, ROUND = of_core("period.turn"), of_core("period.round")
UNARMED: Any = {
    "row": of_core("row.attacks.unarmed"),
    "distance": ft(5),
    "clearance": ft(5),
}
READY_DEFENCE = of_core("action.ready-defence")
DAMAGE = ("damage.stunned", "damage.hurt", "damage.wounded", "damage.incapacitated")
BLOCKING = "specialization.brawling.block"
ARMED: Any = {**UNARMED, "row": of_core("row.attacks.martial")}


def strike(
    who: Character, whom: Character, *faces: int, facts: Any = UNARMED, **more: Any
) -> Outcome:
    rng = Faces(*faces)
    done = who.act(ATTACK, whom, rng=rng, choices=Choices(given=facts, **more))
    assert not rng.left
    return done


def test_nobody_is_an_opponent_of_their_own() -> None:
    sly = hero("Sly")
    with pytest.raises(Refused, match=r"^Sly is no opponent of their own$"):
        sly.act(of_core("action.distract"), rng=Faces(), opponents=[sly])


# attack and damage


def test_a_hit_rolls_damage_and_the_rank_of_that_is_a_condition() -> None:
    ann, bob = hero("Ann"), hero("Bob")
    done = strike(ann, bob, 4, 5, 6, 6, 6, 3, 2)
    check, damage = done.checks
    assert check.needed is not None
    assert (check.needed.number, str(check.needed.parts[0])) == (9, "Block: 9")
    assert done.result is not None
    assert (done.result.total, done.result.rank) == (15, 2)
    assert damage.result is not None
    assert str(damage.result.attempt) == "3D +1D"
    assert damage.result.margin == 8
    assert has(bob, "damage.hurt")
    assert has(ann)


def test_what_no_defence_answers_has_the_bare_ability_to_reach() -> None:
    ann, bob = hero("Ann"), hero("Bob", ratings={"specialization.brawling.block": "5D"})
    bare = Choices(given=UNARMED | {"undefended": True})
    done = ann.act(ATTACK, bob, rng=Faces(1, 1, 1, 1), choices=bare)
    assert done.checks[0].needed is not None
    assert [str(part) for part in done.checks[0].needed.parts] == ["Strength: 9"]


def test_what_happens_beside_a_total_is_told() -> None:
    lucky = hero("Ann", abilities=["ability.dynamic", "ability.wild-die"])
    done = strike(lucky, hero("Bob"), 4, 3, 6, 2, 1, 2, 3, 1)
    assert "critical success" in done.happenings[0].text


def test_what_is_told_of_an_attack_adds_up() -> None:
    mouse, bear = hero("Mouse"), hero("Bear")
    size = of_core("scale.size").levels
    sizes = {"own": size[2], "other": size[0]}
    facts = Choices(given=UNARMED | sizes)
    done = mouse.act(ATTACK, bear, rng=Faces(4, 4, 4, 1, 1, 1, 1, 1), choices=facts)
    told = str(done).splitlines()[0]
    assert told == "Attack: 3D gives 12 against 9, +10 by Scale, success, rank 3"


def test_damage_is_resisted_by_whoever_is_hit() -> None:
    ann, bob = hero("Ann"), hero("Bob", ratings={"ability.strength": "1D"})
    assert strike(ann, bob, 1, 1, 2, 3, 3, 3).checks[1].needed.number == 3  # type: ignore[union-attr]
    assert has(bob, "damage.hurt")


def test_armour_stops_damage() -> None:
    bob = hero("Bob", values={"value.armour": 20})
    done = strike(hero(), bob, 4, 4, 4, 6, 6, 6)
    assert done.checks[1].needed.number == 29  # type: ignore[union-attr]
    assert has(bob)


def test_a_miss_does_nothing() -> None:
    bob = hero("Bob")
    done = strike(hero(), bob, 2, 2, 2)
    assert not done.success
    assert has(bob)


def test_a_hit_without_a_rank_rolls_no_damage() -> None:
    done = strike(hero(), hero("Bob"), 3, 3, 3)
    assert done.success
    assert len(done.checks) == 1


def test_a_weapon_gives_the_damage_and_no_condition_touches_it() -> None:
    ann = hero(values={"value.weapon-damage": "5D"})
    ann.suffer("condition.damage.hurt")
    done = strike(ann, hero("Bob"), 6, 6, 2, 2, 2, 2, 2, facts=ARMED)
    assert str(done.checks[1].result.attempt) == "5D"  # type: ignore[union-attr]


def test_each_wound_comes_on_top_of_the_worst_and_all_hold() -> None:
    bob = hero("Bob")
    for _ in range(2):
        strike(hero(), bob, 3, 3, 4, 4, 4, 2)
    assert has(bob, "damage.stunned", "damage.hurt")
    assert str(bob.pool("ability.wits")) == "2D -1D -2"
    bob.recover("condition.damage.stunned")
    assert has(bob, "damage.hurt")


def test_the_more_conditions_the_sooner_one_is_out() -> None:
    bob = hero("Bob", ratings={"ability.strength": "2D"})
    for taken in ("stunned", "hurt", "wounded", "incapacitated"):
        bob.suffer(f"condition.damage.{taken}")
    assert bob.fixed(BLOCKING) == 6 - 3 - 2
    strike(hero(), bob, 1, 1, 1, 1, 1, 1)
    assert has(bob, *DAMAGE, "damage.out")


def test_a_hit_without_a_rank_of_damage_makes_nothing_worse() -> None:
    bob = hero("Bob")
    bob.suffer("condition.damage.wounded")
    strike(hero(), bob, 3, 3, 4, 1, 1, 1)
    assert has(bob, "damage.wounded")


def test_lost_nerve_comes_on_top_of_lost_nerve() -> None:
    bob = hero("Bob")
    for _ in range(2):
        hero().act(of_core("action.taunt"), bob, rng=Faces(6, 6))
    assert has(bob, "composure.disoriented", "composure.demoralized")


def test_penalties_on_checks_lower_what_stands_in_the_place_of_one() -> None:
    bob = hero("Bob")
    assert (bob.fixed(BLOCKING), bob.value("value.damage-resistance")) == (9, 9)
    bob.suffer("condition.damage.hurt")
    assert (bob.fixed(BLOCKING), bob.value("value.damage-resistance")) == (6, 6)
    bob.suffer("condition.damage.stunned")
    assert bob.fixed(BLOCKING) == 4
    assert bob.value("value.initiative") == 1


def test_wounds_of_an_ability_lower_its_own_fixed_values_alone() -> None:
    bob = hero("Bob")
    bob.suffer("condition.damage.wounded")
    assert (bob.fixed(BLOCKING), bob.fixed("specialization.acrobatics.tumble")) == (
        9,
        6,
    )


def test_what_waits_for_one_check_is_not_spent_on_a_fixed_value() -> None:
    bob = hero("Bob", player=True, abilities=["ability.dynamic"])
    bob.spend(of_core("points.action"), "dice")
    assert bob.fixed(BLOCKING) == 9


def test_advantage_and_the_like_do_not_count_in_fixed_values() -> None:
    bob = hero("Bob")
    bob.suffer("condition.damage.incapacitated")
    assert bob.fixed(BLOCKING) == 9


def test_no_fight_goes_on_for_ever() -> None:
    """A line of tests/bench/fights.py, with fewer fights: both strike until one is out."""
    assert max(rounds_of_a_fight(Random(number)) for number in range(40)) <= 60


def rounds_of_a_fight(rng: Random) -> int:
    people = [hero("Ann"), hero("Bob")]
    for number in range(1, 61):
        start(ROUND, people, rng)
        for one, other in (people, people[::-1]):
            start(TURN, [one], rng)
            with suppress(Refused):  # too few dice left
                one.act(ATTACK, other, rng=rng, choices=Choices(given=UNARMED))
            end(TURN, [one], rng, [other])
            if any(
                held.condition.id == "condition.damage.out" for held in other.conditions
            ):
                return number
        end(ROUND, people, rng)
    return 61


# other readings


@cache
def reading(choice: str) -> Ruleset:
    """Core with another choice of an option, such as `piling-up: apart`."""
    with TemporaryDirectory() as folder:
        text = f"pack: reading\ntitle: Reading\nextends: core\nselect: {{option.{choice}}}\n"
        Path(folder, "pack.yaml").write_text(text, encoding="utf-8")
        compiled = compile_packs(folder)
    assert compiled.ruleset is not None
    told = {problem.code for problem in compiled.diagnostics}
    assert told <= {codes.EXAMPLE_CHANGED, codes.EXAMPLE_STUCK_NOW}
    return compiled.ruleset


def victim(choice: str) -> Character:
    """Somebody of a reading, stunned, whom two ranks of damage hit."""
    rules = reading(choice)
    bob = Character({"ability.strength": "3D"}, rules=rules, name="Bob")
    bob.suffer("condition.damage.stunned")
    hit(bob, 6, 6, 3)
    return bob


def hit(bob: Character, *damage: int) -> Outcome:
    """Hit somebody with 10, and roll this damage."""
    ann = Character({"ability.strength": "3D"}, rules=bob.rules, name="Ann")
    attack: Any = bob.rules.entry("action.attack")
    given = UNARMED | {"row": bob.rules.entry("row.attacks.unarmed")}
    dice = Faces(3, 3, 4, *damage)
    return ann.act(attack, bob, rng=dice, choices=Choices(given=given))


def test_apart_ranks_do_not_add_up() -> None:
    assert has(victim("piling-up: apart"), "damage.stunned", "damage.hurt")


def test_one_condition_stands_for_the_sum() -> None:
    assert has(victim("piling-up: one"), "damage.wounded")


def test_together_ranks_that_reach_the_last_are_the_last() -> None:
    bob = victim("piling-up: together")
    assert has(bob, "damage.stunned", "damage.hurt")
    hit(bob, 1, 1, 2, 2)
    assert has(bob, "damage.stunned", "damage.hurt", "damage.stunned")
    hit(bob, 1, 1, 1, 1)
    assert has(bob, "damage.stunned", "damage.hurt", "damage.stunned", "damage.out")


def test_fixed_values_untouched_by_penalties_on_checks() -> None:
    bob = Character(
        {"ability.strength": "3D"}, rules=reading("fixed-values: untouched")
    )
    bob.suffer("condition.damage.hurt")
    assert bob.fixed(BLOCKING) == 9


def test_damage_is_resisted_by_a_roll_with_armour_on_top() -> None:
    rules = reading("damage-resistance: rolled")
    bob = Character({"ability.strength": "3D"}, rules=rules, values={"value.armour": 2})
    done = hit(bob, 4, 4, 4, 5, 5, 5)
    assert done.checks[1].needed is not None
    assert done.checks[1].result is not None
    numbers = done.checks[1].needed.number, done.checks[1].result.total
    assert numbers == (14, 15)


def test_ranks_beyond_the_last_are_the_last() -> None:
    bob = hero("Bob", ratings={"ability.strength": "1D"})
    ann = hero(values={"value.weapon-damage": "10D"})
    strike(ann, bob, 3, 1, 1, *[6] * 10, facts=ARMED)
    assert has(bob, "damage.out")


def test_one_that_is_out_acts_no_more() -> None:
    bob = hero("Bob")
    bob.suffer("condition.damage.out")
    with pytest.raises(Refused, match=r"^Out of Action: Bob cannot take Attack$"):
        strike(bob, hero())


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        (
            {},
            (
                "Attack needs to know: Distance to the opponent (distance), "
                "Free space around you (clearance), Attacks and defenses (row)"
            ),
        ),
        (
            UNARMED | {"row": None},
            "Attack needs to know: Attacks and defenses (row)",
        ),
        (
            UNARMED | {"distance": ft(6)},
            "Attack needs: the opponent stands within the reach",
        ),
        (UNARMED | {"distance": 6}, "distance cannot be 6: write 6 ft or 6 in"),
    ],
)
def test_an_attack_needs_reach(facts: Any, words: str) -> None:
    ann, bob = hero(), hero("Bob")
    before = ann.to_json(), bob.to_json()
    with pytest.raises(Refused) as raised:
        ann.act(ATTACK, bob, rng=Faces(), choices=Choices(given=facts))
    assert words in str(raised.value)
    assert (ann.to_json(), bob.to_json()) == before


def test_an_attack_needs_somebody_else() -> None:
    ann = hero()
    for target, somebody in ((None, "somebody"), (ann, "somebody else")):
        with pytest.raises(Refused, match=f"Attack needs {somebody} as opponent"):
            ann.act(ATTACK, target, rng=Faces(), choices=Choices(given=UNARMED))


def test_the_target_is_the_opponent_whoever_else_is_around() -> None:
    bob, cat = hero("Bob"), hero("Cat")
    hero().act(
        ATTACK,
        cat,
        rng=Faces(3, 3, 4, 4, 4, 4),
        choices=Choices(given=UNARMED),
        opponents=[bob, cat],
    )
    assert has(bob)
    assert has(cat, "damage.stunned")


# defence


def reach(done: Outcome) -> tuple[int, str]:
    """The number that an attack has to reach, and what gives it."""
    needed = done.checks[0].needed
    assert needed is not None
    return needed.number, needed.parts[0].what


def test_the_defensive_adds_to_a_rolled_defence_until_the_next_full_action() -> None:
    ann, bob, cat = hero("Ann"), hero("Bob"), hero("Cat")
    bob.act(DEFEND, rng=Faces())
    assert reach(strike(ann, bob, 2, 2, 2, 6, 6, 4)) == (16, "Defend")
    assert reach(strike(cat, bob, 1, 2, 2, 1, 1, 1)) == (15, "Defend")
    end(ROUND, [ann, bob, cat], Faces())
    assert bob.effects
    strike(bob, ann, 1, 1, 1)
    assert reach(strike(ann, bob, 1, 1, 1)) == (9, "Block")


def test_the_defensive_ends_with_the_fight() -> None:
    bob = hero("Bob")
    bob.act(DEFEND, rng=Faces())
    end(of_core("period.encounter"), [bob], Faces())
    assert reach(strike(hero(), bob, 1, 1, 1)) == (9, "Block")


def test_the_defensive_is_never_below_the_fixed_value() -> None:
    bob = hero("Bob", ratings={"specialization.brawling.block": "5D"})
    bob.act(DEFEND, rng=Faces())
    assert reach(strike(hero(), bob, *[1] * 8, 1, 1, 1)) == (24, "Defend")


@pytest.mark.parametrize(
    ("row", "distance", "dice"),
    [("unarmed", 3, 6), ("close", 3, 6), ("light", 7, 5), ("martial", 7, 4)],
)
def test_on_the_defensive_any_relevant_skill_resists(
    row: str, distance: int, dice: int
) -> None:
    # Block 6D, Parry 5D, Deflect 4D: the one beside the attack is relevant.
    ratings = {
        "specialization.brawling.block": "3D",
        "specialization.skirmish.parry": "2D",
        "specialization.melee.deflect": "1D",
    }
    bob = hero("Bob", ratings=ratings)
    bob.act(DEFEND, rng=Faces())
    facts = {"row": of_core(f"row.attacks.{row}"), "distance": ft(distance)}
    rng = Faces(*[6] * dice, 1, 1, 1)
    done = hero().act(ATTACK, bob, rng=rng, choices=Choices(given=UNARMED | facts))
    assert reach(done) == (6 * dice + 10, "Defend")
    assert not rng.left


@pytest.mark.parametrize("action", [DEFEND, READY_DEFENCE])
def test_what_no_defence_fits_is_not_met_by_the_defensive_either(action: Any) -> None:
    bob = hero("Bob")
    bob.act(action, rng=Faces())
    bare = Choices(given=UNARMED | {"undefended": True})
    done = hero().act(ATTACK, bob, rng=Faces(1, 1, 1), choices=bare)
    assert reach(done) == (9, "Strength")
    assert bob.effects


@pytest.mark.parametrize("action", [DEFEND, READY_DEFENCE])
def test_who_concedes_is_met_with_fixed_values_only(action: Any) -> None:
    bob = hero("Bob")
    bob.act(action, rng=Faces())
    bob.follow(of_core("rule.conceding"), rng=Faces())
    assert reach(strike(hero(), bob, 1, 1, 1)) == (9, "Block")


@pytest.mark.parametrize("track", ["damage", "fatigue", "composure"])
def test_who_is_out_of_action_is_met_with_fixed_values_only(track: str) -> None:
    bob = hero("Bob")
    bob.act(DEFEND, rng=Faces())
    bob.suffer(f"condition.{track}.out")
    assert reach(strike(hero(), bob, 1, 1, 1)) == (9, "Block")


def test_a_readied_defence_works_once() -> None:
    ann, bob = hero("Ann"), hero("Bob")
    bob.act(READY_DEFENCE, rng=Faces())
    assert reach(strike(ann, bob, 3, 3, 4, 1, 1, 1)) == (15, "Ready a Defense")
    end(ROUND, [ann], Faces())
    assert reach(strike(ann, bob, 1, 1, 1)) == (9, "Block")


def test_a_readied_defence_is_never_below_the_fixed_value() -> None:
    bob = hero("Bob")
    bob.act(READY_DEFENCE, rng=Faces())
    assert reach(strike(hero(), bob, 1, 1, 1, 1, 1, 1)) == (9, "Ready a Defense")


def readying(action: str) -> Choices:
    return given(chosen_action=of_core(f"action.{action}"))


def test_a_readied_action_is_that_action_alone_and_once() -> None:
    ann, bob = hero("Ann", values={"value.move": ft(30)}), hero("Bob")
    start(ROUND, [ann], Faces())
    start(TURN, [ann], Faces())
    ann.act(of_core("action.ready"), rng=Faces(), choices=readying("attack"))
    strike(ann, bob, 1, 1, 1)
    end(TURN, [ann], Faces())
    with pytest.raises(Refused, match=r"Ann has no Full action left in this round"):
        ann.act(MOVE, rng=Faces(), choices=moving("very-easy"))
    strike(ann, bob, 1, 1, 1)
    with pytest.raises(Refused, match=r"Ann has no Full action left in this round"):
        strike(ann, bob)


def test_a_readied_action_out_of_turn_takes_nothing_of_those_of_the_turn() -> None:
    ann, bob = hero("Ann"), hero("Bob")
    start(ROUND, [ann], Faces())
    start(TURN, [ann], Faces())
    ann.act(of_core("action.ready"), rng=Faces(), choices=readying("attack"))
    end(TURN, [ann], Faces())
    strike(ann, bob, 1, 1, 1)
    assert slots(ann, of_core("action-type.full")) == 1
    assert not ann.effects
    end(ROUND, [ann], Faces())
    start(ROUND, [ann], Faces())
    start(TURN, [ann], Faces())
    strike(ann, bob, 1, 1, 1)


def test_the_defensive_cannot_be_readied_beside_an_attack() -> None:
    ann = hero("Ann")
    with pytest.raises(Refused, match=r"^Ready an Action needs: it is not Defend"):
        ann.act(of_core("action.ready"), rng=Faces(), choices=readying("defend"))


def test_a_trigger_that_never_comes_leaves_the_action_spent() -> None:
    ann = hero("Ann")
    start(TURN, [ann], Faces())
    ann.act(of_core("action.ready"), rng=Faces(), choices=readying("attack"))
    assert slots(ann, of_core("action-type.bonus")) == 0
    for _ in range(2):
        end(ROUND, [ann], Faces())
    assert not ann.effects


def test_one_says_what_one_readies() -> None:
    with pytest.raises(
        Refused,
        match=r"^Ready an Action needs to know: Chosen action \(chosen-action\)$",
    ):
        hero().act(of_core("action.ready"), rng=Faces())


# answering out of turn


def answer(who: Character, key: str, one_of: int = 1) -> None:
    choices = Choices(given={"engaged": True}, one_of=one_of)
    who.act(of_core(f"action.{key}"), rng=Faces(), choices=choices)


@pytest.mark.parametrize("key", ["answer-full", "answer-bonus"])
def test_an_opponent_may_spend_an_action_to_resist_with_a_roll(key: str) -> None:
    bob = hero("Bob")
    answer(bob, key)
    taunt = of_core("action.taunt")
    assert reach(hero().act(taunt, bob, rng=Faces(6, 5, 1, 1)))[0] == 11
    assert reach(hero().act(taunt, bob, rng=Faces(1, 1))) == (6, "Ego")
    with pytest.raises(Refused, match=r"^Bob has no (Full|Bonus) action left"):
        answer(bob, key)


def test_an_answer_to_an_attack_rolls_its_defence() -> None:
    bob = hero("Bob", ratings={"specialization.brawling.block": "1D"})
    answer(bob, "answer-full")
    assert reach(strike(hero(), bob, 5, 5, 5, 5, 1, 1, 1))[0] == 20


def test_strength_is_rolled_against_damage_and_armour_added() -> None:
    bob = hero("Bob", values={"value.armour": 4})
    answer(bob, "answer-bonus", one_of=2)
    done = strike(hero(), bob, 3, 3, 4, 2, 2, 2, 5, 5, 5)
    assert reach(done) == (9, "Block")
    assert done.checks[1].needed.number == 6 + 4  # type: ignore[union-attr]
    again = strike(hero(), bob, 3, 3, 4, 5, 5, 5)
    assert again.checks[1].needed.number == 9 - 2 + 4  # type: ignore[union-attr]


def test_who_may_take_no_bonus_action_cannot_answer_with_one() -> None:
    bob = hero("Bob")
    bob.suffer("condition.composure.discouraged")
    with pytest.raises(Refused, match=r"^Discouraged: Bob cannot take Answer"):
        answer(bob, "answer-bonus")
    answer(bob, "answer-full")


def test_a_roll_that_nobody_has_taken_an_action_for_is_refused() -> None:
    ann, bob = hero("Ann"), hero("Bob")
    before = ann.to_json()
    with pytest.raises(Refused, match=r"^Attack leaves no choice to resist it with a"):
        strike(ann, bob, resisted_by_roll=True)
    assert ann.to_json() == before


# nerves


@pytest.mark.parametrize(
    ("action", "resisted"),
    [("taunt", "Ego"), ("startle", "Resolve"), ("demoralize", "Conviction")],
)
def test_words_shake_nerves(action: str, resisted: str) -> None:
    bob = hero("Bob")
    done = hero().act(of_core(f"action.{action}"), bob, rng=Faces(6, 6))
    assert str(done.checks[0].needed.parts[0]) == f"{resisted}: 6"  # type: ignore[union-attr]
    assert has(bob, "composure.disoriented")


@pytest.mark.parametrize("track", ["attitude", "willpower"])
def test_attitude_and_willpower_change_what_resists_words(track: str) -> None:
    bob = hero("Bob")
    bob.suffer(of_core(f"track.{track}").conditions[-1])
    done = hero().act(of_core("action.taunt"), bob, rng=Faces(1, 1))
    assert done.checks[0].needed.number == 21  # type: ignore[union-attr]
    bob.suffer(of_core(f"track.{track}").conditions[0])
    assert len(bob.conditions) == 1
    done = hero().act(of_core("action.startle"), bob, rng=Faces(1, 1))
    assert done.checks[0].needed.number == -9  # type: ignore[union-attr]
    assert strike(hero(), bob, 1, 1, 1).checks[0].needed.number == 9  # type: ignore[union-attr]


def test_startled_counts_in_the_next_round() -> None:
    bob = hero("Bob")
    start(ROUND, [bob], Faces())
    bob.suffer("condition.composure.startled")
    assert bob.value("value.initiative") == 6
    end(ROUND, [bob], Faces())
    assert bob.value("value.initiative") == 4
    end(ROUND, [bob], Faces())
    assert has(bob)


# actions of a round


def test_actions_are_counted_in_their_period() -> None:
    ann, bob = hero("Ann"), hero("Bob")
    full = of_core("action-type.full")
    assert slots(ann, full) == 1
    strike(ann, bob, 1, 1, 1)
    assert slots(ann, full) == 0
    assert slots(ann, of_core("action-type.free")) is None
    end(ROUND, [ann], Faces())
    assert slots(ann, full) == 1


def test_all_actions_are_forbidden_but_some() -> None:
    red = kite()
    red.suffer("condition.mood.tangled")
    with pytest.raises(Refused, match=r"^Tangled: Red cannot take Bide$"):
        red.act(of_kites("action.bide"), rng=Faces())
    red.act(of_kites("action.puff"), rng=Faces())


def test_a_forbidden_type_of_action() -> None:
    ann = hero()
    ann.suffer("condition.fatigue.winded")
    with pytest.raises(Refused, match=r"Winded: Ann cannot take Interact: taunt"):
        ann.act(of_core("action.taunt"), hero("Bob"), rng=Faces())


# advantages


def test_an_advantage_may_go_to_an_ally() -> None:
    ann, cat = hero(), hero("Cat")
    pick = of_core("pick.advantages.better-roll")
    ann.act(
        of_core("action.distract"),
        hero("Bob"),
        ally=cat,
        rng=Faces(6, 6),
        choices=Choices(buys=(buying(pick, whom="ally"), buying(pick))),
    )
    assert [len(one.effects) for one in (ann, cat)] == [1, 1]
    assert cat.pool("ability.wits").roll(Faces(1, 2, 6, 6)).total == 12
    assert cat.effects == []


def test_advantages_are_not_for_opponents() -> None:
    ann, bob = hero(), hero("Bob")
    buys = (buying(of_core("pick.advantages.better-roll"), whom="opponent"),)
    with pytest.raises(Refused, match=r"this is for self or ally, not for opponent"):
        ann.act(
            of_core("action.distract"), bob, rng=Faces(6, 6), choices=Choices(buys=buys)
        )
    assert ann.used == {}


def test_an_advantage_of_more_actions_lasts_a_round() -> None:
    ann = hero(ratings={"ability.wits": "3D"})
    buys = (buying(of_core("pick.advantages.bonus-action")),)
    bonus = of_core("action-type.bonus")
    ann.act(
        of_core("action.distract"),
        hero("Bob"),
        rng=Faces(6, 6, 6),
        choices=Choices(buys=buys),
    )
    assert slots(ann, bonus) == 1
    end(ROUND, [ann], Faces())
    assert slots(ann, bonus) == 1


def test_staying_alert_adds_the_margin_to_the_initiative_of_the_next_round() -> None:
    ann = hero()
    ann.act(of_core("action.alert"), rng=Faces(6, 6))
    assert ann.value("value.initiative") == 6
    end(ROUND, [ann], Faces())
    assert ann.value("value.initiative") == 8
    end(ROUND, [ann], Faces())
    assert ann.value("value.initiative") == 6


def test_analysing_is_against_the_rarity_of_the_opponent() -> None:
    ann = hero()
    done = ann.act(
        of_core("action.analyse"),
        hero("Bob"),
        rng=Faces(1, 1),
        choices=given(rarity=of_core("band.difficulty.moderate")),
    )
    assert done.checks[0].needed.number == 15  # type: ignore[union-attr]


# recovery


def wounded(*conditions: str) -> Character:
    ann = hero()
    for one in conditions:
        ann.suffer(f"condition.{one}")
    return ann


def recovering(*picks: str, **more: Any) -> Choices:
    buys = tuple(buying(of_core(f"pick.recovery.{one}")) for one in picks)
    return Choices(buys=buys, **more)


def test_the_worst_condition_says_how_hard_recovery_is() -> None:
    ann = wounded("damage.stunned", "composure.discouraged")
    done = ann.act(
        of_core("action.recover-body"), rng=Faces(6, 6, 6), choices=recovering("rank-1")
    )
    assert done.checks[0].needed.number == 15  # type: ignore[union-attr]
    assert has(ann, "composure.discouraged")


def test_a_hit_without_a_rank_says_nothing_of_conditions() -> None:
    ann, ben = hero("Ann"), hero("Ben")
    done = ann.act(of_core("action.taunt"), ben, rng=Faces(3, 3))
    assert done.success
    assert "Normal" not in str(done)
    assert not ben.conditions


def test_ranks_that_do_not_reach_buy_nothing() -> None:
    ann = wounded("damage.stunned")
    done = ann.act(
        of_core("action.recover-body"), rng=Faces(3, 4, 1), choices=recovering("rank-2")
    )
    assert "costs 2 ranks, and there is 1 left" in str(done)
    assert has(ann, "damage.stunned")


def test_what_was_spent_on_a_condition_has_to_be_recovered_too() -> None:
    bob = wounded("damage.hurt")
    longer = buying(of_core("pick.condition-effects.to-encounter"), whom="opponent")
    buy(of_core("menu.condition-effects"), 2, hero(), bob, buys=[longer], rng=Faces())
    (held,) = bob.conditions
    assert held.lasting is not None
    assert (held.cost, held.lasting.lasts.text) == (4, "until end of encounter")
    body = of_core("action.recover-body")
    bob.ratings["ability.strength"] = bob.rules.die_code(5)
    bob.act(body, rng=Faces(6, 6, 4, 1), choices=recovering("rank-2"))
    assert bob.conditions == [held]
    end(ROUND, [bob], Faces())
    bob.ratings["ability.strength"] = bob.rules.die_code(6)
    bob.act(body, rng=Faces(6, 6, 6, 6, 6), choices=recovering("rank-4"))
    assert bob.conditions == []


def test_a_long_condition_may_be_cut_short() -> None:
    ann = wounded("fatigue.tired")
    ann.ratings["ability.strength"] = ann.rules.die_code(5)
    ann.act(
        of_core("action.recover-body"),
        rng=Faces(6, 6, 6, 6, 6, 3),
        choices=recovering("from-encounter"),
    )
    lasting = ann.conditions[0].lasting
    assert lasting is not None
    assert (lasting.lasts.text, lasting.left) == ("1D rounds", 4)


def test_an_action_helps_against_what_names_it() -> None:
    ann = wounded("damage.stunned")
    with pytest.raises(Refused, match=r"Ann has nothing that this helps against"):
        ann.act(
            of_core("action.recover-mind"),
            rng=Faces(6, 6),
            choices=recovering("rank-1"),
        )
    buys = (buying(of_core("pick.recovery.rank-1"), condition=ann.conditions[0]),)
    with pytest.raises(Refused, match=r"this does not help against Stunned"):
        ann.act(
            of_core("action.recover-mind"), rng=Faces(6, 6), choices=Choices(buys=buys)
        )


def test_no_action_helps_against_what_nothing_recovers() -> None:
    ann = wounded("damage.stunned", "body.defaced")
    buys = (buying(of_core("pick.recovery.rank-1"), condition=ann.conditions[1]),)
    with pytest.raises(Refused, match=r"this does not help against Defaced"):
        ann.act(
            of_core("action.recover-body"),
            rng=Faces(6, 6, 6),
            choices=Choices(buys=buys),
        )


def test_what_does_not_help_does_not_shorten_either() -> None:
    ann = wounded("fatigue.tired", "composure.discouraged")
    ann.ratings["ability.presence"] = ann.rules.die_code(4)
    pick = of_core("pick.recovery.from-encounter")
    mind = of_core("action.recover-mind")
    buys = (buying(pick, condition=ann.conditions[0]),)
    with pytest.raises(Refused, match=r"this does not help against Tired"):
        ann.act(mind, rng=Faces(6, 6, 6, 6), choices=Choices(buys=buys))
    ann.act(mind, rng=Faces(6, 6, 6, 6, 2), choices=Choices(buys=(buying(pick),)))
    assert has(ann, "fatigue.tired", "composure.discouraged")
    assert ann.conditions[1].lasting is not None
    assert ann.conditions[1].lasting.lasts.text == "1D rounds"


def test_somebody_without_a_condition_has_nothing_to_recover() -> None:
    with pytest.raises(
        Refused, match=r"Ann has no condition that Recover: your own body"
    ):
        hero().act(of_core("action.recover-body"), rng=Faces())


def test_a_friend_is_healed_and_not_the_healer() -> None:
    ann, bob = wounded("composure.startled"), wounded("composure.startled")
    mind = of_core("action.recover-mind")
    ann.act(mind, bob, rng=Faces(6, 6), choices=recovering("rank-1"))
    assert has(ann, "composure.startled")
    assert has(bob)


def test_an_action_for_others_is_not_for_oneself() -> None:
    ann = wounded("damage.stunned")
    with pytest.raises(Refused, match=r"needs somebody as ally"):
        ann.act(of_core("action.recover-other"), rng=Faces())


def test_an_action_for_oneself_is_not_for_others() -> None:
    with pytest.raises(
        Refused, match=r"Recover: your own body is for oneself, not for Bob"
    ):
        wounded("damage.stunned").act(
            of_core("action.recover-body"),
            wounded("damage.stunned") and hero("Bob"),
            rng=Faces(),
        )


def test_a_head_start_helps_the_next_recovery() -> None:
    ann = wounded("fatigue.tired")
    body = of_core("action.recover-body")
    ann.act(body, rng=Faces(6, 6, 4), choices=recovering("prepare"))
    assert "1D" not in str(ann.pool("specialization.stamina.recover"))
    end(ROUND, [ann], Faces())
    done = ann.act(body, rng=Faces(1, 1, 1, 1))
    assert str(done.result.attempt) == "3D +1D"  # type: ignore[union-attr]
    assert ann.effects == []


# force


def test_a_crowded_opponent_backs_away() -> None:
    done = hero().act(of_core("action.force-crowd"), hero("Bob"), rng=Faces(6, 6))
    assert "Bob moves 10 ft" in str(done)


def test_of_several_defences_the_best_one_counts() -> None:
    bob = hero("Bob", ratings={"skill.acrobatics": "2D"})
    done = hero().act(of_core("action.force-grapple"), bob, rng=Faces(6, 6, 6))
    assert str(done.checks[0].needed.parts[0]) == "Tumble: 15"  # type: ignore[union-attr]
    assert "Bob moves 5 ft" in str(done)


def test_one_of_several_effects_is_chosen() -> None:
    done = hero().act(
        of_core("action.force-grapple"),
        hero("Bob"),
        rng=Faces(6, 6, 6),
        choices=Choices(one_of=2),
    )
    assert "They end up on the floor" in str(done)
    with pytest.raises(Refused, match=r"there are 2 to choose from"):
        hero().act(
            of_core("action.force-grapple"),
            hero("Bob"),
            rng=Faces(6, 6, 6),
            choices=Choices(one_of=3),
        )


# combine


def test_the_dice_of_a_helper_are_boost_dice_without_pips() -> None:
    ann, cat = hero(ratings={"skill.brawling": "2D+2"}), hero("Cat")
    helper = given(helper=of_core("specialization.brawling.strike"))
    ann.act(of_core("action.combine"), ally=cat, rng=Faces(), choices=helper)
    assert str(cat.pool("ability.wits")) == "2D B2"
    cat.pool("ability.wits").roll(Faces(1, 2, 3, 4))
    assert str(cat.pool("ability.wits")) == "2D"


def test_help_in_this_turn_is_over_with_the_round_at_the_latest() -> None:
    ann, cat = hero(ratings={"skill.brawling": "2D"}), hero("Cat")
    for one in (ann, cat):
        start(ROUND, [one], Faces())
    start(TURN, [cat], Faces())
    end(TURN, [cat], Faces())
    start(TURN, [ann], Faces())
    helper = given(helper=of_core("specialization.brawling.strike"))
    ann.act(of_core("action.combine"), ally=cat, rng=Faces(), choices=helper)
    end(TURN, [ann], Faces())
    assert cat.effects
    end(ROUND, [ann, cat], Faces())
    assert cat.effects == []


@pytest.mark.parametrize(("number", "dice"), [(3, "B2"), (4, "P2")])
def test_one_prepares_for_the_next_turn_and_not_for_this_one(
    number: int, dice: str
) -> None:
    ann = hero(ratings={"skill.brawling": "2D"})
    start(TURN, [ann], Faces())
    helper = Choices(
        given={"helper": of_core("specialization.brawling.strike")}, one_of=number
    )
    ann.act(of_core("action.combine"), rng=Faces(), choices=helper)
    assert str(ann.pool("ability.wits")) == "2D"
    end(TURN, [ann], Faces())
    end(ROUND, [ann], Faces())
    assert str(ann.pool("ability.wits")) == "2D"
    start(TURN, [ann], Faces())
    assert str(ann.pool("ability.wits")) == f"2D {dice}"
    end(TURN, [ann], Faces())
    assert str(ann.pool("ability.wits")) == "2D"


# moves


def moving(band: str) -> Choices:
    way = of_core("row.movement-skills.climbing")
    return given(way=way, obstacle=of_core(f"band.difficulty.{band}"))


def test_what_is_easy_enough_needs_no_roll() -> None:
    ann = hero(values={"value.move": ft(25)})
    done = ann.act(MOVE, rng=Faces(), choices=moving("very-easy"))
    assert done.checks[0].skipped
    assert done.success
    assert "Ann moves 25 ft" in str(done)


def test_a_full_action_takes_one_up_to_the_full_move_over_whatever_ground() -> None:
    for band in ("very-easy", "moderate", "very-difficult", "heroic"):
        ann = hero(values={"value.move": ft(60)})
        done = ann.act(MOVE, rng=Faces(6, 6, 6), choices=moving(band))  # at least 18
        assert ("Ann moves 60 ft" in str(done)) == done.success
        assert done.success == (band in ("very-easy", "moderate"))
    fast = hero(values={"value.move": ft(60)}, ratings={"ability.strength": "10D"})
    done = fast.act(MOVE, rng=Faces(), choices=moving("heroic"))
    assert "Ann moves 60 ft" in str(done)


@pytest.mark.parametrize(
    ("faces", "condition"),
    [((4, 5, 5), "breathless"), ((3, 3, 3), "winded"), ((1, 1, 2), "tired")],
)
def test_by_how_much_a_move_failed_is_how_tired_one_is(
    faces: tuple[int, ...], condition: str
) -> None:
    ann = hero(values={"value.move": ft(30)})
    done = ann.act(MOVE, rng=Faces(*faces), choices=moving("moderate"))
    assert not done.success
    assert has(ann, f"fatigue.{condition}")


def test_a_move_without_a_distance_on_the_sheet_is_refused() -> None:
    ann = hero()
    before = ann.to_json()
    with pytest.raises(Refused, match=r"^Ann has no move$"):
        ann.act(MOVE, rng=Faces(), choices=moving("very-easy"))
    assert ann.to_json() == before


def test_an_engaged_opponent_follows_a_step() -> None:
    ann, bob = (
        hero(values={"value.move": ft(30)}),
        hero("Bob", values={"value.move": ft(30)}),
    )
    step = of_core("action.free-move")
    done = ann.act(
        step, opponents=[bob], rng=Faces(), choices=given(open=True, engaged=True)
    )
    assert "Ann moves 15 ft" in str(done)
    assert len(bob.effects) == 1
    bob.act(step, rng=Faces(), choices=given(open=True, engaged=False))
    assert bob.effects == []
    with pytest.raises(Refused, match=r"Incidental Move needs: nothing is in your way"):
        bob.act(step, rng=Faces(), choices=given(open=False, engaged=False))


# things


@pytest.mark.parametrize("condition", ["defaced", "disrupted", "damaged", "broken"])
def test_a_thing_is_broken_until_it_is_repaired(condition: str) -> None:
    door = hero("Door")
    door.suffer(f"condition.body.{condition}")
    for period in ("round", "encounter", "scene", "session"):
        end(of_core(f"period.{period}"), [door], Faces())
    assert has(door, f"body.{condition}")
    door.recover(f"condition.body.{condition}")
    assert has(door)


# status


@pytest.mark.parametrize(
    ("condition", "faces", "after"),
    [
        ("full", (4, 5), "full"),
        ("full", (1, 1), "heavy"),
        ("light", (1, 1), "depleted"),
    ],
)
def test_what_runs_out_goes_one_step_down(
    condition: str, faces: tuple[int, ...], after: str
) -> None:
    torch = hero("Torch")
    torch.suffer(f"condition.status.{condition}")
    status = of_core("track.status")
    torch.test(
        status, rng=Faces(*faces), choices=given(**{"with": of_core("ability.wits")})
    )
    assert has(torch, *([] if after == "full" else [f"status.{after}"]))


def test_what_is_empty_is_not_tested() -> None:
    torch = hero("Torch")
    torch.suffer("condition.status.empty")
    done = torch.test(of_core("track.status"), rng=Faces())
    assert done.checks[0].skipped
    assert has(torch, "status.empty")


def test_a_test_is_made_with_what_was_chosen() -> None:
    with pytest.raises(Refused, match=r"say what the check is made with"):
        hero().test(of_core("track.status"), rng=Faces())
    with pytest.raises(Refused, match=r"^Damage has no test$"):
        hero().test(of_core("track.damage"), rng=Faces())


# conceding


def test_who_concedes_acts_no_more_and_is_paid_when_the_scene_is_over() -> None:
    ann = hero()
    ann.earn(of_core("points.action"), "concede")
    ann.follow(of_core("rule.conceding"), rng=Faces())
    with pytest.raises(Refused, match=r"^Conceding: Ann cannot take Attack$"):
        strike(ann, hero("Bob"))
    assert ann.points["points.action"] == 1
    end(of_core("period.encounter"), [ann], Faces())
    assert ann.points["points.action"] == 1
    end(of_core("period.scene"), [ann], Faces())
    assert ann.points["points.action"] == 2
    strike(ann, hero("Bob"), 1, 1, 1)


def test_conceding_itself_earns_the_point_of_a_player() -> None:
    ann, guard = hero(), hero("Guard", player=False)
    for who in (ann, guard, ann):
        who.follow(of_core("rule.conceding"), rng=Faces())
    end(of_core("period.scene"), [ann, guard], Faces())
    assert ann.points["points.action"] == 2
    assert "points.action" not in guard.points


def test_a_hook_is_set_off() -> None:
    ann, bob = hero(hooks=["hook.call-rain"]), hero("Bob")
    ann.follow(of_core("hook.call-rain"), bob, rng=Faces())
    assert bob.pool("skill.shooting").roll(Faces(6, 6, 6, 1, 1, 1)).total == 3
    assert Modifier(token="Dis", count=1) == bob.effects[0].by


def test_whoever_is_forbidden_all_actions_of_a_type_has_none_left() -> None:
    ann = hero("Ann")
    assert slots(ann, of_core("action-type.full")) == 1
    ann.suffer(of_core("condition.damage.out"))
    assert slots(ann, of_core("action-type.full")) == 0
