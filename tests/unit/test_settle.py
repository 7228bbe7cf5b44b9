"""What effects come to: conditions decided, amounts worked out, names left as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from small_world import CODE, World, ref

from freed6c.runtime.amounts import Formula, Modifier, Quantity
from freed6c.runtime.effects import (
    Modify,
    Move,
    Narrate,
    OneOf,
    Resist,
    Roll,
)
from freed6c.runtime.play.effects import constant, settled
from freed6c.runtime.record import Unworkable
from freed6c.runtime.situation import Situation

if TYPE_CHECKING:
    from collections.abc import Callable


HERE = Situation(World(), {"rank": 3})


def formula(text: str, works: Callable[[Situation], Any]) -> Formula[Any]:
    return Formula(text=text, works=works)


RANK = formula("rank", lambda here: here.integer("rank"))
DICE = formula("rank * 1D", lambda here: Modifier.of(CODE(here.integer("rank"))))
FEET = Quantity(amount=5, unit="ft")
WAY = formula("rank * 5 ft", lambda here: here.integer("rank") * FEET)
NO = formula("rank > 3", lambda here: here.integer("rank") > 3)
YES = formula("rank = 3", lambda here: here.integer("rank") == 3)
HARM = ref("track.harm")


def test_a_choice_keeps_the_branches_that_hold() -> None:
    move, not_now = Move(move="target", by=WAY), Narrate(narrate="Falls.", if_=NO)
    inner = OneOf(one_of=(Narrate(narrate="Runs."), move))
    choice = OneOf(one_of=(move, not_now, inner), times=1)
    moved = Move(move="target", by=constant(3 * FEET))
    assert settled(choice, HERE) == (
        OneOf(one_of=(moved, OneOf(one_of=(Narrate(narrate="Runs."), moved))), times=1),
    )
    assert settled(OneOf(one_of=(not_now, not_now)), HERE) == ()
    assert settled(OneOf(one_of=(move, inner), if_=NO), HERE) == ()


def test_where_one_branch_is_left_nothing_is_chosen() -> None:
    gift = Modify(modify="checks", by=Modifier(adds=1), times=2)
    choice = OneOf(one_of=(gift, Narrate(narrate="x", if_=NO)), times=1, to=("ally",))
    given = Modify(modify="checks", by=Modifier(adds=1), times=2, to=("ally",))
    assert settled(choice, HERE) == (given,)


def test_resistance_waits_for_the_opponent() -> None:
    rolled = formula("roll(row.skill)", lambda here: here.roll("row.skill"))
    effect = Resist(resist=ref("action.hit"), with_=rolled, not_below=RANK, if_=YES)
    (left,) = settled(effect, HERE)
    assert isinstance(left, Resist)
    assert left.with_ is rolled
    assert left.not_below is RANK
    assert left.if_ is YES


def test_what_the_situation_does_not_say_is_told() -> None:
    with pytest.raises(Unworkable, match="rank"):
        settled(Roll(roll="chosen", by=DICE), Situation(World()))
