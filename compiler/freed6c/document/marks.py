"""What packs did to an entry of another: who, how it was before, how it is now, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from freed6c.document.blocks import Badge, ChangeMark, Inserted, Removed, Revision, Text
from freed6c.document.differences import revised
from freed6c.document.wording import capitalised

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from freed6c.document.blocks import Inlines
    from freed6c.document.compare.comparison import (
        Cause,
        Comparison,
        EntryChange,
        FieldChange,
        Moved,
    )
    from freed6c.document.scribe import Scribe
    from freed6c.runtime.record import Entry

    Told: TypeAlias = tuple[tuple[Cause, ...], Revision]
    Said: TypeAlias = tuple[str, Inlines]


def changed_in(comparison: Comparison | None) -> Mapping[str, EntryChange]:
    """Everything that came or changed, by its id."""
    entries = () if comparison is None else comparison.entries
    return {one.id: one for entry in entries for one in entry.tree()}


def marks(scribe: Scribe, entry: Entry) -> tuple[ChangeMark, ...]:
    """What was done to an entry, if anything."""
    change = scribe.changed.get(entry.id)
    return () if change is None else marks_of(scribe, change)


def marks_of(scribe: Scribe, change: EntryChange) -> tuple[ChangeMark, ...]:
    """A mark for each pack and reason; what follows from other changes comes last."""
    if change.fate == "added":
        return (_mark(scribe, "change.added", change.causes, ()),)
    told: dict[tuple[Said, ...], list[Told]] = {}
    for causes, revision in _revisions(scribe, change, ()):
        told.setdefault(_said(causes), []).append((causes, revision))
    return tuple(
        _mark(scribe, "change.changed", found[0][0], tuple(one for _, one in found))
        for _, found in sorted(told.items(), key=lambda one: not one[0])
    )


def badge(scribe: Scribe, entry: Entry) -> Inlines:
    """The same in a word or two, for lists."""
    change = scribe.changed.get(entry.id)
    if change is None:
        return ()
    key = "badge.added" if change.fate == "added" else "badge.changed"
    causes = [cause for one in change.tree() for cause in _all_causes(one)]
    packs = dict.fromkeys(cause.title for cause in causes)
    words = scribe.patterns[key if packs else "badge.follows"]
    return (Badge(words.format(packs=", ".join(packs))),)


def _all_causes(change: EntryChange) -> Iterator[Cause]:
    yield from change.causes
    for field in change.fields:
        yield from field.causes


def _said(causes: Sequence[Cause]) -> tuple[Said, ...]:
    """Who did it and why. By what word of the format, readers need not know."""
    return tuple(dict.fromkeys((one.pack, one.why) for one in causes))


def _mark(
    scribe: Scribe,
    pattern: str,
    causes: Sequence[Cause],
    revisions: tuple[Revision, ...],
) -> ChangeMark:
    packs = dict.fromkeys(one.title for one in causes)
    label = scribe.patterns[pattern if packs else "change.follows"]
    why = scribe.in_turn(list(dict.fromkeys(one.why for one in causes)))
    return ChangeMark(label.format(packs=", ".join(packs)), why, revisions)


def _revisions(scribe: Scribe, change: EntryChange, around: Inlines) -> Iterator[Told]:
    """What is different in an entry, then in what is part of it, under its name."""
    if change.moved is not None:
        said = _moved(scribe, change.moved)
        yield (
            change.causes,
            Revision(_under(scribe, around, scribe.say("changes.order")), said),
        )
    for field in change.fields:
        yield field.causes, _field(scribe, field, around)
    for inner in change.inside:
        name: Inlines = _under(scribe, around, (Text(inner.name),))
        if inner.fate == "changed":
            yield from _revisions(scribe, inner, name)
        else:
            yield inner.causes, _fate(scribe, inner, around)


def _field(scribe: Scribe, field: FieldChange, around: Inlines) -> Revision:
    label = _under(scribe, around, (Text(field.label),))
    return Revision(label, revised(field.before, field.after))


def _fate(scribe: Scribe, change: EntryChange, around: Inlines) -> Revision:
    """Something that came or went, or has something in its place."""
    name: Inlines = (Text(change.name),)
    if change.instead is not None:
        label = _under(scribe, around, scribe.say("changes.instead"))
        return Revision(label, revised(name, (change.instead,)))
    word = capitalised(scribe.say(f"changes.{change.fate}"))
    said = Inserted(name) if change.fate == "added" else Removed(name)
    return Revision(_under(scribe, around, word), (said,))


def _under(scribe: Scribe, around: Inlines, label: Inlines) -> Inlines:
    return scribe.say("change.part", whole=around, part=label) if around else label


def _moved(scribe: Scribe, moved: Moved) -> Inlines:
    if not moved.behind:
        return scribe.say("changes.moved.first")
    return scribe.say("changes.moved", entry=moved.behind)
