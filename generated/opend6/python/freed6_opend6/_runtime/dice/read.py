"""Dice are read otherwise: faces count as others, faces are counted; or somebody chooses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .condition import NOBODY
from .faces import MOST_SIDES, faces, opposite
from .pool import PoolError
from .table import Done

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..entries.dice import ChooseOne, CountFaces, MapFaces, Step
    from .drop import DoCancel
    from .pool import Pool
    from .table import Die, Kind, Table

MOST_TIMES = 100


class DoMap:
    """Faces that are called for count as others, at most so many times for one throw."""

    __slots__ = ("all", "called", "chains", "map", "step", "times")

    def __init__(
        self,
        step: Step,
        map: Mapping[str, str] | str,
        called: frozenset[int] | None = None,
    ) -> None:
        self.step = step
        self.called = called
        self.map = _checked(map, step)
        self.times = 1
        self.all = False
        self.chains = True

    @classmethod
    def of(cls, step: MapFaces, pool: Pool) -> DoMap:
        """As a step of its own says."""
        called = frozenset(c.number for c in pool.calls if c.token == step.token)
        made = cls(step, step.map, called if step.token else None)
        made.times = min(step.times, MOST_TIMES)
        made.all = step.which == "all"
        made.chains = step.chain == "every-face"
        return made

    def becomes(self, face: int, sides: int) -> int:
        """What a face counts as."""
        for _ in range(self.times):
            after = self._once(face, sides)
            if after is None:
                break
            face = after
        return face

    def _once(self, face: int, sides: int) -> int | None:
        """What it becomes; None where the face is not called for or stays what it is."""
        if self.called is not None and face not in self.called:
            return None
        if isinstance(self.map, str):
            return opposite(face, sides) if 1 <= face <= sides else None
        written = self.map.get(str(face))
        return None if written is None else int(written)

    def touches(self, kind: Kind) -> bool:
        """Whether dice of this sort are looked at."""
        return self.chains or not kind.special

    def __call__(self, table: Table, _die: int = NOBODY) -> None:
        """Change what dice show."""
        changed: list[tuple[Die, Die]] = []
        for place, die in enumerate(table.dice):
            if (die.kept or self.all) and self.touches(die.kind):
                after = self._changed(die)
                if after is not die:
                    table.dice[place] = after
                    changed.append((die, after))
        if self.all and changed:
            self._drop_anew(table)
        step = self.step
        table.log.append(Done(step=step.id, do=step.do, changed=tuple(changed)))

    def _changed(self, die: Die) -> Die:
        sides = die.kind.sides
        shown = tuple([self.becomes(face, sides) for face in die.shown])
        return die if shown == die.shown else die.showing(shown)

    def _drop_anew(self, table: Table) -> None:
        """What was dropped before is decided by the faces of now."""
        table.dice = [die._replace(kept=True) for die in table.dice]
        for redo in table.drops:
            redo(table)


def _checked(map: Mapping[str, str] | str, step: Step) -> Mapping[str, str] | str:
    """The map as it is. Raises PoolError for what is no face."""
    pairs = () if isinstance(map, str) else map.items()
    for face, after in pairs:
        if not (str(face).isdecimal() and str(after).isdecimal()):
            raise PoolError(f"{step.name}: {face} becomes {after}: both must be faces")
        if int(after) > MOST_SIDES:
            raise PoolError(f"{step.name}: no die shows {after}")
    return map


class DoCount:
    """The result is the number of faces; every throw of an exploded die counts by itself."""

    __slots__ = ("counted", "step")

    def __init__(self, step: CountFaces) -> None:
        self.step = step
        self.counted: dict[int, frozenset[int]] = {}

    def faces(self, sides: int) -> frozenset[int]:
        """The faces that count on dice of so many sides."""
        found = self.counted.get(sides)
        if found is None:
            found = self.counted.setdefault(sides, faces(self.step.faces, sides))
        return found

    def __call__(self, table: Table, _die: int = NOBODY) -> None:
        """Count the faces of the dice that are kept."""
        table.count = sum(
            [
                face in self.faces(die.kind.sides)
                for die in table.dice
                if die.kept
                for face in die.shown
            ]
        )
        step = self.step
        table.log.append(Done(step=step.id, do=step.do, count=table.count))


class DoChoose:
    """One of several actions; who rolls may say which, or else it is the assumed one."""

    __slots__ = ("choices", "step")

    def __init__(
        self, step: ChooseOne, choices: Mapping[str, DoCancel | DoMap | None]
    ) -> None:
        self.step = step
        self.choices = choices
        if step.assume not in choices:
            raise PoolError(
                f"{step.name}: there is no choice {step.assume!r} to assume"
            )

    def __call__(self, table: Table, die: int = NOBODY) -> None:
        """Ask, then do what was chosen."""
        choose = table.choose
        key = self.step.assume if choose is None else choose(self.step)
        if key not in self.choices:
            known = ", ".join(self.choices)
            raise PoolError(f"{self.step.name}: choose one of {known}, not {key!r}")
        table.log.append(Done(step=self.step.id, do=self.step.do, choice=key))
        action = self.choices[key]
        if action is not None:
            action(table, die)
