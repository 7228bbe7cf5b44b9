"""What formulas are worth: exactly, within bounds, and where they have no value."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING

import pytest
import random_formulas
from small_world import CODE, Someone, World, ref

from freed6c.diagnostics.codes import formulas as codes
from freed6c.formula.checker import check
from freed6c.formula.evaluator import evaluate
from freed6c.formula.lexer import MAX_DENOMINATOR, MAX_NUMBER
from freed6c.formula.parser import parse
from freed6c.formula.scope import BadFormulaError, Signature, SymbolTable
from freed6c.formula.typed_tree import Definition
from freed6c.formula.types import (
    DIE_CODE,
    FRACTION,
    INTEGER,
    MODIFIER,
    POOL,
    Type,
)
from freed6c.packs.limits import Budget, TooMuchWork
from freed6c.runtime.amounts import FormulaPool, Modifier, Quantity, Range, die_codes
from freed6c.runtime.record import Ref
from freed6c.runtime.situation import FormulaCharacter, FormulaValue, Situation

if TYPE_CHECKING:
    from collections.abc import Mapping


FORMULAS = {
    "fixed-value": (("code", DIE_CODE), INTEGER, "per-die * dice(code) + pips(code)"),
    "halved": (("x", INTEGER), INTEGER, "floor(x / (x - 2))"),
    "sum-to": (("n", INTEGER), INTEGER, "if(n = 0, 0, n + sum-to(n - 1))"),
    "forever": (("n", INTEGER), INTEGER, "forever(n + 1)"),
    "twice": (("n", INTEGER), INTEGER, "if(n = 0, 1, twice(n - 1) + twice(n - 1))"),
    "gamble": (("n", INTEGER), FRACTION, "if(n = 0, 1, chance(1D, n) + gamble(n - 1))"),
    "scared": (("by", MODIFIER), MODIFIER, "2 * by"),
}
CONSTANTS: Mapping[str, FormulaValue] = {"per-die": 3}

SCOPE = replace(
    random_formulas.SCOPE,
    formulas={key: Signature((p,), gives) for key, (p, gives, _) in FORMULAS.items()},
    words={"edge": "B"},
    units=dict.fromkeys(["ft", "in", "mile"], "length"),
)


def definition(key: str) -> Definition:
    (name, of), gives, text = FORMULAS[key]
    names = {name: of, "per-die": INTEGER}
    scope = SymbolTable(pips_per_die=3, names=names, formulas=SCOPE.formulas)
    return Definition((name,), CONSTANTS, check(parse(text), scope, gives))


DEFINITIONS = {key: definition(key) for key in FORMULAS}
SOMEONE = Someone({"value.armour": 2})


NAMES: Mapping[str, FormulaValue] = MappingProxyType(
    {
        "code": CODE(4, 1),
        "rank": 3,
        "ready": True,
        "row.limit": None,
        "spread": Range(low=2),
    }
)


def worth(
    text: str,
    wanted: Type | None = None,
    character: FormulaCharacter | None = SOMEONE,
) -> FormulaValue:
    checked = check(parse(text), SCOPE, wanted)
    assert checked.problems == ()
    return evaluate(checked, Situation(World(), NAMES, character), DEFINITIONS)


def many(token: str, count: int, **fields: bool) -> Modifier:
    return Modifier(token=token, count=count, **fields)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1 + 2 * 3", 7),
        ("7 / 2", Fraction(7, 2)),
        ("0.1 + 0.2", Fraction(3, 10)),
        ("-7 mod 3", 2),
        ("floor(-7 / 2)", -4),
        ("ceil(7 / 2)", 4),
        ("abs(-2.5)", Fraction(5, 2)),
        ("min(3, 1, 2)", 1),
        ("max(1, 2.5)", Fraction(5, 2)),
        ("if(ready, 1, 1 / 0)", Fraction(1)),
        ("if(not ready, 1 / 0, 2)", Fraction(2)),
        ("ready or 1 / 0 = 1", True),
        ("not ready and 1 / 0 = 1", False),
        ("not ready or rank = 3", True),
        ("ready and rank = 2", False),
        ("rank = 3.0", True),
        ("rank != 3", False),
        ("rank != 2", True),
        ("1 ft != 1.0 ft", False),
        ("rank within 1 to 3", True),
        ("rank within 4 to 9", False),
        ("rank within spread", True),
        ("1D+1 + 2D+2", CODE(4)),
        ("code - (1D+2)", CODE(2, 2)),
        ("2 * code", CODE(8, 2)),
        ("max(code, 4D+2)", CODE(4, 2)),
        ("code > 4D", True),
        ("dice(code) + pips(code)", 5),
        ("3D+4", FormulaPool(dice=3, adds=4)),
        ("code + 4", FormulaPool(dice=4, adds=5)),
        ("code + -1D", FormulaPool(dice=3, adds=1)),
        ("3D B2 + B1", FormulaPool(dice=3, tokens=(("B", 3),))),
        (
            "5D+1 WD8 2WD B2",
            FormulaPool(dice=5, adds=1, tokens=(("WD8", 1), ("WD", 2), ("B", 2))),
        ),
        ("3D+4 - 5", FormulaPool(dice=3, adds=-1)),
        ("-1D", Modifier(dice=-1)),
        ("-1D+1", Modifier(dice=-1, pips=1)),
        ("-1D-1", Modifier(dice=-1, pips=-1)),
        ("+2D-1", Modifier(dice=2, pips=-1)),
        ("+2D+1", Modifier(dice=2, pips=1)),
        ("-(1D+1)", Modifier(dice=-1, pips=-1)),
        ("2 * -1D+1", Modifier(dice=-2, pips=2)),
        ("code + -1D+1", FormulaPool(dice=3, adds=2)),
        ("5D + -1D-1", FormulaPool(dice=4, adds=-1)),
        ("±1WD", many("WD", 1, either_way=True)),
        ("±2", Modifier(adds=2, either_way=True)),
        ("edge", many("B", 1)),
        ("rank * B2", many("B", 6)),
        ("5 ft + 1.5 ft", Quantity(amount=Fraction(13, 2), unit="ft")),
        ("rank * 5 ft", Quantity(amount=Fraction(15), unit="ft")),
        ("-5 ft / 2", Quantity(amount=Fraction(-5, 2), unit="ft")),
        ("1 ft / 4 ft", Fraction(1, 4)),
        ("2 ft within 1 ft to 2 ft", True),
        ("max(1 ft, 3 ft)", Quantity(amount=3, unit="ft")),
        ("1 ft = 1.0 ft", True),
        ("1 to 3", Range(low=1, high=3)),
        ("fixed-value(6D+2)", 20),
        ("sum-to(20)", 210),
        ("fixed(might) + armour", 17),
        ("roll(might)", 14),
        ("rating(might)", CODE(3, 1)),
        ("without-ability(might)", CODE(1)),
        ("has(might)", True),
        ("points(mana)", 1),
        ("taken(leap)", 1),
        ("harm", ref("track.harm")),
        ("band(ladder, 4)", ref("band.ladder.low")),
        ("top(band(ladder, 4)) - bottom(band(ladder, 9))", -1),
        ("place(band(ladder, 6))", 2),
        ("place(band(ladder, 0))", 0),
        ("nth(harm, 2) = hurt", True),
        ("nth(harm, 4)", None),
        ("nth(harm, 0)", None),
        ("count(harm)", 3),
        ("lookup(reach, 1, limit)", 7),
        ("lookup(reach, 2, limit)", None),
        ("if-blank(lookup(reach, 2, limit), rank)", 3),
        ("if-blank(lookup(reach, 1, limit), floor(1 / 0))", 7),
        ("if-blank(row.limit, 1)", 1),
    ],
)
def test_values(text: str, value: FormulaValue) -> None:
    found = worth(text)
    assert found == value
    same = isinstance(value, Ref) and isinstance(found, Ref)
    assert same or type(found) is type(value)


@pytest.mark.parametrize(
    ("text", "wanted", "value"),
    [
        ("2", MODIFIER, Modifier(adds=2)),
        ("0", MODIFIER, Modifier()),
        ("code", MODIFIER, Modifier(dice=4, pips=1)),
        ("min(0, 1 - rank) * 1D", MODIFIER, Modifier(dice=-2)),
        ("-1 * (-2 * 1D)", MODIFIER, Modifier(dice=2)),
        ("if(ready, -1D, 2)", MODIFIER, Modifier(dice=-1)),
        ("scared(1)", MODIFIER, Modifier(adds=2)),
        ("3D - 4D", MODIFIER, Modifier(dice=-1)),
        ("3D+1 - code", MODIFIER, Modifier(dice=-1)),
        ("3D+1 - (2D+2)", MODIFIER, Modifier(pips=2)),
        ("2D - (code - 1D) - (1D+2) + 0D+1", MODIFIER, Modifier(dice=-2, pips=-2)),
        ("-(if(ready, 1D - code, 0) * 2)", MODIFIER, Modifier(dice=6, pips=2)),
        ("code", POOL, FormulaPool(dice=4, adds=1)),
    ],
)
def test_values_become_what_is_wanted(
    text: str, wanted: Type, value: FormulaValue
) -> None:
    assert worth(text, wanted) == value


@pytest.mark.parametrize(
    ("text", "marked", "message"),
    [
        ("1 + rank / (3 - rank)", "rank / (3 - rank)", "division by"),
        ("1 + rank mod 0", "rank mod 0", "division by zero"),
        ("1D - code", "1D - code", "the result would be less than 0D"),
        ("-rank * code", "-rank * code", "the result would be less than 0D"),
        ("1D+4 + -2D", "1D+4 + -2D", "the result would be less than 0D"),
        ("code + ±1D", "code + ±1D", "plus or minus must be chosen"),
        ("1 ft = 1 mile", "1 ft = 1 mile", "cannot convert mile to ft"),
        ("1 ft + 1 mile", "1 ft + 1 mile", "cannot convert mile to ft"),
        ("2 + top(band(ladder, 9))", "top(band(ladder, 9))", "this band is open at"),
        ("top(band(ladder, 0))", "top(band(ladder, 0))", "the band is blank here"),
        ("lookup(reach, 9, limit)", "lookup(reach, 9, limit)", "Reach has no row"),
        ("1 + halved(2)", "halved(2)", "in halved: division by zero"),
        ("forever(1)", "forever(1)", "this takes more than 100000 steps"),
        ("twice(20)", "twice(20)", "this takes more than 100000 steps"),
        ("1 + 999999999999 * 2", "999999999999 * 2", "the result is too large"),
        (f"1{' / 999999999999' * 6}", f"1{' / 999999999999' * 6}", "the result is too large"),
        ("chance(1001D, 9)", "chance(1001D, 9)", "cannot calculate these odds: more than 1000"),
        (
            "1 + mean(2D WD, bare)",
            "mean(2D WD, bare)",
            "cannot calculate these odds: bare has no token",
        ),
        ("chance(3D WD, 999999999)", "chance(3D WD, 999999999)", "cannot calculate these odds"),
        ("gamble(60)", "gamble(60)", "this takes more than 100000 steps"),
    ],
)  # fmt: skip
def test_what_cannot_be_worked_out(text: str, marked: str, message: str) -> None:
    with pytest.raises(BadFormulaError) as raised:
        worth(text)
    problem = raised.value
    assert problem.code is codes.FAILED
    assert text[problem.start : problem.end] == marked
    assert problem.message.startswith(message)


@pytest.mark.parametrize(
    "text",
    ["[1 / 0]", "2 * ([1 / 0] + 3)", "max(1, [1 mod 0])", "1 + [halved(2)]"],
)
def test_only_the_part_of_a_formula_that_has_no_value_is_marked(text: str) -> None:
    before, marked, after = text.replace("]", "[").split("[")
    with pytest.raises(BadFormulaError) as raised:
        worth(before + marked + after)
    problem = raised.value
    assert (problem.start, problem.end) == (len(before), len(before + marked))


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("chance(5D, 10)", Fraction(425, 432)),
        ("chance(3D + 4, 10)", Fraction(103, 108)),
        ("chance(code, 5)", 1),
        ("chance(5D, 10, bare)", Fraction(209, 216)),
        ("chance(1D+1 + edge, 6)", Fraction(5, 9)),
        ("mean(code)", 15),
        ("mean(1D WD)", Fraction(21, 5)),
        ("mean(1D WD8)", 6),
        ("lowest(3D+2)", 5),
        ("highest(3D+2)", 20),
        ("highest(3D WD)", None),
        ("if-blank(highest(1D WD4), 0)", 4),
    ],
)
def test_odds(text: str, value: object) -> None:
    assert worth(text) == value


@pytest.mark.parametrize("function", ["rating", "fixed", "roll", "has"])
def test_what_needs_a_character(function: str) -> None:
    text = f"{function}(might)"
    with pytest.raises(BadFormulaError) as raised:
        worth(text, character=None)
    assert raised.value.message == "this needs a character, but there is none here"
    assert (raised.value.start, raised.value.end) == (0, len(text))


def test_a_formula_that_calls_a_broken_one_says_so() -> None:
    checked = check(parse("1 + halved(4)"), SCOPE)
    with pytest.raises(BadFormulaError, match="formula halved has an error"):
        evaluate(checked, Situation(World(), NAMES, SOMEONE), {})


def test_a_number_that_nobody_has() -> None:
    with pytest.raises(BadFormulaError) as raised:
        worth("1 + armour", character=None)
    assert raised.value.message == "armour needs a character"
    assert raised.value.start == 4


def test_a_ruleset_says_how_many_pips_make_a_die() -> None:
    scope = SymbolTable(pips_per_die=4)
    checked = check(parse("1D+3 + 1D+3"), scope)
    four = die_codes(4)
    assert evaluate(checked, Situation(World(four))) == four(3, 2)


def test_the_largest_number() -> None:
    assert worth(f"{MAX_NUMBER - 1} + 1") == MAX_NUMBER


def test_the_smallest_fraction() -> None:
    assert worth(f"1{f' / {MAX_NUMBER}' * 5}") == Fraction(1, MAX_DENOMINATOR)


def test_what_formulas_may_take_together() -> None:
    checked, here = check(parse("1 + 2"), SCOPE), Situation(World())
    budget = Budget(9)
    while budget.left > 0:
        assert evaluate(checked, here, budget=budget) == 3
    with pytest.raises(TooMuchWork):
        budget.spend(1)


def test_formulas_may_wait_for_each_other_as_deeply_as_they_need() -> None:
    assert worth("sum-to(1000)") == 500_500
