"""Points are spent and earned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..amounts import Modifier
from ..effects import Forbid, Modify, Repeat
from ..entries.points import Points
from ..situation import Situation
from .book import every, find
from .cast import Choices, cast
from .deed import Deed
from .effects import happen
from .happened import Happening, Outcome
from .refused import Refused
from .settle import all_settled
from .standing import at_work
from .undoing import Undoing

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..dice.table import Randomness
    from ..entries.points import Spend
    from ..situation import Rules
    from .attempt import Result
    from .being import Being
    from .held import Active


def spend(
    points: Points,
    way: str,
    who: Being,
    *,
    rng: Randomness,
    choices: Choices | None = None,
    among: Iterable[Being] = (),
) -> Outcome:
    """Spend points in one of their ways, before a roll or at any time.

    `among` are all who take part, where a limit counts for everyone together. Raises Refused where
    the rules do not let them; then nothing is spent.
    """
    found = _way(points, way)
    if found.at == "after-roll":
        raise Refused(f"{found.name} comes after a roll")
    _refuse(points, found, who, among)
    deed = Deed(points, cast(who), choices or Choices(), rng)
    with Undoing(who):
        _take(points, found, who)
        happen(deed, points, found.effects)
    return deed.outcome


def spend_on(
    result: Result,
    points: Points,
    way: str,
    who: Being,
    *,
    rng: Randomness,
    among: Iterable[Being] = (),
    keep: str = "higher",
) -> Result:
    """Spend points on a roll that lies there already, and give what it is now.

    `keep` says which of two totals is kept where the rules leave that to the one who spends.
    """
    found = _way(points, way)
    if found.at == "before-roll":
        raise Refused(f"{found.name} has to come before the roll")
    _refuse(points, found, who, among, result)
    with Undoing(who):
        for effect in all_settled(found.effects, Situation(who.rules, {}, who)):
            match effect:
                case Repeat():
                    kept = keep if effect.keep == "chosen" else effect.keep
                    result = result.again(rng, kept)
                case Modify(modify="checks", by=Modifier() as by):
                    result = result.adding(by, rng)
                case _:
                    raise Refused(f"{found.name} does nothing to a roll")
        _take(points, found, who)
    return result


def earn(points: Points, way: str, who: Being) -> Happening:
    """Earn points in one of their ways, now or when they are paid."""
    if way not in points.earn:
        known = ", ".join(points.earn) or "nothing"
        raise Refused(f"{points.name} are earned by: {known}; not by {way}")
    if points.id not in who.points:
        raise Refused(f"{who} cannot have {points.name}")
    if points.earn[way].paid is not None:
        who.gains.append((points.id, way))
        when = points.earn[way].paid
        return Happening(text=f"{who} will have earned it: {when}", who=who)
    return pay(who, points.id, way)


def pay(who: Being, points: str, way: str) -> Happening:
    """Pay what was earned."""
    entry = find(who.rules, points, Points)
    gain = entry.earn[way]
    who.points[points] = who.points.get(points, 0) + gain.amount
    return Happening(text=f"{who}: +{gain.amount} {entry.name}", who=who)


def _way(points: Points, way: str) -> Spend:
    if way not in points.spend:
        known = ", ".join(points.spend)
        raise Refused(f"{points.name} are spent on: {known}; not on {way}")
    return points.spend[way]


def _refuse(
    points: Points,
    way: Spend,
    who: Being,
    among: Iterable[Being],
    result: Result | None = None,
) -> None:
    have = who.points.get(points.id)
    if have is None:
        raise Refused(f"{who} cannot have {points.name}")
    if have < way.cost:
        raise Refused(f"{way.name} costs {way.cost}, and {who} has {have}")
    for effect, working in at_work(who, Forbid):
        if working.chosen(effect.forbid) == points.id:
            raise Refused(f"{working.entry.name}: {who} cannot spend {points.name}")
    _refuse_over_limit(points, way, who, among)
    spent = who.effects if result is None else result.attempt.once
    _refuse_both(points, spent, who.rules)


def _refuse_both(points: Points, effects: Iterable[Active], rules: Rules) -> None:
    """Points that exclude each other, whichever says so, are not spent on the same roll."""
    spent = {one.origin for one in effects}
    for other in every(rules, "points", Points):
        ids = {one.id for one in points.exclusive_with}
        excluded = {one.id for one in other.exclusive_with}
        if other.id in spent and (other.id in ids or points.id in excluded):
            raise Refused(f"{points.name} and {other.name} do not go together")


def _refuse_over_limit(
    points: Points, way: Spend, who: Being, among: Iterable[Being]
) -> None:
    limit = points.at_most
    if limit is None:
        return
    everyone = {id(one): one for one in (who, *among)}.values()
    counted = everyone if limit.among == "everyone" else (who,)
    spent = sum(one.used.get(points.id, 0) for one in counted)
    if spent + way.cost > limit.count:
        per = limit.per.entry.name
        whose = "for everyone together" if limit.among == "everyone" else f"for {who}"
        raise Refused(f"{points.name}: no more than {limit.count} in a {per}, {whose}")


def _take(points: Points, way: Spend, who: Being) -> None:
    who.points[points.id] -= way.cost
    who.used[points.id] = who.used.get(points.id, 0) + way.cost
