"""Entries of a kind in a table: what each belongs to, facts that most have, the first words."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

from freed6c.document.blocks import Definitions, Paragraph
from freed6c.document.describe.columns import Sketch, table
from freed6c.document.listing import first_sentence, marked
from freed6c.document.wording import plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from freed6c.document.blocks import Blocks, Inlines
    from freed6c.document.scribe import Scribe
    from freed6c.runtime.record import Entry

MOST: Final = 3
"""So many facts fit between a name and its first words."""


def overview(
    scribe: Scribe,
    entries: Sequence[Entry],
    homes: Mapping[str, str],
    described: Mapping[str, Blocks],
) -> Blocks:
    """The table. `homes` are the chapters of entries, `described` is what their pages say."""
    common = _common(described, entries)
    facts = [_facts(described.get(entry.id, ())) for entry in entries]
    sketch = Sketch(
        ("name", [marked(scribe, entry) for entry in entries]),
        ("in", [_part_of(scribe, entry) for entry in entries]),
        *((label, [one.get(plain(label), ()) for one in facts]) for label in common),
        ("in-short", [first_sentence(scribe, entry) for entry in entries]),
        ("chapter", [_home(scribe, entry, homes) for entry in entries]),
    )
    return table(scribe, sketch, listing=True)


def _part_of(scribe: Scribe, entry: Entry) -> Inlines:
    parent = entry.__dict__.get("parent")
    return () if parent is None else (scribe.link(parent.entry),)


def _home(scribe: Scribe, entry: Entry, homes: Mapping[str, str]) -> Inlines:
    """The chapter that describes it."""
    home = homes.get(entry.id)
    return () if home is None else (scribe.link(scribe.ruleset.entries[home]),)


def _common(described: Mapping[str, Blocks], entries: Sequence[Entry]) -> list[Inlines]:
    """The labels of facts that most entries have, and that do not say the same of all."""
    labels: dict[str, Inlines] = {}
    values: dict[str, list[str]] = {}
    for entry in entries:
        for label, said in _short(described.get(entry.id, ())):
            labels.setdefault(plain(label), label)
            values.setdefault(plain(label), []).append(plain(said))
    counts = Counter(
        {
            label: len(found)
            for label, found in values.items()
            if 2 * len(found) >= len(entries) and len(set(found)) > 1
        }
    )
    chosen = {label for label, _ in counts.most_common(MOST)}
    return [words for label, words in labels.items() if label in chosen]


def _facts(blocks: Blocks) -> dict[str, Inlines]:
    return {plain(label): said for label, said in _short(blocks)}


def _short(blocks: Blocks) -> Iterator[tuple[Inlines, Inlines]]:
    """Facts of a paragraph with their labels; the first list has those of the entry itself."""
    items = next((one.items for one in blocks if isinstance(one, Definitions)), ())
    for item in items:
        match item.blocks:
            case (Paragraph(said),):
                yield item.term, said
            case _:
                continue
