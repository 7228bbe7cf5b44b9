"""The differences of an entry in the words of the book: its descriptions in both rulesets, diffed.

Each description is first made simple: a list of texts, and a list of labeled facts. A table becomes
facts about its rows, so that a new column doesn't make the whole table differ.
"""

from __future__ import annotations

from itertools import chain, groupby
from typing import TYPE_CHECKING, Final

from freed6c.document import blocks
from freed6c.document.changes import text_after, text_before
from freed6c.document.compare.comparison import MarkedLine
from freed6c.document.describe.by_kind import body
from freed6c.document.prose import chapter_prose
from freed6c.document.render_context import nothing
from freed6c.document.sentences.effects import ENDS
from freed6c.document.side_by_side import merged, unanchored
from freed6c.document.wording import joined, plain
from freed6c.packs.ids import kind_of
from freed6c.packs.lazy import regex, replace
from freed6c.runtime.entries.dice import Step
from freed6c.runtime.entries.world import Ability

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from freed6c.document.blocks import Block, Blocks, Inline, Inlines
    from freed6c.document.render_context import RenderContext
    from freed6c.runtime.record import Entry


LISTS: Final = frozenset({"chapter", "panel"})
"""Kinds that only have a text, and a list of other entries."""


LONGEST: Final = 7
"""The least characters of a text between two links that is more than a joint such as ` and `."""


def differing(
    before: RenderContext, after: RenderContext, old: Entry, new: Entry
) -> Sequence[MarkedLine]:
    """Return the facts of an entry that differ, then its sentences that differ."""
    before, after = _plainly(before), _plainly(after)
    lines = {
        line.words: line
        for describe in (lambda ctx, e: chapter_prose(ctx, e.text, e.id), _facts)
        for line in _lines(
            after, merged(_simple(describe(before, old)), _simple(describe(after, new)))
        )
    }
    return sorted(lines.values(), key=lambda line: not line.labels)


def _plainly(ctx: RenderContext) -> RenderContext:
    """Return a copy without remarks, and without other entries in texts.

    It has anchors, by which rows are matched.
    """
    return replace(ctx, remarks={}, shown=nothing, anchored=True)


def _facts(ctx: RenderContext, entry: Entry) -> Blocks:
    """Return the description of an entry; that of a chapter or a panel lists other entries.

    An ability lists its skills, and a step its exact meaning, as on their own pages.
    """
    ctx = ctx.with_own_pages() if isinstance(entry, Ability | Step) else ctx
    return () if kind_of(entry.id) in LISTS else body(ctx, entry, 1)


def _simple(
    content: Iterable[Block],
) -> tuple[blocks.BulletList, blocks.DefinitionList]:
    """Return blocks as one list of texts and one list of facts; charts and others are left out."""
    texts: list[Inlines] = []
    facts: list[blocks.DefinitionItem] = []
    for block in content:
        match block:
            case blocks.Paragraph(words) | blocks.Heading(_, _, words):
                texts += _list_of_links(_still(words)) or [_still(words)]
            case blocks.BulletList() | blocks.NumberedList():
                for _, words, below in blocks.items_of(block):
                    inner_texts, inner_facts = _simple(below)
                    texts += [_still(words), *inner_texts.items]
                    facts += inner_facts.items
            case blocks.DefinitionList(items):
                facts += (
                    blocks.DefinitionItem(_still(item.term), _simple(item.blocks))
                    for item in items
                )
            case blocks.TableBlock():
                facts += _rows(block)
    return blocks.BulletList(tuple(texts)), blocks.DefinitionList(tuple(facts))


def _rows(table: blocks.TableBlock) -> Iterator[blocks.DefinitionItem]:
    """Yield a fact for each row of a table, with a fact for each of its other cells inside."""
    for row in table.rows:
        filled = [n for n, cell in enumerate(row) if any(map(str.isalnum, plain(cell)))]
        # A row without a name is called by its first cell.
        name = table.names if table.names in filled else next(iter(filled), table.names)
        anchors = row[table.names] if name != table.names else ()
        cells = tuple(
            blocks.DefinitionItem(table.header[n], _simple([blocks.Paragraph(row[n])]))
            for n in filled
            if n != name
        )
        inside = _simple([blocks.DefinitionList(cells)])
        yield blocks.DefinitionItem(_still((*anchors, *row[name])), inside)


def _list_of_links(words: Inlines) -> Sequence[Inlines]:
    """Return the links of a text that only lists links, or else nothing."""
    links, joints = words[::2], words[1::2]
    is_list = len(links) > 1 and all(
        [isinstance(link, blocks.Link) for link in links]
        + [isinstance(j, blocks.Text) and len(j.text) < LONGEST for j in joints]
    )
    return [(link,) for link in links] if is_list else []


def _still(words: Inlines) -> Inlines:
    """Return words without buttons and badges."""
    beside = (blocks.RollButton, blocks.Badge)
    return tuple(word for word in words if not isinstance(word, beside))


# The lines that differ, of both versions in one.


MARKS: Final = (blocks.RemovedText, blocks.InsertedText)


def _lines(
    ctx: RenderContext, content: Blocks, labels: tuple[Inlines, ...] = ()
) -> Iterator[MarkedLine]:
    for block in content:
        if isinstance(block, blocks.BulletList):
            for words in filter(_is_marked, block.items):
                yield MarkedLine(labels, _sentences(words))
        elif isinstance(block, blocks.DefinitionList):
            for item in block.items:
                yield from _of_fact(ctx, item, labels)


def joined_lines(ctx: RenderContext, lines: Iterable[MarkedLine]) -> Iterator[Inlines]:
    """Yield lines in words; those with the same labels become one."""
    for labels, group in groupby(lines, key=lambda line: line.labels):
        texts = [line.words for line in group]
        if not labels:
            yield from texts
            continue
        sentences = any(
            text_before(words).endswith(ENDS) or text_after(words).endswith(ENDS)
            for words in texts
        )
        said = ctx.chain("behind" if sentences else "list.comma", texts)
        yield ctx.say("compare.pair", label=ctx.chain("list.comma", labels), said=said)


def marked_words(words: Inlines) -> Iterator[str]:
    """Yield the plain words that are marked, in small letters."""
    for word in words:
        if isinstance(word, MARKS):
            yield from plain(word.inlines).lower().split()


def _of_fact(
    ctx: RenderContext, item: blocks.DefinitionItem, labels: tuple[Inlines, ...]
) -> Iterator[MarkedLine]:
    """Yield the lines of a fact; a new or removed fact is one line, a removed row only its name."""
    item = unanchored(item)
    term = item.term
    match term:
        case (blocks.RemovedText(words) | blocks.InsertedText(words) as mark,):
            said = _all_of(ctx, item.blocks)
            facts = any(
                isinstance(b, blocks.DefinitionList) and b.items for b in item.blocks
            )
            if said and not facts:
                words = ctx.say("compare.pair", label=words, said=said)
            elif said and isinstance(mark, blocks.InsertedText):
                words = ctx.say("changes.entry", entry=words, kind=said)
            yield MarkedLine(labels, (mark.but(inlines=words),))
        case _:
            # A sentence made from the data needs no label here.
            own = () if term == ctx.label("exactly") else (term,)
            inner = [*_lines(ctx, item.blocks, (*labels, *own))]
            if _is_marked(term) and not inner:
                inner = [MarkedLine(labels, term)]
            yield from inner


def _all_of(ctx: RenderContext, content: Blocks) -> Inlines:
    """Return all texts and facts in one sentence."""
    parts: list[Inlines] = []
    for block in content:
        if isinstance(block, blocks.BulletList):
            parts.append(ctx.join_sentences(block.items))
        elif isinstance(block, blocks.DefinitionList):
            parts += (
                ctx.say("compare.pair", label=item.term, said=said)
                for item in block.items
                if (said := _all_of(ctx, item.blocks))
            )
    return ctx.chain("sentences", parts)


def _is_marked(words: Inlines) -> bool:
    return any(isinstance(word, MARKS) for word in words)


SENTENCE: Final = regex(r"(?<=[.!?…]) +")
"""The space behind a sentence."""


def _sentences(words: Inlines) -> Inlines:
    """Return whole sentences, those that have marked words."""
    sentences: list[list[Inline]] = [[]]
    for word in words:
        if not isinstance(word, blocks.Text):
            sentences[-1].append(word)
            continue
        *_, last = sentences[-1] or [word]
        ended = isinstance(last, MARKS) and plain(last.inlines)[-1:] in ".!?…"
        text = word.text.lstrip() if ended else word.text
        if ended and text != word.text:
            sentences.append([])
        first, *others = SENTENCE.split(text)
        sentences[-1].append(blocks.Text(first))
        sentences += ([blocks.Text(piece)] for piece in others)
    kept = [sentence for sentence in sentences if _is_marked(tuple(sentence))]
    spaced = chain.from_iterable((blocks.Text(" "), *sentence) for sentence in kept)
    return joined([*spaced][1:])
