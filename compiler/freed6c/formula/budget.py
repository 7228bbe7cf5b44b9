"""What may be worked out: the steps of a formula, of many together, and what people play."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Self, TypeVar, cast

from freed6c.formula.lexer import MAX_STEPS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from freed6c.runtime.amounts import DieCode
    from freed6c.runtime.entries.dice import Dice
    from freed6c.runtime.finding import NameIndex
    from freed6c.runtime.record import Entry
    from freed6c.runtime.situation import Rules

T = TypeVar("T")

QUESTION: Final = 50
"""The steps that a question to the rules stands for: play does about as much between two."""


class TooMuch(Exception):  # noqa: N818 - what the author wrote takes it, and is no fault
    """What is played takes more steps than may be taken; no rule can refuse this, or allow it."""


@dataclass(slots=True)
class Budget:
    """The steps that one evaluation has left, shared by all of its frames, or that many have."""

    most: int = MAX_STEPS
    left: int = field(init=False)

    def __post_init__(self) -> None:
        self.left = self.most


class MeteredRules:
    """The same rules, for play that has to end: whoever asks them for an entry pays for it.

    Effects can bring effects that bring effects, each of them two; no rule by itself says where
    that ends. Raises TooMuch where the budget is spent.
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

    def pay(self, steps: int) -> None:
        """Take steps from the budget. Raises TooMuch where none are left."""
        self.budget.left -= steps
        if self.budget.left <= 0:
            raise TooMuch(f"playing this takes more than {self.budget.most} steps")

    def entry(self, id: str, /) -> Entry:  # noqa: A002 - the word of the rules
        """The entry of an id. Raises KeyError where there is none."""
        self.pay(QUESTION)
        return self._rules.entry(id)

    def every(self, kind: str, /) -> Iterable[Entry]:
        """All entries of a kind, in order."""
        self.pay(QUESTION)
        return self._rules.every(kind)

    def once(self, find: Callable[[Self], T], /) -> T:
        """What a function finds in the rules alone: it is kept there."""
        return self._rules.once(cast("Callable[[Rules], T]", find))

    @property
    def names(self) -> NameIndex:
        """The entries by what people call them."""
        return self._rules.names
