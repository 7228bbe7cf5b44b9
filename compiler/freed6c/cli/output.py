"""Output of commands: wrapped lines and places for people, a JSON document for tools."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from freed6c.model.type_hints import written
from freed6c.model.value_lookup import number
from freed6c.runtime.record import Entry, Record, Ref

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from freed6c.packs.location import Span

WIDTH: Final = 80
NARROWEST, WIDEST = 40, 100
"""The least and the largest width of lines that adapt to the terminal."""
SCHEMA_VERSION: Final = 1
"""The version of the documents that commands print; their schemas are in schemas/."""


def json_text(**members: object) -> str:
    """Return a JSON document with the version of its schema, ending in a line break.

    It is ASCII, which every encoding of standard output includes.
    """
    document = {"schema_version": SCHEMA_VERSION, **members}
    return json.dumps(document, default=_plain, indent=2) + "\n"


def _plain(value: object) -> object:
    """Convert exact numbers, references and records to JSON values."""
    match value:
        case Fraction():
            return number(value)
        case Ref():
            return value.id
        case Record():
            return settings(value)
        case _:
            raise TypeError(f"{type(value).__name__} has no form in JSON")


def members(record: object, *names: str) -> dict[str, Any]:
    """Return these fields of a record; null values if there is no record."""
    return {name: None if record is None else getattr(record, name) for name in names}


WORDS: Final = frozenset(field.name for field in written(Entry)) | {
    "outcomes",
    "sentence",
    "steps",
    "token_names",
}
"""Fields that are omitted: texts for people, steps and outcomes, which are listed separately."""


def settings(record: Record) -> Mapping[str, object]:
    """Return the fields of a record by their keys in packs, with defaults, without empty ones."""
    words = WORDS if isinstance(record, Entry) else frozenset[str]()
    if getattr(record, "outcomes", ()):
        words |= {"success"}  # the outcomes decide
    values = {
        field.key: getattr(record, field.name)
        for field in written(type(record))
        if field.name not in words and not field.prose
    }
    does = {"do": values.pop("do")} if "do" in values else {}
    return {
        key: value
        for key, value in {**does, **values}.items()
        if value is not None and value not in ("", (), {})
    }


def wrapped(
    text: str, indent: int = 0, *, hanging: int = 0, head: str = "", width: int = WIDTH
) -> Iterator[str]:
    """Yield lines of a width, indented by `indent` spaces, all but the first by `hanging` more.

    `head` precedes the text on the first line; the other lines are aligned with the text.
    """
    first = " " * indent + head
    import textwrap

    yield from textwrap.wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=" " * (len(first) + hanging),
        break_on_hyphens=False,
        break_long_words=False,
    )


def columns() -> int:
    """Return the width of the terminal, within limits."""
    import shutil

    return min(max(shutil.get_terminal_size().columns, NARROWEST), WIDEST)


def rows(texts: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield names in a column, each with its text beside it, as wide as the terminal."""
    pairs = list(texts)
    widest = max((len(name) for name, _ in pairs), default=0)
    for name, text in pairs:
        lines = wrapped(text, 2, head=f"{name:{widest}}  ", width=columns())
        yield from lines if text else [f"  {name}"]


def where(span: Span | None) -> str:
    """Return a place as text: `rules.yaml:12`; empty without a span."""
    return f"{span.file}:{span.line}" if span else ""


def place_members(span: Span | None) -> dict[str, object]:
    """Return the members of a JSON document for a place in a file."""
    return members(span, "file", "line", "column")
