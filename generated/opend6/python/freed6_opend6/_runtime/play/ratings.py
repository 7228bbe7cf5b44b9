"""How good somebody is at something: the ladder from specialization over skill to ability."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from ..dice.pool import OWN
from ..effects import Allow, Forbid, Modify
from ..entries.abilities import Ability, Skill, Specialization
from ..record import Ref
from .refused import Refused
from .standing import at_work

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..die_code import DieCode
    from ..entries.dice import Dice
    from ..given import Value
    from ..record import Entry
    from .being import Being

Facts: TypeAlias = "Mapping[str, Value | Entry]"
"""What is known of a situation, by names that rules ask for."""


class Rated(NamedTuple):
    """What is used: an ability, a skill of it or with it, a specialization, and their codes.

    The codes go by where dice come from: `ability`, `skill`, `specialization`.
    """

    ability: Ability
    skill: Skill | None
    specialization: Specialization | None
    codes: Mapping[str, DieCode]

    @property
    def ids(self) -> frozenset[str]:
        """The ids of all that is used."""
        return frozenset(one.id for one in self[:3] if one is not None)

    @property
    def procedure(self) -> Ref[Dice] | None:
        """The procedure that the narrowest of them asks for."""
        used = (self.specialization, self.skill, self.ability)
        return next((one.procedure for one in used if one and one.procedure), None)


def rated(
    someone: Being,
    entry: Entry,
    ability: Ability | None = None,
    facts: Facts | None = None,
) -> Rated:
    """What somebody uses for something, with the skill's own ability or another.

    Raises Refused where they lack the ability, or the training, or something forbids it; `facts`
    answer what standing rules ask.
    """
    own, skill, specialization = _line(entry)
    ability = ability or own
    used = tuple(one for one in (ability, skill, specialization) if one is not None)
    for one in used:
        _refuse_forbidden(someone, one, facts)
    if not has(someone, ability):
        raise Refused(f"{someone} does not have {ability.name}")
    if not ability.ranked:
        raise Refused(f"{ability.name} has no die code")
    for one in used:
        _refuse_untrained(someone, one)
    sources = zip(OWN, (ability, skill, specialization), strict=True)
    codes = {
        source: code(someone, one.id) for source, one in sources if one is not None
    }
    return Rated(ability, skill, specialization, codes)


def _line(entry: Entry) -> tuple[Ability, Skill | None, Specialization | None]:
    match entry:
        case Specialization():
            return entry.skill.ability, entry.skill, entry
        case Skill():
            return entry.ability, entry, None
        case Ability():
            return entry, None, None
        case _:
            raise Refused(f"{entry.name} is no ability, skill or specialization")


def _refuse_forbidden(someone: Being, one: Entry, facts: Facts | None) -> None:
    for _, working in at_work(someone, Forbid, facts, on=one.id):
        raise Refused(f"{working.entry.name}: {someone} cannot use {one.name}")


def _refuse_untrained(someone: Being, one: Ability | Skill | Specialization) -> None:
    """What asks for training cannot be used without: a code in it, or in a part of it."""
    if one.trained and not _is_trained(someone, one):
        raise Refused(f"{one.name} takes training, and {someone} has none")


def _is_trained(someone: Being, one: Entry) -> bool:
    if _allowed(someone, one.id):
        return True
    return any(code(someone, part.id).worth > 0 for part in one.tree())


def code(someone: Being, id: str) -> DieCode:
    """The code on the sheet, with what changes it for a while; never below nothing."""
    dice = someone.rules.die_code
    found = someone.ratings.get(id, dice(0))
    worth = found.worth
    for _, working in at_work(someone, Modify, on=id):
        by = working.by
        worth += by.dice * dice.pips_per_die + by.pips + by.adds
    return dice(0, max(0, worth))


def has(someone: Being, entry: Entry) -> bool:
    """Whether somebody has an ability, or a code in a skill; and nothing takes it away."""
    if any(True for _ in at_work(someone, Forbid, on=entry.id)):
        return False
    known = entry.id in someone.ratings or entry.id in someone.abilities
    return known or _allowed(someone, entry.id)


def _allowed(someone: Being, id: str) -> bool:
    return any(True for _ in at_work(someone, Allow, on=id))
