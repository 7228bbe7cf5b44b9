"""The state of a merge: the ledger, the edits made so far, and the conflicts among them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.diagnostic import Code, Diagnostic, Label
from freed6c.overlay.edits import Act, Conflict, Edit, EditLog, Precedence
from freed6c.overlay.ledger import Ledger
from freed6c.packs.data import Data, KeyPath, as_map, walk
from freed6c.packs.ids import find_path

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from freed6c.overlay.conflicts import Settlement
    from freed6c.packs.operations import Operation
    from freed6c.packs.pack import Pack, Redirect


PIPS_PER_DIE: Final = ("die-codes", "pips-per-die")


@dataclass(slots=True, kw_only=True)
class MergeState:
    """What every operation reads and changes.

    `others` gives packs that are not applied, to explain missing ids. `gone` has the removal of
    each entry by its id, `instead` the redirect of each id that was renamed or replaced by another.
    """

    ledger: Ledger
    packs: Sequence[Pack]
    others: Callable[[], Sequence[Pack]]
    precedence: Precedence
    edits: EditLog
    settlements: Sequence[Settlement]
    gone: dict[str, Edit] = field(default_factory=dict)
    instead: dict[str, Redirect] = field(default_factory=dict)
    conflicts: list[Conflict] = field(default_factory=list)

    @classmethod
    def of(
        cls,
        packs: Sequence[Pack],
        others: Callable[[], Sequence[Pack]],
        precedence: Precedence,
        settlements: Sequence[Settlement],
    ) -> MergeState:
        """The state before anything is applied."""
        return cls(
            ledger=Ledger(),
            packs=packs,
            others=others,
            precedence=precedence,
            edits=EditLog(precedence),
            settlements=settlements,
        )

    @property
    def pips_per_die(self) -> int:
        """How many pips make a die in this game."""
        pips = walk(self.ledger.tree, PIPS_PER_DIE)
        return pips if isinstance(pips, int) else 1

    @property
    def live_redirects(self) -> Mapping[str, Redirect]:
        """The redirects, but for those whose id a new entry has taken."""
        return {
            id_: instead
            for id_, instead in self.instead.items()
            if (path := find_path(self.ledger.tree, id_)) is None
            or self.ledger.get(path) is None
        }

    def siblings(self, path: KeyPath) -> Mapping[str, Data]:
        """The map that a key stands in, or would stand in."""
        return as_map(self.ledger.get(path[:-1]))

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
        """Report what is wrong with an operation; the caller leaves it out."""
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

    def record(
        self,
        operation: Operation,
        path: KeyPath,
        act: Act,
        value: Data | None,
        anchor: tuple[str, ...] = (),
        *,
        ranked: bool = False,
    ) -> bool:
        """Add an edit to the log, with the conflicts it causes; return whether to carry it out.

        It is not carried out where a settlement overrules it (then it is not logged either), or
        where an unordered pack has made the same edit and once is enough.
        """
        edit = Edit(
            pack=operation.pack,
            act=act,
            path=path,
            value=value,
            address=operation.address,
            anchor=anchor,
            ranked=ranked,
        )
        if any(settlement.overrules(edit, self) for settlement in self.settlements):
            return False
        repeated = self.edits.done_already(edit)
        self.conflicts += self.edits.conflicts_with(edit)
        self.edits.record(edit)
        return not repeated

    def contested(self, path: KeyPath) -> bool:
        """Whether there is a conflict at or below a path.

        A later pack that writes there what stands there already decides the conflict; without one
        it would be told that its operation changes nothing.
        """
        depth = len(path)
        return any(
            edit.path[:depth] == path or (edit.ranked and edit.path == path)
            for conflict in self.conflicts
            for edit in (conflict.first, conflict.second)
        )
