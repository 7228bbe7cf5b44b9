"""A problem as data: what is wrong, where, and what to do. Renderers turn it into text.

Each cause of problems is a `Code`, which stands with its words in `codes/`; the stages say where,
and give the facts: `codes.BANDS_GAP.at(place, lower="Easy", upper="Hard", gap="6")`.
"""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, field, replace
from os.path import commonprefix
from typing import TYPE_CHECKING, Final, Literal

from freed6c.diagnostics.ways_out import Replacement, WayOut, placed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from freed6c.packs.data import KeyPath
    from freed6c.packs.location import Location, Span
    from freed6c.packs.pack import MergedRuleset
    from freed6c.packs.provenance import Origin, Provenance


Severity = Literal["error", "warning"]

LONGEST: Final = 800
"""Characters of what is said at once: what it quotes may have any number of them."""


@dataclass(frozen=True, slots=True)
class Label:
    """A place with a few words beside it."""

    place: Location | Span
    text: str = ""


@dataclass(frozen=True, slots=True)
class Code:
    """One cause of problems, with every word that is said of it.

    `id` is a letter by stage and a number, `name` reads, `meaning` is a line for whoever looks the
    code up. `message`, `label` (words beside the place) and `help` are templates: `{name}` is a
    fact that `at` is given. `fix` is what has to stand at the place instead: the first line of help
    does that. `explanations.py` reads the document that explains the code.
    """

    id: str
    name: str
    meaning: str
    severity: Severity = "error"
    _: KW_ONLY
    message: str = "{message}"
    label: str = ""
    help: str | tuple[str, ...] = ()
    fix: str | None = None

    def at(
        self,
        place: Location | Span | Label | None,
        *,
        help: Iterable[str | WayOut] = (),  # noqa: A002 - the word of the field
        related: Iterable[Label | None] = (),
        notes: Iterable[str] = (),
        **facts: object,
    ) -> Diagnostic:
        """Make a diagnostic of this cause at a place, or at a label with words of its own.

        Ways out that only the caller knows (`help`) come before those of the code. Raises KeyError
        if a template names a fact that is not given.
        """
        if not isinstance(place, Label | None):
            place = Label(place)
        if place is not None and not place.text:
            place = Label(place.place, cut(self.label.format_map(facts)))
        where = place.place if place is not None else None
        ways = (*map(_way_out, help), *self._own_help(facts))
        return Diagnostic(
            code=self,
            message=cut(self.message.format_map(facts)),
            label=place,
            related=tuple(label for label in related if label is not None),
            help=tuple(placed(way, where) for way in ways),
            notes=tuple(map(cut, notes)),
        )

    def _own_help(self, facts: Mapping[str, object]) -> Iterator[WayOut]:
        lines = (self.help,) if isinstance(self.help, str) else self.help
        fix = None if self.fix is None else self.fix.format_map(facts)
        for line in lines:
            edits = () if fix is None else (Replacement(fix),)
            yield WayOut(cut(line.format_map(facts)), edits)
            fix = None


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
    help: tuple[WayOut, ...] = ()
    notes: tuple[str, ...] = ()
    severity: Severity = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "severity", self.code.severity)

    def put(self, place: Location | None) -> Diagnostic:
        """The same at a place: who finds a problem in a text may not know where that stands."""
        label = None if place is None else Label(place)
        help_ = tuple(placed(way, place) for way in self.help)
        return replace(self, label=label, help=help_)


def _way_out(way: str | WayOut) -> WayOut:
    return WayOut(cut(way)) if isinstance(way, str) else way


def cut(text: str) -> str:
    """A text with its middle left out, if it is too long to be read."""
    if len(text) <= LONGEST:
        return text
    half = LONGEST // 2
    return f"{text[:half]} … {text[-half:]}"


def has_errors(diagnostics: tuple[Diagnostic, ...] | list[Diagnostic]) -> bool:
    """Whether any of these forbids output."""
    return any(diagnostic.severity == "error" for diagnostic in diagnostics)


def lead_with_latest_pack(
    problems: Iterable[Diagnostic], merged: MergedRuleset
) -> list[Diagnostic]:
    """Problems whose primary label is in the pack that applies last, since that can be changed."""
    turn = {f.path: turn for turn, pack in enumerate(merged.packs) for f in pack.files}
    return [_led(problem, turn, merged.provenance) for problem in problems]


def _led(
    problem: Diagnostic, turn: Mapping[str, int], provenance: Provenance
) -> Diagnostic:
    label = problem.label
    if label is None:
        return problem

    def written(label: Label) -> int:
        return turn.get(label.place.file, 0)

    latest = max((label, *problem.related), key=written)
    path = getattr(latest.place, "path", ())

    def alike(change: tuple[KeyPath, Origin]) -> int:
        return len(commonprefix([change[0], path]))  # noqa: RUF071 - of keys

    later = [
        change
        for change in (provenance.changes_by_path(path[:2]) if path else ())
        if turn.get(change[1].address.file, 0) > written(latest)
        and alike(change) >= len(path) - 1  # of what stands there, or beside it
    ]
    if later:
        _, origin = max(later, key=alike)
        latest = Label(origin.address.key(), "changed here")
    if written(latest) == written(label):
        return problem
    labels = (label, *problem.related)
    related = tuple(label for label in labels if label is not latest)
    return replace(problem, label=latest, related=related)
