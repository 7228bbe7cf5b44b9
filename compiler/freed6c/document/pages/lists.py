"""Pages of kinds: all that is to be said of each entry, or ways to the pages where it stands."""

from __future__ import annotations

import re
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Final
from unicodedata import normalize

from freed6c.document import blocks, changes, placement, wording
from freed6c.document.compare.odds import odds_moved, odds_of
from freed6c.document.describe import body
from freed6c.document.describe.notes import listed
from freed6c.document.entries import content_of, full, heading_of
from freed6c.document.listing import lines, overview
from freed6c.document.render_context import RenderContext, kind_word
from freed6c.document.wording import title_of
from freed6c.model.entry_contents import around
from freed6c.packs.ids import kind_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from freed6c.document.blocks import Block, Blocks, Inlines
    from freed6c.document.compare.comparison import Comparison
    from freed6c.document.pages.plan import PagePlan
    from freed6c.runtime.record import Entry


SHELVES: Final[Mapping[str, blocks.Shelf]] = {"term": "reference", "note": "about"}
"""Where the pages of kinds stand that are more than lists."""


def kind_page(ctx: RenderContext, kind: str, plan: PagePlan) -> Iterator[blocks.Page]:
    """The entries of a kind that no chapter contains, one after the other."""
    entries = tuple(plan.left.get(kind, {}).values())
    content = (
        _glossary(ctx, entries)
        if kind == "term"
        else tuple(b for entry in entries for b in full(ctx, entry, 2))
    )
    return _page(ctx, kind, plan, content, () if kind == "note" else entries)


def list_page(
    ctx: RenderContext, kind: str, plan: PagePlan, described: Mapping[str, Blocks]
) -> Iterator[blocks.Page]:
    """Where each entry of a kind is described, with what is `described` there in short."""
    content = overview(ctx, plan.of_kind(kind), plan.homes, described)
    return _page(ctx, kind, plan, content)


def _glossary(ctx: RenderContext, entries: Sequence[Entry]) -> Blocks:
    """All words of the game; what chapters explain, with the way there."""
    own = {entry.id for entry in entries}
    content = (
        block
        for entry in ctx.ruleset.every("term")
        for block in (listed if entry.id in own else lines)(ctx, [entry])
    )
    return (
        blocks.DefinitionList(tuple(item for block in content for item in block.items)),
    )


def _page(
    ctx: RenderContext,
    kind: str,
    plan: PagePlan,
    content: Blocks,
    links: Sequence[Entry] = (),
) -> Iterator[blocks.Page]:
    return placement.special_page(
        ctx,
        kind,
        content,
        key=plan.keys[f"kinds.{kind}"],
        word=f"kinds.{kind}",
        table_of_contents=[
            changes.with_badge(
                ctx, entry, wording.capitalized((ctx.link(entry),)), "sign"
            )
            for entry in links
        ],
        shelf=SHELVES.get(kind, "lists"),
    )


# Pages of single entries.


def entry_page(
    ctx: RenderContext, entry: Entry, plan: PagePlan, comparison: Comparison | None
) -> blocks.Page:
    """Everything about an entry, and the odds that moved with it.

    What it holds may have pages of its own.
    """
    anchor = plan.anchors[entry.id]
    odds = () if comparison is None else odds_of(entry, comparison.odds)
    charts = tuple(odds_moved(ctx, odds, f"{anchor}--odds"))
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
"""What links to it are called."""
SIGNS: Final = re.compile(r"[^\w ]|_")
SILENT: Final = frozenset({"note", "example", "panel"})
"""Kinds that nobody looks up by name."""


def letters_page(ctx: RenderContext) -> Iterator[blocks.Page]:
    """All of it, letter by letter; what begins with none comes first."""
    return placement.special_page(ctx, LETTERS_KEY, tuple(_letters(ctx)), live=True)


def _letters(ctx: RenderContext) -> Iterator[blocks.IndexLetter]:
    articles = frozenset(ctx.word("a-z.articles").split())
    lines = [(_order(name, articles), words) for name, words in _lines(ctx)]
    letters: dict[str, list[Inlines]] = {}
    for name, words in sorted(lines, key=itemgetter(0)):
        letter = name[:1].upper() if name[:1].isalpha() else ""
        letters.setdefault(letter, []).append(words)
    for letter, lines_of in letters.items():
        yield blocks.IndexLetter(
            letter or ctx.word("a-z.other"),
            f"page-{LETTERS_KEY}--{letter.lower() or 'other'}",
            tuple(lines_of),
        )


def _lines(ctx: RenderContext) -> Iterator[tuple[str, Inlines]]:
    """Names with what is said of them; one by which something is also called leads to it."""
    for entry in ctx.ruleset.entries.values():
        name = entry.name
        if not name or kind_of(entry.id) in SILENT:
            continue
        link: Inlines = (ctx.link(entry),)
        kind = ctx.lowered(kind_word(ctx, entry))
        parent = around(entry)
        if parent is None:
            said = ctx.say("a-z.entry", entry=link, kind=kind)
        else:
            where = title_of(parent)
            said = ctx.say("a-z.part", entry=link, kind=kind, where=where)
        yield name, changes.with_badge(ctx, entry, said, "sign")
        for alias in dict.fromkeys(entry.aliases):
            if alias.casefold() != name.casefold():
                yield alias, ctx.say("a-z.see", name=alias, entry=link)


def _order(name: str, articles: Collection[str]) -> str:
    """Without accents, small and large letters alike, and without an article at the front."""
    plain = SIGNS.sub("", normalize("NFKD", name))
    first, _, rest = plain.casefold().strip().partition(" ")
    return rest if first in articles and rest else f"{first} {rest}"


# The page of all tables.


TABLES_KEY: Final = "every-table"
KINDS: Final = ("table", "benchmark", "track", "menu")
"""Kinds whose entries are read as tables."""

MOST: Final = 200
"""More tables than this are looked for in their list."""


def tables_page(ctx: RenderContext) -> Iterator[blocks.Page]:
    """Every table with a link to what else is said of it, if there are not too many."""
    entries = [entry for kind in KINDS for entry in ctx.ruleset.every(kind)]
    if 0 < len(entries) <= MOST:
        content: list[Block] = []
        for kind, group in groupby(entries, lambda entry: kind_of(entry.id)):
            title = (blocks.Text(ctx.word(f"kinds.{kind}")),)
            content.append(blocks.Heading(2, f"page-{TABLES_KEY}--{kind}", title))
            content += (table for entry in group for table in _tables(ctx, entry))
        yield from placement.special_page(
            ctx,
            TABLES_KEY,
            tuple(content),
            table_of_contents=[changes.linked(ctx, e, "sign") for e in entries],
            repeats=True,
        )


def _tables(ctx: RenderContext, entry: Entry) -> Iterator[Block]:
    """The tables of an entry; the first leads to it."""
    caption = changes.linked(ctx, entry, "narrow")
    for block in body(ctx.without_anchors().without_remarks(), entry, 1):
        if isinstance(block, blocks.TableBlock):
            yield block.but(caption=caption or block.caption)
            caption = ()
