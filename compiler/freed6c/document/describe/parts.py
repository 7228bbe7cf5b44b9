"""Blocks that descriptions share: text, facts under labels, effects, tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self, TypeAlias

from freed6c.document import blocks, changes, wording
from freed6c.document.prose_rendering import line, prose
from freed6c.document.render_context import RenderContext, title_of
from freed6c.document.sentences.effects import leading_to, sentences
from freed6c.runtime.effects import Effect, OneOf


if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.document.blocks import Blocks, Inlines
    from freed6c.runtime.record import Entry

    LabelledColumn: TypeAlias = tuple[str | Inlines, Sequence[Inlines]]


def text_blocks(ctx: RenderContext, entry: Entry) -> Blocks:
    """The prose of an entry with its fine print."""
    text = prose(ctx, entry.text) if entry.text else ()
    return (*text, *fine_print(ctx, entry))


def fine_print(ctx: RenderContext, entry: Entry) -> Blocks:
    """Aliases and sources."""
    lines = [
        ctx.say("aliases", names=ctx.listed([(blocks.Text(a),) for a in entry.aliases]))
        if entry.aliases
        else (),
        ctx.say("attested", where=entry.attested) if entry.attested else (),
        ctx.say("source", where=entry.source) if entry.source else (),
    ]
    return tuple(blocks.FinePrint(words) for words in lines if words)


def facts(ctx: RenderContext, *pairs: tuple[str, Inlines]) -> Blocks:
    """A definition list of labels and words; empty ones are left out."""
    items = tuple(
        blocks.DefinitionItem(
            ctx.label(key), (blocks.Paragraph(wording.capitalised(words)),)
        )
        for key, words in pairs
        if words
    )
    return (blocks.DefinitionList(items),) if items else ()


def paragraph(ctx: RenderContext, *sentences: Inlines) -> Blocks:
    """A paragraph of sentences, if there are any."""
    words = ctx.join_sentences(sentences)
    return (blocks.Paragraph(words),) if words else ()


def effect_blocks(ctx: RenderContext, effects: Sequence[Effect]) -> Blocks:
    """A paragraph for one effect, a list for several; alternatives are a list of their own."""
    if any(isinstance(effect, OneOf) for effect in effects):
        return tuple(b for effect in effects for b in _one_effect(ctx, effect))
    return _lines(sentences(ctx, effects))


def _one_effect(ctx: RenderContext, effect: Effect) -> Blocks:
    if not isinstance(effect, OneOf):
        return _lines(sentences(ctx, [effect]))
    text = paragraph(ctx, line(ctx, effect.text))
    alternatives = blocks.BulletList(sentences(ctx, effect.one_of))
    return (blocks.Paragraph(leading_to(ctx, effect)), alternatives, *text)


def _lines(lines: Sequence[Inlines]) -> Blocks:
    """A paragraph for one line, a list for several."""
    if len(lines) > 1:
        return (blocks.BulletList(tuple(lines)),)
    return tuple(blocks.Paragraph(words) for words in lines)


def listed_facts(ctx: RenderContext, *pairs: tuple[str, Sequence[Inlines]]) -> Blocks:
    """A definition list in which a label may have several lines."""
    items = tuple(
        blocks.DefinitionItem(
            ctx.label(key), _lines([wording.capitalised(words) for words in several])
        )
        for key, several in pairs
        if several
    )
    return (blocks.DefinitionList(items),) if items else ()


def with_effects(ctx: RenderContext, label: str, effects: Sequence[Effect]) -> Blocks:
    """Effects under a label."""
    if not effects:
        return ()
    content = effect_blocks(ctx, effects)
    return (blocks.DefinitionList((blocks.DefinitionItem(ctx.label(label), content),)),)


def join_definitions(*content: Blocks) -> Blocks:
    """Join definition lists into one, in front of the other blocks."""
    definitions: list[blocks.DefinitionList] = []
    other: Blocks = ()
    for block in (block for group in content for block in group):
        if isinstance(block, blocks.DefinitionList) and not block.numbered:
            definitions.append(block)
        else:
            other = (*other, block)
    items = tuple(item for block in definitions for item in block.items)
    return (*((blocks.DefinitionList(items),) if items else ()), *other)


def named(ctx: RenderContext, entry: Entry) -> Inlines:
    """The name of an entry with its anchor and badge."""
    name: Inlines = (*ctx.anchor(entry), blocks.Text(title_of(entry)))
    said = changes.badge(ctx, entry)
    return ctx.say("behind", first=name, next=said) if said else name


# Tables, by columns.


class TableColumns(tuple["LabelledColumn", ...]):
    """Columns of a table: the key of a label, or words, and the cells."""

    __slots__ = ()

    def __new__(cls, *columns: LabelledColumn) -> Self:
        """Take the columns one by one."""
        return super().__new__(cls, columns)


def table(
    ctx: RenderContext, columns: TableColumns, *, listing: bool = False
) -> Blocks:
    """The table of some columns. Empty columns are left out, as is a table without any."""
    used = [column for column in columns if any(column[1])]
    if not used:
        return ()
    header = tuple(
        ctx.label(label) if isinstance(label, str) else label for label, _ in used
    )
    rows = tuple(zip(*(cells for _, cells in used), strict=True))
    alignment = tuple(_alignment(cells) for _, cells in used)
    return (blocks.TableBlock(header, rows, alignment=alignment, listing=listing),)


def _alignment(cells: Sequence[Inlines]) -> blocks.Alignment:
    """Columns of numbers are aligned right."""
    texts = (wording.plain(cell).lstrip("\N{MINUS SIGN}+") for cell in cells)
    numbers = all(text.isdigit() for text in texts if text)
    return "right" if numbers else "left"


def blank(ctx: RenderContext, said: str = "") -> Inlines:
    """The words of an empty cell."""
    return (blocks.Text(said),) if said else ctx.say("blank")
