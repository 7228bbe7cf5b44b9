"""The check stage: semantic checks over a whole linked ruleset, one module a subject."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.check.benchmarks import check_benchmarks, check_tracks
from freed6c.check.dice import (
    check_coverage,
    check_difficulties,
    check_infinite_explosions,
    check_stale_numbers,
)
from freed6c.check.effects import check_no_op_effects, check_targetless_effects
from freed6c.check.licenses import check_licenses
from freed6c.check.names import (
    check_duplicate_names,
    check_old_names,
    check_removed_names,
    check_reused_names,
)
from freed6c.check.notes import check_chapters, check_examples, check_notes
from freed6c.check.texts import check_markup, check_prose
from freed6c.check.values import check_values

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.model.ruleset import Ruleset


CHECKS: Final[tuple[Callable[[Ruleset], Iterator[Diagnostic]], ...]] = (
    check_benchmarks,
    check_chapters,
    check_coverage,
    check_difficulties,
    check_infinite_explosions,
    check_examples,
    check_no_op_effects,
    check_duplicate_names,
    check_licenses,
    check_stale_numbers,
    check_markup,
    check_reused_names,
    check_notes,
    check_old_names,
    check_prose,
    check_removed_names,
    check_tracks,
    check_targetless_effects,
    check_values,
)


def check(ruleset: Ruleset) -> list[Diagnostic]:
    """All diagnostics of a linked ruleset, in the order of `CHECKS`."""
    return [problem for check_ in CHECKS for problem in check_(ruleset)]
