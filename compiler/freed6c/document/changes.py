"""Change marks of entries: which pack changed what, as an inline diff, and why."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, Literal, NamedTuple, TypeAlias

from freed6c.document import blocks, wording
from freed6c.model.entry_contents import around
from freed6c.packs.bounded_diff import matcher

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from freed6c.document.blocks import Inline, Inlines
    from freed6c.document.compare.comparison import (
        Cause,
        EntryChange,
    )
    from freed6c.document.render_context import RenderContext
    from freed6c.packs.data import KeyPath
    from freed6c.runtime.record import Entry

    Word: TypeAlias = tuple[Inline, ...]

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
    old, new = list(words_in(before)), list(words_in(after))
    if not old or not new or max(len(old), len(new)) > LONGEST:
        return _replaced(old, new)
    matched = matcher(old, new)
    if matched.ratio() < ALIKE:
        return _replaced(old, new)
    parts: list[Inlines] = []
    for operation, a, b, c, d in matched.get_opcodes():
        if operation == "equal":
            parts.append(_spaced(new[c:d]))
        else:
            parts.append(_replaced(old[a:b], new[c:d]))
    return _spaced(parts)


def text_before(diff: Inlines) -> str:
    """Return the plain text before a diff."""
    words = (
        inline.inlines if isinstance(inline, blocks.RemovedText) else (inline,)
        for inline in diff
        if not isinstance(inline, blocks.InsertedText)
    )
    return " ".join("".join(map(wording.plain, words)).split())


def text_after(diff: Inlines) -> str:
    """Return the plain text after a diff, which has no removed words in it."""
    return " ".join(wording.plain(diff).split())


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


def words_in(inlines: Inlines) -> Iterator[Word]:
    """Split at spaces. Links and other inlines stay whole, and what stands in brackets."""
    word: list[Inline] = []
    open_ = 0
    for inline in inlines:
        pieces: Iterable[Inline] = (inline,)
        if isinstance(inline, blocks.Text):
            pieces = map(blocks.Text, WORD.findall(inline.text))
        for piece in pieces:
            if not isinstance(piece, blocks.Text):
                word.append(piece)
            elif not piece.text.isspace():
                word.append(piece)
                open_ = max(0, open_ + piece.text.count("(") - piece.text.count(")"))
            elif open_:
                word.append(blocks.Text(" "))
            elif word:
                yield tuple(word)
                word = []
    if word:
        yield tuple(word)


def change_of(ctx: RenderContext, entry: Entry) -> EntryChange | None:
    """What packs did to an entry; what is nested in one that they added was added with it."""
    change = ctx.changed.get(entry.id)
    above = around(entry)
    if change is not None or above is None:
        return change
    outer = change_of(ctx, above)
    return outer if outer is not None and outer.fate == "added" else None


def marks(ctx: RenderContext, entry: Entry) -> tuple[blocks.ChangeMark, ...]:
    """The change marks of an entry, which may stand below that of what it is nested in."""
    change = change_of(ctx, entry) if ctx.paged else ctx.changed.get(entry.id)
    return () if change is None else marks_of(ctx, change)


def marks_of(ctx: RenderContext, change: EntryChange) -> tuple[blocks.ChangeMark, ...]:
    """One mark for each pack and reason; changes without a cause of their own come last."""
    if change.fate == "added":
        return (_mark(ctx, "change.added", change.causes, ()),)
    return tuple(
        _mark(
            ctx,
            "change.changed",
            group[0].causes,
            tuple(told.within(ctx) for told in group),
        )
        for group in by_reason(told_of(ctx, change))
    )


Room: TypeAlias = Literal["wide", "narrow", "sign"]
"""What there is room for: all words of a badge, the titles of packs, or a sign."""


def badge(
    ctx: RenderContext, entry: Entry, room: Room = "wide", *, alone: bool = False
) -> Inlines:
    """What packs did to an entry, as a badge. All places take it from here.

    Where an entry stands `alone`, away from what it is nested in, it has the badge of that.
    """
    change = change_of(ctx, entry) if alone else ctx.changed.get(entry.id)
    return () if change is None else badge_of([change], ctx, room)


def badge_of(
    changes: Iterable[EntryChange], ctx: RenderContext, room: Room = "wide"
) -> Inlines:
    """One badge for some changes; `added` only if all of them were."""
    changes = list(changes)
    if not changes:
        return ()
    added = all(change.fate == "added" for change in changes)
    causes = (cause for change in changes for cause in change.all_causes())
    packs = ", ".join(dict.fromkeys(cause.title for cause in causes))
    fate: Literal["added", "changed"] = "added" if added else "changed"
    words = ctx.patterns[f"badge.{fate}" if packs else "badge.follows"]
    text = words.format(packs=packs)
    brief = {"wide": None, "narrow": packs or text, "sign": ""}[room]
    return (blocks.Badge(text, fate, brief),)


def with_badge(
    ctx: RenderContext, entry: Entry, words: Inlines, room: Room | None = None
) -> Inlines:
    """Words about an entry, with its badge behind them; brief where it is shown a second time."""
    room = room or ("wide" if ctx.anchored else "narrow")
    return ctx.chain("behind", (words, badge(ctx, entry, room)))


def linked(ctx: RenderContext, entry: Entry, room: Room | None = None) -> Inlines:
    """Return a link to an entry, with its badge behind it."""
    return with_badge(ctx, entry, (ctx.link(entry),), room)


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


# What is told of a changed entry, value by value.


class Told(NamedTuple):
    """Something that is different in an entry, or in one nested in it.

    `change` is that of the entry itself, `around` the names of those that lead to it from above,
    `place` the path of keys to what differs; none where it is about the entry as a whole.
    """

    change: EntryChange
    around: tuple[str, ...]
    place: KeyPath
    causes: tuple[Cause, ...]
    revision: blocks.Revision

    def within(self, ctx: RenderContext) -> blocks.Revision:
        """What was revised, under the names of what it is nested in."""
        what = self.revision.what
        for name in reversed(self.around):
            what = ctx.say("change.part", whole=name, part=what)
        return self.revision.but(what=what)


def told_of(
    ctx: RenderContext, change: EntryChange, around: tuple[str, ...] = ()
) -> Iterator[Told]:
    """Changed fields of an entry, then those of nested entries under their names."""
    if change.moved is not None:
        key = "changes.moved" if change.moved else "changes.moved.first"
        said = ctx.say(key, entry=change.moved)
        revision = blocks.Revision(ctx.say("changes.order"), said)
        yield Told(change, around, (), change.causes, revision)
    for field in change.fields:
        said = inline_diff(field.before, field.after)
        revision = blocks.Revision((blocks.Text(field.label),), said)
        yield Told(change, around, field.place, field.causes, revision)
    for inner in change.inside:
        name: Inlines = (blocks.Text(inner.name),)
        if inner.fate == "changed":
            yield from told_of(ctx, inner, (*around, inner.name))
            continue
        label = wording.capitalized(ctx.say(f"changes.{inner.fate}"))
        if inner.cells:
            name = ctx.say("changes.entry", entry=name, kind=ctx.listed(inner.cells))
        said = _replaced((), [name]) if inner.fate == "added" else _replaced([name], ())
        if inner.instead is not None:
            label = ctx.say("changes.instead")
            said = inline_diff(name, (inner.instead,))
        revision = blocks.Revision(label, said)
        yield Told(inner, around, (), inner.causes, revision)


def by_reason(told: Iterable[Told]) -> list[list[Told]]:
    """In groups of one reason, in order; what has no cause of its own comes last.

    The operation of the format does not matter to readers.
    """
    groups: dict[tuple[Reason, ...], list[Told]] = {}
    for one in told:
        reasons = tuple(dict.fromkeys((cause.pack, cause.why) for cause in one.causes))
        groups.setdefault(reasons, []).append(one)
    return [groups[key] for key in sorted(groups, key=lambda key: not key)]
