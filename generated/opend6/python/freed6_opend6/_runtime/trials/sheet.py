"""Someone of whom nothing is known but what is given: ratings and values by id."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from ..die_code import DieCode
from ..entries.abilities import Ability, Skill, Specialization, Value
from ..entries.frame import DieCodes
from ..situation import Situation
from ..unworkable import Unworkable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..entries.formulas import FormulaEntry
    from ..given import Value as Worth
    from ..situation import Rules


class Sheet:
    """The character of an example. What it does not say raises Unworkable."""

    __slots__ = ("_given", "_rules")

    def __init__(self, rules: Rules, given: Mapping[str, Worth]) -> None:
        self._rules = rules
        self._given = given

    def rating(self, id: str, /) -> DieCode:
        """Tell how good they are at something."""
        found = self._given.get(id)
        if not isinstance(found, DieCode):
            raise Unworkable(f"nothing says how good anyone is at {id}", _way(id))
        return found

    def fixed(self, id: str, /) -> int:
        """Give the rating as a number, when nobody rolls."""
        rating = self.rating(id)
        formula = self._formula()
        here = Situation(self._rules, dict.fromkeys(formula.takes, rating))
        return cast("int", formula.is_(here))

    def _formula(self) -> FormulaEntry:
        """What makes a number of a die code."""
        try:
            codes = self._rules.entry("die-codes")
        except KeyError:
            codes = None
        if not isinstance(codes, DieCodes) or codes.fixed is None:
            raise Unworkable("nothing says what a die code is worth as a number")
        return codes.fixed.entry

    def roll(self, id: str, /) -> int:
        """Roll: nobody does, in an example."""
        raise Unworkable(f"nobody rolls {id} in an example")

    def has(self, id: str, /) -> bool:
        """Tell whether they have this at all."""
        return id in self._given

    def without_ability(self, id: str, /) -> DieCode:
        """Give the rating without what the ability gives to it."""
        whole = self.rating(id)
        ability = self.rating(_ability(self._rules.entry(id)))
        if whole < ability:
            raise Unworkable(f"{id} is less than its ability", "give the whole code")
        return whole - ability

    def value(self, id: str, /) -> Worth:
        """Give a number of theirs: as given, else as it follows."""
        if id in self._given:
            return self._given[id]
        entry = self._rules.entry(id)
        formula = entry.is_ or entry.default if isinstance(entry, Value) else None
        if formula is None:
            way = f"say it under 'given': {id.partition('.')[2]}: …"
            raise Unworkable(f"nothing says what {id} is", way)
        return cast("Worth", formula(Situation(self._rules, character=self)))


def _way(id: str) -> str:
    return f"say it under 'given': {id.partition('.')[2]}: 3D"


def _ability(entry: object) -> str:
    """The id of the ability that something is a part of."""
    match entry:
        case Specialization():
            return entry.skill.ability.id
        case Skill():
            return entry.ability.id
        case Ability():
            return entry.id
        case _:
            raise Unworkable("this belongs to no ability")
