"""Deeds: actions that people begin, decide on as the dice fall, and finish.

A deed keeps the dice that have fallen and what was decided, and nothing else. Whatever is asked of
it, the action is carried out anew from the start, with those dice and decisions, up to where the
next decision is due; there everybody is put back to where they were. So a deed goes exactly as
`act` does, and until it is finished it has changed nobody.
"""

from __future__ import annotations

from contextlib import suppress
from typing import (
    TYPE_CHECKING,
    Any,
    NamedTuple,
    TypeAlias,
    TypeVar,
    cast,
    get_args,
)

from .. import effects as verbs
from ..arguments import door, doors, shown
from ..dice.table import dice_of
from ..effects import Who
from ..entries.actions import Action, Menu, Points
from ..entries.tables import Condition
from ..record import DataError, Entry, Record
from ..situation import RuleRef, id_of
from .actions import carry_out
from .effects import refuse_too_dear
from .execution import (
    Buying,
    Choices,
    Decisions,
    Execution,
    TakenBack,
    Transaction,
    UnseenDice,
    assign_roles,
    purchases_of,
)
from .menus import OpenMenu
from .points import spend_on
from .saving import JsonObject, from_plain, to_plain, unknown_format
from .state import Held, Refused, every, find

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from ..dice.table import Choose, Randomness
    from ..effects import Label
    from ..entries.dice import ChooseOne
    from ..situation import Named, Naming, Rules
    from .being import Being
    from .checks import Result
    from .execution import Buys
    from .points import Way
    from .state import Checked, Fact, Outcome


# What is offered.


class PointsOffer(Record):
    """Points that may be spent on a roll: in which way, what that costs, and what it does."""

    points: Points
    way: str
    name: str
    cost: int
    does: str

    def __str__(self) -> str:
        return f"{self.name}, for {self.cost} of your {self.points.name}: {self.does}"


class StepChoice(Record):
    """A choice that a step of the procedure left: what was chosen, and all that could be."""

    step: ChooseOne
    chosen: str

    @property
    def choices(self) -> tuple[str, ...]:
        """The keys of what could be chosen."""
        return tuple(self.step.choices)

    def __str__(self) -> str:
        chosen = self.step.choices[self.chosen]
        return f"{self.step.name}: {chosen.name}"


# What was decided, at each place where there is something to decide, in order.


class RollDecisions(NamedTuple):
    """What was decided about a roll.

    - `seen`: what was rolled against what, and how many dice had fallen; None if not known yet.
    - `spent`: the ids of points, and the ways in which they were spent on it.
    - `keep`: which of two totals is kept where that is open; `chosen`: choices by the ids of steps.
    """

    seen: tuple[object, ...] | None = None
    spent: tuple[tuple[str, str], ...] = ()
    keep: str = "higher"
    chosen: Mapping[str, str] = {}


class MenuDecisions(NamedTuple):
    """What was bought on a menu that so many ranks opened; None as long as nobody has decided."""

    seen: tuple[object, ...] | None = None
    buys: tuple[Buying, ...] | None = None


Stop: TypeAlias = RollDecisions | MenuDecisions
S = TypeVar("S", RollDecisions, MenuDecisions)


# Carrying out what was decided so far.


class RecordedDice:
    """Dice that fall as they have fallen, and after that as `rng` has it.

    `fallen` are their sides and numbers from 0, `next` the place of the next one; the first `known`
    of them had fallen before.
    """

    def __init__(
        self, fallen: Iterable[tuple[int, int]], rng: Randomness | None
    ) -> None:
        self.fallen = list(fallen)
        self.known = len(self.fallen)
        self.next = 0
        self.rng = rng

    def randrange(self, stop: int, /) -> int:
        """The next number that has fallen, or a new one."""
        if self.next == len(self.fallen):
            if self.rng is None:
                raise _Halt
            self.fallen.append((stop, self.rng.randrange(stop)))
        sides, number = self.fallen[self.next]
        if sides != stop:
            raise _Otherwise(None, ())
        self.next += 1
        return number


class _Halt(Exception):  # noqa: N818
    """A decision is due, or a die that is not to be thrown yet."""


class _Otherwise(Exception):  # noqa: N818
    """What was decided does not fit any more."""


class _Replay(Decisions):
    """Decides as it was decided before, and halts where the next decision is due.

    - `stops`: what was decided so far; what is met further on is added. `place`: how many were met.
    - `open`: the last of `stops` is still open, and the replay halts there.
    - `onward`: halts nowhere; what nobody decided goes as in `act`.
    - `to_buy`: bought on the first menu that is open; `last`: on those that nobody halts at.
    - `checks`, `asked`, `menu`, `label`: what there is at the halt: checks, choices in the steps of
      the last roll, the menu that is open, names for what effects are about.
    """

    def __init__(
        self,
        stops: Sequence[Stop],
        dice: RecordedDice,
        among: Sequence[Being],
        *,
        open: bool = False,
        onward: bool = False,
        to_buy: Buys | None = None,
        last: Buys | None = None,
    ) -> None:
        super().__init__()
        self.stops = list(stops)
        self.place = 0
        self.closed = len(stops) - open
        self.dice = dice
        self.among = among
        self.onward = onward
        self.to_buy = to_buy
        self.last = last
        self.checks: tuple[Checked, ...] = ()
        self.asked: list[StepChoice] = []
        self.menu: OpenMenu | None = None
        self.label: Label = str

    def choose(self, execution: Execution) -> Choose | None:
        """The choices made about the coming roll."""
        if execution.choices.choose is not None:
            return execution.choices.choose
        chosen = self._coming().chosen

        def choose(step: ChooseOne) -> str:
            key = chosen.get(step.id, step.assume)
            self.asked.append(StepChoice(step=step, chosen=key))
            return key

        return choose

    def keep(self) -> str:
        """What was decided about the coming roll."""
        return self._coming().keep

    def rolled(self, execution: Execution, checked: Checked, result: Result) -> Result:
        """The result with all points that were spent on it."""
        attempt = result.attempt
        thrown = (execution.entry.id, str(attempt), result.target, attempt.shift)
        choose = self.choose(execution)
        decided = self._meet(RollDecisions(), (*thrown, self.dice.next))
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
                told=execution.happenings,
            )
        self.checks = (*execution.checks, checked.but(result=result))
        self.label = execution.label
        if self.place > self.closed and not self.onward:
            raise _Halt
        self.asked = []
        return result

    def buys(self, execution: Execution, menu: OpenMenu) -> Buys:
        """What was bought. Where nothing is affordable, or it was said before, nobody is asked."""
        met_before = self.place < len(self.stops)
        if self.onward and not met_before:
            if self.last is None:
                return super().buys(execution, menu)
            if self.dice.next <= self.dice.known:  # nothing was rolled that is unseen
                refuse_too_dear(menu.menu, self.last, menu.ranks, execution.actor.rules)
            return self.last
        if not isinstance(self._at_place(), MenuDecisions) and (
            not menu.in_reach or execution.choices.buys
        ):
            return super().buys(execution, menu)
        decided = self._meet(MenuDecisions(), (menu.menu.id, menu.ranks))
        if decided.buys is None and self.to_buy is not None:
            refuse_too_dear(menu.menu, self.to_buy, menu.ranks, execution.actor.rules)
            decided = decided._replace(buys=purchases_of(self.to_buy))
            self.stops[self.place - 1] = decided
            self.closed, self.to_buy = self.place, None
        if decided.buys is not None:
            return decided.buys
        if self.onward:
            return super().buys(execution, menu)
        # What is offered depends on what has happened until here, which is taken back.
        self.checks, self.menu = tuple(execution.checks), menu.of_deed()
        raise _Halt

    def _at_place(self) -> Stop | None:
        return self.stops[self.place] if self.place < len(self.stops) else None

    def _coming(self) -> RollDecisions:
        """The decisions about the roll that is being made."""
        stop = self._at_place()
        return stop if isinstance(stop, RollDecisions) else RollDecisions()

    def _meet(self, nothing: S, seen: tuple[object, ...]) -> S:
        """What was decided at the place that is reached; raises _Otherwise if it is another one."""
        if self.place == len(self.stops):
            self.stops.append(nothing)
        stop = self.stops[self.place]
        if not isinstance(stop, type(nothing)) or stop.seen not in (None, seen):
            raise _Otherwise(stop.seen, seen)
        met = stop._replace(seen=seen)
        self.stops[self.place] = met
        self.place += 1
        return met


# Deeds.


@doors
class Deed:
    """An action that has begun: rolled, and waiting for what people decide; see `begin`.

    Of a deed that was kept, `decided` and `fallen` are its decisions and dice so far; `at_last`,
    that the last decision is still open; `since`, where the actor's clock stood as it was begun.

    - `choices`: what the actor decided beforehand. Others may be put in their place as long as they
      change no roll that was made.
    - `checks`: the checks so far; `to_choose`: choices that steps of the last roll left.
    - `outcome`: what came of it, once it is finished.
    """

    def __init__(
        self,
        action: Action,
        actor: Being,
        target: Being | None,
        *,
        rng: Randomness | None,
        choices: Choices | None,
        ally: Being | None,
        opponents: Sequence[Being],
        among: Iterable[Being],
        decided: Sequence[Stop] = (),
        fallen: Iterable[tuple[int, int]] = (),
        at_last: bool = False,
        since: int | None = None,
    ) -> None:
        rng = dice_of(rng)
        self.action = action
        self.actor = actor
        self.choices = choices or Choices()
        self.checks: tuple[Checked, ...] = ()
        self.to_choose: tuple[StepChoice, ...] = ()
        self.outcome: Outcome | None = None
        self._participants = assign_roles(actor, action.whom, target, ally, opponents)
        per = action.type.entry.per.entry
        self._since = actor.clock.get(per.key, 0) if since is None else since
        self._among = (*self._participants.everyone, *among)
        self._rng = rng
        self._cancelled = False
        self._stops: tuple[Stop, ...] = ()
        self._fallen: tuple[tuple[int, int], ...] = ()
        self._menu: OpenMenu | None = None
        self._at: Stop | None = None
        dice = RecordedDice(fallen, rng)
        self._advance(_Replay(decided, dice, self._among, open=at_last))

    @property
    def open(self) -> bool:
        """Whether it is neither finished nor cancelled."""
        return self.outcome is None and not self._cancelled

    @property
    def result(self) -> Result | None:
        """The last roll, with what was spent on it; None where none was needed."""
        return self.checks[-1].result if self.checks else None

    # Points on the roll.

    @property
    def can_spend(self) -> tuple[PointsOffer, ...]:
        """The points that the actor may spend on the last roll now.

        None where it would not be rolled any more as it was; `finish` then says why.
        """
        offers: list[PointsOffer] = []
        if not self.open or not isinstance(self._at, RollDecisions):
            return ()
        for points in every(self.actor.rules, "points", Points):
            for way, spending in points.spend.items():
                stop = self._at._replace(spent=(*self._at.spent, (points.id, way)))
                replay = self._replay(stop, UnseenDice(), open=True)
                with suppress(Refused):
                    self._carry_out(replay)
                    effects = spending.effects
                    words = (effect.in_words(replay.label) for effect in effects)
                    offer = PointsOffer(
                        points=points,
                        way=way,
                        name=spending.name,
                        cost=spending.cost,
                        does=str(spending.text) or "; ".join(words),
                    )
                    offers.append(offer)
        return tuple(offers)

    def spend(self, points: Named, way: Way, *, keep: str | None = None) -> Result:
        """Spend points of the actor on the last roll, and give what it becomes.

        `keep`, `higher` or `lower`, says which of two totals is kept where that is open; it may be
        changed later, when both are known. Refused like `spend_on`.
        """
        stop = self._roll()
        entry = find(self.actor.rules, points, Points)
        kept = stop.keep if keep is None else _kept(keep)
        return self._decide(
            stop._replace(spent=(*stop.spent, (entry.id, way)), keep=kept)
        )

    @property
    def to_keep(self) -> tuple[Result, ...]:
        """Both results, the lower first, where one may choose which of them is kept."""
        if not (self.open and isinstance(self._at, RollDecisions)):
            return ()
        both: list[Result] = []
        for keep in ("lower", "higher"):
            replay = self._replay(self._at._replace(keep=keep), open=True)
            with suppress(Refused):
                self._carry_out(replay)
                both += [
                    checked.result for checked in replay.checks[-1:] if checked.result
                ]
        return tuple(both) if both[:1] != both[1:] else ()

    def keep(self, which: str) -> Result:
        """Keep the `higher` or the `lower` of two totals. Raises Refused where there is one."""
        kept = _kept(which)
        if not self.to_keep:
            raise Refused(f"{self} has not two totals to keep one of")
        return self._decide(self._roll()._replace(keep=kept))

    def choose(self, choice: str, step: ChooseOne | None = None) -> Result:
        """Choose in a step of the last roll that leaves a choice; see `to_choose`.

        Until somebody does, what the procedure assumes is chosen. `step` is needed where several
        steps leave a choice.
        """
        stop = self._roll()
        steps = {asked.step.id: asked.step for asked in self.to_choose}
        if step is None and len(steps) != 1:
            known = ", ".join(known.name for known in steps.values())
            raise Refused(f"say in which step: {known}" if steps else NO_CHOICE)
        [step] = [step] if step is not None else steps.values()
        if choice not in step.choices:
            raise Refused(
                f"{step.name}: choose one of {', '.join(step.choices)}, not {choice}"
            )
        chosen = {**stop.chosen, step.id: choice}
        return self._decide(stop._replace(chosen=chosen, seen=None))

    # What the ranks buy, and what follows.

    @property
    def to_buy(self) -> OpenMenu | None:
        """The menu that the ranks open, if nothing is rolled before it; None without one."""
        if not self.open:
            return None
        menu = self._menu
        if isinstance(self._at, RollDecisions):
            replay = self._replay()
            with suppress(Refused):
                self._carry_out(replay)
            menu = replay.menu
        return menu

    def next(self, buys: Buys | None = None) -> bool:
        """Go on to the next roll, and tell whether there is one (damage after a hit).

        What is decided about the last roll counts from now on. A menu that opens before the next
        roll is waited at, unless `buys` says what is bought there.
        """
        self._refuse_closed()
        at_menu = isinstance(self._at, MenuDecisions)
        if self._at is None or (at_menu and buys is None):
            return False
        self._advance(self._replay(rng=self._rng, open=at_menu, to_buy=buys))
        return isinstance(self._at, RollDecisions)

    def finish(self, buys: Buys | None = None) -> Outcome:
        """Let all that follows happen, with what is bought, and tell what came of it.

        It happens to everybody as they are now. Raises Refused where something has changed that a
        roll was made with, where the period in which the action counts has begun or ended for the
        actor since, where ranks that are known do not reach for what is bought, or where it cannot
        be done any more; then the deed stays open.
        """
        self._refuse_closed()
        at_menu = isinstance(self._at, MenuDecisions)
        replay = self._replay(
            rng=self._rng,
            open=self._at is not None,
            onward=True,
            to_buy=buys if at_menu else None,
            last=None if at_menu or buys is None else purchases_of(buys),
        )
        outcome = self._carry_out(replay)
        assert outcome is not None, "onward it halts nowhere"
        self.outcome, self.checks, self._at = outcome, outcome.checks, None
        return outcome

    def cancel(self) -> None:
        """Drop it, as if it had not begun. Raises Refused where it is finished."""
        if self.outcome is not None:
            raise Refused(f"{self} is finished")
        self._cancelled = True

    def to_dict(self) -> dict[str, object]:
        """The deed as plain data for JSON, without the people: dice, choices and decisions.

        Raises Refused where it is closed, ValueError where its choices have functions, which cannot
        be saved.
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
        actor: Being,
        target: Being | None = None,
        *,
        rng: Randomness | None = None,
        ally: Being | None = None,
        opponents: Sequence[Being] = (),
        among: Iterable[Being] = (),
    ) -> Deed:
        """The deed of `to_dict`, with the same people, as they are now.

        Raises DataError for other data, Refused where the deed cannot go on.
        """
        read = _saved(data)
        stops = [
            _read_stop(JsonObject(stop), actor.rules)
            for stop in read.items("decisions")
        ]
        return cls(
            find(actor.rules, read.text("action"), Action),
            actor,
            target,
            rng=rng,
            choices=_read_choices(read.inner("choices"), actor.rules),
            ally=ally,
            opponents=opponents,
            among=among,
            decided=stops,
            fallen=[_read_die(die) for die in read.items("dice", MOST_FALLEN)],
            at_last=bool(stops) and read.get("open") is True,
            since=read.optional_count("since"),
        )

    def __str__(self) -> str:
        return f"{self.actor}: {self.action.name}"

    def __repr__(self) -> str:
        return f"<Deed {self}>"

    # Replays.

    def _replay(
        self,
        stop: RollDecisions | None = None,
        rng: Randomness | None = None,
        **how: Any,
    ) -> _Replay:
        """A replay, with other decisions about the last roll if any are given; `how` as it says."""
        stops = self._stops if stop is None else (*self._stops[:-1], stop)
        return _Replay(stops, RecordedDice(self._fallen, rng), self._among, **how)

    def _carry_out(self, replay: _Replay) -> Outcome | None:
        """Replay, and give the outcome; None where it halts. Only `onward` anything is changed."""
        self._refuse_later_period()
        execution = Execution(
            self.action, self._participants, self.choices, replay.dice
        )
        execution.decisions = replay
        changing = Transaction if replay.onward else TakenBack
        try:
            with changing(*self._participants.everyone):
                return carry_out(execution, self.action)
        except _Halt:
            return None
        except _Otherwise as change:
            raise Refused(_change_in_words(self.action, *change.args)) from None

    def _advance(self, replay: _Replay) -> None:
        """Replay up to the next stop, and keep what was rolled and decided until there."""
        outcome = self._carry_out(replay)
        self._stops = tuple(replay.stops)
        self._fallen = tuple(replay.dice.fallen[: replay.dice.next])
        self._menu = replay.menu
        self._at = self._stops[-1] if outcome is None else None
        self.checks = replay.checks if outcome is None else outcome.checks
        self.to_choose = tuple(
            {asked.step.id: asked for asked in replay.asked}.values()
        )

    def _decide(self, stop: RollDecisions) -> Result:
        self._advance(self._replay(stop, self._rng, open=True))
        result = self.result
        assert result is not None, "it halts at a roll"
        return result

    def _roll(self) -> RollDecisions:
        """What was decided about the roll that is open. Raises Refused where none is."""
        self._refuse_closed()
        if not isinstance(self._at, RollDecisions):
            raise Refused(f"{self} has no roll to decide on now")
        return self._at

    def _refuse_closed(self) -> None:
        if not self.open:
            how = "cancelled" if self._cancelled else "finished"
            raise Refused(f"{self} is {how}")

    def _refuse_later_period(self) -> None:
        """Raise Refused where the period is another one in which the action would be counted."""
        per = self.action.type.entry.per.entry
        if self.actor.clock.get(per.key, 0) != self._since:
            raise Refused(
                f"{self.action.name} was begun in another {per.name} than this one, where it "
                "would take an action; begin it anew"
            )


NO_CHOICE = "no step of this roll leaves a choice"


@door
def begin(
    action: Naming[Action],
    actor: Being,
    target: Being | None = None,
    *,
    rng: Randomness | None = None,
    choices: Choices | None = None,
    ally: Being | None = None,
    opponents: Sequence[Being] = (),
    among: Iterable[Being] = (),
) -> Deed:
    """Begin an action: it is rolled, and nothing has followed yet.

    Takes what `act` takes, but `after`, and is refused like it; `among` are others who share a
    limit on points for everyone. Until the deed is finished, nobody has changed.
    """
    return Deed(
        find(actor.rules, action, Action),
        actor,
        target,
        rng=rng,
        choices=choices,
        ally=ally,
        opponents=opponents,
        among=among,
    )


def _kept(which: str) -> str:
    if which not in ("higher", "lower"):
        raise Refused(f"keep the higher or the lower, not {which}")
    return which


def _change_in_words(
    action: Action, before: tuple[object, ...] | None, now: tuple[object, ...]
) -> str:
    """Why a deed cannot go on, after something has changed that a roll was made with."""
    change = ""
    if before is not None and len(before) == len(now) and before[1:3] != now[1:3]:
        (pool, target), (pool_now, target_now) = before[1:3], now[1:3]
        change = f": {pool} against {target}, now {pool_now} against {target_now}"
    return (
        f"{action.name} would not be rolled any more as it was{change}; begin it anew"
    )


# Deeds as plain data.


VERSION = 1
MOST_FALLEN = 1_000_000
"""Dice of a deed that are read: more than a few of the largest rolls throw, in all their sets."""


def _saved(data: object) -> JsonObject:
    """Return saved data for reading. Raises DataError if they are of an unknown format."""
    read = JsonObject(data)
    if problem := unknown_format(read, VERSION):
        raise DataError(problem)
    return read


def _write_choices(choices: Choices) -> dict[str, object]:
    if callable(choices.buys) or choices.choose is not None:
        raise DataError("choices with functions cannot be saved")
    condition = choices.condition
    if isinstance(condition, Held):
        condition = condition.condition.entry
    given = {
        name: {"ref": value.id} if isinstance(value, Entry) else to_plain(value)
        for name, value in choices.given.items()
    }
    return {
        "given": given,
        "minus": choices.minus,
        "one-of": choices.one_of,
        "whom": choices.whom,
        "condition": None if condition is None else id_of(condition),
        "resisted-by-roll": choices.resisted_by_roll,
        "buys": _write_buys(choices.buys),
    }


def write_menu(
    execution: Execution, effect: verbs.Buy, ranks: int
) -> dict[str, object]:
    """A menu that waits as plain data: what is known where it was opened, without the people."""
    names = {
        name: {"entry": value.id} if isinstance(value, Entry) else to_plain(value)
        for name, value in execution.names.items()
    }
    # What was given is among the names, and nothing has been bought.
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
    actor: Being,
    target: Being | None,
    *,
    rng: Randomness | None,
    ally: Being | None,
    opponents: Sequence[Being],
) -> OpenMenu:
    """The menu of `write_menu`. Raises ValueError for other data, Refused as `find` does."""
    read, rules = _saved(data), actor.rules
    names: dict[str, Fact] = {}
    for name, value in read.pairs("names"):
        match value:
            case {"entry": str(id)}:
                names[name] = find(rules, id, Entry)
            case _:
                names[name] = from_plain(value, rules)
    action = names.get("action")
    whom = action.whom if isinstance(action, Action) else ("chosen",)
    execution = Execution(
        find(rules, read.text("entry"), Entry),
        assign_roles(actor, whom, target, ally, opponents),
        _read_choices(read.inner("choices"), rules),
        rng,
        names,
    )
    execution.rolled = read.get("rolled") is True
    execution.decided = read.get("decided") is True
    execution.holder = _read_role(read.get("holder"))
    menu = find(rules, read.text("menu"), Menu)
    to = tuple(map(_read_role, read.items("to")))
    effect = verbs.Buy(buy=RuleRef(menu.id, rules), to=to)
    return OpenMenu(execution, effect, read.count("ranks"))


def _read_role(role: object) -> Who:
    if role not in get_args(Who):
        raise DataError(f"{shown(role)} is no role")
    return cast("Who", role)


def _write_buys(buys: Buys) -> list[object]:
    return [
        {"pick": id_of(buying.pick), **_write_choices(buying)}
        for buying in purchases_of(buys)
    ]


def _read_choices(data: JsonObject, rules: Rules) -> Choices:
    condition, whom = data.get("condition"), data.get("whom")
    return Choices(
        given={name: from_plain(value, rules) for name, value in data.pairs("given")},
        minus=data.get("minus") is True,
        one_of=data.number("one-of"),
        whom=None if whom is None else _read_role(whom),
        condition=None if condition is None else find(rules, str(condition), Condition),
        resisted_by_roll=data.get("resisted-by-roll") is True,
        buys=_read_buys(data.items("buys"), rules),
    )


def _read_buys(items: Iterable[object], rules: Rules) -> tuple[Buying, ...]:
    try:
        return tuple(
            Buying(pick=data.text("pick"), **vars(_read_choices(data, rules)))
            for data in map(JsonObject, items)
        )
    except RecursionError:
        raise DataError("purchases stand too deep in each other") from None


def _write_stop(stop: Stop) -> dict[str, object]:
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
    match item:
        case [str(points), str(way)]:
            return points, way
        case _:
            raise DataError(f"spent cannot be {shown(item)}")


def _read_die(item: object) -> tuple[int, int]:
    match item:
        case [int(sides), int(number)] if 0 <= number < sides:
            return sides, number
        case _:
            raise DataError(f"dice cannot have {shown(item)}")
