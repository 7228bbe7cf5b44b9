"""Which of several places leads a message: the one that was written last can still be changed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from freed6c.diagnostics.diagnostic import Diagnostic, Label


def led(problems: Iterable[Diagnostic], turn: Mapping[str, int]) -> list[Diagnostic]:
    """The same problems, each with the place of the latest pack in front.

    `turn` says for each file at which turn its pack is applied.
    """
    return [_led(problem, turn) for problem in problems]


def _led(problem: Diagnostic, turn: Mapping[str, int]) -> Diagnostic:
    if problem.label is None or not problem.related:
        return problem

    def written(label: Label) -> int:
        return turn.get(label.place.file, 0)

    latest = max((problem.label, *problem.related), key=written)
    if latest is problem.label or written(latest) == written(problem.label):
        return problem
    others = (one for one in (problem.label, *problem.related) if one is not latest)
    return replace(problem, label=latest, related=tuple(others))
