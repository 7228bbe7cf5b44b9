"""The page of changes, a letter to players who know the base game.

It goes pack by pack, because readers ask what a pack does to their game: first the changed entries,
each with the reason and the sentences that differ, then the added entries in full, then the removed
entries. Changes of wording that follow from the others are folded. After the packs come changes
without a pack and charts of the odds.

A function with a parameter `pack` takes the id of a pack, or "" for changes that no pack wrote and
that follow from the others.
"""

from __future__ import annotations

from itertools import chain, islice, starmap, zip_longest
from typing import TYPE_CHECKING, Final, NamedTuple

from freed6c.document import blocks, placement, wording
from freed6c.document.changes import inline_diff, lines_of
from freed6c.document.compare.comparison import EntryChange, FieldChange
from freed6c.document.compare.lines import LISTS, joined_lines, marked_words
from freed6c.document.compare.odds import band_words, odds_moved
from freed6c.document.describe.by_kind import body
from freed6c.document.describe.parts import definitions, paragraph
from freed6c.document.entries import shown
from freed6c.document.listing import first_sentence
from freed6c.document.prose import chapter_prose
from freed6c.document.render_context import new_context
from freed6c.document.search.search_records import ASIDES, TURN
from freed6c.document.sentences.numbers import percent, rollable
from freed6c.document.wording import title_of
from freed6c.model.entry_contents import around
from freed6c.model.prose import references_in
from freed6c.packs.grouping import grouped
from freed6c.runtime.dice.pool import tokens_of
from freed6c.runtime.entries.dice import Dice

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from freed6c.document.blocks import Block, Blocks, Inlines
    from freed6c.document.compare.comparison import (
        Cause,
        ChanceChange,
        CheckChance,
        Comparison,
        Fate,
        MarkedLine,
    )
    from freed6c.document.render_context import RenderContext
    from freed6c.model.ruleset import Ruleset


ANCHOR: Final = "page-changes"
CHANCES: Final = f"{ANCHOR}--chances"
"""The anchor of the section on chances."""
KEY: Final = "changes"

WORDING: Final = frozenset({"chapter", "panel", "term"})
"""Kinds that explain the rules of other entries: a change of their texts follows from those."""

APART: Final = frozenset({"skill", "specialization", "step", "outcome"})
"""Nested kinds whose entries are listed separately."""

PARTS: Final = frozenset({"chapter", "formula", "step", "value"})
"""Kinds whose entries are parts of other rules, so the start page doesn't count new ones."""

LEADING: Final = 3
"""The number of changes on the start page."""


def changes_page(ctx: RenderContext, comparison: Comparison) -> Iterator[blocks.Page]:
    """Yield the page that compares the game with the base game."""
    content = blocks.deferred(_blocks(ctx, comparison))
    return placement.special_page(ctx, KEY, content, shelf="about")


def _blocks(ctx: RenderContext, comparison: Comparison) -> Iterator[Block]:
    intro = "changes.nothing" if comparison.empty else "changes.intro"
    yield blocks.Paragraph(ctx.say(intro, before=comparison.base.manifest.cited))
    for manifest in ctx.ruleset.manifests:
        title = (blocks.Text(manifest.title),)
        content = tuple(_pack(ctx, comparison, manifest.id))
        yield from _section(f"pack--{manifest.id}", title, content)
    sections = {
        "follows": _pack(ctx, comparison, ""),
        "chances": odds_moved(ctx, comparison.odds, ANCHOR),
        "wording": _words(comparison),
    }
    for key, section in sections.items():
        yield from _section(key, ctx.say(f"changes.{key}"), tuple(section))


def lead(ctx: RenderContext, comparison: Comparison) -> Iterator[Block]:
    """Yield the lines that introduce the house rules on the start page, with the main changes.

    The main changes are the first ones of each pack in turn.
    """
    own = [m for m in ctx.ruleset.manifests if m.id != comparison.base.manifest.id]
    of_packs = [(m.id, _changes_of(ctx, comparison, m.id)) for m in own]
    main = [[(pack, ours.lines, c) for c in ours.main] for pack, ours in of_packs]
    by = "".join(m.license.holder for m in own if m.license and not own[1:])
    packs = ctx.chain("list.comma", [(blocks.Text(m.title),) for m in own[1:] and own])
    count = sum(map(len, main))
    key, book = "lead.by" if by else "lead", comparison.base.manifest.title
    words = (
        ctx.say(key, book=book, by=by),
        ctx.say("lead.packs", packs=packs) if packs else (),
        ctx.say("lead.first" if count > LEADING else "lead.all", count=count),
    )
    yield blocks.Paragraph(ctx.join_sentences(words if count else words[:2]))
    in_turn = filter(None, chain.from_iterable(zip_longest(*main)))
    items = [_leading(ctx, *change) for change in islice(in_turn, LEADING)]
    yield from [blocks.BulletList(tuple(items))] if items else ()
    yield blocks.Paragraph((blocks.Link(f"page.{KEY}", ctx.say("lead.page")),))


def _leading(
    ctx: RenderContext,
    pack: str,
    lines: Mapping[str, Sequence[MarkedLine]],
    change: EntryChange,
) -> Inlines:
    """Return a main change in a line: the reason, and the first difference or sentence."""
    said = _why(ctx, change.all_causes(), pack)
    if change.fate == "added":
        said = first_sentence(ctx, ctx.ruleset.entries[change.id]) or said
    named, own_lines = _row_of(change, lines.get(change.id, ()))
    words = wording.joined(chain.from_iterable(joined_lines(ctx, own_lines[:1])))
    after = tuple(w for w in words if not isinstance(w, blocks.RemovedText))
    has_new = any(isinstance(w, blocks.InsertedText) for w in words)
    said = ctx.join_sentences([said, after if has_new else words])
    name: Inlines = (blocks.Text(named.name),)
    if change.fate == "removed":
        kind = ctx.word(f"kind.{change.kind}")
        name = ctx.say("changes.entry", entry=(blocks.RemovedText(name),), kind=kind)
    link: Inlines = (blocks.Link(f"page.{KEY}", name),)
    return ctx.say("compare.pair", label=link, said=said) if said else link


def _words(comparison: Comparison) -> Blocks:
    """List the renamed terms, the old words struck out in front of the new ones."""
    pairs = [
        ((blocks.Text(old),), (blocks.Text(new),)) for old, new in comparison.wording
    ]
    return (blocks.BulletList(tuple(starmap(inline_diff, pairs))),) if pairs else ()


def _section(key: str, title: Inlines, content: Blocks) -> Blocks:
    return (blocks.Heading(2, f"{ANCHOR}--{key}", title), *content) if content else ()


# The changes of one pack, or those without a pack.


class PackChanges(NamedTuple):
    """The changes of a pack, the main ones first: of entries, added and removed entries, wording.

    `lines` are the differences of each changed entry, by its id.
    """

    changed: Sequence[EntryChange]
    added: Sequence[EntryChange]
    removed: Sequence[EntryChange]
    wording: Sequence[EntryChange]
    lines: Mapping[str, Sequence[MarkedLine]]

    @property
    def main(self) -> Sequence[EntryChange]:
        """All changes except those of wording, of chapters, and new or removed parts."""
        changed = [c for c in self.changed if c.kind != "chapter"]
        others = (*self.added, *self.removed)
        return [*changed, *(c for c in others if c.kind not in PARTS)]


def _changes_of(ctx: RenderContext, comparison: Comparison, pack: str) -> PackChanges:
    """Return the changes of a pack. If it changes nothing but wording, that is its main change."""
    ours = [
        unit
        for change in comparison.entries
        if change.kind not in ASIDES
        for unit in units(change)
        if pack in ({c.pack for c in unit.all_causes()} or {""})
    ]
    ours.sort(key=lambda c: (c.kind != "chapter", TURN[c.kind]))
    by_fate = grouped((change.fate, change) for change in ours)
    added, removed = by_fate.get("added", ()), by_fate.get("removed", ())
    changed = by_fate.get("changed", [])
    lines = {c.id: _lines(ctx, c, pack) for c in changed}
    main = [c for c in changed if not _follows(c, lines[c.id], pack)]
    seen = [c for c in changed if lines[c.id] or _is_renamed(c)]
    main = main if main or added or removed else seen
    main.sort(key=lambda c: (not _chances(ctx, comparison, c), TURN[c.kind]))
    return PackChanges(main, added, removed, [c for c in seen if c not in main], lines)


def _pack(ctx: RenderContext, comparison: Comparison, pack: str) -> Iterator[Block]:
    """Yield the entries that a pack changed, then those it added, then those it removed."""
    ours = _changes_of(ctx, comparison, pack)
    texts = [ctx.ruleset.entries[c.id].text for c in ours.added]
    in_texts = {r.target for t in texts for r in references_in(t) if r.kind == "show"}
    added = [_added(ctx, c, pack, in_texts) for c in ours.added]
    sections: dict[Fate, list[blocks.DefinitionItem]] = {
        "changed": [
            _changed(ctx, comparison, c, ours.lines[c.id], pack) for c in ours.changed
        ],
        "added": [item for item in added if item.blocks],
        "removed": [_removed(ctx, comparison.base, c, pack) for c in ours.removed],
    }
    for fate, items in sections.items():
        if items and pack:
            title = ctx.say(f"changes.{fate}")
            yield blocks.Heading(3, f"{ANCHOR}--{pack}--{fate}", title)
        yield from definitions(items)
    yield from _wording(ctx, [(c, ours.lines[c.id]) for c in ours.wording])


def units(change: EntryChange) -> Iterator[EntryChange]:
    """Yield the changes that the page lists: of an entry, and of entries nested in it.

    Changed and added conditions, bands and rows are lines of the entry around them. So are removed
    rows, as they have no name without their table.
    """
    separate = [
        inner
        for inner in change.inside
        if inner.kind in APART or (inner.fate == "removed" and inner.kind != "row")
    ]
    rows = tuple(inner for inner in change.inside if inner not in separate)
    own = change._replace(inside=rows)
    if change.fate != "changed" or own.fields or own.moved is not None or rows:
        yield own
    for inner in separate:
        yield from units(inner)


def _lines(ctx: RenderContext, change: EntryChange, pack: str) -> Sequence[MarkedLine]:
    """Return the differences of an entry; if several packs changed it, those of this pack."""
    lines = [*lines_of(ctx, change)]
    if len({cause.pack for cause in change.all_causes()}) < 2:  # noqa: PLR2004
        return lines
    return [line for line in lines if pack in _packs_of(line, change)]


def _packs_of(line: MarkedLine, change: EntryChange) -> Collection[str]:
    """Return the packs that changed the field that shares most words with a line."""
    words = {*marked_words(line.words)}

    def shared(change: FieldChange | EntryChange) -> int:
        said = change.name if isinstance(change, EntryChange) else change.label
        if isinstance(change, FieldChange):
            said += f" {wording.plain((*change.before, *change.after))}"
        return len(words.intersection(said.lower().split()))

    parts: list[FieldChange | EntryChange] = []
    for each in change.tree():
        parts += (part for part in (*each.fields, each) if part.causes)
    return {cause.pack for cause in max(parts, key=shared).causes}


def _follows(change: EntryChange, lines: Sequence[MarkedLine], pack: str) -> bool:
    """Return True if only the wording of an entry changed, or nothing that its page says."""
    texts = all(
        c.fate == "changed"
        and all(
            f.prose or (f.place == ("name",) and c.kind in WORDING) for f in c.fields
        )
        for c in change.tree()
    )
    reasons = any(cause.why for cause in change.all_causes() if cause.pack == pack)
    if not lines and not _is_renamed(change):
        return not reasons
    return texts and (change.kind in WORDING or not reasons)


def _is_renamed(change: EntryChange) -> bool:
    return any(field.place == ("name",) for field in change.fields)


def _wording(
    ctx: RenderContext, entries: Sequence[tuple[EntryChange, Sequence[MarkedLine]]]
) -> Iterator[Block]:
    """Yield the entries whose wording follows other changes, folded into a line."""
    if not entries:
        return
    names = [*dict.fromkeys(change.name for change, _ in entries)]
    listed = ctx.chain("list.comma", [(blocks.Text(name),) for name in names])
    key = "changes.wording.many" if names[1:] else "changes.wording.one"
    label = wording.plain(ctx.say(key, count=len(names), names=listed))
    items = []
    for change, lines in entries:
        name, said = _name_or_link(ctx, change), [*joined_lines(ctx, lines)]
        pair = ctx.say("compare.pair", label=name, said=ctx.join_sentences(said))
        items.append(pair if said else name)
    yield blocks.Remarks("revision", label, label, tuple(items))


def _changed(
    ctx: RenderContext,
    comparison: Comparison,
    change: EntryChange,
    lines: Sequence[MarkedLine],
    pack: str,
) -> blocks.DefinitionItem:
    """Return an entry with the reasons of a pack, its lines, and the chance that it moves most."""
    named, lines = _row_of(change, lines)
    why = _why(ctx, change.all_causes(), pack)
    said = tuple(joined_lines(ctx, lines))
    content = (blocks.BulletList(said),) if said[1:] else paragraph(ctx, *said)
    chances = _chances(ctx, comparison, change)
    return blocks.DefinitionItem(
        named_with_kind(ctx, named), (*paragraph(ctx, why), *content, *chances)
    )


def _row_of(
    change: EntryChange, lines: Sequence[MarkedLine]
) -> tuple[EntryChange, Sequence[MarkedLine]]:
    """Return the row that all lines are about, such as a condition, or else the entry itself."""
    if len(change.inside) != 1 or change.fields:
        return change, lines
    return change.inside[0], [line._replace(labels=line.labels[1:]) for line in lines]


def _why(ctx: RenderContext, causes: Iterable[Cause], pack: str) -> Inlines:
    """Join the reasons that a pack gives, without repeats."""
    whys = (cause.why for cause in causes if cause.pack == pack)
    return ctx.join_sentences(dict.fromkeys(whys))


def _name_or_link(ctx: RenderContext, change: EntryChange) -> Inlines:
    """Return a link to an entry after its former name; if it was removed, only its name."""
    words = (blocks.Text(change.name),)
    if change.id not in ctx.ruleset.entries:
        return words
    names = [field.before for field in change.fields if field.place == ("name",)]
    former = [(blocks.RemovedText(name),) for name in names]
    return ctx.join_sentences([*former, (blocks.Link(change.id, words),)])


def named_with_kind(ctx: RenderContext, change: EntryChange) -> Inlines:
    """Return the name of a changed entry, its kind, and the title of its parent entry, if any."""
    kind, name = ctx.word(f"kind.{change.kind}"), _name_or_link(ctx, change)
    entry = ctx.ruleset.entries.get(change.id)
    parent = entry and around(entry)
    if parent is None:
        return ctx.say("changes.entry", entry=name, kind=kind)
    return ctx.say("changes.entry.part", entry=name, kind=kind, where=title_of(parent))


def _added(
    ctx: RenderContext, change: EntryChange, pack: str, in_texts: Collection[str]
) -> blocks.DefinitionItem:
    """Show an added entry as its page does, after the reason for it.

    Entries in the texts of other added entries aren't repeated.
    """
    entry = ctx.ruleset.entries[change.id]
    plain = new_context(ctx.ruleset, shown).without_remarks().without_anchors()
    above = f"{ANCHOR}--{placement.anchor_of(change.id)}"
    texts = (
        block.but(level=4) if isinstance(block, blocks.Heading) else block
        for block in chapter_prose(plain, entry.text, above)
    )
    facts = (
        () if change.id in in_texts or change.kind in LISTS else body(plain, entry, 3)
    )
    why = _why(ctx, change.causes, pack)
    return blocks.DefinitionItem(
        named_with_kind(ctx, change), (*paragraph(ctx, why), *texts, *facts)
    )


def _removed(
    ctx: RenderContext, base: Ruleset, change: EntryChange, pack: str
) -> blocks.DefinitionItem:
    """Name a removed entry with its replacement, if it has one, the reason, and its former text."""
    entry = named_with_kind(ctx, change)
    if change.instead is not None:
        instead: Inlines = (change.instead,)
        entry = ctx.say("changes.entry.instead", entry=entry, instead=instead)
    before = new_context(base, shown).without_anchors()
    said = first_sentence(before, base.entries[change.id])
    words = (
        _why(ctx, change.causes, pack),
        (blocks.RemovedText(said),) if said else (),
    )
    return blocks.DefinitionItem(entry, paragraph(ctx, *words))


# The chance that a change moves most.


def _chances(ctx: RenderContext, comparison: Comparison, change: EntryChange) -> Blocks:
    """Return the chance that a change of an entry moves most."""
    changed = {c.id for c in change.tree() if c.fate == "changed"}
    moved = [
        chance
        for chance in comparison.chances
        if change.id in {chance.procedure, chance.band.benchmark}
        or _involves(ctx, chance, changed)
    ]
    checks = [chance for chance in comparison.checks if chance.id in changed]
    # Prefer a difficulty with the same number as before: then only the dice differ.
    same_number = [c for c in moved if c.band.before == c.band.after] or moved
    most = sorted(same_number, key=lambda c: abs(c.after - c.before))[-1:]
    sentences = [_chance(ctx, "chance", chance) for chance in most]
    sentences += [_chance(ctx, "check", chance) for chance in checks]
    return paragraph(ctx, *sentences)


def _involves(ctx: RenderContext, chance: ChanceChange, ids: Collection[str]) -> bool:
    """Return True if a chance is against one of these bands, or its pool has one of these steps."""
    procedure = ctx.ruleset.entries[chance.procedure]
    assert isinstance(procedure, Dice)
    steps = {
        token.step.id
        for letters, token in tokens_of(procedure).items()
        if chance.tokens.startswith(letters)
    }
    return chance.band.id in ids or not steps.isdisjoint(ids)


def _chance(
    ctx: RenderContext, key: str, chance: ChanceChange | CheckChance
) -> Inlines:
    total = chance.band.name and not chance.band.is_difficulty
    return ctx.say(
        f"changes.{key}.{'total' if total else 'rolled'}",
        pool=rollable(ctx, chance.pool),
        band=band_words(ctx, chance.band),
        before=percent(ctx, chance.before),
        after=percent(ctx, chance.after),
    )
