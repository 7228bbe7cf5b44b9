"""Tracks, condition by condition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.blocks import Blocks, Inlines, Text
from freed6c.document.describe.columns import Sketch, table
from freed6c.document.describe.tracks import lasts, rank
from freed6c.document.quick.panels import panel
from freed6c.document.scribe import Scribe, title_of
from freed6c.document.sentences.effects import cell
from freed6c.runtime.entries.tables import Condition, Track

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.document.forms import Panel


def tracks(scribe: Scribe) -> Iterator[Panel]:
    """What each condition does, and how long."""
    for track in scribe.ruleset.of(Track):
        yield from panel(scribe, track, _table(scribe, track))


def _table(scribe: Scribe, track: Track) -> Blocks:
    """Conditions of which nothing is to be said need no line; if all are such, they share one."""
    conditions = [one for one in track.conditions if _says(scribe, one)]
    if not conditions:
        names: list[Inlines] = [(Text(title_of(one)),) for one in track.conditions]
        return table(scribe, Sketch(("condition", [scribe.listed(names)])))
    sketch = Sketch(
        ("rank", [rank(track, one) for one in conditions]),
        ("condition", [(Text(title_of(one)),) for one in conditions]),
        ("effect", [cell(scribe, one.effects) for one in conditions]),
        ("duration", [lasts(scribe, one) for one in conditions]),
    )
    return table(scribe, sketch)


def _says(scribe: Scribe, condition: Condition) -> bool:
    return bool(cell(scribe, condition.effects) or lasts(scribe, condition))
