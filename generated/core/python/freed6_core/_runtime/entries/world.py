"""Define the kinds of a game's world: abilities, skills, values, scales, periods and units."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, TypeAlias

from ..record import Entry, Linked, Mention, Ref, TypeWord

if TYPE_CHECKING:
    from ..amounts import DieCode, Formula, Quantity
    from ..effects import Effect
    from .actions import Points, Scene
    from .dice import Dice
    from .notes import FormulaEntry


class Specialization(Entry):
    """A narrow use of a skill."""

    trained_only: bool = False
    procedure: Ref[Dice] | None = None
    parent: Linked[Ref[Skill]]

    @property
    def skill(self) -> Skill:
        """The skill of the specialization."""
        return self.parent.entry


class Skill(Entry):
    """A use of an ability. If `trained_only`, it can't be used without ranks."""

    trained_only: bool = False
    procedure: Ref[Dice] | None = None
    specializations: tuple[Specialization, ...] = ()
    parent: Linked[Ref[Ability]]

    @property
    def ability(self) -> Ability:
        """The ability to which the skill adds."""
        return self.parent.entry


class Ability(Entry):
    """An ability of a character or thing. It has a die code only if it is `ranked`.

    - `trained_only`: true if it can't be used without ranks.
    - `needs`: the abilities that it requires.
    - `excludes`: the abilities that cannot be combined with it.
    - `of_players`: true if all characters of players have it.
    - `procedure`: the procedure by which it is rolled, by default the first one of the ruleset.
    """

    type: Ref[AbilityType] | None = None
    ranked: bool = True
    trained_only: bool = False
    needs: tuple[Ref[Ability], ...] = ()
    excludes: Mention[tuple[Ref[Ability], ...]] = ()
    of_players: bool = False
    procedure: Ref[Dice] | None = None
    skills: tuple[Skill, ...] = ()


Rated: TypeAlias = Ability | Skill | Specialization


def used_together(entry: Entry) -> tuple[Rated, ...]:
    """Return the entry and the entries whose codes add to its own, the narrowest first.

    These are a specialization, its skill and its ability. For an entry of another kind, the result
    is empty.
    """
    match entry:
        case Specialization():
            return (entry, entry.skill, entry.skill.ability)
        case Skill():
            return (entry, entry.ability)
        case Ability():
            return (entry,)
        case _:
            return ()


class Nature(Entry):
    """A type of game element, such as characters, with the abilities that it has by nature."""

    agency: bool = False
    abilities: Mention[tuple[Ref[Ability], ...]] = ()
    values: Mention[tuple[Ref[Value], ...]] = ()


class Value(Entry):
    """A number that a character or thing has: computed (`formula`), or written on the sheet.

    `of` is the nature that has it. `default` applies if the sheet doesn't have it.
    """

    of: Ref[Nature]
    type: TypeWord
    formula: Formula[object] | None = None
    default: Formula[object] | None = None

    @property
    def dice_count(self) -> Literal["fixed", "rolled", ""]:
        """The way to count dice that an effect adds to this value; empty if none can be added.

        - `fixed`: as their fixed value, if the formula calls `fixed`.
        - `rolled`: as dice in the roll, if the formula calls `roll` once and never `fixed`.
        """
        formula = self.formula or self.default
        calls = re.findall(r"(?<![\w-])(fixed|roll)\(", formula.text if formula else "")
        if self.type != "integer" or ("roll" in calls and len(calls) > 1):
            return ""
        return "rolled" if "roll" in calls else "fixed" if calls else ""


# The game's world: scales, scopes, hooks, pillars.


class Level(Entry):
    """A level of a scale. `place` counts from 1."""

    parent: Linked[Ref[Scale]]
    place: Linked[int]

    @property
    def scale(self) -> Scale:
        """The scale of the level."""
        return self.parent.entry


class Scale(Entry):
    """An order of magnitude, the lowest level first."""

    levels: tuple[Level, ...]


class Member(Entry):
    """A part of a scope, such as one age of a tech level."""

    parent: Linked[Ref[Scope]]

    @property
    def scope(self) -> Scope:
        """The scope of the member."""
        return self.parent.entry


class Scope(Entry):
    """The range of things on which an ability works. Its members have no order."""

    members: tuple[Member, ...]


class Hook(Entry):
    """A phrase of a description that grants an ability or turns the story.

    `activated_by` lists the ways to activate it; it needs no activation if this is empty.
    """

    type: Ref[Term] | None = None
    activated_by: tuple[Ref[Points] | Literal["check"], ...] = ()
    effects: tuple[Effect, ...] = ()


class Pillar(Entry):
    """A style of play, and its scenes."""

    scenes: Mention[tuple[Ref[Scene], ...]] = ()


# The units of time, space and turns, which all other kinds use.


class DieCodes(Entry):
    """The rules for die codes. A ruleset has only one of these entries.

    - `pips_per_die`: the number of pips that make a die.
    - `smallest`: the smallest pool that can be rolled for an ability or skill. With 1D, a character
      without a die can't try; with 0D, their pips are the total. Pools for values such as damage
      can be smaller. So can typed rolls, which can be for such a value.
    - `fixed`: the formula for the fixed value of a code.
    - `fixed_like_checks`: true if modifiers on checks also change fixed values.
    - `skill_codes`: `whole` if the code of a skill on a sheet includes that of the ability, `added`
      if it is added to it. The same holds for a specialization and its skill.
    """

    pips_per_die: int
    smallest: DieCode
    skill_codes: Literal["added", "whole"] = "added"
    fixed: Ref[FormulaEntry] | None = None
    fixed_like_checks: bool = False
    name: str = "Die codes"


class Period(Entry):
    """A stretch of game time. The pack's order is from short to long.

    `belongs_to` is the nature whose members each have a separate period, as each character has a
    turn. `duration` is its length in clock time, if it has one.
    """

    plural: str
    belongs_to: Ref[Nature] | None = None
    duration: Quantity | None = None


class Unit(Entry):
    """A unit of measurement. `measures` names the dimension (length, time).

    `equals` is its value in another unit, to which all amounts in this unit are converted.
    """

    plural: str
    measures: str
    equals: Quantity | None = None


class AbilityType(Entry):
    """A class of abilities."""


class ActionType(Entry):
    """A class of actions. `count` limits their number in each period (`per`)."""

    per: Ref[Period]
    count: int | None = None


class Term(Entry):
    """A term of the game, with its explanation."""
