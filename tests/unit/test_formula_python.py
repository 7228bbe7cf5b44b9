"""How formulas are written in Python."""

from __future__ import annotations

import pytest

from freed6c.formula.check import check
from freed6c.formula.parse import parse
from freed6c.formula.scope import Found, Scope, Signature, Token
from freed6c.formula.to_python import to_python
from freed6c.formula.types import (
    BOOLEAN,
    DIE_CODE,
    FRACTION,
    INTEGER,
    MODIFIER,
    POOL,
    EntryOf,
    QuantityOf,
    RangeOf,
    Type,
)
from freed6c.packs.names import python_name


class Entries:
    def find(self, written: str) -> tuple[Found, ...]:
        return (Found("ability.might", EntryOf("ability", "ability.might")),) * (
            written == "might"
        )

    def known(self) -> tuple[str, ...]:
        return ()


SCOPE = Scope(
    pips_per_die=3,
    names={
        "code": DIE_CODE,
        "per-die": INTEGER,
        "rank": INTEGER,
        "share": FRACTION,
        "ready": BOOLEAN,
        "change": MODIFIER,
        "lambda": INTEGER,
        "min": INTEGER,
        "row.rank": INTEGER,
        "reach": QuantityOf("length"),
        "spread": RangeOf(INTEGER),
    },
    formulas={
        "fixed-value": Signature((("code", DIE_CODE),), INTEGER),
        "scaled": Signature((("by", FRACTION),), FRACTION),
        "shifted": Signature((("by", MODIFIER),), MODIFIER),
    },
    references=Entries(),
    tokens={"B": Token(), "WD": Token("sides")},
    units={"ft": "length"},
)


@pytest.mark.parametrize(
    ("text", "python", "imports"),
    [
        (
            "floor(per-die * dice(code)) + pips(code)",
            "per_die * code.dice + code.pips",
            "",
        ),
        ("floor(share * dice(code))", "floor(share * code.dice)", "floor"),
        ("floor((rank - 1) / 2)", "(rank - 1) // 2", ""),
        ("ceil(rank / 2)", "ceil(Fraction(rank, 2))", "Fraction ceil"),
        ("3.5", "Fraction(7, 2)", "Fraction"),
        ("2.0", "Fraction(2)", "Fraction"),
        ("rank / 2", "Fraction(rank, 2)", "Fraction"),
        ("share / 2", "share / 2", ""),
        ("rank mod 5", "rank % 5", ""),
        ("rank - (1 - rank)", "rank - (1 - rank)", ""),
        ("(rank - 1) - rank", "rank - 1 - rank", ""),
        ("2 * (rank + 1)", "2 * (rank + 1)", ""),
        ("-(rank + 1)", "-(rank + 1)", ""),
        ("-rank * 2", "-rank * 2", ""),
        ("lambda + row.rank", "lambda_ + row.rank", ""),
        ("not rank = 1", "rank != 1", ""),
        ("not rank < 1", "not rank < 1", ""),
        ("(rank = 1) = ready", "(rank == 1) == ready", ""),
        ("ready and (ready or rank != 1)", "ready and (ready or rank != 1)", ""),
        ("rank within 1 to 5", "1 <= rank <= 5", ""),
        ("if(ready, 1, 2)", "1 if ready else 2", ""),
        ("if(ready, 1, 2) + 1", "(1 if ready else 2) + 1", ""),
        (
            "if(ready, 1, if(rank = 1, 2, 3))",
            "1 if ready else 2 if rank == 1 else 3",
            "",
        ),
        ("if(ready, 1, 2.5)", "Fraction(1) if ready else Fraction(5, 2)", "Fraction"),
        ("max(rank, 2.5)", "max(Fraction(rank), Fraction(5, 2))", "Fraction"),
        ("max(rank)", "rank", ""),
        ("abs(rank - 1)", "abs(rank - 1)", ""),
        ("3D+1", "DieCode(3, 1)", "DieCode"),
        ("3D + code", "DieCode(3) + code", "DieCode"),
        ("dice(code + code)", "(code + code).dice", ""),
        ("fixed-value(2 * code)", "fixed_value(2 * code)", ""),
        ("formula.fixed-value(code)", "fixed_value(code)", ""),
        ("scaled(rank)", "scaled(Fraction(rank))", "Fraction"),
        ("shifted(1D)", "shifted(Modifier(dice=1))", "Modifier"),
        ("3D+4", "Pool(dice=3, adds=4)", "Pool"),
        ("5D WD B2", 'Pool(dice=5, tokens=(("WD", 1), ("B", 2)))', "Pool"),
        ("1D B1", 'Pool(dice=1, tokens=(("B", 1),))', "Pool"),
        ("rank * 5 ft", 'Quantity(amount=rank * 5, unit="ft")', "Quantity"),
        ("-1.5 ft", 'Quantity(amount=-Fraction(3, 2), unit="ft")', "Fraction Quantity"),
        ("1 to rank", "Range(low=1, high=rank)", "Range"),
        ("change", "change", ""),
    ],
)
def test_expressions(text: str, python: str, imports: str) -> None:
    found = to_python(check(parse(text), SCOPE))
    assert found is not None
    assert found.text == python
    assert found.imports == set(imports.split())


@pytest.mark.parametrize(
    ("text", "wanted", "python"),
    [
        ("2", MODIFIER, "Modifier(adds=2)"),
        ("code", MODIFIER, "Modifier(dice=code.dice, pips=code.pips)"),
        ("code", POOL, "Pool(dice=code.dice, adds=code.pips)"),
        ("-2D+1", MODIFIER, "Modifier(dice=-2, pips=-1)"),
        ("B2", MODIFIER, 'Modifier(token="B", count=2)'),
        ("±1WD", MODIFIER, 'Modifier(token="WD", count=1, either_way=True)'),
        ("rank * B2", MODIFIER, 'Modifier(token="B", count=rank * 2)'),
        ("(rank - 1) * 1D", MODIFIER, "Modifier(dice=rank - 1)"),
        ("min(0, 1 - rank) * 1D", MODIFIER, "Modifier(dice=min(0, 1 - rank))"),
        (
            "if(ready, 1, B1)",
            MODIFIER,
            'Modifier(adds=1) if ready else Modifier(token="B", count=1)',
        ),
        ("rank", FRACTION, "Fraction(rank)"),
    ],
)
def test_results_that_become_what_is_wanted(
    text: str, wanted: Type, python: str
) -> None:
    found = to_python(check(parse(text), SCOPE, wanted))
    assert found is not None
    assert found.text == python


@pytest.mark.parametrize(
    "text",
    [
        "fixed(might)",
        "might",
        "code + 4",
        "2 * change",
        "reach + 5 ft",
        "reach > 5 ft",
        "rank within spread",
        "min(min, 1)",
        "unknown + 1",
    ],
)
def test_what_is_no_plain_function(text: str) -> None:
    assert to_python(check(parse(text), SCOPE)) is None


@pytest.mark.parametrize(
    ("key", "name"),
    [("per-die", "per_die"), ("class", "class_"), ("rank", "rank"), ("a-1", "a_1")],
)
def test_names_in_python(key: str, name: str) -> None:
    assert python_name(key) == name
