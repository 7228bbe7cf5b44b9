"""The choices and files in use, decided by `options`, `select` and `when`.

A pack declares an option with its choices under `options`; a pack selects a choice under `select`;
a file counts only if the conditions in its `when` are met. All this is decided before any operation
is applied, so operations cannot change it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.diagnostics.codes import overlays as codes
from freed6c.diagnostics.diagnostic import Label
from freed6c.diagnostics.suggest import did_you_mean_or_list
from freed6c.packs.data import Data, KeyPath, as_list, as_map
from freed6c.packs.ids import quoted_id
from freed6c.packs.lazy import dataclass, field

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.overlay.edits import PackOrder
    from freed6c.packs.location import Location
    from freed6c.packs.operations import Operation
    from freed6c.packs.pack import Pack, SourceFile


@dataclass(frozen=True)
class DeclaredOption:
    """An option declared by a pack."""

    pack: str
    file: SourceFile
    body: Mapping[str, Data]

    @property
    def choices(self) -> Mapping[str, Data]:
        """The bodies of the choices by their keys."""
        return as_map(self.body.get("choices"))


@dataclass(frozen=True)
class SelectedChoice:
    """A choice that a pack selected for an option."""

    pack: str
    choice: str
    address: Location


@dataclass()
class Selection:
    """The choices in use, and the files whose `when` holds.

    - `packs`: the ids of all packs.
    - `tried`: choices that override the selections of packs, by the ids of their options.
    - `options`: the declared options, by id.
    - `selected`: the selections that no later pack replaces, by the ids of their options.
    """

    packs: frozenset[str]
    tried: Mapping[str, str] = field(default_factory=dict)
    options: dict[str, DeclaredOption] = field(default_factory=dict)
    selected: dict[str, tuple[SelectedChoice, ...]] = field(default_factory=dict)

    def choice(self, option: str) -> str:
        """Return the key of the choice in use: the last one selected, else the default."""
        if option in self.tried:
            return self.tried[option]
        if option in self.selected:
            return self.selected[option][-1].choice
        return str(self.options[option].body.get("default", ""))

    def files(self, pack: Pack) -> Iterator[SourceFile]:
        """Yield the files of a pack whose `when` holds."""
        return (file for file in pack.files if self.holds(file))

    def holds(self, file: SourceFile) -> bool:
        """Return whether all conditions in a file's `when` are met; True without conditions."""
        return all(
            all(pack in self.packs for pack in as_list(allowed))
            if key == "pack"
            else key in self.options and self.choice(key) in as_list(allowed)
            for key, allowed in when_of(file).items()
        )

    def chosen(
        self, pack: Pack
    ) -> Iterator[tuple[str, str, Mapping[str, Data], Location]]:
        """Yield the choices in use of a pack's options: option id, choice key, body, address."""
        for id_, option in self.options.items():
            choice = self.choice(id_)
            body = option.choices.get(choice)
            in_use = option.pack == pack.id and self.holds(option.file)
            if in_use and isinstance(body, dict):
                option_key = id_.partition(".")[2]
                address = option.file.at("options", option_key, "choices", choice)
                yield id_, choice, body, address


def read_selection(
    packs: Sequence[Pack], precedence: PackOrder, tried: Mapping[str, str]
) -> tuple[Selection, list[Diagnostic]]:
    """Read the options and selections of all packs.

    Report unknown options and choices, and contradictory selections.
    """
    selection = Selection(frozenset(pack.id for pack in packs), tried)
    for pack in packs:
        for file in pack.files:
            # A file that waits for a choice still declares its options; one that waits for a
            # missing pack doesn't.
            if selection.holds(file) or "pack" not in when_of(file):
                selection.options |= {
                    f"option.{key}": DeclaredOption(pack.id, file, as_map(body))
                    for key, body in as_map(file.data.get("options")).items()
                }
    problems: list[Diagnostic] = []
    for pack in packs:
        for file in selection.files(pack):
            problems += _select(selection, pack, file, precedence)
    problems += _contradictions(selection)
    problems += _unknown_conditions(selection, packs)
    return selection, problems


def when_of(file: SourceFile) -> Mapping[str, Data]:
    """Return the conditions of a file's `when`; empty if the file has none."""
    return as_map(file.data.get("when"))


def _select(
    selection: Selection, pack: Pack, file: SourceFile, precedence: PackOrder
) -> Iterator[Diagnostic]:
    """Add the selections of a file, which replace those of packs that apply before its pack.

    Yield a diagnostic for each unknown option or choice.
    """
    for option, choice in as_map(file.data.get("select")).items():
        selected = SelectedChoice(pack.id, str(choice), file.at("select", option))
        problem = _unknown_choice(selection, option, selected, "select")
        if problem is not None:
            yield problem
            continue
        earlier_packs = precedence.behind[pack.id]
        previous = selection.selected.get(option, ())
        remaining = [other for other in previous if other.pack not in earlier_packs]
        selection.selected[option] = (*remaining, selected)


def _unknown_choice(
    selection: Selection, option: str, selected: SelectedChoice, section: str
) -> Diagnostic | None:
    if option not in selection.options:
        options = [*selection.options, *(["pack"] if section == "when" else [])]
        help_ = did_you_mean_or_list(option, options, "options here")
        return codes.UNKNOWN_OPTION.at(
            selected.address.key(), help=help_, section=section, option=option
        )
    choices = selection.options[option].choices
    if selected.choice in choices:
        return None
    return codes.UNKNOWN_CHOICE.at(
        selected.address,
        help=did_you_mean_or_list(selected.choice, choices, "choices here"),
        option=option,
        choice=selected.choice,
    )


def _contradictions(selection: Selection) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each option for which unordered packs select different choices."""
    for option, (first, *others) in selection.selected.items():
        for other in others:
            if other.choice == first.choice:
                continue
            help_ = (
                ["select one of them"]
                if first.pack == other.pack
                else [
                    "select one of them in a pack that extends both",
                    f"or write in pack.yaml of '{other.pack}': after: {first.pack}",
                ]
            )
            yield codes.CHOICE_CONFLICT.at(
                other.address,
                related=[Label(first.address, "the other choice")],
                help=help_,
                option=option,
                first=first.choice,
                first_pack=first.pack,
                other=other.choice,
                other_pack=other.pack,
            )


def _unknown_conditions(
    selection: Selection, packs: Sequence[Pack]
) -> Iterator[Diagnostic]:
    """Yield a diagnostic for each `when` that needs an unknown option or choice."""
    for pack in packs:
        for file in pack.files:
            for key, allowed in when_of(file).items():
                for choice in () if key == "pack" else as_list(allowed):
                    address = file.at("when", key)
                    condition = SelectedChoice(pack.id, str(choice), address)
                    problem = _unknown_choice(selection, key, condition, "when")
                    if problem is not None:
                        yield problem


def ineffective_change(operation: Operation, path: KeyPath) -> Diagnostic | None:
    """Return the diagnostic of an operation that changes an option without effect, or None.

    Such operations set the default, or change the operations of a choice. Both come too late,
    because the choice in use is decided before operations are applied.
    """
    if path[0] != "options" or operation.word == "was":
        return None
    place, entry = operation.address.key(), quoted_id(operation.id)
    if path[2:] == ("default",):
        return codes.SETS_DEFAULT_CHOICE.at(place, entry=entry, option=path[1])
    if isinstance(operation.value, dict) and operation.word not in {"move", "reword"}:
        return codes.CHANGES_CHOICES.at(place, entry=entry)
    return None
