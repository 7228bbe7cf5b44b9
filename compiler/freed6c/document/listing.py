"""Lists of entries: links with first sentences, or tables with common facts."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Final

from freed6c.document import blocks, changes, placement
from freed6c.document.describe.parts import definitions, table
from freed6c.document.prose import line
from freed6c.document.render_context import RenderContext, kind_word
from freed6c.document.wording import capitalised, plain

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from freed6c.document.blocks import Blocks, Inline, Inlines
    from freed6c.runtime.record import Entry


ENDS: Final = re.compile(r"(?<=[.!?])\s")
"""Where a sentence is over."""

ITEM: Final = re.compile(r"(?:- |\d+\. )(.*?)(?=\n(?:- |\d+\. )|\Z)", re.DOTALL)
"""The first item of a list."""


def lines(
    ctx: RenderContext, entries: Sequence[Entry]
) -> tuple[blocks.DefinitionList, ...]:
    """Definitions of links and first sentences. Where kinds are mixed, each has its kind."""
    mixed = len({placement.kind_of(entry.id) for entry in entries}) > 1
    return definitions(
        blocks.DefinitionItem(
            marked(ctx, entry, mixed=mixed),
            tuple(map(blocks.Paragraph, filter(None, [first_sentence(ctx, entry)]))),
        )
        for entry in entries
    )


def marked(ctx: RenderContext, entry: Entry, *, mixed: bool = False) -> Inlines:
    """A link to an entry, with its kind if asked, and a badge on what packs changed."""
    link = capitalised((ctx.link(entry),))
    if mixed:
        link = ctx.say("list.mixed", entry=link, kind=kind_word(ctx, entry))
    return ctx.chain("behind", (link, changes.badge(ctx, entry)))


def first_sentence(ctx: RenderContext, entry: Entry) -> Inlines:
    """The first sentence of the text; of a list, that of its first item."""
    text = entry.text.strip().partition("\n\n")[0]
    if not text or text.startswith("[[show:"):
        return ()
    item = ITEM.match(text)
    return _finished(_first_of(ctx, text if item is None else item[1]))


def _finished(words: Inlines) -> Inlines:
    """Replace a colon at the end, since what it announces is not shown."""
    match words:
        case (*before, blocks.Text(text)) if text.endswith(":"):
            return (*before, blocks.Text(f"{text[:-1]}."))
        case _:
            return words


def _first_of(ctx: RenderContext, text: str) -> Inlines:
    """The first sentence."""
    inlines: list[Inline] = []
    for inline in line(ctx, text):
        if (
            isinstance(inline, blocks.Text)
            and (end := ENDS.search(inline.text)) is not None
        ):
            return (*inlines, blocks.Text(inline.text[: end.start()]))
        inlines.append(inline)
    return tuple(inlines)


# Tables of entries.


MOST: Final = 3
"""So many facts fit between a name and its first words."""


def overview(
    ctx: RenderContext,
    entries: Sequence[Entry],
    homes: Mapping[str, str],
    described: Mapping[str, Blocks],
) -> Blocks:
    """A table of entries, with `homes`, their chapters, and facts from `described`, their pages."""
    common = _common_labels(described, entries)
    facts = [
        {
            plain(label): said
            for label, said in _short_facts(described.get(entry.id, ()))
        }
        for entry in entries
    ]
    return table(
        ctx,
        ("name", [marked(ctx, entry) for entry in entries]),
        ("in", [_part_of(ctx, entry) for entry in entries]),
        *(
            (label, [known.get(plain(label), ()) for known in facts])
            for label in common
        ),
        ("in-short", [first_sentence(ctx, entry) for entry in entries]),
        ("chapter", [_home(ctx, entry, homes) for entry in entries]),
        listing=True,
    )


def _part_of(ctx: RenderContext, entry: Entry) -> Inlines:
    parent = entry.__dict__.get("parent")
    return () if parent is None else (ctx.link(parent.entry),)


def _home(ctx: RenderContext, entry: Entry, homes: Mapping[str, str]) -> Inlines:
    """The chapter that describes it."""
    home = homes.get(entry.id)
    return () if home is None else (ctx.link(ctx.ruleset.entries[home]),)


def _common_labels(
    described: Mapping[str, Blocks], entries: Sequence[Entry]
) -> list[Inlines]:
    """Labels of facts that at least half of the entries have, and not all alike."""
    labels: dict[str, Inlines] = {}
    values: dict[str, list[str]] = {}
    for entry in entries:
        for label, said in _short_facts(described.get(entry.id, ())):
            labels.setdefault(plain(label), label)
            values.setdefault(plain(label), []).append(plain(said))
    counts = Counter(
        {
            label: len(column)
            for label, column in values.items()
            if 2 * len(column) >= len(entries) and len(set(column)) > 1
        }
    )
    chosen = {label for label, _ in counts.most_common(MOST)}
    return [words for label, words in labels.items() if label in chosen]


def _short_facts(content: Blocks) -> Iterator[tuple[Inlines, Inlines]]:
    """Labels with facts of one paragraph, from the first definition list."""
    items = next(
        (block.items for block in content if isinstance(block, blocks.DefinitionList)),
        (),
    )
    for item in items:
        match item.blocks:
            case (blocks.Paragraph(said),):
                yield item.term, said
            case _:
                continue
