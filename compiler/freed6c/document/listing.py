"""Make lists of entries: links with first sentences, or tables with their common facts."""

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
"""The space after a sentence."""

UNCONFUSED: Final = frozenset({"chapter", "example", "note", "panel"})
"""Kinds that are not rules, so that readers can't confuse them with a rule of the same name."""

ITEM: Final = re.compile(r"(?:- |\d+\. )(.*?)(?=\n(?:- |\d+\. )|\Z)", re.DOTALL)
"""The first item of a bullet or numbered list, up to the next item or the end."""


def lines(
    ctx: RenderContext, entries: Sequence[Entry]
) -> tuple[blocks.DefinitionList, ...]:
    """List entries as links with their first sentences, and with kinds if these are mixed."""
    mixed = len({kind_of(entry.id) for entry in entries}) > 1
    return definitions(
        blocks.DefinitionItem(
            marked(ctx, entry, mixed=mixed),
            tuple(map(blocks.Paragraph, filter(None, [first_sentence(ctx, entry)]))),
        )
        for entry in entries
    )


def marked(ctx: RenderContext, entry: Entry, *, mixed: bool = False) -> Inlines:
    """Return a link to an entry with its badge, and with its kind if `mixed`."""
    link = capitalized((ctx.link(entry),))
    if mixed:
        link = ctx.say("list.mixed", entry=link, kind=kind_word(ctx, entry))
    return changes.with_badge(ctx, entry, link, "wide")


def told_apart(ctx: RenderContext, entries: Sequence[Entry]) -> tuple[Inlines, ...]:
    """Return links to entries, with their kind if an entry of another kind has the same name."""
    kinds = ctx.ruleset.once(_kinds_by_title)
    links = []
    for entry in entries:
        link, word = capitalized((ctx.link(entry),)), ctx.lowered(kind_word(ctx, entry))
        shared = len(kinds.get(title_of(entry).casefold(), ())) > 1
        words = ctx.say("list.apart", entry=link, kind=word) if shared else link
        links.append(changes.with_badge(ctx, entry, words, "sign"))
    return tuple(links)


def _kinds_by_title(ruleset: Ruleset) -> Mapping[str, Collection[str]]:
    """Return the kinds of the entries with each title, in small letters."""
    kinds: dict[str, set[str]] = {}
    for entry in ruleset.entries.values():
        kind = kind_of(entry.id)
        if kind not in UNCONFUSED:
            kinds.setdefault(title_of(entry).casefold(), set()).add(kind)
    return kinds


def first_sentence(ctx: RenderContext, entry: Entry) -> Inlines:
    """Return the `summary` of an entry, or the first sentence of its text or first list item.

    A colon at the end becomes a full stop, because the text after it is not shown.
    """
    if summary := getattr(entry, "summary", ""):
        return line(ctx, summary)
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
"""The most columns of facts in a table, so that it fits a page."""


def overview(
    ctx: RenderContext,
    entries: Sequence[Entry],
    homes: Mapping[str, str],
    described: Mapping[str, Sequence[Block]],
) -> Blocks:
    """Make a table of entries: name, parent, common facts, first sentence, chapter.

    `homes` are the ids of chapters by the id of the entry, `described` the blocks of the pages of
    the entries, which the facts come from.
    """
    parents = [getattr(entry, "parent", None) for entry in entries]
    chapters = [ctx.ruleset.entries.get(homes.get(entry.id, "")) for entry in entries]
    return table(
        ctx,
        ("name", [(*marked(ctx, entry), *_pregen(ctx, entry)) for entry in entries]),
        ("in", [ctx.ref(parent) for parent in parents]),
        *_fact_columns(entries, described),
        ("summary", [first_sentence(ctx, entry) for entry in entries]),
        ("chapter", [(ctx.link(home),) if home else () for home in chapters]),
        listing=True,
    )


def _pregen(ctx: RenderContext, entry: Entry) -> Inlines:
    """Return the links that open a pregenerated character; empty for other entries."""
    return ready_links(ctx, entry) if isinstance(entry, CharacterEntry) else ()


def _fact_columns(
    entries: Sequence[Entry], described: Mapping[str, Sequence[Block]]
) -> list[LabelledColumn]:
    """Return columns for the `MOST` common facts.

    At least half of the entries must have the fact, and its text must not be equal in all of them.
    """
    labels: dict[str, Inlines] = {}
    columns: dict[str, dict[str, Inlines]] = {}
    for entry in entries:
        for label, fact in short_facts(described.get(entry.id, ())):
            labels.setdefault(plain(label), label)
            columns.setdefault(plain(label), {})[entry.id] = fact
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
    """Yield label and text of each one-paragraph definition in the first definition list."""
    lists = (block for block in content if isinstance(block, blocks.DefinitionList))
    for definitions_ in islice(lists, 1):
        for item in definitions_.items:
            match item.blocks:
                case (blocks.Paragraph(fact),):
                    # Several buttons have room on the page of the entry only.
                    one = (i for i in fact if not getattr(i, "label", ""))
                    yield item.term, tuple(one)
