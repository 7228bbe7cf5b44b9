"""What a pack changes, to be read: before, after and why, then all that follows from it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Final

from freed6c.document.blocks import BulletList, Heading, Link, Page, Paragraph, Text
from freed6c.document.compare.odds_moved import odds_moved
from freed6c.document.describe.columns import Sketch, table
from freed6c.document.wording import capitalised

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from freed6c.document.blocks import Block, Blocks, Inlines
    from freed6c.document.compare.comparison import (
        Cause,
        Comparison,
        EntryChange,
        FieldChange,
        Moved,
    )
    from freed6c.document.scribe import Scribe

ANCHOR: Final = "page-changes"
KEY: Final = "changes"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the table of changes."""

    what: Inlines
    field: Inlines
    before: Inlines
    after: Inlines
    causes: tuple[Cause, ...]


def changes_page(scribe: Scribe, comparison: Comparison) -> Page:
    """Everything that is different from the game that the pack is layered on."""
    return Page(
        key=KEY,
        title=scribe.word(KEY),
        anchor=ANCHOR,
        blocks=_blocks(scribe, comparison),
        shelf="about",
        summary=scribe.word("changes.summary"),
    )


def _blocks(scribe: Scribe, comparison: Comparison) -> Blocks:
    return (
        Paragraph(_intro(scribe, comparison)),
        *_section(scribe, "changed", _changed(scribe, comparison)),
        *_section(scribe, "added", _listed(scribe, comparison.of("added"))),
        *_section(scribe, "removed", _listed(scribe, comparison.of("removed"))),
        *_section(scribe, "chances", odds_moved(scribe, comparison.odds, ANCHOR)),
        *_section(scribe, "results", _results(scribe, comparison)),
    )


def _intro(scribe: Scribe, comparison: Comparison) -> Inlines:
    base = comparison.before
    before = scribe.say("changes.title", title=base.title, version=base.version)
    key = "changes.nothing" if comparison.empty else "changes.intro"
    return scribe.say(key, before=before)


def _section(scribe: Scribe, key: str, blocks: Blocks) -> Blocks:
    if not blocks:
        return ()
    heading = Heading(2, f"{ANCHOR}--{key}", scribe.say(f"changes.{key}"))
    return (heading, *blocks)


def _changed(scribe: Scribe, comparison: Comparison) -> Blocks:
    """A table for each kind of entry. Who did it is said where several packs could have."""
    several = len({manifest.id for manifest in scribe.ruleset.manifests}) > TWO
    return tuple(
        block
        for kind, group in groupby(comparison.of("changed"), lambda one: one.kind)
        for block in _kind(scribe, kind, list(group), several=several)
    )


TWO: Final = 2
"""A game and one pack on it: who changed it needs no saying."""


def _kind(
    scribe: Scribe, kind: str, changes: Sequence[EntryChange], *, several: bool
) -> Iterator[Block]:
    lines = [line for one in changes for line in lines_of(scribe, one, ())]
    sketch = Sketch(
        ("name", [one.what for one in lines]),
        ("changed-in", [one.field for one in lines]),
        ("before", [one.before for one in lines]),
        ("after", [one.after for one in lines]),
        ("why", [_why(scribe, one.causes) for one in lines]),
        ("changed-by", [_by(scribe, one.causes) if several else () for one in lines]),
    )
    anchor = f"{ANCHOR}--{kind}"
    yield Heading(3, anchor, (Text(scribe.word(f"kinds.{kind}")),))
    yield from table(scribe, sketch)


def lines_of(scribe: Scribe, change: EntryChange, around: Inlines) -> Iterator[Line]:
    """The lines of an entry, then those of what is nested in it, under its name."""
    name = _named(scribe, change)
    what = scribe.say("changes.part", whole=around, part=name) if around else name
    if change.fate != "changed":
        fate = capitalised(scribe.say(f"changes.{change.fate}"))
        yield Line(what, fate, (), (), change.causes)
    if change.moved is not None:
        moved = _moved(scribe, change.moved)
        yield Line(what, scribe.say("changes.order"), (), moved, change.causes)
    for field in change.fields:
        yield _field(what, field)
    for inner in change.inside:
        yield from lines_of(scribe, inner, name)


def _field(what: Inlines, field: FieldChange) -> Line:
    label = (Text(field.label),)
    return Line(what, label, field.before, field.after, field.causes)


def _named(scribe: Scribe, change: EntryChange) -> Inlines:
    """A link where there is something to lead to: not for what is gone, or only worked out."""
    words = (Text(change.name),)
    there = change.id in scribe.ruleset.entries
    return (Link(change.id, words),) if there else words


def _moved(scribe: Scribe, moved: Moved) -> Inlines:
    if not moved.behind:
        return scribe.say("changes.moved.first")
    return scribe.say("changes.moved", entry=moved.behind)


def _why(scribe: Scribe, causes: Sequence[Cause]) -> Inlines:
    if not causes:
        return scribe.say("changes.follows")
    return scribe.in_turn(list(dict.fromkeys(one.why for one in causes)))


def _by(scribe: Scribe, causes: Sequence[Cause]) -> Inlines:
    titles = dict.fromkeys(one.title for one in causes)
    return scribe.listed([(Text(title),) for title in titles])


def _listed(scribe: Scribe, changes: Sequence[EntryChange]) -> Blocks:
    """Entries that came or went, with the reason."""
    items = tuple(_item(scribe, one) for one in changes)
    return (BulletList(items),) if items else ()


def _item(scribe: Scribe, change: EntryChange) -> Inlines:
    kind = scribe.word(f"kind.{change.kind}")
    entry = scribe.say("changes.entry", entry=_named(scribe, change), kind=kind)
    if not any(one.why for one in change.causes):
        return entry
    why = _why(scribe, change.causes)
    return scribe.say("changes.entry.why", entry=entry, why=why)


def _results(scribe: Scribe, comparison: Comparison) -> Blocks:
    found = comparison.results
    sketch = Sketch(
        ("example", [capitalised(one.asked) for one in found]),
        ("before", [(Text(one.before),) for one in found]),
        ("after", [(Text(one.after),) for one in found]),
    )
    return table(scribe, sketch)
