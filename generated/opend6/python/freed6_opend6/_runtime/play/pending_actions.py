"""Pending actions: actions in progress that wait for decisions between their rolls.

A pending action stores only the dice that were rolled and the decisions of the player. Each request
replays the action from its start with these dice and decisions, up to the next open decision, and
then restores all actors. So a pending action has the same results as `act`, and changes no actor
until it is finished.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias, TypeVar, cast, get_args

from .. import effects as verbs
from ..arguments import door, doors, shown
from ..dice.table import dice_of
from ..effects import Who
from ..entries.actions import Action, Menu, Points
from ..record import DataError, Entry, Record, RulesError
from ..situation import RuleRef, id_of, term
from .actions import carry_out
from .effects import refuse_too_dear
from .execution import (
    Choices,
    Decisions,
    Execution,
    Purchase,
    TakenBack,
    Transaction,
    UnseenDice,
    assign_roles,
    find_held,
    purchases_of,
)
from .menus import OpenMenu
from .points import spend_on
from .saving import JsonObject, from_plain, to_plain, unknown_format
from .state import ActiveCondition, ActiveEffect, RefusedError, every, find, number_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ..dice.table import Choose, Randomness
    from ..effects import Label
    from ..entries.dice import ChooseOne
    from ..entries.tables import Band
    from ..situation import EntryLike, Like, Rules
    from .actor import Actor
    from .checks import CheckResult
    from .execution import Buys
    from .points import Way
    from .state import Checked, Fact, Outcome


# Offers.


class PointsOffer(Record):
    """An offer to spend points on a roll: the way to spend, its cost, and its effect in words."""

    points: Points
    way: str
    name: str
    cost: int
    does: str

    def __str__(self) -> str:
        return f"{self.name}, for {self.cost} of your {self.points.name}: {self.does}"


class StepChoice(Record):
    """A choice that a step of the procedure leaves open, with the chosen option."""

    step: ChooseOne
    chosen: str

    @property
    def choices(self) -> tuple[str, ...]:
        """The keys of the options."""
        return tuple(self.step.choices)

    def __str__(self) -> str:
        return f"{self.step.name}: {self.step.choices[self.chosen].name}"


# Stops: the places at which a pending action waits for decisions. There is one record for each roll
# or menu in the course of the action.


class RollDecisions(NamedTuple):
    """The decisions about a roll.

    - `seen`: the roll that the player saw: the id of its entry, its pool as text, its target and
      shift, and the number of dice rolled so far; None until the roll is made. If a replay comes to
      another roll, the decisions no longer apply.
    - `spent`: points spent on the roll, as pairs of an id and a way.
    - `keep`: which of two totals is kept, `higher` or `lower`, if the rules leave that open.
    - `chosen`: chosen options by the ids of steps.
    """

    seen: tuple[object, ...] | None = None
    spent: tuple[tuple[str, str], ...] = ()
    keep: str = "higher"
    chosen: Mapping[str, str] = {}


class MenuDecisions(NamedTuple):
    """The purchases on a menu; `buys` is None until they are decided.

    `seen` is the menu that the player saw: its id and the number of ranks.
    """

    seen: tuple[object, ...] | None = None
    buys: tuple[Purchase, ...] | None = None


Stop: TypeAlias = RollDecisions | MenuDecisions
S = TypeVar("S", RollDecisions, MenuDecisions)


# Replaying the decisions so far.


class RecordedDice:
    """Dice that repeat recorded numbers, and then roll with `rng`.

    - `fallen`: the dice so far, as pairs of the number of sides and the face, counted from 0.
    - `recorded`: how many of them were recorded. The others were rolled in this replay.
    - `next`: the index of the next die.

    Without `rng`, no die is rolled: the replay halts at the first one that is not recorded.
    """

    def __init__(
        self, fallen: Iterable[tuple[int, int]], rng: Randomness | None
    ) -> None:
        self.fallen = list(fallen)
        self.recorded = len(self.fallen)
        self.next = 0
        self.rng = rng

    def randrange(self, stop: int, /) -> int:
        """Return the next recorded number, or roll a new one."""
        if self.next == len(self.fallen):
            if self.rng is None:
                raise _HaltError
            self.fallen.append((stop, self.rng.randrange(stop)))
        sides, number = self.fallen[self.next]
        if sides != stop:
            raise _DivergedError(None, ())
        self.next += 1
        return number


class _HaltError(Exception):
    """Signal that the replay came to an open decision, or to a die that must not be rolled yet."""


class _DivergedError(Exception):
    """Signal that the replay came to another roll or menu than the recorded one.

    The arguments describe both as `seen` does, the recorded one first.
    """


class _Replay(Decisions):
    """A source of decisions that repeats the recorded ones, and halts at the next open one.

    A stop is a roll or a menu at which the player decides something.

    - `stops`: the recorded decisions, to which new ones are added. `place`: the index of the next.
    - `open`: True if the decision at the last of `stops` is still open, so the replay halts there.
    - `closed`: the number of stops whose decisions are final; the replay halts at the one after
      them.
    - `onward`: True if the replay does not halt at all. Decisions without a record are then made as
      in `act`.
    - `purchases`: the purchases on the first open menu.
    - `last`: with `onward`, the purchases on menus without a record.

    The state at the halt:

    - `checks`: the checks so far.
    - `step_choices`: the choices in steps of the last roll.
    - `menu`: the open menu.
    - `label`: a function that returns names for the objects of effects.
    """

    def __init__(
        self,
        stops: Sequence[Stop],
        dice: RecordedDice,
        among: Sequence[Actor],
        *,
        open: bool = False,
        onward: bool = False,
        purchases: Buys | None = None,
        last: Buys | None = None,
    ) -> None:
        super().__init__()
        self.stops = list(stops)
        self.place = 0
        self.closed = len(stops) - open
        self.dice = dice
        self.among = among
        self.onward = onward
        self.purchases = purchases
        self.last = last
        self.checks: tuple[Checked, ...] = ()
        self.step_choices: list[StepChoice] = []
        self.menu: OpenMenu | None = None
        self.label: Label = str

    def choose(self, execution: Execution) -> Choose | None:
        """Return the function that answers the steps of the next roll."""
        if execution.choices.choose is not None:
            return execution.choices.choose
        chosen = self._coming_roll().chosen

        def choose(step: ChooseOne) -> str:
            key = chosen.get(step.id, step.assume)
            self.step_choices.append(StepChoice(step=step, chosen=key))
            return key

        return choose

    def keep(self) -> str:
        """Return which of two totals of the next roll is kept: `higher` or `lower`."""
        return self._coming_roll().keep

    def rolled(
        self, execution: Execution, checked: Checked, result: CheckResult
    ) -> CheckResult:
        """Return the result with all points spent on it. Raises _HaltError if it is open."""
        prepared = result.prepared
        roll = (execution.entry.id, str(prepared), result.target, prepared.shift)
        choose = self.choose(execution)
        decided = self._next_stop(RollDecisions(), (*roll, self.dice.next))
        for points, way in decided.spent:
            result = spend_on(
                result,
                find(execution.actor.rules, points, Points),
                way,
                execution.actor,
                rng=self.dice,
                among=self.among,
                keep=decided.keep,
                choose=choose,
                told=execution.log,
            )
        self.checks = (*execution.checks, checked.but(result=result))
        self.label = execution.label
        if self.place > self.closed and not self.onward:
            raise _HaltError
        self.step_choices = []
        return result

    def buys(self, execution: Execution, menu: OpenMenu) -> Buys:
        """Return the purchases on a menu. Raises _HaltError if they are not decided.

        The replay does not halt at a menu if nothing on it is affordable, or if the choices already
        have the purchases.
        """
        stop = self._current_stop()
        if self.onward and stop is None:
            if self.last is None:
                return super().buys(execution, menu)
            # The purchases are refused only if the player has seen all dice that led here. If a
            # die was rolled just now, a refusal would let the player try again with other dice.
            if self.dice.next <= self.dice.recorded:
                refuse_too_dear(execution, menu.menu, self.last, menu.ranks)
            return self.last
        is_closed = not menu.in_reach or execution.choices.buys
        if is_closed and not isinstance(stop, MenuDecisions):
            return super().buys(execution, menu)
        decided = self._next_stop(MenuDecisions(), (menu.menu.id, menu.ranks))
        if decided.buys is None and self.purchases is not None:
            refuse_too_dear(execution, menu.menu, self.purchases, menu.ranks)
            decided = decided._replace(buys=purchases_of(self.purchases))
            self.stops[self.place - 1] = decided
            self.closed, self.purchases = self.place, None
        if decided.buys is not None:
            return decided.buys
        if self.onward:
            return super().buys(execution, menu)
        # Offers depend on the state at this point, which is about to be restored.
        self.checks, self.menu = tuple(execution.checks), menu.fix_offers()
        raise _HaltError

    def _current_stop(self) -> Stop | None:
        """Return the next recorded decisions, None after the last ones."""
        return self.stops[self.place] if self.place < len(self.stops) else None

    def _coming_roll(self) -> RollDecisions:
        """Return the decisions about the roll that is being made."""
        stop = self._current_stop()
        return stop if isinstance(stop, RollDecisions) else RollDecisions()

    def _next_stop(self, default: S, seen: tuple[object, ...]) -> S:
        """Return the decisions at the current place, and advance.

        If none are recorded there, `default` is added. `seen` describes the present roll or menu.
        Raises _DivergedError if another one was recorded here.
        """
        if self.place == len(self.stops):
            self.stops.append(default)
        stop = self.stops[self.place]
        if not isinstance(stop, type(default)) or stop.seen not in (None, seen):
            raise _DivergedError(stop.seen, seen)
        stop = stop._replace(seen=seen)
        self.stops[self.place] = stop
        self.place += 1
        return stop


# Pending actions.


@doors  # checks the types of the arguments of all public methods
class PendingAction:
    """An action in progress, rolled and waiting for decisions. `start_action` returns one.

    - `choices`: the decisions made beforehand. You can replace them as long as they change no roll
      that was made.
    - `checks`: the checks so far.
    - `pending_choices`: choices in steps of the last roll.
    - `outcome`: the outcome, once the pending action is finished.

    These arguments restore a saved pending action:

    - `decided`, `fallen`: its decisions and dice.
    - `at_last`: True if the last decision is open.
    - `since`: the clock of the actor (`Actor.clock`) when the pending action began, for the period
      that limits the action.
    """

    def __init__(
        self,
        action: Action,
        actor: Actor,
        target: Actor | None,
        *,
        rng: Randomness | None,
        choices: Choices | None,
        ally: Actor | None,
        opponents: Sequence[Actor],
        among: Iterable[Actor],
        decided: Sequence[Stop] = (),
        fallen: Iterable[tuple[int, int]] = (),
        at_last: bool = False,
        since: int | None = None,
    ) -> None:
        self.action = action
        self.actor = actor
        self.choices = choices or Choices()
        self.checks: tuple[Checked, ...] = ()
        self.pending_choices: tuple[StepChoice, ...] = ()
        self.outcome: Outcome | None = None
        self._participants = assign_roles(actor, action.target, target, ally, opponents)
        per = action.type.entry.per.entry
        self._since = actor.clock.get(per.key, 0) if since is None else since
        self._among = (*self._participants.everyone, *among)
        self._rng = dice_of(rng)
        self._cancelled = False
        self._stops: tuple[Stop, ...] = ()
        self._fallen: tuple[tuple[int, int], ...] = ()
        self._menu: OpenMenu | None = None
        self._at: Stop | None = None  # the open decision
        dice = RecordedDice(fallen, self._rng)
        self._advance(_Replay(decided, dice, self._among, open=at_last))

    @property
    def is_open(self) -> bool:
        """True until the action is finished or cancelled."""
        return self.outcome is None and not self._cancelled

    @property
    def result(self) -> CheckResult | None:
        """The result of the last roll with points spent on it, None if no roll was needed."""
        return self.checks[-1].result if self.checks else None

    # Points on the roll.

    @property
    def can_spend(self) -> tuple[PointsOffer, ...]:
        """Offers of points that the actor can spend on the last roll now.

        Empty if the roll would now be made differently; `finish` then raises the reason.
        """
        offers: list[PointsOffer] = []
        if not self.is_open or not isinstance(self._at, RollDecisions):
            return ()
        for points in every(self.actor.rules, "points", Points):
            for way, spending in points.spend.items():
                stop = self._at._replace(spent=(*self._at.spent, (points.id, way)))
                replay = self._replay(stop, UnseenDice(), open=True)
                with suppress(RefusedError):
                    self._carry_out(replay)
                    effects = spending.effects
                    words = (effect.in_words(replay.label) for effect in effects)
                    offer = PointsOffer(
                        points=points,
                        way=way,
                        name=spending.name,
                        cost=number_for(spending.cost, self.actor),
                        does=str(spending.text) or "; ".join(words),
                    )
                    offers.append(offer)
        return tuple(offers)

    def spend(
        self, points: EntryLike, way: Way, *, keep: str | None = None
    ) -> CheckResult:
        """Spend points of the actor on the last roll, and return the new result.

        `keep`, `higher` or `lower`, selects one of two totals if the rules leave that open. You can
        change it later with the method `keep`, when both are known. Raises RefusedError as
        `spend_on`.
        """
        stop = self._open_roll()
        entry = find(self.actor.rules, points, Points)
        keep = stop.keep if keep is None else _higher_or_lower(keep)
        stop = stop._replace(spent=(*stop.spent, (entry.id, way)), keep=keep)
        return self._decide(stop)

    @property
    def reroll_results(self) -> tuple[CheckResult, ...]:
        """The two results to choose between, the lower first; empty without such a choice."""
        if not (self.is_open and isinstance(self._at, RollDecisions)):
            return ()
        results: list[CheckResult] = []
        for keep in ("lower", "higher"):
            replay = self._replay(self._at._replace(keep=keep), open=True)
            with suppress(RefusedError):
                self._carry_out(replay)
                if replay.checks and (result := replay.checks[-1].result):
                    results.append(result)
        # Two equal results leave nothing to choose.
        return tuple(results) if results[:1] != results[1:] else ()

    def keep(self, which: str) -> CheckResult:
        """Keep the `higher` or `lower` of two totals. Raises RefusedError if there is only one."""
        keep = _higher_or_lower(which)
        if not self.reroll_results:
            raise RefusedError(f"{self} has only one total")
        return self._decide(self._open_roll()._replace(keep=keep))

    def choose(self, choice: str, step: ChooseOne | None = None) -> CheckResult:
        """Choose an option in a step of the last roll; see `pending_choices`.

        Until you choose, the default of the procedure counts. `step` is needed if several steps
        leave a choice.
        """
        stop = self._open_roll()
        steps = {choice.step.id: choice.step for choice in self.pending_choices}
        if step is None and len(steps) != 1:
            names = ", ".join(open_step.name for open_step in steps.values())
            raise RefusedError(f"choose a step: {names}" if steps else NO_CHOICE)
        step = next(iter(steps.values())) if step is None else step
        if choice not in step.choices:
            raise RefusedError(
                f"{step.name}: choose one of {', '.join(step.choices)}, not {choice}"
            )
        chosen = {**stop.chosen, step.id: choice}
        # Another option can change the roll, so what was seen of it counts no more.
        return self._decide(stop._replace(chosen=chosen, seen=None))

    def set_difficulty(self, difficulty: int | Like[Band]) -> CheckResult:
        """Set another difficulty for the last roll, and return the new result.

        Use it if something happens between the roll and its result: for example, the target dodges,
        and the game master makes the total of the dodge the number to reach. Raises RefusedError if
        the game master does not choose the difficulty of this roll.
        """
        stop, before = self._open_roll(), self.choices
        check = self.action.check
        against = None if check is None else check.against
        if against is None or not isinstance(against.difficulty, str):
            master = term(self.actor.rules, "the game master")
            raise RefusedError(f"{master} does not set the difficulty of {self}")
        self.choices = before.but(given={**before.given, "difficulty": difficulty})
        try:
            # The target was part of what was seen of the roll.
            return self._decide(stop._replace(seen=None))
        except RulesError:
            self.choices = before
            raise

    # Purchases and the end of the action.

    @property
    def open_menu(self) -> OpenMenu | None:
        """The open menu for the ranks; None without one, or if a roll comes first."""
        if not self.is_open:
            return None
        menu = self._menu
        if isinstance(self._at, RollDecisions):
            replay = self._replay()
            with suppress(RefusedError):
                self._carry_out(replay)
            menu = replay.menu
        return menu

    def next(self, buys: Buys | None = None) -> bool:
        """Go on to the next roll, such as damage after a hit. Return True if there is one.

        The decisions about the last roll are now final. The pending action waits at a menu that
        opens before the next roll, unless `buys` has the purchases.
        """
        self._refuse_closed()
        at_menu = isinstance(self._at, MenuDecisions)
        if self._at is None or (at_menu and buys is None):
            return False
        self._advance(self._replay(rng=self._rng, open=at_menu, purchases=buys))
        return isinstance(self._at, RollDecisions)

    def finish(self, buys: Buys | None = None) -> Outcome:
        """Apply all effects, with the purchases, and return the outcome.

        Effects apply to the actors as they are now. Raises RefusedError, and leaves the pending
        action open, if

        - a roll would now be made differently,
        - the period in which the action counts has begun or ended for the actor since,
        - the ranks do not pay for the purchases, or
        - the action is no longer possible.
        """
        self._refuse_closed()
        at_menu = isinstance(self._at, MenuDecisions)
        replay = self._replay(
            rng=self._rng,
            open=self._at is not None,
            onward=True,
            purchases=buys if at_menu else None,
            last=None if at_menu or buys is None else purchases_of(buys),
        )
        outcome = self._carry_out(replay)
        assert outcome is not None, "onward it halts nowhere"
        self.outcome, self.checks, self._at = outcome, outcome.checks, None
        return outcome

    def cancel(self) -> None:
        """Drop the pending action as if it had not begun. Raises RefusedError if it is finished."""
        if self.outcome is not None:
            raise RefusedError(f"{self} is finished")
        self._cancelled = True

    def to_dict(self) -> dict[str, object]:
        """Return the dice, choices and decisions as plain data for JSON, without the actors.

        A die is a list of its sides and its face, counted from 0. `open` is True if the last
        decision is open. `since` is the clock of the actor when the pending action began
        (`Actor.clock`).

        Raises RefusedError if the pending action is closed, ValueError if its choices contain
        functions, which cannot be saved.
        """
        self._refuse_closed()
        return {
            "version": VERSION,
            "action": self.action.id,
            "choices": _write_choices(self.choices),
            "dice": [list(die) for die in self._fallen],
            "decisions": [_write_stop(stop) for stop in self._stops],
            "open": self._at is not None,
            "since": self._since,
        }

    @classmethod
    def from_dict(
        cls,
        data: object,
        actor: Actor,
        target: Actor | None = None,
        *,
        rng: Randomness | None = None,
        ally: Actor | None = None,
        opponents: Sequence[Actor] = (),
        among: Iterable[Actor] = (),
    ) -> PendingAction:
        """Restore a pending action from `to_dict` for the same actors, in their current state.

        Raises DataError for other data, RefusedError if the pending action cannot go on.
        """
        saved = _read_saved(data)
        stops = [
            _read_stop(JsonObject(stop), actor.rules)
            for stop in saved.items("decisions")
        ]
        return cls(
            find(actor.rules, saved.text("action"), Action),
            actor,
            target,
            rng=rng,
            choices=_read_choices(saved.inner("choices"), actor.rules),
            ally=ally,
            opponents=opponents,
            among=among,
            decided=stops,
            fallen=[_read_die(die) for die in saved.items("dice", MOST_FALLEN)],
            at_last=bool(stops) and saved.get("open") is True,
            since=saved.optional_count("since"),
        )

    def __str__(self) -> str:
        return f"{self.actor}: {self.action.name}"

    def __repr__(self) -> str:
        return f"<PendingAction {self}>"

    # Replays.

    def _replay(
        self,
        stop: RollDecisions | None = None,
        rng: Randomness | None = None,
        **options: Any,
    ) -> _Replay:
        """Return a replay with the `options` of _Replay. If given, `stop` replaces the last one."""
        stops = self._stops if stop is None else (*self._stops[:-1], stop)
        return _Replay(stops, RecordedDice(self._fallen, rng), self._among, **options)

    def _carry_out(self, replay: _Replay) -> Outcome | None:
        """Run a replay and return the outcome; None if it halts. Actors change only if `onward`."""
        self._refuse_later_period()
        execution = Execution(
            self.action, self._participants, self.choices, replay.dice
        )
        execution.decisions = replay
        transaction = Transaction if replay.onward else TakenBack
        try:
            with transaction(*self._participants.everyone):
                return carry_out(execution, self.action)
        except _HaltError:
            return None
        except _DivergedError as change:
            raise RefusedError(_change_in_words(self.action, *change.args)) from None

    def _advance(self, replay: _Replay) -> None:
        """Replay up to the next stop, and store the dice and decisions until there."""
        outcome = self._carry_out(replay)
        self._stops = tuple(replay.stops)
        self._fallen = tuple(replay.dice.fallen[: replay.dice.next])
        self._menu = replay.menu
        self._at = self._stops[-1] if outcome is None else None
        self.checks = replay.checks if outcome is None else outcome.checks
        self.pending_choices = tuple(
            {choice.step.id: choice for choice in replay.step_choices}.values()
        )

    def _decide(self, stop: RollDecisions) -> CheckResult:
        """Replace the decisions about the open roll, and return its new result."""
        self._advance(self._replay(stop, self._rng, open=True))
        result = self.result
        assert result is not None, "it halts at a roll"
        return result

    def _open_roll(self) -> RollDecisions:
        """Return the decisions about the open roll. Raises RefusedError if no roll is open."""
        self._refuse_closed()
        if not isinstance(self._at, RollDecisions):
            raise RefusedError(f"{self} has no open roll")
        return self._at

    def _refuse_closed(self) -> None:
        if not self.is_open:
            state = "cancelled" if self._cancelled else "finished"
            raise RefusedError(f"{self} is {state}")

    def _refuse_later_period(self) -> None:
        """Raise RefusedError if the period in which the action began has passed."""
        per = self.action.type.entry.per.entry
        if self.actor.clock.get(per.key, 0) != self._since:
            raise RefusedError(
                f"{self.action.name} was started in an earlier {per.name}, but would take up an "
                "action in this one; start it again"
            )


NO_CHOICE = "no step of this roll has a choice"


@door
def start_action(
    action: Like[Action],
    actor: Actor,
    target: Actor | None = None,
    *,
    rng: Randomness | None = None,
    choices: Choices | None = None,
    ally: Actor | None = None,
    opponents: Sequence[Actor] = (),
    among: Iterable[Actor] = (),
) -> PendingAction:
    """Start an action: roll, and stop before effects follow from the roll.

    Takes the arguments of `act` except `after`, and raises RefusedError as `act` does. `among` are
    other actors who share a limit on points for everyone. No actor changes until the pending action
    is finished.
    """
    return PendingAction(
        find(actor.rules, action, Action),
        actor,
        target,
        rng=rng,
        choices=choices,
        ally=ally,
        opponents=opponents,
        among=among,
    )


def _higher_or_lower(which: str) -> str:
    if which not in ("higher", "lower"):
        raise RefusedError(f"keep the higher or the lower, not {which}")
    return which


def _change_in_words(
    action: Action, before: tuple[object, ...] | None, now: tuple[object, ...]
) -> str:
    """Return the reason why an action cannot go on: the roll then and now, if the pool changed."""
    change = ""
    # Items 1 and 2 of `RollDecisions.seen` are the pool and the target. A menu has fewer items.
    if before is not None and len(before) == len(now) and before[1:3] != now[1:3]:
        (pool, target), (pool_now, target_now) = before[1:3], now[1:3]
        change = f": {pool} against {target}, now {pool_now} against {target_now}"
    return f"the roll of {action.name} is outdated{change}; start it again"


# Pending actions as plain data.


VERSION = 1
MOST_FALLEN = 1_000_000
"""The most dice of a saved pending action: more than several of the largest rolls have."""


def _read_saved(data: object) -> JsonObject:
    """Return saved data for reading. Raises DataError for an unknown format."""
    saved = JsonObject(data)
    if problem := unknown_format(saved, VERSION):
        raise DataError(problem)
    return saved


def _write_choices(choices: Choices) -> dict[str, object]:
    """Return choices as plain data. Raises ValueError for functions, which cannot be saved."""
    if callable(choices.buys) or choices.choose is not None:
        raise DataError("choices with functions cannot be saved")
    condition = choices.condition
    if isinstance(condition, ActiveCondition):
        condition = condition.condition
    elif isinstance(condition, ActiveEffect):
        condition = condition.origin
    given = {
        name: {"ref": value.id} if isinstance(value, Entry) else to_plain(value)
        for name, value in choices.given.items()
    }
    return {
        "given": given,
        "subtract": choices.subtract,
        "branch": choices.branch,
        "recipient": choices.recipient,
        "condition": None if condition is None else id_of(condition),
        "resisted-by-roll": choices.resisted_by_roll,
        "buys": _write_buys(choices.buys),
    }


def write_menu(
    execution: Execution, effect: verbs.Buy, ranks: int
) -> dict[str, object]:
    """Return an open menu and the facts of its execution as plain data, without the actors."""
    names = {
        name: {"entry": value.id} if isinstance(value, Entry) else to_plain(value)
        for name, value in execution.names.items()
    }
    # The given facts are among the names, and nothing has been bought.
    choices = execution.choices.but(given={}, buys=())
    return {
        "version": VERSION,
        "menu": effect.buy.id,
        "ranks": ranks,
        "to": list(effect.to),
        "entry": execution.entry.id,
        "names": names,
        "choices": _write_choices(choices),
        "rolled": execution.rolled,
        "decided": execution.decided,
        "holder": execution.holder,
    }


def read_menu(
    data: object,
    actor: Actor,
    target: Actor | None,
    *,
    rng: Randomness | None,
    ally: Actor | None,
    opponents: Sequence[Actor],
) -> OpenMenu:
    """Return the menu that `write_menu` saved.

    Raises ValueError for other data, and RefusedError if the rules lack a saved entry.
    """
    saved, rules = _read_saved(data), actor.rules
    names: dict[str, Fact] = {}
    for name, value in saved.pairs("names"):
        match value:
            case {"entry": str(id)}:
                names[name] = find(rules, id, Entry)
            case _:
                names[name] = from_plain(value, rules)
    action = names.get("action")
    whom = action.target if isinstance(action, Action) else ("chosen",)
    execution = Execution(
        find(rules, saved.text("entry"), Entry),
        assign_roles(actor, whom, target, ally, opponents),
        _read_choices(saved.inner("choices"), rules),
        rng,
        names,
    )
    execution.rolled = saved.get("rolled") is True
    execution.decided = saved.get("decided") is True
    execution.holder = _read_role(saved.get("holder"))
    menu = find(rules, saved.text("menu"), Menu)
    to: tuple[Who, ...] = tuple(_read_role(role) for role in saved.items("to"))
    effect = verbs.Buy(buy=RuleRef(menu.id, rules), to=to)
    return OpenMenu(execution, effect, saved.count("ranks"))


def _read_role(role: object) -> Who:
    if role not in get_args(Who):
        raise DataError(f"{shown(role)} is not a role")
    return cast("Who", role)


def _write_buys(buys: Buys) -> list[object]:
    """Return purchases as plain data: the fields of their choices, and the id of the pick."""
    return [
        {"pick": id_of(buying.pick), **_write_choices(buying)}
        for buying in purchases_of(buys)
    ]


def _read_choices(data: JsonObject, rules: Rules) -> Choices:
    condition, recipient = data.get("condition"), data.get("recipient")
    return Choices(
        given={name: from_plain(value, rules) for name, value in data.pairs("given")},
        subtract=data.get("subtract") is True,
        branch=data.number("branch"),
        recipient=None if recipient is None else _read_role(recipient),
        condition=None if condition is None else find_held(str(condition), (), rules),
        resisted_by_roll=data.get("resisted-by-roll") is True,
        buys=_read_buys(data.items("buys"), rules),
    )


def _read_buys(items: Iterable[object], rules: Rules) -> tuple[Purchase, ...]:
    try:
        return tuple(
            Purchase(pick=data.text("pick"), **vars(_read_choices(data, rules)))
            for data in map(JsonObject, items)
        )
    except RecursionError:
        raise DataError("purchases are nested too deeply") from None


def _write_stop(stop: Stop) -> dict[str, object]:
    """Return the decisions at a roll or a menu as plain data; `at` is "roll" or "menu"."""
    seen = None if stop.seen is None else list(stop.seen)
    if isinstance(stop, MenuDecisions):
        buys = None if stop.buys is None else _write_buys(stop.buys)
        return {"at": "menu", "seen": seen, "buys": buys}
    return {
        "at": "roll",
        "seen": seen,
        "spent": [list(spent) for spent in stop.spent],
        "keep": stop.keep,
        "chosen": dict(stop.chosen),
    }


def _read_stop(data: JsonObject, rules: Rules) -> Stop:
    seen = None if data.get("seen") is None else tuple(data.items("seen"))
    if data.text("at") == "menu":
        if data.get("buys") is None:
            return MenuDecisions(seen)
        return MenuDecisions(seen, _read_buys(data.items("buys"), rules))
    spent = tuple(map(_read_spent, data.items("spent")))
    chosen = {step: str(choice) for step, choice in data.pairs("chosen")}
    return RollDecisions(seen, spent, data.text("keep"), chosen)


def _read_spent(item: object) -> tuple[str, str]:
    """Return the id of points and a way from a list: `["points.fate", "reroll"]`."""
    match item:
        case [str(points), str(way)]:
            return points, way
        case _:
            raise DataError(f"spent cannot be {shown(item)}")


def _read_die(item: object) -> tuple[int, int]:
    """Return the sides and the face, counted from 0, from a list: a 6 on a d6 is `[6, 5]`."""
    match item:
        case [int(sides), int(number)] if 0 <= number < sides:
            return sides, number
        case _:
            raise DataError(f"dice cannot have {shown(item)}")
