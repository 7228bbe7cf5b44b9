"""Dice fall: the roll itself, explosions, and a second set of everything."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .condition import NOBODY
from .pool import PoolError
from .table import LONGEST_CHAIN, MOST_DICE, Die, Done

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ..entries.dice import RollAgain, RollDice
    from .pool import Pool
    from .table import Kind, Randomness, Table

Ready = tuple[Die, ...]


def ready(kind: Kind) -> Ready:
    """The die on each of its faces, as if it did not explode; made once, as dice never change."""
    return tuple(Die(kind, (face,), (face,), face) for face in range(1, kind.sides + 1))


def throw(table: Table, lots: Sequence[tuple[Kind, int]]) -> list[Die]:
    """Throw dice onto the table; those that exploded by themselves follow their die."""
    if len(table.dice) + sum(count for _, count in lots) > MOST_DICE:
        raise PoolError(f"more than {MOST_DICE} dice")
    assert table.rng is not None
    fallen: list[Die] = []
    for kind, count in lots:
        fallen += _fall(kind, ready(kind), count, table.rng)
    table.dice += fallen
    return fallen


def _fall(kind: Kind, faces: Ready, count: int, rng: Randomness) -> list[Die]:
    if not kind.explode:
        return [faces[rng.randrange(kind.sides)] for _ in range(count)]
    fallen: list[Die] = []
    for _ in range(count):
        die = faces[rng.randrange(kind.sides)]
        if die.value in kind.explode:
            fallen += _chain(die, rng)
        else:
            fallen.append(die)
    return fallen


def _chain(die: Die, rng: Randomness) -> list[Die]:
    """A die that exploded, with all its throws: in one, or each by itself."""
    kind = die.kind
    faces = [die.value]
    while faces[-1] in kind.explode:
        faces.append(rng.randrange(kind.sides) + 1)
        if len(faces) > LONGEST_CHAIN:
            raise PoolError(f"a die exploded {LONGEST_CHAIN} times in a row")
    if kind.chain != "separate":
        chain = tuple(faces)
        return [Die(kind, chain, chain, sum(chain))]
    more = [Die(kind, (face,), (face,), face, first=False) for face in faces[1:]]
    return [die, *more]


class DoRoll:
    """All dice that wait fall. The dice on each face are made once for a plan."""

    __slots__ = ("faces", "step")

    def __init__(self, step: RollDice) -> None:
        self.step = step
        self.faces: dict[Kind, Ready] = {}

    def __call__(self, table: Table, _die: int = NOBODY) -> None:
        """Throw everything that waits."""
        rng = table.rng
        assert rng is not None
        fallen: list[Die] = []
        for kind, count in table.settle():
            faces = self.faces.get(kind)
            if faces is None:
                faces = self.faces.setdefault(kind, ready(kind))
            fallen += _fall(kind, faces, count, rng)
        table.dice += fallen
        table.take_up()
        step = self.step
        table.log.append(Done(step=step.id, do=step.do, rolled=tuple(fallen)))


class DoAgain:
    """Everything up to here once more, and one of the sets is kept."""

    __slots__ = ("higher", "more", "replay", "step")

    def __init__(
        self, step: RollAgain, pool: Pool, replay: Callable[[Table], Table]
    ) -> None:
        self.step = step
        self.replay = replay
        net = again(step, pool)
        self.higher = net > 0
        self.more = abs(net)

    def __call__(self, table: Table, _die: int = NOBODY) -> None:
        """Throw the other sets and keep one."""
        sets = [table.copy(), *(self.replay(table) for _ in range(self.more))]
        totals = [one.total for one in sets]
        best = max(totals) if self.higher else min(totals)
        kept = totals.index(best)
        if self.step.tie == "second":
            kept = len(totals) - 1 - totals[::-1].index(best)
        chosen = sets[kept]
        table.counts, table.pips, table.lots = chosen.counts, chosen.pips, chosen.lots
        table.dice, table.count, table.drops = chosen.dice, chosen.count, chosen.drops
        rolled = tuple(
            die for place, one in enumerate(sets) for die in one.dice if place != kept
        )
        table.log = chosen.log
        table.log.append(
            Done(
                step=self.step.id,
                do=self.step.do,
                totals=tuple(totals),
                set=kept,
                rolled=rolled,
            )
        )


def again(step: RollAgain, pool: Pool) -> int:
    """How many more sets: above zero the highest is kept, below the lowest.

    Where calls do not stack they count as one of each sort, and one of each is none.
    """
    counts: Mapping[str, int] = {
        keep: sum(pool.called(t) for t, said in step.token.items() if said == keep)
        for keep in ("higher", "lower")
    }
    if step.stack:
        return counts["higher"] - counts["lower"]
    return min(counts["higher"], 1) - min(counts["lower"], 1)
