"""Executions: the state of an action, a check or an effect while it is carried out.

An `Execution` has `Participants` (actors by role), `Choices` (decisions made beforehand),
`Decisions` (the source of those made on the way) and a log (what happens, in words). A
`Transaction` restores the actors if something in it is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import contextmanager, suppress
from copy import copy
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, TypeAlias, cast, get_args

from ..arguments import door, misfits, shown
from ..dice.table import dice_of
from ..effects import Who
from ..entries.actions import Pick
from ..entries.tables import Condition
from ..notation import PoolError
from ..record import Entry, FormulaError, Record, Ref
from ..situation import Situation, term
from .checks import CheckResult, RollingCharacter
from .questions import PARAMETERS, UnansweredError, participant_question, read_facts
from .state import (
    OF_TARGET,
    ActiveCondition,
    ActiveEffect,
    Checked,
    Fact,
    LogLine,
    Names,
    Outcome,
    PlaySituation,
    RefusedError,
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
    from ..situation import Like, Rules
    from .actor import Actor
    from .menus import OpenMenu


class Choices(Record):
    """The decisions of the actor, or of the game master, about an action.

    - `given`: facts and rows by the keys of the questions (`Action.inputs`, `Action.choose`), as
      values or as text: `{"distance": "5 ft", "row": "first", "undefended": "yes"}`. These keys
      work in all actions: `chosen-skill` and `chosen-ability`; `instead-of`, the rating that
      another replaces; `ability`, to use instead of a skill's usual ability; `with`, the rating to
      roll if there are several; `difficulty`; `number`, for a difficulty without a number.
    - `subtract`: subtract modifiers that can go either way.
    - `branch`: the number of the chosen effect of several, from 1.
    - `recipient`: the role that effects happen to, if there is a choice.
    - `condition`: the condition that an effect is about, or an effect that was bought with ranks.
    - `resisted_by_roll`: the opponent rolls to resist, if the rules leave that open.
    - `buys`: the purchases for the ranks, or a function that returns them for a result.
    - `choose`: a function that decides in steps of a procedure that leave a choice.
    """

    FACTS: ClassVar[str] = "given"
    """The field for facts, named in the error for a positional argument."""

    given: Names = {}
    subtract: bool = False
    branch: int = 1
    recipient: Who | None = None
    condition: ActiveCondition | ActiveEffect | Like[Condition | Pick] | None = None
    resisted_by_roll: bool = False
    buys: Buys | Callable[[CheckResult], Buys] = ()
    choose: Choose | None = None


class Purchase(Choices):
    """A purchase of a pick from a menu, with its own choices."""

    pick: Like[Pick]


Buys: TypeAlias = "Sequence[Purchase | Like[Pick]]"
"""Purchases: picks of a menu, their names, or `Purchase` with choices."""


def purchases_of(buys: Buys) -> tuple[Purchase, ...]:
    """Return purchases as `Purchase`. Raises RefusedError if `buys` is not a list of picks."""
    if not isinstance(cast("object", buys), Iterable):
        raise RefusedError(f"buys: expected a list of picks, not {shown(buys)}")
    return tuple(
        pick if isinstance(pick, Purchase) else Purchase(pick=pick)
        for pick in ((buys,) if isinstance(buys, str) else buys)
    )


def _invalid_choices(choices: Choices) -> Iterator[str]:
    """Yield the reasons why fields of choices are invalid. Facts are checked when they are read."""
    yield from misfits(vars(choices).items(), Choices.__annotations__)
    if choices.recipient not in (None, *get_args(Who)):
        roles, role = ", ".join(get_args(Who)), shown(choices.recipient)
        yield f"recipient: expected one of {roles}, not {role}"


def refuse_wrong_role(roles: Sequence[Who], recipient: Who | None) -> None:
    """Raise RefusedError if the chosen role is not one of `roles`. No roles means any."""
    if recipient is not None and roles and recipient not in roles:
        raise RefusedError(f"only {' or '.join(roles)} can be chosen, not {recipient}")


class Participants(NamedTuple):
    """Actors that take part, by role. `oneself` is True if the actor was named as target."""

    roles: Mapping[Who, tuple[Actor, ...]]
    oneself: bool = False

    def one(self, role: Who) -> Actor:
        """Return the first actor in a role. Raises UnansweredError if the role is empty."""
        return self.all(role)[0]

    def all(self, role: Who) -> tuple[Actor, ...]:
        """Return the actors in a role. Raises UnansweredError if the role is empty."""
        actors = self.roles.get(role, ())
        if not actors:
            parameter = PARAMETERS.get(role, "target")
            missing = participant_question(self.one("self").rules, parameter, role)
            raise UnansweredError([missing], f"this needs a character as {role}")
        return actors

    def recipients(
        self, roles: Sequence[Who], recipient: Who | None
    ) -> tuple[Actor, ...]:
        """Return the actors that an effect for these roles happens to.

        If there is more than one role, or the role `chosen`, `recipient` selects one. Raises
        RefusedError if the selected role is not among them.
        """
        if recipient is None or not (len(roles) > 1 or "chosen" in roles):
            return self.all(self.default_role(roles))
        if "chosen" not in roles:
            refuse_wrong_role(roles, recipient)
        return self.all(recipient)

    @property
    def target(self) -> Actor | None:
        """The target; if none was named, the first opponent or the ally, or None without them."""
        named = self.one("target")
        if self.oneself or named is not self.one("self"):
            return named
        others = (*self.roles.get("opponent", ()), *self.roles.get("ally", ()))
        return next(iter(others), None)

    @property
    def everyone(self) -> tuple[Actor, ...]:
        """All participants, each once."""
        actors = (actor for group in self.roles.values() for actor in group)
        return tuple({id(actor): actor for actor in actors}.values())

    def default_role(self, roles: Sequence[Who]) -> Who:
        """Return the first of these roles that the target has, or else the first role."""
        target = self.one("target")
        for role in roles:
            if any(actor is target for actor in self.roles.get(role, ())):
                return role
        return roles[0]


Held: TypeAlias = "ActiveCondition | ActiveEffect"
"""A condition, or an effect that was bought with ranks. Both can be cured and last for a time."""


def held_entry(held: Held | Condition | Pick, rules: Rules) -> Condition | Pick:
    """Return the condition, or the pick with which an effect was bought."""
    if isinstance(held, ActiveEffect):
        return find(rules, held.origin, Pick)
    return held.condition.entry if isinstance(held, ActiveCondition) else held


def find_held(
    chosen: Like[Condition | Pick], people: Iterable[Actor], rules: Rules
) -> Condition | Pick:
    """Find a condition or a pick by name, first among what the actors have."""
    if isinstance(chosen, Condition | Pick):
        return chosen
    present = {held_entry(held, rules) for who in people for held in all_held(who)}
    with suppress(RefusedError):
        return find_among(chosen, present, "condition")
    return cast("Condition | Pick", find(rules, chosen, Entry, Condition, Pick))


def all_held(who: Actor) -> list[Held]:
    """Return the conditions of an actor, and the effects that were bought with ranks."""
    return [*who.conditions, *(active for active in who.effects if active.cost)]


def assign_roles(
    actor: Actor,
    whom: Sequence[str] = (),
    target: Actor | None = None,
    ally: Actor | None = None,
    opponents: Sequence[Actor] = (),
) -> Participants:
    """Return the participants by role. `whom` has the possible targets of the action.

    A target that is not the actor has a second role: `ally` if the action can be used on allies,
    otherwise `opponent`. Without a target, the ally or first opponent is the target of an action
    that is only for them, otherwise the actor. Raises RefusedError if the actor is also the ally or
    an opponent, because rules can treat oneself and others differently, and for an actor of another
    package.
    """
    if target is None and "self" not in whom:
        if "ally" in whom:
            target = ally
        elif opponents and {"opponent", "opponents"} & set(whom):
            target = opponents[0]
    for other in filter(None, (target, ally, *opponents)):
        if other.rules.id != actor.rules.id:
            raise RefusedError(
                f"{other} is a character of {other.rules.id}, {actor} of {actor.rules.id}"
            )
    if ally is actor:
        raise RefusedError(f"{actor} cannot be their own {term(actor.rules, 'ally')}")
    if any(other is actor for other in opponents):
        raise RefusedError(
            f"{actor} cannot be their own {term(actor.rules, 'opponent')}"
        )
    roles: dict[Who, tuple[Actor, ...]] = {
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

    A pending action (`pending_actions.PendingAction`) has another source, which can wait for a
    player. `after` is a function that can change the result of a check before effects follow from
    it.
    """

    def __init__(
        self, after: Callable[[CheckResult], CheckResult] | None = None
    ) -> None:
        self.after = after

    def choose(self, execution: Execution) -> Choose | None:
        """Return the function that decides in steps of a roll; None for the defaults."""
        return execution.choices.choose

    def keep(self) -> str:
        """Return which of two totals is kept if the rules leave it open: `higher` or `lower`."""
        return "higher"

    def rolled(
        self, execution: Execution, checked: Checked, result: CheckResult
    ) -> CheckResult:
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
        """Return the chain with an entry that it triggered. Raises RefusedError at a limit."""
        self._left[0] -= 1
        if len(self.ids) >= IN_A_ROW or self._left[0] <= 0:
            raise RefusedError(f"effects trigger each other too often: {entry.name}")
        causes = Causes()
        causes.ids, causes._left = self.ids | {entry.id}, self._left
        return causes


BY_CHOICES = Decisions()
"""The decisions of an execution that has only its choices."""


class Execution:
    """The state of an action, test or effect while it is carried out.

    - `entry`: the action, test or effect; `actor`: the character that carries it out.
    - `names`: the facts for its formulas, extended by each check.
    - `condition`: the chosen condition, if any.
    - `holder`: the role that effects without `to` happen to.
    - `rolled`: True once its effect roll has been made.
    - `decided`: True once a check has been made or skipped. From then on, nothing is refused.
    - `decisions`: the source of decisions on the way.
    - `began_with`: the id of the condition whose effects are carried out, if any.
    - `set_off_by`: the conditions and points that triggered it.
    - `checks`, `log`: the checks so far, and what happened in words.
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
        self.condition: Held | Condition | Pick | None = None
        if choices is not None:
            self.choose(choices)
        self.result: CheckResult | None = None
        self.rolled = self.decided = False
        self.holder: Who = "self"
        self.began_with = ""
        self.set_off_by = Causes()
        self.decisions = BY_CHOICES
        self.checks: list[Checked] = []
        self.log: list[LogLine] = []
        self.waiting: list[OpenMenu] = []

    def __getstate__(self) -> dict[str, object]:
        """Return the fields that are copied and pickled, with the decisions reset to the choices.

        Other decisions belong to a pending action, which is not copied with an open menu.
        """
        return {**self.__dict__, "decisions": BY_CHOICES}

    def choose(self, choices: Choices) -> None:
        """Add the facts and the condition of choices. Raises RefusedError for invalid choices."""
        if reasons := tuple(_invalid_choices(choices)):
            raise RefusedError(*reasons)
        rules = self.actor.rules
        self.names |= read_facts(rules, self.entry, choices.given, self.names)
        chosen = choices.condition
        if chosen is not None:
            if not isinstance(chosen, ActiveCondition | ActiveEffect | Pick):
                chosen = find_held(chosen, self.participants.everyone, rules)
            entry = held_entry(chosen, rules)
            word = "condition" if isinstance(entry, Condition) else "effect"
            self.names[f"chosen-{word}"] = entry
        self.condition = chosen

    @property
    def facts(self) -> Names:
        """The facts for effects that change a roll: the names, and the target for `target.…`."""
        return {**self.names, OF_TARGET: cast("Fact", self.situation.targeted)}

    @property
    def situation(self) -> Situation:
        """The situation for formulas."""
        return self.situation_with(None)

    def situation_with(self, target: Actor | None) -> Situation:
        """Return the situation for formulas about this target, by default that of the action."""
        target = target or self.participants.target
        character = RollingCharacter(self.actor, self.rng, self.names)
        targeted = target and RollingCharacter(target, self.rng)
        return PlaySituation(self.actor.rules, self.names, character, targeted)

    def tell(
        self, text: str, who: Actor | None = None, effect: Effect | None = None
    ) -> None:
        """Add a line to the log."""
        self.log.append(LogLine(text=text, who=who, effect=effect))

    @property
    def outcome(self) -> Outcome:
        """The checks, log and open menus so far."""
        return Outcome(
            checks=tuple(self.checks), log=tuple(self.log), waiting=tuple(self.waiting)
        )

    def part(self, choices: Choices, entry: Entry) -> Execution:
        """Return an execution of another entry that belongs to this one, such as a purchase.

        It starts with a copy of the names, to which it adds the facts of its own `choices`. Its
        checks, log and open menus go to the same lists as those of this execution.
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
        inner.checks, inner.log, inner.waiting = [], [], []
        inner.decisions = BY_CHOICES
        return inner

    @contextmanager
    def carrying_out(self) -> Generator[None, None, None]:
        """Return the context of one effect.

        After a check, a refusal undoes the effect, and a line of the log gives the reason instead.
        Before a check, refusals are raised, so the dice never decide if an action is possible. A
        refused decision (`RefusedError.decided`) is raised in any case.
        """
        if not self.decided:
            yield
            return
        records: tuple[list[Any], ...] = (self.checks, self.log, self.waiting)
        lengths = [len(record) for record in records]
        try:
            with Transaction(*self.participants.everyone):
                yield
        except RefusedError as refused:
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
    """A context that restores actors if an exception is raised in it.

    Of these exceptions, FormulaError and PoolError become RefusedError.
    """

    taken_back = False

    def __init__(self, *people: Actor | None) -> None:
        self.people = [who for who in people if who is not None]

    def __enter__(self) -> None:
        self.before = [who.state() for who in self.people]

    def __exit__(
        self, _type: type[BaseException] | None, error: BaseException | None, *_: object
    ) -> None:
        if error is not None or self.taken_back:
            for who, state in zip(self.people, self.before, strict=True):
                who.restore(state)
        if isinstance(error, FormulaError):
            with answering():  # raises RefusedError in its place
                raise error
        if isinstance(error, PoolError):
            raise RefusedError(str(error)) from error


class TakenBack(Transaction):
    """A transaction that always restores the actors, to try what would happen."""

    taken_back = True
