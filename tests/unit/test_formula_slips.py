"""Formulas as people write them elsewhere, and what they are taken for."""

from __future__ import annotations

import pytest

from freed6c.formula.slips import readings


@pytest.mark.parametrize(
    ("text", "meant", "written", "says"),
    [
        ("rank # of the wound", "rank", "rank # of the wound", "has a remark"),
        ("=1 + 2", "1 + 2", "=", "stands before a formula in spreadsheets"),
        ("3 \N{EN DASH} 1", "3 - 1", "\N{EN DASH}", "is not the minus"),
        ("a==b", "a = b", "==", "is written with one ="),
        ("a => b", "a >= b", "=>", "is written >="),
        ("a ≤ b", "a <= b", "≤", "is written <="),
        ("a <> b", "a != b", "<>", "is written !="),
        ("a && b", "a and b", "&&", "is written and"),
        ("a || b", "a or b", "||", "is written or"),
        ("!a", "not a", "!", "is written not"),
        (
            "2 \N{MULTIPLICATION SIGN} a",
            "2 * a",
            "\N{MULTIPLICATION SIGN}",
            "is written *",
        ),
        ("2x3", "2 * 3", "x", "is written *"),
        ("10x3", "10 * 3", "x", "is written *"),
        ("a x 2", "a * 2", "x", "is written *"),
        ("a ÷ 2", "a / 2", "÷", "is written /"),
        ("a % 2", "a mod 2", "%", "is written mod"),
        ("max(1; a)", "max(1, a)", ";", "stands where a comma parts"),
        ("max[1, a]", "max(1, a)", "[", "parentheses are round"),
        ("max(1, a]", "max(1, a)", "]", "parentheses are round"),
        ("a + 1,000", "a + 1000", "1,000", "has a comma inside a number"),
        ("a + 1,", "a + 1", ",", "is left from a list"),
        ("1_000", "1000", "_", "stands inside a number"),
        ("5ft", "5 ft", "5ft", "needs a space before its unit"),
        ("'rank'", "rank", "'", "which has no quotes"),
        ("1D + 2", "1D+2", "1D + 2", "has blanks inside a die code"),
        ("3 D", "3D", "3 D", "has a blank inside a die code"),
        ("INT(a)", "floor(a)", "INT", "is called floor"),
        ("Math.ceil(a)", "ceil(a)", "Math.ceil", "is called ceil"),
        ("MIN(a, 1)", "min(a, 1)", "MIN", "is written in small letters"),
        ("a ? 1 : 2", "if(a, 1, 2)", "a ? 1 : 2", "is written if("),
        ("if a then 1 else 2", "if(a, 1, 2)", "if a then 1 else 2", "is written if("),
        ("a is at least 2", "a >= 2", "is at least", "is written >="),
        ("a is no more than -2", "a <= -2", "is no more than", "is written <="),
        ("a is less than b", "a < b", "is less than", "is written <"),
        ("a is not 2", "a != 2", "is not", "is written !="),
        ("f(a) is 2", "f(a) = 2", "is", "is written ="),
        ("a plus (b times 2)", "a + (b * 2)", "plus", "is written +"),
        (
            "a is between 1 and 5",
            "a within 1 to 5",
            "is between 1 and 5",
            "within … to",
        ),
        ("2d6", "2D", "2d6", "is how other games count dice"),
        ("d6", "1D", "d6", "is how other games count dice"),
        ("2k6", "2D", "2k6", "is how other games count dice"),
        ("7,5", "7.5", "7,5", "has a comma for a point"),
    ],
)
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
