"""There are not too many entries of a kind with all of which each page, or answer, has to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import checks as codes
from freed6c.runtime.entries.dice import Dice
from freed6c.runtime.entries.notes import Chapter

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.record import Entry

MOST: Final[Mapping[type[Entry], tuple[int, str]]] = {
    Chapter: (300, "chapters"),  # every page lists them
    Dice: (100, "dice procedures"),  # chances are worked out for each
}


def check_bounds(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report the first entry that is one more than there can be of its kind."""
    for kind, (most, kinds) in MOST.items():
        for entry in ruleset.of(kind)[most : most + 1]:
            yield codes.TOO_MANY_OF_A_KIND.at(
                ruleset.label(entry), most=most, kinds=kinds
            )
