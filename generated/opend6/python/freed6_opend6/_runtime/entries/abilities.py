"""What characters and things are good at: abilities, their skills, the specializations of those."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..record import Entry, Linked, Ref, TypeWord

if TYPE_CHECKING:
    from ..amounts import Formula
    from .dice import Dice
    from .frame import AbilityType


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

    `needs` are abilities that one must have to have this one.
    """

    type: Ref[AbilityType] | None = None
    ranked: bool = True
    trained: bool = False
    needs: tuple[Ref[Ability], ...] = ()
    procedure: Ref[Dice] | None = None
    skills: tuple[Skill, ...] = ()


class Nature(Entry):
    """What sort of thing an element of the game is, and which abilities it has by nature."""

    agency: bool = False
    abilities: tuple[Ref[Ability], ...] = ()
    values: tuple[Ref[Value], ...] = ()


class Value(Entry):
    """A number that someone or something has: worked out (`is_`), or written on the sheet."""

    of: Ref[Nature]
    type: TypeWord
    is_: Formula[object] | None = None
    default: Formula[object] | None = None
