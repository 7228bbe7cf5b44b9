"""Texts that strangers wrote are compared in a moment; what a value may have been meant as."""

from __future__ import annotations

import random
from difflib import SequenceMatcher, unified_diff

import pytest
from hypothesis import given
from hypothesis import strategies as st

from freed6c.packs import bounded_diff
from freed6c.packs.bounded_diff import line_diff, matcher
from freed6c.validate.readings import readings

LINES = st.lists(st.sampled_from("abcd"), max_size=12)


@given(LINES, LINES)
def test_short_sequences_match_as_in_difflib(old: list[str], new: list[str]) -> None:
    wanted = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    assert matcher(old, new).get_opcodes() == wanted
    diff = unified_diff(old, new, "old", "new", lineterm="")
    assert list(line_diff(old, new, ("old", "new"), end="")) == list(diff)


def repeating(seed: int) -> list[str]:
    """Lines that difflib would compare for half a minute."""
    dice = random.Random(seed)
    return [f"# {dice.randrange(125)}" for _ in range(11_000)]


def test_long_sequences_that_repeat_differ_but_for_their_ends() -> None:
    old = ["first", *repeating(1), "last"]
    new = ["first", *repeating(2), "new", "last"]
    assert [code[0] for code in matcher(old, new).get_opcodes()] == [
        "equal",
        "replace",
        "equal",
    ]
    assert len(list(line_diff(old, new, ("old", "new"), end=""))) == len(old + new) + 3


@given(LINES, LINES)
def test_all_that_is_said_to_be_equal_is(old: list[str], new: list[str]) -> None:
    with pytest.MonkeyPatch.context() as bounded:
        bounded.setattr(bounded_diff, "MOST_STEPS", 0)
        for tag, a, b, c, d in matcher(old, new).get_opcodes():
            assert tag != "equal" or old[a:b] == new[c:d]


@pytest.mark.parametrize(
    ("text", "meant"), [("one", 1), ("1.0", 1), ("2x", 2), ("+3", 3)]
)
def test_numbers(text: str, meant: int) -> None:
    assert meant in readings({"type": "integer"}, text)


@pytest.mark.parametrize("text", ["1.000", "1.5"])
def test_what_is_no_whole_number_or_another_elsewhere(text: str) -> None:
    assert not [
        each for each in readings({"type": "integer"}, text) if isinstance(each, int)
    ]
