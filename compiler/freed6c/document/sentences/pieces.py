"""The names in formulas, in words: what the place knows, else entries of the ruleset."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.document.blocks import Emphasis, Text

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from freed6c.document.blocks import Inlines
    from freed6c.document.scribe import Scribe

RATED: Final = ("ability", "skill", "specialization")
ORDERED: Final = ("track", "benchmark", "scale", "scope", "table", "menu", "dice")
PLACED: Final = ("condition", "band", "level", "member", "row")
KINDS: Final[Mapping[str, Collection[str]]] = {
    **dict.fromkeys(
        ("ability-of", "fixed", "has", "rating", "roll", "without-ability"), RATED
    ),
    "band": ("benchmark",),
    "bottom": ("band",),
    "top": ("band",),
    "count": ORDERED,
    "nth": ORDERED,
    "place": PLACED,
    "place.band": ("benchmark",),
    "lookup": ("table",),
}
"""Which kinds the first argument of a function can be of."""


def name_words(scribe: Scribe, name: str, kinds: Collection[str] = ()) -> Inlines:
    """What a name means: known by place, an entry, or just words."""
    if name in scribe.local:
        return scribe.local[name]
    entry = scribe.index.find(name, kinds)
    if entry is None:
        several = scribe.index.candidates(name, kinds)
        entry = several[0] if several else None
    return variable(name) if entry is None else (scribe.link(entry),)


def unit_of(scribe: Scribe, name: str) -> Inlines:
    """The word for one of what a name counts: `per rank`."""
    known = scribe.local.get(name)
    key = f"per.{name}"
    if key in scribe.patterns and known == scribe.say(f"name.{name}"):
        return scribe.say(key)
    return name_words(scribe, name)


def variable(name: str) -> Inlines:
    """A name without an entry of its own, as words in another voice."""
    return (Emphasis((Text(name.replace("-", " ").replace(".", " ")),)),)
