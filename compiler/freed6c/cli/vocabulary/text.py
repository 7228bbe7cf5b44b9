"""Meanings of a word, to read on a screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.cli.accounts.lines import wrapped

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from freed6c.cli.vocabulary.meanings import Meaning


def meanings_text(word: str, found: Sequence[Meaning]) -> str:
    """Each meaning with its settings, a blank line between them."""
    return "\n".join("\n".join(_lines(word, one)) + "\n" for one in found)


def _lines(word: str, meaning: Meaning) -> Iterator[str]:
    yield from wrapped(f"{word}: {meaning.sort}", 0)
    yield from wrapped(meaning.says, 2)
    if meaning.settings:
        yield ""
    for one in meaning.settings:
        yield f"  {one.key}{' (needed)' if one.needed else ''}"
        yield from wrapped(f"{one.means} {one.allowed}".strip(), 6)
