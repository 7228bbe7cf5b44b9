"""How formulas are read, and what is said or meant where they cannot be."""

from __future__ import annotations

from fractions import Fraction

import pytest

from freed6c.diagnostics.codes import formulas as codes
from freed6c.formula.foreign_notation import readings
from freed6c.formula.parser import parse
from freed6c.formula.scope import BadFormulaError
from freed6c.formula.syntax_tree import (
    Binary,
    Decimal,
    DiceLiteral,
    FunctionCall,
    Integer,
    Name,
    QuantityLiteral,
    TokenLiteral,
    Truth,
    Unary,
    called_functions,
    walk,
)

ONE, TWO = Integer(1), Integer(2)
A, B = Name("a"), Name("b")


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("12", Integer(12)),
        ("3.5", Decimal(Fraction(7, 2))),
        ("true", Truth(value=True)),
        ("3D", DiceLiteral(3)),
        ("3D+1", DiceLiteral(3, 1)),
        ("3D+4", DiceLiteral(3, 4)),
        ("3D + 4", Binary("+", DiceLiteral(3), Integer(4))),
        ("3D+1.5", Binary("+", DiceLiteral(3), Decimal(Fraction(3, 2)))),
        ("4D+2 FP", DiceLiteral(4, 2, (TokenLiteral("FP"),))),
        (
            "5D+1 WD B2",
            DiceLiteral(5, 1, (TokenLiteral("WD"), TokenLiteral("B", behind=2))),
        ),
        ("B2", TokenLiteral("B", behind=2)),
        ("1WD", TokenLiteral("WD", before=1)),
        ("2WD8", TokenLiteral("WD", before=2, behind=8)),
        ("±1WD", Unary("±", TokenLiteral("WD", before=1))),
        ("-1D", Unary("-", DiceLiteral(1))),
        ("+1D", Unary("+", DiceLiteral(1))),
        ("5 ft", QuantityLiteral(Fraction(5), "ft")),
        ("1.5 m", QuantityLiteral(Fraction(3, 2), "m")),
        ("5 mod 2", Binary("mod", Integer(5), TWO)),
        ("fast-talk", Name("fast-talk")),
        ("row.category", Name("row.category")),
        ("brawling.rank-1", Name("brawling.rank-1")),
        ("f()", FunctionCall("f")),
        ("if-blank(a, 1)", FunctionCall("if-blank", (A, ONE))),
    ],
)
def test_single_things(text: str, tree: object) -> None:
    assert parse(text) == tree


@pytest.mark.parametrize(
    ("text", "grouped"),
    [
        ("a + b * c", "a + (b * c)"),
        ("a * b + c", "(a * b) + c"),
        ("a - b - c", "(a - b) - c"),
        ("a / b mod c", "(a / b) mod c"),
        ("a - -b", "a - (-b)"),
        ("-a * b", "(-a) * b"),
        ("a + 1 < b - 1", "(a + 1) < (b - 1)"),
        ("not a = b", "not (a = b)"),
        ("not a and b or c", "((not a) and b) or c"),
        ("a or b and c", "a or (b and c)"),
        ("a within 1 to b + 1", "a within (1 to (b + 1))"),
        ("(rank - 1) * 1D", "((rank - 1)) * (1D)"),
    ],
)
def test_precedence(text: str, grouped: str) -> None:
    assert parse(text) == parse(grouped)


def test_a_minus_with_spaces_subtracts_and_without_is_part_of_a_name() -> None:
    assert parse("a - b") == Binary("-", A, B)
    assert parse("a-b") == Name("a-b")


def test_every_part_knows_its_characters() -> None:
    text = "floor((a + 12) / 3D+1) - row.rank * -1D+1"
    tree = parse(text)
    spans = [text[node.start : node.end] for node, _ in walk(tree)]
    assert spans == [
        text,
        "floor((a + 12) / 3D+1)", "(a + 12) / 3D+1", "(a + 12)", "a", "12", "3D+1",
        "row.rank * -1D+1", "row.rank", "-1D+1",
    ]  # fmt: skip


def test_the_names_of_what_is_called() -> None:
    assert called_functions(parse("f(g(a), h) + g(1)")) == {"f", "g"}


@pytest.mark.parametrize(
    ("text", "marked", "message", "way_out"),
    [
        ("max(1, )", ")", "missing operand in front of )", ""),
        ("a b", "a b", "missing operator between a and b", "such as + or *"),
        ("a B2", "a B2", "missing operator between a and B2", "such as + or *"),
        ("a- 1", "-", "missing spaces around a minus", "a - b"),
        ("5-2", "-", "missing spaces around a minus", "a - b"),
        ("3D-1", "-", "missing spaces around a minus", "a - b"),
        ("a ≤ b", "≤", "invalid character in a formula: ≤", "write <="),
        ("a ≠ b", "≠", "invalid character in a formula: ≠", "write !="),
        ("a % b", "%", "invalid character in a formula: %", "write mod"),
        ("'a'", "'", "invalid character in a formula: '", "remove the quotes"),
        ('"a"', '"', 'invalid character in a formula: "', "remove the quotes"),
        ("a_b", "_", "invalid character in a formula: _", "per-die"),
        ("5ft", "5ft", "invalid number: 5ft", "add a space between them: 5 ft"),
        ("2e3", "2e3", "invalid number: 2e3", "write the number in full: 2000"),
        ("1.5e3", "1.5e3", "invalid number: 1.5e3", "write the number in full: 1500"),
        (
            "1.25e1",
            "1.25e1",
            "invalid number: 1.25e1",
            "write the number in full: 12.5",
        ),
    ],
)
def test_what_cannot_be_read(
    text: str, marked: str, message: str, way_out: str
) -> None:
    with pytest.raises(BadFormulaError) as raised:
        parse(text)
    problem = raised.value
    assert problem.code.id.startswith("D6-F")
    assert text[problem.start : problem.end] == marked
    assert problem.message.startswith(message)
    assert way_out in problem.help


def test_the_second_comparison_is_the_one_that_is_marked() -> None:
    with pytest.raises(BadFormulaError) as raised:
        parse("1 < 2 < 3")
    assert (raised.value.start, raised.value.end) == (6, 7)


@pytest.mark.parametrize(
    "text",
    [
        "(" * 65 + "1" + ")" * 65,
        "-" * 65 + "1",
        "not " * 65 + "true",
        " + ".join(["1"] * 65),
        "f(" * 65 + ")" * 65,
        "1" * 2_001,
        "(" * 2_000,
        "1 + " * 5_000 + "1",
    ],
)
def test_formulas_are_bounded(text: str) -> None:
    with pytest.raises(BadFormulaError) as raised:
        parse(text)
    assert raised.value.code in {codes.NUMBER_TOO_LONG, codes.FORMULA_TOO_DEEP}


def test_sixty_four_things_may_stand_inside_each_other() -> None:
    assert parse(" + ".join(["1"] * 64))
    assert parse("(" * 63 + "1" + ")" * 63)


@pytest.mark.parametrize(
    ("text", "meant", "written", "says"),
    [
        ("rank # of the wound", "rank", "rank # of the wound", "has a comment"),
        ("=1 + 2", "1 + 2", "=", "begins a formula only in spreadsheets"),
        ("3 \N{EN DASH} 1", "3 - 1", "\N{EN DASH}", "is not a plain minus"),
        ("a => b", "a >= b", "=>", "should be >="),
        ("a ≤ b", "a <= b", "≤", "should be <="),
        ("a <> b", "a != b", "<>", "should be !="),
        ("a && b", "a and b", "&&", "should be and"),
        ("a || b", "a or b", "||", "should be or"),
        ("!a", "not a", "!", "should be not"),
        ("2 \N{MULTIPLICATION SIGN} a", "2 * a", "\N{MULTIPLICATION SIGN}", "should be *"),
        ("2x3", "2 * 3", "x", "should be *"),
        ("10x3", "10 * 3", "x", "should be *"),
        ("a x 2", "a * 2", "x", "should be *"),
        ("a ÷ 2", "a / 2", "÷", "should be /"),
        ("max(1; a)", "max(1, a)", ";", "should be a comma between"),
        ("max[1, a]", "max(1, a)", "[", "should be a round parenthesis"),
        ("max(1, a]", "max(1, a)", "]", "should be a round parenthesis"),
        ("a + 1,000", "a + 1000", "1,000", "has a comma inside a number"),
        ("a + 1,", "a + 1", ",", "is left over from a list"),
        ("1_000", "1000", "_", "is inside a number"),
        ("5ft", "5 ft", "5ft", "needs a space in front of its unit"),
        ("'rank'", "rank", "'", "which needs no quotes"),
        ("1D + 2", "1D+2", "1D + 2", "has spaces inside a die code"),
        ("3 D", "3D", "3 D", "has a space inside a die code"),
        ("INT(a)", "floor(a)", "INT", "is called floor"),
        ("Math.ceil(a)", "ceil(a)", "Math.ceil", "is called ceil"),
        ("MIN(a, 1)", "min(a, 1)", "MIN", "should be in lower case"),
        ("a ? 1 : 2", "if(a, 1, 2)", "a ? 1 : 2", "should be if("),
        ("if a then 1 else 2", "if(a, 1, 2)", "if a then 1 else 2", "should be if("),
        ("a is at least 2", "a >= 2", "is at least", "should be >="),
        ("a is no more than -2", "a <= -2", "is no more than", "should be <="),
        ("a is less than b", "a < b", "is less than", "should be <"),
        ("a is not 2", "a != 2", "is not", "should be !="),
        ("f(a) is 2", "f(a) = 2", "is", "should be ="),
        ("a plus (b times 2)", "a + (b * 2)", "plus", "should be +"),
        ("a is between 1 and 5", "a within 1 to 5", "is between 1 and 5", "within … to"),
        ("d6", "1D", "d6", "is dice notation of other games"),
        ("2k6", "2D", "2k6", "is dice notation of other games"),
    ],
)  # fmt: skip
def test_what_was_meant(text: str, meant: str, written: str, says: str) -> None:
    reading = next(iter(readings(text, (6,))))
    assert (reading.text, reading.written) == (meant, written)
    assert text[reading.at :].startswith(written)
    assert says in reading.says
    mended = text[: reading.start] + reading.new + text[reading.end :]
    assert mended == meant


@pytest.mark.parametrize(
    "text", ["2d8", "rank + 1", "max(1, 5)", "a != b", "a ** 2", "0x10", "plus + is"]
)
def test_what_is_no_slip(text: str) -> None:
    assert not list(readings(text, (6,)))


def test_as_little_as_possible_is_exchanged() -> None:
    (reading,) = readings("aa == aa", (6,))
    assert (reading.start, reading.end, reading.new) == (4, 5, "")
