"""Chapters: an entry is contained once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.check.places import label, labels
from freed6c.diagnostics.codes import checks
from freed6c.diagnostics.diagnostic import Diagnostic
from freed6c.runtime.entries.notes import Chapter

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.model.ruleset import Ruleset


def check_chapters(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """What stands twice in the list of one chapter."""
    for chapter in ruleset.of(Chapter):
        first: dict[str, int] = {}
        for position, ref in enumerate(chapter.contains):
            if first.setdefault(ref.id, position) == position:
                continue
            earlier = label(ruleset, chapter, "contains", first[ref.id], words="here")
            yield Diagnostic(
                code=checks.REPEATED,
                message=f"the chapter contains {ref.id} twice",
                label=label(ruleset, chapter, "contains", position, words="and again"),
                related=labels(earlier),
                help=("take one of the two out",),
            )
