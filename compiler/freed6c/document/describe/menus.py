"""Menus of effects."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.blocks import Blocks, Inlines, Text
from freed6c.document.describe.columns import Sketch, table
from freed6c.document.describe.parts import named, paragraph
from freed6c.document.references import line
from freed6c.document.sentences.effects import cell, ended

if TYPE_CHECKING:
    from freed6c.document.scribe import Scribe
    from freed6c.runtime.entries.actions import Menu, Pick


def menu(scribe: Scribe, entry: Menu, _level: int) -> Blocks:
    """What can be bought, by cost."""
    sketch = Sketch(
        ("cost", [_cost(scribe, pick) for pick in entry.picks]),
        ("name", [named(scribe, p) if p.name else () for p in entry.picks]),
        ("effect", [_effect(scribe, pick) for pick in entry.picks]),
    )
    return (
        *paragraph(scribe, scribe.say(f"paid-with.{entry.paid_with}")),
        *table(scribe, sketch),
    )


def _cost(scribe: Scribe, pick: Pick) -> Inlines:
    """A pick without a name is found by its cost."""
    anchor = () if pick.name else scribe.anchor(pick)
    return (*anchor, Text(str(pick.cost)))


def _effect(scribe: Scribe, pick: Pick) -> Inlines:
    words = cell(scribe, pick.effects)
    if pick.at_most is not None:
        words = scribe.say("pick.at-most", effect=words, count=pick.at_most)
    if not pick.text:
        return words
    text = line(scribe, pick.text)
    return scribe.say("behind", first=ended(scribe, words), next=text)
