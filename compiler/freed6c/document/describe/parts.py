"""What every description is made of: text, facts under labels, remarks beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.blocks import (
    BulletList,
    Definition,
    Definitions,
    FinePrint,
    Paragraph,
    Text,
)
from freed6c.document.marks import badge
from freed6c.document.references import line, prose
from freed6c.document.scribe import title_of
from freed6c.document.sentences.effects import leading_to, sentences
from freed6c.document.wording import capitalised
from freed6c.runtime.effects import OneOf

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.document.blocks import Blocks, Inlines
    from freed6c.document.scribe import Scribe
    from freed6c.runtime.effects import Effect
    from freed6c.runtime.record import Entry


def words_of(scribe: Scribe, entry: Entry) -> Blocks:
    """The text of an entry, and its other names."""
    text = prose(scribe, entry.text) if entry.text else ()
    return (*text, *fine_print(scribe, entry))


def fine_print(scribe: Scribe, entry: Entry) -> Blocks:
    """Other names, and where a name or rule was found."""
    found = [
        scribe.say("aliases", names=scribe.listed([(Text(a),) for a in entry.aliases]))
        if entry.aliases
        else (),
        scribe.say("attested", where=entry.attested) if entry.attested else (),
        scribe.say("source", where=entry.source) if entry.source else (),
    ]
    return tuple(FinePrint(words) for words in found if words)


def facts(scribe: Scribe, *pairs: tuple[str, Inlines]) -> Blocks:
    """Labels with what stands behind them; without what there is not."""
    items = tuple(
        Definition(scribe.label(key), (Paragraph(capitalised(words)),))
        for key, words in pairs
        if words
    )
    return (Definitions(items),) if items else ()


def paragraph(scribe: Scribe, *sentences: Inlines) -> Blocks:
    """A paragraph of sentences, if there are some."""
    words = scribe.in_turn(sentences)
    return (Paragraph(words),) if words else ()


def effect_blocks(scribe: Scribe, effects: Sequence[Effect]) -> Blocks:
    """One effect as a paragraph, several as a list; alternatives as a list of their own."""
    if any(isinstance(effect, OneOf) for effect in effects):
        return tuple(b for one in effects for b in _one_effect(scribe, one))
    return _lines(sentences(scribe, effects))


def _one_effect(scribe: Scribe, effect: Effect) -> Blocks:
    if not isinstance(effect, OneOf):
        return _lines(sentences(scribe, [effect]))
    text = paragraph(scribe, line(scribe, effect.text))
    alternatives = BulletList(sentences(scribe, effect.one_of))
    return (Paragraph(leading_to(scribe, effect)), alternatives, *text)


def _lines(found: Sequence[Inlines]) -> Blocks:
    """One as a paragraph, several as a list."""
    if len(found) > 1:
        return (BulletList(tuple(found)),)
    return tuple(Paragraph(words) for words in found)


def listed_facts(scribe: Scribe, *pairs: tuple[str, Sequence[Inlines]]) -> Blocks:
    """Labels with what stands behind them, where that may be several things: each on its line."""
    items = tuple(
        Definition(scribe.label(key), _lines([capitalised(words) for words in several]))
        for key, several in pairs
        if several
    )
    return (Definitions(items),) if items else ()


def with_effects(scribe: Scribe, label: str, effects: Sequence[Effect]) -> Blocks:
    """Effects under a label."""
    if not effects:
        return ()
    blocks = effect_blocks(scribe, effects)
    return (Definitions((Definition(scribe.label(label), blocks),)),)


def merged(*blocks: Blocks) -> Blocks:
    """The same blocks, with facts that follow on facts as one list."""
    found: list[Definitions] = []
    other: Blocks = ()
    for block in (block for group in blocks for block in group):
        if isinstance(block, Definitions) and not block.numbered:
            found.append(block)
        else:
            other = (*other, block)
    items = tuple(item for block in found for item in block.items)
    return (*((Definitions(items),) if items else ()), *other)


def named(scribe: Scribe, entry: Entry) -> Inlines:
    """The name of an entry where it is described, for links to lead to; with what packs changed."""
    name: Inlines = (*scribe.anchor(entry), Text(title_of(entry)))
    said = badge(scribe, entry)
    return scribe.say("behind", first=name, next=said) if said else name
