"""What search and previews know of a section: its words, and what it says in short."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING, Final

from freed6c.document.blocks import Paragraph, TableBlock, blocks_in, lines_in
from freed6c.document.listing import short_facts
from freed6c.document.search.sections import is_link_list, sections_of
from freed6c.document.wording import plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from freed6c.document.blocks import Page
    from freed6c.document.search.sections import Section

LONGEST: Final = 320
FACTS: Final = 3
SHORT: Final = 90
"""So many characters of text are shown, so many facts, and none that is longer than this."""

LINE: Final = 120


@dataclass(frozen=True, slots=True)
class Summary:
    """A section of a page in short: of the `entry` of an id, or below a `heading` at an `anchor`.

    `words` and the shorter `line` are the beginning of its first paragraph, `facts` what it says in
    pairs, `text` all of its words.
    """

    page: Page
    entry: str = ""
    heading: str = ""
    anchor: str = ""
    words: str = ""
    line: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    text: str = ""


def summaries_of(page: Page) -> Sequence[Summary]:
    """Those of all sections of a page, in order."""
    return tuple(map(_summary, sections_of(page)))


def _summary(section: Section) -> Summary:
    """Previews show entries, which need words and facts; results show a line of a heading."""
    page, entry, text = section.page, section.entry, _text(section)
    heading = section.heading
    if heading is None:
        words = _beginning(section, LONGEST)
        facts = tuple(islice(_facts(section), FACTS))
        return Summary(page, entry, words=words, facts=facts, text=text)
    return Summary(
        page,
        entry,
        heading=plain(heading.inlines),
        anchor=heading.anchor,
        line=_beginning(section, LINE),
        text=text,
    )


def _beginning(section: Section, longest: int) -> str:
    """The first paragraph, shortened."""
    for block in section.blocks:
        if isinstance(block, Paragraph):
            return shortened(plain(block.inlines), longest)
    return ""


def shortened(text: str, longest: int) -> str:
    """Cut a text between two words."""
    text = " ".join(text.split())
    if len(text) <= longest:
        return text
    kept = text[:longest].rpartition(" ")[0] or text[:longest]
    return f"{kept.rstrip(',;:')} …"


def _facts(section: Section) -> Iterator[tuple[str, str]]:
    """Cells of a row, or terms of the first definition list, where they are short."""
    first = ((plain(label), plain(said)) for label, said in short_facts(section.blocks))
    for label, said in chain(section.cells, first):
        if said and len(said) <= SHORT:
            yield label, said


def _text(section: Section) -> str:
    """The plain text of a section, without lists of links."""
    content = (block for block in section.blocks if not is_link_list(block))
    texts: list[str] = []
    for block in blocks_in(content):
        if isinstance(block, TableBlock):
            texts += (plain(block.caption), *chain.from_iterable(block.words))
        else:
            texts += map(plain, lines_in(block))
    texts += (said for _, said in section.cells)
    return " ".join(filter(None, texts))
