"""The check stage: semantic checks over a whole linked ruleset: its rules, texts, licenses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.check import (
    benchmarks,
    difficulties,
    effects,
    licenses,
    names,
    notes,
    texts,
    values,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.model.ruleset import Ruleset


CHECKS: Final[tuple[Callable[[Ruleset], Iterator[Diagnostic]], ...]] = (
    benchmarks.check_benchmarks,
    notes.check_chapters,
    difficulties.check_coverage,
    difficulties.check_difficulties,
    effects.check_infinite_explosions,
    notes.check_examples,
    effects.check_no_op_effects,
    names.check_duplicate_names,
    licenses.check_licenses,
    difficulties.check_stale_numbers,
    texts.check_markup,
    names.check_reused_names,
    notes.check_notes,
    names.check_old_names,
    texts.check_prose,
    names.check_removed_names,
    benchmarks.check_tracks,
    effects.check_targetless_effects,
    values.check_values,
)


def check(ruleset: Ruleset) -> list[Diagnostic]:
    """All diagnostics of a linked ruleset, in the order of `CHECKS`."""
    return [problem for check_ in CHECKS for problem in check_(ruleset)]
