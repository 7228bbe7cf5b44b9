"""The page of changes: pack by pack what differs, what it does to chances, examples last."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.document import blocks, changes, licenses, placement, wording
from freed6c.document.compare.odds import band_words, odds_moved
from freed6c.document.describe import body
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
"""The anchor of what is told of chances."""
KEY: Final = "changes"

SHORT: Final = 140
"""Letters before and after that are told in a sentence; what is longer is folded."""

UNREAD: Final = frozenset({"columns", "layout", "aliases", "keywords", "asks"})
"""Settings of how an entry is shown, found or asked about: what differs in them is folded."""

ROW: Final = "row"
"""The kind of entries that are told with what they are nested in."""


def changes_page(ctx: RenderContext, comparison: Comparison) -> Iterator[blocks.Page]:
    """The diff with the base game."""
    content = tuple(_blocks(ctx, comparison))
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
        "words": _words(comparison),
    }
    for key, section in sections.items():
        yield from _section(key, ctx.say(f"changes.{key}"), tuple(section))


def _words(comparison: Comparison) -> Blocks:
    """What documents call otherwise: a line each."""
    lines: list[Inlines] = []
    for was, now in comparison.words:
        removed = blocks.RemovedText((blocks.Text(was),))
        inserted = blocks.InsertedText((blocks.Text(now),))
        lines.append((removed, blocks.Text(" "), inserted))
    return (blocks.BulletList(tuple(lines)),) if lines else ()


def _section(key: str, title: Inlines, content: Blocks) -> Blocks:
    return (blocks.Heading(2, f"{ANCHOR}--{key}", title), *content) if content else ()


# What one pack did; without a pack, what follows from all of them.


def _pack(
    ctx: RenderContext, comparison: Comparison, rules: Sequence[EntryChange], pack: str
) -> Iterator[Block]:
    """What it changed, a sentence each; what it added; what it removed."""
    changed = [
        _sentence(ctx, comparison, change, group, pack)
        for change in rules
        if change.fate == "changed"
        for told in changes.by_reason(changes.told_of(ctx, change))
        if _is_of(told[0].causes, pack)
        and (group := [one for one in told if not _stands_alone(one.change)])
    ]
    sections: dict[Fate, list[blocks.DefinitionItem]] = {
        "changed": changed,
        "added": [_added(ctx, c, pack) for c in _fated(rules, "added", pack)],
        "removed": [_removed(ctx, c, pack) for c in _fated(rules, "removed", pack)],
    }
    for fate, listed in sections.items():
        if listed and pack:
            title = ctx.say(f"changes.{fate}")
            yield blocks.Heading(3, f"{ANCHOR}--{pack}--{fate}", title)
        yield from definitions(listed)


def _is_of(causes: Sequence[Cause], pack: str) -> bool:
    """Whether a pack is among those who did it; without a pack, whether nobody did."""
    return any(cause.pack == pack for cause in causes) if pack else not causes


def _stands_alone(change: EntryChange) -> bool:
    """Whether it is listed as new or removed; rows are told of with their tables."""
    return change.fate != "changed" and change.kind != ROW


def _fated(
    rules: Iterable[EntryChange], fate: Fate, pack: str
) -> Sequence[EntryChange]:
    """What a pack added, or removed, nested entries too; chapters first, then rules."""
    changes_ = [
        change
        for above in rules
        for change in above.tree()
        if change.fate == fate and _stands_alone(change) and _is_of(change.causes, pack)
    ]
    return sorted(changes_, key=lambda c: (c.kind != "chapter", ORDER.index(c.kind)))


def _sentence(
    ctx: RenderContext,
    comparison: Comparison,
    change: EntryChange,
    told: Sequence[Told],
    pack: str,
) -> blocks.DefinitionItem:
    """What differs in an entry for one reason, and what that does to chances.

    Where all of it is in one nested entry, that is named. What is long, or only about how something
    is shown, is folded.
    """
    nested = {one.change.id: one.change for one in told if one.change.fate == "changed"}
    single = len(nested) == 1 and all(one.change.id in nested for one in told)
    named = next(iter(nested.values())) if single else change
    sentences: list[Inlines] = []
    folded: list[Inlines] = []
    for one in told:
        revision = one.revision if single else one.within(ctx)
        pair = ctx.say("compare.pair", label=revision.what, said=revision.said)
        (sentences if _is_short(one) else folded).append(pair)
    why = _why(ctx, told[0].causes, pack)
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


def _is_short(told: Told) -> bool:
    """Whether a difference is read in passing."""
    if told.change.fate == "added":
        return True
    said = told.revision.said
    letters = len(changes.text_before(said)) + len(changes.text_after(said))
    return letters <= SHORT and UNREAD.isdisjoint(told.place)


def _why(ctx: RenderContext, causes: Iterable[Cause], pack: str) -> Inlines:
    """The reasons that a pack gives, each once."""
    whys = (cause.why for cause in causes if cause.pack == pack)
    return ctx.join_sentences(dict.fromkeys(whys))


def _named(ctx: RenderContext, change: EntryChange) -> Inlines:
    """A link, or the bare name of an entry that has no place: removed ones, generated rows."""
    words = (blocks.Text(change.name),)
    exists = change.id in ctx.ruleset.entries
    return (blocks.Link(change.id, words),) if exists else words


def named_with_kind(ctx: RenderContext, change: EntryChange) -> Inlines:
    """The name of a changed entry, with the word for its kind, and what it is nested in."""
    kind, name = ctx.word(f"kind.{change.kind}"), _named(ctx, change)
    entry = ctx.ruleset.entries.get(change.id)
    above = entry and around(entry)
    if above is None:
        return ctx.say("changes.entry", entry=name, kind=kind)
    where = title_of(above)
    return ctx.say("changes.entry.part", entry=name, kind=kind, where=where)


def _added(ctx: RenderContext, change: EntryChange, pack: str) -> blocks.DefinitionItem:
    """Its first sentence, or what it does; and the reason."""
    entry = ctx.ruleset.entries[change.id]
    said = first_sentence(ctx, entry)
    if not said:
        said = ended(ctx, cell(ctx, getattr(entry, "effects", ())))
    why = _why(ctx, change.causes, pack)
    # Without words of its own, what there is to know of it.
    facts = () if said else body(ctx.without_anchors(), entry, 1)
    return blocks.DefinitionItem(
        named_with_kind(ctx, change), (*paragraph(ctx, said, why), *facts)
    )


def _removed(
    ctx: RenderContext, change: EntryChange, pack: str
) -> blocks.DefinitionItem:
    """With what is used instead, and the reason."""
    entry = named_with_kind(ctx, change)
    if change.instead is not None:
        instead: Inlines = (change.instead,)
        entry = ctx.say("changes.entry.instead", entry=entry, instead=instead)
    return blocks.DefinitionItem(entry, paragraph(ctx, _why(ctx, change.causes, pack)))


def with_reasons(
    ctx: RenderContext, entry: Inlines, causes: Iterable[Cause]
) -> Inlines:
    """An entry with the reasons that packs give, each once."""
    why = ctx.join_sentences(dict.fromkeys(cause.why for cause in causes))
    return ctx.say("changes.entry.why", entry=entry, why=why) if why else entry


# What a change does to chances: the one that moves most.


def _chances(
    ctx: RenderContext,
    comparison: Comparison,
    change: EntryChange,
    nested: Collection[str],
) -> Blocks:
    """The chance that moves most by what differs in an entry and in some nested in it."""
    rolled = [
        chance
        for chance in comparison.chances
        if change.id in {chance.procedure, chance.band.benchmark}
        and (change.id in nested or _concerns(ctx, chance, nested))
    ]
    checks = [chance for chance in comparison.checks if chance.id in nested]
    # What is about a die is told against a number that stays, if there is one.
    still = [c for c in rolled if c.band.before == c.band.after] or rolled
    most = sorted(still, key=lambda c: abs(c.after - c.before))[-1:]
    said = [
        _chance(ctx, f"changes.chance.{'rolled' if c.band.id else 'total'}", c)
        for c in most
    ]
    said += [_chance(ctx, "changes.chance.checks", chance) for chance in checks]
    return paragraph(ctx, *said)


def _concerns(
    ctx: RenderContext, chance: ChanceChange, nested: Collection[str]
) -> bool:
    """Whether a chance is against one of these bands, or of a pool with one of these steps."""
    procedure = ctx.ruleset.entries[chance.procedure]
    assert isinstance(procedure, Dice)
    used = {
        token.step.id
        for letters, token in tokens_of(procedure).items()
        if chance.tokens.startswith(letters)
    }
    return chance.band.id in nested or not used.isdisjoint(nested)


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
    """Notes and examples that are new, other than they were, or gone: their names, folded."""
    fates: tuple[Fate, ...] = ("changed", "added", "removed")
    return tuple(
        blocks.Remarks("revision", label, f"{label}: {len(names)}", names)
        for fate in fates
        if (names := tuple(named_with_kind(ctx, c) for c in asides if c.fate == fate))
        and (label := ctx.word(f"changes.{fate}"))
    )
