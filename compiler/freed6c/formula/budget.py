"""Rules that are asked for a price, so that what people play has an end."""

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
    """The same rules, for play that has to end: whoever asks them for an entry pays for it.

    Effects can bring effects that bring effects, each of them two; no rule by itself says where
    that ends. Raises TooMuchWork if the budget is spent.
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
        """The entry of an id. Raises KeyError where there is none."""
        self.budget.spend(OF_A_THING)
        return self._rules.entry(id)

    def every(self, kind: str, /) -> Iterable[Entry]:
        """All entries of a kind, in order."""
        self.budget.spend(OF_A_THING)
        return self._rules.every(kind)

    def once(self, find: Callable[[Self], T], /) -> T:
        """What a function finds in the rules alone: it is kept there."""
        return self._rules.once(cast("Callable[[Rules], T]", find))

    @property
    def names(self) -> NameIndex:
        """The entries by what people call them."""
        return self._rules.names
