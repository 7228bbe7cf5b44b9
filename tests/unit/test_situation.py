"""What a situation answers, and what it says where it cannot."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest
from small_world import CODE, Someone, World, ref

from freed6c.runtime.amounts import Quantity, Range
from freed6c.runtime.effects import Duration
from freed6c.runtime.entries.tables import Column, Row, Table
from freed6c.runtime.record import Ref, Unworkable
from freed6c.runtime.situation import Situation

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


WORLD = World()
BAND, CONDITION = "band.ladder.low", "condition.harm.hurt"


def situation(**names: Any) -> Situation:
    return Situation(WORLD, names, Someone({"value.armour": 2}))


def test_names_have_types() -> None:
    here = situation(
        rank=3,
        share=2,
        ready=True,
        word="yes",
        code=CODE(2),
        far=Quantity(amount=5, unit="ft"),
        span=Range(low=1),
        state=ref(CONDITION),
        nothing=None,
    )
    assert here.integer("rank") == 3
    assert type(here.fraction("share")) is Fraction
    assert here.boolean("ready")
    assert here.text("word") == "yes"
    assert here.die_code("code") == CODE(2)
    assert here.quantity("far").unit == "ft"
    assert here.given("span", Range[int]).low == 1
    assert here.entry("state").entry is WORLD.entry(CONDITION)
    assert here.optional("nothing", int) is None
    assert here.optional("rank", int) == 3


def test_an_entry_may_stand_for_a_reference() -> None:
    here = situation(state=WORLD.entry(CONDITION))
    assert here.entry("state") == ref(CONDITION)


def test_parts_of_a_name_are_found_in_it() -> None:
    here = situation(row=ref("row.reach.1"), chosen=ref(CONDITION))
    assert here.integer("row.limit") == 7
    assert here.integer("chosen.rank") == 2
    near = here.knowing({"row.limit": 8})
    assert (here.integer("row.limit"), near.integer("row.limit")) == (7, 8)


def test_numbers_of_bands_and_places() -> None:
    here = situation()
    assert here.band("benchmark.ladder", 0) is None
    assert here.band("benchmark.ladder", 5) == ref(BAND)
    assert (here.bottom(BAND), here.top(BAND)) == (1, 5)
    assert here.place(CONDITION) == here.place(ref(CONDITION)) == 2
    assert here.place(BAND) == 1
    assert here.place("row.reach.2") == 2
    assert here.place(None) == 0
    assert here.nth("track.harm", 3) == ref("condition.harm.out")
    assert here.nth("track.harm", 4) is None
    assert here.count("track.harm") == 3


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
    here = asking(table([row("low", {"n": 1}, stands_for=ref(BAND))], n=NUMBER))
    assert here.lookup("table.made", ref(BAND), "n", int) == 1


@pytest.mark.parametrize("value", [6, Fraction(6), ref(CONDITION), CODE(6)])
def test_a_row_is_found_by_a_column(value: Any) -> None:
    rows = [row("x", {"by": 4, "n": 1}), row("y", {"by": value, "n": 2})]
    here = asking(table(rows, by=FOUND, n=NUMBER))
    assert here.lookup("table.made", value, "n", int) == 2


def test_blank_cells() -> None:
    here = situation()
    assert here.lookup_optional("table.reach", 2, "limit", int) is None
    assert here.if_blank(None, 3) == here.or_else(None, lambda: 3) == 3
    assert here.if_blank(2, 3) == here.or_else(2, lambda: 1 // 0) == 2
    assert here.turned(None, Fraction) is None
    assert here.turned(2, Fraction) == Fraction(2)


def test_what_a_character_is_asked() -> None:
    here = situation()
    assert here.fixed("ability.might") == here.fixed(ref("ability.might")) == 13
    assert here.roll("ability.might") == 14
    assert here.rating("ability.might") == CODE(3, 1)
    assert here.without_ability("ability.might") == CODE(1)
    assert here.has("ability.might")
    assert here.value("value.armour", int) == 2


LASTS = Duration(text="always", form="always")
ODD = asking(table([row("one", {"list": (1, 2), "lasts": LASTS})], list=NUMBER))


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda here: here.integer("rank"), "nothing says what rank is here"),
        (lambda here: here.integer("row.rank"), "nothing says what row.rank is here"),
        (lambda here: here.integer("word"), "word cannot be yes here"),
        (lambda here: here.integer("nothing"), "nothing is blank here"),
        (
            lambda here: here.integer("state.limit"),
            "condition.harm.hurt has no 'limit'",
        ),
        (lambda here: here.entry("word"), "word cannot be yes here"),
        (lambda here: here.value("value.luck", int), " has no luck"),
        (lambda here: here.value("value.armour", bool), "armour cannot be 2 here"),
        (lambda here: here.top(None), "there is no band here"),
        (lambda here: here.top("band.ladder.high"), "this band is open at the top"),
        (
            lambda here: here.place("band.ladder.none"),
            "band.ladder.none cannot be read",
        ),
        (lambda here: here.count("band.none"), "band.none cannot be read"),
        (lambda here: here.band("track.harm", 1), "track.harm cannot be read"),
        (lambda here: here.row("table.reach", 9), "Reach has no row for 9"),
        (
            lambda here: here.lookup("table.reach", 2, "limit", int),
            "limit is blank here",
        ),
        (
            lambda here: here.lookup("table.reach", 2, "none", int),
            "reach.2 has no 'none'",
        ),
        (
            lambda _: ODD.lookup("table.made", "one", "list", int),
            "cannot work with what",
        ),
        (
            lambda _: ODD.lookup("table.made", "one", "lasts", str),
            "cannot work with what",
        ),
        (lambda _: Situation(WORLD).fixed("ability.might"), "this needs a character"),
        (lambda _: Situation(WORLD).value("value.armour", int), "nobody is here whose"),
    ],
)
def test_what_has_no_answer(ask: Callable[[Situation], object], message: str) -> None:
    here = situation(word="yes", nothing=None, state=ref(CONDITION))
    with pytest.raises(Unworkable) as raised:
        ask(here)
    assert message in raised.value.message


def test_references_of_a_situation_find_their_entries() -> None:
    found = situation().ref(BAND)
    assert found == Ref(BAND)
    assert found.entry is WORLD.entry(BAND)
