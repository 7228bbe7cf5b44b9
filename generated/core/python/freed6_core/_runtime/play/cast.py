"""Who takes part in something, and what whoever acts decides."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..record import Record
from .held import Held
from .refused import Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ..dice.table import Choose
    from ..effects import Who
    from ..entries.menus import Pick
    from ..entries.tracks import Condition
    from ..given import Value
    from ..record import Entry
    from .attempt import Result
    from .being import Being


class Choices(Record):
    """What whoever acts, or the game master, decides.

    - `given`: facts of the situation and rows by their names; `chosen-skill`, `chosen-ability`, and
      `instead-of` for the one whose place another takes; `ability` pairs a skill with another one;
      `with` is the rating to use where there are several, `difficulty` where it is chosen;
    - `minus`: what could be plus or minus takes away; `one_of`: which of several, from 1;
    - `whom`: who gets it, where that can be chosen; `condition`: the one that it is about;
    - `resisted_by_roll`: the opponent rolls, where they may; `buys`: what ranks are spent on, or
      what says so when the result is known; `choose` decides in steps of the dice that leave a
      choice.
    """

    given: Mapping[str, Value | Entry] = {}
    minus: bool = False
    one_of: int = 1
    whom: Who | None = None
    condition: Held | Condition | None = None
    resisted_by_roll: bool = False
    buys: tuple[Buying, ...] | Callable[[Result], Sequence[Buying]] = ()
    choose: Choose | None = None


class Buying(Choices):
    """One thing that ranks are spent on, with choices of its own."""

    pick: Pick


class Cast(NamedTuple):
    """Who takes part: who acts, on whom, and the others around."""

    roles: Mapping[Who, tuple[Being, ...]]

    @property
    def actor(self) -> Being:
        """Who acts."""
        return self.roles["self"][0]

    def one(self, role: Who) -> Being:
        """The one in a role. Raises Refused where there is none."""
        return self.all(role)[0]

    def all(self, role: Who) -> tuple[Being, ...]:
        """Everyone in a role. Raises Refused where there is nobody."""
        found = self.roles.get(role, ())
        if not found:
            raise Refused(f"this needs somebody as {role}")
        return found

    def named(self, roles: Sequence[Who], choices: Choices) -> tuple[Being, ...]:
        """Whom something happens to: the role, or of several the one that is chosen.

        Raises Refused where somebody is chosen whom it is not for.
        """
        if not roles:
            return self.all("self")
        whom = choices.whom
        if whom is None or not (len(roles) > 1 or "chosen" in roles):
            return self.all(self.usual(roles))
        if whom not in roles and "chosen" not in roles:
            raise Refused(f"this is for {' or '.join(roles)}, not for {whom}")
        return self.all(whom)

    def usual(self, roles: Sequence[Who]) -> Who:
        """Of several roles that of whom the action is used on, else the first."""
        target = self.one("target")
        for role in roles:
            if any(one is target for one in self.roles.get(role, ())):
                return role
        return roles[0]


def condition_of(chosen: Held | Condition) -> Condition:
    """The condition that was chosen, however it was pointed at."""
    return chosen.condition.entry if isinstance(chosen, Held) else chosen


def cast(
    actor: Being,
    whom: Sequence[Who] = (),
    *,
    target: Being | None = None,
    ally: Being | None = None,
    opponents: Sequence[Being] = (),
) -> Cast:
    """Give out the roles. The target of an action has the role that the action is used on."""
    roles: dict[Who, tuple[Being, ...]] = {
        "self": (actor,),
        "target": (target or actor,),
        "chosen": (target or actor,),
    }
    if ally is not None:
        roles["ally"] = (ally,)
    against = tuple(opponents)
    if target is not None and target is not actor:
        if "ally" in whom:
            roles["ally"] = (target,)
        else:
            against = (target, *(one for one in against if one is not target))
    if against:
        roles["opponent"], roles["opponents"] = against[:1], against
    return Cast(roles)
