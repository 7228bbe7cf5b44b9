"""Limits of the size of packs, and the budget for the work of compiling them.

Packs come from strangers. The limits keep files small enough to be read quickly. The budget pays
for everything that a few words can multiply: formulas, rows that formulas make, examples that are
played, texts and tables that pages repeat. Work is counted in steps and never timed, so that every
machine accepts or rejects the same packs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.packs.lazy import dataclass, field

if TYPE_CHECKING:
    from freed6c.packs.location import Location

MAX_FILES: Final = 500
MAX_FILE_BYTES: Final = 1_000_000
MAX_PACK_BYTES: Final = 5_000_000
MAX_LINE: Final = 20_000
"""Characters in a line."""
MAX_ENTRIES: Final = 8_000
"""Entries of a ruleset, including nested ones: twice the 4,000 that are promised."""
MAX_DEPTH: Final = 64
"""Levels of nesting in a file, and in a formula."""
MAX_PROBLEMS: Final = 100
"""Problems explained per file; messages show fewer."""

STEPS: Final = 2_500_000
"""Steps of a budget; a step takes about a microsecond."""
ODDS_STEPS: Final = 1_600
"""Steps of the odds engine that cost one step of a budget."""
OF_A_THING: Final = 50
"""Steps for creating, testing or suggesting one thing."""


class TooMuchWork(BaseException):
    """Raised if a budget is exhausted. `place` is the location of the work, if it is known.

    It is a BaseException, so that handlers of internal errors, which catch Exception, don't catch
    it.
    """

    def __init__(self, place: Location | None = None) -> None:
        super().__init__("this takes too much work")
        self.place = place


@dataclass()
class Budget:
    """The steps that a piece of work may take: `most` at first, `left` now."""

    most: int = STEPS
    left: int = field(init=False)

    def __post_init__(self) -> None:
        self.left = self.most

    def spend(self, steps: int, place: Location | None = None) -> None:
        """Subtract steps from the budget. Raise TooMuchWork if there are too few."""
        self.left -= steps
        if self.left < 0:
            raise TooMuchWork(place)
