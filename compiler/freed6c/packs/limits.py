"""Limits of what a pack can be, and the budget of work that compiling packs can take.

Packs come from strangers. The limits keep files small enough to be read at once. The budget pays
for what a few words can make much of: formulas, rows that formulas make, examples that are played,
texts and tables that pages show again. Work is counted in steps and never timed, so that a pack
is accepted or rejected alike on every machine.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from freed6c.packs.location import Location

MAX_FILES: Final = 500
MAX_FILE_BYTES: Final = 1_000_000
MAX_PACK_BYTES: Final = 5_000_000
MAX_LINE: Final = 20_000
"""Characters of a line."""
MAX_ENTRIES: Final = 8_000
"""Entries of a ruleset, with all that is nested in them: twice what is promised."""
MAX_DEPTH: Final = 64
"""Levels of a file, and of a formula."""
MAX_PROBLEMS: Final = 100
"""Problems of a file that are explained; messages show fewer."""

STEPS: Final = 2_500_000
"""The steps of a budget: a step takes about a microsecond."""
ODDS_STEPS: Final = 1_600
"""The steps of the engine of odds that cost one step of a budget."""
OF_A_THING: Final = 50
"""The steps of one thing that is made, tried or asked for."""


class TooMuchWork(BaseException):
    """The budget is spent. `place` is where, if that is known.

    It is no Exception, so that no handler of internal errors takes it for one.
    """

    def __init__(self, place: Location | None = None) -> None:
        super().__init__("this takes too much work")
        self.place = place


@dataclass(slots=True)
class Budget:
    """The steps that a piece of work has left."""

    most: int = STEPS
    left: int = field(init=False)

    def __post_init__(self) -> None:
        self.left = self.most

    def spend(self, steps: int, place: Location | None = None) -> None:
        """Take steps from the budget. Raises TooMuchWork if it has too few."""
        self.left -= steps
        if self.left < 0:
            raise TooMuchWork(place)
