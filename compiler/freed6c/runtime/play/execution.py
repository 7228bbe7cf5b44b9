"""Executions: the state of an action, a check or an effect while it is carried out.

An `Execution` has `Participants` (beings by role), `Choices` (decisions made beforehand),
`Decisions` (the source of those made on the way) and happenings (events of play in words). A
`Transaction` restores the beings if something in it is refused.
"""

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
from .questions import PARAMETERS, Unanswered, participant_question, read_facts
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
    """The decisions of the actor, or of the game master, about an action.

    - `given`: facts and rows by the keys of the questions (`Action.inputs`, `Action.choose`), as
      values or as text: `{"distance": "5 ft", "row": "first", "undefended": "yes"}`. These keys
      work in all actions: `chosen-skill` and `chosen-ability`; `instead-of`, the rating that
      another replaces; `ability`, to use instead of a skill's usual ability; `with`, the rating to
      roll if there are several; `difficulty`; `number`, for a difficulty without a number.
    - `minus`: subtract modifiers that can go either way.
    - `one_of`: the number of the chosen effect of several, from 1.
    - `whom`: the role that effects happen to, if there is a choice.
    - `condition`: the condition that an effect is about.
    - `resisted_by_roll`: the opponent rolls to resist, if the rules leave that open.
    - `buys`: the purchases for the ranks, or a function that returns them for a result.
    - `choose`: a function that decides in steps of a procedure that leave a choice.
    """

    FACTS: ClassVar[str] = "given"
    """The field for facts, named in the error for a positional argument."""

    given: Names = {}
    minus: bool = False
    one_of: int = 1
    whom: Who | None = None
    condition: Held | Naming[Condition] | None = None
    resisted_by_roll: bool = False
    buys: Buys | Callable[[Result], Buys] = ()
    choose: Choose | None = None


class Buying(Choices):
    """A purchase of a pick from a menu, with its own choices."""

    pick: Naming[Pick]


Buys: TypeAlias = "Sequence[Buying | Naming[Pick]]"
"""Purchases: picks of a menu, their names, or `Buying` with choices."""


def purchases_of(buys: Buys) -> tuple[Buying, ...]:
    """Return purchases as `Buying`. Raises Refused if `buys` is not a list of picks."""
    if not isinstance(cast("object", buys), Iterable):
        raise Refused(f"buys cannot be {type(buys).__name__}: write a list of picks")
    return tuple(
        pick if isinstance(pick, Buying) else Buying(pick=pick)
        for pick in ((buys,) if isinstance(buys, str) else buys)
    )


def _invalid_choices(choices: Choices) -> Iterator[str]:
    """Yield the reasons why fields of choices are invalid. Facts are checked when they are read."""
    yield from misfits(vars(choices).items(), Choices.__annotations__)
    if choices.whom not in (None, *get_args(Who)):
        yield f"whom: expected one of {', '.join(get_args(Who))}, not {shown(choices.whom)}"


class Participants(NamedTuple):
    """Beings that take part, by role. `oneself` is True if the actor was named as target."""

    roles: Mapping[Who, tuple[Being, ...]]
    oneself: bool = False

    def one(self, role: Who) -> Being:
        """Return the first being in a role. Raises Unanswered if the role is empty."""
        return self.all(role)[0]

    def all(self, role: Who) -> tuple[Being, ...]:
        """Return the beings in a role. Raises Unanswered if the role is empty."""
        beings = self.roles.get(role, ())
        if not beings:
            parameter = PARAMETERS.get(role, "target")
            missing = participant_question(self.one("self").rules, parameter, role)
            raise Unanswered([missing], f"this needs somebody as {role}")
        return beings

    def recipients(self, roles: Sequence[Who], whom: Who | None) -> tuple[Being, ...]:
        """Return the beings that an effect for these roles happens to.

        If there is more than one role, or the role `chosen`, `whom` selects one. Raises Refused if
        the selected role is not among them.
        """
        if whom is None or not (len(roles) > 1 or "chosen" in roles):
            return self.all(self.default_role(roles))
        if whom not in roles and "chosen" not in roles:
            raise Refused(f"this is for {' or '.join(roles)}, not for {whom}")
        return self.all(whom)

    @property
    def everyone(self) -> tuple[Being, ...]:
        """All participants, each once."""
        beings = (being for group in self.roles.values() for being in group)
        return tuple({id(being): being for being in beings}.values())

    def default_role(self, roles: Sequence[Who]) -> Who:
        """Return the first of these roles that the target has, or else the first role."""
        target = self.one("target")
        for role in roles:
            if any(being is target for being in self.roles.get(role, ())):
                return role
        return roles[0]


def condition_of(chosen: Held | Condition) -> Condition:
    """Return the condition of a choice, which can be one that a being has."""
    return chosen.condition.entry if isinstance(chosen, Held) else chosen


def find_condition(
    chosen: Naming[Condition], people: Iterable[Being], rules: Rules
) -> Condition:
    """Find a condition by name, first among those that the beings have."""
    if isinstance(chosen, Condition):
        return chosen
    present = {held.condition.entry for who in people for held in who.conditions}
    with suppress(Refused):
        return find_among(chosen, present, "condition")
    return find(rules, chosen, Condition)


def assign_roles(
    actor: Being,
    whom: Sequence[str] = (),
    target: Being | None = None,
    ally: Being | None = None,
    opponents: Sequence[Being] = (),
) -> Participants:
    """Return the participants by role. `whom` are the possible targets of the action.

    A target that is not the actor has a second role: `ally` if the action can be used on allies,
    otherwise `opponent`. Without a target, the actor is the target. Raises Refused if the actor is
    also the ally or an opponent, because rules can treat oneself and others differently.
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
    """The source of decisions during an execution. This one takes them from the choices.

    A pending action (`deeds.Deed`) has another source, which can wait for a player. `after` is a
    function that can change the result of a check before effects follow from it.
    """

    def __init__(self, after: Callable[[Result], Result] | None = None) -> None:
        self.after = after

    def choose(self, execution: Execution) -> Choose | None:
        """Return the function that decides in steps of a roll; None for the defaults."""
        return execution.choices.choose

    def keep(self) -> str:
        """Return which of two totals is kept if the rules leave it open: `higher` or `lower`."""
        return "higher"

    def rolled(self, execution: Execution, checked: Checked, result: Result) -> Result:
        """Return the result that counts for a check that was rolled."""
        del execution, checked
        return result if self.after is None else self.after(result)

    def buys(self, execution: Execution, menu: OpenMenu) -> Buys:
        """Return the purchases for the ranks of a menu."""
        del menu
        buys = execution.choices.buys
        if not callable(buys):
            return buys
        return () if execution.result is None else buys(execution.result)


IN_A_ROW = 40
"""The longest chain of conditions and points that trigger each other."""
MOST_TRIGGERED = 1000
"""The most conditions and points that one cause triggers in total."""


class Causes:
    """A chain of causes: the ids of points that became full or empty, and of conditions.

    For example, a lost hit point inflicts a condition, which costs a point of another kind. All
    chains with the same first cause share a count of what it triggered, because effects that each
    trigger two others would not end in any reasonable time. Games need a few.
    """

    def __init__(self) -> None:
        self.ids = frozenset[str]()
        self._left = [MOST_TRIGGERED]  # a list, so that all chains share one number

    def __contains__(self, id: str) -> bool:
        return id in self.ids

    def then(self, entry: Entry) -> Causes:
        """Return the chain with an entry that it triggered. Raises Refused beyond the limits."""
        self._left[0] -= 1
        if len(self.ids) >= IN_A_ROW or self._left[0] <= 0:
            raise Refused(f"too much comes of this, {entry.name} at last")
        causes = Causes()
        causes.ids, causes._left = self.ids | {entry.id}, self._left
        return causes


BY_CHOICES = Decisions()
"""The decisions of an execution that has only its choices."""


class Execution:
    """The state of an action, test or effect while it is carried out.

    - `entry`: the action, test or effect; `actor`: the being that carries it out.
    - `names`: the facts for its formulas, extended by each check.
    - `condition`: the chosen condition, if any.
    - `holder`: the role that effects without `to` happen to.
    - `rolled`: True once its effect roll has been made.
    - `decided`: True once a check has been made or skipped. From then on, nothing is refused.
    - `decisions`: the source of decisions on the way.
    - `began_with`: the id of the condition whose effects are carried out, if any.
    - `set_off_by`: the conditions and points that triggered it.
    - `checks`, `happenings`: the checks and happenings so far.
    - `waiting`: menus with unspent ranks.
    """

    @door  # checks the types of the arguments at each call
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
        """Return the fields that are copied and pickled, with the decisions reset to the choices.

        Other decisions belong to a pending action, which is not copied with an open menu.
        """
        return {**self.__dict__, "decisions": BY_CHOICES}

    def choose(self, choices: Choices) -> None:
        """Add the facts and the condition of choices. Raises Refused for invalid choices."""
        if reasons := tuple(_invalid_choices(choices)):
            raise Refused(*reasons)
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
        """The situation for formulas."""
        character = RollingCharacter(self.actor, self.rng, self.names)
        return Situation(self.actor.rules, self.names, character)

    def tell(
        self, text: str, who: Being | None = None, effect: Effect | None = None
    ) -> None:
        """Add a happening."""
        self.happenings.append(Happening(text=text, who=who, effect=effect))

    @property
    def outcome(self) -> Outcome:
        """The checks, happenings and open menus so far."""
        return Outcome(
            checks=tuple(self.checks),
            happenings=tuple(self.happenings),
            waiting=tuple(self.waiting),
        )

    def part(self, choices: Choices, entry: Entry) -> Execution:
        """Return an execution of another entry that belongs to this one, such as a purchase.

        It starts with a copy of the names, to which it adds the facts of its own `choices`. Its
        checks, happenings and open menus go to the same lists as those of this execution.
        """
        inner = copy(self)
        inner.entry, inner.choices, inner.names = entry, choices, {**self.names}
        inner.decisions = self.decisions  # `copy` has reset them (`__getstate__`)
        if choices is not self.choices:
            inner.choose(choices)
        return inner

    def separate_part(self, choices: Choices, entry: Entry) -> Execution:
        """Return an execution as `part` does, but with empty lists and decisions by its choices.

        It is for a purchase after the check, whose outcome is separate, and for trials.
        """
        inner = self.part(choices, entry)
        inner.checks, inner.happenings, inner.waiting = [], [], []
        inner.decisions = BY_CHOICES
        return inner

    @contextmanager
    def carrying_out(self) -> Generator[None, None, None]:
        """Return the context of one effect.

        After a check, a refusal undoes the effect, and a happening gives the reason instead. Before
        a check, refusals are raised, so the dice never decide if an action is possible. A refused
        decision (`Refused.decided`) is raised in any case.
        """
        if not self.decided:
            yield
            return
        records: tuple[list[Any], ...] = (self.checks, self.happenings, self.waiting)
        lengths = [len(record) for record in records]
        try:
            with Transaction(*self.participants.everyone):
                yield
        except Refused as refused:
            if refused.decided:
                raise
            for record, length in zip(records, lengths, strict=True):
                del record[length:]
            self.tell(f"{self.entry.name}: {refused}", self.actor)

    def label(self, what: object) -> str:
        """Return the name of an entry, or of the entry chosen for a word such as `chosen-skill`.

        A word without a choice is returned in prose: `fixed values`.
        """
        chosen = self.names.get(what) if isinstance(what, str) else what
        if isinstance(chosen, Ref):
            return self.actor.rules.entry(chosen.id).title
        return name_of(chosen) or spoken(what)


class UnseenDice:
    """Dice for trials of what is allowed: of d6 they show 2, 3, 4, 5, 6, 1 and so on.

    A trial must not use up the real dice. The faces vary, so a die that is rolled again on a 6 does
    not go on forever.
    """

    def __init__(self, first: int = 1) -> None:
        self.next = first

    def randrange(self, stop: int, /) -> int:
        """Return the next face, counted from 0."""
        self.next += 1
        return (self.next - 1) % stop


class Transaction:
    """A context that restores beings if an exception is raised in it.

    Of these exceptions, Unworkable and PoolError become Refused.
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
            with answering():  # raises Refused in its place
                raise error
        if isinstance(error, PoolError):
            raise Refused(str(error)) from error


class TakenBack(Transaction):
    """A transaction that always restores the beings, to try what would happen."""

    taken_back = True
