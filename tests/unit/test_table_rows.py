"""The rows that a table gets from `each`."""

from __future__ import annotations

import pytest
from small_packs import ruleset


@pytest.mark.parametrize(
    ("each", "values"),
    [
        ("1 to 3", [1, 2, 3]),
        ("1 to 2.5", [1, 2]),
        ("-1 to 0.5", [-1, 0]),
        ("3 to 3", [3]),
        ("1D+2 to 2D+1", ["1D+2", "2D", "2D+1"]),
    ],
)
def test_a_range_makes_a_row_for_each_value_within_it(
    each: str, values: list[object]
) -> None:
    kind = "die-code" if "D" in each else "integer"
    table = f"""
tables:
  oils:
    name: Oils
    each: {{oil: {each}}}
    columns: {{oil: {{name: Oil, type: {kind}}}}}
"""
    rows = ruleset(table).entries["table.oils"].rows  # type: ignore[attr-defined]
    assert [str(row.cells["oil"]) for row in rows] == [str(value) for value in values]
