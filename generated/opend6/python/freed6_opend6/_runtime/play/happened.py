"""What happened, one thing after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..record import Record

if TYPE_CHECKING:
    from ..effects import Effect
    from .attempt import Result
    from .being import Being
    from .needed import Needed


class Happening(Record):
    """One thing that happened: to whom, in words, and the effect that made it happen."""

    text: str
    who: Being | None = None
    effect: Effect | None = None

    def __str__(self) -> str:
        return self.text


class Checked(Record):
    """A check that was made, or skipped: what it had to reach, and what came of it."""

    what: str
    needed: Needed | None = None
    result: Result | None = None

    @property
    def skipped(self) -> bool:
        """Whether it succeeded without a roll."""
        return self.result is None


class Outcome(Record):
    """What came of an action: its checks in order, and everything that happened."""

    checks: tuple[Checked, ...] = ()
    happenings: tuple[Happening, ...] = ()

    @property
    def result(self) -> Result | None:
        """What came of its own check, if it had one that was rolled."""
        return self.checks[0].result if self.checks else None

    @property
    def success(self) -> bool:
        """Whether nothing failed."""
        return self.result is None or self.result.success

    def __str__(self) -> str:
        return "\n".join(map(str, self.happenings))
