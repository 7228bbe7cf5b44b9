"""Pools of points that are spent, earned and lost."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ..amounts import Formula
from ..record import Entry, Prose, Record, Ref

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..duration import Duration
    from ..effects import Effect
    from .frame import Period


class Limit(Record):
    """So many (`count`) in each period, by each one for themselves or by everyone together.

    On one `check`, what counts is what was spent on it, before the roll and after it.
    """

    count: int
    per: Ref[Period] | Literal["check"]
    among: Literal["each", "everyone"] = "each"


class Spend(Record):
    """A way to spend points: what it costs, when, how often (`at_most`), and what it does."""

    name: str
    cost: int
    at: Literal["before-roll", "after-roll", "any-time"] = "any-time"
    at_most: Limit | None = None
    text: Prose = ""
    effects: tuple[Effect, ...]


class Gain(Record):
    """A way to earn points: how many, and when they are paid (at once, if not said)."""

    name: str
    amount: int
    paid: Duration | None = None
    text: Prose = ""


class Loss(Record):
    """A way to lose points: how many; nobody loses more than they have."""

    name: str
    amount: int
    text: Prose = ""


class Points(Entry):
    """A pool of points: how many one begins with, when it refills, what they do.

    `needs` must hold to have the pool at all; `at_most` limits spending.
    """

    start: Formula[int]
    refills: Ref[Period] | Literal["never"]
    needs: tuple[Formula[bool], ...] = ()
    at_most: Limit | None = None
    exclusive_with: tuple[Ref[Points], ...] = ()
    spend: Mapping[str, Spend]
    earn: Mapping[str, Gain] = {}
    lose: Mapping[str, Loss] = {}
