"""Comparison of sequences by difflib, with a bound on its work.

If difflib would take too long, only the equal beginnings and ends of two sequences match.
"""

from __future__ import annotations

from collections import Counter
from difflib import Match, SequenceMatcher, unified_diff
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

H = TypeVar("H", bound="Hashable")

MOST_STEPS: Final = 20_000_000
"""Maximum number of comparisons by difflib; a few millions take a second."""


class _EndsMatcher(SequenceMatcher[H]):
    """Matches `start` items at the start and `end` items at the end, and nothing between them."""

    def __init__(
        self, before: Sequence[H], after: Sequence[H], start: int, end: int
    ) -> None:
        super().__init__(None, before, after)
        old_length, new_length = len(before), len(after)
        self._blocks = [
            Match(0, 0, start),
            Match(old_length - end, new_length - end, end),
            Match(old_length, new_length, 0),  # difflib's mark for the end
        ]

    def get_matching_blocks(self) -> list[Match]:
        return self._blocks


def matcher(before: Sequence[H], after: Sequence[H]) -> SequenceMatcher[H]:
    """Return a matcher of two sequences. If they are too long, only their equal ends match."""
    start, end = _equal_ends(before, after)
    if _takes_long(before, after, start, end):
        return _EndsMatcher(before, after, start, end)
    return SequenceMatcher(None, before, after, autojunk=False)


def line_diff(
    before: Sequence[str], after: Sequence[str], names: tuple[str, str], *, end: str
) -> Iterator[str]:
    """Yield the lines of a unified diff, or nothing if both are equal.

    `names` are the two file names; `end` is added to the header lines. If the comparison would take
    too long, all old lines are removed and all new lines added.
    """
    if not _takes_long(before, after, *_equal_ends(before, after)):
        yield from unified_diff(before, after, *names, lineterm=end)
        return
    yield f"--- {names[0]}{end}"
    yield f"+++ {names[1]}{end}"
    yield f"@@ -1,{len(before)} +1,{len(after)} @@{end}"
    yield from (f"-{line}" for line in before)
    yield from (f"+{line}" for line in after)


def _takes_long(before: Sequence[H], after: Sequence[H], start: int, end: int) -> bool:
    """Return whether difflib could take too long between the equal ends.

    For each matching run that it finds, difflib examines all pairs of equal items; there can be as
    many runs as there are items in the shorter sequence.
    """
    old, new = before[start : len(before) - end], after[start : len(after) - end]
    counts = Counter(new)
    pairs = sum(counts[item] for item in old)
    return pairs * min(len(old), len(new)) > MOST_STEPS


def _equal_ends(before: Sequence[H], after: Sequence[H]) -> tuple[int, int]:
    """Return the lengths of the equal beginning of two sequences, and of the equal end after it."""
    start, end, shorter = 0, 0, min(len(before), len(after))
    while start < shorter and before[start] == after[start]:
        start += 1
    while end < shorter - start and before[-end - 1] == after[-end - 1]:
        end += 1
    return start, end
