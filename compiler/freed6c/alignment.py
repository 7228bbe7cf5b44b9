"""What two sequences have in common, in order: found in a moment, however long they are."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from difflib import Match, SequenceMatcher
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

H = TypeVar("H", bound="Hashable")

MOST_STEPS: Final = 1_000_000
"""So many at most may `difflib` take, which looks at each pair of equals again and again."""
MOST_LEVELS: Final = 20
"""So often what lies between two anchors is parted by anchors of its own."""


class Alignment(SequenceMatcher[H]):
    """A `SequenceMatcher` that parts long sequences at anchors before it compares.

    Anchors are what stands in each of them exactly once. Of `a x b x c` and `a x x b d` those are
    `a` and `b`: what is before, between and behind them is aligned by itself. What is long and has
    no anchors counts as different, but for its ends.
    """

    def __init__(self, before: Sequence[H], after: Sequence[H]) -> None:
        super().__init__(None, (), (), autojunk=False)
        self.a, self.b = before, after
        self._found: list[Match] | None = None

    def get_matching_blocks(self) -> list[Match]:
        """What is equal, as the class above has it: runs, and an empty one at the ends."""
        if self._found is not None:
            return self._found
        ends = len(self.a), len(self.b)
        runs: list[Match] = []
        for old, new, size in _runs(self.a, self.b, (0, 0), ends, MOST_LEVELS):
            last = runs[-1] if runs else Match(0, 0, 0)
            if (last.a + last.size, last.b + last.size) == (old, new) and runs:
                runs[-1] = Match(last.a, last.b, last.size + size)
            elif size:
                runs.append(Match(old, new, size))
        self._found = [*runs, Match(*ends, 0)]
        return self._found


def _runs(
    before: Sequence[H],
    after: Sequence[H],
    start: tuple[int, int],
    end: tuple[int, int],
    levels: int,
) -> Iterator[tuple[int, int, int]]:
    """Where equal runs begin in both, and how long they are, in order."""
    (old, new), (old_end, new_end) = start, end
    part = before[old:old_end], after[new:new_end]
    if _steps(*part) <= MOST_STEPS:
        for run in SequenceMatcher(None, *part, autojunk=False).get_matching_blocks():
            yield old + run.a, new + run.b, run.size
        return
    while old < old_end and new < new_end and before[old] == after[new]:
        old, new = old + 1, new + 1
    yield *start, old - start[0]
    while old < old_end and new < new_end and before[old_end - 1] == after[new_end - 1]:
        old_end, new_end = old_end - 1, new_end - 1
    anchors = _anchors(before, after, (old, new), (old_end, new_end)) if levels else ()
    if anchors:
        for at, other in (*anchors, (old_end, new_end)):
            yield from _runs(before, after, (old, new), (at, other), levels - 1)
            if at < old_end:
                yield at, other, 1
            old, new = at + 1, other + 1
    yield old_end, new_end, end[0] - old_end


def _steps(before: Sequence[H], after: Sequence[H]) -> int:
    """What `difflib` takes at worst: all pairs of equals, for each run that it finds."""
    counts = Counter(before), Counter(after)
    pairs = sum(count * counts[1][one] for one, count in counts[0].items())
    return pairs * min(len(before), len(after))


def _anchors(
    before: Sequence[H],
    after: Sequence[H],
    start: tuple[int, int],
    end: tuple[int, int],
) -> Sequence[tuple[int, int]]:
    """Where those stand that are in each exactly once: as many as have one order in both."""
    old, new = range(start[0], end[0]), range(start[1], end[1])
    counts = Counter(map(before.__getitem__, old)), Counter(map(after.__getitem__, new))
    places = {after[at]: at for at in new if counts[1][after[at]] == 1}
    pairs = [
        (at, places[before[at]])
        for at in old
        if counts[0][before[at]] == 1 and before[at] in places
    ]
    # The longest row that rises: of each length the one that ends lowest, and who is before whom.
    lowest: list[int] = []
    last: list[int] = []
    above: list[int | None] = []
    for number, (_, other) in enumerate(pairs):
        length = bisect_left(lowest, other)
        above.append(last[length - 1] if length else None)
        if length == len(lowest):
            lowest.append(other)
            last.append(number)
        else:
            lowest[length], last[length] = other, number
    row: list[tuple[int, int]] = []
    here = last[-1] if last else None
    while here is not None:
        row.append(pairs[here])
        here = above[here]
    return row[::-1]
