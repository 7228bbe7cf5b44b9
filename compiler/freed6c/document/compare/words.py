"""The two sides of a difference in words, each as the documents of its ruleset say it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final, TypeAlias

from freed6c.document.blocks import Code, Inlines, Text
from freed6c.document.compare.fields import SINGLE, Difference, held_by
from freed6c.document.references import line
from freed6c.document.sentences.effects import cell
from freed6c.document.sentences.values import say_value
from freed6c.document.wording import plain, spoken
from freed6c.model.shape import key_of
from freed6c.model.values import as_written
from freed6c.runtime.effects import Effect
from freed6c.runtime.record import Record

if TYPE_CHECKING:
    from freed6c.document.compare.comparison import Fate
    from freed6c.document.scribe import Scribe

    Sides: TypeAlias = tuple[Inlines, Inlines]
    Told: TypeAlias = tuple[Fate, Inlines, Inlines]


FIXED: Final = re.compile(r"[a-z]+(?:-[a-z]+)+")
"""Several words as the format writes them."""

MOST_ITEMS: Final = 6
"""Of longer lists only what came and went is said."""


def in_words(before: Scribe, after: Scribe, difference: Difference) -> Iterator[Told]:
    """What stood there and what stands there; of long lists, what came and what went."""
    old, new = difference.before, difference.after
    come, gone = _only(new, old), _only(old, new)
    if not (_is_long(old) or _is_long(new)) or not (come or gone):
        yield "changed", *_sides(before, after, difference)
        return
    if come:
        yield "added", (), say(after, "", come)
    if gone:
        yield "removed", say(before, "", gone), ()


def _sides(before: Scribe, after: Scribe, difference: Difference) -> Sides:
    """Both whole; as packs write it, where the words are the same."""
    old, new = difference.before, difference.after
    if difference.prose:
        return _texts(before, after, str(old or ""), str(new or ""))
    place = difference.place
    within = str(place[-2]) if len(place) > 1 else ""
    words = (
        say(before, difference.key, old, within),
        say(after, difference.key, new, within),
    )
    if plain(words[0]) == plain(words[1]):
        return (Code(as_written(old)),), (Code(as_written(new)),)
    return words


def say(scribe: Scribe, key: str, value: object, within: str = "") -> Inlines:
    """A value of a field; of fixed words, those that documents have for them.

    `within` is the key of the field that holds the record with this one, if any.
    """
    match value:
        case None | "" | ():
            return ()
        case str():
            return _fixed(scribe, key, value, within)
        case tuple() if isinstance(value[0], Effect):
            return cell(scribe, value)
        case tuple() | Mapping() | Record() if not isinstance(value, SINGLE):
            return scribe.listed(list(_parts(scribe, key, value)))
        case _:
            return say_value(scribe, value)


def _parts(
    scribe: Scribe, key: str, value: tuple[object, ...] | Mapping[str, object] | Record
) -> Iterator[Inlines]:
    """Items, or everything that is said under its label."""
    match value:
        case tuple():
            yield from (say(scribe, key, one) for one in value)
        case Mapping():
            for name, one in value.items():
                label = getattr(one, "name", "") or name
                yield _labelled(scribe, label, say(scribe, name, one))
        case Record():
            given = {key_of(name) for name in value.__dict__}
            for held in held_by(scribe, value):
                if held.key in given and held.value not in (None, "", ()):
                    said = say(scribe, held.key, held.value, within=key)
                    yield _labelled(scribe, held.label, said)


def _labelled(scribe: Scribe, label: str, said: Inlines) -> Inlines:
    return scribe.say("compare.pair", label=label, said=said)


def _fixed(scribe: Scribe, key: str, value: str, within: str) -> Inlines:
    """By the phrase for it; a word of the format without one, as people write it."""
    for named in (f"{within}.{key}.{value}", f"{key}.{value}", f"{within}.{value}"):
        pattern = scribe.patterns.get(named, "{")
        if "{" not in pattern:
            return (Text(pattern),)
    return (Text(spoken(value) if FIXED.fullmatch(value) else value),)


def _is_long(value: object) -> bool:
    return (
        isinstance(value, tuple)
        and len(value) > MOST_ITEMS
        and not isinstance(value[0], Effect)
    )


def _only(here: object, there: object) -> tuple[object, ...]:
    """What only the first of two lists has."""
    mine = here if isinstance(here, tuple) else ()
    its = there if isinstance(there, tuple) else ()
    return tuple(one for one in mine if one not in its)


def _texts(before: Scribe, after: Scribe, old: str, new: str) -> Sides:
    """The paragraphs that only one of two texts has."""
    mine, its = old.split("\n\n"), new.split("\n\n")
    return (
        _paragraphs(before, [one for one in mine if one not in its]),
        _paragraphs(after, [one for one in its if one not in mine]),
    )


def _paragraphs(scribe: Scribe, texts: list[str]) -> Inlines:
    return scribe.in_turn([line(scribe, one) for one in texts if one.strip()])
