"""Change marks of entries: which pack changed what, as an inline diff, and why."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Final, TypeAlias

from freed6c.document import blocks, wording

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from freed6c.document.blocks import Inline, Inlines
    from freed6c.document.compare.comparison import (
        Cause,
        Comparison,
        EntryChange,
        FieldChange,
        Reordering,
    )
    from freed6c.document.render_context import RenderContext
    from freed6c.runtime.record import Entry

    Word: TypeAlias = tuple[Inline, ...]

    Told: TypeAlias = tuple[tuple[Cause, ...], blocks.Revision]
    Reason: TypeAlias = tuple[str, Inlines]


# Inline diffs.


WORD: Final = re.compile(r"\s+|\S+")
LONGEST: Final = 400
"""Words of which each is compared with each; longer texts are told apart as wholes."""

ALIKE: Final = 0.5
"""With less in common, two texts are read more easily one after the other."""


def inline_diff(before: Inlines, after: Inlines) -> Inlines:
    """Diff two texts word by word, as inlines with `RemovedText` and `InsertedText`.

    Long texts, and texts that have little in common, are replaced as a whole.
    """
    old, new = list(_words(before)), list(_words(after))
    if not old or not new or max(len(old), len(new)) > LONGEST:
        return _replaced(old, new)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    if matcher.ratio() < ALIKE:
        return _replaced(old, new)
    parts: list[Inlines] = []
    for operation, a, b, c, d in matcher.get_opcodes():
        if operation == "equal":
            parts.append(_spaced(new[c:d]))
        else:
            parts.append(_replaced(old[a:b], new[c:d]))
    return _spaced(parts)


def text_before(diff: Inlines) -> str:
    """The plain text before a diff."""
    return _plain(diff, blocks.InsertedText, blocks.RemovedText)


def text_after(diff: Inlines) -> str:
    """The plain text after a diff."""
    return _plain(diff, blocks.RemovedText, blocks.InsertedText)


def _plain(
    diff: Inlines,
    without: type[blocks.RemovedText | blocks.InsertedText],
    opened: type[blocks.RemovedText | blocks.InsertedText],
) -> str:
    words = (
        wording.plain(inline.inlines if isinstance(inline, opened) else (inline,))
        for inline in diff
        if not isinstance(inline, without)
    )
    return " ".join("".join(words).split())


def _replaced(old: Sequence[Word], new: Sequence[Word]) -> Inlines:
    removed = (blocks.RemovedText(_spaced(old)),) if old else ()
    inserted = (blocks.InsertedText(_spaced(new)),) if new else ()
    return _spaced([part for part in (removed, inserted) if part])


def _spaced(parts: Sequence[Inlines]) -> Inlines:
    """Join with spaces."""
    inlines: list[Inline] = []
    for part in parts:
        inlines += [blocks.Text(" "), *part] if inlines else part
    return wording.joined(inlines)


def _words(inlines: Inlines) -> Iterator[Word]:
    """Split at spaces. Links and other inlines stay whole."""
    word: list[Inline] = []
    for inline in inlines:
        pieces: Iterable[Inline] = (inline,)
        if isinstance(inline, blocks.Text):
            pieces = map(blocks.Text, WORD.findall(inline.text))
        for piece in pieces:
            if not isinstance(piece, blocks.Text) or not piece.text.isspace():
                word.append(piece)
            elif word:
                yield tuple(word)
                word = []
    if word:
        yield tuple(word)


def changed_in(comparison: Comparison | None) -> Mapping[str, EntryChange]:
    """Added and changed entries, nested ones too, by id."""
    entries = () if comparison is None else comparison.entries
    return {change.id: change for entry in entries for change in entry.tree()}


def marks(ctx: RenderContext, entry: Entry) -> tuple[blocks.ChangeMark, ...]:
    """The change marks of an entry."""
    change = ctx.changed.get(entry.id)
    return () if change is None else marks_of(ctx, change)


def marks_of(ctx: RenderContext, change: EntryChange) -> tuple[blocks.ChangeMark, ...]:
    """One mark for each pack and reason; changes without a cause of their own come last."""
    if change.fate == "added":
        return (_mark(ctx, "change.added", change.causes, ()),)
    by_reason: dict[tuple[Reason, ...], list[Told]] = {}
    for causes, revision in _revisions(ctx, change, ()):
        by_reason.setdefault(_reasons(causes), []).append((causes, revision))
    return tuple(
        _mark(
            ctx,
            "change.changed",
            group[0][0],
            tuple(revision for _, revision in group),
        )
        for _, group in sorted(by_reason.items(), key=lambda item: not item[0])
    )


def badge(ctx: RenderContext, entry: Entry) -> Inlines:
    """The change as a short badge, for lists."""
    change = ctx.changed.get(entry.id)
    if change is None:
        return ()
    key = "badge.added" if change.fate == "added" else "badge.changed"
    packs = dict.fromkeys(cause.title for cause in change.all_causes())
    words = ctx.patterns[key if packs else "badge.follows"]
    return (blocks.Badge(words.format(packs=", ".join(packs))),)


def _reasons(causes: Sequence[Cause]) -> tuple[Reason, ...]:
    """Packs and reasons, each once. The operation of the format does not matter to readers."""
    return tuple(dict.fromkeys((cause.pack, cause.why) for cause in causes))


def _mark(
    ctx: RenderContext,
    pattern: str,
    causes: Sequence[Cause],
    revisions: tuple[blocks.Revision, ...],
) -> blocks.ChangeMark:
    packs = dict.fromkeys(cause.title for cause in causes)
    label = ctx.patterns[pattern if packs else "change.follows"]
    why = ctx.join_sentences(list(dict.fromkeys(cause.why for cause in causes)))
    return blocks.ChangeMark(label.format(packs=", ".join(packs)), why, revisions)


def _revisions(
    ctx: RenderContext, change: EntryChange, around: Inlines
) -> Iterator[Told]:
    """Changed fields of an entry, then those of nested entries under their names."""
    if change.moved is not None:
        said = _moved(ctx, change.moved)
        yield (
            change.causes,
            blocks.Revision(_labelled(ctx, around, ctx.say("changes.order")), said),
        )
    for field in change.fields:
        yield field.causes, _field(ctx, field, around)
    for inner in change.inside:
        name: Inlines = _labelled(ctx, around, (blocks.Text(inner.name),))
        if inner.fate == "changed":
            yield from _revisions(ctx, inner, name)
        else:
            yield inner.causes, _fate(ctx, inner, around)


def _field(ctx: RenderContext, field: FieldChange, around: Inlines) -> blocks.Revision:
    label = _labelled(ctx, around, (blocks.Text(field.label),))
    return blocks.Revision(label, inline_diff(field.before, field.after))


def _fate(ctx: RenderContext, change: EntryChange, around: Inlines) -> blocks.Revision:
    """A nested entry that was added, removed or replaced."""
    name: Inlines = (blocks.Text(change.name),)
    if change.instead is not None:
        label = _labelled(ctx, around, ctx.say("changes.instead"))
        return blocks.Revision(label, inline_diff(name, (change.instead,)))
    word = wording.capitalised(ctx.say(f"changes.{change.fate}"))
    said = (
        blocks.InsertedText(name)
        if change.fate == "added"
        else blocks.RemovedText(name)
    )
    return blocks.Revision(_labelled(ctx, around, word), (said,))


def _labelled(ctx: RenderContext, around: Inlines, label: Inlines) -> Inlines:
    return ctx.say("change.part", whole=around, part=label) if around else label


def _moved(ctx: RenderContext, moved: Reordering) -> Inlines:
    if not moved.behind:
        return ctx.say("changes.moved.first")
    return ctx.say("changes.moved", entry=moved.behind)
