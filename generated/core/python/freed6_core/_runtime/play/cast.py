"""Who takes part in something, and what whoever acts decides."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..record import Record
from .refused import Refused

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ..effects import Who
    from ..entries.menus import Pick
    from ..entries.tracks import Condition
    from ..given import Value
    from ..record import Entry
    from .being import Being
    from .held import Held


class Choices(Record):
    """What whoever acts, or the game master, decides.

    - `given`: facts of the situation and rows by their names, and `chosen-skill`, `chosen-ability`;
      `with` is the rating to use where there are several, `difficulty` where it is chosen;
    - `minus`: what could be plus or minus takes away; `one_of`: which of several, from 1;
    - `whom`: who gets it, where that can be chosen; `condition`: the one that it is about;
    - `resisted_by_roll`: the opponent rolls, where they may; `buys`: what ranks are spent on.
    """

    given: Mapping[str, Value | Entry] = {}
    minus: bool = False
    one_of: int = 1
    whom: Who | None = None
    condition: Held | Condition | None = None
    resisted_by_roll: bool = False
    buys: tuple[Buying, ...] = ()


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
        """Whom something happens to: the role, or of several the one that is chosen."""
        if not roles:
            return self.all("self")
        if choices.whom is not None and (len(roles) > 1 or "chosen" in roles):
            return self.all(choices.whom)
        return self.all(roles[0])


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
        elif all(one is not target for one in against):
            against = (target, *against)
    if against:
        roles["opponent"], roles["opponents"] = against[:1], against
    return Cast(roles)
