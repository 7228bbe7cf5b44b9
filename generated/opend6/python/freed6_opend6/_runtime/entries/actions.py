"""Define actions and their parts: checks, effect rolls, turn orders, menus and points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias, cast

from ..amounts import Formula
from ..record import (
    ChoiceWord,
    Entry,
    Linked,
    Mention,
    PointsKey,
    Prose,
    Record,
    Ref,
    TypeWord,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from ..effects import Duration, Effect
    from .dice import Dice, RollOutcome
    from .tables import Band, Benchmark, Condition, Table, Track
    from .world import (
        Ability,
        ActionType,
        Hook,
        Period,
        Scale,
        Scope,
        Skill,
        Specialization,
        Value,
    )


Rated: TypeAlias = "Ref[Ability] | Ref[Skill] | Ref[Specialization] | Ref[Value]"
Rolled: TypeAlias = Literal["chosen"] | Rated | Formula[object]
"""The rating to roll or to resist with: a rating or value, or a formula that names one."""


class Need(Formula[bool]):
    """A requirement: a formula that has to be true, and a sentence for readers.

    - `sentence`: the pack's own sentence, if it has one: `{if: …, sentence: …}`.
    - `full_sentence`: the sentence for readers, without a full stop: `sentence`, or one made of the
      formula.
    """

    sentence: Prose = ""
    full_sentence: Linked[str] = ""

    def __eq__(self, other: object) -> bool:
        same_sentence = isinstance(other, Need) and other.sentence == self.sentence
        return same_sentence and super().__eq__(other)

    def __hash__(self) -> int:
        return hash((self.text, self.sentence))


class Against(Record):
    """The target of a check.

    Exactly one of `difficulty`, `number`, `fixed`, `roll` and `resistance` is set. Of several
    ratings, the opponent's best one counts.

    - `difficulty`: a band, or `chosen` if the game master decides.
    - `number`: a number to reach.
    - `fixed`: ratings of the opponent, as fixed values.
    - `roll`: ratings that the opponent rolls.
    - `resistance`: ratings that the opponent rolls or uses as fixed values.
    - `sentence`: the pack's own sentence, in place of the one made from the fields.
    - `text`: words to print after the sentence.
    """

    difficulty: Formula[Ref[Band]] | Literal["chosen"] | None = None
    number: Formula[int] | None = None
    fixed: tuple[Rolled, ...] = ()
    roll: tuple[Rolled, ...] = ()
    resistance: tuple[Rolled, ...] = ()
    text: Prose = ""
    sentence: Prose = ""


class Check(Record):
    """A roll against a target, and its effects. Any one of the ratings in `with_` can be used.

    - `against`: the target to roll against.
    - `procedure`: the procedure by which it is rolled, by default that of its rating.
    - `skip_if`: a formula; if it is true, the check succeeds without a roll.
    - `success`: the effects of a success.
    - `failure`: the effects of a failure.
    - `outcomes`: the effects of outcomes of the procedure, by key.
    - `always`: the effects of every result.
    """

    with_: tuple[Rolled, ...] = ()
    against: Against | None = None
    procedure: Ref[Dice] | None = None
    skip_if: Formula[bool] | None = None
    success: tuple[Effect, ...] = ()
    failure: tuple[Effect, ...] = ()
    outcomes: Mapping[str, tuple[Effect, ...]] = {}
    always: tuple[Effect, ...] = ()

    @property
    def all_effects(self) -> tuple[Effect, ...]:
        """All effects that can follow, except those of the procedure's outcomes."""
        by_key = (effect for effects in self.outcomes.values() for effect in effects)
        return (*by_key, *self.success, *self.failure, *self.always)

    def effects_of(
        self, outcome: RollOutcome | None, *, success: bool
    ) -> tuple[Effect, ...]:
        """Return the effects of a result, in order."""
        own = () if outcome is None else outcome.effects
        by_key = () if outcome is None else self.outcomes.get(outcome.key, ())
        either = self.success if success else self.failure
        return (*own, *by_key, *either, *self.always)


class About(Record):
    """The condition to treat with an action: one of the character's conditions on these tracks."""

    condition: tuple[Ref[Track], ...]
    choose: Literal["worst", "chosen"] = "chosen"


class Input(Record):
    """A fact of the situation that a rule or an action needs as input.

    - `name`: the question in words.
    - `type`: the type of the answer.
    - `of`: the entry that contains the answer, such as the benchmark of a band.
    - `optional`: true if no answer is needed. The fact is then blank, or false if it is a yes-or-no
      question.
    """

    name: str
    type: TypeWord
    of: (
        Ref[Benchmark]
        | Ref[Ability]
        | Ref[Skill]
        | Ref[Scale]
        | Ref[Scope]
        | Ref[Track]
        | Ref[Menu]
        | Ref[Table]
        | None
    ) = None
    optional: bool = False


class Action(Entry):
    """An action that a character can take in a scene.

    - `summary`: the outcome in a line, for experienced players.
    - `type`: the type of action, which limits how often it can be taken in a period.
    - `target`: the possible targets.
    - `choose`: rows of tables or ratings to choose before the action.
    - `about`: the condition that the action treats.
    - `inputs`: the facts of the situation that it needs.
    - `needs`: the requirements for taking it.
    - `costs`: the points that it costs, by key.
    - `check`: the check to make; its effects follow from the roll.
    - `effects`: the effects that happen whenever the action is taken.
    """

    summary: Prose = ""
    type: Ref[ActionType]
    target: tuple[Literal["self", "anyone", "ally", "opponent", "opponents"], ...] = ()
    choose: Mapping[str, ChoiceWord] = {}
    about: About | None = None
    inputs: Mapping[str, Input] = {}
    needs: tuple[Need, ...] = ()
    costs: Mapping[PointsKey, Formula[int]] = {}
    check: Check | None = None
    effects: tuple[Effect, ...] = ()

    def uses(self, rated: Entry, find: Callable[[str], Entry | None]) -> bool:
        """Return True if the check can be made with a rating, or with one nested in that rating."""
        ids = {entry.id for entry in rated.tree()}
        return any(reference.id in ids for reference in self._ratings(find))

    def _ratings(self, find: Callable[[str], Entry | None]) -> Iterator[Ref[Entry]]:
        """Yield the ratings of the check: for `row.attack`, those of all rows."""
        for rolled in () if self.check is None else self.check.with_:
            if isinstance(rolled, Ref):
                yield rolled
            elif isinstance(rolled, Formula):
                name, _, column = rolled.text.partition(".")
                table = find(self.choose.get(name, ""))
                for row in () if table is None else table.inside:
                    cell = getattr(row, "cells", {}).get(column)
                    if isinstance(cell, Ref):
                        yield cast("Ref[Entry]", cell)


class EffectRoll(Entry):
    """A roll that an effect causes, such as damage after a hit."""

    check: Check


class Rule(Entry):
    """A standing rule: text, and effects without a trigger."""

    inputs: Mapping[str, Input] = {}
    effects: tuple[Effect, ...] = ()


class Tier(Record):
    """A part of a round in which certain actions happen."""

    name: str
    actions: tuple[Ref[Action], ...] = ()


class Order(Record):
    """The turn order of a scene: by a value or by first action, once `each` period.

    - `by`: the value that decides the order, or `first-to-act`.
    - `or_by`: a value by which the game master can order a scene instead, for any length of time.
      Effects on the value `by` then apply to this value.
    - `declare_by`: the value or rating that decides the order of declaring, by default `by`.
    - `each`: the period for which the order is made.
    - `interrupt`: true if characters who act later can interrupt those before them.
    - `interrupt_while`: a condition in which characters can interrupt anyone. Without it, they can
      take limited actions only in their own turn.
    - `sides`: the member in whose place a whole side acts together, the highest or the lowest;
      `none` if everyone acts separately.
    - `tiers`: groups of actions by key. All actions of a tier come before those of the next one;
      actions in no tier come last.
    - `ties`: the ways to break ties, in order.
    """

    by: Ref[Value] | Literal["first-to-act"]
    or_by: Ref[Value] | None = None
    declare_by: Ref[Ability] | Ref[Skill] | Ref[Specialization] | Ref[Value] | None = (
        None
    )
    each: Ref[Period]
    declare: Literal["none", "highest-first", "lowest-first"] = "none"
    act: Literal["highest-first", "lowest-first"] = "highest-first"
    interrupt: bool = False
    interrupt_while: Ref[Condition] | None = None
    sides: Literal["none", "highest", "lowest"] = "none"
    tiers: Mapping[str, Tier] = {}
    ties: tuple[
        Ref[Ability]
        | Ref[Skill]
        | Ref[Specialization]
        | Ref[Value]
        | Literal["players-first", "roll-again", "together"],
        ...,
    ] = ()


class Scene(Entry):
    """A kind of scene with its actions and turn order."""

    kind_of: Ref[Scene] | None = None
    actions: Mention[tuple[Ref[Action], ...]] = ()
    order: Order | None = None


# Menus: effects that the ranks of a check can buy.


class Pick(Entry):
    """An item of a menu: its `cost` in ranks, and `limit`, how often one check can buy it."""

    name: str = ""
    cost: Formula[int]
    limit: Formula[int] | None = None
    effects: tuple[Effect, ...]
    parent: Linked[Ref[Menu]]

    @property
    def menu(self) -> Menu:
        """The menu of the pick."""
        return self.parent.entry


class Menu(Entry):
    """Effects to buy with ranks: several at once, as far as the ranks go."""

    paid_with: Literal["rank"]
    picks: tuple[Pick, ...]


# Pools of points that are spent, earned and lost.


class Limit(Record):
    """A limit on points: `count` of them in each period, per character or for the whole group.

    If the limit is per `check`, points spent before the roll and after it count together.
    """

    count: Formula[int]
    per: Ref[Period] | Literal["check"]
    among: Literal["each", "everyone"] = "each"


class Spend(Record):
    """A way to spend points: its cost, time, `limit` and effects.

    `cost` is in points of the pool; `text` describes the benefit if there are no `effects`.
    """

    name: str
    cost: Formula[int]
    at: Literal["before-roll", "after-roll", "any-time"] = "any-time"
    limit: Limit | None = None
    text: Prose = ""
    effects: tuple[Effect, ...]


class Gain(Record):
    """A way to earn points: the amount, and the time of payment (at once by default).

    Taking the action or following the rule in `for_` earns the points.
    """

    name: str
    amount: int
    for_: Ref[Action] | Ref[Rule] | Ref[Hook] | None = None
    paid: Duration | None = None
    text: Prose = ""


class Loss(Record):
    """A way to lose points. A character can't lose more points than they have."""

    name: str
    amount: int
    text: Prose = ""


class Points(Entry):
    """A pool of points: the number at the start, its refresh, and ways to use them.

    - `start`: the number of points at the start.
    - `refresh`: the period with which the points are filled again, or `never`.
    - `needs`: the requirements for having the pool.
    - `limit`: the limit on spending.
    - `exclusive_with`: points that can't be used on the same roll, unless an effect allows one.
    - `spend`: the ways to spend the points, by key.
    - `earn`: the ways to earn them, by key.
    - `lose`: the ways to lose them, by key.
    - `belongs_to`: the characters that have the pool, everyone or only those of players.
    - `min`: the lowest possible number of points, by default 0.
    - `max`: the highest possible number, if there is one.
    - `when_full`: the effects on the owner when the number reaches `max`.
    - `when_empty`: the effects on the owner when the number reaches `min`.
    """

    start: Formula[int]
    refresh: Ref[Period] | Literal["never"]
    needs: tuple[Need, ...] = ()
    limit: Limit | None = None
    exclusive_with: Mention[tuple[Ref[Points], ...]] = ()
    spend: Mapping[str, Spend] = {}
    earn: Mapping[str, Gain] = {}
    lose: Mapping[str, Loss] = {}
    belongs_to: Literal["everyone", "players"] = "everyone"
    min: Formula[int] | None = None
    max: Formula[int] | None = None
    when_full: tuple[Effect, ...] = ()
    when_empty: tuple[Effect, ...] = ()

    @property
    def nicknames(self) -> tuple[str, ...]:
        """The ways to spend them."""
        names = [name for key, way in self.spend.items() for name in (key, way.name)]
        return (*super().nicknames, *names)
