"""Which choices and files of packs are in use: `options`, `select` and `when`.

All of it is decided before any operation is applied, so operations cannot change it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from freed6c.diagnostics.codes import overlays
from freed6c.diagnostics.diagnostic import Diagnostic, Label
from freed6c.packs.data import Data, KeyPath, as_list, as_map
from freed6c.packs.location import Location
from freed6c.packs.provenance import Origin
from freed6c.packs.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from freed6c.overlay.edits import Precedence
    from freed6c.overlay.state import MergeState
    from freed6c.packs.operations import Operation
    from freed6c.packs.pack import Pack, SourceFile


@dataclass(frozen=True, slots=True)
class DeclaredOption:
    """An option as a pack declares it."""

    pack: str
    file: SourceFile
    body: Mapping[str, Data]

    @property
    def choices(self) -> Mapping[str, Data]:
        """The bodies of the choices by their keys."""
        return as_map(self.body.get("choices"))


@dataclass(frozen=True, slots=True)
class SelectedChoice:
    """What a pack chose for an option, where and why."""

    pack: str
    choice: str
    address: Location


@dataclass(slots=True)
class Selection:
    """The choices in use, by the id of their option, and the files whose `when` holds."""

    packs: frozenset[str]
    options: dict[str, DeclaredOption] = field(default_factory=dict)
    selected: dict[str, tuple[SelectedChoice, ...]] = field(default_factory=dict)

    def choice(self, option: str) -> str:
        """The key of the choice in use: the one selected last, else the option's default."""
        if option in self.selected:
            return self.selected[option][-1].choice
        return str(self.options[option].body.get("default", ""))

    def files(self, pack: Pack) -> Iterator[SourceFile]:
        """The files of a pack whose `when` holds."""
        return (file for file in pack.files if self.holds(file))

    def holds(self, file: SourceFile) -> bool:
        """Whether all conditions of a file's `when` are met; true for a file without one."""
        return all(self._condition_holds(*item) for item in _when(file).items())

    def _condition_holds(self, key: str, wanted: Data) -> bool:
        accepted = as_list(wanted)
        if key == "pack":
            return all(accepted_value in self.packs for accepted_value in accepted)
        return key in self.options and self.choice(key) in accepted

    def chosen(
        self, pack: Pack
    ) -> Iterator[tuple[str, str, Mapping[str, Data], Location]]:
        """The choices in use of a pack's own options: option id, choice key, body, address."""
        for id_, option in self.options.items():
            choice = self.choice(id_)
            body = option.choices.get(choice)
            in_use = option.pack == pack.id and self.holds(option.file)
            if in_use and isinstance(body, dict):
                option_key = id_.partition(".")[2]
                address = Location(
                    option.file.path, ("options", option_key, "choices", choice)
                )
                yield id_, choice, body, address


def read_selection(
    packs: Sequence[Pack], precedence: Precedence
) -> tuple[Selection, list[Diagnostic]]:
    """Read what packs declare and select; report unknown options, choices, and contradictions."""
    selection = Selection(frozenset(pack.id for pack in packs))
    for pack in packs:
        for file in pack.files:
            if selection.holds(file) or "pack" not in _when(file):
                selection.options |= _declared_options(pack, file)
    problems: list[Diagnostic] = []
    for pack in packs:
        for file in selection.files(pack):
            problems += _select(selection, pack, file, precedence)
    problems += _contradictions(selection)
    problems += _unknown_conditions(selection, packs)
    return selection, problems


def _when(file: SourceFile) -> Mapping[str, Data]:
    return as_map(file.data.get("when"))


def _declared_options(pack: Pack, file: SourceFile) -> dict[str, DeclaredOption]:
    return {
        f"option.{key}": DeclaredOption(pack.id, file, body)
        for key, body in as_map(file.data.get("options")).items()
        if isinstance(body, dict)
    }


def _select(
    selection: Selection, pack: Pack, file: SourceFile, precedence: Precedence
) -> Iterator[Diagnostic]:
    """Add what a file selects, in place of what packs that apply before its pack selected."""
    for option, choice in as_map(file.data.get("select")).items():
        wanted = SelectedChoice(
            pack.id, str(choice), Location(file.path, ("select", option))
        )
        problem = _unknown_choice(selection, option, wanted)
        if problem is not None:
            yield problem
            continue
        behind = precedence.behind[pack.id]
        earlier = selection.selected.get(option, ())
        remaining = [selected for selected in earlier if selected.pack not in behind]
        selection.selected[option] = (*remaining, wanted)


def _unknown_choice(
    selection: Selection, option: str, wanted: SelectedChoice, verb: str = "selects"
) -> Diagnostic | None:
    if option not in selection.options:
        return Diagnostic(
            code=overlays.NO_TARGET,
            message=f"this {verb} '{option}', but there is no such option",
            label=Label(wanted.address.key()),
            help=did_you_mean(option, selection.options)
            or _listed("options", selection.options),
        )
    choices = selection.options[option].choices
    if wanted.choice in choices:
        return None
    return Diagnostic(
        code=overlays.NO_TARGET,
        message=f"{option} has no choice '{wanted.choice}'",
        label=Label(wanted.address),
        help=did_you_mean(wanted.choice, choices) or _listed("choices", choices),
    )


def _contradictions(selection: Selection) -> Iterator[Diagnostic]:
    """Packs without an order, or one pack twice, that want different choices."""
    for option, (first, *others) in selection.selected.items():
        for other in others:
            if other.choice != first.choice:
                yield _contradiction(option, first, other)


def _contradiction(
    option: str, first: SelectedChoice, other: SelectedChoice
) -> Diagnostic:
    if first.pack == other.pack:
        help_: tuple[str, ...] = ("select one of them",)
    else:
        help_ = (
            "select one of them in a pack that extends both",
            f"or write in pack.yaml of '{other.pack}': after: {first.pack}",
        )
    return Diagnostic(
        code=overlays.CONFLICT,
        message=(
            f"{option} is to be '{first.choice}' for '{first.pack}' "
            f"and '{other.choice}' for '{other.pack}'"
        ),
        label=Label(other.address),
        related=(Label(first.address, "the other choice"),),
        help=help_,
    )


def _unknown_conditions(
    selection: Selection, packs: Sequence[Pack]
) -> Iterator[Diagnostic]:
    """A file that waits for an option or a choice that does not exist would never count."""
    for pack in packs:
        for file in pack.files:
            for key, wanted in _when(file).items():
                for choice in as_list(wanted):
                    address = Location(file.path, ("when", key))
                    asked = SelectedChoice(pack.id, str(choice), address)
                    problem = (
                        None
                        if key == "pack"
                        else _unknown_choice(selection, key, asked, "waits for")
                    )
                    if problem is not None:
                        yield problem


def _listed(what: str, known: Mapping[str, object]) -> tuple[str, ...]:
    return (f"{what} here: {', '.join(known)}",) if known else ()


def too_late(operation: Operation, path: KeyPath) -> tuple[str, str] | None:
    """Why an operation on an option has no effect, and what to write; None where it has one.

    Which choice is in use, and what it does, is decided before operations are applied.
    """
    if path[0] != "options" or operation.word == "was":
        return None
    if path[2:] == ("default",):
        return (
            "which choice is in use is selected",
            f"write select: {{option.{path[1]}: …}}",
        )
    if isinstance(operation.value, dict) and operation.word != "move":
        return (
            "choices are read before anything is changed",
            "write an option of your own that has this choice",
        )
    return None


def apply_selected(state: MergeState, selection: Selection) -> None:
    """Write the choice in use into its option, as `default`, with the pack that selected it."""
    for option, (*_, wanted) in selection.selected.items():
        path = ("options", option.partition(".")[2], "default")
        before = state.ledger.get(path)
        if before is None or before == wanted.choice:
            continue
        record = Origin(
            pack=wanted.pack,
            address=wanted.address,
            operation="select",
            before=before,
            after=wanted.choice,
        )
        state.ledger.put(path, wanted.choice, record)
