"""What stands beside the rules: notes on open questions, worked examples, options, chapters."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from ..amounts import DieCode, Formula, Modifier, Pool, Quantity, Range
from ..record import Concerns, Entry, Linked, Mention, Prose, Record, Ref, TypeWord

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..effects import Effect
    from .actions import Action, EffectRoll, Menu, Pick, Points, Rule
    from .tables import Condition, Track
    from .world import Hook


Known: TypeAlias = Annotated[
    str
    | int
    | bool
    | Fraction
    | DieCode
    | Quantity
    | Modifier
    | Pool
    | Range[int]
    | Range[Quantity]
    | Ref[Entry],
    "known",
]
"""What an example takes as given."""


class Reading(Record):
    """One way to read an open place; `value` would then stand where the note decides."""

    text: Prose
    value: str = ""


class Note(Entry):
    """What the sources leave open or contradict, how it can be read, and how it is read here.

    With `decides` the chosen reading is the one whose value stands at that address; else `chosen`.
    """

    name: str = ""
    about: Concerns[tuple[Ref[Entry], ...]]
    kind: Literal["conflict", "gap", "typo", "naming"]
    problem: Prose
    readings: Mapping[str, Reading] = {}
    decides: Concerns[str] = ""
    chosen: str = ""
    why: Prose = ""


class Facts(Record):
    """What a run can show. What is not said is not looked at.

    Of a check: the `number` to reach, the `margin`, the `rank` that it makes, whether it is a
    `success`, whether no roll is needed (`skipped`). Of what is bought: the `cost`. `effects` are
    those that happen.
    """

    number: int | None = None
    margin: int | None = None
    rank: int | None = None
    success: bool | None = None
    skipped: bool | None = None
    cost: int | None = None
    effects: tuple[Effect, ...] | None = None


class Example(Entry):
    """A worked example that is run at every build and must give what it expects.

    - `that`: a formula; `expect` is one too, or plain text where `that` gives a text.
    - `run`: instead of `that`: something that has effects or a check.
    - `spend`: where points are run, the way to spend them.
    - `picks`: where a menu is run, what is bought.
    - `given`: what is known: names that formulas of what is run know by themselves, ratings and
      values of whoever acts by their ids.
    - `expect`: a formula or text, the effects that happen, or facts.
    - `if_not`: what another result is.
    """

    name: str = ""
    about: Concerns[tuple[Ref[Entry], ...]]
    that: Formula[object] | None = None
    run: Concerns[
        Ref[Action]
        | Ref[EffectRoll]
        | Ref[Rule]
        | Ref[Track]
        | Ref[Condition]
        | Ref[Menu]
        | Ref[Pick]
        | Ref[Points]
        | Ref[Hook]
        | None
    ] = None
    spend: str = ""
    picks: tuple[Ref[Pick], ...] = ()
    given: Mapping[str, Known] = {}
    expect: str | tuple[Effect, ...] | Facts
    if_not: Literal["error", "warning"] = "error"


class Chapter(Entry):
    """A chapter of the rules as they are read: words, and the entries that belong to it."""

    contains: Mention[tuple[Ref[Entry], ...]] = ()


# Options: what a pack lets others choose between.


class Change(Record):
    """One thing that a choice does: by which word of packs, to which entry and setting of it.

    - `entry`: the id of the entry; another choice may have to bring it.
    - `setting`: the way to the setting in the entry; empty where the whole entry is meant.
    - `value`: as packs write it; of a plain list, its items.
    - `why`: the reason that is given.
    """

    word: Literal["add", "set", "unset", "adjust", "replace", "take", "move", "remove"]
    entry: str
    setting: str
    value: str | tuple[str, ...]
    why: Prose


class Choice(Entry):
    """One way to play it. What it `changes` is applied already where it is in use."""

    parent: Linked[Ref[Option]]
    changes: Linked[tuple[Change, ...]] = ()

    @property
    def option(self) -> Option:
        """The option that this is a choice of."""
        return self.parent.entry


class Option(Entry):
    """A rule in several variants. `default` is the choice in use: the one that packs selected."""

    default: Ref[Choice]
    choices: tuple[Choice, ...]


# Named formulas.


class FormulaEntry(Entry):
    """A formula with a name: what it takes, the numbers in it, what it gives."""

    takes: Mapping[str, TypeWord] = {}
    constants: Mapping[str, Formula[object]] = {}
    gives: TypeWord
    is_: Formula[object]
