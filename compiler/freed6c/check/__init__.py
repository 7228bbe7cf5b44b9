"""The check stage: semantic checks over a whole linked ruleset: its rules, texts, licenses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.check import (
    amounts,
    benchmarks,
    bounds,
    choices,
    comparisons,
    dice,
    difficulties,
    effects,
    licenses,
    names,
    notes,
    points,
    recovery,
    says,
    texts,
    units,
    values,
    words,
)
from freed6c.model.faults import entries_at_work, fault_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import ModuleType

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.model.ruleset import Ruleset


SUBJECTS: Final[tuple[ModuleType, ...]] = (
    bounds,
    amounts,
    benchmarks,
    dice,
    choices,
    comparisons,
    difficulties,
    effects,
    licenses,
    names,
    notes,
    points,
    recovery,
    says,
    texts,
    units,
    values,
    words,
)
CHECKS: Final[tuple[Callable[[Ruleset], Iterator[Diagnostic]], ...]] = tuple(
    function
    for module in SUBJECTS
    for name, function in vars(module).items()
    if name.startswith("check_")
)
"""Every function `check_…` of these modules: there is no second list of them."""


def check(ruleset: Ruleset) -> list[Diagnostic]:
    """All diagnostics of a linked ruleset, in the order of `CHECKS`, each once."""
    found = [problem for check_ in CHECKS for problem in _run(check_, ruleset)]
    return list(dict.fromkeys(found))


def _run(
    check_: Callable[[Ruleset], Iterator[Diagnostic]], ruleset: Ruleset
) -> list[Diagnostic]:
    """What a check finds; where it stumbles over an entry that is reported, and it goes on without.

    The variables of the check itself say which entry that was: the last is that of its loop.
    """
    faults: list[Diagnostic] = []
    while True:
        found: list[Diagnostic] = []
        try:
            found.extend(check_(ruleset))
        except Exception as error:
            at_work = next(entries_at_work(error, ruleset), None)
            if at_work is None:
                raise  # no entry is to blame
            entry = at_work[-1]
            faults.append(fault_at(ruleset.label(entry), error))
            if entry.id in ruleset.passed_over:
                return [*found, *faults]
            ruleset = ruleset.without(entry)
        else:
            return [*found, *faults]
