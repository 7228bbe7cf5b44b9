"""Stage 5: check a whole linked ruleset: its rules, texts and licenses.

Each module has one subject: amounts, benchmarks, dice, names, points, recovery, units. Circles of
values and points are in `check_circles` in `check/values.py`; chapters, panels and placeholders
of stories are with notes; `written_sentences` checks sentences that packs write; Markdown that
other tools would read is in `INLINE_MARKUP` and `LINE_MARKUP` in `check/texts.py`.

To add a check: write a function `check_…` in a file of `check/`, a code in
`diagnostics/codes/checks.py`, and a case in `tests/cases/check/`.
"""

from __future__ import annotations

from functools import partial
from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Final, TypeAlias

from freed6c.check.notes import report_examples
from freed6c.diagnostics.diagnostic import has_errors
from freed6c.model.internal_errors import entry_at_work, fault_at, working_on
from freed6c.packs.limits import TooMuchWork

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.model.ruleset import Ruleset

    Check: TypeAlias = Callable[[Ruleset], Iterator[Diagnostic]]

CHECKS: Final[tuple[Check, ...]] = tuple(
    function
    for module in iter_modules(__path__)
    for name, function in vars(import_module(f"{__name__}.{module.name}")).items()
    if name.startswith("check_")
)
"""Every function `check_…` in the modules of this folder, collected by name."""


def check(ruleset: Ruleset, *, plays: bool) -> list[Diagnostic]:
    """Return the diagnostics of a linked ruleset, in the order of `CHECKS`, without repetitions.

    `plays` is True if situations, which are examples with steps, are played.

    Raises TooMuchWork if the budget is spent, unless errors were found: they may be the reason.
    """
    diagnostics: list[Diagnostic] = []
    checks: list[Check] = [*CHECKS, partial(report_examples, plays=plays)]
    for check_ in checks:
        try:
            diagnostics += _run(check_, ruleset)
        except TooMuchWork:
            if not has_errors(diagnostics):
                raise
            break
    return list(dict.fromkeys(diagnostics))


def _run(check_: Check, ruleset: Ruleset) -> list[Diagnostic]:
    """Return the diagnostics of one check, with an internal error if it fails on an entry."""
    diagnostics: list[Diagnostic] = []
    try:
        with working_on(None):
            diagnostics.extend(check_(ruleset))
    except Exception as error:  # noqa: BLE001 - an internal error; other checks still run
        entry = entry_at_work()
        diagnostics.append(fault_at(ruleset.label(entry) if entry else None, error))
    return diagnostics
