"""How far a formula may go. Packs come from strangers: time and memory stay bounded."""

from __future__ import annotations

from typing import Final

MAX_LENGTH: Final = 2_000
"""Characters of a formula."""

MAX_DEPTH: Final = 64
"""Parts within parts of a formula."""

MAX_NUMBER: Final = 10**12
"""The largest number, without its sign."""

MAX_PART: Final = 10**60
"""The largest number below the line of a fraction: exact chances need long ones."""

MAX_CALLS: Final = 64
"""Formulas that wait for each other."""

MAX_STEPS: Final = 100_000
"""Parts that are worked out for one answer, those of called formulas included."""
