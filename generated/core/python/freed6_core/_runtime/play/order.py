"""Who acts when: the order of play of a scene."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeVar

from ..entries.abilities import Value as ValueEntry
from ..record import Entry
from ..unworkable import Unworkable
from .acting import Acting
from .attempt import attempt
from .book import find, meant
from .refused import Refused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..dice.table import Randomness
    from ..entries.actions import Order, Scene
    from ..given import Value
    from .being import Being

B = TypeVar("B", bound="Being")


def order(
    scene: Scene,
    people: Sequence[B],
    *,
    rng: Randomness | None = None,
    phase: Literal["act", "declare"] = "act",
) -> tuple[tuple[B, ...], ...]:
    """Who comes when in a scene; those who come at once stand together.

    Where the first to act leads, `people` come as they acted first. Raises Refused where the scene
    has no order, or something is rolled and there is no `rng`.
    """
    asked = scene.order
    if asked is None:
        raise Refused(f"{scene.name} has no order of play")
    how = asked.act if phase == "act" else asked.declare
    if how == "none":
        return (tuple(people),)
    groups = _groups(asked, people, rng)
    return groups if how == "highest-first" else groups[::-1]


def _groups(
    asked: Order, people: Sequence[B], rng: Randomness | None
) -> tuple[tuple[B, ...], ...]:
    if asked.by == "first-to-act":
        return tuple((one,) for one in people)
    groups = _split(tuple(people), asked.by, rng)
    for tie in asked.ties:
        groups = tuple(
            part
            for group in groups
            for part in (_split(group, tie, rng) if len(group) > 1 else (group,))
        )
    return groups


def _split(
    group: tuple[B, ...], by: object, rng: Randomness | None
) -> tuple[tuple[B, ...], ...]:
    """A group by how high they stand, the highest first."""
    if by == "together":
        return (group,)
    heights = [_height(one, by, rng) for one in group]
    return tuple(
        tuple(one for one, height in zip(group, heights, strict=True) if height == h)
        for h in sorted(set(heights), reverse=True)
    )


def _height(who: Being, by: object, rng: Randomness | None) -> float:
    if by == "players-first":
        return int(who.player)
    if by == "roll-again":
        if rng is None:
            raise Refused("ties are rolled here: bring dice")
        return rng.randrange(1_000_000)
    entry = find(who.rules, meant(by) or "", Entry)
    if not isinstance(entry, ValueEntry):
        return who.rating(entry).worth if _rates(who, entry) else -1
    found = _value(who, entry, rng)
    if not isinstance(found, int):
        raise Refused(f"{who} has no {entry.name}")
    return found


def _value(who: Being, entry: ValueEntry, rng: Randomness | None) -> Value:
    """A value of somebody, which may be one that is rolled."""
    if rng is not None:
        return Acting(who, rng).value(entry.id)
    try:
        return who.value(entry)
    except Unworkable as error:
        raise Refused(f"{entry.name}: {error.message}") from error


def _rates(who: Being, entry: Entry) -> bool:
    try:
        attempt(who, entry)
    except Refused:
        return False
    return True
