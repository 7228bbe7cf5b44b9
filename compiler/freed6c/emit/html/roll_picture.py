"""A roll, drawn: its dice as they lie there, what is added to them, and what came of it."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from freed6c.emit.html.blocks import Html

if TYPE_CHECKING:
    from freed6c.runtime.dice.table import Die
    from freed6c.runtime.play.checks import Result


PIPS: Final = (
    "",
    "M16 16h0",
    "M9 9h0M23 23h0",
    "M9 9h0M16 16h0M23 23h0",
    "M9 9h0M23 9h0M9 23h0M23 23h0",
    "M9 9h0M23 9h0M16 16h0M9 23h0M23 23h0",
    "M9 8h0M23 8h0M9 16h0M23 16h0M9 24h0M23 24h0",
)
"""Where the spots of a cube are: the ends of lines without length."""

CUBE: Final = 6
"""Sides of a die that shows spots; others show numbers."""


def roll_picture(result: Result) -> Html:
    """A figure; what it shows is said in words below it."""
    roll = result.roll
    dice = "".join(map(_die, roll.dice))
    pips = f"<b>{roll.pips:+d}</b>" if roll.pips else ""
    reached = "reached" if result.success else "missed"
    target = f"<i>{_compared(roll.total, roll.target)}</i>"
    return Html(
        f'<figure class="throw">\n<div class="{reached}" aria-hidden="true">'
        f"{dice}{pips}<strong>{roll.total}</strong>{target}</div>\n"
        f"<figcaption><b>{escape(str(result.attempt))}</b> {escape(str(roll))}</figcaption>\n"
        "</figure>\n"
    )


def _compared(total: int, target: int | None) -> str:
    if target is None:
        return ""
    signs = {1: "&gt;", 0: "=", -1: "&lt;"}
    return f"{signs[(total > target) - (total < target)]} {target}"


def _die(die: Die) -> str:
    """A die; one that was rolled on shows each of its faces."""
    role = f"die{' special' if die.kind.special else ''}{'' if die.kept else ' lost'}"
    return "".join(
        f'<svg class="{role}" viewBox="0 0 32 32">'
        f'<rect x="1" y="1" width="30" height="30" rx="6"/>{_face(die.kind.sides, face)}</svg>'
        for face in die.shown
    )


def _face(sides: int, face: int) -> str:
    if sides == CUBE and face < len(PIPS):
        return f'<path d="{PIPS[face]}"/>'
    return f'<text x="16" y="22">{face}</text>'
