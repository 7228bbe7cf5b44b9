"""The check stage: semantic checks over a whole linked ruleset: its rules, texts, licenses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.check import (
    benchmarks,
    choices,
    comparisons,
    difficulties,
    effects,
    licenses,
    names,
    notes,
    recovery,
    texts,
    units,
    values,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import ModuleType

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.model.ruleset import Ruleset


SUBJECTS: Final[tuple[ModuleType, ...]] = (
    benchmarks,
    choices,
    comparisons,
    difficulties,
    effects,
    licenses,
    names,
    notes,
    recovery,
    texts,
    units,
    values,
)
CHECKS: Final[tuple[Callable[[Ruleset], Iterator[Diagnostic]], ...]] = tuple(
    function
    for module in SUBJECTS
    for name, function in vars(module).items()
    if name.startswith("check_")
)
"""Every function `check_…` of these modules: there is no second list of them."""


def check(ruleset: Ruleset) -> list[Diagnostic]:
    """All diagnostics of a linked ruleset, in the order of `CHECKS`."""
    return [problem for check_ in CHECKS for problem in check_(ruleset)]
