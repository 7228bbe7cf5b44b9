"""What characters and things are good at: abilities, their skills, the specializations of those."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal, TypeAlias

from ..record import Entry, Linked, Ref, TypeWord

if TYPE_CHECKING:
    from ..amounts import DieCode, Formula, Quantity
    from ..effects import Effect
    from .actions import Points, Scene
    from .dice import Dice
    from .notes import FormulaEntry


class Specialization(Entry):
    """A narrow use of a skill."""

    trained: bool = False
    procedure: Ref[Dice] | None = None
    parent: Linked[Ref[Skill]]

    @property
    def skill(self) -> Skill:
        """The skill that this is a part of."""
        return self.parent.entry


class Skill(Entry):
    """A use of an ability. A `trained` one cannot be used without ranks in it."""

    trained: bool = False
    procedure: Ref[Dice] | None = None
    specializations: tuple[Specialization, ...] = ()
    parent: Linked[Ref[Ability]]

    @property
    def ability(self) -> Ability:
        """The ability that this skill adds to."""
        return self.parent.entry


class Ability(Entry):
    """Something that a character or thing can do. One that is not `ranked` has no die code.

    `needs` are abilities that one must have to have this one. `procedure` is how it is rolled, the
    first of the ruleset if not said. A `trained` one cannot be used without ranks in it.
    """

    type: Ref[AbilityType] | None = None
    ranked: bool = True
    trained: bool = False
    needs: tuple[Ref[Ability], ...] = ()
    procedure: Ref[Dice] | None = None
    skills: tuple[Skill, ...] = ()


Rated: TypeAlias = Ability | Skill | Specialization


def used_together(entry: Entry) -> tuple[Rated, ...]:
    """The entry and those whose codes add to its own: a specialization, its skill, its ability.

    The narrowest stands first; there is nothing for an entry of another kind.
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
    """What sort of thing an element of the game is, and which abilities it has by nature."""

    agency: bool = False
    abilities: tuple[Ref[Ability], ...] = ()
    values: tuple[Ref[Value], ...] = ()


class Value(Entry):
    """A number that someone or something has: worked out (`is_`), or written on the sheet.

    `of` is the nature of those who have it. What nobody wrote on a sheet is the `default`.
    """

    of: Ref[Nature]
    type: TypeWord
    is_: Formula[object] | None = None
    default: Formula[object] | None = None

    @property
    def dice_count(self) -> Literal["fixed", "rolled", ""]:
        """How dice that an effect adds to a whole number count; empty if the value takes none.

        `fixed`: as a fixed value, if the formula calls `fixed`. `rolled`: as dice in the roll, if
        the formula calls `roll` once and never `fixed`.
        """
        formula = self.is_ or self.default
        calls = re.findall(r"(?<![\w-])(fixed|roll)\(", formula.text if formula else "")
        if self.type != "integer" or ("roll" in calls and len(calls) > 1):
            return ""
        return "rolled" if "roll" in calls else "fixed" if calls else ""


# What a game's world is measured in: scales, scopes, hooks, pillars.


class Level(Entry):
    """A level of a scale; `place` counts from 1."""

    parent: Linked[Ref[Scale]]
    place: Linked[int]

    @property
    def scale(self) -> Scale:
        """The scale that this level is part of."""
        return self.parent.entry


class Scale(Entry):
    """An order of magnitude, lowest level first."""

    levels: tuple[Level, ...]


class Member(Entry):
    """One range of effects of a scope."""

    parent: Linked[Ref[Scope]]

    @property
    def scope(self) -> Scope:
        """The scope that this is part of."""
        return self.parent.entry


class Scope(Entry):
    """A range of effects upon which an ability works. Its members have no rank."""

    members: tuple[Member, ...]


class Hook(Entry):
    """A phrase of a description that gives an ability or turns the story.

    `activated_by` says what it takes; nothing, if empty.
    """

    type: Ref[Term] | None = None
    activated_by: tuple[Ref[Points] | Literal["check"], ...] = ()
    effects: tuple[Effect, ...] = ()


class Pillar(Entry):
    """One of the ways in which a game is played, and the scenes that it is played in."""

    scenes: tuple[Ref[Scene], ...] = ()


# What time, space and turns are made of; everything else refers to these.


class DieCodes(Entry):
    """How die codes count. There is one of these in a ruleset.

    `smallest` is the smallest pool of an ability or a skill that can be rolled: with 1D, whoever
    has no die left cannot try; with 0D their pips are the total. Values, such as damage, are rolled
    with less, and so is what is typed, which may be either. `fixed` is what a code counts as when
    nobody rolls; with `fixed_like_checks`, dice, pips and numbers that modify checks count in that,
    too.
    """

    pips_per_die: int
    smallest: DieCode
    fixed: Ref[FormulaEntry] | None = None
    fixed_like_checks: bool = False
    name: str = "Die codes"


class Period(Entry):
    """A stretch of game time, from short to long in the order of the pack.

    `belongs_to` is the nature whose own it is (a turn is a character's); `lasts` is its length on
    the clock, where it has one.
    """

    plural: str
    belongs_to: Ref[Nature] | None = None
    lasts: Quantity | None = None


class Unit(Entry):
    """A unit of measurement: `measures` names what (length, time).

    `is_` is what one of it comes to in another unit, in which all is told that people give in this.
    """

    plural: str
    measures: str
    is_: Quantity | None = None


class AbilityType(Entry):
    """A class of abilities."""


class ActionType(Entry):
    """A class of actions: so many (`count`) in each period (`per`); without a count, any number."""

    per: Ref[Period]
    count: int | None = None


class Term(Entry):
    """A word of the game, explained."""
