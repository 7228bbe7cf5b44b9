"""What two sequences have in common: true of any, the same as `difflib` says of short ones."""

from __future__ import annotations

from collections import Counter
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freed6c.alignment import MOST_STEPS, Alignment

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

LONG: Final = 2 * round(MOST_STEPS ** (1 / 3))
"""Of so many equals, `difflib` would take too long."""


@given(st.lists(st.integers(0, 5)), st.lists(st.integers(0, 5)))
def test_short_sequences_are_aligned_as_difflib_does(
    before: list[int], after: list[int]
) -> None:
    theirs = SequenceMatcher(None, before, after, autojunk=False)
    assert Alignment(before, after).get_opcodes() == theirs.get_opcodes()


@given(st.randoms(use_true_random=False), st.sampled_from([2, 20, LONG, 50 * LONG]))
def test_what_is_equal_is_equal_and_in_order(chance: object, different: int) -> None:
    from random import Random

    assert isinstance(chance, Random)
    before = [chance.randrange(different) for _ in range(LONG)]
    after = list(before)
    for _ in range(chance.randrange(20)):
        at = chance.randrange(len(after))
        after[at : at + chance.randrange(3)] = [-1] * chance.randrange(3)
    made: list[int] = []
    for word, old, old_end, new, new_end in Alignment(before, after).get_opcodes():
        if word == "equal":
            assert before[old:old_end] == after[new:new_end]
        made += after[new:new_end]
    assert made == after


def test_few_changes_of_what_is_long_are_found() -> None:
    before = [f"line {number}" for number in range(LONG)]
    after = ["first", *before[:50], "new", *before[52:]]
    told = [
        operation
        for operation in Alignment(before, after).get_opcodes()
        if operation[0] != "equal"
    ]
    assert told == [("insert", 0, 0, 0, 1), ("replace", 50, 52, 51, 52)]


STEPS: Final[Counter[str]] = Counter()


class Line(str):
    """A line that counts how often it is looked at."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        STEPS["looks"] += 1
        return str.__eq__(self, other) is True

    def __hash__(self) -> int:
        STEPS["looks"] += 1
        return str.__hash__(self)


def lines(words: Sequence[str]) -> list[Line]:
    return [Line(word) for word in words]


DULL: Final[dict[str, Callable[[int], tuple[list[str], list[str]]]]] = {
    "the same line": lambda n: (["a"] * n, ["b", *["a"] * (n - 1), "c"]),
    "two lines in turn": lambda n: (["a", "b"] * n, ["b", "c", "a"] * n),
    "half of them new": lambda n: (
        [word for k in range(n) for word in (f"k{k}", f"old {k}", "-")],
        [word for k in range(n) for word in (f"k{k}", f"new {k}", "-")],
    ),
    "backwards": lambda n: (
        [str(k) for k in range(n)],
        [str(k) for k in range(n, 0, -1)],
    ),
}


@pytest.mark.parametrize("kind", DULL)
def test_four_times_as_long_takes_four_times_as_many_looks(kind: str) -> None:
    def looks(count: int) -> int:
        before, after = map(lines, DULL[kind](count))
        STEPS.clear()
        assert Alignment(before, after).get_opcodes()
        return STEPS["looks"]

    assert looks(64 * LONG) < 6 * looks(16 * LONG)
