"""What one can do: checks, actions, effect rolls, the order of play, standing rules."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from ..amounts import Formula
from ..record import ChoiceWord, Entry, Prose, Record, Ref, TypeWord

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..effects import Effect, Who
    from .abilities import Ability, Skill, Specialization, Value
    from .benchmarks import Band
    from .frame import ActionType, Period
    from .tracks import Condition, Track

Rated: TypeAlias = "Ref[Ability] | Ref[Skill] | Ref[Specialization] | Ref[Value]"
Rolled: TypeAlias = Literal["chosen"] | Rated | Formula[object]
"""What is rolled or resists: a rating or value, or a formula that names one (`row.attack`)."""


class Against(Record):
    """What a check has to reach.

    One of: a `difficulty` (a band, or chosen by the game master), a `number`, the `fixed`
    value of the opponent's rating, the opponent's `roll`, or either (`resistance`). Of several
    ratings the opponent takes the best.
    """

    difficulty: Formula[Ref[Band]] | Literal["chosen"] | None = None
    number: Formula[int] | None = None
    fixed: tuple[Rolled, ...] = ()
    roll: tuple[Rolled, ...] = ()
    resistance: tuple[Rolled, ...] = ()
    text: Prose = ""


class Check(Record):
    """A roll against something, and what follows. Of several ratings in `with_` any one is used."""

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

    One that is `optional` is blank where nobody says it; a yes or no is no then.
    """

    name: str
    type: TypeWord
    optional: bool = False


class Action(Entry):
    """Something to do in a scene.

    `asks` are facts of the situation; `choose` names rows of tables or ratings that are picked
    first; `needs` must hold; `whom` says on whom it can be used.
    """

    type: Ref[ActionType]
    whom: tuple[Who, ...] = ()
    choose: Mapping[str, ChoiceWord] = {}
    about: About | None = None
    asks: Mapping[str, Ask] = {}
    needs: tuple[Formula[bool], ...] = ()
    check: Check | None = None
    effects: tuple[Effect, ...] = ()


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

    With `interrupt`, those who come later may break in on those before them; with
    `interrupt_while`, those in a condition on anybody, wherever they stand. `sides` come as one,
    each where its highest or lowest member stands. Of several `tiers` all of one act before the
    next, and what stands in none is done last.
    """

    by: Ref[Value] | Literal["first-to-act"]
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
