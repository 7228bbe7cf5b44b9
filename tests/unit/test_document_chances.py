"""Tables of chances stand beside what checks have to reach, and are rounded honestly."""

from __future__ import annotations

from fractions import Fraction

import pytest
from small_packs import build_document, ruleset

from freed6c.document.blocks import (
    Document,
    Page,
    Paragraph,
    TableBlock,
    blocks_in,
)
from freed6c.document.render_context import new_context
from freed6c.document.sentences.numbers import percent
from freed6c.document.wording import plain

STEEP = """
benchmarks:
  slope:
    name: Slope
    counts-as: {counts_as}
    bands:
      flat: {{name: Flat, range: 1-4}}
      steep: {{name: Steep, range: 5-7}}
      sheer: {{name: Sheer, range: 8+}}
  grade:
    name: Grade
    bands:
      fine: {{name: Fine, range: 1-2}}
      great: {{name: Great, range: 3+}}
dice:
  throw:
    name: Throw
    die: d6
    pips-carry: codes
    success: at-least
    ranks: grade
    steps:
      roll: {{name: Roll, do: roll}}
tables:
  ways:
    name: Ways
    columns:
      code: {{name: Code, type: die-code}}
    rows:
      path: {{name: Path, code: 2D+1}}
actions:
  climb:
    name: Climb
    type: deed
    inputs:
      way: {{name: Way, type: integer}}
    check:
      against:
        difficulty: {difficulty}
"""


def document(counts_as: str = "top", difficulty: str = "band.slope.steep") -> Document:
    text = STEEP.format(counts_as=counts_as, difficulty=difficulty)
    return build_document(ruleset(text))


def tables(shown: Document, caption: str = "Chance") -> list[list[list[str]]]:
    """Those beside the entries that they are about."""
    return [
        found
        for page in shown.pages
        if page.key != "chances"
        for found in tables_on(page, caption)
    ]


def tables_on(page: Page, caption: str) -> list[list[list[str]]]:
    return [
        [[plain(cell) for cell in row] for row in (block.header, *block.rows)]
        for block in blocks_in(page.blocks)
        if isinstance(block, TableBlock) and caption in plain(block.caption)
    ]


@pytest.mark.parametrize(
    ("counts_as", "rows"),
    [
        (
            "top",
            [["Dice", "Flat (4)", "Steep (7)"], ["1D", "50.0%", "0%"], ["2D", "91.7%", "58.3%"]],
        ),
        (
            "bottom",
            [
                ["Dice", "Flat (1)", "Steep (5)", "Sheer (8)"],
                ["1D", "100%", "33.3%", "0%"],
                ["2D", "100%", "83.3%", "41.7%"],
            ],
        ),
    ],
)  # fmt: skip
def test_chances_stand_beside_a_difficulty(
    counts_as: str, rows: list[list[str]]
) -> None:
    assert tables(document(counts_as)) == [rows]


def test_which_bands_a_formula_gives_is_found_by_its_type() -> None:
    assert tables(document(difficulty="if-blank(nth(slope, way), band.slope.flat)"))


def test_where_somebody_chooses_the_number_totals_are_told() -> None:
    shown = document("choice")
    assert not tables(shown)
    reached, needed = tables_on(shown.page("chances"), "")
    assert reached[:2] == [
        ["Dice", *(f"{number} or more" for number in (2, 4, 6, 8, 10, 12))],
        ["1D", "83.3%", "50.0%", "16.7%", "0%", "0%", "0%"],
    ]
    assert needed[1] == ["2 or more", "1D", "1D", "1D+1"]


@pytest.mark.parametrize(
    ("codes", "last"), [("1D", 6), ("2D", 12), ("4D", 30), ("8D", 30), ("60D", 30)]
)
def test_totals_are_round_and_few(codes: str, last: int) -> None:
    text = STEEP.replace("code: 2D+1", f"code: {codes}")
    made = ruleset(text.format(counts_as="choice", difficulty="band.slope.steep"))
    chances = new_context(made, lambda *_: ()).chances
    assert made.procedure is not None
    totals = chances.round_totals(made.procedure)
    assert (len(totals), totals[-1]) == (6, last)


def test_dice_that_give_nothing_have_no_page_of_odds() -> None:
    text = STEEP.replace(
        "roll: {{name: Roll, do: roll}}",
        "roll: {{name: Roll, do: roll}}\n"
        "      turn: {{name: Turn, do: map-faces, map: {{1: 2}}, which: kept, times: 1,"
        " chain: every-face}}\n"
        "      none: {{name: None, do: count-faces, faces: 1}}",
    )
    made = ruleset(text.format(counts_as="choice", difficulty="band.slope.steep"))
    assert "chances" not in {page.key for page in build_document(made).pages}


@pytest.mark.parametrize("counts_as", ["top", "choice"])
def test_a_page_says_what_chances_assume_where_somebody_chooses(
    counts_as: str,
) -> None:
    text = STEEP.replace(
        "roll: {{name: Roll, do: roll}}",
        "mark: {{name: Mark, do: substitute-dice, always: 1, from: [ability], limit: 1}}\n"
        "      roll: {{name: Roll, do: roll}}\n"
        "      slip: {{name: Slip, do: choose-one, if: {{step: mark, shows: 1, which: first}},"
        " chosen-by: The host, assume: lose, choices: {{"
        "lose: {{name: a die is lost, do: cancel-highest, and: nothing}},"
        " keep: {{name: nothing is lost, do: nothing}}}}}}",
    )
    made = ruleset(text.format(counts_as=counts_as, difficulty="band.slope.steep"))
    page = build_document(made).page("chances")
    said = [plain(one.inlines) for one in page.blocks if isinstance(one, Paragraph)]
    assert "For Slip, the chances assume this choice: a die is lost." in said


def test_a_benchmark_that_no_check_names_has_no_chances() -> None:
    shown = document(difficulty="band.grade.fine")
    (table,) = tables(shown)
    assert table[0] == ["Dice", "Fine (2)"]


def test_a_page_tells_each_rank_of_success() -> None:
    first, second = tables_on(document().page("chances"), "ranks")
    assert first == [
        ["Dice", "Failure", "No rank", "Fine (1)", "Great (2)"],
        ["1D", "50.0%", "16.7%", "33.3%", "0%"],
        ["2D", "8.3%", "8.3%", "25.0%", "58.3%"],
    ]
    assert second[2] == ["2D", "41.7%", "16.7%", "25.0%", "16.7%"]


NEEDED = [
    ["Slope", "for 50%", "for 75%", "for 90%"],
    ["Flat (4)", "1D", "1D+2", "2D"],
    ["Steep (7)", "2D", "2D+2", "3D"],
]


def test_a_page_tells_how_many_dice_it_takes() -> None:
    (found,) = tables_on(document().page("chances"), "Dice needed")
    assert found == NEEDED


def test_more_dice_than_anybody_has_are_not_counted() -> None:
    text = STEEP.replace("range: 8+", "range: 8-500")
    made = ruleset(text.format(counts_as="top", difficulty="band.slope.steep"))
    (found,) = tables_on(build_document(made).page("chances"), "Dice needed")
    assert found[3] == ["Sheer (500)", *["more than 20D"] * 3]


COUNTED = """
abilities:
  nerve: {{name: Nerve, procedure: count, skills: {{knots: {{name: Knots}}}}}}
  legs: {{name: Legs}}
"""
COUNT = """
  count:
    name: Count
    die: d6
    pips-carry: codes
    success: at-least
    steps:
      roll: {{name: Roll, do: roll}}
      sixes: {{name: Sixes, do: count-faces, faces: 4+}}
"""


def counted(difficulty: str = "band.slope.steep") -> Document:
    """The same climb, which somebody with nerve does by another procedure."""
    dice, tables = STEEP.split("tables:")
    check = tables.replace("    check:\n", "    check:\n      with: knots\n")
    text = COUNTED + dice.rstrip() + COUNT + "tables:" + check
    return build_document(
        ruleset(text.format(counts_as="bottom", difficulty=difficulty))
    )


def test_chances_are_those_of_the_procedure_that_the_check_is_rolled_by() -> None:
    (table,) = tables(counted())
    assert table == [
        ["Dice", "Flat (1)", "Steep (5)", "Sheer (8)"],
        ["1D", "50.0%", "0%", "0%"],
        ["2D", "75.0%", "0%", "0%"],
    ]


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (Fraction(0), "0%"),
        (Fraction(1), "100%"),
        (Fraction(1, 10**9), "<0.1%"),
        (1 - Fraction(1, 10**9), ">99.9%"),
        (Fraction(1, 1500), "0.1%"),
        (1 - Fraction(1, 1500), "99.9%"),
        (Fraction(1, 3), "33.3%"),
    ],
)
def test_only_what_is_certain_is_called_so(chance: Fraction, said: str) -> None:
    scribe = new_context(ruleset("terms: {a: {name: A, text: A.}}"), lambda *_: ())
    assert plain(percent(scribe, chance)) == said


@pytest.mark.parametrize(
    ("number", "chance"), [("0", "100%"), ("-5", "100%"), ("10 - 2", "84%")]
)
def test_chances_are_told_of_any_number_that_is_the_same_for_all(
    number: str, chance: str
) -> None:
    text = STEEP.format(counts_as="top", difficulty="band.slope.steep")
    against = f"with: nerve\n      against: {{number: {number}}}"
    text = text.replace("against:\n        difficulty: band.slope.steep", against)
    text = text.replace("code: 2D+1", "code: 5D")
    rules = ruleset(f"{text}abilities: {{nerve: {{name: Nerve}}}}\n")
    shown = build_document(rules, layout="pages")
    facts = [
        plain(one.inlines)
        for page in shown.pages
        for one in blocks_in(page.blocks)
        if isinstance(one, Paragraph)
    ]
    assert any(fact.startswith(f"3D {chance}") for fact in facts)
