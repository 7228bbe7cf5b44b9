"""What one can do: checks, actions, effect rolls, the order of play, standing rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias, cast

from ..amounts import Formula
from ..record import (
    ChoiceWord,
    Entry,
    Linked,
    PointsKey,
    Prose,
    Record,
    Ref,
    TypeWord,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from ..effects import Duration, Effect, Who
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
"""What is rolled or resists: a rating or value, or a formula that names one (`row.attack`)."""


class Need(Formula[bool]):
    """What has to hold, in a formula, and as a sentence.

    - `says`: the sentence of the pack, if it has one: `{if: …, says: …}`.
    - `sentence`: what people read, without a full stop: that, or one made of the formula.
    """

    says: Prose = ""
    sentence: Linked[str] = ""

    def __eq__(self, other: object) -> bool:
        same = isinstance(other, Need) and other.says == self.says
        return same and super().__eq__(other)

    def __hash__(self) -> int:
        return hash((self.text, self.says))


class Against(Record):
    """What a check has to reach.

    One of: a `difficulty` (a band, or chosen by the game master), a `number`, the `fixed`
    value of the opponent's rating, the opponent's `roll`, or either (`resistance`). Of several
    ratings the opponent takes the best.

    - `says`: the sentence for it, where a pack says it better than the fields do.
    - `text`: words that follow it.
    """

    difficulty: Formula[Ref[Band]] | Literal["chosen"] | None = None
    number: Formula[int] | None = None
    fixed: tuple[Rolled, ...] = ()
    roll: tuple[Rolled, ...] = ()
    resistance: tuple[Rolled, ...] = ()
    text: Prose = ""
    says: Prose = ""


class Check(Record):
    """A roll against something, and what follows. Of several ratings in `with_` any one is used.

    Nobody rolls if `skip_if` holds: it is a success. `success` and `failure` happen after that
    alone, `always` after both.
    """

    with_: tuple[Rolled, ...] = ()
    against: Against | None = None
    skip_if: Formula[bool] | None = None
    success: tuple[Effect, ...] = ()
    failure: tuple[Effect, ...] = ()
    always: tuple[Effect, ...] = ()


class About(Record):
    """The condition that an action is about: one that somebody has, of one of these tracks."""

    condition: tuple[Ref[Track], ...]
    choose: Literal["worst", "chosen"] = "chosen"


class Ask(Record):
    """A fact of the situation that a rule or an action needs to know.

    `of` is what an answer has to stand in: of a band the benchmark, of a level the scale. One that
    is `optional` is blank where nobody says it; a yes or no is no then.
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
    """Something to do in a scene.

    `type` is what it counts as in a period; `about` the condition that it is aimed at; `effects`
    happen when it is taken, those of its `check` after the roll.

    `asks` are facts of the situation; `choose` names rows of tables or ratings that are picked
    first; `needs` must hold; `costs` are points, by key, that are paid when it is taken; `whom`
    says on whom it can be used; `in_short` is what comes of it, in a line for those who know it.
    """

    in_short: Prose = ""
    type: Ref[ActionType]
    whom: tuple[Who, ...] = ()
    choose: Mapping[str, ChoiceWord] = {}
    about: About | None = None
    asks: Mapping[str, Ask] = {}
    needs: tuple[Need, ...] = ()
    costs: Mapping[PointsKey, Formula[int]] = {}
    check: Check | None = None
    effects: tuple[Effect, ...] = ()

    def uses(self, rated: Entry, find: Callable[[str], Entry | None]) -> bool:
        """Whether its check can be made with a rating, or with one that stands in that."""
        ids = {entry.id for entry in rated.tree()}
        return any(reference.id in ids for reference in self._made_with(find))

    def _made_with(self, find: Callable[[str], Entry | None]) -> Iterator[Ref[Entry]]:
        """The ratings of its check: where it is a cell, those of every row to choose."""
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
    """A roll that an effect asks for, such as damage after a hit."""

    check: Check


class Rule(Entry):
    """A rule that stands: words, and effects that nobody has to trigger."""

    asks: Mapping[str, Ask] = {}
    effects: tuple[Effect, ...] = ()


class Tier(Record):
    """A part of a round in which those come who do such things."""

    name: str
    actions: tuple[Ref[Action], ...] = ()


class Order(Record):
    """Who declares and acts when: by a value or by who acts first, once `each` period.

    The game master may have it go by `or_by` instead, for as long as they say: that value stands in
    for the other, and all that changes the other counts on it.

    With `interrupt`, those who come later may break in on those before them; with
    `interrupt_while`, those in a condition on anybody, wherever they stand. `sides` come as one,
    each where its highest or lowest member stands. Of several `tiers` all of one act before the
    next, and what stands in none is done last.
    """

    by: Ref[Value] | Literal["first-to-act"]
    or_by: Ref[Value] | None = None
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
    """A kind of scene, the actions it offers and its order of play."""

    kind_of: Ref[Scene] | None = None
    actions: tuple[Ref[Action], ...] = ()
    order: Order | None = None


# Menus: what the ranks of a check can buy.


class Pick(Entry):
    """One thing on a menu. `at_most` says how often it can be bought with one check."""

    name: str = ""
    cost: int
    at_most: int | None = None
    effects: tuple[Effect, ...]
    parent: Linked[Ref[Menu]]

    @property
    def menu(self) -> Menu:
        """The menu that this pick is on."""
        return self.parent.entry


class Menu(Entry):
    """Effects for ranks: several may be bought, as far as the ranks go."""

    paid_with: Literal["rank"]
    picks: tuple[Pick, ...]


# Pools of points that are spent, earned and lost.


class Limit(Record):
    """So many (`count`) in each period, by each one for themselves or by everyone together.

    On one `check`, what counts is what was spent on it, before the roll and after it.
    """

    count: int
    per: Ref[Period] | Literal["check"]
    among: Literal["each", "everyone"] = "each"


class Spend(Record):
    """A way to spend points: what it costs, when, how often (`at_most`), and what it does.

    `cost` is in points of the pool; `text` is what it does where no `effects` say it.
    """

    name: str
    cost: int
    at: Literal["before-roll", "after-roll", "any-time"] = "any-time"
    at_most: Limit | None = None
    text: Prose = ""
    effects: tuple[Effect, ...]


class Gain(Record):
    """A way to earn points: how many, and when they are paid (at once, if not said).

    Whoever does what it is `for_`, takes the action or follows the rule, earns them by that.
    """

    name: str
    amount: int
    for_: Ref[Action] | Ref[Rule] | Ref[Hook] | None = None
    paid: Duration | None = None
    text: Prose = ""


class Loss(Record):
    """A way to lose points: how many; nobody loses more than they have."""

    name: str
    amount: int
    text: Prose = ""


class Points(Entry):
    """A pool of points: how many one begins with, when it refills, what they do.

    `needs` must hold to have the pool at all, and those that belong to players are theirs alone;
    `at_most` limits spending, and on a roll that `exclusive_with` were spent on, these cannot be.
    `spend`, `earn` and `lose` have the ways to do so, by key. Nobody has fewer than `least` (0, if
    not said) or more than `most`; `when_full` and `when_empty` happen to the owner when either is
    reached.
    """

    start: Formula[int]
    refills: Ref[Period] | Literal["never"]
    needs: tuple[Need, ...] = ()
    at_most: Limit | None = None
    exclusive_with: tuple[Ref[Points], ...] = ()
    spend: Mapping[str, Spend] = {}
    earn: Mapping[str, Gain] = {}
    lose: Mapping[str, Loss] = {}
    belongs_to: Literal["everyone", "players"] = "everyone"
    least: Formula[int] | None = None
    most: Formula[int] | None = None
    when_full: tuple[Effect, ...] = ()
    when_empty: tuple[Effect, ...] = ()

    @property
    def nicknames(self) -> tuple[str, ...]:
        """The ways in which they are spent."""
        ways = [name for key, way in self.spend.items() for name in (key, way.name)]
        return (*super().nicknames, *ways)
