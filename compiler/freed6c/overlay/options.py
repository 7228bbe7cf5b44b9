"""Which files and choices of packs are in use: `select`, `options` and `when`."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from freed6c.diagnostics.codes import overlays
from freed6c.diagnostics.diagnostic import Diagnostic, Label
from freed6c.packs.location import Address
from freed6c.packs.provenance import Origin
from freed6c.packs.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from freed6c.overlay.applying import Applying
    from freed6c.overlay.edits import Precedence
    from freed6c.packs.data import Data, KeyPath
    from freed6c.packs.operations import Operation
    from freed6c.packs.pack import Pack, SourceFile


@dataclass(frozen=True, slots=True)
class Declared:
    """An option as it is written: by which pack, where, its choices, the one it begins with."""

    pack: str
    file: SourceFile
    body: Mapping[str, Data]

    @property
    def choices(self) -> Mapping[str, Data]:
        """What can be chosen, by key."""
        found = self.body.get("choices")
        return found if isinstance(found, dict) else {}


@dataclass(frozen=True, slots=True)
class Selected:
    """What a pack chose for an option, where and why."""

    pack: str
    choice: str
    address: Address


@dataclass(slots=True)
class Selection:
    """The choices in use, by the id of their option, and the files whose `when` holds."""

    packs: frozenset[str]
    options: dict[str, Declared] = field(default_factory=dict)
    selected: dict[str, tuple[Selected, ...]] = field(default_factory=dict)

    def choice(self, option: str) -> str:
        """The key of the choice in use: what was selected, else what the option begins with."""
        if option in self.selected:
            return self.selected[option][-1].choice
        return str(self.options[option].body.get("default", ""))

    def files(self, pack: Pack) -> Iterator[SourceFile]:
        """The files of a pack that count."""
        return (file for file in pack.files if self.holds(file))

    def holds(self, file: SourceFile) -> bool:
        """Whether what a file waits for is so; a file that waits for nothing counts."""
        when = file.data.get("when")
        return not isinstance(when, dict) or all(
            self._is_so(key, wanted) for key, wanted in when.items()
        )

    def _is_so(self, key: str, wanted: Data) -> bool:
        known = wanted if isinstance(wanted, list) else [wanted]
        if key == "pack":
            return all(one in self.packs for one in known)
        return key in self.options and self.choice(key) in known

    def chosen(
        self, pack: Pack
    ) -> Iterator[tuple[str, str, Mapping[str, Data], Address]]:
        """What the choices in use of a pack's own options do."""
        for id_, option in self.options.items():
            choice = self.choice(id_)
            body = option.choices.get(choice)
            own = option.pack == pack.id and self.holds(option.file)
            if own and isinstance(body, dict):
                key = id_.partition(".")[2]
                place = Address(option.file.path, ("options", key, "choices", choice))
                yield id_, choice, body, place


# Reads what packs select, and tells where that cannot be had.


def read_selection(
    packs: Sequence[Pack], precedence: Precedence
) -> tuple[Selection, list[Diagnostic]]:
    """Decide everything that packs select, before anything is applied."""
    selection = Selection(frozenset(pack.id for pack in packs))
    for pack in packs:
        for file in pack.files:
            if selection.holds(file) or "pack" not in _when(file):
                selection.options |= _declared(pack, file)
    problems: list[Diagnostic] = []
    for pack in packs:
        for file in selection.files(pack):
            problems += _select(selection, pack, file, precedence)
    problems += _differences(selection)
    problems += _unknown_waits(selection, packs)
    return selection, problems


def _when(file: SourceFile) -> Mapping[str, Data]:
    when = file.data.get("when")
    return when if isinstance(when, dict) else {}


def _declared(pack: Pack, file: SourceFile) -> dict[str, Declared]:
    section = file.data.get("options")
    return {
        f"option.{key}": Declared(pack.id, file, body)
        for key, body in (section.items() if isinstance(section, dict) else ())
        if isinstance(body, dict)
    }


def _select(
    selection: Selection, pack: Pack, file: SourceFile, precedence: Precedence
) -> Iterator[Diagnostic]:
    """Note what a file selects; what packs before it selected gives way."""
    section = file.data.get("select")
    for option, choice in section.items() if isinstance(section, dict) else ():
        wanted = Selected(pack.id, str(choice), Address(file.path, ("select", option)))
        problem = _unknown(selection, option, wanted)
        if problem is not None:
            yield problem
            continue
        behind = precedence.behind[pack.id]
        others = selection.selected.get(option, ())
        left = [one for one in others if one.pack not in behind]
        selection.selected[option] = (*left, wanted)


def _unknown(
    selection: Selection, option: str, wanted: Selected, does: str = "selects"
) -> Diagnostic | None:
    if option not in selection.options:
        return Diagnostic(
            code=overlays.NO_TARGET,
            message=f"this {does} '{option}', but there is no such option",
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


def _differences(selection: Selection) -> Iterator[Diagnostic]:
    """Packs without an order, or one pack twice, that want different choices."""
    for option, (first, *others) in selection.selected.items():
        for other in others:
            if other.choice != first.choice:
                yield _differs(option, first, other)


def _differs(option: str, first: Selected, other: Selected) -> Diagnostic:
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


def _unknown_waits(selection: Selection, packs: Sequence[Pack]) -> Iterator[Diagnostic]:
    """A file that waits for an option or a choice that does not exist would never count."""
    for pack in packs:
        for file in pack.files:
            for key, wanted in _when(file).items():
                for choice in wanted if isinstance(wanted, list) else [wanted]:
                    place = Address(file.path, ("when", key))
                    asked = Selected(pack.id, str(choice), place)
                    problem = (
                        None
                        if key == "pack"
                        else _unknown(selection, key, asked, "waits for")
                    )
                    if problem is not None:
                        yield problem


def _listed(what: str, known: Mapping[str, object]) -> tuple[str, ...]:
    return (f"{what} here: {', '.join(known)}",) if known else ()


# Options are read before anything is changed: what that means for those who change
# them.


def too_late(operation: Operation, path: KeyPath) -> tuple[str, str] | None:
    """Why an operation would come too late to mean anything, and what to do; None where it counts.

    What a choice does, and which one is in use, is known by then.
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


def apply_selected(applying: Applying, selection: Selection) -> None:
    """Options keep which choice is in use, and who chose it."""
    for option, (*_, wanted) in selection.selected.items():
        path = ("options", option.partition(".")[2], "default")
        before = applying.ledger.get(path)
        if before is None or before == wanted.choice:
            continue
        record = Origin(
            pack=wanted.pack,
            address=wanted.address,
            operation="select",
            before=before,
            after=wanted.choice,
        )
        applying.ledger.put(path, wanted.choice, record)


# Options: which choices and files of packs are in use.
