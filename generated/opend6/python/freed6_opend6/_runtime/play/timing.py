"""Durations begin for somebody, in the periods that are under way for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..dice.notation import parse
from ..dice.roller import roll
from ..entries.frame import Period
from .book import find, procedure_of
from .lasting import begun

if TYPE_CHECKING:
    from ..dice.table import Randomness
    from ..duration import Duration
    from .being import Being
    from .lasting import Lasting


def lasting(who: Being, lasts: Duration | None, rng: Randomness) -> Lasting | None:
    """A duration that begins now for somebody."""
    if lasts is None:
        return None
    return begun(
        lasts,
        under_way=is_under_way(who, lasts.period),
        owned=bool(lasts.period) and is_owned(who, lasts.period),
        roll=lambda count: _count(who, count, rng),
    )


def is_under_way(who: Being, period: str) -> bool:
    """Whether a period has begun: those that belong to somebody only when they were begun."""
    if not period:
        return False
    return period in who.under_way or not is_owned(who, period)


def is_owned(who: Being, period: str) -> bool:
    """Whether a period belongs to somebody, as a turn does."""
    return find(who.rules, f"period.{period}", Period).belongs_to is not None


def _count(who: Being, count: str, rng: Randomness) -> int:
    """A number, or a die code that is rolled for it."""
    if count.isdecimal():
        return int(count)
    procedure = procedure_of(who.rules)
    pool = parse(count, procedure, who.rules.die_code.pips_per_die)
    return roll(procedure, pool, rng).total
