"""Dice procedures: how a pool is rolled, step by step.

Each step is one of a few exact primitives (`do`) with its parameters and the token that calls for
it in a pool's notation. The order of the steps is the order of application.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from ..record import Entry, Linked, Prose, Record, Ref

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .benchmarks import Benchmark

DieSource: TypeAlias = Literal["ability", "skill", "specialization"]
KeptOrBonus: TypeAlias = (
    "Literal['ability', 'skill', 'specialization', 'bonus'] | Ref[Step]"
)


class Event(Record):
    """Something that happens beside the total: on a face, if the check turns out so.

    `which` dice must show it; `dropped` says whether dice that were dropped count.
    """

    if_: Literal["success", "failure"] | None = None
    shows: Mapping[str, str]
    which: Literal["any", "first", "all"] = "any"
    dropped: Literal["count", "ignore"] = "count"
    text: Prose


class Step(Entry):
    """One step of a procedure. `says` gives a token the word that people use for it."""

    do: str
    says: Mapping[str, str] = {}
    parent: Linked[Ref[Dice]]


class MultiplyDice(Step):
    """Multiply the dice that come from some sources; pips are kept or multiplied."""

    token: str
    by: int
    sources: tuple[DieSource, ...]
    pips: Literal["keep", "multiply"]


class SubstituteDice(Step):
    """Dice of the pool become other dice, which may explode: roll again and add.

    `from_` says which dice may be taken; `at_most` how many (`all`, or a number); `explode` the
    faces by die, `other` for every die not named; `chain` what an exploded die counts as.
    """

    token: str
    from_: tuple[DieSource, ...]
    at_most: str
    explode: Mapping[str, str]
    chain: Literal["one-die", "face", "separate"]
    events: Mapping[str, Event] = {}


class RollDice(Step):
    """Roll what lies on the table."""


class RollAgain(Step):
    """Roll a second set and take one of both: the higher or the lower, by token."""

    token: Mapping[str, str]
    compare: Literal["total"]
    tie: Literal["first", "second"]
    stack: bool


class AddAndDrop(Step):
    """Roll extra dice along and drop as many: the lowest or the highest, by token.

    `cancel` says how opposite tokens meet; `drop_from` which dice can be dropped; `equal_dice`
    which of equal dice goes first; `forced`, whether an extra die takes another's place though it
    is worse.
    """

    token: Mapping[str, str]
    cancel: Literal["one-for-one", "none"]
    drop_from: tuple[KeptOrBonus, ...]
    equal_dice: tuple[KeptOrBonus, ...]
    forced: bool


class MapFaces(Step):
    """Faces of a number count as other faces, for example as the opposite one.

    `which` dice it looks at; how many `times` it can happen to one die; `chain`, whether every
    face of an exploded die is looked at.
    """

    token: str
    map: Literal["opposite"]
    which: Literal["kept", "all"]
    times: int
    chain: Literal["every-face", "none"]


class Dice(Entry):
    """A procedure: the die, when a total succeeds, how a margin becomes a rank, and the steps."""

    die: str
    pips_carry: Literal["codes", "always", "never"]
    success: Literal["at-least", "more-than"]
    ranks: Ref[Benchmark] | None = None
    steps: tuple[Step, ...]


PRIMITIVES: Mapping[str, type[Step]] = {
    "multiply-dice": MultiplyDice,
    "substitute-dice": SubstituteDice,
    "roll": RollDice,
    "roll-again": RollAgain,
    "add-and-drop": AddAndDrop,
    "map-faces": MapFaces,
}
