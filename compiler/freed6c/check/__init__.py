"""Stage 5: what the parts of a ruleset mean together. One file a subject."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.check.actions import check_coverage
from freed6c.check.benchmarks import check_benchmarks, check_tracks
from freed6c.check.dice import check_difficulties, check_endless
from freed6c.check.effects import check_idle, check_unreached
from freed6c.check.examples import check_examples
from freed6c.check.licenses import check_licenses
from freed6c.check.names import check_labels, check_new_names
from freed6c.check.notes import check_chapters, check_notes
from freed6c.check.stale import check_literals, check_old_names, check_removed_names
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
    check_endless,
    check_examples,
    check_idle,
    check_labels,
    check_licenses,
    check_literals,
    check_markup,
    check_new_names,
    check_notes,
    check_old_names,
    check_prose,
    check_removed_names,
    check_tracks,
    check_unreached,
    check_values,
)


def check(ruleset: Ruleset) -> list[Diagnostic]:
    """Everything that the checks find, in their order."""
    return [problem for one in CHECKS for problem in one(ruleset)]
