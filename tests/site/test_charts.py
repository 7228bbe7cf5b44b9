"""Charts show the numbers that stand beside them, to eyes and to readers of screens."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Locator, Page

PLOT_TOP, PLOT_HIGH = 10, 210
SMALL_HIGH = 100
WIDE = 360 - 40 - 8


def rows(chart: Locator) -> list[list[str]]:
    """The table of a chart, folded or not."""
    found: list[list[str]] = chart.locator("table").evaluate(
        "table => [...table.rows].map(row => [...row.cells].map(cell => cell.textContent))"
    )
    return found


def percent(said: str) -> float:
    return float(re.sub(r"[<>\s%]", "", said))


def heights(path: Locator, high: int) -> list[float]:
    """What the points of a line stand for."""
    drawn = path.get_attribute("d") or ""
    points = [point.split() for point in drawn.strip("M").split("L")]
    return [100 * (1 - (float(y) - PLOT_TOP) / high) for _, y in points]


def test_lines_are_where_the_numbers_are(core: Path, page: Page) -> None:
    page.goto((core / "benchmark-difficulty.html").as_uri())
    chart = page.locator("figure.chart.lines")
    header, *body = rows(chart)
    lines = chart.locator(".line").all()
    names = chart.locator(".name").all_text_contents()
    assert header == ["Dice", *names]
    for column, line in enumerate(lines, 1):
        wanted = [percent(row[column]) for row in body]
        assert heights(line, PLOT_HIGH) == pytest.approx(wanted, abs=0.2)


def test_names_of_lines_do_not_touch(core: Path, page: Page) -> None:
    page.goto((core / "benchmark-difficulty.html").as_uri())
    names = page.locator("figure.chart.lines .name").all()
    at = sorted(float(name.get_attribute("y") or 0) for name in names)
    assert all(below - above > 14 for above, below in pairwise(at))


def test_bars_are_as_long_as_the_numbers_say(core: Path, page: Page) -> None:
    page.goto((core / "chances.html").as_uri())
    charts = page.locator("figure.chart.shares").all()
    assert len(charts) == 6
    for chart in charts:
        _, *body = rows(chart)
        shares = [percent(said) * WIDE / 100 for row in body for said in row[1:]]
        bars = chart.locator(".panels rect").evaluate_all(
            "bars => bars.map(bar => Number(bar.getAttribute('width')))"
        )
        assert _seen(bars) == pytest.approx(_seen(shares), abs=0.35)


def _seen(widths: list[float]) -> list[float]:
    return [width for width in widths if width > 1]


def test_a_chart_is_a_picture_with_a_name_and_a_description(
    core: Path, page: Page
) -> None:
    for name in ("chances", "benchmark-difficulty", "all"):
        page.goto((core / f"{name}.html").as_uri())
        pictures = page.locator("figure.chart [role=img]").all()
        assert pictures
        for picture in pictures:
            ids = (picture.get_attribute("aria-labelledby") or "").split()
            said = [page.locator(f'[id="{id_}"]').text_content() for id_ in ids]
            assert len(said) == 2
            assert all(said)
        found = page.evaluate(
            "[...document.querySelectorAll('[id]')].map(one => one.id)"
        )
        assert len(found) == len(set(found))


def test_nothing_in_a_chart_says_how_it_looks(core: Path, page: Page) -> None:
    page.goto((core / "chances.html").as_uri())
    chart = page.locator("figure.chart").first
    assert not re.search(r"(style|fill|stroke|font[a-z-]*)=", chart.inner_html())


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_lines_differ_in_colour_and_in_dash(
    scheme: str, core: Path, visit: Callable[..., Page]
) -> None:
    page = visit(color_scheme=scheme)
    page.goto((core / "benchmark-difficulty.html").as_uri())
    looks = page.locator("figure.chart.lines .line").evaluate_all(
        """lines => lines.map((line) => {
          const { stroke, strokeDasharray } = getComputedStyle(line);
          return [stroke, strokeDasharray];
        })"""
    )
    assert len(looks) == 6
    assert len({stroke for stroke, _ in looks}) == len({dash for _, dash in looks}) == 6


def test_what_a_house_rule_moves_is_seen_where_it_was_changed(
    house: Path, page: Page
) -> None:
    for name in ("changes", "dice-check"):
        page.goto((house / f"{name}.html").as_uri())
        page.locator("summary", has_text="Against Difficulty, with WD").click()
        chart = page.locator("figure.chart.pairs")
        assert chart.locator("figcaption").inner_text() == "Against Difficulty, with WD"
        assert chart.locator(".key").inner_text().split() == ["Before", "After"]
        header, *body = rows(chart)
        titles = chart.locator(".title").all_inner_texts()
        assert header[1:] == titles
        for column, panel in enumerate(chart.locator("svg[role=img]").all(), 1):
            before = heights(panel.locator(".before"), SMALL_HIGH)
            after = heights(panel.locator(".after"), SMALL_HIGH)
            told = [row[column].split(" → ") for row in body]
            for old, new, said in zip(before, after, told, strict=True):
                if said != [""]:
                    assert [old, new] == pytest.approx([*map(percent, said)], abs=0.5)
    page.goto((house / "skill-brawling.html").as_uri())
    assert page.locator("figure.chart.pairs").count() == 0


def test_the_page_of_a_skill_tells_how_many_dice_it_takes(
    core: Path, page: Page
) -> None:
    page.goto((core / "skill-brawling.html").as_uri())
    table = page.locator("table", has_text="Dice needed")
    moderate = table.get_by_role("row", name="Moderate (15)")
    assert moderate.get_by_role("cell").all_inner_texts() == ["4D+1", "5D", "5D+2"]


def test_folded_numbers_open(core: Path, page: Page) -> None:
    page.goto((core / "chances.html").as_uri())
    numbers = page.locator("details.numbers").first
    assert not numbers.locator("table").is_visible()
    numbers.locator("summary").click()
    numbers.locator("table").wait_for()
