"""The page of changes, a letter to players who know the base game.

It goes pack by pack, because readers ask what a pack does to their game: first the changed entries,
each with the reason and the sentences that differ, then the added entries in full, then the removed
entries. Changes of wording that follow from the others are folded. After the packs come changes
without a pack and charts of the odds.

A function with a parameter `pack` takes the id of a pack, or "" for changes that no pack wrote and
that follow from the others.
"""

from __future__ import annotations

from itertools import chain, islice, starmap
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from freed6c.document import blocks, placement, wording
from freed6c.document.changes import inline_diff, lines_of, text_after, text_before
from freed6c.document.compare.comparison import EntryChange, FieldChange, MarkedLine
from freed6c.document.compare.lines import MARKS, joined_lines, marked_words
from freed6c.document.compare.odds import odds_moved, odds_words
from freed6c.document.describe.by_kind import body
from freed6c.document.describe.fields import value_words
from freed6c.document.describe.parts import definitions, paragraph
from freed6c.document.entries import shown
from freed6c.document.listing import first_sentence
from freed6c.document.prose import chapter_prose
from freed6c.document.render_context import new_context
from freed6c.document.search.search_records import ASIDES, RULES, TURN
from freed6c.document.wording import title_of
from freed6c.model.entry_contents import around, references_of
from freed6c.model.prose import references_in
from freed6c.packs.grouping import grouped
from freed6c.packs.ids import kind_of
from freed6c.runtime.entries.notes import CharacterEntry

if TYPE_CHECKING:
    from collections.abc import (
        Callable,
        Collection,
        Iterable,
        Iterator,
        Mapping,
        Sequence,
    )

    from freed6c.document.blocks import Block, Blocks, Inline, Inlines
    from freed6c.document.compare.comparison import (
        Cause,
        Comparison,
        Fate,
    )
    from freed6c.document.render_context import RenderContext
    from freed6c.model.manifest import Manifest
    from freed6c.model.ruleset import Ruleset

    Lines: TypeAlias = Sequence[MarkedLine]


ANCHOR: Final = "page-changes"
CHANCES: Final = f"{ANCHOR}--chances"
"""The anchor of the section on chances."""
KEY: Final = "changes"

WORDING: Final = frozenset({"chapter", "panel", "term"})
"""Kinds that explain the rules of other entries: a change of their texts follows from those."""

APART: Final = frozenset({"skill", "specialization", "step", "outcome"})
"""Nested kinds whose entries are listed separately."""

PARTS: Final = frozenset({"effect-roll", "formula", "panel", "step", "value"})
"""Kinds whose entries are parts of other rules, which their new and removed entries belong to."""

NAMED: Final = frozenset({"chapter", "table"})
"""Kinds that readers know, so that they are named."""

SETTINGS: Final = ("refresh", "comes-from", "inputs", "params", "counts-as")
"""Labels of facts that repeat the sentences about them."""

LISTED: Final = 3
"""The most new entries of a pack that are shown in full. More are a list of links."""

LEADING: Final = 3
"""The number of changes on the start page."""

BRIEF: Final = 3
"""The number of words that are struck out in front of the new ones, instead of below them."""


def changes_page(ctx: RenderContext, comparison: Comparison) -> Iterator[blocks.Page]:
    """Yield the page that compares the game with the base game."""
    content = blocks.deferred(_blocks(ctx, comparison))
    return placement.special_page(ctx, KEY, content, shelf="about")


def _blocks(ctx: RenderContext, comparison: Comparison) -> Iterator[Block]:
    intro = "changes.nothing" if comparison.empty else "changes.intro"
    yield blocks.Paragraph(ctx.say(intro, before=comparison.base.manifest.cited))
    yield from _in_short(ctx, comparison)
    for manifest in ctx.ruleset.manifests:
        title = (blocks.Text(manifest.title),)
        content = tuple(_pack(ctx, comparison, manifest.id))
        yield from _section(f"pack--{manifest.id}", title, content)
    sections = {
        "follows": chain(_pack(ctx, comparison, ""), _kept(ctx, comparison)),
        "chances": odds_moved(ctx, comparison, ANCHOR),
        "wording": _words(comparison),
    }
    for key, section in sections.items():
        yield from _section(key, ctx.say(f"changes.{key}"), tuple(section))


def _kept(ctx: RenderContext, comparison: Comparison) -> Blocks:
    """List the pregenerated characters whose own numbers take the place of changed defaults."""
    items = [
        ctx.say(
            "changes.kept",
            character=(ctx.link(character),),
            value=_name_or_link(ctx, change),
            number=value_words(ctx, "", character.stats[change.id]),
        )
        for change in comparison.entries
        if any(field.place == ("default",) for field in change.fields)
        for character in ctx.ruleset.of(CharacterEntry)
        if change.id in character.stats
    ]
    return (blocks.BulletList(tuple(items)),) if items else ()


def lead(ctx: RenderContext, comparison: Comparison) -> Iterator[Block]:
    """Yield the lines that introduce the house rules on the start page.

    They are the summary of the pack, or its main changes if it has none. Several packs have a line
    each.
    """
    own = _own(ctx, comparison)
    by = "".join(m.license.holder for m in own if m.license and not own[1:])
    key, book = "lead.by" if by else "lead", comparison.base.manifest.title
    yield blocks.Paragraph(ctx.say(key, book=book, by=by))
    main = (line for pack in own for line in _leading(ctx, comparison, pack.id))
    first = tuple(islice(main, LEADING))
    changes = (blocks.BulletList(first),) if first else ()
    yield from _in_short(ctx, comparison) or changes
    yield blocks.Paragraph((blocks.Link(f"page.{KEY}", ctx.say("lead.page")),))


def _own(ctx: RenderContext, comparison: Comparison) -> Sequence[Manifest]:
    """Return the packs that the base game lacks."""
    ids = {manifest.id for manifest in comparison.base.manifests}
    return [m for m in ctx.ruleset.manifests if m.id not in ids]


def _in_short(ctx: RenderContext, comparison: Comparison) -> Blocks:
    """Return the summary of a pack; of several, a line each, with links to their sections."""
    own = _own(ctx, comparison)
    if not own[1:]:
        return paragraph(ctx, *((blocks.Text(p.summary),) for p in own if p.summary))
    lines = []
    for pack in own:
        title = (blocks.Link(f"page.{KEY}.{pack.id}", (blocks.Text(pack.title),)),)
        said: Inlines = (blocks.Text(pack.summary),) if pack.summary else ()
        said = said or next(_leading(ctx, comparison, pack.id), ())
        lines.append(ctx.say("compare.pair", label=title, said=said) if said else title)
    return (blocks.BulletList(tuple(lines)),)


def _leading(
    ctx: RenderContext, comparison: Comparison, pack: str
) -> Iterator[Inlines]:
    """Yield a line for each main change: its first new sentence or its first loss."""
    ours = _changes_of(ctx, comparison, pack)
    for change in (*ours.changed, *ours.added, *ours.removed):
        if change.kind in {"chapter", "panel"}:
            continue
        if change.fate == "added":
            yield _line(ctx, change)
            continue
        item = _changed(ctx, comparison, change, ours.lines[change.id], pack)
        said = next((line for b in item.blocks for line in blocks.lines_in(b)), ())
        if any(isinstance(word, blocks.InsertedText) for word in said):
            said = tuple(w for w in said if not isinstance(w, blocks.RemovedText))
        yield ctx.say("compare.pair", label=item.term, said=said) if said else item.term


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

    `lines` are the differences of each entry, by its id.
    """

    changed: Sequence[EntryChange]
    added: Sequence[EntryChange]
    removed: Sequence[EntryChange]
    wording: Sequence[EntryChange]
    lines: Mapping[str, Lines]


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
    added, removed = by_fate.get("added", []), by_fate.get("removed", [])
    changed = by_fate.get("changed", [])
    lines = {c.id: _lines(ctx, c, pack) for c in changed}
    lines |= {c.id: _former(comparison.base, c.id) for c in removed}
    main = [
        c
        for c in changed
        if not (_follows(c, lines[c.id], pack) or _only_lists(c, lines[c.id], added))
        or (c.kind != "panel" and _is_loss(ctx, lines[c.id]))
    ]
    added = [c for c in added if c.kind not in PARTS] or added
    wholes = [c for c in main if c.kind not in WORDING]
    wholes += [c for c in removed if c.kind not in PARTS]
    for part in [c for c in removed if c.kind in PARTS]:
        for whole in wholes:
            ids = _ids_in(comparison.base, whole.id)
            if part.id in ids or part.name == whole.name:
                lines[whole.id] = (*lines[whole.id], *lines[part.id])
                removed.remove(part)
                break
    seen = [c for c in changed if lines[c.id] or _is_renamed(c)]
    main = main if main or added or removed else seen
    moving = {check.id for check in comparison.checks}
    main.sort(key=lambda c: (moving.isdisjoint(e.id for e in c.tree()), TURN[c.kind]))
    return PackChanges(main, added, removed, [c for c in seen if c not in main], lines)


def _pack(ctx: RenderContext, comparison: Comparison, pack: str) -> Iterator[Block]:
    """Yield the entries that a pack changed, then those it added, then those it removed."""
    ours = _changes_of(ctx, comparison, pack)
    texts = [ctx.ruleset.entries[c.id].text for c in ours.added]
    in_texts = {r.target for t in texts for r in references_in(t) if r.kind == "show"}
    added = [c for c in ours.added if c.id not in in_texts]
    listed = len(added) > LISTED or any(c.kind == "chapter" for c in added)
    changed, removed = (
        definitions(_changed(ctx, comparison, c, ours.lines[c.id], pack) for c in group)
        for group in (ours.changed, ours.removed)
    )
    sections: dict[Fate, Blocks] = {
        "changed": changed,
        "added": (blocks.BulletList(tuple(_line(ctx, c) for c in added)),)
        if listed
        else definitions(_added(ctx, c, pack) for c in added),
        "removed": removed,
    }
    for fate, items in sections.items():
        if items and pack:
            title = ctx.say(f"changes.{fate}")
            yield blocks.Heading(3, f"{ANCHOR}--{pack}--{fate}", title)
        yield from items
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


def _lines(ctx: RenderContext, change: EntryChange, pack: str) -> Lines:
    """Return the differences of an entry; if several packs changed it, those of this pack."""
    lines = [*lines_of(ctx, change)]
    settings = [ctx.label(key) for key in SETTINGS]
    told = [line for line in lines if not line.labels or line.labels[0] not in settings]
    lines = told or [line._replace(labels=line.labels[1:]) for line in lines]
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


def _follows(change: EntryChange, lines: Lines, pack: str) -> bool:
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


def _only_lists(
    change: EntryChange, lines: Lines, added: Sequence[EntryChange]
) -> bool:
    """Return True if a list or a table only has new entries of the pack in addition."""
    words = [line.words for line in lines]
    is_new = all(isinstance(word, blocks.InsertedText) for word in chain(*words))
    others = {*_targets(words)} - {c.id for c in added}
    return change.kind in {"scene", "table"} and is_new and not others


def _is_loss(ctx: RenderContext, lines: Iterable[MarkedLine]) -> bool:
    """Return True if an entry lost sentences that no removed entry explains.

    These are sentences about rules that are still there, or about no entry.
    """
    words = [line.words for line in lines if not text_after(line.words)]
    links = {*_targets(words)}
    kept = links & ctx.ruleset.entries.keys()
    return bool(words) and (links == kept or any(kind_of(i) in RULES for i in kept))


def _targets(words: Iterable[Inlines]) -> Iterator[str]:
    """Yield the targets of links in words that are marked as removed or inserted."""
    for word in chain(*words):
        if isinstance(word, MARKS):
            marked = blocks.marked_in(blocks.Paragraph(word.inlines))
            yield from (link.target for link in marked if isinstance(link, blocks.Link))


def _ids_in(ruleset: Ruleset, id_: str) -> Collection[str]:
    """Return the ids of entries that the rules and the text of an entry refer to."""
    entry = ruleset.entries[id_]
    texts = (reference.target for reference in references_in(entry.text))
    return {*texts, *(other for _, other in references_of(ruleset, entry))}


def _is_renamed(change: EntryChange) -> bool:
    return any(field.place == ("name",) for field in change.fields)


def _wording(
    ctx: RenderContext, entries: Sequence[tuple[EntryChange, Lines]]
) -> Iterator[Block]:
    """Yield the entries whose wording follows other changes, folded into a line."""
    if not entries:
        return
    label = wording.plain(ctx.say("changes.fits", count=len(entries)))
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
    lines: Lines,
    pack: str,
) -> blocks.DefinitionItem:
    """Return an entry with its new words, losses, the reasons of a pack, and the old words."""
    named, lines = _row_of(change, lines)
    new, lost, before = _in_turn(lines)
    said = _said(ctx, change, new, lost)
    content = (blocks.BulletList(said),) if said[1:] else paragraph(ctx, *said)
    ids = {each.id for each in change.tree()}
    checks = [check for check in comparison.checks if check.id in ids]
    if odds := odds_words(ctx, checks):
        is_met = any(check.band.name for check in checks)
        key = "all" if not is_met else "points" if change.kind == "points" else "met"
        content += paragraph(ctx, ctx.say(f"changes.odds.{key}", said=odds))
    content += paragraph(ctx, _why(ctx, change.all_causes(), pack))
    if old := ctx.join_sentences(joined_lines(ctx, before)):
        content += (blocks.FinePrint(ctx.say("changes.before", said=old)),)
    return blocks.DefinitionItem(_named(ctx, named), content)


def _said(
    ctx: RenderContext, change: EntryChange, new: Lines, lost: Lines
) -> tuple[Inlines, ...]:
    """Return new words, then the losses in a line."""
    said, gone = joined_lines(ctx, new), ctx.join_sentences(joined_lines(ctx, lost))
    if gone and change.fate != "removed":
        gone = ctx.say("changes.lost", said=gone)
    return (*said, *([gone] if gone else ()))


def _in_turn(lines: Lines) -> tuple[Lines, Lines, Lines]:
    """Return the lines with new words, the lost lines, and the changed lines as they were.

    A few old words stay in front of the new ones.
    """
    new: list[MarkedLine] = []
    lost: list[MarkedLine] = []
    before: list[MarkedLine] = []
    told = [_version(line, blocks.RemovedText, text_after) for line in lines]
    labels = [line.labels for line in told if line.labels and text_after(line.words)]
    for line, now in zip(lines, told, strict=True):
        words = chain(*line.labels, line.words)
        old = [
            wording.plain(w.inlines) for w in words if isinstance(w, blocks.RemovedText)
        ]
        is_brief = len(" ".join(old).split()) <= BRIEF
        is_gone = not text_after(line.words)
        if not is_gone:
            new.append(line if is_brief else now)
        if is_gone or not is_brief:
            is_lost = is_gone and now.labels not in labels
            (lost if is_lost else before).append(
                _version(line, blocks.InsertedText, text_before)
            )
    return new, lost, before


def _version(
    line: MarkedLine, other: type[Inline], of: Callable[[Inlines], str]
) -> MarkedLine:
    """Return one version of a line, without the marks of the other.

    Several marks are harder to read than one around the whole line.
    """
    words = [w for w in line.words if not isinstance(w, other) and w != blocks.Text("")]
    blank = [blocks.Text(" ")]
    words = words[words[:1] == blank : len(words) - (words[-1:] == blank)]
    marks = [word for word in words if isinstance(word, MARKS)]
    if marks[1:]:
        parts = (w.inlines if isinstance(w, MARKS) else (w,) for w in words)
        words = [marks[0].but(inlines=wording.joined(chain(*parts)))]
    labels = tuple((blocks.Text(of(label)),) for label in line.labels)
    return MarkedLine(labels, wording.joined(words))


def _row_of(change: EntryChange, lines: Lines) -> tuple[EntryChange, Lines]:
    """Return the row that all lines are about, such as a condition, or else the entry itself."""
    if len(change.inside) != 1 or change.fields:
        return change, lines
    return change.inside[0], [line._replace(labels=line.labels[1:]) for line in lines]


def _why(ctx: RenderContext, causes: Iterable[Cause], pack: str) -> Inlines:
    """Join the reasons that a pack gives, without repeats, behind a label."""
    whys = dict.fromkeys(c.why for c in causes if c.pack == pack and c.why)
    return ctx.say("changes.why", said=ctx.join_sentences(whys)) if whys else ()


def _name_or_link(ctx: RenderContext, change: EntryChange) -> Inlines:
    """Return a link to an entry after its former name, or the name of a removed entry."""
    words: Inlines = (blocks.Text(change.name),)
    if change.instead is not None:
        instead: Inlines = (change.instead,)
        words = ctx.say("changes.entry.instead", entry=words, instead=instead)
    if change.id not in ctx.ruleset.entries:
        return words
    names = [field.before for field in change.fields if field.place == ("name",)]
    former = [(blocks.RemovedText(name),) for name in names]
    return ctx.join_sentences([*former, (blocks.Link(change.id, words),)])


def _named(ctx: RenderContext, change: EntryChange) -> Inlines:
    """Return the name of a changed entry, with its kind or the entry around it if that helps."""
    name, entry = _name_or_link(ctx, change), ctx.ruleset.entries.get(change.id)
    parent = entry and change.kind not in PARTS and around(entry)
    if not parent and change.kind not in NAMED:
        return name
    said = title_of(parent) if parent else ctx.word(f"kind.{change.kind}")
    return ctx.say("changes.entry", entry=name, kind=said)


def _line(ctx: RenderContext, change: EntryChange) -> Inlines:
    """Return an added entry in a line: its name and its first sentence, chapters only by name."""
    name, entry = _named(ctx, change), ctx.ruleset.entries[change.id]
    # Only the name is a link, since a second link to an entry would be none.
    said = "" if change.kind == "chapter" else wording.plain(first_sentence(ctx, entry))
    return ctx.say("compare.pair", label=name, said=said) if said else name


def _added(ctx: RenderContext, change: EntryChange, pack: str) -> blocks.DefinitionItem:
    """Show an added entry as its page does, after the reason for it."""
    entry = ctx.ruleset.entries[change.id]
    plain = new_context(ctx.ruleset, shown).without_remarks().without_anchors()
    why = paragraph(ctx, _why(ctx, change.causes, pack))
    texts = chapter_prose(plain, entry.text, ANCHOR)
    settings = [ctx.label(key) for key in SETTINGS]
    facts: list[Block] = []
    for block in body(plain, entry, 3):
        if isinstance(block, blocks.DefinitionList):
            facts += definitions(i for i in block.items if i.term not in settings)
        else:
            facts.append(block)
    return blocks.DefinitionItem(_named(ctx, change), (*why, *texts, *facts))


def _former(base: Ruleset, id_: str) -> Lines:
    """Return the first sentence of an entry of the base game as a removed line."""
    old = new_context(base, shown).without_anchors()
    said = first_sentence(old, base.entries[id_])
    return [MarkedLine((), (blocks.RemovedText(said),))] if said else []
