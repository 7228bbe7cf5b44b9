"""What a value may have been meant as."""

from __future__ import annotations

import pytest

from freed6c.validate.meant import readings


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
