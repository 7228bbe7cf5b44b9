"""Points are spent and earned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..amounts import Modifier
from ..effects import Forbid, Modify, Repeat
from ..entries.points import Points
from ..situation import Situation
from .act import Undoing, done
from .book import find
from .cast import Choices, cast
from .deed import Deed
from .effects import happen
from .happened import Happening, Outcome
from .refused import Refused
from .settle import settled
from .standing import at_work

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..dice.table import Randomness
    from ..entries.points import Spend
    from .attempt import Result
    from .being import Being


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
    return done(deed)


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
    _refuse(points, found, who, among)
    here = Situation(who.rules, {}, who)
    for effect in found.effects:
        for one in settled(effect, here):
            match one:
                case Repeat():
                    kept = keep if one.keep == "chosen" else one.keep
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
        raise Refused(f"{points.name} are not earned by {way}")
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


def _refuse(points: Points, way: Spend, who: Being, among: Iterable[Being]) -> None:
    if points.id not in who.points:
        raise Refused(f"{who} cannot have {points.name}")
    if who.points[points.id] < way.cost:
        raise Refused(
            f"{way.name} costs {way.cost}, and {who} has {who.points[points.id]}"
        )
    for effect, working in at_work(who, Forbid):
        if working.chosen(effect.forbid) == points.id:
            raise Refused(f"{working.entry.name}: {who} cannot spend {points.name}")
    _refuse_over_limit(points, way, who, among)
    for other in points.exclusive_with:
        if any(one.origin == other.id for one in who.effects):
            raise Refused(f"{points.name} and {other.entry.name} do not go together")


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
        raise Refused(f"no more than {limit.count} of {points.name} in a {per}")


def _take(points: Points, way: Spend, who: Being) -> None:
    who.points[points.id] -= way.cost
    who.used[points.id] = who.used.get(points.id, 0) + way.cost
