"""Tracks of conditions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ..record import Entry, Linked, Ref

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..duration import Duration
    from ..effects import Effect
    from .abilities import Ability, Skill, Specialization, Value
    from .actions import Action, Check
    from .benchmarks import Benchmark
    from .tables import Cell, Column


class Condition(Entry):
    """A state that someone or something can be in.

    `rank` counts from the track's start: 0 there, 1 the next, -1 the one before. `lasts` is a
    duration of its own; see `duration`.
    """

    lasts: Duration | None = None
    recovered_by: tuple[Ref[Action], ...] = ()
    effects: tuple[Effect, ...] = ()
    cells: Linked[Mapping[str, Cell]] = {}
    parent: Linked[Ref[Track]]
    rank: Linked[int]

    @property
    def track(self) -> Track:
        """The track that this condition is part of."""
        return self.parent.entry

    @property
    def duration(self) -> Duration | None:
        """How long it lasts: as it says itself, else as the band of its rank says."""
        ranks = self.track.ranks
        if self.lasts is not None or ranks is None or self.rank < 1:
            return self.lasts
        bands = ranks.entry.bands
        return bands[self.rank - 1].lasts if self.rank <= len(bands) else None


class Track(Entry):
    """Conditions in order.

    A discrete one exists once, a progressive one replaces the one before, cumulative ones stand
    side by side and their effects add up.

    `ranks` is the benchmark that turns result points into ranks; `start` the condition of rank 0.
    `effects` hold in every condition; they may use `step`, the rank.
    """

    stacking: Literal["discrete", "progressive", "cumulative"]
    ranks: Ref[Benchmark] | None = None
    resisted_by: tuple[
        Ref[Ability] | Ref[Skill] | Ref[Specialization] | Ref[Value], ...
    ] = ()
    recovered_by: tuple[Ref[Action], ...] = ()
    start: Ref[Condition] | None = None
    effects: tuple[Effect, ...] = ()
    test: Check | None = None
    columns: Mapping[str, Column] = {}
    conditions: tuple[Condition, ...]

    def at(self, rank: int) -> Condition | None:
        """The condition of this rank; beyond either end, the last one there."""
        first, last = self.conditions[0].rank, self.conditions[-1].rank
        if rank < first:
            return self.conditions[0] if first <= 0 else None
        return self.conditions[min(rank, last) - first]

    @property
    def last_rank(self) -> int:
        """The rank of the last condition."""
        return self.conditions[-1].rank
