"""Search records: one for each entry, each page, and each heading of a chapter."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from operator import attrgetter
from typing import TYPE_CHECKING, Final, NamedTuple

from freed6c.document.blocks import Badge, Document, PageAnchor, describing
from freed6c.document.placement import former_names
from freed6c.document.search.previews import (
    LINE,
    NO_PREVIEW,
    Preview,
    beside_book,
    preview_of,
    previews_of,
)
from freed6c.document.search.sections import Section, sections_of
from freed6c.document.search.typed_rolls import TypedRolls, typed_rolls_of
from freed6c.document.wording import plain
from freed6c.packs.grouping import grouped
from freed6c.packs.ids import kind_of
from freed6c.packs.kinds import KINDS
from freed6c.runtime.entries.notes import Chapter, Example, Note, PanelEntry

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from freed6c.document.render_context import RenderContext


# Priority of results.


class Priority(IntEnum):
    """The priority of search results that match equally well."""

    RULE = 0
    TEXT = 1
    DETAIL = 2
    TOOL = 3
    ASIDE = 4


RULES: Final = (
    "action",
    "rule",
    "effect-roll",
    "track",
    "condition",
    "points",
    "ability",
    "skill",
    "specialization",
    "dice",
    "step",
    "outcome",
    "scene",
    "benchmark",
    "term",
)
TOOLS: Final = ("pick", "character")
ASIDES: Final = ("note", "example")

PRIORITIES: Final = {
    **dict.fromkeys(RULES, Priority.RULE),
    **dict.fromkeys(TOOLS, Priority.TOOL),
    **dict.fromkeys(ASIDES, Priority.ASIDE),
}
"""The priorities of kinds of entries; that of others is `DETAIL`."""

ORDER: Final = (
    *RULES,
    *(kind.name for kind in KINDS if kind.name not in (*RULES, *ASIDES)),
    *ASIDES,
)
"""All kinds, in the order of their results: rules first, asides (remarks on rules) last."""

TURN: Final = {kind: turn for turn, kind in enumerate(ORDER)}
"""The position of each kind in `ORDER`."""


class SearchRecord(NamedTuple):
    """A search record: an entry, a page or a heading that the search can find.

    `kind` is the word for its kind ("Skill"), `group` the plural ("Skills"). `where` is the title
    of its parent entry or chapter. `former_names` are made of its former ids. `line` is a short
    text for the result list, and `text` the full text to search. `badge` is set if packs changed
    it. `book` is its line in the book, and `before` its title there, if they differ.
    """

    title: str
    kind: str
    group: str
    priority: Priority
    place: PageAnchor
    where: str = ""
    aliases: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    former_names: tuple[str, ...] = ()
    line: str = ""
    text: str = ""
    badge: Badge | None = None
    book: str = ""
    before: str = ""


@dataclass(frozen=True)
class SearchData:
    """The search data of a document, each part made on first use.

    `book` has the previews of the base game by id, if packs changed it.
    """

    ctx: RenderContext
    document: Document
    book: Mapping[str, Preview] | None = None

    @cached_property
    def _sections(self) -> Sequence[Section]:
        return [
            section
            for page in describing(self.document.pages)
            for section in sections_of(page)
        ]

    @cached_property
    def previews(self) -> Mapping[str, Preview]:
        """The previews of entries, by id."""
        previews = previews_of(self.ctx, self.document, self._sections)
        if self.book is None:
            return previews
        return beside_book(self.ctx, previews, self.book)

    @property
    def records(self) -> Sequence[SearchRecord]:
        """The search records. If two match a query equally well, the first is the better result."""
        ctx, document, previews = self.ctx, self.document, self.previews
        # A page can describe an entry in several sections: in prose, then in a table, say.
        by_entry = grouped((s.entry, s.text) for s in self._sections if s.entry)
        texts = {id_: " ".join(parts) for id_, parts in by_entry.items()}
        records = (
            *_pages(ctx, document, previews, texts),
            *_headings(ctx, self._sections),
            *_entries(ctx, document, previews, texts, self.book or {}),
        )
        return sorted(records, key=attrgetter("priority"))

    @property
    def rolls(self) -> TypedRolls | None:
        """The odds for the search box."""
        return self.ctx.ruleset.once(typed_rolls_of)


def _pages(
    ctx: RenderContext,
    document: Document,
    previews: Mapping[str, Preview],
    texts: Mapping[str, str],
) -> Iterator[SearchRecord]:
    """Yield the records of pages, without those of single entries.

    Only chapters have a text to search; `texts` has it by id.
    """
    for page in document.pages:
        if not page.above:
            yield SearchRecord(
                title=page.title,
                kind=ctx.word("kind.chapter" if page.entry else "search.page"),
                group=ctx.word("search.pages"),
                priority=Priority.TEXT if page.entry else Priority.TOOL,
                place=PageAnchor(page.key, page.anchor, top=True),
                line=previews.get(page.entry, NO_PREVIEW).line,
                text=texts.get(page.entry, ""),
                badge=previews.get(page.entry, NO_PREVIEW).badge,
                book=_book_line(previews.get(page.entry, NO_PREVIEW)),
            )


def _book_line(preview: Preview) -> str:
    """Return the line of an entry in the book; "" if it is the same or there is no book."""
    book = "" if preview.book is None else preview.book.line
    return book if book != preview.line else ""


def _headings(
    ctx: RenderContext, sections: Iterable[Section]
) -> Iterator[SearchRecord]:
    """Yield the records of headings in the prose of chapters.

    The heading above the descriptions of entries ("In detail") is not among them.
    """
    detail = ctx.word("in-detail")
    for section in sections:
        heading = section.heading
        if heading is None or not section.page.entry:
            continue
        title = plain(heading.inlines)
        if title and title != detail:
            yield SearchRecord(
                title=title,
                kind=ctx.word("search.heading"),
                group=ctx.word("search.headings"),
                priority=Priority.TEXT,
                where=section.page.title,
                place=PageAnchor(section.page.key, heading.anchor),
                line=section.beginning(LINE),
                text=section.text,
            )


def _entries(
    ctx: RenderContext,
    document: Document,
    previews: Mapping[str, Preview],
    texts: Mapping[str, str],
    book: Mapping[str, Preview],
) -> Iterator[SearchRecord]:
    """Yield the records of entries by kind, then those of notes.

    Entries without a name are left out, except notes, which have a title anyway. Chapters are left
    out because `_pages` has them; panels because they repeat other entries; examples because their
    text is in the sections of the entries that they are about.
    """
    named = sorted(
        (
            entry
            for entry in ctx.ruleset.entries.values()
            if entry.name
            and not isinstance(entry, Chapter | Example | Note | PanelEntry)
        ),
        key=lambda entry: TURN[kind_of(entry.id)],
    )
    pages = {page.key: page for page in document.pages}
    former = former_names(ctx.ruleset)
    for entry in (*named, *ctx.ruleset.of(Note)):
        place, kind = document.places.get(entry.id), kind_of(entry.id)
        if place is None:
            continue
        preview = previews.get(entry.id) or preview_of(
            ctx, entry, Section(pages[place.page]), pages
        )
        before = book.get(entry.id, preview).title
        yield SearchRecord(
            title=preview.title,
            kind=preview.kind,
            group=ctx.word(f"kinds.{kind}"),
            priority=PRIORITIES.get(kind, Priority.DETAIL),
            where=preview.where,
            place=place,
            aliases=entry.aliases,
            keywords=entry.keywords,
            former_names=former.get(entry.id, ()),
            line=preview.line,
            text=texts.get(entry.id, ""),
            badge=preview.badge,
            book=_book_line(preview),
            before=before if before != preview.title else "",
        )
