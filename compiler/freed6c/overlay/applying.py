"""What every operation works on: the ledger, and what has been done and said so far."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.diagnostic import Code, Diagnostic, Label
from freed6c.overlay.edits import Act, Clash, Precedence, Touch, Touches
from freed6c.overlay.ledger import Ledger
from freed6c.packs.data import Data, KeyPath, walk
from freed6c.packs.ids import find

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from freed6c.overlay.conflicts import Settlement
    from freed6c.packs.operations import Operation
    from freed6c.packs.pack import Instead, Pack


PIPS_PER_DIE: Final = ("die-codes", "pips-per-die")


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

    @classmethod
    def of(
        cls,
        packs: Sequence[Pack],
        others: Callable[[], Sequence[Pack]],
        precedence: Precedence,
        settlements: Sequence[Settlement],
    ) -> Applying:
        """Before anything is applied."""
        return cls(
            ledger=Ledger(),
            packs=packs,
            others=others,
            precedence=precedence,
            touches=Touches(precedence),
            settlements=settlements,
        )

    @property
    def pips_per_die(self) -> int:
        """How many pips make a die in this game."""
        found = walk(self.ledger.tree, PIPS_PER_DIE)
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

    def claim(
        self,
        operation: Operation,
        path: KeyPath,
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

    def contested(self, path: KeyPath) -> bool:
        """Whether packs without an order disagree here: then a later one decides, not repeats."""
        depth = len(path)
        return any(
            touch.path[:depth] == path or (touch.ranked and touch.path == path)
            for clash in self.clashes
            for touch in (clash.first, clash.second)
        )
