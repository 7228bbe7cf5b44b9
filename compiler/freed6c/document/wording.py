"""Text templates: fill patterns, join inlines, change capitals, title entries."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, TypeAlias, assert_never

from freed6c.document import blocks

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from freed6c.document.blocks import Inline, Inlines
    from freed6c.runtime.record import Entry

FIELD = re.compile(r"\{([a-z0-9_]*)\}")

Argument: TypeAlias = "str | int | Inlines"
"""What a field of a pattern may be filled with."""


def as_inlines(argument: Argument) -> Inlines:
    """Make inlines of an argument. Negative numbers get a true minus sign."""
    if isinstance(argument, tuple):
        return argument
    if isinstance(argument, int):
        return (blocks.Text(str(argument).replace("-", "\N{MINUS SIGN}", 1)),)
    return (blocks.Text(argument),) if argument else ()


def fill(pattern: str, fields: Mapping[str, Argument]) -> Inlines:
    """Fill a pattern. Raises KeyError where the pattern has a field that is not given."""
    inlines: list[Inline] = []
    for literal, name in _split(pattern):
        if literal is not None:
            inlines.append(literal)
        if name is not None:
            inlines.extend(as_inlines(fields[name]))
    return joined(inlines)


def chain(pattern: str, parts: Sequence[Inlines]) -> Inlines:
    """Fill a pattern with the `first` two parts, then with what came of it and the `next`.

    It is filled from the inside, so that a long list is not copied for each of its parts.
    """
    if len(parts) < 2:  # noqa: PLR2004
        return parts[0] if parts else ()
    before, after = pattern.split("{first}", 1)
    heads = [fill(before, {"next": part}) for part in parts[:0:-1]]
    tails = [fill(after, {"next": part}) for part in parts[1:]]
    return joined(inline for words in (*heads, parts[0], *tails) for inline in words)


@cache
def _split(pattern: str) -> tuple[tuple[blocks.Text | None, str | None], ...]:
    """Pairs of literal text and the field behind it; either may be missing."""
    parts = FIELD.split(pattern)
    literals = [blocks.Text(part) if part else None for part in parts[::2]]
    names = [*parts[1::2], None]
    return tuple(zip(literals, names, strict=True))


def joined(inlines: Iterable[Inline]) -> Inlines:
    """Merge adjacent texts."""
    merged: list[Inline] = []
    for inline in inlines:
        last = merged[-1] if merged else None
        if isinstance(inline, blocks.Text) and isinstance(last, blocks.Text):
            merged[-1] = blocks.Text(last.text + inline.text)
        else:
            merged.append(inline)
    return tuple(merged)


def capitalized(inlines: Inlines) -> Inlines:
    """Capitalize the first word; variables and code stay as they are."""
    if not inlines:
        return ()
    first, *others = inlines
    return (_capitalized(first), *others)


def _capitalized(inline: Inline) -> Inline:
    match inline:
        case blocks.Text(text):
            return blocks.Text(text[:1].upper() + text[1:])
        case blocks.Link() | blocks.Strong():
            return inline.but(inlines=capitalized(inline.inlines))
        case (
            blocks.CodeSpan()
            | blocks.Emphasis()
            | blocks.WebLink()
            | blocks.ValueText()
        ):
            return inline
        case blocks.Rollable() | blocks.InlineAnchor() | blocks.Badge():
            return inline
        case blocks.RollButton() | blocks.ReadyLinks() | blocks.DiceFaces():
            return inline
        case blocks.RemovedText() | blocks.InsertedText():
            return inline
        case _:
            assert_never(inline)


def lowered(text: str) -> str:
    """A label inside a sentence: first letter small, but acronyms such as `AP` stay."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


def unended(inlines: Inlines) -> Inlines:
    """Remove a full stop at the end, but no ellipsis."""
    match inlines:
        case (*before, blocks.Text(text)) if text.endswith(".") and text[-2:] != "..":
            return (*before, blocks.Text(text[:-1]))
        case _:
            return inlines


plain = blocks.plain
"""The text of inlines without markup."""


def spoken(key: str) -> str:
    """A key in words: `per-die` is `per die`."""
    return key.replace("-", " ")


def label_of(key: str) -> str:
    """A label made of a key: `per-die` is `Per die`."""
    return spoken(key).capitalize()


def title_of(entry: Entry) -> str:
    """The name of an entry; its key in words where it has none."""
    return getattr(entry, "name", "") or label_of(entry.key)


def slug(text: str) -> str:
    """An anchor made of words: letters and digits of any script, with hyphens."""
    kept = "".join(c if c.isalnum() else " " for c in text.casefold())
    return "-".join(kept.split())
