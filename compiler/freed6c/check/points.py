"""Points start with a number that one can have."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import checks as codes
from freed6c.model.values import constant
from freed6c.runtime.amounts import Formula
from freed6c.runtime.entries.actions import Points

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.model.ruleset import Ruleset

WITHIN: Final = (("start", "least", 1), ("start", "most", -1), ("most", "least", 1))
"""Pairs of settings: the first is not below (1), or not above (-1), the second."""


def check_points(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report points that start below their least or above their most, and a least above the most.

    What a formula gives depends on whose points they are; then nothing is known here.
    """
    for points in ruleset.of(Points):
        known = {
            setting: constant(ruleset, formula)
            for setting in ("start", "least", "most")
            if isinstance(formula := getattr(points, setting), Formula)
        }
        known.setdefault("least", 0)
        for setting, bound, way in WITHIN:
            given, number = known.get(setting), known.get(bound)
            if given is None or number is None or (given - number) * way >= 0:
                continue
            written = () if getattr(points, bound) is None else (points,)
            yield codes.POINTS_BEYOND_BOUND.at(
                ruleset.label(points, setting),
                related=[
                    ruleset.label(one, bound, words=f"the {bound}") for one in written
                ],
                points=points.name,
                setting=setting,
                given=given,
                bound=bound,
                number=number,
            )
