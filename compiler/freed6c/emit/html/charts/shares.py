"""Bars that are divided among what can happen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.emit.html.charts.drawing import (
    LEFT,
    WIDE,
    Drawing,
    Plot,
    look,
    rect,
    text,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.document.charts import Chart, Picture

TOP: Final = 4
BAR: Final = 22
EACH: Final = 28
"""From one bar to the next."""
BELOW: Final = 22
LETTER: Final = 9
THINNEST: Final = 0.5
"""A part narrower than this cannot be seen."""


def shares(chart: Chart, picture: Picture) -> Drawing:
    """A bar for each place, divided among the series."""
    plot = Plot(LEFT, TOP, WIDE - LEFT - 8, EACH * len(chart.places))
    bars = "".join(
        text("tick end", LEFT - 6, TOP + EACH * number + 15, place)
        + "".join(_parts(picture, number, plot))
        for number, place in enumerate(chart.places)
    )
    return Drawing(WIDE, plot.bottom + BELOW, f"{bars}{_scale(chart, plot)}")


def _parts(picture: Picture, number: int, plot: Plot) -> Iterator[str]:
    """The parts of a bar, with marks where there is room for them."""
    x, y = float(plot.left), plot.top + EACH * number
    for place, one in enumerate(picture.series):
        wide = float(one.values[number]) * plot.wide
        if wide >= THINNEST:
            yield rect(place, (x, y, wide, BAR))
        if wide >= LETTER * len(one.mark) + 3:
            yield text(f"mark-in r{look(place)}", x + wide / 2, y + 15, one.mark)
        x += wide


def _scale(chart: Chart, plot: Plot) -> str:
    steps = len(chart.scale) - 1
    sides = {0: "start", steps: "end"}
    return "".join(
        text(
            f"tick {sides.get(number, 'middle')}",
            plot.left + plot.wide * number / steps,
            plot.bottom + 14,
            words,
        )
        for number, words in enumerate(chart.scale)
    )
