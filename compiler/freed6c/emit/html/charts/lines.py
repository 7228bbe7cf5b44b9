"""Lines along dice: one for each series, or what was and what is."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Final

from freed6c.emit.html.charts.drawing import (
    LEFT,
    WIDE,
    Drawing,
    Plot,
    look,
    path,
    text,
    through,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from fractions import Fraction

    from freed6c.document.charts import Chart, Picture

    Points = Sequence[tuple[float, float]]

LABELS: Final = 128
"""The room for names at the ends of lines, and the letters that fit."""
LONGEST: Final = 20
APART: Final = 15
"""Names at the ends of lines keep this distance."""
BELOW: Final = 40
"""The room for what is said along the way."""
LARGE: Final = Plot(LEFT, 10, WIDE - LEFT - LABELS, 210)
SMALL: Final = Plot(LEFT, 10, 152, 100)
"""Pictures of pairs stand beside each other."""
LETTER: Final = 4.0
"""Half as wide as a letter, about."""


def lines(chart: Chart, picture: Picture) -> Drawing:
    """A line for each series, with its name where it ends."""
    plot = LARGE
    drawn = [_points(one.values, plot) for one in picture.series]
    ends = [points[-1][1] for points in drawn]
    inside = "".join(
        path(f"line l{look(number)}", through(points))
        for number, points in enumerate(drawn)
    )
    names = "".join(
        path("leader", f"M{plot.right + 2} {end:.4g}L{plot.right + 12} {at:.4g}")
        + text(f"name l{look(number)}", plot.right + 15, at + 4, _short(one.label))
        for number, (one, end, at) in enumerate(
            zip(picture.series, ends, _apart(ends), strict=True)
        )
    )
    return Drawing(WIDE, plot.bottom + BELOW, f"{_frame(chart, plot)}{inside}{names}")


def pair(chart: Chart, picture: Picture) -> Drawing:
    """What was, what is, and the way between."""
    plot = SMALL
    before, after = (_points(one.values, plot) for one in picture.series)
    inside = (
        path("between", f"{through((*before, *reversed(after)))}Z")
        + path("before", through(before))
        + path("after", through(after))
    )
    return Drawing(
        plot.right + 8, plot.bottom + BELOW, f"{_frame(chart, plot)}{inside}"
    )


def _frame(chart: Chart, plot: Plot) -> str:
    """The lines that lead to the scale, and what stands along both sides."""
    steps = len(chart.scale) - 1
    levels = [
        (words, plot.bottom - plot.high * number / steps)
        for number, words in enumerate(chart.scale)
    ]
    grid = "".join(f"M{plot.left} {y:.4g}H{plot.right}" for _, y in levels)
    scale = "".join(
        text("tick end", plot.left - 5, y + 4, words) for words, y in levels
    )
    across = zip(_across(len(chart.places), plot), chart.places, strict=True)
    ticks = "".join(
        text("tick middle", x, plot.bottom + 16, place)
        for x, place in _sparse(across, plot)
    )
    middle = plot.left + plot.wide / 2
    along = text("along middle", middle, plot.bottom + 33, chart.along)
    return f"{path('grid', grid)}{scale}{ticks}{along}"


def _sparse(
    marks: Iterable[tuple[float, str]], plot: Plot
) -> Iterator[tuple[float, str]]:
    """As many marks along the way as there is room for."""
    free = plot.left - 20.0
    for x, place in marks:
        room = LETTER * len(place) + 2
        if x - room >= free:
            yield x, place
            free = x + room


def _points(values: Sequence[Fraction], plot: Plot) -> Points:
    heights = (plot.bottom - plot.high * float(value) for value in values)
    return list(zip(_across(len(values), plot), heights, strict=True))


def _across(count: int, plot: Plot) -> Iterator[float]:
    steps = max(count - 1, 1)
    return (plot.left + plot.wide * number / steps for number in range(count))


def _apart(heights: Sequence[float]) -> list[float]:
    """The same heights, moved until names at them do not touch."""
    order = sorted(range(len(heights)), key=lambda one: (heights[one], one))
    found = [heights[one] for one in order]
    for one, other in pairwise(range(len(found))):
        found[other] = max(found[other], found[one] + APART)
    found[-1] = min(found[-1], LARGE.bottom + APART)
    for other, one in pairwise(reversed(range(len(found)))):
        found[one] = min(found[one], found[other] - APART)
    return [height for _, height in sorted(zip(order, found, strict=True))]


def _short(label: str) -> str:
    return label if len(label) <= LONGEST else f"{label[: LONGEST - 1]}…"
