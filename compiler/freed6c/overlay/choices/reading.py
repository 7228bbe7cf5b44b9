"""Reads what packs select, and tells where that cannot be had."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.diagnostics.codes import overlays
from freed6c.diagnostics.diagnostic import Diagnostic, Label
from freed6c.overlay.choices.selection import Declared, Selected, Selection
from freed6c.packs.location import Address
from freed6c.packs.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from freed6c.overlay.conflicts.precedence import Precedence
    from freed6c.packs.data import Data
    from freed6c.packs.pack import Pack, SourceFile


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
