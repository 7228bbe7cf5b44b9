"""What each primitive does to dice, with faces that are written beforehand, and rolls in words."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Literal

import pytest
from dice_cases import OWN, core, made, pairwise, ref, step, steps_of
from playing import Faces

from freed6c.runtime.amounts import die_codes
from freed6c.runtime.dice.pool import Pool, late_tokens, parse
from freed6c.runtime.dice.roll_words import line_of, lines_of
from freed6c.runtime.dice.roller import RollPlan, RollResult
from freed6c.runtime.dice.steps import ACTIONS
from freed6c.runtime.entries.dice import (
    PRIMITIVES,
    Alternative,
    Dice,
    Event,
    Step,
    Wait,
)
from freed6c.runtime.notation import PoolError
from freed6c.runtime.odds.answer import odds

if TYPE_CHECKING:
    from freed6c.runtime.entries.dice import Dice


ROLL = step("roll", "roll")
LUCK = {"token": "L", "by": 2, "sources": OWN}
WILD = {"token": "WD", "from_": OWN, "limit": "all", "explode": {"d6": "6"}}
DROP = {
    "token": {"B": "lowest", "P": "highest"},
    "cancel": "one-for-one",
    "drop_from": (*OWN, "bonus", ref("wild"), ref("boost")),
    "equal_dice": (*OWN, "bonus", ref("boost"), ref("wild")),
    "forced": False,
}
FLIP = {"map": "opposite", "which": "kept", "times": 1, "chain": "every-face"}
AGAIN = {
    "token": {"Adv": "higher", "Dis": "lower"},
    "compare": "total",
    "tie": "first",
    "stack": False,
}


def rolled(
    procedure: Dice, text: str, *faces: int, target: int | None = None
) -> RollResult:
    rng = Faces(*faces)
    found = RollPlan(procedure, parse(text, procedure, 3)).roll(rng, target)
    assert not rng.left
    return found


def kept(found: RollResult) -> list[tuple[int, ...]]:
    return [die.shown for die in found.dice if die.kept]


def test_every_primitive_has_a_word_an_action_and_a_case() -> None:
    primitives = set(PRIMITIVES.values())
    assert primitives == set(ACTIONS) == set(Step.__subclasses__())
    assert primitives == set(map(type, steps_of(next(pairwise())).values()))


def test_a_plain_roll() -> None:
    found = rolled(made(ROLL), "3D+2 -1", 1, 6, 4, target=12)
    assert (found.total, found.margin, found.success, found.pips) == (12, 0, True, 1)
    assert [die.faces for die in found.dice] == [(1,), (6,), (4,)]


def test_success_is_as_the_pack_says() -> None:
    strict = made(ROLL, success="more-than")
    assert rolled(strict, "1D", 4, target=4).success is False
    assert rolled(strict, "1D", 4, target=3).success is True


def test_no_dice_total_their_pips() -> None:
    assert rolled(core(), "0D +3 WD").total == 3
    assert rolled(core(), "1D -2D +1").total == 1


def test_without_a_roll_nothing_falls() -> None:
    assert rolled(made(), "3D+1").total == 1


@pytest.mark.parametrize(
    ("fields", "dice", "pips"),
    [
        ({"pips": "keep"}, 8, 2),
        ({"pips": "multiply"}, 8, 4),
        ({"pips": "multiply", "carry": True}, 9, 1),
        ({"pips": "keep", "by": 3}, 12, 2),
    ],
)
def test_multiply_dice(fields: dict[str, object], dice: int, pips: int) -> None:
    luck = step("luck", "multiply-dice", **{**LUCK, **fields})
    found = rolled(made(luck, ROLL), "4D+2 L", *[1] * dice)
    assert (len(found.dice), found.pips) == (dice, pips)
    assert found.steps[0].dice == (4, dice)
    assert found.steps[0].pips == (2, pips)


def test_only_some_sources_are_multiplied() -> None:
    luck = step(
        "luck", "multiply-dice", token="L", by=2, sources=("skill",), pips="keep"
    )
    procedure = made(luck, ROLL)
    code = die_codes(3)
    pool = Pool.of(procedure, ability=code(2), skill=code(1)).plus(dice=1)
    pool = pool.calling(procedure, "L")
    assert len(RollPlan(procedure, pool).roll(Faces(1, 1, 1, 1, 1)).dice) == 5


def test_no_dice_multiplied_are_none() -> None:
    luck = step("luck", "multiply-dice", **LUCK, pips="keep")
    assert rolled(made(luck, ROLL), "0D L").steps[0].dice == (0, 0)


def test_pips_make_dice_only_where_it_is_known_how_many() -> None:
    luck = step("luck", "multiply-dice", **LUCK, pips="multiply", carry=True)
    procedure = made(luck, ROLL)
    with pytest.raises(PoolError, match="needs `pips_per_die`"):
        RollPlan(procedure, parse("2D+2 L", procedure)).roll(Faces())


def test_missing_dice_come_off_the_last_source_that_has_some() -> None:
    code, procedure = die_codes(3), made(ROLL)
    pool = Pool.of(procedure, ability=code(3), skill=code(2)).plus(dice=-1)
    found = RollPlan(procedure, pool).roll(Faces(1, 2, 3, 4))
    sources = [die.kind.source for die in found.dice]
    assert sources == ["ability", "ability", "ability", "skill"]


def test_multiplying_twice_is_multiplying_once() -> None:
    luck = step("luck", "multiply-dice", **LUCK, pips="keep")
    assert len(rolled(made(luck, ROLL), "1D 2L", 1, 1).dice) == 2


def wild(**fields: object) -> Step:
    return step("wild", "substitute-dice", **{**WILD, **fields})


def test_a_die_explodes_as_one() -> None:
    found = rolled(made(wild(), ROLL), "2D WD", 3, 6, 6, 2)
    assert found.total == 17
    assert found.dice[1].faces == (6, 6, 2)


def test_a_die_explodes_into_several() -> None:
    found = rolled(made(wild(chain="separate"), ROLL), "2D WD", 3, 6, 6, 2)
    assert [die.faces for die in found.dice] == [(3,), (6,), (6,), (2,)]
    assert [die.first for die in found.dice] == [True, True, False, False]


def test_faces_that_explode_are_those_of_the_die() -> None:
    many = wild(explode={"d6": "5-6", "other": "7+"})
    assert rolled(made(many, ROLL), "1D WD", 5, 1).total == 6
    assert rolled(made(many, ROLL), "1D WD8", 6).total == 6
    assert rolled(made(many, ROLL), "1D WD8", 7, 6).total == 13
    assert rolled(made(many, ROLL), "1D WD4", 4).total == 4


def test_dice_that_a_token_names_come_before_those_that_are_always_there() -> None:
    for text, faces, sides in (("2D WD8", (8, 1), [8, 6]), ("1D WD8", (8,), [8])):
        found = rolled(made(wild(always=1), ROLL), text, *faces)
        assert [die.kind.sides for die in found.dice] == sides


def test_no_more_are_substituted_than_there_are() -> None:
    assert len(rolled(made(wild(), ROLL), "2D 5WD", 1, 1).dice) == 2
    one = rolled(made(wild(limit="1"), ROLL), "2D 5WD", 1, 1)
    assert [die.kind.special for die in one.dice] == [False, True]
    bonus = rolled(made(wild(), ROLL), "1D +1D 2WD", 1, 1)
    assert [die.kind.source for die in bonus.dice] == ["bonus", "step.made.wild"]


def test_a_die_that_never_ends_is_refused() -> None:
    with pytest.raises(PoolError, match="explodes on every face"):
        rolled(made(wild(explode={"other": "1+"}), ROLL), "1D WD")
    with pytest.raises(PoolError, match="times in a row"):
        rolled(made(wild(), ROLL), "1D WD", *[6] * 2001)


def test_added_dice_are_like_others() -> None:
    more = step("more", "add-dice", token="CP", like=ref("wild"), events="none")
    found = rolled(made(wild(), more, ROLL), "1D WD CP2", 1, 6, 3, 2)
    assert found.total == 12
    assert [die.kind.events for die in found.dice] == ["step.made.wild", "", ""]


def test_added_dice_may_come_after_the_roll() -> None:
    more = step("more", "add-dice", token="CP", at=("before-roll", "after-roll"))
    found = rolled(made(ROLL, more), "1D CP1", 1, 6)
    assert found.steps[1].rolled == found.dice[1:]
    late = step("more", "add-dice", token="CP", at=("after-roll",))
    assert [die.faces for die in rolled(made(late, ROLL), "1D CP1", 6, 1).dice] == [
        (6,),
        (1,),
    ]


@pytest.mark.parametrize(
    ("at", "late"),
    [(("before-roll",), set()), (("before-roll", "after-roll"), {"CP"})],
)
def test_tokens_that_may_come_after_the_roll(
    at: tuple[str, ...], late: set[str]
) -> None:
    more = step("more", "add-dice", token="CP", at=at)
    assert late_tokens(made(wild(), ROLL, more)) == late


@pytest.mark.parametrize(
    ("up", "text", "dice"),
    [
        ("none", "2D+2", 2),
        ("1", "2D+1", 3),
        ("2", "2D+1", 2),
        ("2", "2D+2", 3),
        ("1", "2D +7", 5),
        ("1", "2D -7", 2),
    ],
)
def test_round_pips(up: str, text: str, dice: int) -> None:
    pips = step("pips", "exchange-pips", up_from=up)
    found = rolled(made(pips, ROLL), text, *[1] * dice)
    assert (found.total, found.pips) == (dice, 0)


@pytest.mark.parametrize(
    ("text", "faces", "totals", "total"),
    [
        ("2D Adv", (1, 2, 3, 4), (3, 7), 7),
        ("2D Dis", (1, 2, 3, 4), (3, 7), 3),
        ("2D 2Adv", (1, 2, 3, 4), (3, 7), 7),
        ("2D 2Adv Dis", (1, 2), (), 3),
        ("2D Adv 2Dis", (1, 2), (), 3),
    ],
)
def test_roll_again(
    text: str, faces: tuple[int, ...], totals: tuple[int, ...], total: int
) -> None:
    found = rolled(made(ROLL, step("again", "roll-again", **AGAIN)), text, *faces)
    assert (found.total, found.steps[1].totals) == (total, totals)


def test_sets_may_stack_and_tie() -> None:
    stack = step("again", "roll-again", **{**AGAIN, "stack": True, "tie": "second"})
    found = rolled(made(ROLL, stack), "1D 3Adv Dis", 5, 2, 5)
    assert (found.total, found.steps[1].set) == (5, 2)


def boost(**fields: object) -> Step:
    return step("boost", "drop-dice", **{**DROP, **fields})


def test_add_and_drop() -> None:
    found = rolled(made(ROLL, boost()), "2D B2", 1, 5, 3, 2)
    assert kept(found) == [(5,), (3,)]
    assert [die.value for die in found.steps[1].dropped] == [1, 2]
    assert kept(rolled(made(ROLL, boost()), "2D P1", 1, 5, 3)) == [(1,), (3,)]
    assert kept(rolled(made(ROLL, boost()), "2D B2 P1", 1, 5, 3)) == [(5,), (3,)]


def test_opposite_dice_may_both_be_rolled() -> None:
    both = boost(cancel="none")
    assert kept(rolled(made(ROLL, both), "2D B1 P1", 1, 5, 3, 6)) == [(5,), (3,)]


def test_a_forced_die_takes_the_place_of_a_better_one() -> None:
    forced = made(ROLL, boost(forced=True))
    assert kept(rolled(forced, "2D B1", 4, 5, 1)) == [(5,), (1,)]
    assert kept(rolled(forced, "1D B2", 4, 5, 1)) == [(5,)]


def test_a_safe_die_stays() -> None:
    safe = boost(drop_from=(*OWN, "bonus", ref("boost")))
    assert kept(rolled(made(wild(), ROLL, safe), "2D WD B1", 4, 1, 5)) == [(1,), (5,)]


def test_which_of_equal_dice_goes() -> None:
    own_first = rolled(made(wild(), ROLL, boost()), "2D WD B1", 2, 2, 2)
    assert [die.kept for die in own_first.dice] == [False, True, True]
    wild_first = boost(equal_dice=(ref("wild"), ref("boost")))
    found = rolled(made(wild(), ROLL, wild_first), "2D WD B1", 2, 2, 2)
    assert [die.kept for die in found.dice] == [True, False, True]


def test_a_chain_is_dropped_by_its_sum_or_its_first_face() -> None:
    one = made(wild(), ROLL, boost())
    assert kept(rolled(one, "2D WD P1", 6, 6, 3, 5)) == [(6,), (5,)]
    first = made(wild(chain="face"), ROLL, boost())
    assert kept(rolled(first, "2D WD P1", 6, 6, 3, 5)) == [(6, 3), (5,)]
    assert kept(rolled(first, "2D WD P1", 5, 6, 1, 4)) == [(5,), (4,)]
    several = made(wild(chain="separate"), ROLL, boost())
    assert sorted(kept(rolled(several, "2D WD P1", 1, 6, 3, 5))) == [(1,), (3,), (5,)]


def flip(**fields: object) -> Step:
    return step("flip", "map-faces", **{"token": "F", **FLIP, **fields})


def test_faces_are_flipped() -> None:
    found = rolled(made(ROLL, flip()), "3D F6", 6, 1, 2)
    assert kept(found) == [(1,), (1,), (2,)]
    assert found.dice[0].faces == (6,)
    assert kept(rolled(made(ROLL, flip()), "2D F6 F1", 6, 1)) == [(1,), (6,)]
    assert kept(rolled(made(ROLL, flip(times=2)), "2D F6 F1", 6, 1)) == [(6,), (1,)]
    assert kept(rolled(made(ROLL, flip(times=2)), "2D F6", 6, 1)) == [(1,), (1,)]


def test_faces_of_a_chain_are_flipped_or_not() -> None:
    every = made(wild(), ROLL, flip())
    assert kept(rolled(every, "1D WD F6", 6, 6, 2)) == [(1, 1, 2)]
    none = made(wild(), ROLL, flip(chain="none"))
    assert kept(rolled(none, "2D WD F2", 2, 6, 2)) == [(5,), (6, 2)]


def test_a_table_says_what_faces_become() -> None:
    table = flip(token="", map={"1": "0", "6": "8"})
    assert kept(rolled(made(ROLL, table), "3D", 1, 6, 3)) == [(0,), (8,), (3,)]
    with pytest.raises(PoolError, match="both must be faces"):
        rolled(made(ROLL, flip(token="", map={"1": "-1"})), "1D")


def test_all_dice_are_flipped_before_any_is_dropped() -> None:
    late = made(ROLL, boost(), flip())
    assert kept(rolled(late, "1D B1 F6", 6, 5)) == [(1,)]
    before = made(ROLL, boost(), flip(which="all"))
    assert kept(rolled(before, "1D B1 F6", 6, 5)) == [(5,)]


ONES = Wait(step=ref("wild"), shows="1")


def test_the_highest_is_cancelled_when_a_die_shows_its_face() -> None:
    cancel = step("cancel", "cancel-highest", if_=ONES)
    procedure = made(wild(always=1), ROLL, cancel)
    assert rolled(procedure, "3D", 5, 6, 1).total == 6
    assert rolled(procedure, "1D", 1).total == 1
    waited = rolled(procedure, "3D", 5, 6, 2)
    assert (waited.total, waited.steps[2].waited) == (13, True)


def test_the_die_itself_may_go_too() -> None:
    cancel = step("cancel", "cancel-highest", if_=ONES, and_="the-die-itself")
    procedure = made(wild(always=1), ROLL, cancel)
    assert rolled(procedure, "3D", 5, 6, 1).total == 5
    assert rolled(procedure, "1D", 1).total == 0


def test_the_die_itself_may_go_where_it_is_the_only_one() -> None:
    cancel = step("cancel", "cancel-highest", if_=ONES, and_="the-only-die")
    procedure = made(wild(always=1), ROLL, cancel)
    assert rolled(procedure, "3D", 5, 6, 1).total == 6
    assert rolled(procedure, "1D+2", 1).total == 2
    assert odds(procedure, parse("1D+2", procedure)).exactly(2) == Fraction(1, 6)


def test_without_a_wait_the_highest_always_goes() -> None:
    cancel = step("cancel", "cancel-highest")
    assert rolled(made(ROLL, cancel), "3D", 5, 6, 1).total == 6


def test_faces_are_counted() -> None:
    count = step("count", "count-faces", faces="3+")
    assert rolled(made(ROLL, count), "4D+1", 1, 3, 6, 2).total == 3
    chains = made(wild(), ROLL, count)
    assert rolled(chains, "1D WD", 6, 6, 1).total == 2


def choose(assume: str = "cancel") -> Step:
    return step(
        "choose",
        "choose-one",
        if_=ONES,
        chosen_by="the referee",
        choices={
            "cancel": Alternative(name="Cancel", do="cancel-highest"),
            "turn": Alternative(name="Turn", do="map-faces", map={"6": "0"}),
            "leave": Alternative(name="Leave", do="nothing"),
        },
        assume=assume,
    )


@pytest.mark.parametrize(("key", "total"), [("cancel", 6), ("turn", 6), ("leave", 12)])
def test_somebody_chooses(key: str, total: int) -> None:
    procedure = made(wild(always=1), ROLL, choose())
    pool = parse("3D", procedure)
    found = RollPlan(procedure, pool).roll(Faces(6, 5, 1), choose=lambda _step: key)
    assert (found.total, found.steps[2].choice) == (total, key)
    assert RollPlan(procedure, pool).roll(Faces(6, 5, 1)).total == 6


@pytest.mark.parametrize(("assume", "total"), [("cancel", 11), ("leave", 12)])
def test_odds_are_those_of_the_choice_to_assume(assume: str, total: int) -> None:
    procedure = made(wild(always=1), ROLL, choose(assume))
    found = odds(procedure, parse("2D", procedure))
    assert found.at_least(total) > 0
    ones = found.exactly(1)
    assert ones == (Fraction(6, 36) if assume == "cancel" else 0)


def test_a_choice_that_is_not_there_is_refused() -> None:
    procedure = made(wild(always=1), ROLL, choose())
    with pytest.raises(PoolError, match="choose one of cancel, turn, leave"):
        RollPlan(procedure, parse("1D", procedure)).roll(
            Faces(1), choose=lambda _step: "flee"
        )


@pytest.mark.parametrize(
    ("which", "dropped", "faces", "happens"),
    [
        ("any", "count", (1, 6, 1), True),
        ("all", "count", (6, 1, 1), False),
        ("all", "count", (1, 1, 1), True),
        ("first", "count", (6, 2, 1, 1), False),
        ("first", "count", (1, 6, 2, 1), True),
        ("any", "ignore", (1, 2, 4), False),
        ("any", "count", (1, 2, 4), True),
    ],
)
def test_events(
    *,
    which: Literal["any", "first"],
    dropped: Literal["count", "ignore"],
    faces: tuple[int, ...],
    happens: bool,
) -> None:
    event = Event(shows={"other": "1"}, which=which, dropped=dropped, text="Oh.")
    procedure = made(wild(events={"oh": event}), ROLL, boost())
    found = RollPlan(procedure, parse("2D 2WD B1", procedure)).roll(
        Faces(*faces, 2, 2, 2)
    )
    assert (found.events == ("oh",)) is happens


def test_events_need_the_outcome_they_name() -> None:
    good = Event(if_="success", shows="6", text="Good.")
    procedure = made(wild(events={"good": good}), ROLL)
    assert rolled(procedure, "1D WD", 6, 1, target=7).events == ("good",)
    assert rolled(procedure, "1D WD", 6, 1, target=8).events == ()
    assert rolled(procedure, "1D WD", 6, 1).events == ()


COUNTED = made(ROLL, step("count", "count-faces", faces="3+"))
STACK = made(ROLL, step("again", "roll-again", **{**AGAIN, "stack": True}))
WAITS = made(wild(always=1), ROLL, step("cancel", "cancel-highest", if_=ONES))
CHOOSES = made(wild(always=1), ROLL, choose())
APART = made(wild(chain="separate"), ROLL)
ROUNDS = made(step("round", "exchange-pips", up_from="1"), ROLL)


def thrown(
    procedure: Dice, text: str, faces: tuple[int, ...], target: int | None = None
) -> RollResult:
    return RollPlan(procedure, parse(text, procedure, 3)).roll(Faces(*faces), target)


def test_every_step_has_a_line() -> None:
    faces = (6, 5, 4, 6, 6, 2, 1, 2, 3, 3, 2)
    assert lines_of(thrown(core(), "2D+1 L WD Adv B1 F6", faces, 20)) == [
        "2D+1 L WD Adv B1 F6",
        "  Luck               2 dice become 4",
        "  Wild Die           1 of 4 dice swapped",
        "  Roll               rolled 6, 5, 4, Wild Die 6+6+2 = 14",
        (
            "  Advantage          sets of 30 and 10; the higher is kept, the first; "
            "set aside 1, 2, 3, Wild Die 3"
        ),
        "  Boost and penalty  rolled 2; dropped 2",
        "  Dice flip          6 counts as 1, Wild Die 6+6+2 = 14 counts as 4",
        "Total 15: 14 and +1 in pips",
        "Against 20: failure by 5",
    ]


def test_what_else_the_dice_mean_comes_last() -> None:
    *_, total, outcome, event = lines_of(thrown(core(), "1D WD", (6, 2), 8))
    assert total == "Total 8"
    assert outcome == "Against 8: success by 0, rank 0"
    assert event.startswith("Critical success: Fortune smiles. ")


@pytest.mark.parametrize(
    ("procedure", "text", "faces", "work"),
    [
        (core(), "0D", (), "no dice to roll"),
        (core(), "2D Adv Dis", (4, 6), "1 each of Adv and Dis cancel out"),
        (core(), "2D 2Adv Dis", (4, 6), "1 each of Adv and Dis cancel out"),
        (core(), "2D B2 P2", (4, 6), "2 each of B and P cancel out"),
        (core(), "2D 2Adv 2Dis", (4, 6), "1 each of Adv and Dis cancel out"),
        (STACK, "1D 2Adv 2Dis", (2,), "2 each of Adv and Dis cancel out"),
        (core(), "1D Dis", (4, 2), "4 and 2; the lower is kept, the second; set aside 4"),
        (core(), "0D F1", (), "no die has a face 1"),
        (core(), "2D F1", (4, 6), "nothing changes"),
        (core(), "1D WD4", (4, 1), "rolled Wild Die d4 4"),
        (COUNTED, "4D", (1, 3, 6, 2), "2 counted"),
        (STACK, "1D 2Adv Dis", (2, 5), "1 each of Adv and Dis cancel out; "),
        (STACK, "1D 2Dis", (5, 2, 3), "sets of 5 and 2 and 3; the lowest is kept, "),
        (STACK, "1D Adv", (2, 2), "sets of 2 and 2; the first is kept; set aside 2"),
        (STACK, "1D 2Adv", (2, 3, 5), "the highest is kept, the third; set aside 2, 3"),
        (STACK, "1D 5Adv", (1, 2, 2, 2, 2, 3), "the highest is kept, the 6th; "),
        (WAITS, "2D", (5, 2), "not triggered"),
        (CHOOSES, "3D", (6, 5, 1), "chosen: Cancel"),
        (APART, "1D WD", (6, 2), "rolled wild 6, wild 2"),
        (ROUNDS, "2D+2", (1, 2, 3), "2 dice become 3; 2 pips become 0"),
    ],
)  # fmt: skip
def test_the_work_of_a_step(
    procedure: Dice, text: str, faces: tuple[int, ...], work: str
) -> None:
    assert any(work in line for line in lines_of(thrown(procedure, text, faces)))


@pytest.mark.parametrize(
    ("procedure", "text", "faces", "target", "line"),
    [
        (core(), "1D+1", (4,), None, "4 + 1 pip = 5"),
        (core(), "0D", (), None, "no dice to roll"),
        (core(), "0D+2", (), None, "2 pips = 2"),
        (COUNTED, "0D", (), None, "no dice to roll: 0 counted"),
        (COUNTED, "2D+1", (1, 3), None, "1, 3: 1 counted + 1 pip = 2"),
        (STACK, "1D Adv", (2, 5), None, "5 (sets of 2 and 5; the higher is kept, the second)"),
    ],
)  # fmt: skip
def test_a_roll_in_one_line(
    procedure: Dice, text: str, faces: tuple[int, ...], target: int | None, line: str
) -> None:
    assert line_of(thrown(procedure, text, faces, target)) == line
