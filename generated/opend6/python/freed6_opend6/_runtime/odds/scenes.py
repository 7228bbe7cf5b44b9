"""A case read: when sets are compared and dice dropped, how many, and how faces change."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from .refuse import NoExactMethod
from .timeline import Again, Cancel, Drop

if TYPE_CHECKING:
    from .timeline import Item


class Scene(NamedTuple):
    """A case read: when sets are compared and dice dropped, how many, and how faces change."""

    items: tuple[Item, ...]
    again: int | None
    drop: int | None
    lowest: int
    highest: int


def scene(items: tuple[Item, ...]) -> Scene:
    """Read a case. Raises NoExactMethod for more than one choice of sets, or more than one drop."""
    again = _only(items, Again)
    drop = _only(items, Drop, Cancel)
    lowest = highest = 0
    if drop is not None:
        match items[drop]:
            case Drop(low, high):
                lowest, highest = low, high
            case _:
                highest = 1
    return Scene(items, again, drop, lowest, highest)


def _only(items: tuple[Item, ...], *classes: type[Item]) -> int | None:
    found = [place for place, item in enumerate(items) if isinstance(item, classes)]
    if len(found) > 1:
        raise NoExactMethod("two steps follow each other that both look at all dice")
    return found[0] if found else None
