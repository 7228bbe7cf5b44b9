"""What stands beside the rules: notes on open questions, worked examples, options, chapters."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from ..amounts import Modifier, Pool, Quantity, Range
from ..die_code import DieCode
from ..record import Concerns, Entry, Mention, Prose, Record, Ref

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..amounts import Formula
    from ..effects import Effect
    from .actions import Action, EffectRoll, Rule
    from .menus import Menu, Pick
    from .points import Points
    from .tracks import Condition, Track
    from .worlds import Hook

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
    - `run`: something that has effects or a check, with what is `given`: names that its formulas
      know, ratings and values of whoever acts by their ids. Of points, `spend` is the way to spend
      them; of a menu, `picks` are bought. `expect` lists the effects, or tells facts.
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
