"""The page of changes, for readers who know the base game.

It goes pack by pack, because readers ask what a pack does to their game: first the changed entries,
a sentence for each difference with its reason, then the added and the removed entries. Differences
that are long, or only concern how an entry is shown, are folded (hidden until the reader opens
them). After the packs come changes without a pack, charts of the odds, examples with another
result, and asides (notes and examples that were themselves changed).

A function with a parameter `pack` takes the id of a pack, or "" for changes that no pack wrote and
that follow from the others.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.document import blocks, changes, licenses, placement, wording
from freed6c.document.compare.odds import band_words, odds_moved, odds_of
from freed6c.document.describe.by_kind import body
from freed6c.document.describe.parts import definitions, paragraph, table
from freed6c.document.listing import first_sentence
from freed6c.document.search.search_records import ASIDES, ORDER
from freed6c.document.sentences.effects import cell, ended
from freed6c.document.sentences.numbers import percent, rollable
from freed6c.document.wording import title_of
from freed6c.model.entry_contents import around
from freed6c.runtime.dice.pool import tokens_of
from freed6c.runtime.entries.dice import Dice

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from freed6c.document.blocks import Block, Blocks, Inlines
    from freed6c.document.changes import Told
    from freed6c.document.compare.comparison import (
        Cause,
        ChanceChange,
        CheckChance,
        Comparison,
        EntryChange,
        Fate,
        ResultChange,
    )
    from freed6c.document.render_context import RenderContext


ANCHOR: Final = "page-changes"
CHANCES: Final = f"{ANCHOR}--chances"
"""The anchor of the section on chances."""
KEY: Final = "changes"

SHORT: Final = 140
"""Differences with more letters, before and after together, are folded."""

UNREAD: Final = frozenset({"columns", "layout", "aliases", "keywords", "inputs"})
"""Fields that set how an entry is shown, found or asked about: their differences are folded."""

ROW: Final = "row"
"""The kind of table rows. Their changes are listed with the table, not as separate entries."""


def changes_page(ctx: RenderContext, comparison: Comparison) -> Iterator[blocks.Page]:
    """Yield the page that compares the game with the base game."""
    content = blocks.deferred(_blocks(ctx, comparison))
    return placement.special_page(ctx, KEY, content, shelf="about")


def _blocks(ctx: RenderContext, comparison: Comparison) -> Iterator[Block]:
    intro = "changes.nothing" if comparison.empty else "changes.intro"
    yield blocks.Paragraph(ctx.say(intro, before=comparison.before.cited))
    rules = [c for c in comparison.entries if c.kind not in ASIDES]
    asides = [c for c in comparison.entries if c.kind in ASIDES]
    for manifest in ctx.ruleset.manifests:
        target = f"{licenses.PACK}{manifest.id}"
        title: Inlines = (blocks.Link(target, (blocks.Text(manifest.title),)),)
        content = tuple(_pack(ctx, comparison, rules, manifest.id))
        yield from _section(f"pack--{manifest.id}", title, content)
    sections = {
        "follows": _pack(ctx, comparison, rules, ""),
        "chances": odds_moved(ctx, comparison.odds, ANCHOR),
        "results": _results(ctx, comparison.results),
        "asides": _asides(ctx, asides),
        "wording": _words(comparison),
    }
    for key, section in sections.items():
        yield from _section(key, ctx.say(f"changes.{key}"), tuple(section))


def _words(comparison: Comparison) -> Blocks:
    """List the renamed terms, the old name struck out in front of the new one."""
    lines: list[Inlines] = []
    for old, new in comparison.wording:
        removed = blocks.RemovedText((blocks.Text(old),))
        inserted = blocks.InsertedText((blocks.Text(new),))
        lines.append((removed, blocks.Text(" "), inserted))
    return (blocks.BulletList(tuple(lines)),) if lines else ()


def _section(key: str, title: Inlines, content: Blocks) -> Blocks:
    return (blocks.Heading(2, f"{ANCHOR}--{key}", title), *content) if content else ()


# The changes of one pack, or those without a pack.


def _pack(
    ctx: RenderContext, comparison: Comparison, rules: Sequence[EntryChange], pack: str
) -> Iterator[Block]:
    """Yield the entries that a pack changed, then those it added, then those it removed."""
    # An entry has an item for each reason that the pack gives for a change of it.
    changed = [
        _changed(ctx, comparison, change, listed, pack)
        for change in rules
        if change.fate == "changed"
        for differences in changes.by_reason(changes.told_of(ctx, change))
        if _is_from(differences[0].causes, pack)
        and (listed := [d for d in differences if not _is_separate(d.change)])
    ]
    sections: dict[Fate, list[blocks.DefinitionItem]] = {
        "changed": changed,
        "added": [_added(ctx, c, pack) for c in _with_fate(rules, "added", pack)],
        "removed": [_removed(ctx, c, pack) for c in _with_fate(rules, "removed", pack)],
    }
    for fate, items in sections.items():
        if items and pack:
            title = ctx.say(f"changes.{fate}")
            yield blocks.Heading(3, f"{ANCHOR}--{pack}--{fate}", title)
        yield from definitions(items)


def _is_from(causes: Sequence[Cause], pack: str) -> bool:
    """Return True if a pack is among the causes; for the pack "", if there are no causes."""
    return any(cause.pack == pack for cause in causes) if pack else not causes


def _is_separate(change: EntryChange) -> bool:
    """Return True if a change is an item of the added or removed entries, nested or not."""
    return change.fate != "changed" and change.kind != ROW


def _with_fate(
    rules: Iterable[EntryChange], fate: Fate, pack: str
) -> Sequence[EntryChange]:
    """Return the entries that a pack added or removed, also nested ones, chapters first."""
    selected = [
        change
        for top_level in rules
        for change in top_level.tree()
        if change.fate == fate
        and _is_separate(change)
        and _is_from(change.causes, pack)
    ]
    return sorted(selected, key=lambda c: (c.kind != "chapter", ORDER.index(c.kind)))


def _changed(
    ctx: RenderContext,
    comparison: Comparison,
    change: EntryChange,
    differences: Sequence[Told],
    pack: str,
) -> blocks.DefinitionItem:
    """List the differences of an entry that have one reason, and the chance that they move.

    The differences can be in the entry or in entries nested in it. If all are in one nested entry,
    the item is named after the nested entry.
    """
    nested = {d.change.id: d.change for d in differences if d.change.fate == "changed"}
    single = len(nested) == 1 and all(d.change.id in nested for d in differences)
    named = next(iter(nested.values())) if single else change
    sentences: list[Inlines] = []
    folded: list[Inlines] = []
    for difference in differences:
        revision = difference.revision if single else difference.within(ctx)
        pair = ctx.say("compare.pair", label=revision.what, said=revision.said)
        (sentences if _is_short(difference) else folded).append(pair)
    why = _why(ctx, differences[0].causes, pack)
    if not sentences and not why:
        sentences = [ctx.say("changes.rewritten")]
    label = ctx.word("versions.fold")
    fold = blocks.Remarks("revision", label, label, tuple(folded))
    return blocks.DefinitionItem(
        named_with_kind(ctx, named),
        (
            *paragraph(ctx, ended(ctx, ctx.chain("sentences", sentences)), why),
            *_chances(ctx, comparison, change, nested),
            *((fold,) if folded else ()),
        ),
    )


def _is_short(difference: Told) -> bool:
    """Return True if a difference is not folded."""
    if difference.change.fate == "added":
        return True
    words = difference.revision.said
    letters = len(changes.text_before(words)) + len(changes.text_after(words))
    return letters <= SHORT and UNREAD.isdisjoint(difference.place)


def _why(ctx: RenderContext, causes: Iterable[Cause], pack: str) -> Inlines:
    """Join the reasons that a pack gives, without repeats."""
    whys = (cause.why for cause in causes if cause.pack == pack)
    return ctx.join_sentences(dict.fromkeys(whys))


def _name_or_link(ctx: RenderContext, change: EntryChange) -> Inlines:
    """Return a link to an entry; if it was removed, only its name."""
    words = (blocks.Text(change.name),)
    exists = change.id in ctx.ruleset.entries
    return (blocks.Link(change.id, words),) if exists else words


def named_with_kind(ctx: RenderContext, change: EntryChange) -> Inlines:
    """Return the name of a changed entry, its kind, and the title of its parent entry, if any."""
    kind, name = ctx.word(f"kind.{change.kind}"), _name_or_link(ctx, change)
    entry = ctx.ruleset.entries.get(change.id)
    parent = entry and around(entry)
    if parent is None:
        return ctx.say("changes.entry", entry=name, kind=kind)
    where = title_of(parent)
    return ctx.say("changes.entry.part", entry=name, kind=kind, where=where)


def _added(ctx: RenderContext, change: EntryChange, pack: str) -> blocks.DefinitionItem:
    """Describe an added entry by its first sentence, else its effects, else all its fields."""
    entry = ctx.ruleset.entries[change.id]
    summary = first_sentence(ctx, entry)
    if not summary:
        summary = ended(ctx, cell(ctx, getattr(entry, "effects", ())))
    why = _why(ctx, change.causes, pack)
    facts = () if summary else body(ctx.without_anchors(), entry, 1)
    return blocks.DefinitionItem(
        named_with_kind(ctx, change), (*paragraph(ctx, summary, why), *facts)
    )


def _removed(
    ctx: RenderContext, change: EntryChange, pack: str
) -> blocks.DefinitionItem:
    """Name a removed entry with its replacement, if it has one, and the reason."""
    entry = named_with_kind(ctx, change)
    if change.instead is not None:
        instead: Inlines = (change.instead,)
        entry = ctx.say("changes.entry.instead", entry=entry, instead=instead)
    return blocks.DefinitionItem(entry, paragraph(ctx, _why(ctx, change.causes, pack)))


def with_reasons(ctx: RenderContext, name: Inlines, causes: Iterable[Cause]) -> Inlines:
    """Return an entry in words, followed by the reasons that packs give, without repeats."""
    why = ctx.join_sentences(dict.fromkeys(cause.why for cause in causes))
    return ctx.say("changes.entry.why", entry=name, why=why) if why else name


# The chance that a change moves most.


def _chances(
    ctx: RenderContext,
    comparison: Comparison,
    change: EntryChange,
    nested: Collection[str],
) -> Blocks:
    """Return the chance that a change of an entry moves most.

    `nested` has the ids of the entries in it that differ, with its own if its own fields differ.
    """
    moved = [
        chance
        for chance in odds_of(change.id, comparison.chances)
        if change.id in nested or _involves(ctx, chance, nested)
    ]
    checks = [chance for chance in comparison.checks if chance.id in nested]
    # Prefer a difficulty with the same number as before: then only the dice differ.
    same_number = [c for c in moved if c.band.before == c.band.after] or moved
    most = sorted(same_number, key=lambda c: abs(c.after - c.before))[-1:]
    sentences = [
        _chance(
            ctx, f"changes.chance.{'rolled' if c.band.is_difficulty else 'total'}", c
        )
        for c in most
    ]
    sentences += [_chance(ctx, "changes.chance.checks", chance) for chance in checks]
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
    return ctx.say(
        key,
        pool=rollable(ctx, chance.pool),
        band=band_words(ctx, chance.band),
        before=percent(ctx, chance.before),
        after=percent(ctx, chance.after),
    )


# Examples and notes.


def _results(ctx: RenderContext, results: Sequence[ResultChange]) -> Blocks:
    return table(
        ctx,
        ("example", [wording.capitalized(result.asked) for result in results]),
        ("before", [(blocks.Text(result.before),) for result in results]),
        ("after", [(blocks.Text(result.after),) for result in results]),
    )


def _asides(ctx: RenderContext, asides: Sequence[EntryChange]) -> Blocks:
    """List the names of changed, added and removed notes and examples, folded."""
    fates: tuple[Fate, ...] = ("changed", "added", "removed")
    return tuple(
        blocks.Remarks("revision", label, f"{label}: {len(names)}", names)
        for fate in fates
        if (names := tuple(named_with_kind(ctx, c) for c in asides if c.fate == fate))
        and (label := ctx.word(f"changes.{fate}"))
    )
