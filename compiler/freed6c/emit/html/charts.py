"""Draws charts as SVG elements in the page.

The elements have classes and coordinates only; the style sheet sets colors and line styles. Color
is never the only distinction: lines have different dashes and a name at their end, and the parts of
bars have marks, short texts that the key explains.
"""

from __future__ import annotations

from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from freed6c.document.wording import plain
from freed6c.packs.lazy import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from fractions import Fraction

    from freed6c.document.blocks import Chart, Picture

    Points = Sequence[tuple[float, float]]


# Shapes that charts are made of, and their sizes in units of the SVG view box.


LOOKS: Final = 8
"""The number of looks of series in the style sheet; further series repeat them."""

WIDE: Final = 360
"""The width of a picture."""
LEFT: Final = 40
"""The room for the scale, or for the names of bars."""


class Drawing(NamedTuple):
    """The elements of a picture, `inside`, and its size."""

    wide: int
    high: int
    inside: str


@dataclass(frozen=True)
class Plot:
    """The area of a picture where chances are drawn, from 0 % at the bottom to 100 % at the top."""

    left: int
    top: int
    wide: int
    high: int

    @property
    def right(self) -> int:
        """The x coordinate where lines end."""
        return self.left + self.wide

    @property
    def bottom(self) -> int:
        """The y coordinate of 0 %."""
        return self.top + self.high


def text(sort: str, x: float, y: float, words: str) -> str:
    """Return a text at a point."""
    return f'<text class="{sort}" x="{x:.4g}" y="{y:.4g}">{escape(words)}</text>\n'


def path(sort: str, commands: str) -> str:
    """Return a line, drawn by SVG path commands."""
    return f'<path class="{sort}" d="{commands}"/>\n'


def through(points: Iterable[tuple[float, float]]) -> str:
    """Return the path commands for straight lines through points: `M1 2L3 4`."""
    return "M" + "L".join(f"{x:.4g} {y:.4g}" for x, y in points)


def rect(number: int, mark: str, box: tuple[float, float, float, float]) -> str:
    """Return a rectangle with the look of a series. The box is x, y, width and height.

    The first series, failure, is hatched; rank 0 has a look by its mark.
    """
    x, y, wide, high = (f"{side:.4g}" for side in box)
    sort = f"r{look(number)}{' no-rank' * (mark == '0')}"
    hatch = "" if number else path("hatch", f"M{x} {box[1] + box[3] / 2:.4g}h{wide}")
    return f'<rect class="{sort}" x="{x}" y="{y}" width="{wide}" height="{high}"/>\n{hatch}'


def look(number: int) -> int:
    """Return the number of the look of a series, from 1."""
    return number % LOOKS + 1


# Line charts over numbers of dice: a line for each series, or two lines for before and after.


LABELS: Final = 128
"""The room for names at the ends of lines."""
LONGEST: Final = 20
"""The number of letters of a name that fit there."""
APART: Final = 15
"""The least distance between two names at the ends of lines."""
BELOW_LINES: Final = 40
"""The room for the labels and the title of the horizontal axis."""
LARGE: Final = Plot(LEFT, 10, WIDE - LEFT - LABELS, 210)
SMALL: Final = Plot(LEFT, 10, 152, 100)
"""The plot of a pair: smaller, because pictures of pairs are beside each other."""
LETTER_OF_LINES: Final = 4.0
"""About half the width of a letter."""


def lines(chart: Chart, picture: Picture) -> Drawing:
    """Draw a line for each series, with its name at its end."""
    plot = LARGE
    drawn = [_points(series.values, plot) for series in picture.series]
    ends = [points[-1][1] for points in drawn]
    inside = "".join(
        path(f"line l{look(number)}", through(points))
        for number, points in enumerate(drawn)
    )
    for number, (end, at) in enumerate(zip(ends, _apart(ends), strict=True)):
        name = picture.series[number].label
        short = name if len(name) <= LONGEST else f"{name[: LONGEST - 1]}…"
        leader = (plot.right + 2, end), (plot.right + 12, at)
        inside += path("leader", through(leader))
        inside += text(f"name l{look(number)}", plot.right + 15, at + 4, short)
    return Drawing(WIDE, plot.bottom + BELOW_LINES, f"{_frame(chart, plot)}{inside}")


def pair(chart: Chart, picture: Picture) -> Drawing:
    """Draw the line before, the line after, and the area between them."""
    plot = SMALL
    before, after = (_points(series.values, plot) for series in picture.series)
    inside = (
        _frame(chart, plot)
        + path("between", f"{through((*before, *reversed(after)))}Z")
        + path("before", through(before))
        + path("after", through(after))
    )
    return Drawing(plot.right + 8, plot.bottom + BELOW_LINES, inside)


def _frame(chart: Chart, plot: Plot) -> str:
    """Return the grid lines, and the labels of both axes."""
    steps = len(chart.scale) - 1
    levels = [plot.bottom - plot.high * number / steps for number in range(steps + 1)]
    grid = "".join(f"M{plot.left} {y:.4g}H{plot.right}" for y in levels)
    marks = zip(levels, chart.scale, strict=True)
    scale = "".join(text("tick end", plot.left - 5, y + 4, mark) for y, mark in marks)
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
    """Yield the labels of the horizontal axis that fit, from the left."""
    free = plot.left - 20.0  # the first label may begin left of the plot
    for x, place in marks:
        room = LETTER_OF_LINES * len(place) + 2
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
    """Return the heights of names, moved apart so that the names don't touch.

    One pass moves names down where they would touch the name above. If that moves the last one too
    far down, a second pass from the bottom moves names up.
    """
    order = sorted(range(len(heights)), key=lambda index: (heights[index], index))
    moved = [heights[index] for index in order]
    for upper, lower in pairwise(range(len(moved))):
        moved[lower] = max(moved[lower], moved[upper] + APART)
    moved[-1] = min(moved[-1], LARGE.bottom + APART)
    for lower, upper in pairwise(reversed(range(len(moved)))):
        moved[upper] = min(moved[upper], moved[lower] - APART)
    return [height for _, height in sorted(zip(order, moved, strict=True))]


# Bar charts: each bar is divided among the outcomes of a roll.


TOP: Final = 4
BAR: Final = 22
"""The height of a bar."""
EACH: Final = 28
"""The distance from the top of one bar to the next."""
BELOW_SHARES: Final = 22
"""The room for the labels of the scale."""
LETTER_OF_SHARES: Final = 9
"""The width of a letter of a mark."""
THINNEST: Final = 0.5
"""A part that is narrower cannot be seen and is not drawn."""


def shares(chart: Chart, picture: Picture) -> Drawing:
    """Draw a bar for each place on the axis, divided among the series."""
    plot = Plot(LEFT, TOP, WIDE - LEFT - 8, EACH * len(chart.places))
    bars = "".join(
        text("tick end", LEFT - 6, TOP + EACH * number + 15, place)
        + "".join(_parts(picture, number, plot))
        for number, place in enumerate(chart.places)
    )
    return Drawing(WIDE, plot.bottom + BELOW_SHARES, f"{bars}{_scale(chart, plot)}")


def _parts(picture: Picture, number: int, plot: Plot) -> Iterator[str]:
    """Yield the parts of a bar, with their marks if there is room for them."""
    x, y = float(plot.left), plot.top + EACH * number
    for place, series in enumerate(picture.series):
        wide = float(series.values[number]) * plot.wide
        if wide >= THINNEST:
            yield rect(place, series.mark, (x, y, wide, BAR))
        if wide >= LETTER_OF_SHARES * len(series.mark) + 3:
            yield text(f"mark-in r{look(place)}", x + wide / 2, y + 15, series.mark)
        x += wide


def _scale(chart: Chart, plot: Plot) -> str:
    sides = ("start", *["middle"] * (len(chart.scale) - 2), "end")
    marks = zip(sides, _across(len(chart.scale), plot), chart.scale, strict=True)
    y = plot.bottom + 14
    return "".join(text(f"tick {side}", x, y, words) for side, x, words in marks)


def figure(chart: Chart, caption: str, numbers: str, *, keyed: bool) -> str:
    """Return a chart with its caption, its key unless `keyed`, and `numbers`, its table."""
    draw = {"lines": lines, "pairs": pair, "shares": shares}[chart.form]
    pictures = "".join(
        _picture(chart, picture, f"{chart.anchor}-{number}", draw(chart, picture))
        for number, picture in enumerate(chart.pictures, 1)
    )
    key = "" if keyed or chart.form == "lines" else _key(chart)
    return (
        f'<figure class="chart {chart.form}">\n<figcaption>{caption}</figcaption>\n'
        f'<div class="panels">\n{pictures}</div>\n{key}{numbers}</figure>\n'
    )


def _picture(chart: Chart, picture: Picture, id_: str, drawing: Drawing) -> str:
    """Return one picture. Screen readers get the caption as its title if it has none."""
    title = picture.title or plain(chart.caption)
    shown = f'<p class="title">{escape(title)}</p>\n' if picture.title else ""
    title_id, description_id = escape(f"{id_}-title"), escape(f"{id_}-text")
    return (
        f'<div>\n{shown}<svg viewBox="0 0 {drawing.wide} {drawing.high}" role="img" '
        f'aria-labelledby="{title_id} {description_id}">\n'
        f'<title id="{title_id}">{escape(title)}</title>\n'
        f'<desc id="{description_id}">{escape(chart.description)}</desc>\n'
        f"{drawing.inside}</svg>\n</div>\n"
    )


def _key(chart: Chart) -> str:
    """Return the key: the look, the mark and the label of each series, in order."""
    items = "".join(
        '<li><svg class="swatch" viewBox="0 0 28 16" aria-hidden="true">'
        f"{_swatch(chart, number)}</svg>{escape(f'{series.mark} {series.label}'.strip())}</li>\n"
        for number, series in enumerate(chart.pictures[0].series)
    )
    return f'<ul class="key">\n{items}</ul>\n'


def _swatch(chart: Chart, number: int) -> str:
    if chart.form == "pairs":
        return path(("before", "after")[number], "M1 8H27")
    return rect(number, chart.pictures[0].series[number].mark, (1, 1, 26, 14))
