"""Benchmarks: numbers with names, in bands that follow on each other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ..record import Entry, Linked, Ref

if TYPE_CHECKING:
    from ..amounts import Range
    from ..duration import Duration


class Band(Entry):
    """A stretch of numbers with a name. `place` counts from 1 in the order of the pack."""

    range: Range[int]
    lasts: Duration | None = None
    parent: Linked[Ref[Benchmark]]
    place: Linked[int]

    @property
    def benchmark(self) -> Benchmark:
        """The benchmark that this band is part of."""
        return self.parent.entry

    @property
    def number(self) -> int | None:
        """The number that counts where one is needed.

        None where the game master chooses one of the band, or it is open at that end.
        """
        ends = {"top": self.range.high, "bottom": self.range.low}
        return ends.get(self.benchmark.stands_for)


class Benchmark(Entry):
    """A ladder of bands. `stands_for` says which number of a band counts where one is needed."""

    bands: tuple[Band, ...]
    stands_for: Literal["top", "bottom", "choice"] = "top"

    def band(self, number: int) -> Band | None:
        """The band that holds a number: None below the first, the last for anything above it."""
        found = None
        for band in self.bands:
            if band.range.low is not None and number < band.range.low:
                break
            found = band
        return found

    def place(self, number: int) -> int:
        """The place of that band, from 1; 0 below the first."""
        band = self.band(number)
        return band.place if band else 0
