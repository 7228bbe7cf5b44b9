"""Questions of the generated package: what is offered, what typed answers are read as."""

from __future__ import annotations

import copy
from typing import Any

import pytest
from shelf import package, pickled

CORE = package("core")
PLAY = CORE.play


def hero(name: str = "Rick") -> Any:
    able = [one.id for one in CORE.abilities.ABILITIES.values() if one.skills]
    return CORE.Character(dict.fromkeys(able, "3D"), name=name)


def asked(action: str, key: str) -> Any:
    """The question of an action."""
    answer = hero().can_take(action, None)
    return next(question for question in answer.needs if question.key == key)


def refused(action: str, key: str, answer: Any) -> str:
    with pytest.raises(PLAY.RefusedError) as raised:
        asked(action, key).read(answer)
    return str(raised.value)


@pytest.mark.parametrize(
    "typed", ["4 ft", "4ft", "4'", "4 feet", "48 in", '48"', "4 ft."]
)
def test_what_is_measured_is_read_in_the_unit_that_the_rules_compare(
    typed: str,
) -> None:
    assert str(asked("attack", "distance").read(typed)) == "4 ft"
    facts = {"distance": typed, "clearance": "0 ft", "row": "unarmed"}
    assert hero().can_take("attack", hero("Ann"), choices=PLAY.Choices(given=facts))


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ("-4 ft", "-4 ft: a length cannot be below 0: write 4 ft, or 0 ft"),
        ("-48 in", "-48 in: a length cannot be below 0: write 4 ft, or 0 ft"),
        (
            "1.5 m",
            "1.5 m: unknown unit of length m (choose from ft (feet), in (inches))",
        ),
        ("4,5 ft", "4,5 ft: write it as 5 ft or 5 in"),
        (" ", "empty: write it as 5 ft or 5 in"),
    ],
)
def test_no_suggestion_changes_a_measure(typed: str, problem: str) -> None:
    name = "Distance to the opponent (distance)"
    assert refused("attack", "distance", typed) == f"{name} cannot be {problem}"
    facts = PLAY.Choices(given={"distance": typed})
    assert hero().can_take("attack", hero(), choices=facts).reasons == (
        f"{name} cannot be {problem}",
    )


def test_a_question_says_of_which_benchmark_the_answer_is() -> None:
    question = asked("move", "obstacle")
    difficulty = CORE.benchmarks.DIFFICULTY
    assert (question.type, question.of) == ("band", difficulty.id)
    assert question.options == difficulty.bands
    assert question.read("Moderate").id == difficulty.MODERATE.id
    assert "expected a band of Difficulty" in refused(
        "move", "obstacle", CORE.benchmarks.RANK.bands[0]
    )
    moved = hero().can_take(
        "move", choices=PLAY.Choices(given={"obstacle": "moderate"})
    )
    assert [need.key for need in moved.needs] == ["way"]


def test_a_row_goes_by_what_its_table_calls_it() -> None:
    question = asked("attack", "row")
    assert question.read("Light Weapons").id == "row.attacks.light"
    assert question.read("light").id == "row.attacks.light"
    assert "did you mean Light weapons (row.attacks.light)" in refused(
        "attack", "row", "Light Weapon"
    )


def test_people_are_no_answers() -> None:
    assert refused("taunt", "target", "Ann") == (
        "opponent (target) cannot be Ann: pass a character to `act`, as `target`"
    )


def test_what_is_chosen_wherever_it_stands_is_read_alike() -> None:
    rick = CORE.Character({"bluff": "1D"}, player=True)
    with pytest.raises(
        PLAY.UnansweredError, match=r"Chosen skill \(chosen-skill\)"
    ) as raised:
        rick.spend("action points", "know a little")
    (question,) = raised.value.questions
    assert question.read("bluff") is CORE.skills.BLUFF
    with pytest.raises(PLAY.RefusedError, match="did you mean Bluff"):
        question.read("blugf")


# what is refused is told by the names of questions


@pytest.mark.parametrize(
    ("action", "facts", "words"),
    [
        (
            "plan",
            {"heard": "no"},
            "Plan an Action requires: the others can easily understand you",
        ),
        ("free-move", {"open": "no", "engaged": "no"}, "nothing is in your way"),
        (
            "attack",
            {"row": "long", "distance": "4 ft", "clearance": "20 ft"},
            "the reach of your attack (Distance to the opponent: 4 ft)",
        ),
    ],
)
def test_a_need_is_told_by_its_question(
    action: str, facts: dict[str, str], words: str
) -> None:
    answer = hero().can_take(action, hero("Ann"), choices=PLAY.Choices(given=facts))
    assert words in str(answer)


def test_what_has_to_be_chosen_is_told_by_name() -> None:
    needs = str(hero().can_take("action.combine"))
    assert "Helper, a specialization (helper)" in needs
    assert "a character as ally" in needs


def test_nobody_taunts_themselves() -> None:
    rick = hero()
    assert "another character as opponent" in str(rick.can_take("taunt", rick).reasons)
    stranger = package("opend6").Character(name="Ann")
    assert rick.can_take("taunt", stranger).reasons == (
        "Ann is a character of opend6, Rick of core",
    )


# finding


def test_an_action_is_found_by_what_stands_behind_its_colon() -> None:
    kinds = CORE.kinds
    alert = CORE.find("stay alert", kinds.Action)
    assert alert.id == "action.alert"
    assert CORE.find("recover your own body").id == "action.recover-body"
    assert CORE.find("grapple", kinds.Action).name.endswith("grapple")


def test_points_are_found_by_the_ways_to_spend_them() -> None:
    assert CORE.find("try again") is CORE.find("re-roll") is CORE.points.ACTION


def test_a_skill_names_the_actions_that_are_done_with_it() -> None:
    with pytest.raises(CORE.NotFoundError) as raised:
        CORE.find("melee", CORE.kinds.Action)
    assert "Melee is not an action, but is used by Attack (action.attack)" in str(
        raised.value
    )
    assert CORE.actions.ATTACK in raised.value.candidates
    with pytest.raises(PLAY.RefusedError) as refused:
        hero().act("interact", hero())
    assert refused.value.candidates[0] is CORE.actions.TAUNT


def test_several_kinds_may_be_wanted() -> None:
    rated = (CORE.kinds.Ability, CORE.kinds.Skill)
    assert CORE.find("taunt", rated).id == "skill.taunt"


# what is asked only if it matters


def test_what_matters_only_sometimes_is_told_beside_what_has_to_be_known() -> None:
    answer = hero().can_take("attack", hero("Ann"))
    assert "undefended" in [asked.key for asked in answer.optional]
    assert "undefended" not in [asked.key for asked in answer.needs]
    said = PLAY.Choices(given={"undefended": "yes", "guard": "parry"})
    assert hero().can_take("attack", hero("Ann"), choices=said).optional == ()


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, pickled])
def test_a_refusal_says_the_same_in_another_process(again: Any) -> None:
    with pytest.raises(PLAY.UnansweredError) as raised:
        hero().act("attack", hero("Ann"))
    refused, same = raised.value, again(raised.value)
    assert str(same) == str(refused) != ""
    assert (same.reasons, same.questions) == (refused.reasons, refused.questions)


# what contradicts itself


def test_nobody_is_twice_in_an_order() -> None:
    who = hero()
    with pytest.raises(PLAY.RefusedError, match="Rick is listed twice"):
        PLAY.turn_order(CORE.scenes.MELEE, [who, who])
