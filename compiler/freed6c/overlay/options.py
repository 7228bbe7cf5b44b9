"""Which choices and files of packs are in use: `options`, `select` and `when`.

All of it is decided before any operation is applied, so operations cannot change it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import overlays as codes
from freed6c.diagnostics.diagnostic import Label
from freed6c.diagnostics.suggest import did_you_mean_or_list
from freed6c.packs.data import Data, KeyPath, as_list, as_map
from freed6c.packs.location import Location

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.overlay.edits import PackOrder
    from freed6c.packs.operations import Operation
    from freed6c.packs.pack import Pack, SourceFile


WAITS_FOR: Final = "waits for"


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
    """The choices in use, by the id of their option, and the files whose `when` holds.

    Those that are `tried` are in use whatever packs select.
    """

    packs: frozenset[str]
    tried: Mapping[str, str] = field(default_factory=dict)
    options: dict[str, DeclaredOption] = field(default_factory=dict)
    selected: dict[str, tuple[SelectedChoice, ...]] = field(default_factory=dict)

    def choice(self, option: str) -> str:
        """The key of the choice in use: the one selected last, else the option's default."""
        if option in self.tried:
            return self.tried[option]
        if option in self.selected:
            return self.selected[option][-1].choice
        return str(self.options[option].body.get("default", ""))

    def files(self, pack: Pack) -> Iterator[SourceFile]:
        """The files of a pack whose `when` holds."""
        return (file for file in pack.files if self.holds(file))

    def holds(self, file: SourceFile) -> bool:
        """Whether all conditions of a file's `when` are met; true for a file without one."""
        return all(
            all(pack in self.packs for pack in as_list(wanted))
            if key == "pack"
            else key in self.options and self.choice(key) in as_list(wanted)
            for key, wanted in when_of(file).items()
        )

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
    packs: Sequence[Pack], precedence: PackOrder, tried: Mapping[str, str]
) -> tuple[Selection, list[Diagnostic]]:
    """Read what packs declare and select; report unknown options, choices, and contradictions."""
    selection = Selection(frozenset(pack.id for pack in packs), tried)
    for pack in packs:
        for file in pack.files:
            if selection.holds(file) or "pack" not in when_of(file):
                selection.options |= {
                    f"option.{key}": DeclaredOption(pack.id, file, body)
                    for key, body in as_map(file.data.get("options")).items()
                    if isinstance(body, dict)
                }
    problems: list[Diagnostic] = []
    for pack in packs:
        for file in selection.files(pack):
            problems += _select(selection, pack, file, precedence)
    problems += _contradictions(selection)
    problems += _unknown_conditions(selection, packs)
    return selection, problems


def when_of(file: SourceFile) -> Mapping[str, Data]:
    """The conditions under which a file counts; none for a file that always does."""
    return as_map(file.data.get("when"))


def _select(
    selection: Selection, pack: Pack, file: SourceFile, precedence: PackOrder
) -> Iterator[Diagnostic]:
    """Add what a file selects, in place of what packs that apply before its pack selected."""
    for option, choice in as_map(file.data.get("select")).items():
        wanted = SelectedChoice(
            pack.id, str(choice), Location(file.path, ("select", option))
        )
        problem = _unknown_choice(selection, option, wanted, "selects")
        if problem is not None:
            yield problem
            continue
        behind = precedence.behind[pack.id]
        earlier = selection.selected.get(option, ())
        remaining = [selected for selected in earlier if selected.pack not in behind]
        selection.selected[option] = (*remaining, wanted)


def _unknown_choice(
    selection: Selection, option: str, wanted: SelectedChoice, verb: str
) -> Diagnostic | None:
    if option not in selection.options:
        known = [*selection.options, *(["pack"] if verb == WAITS_FOR else [])]
        help_ = did_you_mean_or_list(option, known, "options here")
        return codes.UNKNOWN_OPTION.at(
            wanted.address.key(), help=help_, verb=verb, option=option
        )
    choices = selection.options[option].choices
    if wanted.choice in choices:
        return None
    return codes.UNKNOWN_CHOICE.at(
        wanted.address,
        help=did_you_mean_or_list(wanted.choice, choices, "choices here"),
        option=option,
        choice=wanted.choice,
    )


def _contradictions(selection: Selection) -> Iterator[Diagnostic]:
    """Packs without an order, or one pack twice, that want different choices."""
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
    """A file that waits for an option or a choice that does not exist would never count."""
    for pack in packs:
        for file in pack.files:
            for key, wanted in when_of(file).items():
                for choice in () if key == "pack" else as_list(wanted):
                    address = Location(file.path, ("when", key))
                    asked = SelectedChoice(pack.id, str(choice), address)
                    problem = _unknown_choice(selection, key, asked, WAITS_FOR)
                    if problem is not None:
                        yield problem


def too_late(operation: Operation, path: KeyPath) -> Diagnostic | None:
    """What is wrong with an operation on an option that has no effect; None where it has one.

    Which choice is in use, and what it does, is decided before operations are applied.
    """
    if path[0] != "options" or operation.word == "was":
        return None
    place = operation.address.key()
    if path[2:] == ("default",):
        return codes.SETS_DEFAULT_CHOICE.at(place, entry=operation.id, option=path[1])
    if isinstance(operation.value, dict) and operation.word != "move":
        return codes.CHANGES_CHOICES.at(place, entry=operation.id)
    return None
