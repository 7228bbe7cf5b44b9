"""What is shown of an entry whose kind has no description of its own: its fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.document.blocks import Definition, Definitions, Paragraph, Text
from freed6c.document.sentences.values import say_value
from freed6c.document.wording import label_of
from freed6c.model.shape import written
from freed6c.runtime.record import Entry

if TYPE_CHECKING:
    from freed6c.document.blocks import Blocks, Inlines
    from freed6c.document.scribe import Scribe

COMMON: Final = frozenset(Entry.__annotations__)
"""Fields that every description shows by itself."""


def default(scribe: Scribe, entry: Entry, _level: int) -> Blocks:
    """Every field that is there, under its name."""
    items = tuple(
        Definition(_label(scribe, field.key), (Paragraph(say_value(scribe, value)),))
        for field in written(type(entry))
        if field.name not in COMMON
        and (value := entry.__dict__.get(field.name)) not in (None, ())
    )
    return (Definitions(items),) if items else ()


def _label(scribe: Scribe, key: str) -> Inlines:
    return (Text(scribe.patterns.get(f"label.{key}", label_of(key))),)
