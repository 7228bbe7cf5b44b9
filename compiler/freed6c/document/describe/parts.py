"""Blocks that descriptions share: prose, labeled facts, effects, tables by columns."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias, TypeVar, cast

from freed6c.document import blocks, changes, wording
from freed6c.document.prose import line, prose
from freed6c.document.sentences.effects import leading_to, sentences, within_choice
from freed6c.document.wording import title_of
from freed6c.runtime.effects import Effect, OneOf
from freed6c.runtime.play.effect_index import holds_always, is_recurring

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from freed6c.document.blocks import Blocks, ColumnKind, Inlines
    from freed6c.document.render_context import RenderContext
    from freed6c.runtime.entries.actions import Rule
    from freed6c.runtime.entries.world import Hook
    from freed6c.runtime.record import Entry

    Fact: TypeAlias = Inlines | list[Inlines] | tuple[Effect, ...]
    LabelledColumn: TypeAlias = tuple[str | Inlines, Sequence[Inlines]]


E = TypeVar("E", bound="Entry")


def text_blocks(ctx: RenderContext, entry: Entry) -> Blocks:
    """Return the prose of an entry, then its aliases and sources as fine print."""
    aliases = ctx.listed([(blocks.Text(alias),) for alias in entry.aliases])
    lines = (
        ctx.say("aliases", names=aliases) if aliases else (),
        ctx.say("attested", where=entry.attested) if entry.attested else (),
        ctx.say("source", where=entry.source) if entry.source else (),
    )
    return (*prose(ctx, entry.text), *map(blocks.FinePrint, filter(None, lines)))


def definitions(
    items: Iterable[blocks.DefinitionItem], *, numbered: bool = False
) -> tuple[blocks.DefinitionList, ...]:
    """Return a definition list, if there are items."""
    items = tuple(items)
    return (blocks.DefinitionList(items, numbered),) if items else ()


def nested(
    ctx: RenderContext,
    entries: Iterable[E],
    content: Callable[[RenderContext, E], Blocks],
    *,
    numbered: bool = False,
    beside: Callable[[E], Inlines] = lambda _: (),
) -> tuple[blocks.DefinitionList, ...]:
    """Return a list of nested entries by name, with words `beside` it, and their content."""
    terms = ((entry, (*named(ctx, entry), *beside(entry))) for entry in entries)
    items = (blocks.DefinitionItem(term, content(ctx, e)) for e, term in terms)
    return definitions(items, numbered=numbered)


def facts(
    ctx: RenderContext, *pairs: tuple[str | Inlines, Fact]
) -> tuple[blocks.DefinitionList, ...]:
    """Return a definition list of pairs of a label and a fact, without empty facts.

    A label is a label key or words. A fact is words, a list of lines, or effects.
    """
    return definitions(
        blocks.DefinitionItem(
            ctx.label(label) if isinstance(label, str) else label,
            _fact_blocks(ctx, fact),
        )
        for label, fact in pairs
        if fact
    )


def effects_by_time(entry: Rule | Hook) -> Iterator[tuple[str, Fact]]:
    """Yield the effects of a rule or a hook as facts.

    If some hold all the time and others happen at moments, these are two facts, else one.
    """
    always = holds_always(entry)
    timed = tuple(effect for effect in entry.effects if always and is_recurring(effect))
    others = tuple(effect for effect in entry.effects if effect not in timed)
    yield ("all-the-time" if timed else "effects"), others
    yield ("at-moments" if others else "effects"), timed


def _fact_blocks(ctx: RenderContext, fact: Fact) -> Blocks:
    match fact:
        case list():
            return _lines([wording.capitalized(words) for words in fact])
        case (Effect(), *_):
            return effect_blocks(ctx, cast("tuple[Effect, ...]", fact))
        case _:
            words = wording.capitalized(cast("Inlines", fact))
            return (blocks.Paragraph(words),)


def paragraph(ctx: RenderContext, *sentences: Inlines) -> Blocks:
    """Return a paragraph of sentences, if there are any."""
    words = ctx.join_sentences(sentences)
    return (blocks.Paragraph(words),) if words else ()


def effect_blocks(ctx: RenderContext, effects: Sequence[Effect]) -> Blocks:
    """Return a paragraph for one effect, a list for several.

    If an effect is a choice of alternatives, each effect has its own paragraph or list.
    """
    if not any(isinstance(effect, OneOf) for effect in effects):
        return _lines(sentences(ctx, effects))
    return tuple(
        block
        for effect in effects
        for block in (
            _alternatives(ctx, effect)
            if isinstance(effect, OneOf)
            else _lines(sentences(ctx, [effect]))
        )
    )


def _alternatives(ctx: RenderContext, effect: OneOf) -> Blocks:
    return (
        blocks.Paragraph(leading_to(ctx, effect)),
        blocks.BulletList(sentences(within_choice(ctx, effect), effect.one_of)),
        *paragraph(ctx, line(ctx, effect.text)),
    )


def _lines(lines: Sequence[Inlines]) -> Blocks:
    """Return a paragraph for one line, a list for several."""
    if len(lines) > 1:
        return (blocks.BulletList(tuple(lines)),)
    return tuple(map(blocks.Paragraph, lines))


def named(ctx: RenderContext, entry: Entry) -> Inlines:
    """Return the name of an entry with its anchor and badge."""
    name: Inlines = (*ctx.anchor(entry), blocks.Text(title_of(entry)))
    return changes.with_badge(ctx, entry, name)


# Tables, by columns.


KINDS: Final[Mapping[str | Inlines, ColumnKind]] = {
    "action": "name",
    "condition": "name",
    "effect-roll": "name",
    "name": "name",
    "spend": "name",
    "duration": "effect",
    "effect": "effect",
    "summary": "effect",
    "chapter": "prose",
    "text": "prose",
}
"""The kinds of columns by label key. All other columns, such as those that packs add, are facts."""


def table(
    ctx: RenderContext, *columns: LabelledColumn, listing: bool = False
) -> tuple[blocks.TableBlock, ...]:
    """Return a table of columns, each a pair of its label (a label key, or words) and its cells.

    Columns without any content are left out, and so is a table without columns.
    """
    used = [column for column in columns if any(column[1])]
    if not used:
        return ()
    header = tuple(
        ctx.label(label) if isinstance(label, str) else label for label, _ in used
    )
    block = blocks.TableBlock(
        header,
        tuple(zip(*(cells for _, cells in used), strict=True)),
        alignment=tuple(_alignment(cells) for _, cells in used),
        kinds=tuple(KINDS.get(label, "fact") for label, _ in used),
        listing=listing,
    )
    return (block,)


def _alignment(cells: Sequence[Inlines]) -> blocks.Alignment:
    """Return "right" for a column of numbers."""
    texts = (wording.plain(cell).lstrip("\N{MINUS SIGN}+") for cell in cells)
    return "right" if all(text.isdigit() for text in texts if text) else "left"
