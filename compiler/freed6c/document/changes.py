"""Change marks and badges of entries: which pack changed what, as an inline diff, and why.

A badge is a short sign after the name of an entry ("changed by Night Rules"); a change mark is a
block below its heading with all details.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from freed6c.document import blocks, wording
from freed6c.document.compare.comparison import JOINT, MarkedLine
from freed6c.model.entry_contents import around
from freed6c.packs.bounded_diff import matcher
from freed6c.packs.lazy import regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from freed6c.document.blocks import Inline, Inlines
    from freed6c.document.compare.comparison import (
        Cause,
        EntryChange,
    )
    from freed6c.document.render_context import RenderContext
    from freed6c.runtime.record import Entry

    Word: TypeAlias = tuple[Inline, ...]


# Inline diffs.


WORD: Final = regex(r"\s+|\S+")
"""A word, or the spaces between two words."""
LONGEST: Final = 400
"""The most words of a text that is compared word by word, since the time grows with its square."""

ALIKE: Final = 0.5
"""The lowest similarity, from 0 to 1, of texts that are easier to read as a word diff."""


def inline_diff(before: Inlines, after: Inlines) -> Inlines:
    """Diff two texts word by word, as inlines with `RemovedText` and `InsertedText`.

    Long texts, and texts that have little in common, are one removal and one insertion.
    """
    old, new = list(words_in(before)), list(words_in(after))
    if not old or not new or max(len(old), len(new)) > LONGEST:
        return _replaced(old, new)
    matched = matcher(old, new)
    if matched.ratio() < ALIKE:
        return _replaced(old, new)
    parts: list[Inlines] = []
    # Each opcode turns the words old[a:b] into new[c:d].
    for operation, a, b, c, d in matched.get_opcodes():
        if operation == "equal":
            parts.append(_spaced(new[c:d]))
        else:
            parts.append(_replaced(old[a:b], new[c:d]))
    return _spaced(parts)


def text_before(diff: Inlines) -> str:
    """Return the plain text of the old version in a diff."""
    kept = [inline for inline in diff if not isinstance(inline, blocks.InsertedText)]
    words = [i.inlines if isinstance(i, blocks.RemovedText) else (i,) for i in kept]
    return text_after(wording.joined(chain.from_iterable(words)))


def text_after(diff: Inlines) -> str:
    """Return the plain text of the new version in a diff; `plain` skips removed words."""
    return " ".join(wording.plain(diff).split())


def _replaced(old: Sequence[Word], new: Sequence[Word]) -> Inlines:
    """Return removed words followed by inserted words; either can be empty."""
    removed = (blocks.RemovedText(_spaced(old)),) if old else ()
    inserted = (blocks.InsertedText(_spaced(new)),) if new else ()
    return _spaced([part for part in (removed, inserted) if part])


def _spaced(parts: Sequence[Inlines]) -> Inlines:
    """Join texts with spaces."""
    inlines: list[Inline] = []
    for part in parts:
        inlines += [blocks.Text(" "), *part] if inlines else part
    return wording.joined(inlines)


def words_in(inlines: Inlines) -> Iterator[Word]:
    """Yield the words of a text; links, other inlines, and text in parentheses are one word."""
    word: list[Inline] = []
    depth = 0  # of parentheses
    for inline in inlines:
        pieces: Iterable[Inline] = (inline,)
        if isinstance(inline, blocks.Text):
            pieces = map(blocks.Text, WORD.findall(inline.text))
        for piece in pieces:
            if not isinstance(piece, blocks.Text):
                word.append(piece)
            elif not piece.text.isspace():
                word.append(piece)
                depth = max(0, depth + piece.text.count("(") - piece.text.count(")"))
            elif depth:
                word.append(blocks.Text(" "))
            elif word:
                yield tuple(word)
                word = []
    if word:
        yield tuple(word)


def change_of(ctx: RenderContext, entry: Entry) -> EntryChange | None:
    """Return the change that packs made to an entry, or None.

    An entry nested in an added entry has the change of that one, because it was added with it.
    """
    change = ctx.changed.get(entry.id)
    above = around(entry)
    if change is not None or above is None:
        return change
    outer = change_of(ctx, above)
    return outer if outer is not None and outer.fate == "added" else None


def marks(ctx: RenderContext, entry: Entry) -> tuple[blocks.ChangeMark, ...]:
    """Return the change marks of an entry.

    On a page of its own, a nested entry also shows that its parent was added.
    """
    change = change_of(ctx, entry) if ctx.paged else ctx.changed.get(entry.id)
    return () if change is None else marks_of(ctx, change)


def marks_of(ctx: RenderContext, change: EntryChange) -> tuple[blocks.ChangeMark, ...]:
    """Return the mark of an entry, with the lines in which its description differs."""
    causes = tuple(change.all_causes())
    if change.fate == "added":
        return (_mark(ctx, "change.added", change.causes, ()),)
    revisions = []
    for line in lines_of(ctx, change):
        match line:
            case MarkedLine((), (blocks.InsertedText(),)):
                label = ctx.say("changes.added")
            case MarkedLine((), (blocks.RemovedText(),)):
                label = ctx.say("changes.removed")
            case MarkedLine(labels):
                label = ctx.chain("list.comma", labels) or ctx.label("words")
        revisions.append(blocks.Revision(label, line.words))
    return (_mark(ctx, "change.changed", causes, tuple(revisions)),)


def lines_of(ctx: RenderContext, change: EntryChange) -> Iterator[MarkedLine]:
    """Yield the lines in which the description of an entry differs, then its new place."""
    yield from change.lines() or _unseen(ctx, change)
    # `moved` is the name of the entry that this one now follows, empty if it is now the first.
    if change.moved is not None:
        key = "changes.moved" if change.moved else "changes.moved.first"
        yield MarkedLine((), wording.capitalized(ctx.say(key, entry=change.moved)))


def _unseen(ctx: RenderContext, change: EntryChange) -> Iterator[MarkedLine]:
    """Yield the fields that the description doesn't show, formulas without their values."""
    for each in change.tree():
        outer = [each.name] if each != change else []
        for field in each.fields:
            if field.prose or field.place == ("name",):
                continue
            labels = [(blocks.Text(n),) for n in (*outer, *field.label.split(JOINT))]
            words = inline_diff(field.before, field.after)
            if any(isinstance(w, blocks.CodeSpan) for w in field.before + field.after):
                words = ctx.say("changes.changed")
            yield MarkedLine(tuple(labels), words)


Room: TypeAlias = Literal["wide", "narrow", "sign"]
"""The amount of a badge to show: all words, the titles of packs, or only its sign."""


def badge(
    ctx: RenderContext, entry: Entry, room: Room = "wide", *, alone: bool = False
) -> Inlines:
    """Return the badge of an entry that packs added or changed; empty for any other entry.

    With `alone`, the entry is shown away from its parent, so it also shows that this was added.
    """
    change = change_of(ctx, entry) if alone else ctx.changed.get(entry.id)
    return () if change is None else badge_of([change], ctx, room)


def badge_of(
    changes: Iterable[EntryChange], ctx: RenderContext, room: Room = "wide"
) -> Inlines:
    """Return one badge for several changes; it says "added" only if all of them are additions."""
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
    """Return the words with the badge of an entry after them.

    The default `room` is "narrow" if the entry is shown a second time, without an anchor.
    """
    room = room or ("wide" if ctx.anchored else "narrow")
    return ctx.chain("behind", (words, badge(ctx, entry, room)))


def linked(ctx: RenderContext, entry: Entry, room: Room | None = None) -> Inlines:
    """Return a link to an entry, with its badge after it."""
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
