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

    It goes to whom the menu is for, or to the one of them that was chosen. Raises Refused where the
    ranks do not reach, or something is not on the menu.
    """
    menu = find(deed.actor.rules, effect.buy, Menu)
    rank = deed.names.get("rank")
    buys = _buys(deed)
    _refuse_too_much(menu, [one.pick for one in buys], rank)
    for one in buys:
        if one.whom is not None and effect.to and one.whom not in effect.to:
            raise Refused(f"this is for {' or '.join(effect.to)}, not for {one.whom}")
        part = deed.choosing(one, one.pick)
        part.names["cost"] = one.pick.cost
        usual = deed.cast.usual(effect.to) if effect.to else deed.holder
        part.holder = one.whom or usual
        yield part, one.pick
        deed.rolled = part.rolled


def _buys(deed: Deed) -> Sequence[Buying]:
    buys = deed.choices.buys
    if not callable(buys):
        return buys
    return () if deed.result is None else buys(deed.result)


def _refuse_too_much(menu: Menu, picks: Sequence[Pick], rank: object) -> None:
    for pick, often in Counter(picks).items():
        if pick.parent.id != menu.id:
            raise Refused(f"{pick.name or pick.key} is not on {menu.name}")
        if pick.at_most is not None and often > pick.at_most:
            times = "once" if pick.at_most == 1 else f"{pick.at_most} times"
            raise Refused(f"{pick.name or pick.key} can be had {times}")
    cost = sum(pick.cost for pick in picks)
    have = rank if isinstance(rank, int) else 0
    if cost > have:
        ranks = "1 rank" if cost == 1 else f"{cost} ranks"
        there = "is 1" if have == 1 else f"are {have}"
        raise Refused(f"that costs {ranks}, and there {there}")
