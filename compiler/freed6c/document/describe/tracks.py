"""Tracks of conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.blocks import Blocks, Inlines, Text
from freed6c.document.describe.actions import check_facts
from freed6c.document.describe.columns import Sketch, table
from freed6c.document.describe.parts import facts, merged, named
from freed6c.document.describe.tables import cell_words
from freed6c.document.references import line
from freed6c.document.sentences.durations import duration
from freed6c.document.sentences.effects import cell
from freed6c.document.sentences.numbers import decimal
from freed6c.document.wording import capitalised

if TYPE_CHECKING:
    from freed6c.document.scribe import Scribe
    from freed6c.runtime.entries.tables import Condition, Track


def track(scribe: Scribe, entry: Track, _level: int) -> Blocks:
    """Its conditions as a table, then how it works."""
    conditions = entry.conditions
    sketch = Sketch(
        ("rank", [rank(entry, condition) for condition in conditions]),
        ("condition", [named(scribe, condition) for condition in conditions]),
        ("effect", [cell(scribe, condition.effects) for condition in conditions]),
        ("duration", [lasts(scribe, condition) for condition in conditions]),
        *(
            (
                (Text(keyed[1].name),),
                [cell_words(scribe, keyed, c.cells) for c in conditions],
            )
            for keyed in entry.columns.items()
        ),
        ("recovered-by", [scribe.links(c.recovered_by, "or") for c in conditions]),
        ("text", [_text(scribe, condition) for condition in conditions]),
    )
    test = check_facts(scribe, entry.test) if entry.test else ()
    return (
        *table(scribe, sketch),
        *merged(_facts(scribe, entry), test),
    )


def _facts(scribe: Scribe, entry: Track) -> Blocks:
    start = (scribe.link(entry.start.entry),) if entry.start else ()
    ranks = (scribe.link(entry.ranks.entry),) if entry.ranks else ()
    return facts(
        scribe,
        ("stacking", scribe.say(f"stacking.{entry.stacking}")),
        ("start", scribe.say("start", condition=start) if start else ()),
        ("ranks", scribe.say("ranks", benchmark=ranks) if ranks else ()),
        ("resisted-by", scribe.links(entry.resisted_by, "or")),
        ("recovered-by", scribe.links(entry.recovered_by, "or")),
    )


def rank(entry: Track, condition: Condition) -> Inlines:
    """Signed where ranks go both ways."""
    if entry.conditions[0].rank >= 0:
        return (Text(str(condition.rank)),)
    sign = "+" if condition.rank > 0 else ""
    return (Text(f"{sign}{decimal(condition.rank)}"),)


def lasts(scribe: Scribe, condition: Condition) -> Inlines:
    """How long it lasts by itself."""
    found = condition.duration
    return () if found is None else capitalised(duration(scribe, found))


def _text(scribe: Scribe, condition: Condition) -> Inlines:
    return line(scribe, condition.text) if condition.text else ()
