"""Menus that are open: what the ranks of a check reach for, bought at once or later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..arguments import doors
from ..entries.actions import Menu
from ..record import Record
from ..situation import term
from .state import Refused, find

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..dice.table import Randomness
    from ..effects import Buy
    from ..entries.actions import Pick
    from ..situation import Rules
    from .being import Being
    from .execution import Buys, Execution
    from .questions import Question
    from .state import Outcome


def in_ranks(number: int, rules: Rules) -> str:
    """Return a number of ranks in the words of the rules."""
    return f"{number} {term(rules, 'rank' if number == 1 else 'ranks')}"


def are(number: int) -> str:
    """Such as `is 1` or `are 2`."""
    return f"is {number}" if number == 1 else f"are {number}"


def too_dear(pick: Pick, ranks: int, rules: Rules) -> str:
    """Return the reason why so many ranks do not buy a pick."""
    price = in_ranks(pick.cost, rules)
    return f"{pick.title} costs {price}, and there {are(ranks)} left"


class PickOffer(Record):
    """One thing on an open menu: what it costs, in ranks, and why it cannot be had, if so.

    `needs` are the questions that whoever buys it has to answer, with `Buying(given=…)`, as far as
    they are not answered for the action. `rules` have the words for all this.
    """

    pick: Pick
    cost: int
    why_not: str = ""
    needs: tuple[Question, ...] = ()
    rules: Rules

    @property
    def name(self) -> str:
        """The name of the pick, or its key if it has none."""
        return self.pick.title

    @property
    def affordable(self) -> bool:
        """Whether it can be had: the ranks reach, and it would change something."""
        return not self.why_not

    def __str__(self) -> str:
        return self.why_not or f"{self.name}, for {in_ranks(self.cost, self.rules)}"


@doors
class OpenMenu:
    """A menu, and the `ranks` of a check that can be spent on it; `to`: for whom, by role.

    `spent` is whether something was bought. One goes through its offers with `for`.
    """

    def __init__(self, execution: Execution, effect: Buy, ranks: int) -> None:
        self.menu = find(execution.actor.rules, effect.buy, Menu)
        self.ranks = ranks
        self.to = effect.to
        self.spent = False
        self._execution = execution
        self._effect = effect
        self._offers_of_deed: tuple[PickOffer, ...] | None = None

    @property
    def offers(self) -> tuple[PickOffer, ...]:
        """All that is on the menu, in order, as things are now."""
        if self._offers_of_deed is not None:
            return self._offers_of_deed
        return tuple(map(self._offer, self.menu.picks))

    def _offer(self, pick: Pick) -> PickOffer:
        from .requirements import offer_of  # it needs this module

        if pick.cost <= self.ranks:
            return offer_of(self._execution, self._effect, pick)
        why_not = too_dear(pick, self.ranks, self._rules)
        return PickOffer(pick=pick, cost=pick.cost, why_not=why_not, rules=self._rules)

    @property
    def _rules(self) -> Rules:
        return self._execution.actor.rules

    @property
    def affordable(self) -> tuple[PickOffer, ...]:
        """The offers that can be had: the ranks reach, and they would change something."""
        return tuple(offer for offer in self.offers if offer.affordable)

    @property
    def in_reach(self) -> bool:
        """Whether the ranks reach for anything at all, be it of use or not."""
        return any(pick.cost <= self.ranks for pick in self.menu.picks)

    def of_deed(self) -> OpenMenu:
        """Keep the offers as they are now, to look at: the deed spends the ranks."""
        self._offers_of_deed = self.offers
        return self

    def to_dict(self) -> dict[str, object]:
        """The menu as plain data for JSON, without the people, to go on with `from_dict`.

        Raises Refused where the ranks are spent, or the menu is that of a deed, which is kept
        itself; ValueError where its choices have functions, which cannot be saved.
        """
        from .deeds import write_menu  # many a program keeps none

        self._refuse_closed()
        return write_menu(self._execution, self._effect, self.ranks)

    @classmethod
    def from_dict(
        cls,
        data: object,
        actor: Being,
        target: Being | None = None,
        *,
        rng: Randomness | None = None,
        ally: Being | None = None,
        opponents: Sequence[Being] = (),
    ) -> OpenMenu:
        """The menu of `to_dict`, with the same people, as they are now.

        Raises ValueError for other data, Refused for what is not in these rules.
        """
        from .deeds import read_menu  # many a program keeps none

        return read_menu(data, actor, target, rng=rng, ally=ally, opponents=opponents)

    def buy(self, buys: Buys, *, rng: Randomness | None = None) -> Outcome:
        """Buy now what was not bought when the check was made; once, and all of it at once.

        Without `rng` the dice of the action are rolled. Raises Refused where the ranks do not
        reach, or are spent, or for what would change nothing; then nothing has happened.
        """
        from .effects import buy_later  # it needs this module

        self._refuse_closed()
        if not buys:
            raise Refused(f"say what to buy on {self.menu.name}")
        outcome = buy_later(self._execution, self._effect, self.ranks, buys, rng)
        self.spent = True
        return outcome

    def _refuse_closed(self) -> None:
        if self.spent:
            ranks = term(self._rules, "ranks")
            raise Refused(f"these {ranks} have been spent on {self.menu.name}")
        if self._offers_of_deed is not None:
            raise Refused("this is bought with `finish` or `next` of the deed")

    def __iter__(self) -> Iterator[PickOffer]:
        return iter(self.offers)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OpenMenu) and other._known == self._known

    def __hash__(self) -> int:
        return hash(self._known)

    @property
    def _known(self) -> tuple[object, ...]:
        return self.menu, self.ranks, self.to, self.spent

    def __str__(self) -> str:
        return f"{self.menu.name}: {in_ranks(self.ranks, self._rules)}"

    __repr__ = __str__
