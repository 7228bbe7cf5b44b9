"""Conflicts between unordered packs, and `resolve`, with which a later pack decides a conflict."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import overlays as codes
from freed6c.diagnostics.diagnostic import Label
from freed6c.diagnostics.suggest import did_you_mean, did_you_mean_or_list
from freed6c.overlay.edits import DECIDE_BELOW, Act, Edit, PackOrder, Resolution
from freed6c.packs.data import as_map
from freed6c.packs.ids import find_path, id_at
from freed6c.packs.location import Location
from freed6c.packs.provenance import Origin

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.overlay.ledger import MergeState
    from freed6c.overlay.options import Selection
    from freed6c.packs.pack import Pack


UNDO: Final = {Act.REMOVE: "removed", Act.UNSET: "unset"}
"""Participles of the acts that leave no value."""


def read_resolutions(
    packs: Sequence[Pack], selection: Selection, precedence: PackOrder
) -> tuple[list[Resolution], list[Diagnostic]]:
    """Return the resolutions of all packs, and a diagnostic for each that is invalid.

    A resolution can only take the side of a pack that comes before its own.
    """
    resolutions: list[Resolution] = []
    problems: list[Diagnostic] = []
    for pack in packs:
        for file in selection.files(pack):
            for place, data in as_map(file.data.get("resolve")).items():
                body = as_map(data)
                address = file.at("resolve", place)
                use = str(body.get("use", ""))
                if precedence.knows(pack.id, use):
                    why = str(body.get("why", ""))
                    resolution = Resolution(pack.id, place, use, why, address, [])
                    resolutions.append(resolution)
                    continue
                earlier, at = sorted(precedence.behind[pack.id]), address.at("use")
                help_ = did_you_mean_or_list(use, earlier, "earlier packs")
                code = codes.RESOLVED_FOR_STRANGER
                problems.append(code.at(at, help=help_, pack=pack.id, use=use))
    return resolutions, problems


def resolve(
    state: MergeState, needless: Sequence[Resolution], invalid: Sequence[Diagnostic]
) -> Iterator[Diagnostic]:
    """Record resolutions as origins; report needless resolutions and undecided conflicts.

    `invalid` are diagnostics of resolutions that take an invalid pack. Conflicts at their places
    are not reported as well.
    """
    locations = [problem.label.place for problem in invalid if problem.label]
    # The address is the key after `resolve` in the file.
    reported = [str(at.path[1]) for at in locations if isinstance(at, Location)]
    for resolution in needless:
        problem = _needless_diagnostic(state, resolution)
        if problem.code is codes.RESOLVED_FOR_BYSTANDER:
            reported.append(resolution.place)
        yield problem
    paths = {find_path(state.ledger.tree, address) for address in reported} - {None}
    for resolution in state.resolutions:
        assert resolution.path is not None
        record = Origin(
            pack=resolution.pack,
            address=resolution.address,
            operation="resolve",
            why=resolution.why,
            before=resolution.overruled[-1].value,
            after=state.ledger.get(resolution.path),
        )
        state.ledger.record(resolution.path, record)
    yielded: set[tuple[Location, ...]] = set()
    for conflict in state.edits.conflicts:
        places = tuple(edit.address for edit in conflict)
        deeper = max((edit.path for edit in conflict), key=len)
        if not paths.isdisjoint(deeper[: depth + 1] for depth in range(len(deeper))):
            continue
        if places not in yielded and not _is_decided(state, *conflict):
            yielded.add(places)
            yield _conflict_diagnostic(*conflict)


def _address(conflict: tuple[Edit, Edit]) -> str:
    """Return the address of a conflict: the outer of its two places."""
    return id_at(min((edit.path for edit in conflict), key=len))


def _needless_diagnostic(state: MergeState, resolution: Resolution) -> Diagnostic:
    """Return the diagnostic of a resolution without a conflict, or for a pack that isn't in it."""
    path = find_path(state.ledger.tree, resolution.place) or ()
    depth = len(path)
    disagreeing = {
        edit.pack
        for conflict in state.edits.conflicts
        for edit in conflict
        if depth and edit.path[:depth] == path
    }
    if disagreeing and resolution.use not in disagreeing:
        return codes.RESOLVED_FOR_BYSTANDER.at(
            resolution.address.at("use"),
            pack=resolution.use,
            target=resolution.place,
            disagreeing=", ".join(sorted(disagreeing)),
        )
    addresses = [_address(conflict) for conflict in state.edits.conflicts]
    return codes.RESOLVES_NOTHING.at(
        resolution.address.key(),
        help=did_you_mean(resolution.place, state.advice.names(addresses)),
        target=resolution.place,
    )


def _is_decided(state: MergeState, first: Edit, second: Edit) -> bool:
    """Return whether a pack that comes after both edits wrote their place, or one around it."""
    deeper = max(first.path, second.path, key=len)
    paths = {deeper[:depth] for depth in range(1, len(deeper) + 1)}
    return first.pack != second.pack and any(
        edit.act in {*DECIDE_BELOW, Act.MOVE}
        and {first.pack, second.pack} <= state.precedence.behind[edit.pack]
        for path in paths | {first.path, second.path}
        for edit in state.edits.at.get(path, ())
    )


def _twice_diagnostic(first: Edit, second: Edit, place: str) -> Diagnostic:
    word, other = (UNDO.get(edit.act, "changed") for edit in (second, first))
    how, help_ = "changed twice", "merge both into one change"
    if word != other and ("removed" in {word, other} or first.path == second.path):
        how, help_ = f"both {other} and {word}", "remove one of the two"
    label = Label(second.address.key(), f"{word} here")
    related = [Label(first.address.key(), f"{other} here")]
    return codes.TWICE.at(label, related=related, help=[help_], target=place, how=how)


def _conflict_diagnostic(first: Edit, second: Edit) -> Diagnostic:
    place = _address((first, second))
    if first.pack == second.pack:
        return _twice_diagnostic(first, second, place)
    label, other_label = (
        Label(edit.address.key(), f"'{edit.pack}' {edit.act.value}")
        for edit in (second, first)
    )
    code = codes.CONFLICT
    facts = {"target": place}
    if first.path != second.path and first.anchor == second.anchor != ():
        # Both keys have the same anchor in a map whose order is rank: neither ranks higher.
        code = codes.RANK_CONFLICT
        side, other = first.anchor
        facts = {
            "where": f"{side} '{other}'" if side else "at the end",
            "above": id_at(first.path[:-2]),
            "field": ".".join(map(str, second.path[-2:])),
            "other": str(first.path[-1]),
        }
    packs = {"first": first.pack, "second": second.pack}
    return code.at(label, related=[other_label], **packs, **facts)
