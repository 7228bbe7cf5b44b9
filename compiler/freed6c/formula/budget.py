"""Rules with a budget: each lookup costs something, so that every play ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self, TypeVar, cast

from freed6c.packs.limits import OF_A_THING, Budget

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from freed6c.runtime.amounts import DieCode
    from freed6c.runtime.entries.dice import Dice
    from freed6c.runtime.finding import NameIndex
    from freed6c.runtime.record import Entry
    from freed6c.runtime.situation import Rules

T = TypeVar("T")


class MeteredRules:
    """A wrapper of rules that spends a part of a budget on each lookup of an entry.

    Effects can cause further effects without end, which no single rule can prevent. If the budget
    is spent, a lookup raises TooMuchWork.
    """

    def __init__(self, rules: Rules, budget: Budget) -> None:
        self._rules = rules
        self.budget = budget
        self.id, self.version, self.packs = rules.id, rules.version, rules.packs
        self.moved: Mapping[str, str] = rules.moved
        self.terms: Mapping[str, str] = rules.terms
        self.die_code: type[DieCode] = rules.die_code
        self.procedure: Dice | None = rules.procedure
        self.noted: list[object] = []

    def entry(self, id: str, /) -> Entry:  # noqa: A002 - the word of the rules
        """Return the entry with an id. Raises KeyError for an unknown id."""
        self.budget.spend(OF_A_THING)
        return self._rules.entry(id)

    def every(self, kind: str, /) -> Iterable[Entry]:
        """Return all entries of a kind, in order."""
        self.budget.spend(OF_A_THING)
        return self._rules.every(kind)

    def once(self, find: Callable[[Self], T], /) -> T:
        """Return the result of a function of the rules, which caches it."""
        return self._rules.once(cast("Callable[[Rules], T]", find))

    @property
    def names(self) -> NameIndex:
        """The index of entries by their display names."""
        return self._rules.names
