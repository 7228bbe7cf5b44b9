"""Define the state of a roll: waiting dice, thrown dice, and the log of steps."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeAlias

from ..record import Record
from .pool import NONE, SOURCES, Pool, faces_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..entries.dice import ChooseOne, Event, Faces, Wait


MOST_DICE = 1000
"""The limit on dice on the table."""
LONGEST_CHAIN = 2000
"""The limit on throws of one die. Only a broken source of randomness exceeds it."""


class Randomness(Protocol):
    """A source of randomness with the method of `random.Random`. Tests can script it."""

    def randrange(self, stop: int, /) -> int:
        """Return a uniform integer from 0 to `stop` - 1."""
        ...


class SystemDice:
    """The system's unpredictable source of randomness. It has no state, so it can be pickled."""

    def randrange(self, stop: int, /) -> int:
        """Return a uniform integer from 0 to `stop` - 1."""
        from random import SystemRandom  # its import takes longer than that of all dice

        return SystemRandom().randrange(stop)


def dice_of(rng: Randomness | None) -> Randomness:
    """Return a source of randomness, by default that of the system."""
    return SystemDice() if rng is None else rng


class Kind(NamedTuple):
    """A kind of die: its number of sides, its source, and how it explodes.

    - `source`: a source of the pool, or the id of the step that added the die.
    - `explode`: the exploding faces. `chain`: how all throws of an exploded die count.
    - `explode_if`: the result with which the die explodes, after all steps; empty if it does so
      when it falls. `explode_times`: how often it can explode; None for any number of times.
    - `special`: True if the die replaced a plain one.
    - `events`: the id of the step for whose events and conditions the die counts; empty for none.
    - `counts`: the faces that count if faces are counted; empty for those of all other dice.
    - `throws`: the number of its first throws that events look at.
    """

    sides: int
    source: str
    explode: frozenset[int] = NONE
    chain: str = "one-die"
    special: bool = False
    events: str = ""
    counts: frozenset[int] = NONE
    explode_if: str = ""
    explode_times: int | None = None
    throws: int = 1

    @property
    def scatters(self) -> bool:
        """True if its explosions are separate dice."""
        return self.chain == "separate" and bool(self.explode)

    def after(self, result: str) -> Kind:
        """Return the kind without its explosions if it doesn't explode with this result."""
        return self if self.explode_if in {"", result} else self._replace(explode=NONE)


class Die(NamedTuple):
    """A thrown die: its natural faces (an explosion adds one), and the faces it counts as.

    `first` is False for a throw that an explosion added as a separate die.
    """

    kind: Kind
    faces: tuple[int, ...]
    shown: tuple[int, ...]
    value: int
    kept: bool = True
    first: bool = True

    @property
    def height(self) -> int:
        """The number for ranking dice when the lowest or highest is dropped."""
        return self.shown[0] if self.kind.chain == "face" else self.value

    def showing(self, shown: tuple[int, ...]) -> Die:
        """Return a copy of the die in which these faces count."""
        return self._replace(shown=shown, value=sum(shown))

    def dropped(self) -> Die:
        """Return the die as dropped from the roll."""
        return self._replace(kept=False)


class Done(Record):
    """The log entry of one step. Fields that the step didn't affect are left out.

    - `idle`: True if the step had nothing to do for this pool.
    - `waited`: True if no die showed the face that the step waits for.
    - `dice`, `pips`: their numbers before and after the step.
    - `rolled`, `dropped`: the dice that were rolled or dropped.
    - `changed`: pairs of a die before and after its face changed.
    - `totals`: the totals of the sets that were compared. `set`: the place of the one that was
      kept.
    - `choice`: the key of the choice. `tossed`: the face of the die that made it.
    """

    step: str
    do: str
    idle: bool = False
    waited: bool = False
    dice: tuple[int, int] | None = None
    pips: tuple[int, int] | None = None
    rolled: tuple[Die, ...] = ()
    dropped: tuple[Die, ...] = ()
    changed: tuple[tuple[Die, Die], ...] = ()
    totals: tuple[int, ...] = ()
    set: int | None = None
    count: int | None = None
    choice: str = ""
    tossed: int | None = None


Choose: TypeAlias = "Callable[[ChooseOne], str]"
"""A function that decides in a step: it returns the key of one of the step's choices."""
Redo: TypeAlias = "Callable[[RollState], object]"
"""A function that repeats a drop, with the same number of dice, after their faces have changed."""


class RollState:
    """The table during a roll, which steps read and change.

    - `counts`: the numbers of waiting plain dice by source; negative if more dice were subtracted
      than the source has.
    - `lots`: the other waiting dice, as pairs of a kind and a number.
    - `capped`: by step, the number of dice above a limit that it doesn't add.
    - `dice`: the thrown dice. `count`: the number of counted faces, if that is the result.
    - `drops`: for each drop so far, a function that repeats it.
    """

    def __init__(self, pool: Pool, sides: int) -> None:
        self.sides = sides
        self.counts = {source: share.dice for source, share in pool.shares.items()}
        self.pips = {source: share.pips for source, share in pool.shares.items()}
        self.lots: list[tuple[Kind, int]] = []
        self.capped = Counter[str]()
        self.dice: list[Die] = []
        self.count: int | None = None
        self.drops: list[Redo] = []
        self.log: list[Done] = []
        self.rng: Randomness | None = None
        self.choose: Choose | None = None

    def copy(self) -> RollState:
        """Return an independent copy."""
        new = RollState.__new__(RollState)
        vars(new).update(vars(self))
        new.counts, new.pips = self.counts.copy(), self.pips.copy()
        new.lots, new.dice = self.lots[:], self.dice[:]
        new.drops, new.log = self.drops[:], self.log[:]
        return new

    @property
    def plain(self) -> int:
        """The number of waiting plain dice."""
        return max(0, sum(self.counts.values()))

    @property
    def waiting(self) -> int:
        """The number of all waiting dice."""
        return self.plain + sum(count for _, count in self.lots)

    @property
    def total(self) -> int:
        """The current result: the sum of the kept dice, or the count of faces, plus the pips."""
        result = self.count
        if result is None:
            result = sum([die.value for die in self.dice if die.kept])
        return result + sum(self.pips.values())

    def settle(self) -> list[tuple[Kind, int]]:
        """Return the waiting dice as pairs of a kind and a number: first the plain ones, by source.

        If more dice were subtracted from a source than it has, the rest is subtracted from others,
        the last source first.
        """
        counts = self.counts
        if not any(counts.values()):
            return self.lots
        counts = counts.copy()
        missing = -sum(count for count in counts.values() if count < 0)
        for source in reversed(SOURCES):
            subtracted = min(missing, max(0, counts[source]))
            counts[source] -= subtracted
            missing -= subtracted
        plain = [
            (Kind(self.sides, source), count)
            for source, count in counts.items()
            if count > 0
        ]
        return plain + self.lots

    def make_ready(self) -> None:
        """Settle the waiting dice in advance: a plan whose next action is the roll does it once."""
        lots = self.settle()
        self.take_up()
        self.lots = lots

    def take_up(self) -> None:
        """Remove all waiting dice from the table."""
        self.counts = dict.fromkeys(self.counts, 0)
        self.lots = []


# Conditions on the faces of a step's dice, for events and for steps that wait.


NOBODY = -1
"""The index of a die if there is no such die."""


class FaceCondition(NamedTuple):
    """A condition on the natural faces of one throw of a step's dice.

    `shows` are the faces that meet it, by the number of sides. `which`, `dropped` and `throw` mean
    the same as in an Event or Wait.
    """

    step: str
    shows: FacesBySides
    which: str
    dropped: str
    throw: int = 1

    def met(self, dice: Sequence[Die]) -> int:
        """Return the index of the first die that meets the condition; NOBODY if it isn't met."""
        places = [
            place
            for place, die in enumerate(dice)
            if die.kind.events == self.step and die.first
        ]
        if self.which == "first":
            places = places[:1]
        if self.dropped == "ignore":
            places = [place for place in places if dice[place].kept]
        showing = [
            place
            for place in places
            for face in dice[place].faces[self.throw - 1 : self.throw]
            if face in self.shows[dice[place].kind.sides]
        ]
        if not showing or (self.which == "all" and len(showing) < len(places)):
            return NOBODY
        return showing[0]


class FacesBySides(dict[int, frozenset[int]]):
    """A cache of faces by the number of sides of a die."""

    def __init__(self, *written: Faces) -> None:
        super().__init__()
        self.written = written

    def __missing__(self, sides: int) -> frozenset[int]:
        self[sides] = NONE.union(*(faces_of(faces, sides) for faces in self.written))
        return self[sides]


def face_condition(step: str, cause: Event | Wait) -> FaceCondition:
    """Return the condition of an event or of a step that waits."""
    return FaceCondition(step, FacesBySides(cause.shows), cause.which, cause.dropped)
