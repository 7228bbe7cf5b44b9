"""Compares two rulesets, in the words of the game.

The earlier one is said by its own scribe, the later one by its own: there is one set of sentences.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.compare.causes import Causes
from freed6c.document.compare.chances import chances_of_both
from freed6c.document.compare.comparison import Comparison
from freed6c.document.compare.entries import Matcher
from freed6c.document.compare.results import other_results
from freed6c.document.entries import shown
from freed6c.document.scribe import new_scribe

if TYPE_CHECKING:
    from freed6c.model.ruleset import Ruleset

__all__ = ["Comparison", "compare"]


def compare(before: Ruleset, after: Ruleset) -> Comparison:
    """Everything that is different in the later ruleset, and who did it, as far as it says so."""
    old = new_scribe(before, shown).unanchored()
    new = new_scribe(after, shown).unanchored()
    entries = tuple(Matcher(old, new, Causes(before, new)).all())
    changed = frozenset(one.id for entry in entries for one in entry.tree())
    return Comparison(
        before=before.manifest,
        after=after.manifest,
        entries=entries,
        odds=tuple(chances_of_both(before, after, changed)),
        results=tuple(other_results(old, new)),
    )
