"""Ranks are spent on what a menu has to offer."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from ..entries.menus import Menu
from .book import find
from .refused import Refused

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..effects import Buy
    from ..entries.menus import Pick
    from .cast import Buying
    from .deed import Deed


def bought(deed: Deed, effect: Buy) -> Iterator[tuple[Deed, Pick]]:
    """What the ranks of the check are spent on, each with choices of its own.

    It goes to whom the menu is for, or to the one of them that was chosen. What the ranks do not
    reach for is left out, and said: the dice have fallen. Raises Refused for what is not for sale.
    """
    menu = find(deed.actor.rules, effect.buy, Menu)
    rank = deed.names.get("rank")
    left = rank if isinstance(rank, int) else 0
    buys = _buys(deed)
    _refuse_unsold(menu, [one.pick for one in buys])
    for one in buys:
        if one.whom is not None and effect.to and one.whom not in effect.to:
            raise Refused(f"this is for {' or '.join(effect.to)}, not for {one.whom}")
        name, cost = one.pick.name or one.pick.key, one.pick.cost
        if cost > left:
            deed.tell(f"{name} costs {in_ranks(cost)}, and there {_are(left)} left")
            continue
        left -= cost
        deed.tell(f"{name}, for {in_ranks(cost)}", deed.actor)
        part = deed.choosing(one, one.pick)
        part.names["cost"] = cost
        usual = deed.cast.usual(effect.to) if effect.to else deed.holder
        part.holder = one.whom or usual
        yield part, one.pick
        deed.rolled = part.rolled


def _buys(deed: Deed) -> Sequence[Buying]:
    buys = deed.choices.buys
    if not callable(buys):
        return buys
    return () if deed.result is None else buys(deed.result)


def _refuse_unsold(menu: Menu, picks: Sequence[Pick]) -> None:
    """Raise Refused for what is not on a menu, or not so often."""
    for pick, often in Counter(picks).items():
        name = pick.name or pick.key
        if pick.parent.id != menu.id:
            raise Refused(f"{name} is not on {menu.name}")
        if pick.at_most is not None and often > pick.at_most:
            times = "once" if pick.at_most == 1 else f"{pick.at_most} times"
            raise Refused(f"{name} can be had {times}")


def refuse_too_dear(buys: Sequence[Buying], rank: int) -> None:
    """Raise Refused where ranks that are known do not reach."""
    cost = sum(one.pick.cost for one in buys)
    if cost > rank:
        raise Refused(f"that costs {in_ranks(cost)}, and there {_are(rank)}")


def in_ranks(number: int) -> str:
    """So many ranks."""
    return "1 rank" if number == 1 else f"{number} ranks"


def _are(number: int) -> str:
    return f"is {number}" if number == 1 else f"are {number}"
