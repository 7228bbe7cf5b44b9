"""Something that is being done: who takes part, what is known, and what has happened so far."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ..dice.pool import PoolError
from ..record import Entry, Record, Ref, Unworkable
from ..situation import FormulaValue, Situation
from .checks import Acting, Result
from .state import Checked, Happening, Held, Outcome, Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ..dice.table import Choose, Randomness
    from ..effects import Effect, Who
    from ..entries.actions import Pick
    from ..entries.tables import Condition
    from .being import Being


# Who takes part in something, and what whoever acts decides.


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

    given: Mapping[str, FormulaValue | Entry] = {}
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


class Participants(NamedTuple):
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


def participants(
    actor: Being,
    whom: Sequence[Who] = (),
    *,
    target: Being | None = None,
    ally: Being | None = None,
    opponents: Sequence[Being] = (),
) -> Participants:
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
    return Participants(roles)


class Deed:
    """One thing being done. `entry` is what says how; `names` grow as more becomes known.

    `holder` is who an effect happens to that does not say to whom; `rolled`, whether its one effect
    roll has been made; `after` may change a result before anything follows from it; `began_with` is
    the id of the condition that does it, if one does.
    """

    __slots__ = (
        "after",
        "began_with",
        "cast",
        "checks",
        "choices",
        "entry",
        "happenings",
        "holder",
        "names",
        "result",
        "rng",
        "rolled",
    )

    def __init__(
        self,
        entry: Entry,
        cast: Participants,
        choices: Choices,
        rng: Randomness,
        names: Mapping[str, FormulaValue | Entry] | None = None,
    ) -> None:
        self.entry = entry
        self.cast = cast
        self.choices = choices
        self.rng = rng
        self.names: dict[str, FormulaValue | Entry] = {**(names or {}), **choices.given}
        if choices.condition is not None:
            self.names["chosen-condition"] = condition_of(choices.condition)
        self.result: Result | None = None
        self.rolled = False
        self.holder: Who = "self"
        self.began_with = ""
        self.after: Callable[[Result], Result] = _as_it_is
        self.checks: list[Checked] = []
        self.happenings: list[Happening] = []

    @property
    def actor(self) -> Being:
        """Who does it."""
        return self.cast.actor

    @property
    def here(self) -> Situation:
        """Where its formulas are worked out."""
        acting = Acting(self.actor, self.rng, self.names)
        return Situation(self.actor.rules, self.names, acting)

    def tell(
        self, text: str, who: Being | None = None, effect: Effect | None = None
    ) -> None:
        """Note what happened."""
        self.happenings.append(Happening(text=text, who=who, effect=effect))

    @property
    def outcome(self) -> Outcome:
        """What came of it."""
        return Outcome(checks=tuple(self.checks), happenings=tuple(self.happenings))

    def choosing(self, choices: Choices, entry: Entry) -> Deed:
        """The same deed with other choices for a part of it; what happens is noted in one place."""
        part = Deed(entry, self.cast, choices, self.rng, self.names)
        part.result, part.rolled = self.result, self.rolled
        part.checks, part.happenings = self.checks, self.happenings
        part.holder, part.after = self.holder, self.after
        part.began_with = self.began_with
        return part

    def label(self, what: object) -> str:
        """What something is called: an entry by its name, the chosen by what was chosen."""
        meant = self.names.get(what) if isinstance(what, str) else what
        if isinstance(meant, Ref):
            return self.actor.rules.entry(meant.id).name
        return meant.name if isinstance(meant, Entry) else str(what)


def _as_it_is(result: Result) -> Result:
    return result


# Nothing is half done: what is refused on the way has not happened.


class Undoing:
    """Puts everybody back to where they were if something is refused on the way.

    What cannot be worked out, or rolled, is refused as well.
    """

    def __init__(self, *people: Being | None) -> None:
        self.people = [one for one in people if one is not None]

    def __enter__(self) -> None:
        self.before = [one.state() for one in self.people]

    def __exit__(
        self, _type: type[BaseException] | None, error: BaseException | None, *_: object
    ) -> None:
        if error is None:
            return
        for one, state in zip(self.people, self.before, strict=True):
            one.restore(state)
        if isinstance(error, Unworkable):
            raise Refused(*filter(None, (error.message, error.way_out))) from error
        if isinstance(error, PoolError):
            raise Refused(str(error)) from error
