"""Executions of actions, checks and effects: participants, choices, and what has happened."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import contextmanager, suppress
from copy import copy
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias, cast, get_args

from ..arguments import door, misfits, shown
from ..dice.table import dice_of
from ..effects import Who
from ..entries.tables import Condition
from ..notation import PoolError
from ..record import Entry, Record, Ref, Unworkable
from ..situation import Situation, term
from .checks import Result, RollingCharacter
from .questions import PARAMETERS, Unanswered, read_facts, somebody
from .state import (
    Checked,
    Fact,
    Happening,
    Held,
    Names,
    Outcome,
    Refused,
    answering,
    find,
    find_among,
    name_of,
    spoken,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Sequence

    from ..dice.table import Choose, Randomness
    from ..effects import Effect
    from ..entries.actions import Pick
    from ..situation import Naming, Rules
    from .being import Being
    from .menus import OpenMenu


class Choices(Record):
    """What the one who acts, or the game master, decides.

    - `given`: facts of the situation and rows, by the keys of the questions (`Action.asks`,
      `Action.choose`), as values or as people write them: `{"distance": "5 ft", "row": "first",
      "undefended": "yes"}`. Some names have a meaning of their own: `chosen-skill`,
      `chosen-ability`; `instead-of`, the rating that another replaces; `ability`, to be paired with
      a skill that belongs to another; `with`, the rating to use where there are several;
      `difficulty`, where it is chosen, `number`, where it has none.
    - `minus`: modifiers that can go either way are subtracted.
    - `one_of`: the number of the effect to choose of several, from 1.
    - `whom`: the role that effects happen to, where that can be chosen.
    - `condition`: the condition that an effect is about.
    - `resisted_by_roll`: the opponent rolls to resist, where the rules leave that open.
    - `buys`: what ranks are spent on, or a function that says so when the result is known.
    - `choose`: decides in steps of a procedure that leave a choice.
    """

    FACTS: ClassVar[str] = "given"
    """The field that takes facts: the refusal of a positional argument names it."""

    given: Names = {}
    minus: bool = False
    one_of: int = 1
    whom: Who | None = None
    condition: Held | Naming[Condition] | None = None
    resisted_by_roll: bool = False
    buys: Buys | Callable[[Result], Buys] = ()
    choose: Choose | None = None


class Buying(Choices):
    """One purchase from a menu, with choices of its own."""

    pick: Naming[Pick]


Buys: TypeAlias = "Sequence[Buying | Naming[Pick]]"
"""What ranks are spent on: picks of a menu, or what they are called, with choices or without."""


def purchases_of(buys: Buys) -> tuple[Buying, ...]:
    """The same as purchases, each with its choices. Raises Refused for what is no list of picks."""
    if not isinstance(cast("object", buys), Iterable):
        raise Refused(f"buys cannot be {type(buys).__name__}: write a list of picks")
    return tuple(
        one if isinstance(one, Buying) else Buying(pick=one)
        for one in ((buys,) if isinstance(buys, str) else buys)
    )


def _unfit(choices: Choices) -> Iterator[str]:
    """What of choices is no choice, in words; what is asked for tells the rest itself."""
    yield from misfits(vars(choices).items(), Choices.__annotations__)
    if choices.whom not in (None, *get_args(Who)):
        yield f"whom: expected one of {', '.join(get_args(Who))}, not {shown(choices.whom)}"


class Participants(NamedTuple):
    """The beings that take part, by role; `oneself` is whether the actor was named as target."""

    roles: Mapping[Who, tuple[Being, ...]]
    oneself: bool = False

    def one(self, role: Who) -> Being:
        """The one in a role. Raises Unanswered where there is none."""
        return self.all(role)[0]

    def all(self, role: Who) -> tuple[Being, ...]:
        """Everyone in a role. Raises Unanswered where there is nobody."""
        beings = self.roles.get(role, ())
        if not beings:
            asked = PARAMETERS.get(role, "target")
            missing = somebody(self.one("self").rules, asked, role)
            raise Unanswered([missing], f"this needs somebody as {role}")
        return beings

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

    @property
    def everyone(self) -> tuple[Being, ...]:
        """All beings that take part, each once."""
        beings = (being for group in self.roles.values() for being in group)
        return tuple({id(being): being for being in beings}.values())

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


def find_condition(
    chosen: Naming[Condition], people: Iterable[Being], rules: Rules
) -> Condition:
    """A condition; what several are called is that which one of the people has."""
    if isinstance(chosen, Condition):
        return chosen
    held = {one.condition.entry for who in people for one in who.conditions}
    with suppress(Refused):
        return find_among(chosen, held, "condition")
    return find(rules, chosen, Condition)


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
        raise Refused(f"{actor} is no {term(actor.rules, 'ally')} of their own")
    if any(other is actor for other in opponents):
        raise Refused(f"{actor} is no {term(actor.rules, 'opponent')} of their own")
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
    return Participants(roles, oneself=target is actor)


class Decisions:
    """What is decided while something is carried out: here by the choices that came with it.

    `after` may change the result of a check before anything follows from it.
    """

    def __init__(self, after: Callable[[Result], Result] | None = None) -> None:
        self.after = after

    def choose(self, execution: Execution) -> Choose | None:
        """What decides in the steps of a roll; None for what the procedure assumes."""
        return execution.choices.choose

    def keep(self) -> str:
        """Which of two totals is kept where the rules leave it open: `higher` or `lower`."""
        return "higher"

    def rolled(self, execution: Execution, checked: Checked, result: Result) -> Result:
        """The result that counts of a check that was rolled; `checked` is the check as noted."""
        del execution, checked
        return result if self.after is None else self.after(result)

    def buys(self, execution: Execution, menu: OpenMenu) -> Buys:
        """What the ranks are spent on."""
        del menu
        buys = execution.choices.buys
        if not callable(buys):
            return buys
        return () if execution.result is None else buys(execution.result)


IN_A_ROW = 40
"""So many conditions and points may be brought, each by the one before."""
BROUGHT = 1000
"""So many may be brought by one thing in all."""


class Causes:
    """What set something off: the ids of points that got full or empty, and of conditions.

    All that began with the same thing share a count. A game has a few; without an end, effects that
    bring effects, each of them two, would be more than a machine can carry out.
    """

    def __init__(self) -> None:
        self.ids = frozenset[str]()
        self._left = [BROUGHT]

    def __contains__(self, id: str) -> bool:
        return id in self.ids

    def then(self, entry: Entry) -> Causes:
        """These, and an entry that they brought. Raises Refused where that has no end."""
        self._left[0] -= 1
        if len(self.ids) >= IN_A_ROW or self._left[0] <= 0:
            raise Refused(f"too much comes of this, {entry.name} at last")
        causes = Causes()
        causes.ids, causes._left = self.ids | {entry.id}, self._left
        return causes


BY_CHOICES = Decisions()
"""The decisions of whoever decides nothing while things happen."""


class Execution:
    """The state of one action, test or effect while it is carried out.

    - `entry`: what is carried out; `actor`: who does it.
    - `names`: what its formulas know, more with every check.
    - `condition`: the condition that was chosen, if any.
    - `holder`: the role that effects without `to` happen to.
    - `rolled`: whether its one effect roll has been made.
    - `decided`: whether a check has been made, or skipped: nothing is refused from then on.
    - `decisions`: what is decided on the way.
    - `began_with`: the id of the condition that it is an effect of, if any.
    - `set_off_by`: the points that got full or empty, and the conditions that began, and so set it
      off.
    - `checks`, `happenings`: what has happened so far; `waiting`: menus with ranks unspent.
    """

    @door
    def __init__(
        self,
        entry: Entry,
        participants: Participants,
        choices: Choices | None,
        rng: Randomness | None,
        names: Names | None = None,
    ) -> None:
        self.entry = entry
        self.participants = participants
        self.actor = participants.one("self")
        self.choices = choices or Choices()
        self.rng = dice_of(rng)
        self.names: dict[str, Fact] = dict(names or {})
        self.condition: Held | Condition | None = None
        if choices is not None:
            self.choose(choices)
        self.result: Result | None = None
        self.rolled = self.decided = False
        self.holder: Who = "self"
        self.began_with = ""
        self.set_off_by = Causes()
        self.decisions = BY_CHOICES
        self.checks: list[Checked] = []
        self.happenings: list[Happening] = []
        self.waiting: list[OpenMenu] = []

    def __getstate__(self) -> dict[str, object]:
        """What is copied and pickled: what a menu that waits has to know when it is bought from."""
        return {**self.__dict__, "decisions": BY_CHOICES}

    def choose(self, choices: Choices) -> None:
        """Know what is chosen: facts as they are meant, the condition that it is about."""
        if unfit := tuple(_unfit(choices)):
            raise Refused(*unfit)
        rules = self.actor.rules
        self.names |= read_facts(rules, self.entry, choices.given, self.names)
        chosen = choices.condition
        if chosen is not None:
            if not isinstance(chosen, Held):
                chosen = find_condition(chosen, self.participants.everyone, rules)
            self.names["chosen-condition"] = condition_of(chosen)
        self.condition = chosen

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
        return Outcome(
            checks=tuple(self.checks),
            happenings=tuple(self.happenings),
            waiting=tuple(self.waiting),
        )

    def part(self, choices: Choices, entry: Entry) -> Execution:
        """An execution of a part, with its own choices; what happens is noted in the whole."""
        part = copy(self)
        part.entry, part.choices, part.names = entry, choices, {**self.names}
        part.decisions = self.decisions
        if choices is not self.choices:
            part.choose(choices)
        return part

    def apart(self, choices: Choices, entry: Entry) -> Execution:
        """A part for which nobody decides anything, and whose happenings are its own."""
        part = self.part(choices, entry)
        part.checks, part.happenings, part.waiting = [], [], []
        part.decisions = BY_CHOICES
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
        noted: tuple[list[Any], ...] = (self.checks, self.happenings, self.waiting)
        before = [len(notes) for notes in noted]
        try:
            with Transaction(*self.participants.everyone):
                yield
        except Refused as refused:
            if refused.decided:
                raise
            for notes, number in zip(noted, before, strict=True):
                del notes[number:]
            self.tell(f"{self.entry.name}: {refused}", self.actor)

    def label(self, what: object) -> str:
        """The name of an entry, or of what was chosen for a word; any other word as it is."""
        chosen = self.names.get(what) if isinstance(what, str) else what
        if isinstance(chosen, Ref):
            return self.actor.rules.entry(chosen.id).title
        return name_of(chosen) or spoken(what)


class UnseenDice:
    """Dice that nobody sees, to try what would be allowed: each shows the next face."""

    def __init__(self, first: int = 1) -> None:
        self.next = first

    def randrange(self, stop: int, /) -> int:
        """The next face, counted from 0."""
        self.next += 1
        return (self.next - 1) % stop


class Transaction:
    """A context in which beings change together, or not at all.

    If anything is raised, all of them are restored. Unworkable and PoolError become Refused.
    """

    taken_back = False

    def __init__(self, *people: Being | None) -> None:
        self.people = [who for who in people if who is not None]

    def __enter__(self) -> None:
        self.before = [who.state() for who in self.people]

    def __exit__(
        self, _type: type[BaseException] | None, error: BaseException | None, *_: object
    ) -> None:
        if error is not None or self.taken_back:
            for who, state in zip(self.people, self.before, strict=True):
                who.restore(state)
        if isinstance(error, Unworkable):
            with answering():
                raise error
        if isinstance(error, PoolError):
            raise Refused(str(error)) from error


class TakenBack(Transaction):
    """A context to try something: behind it beings are as they were before, in any case."""

    taken_back = True
