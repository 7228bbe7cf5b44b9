"""The state of a merge: the ledger, and the edits made so far with the conflicts among them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from freed6c.overlay.edits import Act, Edit, EditLog, Precedence
from freed6c.overlay.ledger import Ledger
from freed6c.packs.data import Data, KeyPath, as_map, walk

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.overlay.conflicts import Settlement
    from freed6c.overlay.options import Selection
    from freed6c.packs.operations import Operation
    from freed6c.packs.pack import Pack, Redirect


PIPS_PER_DIE: Final = ("die-codes", "pips-per-die")


@dataclass(slots=True, kw_only=True)
class MergeState:
    """What every operation reads and changes.

    `others` gives packs that are not applied, to explain missing ids. `gone` has the removal of
    each entry by its id, `instead` the redirect of each id that was renamed or replaced by another.
    """

    packs: Sequence[Pack]
    others: Callable[[], Sequence[Pack]]
    precedence: Precedence
    selection: Selection
    settlements: Sequence[Settlement]
    ledger: Ledger = field(default_factory=Ledger)
    edits: EditLog = field(init=False)
    gone: dict[str, Edit] = field(default_factory=dict)
    instead: dict[str, Redirect] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.edits = EditLog(self.precedence)

    @property
    def pips_per_die(self) -> int:
        """How many pips make a die in this game."""
        pips = walk(self.ledger.tree, PIPS_PER_DIE)
        return pips if isinstance(pips, int) else 1

    @property
    def live_redirects(self) -> Mapping[str, Redirect]:
        """The redirects, but for those whose id a new entry has taken."""
        return {
            id_: redirect
            for id_, redirect in self.instead.items()
            if self.ledger.find(id_) is None
        }

    def siblings(self, path: KeyPath) -> Mapping[str, Data]:
        """The map that a key stands in, or would stand in."""
        return as_map(self.ledger.get(path[:-1]))

    def report(self, problem: Diagnostic) -> None:
        """Report what is wrong with an operation; the caller leaves it out."""
        self.ledger.problems.append(problem)

    def overruled(self, edit: Edit) -> bool:
        """Whether a settlement leaves an edit out; it is noted there then."""
        return any(settlement.overrules(edit, self) for settlement in self.settlements)

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
        if self.overruled(edit):
            return False
        repeated = self.edits.done_already(edit)
        self.edits.record(edit)
        return not repeated
