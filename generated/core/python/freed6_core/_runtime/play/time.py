"""Time: the start and end of periods and durations, and the order of play in a scene.

A period, such as a round or a turn, is shared by all actors, or belongs to single ones. A duration
is counted in the ends of a period (`Lasting.left`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, TypeVar

from ..arguments import door
from ..dice.table import dice_of
from ..entries.actions import Action, Order, Points, Rule, Scene
from ..entries.world import ActionType, Period
from ..entries.world import Value as ValueEntry
from ..finding import NotFoundError, folded
from ..record import Entry, FormulaError, Ref
from .actor import plain_value, with_modifiers
from .checks import RollingCharacter, prepared_pool
from .effect_index import is_recurring, recurring, source_of
from .effects import apply_effect, set_conditions, set_off_by_points
from .effects_in_force import ignored_by, is_dormant, replace_effect
from .execution import Execution, Transaction, assign_roles
from .points import limits, pay
from .state import (
    ActiveCondition,
    ActiveEffect,
    Kept,
    LogLine,
    MissingAbilityError,
    RefusedError,
    entry_id,
    every,
    find,
    find_called,
    shorter,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ..dice.table import Randomness
    from ..situation import FormulaValue, Like, Rules
    from .actor import Actor


T = TypeVar("T", ActiveCondition, ActiveEffect)
E = TypeVar("E", bound=Entry)


@door  # checks the types of the arguments at each call
def start_period(
    period: Like[Period], people: Iterable[Actor], rng: Randomness | None = None
) -> tuple[LogLine, ...]:
    """Start a period for these actors. For a turn, pass only the actor whose turn it is.

    1. Durations that wait for the period begin.
    2. Points that refill with it are filled, with those durations in force.
    3. Effects that wait for its start happen.

    If the period was still under way, the values that were kept for it expire. Raises RefusedError,
    and changes nothing, if an effect cannot happen.
    """
    log: list[LogLine] = []
    people, rng = tuple(people), dice_of(rng)
    period = _of_rules(period, people, Period)
    with Transaction(*people):
        for who in people:
            is_new = period.key not in who.under_way
            _end_with_turn_of_others(who, period)
            if not is_new:
                _count_down_kept(who, period.key)
            who.under_way.add(period.key)
            _tick(who, period.key)
            who.conditions = [
                _started(held, period, is_new=is_new) for held in who.conditions
            ]
            who.effects = [
                _started(active, period, is_new=is_new) for active in who.effects
            ]
            log += _refill(who, period, rng)
            log += _apply_moment(who, "start", period.key, rng)
    return tuple(log)


def _end_with_turn_of_others(who: Actor, period: Period) -> None:
    """End durations of `this` turn that began during the turn of another actor."""
    if period.belongs_to is None or period.key in who.under_way:
        return

    def continues(timed: ActiveCondition | ActiveEffect) -> bool:
        duration = timed.lasting and timed.lasting.duration
        return not duration or (duration.form, duration.period) != ("this", period.key)

    who.effects = list(filter(continues, who.effects))
    set_conditions(who, filter(continues, who.conditions))


def _tick(who: Actor, key: str) -> None:
    """Count the start or end of a period in `Actor.clock`."""
    who.clock[key] = who.clock.get(key, 0) + 1


def _refill(who: Actor, period: Period, rng: Randomness) -> list[LogLine]:
    """Fill the points that refill with a period, and apply the effects of full or empty ones."""
    before = dict(who.points)
    who.refill(period, rng)
    log: list[LogLine] = []
    for points in every(who.rules, "points", Points):
        if points.id in before and points.id in who.points:
            execution = Execution(points, assign_roles(who), None, rng)
            set_off_by_points(execution, points, who, before[points.id])
            log += execution.log
    return log


def _started(timed: T, period: Period, *, is_new: bool) -> T:
    """Return a condition or effect with its duration begun, if it is counted in this period.

    `is_new` is True if the period was not under way before; see `anew` in `Lasting.started`.
    """
    lasting = timed.lasting
    if lasting is None or lasting.duration.period != period.key:
        return timed
    return timed.but(lasting=lasting.started(anew=is_new))


@door
def end_period(
    period: Like[Period],
    people: Iterable[Actor],
    rng: Randomness | None = None,
    others: Iterable[Actor] = (),
) -> tuple[LogLine, ...]:
    """End a period and all shorter ones in it. For a turn, pass only the actor whose turn it is.

    The periods end one after the other, the shortest first. At the end of each:

    1. Durations that end with it are over, and the effects of ended conditions with them. Values
       that were kept for the period expire.
    2. Effects that wait for its end happen. Durations that begin here count from the next period:
       `1 round`, `this round` and `next round` all mean the coming round.
    3. Counts of actions and points limited in it are reset, and earned points are paid.

    For example, a character is Poisoned for `3 rounds` in the middle of round 1. Poisoned has the
    effect `{inflict: weak, at: end of each round}`, and Weak lasts `1 round`.

    - Round 1 ends: three whole rounds of the poison are left. Weak begins, for all of round 2.
    - Rounds 2 and 3 end: Weak is over, and begins again.
    - Round 4 ends: Weak and Poisoned are over, and nothing begins.

    A recurring effect with a duration is counted down after it has happened: `at: end of each
    round, duration: until end of round` happens once, with `duration: 3 rounds` three times.

    If shared periods end within a longer one, such as rounds in a scene, all durations in them end.
    Their effects happen only if those periods were under way.

    `others` are actors for whom the period does not end, such as those who had no turn. The limits
    that they share with everyone are reset for them as well. Outside their own turn, `this` turn is
    the turn of another, and ends with it; without `others`, it ends when their own turn starts.
    Raises RefusedError, and changes nothing, if an effect cannot happen.
    """
    log: list[LogLine] = []
    people, others, rng = tuple(people), tuple(others), dice_of(rng)
    period = _of_rules(period, (*people, *others), Period)
    with Transaction(*people, *others):
        for who in people:
            log += _end(who, period, rng)
        for other in others:
            _reset_used(other, shorter(other.rules, period.key), shared=True)
            _end_with_turn_of_others(other, period)
    return tuple(log)


def _end(who: Actor, period: Period, rng: Randomness) -> list[LogLine]:
    """End a period and all shorter ones for one actor, the shortest first, as `end` describes."""
    log: list[LogLine] = []
    keys = shorter(who.rules, period.key)
    for key in keys:
        ending = _Ending.of(who, key, period)
        has_moment = key == period.key or key in who.under_way
        moment = ("end", key) if has_moment else None
        effects = (
            active if _waits_for(active, moment) else ending.applied_to(active)
            for active in who.effects
        )
        who.effects = [active for active in effects if active is not None]
        conditions = map(ending.applied_to, who.conditions)
        set_conditions(who, [held for held in conditions if held is not None])
        _count_down_kept(who, key, cut=ending.cut)
        # A duration that begins before the longer period ends must not count this one.
        who.under_way.discard(key)
        who.passed.add(key)
        _tick(who, key)
        if has_moment:
            log += _apply_moment(who, "end", key, rng, ending)
        _reset_used(who, (key,))
        log += _pay(who, (key,), rng)
    who.passed -= set(keys)
    if period.belongs_to is not None:
        who.passed.add(period.key)
    return log


class _Ending(NamedTuple):
    """The end of one period for an actor, alone or as part of the end of a longer one.

    - `key`: the key of the period.
    - `inner`: True if the period ends only because a longer one around it ends.
    - `cut`: True if all durations that are counted in the period end, even those with time left.
    - `before`: True if the period has already ended once within the longer one.
    - `actions`: the keys of action types that are counted in a shorter period. Durations until the
      next such action end, even if the actor took none.

    A longer period cuts the durations of all shorter ones. For example, the end of a scene ends
    those that are counted in rounds.

    Turns within a round are an exception. An actor has one turn in each round, so "until the end of
    the next turn" must outlive the round in between. The end of a round counts as the end of a turn
    only if the turn has not ended in this round (`Actor.passed`), and ends only durations of `this`
    turn. The exception holds if all shorter periods belong to single actors.
    """

    key: str
    inner: bool
    cut: bool
    before: bool
    actions: frozenset[str]

    @classmethod
    def of(cls, who: Actor, key: str, period: Period) -> _Ending:
        """Return the end of the period `key` that is caused by the end of `period`.

        `period` is either the same period or a longer one.
        """
        *inner_keys, _ = shorter(who.rules, period.key)
        periods = every(who.rules, "period", Period)
        all_own = all(other.belongs_to for other in periods if other.key in inner_keys)
        inner = key != period.key
        *below, _ = shorter(who.rules, key)
        actions = frozenset(
            type.key
            for type in every(who.rules, "action-type", ActionType)
            if type.per.entry.key in below
        )
        before = inner and key in who.passed
        return cls(key, inner, inner and not all_own, before, actions)

    def applied_to(self, timed: T) -> T | None:
        """Return a condition or an effect as it is after this end; None if its duration is over."""
        lasting = timed.lasting
        if lasting is None:
            return timed
        # A duration until an action has no period: it would not get past the test of periods.
        if lasting.duration.action_type in self.actions:
            return None
        # No end of this period counts for the duration.
        if not lasting.left or lasting.duration.period != self.key:
            return timed
        # A round doesn't cut the durations of turns, but none of `this` turn can outlive it.
        if self.cut or (self.inner and lasting.duration.form == "this"):
            return None
        # For example, the turn ended before its round, and was counted then.
        if self.before:
            return timed
        remaining = lasting.counted_down()
        return None if remaining is None else timed.but(lasting=remaining)


def _count_down_kept(who: Actor, key: str, *, cut: bool = False) -> None:
    """Count the end of a period for values that are kept until it has ended a number of times.

    A value expires when its count is over; with `cut`, all values that are kept for the period do.
    """
    who.kept = {
        id: kept.but(left=kept.left - 1) if kept.period == key else kept
        for id, kept in who.kept.items()
        if kept.period != key or (kept.left > 1 and not cut)
    }


def _waits_for(active: ActiveEffect, moment: tuple[str, str] | None) -> bool:
    """Return True if an effect waits for a moment: an edge, and the key of a period."""
    at, is_waiting = active.effect.at, active.waits is not None
    return is_waiting and at is not None and (at.edge, at.period) == moment


def _apply_moment(
    who: Actor,
    edge: Literal["start", "end"],
    period: str,
    rng: Randomness,
    ending: _Ending | None = None,
) -> list[LogLine]:
    """Apply the effects that waited for this moment, then the recurring ones of rules and hooks.

    - Effects that no longer wait are removed. An effect can end others that come after it.
    - `ending` counts down the durations of effects as they happen.
    - If an effect of a condition begins again, it replaces the one that it began last time.
    - A duration that begins at the start of a round includes that round: it is the whole of
      `1 round`.
    """
    log: list[LogLine] = []
    ignored = ignored_by(who)
    conditions, effects = tuple(who.conditions), tuple(who.effects)
    for active in effects:
        ended = not any(other is active for other in who.effects)
        if ended or not _waits_for(active, (edge, period)):
            continue
        dormant = is_dormant(active, ignored)
        happens = not dormant and not active.waits
        remaining = active if dormant else _after_moment(active)
        if remaining is not None and ending is not None:
            remaining = ending.applied_to(remaining)
        replace_effect(who, active, *([] if remaining is None else [remaining]))
        if happens:
            for other in effects if active.began_with else ():
                if other.waits is None and source_of(other) == source_of(active):
                    replace_effect(who, other)
            log += _apply_scheduled(who, active, rng)
    for entry, effect in recurring(who.rules, (edge, period)):
        if isinstance(entry, Rule) or entry.id in who.hooks:
            execution = Execution(entry, assign_roles(who), None, rng)
            execution.decided = True  # a refusal must not stop the period
            with execution.carrying_out():
                apply_effect(execution, entry, effect, effect.but(at=None, to=()))
            log += execution.log
    if edge == "start":
        who.conditions = [
            _without_current(held, conditions, period) for held in who.conditions
        ]
        who.effects = [
            _without_current(active, effects, period)
            if active.waits is None
            else active
            for active in who.effects
        ]
    return log


def _without_current(timed: T, before: Sequence[T], period: str) -> T:
    """Return a condition or effect whose duration does not count the period under way as extra.

    `begin_duration` adds 1 for a period that has already begun. At the start of a period that is
    wrong, because all of the period is still to come. Conditions and effects that were there
    `before` the moment are returned as they are.
    """
    lasting = timed.lasting
    if lasting is None or any(timed is other for other in before):
        return timed
    has_extra = (lasting.duration.form, lasting.duration.period) == ("count", period)
    return timed.but(lasting=lasting.but(left=lasting.left - has_extra))


def _after_moment(active: ActiveEffect) -> ActiveEffect | None:
    """Return a waiting effect after a moment like its own; None if it no longer waits."""
    if active.waits:
        return active.but(waits=active.waits - 1)
    if not is_recurring(active.effect) or active.times == 1:
        return None
    return active if active.times is None else active.but(times=active.times - 1)


def _apply_scheduled(
    who: Actor, active: ActiveEffect, rng: Randomness
) -> list[LogLine]:
    """Apply an effect whose moment has come.

    `duration` and `times` are left out if they limit how often the effect happens (see `schedule`).
    """
    entry = who.rules.entry(active.origin)
    # Formulas of an effect on others read its recipient as the target.
    execution = Execution(entry, assign_roles(who, (), who), None, rng, active.names)
    execution.began_with = active.began_with
    now = active.effect.but(at=None, to=())
    if active.lasting is not None:
        now = now.but(duration=None)
    if active.times is not None:
        now = now.but(times=None)
    apply_effect(execution, entry, active.effect, now)
    return execution.log


def _reset_used(who: Actor, keys: tuple[str, ...], *, shared: bool = False) -> None:
    """Reset the counts of these periods to 0; with `shared`, only those that everyone shares."""
    counts = who.rules.once(_counts_by_period)
    for period in keys:
        for key, is_shared in counts.get(period, ()):
            if is_shared or not shared:
                for used in [used for used in who.used if used.split("/")[0] == key]:
                    del who.used[used]


def _counts_by_period(rules: Rules) -> dict[str, list[tuple[str, bool]]]:
    """Return the counts of each period: keys of `Actor.used`, and True if everyone shares them."""
    counts: dict[str, list[tuple[str, bool]]] = {}
    for kind in every(rules, "action-type", ActionType):
        counts.setdefault(kind.per.entry.key, []).append((kind.id, False))
    for action in every(rules, "action", Action):
        per = action.type.entry.per.entry.key
        counts.setdefault(per, []).append((action.id, False))
    for points in every(rules, "points", Points):
        for key, limit in limits(points):
            if isinstance(limit.per, Ref):
                is_shared = limit.among == "everyone"
                counts.setdefault(limit.per.entry.key, []).append((key, is_shared))
    return counts


def _pay(who: Actor, keys: tuple[str, ...], rng: Randomness) -> list[LogLine]:
    """Pay the earned points of an actor that are due at the end of these periods."""
    paid: list[tuple[str, str]] = []
    for points, way in who.gains:
        due = find(who.rules, points, Points).earn[way].paid
        if due is None or due.period in keys:
            paid.append((points, way))
    who.gains = [gain for gain in who.gains if gain not in paid]
    return [line for points, way in paid for line in pay(who, points, way, rng).log]


# The order of play in a scene.


B = TypeVar("B", bound="Actor")
Party: TypeAlias = "tuple[B, ...]"
"""Actors that share a place in the order: a side, or a single actor."""


@door
def turn_order(
    scene: Like[Scene],
    people: Sequence[B],
    *,
    rng: Randomness | None = None,
    phase: Literal["act", "declare"] = "act",
    side: Callable[[B], object] | None = None,
    doing: Callable[[B], Like[Action]] | None = None,
    by: Like[ValueEntry] | None = None,
    duration: Like[Period] | int = 1,
) -> tuple[tuple[B, ...], ...]:
    """Return the order of play in a scene: groups that act at once, the first group first.

    - `people`: the actors in the scene. If the scene keeps the order in which they first acted,
      pass them in that order.
    - `phase`: the order of acting, or of declaring actions.
    - `side`: a function that returns the side of an actor, for orders by side. By default, actors
      with `player` are one side and all others another.
    - `doing`: a function that returns the action of an actor, or the key of a tier, for orders with
      tiers.
    - `by`: the value to order by, chosen by the game master from those that the order names.
    - `duration`: how long the values are kept: a number of the periods that the order names, or a
      period, such as the whole encounter.

    Values are rolled or calculated once and kept (`Actor.kept`) until the period ends, so both
    phases, `Character.value` and formulas use the same numbers, with the modifiers in force. Values
    on a sheet are read each time. A value chosen with `by` replaces the usual one while it is kept.

    Raises RefusedError, and keeps nothing, if the scene has no order, `by` is not a value of the
    order, an actor is named twice or lacks the value, or `doing` is missing.
    """
    for place, who in enumerate(people):
        if any(who is other for other in people[:place]):
            raise RefusedError(f"{who} is listed twice")
    scene = _of_rules(scene, people, Scene)
    by = None if by is None else _of_rules(by, people, ValueEntry)
    if not isinstance(duration, int):
        duration = _of_rules(duration, people, Period)
    order = scene.order
    if order is None:
        raise RefusedError(f"{scene.name} has no turn order")
    if by is not None and by.id not in map(entry_id, (order.by, order.or_by)):
        raise RefusedError(f"{scene.name} cannot be ordered by {by.name}")
    direction = order.act if phase == "act" else order.declare
    if direction == "none":
        return (tuple(people),)
    tiers = _tiers(order, people, doing) if phase == "act" else (people,)
    # Groups come highest first; the only other direction is the reverse.
    step = 1 if direction == "highest-first" else -1
    scores = _Scores(scene, order, dice_of(rng), by, duration)
    main = (order.declare_by if phase == "declare" else None) or scores.by
    with Transaction(*people):
        return tuple(
            group
            for tier in tiers
            for group in _groups(order, _parties(order, tier, side), scores, main)[
                ::step
            ]
        )


def _of_rules(named: Like[E], people: Iterable[Actor], kind: type[E]) -> E:
    """Find an entry in the rules of the first actor. Raises RefusedError if there is no actor."""
    for who in people:
        return find(who.rules, named, kind)
    raise RefusedError(f"cannot find {named} without any characters")


@door
def interrupting(
    scene: Like[Scene], standing: Sequence[Sequence[B]], who: B
) -> tuple[B, ...]:
    """Return the actors that can act in the turn of another, if the scene allows interrupts.

    These are the actors later in the order, or those with the condition that the scene names.
    `standing` is the order of the round, as `turn_order` returns it. Raises RefusedError if the
    actor is not in that order.
    """
    order = _of_rules(scene, [who], Scene).order
    if order is None or not (order.interrupt or order.interrupt_while):
        return ()
    turns = [any(actor is who for actor in group) for group in standing]
    if True not in turns:
        raise RefusedError(f"{who} is not in this turn order")
    condition = order.interrupt_while
    if condition is None:
        later = standing[turns.index(True) + 1 :]
        return tuple(actor for group in later for actor in group)
    others = (actor for group in standing for actor in group if actor is not who)
    return tuple(
        other
        for other in others
        if any(held.condition.id == condition.id for held in other.conditions)
    )


def _tiers(
    order: Order, people: Sequence[B], doing: Callable[[B], Like[Action]] | None
) -> Iterable[Sequence[B]]:
    """Return the actors of each tier, and last those whose action is in no tier."""
    if not order.tiers:
        return (people,)
    if doing is None:
        raise RefusedError("the order depends on everyone's action: pass `doing`")
    tiers = [(who, _tier(order, doing(who), who)) for who in people]
    return [[who for who, tier in tiers if tier == key] for key in (*order.tiers, None)]


def _tier(order: Order, doing: Like[Action], who: Actor) -> str | None:
    """Return the key of an action's tier, or of the tier with the given name; None without one."""
    if isinstance(doing, str):
        for key, tier in order.tiers.items():
            if folded(doing) in (folded(key), folded(tier.name)):
                return key
        try:
            doing = find_called(who.rules, doing, Action)
        except NotFoundError as problem:
            message = f"unknown tier {doing} (choose from {', '.join(order.tiers)})"
            raise RefusedError(message) from problem
    for key, tier in order.tiers.items():
        if any(action.id == doing.id for action in tier.actions):
            return key
    return None


def _parties(
    order: Order, people: Sequence[B], side: Callable[[B], object] | None
) -> tuple[Party[B], ...]:
    """Return the sides of a scene, or single actors if its order has no sides."""
    if order.sides == "none":
        return tuple((who,) for who in people)
    sides = [who.player if side is None else side(who) for who in people]
    return tuple(
        tuple(who for who, own in zip(people, sides, strict=True) if own == party_side)
        for party_side in dict.fromkeys(sides)
    )


def _groups(
    order: Order, parties: tuple[Party[B], ...], scores: _Scores, main: object
) -> tuple[tuple[B, ...], ...]:
    """Return groups of actors that act at once, those with the highest score by `main` first.

    `order.ties` are further scores for parties with equal ones. Parties that are still equal after
    the last of them form one group.
    """
    if main == "first-to-act":
        return parties
    groups = _split(order, parties, main, scores)
    for tie in order.ties:
        groups = tuple(
            part
            for group in groups
            for part in (
                _split(order, group, tie, scores) if len(group) > 1 else (group,)
            )
        )
    return tuple(tuple(who for party in group for who in party) for group in groups)


def _split(
    order: Order, group: tuple[Party[B], ...], by: object, scores: _Scores
) -> tuple[tuple[Party[B], ...], ...]:
    """Split a group by the scores of its parties, the highest first.

    The score of a side is that of its highest, or lowest, member.
    """
    if by == "together":
        return (group,)
    pick = min if order.sides == "lowest" else max
    numbers = [pick(scores.of(who, by) for who in party) for party in group]
    return tuple(
        tuple(party for party, own in zip(group, numbers, strict=True) if own == number)
        for number in sorted(set(numbers), reverse=True)
    )


class _Scores:
    """Numbers by which actors of a scene are ordered, kept from before or calculated now.

    `chosen` is the value that the game master orders by, `duration` the time for which it is kept.
    """

    def __init__(
        self,
        scene: Scene,
        order: Order,
        rng: Randomness,
        chosen: ValueEntry | None,
        duration: Period | int,
    ) -> None:
        each = order.each.entry
        self.scene = scene
        self.rng = rng
        self.chosen = chosen
        # An order by first action has no usual value that the chosen one could replace.
        self.by = chosen if chosen and isinstance(order.by, str) else order.by
        self.period = duration.key if isinstance(duration, Period) else each.key
        self.count = 1 if isinstance(duration, Period) else duration
        if self.count < 1:
            raise RefusedError(f"an order lasts for at least one {each.name}")

    def of(self, who: Actor, by: object) -> float:
        """Return the score of an actor by a value, a rating, or a keyword of ties.

        An actor that cannot use the rating comes last (-1).
        """
        if by == "players-first":
            return int(who.player)
        if by == "roll-again":
            return self._tie_break(who)
        entry = find(who.rules, entry_id(by) or "", Entry)
        if isinstance(entry, ValueEntry):
            return self._value(who, entry)
        try:
            prepared_pool(who, entry)  # only to find out if the actor can use it
        except RefusedError:
            return -1
        return who.rating(entry).worth

    def _tie_break(self, who: Actor) -> int:
        """Return a random number to break ties, kept under the id of the scene like the values."""
        kept = who.kept.get(self.scene.id)
        if kept is not None and isinstance(kept.value, int):
            return kept.value
        number = self.rng.randrange(1_000_000)
        self._keep(who, self.scene.id, number)
        return number

    def _value(self, who: Actor, entry: ValueEntry) -> int:
        """Return the value to order by, usual or chosen, with the modifiers on the usual one."""
        source = entry
        if self.chosen is not None and entry.id == entry_id(self.by):
            source = self.chosen
        kept = who.kept.get(entry.id)
        if kept is not None and (self.chosen is None or kept.by == source.id):
            value = kept.value
        else:
            who.kept.pop(entry.id, None)
            value = self._calculate(who, source, frozenset([entry.id]))
            if not isinstance(value, int):
                raise RefusedError(f"{who} has no {source.name}")
            if source is not entry or entry.id not in who.values:
                self._keep(who, entry.id, value, source.id)
        value = with_modifiers(who, entry, value)
        if not isinstance(value, int):
            raise RefusedError(f"{who} has no {entry.name}")
        return value

    def _calculate(
        self, who: Actor, source: ValueEntry, about: frozenset[str]
    ) -> FormulaValue:
        """Return a value, rolled if its formula rolls. Raises RefusedError, with a fix if known."""
        character = RollingCharacter(who, self.rng, about=about | {source.id})
        try:
            return plain_value(who, source, {}, character)
        except FormulaError as error:
            raise RefusedError(f"{source.name}: {error.message}") from error
        except RefusedError as error:
            fix = ""
            if isinstance(error, MissingAbilityError):
                fix = f"; add {source.name} to the values of {who}, or leave them out"
            raise RefusedError(f"{source.name}: {error}{fix}") from error

    def _keep(self, who: Actor, id: str, value: int, by: str = "") -> None:
        """Keep a value for the time of the order; `by` is the id of the value it comes from."""
        kept = Kept(value=value, period=self.period, by=by, left=self.count)
        who.kept[id] = kept
