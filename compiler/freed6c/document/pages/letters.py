"""From A to Z: every name of every entry, as the index of a book has them."""

from __future__ import annotations

import re
from operator import itemgetter
from typing import TYPE_CHECKING, Final
from unicodedata import normalize

from freed6c.document.blocks import LetterBlock, Link, Page, Text
from freed6c.document.index import kind_of
from freed6c.document.scribe import kind_word, title_of
from freed6c.document.wording import lowered

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from freed6c.document.blocks import Inlines
    from freed6c.document.scribe import Scribe
    from freed6c.runtime.record import Entry

KEY: Final = "a-z"
PAGE: Final = f"page.{KEY}"
"""What links to it are called."""

ANCHOR: Final = f"page-{KEY}"
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
        key=KEY,
        title=scribe.word(KEY),
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
