"""Pages of kinds: all that is to be said of each entry, or ways to the pages where it stands."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import groupby
from operator import itemgetter
from typing import TYPE_CHECKING, Final
from unicodedata import normalize

from freed6c.document.blocks import (
    Block,
    Blocks,
    Definitions,
    Heading,
    Inlines,
    LetterBlock,
    Link,
    Page,
    Shelf,
    TableBlock,
    Text,
)
from freed6c.document.compare.odds import odds_moved, odds_of
from freed6c.document.describe import body
from freed6c.document.describe.notes import listed
from freed6c.document.entries import alone, full, heading_of
from freed6c.document.listing import lines, overview
from freed6c.document.placement import kind_of
from freed6c.document.render_context import Scribe, kind_word, title_of
from freed6c.document.wording import capitalised, lowered

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from freed6c.document.compare.comparison import ChanceChange, Comparison
    from freed6c.document.pages.plan import Plan
    from freed6c.runtime.record import Entry


SHELVES: Final[Mapping[str, Shelf]] = {"term": "reference", "note": "about"}
"""Where the pages of kinds stand that are more than lists."""


def kind_page(scribe: Scribe, kind: str, plan: Plan) -> Page:
    """The entries of a kind that no chapter contains, one after the other."""
    entries = tuple(plan.left.get(kind, {}).values())
    if kind == "term":
        blocks = _glossary(scribe, entries)
    else:
        blocks = tuple(b for entry in entries for b in full(scribe, entry, 2))
    contents = (
        ()
        if kind == "note"
        else tuple(capitalised((scribe.link(entry),)) for entry in entries)
    )
    return _page(scribe, kind, plan, blocks, contents)


def list_page(
    scribe: Scribe, kind: str, plan: Plan, described: Mapping[str, Blocks]
) -> Page:
    """Where each entry of a kind is described, with what is `described` there in short."""
    blocks = overview(scribe, plan.of_kind(kind), plan.homes, described)
    return _page(scribe, kind, plan, blocks)


def _glossary(scribe: Scribe, here: Sequence[Entry]) -> Blocks:
    """All words of the game; what chapters explain, with the way there."""
    own = {entry.id for entry in here}
    blocks = (
        block
        for entry in scribe.ruleset.every("term")
        for block in (listed if entry.id in own else lines)(scribe, [entry])
    )
    return (Definitions(tuple(item for block in blocks for item in block.items)),)


def _page(
    scribe: Scribe,
    kind: str,
    plan: Plan,
    blocks: Blocks,
    contents: tuple[Inlines, ...] = (),
) -> Page:
    return Page(
        key=plan.key(f"kinds.{kind}"),
        title=scribe.word(f"kinds.{kind}"),
        anchor=f"page-{kind}",
        blocks=blocks,
        contents=contents,
        shelf=SHELVES.get(kind, "lists"),
        summary=scribe.patterns.get(f"kinds.{kind}.summary", ""),
    )


# Pages of single entries.


def entry_page(
    scribe: Scribe, entry: Entry, plan: Plan, comparison: Comparison | None
) -> Page:
    """Everything about an entry, and the odds that moved with it.

    What it holds may have pages of its own.
    """
    anchor = plan.anchors[entry.id]
    odds = () if comparison is None else odds_of(entry, comparison.odds)
    return Page(
        key=plan.key(entry.id),
        title=heading_of(entry),
        anchor=anchor,
        blocks=(*alone(scribe, entry), *_moved(scribe, odds, f"{anchor}--odds")),
        entry=entry.id,
        kind=kind_word(scribe, entry),
        above=plan.above(entry),
    )


def _moved(scribe: Scribe, odds: Sequence[ChanceChange], anchor: str) -> Blocks:
    found = odds_moved(scribe, odds, anchor)
    heading = Heading(2, anchor, scribe.say("changes.chances"))
    return (heading, *found) if found else ()


# From A to Z: every name of every entry, as the index of a book has them.


LETTERS_KEY: Final = "a-z"
PAGE: Final = f"page.{LETTERS_KEY}"
"""What links to it are called."""

ANCHOR: Final = f"page-{LETTERS_KEY}"
SIGNS: Final = re.compile(r"[^\w ]|_")
SILENT: Final = frozenset({"note", "example"})
"""Kinds that nobody looks up by name."""


def letters_page(scribe: Scribe) -> Page:
    """All of it, letter by letter; what begins with none comes first."""
    articles = frozenset(scribe.word("a-z.articles").split())
    lines = [(_order(name, articles), words) for name, words in _lines(scribe)]
    letters: dict[str, list[Inlines]] = {}
    for name, words in sorted(lines, key=itemgetter(0)):
        letters.setdefault(_letter(name), []).append(words)
    return Page(
        key=LETTERS_KEY,
        title=scribe.word(LETTERS_KEY),
        anchor=ANCHOR,
        blocks=tuple(
            LetterBlock(
                letter or scribe.word("a-z.other"),
                f"{ANCHOR}--{letter.lower() or 'other'}",
                tuple(words),
            )
            for letter, words in letters.items()
        ),
        shelf="reference",
        summary=scribe.word("a-z.summary"),
        live=True,
    )


def _lines(scribe: Scribe) -> Iterator[tuple[str, Inlines]]:
    """Names with what is said of them; one by which something is also called leads to it."""
    for entry in scribe.ruleset.entries.values():
        name = getattr(entry, "name", "")
        if not name or kind_of(entry.id) in SILENT:
            continue
        yield name, _entry(scribe, entry)
        for alias in dict.fromkeys(entry.aliases):
            if alias.casefold() != name.casefold():
                yield alias, scribe.say("a-z.see", name=alias, entry=(_link(entry),))


def _entry(scribe: Scribe, entry: Entry) -> Inlines:
    kind = lowered(kind_word(scribe, entry))
    parent = entry.__dict__.get("parent")
    if parent is None:
        return scribe.say("a-z.entry", entry=(_link(entry),), kind=kind)
    where = title_of(parent.entry)
    return scribe.say("a-z.part", entry=(_link(entry),), kind=kind, where=where)


def _link(entry: Entry) -> Link:
    return Link(entry.id, (Text(title_of(entry)),))


def _letter(order: str) -> str:
    """The letter that a name stands under; none for numbers and signs."""
    return order[:1].upper() if order[:1].isalpha() else ""


def _order(name: str, articles: Collection[str]) -> str:
    """Without accents, small and large letters alike, and without an article at the front."""
    plain = SIGNS.sub("", normalize("NFKD", name))
    first, _, rest = plain.casefold().strip().partition(" ")
    return rest if first in articles and rest else f"{first} {rest}"


# All tables on one page.


TABLES_KEY: Final = "every-table"
KINDS: Final = ("table", "benchmark", "track", "menu")
"""Kinds whose entries are read as tables."""

MOST: Final = 200
"""More tables than this are looked for in their list."""


def tables_page(scribe: Scribe) -> Iterator[Page]:
    """Every table with a link to what else is said of it, if there are not too many."""
    entries = [entry for kind in KINDS for entry in scribe.ruleset.every(kind)]
    if 0 < len(entries) <= MOST:
        yield Page(
            key=TABLES_KEY,
            title=scribe.word(TABLES_KEY),
            anchor=f"page-{TABLES_KEY}",
            blocks=tuple(_blocks(scribe, entries)),
            contents=tuple((scribe.link(entry),) for entry in entries),
            shelf="reference",
            summary=scribe.word(f"{TABLES_KEY}.summary"),
            repeats=True,
        )


def _blocks(scribe: Scribe, entries: list[Entry]) -> Iterator[Block]:
    for kind, group in groupby(entries, lambda entry: kind_of(entry.id)):
        title = (Text(scribe.word(f"kinds.{kind}")),)
        yield Heading(2, f"page-{TABLES_KEY}--{kind}", title)
        for entry in group:
            yield from _tables(scribe, entry)


def _tables(scribe: Scribe, entry: Entry) -> Iterator[Block]:
    """The tables of an entry; the first leads to it."""
    caption: Inlines = (scribe.link(entry),)
    for block in body(scribe.unanchored().unremarked(), entry, 1):
        if isinstance(block, TableBlock):
            yield replace(block, caption=caption or block.caption)
            caption = ()
