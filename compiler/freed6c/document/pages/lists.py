"""Pages that list entries: pages of kinds, pages of single entries, the A-Z index, all tables."""

from __future__ import annotations

from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Final
from unicodedata import normalize

from freed6c.document import blocks, changes, placement, wording
from freed6c.document.compare.odds import odds_moved
from freed6c.document.describe.by_kind import body
from freed6c.document.describe.notes import listed
from freed6c.document.entries import content_of, full, heading_of
from freed6c.document.listing import lines, overview
from freed6c.document.render_context import RenderContext, kind_word
from freed6c.document.wording import title_of
from freed6c.model.entry_contents import around
from freed6c.packs.grouping import grouped
from freed6c.packs.ids import kind_of
from freed6c.packs.lazy import regex
from freed6c.runtime.entries.notes import Chapter, Note

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from freed6c.document.blocks import Block, Blocks, Inlines
    from freed6c.document.compare.comparison import Comparison
    from freed6c.document.pages.plan import PagePlan
    from freed6c.runtime.record import Entry


SHELVES: Final[Mapping[str, blocks.Shelf]] = {"term": "reference", "note": "about"}
"""The groups of the navigation for the pages of kinds; those of other kinds are in "lists"."""


def kind_page(ctx: RenderContext, kind: str, plan: PagePlan) -> Iterator[blocks.Page]:
    """Yield the page with full descriptions of the entries of a kind that no chapter contains.

    The page of terms is the glossary, which lists all terms. Notes are grouped by chapter.
    """
    entries = tuple(plan.left.get(kind, {}).values())
    match kind:
        case "term":
            content = _glossary(ctx, entries)
        case "note":
            groups = _by_chapter(ctx, plan)
            content = tuple(_notes(ctx, groups))
            entries = tuple(note for notes in groups.values() for note in notes)
        case _:
            content = tuple(b for entry in entries for b in full(ctx, entry, 2))
    return _page(ctx, kind, plan, content, entries)


def _by_chapter(ctx: RenderContext, plan: PagePlan) -> Mapping[str, Sequence[Note]]:
    """Return all notes by the chapter that they are about; those about mere wording come last."""
    chapters = [chapter.id for chapter in ctx.ruleset.of(Chapter)]
    groups: dict[str, list[Note]] = {id_: [] for id_ in (*chapters, "rest", "wording")}
    for note in ctx.ruleset.of(Note):
        about = note.about[0].entry if note.about else None
        while about is not None and about.id not in plan.homes:
            about = around(about)
        home = plan.homes[about.id] if about else "rest"
        groups["wording" if note.kind in WORDING else home].append(note)
    return groups


def _notes(ctx: RenderContext, groups: Mapping[str, Sequence[Note]]) -> Iterator[Block]:
    yield blocks.Paragraph(ctx.say("notes.intro"))
    for id_, notes in groups.items():
        if notes:
            chapter = ctx.ruleset.entries.get(id_)
            title = ctx.say(f"notes.{id_}") if chapter is None else (ctx.link(chapter),)
            yield blocks.Heading(2, f"page-notes--{placement.anchor_of(id_)}", title)
        for note in notes:
            yield from full(ctx, note, 3)


WORDING: Final = frozenset({"naming", "typo"})
"""The kinds of notes that make no difference at the table."""


def list_page(
    ctx: RenderContext,
    kind: str,
    plan: PagePlan,
    described: Mapping[str, Sequence[Block]],
) -> Iterator[blocks.Page]:
    """Yield the page that links to the own pages of the entries of a kind, with a summary of each.

    `described` has the blocks of these pages by id of the entry; summaries are made from them.
    """
    entries = plan.of_kind(kind)
    content = blocks.Deferred(lambda: overview(ctx, entries, plan.homes, described))
    return _page(ctx, kind, plan, content)


def _glossary(ctx: RenderContext, entries: Sequence[Entry]) -> Blocks:
    """Return all terms: in full if this page describes them, else as links to their chapters."""
    described_here = {entry.id for entry in entries}
    content = (
        block
        for entry in ctx.ruleset.every("term")
        for block in (listed if entry.id in described_here else lines)(ctx, [entry])
    )
    items = tuple(item for block in content for item in block.items)
    return (blocks.DefinitionList(items),)


def _page(
    ctx: RenderContext,
    kind: str,
    plan: PagePlan,
    content: Sequence[Block],
    links: Sequence[Entry] = (),
) -> Iterator[blocks.Page]:
    return placement.special_page(
        ctx,
        kind,
        content,
        key=plan.keys[f"kinds.{kind}"],
        word=f"kinds.{kind}",
        table_of_contents=[
            changes.with_badge(ctx, e, wording.capitalized((ctx.link(e),)), "sign")
            for e in links
        ],
        shelf=SHELVES.get(kind, "lists"),
    )


# Pages of single entries.


def entry_page(
    ctx: RenderContext, entry: Entry, plan: PagePlan, comparison: Comparison | None
) -> blocks.Page:
    """Return the page of an entry: its full description, and charts of the odds that it changed.

    Nested entries with their own pages are links.
    """
    anchor = plan.anchors[entry.id]
    odds = comparison and odds_moved(ctx, comparison, f"{anchor}--odds", entry.id)
    charts = tuple(odds or ())
    heading = blocks.Heading(2, f"{anchor}--odds", ctx.say("changes.chances"))
    return blocks.Page(
        key=plan.keys[entry.id],
        title=heading_of(entry),
        anchor=anchor,
        blocks=(*content_of(ctx, entry), *((heading, *charts) if charts else ())),
        entry=entry.id,
        kind=kind_word(ctx, entry),
        above=plan.above(entry),
    )


# The A-Z index.


LETTERS_KEY: Final = "a-z"
PAGE: Final = f"page.{LETTERS_KEY}"
"""The link target of the index."""
SIGNS: Final = regex(r"[^\w ]|_")
"""All signs but letters, digits and spaces. In NFKD form, accents are separate signs."""
SILENT: Final = frozenset({"note", "example", "panel"})
"""Kinds that are not in the index, because readers don't look them up by name."""


def letters_page(ctx: RenderContext) -> Iterator[blocks.Page]:
    """Yield the A-Z index by letter. Names that begin with a digit or a sign come first."""
    return placement.special_page(ctx, LETTERS_KEY, tuple(_letters(ctx)), live=True)


def _letters(ctx: RenderContext) -> Iterator[blocks.IndexLetter]:
    articles = frozenset(ctx.word("a-z.articles").split())
    lines = [(_sort_key(name, articles), words) for name, words in _index_lines(ctx)]
    letters = grouped(
        (key[:1].upper() if key[:1].isalpha() else "", words)
        for key, words in sorted(lines, key=itemgetter(0))
    )
    for letter, letter_lines in letters.items():
        yield blocks.IndexLetter(
            letter or ctx.word("a-z.other"),
            f"page-{LETTERS_KEY}--{letter.lower() or 'other'}",
            tuple(letter_lines),
        )


def _index_lines(ctx: RenderContext) -> Iterator[tuple[str, Inlines]]:
    """Yield the name and the line of each entry, and "see …" lines for its aliases."""
    for entry in ctx.ruleset.entries.values():
        name = entry.name
        if not name or kind_of(entry.id) in SILENT:
            continue
        link: Inlines = (ctx.link(entry),)
        kind = ctx.lowered(kind_word(ctx, entry))
        parent = around(entry)
        if parent is None:
            words = ctx.say("a-z.entry", entry=link, kind=kind)
        else:
            where = title_of(parent)
            words = ctx.say("a-z.part", entry=link, kind=kind, where=where)
        yield name, changes.with_badge(ctx, entry, words, "sign")
        for alias in dict.fromkeys(entry.aliases):
            if alias.casefold() != name.casefold():
                yield alias, ctx.say("a-z.see", name=alias, entry=link)


def _sort_key(name: str, articles: Collection[str]) -> str:
    """Return a name to sort by: in lower case, without accents, signs and a leading article.

    Example: "The Élite Guard" becomes "elite guard".
    """
    plain = SIGNS.sub("", normalize("NFKD", name))
    first, _, rest = plain.casefold().strip().partition(" ")
    return rest if first in articles and rest else f"{first} {rest}"


# The page of all tables.


TABLES_KEY: Final = "every-table"
KINDS: Final = ("table", "benchmark", "track", "menu")
"""Kinds whose descriptions are tables."""

MOST: Final = 200
"""If there are more tables, the page is left out: lists of kinds are then easier to search."""


def tables_page(ctx: RenderContext) -> Iterator[blocks.Page]:
    """Yield the page of all tables, each with a link to its description, up to `MOST` entries."""
    entries = [entry for kind in KINDS for entry in ctx.ruleset.every(kind)]
    if 0 < len(entries) <= MOST:
        yield from placement.special_page(
            ctx,
            TABLES_KEY,
            blocks.Deferred(lambda: _all_tables(ctx, entries)),
            table_of_contents=[changes.linked(ctx, e, "sign") for e in entries],
            repeats=True,
        )


def _all_tables(ctx: RenderContext, entries: Iterable[Entry]) -> Iterator[Block]:
    for kind, group in groupby(entries, lambda entry: kind_of(entry.id)):
        title = (blocks.Text(ctx.word(f"kinds.{kind}")),)
        yield blocks.Heading(2, f"page-{TABLES_KEY}--{kind}", title)
        yield from (table for entry in group for table in _tables(ctx, entry))


def _tables(ctx: RenderContext, entry: Entry) -> Iterator[Block]:
    """Yield the tables of an entry; the caption of the first is a link to the entry."""
    caption = changes.linked(ctx, entry, "narrow")
    for block in body(ctx.without_anchors().without_remarks(), entry, 1):
        if isinstance(block, blocks.TableBlock):
            yield block.but(caption=caption or block.caption)
            caption = ()
