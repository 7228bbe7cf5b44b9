"""What commands print: wrapped lines and places for people, one JSON document for tools."""

from __future__ import annotations

import json
import shutil
import textwrap
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
"""How wide lines are made that follow the width of the terminal."""
SCHEMA_VERSION: Final = 1
"""Of each document that a command prints: its schema is in schemas/."""


def json_text(**members: object) -> str:
    """A JSON document with the version of its schema, as text that ends in a line break.

    It is ASCII, which every encoding of standard output can say.
    """
    document = {"schema_version": SCHEMA_VERSION, **members}
    return json.dumps(document, default=_plain, indent=2) + "\n"


def _plain(value: object) -> object:
    """What JSON has no form for: exact numbers, references, and records by their settings."""
    match value:
        case Fraction():
            return number(value)
        case Ref():
            return value.id
        case Record():
            return settings(value)
        case _:
            message = f"{type(value).__name__} has no form in JSON"
            raise TypeError(message)


def members(record: object, *names: str) -> dict[str, Any]:
    """These fields of a record; null where there is no record."""
    return {name: None if record is None else getattr(record, name) for name in names}


WORDS: Final = frozenset(field.name for field in written(Entry)) | {"says", "steps"}
"""Names and words of entries are for people, and change nothing; steps are listed by themselves."""


def settings(record: Record) -> Mapping[str, object]:
    """The fields by their keys in packs, those that are as assumed included; empty ones not."""
    words = WORDS if isinstance(record, Entry) else frozenset[str]()
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
    text: str,
    indent: int = 0,
    *,
    hanging: int = 0,
    head: str = "",
    width: int = WIDTH,
) -> Iterator[str]:
    """Lines of a width, `indent` spaces from the left, all but the first `hanging` more.

    `head` stands before the text on the first line; the others begin below the text.
    """
    first = " " * indent + head
    yield from textwrap.wrap(
        text,
        width,
        initial_indent=first,
        subsequent_indent=" " * (len(first) + hanging),
        break_on_hyphens=False,
        break_long_words=False,
    )


def columns() -> int:
    """How wide the terminal is, within reason."""
    return min(max(shutil.get_terminal_size().columns, NARROWEST), WIDEST)


def rows(texts: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield names in a column, and beside each its text, as wide as the terminal."""
    named = list(texts)
    widest = max((len(name) for name, _ in named), default=0)
    for name, text in named:
        lines = wrapped(text, 2, head=f"{name:{widest}}  ", width=columns())
        yield from lines if text else [f"  {name}"]


def where(span: Span | None) -> str:
    """`rules.yaml:12`; empty where no file has it."""
    return f"{span.file}:{span.line}" if span else ""


def place_members(span: Span | None) -> dict[str, object]:
    """The members of a document for a place in a file."""
    return members(span, "file", "line", "column")
