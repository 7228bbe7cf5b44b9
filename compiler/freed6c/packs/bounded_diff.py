"""difflib with a bound: of sequences that it would compare for minutes, only the ends match."""

from __future__ import annotations

from collections import Counter
from difflib import Match, SequenceMatcher, unified_diff
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

H = TypeVar("H", bound="Hashable")

MOST_STEPS: Final = 20_000_000
"""Comparisons that difflib makes at worst, a few millions of which take a second."""


class _EndsMatcher(SequenceMatcher[H]):
    """Matches so many items at the start and at the end, and nothing between."""

    def __init__(
        self, before: Sequence[H], after: Sequence[H], start: int, end: int
    ) -> None:
        super().__init__(None, before, after)
        ends = len(before), len(after)
        self._blocks = [
            Match(0, 0, start),
            Match(ends[0] - end, ends[1] - end, end),
            Match(*ends, 0),
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
    """Yield the lines of a unified diff; nothing if both are equal. The lines have this `end`."""
    if not _takes_long(before, after, *_equal_ends(before, after)):
        yield from unified_diff(before, after, *names, lineterm=end)
        return
    yield f"--- {names[0]}{end}"
    yield f"+++ {names[1]}{end}"
    yield f"@@ -1,{len(before)} +1,{len(after)} @@{end}"
    yield from (f"-{line}" for line in before)
    yield from (f"+{line}" for line in after)


def _takes_long(before: Sequence[H], after: Sequence[H], start: int, end: int) -> bool:
    """Return whether difflib may compare all pairs of equals for each of many runs."""
    old, new = before[start : len(before) - end], after[start : len(after) - end]
    counts = Counter(new)
    pairs = sum(counts[item] for item in old)
    return pairs * min(len(old), len(new)) > MOST_STEPS


def _equal_ends(before: Sequence[H], after: Sequence[H]) -> tuple[int, int]:
    """The lengths of the equal beginnings of two sequences and of their equal ends behind those."""
    start, end, shorter = 0, 0, min(len(before), len(after))
    while start < shorter and before[start] == after[start]:
        start += 1
    while end < shorter - start and before[-end - 1] == after[-end - 1]:
        end += 1
    return start, end
