"""Diagnostics as data: a message, its place, and suggestions. Renderers turn them into text.

Each cause is a `Code`, defined with its wording in `codes/`. Stages provide the place and the
facts: `codes.BANDS_GAP.at(place, lower="Easy", upper="Hard", gap="6")`.
"""

from __future__ import annotations

from os.path import commonprefix
from typing import TYPE_CHECKING, Final, Literal

from freed6c.diagnostics.ways_out import Replacement, WayOut, Ways, placed
from freed6c.packs.lazy import KW_ONLY, dataclass, field, replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from freed6c.packs.data import KeyPath
    from freed6c.packs.location import Location, Span
    from freed6c.packs.pack import MergedRuleset
    from freed6c.packs.provenance import Origin, Provenance


Severity = Literal["error", "warning"]

LONGEST: Final = 800
"""The longest message in characters: quoted text can have any length."""


@dataclass(frozen=True)
class Label:
    """A place with a short text beside it."""

    place: Location | Span
    text: str = ""


@dataclass(frozen=True)
class Code:
    """A cause of problems, with the wording of its diagnostics.

    `id` is a letter by stage and a number, `name` a readable name, `meaning` a line for people who
    look the code up. `message`, `label` (the text beside the place) and `help` are templates:
    `{name}` is a fact passed to `at`. `fix` is the template of the text that belongs at the place
    instead; the first line of help offers this edit. `explanations.py` reads the document that
    explains the code.
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
        """Return a diagnostic of this cause at a place, or at a label with its own text.

        Suggestions of the caller (`help`) come before those of the code. Raise KeyError if a
        template names a fact that is not in `facts`.
        """
        if not isinstance(place, Label | None):
            place = Label(place)
        if place is not None and not place.text:
            place = Label(place.place, cut(self.label.format_map(facts)))
        where = place.place if place is not None else None
        ways = (*map(_as_way_out, help), *self._help_of_code(facts))
        return Diagnostic(
            code=self,
            message=cut(self.message.format_map(facts)),
            label=place,
            related=tuple(label for label in related if label is not None),
            help=tuple(placed(way, where) for way in ways),
            notes=tuple(map(cut, notes)),
        )

    def _help_of_code(self, facts: Mapping[str, object]) -> Iterator[WayOut]:
        lines = (self.help,) if isinstance(self.help, str) else self.help
        fix = None if self.fix is None else self.fix.format_map(facts)
        for line in lines:
            edits = () if fix is None else (Replacement(fix),)
            yield WayOut(cut(line.format_map(facts)), edits)
            fix = None


@dataclass(frozen=True, kw_only=True)
class Diagnostic:
    """A problem in a pack: its code, message, place and suggestions.

    `message` describes the problem in the author's terms and makes sense without the rest. `label`
    is its place, or None if it has no place in a file (a pack that does not exist). `related` are
    other places that contribute, `help` has suggestions, `notes` have reasons and limits.
    """

    code: Code
    message: str
    label: Label | None
    related: tuple[Label, ...] = ()
    help: Ways = ()
    notes: tuple[str, ...] = ()
    severity: Severity = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "severity", self.code.severity)

    def put(self, place: Location | None) -> Diagnostic:
        """Return the same diagnostic at a place, for callers that know where the text is."""
        label = None if place is None else Label(place)
        help_ = tuple(placed(way, place) for way in self.help)
        return replace(self, label=label, help=help_)


def _as_way_out(way: str | WayOut) -> WayOut:
    return WayOut(cut(way)) if isinstance(way, str) else way


def cut(text: str) -> str:
    """Return a text, with its middle omitted if it is too long."""
    if len(text) <= LONGEST:
        return text
    half = LONGEST // 2
    return f"{text[:half]} … {text[-half:]}"


def has_errors(diagnostics: tuple[Diagnostic, ...] | list[Diagnostic]) -> bool:
    """True if any of these diagnostics is an error, which prevents output."""
    return any(diagnostic.severity == "error" for diagnostic in diagnostics)


def lead_with_latest_pack(
    problems: Iterable[Diagnostic], merged: MergedRuleset
) -> list[Diagnostic]:
    """Return problems with the primary label in the last pack, which its author can change."""
    turn = {f.path: turn for turn, pack in enumerate(merged.packs) for f in pack.files}
    return [_lead(problem, turn, merged.provenance) for problem in problems]


def _lead(
    problem: Diagnostic, turn: Mapping[str, int], provenance: Provenance
) -> Diagnostic:
    label = problem.label
    if label is None:
        return problem

    def pack_turn(label: Label) -> int:
        return turn.get(label.place.file, 0)

    latest = max((label, *problem.related), key=pack_turn)
    path = getattr(latest.place, "path", ())

    def common_length(change: tuple[KeyPath, Origin]) -> int:
        return len(commonprefix([change[0], path]))  # noqa: RUF071 - of keys

    later = [
        change
        for change in (provenance.changes_by_path(path[:2]) if path else ())
        if turn.get(change[1].address.file, 0) > pack_turn(latest)
        and common_length(change) >= len(path) - 1  # the same place, or a sibling
    ]
    if later:
        _, origin = max(later, key=common_length)
        latest = Label(origin.address.key(), "changed here")
    if pack_turn(latest) == pack_turn(label):
        return problem
    related = tuple(label for label in (label, *problem.related) if label is not latest)
    return replace(problem, label=latest, related=related)
