"""Executions of actions, checks and effects: participants, choices, and what has happened."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from ..notation import PoolError
from ..record import Entry, Record, Ref, Unworkable
from ..situation import FormulaValue, Situation
from .checks import Result, RollingCharacter
from .questions import PARAMETERS, Unanswered, somebody
from .state import Checked, Happening, Held, Names, Outcome, Refused

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Mapping, Sequence

    from ..dice.table import Choose, Randomness
    from ..effects import Effect, Who
    from ..entries.actions import Pick
    from ..entries.tables import Condition
    from .being import Being


class Choices(Record):
    """What the one who acts, or the game master, decides.

    - `given`: facts of the situation and rows, by their names. Some names have a meaning of their
      own: `chosen-skill`, `chosen-ability`; `instead-of`, the rating that another replaces;
      `ability`, to be paired with a skill that belongs to another; `with`, the rating to use
      where there are several; `difficulty`, where it is chosen.
    - `minus`: modifiers that can go either way are subtracted.
    - `one_of`: the number of the effect to choose of several, from 1.
    - `whom`: the role that effects happen to, where that can be chosen.
    - `condition`: the condition that an effect is about.
    - `resisted_by_roll`: the opponent rolls to resist, where the rules leave that open.
    - `buys`: what ranks are spent on, or a function that says so when the result is known.
    - `choose`: decides in steps of a procedure that leave a choice.
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
    """One purchase from a menu, with choices of its own."""

    pick: Pick


class Participants(NamedTuple):
    """The beings that take part, by role."""

    roles: Mapping[Who, tuple[Being, ...]]

    def one(self, role: Who) -> Being:
        """The one in a role. Raises Unanswered where there is none."""
        return self.all(role)[0]

    def all(self, role: Who) -> tuple[Being, ...]:
        """Everyone in a role. Raises Unanswered where there is nobody."""
        beings = self.roles.get(role, ())
        if not beings:
            missing = somebody(PARAMETERS.get(role, "target"), role)
            raise Unanswered([missing], f"this needs somebody as {role}")
        return beings

    @property
    def everyone(self) -> tuple[Being, ...]:
        """All who take part, each once."""
        beings = (being for beings in self.roles.values() for being in beings)
        return tuple({id(being): being for being in beings}.values())

    def recipients(self, roles: Sequence[Who], whom: Who | None) -> tuple[Being, ...]:
        """The beings that something for these roles happens to.

        Where it is for more than one role, or for whom one likes, `whom` chooses. Raises Refused
        where it is not for the role chosen.
        """
        if whom is None or not (len(roles) > 1 or "chosen" in roles):
            return self.all(self.default_role(roles))
        if whom not in roles and "chosen" not in roles:
            raise Refused(f"this is for {' or '.join(roles)}, not for {whom}")
        return self.all(whom)

    def default_role(self, roles: Sequence[Who]) -> Who:
        """Of several roles one that the target of the action has, else the first."""
        target = self.one("target")
        for role in roles:
            if any(being is target for being in self.roles.get(role, ())):
                return role
        return roles[0]


def condition_of(chosen: Held | Condition) -> Condition:
    """The condition of a choice, which may be one that somebody has."""
    return chosen.condition.entry if isinstance(chosen, Held) else chosen


def assign_roles(
    actor: Being,
    whom: Sequence[Who] = (),
    target: Being | None = None,
    ally: Being | None = None,
    opponents: Sequence[Being] = (),
) -> Participants:
    """Assign the roles; `whom` are those that the action can be used on.

    A target is the ally of an action for allies, and else the first of the opponents, unless the
    actor is the target. Raises Refused for somebody as an ally or an opponent of their own: what is
    for others may be otherwise for oneself.
    """
    if ally is actor:
        raise Refused(f"{actor} is no ally of their own")
    if any(other is actor for other in opponents):
        raise Refused(f"{actor} is no opponent of their own")
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
            against = (target, *(other for other in against if other is not target))
    if against:
        roles["opponent"], roles["opponents"] = against[:1], against
    return Participants(roles)


class Execution:
    """The state of one action, test or effect while it is carried out.

    - `entry`: what is carried out; `names`: what its formulas know, more with every check.
    - `holder`: the role that effects without `to` happen to.
    - `rolled`: whether its one effect roll has been made.
    - `decided`: whether a check has been made, or skipped: nothing is refused from then on.
    - `after`: may change the result of a check before anything follows from it.
    - `began_with`: the id of the condition that it is an effect of, if any.
    - `set_off_by`: the ids of the points that got full or empty, and of the conditions that began,
      and so set it off.
    - `checks`, `happenings`: what has happened so far.
    """

    def __init__(
        self,
        entry: Entry,
        participants: Participants,
        choices: Choices | None,
        rng: Randomness,
        names: Names | None = None,
    ) -> None:
        self.entry = entry
        self.participants = participants
        self.choices = choices = choices or Choices()
        self.rng = rng
        self.names: dict[str, FormulaValue | Entry] = {**(names or {}), **choices.given}
        if choices.condition is not None:
            self.names["chosen-condition"] = condition_of(choices.condition)
        self.result: Result | None = None
        self.rolled = self.decided = False
        self.holder: Who = "self"
        self.began_with = ""
        self.set_off_by = frozenset[str]()
        self.after: Callable[[Result], Result] = lambda result: result
        self.checks: list[Checked] = []
        self.happenings: list[Happening] = []

    @property
    def actor(self) -> Being:
        """Who does it."""
        return self.participants.one("self")

    @property
    def situation(self) -> Situation:
        """The situation for its formulas."""
        character = RollingCharacter(self.actor, self.rng, self.names)
        return Situation(self.actor.rules, self.names, character)

    def tell(
        self, text: str, who: Being | None = None, effect: Effect | None = None
    ) -> None:
        """Append to the happenings."""
        self.happenings.append(Happening(text=text, who=who, effect=effect))

    @property
    def outcome(self) -> Outcome:
        """What came of it."""
        return Outcome(checks=tuple(self.checks), happenings=tuple(self.happenings))

    def part(self, choices: Choices, entry: Entry) -> Execution:
        """An execution of a part, with its own choices; what happens is noted in the whole."""
        part = Execution(entry, self.participants, choices, self.rng, self.names)
        part.result, part.rolled = self.result, self.rolled
        part.decided = self.decided
        part.checks, part.happenings = self.checks, self.happenings
        part.holder, part.after = self.holder, self.after
        part.began_with = self.began_with
        part.set_off_by = self.set_off_by
        return part

    @contextmanager
    def carrying_out(self) -> Generator[None, None, None]:
        """The context of one effect: if it cannot happen, that is refused, or told.

        It is told once a check has been made, and then the effect has not happened at all. Whether
        somebody may do something is known before the dice fall, and does not depend on them.
        """
        if not self.decided:
            yield
            return
        checks, happenings = len(self.checks), len(self.happenings)
        try:
            with Transaction(*self.participants.everyone):
                yield
        except Refused as refused:
            if refused.decided:
                raise
            del self.checks[checks:], self.happenings[happenings:]
            self.tell(f"{self.entry.name}: {refused}", self.actor)

    def label(self, what: object) -> str:
        """The name of an entry, or of what was chosen for a word; any other word as it is."""
        chosen = self.names.get(what) if isinstance(what, str) else what
        if isinstance(chosen, Ref):
            return self.actor.rules.entry(chosen.id).name
        return chosen.name if isinstance(chosen, Entry) else str(what)


class Transaction:
    """A context in which beings change together, or not at all.

    If anything is raised, all of them are restored. Unworkable and PoolError become Refused.
    """

    def __init__(self, *people: Being | None) -> None:
        self.people = [who for who in people if who is not None]

    def __enter__(self) -> None:
        self.before = [who.state() for who in self.people]

    def __exit__(
        self, _type: type[BaseException] | None, error: BaseException | None, *_: object
    ) -> None:
        if error is None:
            return
        for who, state in zip(self.people, self.before, strict=True):
            who.restore(state)
        if isinstance(error, Unworkable):
            raise Refused(*filter(None, (error.message, error.way_out))) from error
        if isinstance(error, PoolError):
            raise Refused(str(error)) from error


class NoDice:
    """Stands where no dice were given: says so when they are needed."""

    def randrange(self, stop: int, /) -> int:
        """Raises Refused."""
        raise Refused(f"this is rolled, with a die of {stop} sides: bring dice")
