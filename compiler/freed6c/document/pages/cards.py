"""Cards to cut out: what is in play gets a card of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, Literal

from freed6c.document.blocks import Page, Paragraph
from freed6c.document.describe import body
from freed6c.document.describe.parts import effect_blocks, facts
from freed6c.document.describe.tracks import lasts, rank
from freed6c.document.forms import Panel, Panels
from freed6c.document.listing import first_sentence
from freed6c.document.references import line
from freed6c.document.scribe import kind_word, title_of
from freed6c.document.walk import blocks_in, lines_of
from freed6c.document.wording import plain
from freed6c.runtime.entries.actions import Action
from freed6c.runtime.entries.menus import Menu
from freed6c.runtime.entries.points import Points
from freed6c.runtime.entries.tracks import Condition, Track

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.document.blocks import Blocks, Inlines
    from freed6c.document.scribe import Scribe
    from freed6c.runtime.record import Entry

KEY: Final = "cards"

LINE: Final = 42
"""About so many letters stand in a line of a card."""

ROOM: Final = {1: 23, 2: 52}
"""About so many such lines on a card, and on two abreast."""


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
    """As many cards as the text needs."""
    lines = sum(
        1 + len(plain(words)) // LINE
        for block in blocks_in(blocks)
        for words in lines_of(block)
    )
    return 1 if lines <= ROOM[1] else 2 if lines <= ROOM[2] else 4
