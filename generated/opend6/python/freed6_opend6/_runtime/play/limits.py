"""How many points may be spent: in a period, or on one check, and which not together."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..entries.points import Points
from .book import every
from .refused import Refused

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..entries.points import Limit, Spend
    from ..record import Entry
    from ..situation import Rules
    from .being import Being
    from .held import Active


def refuse_over_limit(
    points: Points,
    way: str,
    who: Being,
    among: Iterable[Being],
    counting: Sequence[Active],
) -> None:
    """Neither all of the points nor one way to spend them goes beyond its limit.

    `counting` are the effects of points that count in the check, or in the next one.
    """
    everyone = tuple({id(one): one for one in (who, *among)}.values())
    spend = points.spend[way]
    limited: tuple[tuple[Limit | None, str, str, tuple[Spend, ...]], ...] = (
        (points.at_most, points.name, points.id, tuple(points.spend.values())),
        (spend.at_most, spend.name, key_of(points, way), (spend,)),
    )
    for limit, name, key, ways in limited:
        if limit is None:
            continue
        counted = everyone if limit.among == "everyone" else (who,)
        if isinstance(limit.per, str):
            period, spent = "check", _on_check(points, ways, counting)
        else:
            period = limit.per.entry.name
            spent = sum(one.used.get(key, 0) for one in counted)
        if spent + spend.cost > limit.count:
            whose = "everyone together" if limit.among == "everyone" else str(who)
            most = f"no more than {limit.count} in a {period}"
            raise Refused(f"{name}: {most}, for {whose}")


def _on_check(points: Points, ways: Iterable[Spend], counting: Iterable[Active]) -> int:
    """How many points were spent on a check, told by what counts in it, lasting effects too."""
    effects = [one.effect for one in counting if one.origin == points.id]
    return sum(way.cost * effects.count(way.effects[0]) for way in ways)


def refuse_both(points: Points, effects: Iterable[Active], rules: Rules) -> None:
    """Points that exclude each other, whichever says so, are not spent on the same roll."""
    spent = {one.origin for one in effects}
    for other in every(rules, "points", Points):
        ids = {one.id for one in points.exclusive_with}
        excluded = {one.id for one in other.exclusive_with}
        if other.id in spent and (other.id in ids or points.id in excluded):
            raise Refused(f"{points.name} and {other.name} do not go together")


def key_of(points: Entry, way: str) -> str:
    """Under which key one way to spend points is counted."""
    return f"{points.id}.spend.{way}"


def limits(points: Points) -> Iterator[tuple[str, Limit]]:
    """All limits on points, by the key under which is counted what they limit."""
    if points.at_most is not None:
        yield points.id, points.at_most
    for way, spend in points.spend.items():
        if spend.at_most is not None:
            yield key_of(points, way), spend.at_most
