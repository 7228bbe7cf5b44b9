"""Who acts when: the order of play of a scene."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias, TypeVar

from ..entries.abilities import Value as ValueEntry
from ..record import Entry
from ..unworkable import Unworkable
from .acting import Acting
from .attempt import attempt
from .book import find, meant
from .refused import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ..dice.table import Randomness
    from ..entries.actions import Action, Order, Scene
    from ..given import Value
    from .being import Being

B = TypeVar("B", bound="Being")
Party: TypeAlias = "tuple[B, ...]"
"""Those who come as one: everyone for themselves, or a side."""


def order(
    scene: Scene,
    people: Sequence[B],
    *,
    rng: Randomness | None = None,
    phase: Literal["act", "declare"] = "act",
    side: Callable[[B], object] | None = None,
    doing: Callable[[B], Action | str] | None = None,
) -> tuple[tuple[B, ...], ...]:
    """Who comes when in a scene; those who come at once stand together.

    Where the first to act leads, `people` come as they acted first. Where sides come as one, `side`
    says whose somebody is: else players are one side and the rest another. Where there are tiers,
    `doing` says what somebody does: an action, or the key of a tier.

    Raises Refused where the scene has no order, dice are needed and there is no `rng`, or nobody
    says what is done.
    """
    asked = scene.order
    if asked is None:
        raise Refused(f"{scene.name} has no order of play")
    how = asked.act if phase == "act" else asked.declare
    if how == "none":
        return (tuple(people),)
    tiers = _tiers(asked, people, doing) if phase == "act" else (people,)
    return tuple(
        group
        for some in tiers
        for group in _turned(_groups(asked, _parties(asked, some, side), rng), how)
    )


def interrupting(
    scene: Scene, standing: Sequence[Sequence[B]], who: B
) -> tuple[B, ...]:
    """Who may act in the turn of somebody, if the scene says so.

    `standing` is the order of the round: those who come later may, or those in a condition.
    """
    if scene.order is None or not (
        scene.order.interrupt or scene.order.interrupt_while
    ):
        return ()
    turn = next(
        (n for n, group in enumerate(standing) if any(one is who for one in group)),
        None,
    )
    if turn is None:
        raise Refused(f"{who} has no place in this order")
    condition = scene.order.interrupt_while
    if condition is None:
        return tuple(one for group in standing[turn + 1 :] for one in group)
    return tuple(
        one
        for group in standing
        for one in group
        if one is not who
        and any(held.condition.id == condition.id for held in one.conditions)
    )


def _turned(groups: tuple[tuple[B, ...], ...], how: str) -> tuple[tuple[B, ...], ...]:
    return groups if how == "highest-first" else groups[::-1]


def _tiers(
    asked: Order, people: Sequence[B], doing: Callable[[B], Action | str] | None
) -> Iterable[Sequence[B]]:
    """Everyone by the tier of what they do; what stands in none comes last."""
    if not asked.tiers:
        return (people,)
    if doing is None:
        raise Refused("the order depends on what everyone does: say it")
    found = [_tier(asked, doing(one)) for one in people]
    return [
        [one for one, tier in zip(people, found, strict=True) if tier == key]
        for key in (*asked.tiers, None)
    ]


def _tier(asked: Order, deed: Action | str) -> str | None:
    if isinstance(deed, str):
        if deed not in asked.tiers:
            raise Refused(f"there is no tier {deed}: {', '.join(asked.tiers)}")
        return deed
    for key, tier in asked.tiers.items():
        if any(one.id == deed.id for one in tier.actions):
            return key
    return None


def _parties(
    asked: Order, people: Sequence[B], side: Callable[[B], object] | None
) -> tuple[Party[B], ...]:
    if asked.sides == "none":
        return tuple((one,) for one in people)
    sides = [one.player if side is None else side(one) for one in people]
    return tuple(
        tuple(one for one, its in zip(people, sides, strict=True) if its == each)
        for each in dict.fromkeys(sides)
    )


def _groups(
    asked: Order, parties: tuple[Party[B], ...], rng: Randomness | None
) -> tuple[tuple[B, ...], ...]:
    """Parties, the highest first; those that are equal in everything come at once."""
    if asked.by == "first-to-act":
        return parties
    groups = _split(asked, parties, asked.by, rng)
    for tie in asked.ties:
        groups = tuple(
            part
            for group in groups
            for part in (_split(asked, group, tie, rng) if len(group) > 1 else (group,))
        )
    return tuple(tuple(one for party in group for one in party) for group in groups)


def _split(
    asked: Order, group: tuple[Party[B], ...], by: object, rng: Randomness | None
) -> tuple[tuple[Party[B], ...], ...]:
    """Parties by how high they stand, the highest first."""
    if by == "together":
        return (group,)
    stands = min if asked.sides == "lowest" else max
    heights = [stands(_height(one, by, rng) for one in party) for party in group]
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
