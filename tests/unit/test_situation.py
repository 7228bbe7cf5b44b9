"""What a situation answers, and what effects come to in it: conditions decided, amounts known."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from small_world import CODE, Someone, World, ref

from freed6c.runtime.amounts import Formula, Modifier, Quantity
from freed6c.runtime.effects import (
    Duration,
    Modify,
    Move,
    Narrate,
    OneOf,
    Resist,
    Roll,
)
from freed6c.runtime.entries.tables import Column, Row, Table
from freed6c.runtime.play.effects import constant, settled
from freed6c.runtime.record import FormulaError, Ref
from freed6c.runtime.situation import Situation

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


WORLD = World()
BAND, CONDITION = "band.ladder.low", "condition.harm.hurt"


def situation(**names: Any) -> Situation:
    return Situation(WORLD, names, Someone({"value.armour": 2}))


def test_an_entry_may_stand_for_a_reference() -> None:
    here = situation(state=WORLD.entry(CONDITION))
    assert here.entry("state") == ref(CONDITION)


def test_parts_of_a_name_are_found_in_it() -> None:
    here = situation(row=ref("row.reach.1"), chosen=ref(CONDITION))
    assert here.integer("row.limit") == 7
    assert here.integer("chosen.rank") == 2
    near = here.knowing({"row.limit": 8})
    assert (here.integer("row.limit"), near.integer("row.limit")) == (7, 8)


def table(rows: list[Row], **columns: Column) -> Table:
    return Table(id="table.made", name="Made", columns=columns, rows=tuple(rows))


def row(key: str, cells: Mapping[str, Any], **fields: Any) -> Row:
    return Row(id=f"row.made.{key}", parent=ref("table.made"), cells=cells, **fields)


def asking(made: Table) -> Situation:
    world = World()
    world.entries |= {one.id: one for one in made.tree()}
    return Situation(world)


NUMBER = Column(name="Number", type="integer")
FOUND = Column(name="Found by", type="integer", lookup=True)


def test_a_row_is_found_by_its_key_or_name() -> None:
    rows = [row("one", {"n": 1}), row("two", {"n": 2}, name="The second")]
    here = asking(table(rows, n=NUMBER))
    assert here.lookup("table.made", "one", "n", int) == 1
    assert here.lookup("table.made", "The second", "n", int) == 2
    assert here.lookup("table.made", ref("row.made.two"), "n", int) == 2


def test_a_row_is_found_by_what_it_stands_for() -> None:
    here = asking(table([row("low", {"n": 1}, represents=ref(BAND))], n=NUMBER))
    assert here.lookup("table.made", ref(BAND), "n", int) == 1


@pytest.mark.parametrize("value", [6, Fraction(6), ref(CONDITION), CODE(6)])
def test_a_row_is_found_by_a_column(value: Any) -> None:
    rows = [row("x", {"by": 4, "n": 1}), row("y", {"by": value, "n": 2})]
    here = asking(table(rows, by=FOUND, n=NUMBER))
    assert here.lookup("table.made", value, "n", int) == 2


LASTS = Duration(text="always", form="always")
ODD = asking(table([row("one", {"list": (1, 2), "duration": LASTS})], list=NUMBER))


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda here: here.integer("rank"), "rank has no value here"),
        (lambda here: here.integer("row.rank"), "row.rank has no value here"),
        (lambda here: here.integer("word"), "word cannot be yes here"),
        (lambda here: here.integer("nothing"), "nothing is blank here"),
        (lambda here: here.integer("state.limit"), "condition.harm.hurt has no 'limit'"),
        (lambda here: here.entry("word"), "word cannot be yes here"),
        (lambda here: here.value("value.luck", int), " has no luck"),
        (lambda here: here.value("value.armour", bool), "armour cannot be 2 here"),
        (lambda here: here.top(None), "the band is blank here"),
        (lambda here: here.top("band.ladder.high"), "this band is open at the top"),
        (lambda here: here.place("band.ladder.none"), "unknown entry band.ladder.none"),
        (lambda here: here.count("band.none"), "unknown entry band.none"),
        (lambda here: here.band("track.harm", 1), "unknown benchmark track.harm"),
        (lambda here: here.row("table.reach", 9), "Reach has no row for 9"),
        (lambda here: here.lookup("table.reach", 2, "limit", int), "limit is blank here"),
        (lambda here: here.lookup("table.reach", 2, "none", int), "reach.2 has no 'none'"),
        (lambda _: ODD.lookup("table.made", "one", "list", int), "cannot use the value"),
        (lambda _: ODD.lookup("table.made", "one", "duration", str), "cannot use the value"),
        (lambda _: Situation(WORLD).fixed("ability.might"), "this needs a character"),
        (lambda _: Situation(WORLD).value("value.armour", int), "armour needs a character"),
    ],
)  # fmt: skip
def test_what_has_no_answer(ask: Callable[[Situation], object], message: str) -> None:
    here = situation(word="yes", nothing=None, state=ref(CONDITION))
    with pytest.raises(FormulaError) as raised:
        ask(here)
    assert message in raised.value.message


def test_references_of_a_situation_find_their_entries() -> None:
    found = situation().ref(BAND)
    assert found == Ref(BAND)
    assert found.entry is WORLD.entry(BAND)


HERE = Situation(World(), {"rank": 3})


def formula(text: str, works: Callable[[Situation], Any]) -> Formula[Any]:
    return Formula(text=text, works=works)


RANK = formula("rank", lambda here: here.integer("rank"))
DICE = formula("rank * 1D", lambda here: Modifier.of(CODE(here.integer("rank"))))
FEET = Quantity(amount=5, unit="ft")
WAY = formula("rank * 5 ft", lambda here: here.integer("rank") * FEET)
NO = formula("rank > 3", lambda here: here.integer("rank") > 3)
YES = formula("rank = 3", lambda here: here.integer("rank") == 3)


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
    with pytest.raises(FormulaError, match="rank"):
        settled(Roll(roll="chosen", by=DICE), Situation(World()))
