"""`settle`: which of two packs has its way at a place, said by a third that extends both."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from freed6c.diagnostics.codes import overlays
from freed6c.diagnostics.diagnostic import Diagnostic, Label
from freed6c.overlay.edits import Clash, Precedence, Touch, disagree
from freed6c.packs.ids import find, id_at
from freed6c.packs.location import Address
from freed6c.packs.provenance import Origin
from freed6c.packs.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from freed6c.overlay.applying import Applying
    from freed6c.overlay.options import Selection
    from freed6c.packs.data import KeyPath
    from freed6c.packs.pack import Pack


@dataclass(slots=True)
class Settlement:
    """A place where one pack's word counts. `path` is known once the place has been there.

    `overruled` is what other packs wanted.
    """

    pack: str
    place: str
    take: str
    why: str
    address: Address
    overruled: list[Touch]
    path: KeyPath | None = None

    def overrules(self, touch: Touch, applying: Applying) -> bool:
        """Whether an act is left out: it is in this place, and of a pack that gives way."""
        if self.path is None:
            new = touch.act == "written" and id_at(touch.path) == self.place
            self.path = touch.path if new else find(applying.ledger.tree, self.place)
        knows = applying.precedence.knows
        gives_way = (
            self.path is not None
            and touch.path[: len(self.path)] == self.path
            and touch.pack not in {self.take, self.pack}
            and knows(self.pack, touch.pack)
            and not applying.precedence.ordered(self.take, touch.pack)
        )
        if gives_way:
            self.overruled.append(touch)
        return gives_way

    def decides(self, applying: Applying) -> bool:
        """Whether what was left out stands against something that the pack taken did."""
        taken = [
            touch
            for touches in applying.touches.at.values()
            for touch in touches
            if touch.pack == self.take
        ]
        return any(disagree(one, other) for one in self.overruled for other in taken)

    def anew(self) -> Settlement:
        """The same, before anything was left out for it."""
        return replace(self, overruled=[], path=None)


def read_settlements(
    packs: Sequence[Pack], selection: Selection, precedence: Precedence
) -> tuple[list[Settlement], list[Diagnostic]]:
    """Everything that packs settle; a pack can only settle between packs that it comes after."""
    settlements: list[Settlement] = []
    problems: list[Diagnostic] = []
    for pack in packs:
        for file in selection.files(pack):
            section = file.data.get("settle")
            for place, body in section.items() if isinstance(section, dict) else ():
                if not isinstance(body, dict):
                    continue
                address = Address(file.path, ("settle", place))
                take = str(body.get("take", ""))
                if not precedence.knows(pack.id, take):
                    problems.append(
                        _unknown(address.at("take"), take, pack.id, precedence)
                    )
                    continue
                why = str(body.get("why", ""))
                settlements.append(Settlement(pack.id, place, take, why, address, []))
    return settlements, problems


def _unknown(
    place: Address, take: str, pack: str, precedence: Precedence
) -> Diagnostic:
    known = sorted(precedence.behind[pack])
    return Diagnostic(
        code=overlays.NO_TARGET,
        message=f"'{pack}' cannot take the word of '{take}', which it does not come after",
        label=Label(place),
        help=did_you_mean(take, known) or (f"it comes after: {', '.join(known)}",),
    )


def settle(applying: Applying, idle: Sequence[Settlement]) -> Iterator[Diagnostic]:
    """Record what was settled; tell where it decides nothing, and clashes that are left."""
    for one in idle:
        yield _settles_nothing(applying, one)
    for one in applying.settlements:
        assert one.path is not None
        record = Origin(
            pack=one.pack,
            address=one.address,
            operation="settle",
            why=one.why,
            before=one.overruled[-1].value,
            after=applying.ledger.get(one.path),
        )
        applying.ledger.note(one.path, record)
    seen: set[tuple[Address, Address]] = set()
    for clash in applying.clashes:
        places = (clash.first.address, clash.second.address)
        if not _decided(applying, clash) and places not in seen:
            seen.add(places)
            yield _conflict(clash)


def _settles_nothing(applying: Applying, one: Settlement) -> Diagnostic:
    path = find(applying.ledger.tree, one.place) or ()
    depth = len(path)
    disagreeing = {
        touch.pack
        for clash in applying.clashes
        for touch in (clash.first, clash.second)
        if depth and touch.path[:depth] == path
    }
    if disagreeing and one.take not in disagreeing:
        return Diagnostic(
            code=overlays.NO_TARGET,
            message=f"'{one.take}' has no say here: it does not disagree with the others",
            label=Label(one.address.at("take")),
            help=(f"take one of those that do: {', '.join(sorted(disagreeing))}",),
        )
    return Diagnostic(
        code=overlays.NO_CHANGE,
        message=f"nobody disagrees on '{one.place}'",
        label=Label(one.address.key(), "settles nothing"),
        help=("remove it: both packs have their way",),
    )


def _decided(applying: Applying, clash: Clash) -> bool:
    """Whether a later pack that comes after both has written the place itself."""
    first, second = clash.first, clash.second
    if first.pack == second.pack:
        return False
    behind = applying.precedence.behind
    deeper = max(first.path, second.path, key=len)
    paths = {deeper[:depth] for depth in range(1, len(deeper) + 1)}
    paths |= {first.path, second.path}
    return any(
        {first.pack, second.pack} <= behind[touch.pack]
        for path in paths
        for touch in applying.touches.at.get(path, ())
        if touch.act in {"set", "unset", "replace", "remove", "move"}
    )


def _conflict(clash: Clash) -> Diagnostic:
    first, second = clash.first, clash.second
    place = id_at(min(first.path, second.path, key=len))
    if first.pack == second.pack:
        return Diagnostic(
            code=overlays.TWICE,
            message=f"'{first.pack}' writes '{place}' twice",
            label=Label(second.address.key(), "here"),
            related=(Label(first.address.key(), "and here"),),
            help=("write it in one place",),
        )
    if first.path != second.path and first.anchor == second.anchor != ():
        return _one_place(clash)
    return Diagnostic(
        code=overlays.CONFLICT,
        message=f"'{first.pack}' and '{second.pack}' both change '{place}'",
        label=Label(second.address.key(), f"'{second.pack}' {SAID[second.act]}"),
        related=(Label(first.address.key(), f"'{first.pack}' {SAID[first.act]}"),),
        help=(
            f"if one builds on the other, say so in its pack.yaml: after: {first.pack}",
            f"or let a pack that extends both write: settle: {{{place}: {{take: …}}}}",
        ),
    )


def _one_place(clash: Clash) -> Diagnostic:
    """Two things put beside one, where their order says more than in which order to read."""
    first, second = clash.first, clash.second
    where = " ".join(first.anchor).strip() or "at the end"
    above = id_at(first.path[:-2])
    field = ".".join(map(str, second.path[-2:]))
    order = f"move: {{{field}: {{after: {first.path[-1]}}}}}"
    return Diagnostic(
        code=overlays.CONFLICT,
        message=f"'{first.pack}' and '{second.pack}' both put something {where} in {above}",
        label=Label(second.address.key(), f"'{second.pack}' {SAID[second.act]}"),
        related=(Label(first.address.key(), f"'{first.pack}' {SAID[first.act]}"),),
        help=(
            f"if one builds on the other, say so in its pack.yaml: after: {first.pack}",
            f"or let a pack that extends both change {above}: {order}",
        ),
    )


SAID = {
    "written": "brings it",
    "add": "adds it",
    "list": "adds to the list",
    "take": "takes out of the list",
    "set": "sets it",
    "unset": "takes its value away",
    "adjust": "adjusts it",
    "replace": "replaces it",
    "remove": "removes it",
    "move": "moves it",
    "beside": "puts something beside it",
    "read": "counts with it",
}


# Packs without an order between them: where they disagree, and who has their way.
