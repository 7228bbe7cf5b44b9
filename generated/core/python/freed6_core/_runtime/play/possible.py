"""Answers to whether an actor can take an action now, who is out, and whether a fight is over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from ..arguments import door
from ..entries.actions import Action, Scene
from ..entries.notes import Note
from ..entries.tables import Condition
from ..entries.world import ActionType
from ..record import FormulaError, Record
from .actions import carry_out
from .checks import forbidding_all
from .effect_index import is_pending
from .execution import Decisions, Execution, TakenBack, assign_roles
from .questions import Question, UnansweredError, fact_question
from .state import RefusedError, every, find, shorter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import NoReturn

    from ..dice.table import Choose
    from ..situation import Like
    from .actor import Actor
    from .checks import CheckResult
    from .effects_in_force import EffectInForce
    from .execution import Choices
    from .state import Checked, Lasting


Verdict: TypeAlias = Literal["yes", "no", "needs", "undecided"]


class Answer(Record):
    """An answer to whether an actor can take an action now. It is true only for `yes`.

    The verdicts:

    - `yes`: `act` succeeds with the same choices, whatever the dice show.
    - `no`: a rule forbids it. `reasons` are sentences.
    - `needs`: no rule forbids it so far, but the questions in `needs` are open.
    - `undecided`: the questions are answered, but a value is missing in the rules or on a sheet, or
      the result depends on dice that fall before those of the check. `reasons` are sentences, and
      `notes` are the notes of the rules on the action. The players decide; `act` raises
      RefusedError.

    `optional` are optional questions without an answer; a yes-or-no question then counts as no.
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
        notes = " ".join(note.name or note.problem for note in self.notes)
        return f"{self.action.name}: {words}" + (f" ({notes})" if notes else "")


@door  # checks the types of the arguments at each call
def can_take(
    action: Like[Action],
    actor: Actor,
    target: Actor | None = None,
    *,
    choices: Choices | None = None,
    ally: Actor | None = None,
    opponents: Sequence[Actor] = (),
) -> Answer:
    """Return an answer to whether an actor can take an action now, with these choices.

    The action is carried out up to the first roll of its check, and then undone. No actor changes,
    and functions in `choices` (`buys`, `choose`) are not called.

    The dice of the trial all fall high. If any were rolled, the action is tried again with dice
    that all fall low. If the verdicts differ, the answer is `undecided`.
    """
    entry = find(actor.rules, action, Action)
    yes = Answer(action=entry, verdict="yes")

    def try_with(dice: _ForcedDice) -> Answer:
        """Carry out the action with these dice, undo it, and return the answer that follows."""
        try:
            with TakenBack(actor, target, ally, *opponents):
                roles = assign_roles(actor, entry.target, target, ally, opponents)
                execution = Execution(entry, roles, choices, dice)
                execution.decisions = _Foresight()
                carry_out(execution, entry)
        except _RolledError:
            pass
        except UnansweredError as unanswered:
            reasons, questions = unanswered.reasons, unanswered.questions
            return yes.but(verdict="needs", reasons=reasons, needs=questions)
        except RefusedError as refused:
            if isinstance(refused.__cause__, FormulaError):
                return _undecided(actor, entry, refused.reasons)
            return yes.but(verdict="no", reasons=refused.reasons)
        return yes

    high_dice = _ForcedDice(high=True)
    answer = try_with(high_dice)
    if high_dice.thrown:
        other = try_with(_ForcedDice(high=False))
        if other.verdict != answer.verdict:
            reasons = ("it depends on the dice", *answer.reasons, *other.reasons)
            answer = _undecided(actor, entry, reasons)
    optional = tuple(
        fact_question(actor.rules, key, ask)
        for key, ask in entry.inputs.items()
        if ask.optional and (choices is None or choices.given.get(key) is None)
    )
    return answer.but(optional=optional)


@door
def list_actions(
    scene: Like[Scene],
    actor: Actor,
    target: Actor | None = None,
    *,
    choices: Choices | None = None,
    ally: Actor | None = None,
    opponents: Sequence[Actor] = (),
) -> tuple[Answer, ...]:
    """Return an answer for each action of a scene, in order.

    Actions that only work on oneself are tried without the target.
    """
    scene = find(actor.rules, scene, Scene)
    return tuple(
        can_take(
            action,
            actor,
            None if action.entry.target == ("self",) else target,
            choices=choices,
            ally=ally,
            opponents=opponents,
        )
        for action in scene.actions
    )


def _undecided(actor: Actor, action: Action, reasons: Iterable[str]) -> Answer:
    """Return the answer that the rules leave open, with the notes on the action."""
    notes = tuple(
        note
        for note in every(actor.rules, "note", Note)
        if any(entry.id == action.id for entry in note.about)
    )
    return Answer(
        action=action, verdict="undecided", reasons=tuple(reasons), notes=notes
    )


class _RolledError(Exception):
    """Signal that the dice of a check have fallen: nothing is refused from here on."""


class _Foresight(Decisions):
    """Decisions that take all defaults, and stop at the first roll of a check."""

    def choose(self, execution: Execution) -> Choose | None:
        """Return None, for the defaults of the procedure."""
        del execution
        return None

    def rolled(
        self, execution: Execution, checked: Checked, result: CheckResult
    ) -> NoReturn:
        """Raise _RolledError."""
        del execution, checked, result
        raise _RolledError


FORCED = 100
"""The number of forced dice. If all dice fell high, a roll could go on forever, for example if a 6
is rolled again.
"""


class _ForcedDice:
    """Dice that all fall high, or all low. After `FORCED` dice they fall the other way."""

    def __init__(self, *, high: bool) -> None:
        self.high = high
        self.thrown = 0

    def randrange(self, stop: int, /) -> int:
        """Return the next face, counted from 0."""
        self.thrown += 1
        return stop - 1 if self.high is (self.thrown <= FORCED) else 0


# The end of a fight.


@door
def is_defeated(who: Actor) -> bool:
    """Return True if all actions are forbidden to an actor for good, or for a long time.

    The effect, of a condition or of giving up, must have no exception, and must last longer than
    the periods in which actions are counted, such as a round. So a character who is stunned for two
    rounds is still in the fight.
    """
    return any(_is_long_term(who, applied) for applied in forbidding_all(who))


def _is_long_term(who: Actor, applied: EffectInForce) -> bool:
    """Return True if an effect outlasts the periods in which actions are counted."""
    active = applied.active
    if active is not None:
        return active.times is None and _is_long_duration(who, active.lasting)
    if not isinstance(applied.entry, Condition):
        return True
    return any(
        held.condition.id == applied.entry.id
        and not is_pending(held)
        and _is_long_duration(who, held.lasting)
        for held in who.conditions
    )


def _is_long_duration(who: Actor, lasting: Lasting | None) -> bool:
    """Return True if a duration is counted in longer periods than actions are, or has no period."""
    if lasting is None or lasting.duration.form in ("event", "always"):
        return True
    types = every(who.rules, "action-type", ActionType)
    short = {key for type in types for key in shorter(who.rules, type.per.entry.key)}
    return bool(lasting.duration.period) and lasting.duration.period not in short


@door
def is_over(
    people: Iterable[Actor], *, side: Callable[[Actor], object] | None = None
) -> bool:
    """Return True if a fight is over: at most one side has actors left who are not out.

    `side` is a function that returns the side of an actor. By default, actors with `player` are one
    side and all others another, as in the order of play.
    """
    sides = {
        who.player if side is None else side(who)
        for who in people
        if not is_defeated(who)
    }
    return len(sides) <= 1
