"""What stands beside the rules: notes on open questions, worked examples, options, chapters."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from ..amounts import DieCode, Formula, Modifier, Pool, Quantity, Range
from ..record import Concerns, Entry, Linked, Mention, Prose, Record, Ref, TypeWord

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..effects import Effect, Who
    from .actions import Action, EffectRoll, Menu, Pick, Points, Rule, Scene
    from .tables import Condition, Track
    from .world import Ability, Hook, Period, Skill, Specialization


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


class CharacterEntry(Entry):
    """Somebody to play at once, or to meet: an example, not a rule.

    - `given`: codes of abilities, skills and specializations, as on a sheet, where they add up;
      and values. `abilities`: those without a code; `hooks`.
    - `gear`: what they carry, in words.
    - `points`: how many of which, by their keys, where they are not as many as at the start.
    """

    given: Mapping[str, Known]
    player: bool = True
    abilities: tuple[Ref[Ability], ...] = ()
    hooks: tuple[Ref[Hook], ...] = ()
    gear: tuple[Prose, ...] = ()
    points: Mapping[str, int] = {}


class Person(Record):
    """Somebody in a situation, as they are when it begins.

    - `character`: a ready character that they are; the rest is otherwise, or comes on top.

    - `given`: codes of abilities, skills and specializations, as on a sheet, where they add up;
      and values.
    - `abilities`: those without a code; `hooks` and `conditions`.
    - `points`: how many of which, by their keys, where they are not as many as at the start.
    """

    character: Ref[CharacterEntry] | None = None
    player: bool = False
    given: Mapping[str, Known] = {}
    abilities: tuple[Ref[Ability], ...] = ()
    hooks: tuple[Ref[Hook], ...] = ()
    conditions: tuple[Ref[Condition], ...] = ()
    points: Mapping[str, int] = {}


class Bought(Record):
    """Something bought from a menu with the ranks of a check, with what is chosen for it."""

    pick: Ref[Pick]
    whom: Who | None = None
    minus: bool = False
    one_of: int = 1
    condition: Ref[Condition] | None = None
    given: Mapping[str, Known] = {}


class Spent(Record):
    """Points spent on a roll once it has fallen, in one of their ways."""

    points: Ref[Points]
    way: str
    keep: Literal["higher", "lower"] = "higher"


class RollFacts(Record):
    """What a roll shows. What is not said is not looked at.

    `pool` is what is rolled, as packs write it (`4D B1`); `events` are those of its dice.
    """

    pool: str = ""
    number: int | None = None
    total: int | None = None
    margin: int | None = None
    rank: int | None = None
    success: bool | None = None
    skipped: bool | None = None
    events: tuple[str, ...] | None = None


class StepFacts(RollFacts):
    """What comes of a step of a situation: facts of its first roll, and what is so after it.

    - `refused`: the rules do not allow it, and nothing has changed.
    - `then`: the rolls that follow from the first, such as damage.
    - `effects`: those that happened, in order; conditions that are put on somebody are not among
      them: `conditions` are all that people have, by their names.
    - `points`: how many people have, by names and keys.
    - `order`: who acts when; those who act at once stand together: `ann and ben`.
    """

    refused: bool | None = None
    then: tuple[RollFacts, ...] = ()
    effects: tuple[Effect, ...] | None = None
    conditions: Mapping[str, tuple[Ref[Condition], ...]] = {}
    points: Mapping[str, Mapping[str, int]] = {}
    order: tuple[str, ...] = ()


class ExampleStep(Record):
    """One thing that happens in a situation: somebody does something, or time passes.

    One of `run` (what is done, tested, suffered, spent, rolled; of a scene, its order of play),
    `start` and `end` (a period, for those in `by`, else for all), and `that` (a formula about the
    one in `by`, which must hold).

    - `by`: who does it; `on`: on whom; `ally` and `opponents`: others that it may concern.
    - `spend`, `earn`, `lose`: where points are run, the way. `picks`: what ranks are spent on.
    - `given`: facts and choices, under the names that `run` gives them; `against` a number, where
      a rating is rolled; `rank`, where a menu is run.
    - `whom`, `minus`, `one_of`, `condition`, `rolled`: further choices, as in `Choices`;
      `choose`: what is chosen in steps of the dice procedure. `phase`: of the order of play.
    - `after_roll`: points spent on the first roll.
    - `dice`: the faces that are rolled, in order; not one more, not one less.
    - `tells`: the step as a story, with placeholders for what it gives: `{total}`.
    """

    run: (
        Ref[Action]
        | Ref[Rule]
        | Ref[Hook]
        | Ref[Track]
        | Ref[Condition]
        | Ref[Menu]
        | Ref[Points]
        | Ref[Scene]
        | Ref[Ability]
        | Ref[Skill]
        | Ref[Specialization]
        | None
    ) = None
    that: Formula[bool] | None = None
    start: Ref[Period] | None = None
    end: Ref[Period] | None = None
    by: tuple[str, ...] = ()
    on: str = ""
    ally: str = ""
    opponents: tuple[str, ...] = ()
    spend: str = ""
    earn: str = ""
    lose: str = ""
    picks: tuple[Bought, ...] = ()
    given: Mapping[str, Known] = {}
    whom: Who | None = None
    minus: bool = False
    one_of: int = 1
    condition: Ref[Condition] | None = None
    rolled: bool = False
    choose: tuple[str, ...] = ()
    phase: Literal["act", "declare"] = "act"
    after_roll: tuple[Spent, ...] = ()
    dice: tuple[int, ...] = ()
    tells: Prose = ""
    expect: StepFacts | None = None


class Example(Entry):
    """A worked example that is run at every build and must give what it expects.

    - `that`: a formula; `expect` is one too, or plain text where `that` gives a text.
    - `run`: instead of `that`: something that has effects or a check.
    - `spend`: where points are run, the way to spend them.
    - `picks`: where a menu is run, what is bought.
    - `given`: what is known: names that formulas of what is run know by themselves, ratings and
      values of whoever acts by their ids.
    - `expect`: a formula or text, the effects that happen, or facts.
    - `steps`: instead of both: what happens among `people`, one thing after the other, each with
      what it is expected to give. It is printed where a text shows it, by what its steps tell.
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
    expect: str | tuple[Effect, ...] | Facts = ""
    people: Mapping[str, Person] = {}
    steps: tuple[ExampleStep, ...] = ()
    if_not: Literal["error", "warning"] = "error"

    @property
    def is_story(self) -> bool:
        """Whether its steps tell something."""
        return any(step.tells for step in self.steps)


class Chapter(Entry):
    """A chapter of the rules as they are read: words, and the entries that belong to it."""

    contains: Mention[tuple[Ref[Entry], ...]] = ()


class PanelEntry(Entry):
    """A panel of the quick reference: its text, a line for each thing, then what it `shows`.

    - `only`: the keys of the columns of tables that stand on it; all, if none are named. Of the
      columns that tracks have of their own, those that are named.
    """

    shows: Mention[tuple[Ref[Entry], ...]] = ()
    only: tuple[str, ...] = ()


# Options: what a pack lets others choose between.


class Change(Record):
    """One thing that a choice does: by which word of packs, to which entry and setting of it.

    - `entry`: the id of the entry; another choice may have to bring it.
    - `setting`: the way to the setting in the entry; empty where the whole entry is meant.
    - `passage`: the words that are changed, where it is a passage of a text.
    - `value`: as packs write it; of a plain list, its items.
    - `why`: the reason that is given.
    """

    word: Literal[
        "add", "set", "unset", "adjust", "reword", "replace", "take", "move", "remove"
    ]
    entry: str
    setting: str
    passage: str = ""
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
