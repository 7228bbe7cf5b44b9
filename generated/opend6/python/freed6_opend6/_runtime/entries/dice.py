"""Define dice procedures: how a pool is rolled, step by step, and the outcomes of a roll.

Each step is one of a few operations (`do`) with parameters: PRIMITIVES. Steps apply in their order.
Some happen only if the pool calls for them by a token, such as `B2` in `5D B2`.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias

from ..amounts import Range
from ..effects import Effect
from ..notation import Behind
from ..record import Entry, Linked, Prose, Record, Ref

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from .tables import Benchmark


DieSource: TypeAlias = Literal["ability", "skill", "specialization"]
KeptOrBonus: TypeAlias = (
    "Literal['ability', 'skill', 'specialization', 'bonus'] | Ref[Step]"
)
AndDrop: TypeAlias = Literal["nothing", "the-die-itself", "the-only-die"]
"""The fate of the die that triggered the step: kept, dropped, or dropped if it is the only one."""

Faces: TypeAlias = "Mapping[str, str] | str"
"""Faces by die, `{d6: 6, other: 7+}`, or the same faces for all dice: `1`, `5-6`, `7+`."""


class Event(Record):
    """A result besides the total, such as a critical failure: it happens if dice show a face.

    - `if_`: the result that the check has to have as well, success or failure.
    - `shows`: the faces that cause the event.
    - `which`: the dice that have to show such a face: any of them, the first, or all.
    - `dropped`: whether dropped dice count.
    - `throw`: the throw of each die that has to show it: 1 for the first, 2 for the one after an
      explosion.
    """

    if_: Literal["success", "failure"] | None = None
    shows: Faces
    which: Literal["any", "first", "all"] = "any"
    dropped: Literal["count", "ignore"] = "count"
    throw: int = 1
    text: Prose


class Wait(Record):
    """A condition for a step: faces that dice of another step have to show."""

    step: Ref[Step]
    shows: Faces
    which: Literal["any", "first", "all"] = "any"
    dropped: Literal["count", "ignore"] = "count"


class Step(Entry):
    """One step of a procedure. `token_names` has the word that people use for a token.

    With `if_`, it happens only if another step's dice show a face. Each class of steps defines two
    constants: `behind`, the meaning of the number after a token, and `works_on`, which is `waiting`
    for steps before the roll, `rolled` for steps after it, and `either` if both are possible.
    """

    behind: ClassVar[Behind] = "count"
    works_on: ClassVar[Literal["waiting", "rolled", "either"]] = "rolled"
    do: str
    token_names: Mapping[str, str] = {}
    if_: Wait | None = None
    parent: Linked[Ref[Dice]]

    @property
    def letters(self) -> tuple[str, ...]:
        """The tokens of the step."""
        token: str | Mapping[str, str] = getattr(self, "token", "")
        return (token,) if token and isinstance(token, str) else tuple(token)

    @property
    def needs_call(self) -> bool:
        """True if the step happens only in pools that call for it."""
        return bool(self.letters)

    @property
    def changes_pips(self) -> bool:
        """True if the step changes pips, so that they don't only shift the total."""
        return False


class MultiplyDice(Step):
    """Multiply the dice from some sources; pips are kept or multiplied.

    With `carry`, multiplied pips become dice as far as possible.
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
        """True if the step also multiplies pips."""
        return self.pips == "multiply"


class SubstituteDice(Step):
    """Replace dice of the pool with other dice. These can explode: they are rolled again and added.

    - `always`: the number of dice to replace without a token.
    - `from_`: the sources of the dice to replace.
    - `limit`: the largest number of replaced dice, or `all`.
    - `explode`: the exploding faces by die; `other` is for all dice that are not named.
    - `explode_if`: the result of the roll with which dice explode. These dice explode after all
      steps, if they were kept. A roll without a target counts as a failure.
    - `explode_times`: how often one die can explode; None for any number of times.
    - `chain`: how the throws of an exploded die count. With `one-die`, they are a single die with
      their sum. With `face`, the same, but this die is compared by its first face when dice are
      dropped. With `separate`, each throw is a die.
    - `events`: the events of these dice, by key.
    """

    behind = "sides"
    works_on = "waiting"
    token: str = ""
    always: int = 0
    from_: tuple[DieSource, ...]
    limit: str
    explode: Mapping[str, str] = {}
    explode_if: Literal["success", "failure"] | None = None
    explode_times: int | None = None
    chain: Literal["one-die", "face", "separate"] = "one-die"
    events: Mapping[str, Event] = {}

    @property
    def needs_call(self) -> bool:
        """True if no dice are replaced without a token."""
        return bool(self.token) and not self.always


class AddDice(Step):
    """Add dice, by token or for each pip: dice `like` those of another step, or plain ones.

    - `per`: `pip` if all pips become dice; negative pips are lost.
    - `counts`: the faces of these dice that count if faces are counted; empty for the usual ones.
      By number of pips, `{1: 6, 2: 5+}`, all pips are one die, which counts for the highest number
      that they reach.
    - `like`: the step whose dice are added; without it, plain dice are.
    - `events`: whether they count for the events of that step.
    - `at`: the times at which a roll can call for them.
    """

    works_on = "either"
    token: str = ""
    per: Literal["pip"] | None = None
    counts: Mapping[str, str] | str = ""
    like: Ref[Step] | None = None
    events: Literal["same", "none"] = "same"
    at: tuple[Literal["before-roll", "after-roll"], ...] = ("before-roll",)

    @property
    def changes_pips(self) -> bool:
        """True if pips become dice."""
        return self.per is not None


class ExchangePips(Step):
    """Turn pips into dice, so that no pips are left, or dice above a limit into pips.

    - `up_from`: a rest of so many pips or more becomes a die; with `none`, pips are lost.
    - `max_dice`: the most dice to roll. Each die above that is worth `beyond` pips.
    - `includes`: the later steps whose dice count toward that limit, even if a roll calls for them
      after the dice have fallen.
    """

    works_on = "waiting"
    up_from: str = ""
    max_dice: int | None = None
    beyond: int = 0
    includes: tuple[Ref[Step], ...] = ()

    @property
    def changes_pips(self) -> bool:
        """Always True."""
        return True


class RollDice(Step):
    """Roll the waiting dice."""

    works_on = "waiting"


class RollAgain(Step):
    """Roll a second set and keep the higher or lower one, by token.

    A set includes everything from the beginning to this step.

    - `token`: the tokens, each with the set to keep: `higher` or `lower`.
    - `tie`: the set to keep if the totals are equal.
    - `stack`: true if each call rolls a further set.
    """

    behind = "none"
    token: Mapping[str, str]
    compare: Literal["total"]
    tie: Literal["first", "second"]
    stack: bool


class DropDice(Step):
    """Drop the lowest or the highest dice: as many as a token adds, or all but `keep` dice.

    - `token`: the dice to drop, by token. Each call rolls one more die and drops one.
    - `keep`: the number of dice to keep, if no token calls for the step. `drop` is then the end at
      which dice are dropped.
    - `cancel`: how opposite tokens combine.
    - `drop_from`: the dice that can be dropped; all if it is empty.
    - `equal_dice`: the order in which equal dice are dropped.
    - `forced`: True if the extra die always stays, even if it is worse than the dropped one.
    - `at`: the times at which a roll can call for the step.
    """

    token: Mapping[str, str] = {}
    keep: int | None = None
    drop: Literal["lowest", "highest"] = "lowest"
    cancel: Literal["one-for-one", "none"] = "one-for-one"
    drop_from: tuple[KeptOrBonus, ...] = ()
    equal_dice: tuple[KeptOrBonus, ...] = ()
    forced: bool = False
    at: tuple[Literal["before-roll", "after-roll"], ...] = ("before-roll",)


class MapFaces(Step):
    """Count faces as other faces, for example as the opposite ones.

    - `token`: its number is the face to change; without a token, all faces of the `map` change.
    - `which`: the dice to change: the `kept` ones, or `all`, before any were dropped.
    - `times`: how often one face can change.
    - `chain`: whether faces of substituted dice change.
    """

    behind = "face"
    token: str = ""
    map: Mapping[str, str] | Literal["opposite"]
    which: Literal["kept", "all"]
    times: int
    chain: Literal["every-face", "none"]


class CancelHighest(Step):
    """Drop the highest die, and with `and_` also the die that triggered the step."""

    and_: AndDrop = "nothing"


class CountFaces(Step):
    """Count how many of these faces were rolled, in place of their sum.

    - `faces`: the faces that count, unless a token names others.
    - `token`: by token, the faces that count: `at-least` or `at-most` its number.
    """

    behind = "face"
    faces: str = ""
    token: Mapping[str, Literal["at-least", "at-most"]] = {}

    @property
    def needs_call(self) -> bool:
        """True if no faces count without a token."""
        return not self.faces


class Alternative(Record):
    """A choice in a step. `do` is a primitive, or `nothing`; `shows` are faces of a tossed die."""

    name: str
    shows: str = ""
    do: Literal["nothing", "cancel-highest", "map-faces"]
    and_: AndDrop = "nothing"
    map: Mapping[str, str] | Literal["opposite"] = "opposite"
    text: Prose = ""


class ChooseOne(Step):
    """Choose between actions: a person does, or another die that is tossed for it.

    - `chosen_by`: the person. Odds assume the choice in `assume`.
    - `toss`: the die, such as `d6`. It chooses by the faces that it shows.
    """

    chosen_by: Prose = ""
    toss: str = ""
    choices: Mapping[str, Alternative]
    assume: str = ""


class RollOutcome(Entry):
    """One outcome of a roll, such as a weak hit. The first one whose conditions are met counts.

    - `total`: the totals with this outcome.
    - `margin`: the margins with this outcome, negative below the target.
    - `event`: the key of an event that has to happen.
    - `is_`: success or failure. By default, only the last outcome is a failure.
    - `effects`: the effects of every check with this outcome.
    """

    total: Range[int] | None = None
    margin: Range[int] | None = None
    event: str = ""
    is_: Literal["success", "failure"] | None = None
    effects: tuple[Effect, ...] = ()
    parent: Linked[Ref[Dice]]

    @property
    def success(self) -> bool:
        """True if the outcome is a success."""
        if self.is_ is None:
            return self.key != self.parent.entry.outcomes[-1].key
        return self.is_ == "success"

    def fits(self, total: int, margin: int | None, events: Collection[str]) -> bool:
        """Return True if a roll with this total, margin and events meets all conditions."""
        return (
            (self.total is None or total in self.total)
            and (self.margin is None or (margin is not None and margin in self.margin))
            and (not self.event or self.event in events)
        )


class Dice(Entry):
    """A dice procedure: the die, the rule for success, the ranks of margins, and the steps.

    - `die`: the die that is rolled, such as `d6`.
    - `pips_carry`: the pips that become dice: those of the roller's own codes, all, or none.
    - `success`: the total that succeeds: at least the target, or more than that.
    - `ranks`: the benchmark for margins.
    - `outcomes`: the outcomes of a roll, in order, in place of `success`.
    """

    die: str
    pips_carry: Literal["codes", "always", "never"]
    success: Literal["at-least", "more-than"] = "at-least"
    ranks: Ref[Benchmark] | None = None
    steps: tuple[Step, ...]
    outcomes: tuple[RollOutcome, ...] = ()

    @property
    def needs_target(self) -> bool:
        """True if a roll without a target has no outcome."""
        return not self.outcomes or any(o.margin is not None for o in self.outcomes)

    def outcome_of(
        self, total: int, margin: int | None, events: Collection[str]
    ) -> RollOutcome | None:
        """Return the first outcome that fits; None without one, or if the target is missing."""
        if margin is None and self.needs_target:
            return None
        return next((o for o in self.outcomes if o.fits(total, margin, events)), None)

    def succeeds(self, margin: int) -> bool:
        """Return True if a total that exceeds its target by this margin is a success.

        This is the rule of procedures without outcomes.
        """
        return margin > 0 if self.success == "more-than" else margin >= 0

    def rank_of(self, margin: int) -> int:
        """Return the rank of a successful margin: its place in `ranks`, or 0 without that."""
        return self.ranks.entry.place(margin) if self.ranks else 0

    def places(self, *, success: bool) -> tuple[int, ...]:
        """Return the places of bands that margins of a success or failure can have.

        With outcomes, these are all places. Place 0 is below the first band, or the only place if
        there is no benchmark.
        """
        first = int(self.success == "more-than")
        lows = [band.range.low for band in self.ranks.entry.bands] if self.ranks else []
        return tuple(
            place
            for place, (low, high) in enumerate(pairwise((None, *lows, None)))
            if self.outcomes
            or (high is None or high > first if success else low is None or low < first)
        )


def first_procedure(entries: Iterable[Entry]) -> Dice | None:
    """Return the default procedure, or None."""
    return next((entry for entry in entries if isinstance(entry, Dice)), None)


PRIMITIVES: Mapping[str, type[Step]] = {
    "multiply-dice": MultiplyDice,
    "substitute-dice": SubstituteDice,
    "add-dice": AddDice,
    "exchange-pips": ExchangePips,
    "roll": RollDice,
    "roll-again": RollAgain,
    "drop-dice": DropDice,
    "map-faces": MapFaces,
    "cancel-highest": CancelHighest,
    "count-faces": CountFaces,
    "choose-one": ChooseOne,
}
