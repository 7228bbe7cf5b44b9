"""What somebody has for a while: conditions, and effects that are at work."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..record import Record, Ref

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..amounts import Modifier
    from ..effects import Effect
    from ..entries.tracks import Condition
    from ..given import Value
    from .lasting import Lasting


class Held(Record):
    """A condition that somebody has. `cost` is the rank that it takes to be rid of it."""

    condition: Ref[Condition]
    lasting: Lasting | None = None
    cost: int = 0


class Active(Record):
    """An effect at work for a while, or one that waits for its moment.

    `origin` is the id of the entry that it comes from and `place` its number among the effects of
    that entry. `names` are those of its formulas, and what was chosen for it; `by` is its amount,
    settled when it began. `times` is for how many checks it is still good. `began_with` is the id
    of the condition that brought it, and with which it goes. `waits` says how many moments of its
    kind pass before its own; None if it is at work.
    """

    origin: str
    place: int
    effect: Effect
    names: Mapping[str, Value] = {}
    by: Modifier | None = None
    lasting: Lasting | None = None
    times: int | None = None
    began_with: str = ""
    waits: int | None = None
