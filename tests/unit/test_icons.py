"""What readers see of the kind of an entry before they have read it: a color and a shape."""

from __future__ import annotations

import re
from pathlib import Path

import freed6c
from freed6c.emit.html.icons import HUES, LOOKS, SHAPES, Hue
from freed6c.packs.kinds import KINDS

AA = 4.5
"""The least contrast of text that can be read by everybody (WCAG 2.2, 1.4.3)."""

BASE = Path(freed6c.__file__).parent / "emit/html/static/styles/base.css"


def brightness(color: str) -> float:
    """The relative luminance of `#rrggbb`."""
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((brightness(one), brightness(other)))
    return (light + 0.05) / (dark + 0.05)


def paper(name: str) -> Hue:
    """A color of pages that text stands on."""
    found = re.search(rf"--{name}: light-dark\((#\w+), (#\w+)\)", BASE.read_text())
    assert found
    return Hue(found[1], found[2])


def test_every_kind_has_a_color_and_a_shape() -> None:
    assert LOOKS.keys() == {kind.name for kind in KINDS}
    assert {color for color, _ in LOOKS.values()} == HUES.keys()
    assert {shape for _, shape in LOOKS.values()} == SHAPES.keys()


def test_the_colors_can_be_read_on_light_pages_and_on_dark_ones() -> None:
    for name in ("page", "card"):
        for hue in HUES.values():
            for color, under in zip(hue, paper(name), strict=True):
                assert contrast(color, under) >= AA, (color, under)
