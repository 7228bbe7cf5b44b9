"""Which pages there are: chapters, by kind what no chapter contains, and the chances."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from freed6c.document.blocks import Heading, Page, Paragraph, Text
from freed6c.document.compare.page import changes_page
from freed6c.document.describe.chances import PAGE, chances_of_ranks
from freed6c.document.describe.licenses import license_mark
from freed6c.document.describe.remarks import listed
from freed6c.document.entries import around, at_home, full, shown
from freed6c.document.index import kind_of
from freed6c.document.license_page import license_page
from freed6c.document.places import anchor_of
from freed6c.document.references import chapter_prose
from freed6c.document.scribe import title_of
from freed6c.packs.kinds import TOP
from freed6c.runtime.entries.notes import Chapter

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from freed6c.document.blocks import Block, Blocks, Inlines
    from freed6c.document.compare import Comparison
    from freed6c.document.scribe import Scribe
    from freed6c.runtime.record import Entry

RESERVED: Final = frozenset(
    {"index", "all", "con", "prn", "aux", "nul"}
    | {f"{device}{n}" for device in ("com", "lpt") for n in range(10)}
)
"""Keys of pages that name files of our own, or that Windows keeps for devices."""

TOP_KINDS: Final = frozenset(kind.name for kind in TOP.values())
APART: Final = ("note", "term")
"""Kinds whose pages come last."""

SKIPPED: Final = frozenset({"chapter", "example"})
"""Chapters are pages themselves; examples stand beside what they are about."""


def build_pages(
    scribe: Scribe, comparison: Comparison | None = None
) -> tuple[Page, ...]:
    """Every page, in the order in which they are read: first what packs change of a game."""
    homes = _homes(scribe)
    changes = () if comparison is None else (changes_page(scribe, comparison),)
    licenses = tuple(filter(None, (license_page(scribe),)))
    taken = {*RESERVED, *(page.key for page in (*changes, *licenses))}
    chapters = [
        _chapter_page(scribe, chapter, homes, taken)
        for chapter in scribe.ruleset.of(Chapter)
    ]
    return (*changes, *chapters, *_kind_pages(scribe, homes, taken), *licenses)


def _homes(scribe: Scribe) -> Mapping[str, str]:
    """The chapter that each entry is described in: the first that contains it."""
    homes: dict[str, str] = {}
    for chapter in scribe.ruleset.of(Chapter):
        for ref in chapter.contains:
            if kind_of(ref.id) in TOP_KINDS - SKIPPED:
                homes.setdefault(ref.id, chapter.id)
    return homes


@dataclass(slots=True)
class Shower:
    """Shows entries in the prose of a chapter: its own at home, once, others away.

    Only the prose of the chapter itself can be a home; in other texts an entry is away.
    """

    chapter: Chapter
    homes: Mapping[str, str]
    placed: set[str] = field(default_factory=set)

    def __call__(self, scribe: Scribe, entry: Entry) -> Blocks:
        """The block for `[[show: id]]`."""
        own = self.homes.get(entry.id) == self.chapter.id
        if not own or entry.id in self.placed:
            return shown(scribe, entry)
        self.placed.add(entry.id)
        return at_home(replace(scribe, shown=shown), entry)


def _chapter_page(
    scribe: Scribe, chapter: Chapter, homes: Mapping[str, str], taken: set[str]
) -> Page:
    shower = Shower(chapter, homes)
    anchor = anchor_of(chapter.id)
    here = replace(scribe, shown=shower)
    prose = chapter_prose(here, chapter.text, anchor) if chapter.text else ()
    described, away = _contained(scribe, chapter, homes, shower.placed)
    mark = license_mark(scribe, chapter)
    blocks = (*mark, *_distinct(prose), *_detail(scribe, anchor, described), *away)
    own = [ref.entry for ref in chapter.contains if homes.get(ref.id) == chapter.id]
    return Page(
        key=_free_key(chapter.key, taken),
        title=title_of(chapter),
        anchor=anchor,
        blocks=blocks,
        contents=_contents(scribe, own),
    )


def _contained(
    scribe: Scribe, chapter: Chapter, homes: Mapping[str, str], placed: set[str]
) -> tuple[Blocks, Blocks]:
    """What is described in a chapter, and a line about what is described elsewhere."""
    here: Blocks = ()
    elsewhere: list[Inlines] = []
    for ref in chapter.contains:
        if homes.get(ref.id) != chapter.id:
            elsewhere.append((scribe.link(ref.entry),))
        else:
            describe = around if ref.id in placed else full
            here = (*here, *describe(scribe, ref.entry, 3))
    if not elsewhere:
        return here, ()
    line = scribe.say("see-also", entries=scribe.listed(elsewhere))
    return here, (Paragraph(line),)


def _detail(scribe: Scribe, anchor: str, described: Blocks) -> Blocks:
    """The entries of a chapter, under a heading of their own."""
    if not described:
        return ()
    title = (Text(scribe.word("in-detail")),)
    return (Heading(2, f"{anchor}--entries", title), *described)


def _distinct(blocks: Blocks) -> Iterator[Block]:
    """Headings with the same words have different anchors."""
    seen: dict[str, int] = {}
    for block in blocks:
        if isinstance(block, Heading):
            count = seen[block.anchor] = seen.get(block.anchor, 0) + 1
            anchor = block.anchor if count == 1 else f"{block.anchor}-{count}"
            yield Heading(block.level, anchor, block.inlines)
        else:
            yield block


def _kind_pages(
    scribe: Scribe, homes: Mapping[str, str], taken: set[str]
) -> Iterator[Page]:
    """A page for every kind with entries that no chapter contains."""
    left: dict[str, list[Entry]] = {}
    for entry in scribe.ruleset.entries.values():
        kind = kind_of(entry.id)
        if kind in TOP_KINDS - SKIPPED and entry.id not in homes:
            left.setdefault(kind, []).append(entry)
    kinds = [kind.name for kind in TOP.values() if kind.name not in APART]
    for kind in kinds:
        if kind in left:
            yield _kind_page(scribe, kind, left[kind], taken)
    yield from _chances_page(scribe, taken)
    for kind in APART:
        if kind in left:
            yield _kind_page(scribe, kind, left[kind], taken)


def _chances_page(scribe: Scribe, taken: set[str]) -> Iterator[Page]:
    """What dice can be expected to give, if the ruleset says enough to tell."""
    blocks = chances_of_ranks(scribe)
    if blocks:
        key = PAGE.rpartition(".")[2]
        yield Page(
            key=_free_key(key, taken),
            title=scribe.word(key),
            anchor=anchor_of(PAGE),
            blocks=blocks,
        )


def _kind_page(
    scribe: Scribe, kind: str, entries: Sequence[Entry], taken: set[str]
) -> Page:
    if kind == "term":
        blocks = listed(scribe, entries)
    else:
        blocks = tuple(b for entry in entries for b in full(scribe, entry, 2))
    return Page(
        key=_free_key(_key_of(kind), taken),
        title=scribe.word(f"kinds.{kind}"),
        anchor=f"page-{kind}",
        blocks=blocks,
        contents=() if kind == "note" else _contents(scribe, entries),
    )


def _key_of(kind: str) -> str:
    return next(top.key for top in TOP.values() if top.name == kind)


def _contents(scribe: Scribe, entries: Sequence[Entry]) -> tuple[Inlines, ...]:
    return tuple((scribe.link(entry),) for entry in entries)


def _free_key(wanted: str, taken: set[str]) -> str:
    """A key that no other page has."""
    key, number = wanted, 2
    while key in taken:
        key, number = f"{wanted}-{number}", number + 1
    taken.add(key)
    return key
