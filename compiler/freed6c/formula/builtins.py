"""The functions that every formula can call. To add one, add it to the table below.

Each has the types it takes, the type it gives, what it does with values, and how it is
written in Python where it can be. No other file has a list of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from freed6c.formula import plain, results, workings
from freed6c.formula.results import INSIDE, always
from freed6c.formula.types import (
    BOOLEAN,
    DIE_CODE,
    FRACTION,
    INTEGER,
    POOL,
    EntryOf,
    OptionalOf,
    QuantityOf,
)
from freed6c.runtime.situation import Situation

if TYPE_CHECKING:
    from collections.abc import Callable

    from freed6c.formula.plain import Written
    from freed6c.formula.results import Gives
    from freed6c.formula.types import Type
    from freed6c.runtime.given import Value


@dataclass(frozen=True, slots=True)
class Param:
    """What one argument may be.

    Without `wants`, whatever is wanted of the call. A `shared` argument becomes what
    the call gives. A `plain` one is a word that is not looked up. `words` say it better
    than the types.
    """

    wants: tuple[Type, ...] = ()
    words: str = ""
    shared: bool = False
    plain: bool = False


@dataclass(frozen=True, slots=True)
class Picks:
    """Works out the first argument and then at most one other: by its value, which."""

    which: Callable[[Any], int]


Works: TypeAlias = "Callable[..., Value] | Picks"


@dataclass(frozen=True, slots=True, kw_only=True)
class Builtin:
    """One function, which may ask the rules or a character (`asks`).

    If it `repeats`, its last argument may stand more than once; so many of the last are
    `optional`. It `costs` so many steps of what a formula may take.
    """

    name: str
    doc: str
    takes: tuple[Param, ...]
    gives: Gives
    works: Works
    python: Written
    asks: bool = False
    repeats: bool = False
    optional: int = 0
    costs: int = 1

    def param(self, position: int) -> Param:
        """Say what the argument at a position may be."""
        return self.takes[min(position, len(self.takes) - 1)]


COMPARABLE: Final = Param(
    (FRACTION, DIE_CODE, QuantityOf()), "numbers, die codes or quantities", shared=True
)
NUMBER: Final = Param((FRACTION,), "a number")
WHOLE: Final = Param((INTEGER,))
CODE: Final = Param((DIE_CODE,))
POOLED: Final = Param((POOL,))
PROCEDURE: Final = Param((EntryOf("dice"),))
ODDS: Final = 2_000
"""What exact odds cost: no formula can ask for very many."""
ANYTHING: Final = Param(shared=True)
RATED: Final = Param((EntryOf("ability"), EntryOf("skill"), EntryOf("specialization")))
BAND: Final = Param((OptionalOf(EntryOf("band")),), "a band")
ORDER: Final = Param(
    tuple(EntryOf(kind) for kind in INSIDE), "something with things in it, as a track"
)
PLACED: Final = Param(
    tuple(OptionalOf(EntryOf(kind)) for kind in INSIDE.values()),
    "something that stands in an order, as a band",
)

TABLE: Final = (
    Builtin(
        name="abs",
        doc="A number or quantity without its sign.",
        takes=(Param((FRACTION, QuantityOf()), "a number or a quantity"),),
        gives=results.as_given,
        works=workings.magnitude,
        python=plain.function("abs"),
    ),
    Builtin(
        name="ability-of",
        doc="The ability that a skill or a specialization adds to.",
        takes=(RATED,),
        gives=always(EntryOf("ability")),
        works=Situation.ability_of,
        python=plain.method("ability_of"),
        asks=True,
    ),
    Builtin(
        name="band",
        doc="The band of a benchmark that holds a number; blank where none does.",
        takes=(Param((EntryOf("benchmark"),)), WHOLE),
        gives=results.part_of,
        works=Situation.band,
        python=plain.method("band"),
        asks=True,
    ),
    Builtin(
        name="bottom",
        doc="The lowest number of a band.",
        takes=(BAND,),
        gives=always(INTEGER),
        works=Situation.bottom,
        python=plain.method("bottom"),
        asks=True,
    ),
    Builtin(
        name="ceil",
        doc="The number rounded up.",
        takes=(NUMBER,),
        gives=always(INTEGER),
        works=workings.ceil,
        python=plain.ceil,
    ),
    Builtin(
        name="chance",
        doc="The exact chance that these dice succeed against a number.",
        takes=(POOLED, WHOLE, PROCEDURE),
        optional=1,
        gives=always(FRACTION),
        works=Situation.chance,
        python=plain.method("chance"),
        asks=True,
        costs=ODDS,
    ),
    Builtin(
        name="count",
        doc="How many things stand in an entry: the conditions of a track.",
        takes=(ORDER,),
        gives=always(INTEGER),
        works=Situation.count,
        python=plain.method("count"),
        asks=True,
    ),
    Builtin(
        name="dice",
        doc="The dice of a die code, without its pips.",
        takes=(CODE,),
        gives=always(INTEGER),
        works=workings.dice,
        python=plain.field("dice"),
    ),
    Builtin(
        name="fixed",
        doc="What a rating of the character is worth when nobody rolls it.",
        takes=(RATED,),
        gives=always(INTEGER),
        works=Situation.fixed,
        python=plain.method("fixed"),
        asks=True,
    ),
    Builtin(
        name="floor",
        doc="The number rounded down.",
        takes=(NUMBER,),
        gives=always(INTEGER),
        works=workings.floor,
        python=plain.floor,
    ),
    Builtin(
        name="has",
        doc="Whether the character has this at all.",
        takes=(RATED,),
        gives=always(BOOLEAN),
        works=Situation.has,
        python=plain.method("has"),
        asks=True,
    ),
    Builtin(
        name="highest",
        doc="The highest total that these dice can give; blank where there is none.",
        takes=(POOLED, PROCEDURE),
        optional=1,
        gives=always(OptionalOf(INTEGER)),
        works=Situation.highest,
        python=plain.method("highest"),
        asks=True,
        costs=ODDS,
    ),
    Builtin(
        name="if",
        doc="The second thing where the first is true, else the third.",
        takes=(Param((BOOLEAN,)), ANYTHING, ANYTHING),
        gives=results.branches,
        works=Picks(lambda met: 1 if met else 2),
        python=plain.conditional,
    ),
    Builtin(
        name="if-blank",
        doc="The first thing, or the second where the first is blank.",
        takes=(ANYTHING, ANYTHING),
        gives=results.filled,
        works=Picks(lambda found: 1 if found is None else 0),
        python=plain.if_blank,
        asks=True,
    ),
    Builtin(
        name="lookup",
        doc="A cell of a table: the table, what finds the row, the column.",
        takes=(
            Param((EntryOf("table"),)),
            Param(),
            Param(words="the name of a column", plain=True),
        ),
        gives=results.cell,
        works=workings.lookup,
        python=plain.lookup,
        asks=True,
    ),
    Builtin(
        name="lowest",
        doc="The lowest total that these dice can give.",
        takes=(POOLED, PROCEDURE),
        optional=1,
        gives=always(INTEGER),
        works=Situation.lowest,
        python=plain.method("lowest"),
        asks=True,
        costs=ODDS,
    ),
    Builtin(
        name="max",
        doc="The greatest of some numbers, die codes or quantities.",
        takes=(COMPARABLE,),
        gives=results.alike,
        works=workings.greatest,
        python=plain.function("max"),
        repeats=True,
    ),
    Builtin(
        name="mean",
        doc="The mean total of these dice, exactly.",
        takes=(POOLED, PROCEDURE),
        optional=1,
        gives=always(FRACTION),
        works=Situation.mean,
        python=plain.method("mean"),
        asks=True,
        costs=ODDS,
    ),
    Builtin(
        name="min",
        doc="The smallest of some numbers, die codes or quantities.",
        takes=(COMPARABLE,),
        gives=results.alike,
        works=workings.smallest,
        python=plain.function("min"),
        repeats=True,
    ),
    Builtin(
        name="nth",
        doc="What has a number by its place in an entry: the condition of a rank.",
        takes=(ORDER, WHOLE),
        gives=results.part_of,
        works=Situation.nth,
        python=plain.method("nth"),
        asks=True,
    ),
    Builtin(
        name="pips",
        doc="The pips of a die code, without its dice.",
        takes=(CODE,),
        gives=always(INTEGER),
        works=workings.pips,
        python=plain.field("pips"),
    ),
    Builtin(
        name="place",
        doc="The number an entry has by its place in its like; 0 for a blank.",
        takes=(PLACED,),
        gives=always(INTEGER),
        works=Situation.place,
        python=plain.method("place"),
        asks=True,
    ),
    Builtin(
        name="rating",
        doc="The die code of the character.",
        takes=(RATED,),
        gives=always(DIE_CODE),
        works=Situation.rating,
        python=plain.method("rating"),
        asks=True,
    ),
    Builtin(
        name="roll",
        doc="The total when the character rolls.",
        takes=(RATED,),
        gives=always(INTEGER),
        works=Situation.roll,
        python=plain.method("roll"),
        asks=True,
    ),
    Builtin(
        name="top",
        doc="The highest number of a band.",
        takes=(BAND,),
        gives=always(INTEGER),
        works=Situation.top,
        python=plain.method("top"),
        asks=True,
    ),
    Builtin(
        name="without-ability",
        doc="The rating of the character without what the ability gives to it.",
        takes=(RATED,),
        gives=always(DIE_CODE),
        works=Situation.without_ability,
        python=plain.method("without_ability"),
        asks=True,
    ),
)

BUILTINS: Final = {builtin.name: builtin for builtin in TABLE}
