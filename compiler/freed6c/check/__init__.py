"""The check stage: semantic checks over a whole linked ruleset: its rules, texts, licenses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.check import licenses, rules, texts

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.model.ruleset import Ruleset


CHECKS: Final[tuple[Callable[[Ruleset], Iterator[Diagnostic]], ...]] = (
    rules.check_benchmarks,
    texts.check_chapters,
    rules.check_coverage,
    rules.check_difficulties,
    rules.check_infinite_explosions,
    texts.check_examples,
    rules.check_no_op_effects,
    texts.check_duplicate_names,
    licenses.check_licenses,
    rules.check_stale_numbers,
    texts.check_markup,
    texts.check_reused_names,
    texts.check_notes,
    texts.check_old_names,
    texts.check_prose,
    texts.check_removed_names,
    rules.check_tracks,
    rules.check_targetless_effects,
    rules.check_values,
)


def check(ruleset: Ruleset) -> list[Diagnostic]:
    """All diagnostics of a linked ruleset, in the order of `CHECKS`."""
    return [problem for check_ in CHECKS for problem in check_(ruleset)]
