"""Pages of kinds: all that is to be said of each entry, or ways to the pages where it stands."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Final
from unicodedata import normalize

from freed6c.document import blocks, placement, wording
from freed6c.document.compare.odds import odds_moved, odds_of
from freed6c.document.describe import body
from freed6c.document.describe.notes import listed
from freed6c.document.entries import alone, full, heading_of
from freed6c.document.listing import lines, overview
from freed6c.document.render_context import RenderContext, kind_word, title_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from freed6c.document.blocks import Block, Blocks, Inlines
    from freed6c.document.compare.comparison import ChanceChange, Comparison
    from freed6c.document.pages.plan import PagePlan
    from freed6c.runtime.record import Entry


SHELVES: Final[Mapping[str, blocks.Shelf]] = {"term": "reference", "note": "about"}
"""Where the pages of kinds stand that are more than lists."""


def kind_page(ctx: RenderContext, kind: str, plan: PagePlan) -> blocks.Page:
    """The entries of a kind that no chapter contains, one after the other."""
    entries = tuple(plan.left.get(kind, {}).values())
    if kind == "term":
        content = _glossary(ctx, entries)
    else:
        content = tuple(b for entry in entries for b in full(ctx, entry, 2))
    contents = (
        ()
        if kind == "note"
        else tuple(wording.capitalised((ctx.link(entry),)) for entry in entries)
    )
    return _page(ctx, kind, plan, content, contents)


def list_page(
    ctx: RenderContext, kind: str, plan: PagePlan, described: Mapping[str, Blocks]
) -> blocks.Page:
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
    contents: tuple[Inlines, ...] = (),
) -> blocks.Page:
    return blocks.Page(
        key=plan.key(f"kinds.{kind}"),
        title=ctx.word(f"kinds.{kind}"),
        anchor=f"page-{kind}",
        blocks=content,
        table_of_contents=contents,
        shelf=SHELVES.get(kind, "lists"),
        summary=ctx.patterns.get(f"kinds.{kind}.summary", ""),
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
    return blocks.Page(
        key=plan.key(entry.id),
        title=heading_of(entry),
        anchor=anchor,
        blocks=(*alone(ctx, entry), *_moved(ctx, odds, f"{anchor}--odds")),
        entry=entry.id,
        kind=kind_word(ctx, entry),
        above=plan.above(entry),
    )


def _moved(ctx: RenderContext, odds: Sequence[ChanceChange], anchor: str) -> Blocks:
    charts = odds_moved(ctx, odds, anchor)
    heading = blocks.Heading(2, anchor, ctx.say("changes.chances"))
    return (heading, *charts) if charts else ()


# The A-Z index.


LETTERS_KEY: Final = "a-z"
PAGE: Final = f"page.{LETTERS_KEY}"
"""What links to it are called."""

ANCHOR: Final = f"page-{LETTERS_KEY}"
SIGNS: Final = re.compile(r"[^\w ]|_")
SILENT: Final = frozenset({"note", "example"})
"""Kinds that nobody looks up by name."""


def letters_page(ctx: RenderContext) -> blocks.Page:
    """All of it, letter by letter; what begins with none comes first."""
    articles = frozenset(ctx.word("a-z.articles").split())
    lines = [(_order(name, articles), words) for name, words in _lines(ctx)]
    letters: dict[str, list[Inlines]] = {}
    for name, words in sorted(lines, key=itemgetter(0)):
        letters.setdefault(_letter(name), []).append(words)
    return blocks.Page(
        key=LETTERS_KEY,
        title=ctx.word(LETTERS_KEY),
        anchor=ANCHOR,
        blocks=tuple(
            blocks.IndexLetter(
                letter or ctx.word("a-z.other"),
                f"{ANCHOR}--{letter.lower() or 'other'}",
                tuple(words),
            )
            for letter, words in letters.items()
        ),
        shelf="reference",
        summary=ctx.word("a-z.summary"),
        live=True,
    )


def _lines(ctx: RenderContext) -> Iterator[tuple[str, Inlines]]:
    """Names with what is said of them; one by which something is also called leads to it."""
    for entry in ctx.ruleset.entries.values():
        name = getattr(entry, "name", "")
        if not name or placement.kind_of(entry.id) in SILENT:
            continue
        yield name, _entry(ctx, entry)
        for alias in dict.fromkeys(entry.aliases):
            if alias.casefold() != name.casefold():
                yield alias, ctx.say("a-z.see", name=alias, entry=(_link(entry),))


def _entry(ctx: RenderContext, entry: Entry) -> Inlines:
    kind = wording.lowered(kind_word(ctx, entry))
    parent = entry.__dict__.get("parent")
    if parent is None:
        return ctx.say("a-z.entry", entry=(_link(entry),), kind=kind)
    where = title_of(parent.entry)
    return ctx.say("a-z.part", entry=(_link(entry),), kind=kind, where=where)


def _link(entry: Entry) -> blocks.Link:
    return blocks.Link(entry.id, (blocks.Text(title_of(entry)),))


def _letter(order: str) -> str:
    """The letter that a name stands under; none for numbers and signs."""
    return order[:1].upper() if order[:1].isalpha() else ""


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
        yield blocks.Page(
            key=TABLES_KEY,
            title=ctx.word(TABLES_KEY),
            anchor=f"page-{TABLES_KEY}",
            blocks=tuple(_blocks(ctx, entries)),
            table_of_contents=tuple((ctx.link(entry),) for entry in entries),
            shelf="reference",
            summary=ctx.word(f"{TABLES_KEY}.summary"),
            repeats=True,
        )


def _blocks(ctx: RenderContext, entries: list[Entry]) -> Iterator[Block]:
    for kind, group in groupby(entries, lambda entry: placement.kind_of(entry.id)):
        title = (blocks.Text(ctx.word(f"kinds.{kind}")),)
        yield blocks.Heading(2, f"page-{TABLES_KEY}--{kind}", title)
        for entry in group:
            yield from _tables(ctx, entry)


def _tables(ctx: RenderContext, entry: Entry) -> Iterator[Block]:
    """The tables of an entry; the first leads to it."""
    caption: Inlines = (ctx.link(entry),)
    for block in body(ctx.without_anchors().without_remarks(), entry, 1):
        if isinstance(block, blocks.TableBlock):
            yield replace(block, caption=caption or block.caption)
            caption = ()
