"""Nothing is half done: what is refused on the way has not happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..dice.pool import PoolError
from ..unworkable import Unworkable
from .refused import Refused

if TYPE_CHECKING:
    from .being import Being


class Undoing:
    """Puts everybody back to where they were if something is refused on the way.

    What cannot be worked out, or rolled, is refused as well.
    """

    def __init__(self, *people: Being | None) -> None:
        self.people = [one for one in people if one is not None]

    def __enter__(self) -> None:
        self.before = [one.state() for one in self.people]

    def __exit__(
        self, _type: type[BaseException] | None, error: BaseException | None, *_: object
    ) -> None:
        if error is None:
            return
        for one, state in zip(self.people, self.before, strict=True):
            one.restore(state)
        if isinstance(error, Unworkable):
            raise Refused(*filter(None, (error.message, error.way_out))) from error
        if isinstance(error, PoolError):
            raise Refused(str(error)) from error
