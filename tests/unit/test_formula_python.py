"""How formulas are written in Python."""

from __future__ import annotations

import ast

import pytest

from freed6c.formula.checker import check
from freed6c.formula.codegen import (
    FunctionForm,
    to_python,
)
from freed6c.formula.parser import parse
from freed6c.formula.python_fragments import (
    literal,
)
from freed6c.formula.scope import (
    DiceToken,
    ResolvedEntry,
    Signature,
    SymbolTable,
    TableSignature,
)
from freed6c.formula.types import (
    BOOLEAN,
    DIE_CODE,
    FRACTION,
    INTEGER,
    MODIFIER,
    POOL,
    EntryOf,
    OptionalOf,
    QuantityOf,
    RangeOf,
    Type,
)

ENTRIES: dict[str, Type] = {
    "ability.might": EntryOf("ability", "ability.might"),
    "benchmark.ladder": EntryOf("benchmark", "benchmark.ladder"),
    "table.reaches": EntryOf("table", "table.reaches"),
    "value.armour": INTEGER,
}
LENGTH = QuantityOf("length")


class Entries:
    def find(self, written: str) -> tuple[ResolvedEntry, ...]:
        return tuple(
            ResolvedEntry(key, of)
            for key, of in ENTRIES.items()
            if key.endswith(f".{written}")
        )

    def known(self) -> tuple[str, ...]:
        return ()


SCOPE = SymbolTable(
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
        "row.limit": OptionalOf(INTEGER),
        "row.skill": EntryOf("skill"),
        "reach": LENGTH,
        "spread": RangeOf(INTEGER),
    },
    formulas={
        "fixed-value": Signature((("code", DIE_CODE),), INTEGER),
        "scaled": Signature((("by", FRACTION),), FRACTION),
        "shifted": Signature((("by", MODIFIER),), MODIFIER),
        "guarded": Signature((("least", INTEGER),), INTEGER),
    },
    find_entries=Entries().find,
    tokens={"B": DiceToken(), "WD": DiceToken("sides")},
    units={"ft": "length"},
    tables={
        "table.reaches": TableSignature(
            (INTEGER,),
            {"far": LENGTH, "limit": OptionalOf(INTEGER), "span": RangeOf(LENGTH)},
        )
    },
)


IMPORTED = frozenset(
    {"Fraction", "floor", "ceil", "formulas", "DieCode", "Modifier"}
) | {"Pool", "Quantity", "Range"}


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
        ("lambda + min", "lambda_ + min", ""),
        ("min(min, 1)", "min(min_, 1)", ""),
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
        ("shifted(code)", "shifted(Modifier.of(code))", "Modifier"),
        ("3D+4", "Pool(dice=3, adds=4)", "Pool"),
        ("5D WD B2", 'Pool(dice=5, tokens=(("WD", 1), ("B", 2)))', "Pool"),
        ("1D B1", 'Pool(dice=1, tokens=(("B", 1),))', "Pool"),
        ("rank * 5 ft", 'rank * Quantity(amount=5, unit="ft")', "Quantity"),
        ("-1.5 ft", 'Quantity(amount=Fraction(-3, 2), unit="ft")', "Fraction Quantity"),
        ("reach + 5 ft", 'reach + Quantity(amount=5, unit="ft")', "Quantity"),
        ("reach = 5 ft", 'reach.equals(Quantity(amount=5, unit="ft"))', "Quantity"),
        (
            "not reach = 5 ft",
            'not reach.equals(Quantity(amount=5, unit="ft"))',
            "Quantity",
        ),
        ("rank within spread", "rank in spread", ""),
        ("code + 4", "Pool.of(code) + Modifier(adds=4)", "Modifier Pool"),
        ("2 * change", "2 * change", ""),
        ("1 to rank", "Range(low=1, high=rank)", "Range"),
        ("change", "change", ""),
    ],
)
def test_expressions(text: str, python: str, imports: str) -> None:
    found = to_python(check(parse(text), SCOPE))
    assert found.text == python
    assert found.names & IMPORTED == set(imports.split())


@pytest.mark.parametrize(
    ("text", "wanted", "python"),
    [
        ("2", MODIFIER, "Modifier(adds=2)"),
        ("code", MODIFIER, "Modifier.of(code)"),
        ("code", POOL, "Pool.of(code)"),
        ("-2D+1", MODIFIER, "Modifier(dice=-2, pips=1)"),
        ("B2", MODIFIER, 'Modifier(token="B", count=2)'),
        ("±1WD", MODIFIER, 'Modifier(token="WD", count=1, either_way=True)'),
        ("rank * B2", MODIFIER, 'rank * Modifier(token="B", count=2)'),
        ("(rank - 1) * 1D", MODIFIER, "(rank - 1) * Modifier(dice=1)"),
        ("min(0, 1 - rank) * 1D", MODIFIER, "min(0, 1 - rank) * Modifier(dice=1)"),
        ("±(rank * 1D)", MODIFIER, "(rank * Modifier(dice=1)).plus_or_minus()"),
        ("±±change", MODIFIER, "change.plus_or_minus()"),
        ("-change", MODIFIER, "-change"),
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
    assert found.text == python


SITUATED = FunctionForm(arguments=False, module="formulas", situated={"guarded"})


@pytest.mark.parametrize(
    ("text", "python"),
    [
        ("rank * 2", 'here.integer("rank") * 2'),
        ("row.rank", 'here.integer("row.rank")'),
        ("reach / 2", 'here.quantity("reach") / 2'),
        ("fixed(might)", 'here.fixed("ability.might")'),
        ("fixed(row.skill)", 'here.fixed(here.entry("row.skill"))'),
        ("might", 'here.ref("ability.might")'),
        ("armour + 1", 'here.value("value.armour", int) + 1'),
        (
            "top(band(ladder, rank))",
            'here.top(here.band("benchmark.ladder", here.integer("rank")))',
        ),
        ("if-blank(row.limit, 1)", 'here.if_blank(here.optional("row.limit", int), 1)'),
        (
            "if-blank(row.limit, rank)",
            'here.or_else(here.optional("row.limit", int), lambda: here.integer("rank"))',
        ),
        (
            "if-blank(row.limit, 2.5)",
            (
                'here.if_blank(here.turned(here.optional("row.limit", int), Fraction), '
                "Fraction(5, 2))"
            ),
        ),
        (
            "lookup(reaches, rank, far)",
            'here.lookup("table.reaches", here.integer("rank"), "far", Quantity)',
        ),
        (
            "lookup(reaches, 1, limit)",
            'here.lookup_optional("table.reaches", 1, "limit", int)',
        ),
        (
            "5 ft within lookup(reaches, 1, span)",
            (
                'Quantity(amount=5, unit="ft") in '
                'here.lookup("table.reaches", 1, "span", Range[Quantity])'
            ),
        ),
        ("fixed-value(code)", 'formulas.fixed_value(here.die_code("code"))'),
        ("guarded(1)", "formulas.guarded(here, 1)"),
    ],
)
def test_what_asks_the_situation(text: str, python: str) -> None:
    assert to_python(check(parse(text), SCOPE), SITUATED).text == python


@pytest.mark.parametrize(
    "text",
    ["plain", 'says "so"', 'it\'s "so"', "back\\slash", "two\nlines", "a\u200bb\x07"],
)
def test_a_text_stays_what_it_is(text: str) -> None:
    written = literal(text)
    assert ast.literal_eval(written) == text
    assert written.isprintable()
