"""A ruleset of a benchmark, a track and a table, and someone in it, for formulas to ask."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from freed6c.runtime.amounts import Quantity, Range
from freed6c.runtime.die_code import DieCode, die_codes
from freed6c.runtime.entries.benchmarks import Band, Benchmark
from freed6c.runtime.entries.tables import Column, Row, Table
from freed6c.runtime.entries.tracks import Condition, Track
from freed6c.runtime.record import Entry, Ref, of_kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.runtime.given import Value

CODE = die_codes(3)


def ref(entry: str) -> Ref[Any]:
    return Ref(entry)


LADDER, HARM, REACH = ref("benchmark.ladder"), ref("track.harm"), ref("table.reach")


@dataclass(frozen=True)
class Someone:
    """Has ratings that follow from the names of things, and some values."""

    values: Mapping[str, int] = field(default_factory=dict)

    def rating(self, entry: str) -> DieCode:
        return CODE(len(entry) // 4, 1)

    def fixed(self, entry: str) -> int:
        return len(entry)

    def roll(self, entry: str) -> int:
        return len(entry) + 1

    def has(self, entry: str) -> bool:
        return entry == "ability.might"

    def without_ability(self, entry: str) -> DieCode:
        return CODE(len(entry) // 8)

    def value(self, entry: str) -> Value:
        return self.values.get(entry)


def column(**fields: Any) -> Column:
    return Column(name="A column", type="integer", **fields)


class World:
    """Bands 1-5 and 6+; three conditions; a table of two rows."""

    def __init__(self, die_code: type[DieCode] = CODE) -> None:
        self.die_code = die_code
        tops = (self.ladder(), self.harm(), self.reach())
        self.entries = {part.id: part for top in tops for part in top.tree()}

    def entry(self, key: str, /) -> Entry:
        return self.entries[key]

    def every(self, kind: str, /) -> Iterator[Entry]:
        return of_kind(self.entries.values(), kind)

    def ladder(self) -> Benchmark:
        low, high = Range(low=1, high=5), Range(low=6)
        bands = [
            Band(id=f"band.ladder.{key}", name=key, range=span, place=n, parent=LADDER)
            for n, (key, span) in enumerate({"low": low, "high": high}.items(), 1)
        ]
        return Benchmark(id="benchmark.ladder", name="Ladder", bands=tuple(bands))

    def harm(self) -> Track:
        conditions = [
            Condition(id=f"condition.harm.{key}", name=key, parent=HARM, rank=rank)
            for rank, key in enumerate(("stung", "hurt", "out"), 1)
        ]
        return Track(
            id="track.harm",
            name="Harm",
            stacking="cumulative",
            conditions=tuple(conditions),
        )

    def reach(self) -> Table:
        far = Quantity(amount=5, unit="ft")
        rows = [
            Row(id="row.reach.1", parent=REACH, cells={"far": far, "limit": 7}),
            Row(id="row.reach.2", parent=REACH, cells={"far": far, "limit": None}),
        ]
        columns = {"far": column(), "limit": column(optional=True)}
        return Table(id="table.reach", name="Reach", columns=columns, rows=tuple(rows))
