"""Effects: what a condition, an action, a pick or a rule does, as data over a closed vocabulary.

One class for each verb; its first field is named like the verb, as packs write it. The sentence in
documents is made from these fields, so text and mechanics cannot part.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias, get_args

from .amounts import Formula, Modifier
from .record import PointsKey, Prose, Record, Ref

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from fractions import Fraction

    from .entries.actions import Action, EffectRoll, Menu, Points
    from .entries.tables import Condition, Track
    from .entries.world import (
        Ability,
        ActionType,
        Member,
        Period,
        Scope,
        Skill,
        Specialization,
        Value,
    )


Who: TypeAlias = Literal["self", "target", "ally", "opponent", "opponents", "chosen"]
"""Whom an effect happens to: a role in what is done."""
Rating: TypeAlias = "Ref[Ability] | Ref[Skill] | Ref[Specialization]"
ChosenRating: TypeAlias = Literal["chosen-ability", "chosen-skill"]
ChosenAction: TypeAlias = Literal["chosen-action"]
ChosenCondition: TypeAlias = Literal["chosen-condition"]
Amount: TypeAlias = Modifier | Formula[Modifier]
Added: TypeAlias = Modifier | Formula[object]
"""What is added: a modifier, or, to a value, an amount of its own type (`-10 ft`)."""
Label: TypeAlias = "Callable[[object], str]"
"""Names an entry, or what was chosen for a word such as `chosen-skill`."""


class Effect(Record):
    """The qualifiers that every verb may carry.

    - `of`: which checks (an ability covers its skills; one that is chosen as `chosen-skill` covers
      what is rolled with it alone); all if not said.
    - `except_`: which of those are left out.
    - `to`: whom it happens to; the holder or the one who acts if not said.
    - `times`: for how many checks; with `lasts`, whichever ends first.
    - `lasts`: for how long; with `times`, whichever ends first.
    - `at`: when it happens, where that is not at once.
    - `if_`: only if this holds.
    - `text`: words that follow the sentence made from the effect.
    - `says`: the sentence itself, where a pack says better what the effect does than its fields do.

    `stands` is said of a verb: it can be in force for a while; all others happen once. `rerolls` is
    said of one that rolls dice of a check again.
    """

    stands: ClassVar[bool] = False
    rerolls: ClassVar[bool] = False
    of: tuple[Rating | Ref[Action] | ChosenRating, ...] = ()
    except_: tuple[
        Rating
        | Ref[Action]
        | Ref[ActionType]
        | Ref[Value]
        | Literal["effect-rolls", "resistance"],
        ...,
    ] = ()
    to: tuple[Who, ...] = ()
    times: int | None = None
    lasts: Duration | None = None
    at: Moment | None = None
    if_: Formula[bool] | None = None
    text: Prose = ""
    says: Prose = ""

    def in_words(self, _label: Label, /) -> str:
        """What it does to somebody, after their name, without qualifiers of time.

        That of a Modify follows "has".
        """
        raise NotImplementedError

    def on_what(self, label: Label) -> str:
        """The checks that it is about, in words that follow others."""
        of = f" of {', '.join(map(label, self.of))}" if self.of else ""
        but = f" except {', '.join(map(label, self.except_))}" if self.except_ else ""
        return of + but


class Modify(Effect):
    """Change checks, fixed values, resistance, margins, effect rolls, or a thing.

    It adds an amount (`by`). A value may instead be multiplied, or set to another: `by`,
    `multiplied_by` and `set_to` exclude each other. Of several changes of a value the lowest that
    sets it counts first, then it is multiplied by all factors, then all amounts are added.
    """

    stands = True
    modify: (
        Literal["checks", "fixed-values", "resistance", "margins", "effect-rolls"]
        | ChosenRating
        | Rating
        | Ref[Value]
        | Ref[ActionType]
        | Ref[Points]
    )
    by: Added | None = None
    multiplied_by: Formula[Fraction] | None = None
    set_to: Formula[object] | None = None

    @property
    def change(self) -> Added | None:
        """Its amount, whichever of the three it has."""
        return self.by or self.multiplied_by or self.set_to

    def in_words(self, label: Label, /) -> str:
        """Such as `-2 on checks of Dexterity`."""
        if self.set_to is not None:
            return f"{label(self.modify)} of {self.set_to}"
        if self.multiplied_by is not None:
            return f"{label(self.modify)} multiplied by {self.multiplied_by}"
        return f"{self.by} on {label(self.modify)}{self.on_what(label)}"


class Inflict(Effect):
    """Put a condition on someone: one by name, or a rank of a track, set or moved (`by`).

    `to_rank` is the rank of the track that is set; `by` moves from the rank that one has.
    """

    inflict: Ref[Condition] | Ref[Track]
    to_rank: Formula[int] | None = None
    by: Formula[int] | None = None

    def in_words(self, label: Label, /) -> str:
        """Such as `suffers Hurt`."""
        rank = "" if self.to_rank is None else f" of rank {self.to_rank}"
        by = "" if self.by is None else f" by {self.by}"
        return f"suffers {label(self.inflict)}{rank}{by}"


class Recover(Effect):
    """Take a condition away; `of_rank` says how grave it may be."""

    recover: Ref[Condition] | Ref[Track] | ChosenCondition
    of_rank: Formula[int] | None = None

    def in_words(self, label: Label, /) -> str:
        """Such as `recovers from Hurt`."""
        return f"recovers from {label(self.recover)}"


class Retime(Effect):
    """Change how long a condition lasts: to `lasts`, or `by` so many of a `period`.

    With `from_`, only a condition that lasts so long now.
    """

    retime: Ref[Condition] | ChosenCondition
    from_: Duration | None = None
    by: Amount | None = None
    period: Ref[Period] | None = None

    def in_words(self, label: Label, /) -> str:
        """Such as `has Hurt for a longer or shorter time`."""
        return f"has {label(self.retime)} for a longer or shorter time"


class Ignore(Effect):
    """Suspend a condition for as long as the effect lasts."""

    stands = True
    ignore: Ref[Condition] | Ref[Track] | ChosenCondition

    def in_words(self, label: Label, /) -> str:
        """Such as `ignores Stun`."""
        return f"ignores {label(self.ignore)}"


Playable: TypeAlias = "Ref[Action] | Ref[ActionType] | Ref[Points]"
Reach: TypeAlias = "Ref[Scope] | Ref[Member]"


class Allow(Effect):
    """Permit what is otherwise not possible.

    `costs` are points, by key, that each roll with a permitted rating costs.
    """

    stands = True
    allow: Literal["actions"] | ChosenAction | ChosenRating | Rating | Playable | Reach
    costs: Mapping[PointsKey, Formula[int]] = {}

    def in_words(self, label: Label, /) -> str:
        """Such as `may use Flight`."""
        if self.allow == "actions":
            return f"may act{self.on_what(label)}"
        return f"may use {label(self.allow)}{self.on_what(label)}"


class Forbid(Effect):
    """Rule out what is otherwise possible.

    Whoever is forbidden `actions` does not roll to resist either, unless something is excepted,
    an action or `resistance`.
    """

    stands = True
    forbid: Literal["actions"] | ChosenAction | ChosenRating | Rating | Playable | Reach

    def in_words(self, label: Label, /) -> str:
        """Such as `cannot use Flight`, `cannot act except Rest`."""
        if self.forbid == "actions":
            return f"cannot act{self.on_what(label)}"
        return f"cannot use {label(self.forbid)}{self.on_what(label)}"


class Roll(Effect):
    """Make an effect roll, with something added to it.

    With `with_`, that is rolled in place of what the effect roll is made with: a rating or value,
    or a formula that names one (`row.weapon`).
    """

    roll: Ref[EffectRoll] | Literal["chosen"]
    by: Amount | None = None
    with_: Rating | Ref[Value] | Formula[object] | None = None

    def in_words(self, label: Label, /) -> str:
        """Such as `rolls Damage`."""
        return f"rolls {label(self.roll)}"


class Repeat(Effect):
    """Roll the check again and keep one of both totals."""

    stands = True
    rerolls = True
    repeat: Literal["check"]
    keep: Literal["higher", "lower", "second", "chosen"]

    def in_words(self, label: Label, /) -> str:
        """Such as `rolls again and keeps the higher`."""
        return f"rolls again and keeps the {self.keep}{self.on_what(label)}"


class Use(Effect):
    """Use one rating in the place of another."""

    stands = True
    use: Rating | ChosenRating
    instead_of: Rating | ChosenRating

    def in_words(self, label: Label, /) -> str:
        """Such as `uses Climb instead of Jump`."""
        chosen = isinstance(self.instead_of, str)
        other = label("instead-of" if chosen else self.instead_of)
        return f"uses {label(self.use)} instead of {other}"


class Resist(Effect):
    """Meet an action with another resistance than the usual one, though never below `not_below`.

    Or an effect roll, or any action (`actions`). All its formulas, `if_` too, wait for what is
    resisted. They know its names (`resisted.distance`), and as `resistance` the rating or value
    that resists otherwise.
    """

    stands = True
    resist: Literal["actions"] | Ref[Action] | Ref[EffectRoll]
    with_: Formula[int]
    not_below: Formula[int] | None = None

    def in_words(self, label: Label, /) -> str:
        """Such as `resists Punch`; with what, the entry says that it is an effect of."""
        any_action = self.resist == "actions"
        return f"resists {'any action' if any_action else label(self.resist)}"


class Buy(Effect):
    """Spend the ranks of the check on a menu."""

    buy: Ref[Menu]

    def in_words(self, label: Label, /) -> str:
        """Such as `buys from Stunts`."""
        return f"buys from {label(self.buy)}"


class Move(Effect):
    """Move someone by a distance."""

    move: Who
    by: Formula[object]

    def in_words(self, _label: Label, /) -> str:
        """Such as `moves 5 ft`."""
        return f"moves {self.by}"


class Narrate(Effect):
    """What nobody computes: the game master says what happens."""

    narrate: Prose

    def in_words(self, _label: Label, /) -> str:
        """The words of the pack."""
        return f"is told: {self.narrate.rstrip('.')}"


class OneOf(Effect):
    """The one who causes the effect chooses one of these."""

    one_of: tuple[Effect, ...]

    def in_words(self, label: Label, /) -> str:
        """What there is to choose from."""
        return " or ".join(effect.in_words(label) for effect in self.one_of)


AnyEffect: TypeAlias = (
    Modify
    | Inflict
    | Recover
    | Retime
    | Ignore
    | Allow
    | Forbid
    | Roll
    | Repeat
    | Use
    | Resist
    | Buy
    | Move
    | Narrate
    | OneOf
)
"""All effects there are. Every `match` over it ends in `assert_never`, so it knows each verb."""

VERBS: tuple[type[Effect], ...] = get_args(AnyEffect)


# How long something lasts and when it happens, in the periods that a ruleset declares.


Form = Literal["this", "next", "count", "end", "own-action", "event", "always"]


class Duration(Record):
    """`until end of own next turn` and the like; `text` is the duration as packs write it.

    `form` says which fields count:

    - `this`, `next`: that period, whole.
    - `count`: so many periods, a number or a die code to roll (`1D rounds`).
    - `end`: until the end of the period, of the holder's `own` or the `following` one.
    - `own-action`: until the holder's next action of a type, or the end of a period longer than
      the one that such actions are counted in.
    - `event`: until it is used, recovered or replaced.
    - `always`: for good.

    `period` and `action_type` are keys of declared entries.
    """

    text: str
    form: Form
    period: str = ""
    count: str = ""
    own: bool = False
    following: bool = False
    action_type: str = ""
    event: str = ""

    def __str__(self) -> str:
        return self.text


class Moment(Record):
    """When something happens: at the `start` or `end` of a period.

    `which` one: the present (`the`), `each`, the `next`, the holder's `own` or `own-next`.
    """

    text: str
    edge: Literal["start", "end"]
    which: Literal["the", "each", "next", "own", "own-next"]
    period: str

    def __str__(self) -> str:
        return self.text
