"""Lists of entries: links with first sentences, or tables with common facts."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, Final

from freed6c.document import blocks, changes
from freed6c.document.describe.parts import definitions, table
from freed6c.document.describe.stories import ready_links
from freed6c.document.prose import line
from freed6c.document.render_context import RenderContext, kind_word
from freed6c.document.wording import capitalized, plain, title_of
from freed6c.packs.ids import kind_of
from freed6c.runtime.entries.notes import CharacterEntry

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from freed6c.document.blocks import Block, Blocks, Inline, Inlines
    from freed6c.document.describe.parts import LabelledColumn
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.record import Entry


ENDS: Final = re.compile(r"(?<=[.!?])\s")
"""Where a sentence is over."""

UNTOLD: Final = frozenset({"chapter", "example", "note", "panel"})
"""Kinds that nobody takes for a rule."""

ITEM: Final = re.compile(r"(?:- |\d+\. )(.*?)(?=\n(?:- |\d+\. )|\Z)", re.DOTALL)
"""The first item of a list."""


def lines(
    ctx: RenderContext, entries: Sequence[Entry]
) -> tuple[blocks.DefinitionList, ...]:
    """Definitions of links and first sentences. Where kinds are mixed, each has its kind."""
    mixed = len({kind_of(entry.id) for entry in entries}) > 1
    return definitions(
        blocks.DefinitionItem(
            marked(ctx, entry, mixed=mixed),
            tuple(map(blocks.Paragraph, filter(None, [first_sentence(ctx, entry)]))),
        )
        for entry in entries
    )


def marked(ctx: RenderContext, entry: Entry, *, mixed: bool = False) -> Inlines:
    """A link to an entry, with its kind if asked, and a badge on what packs changed."""
    link = capitalized((ctx.link(entry),))
    if mixed:
        link = ctx.say("list.mixed", entry=link, kind=kind_word(ctx, entry))
    return changes.with_badge(ctx, entry, link, "wide")


def told_apart(ctx: RenderContext, entries: Sequence[Entry]) -> tuple[Inlines, ...]:
    """Links to entries, with their kind where one of another kind has the same name."""
    kinds = ctx.ruleset.once(_kinds_by_title)
    links = []
    for entry in entries:
        link, word = capitalized((ctx.link(entry),)), ctx.lowered(kind_word(ctx, entry))
        shared = len(kinds.get(title_of(entry).casefold(), ())) > 1
        said = ctx.say("list.apart", entry=link, kind=word) if shared else link
        links.append(changes.with_badge(ctx, entry, said, "sign"))
    return tuple(links)


def _kinds_by_title(ruleset: Ruleset) -> Mapping[str, Collection[str]]:
    """Of which kinds there are entries with each title."""
    kinds: dict[str, set[str]] = {}
    for entry in ruleset.entries.values():
        kind = kind_of(entry.id)
        if kind not in UNTOLD:
            kinds.setdefault(title_of(entry).casefold(), set()).add(kind)
    return kinds


def first_sentence(ctx: RenderContext, entry: Entry) -> Inlines:
    """What an entry is `in-short`, or the first sentence of its text; of a list, of its first item.

    A colon at its end becomes a full stop, since what it announces is not shown.
    """
    if in_short := getattr(entry, "in_short", ""):
        return line(ctx, in_short)
    text = entry.text.strip().partition("\n\n")[0]
    if not text or text.startswith("[[show:"):
        return ()
    item = ITEM.match(text)
    inlines: list[Inline] = []
    for inline in line(ctx, text if item is None else item[1]):
        end = ENDS.search(inline.text) if isinstance(inline, blocks.Text) else None
        if isinstance(inline, blocks.Text) and end is not None:
            inlines.append(blocks.Text(inline.text[: end.start()]))
            break
        inlines.append(inline)
    match inlines:
        case [*before, blocks.Text(last)] if last.endswith(":"):
            return (*before, blocks.Text(f"{last[:-1]}."))
        case _:
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
    parents = [getattr(entry, "parent", None) for entry in entries]
    chapters = [ctx.ruleset.entries.get(homes.get(entry.id, "")) for entry in entries]
    return table(
        ctx,
        ("name", [(*marked(ctx, entry), *_ready(ctx, entry)) for entry in entries]),
        ("in", [ctx.ref(parent) for parent in parents]),
        *_fact_columns(entries, described),
        ("in-short", [first_sentence(ctx, entry) for entry in entries]),
        ("chapter", [(ctx.link(home),) if home else () for home in chapters]),
        listing=True,
    )


def _ready(ctx: RenderContext, entry: Entry) -> Inlines:
    return ready_links(ctx, entry) if isinstance(entry, CharacterEntry) else ()


def _fact_columns(
    entries: Sequence[Entry], described: Mapping[str, Blocks]
) -> list[LabelledColumn]:
    """The most common facts that at least half of the entries have, and not all alike."""
    labels: dict[str, Inlines] = {}
    columns: dict[str, dict[str, Inlines]] = {}
    for entry in entries:
        for label, said in short_facts(described.get(entry.id, ())):
            labels.setdefault(plain(label), label)
            columns.setdefault(plain(label), {})[entry.id] = said
    counts = Counter(
        {
            label: len(facts)
            for label, facts in columns.items()
            if 2 * len(facts) >= len(entries)
            and len(set(map(plain, facts.values()))) > 1
        }
    )
    chosen = {label for label, _ in counts.most_common(MOST)}
    return [
        (labels[label], [facts.get(entry.id, ()) for entry in entries])
        for label, facts in columns.items()
        if label in chosen
    ]


def short_facts(content: Iterable[Block]) -> Iterator[tuple[Inlines, Inlines]]:
    """Labels with facts of one paragraph, from the first definition list."""
    lists = (block for block in content if isinstance(block, blocks.DefinitionList))
    for definitions_ in islice(lists, 1):
        for item in definitions_.items:
            match item.blocks:
                case (blocks.Paragraph(said),):
                    yield item.term, said
                case _:
                    continue
