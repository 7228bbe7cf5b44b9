"""What stands on a sheet is read, and all that does not fit the ruleset is named."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ..amounts import Quantity
from ..die_code import DieCode
from ..entries.abilities import Ability, Skill, Specialization
from ..entries.abilities import Value as ValueEntry
from ..entries.frame import Unit
from ..record import Entry, Ref
from .book import every, id_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ..given import Value
    from ..situation import Rules
    from .being import Named

PLAIN: Mapping[str, tuple[type, ...]] = {
    "integer": (int,),
    "fraction": (int, Fraction),
    "text": (str,),
    "die-code": (DieCode,),
}
"""What the words for types stand for; `boolean`, measures and kinds go by themselves."""


class Sheet:
    """Reads what stands on a sheet; `problems` say what does not fit, a sentence each."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.problems: list[str] = []

    def codes(self, given: Mapping[Named, DieCode | str]) -> dict[str, DieCode]:
        """Die codes of abilities, skills and specializations."""
        found: dict[str, DieCode] = {}
        for named, written in given.items():
            entry = self._known(named, Ability, Skill, Specialization)
            try:
                read = self.rules.die_code.parse(str(written))
            except ValueError as problem:
                self.problems.append(f"{id_of(named)}: {problem}")
            else:
                if entry is not None:
                    found[entry.id] = read
        return found

    def known(self, given: Iterable[Named], kind: type[Entry]) -> frozenset[str]:
        """Entries of a kind."""
        found = (self._known(named, kind) for named in given)
        return frozenset(one.id for one in found if one is not None)

    def values(self, given: Mapping[Named, Value]) -> dict[str, Value]:
        """Values, each of its type; a die code may be written as text."""
        found: dict[str, Value] = {}
        for named, value in given.items():
            entry = self._known(named, ValueEntry)
            if isinstance(entry, ValueEntry):
                found[entry.id] = self._value(entry, value)
        return found

    def whole(self, ids: Iterable[str], given: Iterable[str]) -> None:
        """See that whoever has something has what it needs."""
        there = {*ids, *given}
        for id in sorted(there):
            entry = self.rules.entry(id)
            for need in entry.needs if isinstance(entry, Ability) else ():
                if need.id not in there:
                    lacks = self.rules.entry(need.id).name
                    self.problems.append(f"{entry.name} needs {lacks}")

    def _known(self, named: Named, *kinds: type[Entry]) -> Entry | None:
        id = id_of(named)
        try:
            found: Entry | None = self.rules.entry(id)
        except KeyError:
            found = None
        if isinstance(found, kinds):
            return found
        words = " or ".join(kind.__name__.lower() for kind in kinds)
        self.problems.append(f"{id} is no {words} of these rules")
        return None

    def _value(self, entry: ValueEntry, value: Value) -> Value:
        try:
            if entry.type == "die-code" and isinstance(value, str):
                value = self.rules.die_code.parse(value)
        except ValueError as problem:
            self.problems.append(f"{entry.id}: {problem}")
        else:
            if value is not None and not _fits(entry.type, value, self.rules):
                self.problems.append(f"{entry.id} cannot be {value}")
        return value


def _fits(word: str, value: Value, rules: Rules) -> bool:
    """Whether a value is of a type, by the word for it."""
    if isinstance(value, bool) or word == "boolean":
        return isinstance(value, bool) and word == "boolean"
    if isinstance(value, Quantity):
        units = every(rules, "unit", Unit)
        return any(one.key == value.unit and one.measures == word for one in units)
    if isinstance(value, Ref):
        return value.id.partition(".")[0] == word
    return isinstance(value, PLAIN.get(word, ()))
