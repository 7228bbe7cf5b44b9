"""How long something still lasts: a duration that is counted down as periods end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..record import Record

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..duration import Duration


class Lasting(Record):
    """A duration under way.

    It is over when its period has ended `left` times more, or when a longer period ends; 0 where no
    period ends it. It begins when its period has ended `waits` times; one's own period that comes
    next, when that begins.
    """

    lasts: Duration
    left: int = 0
    waits: int = 0

    def one_less(self) -> Lasting | None:
        """What is left when its period ends once; None for nothing."""
        if self.left == 1:
            return None
        return self.but(left=self.left - 1, waits=max(0, self.waits - 1))

    def started(self) -> Lasting:
        """What it is when its period begins."""
        return self.but(waits=0) if self.waits == self.left else self

    def longer(self, by: int) -> Lasting | None:
        """So many periods more or less; None where nothing is left."""
        left = self.left + by
        if left < 1:
            return None
        return self.but(left=left, waits=min(self.waits, left - 1))


def begun(
    lasts: Duration, *, under_way: bool, owned: bool, roll: Callable[[str], int]
) -> Lasting:
    """A duration that begins now.

    `under_way`: its period has begun; `owned`: it belongs to somebody, so it does not begin at once
    when the one before has ended. What is counted is whole, so the period under way is not one
    of them. `roll` gives the number where it is a die code.
    """
    now = int(under_way)
    match lasts.form:
        case "this":
            return Lasting(lasts=lasts, left=1)
        case "next":
            return Lasting(lasts=lasts, left=1 + now, waits=now + owned)
        case "count":
            return Lasting(lasts=lasts, left=max(1, roll(lasts.count)) + now)
        case "end":
            return Lasting(lasts=lasts, left=1 + (now if lasts.following else 0))
        case _:
            return Lasting(lasts=lasts)
