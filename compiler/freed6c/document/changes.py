"""Change marks of entries: which pack changed what, as an inline diff, and why."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Final, TypeAlias

from freed6c.document import blocks, wording

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from freed6c.document.blocks import Inline, Inlines
    from freed6c.document.compare import comparison as diff
    from freed6c.document.compare.comparison import Comparison
    from freed6c.document.render_context import RenderContext
    from freed6c.runtime.record import Entry

    Word: TypeAlias = tuple[Inline, ...]

    Told: TypeAlias = tuple[tuple[diff.Cause, ...], blocks.Revision]
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
            parts += [
                part for part in (_removed(old[a:b]), _inserted(new[c:d])) if part
            ]
    return _spaced(parts)


def text_before(revised_: Inlines) -> str:
    """The plain text before a diff."""
    kept = (
        inline for inline in revised_ if not isinstance(inline, blocks.InsertedText)
    )
    return _plain(
        inline.inlines if isinstance(inline, blocks.RemovedText) else (inline,)
        for inline in kept
    )


def text_after(revised_: Inlines) -> str:
    """The plain text after a diff."""
    return _plain((inline,) for inline in revised_)


def _plain(parts: Iterable[Inlines]) -> str:
    return " ".join("".join(map(wording.plain, parts)).split())


def _replaced(old: Sequence[Word], new: Sequence[Word]) -> Inlines:
    return _spaced([part for part in (_removed(old), _inserted(new)) if part])


def _removed(words: Sequence[Word]) -> Inlines:
    return (blocks.RemovedText(_spaced(words)),) if words else ()


def _inserted(words: Sequence[Word]) -> Inlines:
    return (blocks.InsertedText(_spaced(words)),) if words else ()


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
        for piece in _pieces(inline):
            if not isinstance(piece, blocks.Text) or not piece.text.isspace():
                word.append(piece)
            elif word:
                yield tuple(word)
                word = []
    if word:
        yield tuple(word)


def _pieces(inline: Inline) -> Iterator[Inline]:
    if isinstance(inline, blocks.Text):
        yield from map(blocks.Text, WORD.findall(inline.text))
    else:
        yield inline


def changed_in(comparison: Comparison | None) -> Mapping[str, diff.EntryChange]:
    """Added and changed entries, nested ones too, by id."""
    entries = () if comparison is None else comparison.entries
    return {change.id: change for entry in entries for change in entry.tree()}


def marks(ctx: RenderContext, entry: Entry) -> tuple[blocks.ChangeMark, ...]:
    """The change marks of an entry."""
    change = ctx.changed.get(entry.id)
    return () if change is None else marks_of(ctx, change)


def marks_of(
    ctx: RenderContext, change: diff.EntryChange
) -> tuple[blocks.ChangeMark, ...]:
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
    causes = [cause for inner in change.tree() for cause in _all_causes(inner)]
    packs = dict.fromkeys(cause.title for cause in causes)
    words = ctx.patterns[key if packs else "badge.follows"]
    return (blocks.Badge(words.format(packs=", ".join(packs))),)


def _all_causes(change: diff.EntryChange) -> Iterator[diff.Cause]:
    yield from change.causes
    for field in change.fields:
        yield from field.causes


def _reasons(causes: Sequence[diff.Cause]) -> tuple[Reason, ...]:
    """Packs and reasons, each once. The operation of the format does not matter to readers."""
    return tuple(dict.fromkeys((cause.pack, cause.why) for cause in causes))


def _mark(
    ctx: RenderContext,
    pattern: str,
    causes: Sequence[diff.Cause],
    revisions: tuple[blocks.Revision, ...],
) -> blocks.ChangeMark:
    packs = dict.fromkeys(cause.title for cause in causes)
    label = ctx.patterns[pattern if packs else "change.follows"]
    why = ctx.join_sentences(list(dict.fromkeys(cause.why for cause in causes)))
    return blocks.ChangeMark(label.format(packs=", ".join(packs)), why, revisions)


def _revisions(
    ctx: RenderContext, change: diff.EntryChange, around: Inlines
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


def _field(
    ctx: RenderContext, field: diff.FieldChange, around: Inlines
) -> blocks.Revision:
    label = _labelled(ctx, around, (blocks.Text(field.label),))
    return blocks.Revision(label, inline_diff(field.before, field.after))


def _fate(
    ctx: RenderContext, change: diff.EntryChange, around: Inlines
) -> blocks.Revision:
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


def _moved(ctx: RenderContext, moved: diff.Reordering) -> Inlines:
    if not moved.behind:
        return ctx.say("changes.moved.first")
    return ctx.say("changes.moved", entry=moved.behind)
