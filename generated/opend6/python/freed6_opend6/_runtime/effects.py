"""Define effects: the mechanics of conditions, actions, picks and rules, over a closed vocabulary.

Each verb has one class, whose first field has the verb's name in packs. Documents make their
sentences from these fields, so text and mechanics can't disagree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal, TypeAlias, get_args

from .amounts import Formula, Modifier
from .record import Entry, PointsKey, Prose, Record, Ref

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
"""The target of an effect: a role in the execution."""
Rating: TypeAlias = "Ref[Ability] | Ref[Skill] | Ref[Specialization]"
ChosenRating: TypeAlias = Literal["chosen-ability", "chosen-skill"]
ChosenAction: TypeAlias = Literal["chosen-action"]
ChosenCondition: TypeAlias = Literal["chosen-condition"]
Amount: TypeAlias = Modifier | Formula[Modifier]
Added: TypeAlias = Modifier | Formula[object]
"""An amount to add: a modifier, or an amount of the type of the value, such as `-10 ft`."""
Label: TypeAlias = "Callable[[object], str]"
"""A function that names an entry, or the choice made for a word such as `chosen-skill`."""


class Effect(Record):
    """An effect, with the qualifiers shared by all verbs.

    - `of`: the checks that it affects, by default all. An ability includes its skills;
      `chosen-skill` includes only rolls with the chosen skill, `resistance` all rolls to resist.
    - `except_`: exceptions to these checks.
    - `to`: the roles that it affects, by default the holder or the acting character.
    - `times`: the number of checks that it affects; with `duration`, whichever ends first.
    - `duration`: the duration; with `times`, whichever ends first.
    - `at`: the moment when it happens, by default at once.
    - `if_`: the condition under which it applies.
    - `text`: words to print after the sentence made from the fields.
    - `sentence`: the pack's sentence, in place of the one made from the fields.

    `stands` is True for verbs that can stay in force for a while; all others happen once. `rerolls`
    is True for verbs that roll dice of a check again.
    """

    stands: ClassVar[bool] = False
    rerolls: ClassVar[bool] = False
    of: tuple[
        Rating | Ref[Action] | Ref[Value] | ChosenRating | Literal["resistance"], ...
    ] = ()
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
    duration: Duration | None = None
    at: Moment | None = None
    if_: Formula[bool] | None = None
    text: Prose = ""
    sentence: Prose = ""

    def in_words(self, _label: Label, /) -> str:
        """Return a phrase to print after the name of the affected character, without durations.

        The phrase of a Modify follows "has".
        """
        raise NotImplementedError

    def __str__(self) -> str:
        """Return the effect in words, with its duration."""
        words = self.in_words(_name)
        return words if self.duration is None else f"{words}, {self.duration.text}"

    def on_what(self, label: Label) -> str:
        """Return the affected checks as a phrase to append, such as ` of Dexterity`."""
        checks = f" of {', '.join(map(label, self.of))}" if self.of else ""
        if self.except_:
            checks += f" except {', '.join(map(label, self.except_))}"
        return checks


def _name(what: object) -> str:
    entry: object = getattr(what, "entry", what)
    return entry.title if isinstance(entry, Entry) else str(what).replace("-", " ")


class Modify(Effect):
    """Change checks, fixed values, resistance, margins, effect rolls, or a single value or rating.

    `by` adds an amount. A value can instead be multiplied (`multiplied_by`) or replaced (`set_to`);
    the three exclude each other. If several effects change a value, the lowest `set_to` applies
    first, then all factors, then all amounts.
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
        """The value of `by`, `multiplied_by` or `set_to`."""
        return self.by or self.multiplied_by or self.set_to

    def in_words(self, label: Label, /) -> str:
        """Return a phrase such as `-2 on checks of Dexterity`."""
        if self.set_to is not None:
            return f"{label(self.modify)} of {self.set_to}"
        if self.multiplied_by is not None:
            return f"{label(self.modify)} multiplied by {self.multiplied_by}"
        return f"{self.by} on {label(self.modify)}{self.on_what(label)}"


class Inflict(Effect):
    """Inflict a condition, by name or as a rank of a track.

    `to_rank` sets the rank on the track; `by` moves it from the character's present rank.
    """

    inflict: Ref[Condition] | Ref[Track]
    to_rank: Formula[int] | None = None
    by: Formula[int] | None = None

    def in_words(self, label: Label, /) -> str:
        """Return a phrase such as `suffers Hurt`."""
        rank = "" if self.to_rank is None else f" of rank {self.to_rank}"
        by = "" if self.by is None else f" by {self.by}"
        return f"suffers {label(self.inflict)}{rank}{by}"


class Recover(Effect):
    """Remove a condition, or an effect bought with ranks. `of_rank` limits the rank it takes."""

    recover: Ref[Condition] | Ref[Track] | Literal["chosen-condition", "chosen-effect"]
    of_rank: Formula[int] | None = None

    def in_words(self, label: Label, /) -> str:
        """Return a phrase such as `recovers from Hurt`."""
        return f"recovers from {label(self.recover)}"


class SetDuration(Effect):
    """Change the duration of a condition: to `duration`, or by an amount (`by`) of a `period`.

    With `from_`, only a condition with this duration changes.
    """

    set_duration: Ref[Condition] | ChosenCondition
    from_: Duration | None = None
    by: Amount | None = None
    period: Ref[Period] | None = None

    def in_words(self, label: Label, /) -> str:
        """Return a phrase such as `has Hurt for a longer or shorter time`."""
        return f"has {label(self.set_duration)} for a longer or shorter time"


class Ignore(Effect):
    """Suspend a condition for as long as the effect lasts."""

    stands = True
    ignore: Ref[Condition] | Ref[Track] | ChosenCondition

    def in_words(self, label: Label, /) -> str:
        """Return a phrase such as `ignores Stun`."""
        return f"ignores {label(self.ignore)}"


Playable: TypeAlias = "Ref[Action] | Ref[ActionType] | Ref[Points]"
Reach: TypeAlias = "Ref[Scope] | Ref[Member]"


class Allow(Effect):
    """Permit an action, rating or reach that is otherwise not available.

    `costs` are the points, by key, that each roll with a permitted rating costs.
    """

    stands = True
    allow: Literal["actions"] | ChosenAction | ChosenRating | Rating | Playable | Reach
    costs: Mapping[PointsKey, Formula[int]] = {}

    def in_words(self, label: Label, /) -> str:
        """Return a phrase such as `may use Flight`."""
        if self.allow == "actions":
            return f"may act{self.on_what(label)}"
        return f"may use {label(self.allow)}{self.on_what(label)}"


class Forbid(Effect):
    """Rule out an action, rating or reach that is otherwise available.

    Forbidding `actions` also rules out rolls to resist, unless `except_` has an action or
    `resistance`.
    """

    stands = True
    forbid: Literal["actions"] | ChosenAction | ChosenRating | Rating | Playable | Reach

    def in_words(self, label: Label, /) -> str:
        """Return a phrase such as `cannot use Flight` or `cannot act except Rest`."""
        if self.forbid == "actions":
            return f"cannot act{self.on_what(label)}"
        return f"cannot use {label(self.forbid)}{self.on_what(label)}"


class Roll(Effect):
    """Make an effect roll, optionally with a modifier.

    `with_` replaces the rating or value that the effect roll uses: a rating, a value, or a formula
    that names one (`row.weapon`).
    """

    roll: Ref[EffectRoll] | Literal["chosen"]
    by: Amount | None = None
    with_: Rating | Ref[Value] | Formula[object] | None = None

    def in_words(self, label: Label, /) -> str:
        """Return a phrase such as `rolls Damage`."""
        return f"rolls {label(self.roll)}"


class Reroll(Effect):
    """Roll the check again and keep one of the two totals."""

    stands = True
    rerolls = True
    reroll: Literal["check"]
    keep: Literal["higher", "lower", "second", "chosen"]

    def in_words(self, label: Label, /) -> str:
        """Return a phrase such as `rolls again and keeps the higher`."""
        return f"rolls again and keeps the {self.keep}{self.on_what(label)}"


class Use(Effect):
    """Use one rating in place of another."""

    stands = True
    use: Rating | ChosenRating
    instead_of: Rating | ChosenRating

    def in_words(self, label: Label, /) -> str:
        """Return a phrase such as `uses Climb instead of Jump`."""
        is_chosen = isinstance(self.instead_of, str)
        replaced = label("instead-of" if is_chosen else self.instead_of)
        return f"uses {label(self.use)} instead of {replaced}"


class Resist(Effect):
    """Replace the usual resistance to an action, effect roll or any action (`actions`).

    The result is never below `not_below`. All formulas, including `if_`, are evaluated when the
    action is resisted. They can use its names (`resisted.distance`), and `resistance` for the
    rating or value that resists otherwise.
    """

    stands = True
    resist: Literal["actions"] | Ref[Action] | Ref[EffectRoll]
    with_: Formula[int]
    not_below: Formula[int] | None = None

    def in_words(self, label: Label, /) -> str:
        """Return a phrase such as `resists Punch`."""
        is_general = self.resist == "actions"
        return f"resists {'any action' if is_general else label(self.resist)}"


class Buy(Effect):
    """Spend the ranks of the check on a menu."""

    buy: Ref[Menu]

    def in_words(self, label: Label, /) -> str:
        """Return a phrase such as `buys from Stunts`."""
        return f"buys from {label(self.buy)}"


class Move(Effect):
    """Move a character by a distance."""

    move: Who
    by: Formula[object]

    def in_words(self, label: Label, /) -> str:
        """Return a phrase such as `moves 5 ft`, or `moves by their forced move` for a value."""
        kind, _, value = self.by.text.partition("value.")
        return f"moves {self.by}" if kind else f"moves by their {label(value)}"


class Narrate(Effect):
    """An effect that isn't computed: the game master describes the outcome."""

    narrate: Prose

    def in_words(self, _label: Label, /) -> str:
        """Return the pack's text."""
        return f"is told: {self.narrate.rstrip('.')}"


class OneOf(Effect):
    """Choose one of several effects. The character who causes the effect chooses."""

    one_of: tuple[Effect, ...]

    def in_words(self, label: Label, /) -> str:
        """Return the choices, joined by `or`."""
        return " or ".join(effect.in_words(label) for effect in self.one_of)


AnyEffect: TypeAlias = (
    Modify
    | Inflict
    | Recover
    | SetDuration
    | Ignore
    | Allow
    | Forbid
    | Roll
    | Reroll
    | Use
    | Resist
    | Buy
    | Move
    | Narrate
    | OneOf
)
"""The union of all effects. Every `match` over it ends in `assert_never`."""

VERBS: tuple[type[Effect], ...] = get_args(AnyEffect)


# Durations and moments, in the periods that a ruleset declares.


Form = Literal["this", "next", "count", "end", "own-action", "event", "always"]


class Duration(Record):
    """A duration, such as `until end of own next turn`. `text` is the pack's notation for it.

    `form` decides which of the fields apply:

    - `this`, `next`: until the end of the present period, or the whole of the next one.
    - `count`: a number of periods, or a die code to roll for it (`1D rounds`).
    - `end`: until the end of the period, of the holder's `own` or the `following` one.
    - `own-action`: until the holder's next action of a type. It also ends with any period longer
      than the one in which these actions are counted.
    - `event`: until it is used, recovered or replaced.
    - `always`: permanently.

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
    """The `start` or `end` of a period.

    `which` selects the period: the present one (`the`), `each`, the `next`, the holder's `own` or
    `own-next`.
    """

    text: str
    edge: Literal["start", "end"]
    which: Literal["the", "each", "next", "own", "own-next"]
    period: str

    def __str__(self) -> str:
        return self.text
