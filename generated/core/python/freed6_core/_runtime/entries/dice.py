"""Dice procedures: how a pool is rolled, step by step.

Each step is one of a few exact primitives (`do`) with its parameters and the token that calls for
it in a pool's notation. The order of the steps is the order of application.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from ..notation import Behind
from ..record import Entry, Linked, Prose, Record, Ref

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from .tables import Benchmark


DieSource: TypeAlias = Literal["ability", "skill", "specialization"]
KeptOrBonus: TypeAlias = (
    "Literal['ability', 'skill', 'specialization', 'bonus'] | Ref[Step]"
)
AndDrop: TypeAlias = Literal["nothing", "the-die-itself", "the-only-die"]
"""Whether a die that was waited for goes as well: never, always, or where there is no other."""

Faces: TypeAlias = "Mapping[str, str] | str"
"""Faces by die, `{d6: 6, other: 7+}`, or the same faces of every die: `1`, `5-6`, `7+`."""


class Event(Record):
    """Something that happens beside the total: on a face, if the check turns out so.

    `which` dice must show it; `dropped` says whether dice that were dropped count.
    """

    if_: Literal["success", "failure"] | None = None
    shows: Faces
    which: Literal["any", "first", "all"] = "any"
    dropped: Literal["count", "ignore"] = "count"
    text: Prose


class Wait(Record):
    """A step waits for dice of another step to show a face when they fall."""

    step: Ref[Step]
    shows: Faces
    which: Literal["any", "first", "all"] = "any"
    dropped: Literal["count", "ignore"] = "count"


class Step(Entry):
    """One step of a procedure. `says` gives a token the word that people use for it.

    With `if_` it only happens when another step's dice show a face. `behind` is said of a class of
    steps: what a number behind their tokens means. So is `works_on`: dice that wait for the roll,
    dice that have been rolled, or either.
    """

    behind: ClassVar[Behind] = "count"
    works_on: ClassVar[Literal["waiting", "rolled", "either"]] = "rolled"
    do: str
    says: Mapping[str, str] = {}
    if_: Wait | None = None
    parent: Linked[Ref[Dice]]

    @property
    def changes_pips(self) -> bool:
        """Whether it changes pips, so that they do more than to shift the total."""
        return False


class MultiplyDice(Step):
    """Multiply the dice that come from some sources; pips are kept or multiplied.

    With `carry`, multiplied pips that make a die become one.
    """

    behind = "none"
    works_on = "waiting"
    token: str
    by: int
    sources: tuple[DieSource, ...]
    pips: Literal["keep", "multiply"]
    carry: bool = False

    @property
    def changes_pips(self) -> bool:
        """Whether pips are multiplied too."""
        return self.pips == "multiply"


class SubstituteDice(Step):
    """Dice of the pool become other dice, which may explode: roll again and add.

    `always` says how many without a token; `from_` which dice may be taken; `at_most` how many
    (`all`, or a number); `explode` the faces by die, `other` for every die not named; `chain` what
    an exploded die counts as.
    """

    behind = "sides"
    works_on = "waiting"
    token: str = ""
    always: int = 0
    from_: tuple[DieSource, ...]
    at_most: str
    explode: Mapping[str, str] = {}
    chain: Literal["one-die", "face", "separate"] = "one-die"
    events: Mapping[str, Event] = {}


class AddDice(Step):
    """More dice, by token; `like` those of another step, or else the plain ones.

    `events` says whether they count for that step's events, `at` when they may be called for.
    """

    works_on = "either"
    token: str
    like: Ref[Step] | None = None
    events: Literal["same", "none"] = "same"
    at: tuple[Literal["before-roll", "after-roll"], ...] = ("before-roll",)


class RoundPips(Step):
    """Pips become a die from so many on, or never; none are left."""

    works_on = "waiting"
    up_from: str

    @property
    def changes_pips(self) -> bool:
        """Always."""
        return True


class RollDice(Step):
    """Roll what lies on the table."""

    works_on = "waiting"


class RollAgain(Step):
    """Roll a second set and take one of both: the higher or the lower, by token.

    A set is everything from the beginning to this step.
    """

    behind = "none"
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

    The token names the face; without a token, every face of the `map` is meant. `which` dice it
    looks at (`all`: before any were dropped); how many `times` it can happen to one die; `chain`,
    whether every face of a substituted die is looked at.
    """

    behind = "face"
    token: str = ""
    map: Mapping[str, str] | Literal["opposite"]
    which: Literal["kept", "all"]
    times: int
    chain: Literal["every-face", "none"]


class CancelHighest(Step):
    """Drop the highest die, and perhaps the die that the step waited for as well (`and_`)."""

    and_: AndDrop = "nothing"


class CountFaces(Step):
    """The result is how many of these faces were rolled, instead of their sum."""

    faces: str


class Alternative(Record):
    """One of the things that can be chosen in a step; `do` is a primitive, or `nothing`."""

    name: str
    do: Literal["nothing", "cancel-highest", "map-faces"]
    and_: AndDrop = "nothing"
    map: Mapping[str, str] | Literal["opposite"] = "opposite"
    text: Prose = ""


class ChooseOne(Step):
    """Somebody chooses what happens; odds reckon with the choice to `assume`."""

    chosen_by: Prose
    choices: Mapping[str, Alternative]
    assume: str


class Dice(Entry):
    """A procedure: the die, when a total succeeds, how a margin becomes a rank, and the steps.

    `pips_carry` says which pips become dice: those of one's own codes, all, or none.
    `ranks` is the benchmark that a margin is looked up in.
    """

    die: str
    pips_carry: Literal["codes", "always", "never"]
    success: Literal["at-least", "more-than"]
    ranks: Ref[Benchmark] | None = None
    steps: tuple[Step, ...]

    def succeeds(self, margin: int) -> bool:
        """Whether a total that is above its target by so much is a success."""
        return margin > 0 if self.success == "more-than" else margin >= 0

    def rank_of(self, margin: int) -> int:
        """The rank of a successful margin: its place in the benchmark of ranks; 0 without one."""
        return self.ranks.entry.place(margin) if self.ranks else 0

    def places(self, *, success: bool) -> tuple[int, ...]:
        """The places of the bands that margins of a success, or of a failure, can be in.

        Place 0 is below the first band, or without any.
        """
        first = int(self.success == "more-than")
        lows = [band.range.low for band in self.ranks.entry.bands] if self.ranks else []
        return tuple(
            place
            for place, (low, end) in enumerate(pairwise((None, *lows, None)))
            if (end is None or end > first if success else low is None or low < first)
        )


def first_procedure(entries: Iterable[Entry]) -> Dice | None:
    """The procedure that counts where none is named."""
    return next((entry for entry in entries if isinstance(entry, Dice)), None)


PRIMITIVES: Mapping[str, type[Step]] = {
    "multiply-dice": MultiplyDice,
    "substitute-dice": SubstituteDice,
    "add-dice": AddDice,
    "round-pips": RoundPips,
    "roll": RollDice,
    "roll-again": RollAgain,
    "add-and-drop": AddAndDrop,
    "map-faces": MapFaces,
    "cancel-highest": CancelHighest,
    "count-faces": CountFaces,
    "choose-one": ChooseOne,
}
