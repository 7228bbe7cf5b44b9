"""Define additions to the rules: notes, characters, worked examples, options, chapters.

An example lists facts (`given`), something to do (`run`, `formula`, `start`, `end`) and the
expected results. Every build runs all examples and reports differences.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Literal, TypeAlias

from ..amounts import DieCode, Formula, FormulaPool, Modifier, Quantity, Range
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
    | FormulaPool
    | Range[int]
    | Range[Quantity]
    | Ref[Entry],
    "known",
]
"""A value that an example or a character starts with: `3D+1`, `5 ft`, `true`, or an id."""


class Reading(Record):
    """One reading of an ambiguous rule.

    `value` is the value of the setting in `Note.decides` under this reading.
    """

    text: Prose
    value: str = ""


class Note(Entry):
    """A gap or contradiction in the sources, with its possible readings and the chosen one.

    - `about`: the entries with the problem.
    - `decides`: the address of a setting. Its value decides which reading is chosen.
    - `chosen`: the key of the chosen reading, if the note decides no setting.
    - `why`: the reason for the choice.
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
    """The expected results of a run. Only fields that are set are compared.

    - For a check: the `number` to reach, the `margin` by which the total exceeds it, the `rank` of
      the margin, `success`, the `outcome` by its key, and `skipped` if it needs no roll.
    - `cost`: the total cost of purchases.
    - `effects`: the effects that happen.
    """

    number: int | None = None
    margin: int | None = None
    rank: int | None = None
    success: bool | None = None
    outcome: str = ""
    skipped: bool | None = None
    cost: int | None = None
    effects: tuple[Effect, ...] | None = None


class CharacterEntry(Entry):
    """A pregenerated character to play or to meet: an example, not a rule.

    - `stats`: values, and codes of abilities, skills and specializations, by id. A skill has only
      the dice that it adds to its ability, as on a sheet.
    - `abilities`: the abilities without a code.
    - `hooks`: the character's hooks.
    - `gear`: the equipment, as text.
    - `points`: the number of points by pool, if different from the start.
    - `player`: true for a player's character, false for one of the game master's.
    """

    stats: Mapping[str, Known]
    player: bool = True
    abilities: Mention[tuple[Ref[Ability], ...]] = ()
    hooks: Mention[tuple[Ref[Hook], ...]] = ()
    gear: tuple[Prose, ...] = ()
    points: Mapping[str, int] = {}


class Person(Record):
    """A character of an example, in the state before its first step.

    - `character`: a pregenerated character to base this one on. The other fields change it or add
      to it.
    - `stats`: values, and codes of abilities, skills and specializations, by id. A skill has only
      the dice that it adds to its ability, as on a sheet.
    - `abilities`: the abilities without a code.
    - `hooks`: the character's hooks.
    - `conditions`: the character's conditions.
    - `points`: the number of points by pool, if different from the start.
    """

    character: Ref[CharacterEntry] | None = None
    player: bool = False
    stats: Mapping[str, Known] = {}
    abilities: tuple[Ref[Ability], ...] = ()
    hooks: tuple[Ref[Hook], ...] = ()
    conditions: tuple[Ref[Condition], ...] = ()
    points: Mapping[str, int] = {}


class Bought(Record):
    """A pick bought from a menu with the ranks of a check.

    The other fields are the choices for its effects, as in `Choices`.
    """

    pick: Ref[Pick]
    to: Who | None = None
    subtract: bool = False
    branch: int = 1
    condition: Ref[Condition] | Ref[Pick] | None = None
    given: Mapping[str, Known] = {}


class Spent(Record):
    """Points spent on a roll after the dice have fallen.

    `way` is the key of the way to spend them. `keep` selects one of two totals, if the rules leave
    that open.
    """

    points: Ref[Points]
    way: str
    keep: Literal["higher", "lower"] = "higher"


class RollFacts(Record):
    """The expected results of a roll. Only fields that are set are compared.

    `pool` is the pool in the notation of packs (`4D B1`). `outcome` is the key of the outcome,
    `events` are the keys of the events of its dice.
    """

    pool: str = ""
    number: int | None = None
    total: int | None = None
    margin: int | None = None
    rank: int | None = None
    success: bool | None = None
    outcome: str = ""
    skipped: bool | None = None
    events: tuple[str, ...] | None = None


class StepFacts(RollFacts):
    """The expected results of a step: those of its first roll, and the state after it.

    - `refused`: the rules don't allow the step, and nothing has changed.
    - `then`: the rolls that follow from the first, such as damage.
    - `effects`: the effects that happened, in order, except for inflicted conditions.
    - `conditions`: all conditions, by character.
    - `points`: the number of points, by character and key.
    - `order`: the turn order; characters who act together are one item: `ann and ben`.
    """

    refused: bool | None = None
    then: tuple[RollFacts, ...] = ()
    effects: tuple[Effect, ...] | None = None
    conditions: Mapping[str, tuple[Ref[Condition], ...]] = {}
    points: Mapping[str, Mapping[str, int]] = {}
    order: tuple[str, ...] = ()


class ExampleStep(Record):
    """A step of an example: a character does something, or time passes.

    It has exactly one of `run`, `start`, `end` and `formula`.

    - `run`: the entry to use, test, suffer, spend or roll; or a scene, to order its turns.
    - `start` or `end`: a period that starts or ends, for the characters in `by` or for all.
    - `formula`: a formula about the character in `by` that has to be true.
    - `by`: the acting character.
    - `on`: the target.
    - `ally`, `opponents`: other characters involved.
    - `spend`, `earn`, `lose`: for points, the way to do so.
    - `picks`: purchases with ranks.
    - `given`: facts and choices, by the names that `run` uses. For a rating, `against` is the
      number to reach. For a menu, `rank` is the rank to spend.
    - `to`, `subtract`, `branch`, `condition`: choices, as in `Choices`.
    - `rolled`: true if the opponent rolls to resist.
    - `choose`: the choices for steps of the dice procedure, in order.
    - `phase`: the phase of the turn order: to declare actions or to act.
    - `after_roll`: points spent on the first roll.
    - `open`: the action waits after its roll. A later step with `finish` ends it, perhaps with
      another `difficulty` in `given`.
    - `dice`: the faces rolled, in order. Their number has to match exactly.
    - `tells`: the step as prose, with placeholders for its results: `{total}`.
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
    formula: Formula[bool] | None = None
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
    to: Who | None = None
    subtract: bool = False
    branch: int = 1
    condition: Ref[Condition] | Ref[Pick] | None = None
    rolled: bool = False
    choose: tuple[str, ...] = ()
    phase: Literal["act", "declare"] = "act"
    after_roll: tuple[Spent, ...] = ()
    open: bool = False
    finish: bool = False
    dice: tuple[int, ...] = ()
    tells: Prose = ""
    expect: StepFacts | None = None


class Example(Entry):
    """A worked example. Every build runs it and compares the result with the expected one.

    It has exactly one of `formula`, `run` and `steps`.

    - `formula`: a formula. `expect` is a formula with an equal value, or the text that results.
    - `run`: an entry that has effects or a check. `expect` has the effects that happen, or facts.
    - `steps`: steps of the characters in `people`, each with its expected results. If the steps
      have prose (`tells`), a text can include the example.
    - `about`: the entries that the example explains.
    - `spend`: for points, the way to spend them.
    - `picks`: for a menu, the purchases.
    - `given`: the values of names in formulas, by name; ratings and values of the acting character,
      by id.
    - `severity`: the severity of a different result.
    - `print`: false for a test, which documents leave out.
    """

    name: str = ""
    about: Concerns[tuple[Ref[Entry], ...]]
    formula: Formula[object] | None = None
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
    severity: Literal["error", "warning"] = "error"
    print: bool = True

    @property
    def is_story(self) -> bool:
        """True if any step has prose, so that a text can include the example."""
        return any(step.tells for step in self.steps)


class Chapter(Entry):
    """A chapter of the rules: text, and the entries that belong to it."""

    contains: Mention[tuple[Ref[Entry], ...]] = ()


class PanelEntry(Entry):
    """A panel of the quick reference: its text, and the entries that it `shows`, in a line each.

    - `only`: the keys of the columns to include. By default, tables have all their columns, tracks
      have none.
    """

    shows: Mention[tuple[Ref[Entry], ...]] = ()
    only: tuple[str, ...] = ()


# Options: choices that a pack offers to house rules.


class Change(Record):
    """One change that a choice makes.

    - `word`: the operation, as packs write it.
    - `entry`: the id of the changed entry, which another choice can add.
    - `setting`: the path to the setting in the entry; empty for the whole entry.
    - `passage`: the words to change in a text, for `reword`.
    - `value`: the new value as packs write it; for a plain list, its items.
    - `why`: the reason that the pack states.
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
    """One variant of an option.

    The `changes` of the variant in use are already applied to the ruleset.
    """

    parent: Linked[Ref[Option]]
    changes: Linked[tuple[Change, ...]] = ()

    @property
    def option(self) -> Option:
        """The option that the choice is a variant of."""
        return self.parent.entry


class Option(Entry):
    """A rule with several variants. `default` is the variant in use, which packs can select."""

    default: Ref[Choice]
    choices: tuple[Choice, ...]


# Named formulas.


class FormulaEntry(Entry):
    """A named formula, which other formulas can call.

    - `params`: the types of its parameters, by name.
    - `returns`: the type of the result.
    - `constants`: values that the formula uses, by name.
    - `formula`: the formula itself.
    """

    params: Mapping[str, TypeWord] = {}
    constants: Mapping[str, Formula[object]] = {}
    returns: TypeWord
    formula: Formula[object]
