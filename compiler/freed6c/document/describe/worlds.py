"""Scales, scopes, hooks and pillars."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.blocks import Blocks, Definition, Definitions, Inlines
from freed6c.document.describe.parts import facts, merged, named, with_effects, words_of
from freed6c.document.describe.remarks import listed, remarks

if TYPE_CHECKING:
    from freed6c.document.scribe import Scribe
    from freed6c.runtime.entries.world import Hook, Pillar, Scale, Scope


def scale(scribe: Scribe, entry: Scale, _level: int) -> Blocks:
    """Its levels, lowest first."""
    items = tuple(
        Definition(
            named(scribe, level), (*words_of(scribe, level), *remarks(scribe, level))
        )
        for level in entry.levels
    )
    return (Definitions(items, numbered=True),) if items else ()


def scope(scribe: Scribe, entry: Scope, _level: int) -> Blocks:
    """Its members."""
    return listed(scribe, entry.members)


def hook(scribe: Scribe, entry: Hook, _level: int) -> Blocks:
    """What sort it is, what activates it, what it does."""
    about = facts(
        scribe,
        ("type", (scribe.link(entry.type.entry),) if entry.type else ()),
        ("activated-by", _activated_by(scribe, entry)),
    )
    return merged(about, with_effects(scribe, "effects", entry.effects))


def _activated_by(scribe: Scribe, entry: Hook) -> Inlines:
    ways = [
        scribe.say("check") if isinstance(way, str) else (scribe.link(way.entry),)
        for way in entry.activated_by
    ]
    return scribe.listed(ways, "or")


def pillar(scribe: Scribe, entry: Pillar, _level: int) -> Blocks:
    """The scenes that it is played in."""
    return facts(scribe, ("scenes", scribe.links(entry.scenes)))
