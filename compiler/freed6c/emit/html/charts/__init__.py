"""Charts as SVG in the page: classes and coordinates alone, so that a style decides how they look.

Colour never says anything alone: lines are dashed each in their own way and named at their ends,
bars carry the marks of what they are divided into.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from freed6c.document.wording import plain
from freed6c.emit.html.charts.drawing import Drawing, path, rect
from freed6c.emit.html.charts.lines import lines, pair
from freed6c.emit.html.charts.shares import shares

if TYPE_CHECKING:
    from freed6c.document.charts import Chart, Picture

__all__ = ["figure"]


def figure(chart: Chart, caption: str, numbers: str) -> str:
    """A chart under its caption, with the key to its signs where it needs one, and its table."""
    draw = {"lines": lines, "pairs": pair, "shares": shares}[chart.form]
    pictures = "".join(
        _picture(chart, one, f"{chart.anchor}-{number}", draw(chart, one))
        for number, one in enumerate(chart.pictures, 1)
    )
    key = "" if chart.form == "lines" else _key(chart)
    return (
        f'<figure class="chart {chart.form}">\n<figcaption>{caption}</figcaption>\n'
        f'<div class="panels">\n{pictures}</div>\n{key}{numbers}</figure>\n'
    )


def _picture(chart: Chart, picture: Picture, id_: str, drawing: Drawing) -> str:
    """One picture. Its title is shown where it has one of its own."""
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
    """What the signs mean, in the order of the series."""
    items = "".join(
        '<li><svg class="swatch" viewBox="0 0 28 16" aria-hidden="true">'
        f"{_swatch(chart, number)}</svg>{escape(f'{one.mark} {one.label}'.strip())}</li>\n"
        for number, one in enumerate(chart.pictures[0].series)
    )
    return f'<ul class="key">\n{items}</ul>\n'


def _swatch(chart: Chart, number: int) -> str:
    if chart.form == "pairs":
        return path(("before", "after")[number], "M1 8H27")
    return rect(number, (1, 1, 26, 14))
