"""What commands print: wrapped lines and places for people, one JSON document for tools."""

from __future__ import annotations

import json
import textwrap
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.packs.location import Span

WIDTH: Final = 80
SCHEMA_VERSION: Final = 1
"""Of each document that a command prints: its schema is in schemas/."""


def json_text(**members: object) -> str:
    """A JSON document with the version of its schema, as text that ends in a line break."""
    document = {"schema_version": SCHEMA_VERSION, **members}
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


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


def where(span: Span | None) -> str:
    """`rules.yaml:12`; empty where no file has it."""
    return f"{span.file}:{span.line}" if span else ""


def place_members(span: Span | None) -> dict[str, object]:
    """The members of a document for a place in a file."""
    return {
        "file": span.file if span else None,
        "line": span.line if span else None,
        "column": span.column if span else None,
    }
