"""Which kinds of things are wanted first where several fit what was asked."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from freed6c.packs.kinds import KINDS


class Grade(IntEnum):
    """What one acts on, chapters and what stands in them, what fills lists, and asides."""

    RULE = 0
    TEXT = 1
    DETAIL = 2
    ASIDE = 3


RULES: Final = (
    "action",
    "rule",
    "effect-roll",
    "track",
    "condition",
    "points",
    "ability",
    "skill",
    "specialization",
    "dice",
    "step",
    "scene",
    "benchmark",
    "term",
)
ASIDES: Final = ("note", "example")

ORDER: Final = (
    *RULES,
    *(kind.name for kind in KINDS if kind.name not in (*RULES, *ASIDES)),
    *ASIDES,
)
"""All kinds; those of a grade stand together."""


def grade_of(kind: str) -> Grade:
    """How soon entries of a kind are wanted."""
    if kind in RULES:
        return Grade.RULE
    return Grade.ASIDE if kind in ASIDES else Grade.DETAIL
