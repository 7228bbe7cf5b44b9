"""Fights by the rules of core: attacks, damage, defence, nerves, recovery, help, moves."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import pytest
from playing import Faces, buying, ft, has, hero, of_core, refused

from freed6c.diagnostics.codes import checks as codes
from freed6c.pipeline import compile_packs
from freed6c.runtime.play.character import Character
from freed6c.runtime.play.execution import Choices
from freed6c.runtime.play.requirements import slots
from freed6c.runtime.play.state import Outcome, RefusedError
from freed6c.runtime.play.time import end_period, start_period

if TYPE_CHECKING:
    from freed6c.model.ruleset import Ruleset


ATTACK, DEFEND = of_core("action.attack"), of_core("action.defend")
TURN, ROUND = of_core("period.turn"), of_core("period.round")
ROW = of_core("row.attacks.unarmed")
UNARMED: Any = {"row": ROW, "distance": ft(5), "clearance": ft(5)}
READY_DEFENCE = of_core("action.ready-defence")
BLOCKING = "specialization.brawling.block"


def strike(
    who: Character, whom: Character, *faces: int, facts: Any = UNARMED, **more: Any
) -> Outcome:
    rng = Faces(*faces)
    done = who.act(ATTACK, whom, rng=rng, choices=Choices(given=facts), **more)
    assert not rng.left
    return done


@pytest.mark.parametrize("role", ["ally", "opponent"])
@pytest.mark.parametrize(
    ("door", "entry"),
    [
        ("act", "action.distract"),
        ("start_action", "action.distract"),
        ("follow", "rule.conceding"),
    ],
)
def test_nobody_is_an_ally_or_opponent_of_their_own(
    door: str, entry: str, role: str
) -> None:
    sly = hero("Sly")
    others: Any = {"ally": sly} if role == "ally" else {"opponents": [sly]}
    with refused(rf"^Sly cannot be their own {role}$"):
        getattr(sly, door)(entry, rng=Faces(), **others)


# attack and damage


def test_what_happens_beside_a_total_is_told() -> None:
    lucky = hero("Ann", abilities=["ability.dynamic", "ability.wild-die"])
    done = strike(lucky, hero("Bob"), 4, 3, 6, 2, 1, 2, 3, 1)
    assert "critical success" in done.log[0].text


def test_what_is_told_of_an_attack_adds_up() -> None:
    mouse, bear = hero("Mouse"), hero("Bear")
    size = of_core("scale.size").levels
    sizes = {"own": size[2], "other": size[0]}
    facts = Choices(given=UNARMED | sizes)
    done = mouse.act(ATTACK, bear, rng=Faces(4, 4, 4, 1, 1, 1, 1, 1), choices=facts)
    told = str(done).splitlines()[0]
    assert told == "Attack: 3D gives 12 against 9, +10 by Scale, success, rank 3"


def test_what_waits_for_one_check_is_not_spent_on_a_fixed_value() -> None:
    bob = hero("Bob", player=True, abilities=["ability.dynamic"])
    bob.spend("points.action", "dice")
    assert bob.fixed(BLOCKING) == 9


def test_no_fight_goes_on_for_ever() -> None:
    """A line of tests/bench/fights.py, with fewer fights: both strike until one is out."""
    assert max(rounds_of_a_fight(Random(number)) for number in range(40)) <= 60


def rounds_of_a_fight(rng: Random) -> int:
    people = [hero("Ann"), hero("Bob")]
    for number in range(1, 61):
        start_period(ROUND, people, rng)
        for one, other in (people, people[::-1]):
            start_period(TURN, [one], rng)
            with suppress(RefusedError):  # too few dice left
                one.act(ATTACK, other, rng=rng, choices=Choices(given=UNARMED))
            end_period(TURN, [one], rng, [other])
            if other.is_defeated:
                return number
        end_period(ROUND, people, rng)
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
    bob.apply_condition("condition.damage.stunned")
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
    bob.apply_condition("condition.damage.hurt")
    assert bob.fixed(BLOCKING) == 9


def test_damage_is_resisted_by_a_roll_with_armour_on_top() -> None:
    rules = reading("damage-resistance: rolled")
    bob = Character({"ability.strength": "3D"}, rules=rules, values={"value.armour": 2})
    done = hit(bob, 4, 4, 4, 5, 5, 5)
    assert done.checks[1].needed is not None
    assert done.checks[1].result is not None
    numbers = done.checks[1].needed.number, done.checks[1].result.total
    assert numbers == (14, 15)


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        (
            {},
            (
                "Attack needs Distance to the opponent (distance), "
                "Free space around you (clearance), Attacks and defenses (row)"
            ),
        ),
        (UNARMED | {"row": None}, "Attack needs Attacks and defenses (row)"),
        (
            UNARMED | {"distance": ft(6)},
            "Attack requires: the opponent stands within the reach",
        ),
        (UNARMED | {"distance": 6}, "(distance) cannot be 6: write 6 ft or 6 in"),
    ],
)
def test_an_attack_needs_reach(facts: Any, words: str) -> None:
    ann, bob = hero(), hero("Bob")
    before = ann.to_json(), bob.to_json()
    with pytest.raises(RefusedError) as raised:
        ann.act(ATTACK, bob, rng=Faces(), choices=Choices(given=facts))
    assert words in str(raised.value)
    assert (ann.to_json(), bob.to_json()) == before


def test_the_target_is_the_opponent_whoever_else_is_around() -> None:
    bob, cat = hero("Bob"), hero("Cat")
    strike(hero(), cat, 3, 3, 4, 4, 4, 4, opponents=[bob, cat])
    assert has(bob)
    assert has(cat, "damage.stunned")


# defence


def reach(done: Outcome) -> tuple[int, str]:
    """The number that an attack has to reach, and what gives it."""
    needed = done.checks[0].needed
    assert needed is not None
    return needed.number, needed.parts[0].what


def test_the_defensive_ends_with_the_fight() -> None:
    bob = hero("Bob")
    bob.act(DEFEND, rng=Faces())
    end_period("period.encounter", [bob], Faces())
    assert reach(strike(hero(), bob, 1, 1, 1)) == (9, "Block")


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
    bob.follow("rule.conceding", opponents=[hero()], rng=Faces())
    assert reach(strike(hero(), bob, 1, 1, 1)) == (9, "Block")


@pytest.mark.parametrize("track", ["damage", "fatigue", "composure"])
def test_who_is_out_of_action_is_met_with_fixed_values_only(track: str) -> None:
    bob = hero("Bob")
    bob.act(DEFEND, rng=Faces())
    bob.apply_condition(f"condition.{track}.out")
    assert reach(strike(hero(), bob, 1, 1, 1)) == (9, "Block")


def test_strength_is_rolled_against_damage_and_armour_added() -> None:
    bob = hero("Bob", values={"value.armour": 4})
    choices = Choices(given={"engaged": True}, branch=2)
    bob.act("action.answer-bonus", rng=Faces(), choices=choices)
    done = strike(hero(), bob, 3, 3, 4, 2, 2, 2, 5, 5, 5)
    assert reach(done) == (9, "Block")
    assert done.checks[1].needed.number == 6 + 4  # type: ignore[union-attr]
    again = strike(hero(), bob, 3, 3, 4, 5, 5, 5)
    assert again.checks[1].needed.number == 9 - 2 + 4  # type: ignore[union-attr]


# what is allowed


# recovery


def test_a_hit_without_a_rank_says_nothing_of_conditions() -> None:
    ann, ben = hero("Ann"), hero("Ben")
    done = ann.act("action.taunt", ben, rng=Faces(3, 3))
    assert done.success
    assert "Normal" not in str(done)
    assert not ben.conditions


def test_no_action_helps_against_what_nothing_recovers() -> None:
    ann = hero()
    ann.apply_condition("damage.stunned")
    ann.apply_condition("body.defaced")
    buys = (buying(of_core("pick.recovery.rank-1"), condition=ann.conditions[1]),)
    with refused(r"this does not help with Defaced"):
        ann.act("action.recover-body", rng=Faces(6, 6, 6), choices=Choices(buys=buys))


def test_somebody_without_a_condition_has_nothing_to_recover() -> None:
    with refused(r"Ann has no condition that Recover: your own body"):
        hero().act("action.recover-body", rng=Faces())


def test_an_action_for_oneself_is_not_for_others() -> None:
    with refused(r"Recover: your own body only works on oneself, not on Bob"):
        hero().act("action.recover-body", hero("Bob"), rng=Faces())


def test_a_test_is_made_with_what_was_chosen() -> None:
    with refused(r"choose what the check is made with"):
        hero().test("track.status", rng=Faces())
    with refused(r"^Damage has no test$"):
        hero().test("track.damage", rng=Faces())


def test_whoever_is_forbidden_all_actions_of_a_type_has_none_left() -> None:
    ann = hero("Ann")
    assert slots(ann, of_core("action-type.full")) == 1
    ann.apply_condition("condition.damage.out")
    assert slots(ann, of_core("action-type.full")) == 0
