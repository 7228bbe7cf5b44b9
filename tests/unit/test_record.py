"""Records and amounts: what they refuse, when they are equal, how they are copied."""

from __future__ import annotations

import copy
import operator
import pickle
from fractions import Fraction
from typing import Any

import pytest
from small_world import World

from freed6c.model.type_hints import MODULES, fields
from freed6c.runtime.amounts import (
    Formula,
    FormulaPool,
    Modifier,
    Quantity,
    Range,
    die_codes,
)
from freed6c.runtime.effects import Forbid, Modify
from freed6c.runtime.entries.dice import Event
from freed6c.runtime.entries.tables import Band, Row
from freed6c.runtime.entries.world import Skill, Term
from freed6c.runtime.play.execution import Purchase
from freed6c.runtime.record import Entry, FormulaError, Record, Ref
from freed6c.runtime.situation import Situation

BUILDERS: dict[str, Any] = {
    cls.__name__: cls for cls in (Band, Purchase, Modifier, Quantity, Range, Row, Term)
}
"""Without their types: what is tried here, a type checker would refuse."""


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("Modifier", {"adz": -2}, "Modifier has no field 'adz': did you mean 'adds'?"),
        ("Range", {"middle": 3}, "Range has no field 'middle': its fields are low and high"),
        ("Quantity", {"amount": 3}, "Quantity needs unit"),
        ("Band", {"id": "band.ladder.easy"}, "Band needs name, range, parent and place"),
        ("Row", {"id": "row.a.b"}, "Row needs parent"),
        ("Purchase", {"subtract": True}, "Purchase needs pick"),
        (
            "Purchase",
            {"subtrac": True, "pick": None},
            "Purchase has no field 'subtrac': did you mean 'subtract'?",
        ),
        (
            "Term",
            {"id": "term.a", "name": "A", "zz": "a"},
            (
                "Term has no field 'zz': its fields are"
                " id, name, text, aliases, keywords, source and attested"
            ),
        ),
    ],
)  # fmt: skip
def test_fields_are_those_of_the_class(
    name: str, given: dict[str, object], message: str
) -> None:
    with pytest.raises(TypeError) as refused:
        BUILDERS[name](**given)
    assert str(refused.value) == message


def test_fields_are_given_by_name() -> None:
    with pytest.raises(TypeError) as refused:
        BUILDERS["Range"](1, 2)
    assert str(refused.value) == "Range takes its fields by name: low and high"


def test_a_changed_record_has_the_same_fields() -> None:
    reach = Range(low=1, high=5)
    assert reach.but(high=6) == Range(low=1, high=6)
    with pytest.raises(TypeError, match=r"Range has no field 'hight': .* 'high'\?"):
        reach.but(hight=6)


def test_defaults_are_found_on_the_class() -> None:
    assert Modifier().adds == 0
    assert "adds" not in Modifier().__dict__
    assert Modifier(adds=0) == Modifier()
    assert hash(Modifier(adds=0)) == hash(Modifier())


def subclasses(cls: type[Record]) -> list[type[Record]]:
    """All that inherit from a class in the runtime."""
    found = [
        one for one in cls.__subclasses__() if one.__module__.startswith("freed6c")
    ]
    return found + [below for one in found for below in subclasses(one)]


def test_the_fields_of_a_class_are_those_that_packs_know() -> None:
    for cls in subclasses(Record):
        if cls.__module__ in {module.__name__ for module in MODULES}:
            given = {field.name: None for field in fields(cls)}
            assert cls(**given).__dict__ == given


class Plain(Term):
    """A class without fields of its own, as those of generated packages are."""


class Named(Term):
    """A class that has another default."""

    name: str = "Somebody"


def test_classes_below_have_the_fields_of_those_above() -> None:
    assert Plain(id="term.a", name="A").name == "A"
    assert Named(id="term.a").name == "Somebody"
    with pytest.raises(TypeError, match="Plain needs name"):
        Plain(id="term.a")  # type: ignore[call-arg]


EQUAL: list[tuple[object, object]] = [
    (Range(low=3, high=5), Range(low=Fraction(3), high=Fraction(5))),
    (Quantity(amount=3, unit="ft"), Quantity(amount=Fraction(3), unit="ft")),
    (Event(shows={"d6": "1", "d8": "2"}, text="A"), Event(text="A", shows={"d8": "2", "d6": "1"})),
    (
        Range(low=Quantity(amount=1, unit="ft")),
        Range(low=Quantity(amount=Fraction(1), unit="ft"), high=None),
    ),
    (
        Modify(modify="checks", by=Modifier(adds=1), of=(Ref("skill.a"),)),
        Modify(of=(Ref("skill.a"),), modify="checks", by=Modifier(adds=1, dice=0)),
    ), (FormulaPool(dice=1, tokens=(("A", 1), ("B", 2))), FormulaPool(dice=1, tokens=(("B", 2),
    ("A", 1)))), (Formula[int](text="1"), Formula(text="1", works=lambda _here: 1)),
]  # fmt: skip


@pytest.mark.parametrize(("first", "second"), EQUAL)
def test_equal_values_hash_equally(first: object, second: object) -> None:
    assert first == second
    assert hash(first) == hash(second)
    assert {first} == {second}


def test_what_differs_is_not_equal() -> None:
    assert Range(low=3) != Range(high=3)
    assert Modifier(adds=1) != Forbid(forbid="actions")
    assert len({Modifier(adds=amount) for amount in range(100)}) == 100


def test_a_record_that_holds_something_mutable_has_a_hash() -> None:
    held: Any = [1, 2]
    again: Any = [1, 2]
    assert hash(Range(low=held)) == hash(Range(low=again))


STRIKE = Skill(id="skill.strike", name="Strike", parent=Ref("ability.strength"))
RECORDS: list[Record] = [
    Modifier(adds=2),
    Range(low=Quantity(amount=1, unit="ft")),
    Event(shows={"d6": "1"}, text="A"),
    STRIKE,
]


@pytest.mark.parametrize("record", RECORDS)
def test_copies_are_equal_and_frozen(record: Record) -> None:
    copies = [copy.copy(record), copy.deepcopy(record)]
    copies += [pickle.loads(pickle.dumps(record, n)) for n in range(2, 6)]  # noqa: S301
    for another in copies:
        assert another == record
        assert hash(another) == hash(record)
        with pytest.raises(AttributeError, match="cannot be changed"):
            another.name = "Other"
        with pytest.raises(AttributeError, match="cannot be changed"):
            del another.name  # type: ignore[attr-defined]


def test_entries_are_equal_if_all_their_fields_are() -> None:
    assert STRIKE.but(trained_only=False) == STRIKE
    assert STRIKE.but(name="Hit") != STRIKE
    assert STRIKE.but(id="skill.hit") != STRIKE
    assert Entry(id="skill.strike", name="Strike") != STRIKE


CODE = die_codes(3)


@pytest.mark.parametrize("name", ["dice", "pips", "worth", "more"])
def test_a_die_code_cannot_be_changed(name: str) -> None:
    code: Any = CODE(2, 1)
    with pytest.raises(AttributeError, match=f"a die code cannot be changed: {name}"):
        setattr(code, name, 5)
    with pytest.raises(AttributeError, match=f"a die code cannot be changed: {name}"):
        delattr(code, name)
    assert str(code) == "2D+1"


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy])
def test_a_copied_die_code_is_equal(again: Any) -> None:
    assert again(CODE(2, 1)) == CODE(2, 1)


@pytest.mark.parametrize("work", [operator.add, operator.sub, operator.lt])
@pytest.mark.parametrize("other", [1, "1D", None])
def test_a_die_code_goes_with_die_codes_alone(work: Any, other: Any) -> None:
    with pytest.raises(TypeError):
        work(CODE(2), other)


def feet(amount: int | Fraction) -> Quantity:
    return Quantity(amount=amount, unit="ft")


def test_results_say_no_more_than_they_must() -> None:
    assert vars(2 * Modifier(dice=1)) == {"dice": 2}
    assert vars(FormulaPool(dice=3) + Modifier(dice=-3)) == {"dice": 0}
    assert vars(feet(5) / 2 * 2) == {"amount": 5, "unit": "ft"}
    assert type((feet(5) / 2 * 2).amount) is int


def test_other_things_are_not_equal() -> None:
    assert feet(5) != Quantity(amount=5, unit="m")
    assert FormulaPool(dice=1) != FormulaPool(dice=1, adds=1)
    assert Modifier(dice=1) != Modifier(pips=1)


def test_a_formula_is_its_text() -> None:
    works: Formula[int] = Formula(text="1 + 1", works=lambda _here: 2)
    assert works == Formula(text="1 + 1")
    assert hash(works) == hash(Formula(text="1 + 1"))
    assert works != Formula(text="2")
    assert works(Situation(World())) == 2


@pytest.mark.parametrize(
    ("works", "message"),
    [
        (None, "cannot calculate 'x'"),
        (lambda _here: 1 // 0, "division by zero"),
        (lambda _here: CODE(1) - CODE(2), "less than 0D"),
        (lambda here: here.integer("x"), "x has no value here"),
    ],
)
def test_why_a_formula_has_no_value(works: Any, message: str) -> None:
    formula: Formula[object] = Formula(text="x", works=works)
    with pytest.raises(FormulaError, match=message):
        formula(Situation(World()))


def test_formulas_that_call_each_other_without_an_end() -> None:
    def works(here: Situation) -> int:
        return works(here) + 1

    with pytest.raises(FormulaError, match="depend on each other in a circle"):
        Formula(text="x", works=works)(Situation(World()))
