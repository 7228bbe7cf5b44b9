"""A small ruleset with two ways to roll dice, and someone in it, for formulas to ask."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from freed6c.runtime.amounts import DieCode, Quantity, Range, die_codes
from freed6c.runtime.entries.dice import (
    Dice,
    DropDice,
    RollDice,
    Step,
    SubstituteDice,
)
from freed6c.runtime.entries.tables import (
    Band,
    Benchmark,
    Column,
    Condition,
    Row,
    Table,
    Track,
)
from freed6c.runtime.entries.world import Ability
from freed6c.runtime.finding import NameIndex
from freed6c.runtime.record import Entry, Ref, of_kind

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from freed6c.runtime.situation import FormulaValue


T = TypeVar("T")

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
        return len(entry) + self.values.get("value.armour", 0)

    def roll(self, of: object, _procedure: object = None) -> int:
        return len(str(of)) + 1

    def has(self, entry: str) -> bool:
        return entry == "ability.might"

    def without_ability(self, entry: str) -> DieCode:
        return CODE(len(entry) // 8)

    def value(self, entry: str) -> FormulaValue:
        return self.values.get(entry)

    def count_of(self, entry: str) -> int:
        return len(entry) % 5


def column(**fields: Any) -> Column:
    return Column(name="A column", type="integer", **fields)


def named(key: str, do: str) -> dict[str, Any]:
    return {"id": f"step.{key}", "name": key, "do": do, "parent": ref("dice.fate")}


class World:
    """Bands 1-5 and 6+; three conditions; a table of two rows; dice with tokens and without."""

    id = "world"
    version = "1.0.0"
    packs = ("world",)
    moved: Mapping[str, str] = MappingProxyType({})
    terms: Mapping[str, str] = MappingProxyType({})

    def __init__(self, die_code: type[DieCode] = CODE) -> None:
        self.die_code = die_code
        self.procedure = self.dice("fate", self.wild(), self.roll(), self.boost())
        bare = self.dice("bare", self.roll(), success="more-than")
        might = Ability(id="ability.might", name="Might")
        tops = (self.ladder(), self.harm(), self.reach(), might, self.procedure, bare)
        self.entries = {part.id: part for top in tops for part in top.tree()}

    def entry(self, key: str, /) -> Entry:
        return self.entries[key]

    def every(self, kind: str, /) -> Iterator[Entry]:
        return of_kind(self.entries.values(), kind)

    def once(self, find: Callable[[Self], T], /) -> T:
        return find(self)

    @property
    def names(self) -> NameIndex:
        return NameIndex(self.entries.values())

    def dice(self, key: str, *steps: Step, success: str = "at-least") -> Dice:
        fields: Any = {"die": "d6", "pips_carry": "codes", "success": success}
        return Dice(id=f"dice.{key}", name=key, steps=steps, **fields)

    def wild(self) -> Step:
        return SubstituteDice(
            **named("wild", "substitute-dice"),
            token="WD",
            from_=("ability", "skill", "specialization"),
            limit="all",
            explode={"d6": "6", "other": "7+"},
        )

    def roll(self) -> Step:
        return RollDice(**named("roll", "roll"))

    def boost(self) -> Step:
        own: Any = ("ability", "skill", "specialization", "bonus")
        sources = (*own, ref("step.wild"), ref("step.boost"))
        return DropDice(
            **named("boost", "drop-dice"),
            token={"B": "lowest"},
            cancel="none",
            drop_from=sources,
            equal_dice=sources,
            forced=False,
        )

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
