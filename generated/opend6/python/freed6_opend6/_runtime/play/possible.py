"""What a being may do now, without doing it; who is out, and whether a fight is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from ..arguments import door
from ..entries.actions import Action, Scene
from ..entries.notes import Note
from ..entries.tables import Condition
from ..entries.world import ActionType
from ..record import Record, Unworkable
from .actions import carry_out
from .checks import forbidding_all
from .effect_index import is_pending
from .execution import Decisions, Execution, TakenBack, assign_roles
from .questions import Question, Unanswered, fact_question
from .state import Refused, every, find, shorter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import NoReturn

    from ..dice.table import Choose
    from ..situation import Naming
    from .being import Being
    from .checks import Result
    from .effects_in_force import EffectInForce
    from .execution import Choices
    from .state import Checked, Lasting


Verdict: TypeAlias = Literal["yes", "no", "needs", "undecided"]


class Answer(Record):
    """Whether somebody may take an action now; true for yes alone.

    - `yes`: `act` does it, with the same choices, however the dice fall.
    - `no`: a rule speaks against it; `reasons` say which, a sentence each.
    - `needs`: nothing speaks against it so far, but `needs` has to be answered first.
    - `undecided`: all is known that is asked for, and the rules do not say: something in them, or
      on a sheet, has no value, or it depends on dice that fall before those of the check. `reasons`
      say what, `notes` are those on open questions about the action. It is for the people at the
      table to decide; `act` refuses it.

    `optional` are questions about the action that have no answer yet and need none: each is asked
    only if it matters, and what is not said is taken as not so.
    """

    action: Action
    verdict: Verdict
    reasons: tuple[str, ...] = ()
    needs: tuple[Question, ...] = ()
    optional: tuple[Question, ...] = ()
    notes: tuple[Note, ...] = ()

    def __bool__(self) -> bool:
        return self.verdict == "yes"

    def __str__(self) -> str:
        if self.verdict == "needs":
            words = f"needs {', '.join(map(str, self.needs))}"
        else:
            words = ": ".join(filter(None, (self.verdict, "; ".join(self.reasons))))
        notes = ", ".join(note.name or note.problem for note in self.notes)
        return f"{self.action.name}: {words}" + (f" (see {notes})" if notes else "")


@door
def may(
    action: Naming[Action],
    actor: Being,
    target: Being | None = None,
    *,
    choices: Choices | None = None,
    ally: Being | None = None,
    opponents: Sequence[Being] = (),
) -> Answer:
    """Whether somebody may take an action now, with these choices; nobody is changed by asking.

    It goes by what `act` refuses before the dice of the check fall: it is tried, with dice of its
    own, and taken back. A function in `choices` (`buys`, `choose`) is not asked.
    """
    entry = find(actor.rules, action, Action)

    yes = Answer(action=entry, verdict="yes")

    def tried(dice: _Dice) -> Answer:
        try:
            with TakenBack(actor, target, ally, *opponents):
                roles = assign_roles(actor, entry.whom, target, ally, opponents)
                execution = Execution(entry, roles, choices, dice)
                execution.decisions = _Foresight()
                carry_out(execution, entry)
        except _Fallen:
            pass
        except Unanswered as unanswered:
            reasons, questions = unanswered.reasons, unanswered.questions
            return yes.but(verdict="needs", reasons=reasons, needs=questions)
        except Refused as refused:
            if isinstance(refused.__cause__, Unworkable):
                return _undecided(actor, entry, refused.reasons)
            return yes.but(verdict="no", reasons=refused.reasons)
        return yes

    high = _Dice(high=True)
    answer = tried(high)
    if high.thrown:
        other = tried(_Dice(high=False))
        if other.verdict != answer.verdict:
            reasons = ("the dice decide", *answer.reasons, *other.reasons)
            answer = _undecided(actor, entry, reasons)
    optional = tuple(
        fact_question(actor.rules, key, ask)
        for key, ask in entry.asks.items()
        if ask.optional and (choices is None or choices.given.get(key) is None)
    )
    return answer.but(optional=optional)


@door
def may_do(
    scene: Naming[Scene],
    actor: Being,
    target: Being | None = None,
    *,
    choices: Choices | None = None,
    ally: Being | None = None,
    opponents: Sequence[Being] = (),
) -> tuple[Answer, ...]:
    """Whether somebody may take the actions of a scene now: an answer for each, in order.

    Those that are for oneself alone are not for the target.
    """
    scene = find(actor.rules, scene, Scene)
    return tuple(
        may(
            action,
            actor,
            None if action.entry.whom == ("self",) else target,
            choices=choices,
            ally=ally,
            opponents=opponents,
        )
        for action in scene.actions
    )


def _undecided(actor: Being, action: Action, reasons: Iterable[str]) -> Answer:
    notes = tuple(
        note
        for note in every(actor.rules, "note", Note)
        if any(entry.id == action.id for entry in note.about)
    )
    return Answer(
        action=action, verdict="undecided", reasons=tuple(reasons), notes=notes
    )


class _Fallen(Exception):  # noqa: N818
    """The dice of a check have fallen: nothing is refused from here on."""


class _Foresight(Decisions):
    """Asks nobody for a decision, and stops as soon as dice have fallen."""

    def choose(self, execution: Execution) -> Choose | None:
        """What the procedure assumes."""
        del execution
        return None

    def rolled(
        self, execution: Execution, checked: Checked, result: Result
    ) -> NoReturn:
        """Raises _Fallen."""
        del execution, checked, result
        raise _Fallen


FORCED = 100
"""How many dice are forced: one that always falls high, or low, might explode for ever."""


class _Dice:
    """Dice that fall high, or low; after `FORCED` of them the other way round."""

    def __init__(self, *, high: bool) -> None:
        self.high = high
        self.thrown = 0

    def randrange(self, stop: int, /) -> int:
        """The next face, counted from 0."""
        self.thrown += 1
        high = self.high is (self.thrown <= FORCED)
        return stop - 1 if high else 0


# Who is out, and whether a fight is over.


@door
def is_out(who: Being) -> bool:
    """Whether somebody can do nothing any more: all actions are forbidden, for good or for long.

    That is by an effect without exception, as of a condition or of giving up, that is not over with
    one of the periods that actions are counted in, such as a round: whoever is stunned for two
    rounds is still in the fight.
    """
    return any(_stays(who, applied) for applied in forbidding_all(who))


def _stays(who: Being, applied: EffectInForce) -> bool:
    """Whether an effect in force ends with none of the periods that actions are counted in."""
    active = applied.active
    if active is not None:
        return active.times is None and _is_long(who, active.lasting)
    if not isinstance(applied.entry, Condition):
        return True
    return any(
        held.condition.id == applied.entry.id
        and not is_pending(held)
        and _is_long(who, held.lasting)
        for held in who.conditions
    )


def _is_long(who: Being, lasting: Lasting | None) -> bool:
    if lasting is None or lasting.lasts.form in ("event", "always"):
        return True
    types = every(who.rules, "action-type", ActionType)
    counted = {key for type in types for key in shorter(who.rules, type.per.entry.key)}
    return bool(lasting.lasts.period) and lasting.lasts.period not in counted


@door
def over(
    people: Iterable[Being], *, side: Callable[[Being], object] | None = None
) -> bool:
    """Whether a fight is over: no two sides have somebody left who is not out.

    `side` gives the side of a being; if it is not given, those with `player` are one side, all
    others another, as in the order of play.
    """
    sides = {
        who.player if side is None else side(who) for who in people if not is_out(who)
    }
    return len(sides) <= 1
