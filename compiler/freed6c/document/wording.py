"""Work with patterns and inlines: fill and join them, change capitals, make titles.

A pattern is a text with named fields in braces: `{first} and {last}`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from freed6c.document import blocks
from freed6c.packs.lazy import regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from freed6c.document.blocks import Inline, Inlines
    from freed6c.runtime.record import Entry

FIELD = regex(r"\{([a-z0-9_]*)\}")

Argument: TypeAlias = "str | int | Inlines"
"""A value for a field of a pattern."""


def as_inlines(argument: Argument) -> Inlines:
    """Return an argument as inlines. Negative numbers get a minus sign instead of a hyphen."""
    if isinstance(argument, tuple):
        return argument
    if isinstance(argument, int):
        return (blocks.Text(str(argument).replace("-", "\N{MINUS SIGN}", 1)),)
    return (blocks.Text(argument),) if argument else ()


def fill(pattern: str, fields: Mapping[str, Argument]) -> Inlines:
    """Fill a pattern. Raise KeyError if `fields` lacks a field of the pattern."""
    return joined(
        inline
        for turn, part in enumerate(FIELD.split(pattern))  # texts and names, by turns
        for inline in as_inlines(fields[part] if turn % 2 else part)
    )


def chain(pattern: str, parts: Sequence[Inlines]) -> Inlines:
    """Join parts by filling a pattern repeatedly, with the result so far as `{first}`.

    With `{first}, {next}`, the parts a, b and c become `a, b, c`. To avoid copying the result for
    each part, the texts on both sides of `{first}` are filled, then put around the first part.
    """
    if len(parts) < 2:  # noqa: PLR2004
        return parts[0] if parts else ()
    before, after = pattern.split("{first}", 1)
    # The last part is outermost, so on the left side it comes first.
    heads = [fill(before, {"next": part}) for part in reversed(parts[1:])]
    tails = [fill(after, {"next": part}) for part in parts[1:]]
    return joined(inline for words in (*heads, parts[0], *tails) for inline in words)


def joined(inlines: Iterable[Inline]) -> Inlines:
    """Return inlines with adjacent texts merged into one."""
    merged: list[Inline] = []
    for inline in inlines:
        last = merged[-1] if merged else None
        if isinstance(inline, blocks.Text) and isinstance(last, blocks.Text):
            merged[-1] = blocks.Text(last.text + inline.text)
        else:
            merged.append(inline)
    return tuple(merged)


def capitalized(inlines: Inlines) -> Inlines:
    """Return inlines with the first letter capitalized, but not in variables and code."""
    match inlines:
        case (blocks.Text(text), *others):
            return (blocks.Text(text[:1].upper() + text[1:]), *others)
        case (blocks.Link() | blocks.Strong() as first, *others):
            return (first.but(inlines=capitalized(first.inlines)), *others)
        case _:
            return inlines


def lowered(text: str) -> str:
    """Return a label for use in a sentence: first letter small, except in acronyms such as `AP`."""
    return text if text[1:2].isupper() else text[:1].lower() + text[1:]


def unended(inlines: Inlines) -> Inlines:
    """Return inlines without the full stop at the end; an ellipsis stays."""
    match inlines:
        case (*before, blocks.Text(text)) if text.endswith(".") and text[-2:] != "..":
            return (*before, blocks.Text(text[:-1]))
        case _:
            return inlines


plain = blocks.plain
"""The text of inlines without markup."""


def spoken(key: str) -> str:
    """Return a key in words: `per die` for `per-die`."""
    return key.replace("-", " ")


def label_of(key: str) -> str:
    """Return a label made from a key: `Per die` for `per-die`."""
    return spoken(key).capitalize()


def title_of(entry: Entry) -> str:
    """Return the name of an entry, or its key in words if it has none."""
    return getattr(entry, "name", "") or label_of(entry.key)


def slug(text: str) -> str:
    """Return an anchor made from a text: letters and digits of any script, with hyphens."""
    words = "".join(c if c.isalnum() else " " for c in text.casefold()).split()
    return "-".join(words)
