"""What things are called in a generated package."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.packs.ids import python_name
from freed6c.packs.kinds import BY_NAME, Kind

if TYPE_CHECKING:
    from freed6c.runtime.record import Entry


def constant(entry: Entry) -> str:
    """`MARTIAL_WEAPONS`. Keys begin with a letter, so this is a name."""
    return entry.key.replace("-", "_").upper()


def class_name(entry: Entry) -> str:
    """`MartialWeapons`, for the class of an entry that has constants of its own."""
    return "".join(part.capitalize() for part in entry.key.split("-"))


def module(kind: Kind) -> str:
    """The module that holds the entries of a kind, nested ones with what they are nested in."""
    if kind.parent is None or not kind.qualified:
        return python_name(kind.key)
    return module(BY_NAME[kind.parent])


def kind_of(entry: Entry) -> Kind:
    """The kind of an entry, by its id."""
    return BY_NAME[entry.id.partition(".")[0]]
