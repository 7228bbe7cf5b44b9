"""Redirects: anchors of former ids and of aliases that lead to an entry."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final
from unicodedata import normalize

from freed6c.document.placement import anchor_of, kind_of
from freed6c.document.prose_rendering import slug

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.document.blocks import PageAnchor
    from freed6c.model.ruleset import Ruleset


LONGEST: Final = 100
"""Files have names of some 250 bytes at most, and come in folders."""


def redirects_of(
    ruleset: Ruleset, places: Mapping[str, PageAnchor]
) -> Mapping[str, tuple[str, ...]]:
    """Redirecting anchors by id of the entry; none that is taken or ambiguous."""
    former = ((anchor_of(old), now.id) for old, now in ruleset.instead.items())
    taken = {place.anchor for place in places.values()}
    candidates = [
        (anchor, id_)
        for anchor, id_ in dict.fromkeys((*former, *_from_aliases(ruleset)))
        if id_ in places and anchor not in taken and len(anchor) <= LONGEST
    ]
    meant = Counter(anchor for anchor, _ in candidates)
    names: dict[str, tuple[str, ...]] = {}
    for anchor, id_ in candidates:
        if meant[anchor] == 1:
            names[id_] = (*names.get(id_, ()), anchor)
    return names


def _from_aliases(ruleset: Ruleset) -> Iterator[tuple[str, str]]:
    """Anchors made of aliases, in ASCII, since they become names of files."""
    for entry in ruleset.entries.values():
        above = anchor_of(entry.id.removesuffix(entry.key))
        for alias in entry.aliases:
            if key := slug(_ascii(alias)):
                yield f"{above}{key}", entry.id


def _ascii(text: str) -> str:
    """Strip accents; empty where other characters would be lost."""
    plain = "".join(c for c in normalize("NFKD", text) if not "\u0300" <= c <= "\u036f")
    return plain if plain.isascii() else ""


def former_names(ruleset: Ruleset) -> Mapping[str, tuple[str, ...]]:
    """The last parts of the former ids of each entry, in words."""
    names: dict[str, tuple[str, ...]] = {}
    for old, known in ruleset.instead.items():
        words = old.removeprefix(f"{kind_of(old)}.").replace(".", " ").replace("-", " ")
        names[known.id] = (*names.get(known.id, ()), words)
    return names
