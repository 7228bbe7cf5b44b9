"""Diffs of texts that strangers wrote."""

from __future__ import annotations

import random
from difflib import unified_diff
from time import process_time

import pytest

from freed6c.line_diff import line_diff


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("abc", "abc"),
        ("", "a"),
        ("a", ""),
        ("abcdefghijkl", "abXdefghijkYl"),
        ("ab", "ba"),
    ],
)
def test_it_is_a_unified_diff(before: str, after: str) -> None:
    wanted = unified_diff(list(before), list(after), "old", "new", lineterm="")
    assert list(line_diff(before, after, ("old", "new"), end="")) == list(wanted)


def test_lines_that_repeat_take_no_time() -> None:
    dice = random.Random(2)
    before: list[str] = []
    for length in range(6, 150):
        before.append(f"changed {length}")
        before += [f"# {dice.randrange(125)}" for _ in range(length)]
    after = [line.upper() for line in before]
    started = process_time()
    assert list(line_diff(before, after, ("old", "new"), end=""))
    assert process_time() - started < 1
