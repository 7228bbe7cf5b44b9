"""What people type: entries by name, facts and values as text, pools, misspelt facts."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from playing import (
    Faces,
    buying,
    given,
    has,
    hero,
    kite,
    of_core,
    of_kites,
    refused,
    yards,
)

from freed6c.runtime.amounts import Quantity
from freed6c.runtime.dice.pool import parse, parse_typed
from freed6c.runtime.entries.actions import Action, Input, Points
from freed6c.runtime.entries.tables import Condition
from freed6c.runtime.entries.world import Skill, Specialization
from freed6c.runtime.finding import NotFoundError
from freed6c.runtime.notation import PoolError
from freed6c.runtime.play.actions import spend_ranks
from freed6c.runtime.play.actor import CharacterError
from freed6c.runtime.play.execution import Choices
from freed6c.runtime.play.facts import read_value
from freed6c.runtime.play.questions import question
from freed6c.runtime.play.state import RefusedError, find, find_called
from freed6c.runtime.play.time import end_period, interrupting, start_period, turn_order
from freed6c.runtime.record import Entry
from freed6c.runtime.situation import RuleRef

CORE = hero().rules


# entries


@pytest.mark.parametrize(
    ("text", "kind", "wanted"),
    [
        ("skill.melee", Skill, "skill.melee"),
        ("Melee", Skill, "skill.melee"),
        ("  MELEE ", Skill, "skill.melee"),
        ("action points", Points, "points.action"),
        ("action", Points, "points.action"),
        ("damage.hurt", Condition, "condition.damage.hurt"),
        ("go on_the-Defensive", Action, "action.defend"),
        ("brawling.strike", Specialization, "specialization.brawling.strike"),
        ("charm", Entry, "skill.charm"),
    ],
)
def test_an_entry_is_found_by_what_it_is_called(
    text: str, kind: Any, wanted: str
) -> None:
    assert find_called(CORE, text, kind).id == wanted


def test_an_alias_counts_where_nothing_has_the_name() -> None:
    move = find_called(CORE, "move", Action)
    assert move.id == "action.move"
    also = [one.id for one in CORE.every("action") if "Move" in one.aliases]
    assert also


def test_a_keyword_counts_where_it_is_no_name() -> None:
    assert find_called(CORE, "knocked out", Condition).id == "condition.damage.out"


def test_what_has_several_meanings_names_them() -> None:
    with pytest.raises(NotFoundError, match=r"^out is ambiguous: ") as raised:
        find_called(CORE, "out", Condition)
    assert len(raised.value.candidates) > 1
    assert all(entry.id in str(raised.value) for entry in raised.value.candidates)


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("mele", Skill, "unknown skill 'mele': did you mean Melee (sk"),
        ("skill.mele", Skill, "'skill.mele': did you mean Melee (skill.melee)"),
        ("xyzzy", Skill, "unknown skill 'xyzzy'"),
        ("charmm", Entry, "'charmm': did you mean Charm (skill.charm)?"),
        ("taunt", Condition, "Taunt is not a condition"),
        ("", Skill, "expected a skill"),
    ],
)  # fmt: skip
def test_what_is_not_found_is_suggested(text: str, kind: Any, words: str) -> None:
    with pytest.raises(NotFoundError) as raised:
        find_called(CORE, text, kind)
    assert words in str(raised.value)
    assert ("did you mean" in str(raised.value)) is bool(raised.value.candidates)


def test_the_name_of_one_of_several_kinds() -> None:
    with refused(r"^unknown skill or specialization 'xyzzy'"):
        find(CORE, "xyzzy", Skill, Specialization)


# wherever play takes one


def test_everything_is_done_by_name() -> None:
    red, blue = kite(hooks=["Storm call"]), kite("Blue")
    start_period("gust", [red, blue], Faces())
    red.act("peck", blue, rng=Faces(1, 1), choices=given(row="hook", distance="3 yard"))
    red.apply_condition("Dazed")
    assert has(red, "mood.dazed")
    red.remove_condition("dazed")
    assert not red.conditions
    assert red.value("Height") == red.value("value.height")
    assert red.rating("wing") == red.rating(of_kites("ability.wing"))
    assert str(red.pool("Dive")) == str(red.pool("skill.dive"))
    red.spend("breath", "KNACK", choices=given(chosen_skill="dive"), rng=Faces())
    end_period("gust", [red, blue], Faces())
    groups = turn_order("fight", [red, blue], rng=Faces(*range(1, 9)))
    assert len(groups) in (1, 2)
    assert isinstance(interrupting("fight", groups, red), tuple)


def test_a_condition_by_a_name_of_several_is_that_which_one_has() -> None:
    ann = hero()
    with refused(r"^out is ambiguous: Out of Action"):
        ann.apply_condition("out")
    ann.apply_condition("fatigue.out")
    ann.remove_condition("out")
    assert not ann.conditions
    with refused(r"^Ann does not have Hurt$"):
        ann.remove_condition("hurt")


def test_picks_are_named_on_their_menu() -> None:
    red, blue = kite(), kite("Blue")
    spend_ranks(
        "tricks", 3, red, blue, buys=[buying("tilt", chosen_skill="dive")], rng=Faces()
    )
    with refused(r"^unknown pick of Tricks 'tild'"):
        spend_ranks("tricks", 3, red, blue, buys=["tild"], rng=Faces())
    with refused(r"^this costs 2 ranks, but there are 0$"):
        spend_ranks("tricks", 0, red, blue, buys="Gift", rng=Faces())


def test_a_sheet_is_written_with_names() -> None:
    red = kite(ratings={"Dive": "2d + 1"}, values={"Beak": "3d", "line": "7 yards"})
    assert str(red.ratings["skill.dive"]) == "2D+1"
    assert red.value("line") == yards(7)
    assert str(red.values["value.beak"]) == "3D"
    with pytest.raises(CharacterError) as raised:
        kite(ratings={"Dvie": "2D", "dive": "2D+4"}, hooks=["strom call"])
    dvie, pips, hook = raised.value.problems
    assert dvie.endswith("'Dvie': did you mean Dive (skill.dive)?")
    assert pips == "dive: 4 pips make a die: write 3D, not 2D+4"
    assert hook.startswith("unknown hook 'strom call': did you mean")


# facts


FT = Quantity(amount=5, unit="ft")


@pytest.mark.parametrize(
    ("of", "text", "value"),
    [
        ("boolean", "yes", True),
        ("boolean", "No ", False),
        ("boolean", True, True),
        ("integer", "-3", -3),
        ("fraction", "1.5", Fraction(3, 2)),
        ("fraction", "4/2", 2),
        ("length", "5 ft", FT),
        ("length", "5FT", FT),
        ("length", "5 feet", FT),
        ("length", FT, FT),
        ("text", "anything", "anything"),
    ],
)
def test_a_fact_is_read_by_its_type(of: str, text: Any, value: object) -> None:
    assert read_value(CORE, of, text) == value


def test_entries_and_codes_are_facts() -> None:
    assert str(read_value(CORE, "die-code", "3d+1")) == "3D+1"
    hurt = of_core("condition.damage.hurt")
    assert read_value(CORE, "condition", "Hurt") == RuleRef(hurt.id, CORE)
    assert read_value(CORE, "condition", hurt) is hurt
    line = read_value(kite().rules, "length", 3)
    assert line == yards(3)  # the only unit of a length there


@pytest.mark.parametrize(
    ("of", "value", "words"),
    [
        ("boolean", "perhaps", "write yes or no"),
        ("boolean", 1, "write yes or no"),
        ("integer", "three", "write a whole number"),
        ("integer", True, "write a whole number"),
        ("fraction", "1/0", "write a number: 3, 1.5, 3/2"),
        ("die-code", 3, "write a die code: 3D, 3D+1"),
        ("length", 5, "write 5 ft or 5 in"),
        ("length", "near", "write it as 5 ft or 5 in"),
        ("length", "5 yards", "yards (choose from ft (feet), in (inches))"),
        ("length", True, "write it as 5 ft or 5 in"),
        ("condition", "hrut", "did you mean Hurt"),
        ("condition", of_core("skill.melee"), "expected a condition"),
        ("text", 2.5, "write it as text"),
    ],
)
def test_what_is_no_such_fact_says_how_to_write_one(
    of: str, value: Any, words: str
) -> None:
    with pytest.raises(ValueError, match=r".") as raised:
        read_value(CORE, of, value)
    assert words in str(raised.value)


def attacked(**facts: Any) -> str:
    """Why an attack with these facts is refused."""
    ann = hero()
    facts = {"row": "unarmed", "distance": "4 ft", "clearance": "0 ft"} | facts
    before = ann.to_json()
    with pytest.raises(RefusedError) as raised:
        ann.act("attack", hero("Bob"), rng=Faces(), choices=Choices(given=facts))
    assert ann.to_json() == before
    return str(raised.value)


def test_a_misspelt_fact_is_refused_with_the_right_names() -> None:
    assert attacked(undefnded=True) == (
        "Attack does not need undefnded (did you mean undefended?):"
        " it needs row, distance, clearance, guard, undefended"
    )


def test_all_that_is_wrong_with_facts_is_said_at_once() -> None:
    said = attacked(distance=4, undefended="maybe", row="sword")
    assert said.split("; ") == [
        (
            "Attacks and defenses (row) cannot be sword:"
            " unknown row of Attacks and defenses 'sword' (choose from"
            " Strike (unarmed), Martial weapons (martial), Long weapons (long),"
            " Close weapons (close), Light weapons (light))"
        ),
        "Distance to the opponent (distance) cannot be 4: write 4 ft or 4 in",
        "The opponent has no defense that fits (undefended) cannot be maybe: write yes or no",
    ]
    said = attacked(row=of_core("row.defences.unarmed"))
    assert said.startswith(
        "Attacks and defenses (row) cannot be row.defences.unarmed: "
        "expected a row of Attacks and defenses (choose from "
    )


@pytest.mark.parametrize("value", [2.5, b"5", ["melee"], {}])
@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("number", "write a number"),
        ("difficulty", "expected a number or band"),
        ("with", "expected an ability, skill, specialization or value"),
    ],
)
def test_what_a_word_cannot_stand_for_is_refused(
    key: str, words: str, value: Any
) -> None:
    """Else it would be kept with the effects, and nobody could save who has them."""
    assert attacked(**{key: value}).endswith(f": {words}")


def test_facts_of_standing_rules_and_blanks_may_be_given() -> None:
    red, blue = kite(), kite("Blue")
    facts = given(row="hook", distance=3, bigger="2", knotted=None)
    done = red.act("peck", blue, rng=Faces(1, 1, 1, 1), choices=facts)
    assert done.result is not None
    assert done.result.prepared.shift == 4
    with refused(r"^Tied up: Red cannot take Peck$"):
        red.act("peck", blue, choices=given(row="hook", distance=3, knotted="yes"))
    assert red.pool("dive", facts={"bigger": "1"}).shift == 2
    with refused(r"^no rule needs biger \(did you mean bigger\?\)"):
        red.pool("dive", facts={"biger": 1})


def test_a_rule_that_asks_more_still_needs_to_know() -> None:
    rule = of_kites("rule.given-up")
    size = Input(name="Size", type="integer")
    asking = rule.but(inputs={**rule.inputs, "size": size})
    with refused(r"^Giving up needs Size \(size\)$"):
        kite().follow(asking)
    kite().follow(asking, choices=given(size=1))


# pools


def test_pools_are_read_as_they_are_typed() -> None:
    dice = of_core("dice.check")
    assert parse_typed("5d wd, +1", dice, 3) == parse("5D WD +1", dice, 3)
    text = "5d  5x"
    with pytest.raises(PoolError) as raised:
        parse_typed(text, dice, 3)
    assert text[raised.value.start : raised.value.end] == "5x"


def test_dice_may_be_left_out() -> None:
    red, blue = kite(), kite("Blue")
    done = red.act("peck", blue, choices=given(row="hook", distance=3))
    assert done.result is not None
    assert done.result.total >= 2
    assert red.pool("dive").roll().total > 0
    start_period("gust", [red])
    end_period("gust", [red])


def test_a_difficulty_is_a_number_or_a_band_that_says_no_rank() -> None:
    asked = question(CORE, "difficulty")
    assert asked.options == of_core("benchmark.difficulty").bands
    assert asked.read("moderate") is of_core("band.difficulty.moderate")
    assert asked.read("12") == 12
