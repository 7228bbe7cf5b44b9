"""Stage 5: what the parts of a ruleset mean together. One file a subject."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.check.benchmarks import check_benchmarks
from freed6c.check.chapters import check_chapters
from freed6c.check.coverage import check_coverage
from freed6c.check.difficulties import check_difficulties
from freed6c.check.endless import check_endless
from freed6c.check.examples import check_examples
from freed6c.check.idle import check_idle
from freed6c.check.labels import check_labels, check_new_names
from freed6c.check.licenses import check_licenses
from freed6c.check.literals import check_literals
from freed6c.check.markup import check_markup
from freed6c.check.notes import check_notes
from freed6c.check.old_names import check_old_names, check_removed_names
from freed6c.check.prose import check_prose
from freed6c.check.tracks import check_tracks
from freed6c.check.unreached import check_unreached
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
