"""How long a condition lasts is changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..amounts import Modifier
from ..duration import Duration
from ..entries.actions import Action
from ..entries.tracks import Condition, Track
from .ailing import chosen, drop, helps
from .book import every, shorter
from .lasting import Lasting
from .refused import Refused
from .timing import is_under_way, lasting

if TYPE_CHECKING:
    from ..effects import Retime
    from .being import Being
    from .deed import Deed
    from .held import Held


def retime(deed: Deed, effect: Retime, who: Being) -> None:
    """Change how long a condition lasts, and with it what it takes to be rid of it."""
    for held in chosen(deed, who, effect.retime):
        _refuse_helpless(deed, held)
        if effect.from_ is not None and not _lasts(held, effect.from_.text):
            deed.tell(f"{held.condition.entry.name} does not last that long", who)
            continue
        changed = _retimed(deed, effect, who, held)
        if changed is held:
            deed.tell(f"{held.condition.entry.name} lasts as long as before", who)
            continue
        if changed is None:
            drop(who, held)
        else:
            place = next(n for n, one in enumerate(who.conditions) if one is held)
            who.conditions[place] = changed
        deed.tell(f"{held.condition.entry.name} lasts otherwise now", who, effect)


def _refuse_helpless(deed: Deed, held: Held) -> None:
    """An action that is a cure for something touches only what it helps against."""
    action = deed.names.get("action")
    if isinstance(action, Action) and not helps(deed, held):
        rules = deed.actor.rules
        named = [track.recovered_by for track in every(rules, "track", Track)]
        named += [one.recovered_by for one in every(rules, "condition", Condition)]
        if any(one.id == action.id for cures in named for one in cures):
            raise Refused(f"this does not help against {held.condition.entry.name}")


def _lasts(held: Held, text: str) -> bool:
    return held.lasting is not None and held.lasting.lasts.text == text


def _retimed(deed: Deed, effect: Retime, who: Being, held: Held) -> Held | None:
    spent = deed.names.get("cost")
    cost = held.cost + (spent if isinstance(spent, int) else 0)
    if effect.lasts is not None:
        if effect.from_ is None and not _is_longer(who, effect, held):
            return held
        if effect.from_ is not None:
            cost = held.cost
        new = lasting(who, effect.lasts, deed.rng)
        return held.but(lasting=new, cost=cost)
    return _moved(deed, effect, who, held, cost)


def _is_longer(who: Being, effect: Retime, held: Held) -> bool:
    """Whether the new duration outlasts the old one, by the order of periods."""
    assert effect.lasts is not None
    old = held.lasting.lasts if held.lasting is not None else None
    return old is not None and _length(who, effect.lasts) > _length(who, old)


def _length(who: Being, lasts: Duration) -> int:
    if lasts.form in ("event", "always"):
        return 1000 + (lasts.form == "always")
    return len(shorter(who.rules, lasts.period)) if lasts.period else 0


def _moved(
    deed: Deed, effect: Retime, who: Being, held: Held, cost: int
) -> Held | None:
    """So many periods more or less; what lasts for a longer period than that stays as it is."""
    by = effect.by.adds if isinstance(effect.by, Modifier) else 0
    if deed.choices.minus:
        by = -abs(by)
    period = effect.period.entry.key if effect.period is not None else ""
    now = held.lasting
    if now is None or not now.left:
        return held
    if by < 0:
        cost = held.cost
    if now.lasts.period == period:
        new = now.longer(by)
        return None if new is None else held.but(lasting=new, cost=cost)
    if now.lasts.period not in shorter(who.rules, period):
        return held
    if by < 0:
        return None
    return _counted(who, held, by, period, cost)


def _counted(who: Being, held: Held, by: int, period: str, cost: int) -> Held:
    """What lasted for a shorter period lasts for so many of this one."""
    text = f"{by} {period}"
    lasts = Duration(text=text, form="count", period=period, count=str(by))
    left = by + is_under_way(who, period)
    return held.but(lasting=Lasting(lasts=lasts, left=left), cost=cost)
