"""What every operation needs: its target in the tree, whether it may be changed, what was done."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from freed6c.diagnostics import Diagnostic, Label
from freed6c.diagnostics.codes import overlays
from freed6c.overlay.places import Place, place_at
from freed6c.overlay.selecting import too_late
from freed6c.overlay.touches import Clash, Touch
from freed6c.packs.address import Address
from freed6c.packs.data import as_text, walk
from freed6c.packs.ids import entries_of, find
from freed6c.packs.origins import Origin
from freed6c.packs.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from freed6c.diagnostics import Code
    from freed6c.overlay.ledger import Ledger
    from freed6c.overlay.operations import Operation
    from freed6c.overlay.precedence import Precedence
    from freed6c.overlay.settling import Settlement
    from freed6c.overlay.touches import Act, Touches
    from freed6c.packs.data import Data, Path
    from freed6c.packs.merged import Instead
    from freed6c.packs.pack import Pack, SourceFile


@dataclass(slots=True, kw_only=True)
class Applying:
    """The ledger, and what has to be known to judge an operation.

    `gone` are ids of entries that were taken away, `instead` what stands for an id that is no more,
    `clashes` what packs without an order both did.
    """

    ledger: Ledger
    packs: Sequence[Pack]
    others: Callable[[], Sequence[Pack]]
    precedence: Precedence
    touches: Touches
    settlements: Sequence[Settlement]
    gone: dict[str, Touch] = field(default_factory=dict)
    instead: dict[str, Instead] = field(default_factory=dict)
    clashes: list[Clash] = field(default_factory=list)

    @property
    def pips_per_die(self) -> int:
        """How many pips make a die in this game."""
        found = walk(self.ledger.tree, ("die-codes", "pips-per-die"))
        return found if isinstance(found, int) else 1

    @property
    def standing(self) -> Mapping[str, Instead]:
        """What stands for ids that are no more, but for those that were given to new entries."""
        return {
            id_: known
            for id_, known in self.instead.items()
            if (path := find(self.ledger.tree, id_)) is None
            or self.ledger.get(path) is None
        }

    def report(
        self,
        code: Code,
        message: str,
        label: Label,
        help_: tuple[str, ...] = (),
        *,
        related: tuple[Label, ...] = (),
        notes: tuple[str, ...] = (),
    ) -> None:
        """Say what is wrong with an operation, which is left out."""
        self.ledger.problems.append(
            Diagnostic(
                code=code,
                message=message,
                label=label,
                help=help_,
                related=related,
                notes=notes,
            )
        )

    def target(self, operation: Operation) -> Path | None:
        """The path of the entry that an operation is about; None after saying why there is none."""
        path = find(self.ledger.tree, self._now(operation))
        if path is None or self.ledger.get(path) is None:
            self._missing(operation)
            return None
        author = self.ledger.origins.author(path)
        if not self.precedence.knows(operation.pack, author):
            self._unknown_pack(operation, author)
            return None
        late = too_late(operation, (*path, *operation.field.split(".")))
        if late is not None:
            reason, help_ = late
            self._cannot_write(operation, reason, (help_,))
            return None
        return path

    def _now(self, operation: Operation) -> str:
        """The id that an entry has now; a pack that uses the old one is told so."""
        known = self.standing.get(operation.id)
        if known is None or not known.renamed:
            return operation.id
        if not self.precedence.knows(known.pack, operation.pack):
            self.report(
                overlays.OLD_ID,
                f"'{operation.id}' is called '{known.id}' now",
                Label(entry_key(operation), f"renamed by '{known.pack}'"),
                (f"write '{known.id}'",),
            )
        return known.id

    def place(self, operation: Operation) -> Place | None:
        """The place that an operation names; None after saying why there is none."""
        path = self.target(operation)
        if path is None:
            return None
        place = place_at(self.ledger.tree, (*path, *operation.field.split(".")))
        if place.sort == "computed":
            self._cannot_write(operation, place.reason, place.help)
            return None
        if place.sort == "no":
            self.report(
                overlays.NO_TARGET,
                f"{operation.id}: {place.reason}",
                Label(operation.address.key(), "leads nowhere"),
                place.help,
            )
            return None
        return place

    def _cannot_write(
        self, operation: Operation, reason: str, help_: tuple[str, ...]
    ) -> None:
        self.report(
            overlays.COMPUTED,
            f"{operation.id}: {reason}",
            Label(operation.address.key(), "cannot be written"),
            help_,
        )

    def claim(
        self,
        operation: Operation,
        path: Path,
        act: Act,
        value: Data | None,
        anchor: tuple[str, ...] = (),
        *,
        ranked: bool = False,
    ) -> bool:
        """Note an act, unless it was settled that another pack has its way here.

        False where nothing is left to be done: it is settled, or another pack did just this.
        """
        touch = Touch(
            pack=operation.pack,
            act=act,
            path=path,
            value=value,
            address=operation.address,
            anchor=anchor,
            ranked=ranked,
        )
        if any(one.overrules(touch, self) for one in self.settlements):
            return False
        done = self.touches.same(touch)
        self.clashes += self.touches.against(touch)
        self.touches.note(touch)
        return not done

    def contested(self, path: Path) -> bool:
        """Whether packs without an order disagree here: then a later one decides, not repeats."""
        depth = len(path)
        return any(
            touch.path[:depth] == path or (touch.ranked and touch.path == path)
            for clash in self.clashes
            for touch in (clash.first, clash.second)
        )

    def _missing(self, operation: Operation) -> None:
        gone = self.gone.get(operation.id)
        if gone is not None:
            self._removed(operation, gone)
            return
        if self._elsewhere(operation):
            return
        known = [known for known, _, _ in entries_of(self.ledger.tree)]
        self.report(
            overlays.NO_TARGET,
            f"there is no entry '{operation.id}'",
            Label(entry_key(operation), "nothing to change"),
            did_you_mean(operation.id, known),
            notes=("nothing below this was applied",),
        )

    def _removed(self, operation: Operation, gone: Touch) -> None:
        """What another pack took away: a conflict if nothing says which of both is later."""
        if not self.precedence.ordered(gone.pack, operation.pack):
            self.claim(operation, gone.path, "set", operation.value)
            return
        self.report(
            overlays.NO_TARGET,
            f"'{operation.id}' was removed by '{gone.pack}'",
            Label(entry_key(operation), "nothing to change"),
            ("leave this out, or bring the entry back as a new one",),
            related=(Label(gone.address.key(), "removed here"),),
        )

    def _elsewhere(self, operation: Operation) -> bool:
        """Whether another pack brings it, or a file that does not count now; that is told then."""
        found = _brings(self.packs, operation.id) or _brings(
            self.others(), operation.id
        )
        if found is None:
            return False
        pack, file = found
        if self.precedence.knows(operation.pack, pack.id):
            self._waiting(operation, file)
        else:
            self._unknown_pack(operation, pack.id)
        return True

    def _waiting(self, operation: Operation, file: SourceFile) -> None:
        when = body_of(file.data.get("when", {}))
        waits = " and ".join(f"{key}: {as_text_of(one)}" for key, one in when.items())
        self.report(
            overlays.NO_TARGET,
            f"'{operation.id}' is not there: its file waits for {waits}",
            Label(entry_key(operation), "nothing to change"),
            ("select that, or let this file wait for it too: when",),
            related=(Label(Address(file.path, ("when",)), "waits here"),),
        )

    def _unknown_pack(self, operation: Operation, bringer: str) -> None:
        self.report(
            overlays.NOT_EXTENDED,
            f"'{operation.id}' comes from '{bringer}', which '{operation.pack}' does not extend",
            Label(entry_key(operation)),
            (
                f"write in pack.yaml of '{operation.pack}': extends: {{{bringer}: …}}",
                f"if it need not be there: after: {bringer}, and in this file when: …",
            ),
        )


def _brings(packs: Sequence[Pack], id_: str) -> tuple[Pack, SourceFile] | None:
    """The pack and the file that an entry is written in."""
    for pack in packs:
        for file in pack.files:
            if any(known == id_ for known, _, _ in entries_of(file.data)):
                return pack, file
    return None


def entry_key(operation: Operation) -> Address:
    """Where an operation names the entry that it is about."""
    path = operation.address.path
    depth = path.index(operation.id) + 1
    return Address(operation.address.file, path[:depth]).key()


def origin(
    operation: Operation,
    *,
    word: str = "",
    before: Data | None = None,
    after: Data | None = None,
    inside: Path = (),
) -> Origin:
    """The record of an operation; `inside` leads to the part of its value that is meant."""
    return Origin(
        pack=operation.pack,
        address=operation.address.at(*inside),
        operation=word or operation.word,
        why=operation.why,
        before=before,
        after=after,
        option=operation.option,
    )


def same(one: Data | None, other: Data | None) -> bool:
    """Whether two values are written alike; `1` and `true` are not."""
    return one == other and type(one) is type(other)


def as_text_of(data: Data | None) -> str:
    """A value as text, to compare what is written in one way or another."""
    return str(data) if data is None or isinstance(data, dict | list) else as_text(data)


def body_of(data: Data) -> Mapping[str, Data]:
    """A map; nothing where it is none, which was reported."""
    return data if isinstance(data, dict) else {}
