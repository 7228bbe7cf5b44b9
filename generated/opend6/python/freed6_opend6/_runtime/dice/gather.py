"""Steps that change the pool before it is thrown: multiply, substitute, add, round pips."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .condition import NOBODY
from .faces import faces_of, sides_of
from .pool import BONUS, PoolError
from .table import MOST_DICE, Done, Kind
from .throw import throw

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..entries.dice import AddDice, Dice, MultiplyDice, RoundPips, SubstituteDice
    from .pool import Pool
    from .table import Table


class DoMultiply:
    """The dice from some sources, so many times; however often it is called for, once."""

    __slots__ = ("per_die", "step")

    def __init__(self, step: MultiplyDice, pool: Pool) -> None:
        self.step = step
        self.per_die = pool.pips_per_die
        if step.carry and not self.per_die:
            raise PoolError(
                f"{step.name} has to know how many pips make a die: name it with the pool"
            )

    def __call__(self, table: Table, _die: int = NOBODY) -> None:
        """Multiply what waits."""
        dice, pips = table.waiting, sum(table.pips.values())
        for source in self.step.sources:
            table.counts[source] *= self.step.by
        if self.step.pips == "multiply":
            self._pips(table)
        table.log.append(
            Done(
                step=self.step.id,
                do=self.step.do,
                dice=(dice, table.waiting),
                pips=(pips, sum(table.pips.values())),
            )
        )

    def _pips(self, table: Table) -> None:
        for source in self.step.sources:
            table.pips[source] *= self.step.by
        if not self.step.carry:
            return
        first = self.step.sources[0]
        whole, rest = divmod(
            sum(table.pips[source] for source in self.step.sources), self.per_die
        )
        table.counts[first] += whole
        for source in self.step.sources:
            table.pips[source] = rest if source == first else 0


class DoSubstitute:
    """Dice of the pool become others: first those that are always there, then those called for."""

    __slots__ = ("lots", "most", "step")

    def __init__(self, step: SubstituteDice, pool: Pool, sides: int) -> None:
        self.step = step
        self.most = MOST_DICE if step.at_most == "all" else int(step.at_most)
        called = [call for call in pool.calls if call.token == step.token]
        self.lots: list[tuple[Kind, int]] = []
        if step.always:
            self.lots.append((substitute(step, sides), step.always))
        self.lots += [
            (substitute(step, call.number or sides), call.times) for call in called
        ]

    def __call__(self, table: Table, _die: int = NOBODY) -> None:
        """Take plain dice away and lay others."""
        before, left = table.plain, self.most
        for kind, wanted in self.lots:
            own = sum(max(0, table.counts[source]) for source in self.step.from_)
            count = min(wanted, left, own, table.plain)
            left -= count
            _take(table, self.step.from_, count)
            _lay(table, kind, count)
        table.log.append(
            Done(step=self.step.id, do=self.step.do, dice=(before, table.plain))
        )


def substitute(step: SubstituteDice, sides: int, source: str = "") -> Kind:
    """The dice that a step puts in the place of plain ones. Raises PoolError if they never end."""
    text = step.explode.get(f"d{sides}", step.explode.get("other"))
    explode = faces_of({} if text is None else {"other": text}, sides)
    if len(explode) == sides:
        raise PoolError(
            f"{step.name}: a die of {sides} sides explodes on every face and never ends"
        )
    return Kind(
        sides, source or step.id, explode, step.chain, special=True, events=step.id
    )


def _take(table: Table, sources: Sequence[str], count: int) -> None:
    for source in sources:
        taken = min(count, max(0, table.counts[source]))
        table.counts[source] -= taken
        count -= taken


def _lay(table: Table, kind: Kind, count: int) -> None:
    if count:
        table.lots.append((kind, count))


class DoAdd:
    """More dice: into the pool, or straight onto the table where they come after the roll."""

    __slots__ = ("at_once", "lots", "step")

    def __init__(
        self, step: AddDice, pool: Pool, procedure: Dice, *, thrown: bool
    ) -> None:
        self.step = step
        self.at_once = thrown or "before-roll" not in step.at
        kind = added(step, procedure)
        self.lots = [(kind, pool.called(step.token))]

    def __call__(self, table: Table, _die: int = NOBODY) -> None:
        """Lay the dice, or throw them."""
        if self.at_once:
            dice = throw(table, self.lots)
            done = Done(step=self.step.id, do=self.step.do, rolled=tuple(dice))
        else:
            before = table.waiting
            table.lots += self.lots
            counts = (before, table.waiting)
            done = Done(step=self.step.id, do=self.step.do, dice=counts)
        table.log.append(done)


def added(step: AddDice, procedure: Dice) -> Kind:
    """The dice that a step adds: plain, or like those of another step."""
    sides = sides_of(procedure.die)
    if step.like is None:
        return Kind(sides, step.id)
    like = next(_substitutes(procedure, step.like.id), None)
    if like is None:
        raise PoolError(f"{step.name} is like {step.like.id}, which lays no dice")
    kind = substitute(like, sides, source=step.id)
    return kind if step.events == "same" else kind._replace(events="")


def _substitutes(procedure: Dice, step: str) -> Iterator[SubstituteDice]:
    from ..entries.dice import SubstituteDice

    for one in procedure.steps:
        if one.id == step and isinstance(one, SubstituteDice):
            yield one


class DoRoundPips:
    """All pips become dice, as many as there are with the last one rounded; none are left."""

    __slots__ = ("per_die", "step")

    def __init__(self, step: RoundPips, pool: Pool) -> None:
        self.step = step
        self.per_die = pool.pips_per_die

    def __call__(self, table: Table, _die: int = NOBODY) -> None:
        """Turn pips into dice."""
        pips, before = sum(table.pips.values()), table.waiting
        table.counts[BONUS] += self._dice(pips)
        table.pips = dict.fromkeys(table.pips, 0)
        dice = (before, table.waiting)
        table.log.append(
            Done(step=self.step.id, do=self.step.do, dice=dice, pips=(pips, 0))
        )

    def _dice(self, pips: int) -> int:
        if self.step.up_from == "none" or pips < 1:
            return 0
        whole, rest = divmod(pips, self.per_die) if self.per_die else (0, pips)
        return whole + (rest >= int(self.step.up_from))
