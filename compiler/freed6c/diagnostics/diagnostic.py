"""A problem as data: what is wrong, where, and what to do. Renderers turn it into text."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from freed6c.packs.location import Location, Span


Severity = Literal["error", "warning"]


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of problem: a letter and number by stage, a name that reads, a line of meaning."""

    id: str
    name: str
    meaning: str
    severity: Severity = "error"


@dataclass(frozen=True, slots=True)
class Label:
    """A place with a few words beside it."""

    place: Location | Span
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """One cause, one diagnostic.

    `message` says what is wrong in the author's words and makes sense alone. `label` is where; a
    problem that has no place in a file (a pack that does not exist) has none. `related` are other
    places that contribute; `help` says what to do, `notes` why, or what was not checked.
    """

    code: Code
    message: str
    label: Label | None
    related: tuple[Label, ...] = ()
    help: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    severity: Severity = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "severity", self.code.severity)


def has_errors(diagnostics: tuple[Diagnostic, ...] | list[Diagnostic]) -> bool:
    """Whether any of these forbids output."""
    return any(diagnostic.severity == "error" for diagnostic in diagnostics)


def lead_with_latest_pack(
    problems: Iterable[Diagnostic], turn: Mapping[str, int]
) -> list[Diagnostic]:
    """Problems whose primary label is in the pack that applies last, since that can be changed.

    `turn` has the position of a file's pack in the order of packs.
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
    labels = (problem.label, *problem.related)
    related = tuple(label for label in labels if label is not latest)
    return replace(problem, label=latest, related=related)
