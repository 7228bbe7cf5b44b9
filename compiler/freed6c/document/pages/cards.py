"""Cards to cut out: what is in play gets a card of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from freed6c.document.blocks import (
    Block,
    Blocks,
    EntryHeading,
    Inlines,
    Page,
    Paragraph,
    TableBlock,
)
from freed6c.document.describe import body
from freed6c.document.describe.parts import effect_blocks, facts
from freed6c.document.describe.tracks import lasts, rank
from freed6c.document.forms import Panel, Panels
from freed6c.document.listing import first_sentence
from freed6c.document.references import line
from freed6c.document.scribe import Scribe, kind_word, title_of
from freed6c.document.walk import blocks_in, lines_in
from freed6c.document.wording import plain
from freed6c.runtime.entries.actions import Action, Menu, Points
from freed6c.runtime.entries.tables import Condition, Track

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.runtime.record import Entry


KEY: Final = "cards"

LETTERS: Final = 42
"""About so many letters stand in a line of a card."""

LINES: Final = 24
"""About so many lines fit on a card."""


def cards_page(scribe: Scribe) -> Iterator[Page]:
    """Actions, conditions, menus, points."""
    cards = tuple(_cards(scribe.unanchored().unremarked()))
    if cards:
        yield Page(
            key=KEY,
            title=scribe.word(KEY),
            anchor=f"page-{KEY}",
            blocks=(Panels("cards", cards),),
            shelf="reference",
            summary=scribe.word(f"{KEY}.summary"),
            repeats=True,
        )


def _cards(scribe: Scribe) -> Iterator[Panel]:
    ruleset = scribe.ruleset
    whole: tuple[Entry, ...] = (
        *ruleset.of(Action),
        *ruleset.of(Menu),
        *ruleset.of(Points),
    )
    for entry in whole:
        yield _card(scribe, entry, kind_word(scribe, entry), _described(scribe, entry))
    for track in ruleset.of(Track):
        for condition in track.conditions:
            if condition.effects or condition.rank:
                kind = title_of(track)
                yield _card(scribe, condition, kind, _condition(scribe, condition))


def _card(scribe: Scribe, entry: Entry, kind: str, blocks: Blocks) -> Panel:
    title: Inlines = (scribe.link(entry),)
    return Panel(title, blocks, kind, size=_size(blocks))


def _described(scribe: Scribe, entry: Entry) -> Blocks:
    """How its text begins, then all that it says in numbers."""
    first = first_sentence(scribe, entry)
    above = (Paragraph(first),) if first else ()
    return (*above, *body(scribe, entry, 1))


def _condition(scribe: Scribe, condition: Condition) -> Blocks:
    text = (Paragraph(line(scribe, condition.text)),) if condition.text else ()
    return (
        *text,
        *effect_blocks(scribe, condition.effects),
        *facts(
            scribe,
            ("rank", rank(condition.track, condition)),
            ("duration", lasts(scribe, condition)),
            ("recovered-by", scribe.links(condition.recovered_by, "or")),
        ),
    )


def _size(blocks: Blocks) -> Literal[1, 2, 4]:
    """One card, two abreast, or twice two: as many as the text needs."""
    if _lines(blocks, LETTERS) <= LINES:
        return 1
    return 2 if _lines(blocks, 2 * LETTERS) <= LINES else 4


def _lines(blocks: Blocks, letters: int) -> int:
    return sum(_lines_of(block, letters) for block in blocks_in(blocks))


def _lines_of(block: Block, letters: int) -> int:
    """About so many lines of so many letters."""
    match block:
        case TableBlock(header, rows):
            wide = letters // len(header)
            return 1 + sum(max(_broken(cell, wide) for cell in row) for row in rows)
        case EntryHeading():
            return 2
        case _:
            return sum(_broken(words, letters) for words in lines_in(block))


def _broken(words: Inlines, letters: int) -> int:
    return 1 + len(plain(words)) // letters
