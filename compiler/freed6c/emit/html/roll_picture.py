"""Draws a roll on the start page: its dice, the pips added to them, the total and the target."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from freed6c.emit.html.blocks import Html

if TYPE_CHECKING:
    from freed6c.runtime.dice.table import Die
    from freed6c.runtime.play.checks import CheckResult


PIPS: Final = (
    "",
    "M16 16h0",
    "M9 9h0M23 23h0",
    "M9 9h0M16 16h0M23 23h0",
    "M9 9h0M23 9h0M9 23h0M23 23h0",
    "M9 9h0M23 9h0M16 16h0M9 23h0M23 23h0",
    "M9 8h0M23 8h0M9 16h0M23 16h0M9 24h0M23 24h0",
)
"""The spots of each face of a cube, as path commands: lines of length 0 with round ends."""

CUBE: Final = 6
"""The number of sides of a die that shows spots; other dice show numbers."""


def roll_picture(result: CheckResult) -> Html:
    """Return a figure. Its caption describes the roll in words, so screen readers skip the dice."""
    roll = result.roll
    dice = "".join(map(_die, roll.dice))
    pips = f"<b>{roll.pips:+d}</b>" if roll.pips else ""
    reached = "reached" if result.success else "missed"
    target = f"<i>{_compared(result)}</i>"
    return Html(
        f'<figure class="throw">\n<div class="{reached}" aria-hidden="true">'
        f"{dice}{pips}<strong>{roll.total}</strong>{target}</div>\n"
        f"<figcaption><b>{escape(str(result.prepared))}</b> {escape(str(roll))}</figcaption>\n"
        "</figure>\n"
    )


def _compared(result: CheckResult) -> str:
    """Return what a success needs, or what a failure fell short of: `≥ 10`, `> 10`, `< 10`."""
    target, procedure = result.roll.target, result.prepared.procedure
    if target is None:
        return ""
    reached = "\N{GREATER-THAN OR EQUAL TO}" if procedure.succeeds(0) else "&gt;"
    return f"{reached if result.success else '&lt;'} {target}"


def _die(die: Die) -> str:
    """Return a die. If it was rolled again, it has a picture for each face that it showed."""
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
