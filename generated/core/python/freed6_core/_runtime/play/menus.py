"""Open menus: offers for the ranks of a check, to be bought at once or later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..arguments import doors
from ..entries.actions import Menu
from ..record import Record
from ..situation import term
from .state import RefusedError, find, number_for

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ..dice.table import Randomness
    from ..effects import Buy
    from ..entries.actions import Pick
    from ..situation import Rules
    from .actor import Actor
    from .execution import Buys, Execution
    from .questions import Question
    from .state import Outcome


def in_ranks(number: int, rules: Rules) -> str:
    """Return a number of ranks in the wording of the rules: `1 rank`, `2 ranks`."""
    return f"{number} {term(rules, 'rank' if number == 1 else 'ranks')}"


def is_or_are(number: int) -> str:
    """Return a number after the right form of "to be": `is 1`, `are 2`."""
    return f"is {number}" if number == 1 else f"are {number}"


def price_of(pick: Pick, execution: Execution) -> int:
    """Return the ranks that a pick costs the actor of an execution now."""
    return number_for(pick.cost, execution.actor, execution.participants.target)


def too_dear(pick: Pick, price: int, ranks: int, rules: Rules) -> str:
    """Return the reason why this number of ranks does not pay the price of a pick."""
    return f"{pick.title} costs {in_ranks(price, rules)}, but there {is_or_are(ranks)} left"


class PickOffer(Record):
    """An offer on an open menu: a pick and its cost in ranks.

    - `reason`: the reason why the pick cannot be bought; empty if it can.
    - `needs`: open questions to answer with the purchase, in `Purchase(given=…)`.
    - `rules`: the ruleset, for its wording.
    """

    pick: Pick
    cost: int
    reason: str = ""
    needs: tuple[Question, ...] = ()
    rules: Rules

    @property
    def name(self) -> str:
        """The name of the pick, or else its key."""
        return self.pick.title

    @property
    def affordable(self) -> bool:
        """True if the ranks pay for the pick, and it would change something."""
        return not self.reason

    def __str__(self) -> str:
        return self.reason or f"{self.name}, for {in_ranks(self.cost, self.rules)}"


@doors  # checks the types of the arguments of all public methods
class OpenMenu:
    """A menu with the `ranks` of a check to spend on it. Iterate over it for its offers.

    - `to`: the roles that its effects can happen to; empty for any role.
    - `spent`: True once something was bought.
    """

    def __init__(self, execution: Execution, effect: Buy, ranks: int) -> None:
        self.menu = find(execution.actor.rules, effect.buy, Menu)
        self.ranks = ranks
        self.to = effect.to
        self.spent = False
        self._execution = execution
        self._effect = effect
        self._fixed_offers: tuple[PickOffer, ...] | None = None

    @property
    def offers(self) -> tuple[PickOffer, ...]:
        """An offer for each pick of the menu, in order, in the current state."""
        if self._fixed_offers is not None:
            return self._fixed_offers
        return tuple(map(self._offer, self.menu.picks))

    def _offer(self, pick: Pick) -> PickOffer:
        from .requirements import offer_of  # avoids a circular import

        price = price_of(pick, self._execution)
        if price <= self.ranks:
            return offer_of(self._execution, self._effect, pick)
        reason = too_dear(pick, price, self.ranks, self._rules)
        return PickOffer(pick=pick, cost=price, reason=reason, rules=self._rules)

    @property
    def _rules(self) -> Rules:
        return self._execution.actor.rules

    @property
    def affordable(self) -> tuple[PickOffer, ...]:
        """The offers within the ranks that would change something."""
        return tuple(offer for offer in self.offers if offer.affordable)

    @property
    def in_reach(self) -> bool:
        """True if the ranks pay for any pick, even a useless one."""
        prices = (price_of(pick, self._execution) for pick in self.menu.picks)
        return any(price <= self.ranks for price in prices)

    def fix_offers(self) -> OpenMenu:
        """Fix the current offers for display in a pending action, and return the menu.

        The pending action restores the actors, so later the offers could not be computed. The menu
        itself cannot be bought from: `PendingAction.finish` and `PendingAction.next` take the
        purchases.
        """
        self._fixed_offers = self.offers
        return self

    def to_dict(self) -> dict[str, object]:
        """Return the menu as plain data for JSON, without the actors, for `from_dict`.

        Raises RefusedError if the ranks are spent, or if the menu belongs to a pending action,
        which you save instead. Raises ValueError if its choices contain functions, which cannot be
        saved.
        """
        from .pending_actions import write_menu  # rarely needed, and imports cost time

        self._refuse_closed()
        return write_menu(self._execution, self._effect, self.ranks)

    @classmethod
    def from_dict(
        cls,
        data: object,
        actor: Actor,
        target: Actor | None = None,
        *,
        rng: Randomness | None = None,
        ally: Actor | None = None,
        opponents: Sequence[Actor] = (),
    ) -> OpenMenu:
        """Restore a menu from `to_dict` for the same actors, in their current state.

        Raises ValueError for other data, RefusedError for entries that these rules lack.
        """
        from .pending_actions import read_menu  # rarely needed, and imports cost time

        return read_menu(data, actor, target, rng=rng, ally=ally, opponents=opponents)

    def buy(self, buys: Buys, *, rng: Randomness | None = None) -> Outcome:
        """Buy from the menu after the check, with all purchases in one call.

        Without `rng`, the dice of the action are used. Raises RefusedError, and changes nothing, if
        the ranks do not pay for the purchases or are spent, or if a purchase would change nothing.
        """
        from .effects import buy_later  # avoids a circular import

        self._refuse_closed()
        if not buys:
            raise RefusedError(f"choose what to buy on {self.menu.name}")
        outcome = buy_later(self._execution, self._effect, self.ranks, buys, rng)
        self.spent = True
        return outcome

    def _refuse_closed(self) -> None:
        if self.spent:
            ranks = term(self._rules, "ranks")
            raise RefusedError(f"these {ranks} are already spent on {self.menu.name}")
        if self._fixed_offers is not None:
            raise RefusedError("buy this with `finish` or `next` of the pending action")

    def __iter__(self) -> Iterator[PickOffer]:
        return iter(self.offers)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OpenMenu) and other._identity == self._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    @property
    def _identity(self) -> tuple[object, ...]:
        return self.menu, self.ranks, self.to, self.spent

    def __str__(self) -> str:
        return f"{self.menu.name}: {in_ranks(self.ranks, self._rules)}"

    __repr__ = __str__
