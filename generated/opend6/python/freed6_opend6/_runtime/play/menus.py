"""Menus that are open: what the ranks of a check reach for, bought at once or later."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from ..arguments import doors
from ..record import Record
from ..situation import term
from .state import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import NoReturn

    from ..dice.table import Randomness
    from ..effects import Who
    from ..entries.actions import Menu, Pick
    from ..situation import Rules
    from .being import Being
    from .execution import Buys
    from .questions import Question
    from .state import Outcome


def in_ranks(number: int, rules: Rules | None) -> str:
    """A number of ranks in the words of the rules, or the usual ones."""
    word = "rank" if number == 1 else "ranks"
    return f"{number} {word if rules is None else term(rules, word)}"


def are(number: int) -> str:
    """Such as `is 1` or `are 2`."""
    return f"is {number}" if number == 1 else f"are {number}"


def too_dear(pick: Pick, ranks: int, rules: Rules | None) -> str:
    """Why so many ranks do not buy a pick."""
    name = pick.name or pick.key
    return f"{name} costs {in_ranks(pick.cost, rules)}, and there {are(ranks)} left"


class PickOffer(Record):
    """One thing on an open menu: what it costs, in ranks, and why it cannot be had, if so.

    `needs` are the questions that whoever buys it has to answer, with `Buying(given=…)`, as far as
    they are not answered for the action. `rules` have the words for all this.
    """

    pick: Pick
    cost: int
    why_not: str = ""
    needs: tuple[Question, ...] = ()
    rules: Rules | None = None

    @property
    def name(self) -> str:
        """What it is called."""
        return self.pick.name or self.pick.key

    @property
    def affordable(self) -> bool:
        """Whether it can be had: the ranks reach, and it would change something."""
        return not self.why_not

    def __str__(self) -> str:
        return self.why_not or f"{self.name}, for {in_ranks(self.cost, self.rules)}"


Spend: TypeAlias = "Callable[[int, Buys, Randomness | None], Outcome]"
"""Spends so many ranks, and gives what came of it."""
Offer: TypeAlias = "Callable[[Pick], PickOffer]"
"""Finds out what somebody with ranks enough would be told who wants to buy a pick now."""


def _as_offered(offers: Mapping[str, PickOffer], pick: Pick) -> PickOffer:
    return offers[pick.id]


def _not_yet(*_: object) -> NoReturn:
    """Raises Refused: the ranks of an open deed are spent by the deed."""
    raise Refused("this is bought with `finish` or `next` of the deed")


@doors
class OpenMenu:
    """A menu, and the `ranks` of a check that can be spent on it; `to`: for whom, by role.

    `spent` is whether something was bought. One goes through its offers with `for`.
    """

    def __init__(
        self,
        menu: Menu,
        ranks: int,
        to: tuple[Who, ...],
        *,
        spend: Spend,
        offer: Offer,
        write: Callable[[], dict[str, object]],
        rules: Rules | None = None,
    ) -> None:
        self.menu = menu
        self.ranks = ranks
        self.to = to
        self.spent = False
        self._spend = spend
        self._offer = offer
        self._write = write
        self._rules = rules

    @property
    def offers(self) -> tuple[PickOffer, ...]:
        """All that is on the menu, in order, as things are now."""
        return tuple(
            PickOffer(
                pick=pick,
                cost=pick.cost,
                why_not=too_dear(pick, self.ranks, self._rules),
                rules=self._rules,
            )
            if pick.cost > self.ranks
            else self._offer(pick)
            for pick in self.menu.picks
        )

    @property
    def affordable(self) -> tuple[PickOffer, ...]:
        """The offers that can be had: the ranks reach, and they would change something."""
        return tuple(offer for offer in self.offers if offer.affordable)

    @property
    def in_reach(self) -> bool:
        """Whether the ranks reach for anything at all, be it of use or not."""
        return any(pick.cost <= self.ranks for pick in self.menu.picks)

    def of_deed(self) -> OpenMenu:
        """The same, to look at: with the offers as they are now, for good."""
        offers = {offer.pick.id: offer for offer in self.offers}
        return OpenMenu(
            self.menu,
            self.ranks,
            self.to,
            spend=_not_yet,
            offer=partial(_as_offered, offers),
            write=_not_yet,
            rules=self._rules,
        )

    def to_dict(self) -> dict[str, object]:
        """The menu as plain data for JSON, without the people, to go on with `from_dict`.

        Raises Refused where the ranks are spent, or the menu is that of a deed, which is kept
        itself; ValueError where its choices have functions, which cannot be saved.
        """
        self._refuse_spent()
        return self._write()

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
        self._refuse_spent()
        if not buys:
            raise Refused(f"say what to buy on {self.menu.name}")
        outcome = self._spend(self.ranks, buys, rng)
        self.spent = True
        return outcome

    def _refuse_spent(self) -> None:
        if self.spent:
            ranks = "ranks" if self._rules is None else term(self._rules, "ranks")
            raise Refused(f"these {ranks} have been spent on {self.menu.name}")

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
