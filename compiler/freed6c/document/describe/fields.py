"""Fields of records and their values in words.

They describe entries of kinds without a description function, and word the differences between
two rulesets.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from freed6c.document.blocks import Blocks, DefinitionItem, Inlines, Paragraph, Text
from freed6c.document.describe.parts import definitions, effect_blocks
from freed6c.document.prose import line, prose
from freed6c.document.render_context import RenderContext, setting_word
from freed6c.document.sentences import amounts, effects
from freed6c.document.sentences.rules import against_words, need_words
from freed6c.document.wording import spoken
from freed6c.model.type_hints import Field, holds_entries, written
from freed6c.packs.lazy import regex
from freed6c.runtime.amounts import Formula, FormulaPool, Modifier, Quantity, Range
from freed6c.runtime.effects import Duration, Effect, Moment
from freed6c.runtime.entries.actions import Against, Need
from freed6c.runtime.entries.tables import Column
from freed6c.runtime.record import Entry, Record, key_of

SINGLE: Final = (
    Formula,
    Modifier,
    FormulaPool,
    Quantity,
    Range,
    Duration,
    Moment,
    Effect,
)
"""Records that are put into words as one value; all others are compared field by field."""


class FieldValue(NamedTuple):
    """A field with its key, label and value.

    `prose` is True if the value is a text for people. `loose` is True if the value is a list of
    references from which references to removed entries vanish.
    """

    key: str
    label: str
    value: object
    prose: bool = False
    loose: bool = False


def field_values(ctx: RenderContext, record: Record) -> Iterator[FieldValue]:
    """Yield all fields of a record that packs can write, also fields without a value.

    Fields with nested entries are left out, because entries are compared separately.
    """
    for declared in written(type(record)):
        if not holds_entries(declared.hint):
            value = getattr(record, declared.name, None)
            label = setting_word(ctx, declared.key)
            one_text = declared.prose and not isinstance(value, tuple)
            loose = declared.about or declared.mentions
            yield FieldValue(declared.key, label, value, one_text, loose)


# Values in words.


FIXED: Final = regex(r"[a-z]+(?:-[a-z]+)+")
"""A keyword of several words, such as `all-the-time`."""


def value_words(
    ctx: RenderContext, key: str, value: object, within: str = ""
) -> Inlines:
    """Return the value of a field in words.

    `key` is the key of the field; `within` is the key of the field that holds its record, if any.
    They select the phrase for a keyword.
    """
    match value:
        case None | "" | ():
            return ()
        case str():
            return _fixed(ctx, key, value, within)
        case tuple() if isinstance(value[0], Effect):
            return effects.cell(ctx, value)
        case Effect():
            return effects.effect_phrase(ctx, value)
        case Need():
            return need_words(ctx, value)
        case Against() if value.sentence:
            return against_words(ctx, value)
        case Column():
            return (Text(value.name),)
        case tuple() | Mapping() | Record() if not isinstance(value, (*SINGLE, Entry)):
            return ctx.listed(list(_parts(ctx, key, value)))
        case _:
            return amounts.say_value(ctx, value)


def _parts(
    ctx: RenderContext,
    key: str,
    value: tuple[object, ...] | Mapping[str, object] | Record,
) -> Iterator[Inlines]:
    """Yield the items of a list in words, or the labeled items of a map or fields of a record."""
    match value:
        case tuple():
            yield from (value_words(ctx, key, item) for item in value)
        case Mapping():
            for name, item in value.items():
                label = getattr(item, "name", "") or name
                yield _labeled(ctx, label, value_words(ctx, name, item))
        case Record():
            given = {key_of(name) for name in vars(value)}
            for field in field_values(ctx, value):
                if field.key in given and field.value not in (None, "", ()):
                    said = (
                        line(ctx, str(field.value))
                        if field.prose
                        else value_words(ctx, field.key, field.value, within=key)
                    )
                    yield _labeled(ctx, field.label, said)


def _labeled(ctx: RenderContext, label: str, said: Inlines) -> Inlines:
    return ctx.say("compare.pair", label=label, said=said)


def _fixed(ctx: RenderContext, key: str, value: str, within: str) -> Inlines:
    """Return the phrase for a keyword, or the keyword with spaces for hyphens, or any other text.

    Phrases with placeholders (`{…}`) don't count.
    """
    for named in (f"{within}.{key}.{value}", f"{key}.{value}", f"{within}.{value}"):
        pattern = ctx.patterns.get(named, "{")
        if "{" not in pattern:
            return (Text(pattern),)
    return (Text(spoken(value)),) if FIXED.fullmatch(value) else line(ctx, value)


# The default description.


COMMON: Final = frozenset(Entry.__annotations__)
"""Fields of all entries, such as the name and the prose, which are shown outside the list."""


def default_body(ctx: RenderContext, entry: Entry, _level: int) -> Blocks:
    """Return all fields of an entry with their labels."""
    return definitions(
        DefinitionItem(ctx.label(field.key), content)
        for field in written(type(entry))
        if field.name not in COMMON
        and (content := _field_blocks(ctx, field, getattr(entry, field.name)))
    )


def _field_blocks(ctx: RenderContext, field: Field, value: object) -> Blocks:
    """Return the value of a field: prose with links, effects as sentences, others in words."""
    if field.prose and isinstance(value, str):
        return prose(ctx, value)
    if isinstance(value, tuple) and value and isinstance(value[0], Effect):
        return effect_blocks(ctx, value)
    words = value_words(ctx, field.key, value)
    return (Paragraph(words),) if words else ()
