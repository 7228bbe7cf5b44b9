"""OpenD6 at play: the Wild Die, points, many actions in a round, what they do."""

from __future__ import annotations

from typing import Any

import pytest
from shelf import Faces, package

GAME = package("opend6")
PLAY, ACTIONS, SKILLS = GAME.play, GAME.actions, GAME.skills
CHARACTER, FATE = GAME.points.CHARACTER, GAME.points.FATE
ROUND, SESSION = GAME.periods.ROUND, GAME.periods.SESSION


def person(name: str = "Mara", game: Any = GAME, /, **more: Any) -> Any:
    """Somebody with 3D in every attribute, 2D in most things, and points, as far as not said."""
    ratings = {
        "ability.reflexes": "3D",
        "ability.perception": "3D",
        "ability.presence": "2D",
        "skill.brawling": "4D+2",
        "skill.lifting": "2D",
    } | more.pop("ratings", {})
    values = {"value.character-points": 9, "value.fate-points": 2} | more.pop(
        "values", {}
    )
    return game.Character(ratings, name=name, values=values, **more)


def rolled(who: Any, *faces: int, difficulty: int = 10, by: str = "cancel") -> Any:
    """A roll of brawling, the Wild Die last; what the game master chooses if there is a choice."""
    pool = who.pool(SKILLS.BRAWLING)
    return GAME.check(
        pool, difficulty=difficulty, rng=Faces(*faces), choose=lambda _step: by
    )


def given(**facts: Any) -> Any:
    return PLAY.Choices(given=facts)


def declare(who: Any, actions: int) -> Any:
    return who.act(ACTIONS.DECLARE, rng=Faces(), choices=given(actions=actions))


def punch(who: Any, whom: Any, *faces: int) -> Any:
    choices = given(difficulty=10)
    return who.act(ACTIONS.PUNCH, whom, rng=Faces(*faces), choices=choices)


# the Wild Die


def test_one_die_of_every_roll_is_wild_and_explodes() -> None:
    result = rolled(person(), 2, 2, 2, 6, 6, 3)
    assert (result.total, result.events) == (6 + 6 + 3 + 6 + 2, ("critical-success",))


@pytest.mark.parametrize(
    ("by", "total"), [("cancel", 1 + 4 + 2 + 2), ("complication", 1 + 5 + 4 + 2 + 2)]
)
def test_a_first_one_is_read_anew_each_time(by: str, total: int) -> None:
    result = rolled(person(), 5, 4, 2, 1, by=by)
    assert (result.total, result.events) == (total, ("critical-failure",))


def test_an_action_too_lets_the_game_master_choose() -> None:
    choices = PLAY.Choices(
        given={"difficulty": 10}, choose=lambda _step: "complication"
    )
    outcome = person().act(
        ACTIONS.PUNCH, person("Bruno"), rng=Faces(5, 4, 2, 1), choices=choices
    )
    assert outcome.checks[0].result.total == 14


def test_a_later_one_is_just_a_one() -> None:
    result = rolled(person(), 2, 2, 2, 6, 1)
    assert (result.total, result.events) == (15, ("critical-success",))


def test_a_single_die_is_wild_and_loses_itself() -> None:
    weak = person(ratings={"skill.brawling": "1D+2"})
    assert rolled(weak, 1).total == 2
    assert rolled(weak, 1, by="complication").total == 3


def test_what_has_no_attribute_here_is_rolled_with_the_skill_alone() -> None:
    assert str(person().pool(SKILLS.BRAWLING)) == "4D+2"
    with pytest.raises(PLAY.Refused, match=r"^Mara has too few dice left for this"):
        person().pool(SKILLS.PILOTING)
    assert str(person(ratings={"skill.dodge": "1D"}).pool(SKILLS.DODGE)) == "4D"


# points


def test_character_points_before_the_roll_and_after_it() -> None:
    mara = person()
    mara.spend(CHARACTER, "die")
    result = rolled(mara, 3, 2, 2, 2, 1)
    assert (result.total, result.success) == (12, True)
    more = PLAY.spend_on(result, CHARACTER, "die", mara, rng=Faces(6, 4))
    assert (more.total, mara.points["points.character"]) == (22, 7)


@pytest.mark.parametrize(
    ("choice", "most"), [("easy", 2), ("cinematic", 5), ("universe-shaking", 9)]
)
def test_how_many_go_into_one_roll(choice: str, most: int) -> None:
    game = package("opend6", f"challenge.{choice}")
    mara = person("Mara", game)
    points = game.points.CHARACTER
    mara.spend(points, "die")
    result = game.check(
        mara.pool(game.skills.BRAWLING), difficulty=10, rng=Faces(3, 2, 2, 2, 1)
    )
    for _ in range(most - 1):
        result = game.play.spend_on(result, points, "die", mara, rng=Faces(1))
    assert result.total == 11 + most
    refusal = "costs 1" if most == 9 else f"no more than {most} in a roll"
    with pytest.raises(game.play.Refused, match=refusal):
        game.play.spend_on(result, points, "die", mara, rng=Faces(1))


def test_the_one_of_a_character_die_does_no_harm() -> None:
    mara = person()
    mara.spend(CHARACTER, "die")
    result = rolled(mara, 3, 2, 2, 2, 1)
    assert (result.total, result.events) == (12, ())


def test_fate_doubles_dice_and_pips_and_no_bonus() -> None:
    mara = person()
    mara.spend(FATE, "roll")
    declare(mara, 2)
    assert str(mara.pool(SKILLS.BRAWLING)) == "4D+2 -1D FP"
    result = rolled(mara, 2, 2, 2, 2, 2, 2, 2)
    assert result.total == 7 * 2 + 4
    assert str(mara.pool(SKILLS.BRAWLING)) == "4D+2 -1D"


def test_fate_comes_before_the_roll_and_once() -> None:
    mara = person()
    with pytest.raises(PLAY.Refused, match=r"^One roll has to come before the roll$"):
        PLAY.spend_on(rolled(mara, 3, 3, 3, 3), FATE, "roll", mara, rng=Faces())
    mara.spend(FATE, "roll")
    with pytest.raises(PLAY.Refused, match=r"^Fate Points: no more than 1 in a roll"):
        mara.spend(FATE, "roll")


def test_several_rolls_of_a_round_may_each_have_fate() -> None:
    mara = person()
    for _ in range(2):
        mara.spend(FATE, "roll")
        assert rolled(mara, *[2] * 8).total == 20
    assert mara.points["points.fate"] == 0


def test_fate_for_a_whole_round_comes_once_a_session() -> None:
    mara = person(values={"value.fate-points": 5})
    mara.spend(FATE, "climax")
    assert rolled(mara, *[2] * 8).total == rolled(mara, *[2] * 8).total == 20
    with pytest.raises(PLAY.Refused, match=r"^Fate Points: no more than 1 in a roll"):
        mara.spend(FATE, "roll")
    PLAY.end(ROUND, [mara], Faces())
    assert rolled(mara, 2, 2, 2, 2).total == 10
    with pytest.raises(PLAY.Refused, match=r"^A whole round: no more than 1 in a ses"):
        mara.spend(FATE, "climax")
    PLAY.end(SESSION, [mara], Faces())
    mara.spend(FATE, "climax")


@pytest.mark.parametrize(
    ("first", "way", "second", "other"),
    [(CHARACTER, "die", FATE, "roll"), (FATE, "roll", CHARACTER, "die")],
)
def test_one_roll_takes_one_kind_of_points(
    first: Any, way: str, second: Any, other: str
) -> None:
    mara = person()
    mara.spend(first, way)
    with pytest.raises(PLAY.Refused, match="do not go together"):
        mara.spend(second, other)


def test_fate_is_won_back_at_the_end_and_lost_at_once() -> None:
    mara = person()
    mara.spend(FATE, "roll")
    mara.earn(FATE, "returned")
    mara.lose(FATE, "breach")
    assert mara.points["points.fate"] == 0
    PLAY.end(SESSION, [mara], Faces())
    assert mara.points["points.fate"] == 1


# many actions in a round


def test_each_action_beyond_the_first_costs_all_of_them_a_die() -> None:
    mara, bruno = person(), person("Bruno")
    declare(mara, 3)
    for _ in range(3):
        outcome = punch(mara, bruno, 4, 4)
        assert outcome.checks[0].result.total == 10
    with pytest.raises(PLAY.Refused, match=r"^Mara has no Action left in this round$"):
        punch(mara, bruno)


def test_who_declares_nothing_has_one_action_without_penalty() -> None:
    mara, bruno = person(), person("Bruno")
    assert punch(mara, bruno, 3, 3, 3, 3).checks[0].result.total == 14
    with pytest.raises(PLAY.Refused, match="no Action left"):
        punch(mara, bruno)


def test_nobody_declares_twice_or_nothing_at_all() -> None:
    mara = person()
    with pytest.raises(
        PLAY.Refused, match=r"^Declare needs: you declare at least 1 action$"
    ):
        declare(mara, 0)
    declare(mara, 2)
    with pytest.raises(PLAY.Refused, match="no Declaration left"):
        declare(mara, 3)


def test_what_is_left_at_the_end_of_the_round_is_lost() -> None:
    mara, bruno = person(), person("Bruno")
    declare(mara, 4)
    PLAY.end(ROUND, [mara], Faces())
    assert str(mara.pool(SKILLS.BRAWLING)) == "4D+2"
    punch(mara, bruno, 3, 3, 3, 3)
    with pytest.raises(PLAY.Refused, match="no Action left"):
        punch(mara, bruno)


def test_an_allotment_of_actions_is_free() -> None:
    quick = person(values={"value.allotment": 8})
    declare(quick, 8)
    assert str(quick.pool(SKILLS.BRAWLING)) == "4D+2"
    PLAY.end(ROUND, [quick], Faces())
    declare(quick, 9)
    assert str(quick.pool(SKILLS.BRAWLING)) == "4D+2 -1D"


def test_whoever_has_no_die_left_cannot_try() -> None:
    mara = person()
    declare(mara, 3)
    with pytest.raises(PLAY.Refused, match="too few dice left"):
        mara.pool(SKILLS.LIFTING)


def test_dice_that_a_fate_point_doubles_are_left_after_a_penalty() -> None:
    mara = person(ratings={"ability.reflexes": "3D+1"})
    declare(mara, 4)
    with pytest.raises(PLAY.Refused, match="too few dice left"):
        mara.pool("reflexes")
    mara.spend(FATE, "roll")
    assert str(mara.pool("reflexes")) == "3D+1 -3D FP"
    assert GAME.check(mara.pool("reflexes"), rng=Faces(4, 4, 4)).total == 14
    declare(other := person(), 7)
    other.spend(FATE, "roll")
    with pytest.raises(PLAY.Refused, match="too few dice left for this: it takes 1D"):
        other.pool("reflexes")


def test_resisting_damage_and_initiative_lose_nothing() -> None:
    mara = person()
    declare(mara, 3)
    choices = given(**{"with": SKILLS.LIFTING, "difficulty": 5})
    outcome = mara.act(ACTIONS.RESIST_DAMAGE, rng=Faces(3, 3), choices=choices)
    assert outcome.checks[0].result.total == 6
    PLAY.order(GAME.scenes.ROUNDS, [mara], rng=Faces(3, 3, 3))


# ways, grips


def test_a_short_way_is_free() -> None:
    def metres(amount: int) -> Any:
        return GAME.kinds.Quantity(amount=amount, unit="m")

    mara = person(values={"value.move": metres(10)})
    for distance, hard in ((5, False), (1, True)):
        facts = given(distance=metres(distance), hard=hard)
        mara.act(ACTIONS.SHORT_MOVE, rng=Faces(), choices=facts)
    for distance, hard in ((6, False), (2, True)):
        facts = given(distance=metres(distance), hard=hard)
        with pytest.raises(PLAY.Refused, match="A short way needs"):
            mara.act(ACTIONS.SHORT_MOVE, rng=Faces(), choices=facts)


def test_moving_is_rolled_only_where_it_is_hard() -> None:
    mara = person(ratings={"skill.running": "2D"})
    easy = mara.act(ACTIONS.MOVE, rng=Faces(), choices=given(hard=False))
    assert easy.checks[0].result is None
    PLAY.end(ROUND, [mara], Faces())
    chosen = given(hard=True, difficulty=5)
    hard = mara.act(ACTIONS.MOVE, rng=Faces(3, 3), choices=chosen)
    assert hard.checks[0].result.total == 6


def test_the_tackled_talk_or_struggle() -> None:
    mara, bruno = person(), person("Bruno")
    bruno.act(ACTIONS.TACKLE, mara, rng=Faces(3, 3, 3, 3), choices=given(difficulty=10))
    with pytest.raises(PLAY.Refused, match=r"^Tackled: Mara cannot take Punch$"):
        punch(mara, bruno)
    mara.act(ACTIONS.SPEAK, rng=Faces())
    mara.act(ACTIONS.ESCAPE, rng=Faces(4, 4), choices=given(difficulty=8))
    assert not mara.conditions


def test_who_has_acted_declares_nothing_more_in_the_round() -> None:
    who, other = person(), person()
    punch(who, other, 2, 2, 2, 2)
    before = who.state()
    with pytest.raises(PLAY.Refused, match=r"^Declare needs"):
        declare(who, 3)
    assert who.state() == before
    PLAY.end(GAME.periods.ROUND, [who], Faces())
    declare(who, 2)
    punch(who, other, 2, 2, 2)
    punch(who, other, 2, 2, 2)
    with pytest.raises(PLAY.Refused, match=r"has no Action left in this round$"):
        punch(who, other)


def test_a_look_around_is_no_action_that_was_taken() -> None:
    who = person()
    who.act(ACTIONS.SPEAK, rng=Faces())
    declare(who, 2)
