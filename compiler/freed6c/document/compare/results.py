"""Worked examples that nobody rewrote and that give something else now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.compare.comparison import ResultChange
from freed6c.document.compare.fields import differences
from freed6c.document.describe.examples import question
from freed6c.model.example_runs import Trial, try_examples

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.document.scribe import Scribe


def other_results(before: Scribe, after: Scribe) -> Iterator[ResultChange]:
    """Both results of each, in the order of the later ruleset."""
    known = {one.example.id: one for one in try_examples(before.ruleset)}
    for trial in try_examples(after.ruleset):
        old = known.get(trial.example.id)
        if old is None or any(differences(before, after, old.example, trial.example)):
            continue
        was, is_ = _results(old, trial)
        if was != is_:
            asked = question(after, trial.example)
            yield ResultChange(id=trial.example.id, asked=asked, before=was, after=is_)


def _results(old: Trial, new: Trial) -> tuple[str, str]:
    """What each gave. Of what is run only that is told which differs from what is expected."""
    if old.verdict == "passed":
        return new.expected or old.found, new.found
    return old.found, old.expected if new.verdict == "passed" else new.found
