"""Time: periods start and end, and with them what lasts so long; the order of play in a scene."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias, TypeVar

from ..arguments import door
from ..dice.table import dice_of
from ..entries.actions import Action, Order, Points, Rule, Scene
from ..entries.world import ActionType, Period
from ..entries.world import Value as ValueEntry
from ..finding import NotFound, folded
from ..record import Entry, Ref, Unworkable
from .being import DoesNotHave, plain_value, with_modifiers
from .checks import RollingCharacter, attempt
from .effect_index import comes_from, is_recurring, recurring
from .effects import apply_effect, set_conditions, set_off_by_points
from .effects_in_force import ignored_by, is_dormant, replace_effect
from .execution import Execution, Transaction, assign_roles
from .points import limits, pay
from .state import (
    Active,
    Happening,
    Held,
    Kept,
    Refused,
    entry_id,
    every,
    find,
    find_called,
    shorter,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ..dice.table import Randomness
    from ..situation import FormulaValue, Naming, Rules
    from .being import Being


T = TypeVar("T", Held, Active)
E = TypeVar("E", bound=Entry)


@door
def start(
    period: Naming[Period], people: Iterable[Being], rng: Randomness | None = None
) -> tuple[Happening, ...]:
    """Start a period for these people; a turn, for the one whose turn it is alone.

    First durations that waited for it begin; then points that refill with it are full again, with
    all that has begun counted in; then effects that wait for its start happen. Where it was under
    way and nobody ended it, what was kept for it is over. Raises Refused where an effect cannot
    happen; then nothing has happened at all.
    """
    happenings: list[Happening] = []
    people, rng = tuple(people), dice_of(rng)
    period = _of_rules(period, people, Period)
    with Transaction(*people):
        for who in people:
            anew = period.key not in who.under_way
            if not anew:
                _count_down_kept(who, period.key)
            who.under_way.add(period.key)
            _tick(who, period.key)
            who.conditions = [
                _started(held, period, anew=anew) for held in who.conditions
            ]
            who.effects = [
                _started(active, period, anew=anew) for active in who.effects
            ]
            happenings += _refill(who, period, rng)
            happenings += _moments(who, "start", period.key, rng)
    return tuple(happenings)


def _tick(who: Being, key: str) -> None:
    who.clock[key] = who.clock.get(key, 0) + 1


def _refill(who: Being, period: Period, rng: Randomness) -> list[Happening]:
    """Fill the points that refill with a period, and apply what that sets off."""
    before = dict(who.points)
    who.refill(period, rng)
    happenings: list[Happening] = []
    for points in every(who.rules, "points", Points):
        if points.id in before and points.id in who.points:
            execution = Execution(points, assign_roles(who), None, rng)
            set_off_by_points(execution, points, who, before[points.id])
            happenings += execution.happenings
    return happenings


def _started(timed: T, period: Period, *, anew: bool) -> T:
    """A condition or effect whose duration begins if it waited for the start of this period.

    If the period was not under way, a duration that began before counts no such period on top.
    """
    lasting = timed.lasting
    if lasting is None or lasting.lasts.period != period.key:
        return timed
    return timed.but(lasting=lasting.started(anew=anew))


@door
def end(
    period: Naming[Period],
    people: Iterable[Being],
    rng: Randomness | None = None,
    others: Iterable[Being] = (),
) -> tuple[Happening, ...]:
    """End a period and all shorter ones in it; a turn, for the one whose turn it is alone.

    The shortest ends first, and wholly. For each of them, in this order:

    1. What lasted until then is over, and with a condition all that it brought. What was kept for
       the period is forgotten.
    2. Effects that wait for its end happen. What they bring begins with the next period: `1 round`,
       `this round` and `next round` are then the round that comes.
    3. Actions and points limited in it count from 0; what was earned until then is paid.

    Say somebody is Poisoned for `3 rounds` in the middle of round 1, with `{inflict: weak, at: end
    of each round}`, and Weak lasts `1 round`. Round 1 ends: three whole rounds are left of the
    poison, and they are Weak for all of round 2. Round 2 ends: Weak is over, then begins again; so
    does it as round 3 ends. Round 4 ends: Weak and Poisoned are over, and nothing begins.

    An effect that waits with a duration of its own is counted after it has happened, for it is
    there to happen: `at: end of each round, lasts: until end of round` happens once, `lasts: 3
    rounds` three times.

    Periods of others that are shorter, such as rounds in a scene, take with them whatever is left
    of durations in them; their moments come only if they were under way.

    `others` are those whose turn it was not: limits that they share with everyone count from 0 for
    them too. Raises Refused where an effect cannot happen; then nothing has happened at all.
    """
    happenings: list[Happening] = []
    people, others, rng = tuple(people), tuple(others), dice_of(rng)
    period = _of_rules(period, (*people, *others), Period)
    with Transaction(*people, *others):
        for who in people:
            happenings += _end(who, period, rng)
        for other in others:
            _reset_used(other, shorter(other.rules, period.key), shared=True)
    return tuple(happenings)


def _end(who: Being, period: Period, rng: Randomness) -> list[Happening]:
    happenings: list[Happening] = []
    keys = shorter(who.rules, period.key)
    for key in keys:
        ending = _Ending.of(who, key, period)
        comes = key == period.key or key in who.under_way
        moment = ("end", key) if comes else None
        effects = (
            active if _waits_for(active, moment) else ending.left(active)
            for active in who.effects
        )
        who.effects = [active for active in effects if active is not None]
        conditions = map(ending.left, who.conditions)
        set_conditions(who, [held for held in conditions if held is not None])
        _count_down_kept(who, key, cut=ending.cut)
        # Until all have ended, what begins does not count those that have as under way.
        who.under_way.discard(key)
        who.passed.add(key)
        _tick(who, key)
        if comes:
            happenings += _moments(who, "end", key, rng, ending)
        _reset_used(who, (key,))
        happenings += _pay(who, (key,), rng)
    who.passed -= set(keys)
    if period.belongs_to is not None:
        who.passed.add(period.key)
    return happenings


class _Ending(NamedTuple):
    """The end of a period for a being, by itself or `inner`, with the longer one that it is in.

    - `cut`: it takes with it whatever is left of durations in it.
    - `before`: it has ended within the longer one already.
    - `actions`: the keys of the types of actions that are counted in a shorter period. Whoever has
      taken none of them by now is past what was to last until their next one.

    A longer period cuts all shorter ones, but for one case. One's own turn comes once in each
    round, so "until the end of the next turn" has to outlive the round in between: the end of a
    round counts a turn down only if the turn has not ended in it already (`Being.passed`), and ends
    only what was for `this` turn. This is so for the periods of one's own, if there are no others
    below the one that ends.
    """

    key: str
    inner: bool
    cut: bool
    before: bool
    actions: frozenset[str]

    @classmethod
    def of(cls, who: Being, key: str, period: Period) -> _Ending:
        """The end of the period of that key when this one ends."""
        *within, _ = shorter(who.rules, period.key)
        periods = every(who.rules, "period", Period)
        all_own = all(known.belongs_to for known in periods if known.key in within)
        inner = key != period.key
        *below, _ = shorter(who.rules, key)
        actions = frozenset(
            type.key
            for type in every(who.rules, "action-type", ActionType)
            if type.per.entry.key in below
        )
        before = inner and key in who.passed
        return cls(key, inner, inner and not all_own, before, actions)

    def left(self, timed: T) -> T | None:
        """What is left of a condition or an effect; None for nothing."""
        lasting = timed.lasting
        if lasting is not None and lasting.lasts.action_type in self.actions:
            return None
        if lasting is None or not lasting.left or lasting.lasts.period != self.key:
            return timed
        if self.cut or (self.inner and lasting.lasts.form == "this"):
            return None
        if self.before:
            return timed
        left = lasting.counted_down()
        return None if left is None else timed.but(lasting=left)


def _count_down_kept(who: Being, key: str, *, cut: bool = False) -> None:
    """Count a period down for what is kept; with `cut`, all that is kept for it is over."""
    who.kept = {
        id: kept.but(left=kept.left - 1) if kept.period == key else kept
        for id, kept in who.kept.items()
        if kept.period != key or (kept.left > 1 and not cut)
    }


def _waits_for(active: Active, moment: tuple[str, str] | None) -> bool:
    """Whether an effect waits for a moment: an edge, and the key of a period."""
    at = active.effect.at
    if at is None or active.waits is None:
        return False
    return (at.edge, at.period) == moment


def _moments(
    who: Being,
    edge: Literal["start", "end"],
    period: str,
    rng: Randomness,
    ending: _Ending | None = None,
) -> list[Happening]:
    """Apply the effects that waited for this moment; remove those that wait no more.

    An effect may end others that have not had their turn yet. Those with a duration of their own
    are counted down by `ending` as they happen. What a condition begins again replaces what it
    began at the moment before. Then come those of rules and hooks.

    What begins with a period has the whole of it: of `1 round`, it is the first.
    """
    happenings: list[Happening] = []
    ignored = ignored_by(who)
    conditions, effects = tuple(who.conditions), tuple(who.effects)
    for active in effects:
        ended = not any(other is active for other in who.effects)
        if ended or not _waits_for(active, (edge, period)):
            continue
        dormant = is_dormant(active, ignored)
        happens = not dormant and not active.waits
        left = active if dormant else _after_moment(active)
        if left is not None and ending is not None:
            left = ending.left(left)
        replace_effect(who, active, *([] if left is None else [left]))
        if happens:
            for other in effects if active.began_with else ():
                if other.waits is None and comes_from(other) == comes_from(active):
                    replace_effect(who, other)
            happenings += _apply_scheduled(who, active, rng)
    for entry, effect in recurring(who.rules, (edge, period)):
        if isinstance(entry, Rule) or entry.id in who.hooks:
            execution = Execution(entry, assign_roles(who), None, rng)
            execution.decided = True  # one who cannot does not stop time
            with execution.carrying_out():
                apply_effect(execution, entry, effect, effect.but(at=None, to=()))
            happenings += execution.happenings
    if edge == "start":
        who.conditions = [_whole(held, conditions, period) for held in who.conditions]
        who.effects = [
            _whole(active, effects, period) if active.waits is None else active
            for active in who.effects
        ]
    return happenings


def _whole(timed: T, before: Sequence[T], period: str) -> T:
    """What has begun with this period, unless it was there `before`, with no such period on top."""
    lasting = timed.lasting
    if lasting is None or any(timed is other for other in before):
        return timed
    counts = (lasting.lasts.form, lasting.lasts.period) == ("count", period)
    return timed.but(lasting=lasting.but(left=lasting.left - counts))


def _after_moment(active: Active) -> Active | None:
    """What still waits of an effect when a moment of its kind has come; None for nothing."""
    if active.waits:
        return active.but(waits=active.waits - 1)
    if not is_recurring(active.effect) or active.times == 1:
        return None
    return active if active.times is None else active.but(times=active.times - 1)


def _apply_scheduled(who: Being, active: Active, rng: Randomness) -> list[Happening]:
    entry = who.rules.entry(active.origin)
    execution = Execution(entry, assign_roles(who), None, rng, active.names)
    execution.began_with = active.began_with
    now = active.effect.but(at=None, to=())
    if active.lasting is not None:
        now = now.but(lasts=None)
    if active.times is not None:
        now = now.but(times=None)
    apply_effect(execution, entry, active.effect, now)
    return execution.happenings


def _reset_used(who: Being, keys: tuple[str, ...], *, shared: bool = False) -> None:
    """Reset what is counted in these periods to 0; with `shared`, only what everyone shares."""
    counted = who.rules.once(_counted)
    for period in keys:
        for key, everyones in counted.get(period, ()):
            if everyones or not shared:
                who.used.pop(key, None)


def _counted(rules: Rules) -> dict[str, list[tuple[str, bool]]]:
    """What is counted in each period: keys in `Being.used`, and whether everyone shares them."""
    counted: dict[str, list[tuple[str, bool]]] = {}
    for kind in every(rules, "action-type", ActionType):
        counted.setdefault(kind.per.entry.key, []).append((kind.id, False))
    for action in every(rules, "action", Action):
        per = action.type.entry.per.entry.key
        counted.setdefault(per, []).append((action.id, False))
    for points in every(rules, "points", Points):
        for key, limit in limits(points):
            if isinstance(limit.per, Ref):
                everyones = limit.among == "everyone"
                counted.setdefault(limit.per.entry.key, []).append((key, everyones))
    return counted


def _pay(who: Being, keys: tuple[str, ...], rng: Randomness) -> list[Happening]:
    paid: list[tuple[str, str]] = []
    for points, way in who.gains:
        due = find(who.rules, points, Points).earn[way].paid
        if due is None or due.period in keys:
            paid.append((points, way))
    who.gains = [gain for gain in who.gains if gain not in paid]
    return [
        happening
        for points, way in paid
        for happening in pay(who, points, way, rng).happenings
    ]


# The order of play in a scene.


B = TypeVar("B", bound="Being")
Party: TypeAlias = "tuple[B, ...]"
"""Beings that come in the order as one: a side, or a single one."""


@door
def order(
    scene: Naming[Scene],
    people: Sequence[B],
    *,
    rng: Randomness | None = None,
    phase: Literal["act", "declare"] = "act",
    side: Callable[[B], object] | None = None,
    doing: Callable[[B], Naming[Action]] | None = None,
    by: Naming[ValueEntry] | None = None,
    lasts: Naming[Period] | int = 1,
) -> tuple[tuple[B, ...], ...]:
    """The order of play in a scene: groups of those who act at once, the first to act first.

    - `people`: in the order in which they acted first, where the scene keeps that order.
    - `phase`: the order of acting, or of declaring actions.
    - `side`: gives the side of a being, where sides act as one; if it is not given, those with
      `player` are one side, all others another.
    - `doing`: gives what a being does, an action or the key of a tier, where the order has tiers.
    - `by`: the value that the game master wants to go by, of those that the order names.
    - `lasts`: how long what is found now is kept: a number of the periods that the order names, or
      a period, such as the whole encounter.

    What the order goes by is rolled or worked out once and kept (`Being.kept`) until its period
    ends: both phases, `Character.value` and formulas know the same, with whatever modifiers are in
    force. What stands on a sheet is read there each time. Another value that the game master goes
    by stands in for the usual one as long as it is kept.

    Raises Refused where the scene has no order or another, somebody is named twice or has no such
    value, or nobody says what is done; then nothing is kept.
    """
    for place, who in enumerate(people):
        if any(who is other for other in people[:place]):
            raise Refused(f"{who} is named twice among those who act")
    scene = _of_rules(scene, people, Scene)
    by = None if by is None else _of_rules(by, people, ValueEntry)
    if not isinstance(lasts, int):
        lasts = _of_rules(lasts, people, Period)
    asked = scene.order
    if asked is None:
        raise Refused(f"{scene.name} has no order of play")
    if by is not None and by.id not in map(entry_id, (asked.by, asked.or_by)):
        raise Refused(f"{scene.name} is not in order of {by.name}")
    how = asked.act if phase == "act" else asked.declare
    if how == "none":
        return (tuple(people),)
    tiers = _tiers(asked, people, doing) if phase == "act" else (people,)
    # Groups are made the highest first, so any other order is that one reversed.
    step = 1 if how == "highest-first" else -1
    heights = _Heights(scene, asked, dice_of(rng), by, lasts)
    with Transaction(*people):
        return tuple(
            group
            for tier in tiers
            for group in _groups(asked, _parties(asked, tier, side), heights)[::step]
        )


def _of_rules(named: Naming[E], people: Iterable[Being], kind: type[E]) -> E:
    """An entry, or what is called so in the rules of the people. Raises Refused for nothing."""
    for who in people:
        return find(who.rules, named, kind)
    raise Refused(f"nobody is here who could know {named}")


@door
def interrupting(
    scene: Naming[Scene], standing: Sequence[Sequence[B]], who: B
) -> tuple[B, ...]:
    """Those who may act in the turn of a being: those who come later, or those in a condition.

    `standing` is the order of the round, as `order` gives it. Nobody may unless the scene says so.
    Raises Refused where the being is not in that order.
    """
    asked = _of_rules(scene, [who], Scene).order
    if asked is None or not (asked.interrupt or asked.interrupt_while):
        return ()
    turns = [any(being is who for being in group) for group in standing]
    if True not in turns:
        raise Refused(f"{who} has no place in this order")
    condition = asked.interrupt_while
    if condition is None:
        later = standing[turns.index(True) + 1 :]
        return tuple(being for group in later for being in group)
    others = (being for group in standing for being in group if being is not who)
    return tuple(
        other
        for other in others
        if any(held.condition.id == condition.id for held in other.conditions)
    )


def _tiers(
    asked: Order, people: Sequence[B], doing: Callable[[B], Naming[Action]] | None
) -> Iterable[Sequence[B]]:
    """The people of each tier, by what they do; then those whose action is in no tier."""
    if not asked.tiers:
        return (people,)
    if doing is None:
        raise Refused("the order depends on what everyone does: say it")
    tiers = [(who, _tier(asked, doing(who), who)) for who in people]
    return [[who for who, tier in tiers if tier == key] for key in (*asked.tiers, None)]


def _tier(asked: Order, doing: Naming[Action], who: Being) -> str | None:
    if isinstance(doing, str):
        for key, tier in asked.tiers.items():
            if folded(doing) in (folded(key), folded(tier.name)):
                return key
        try:
            doing = find_called(who.rules, doing, Action)
        except NotFound as problem:
            tiers = ", ".join(asked.tiers)
            raise Refused(f"there is no tier {doing}: {tiers}") from problem
    for key, tier in asked.tiers.items():
        if any(action.id == doing.id for action in tier.actions):
            return key
    return None


def _parties(
    asked: Order, people: Sequence[B], side: Callable[[B], object] | None
) -> tuple[Party[B], ...]:
    if asked.sides == "none":
        return tuple((who,) for who in people)
    sides = [who.player if side is None else side(who) for who in people]
    return tuple(
        tuple(who for who, own in zip(people, sides, strict=True) if own == each)
        for each in dict.fromkeys(sides)
    )


def _groups(
    asked: Order, parties: tuple[Party[B], ...], heights: _Heights
) -> tuple[tuple[B, ...], ...]:
    """Parties, the highest first; those that are equal by all ties act at once."""
    if heights.by == "first-to-act":
        return parties
    groups = _split(asked, parties, heights.by, heights)
    for tie in asked.ties:
        groups = tuple(
            part
            for group in groups
            for part in (
                _split(asked, group, tie, heights) if len(group) > 1 else (group,)
            )
        )
    return tuple(tuple(who for party in group for who in party) for group in groups)


def _split(
    asked: Order, group: tuple[Party[B], ...], by: object, heights: _Heights
) -> tuple[tuple[Party[B], ...], ...]:
    """Split a group by the heights of its parties, the highest first.

    The height of a side is that of its highest, or lowest, member.
    """
    if by == "together":
        return (group,)
    pick = min if asked.sides == "lowest" else max
    found = [pick(heights.of(who, by) for who in party) for party in group]
    return tuple(
        tuple(party for party, own in zip(group, found, strict=True) if own == height)
        for height in sorted(set(found), reverse=True)
    )


class _Heights:
    """How high beings stand in the order of a scene, by what is kept for them or found now."""

    def __init__(
        self,
        scene: Scene,
        asked: Order,
        rng: Randomness,
        wanted: ValueEntry | None,
        lasts: Period | int,
    ) -> None:
        each = asked.each.entry
        self.scene = scene
        self.rng = rng
        self.wanted = wanted
        # Where whoever acts first leads, another value stands in for none.
        self.by = wanted if wanted and isinstance(asked.by, str) else asked.by
        self.period = lasts.key if isinstance(lasts, Period) else each.key
        self.count = 1 if isinstance(lasts, Period) else lasts
        if self.count < 1:
            raise Refused(f"an order holds for at least one {each.name}")

    def of(self, who: Being, by: object) -> float:
        """How high a being stands by a value, a rating, or a word of ties."""
        if by == "players-first":
            return int(who.player)
        if by == "roll-again":
            return self._rolled_again(who)
        entry = find(who.rules, entry_id(by) or "", Entry)
        if isinstance(entry, ValueEntry):
            return self._value(who, entry)
        try:
            attempt(who, entry)
        except Refused:
            return -1
        return who.rating(entry).worth

    def _rolled_again(self, who: Being) -> int:
        kept = who.kept.get(self.scene.id)
        if kept is not None and isinstance(kept.value, int):
            return kept.value
        number = self.rng.randrange(1_000_000)
        self._keep(who, self.scene.id, number)
        return number

    def _value(self, who: Being, entry: ValueEntry) -> int:
        """A value with its modifiers, or what stands in for it, with the same modifiers."""
        source = entry
        if self.wanted is not None and entry.id == entry_id(self.by):
            source = self.wanted
        kept = who.kept.get(entry.id)
        if kept is not None and (self.wanted is None or kept.by == source.id):
            value = kept.value
        else:
            who.kept.pop(entry.id, None)
            value = self._find(who, source, frozenset([entry.id]))
            if not isinstance(value, int):
                raise Refused(f"{who} has no {source.name}")
            if source is not entry or entry.id not in who.values:
                self._keep(who, entry.id, value, source.id)
        value = with_modifiers(who, entry, value)
        if not isinstance(value, int):
            raise Refused(f"{who} has no {entry.name}")
        return value

    def _find(
        self, who: Being, source: ValueEntry, about: frozenset[str]
    ) -> FormulaValue:
        able = RollingCharacter(who, self.rng, about=about | {source.id})
        try:
            return plain_value(who, source, {}, able)
        except Unworkable as error:
            raise Refused(f"{source.name}: {error.message}") from error
        except Refused as error:
            way_out = ""
            if isinstance(error, DoesNotHave):
                way_out = f"; give {who} a {source.name} among their values, or leave them out"
            raise Refused(f"{source.name}: {error}{way_out}") from error

    def _keep(self, who: Being, id: str, value: int, by: str = "") -> None:
        kept = Kept(value=value, period=self.period, by=by, left=self.count)
        who.kept[id] = kept
