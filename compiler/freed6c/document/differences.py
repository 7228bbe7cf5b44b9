"""Two wordings of one thing as a single text: what went is struck, what came is marked."""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Final, TypeAlias

from freed6c.document.blocks import Inserted, Removed, Text
from freed6c.document.wording import joined, plain

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from freed6c.document.blocks import Inline, Inlines

    Word: TypeAlias = tuple[Inline, ...]

WORD: Final = re.compile(r"\s+|\S+")
LONGEST: Final = 400
"""Words of which each is compared with each; longer texts are told apart as wholes."""

ALIKE: Final = 0.5
"""With less in common, two texts are read more easily one after the other."""


def revised(before: Inlines, after: Inlines) -> Inlines:
    """The text as it is, with what was there before; word by word where that helps."""
    old, new = list(_words(before)), list(_words(after))
    if not old or not new or max(len(old), len(new)) > LONGEST:
        return _whole(old, new)
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    if matcher.ratio() < ALIKE:
        return _whole(old, new)
    found: list[Inlines] = []
    for operation, a, b, c, d in matcher.get_opcodes():
        if operation == "equal":
            found.append(_run(new[c:d]))
        else:
            found += [part for part in (_went(old[a:b]), _came(new[c:d])) if part]
    return _spaced(found)


def was(revised_: Inlines) -> str:
    """The words as they were before."""
    kept = (one for one in revised_ if not isinstance(one, Inserted))
    return _plain(one.inlines if isinstance(one, Removed) else (one,) for one in kept)


def now(revised_: Inlines) -> str:
    """The words as they are."""
    return _plain((one,) for one in revised_)


def _plain(parts: Iterable[Inlines]) -> str:
    return " ".join("".join(map(plain, parts)).split())


def _whole(old: Sequence[Word], new: Sequence[Word]) -> Inlines:
    return _spaced([part for part in (_went(old), _came(new)) if part])


def _went(words: Sequence[Word]) -> Inlines:
    return (Removed(_run(words)),) if words else ()


def _came(words: Sequence[Word]) -> Inlines:
    return (Inserted(_run(words)),) if words else ()


def _run(words: Sequence[Word]) -> Inlines:
    return _spaced(words)


def _spaced(parts: Sequence[Inlines]) -> Inlines:
    """Parts with a space between them."""
    found: list[Inline] = []
    for part in parts:
        found += [Text(" "), *part] if found else part
    return joined(found)


def _words(inlines: Inlines) -> Iterator[Word]:
    """What stands between two spaces; a link or the like is never taken apart."""
    word: list[Inline] = []
    for inline in inlines:
        for piece in _pieces(inline):
            if not isinstance(piece, Text) or not piece.text.isspace():
                word.append(piece)
            elif word:
                yield tuple(word)
                word = []
    if word:
        yield tuple(word)


def _pieces(inline: Inline) -> Iterator[Inline]:
    if isinstance(inline, Text):
        yield from map(Text, WORD.findall(inline.text))
    else:
        yield inline
