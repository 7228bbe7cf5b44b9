"""What formulas know by their place: each name has a type and words, each place is known."""

from __future__ import annotations

import typing
from typing import TYPE_CHECKING, Any

from freed6c.document.phrases import PHRASES
from freed6c.model.local_names import (
    BROUGHT_BY,
    FORMAT_NAMES,
    WITH_CHECK,
    FormatSource,
    NameSource,
)
from freed6c.model.type_hints import CLASSES, written
from freed6c.runtime.entries.actions import Check
from freed6c.runtime.record import Entry, Record

if TYPE_CHECKING:
    from collections.abc import Iterator


def _parts(hint: Any) -> Iterator[Any]:
    yield hint
    for argument in typing.get_args(hint):
        yield from _parts(argument)


def _inside(record: type[Record], seen: frozenset[type[Record]]) -> set[type[Record]]:
    """The records that a record may hold, at any depth, entries left out."""
    found: set[type[Record]] = set()
    for field in written(record):
        for part in _parts(field.hint):
            if (
                isinstance(part, type)
                and issubclass(part, Record)
                and not issubclass(part, Entry)
                and part not in seen
            ):
                found |= {part} | _inside(part, seen | {part})
    return found


def test_the_entries_with_a_check_are_those_that_can_hold_one() -> None:
    holding = {cls for cls in CLASSES.values() if Check in _inside(cls, frozenset())}
    assert set(WITH_CHECK) == holding


def test_every_source_of_names_brings_some() -> None:
    sources = set(typing.get_args(FormatSource))
    assert set(FORMAT_NAMES) == sources
    declared = {
        word for part in typing.get_args(NameSource) for word in typing.get_args(part)
    }
    brought = {source for sources in BROUGHT_BY.values() for source in sources}
    # `this` is what an example runs; no record brings it.
    assert brought == (sources | declared) - {"run"}


def test_every_name_of_the_format_has_words() -> None:
    for names in FORMAT_NAMES.values():
        for name, format_name in names.items():
            assert PHRASES[f"name.{name}"] == format_name.words
            assert PHRASES.get(f"per.{name}", "") == format_name.per
