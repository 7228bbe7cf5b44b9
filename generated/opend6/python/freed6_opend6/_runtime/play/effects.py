"""Effects happen: each verb does what it says to whom it says."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, TypeVar, cast

from ..amounts import Formula, Modifier
from ..effects import (
    Allow,
    Buy,
    Duration,
    Effect,
    Forbid,
    Ignore,
    Inflict,
    Modify,
    Move,
    Narrate,
    OneOf,
    Recover,
    Repeat,
    Resist,
    Retime,
    Roll,
    Use,
    Who,
)
from ..entries.actions import Action, EffectRoll, Menu, Pick, Points, Rule
from ..entries.tables import Condition, Track
from ..entries.world import Hook
from ..record import Entry, Ref
from ..situation import RuleRef, Situation
from .checks import make_check
from .effects_in_force import (
    begin,
    is_under_way,
    lasting,
    names_in,
    stands,
    unsaid,
    wait,
    with_blanks,
)
from .execution import Buying, Choices, Deed, Undoing, condition_of, participants
from .execution import participants as casting
from .state import Active, Held, Lasting, Outcome, Refused, every, find, meant, shorter

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ..dice.table import Randomness
    from .being import Being


# What an effect comes to in a situation: conditions decided, amounts worked out.


T = TypeVar("T")


def settled(effect: Effect, here: Situation) -> tuple[Effect, ...]:
    """Give the effect with plain amounts, or nothing where its `if` does not hold.

    Names such as `chosen-skill` stay: whoever carries the effect out knows who was chosen. So do
    the formulas of a Resist, which wait for the opponent's roll. Of a choice, the branches are
    settled; where one is left, it happens, where none is, nothing does.

    Raises Unworkable where the situation does not say what a formula needs.
    """
    if effect.if_ is not None and not effect.if_(here):
        return ()
    given: dict[str, Any] = {
        name: _plain(value, here) if _is_due(effect, value) else value
        for name, value in effect.__dict__.items()
        if name != "if_"
    }
    if isinstance(effect, OneOf):
        return _chosen(given, all_settled(effect.one_of, here))
    return (type(effect)(**given),)


def all_settled(effects: Iterable[Effect], here: Situation) -> tuple[Effect, ...]:
    """Give all effects of a list that happen in a situation."""
    return tuple(part for effect in effects for part in settled(effect, here))


def _chosen(given: dict[str, Any], branches: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """A choice, if there is still something to choose; what the choice says holds for the rest."""
    if len(branches) > 1:
        choice: dict[str, Any] = {**given, "one_of": branches}
        return (OneOf(**choice),)
    qualifiers = {name: value for name, value in given.items() if name != "one_of"}
    return tuple(type(one)(**{**qualifiers, **one.__dict__}) for one in branches)


def constant(value: T) -> Formula[T]:
    """Make a formula of what it gives: always the same."""
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return Formula(text=text, works=lambda _here: value)


def _is_due(effect: Effect, value: object) -> bool:
    return isinstance(value, Formula) and not isinstance(effect, Resist)


def _plain(formula: Formula[Any], here: Situation) -> Modifier | Formula[Any]:
    """What adds to rolls stands as it is in an effect; every other number is a formula."""
    value = formula(here)
    return value if isinstance(value, Modifier) else constant(value)


# Ranks are spent on what a menu has to offer.


def bought(deed: Deed, effect: Buy) -> Iterator[tuple[Deed, Pick]]:
    """What the ranks of the check are spent on, each with choices of its own.

    It goes to whom the menu is for, or to the one of them that was chosen. What the ranks do not
    reach for is left out, and said: the dice have fallen. Raises Refused for what is not for sale.
    """
    menu = find(deed.actor.rules, effect.buy, Menu)
    rank = deed.names.get("rank")
    left = rank if isinstance(rank, int) else 0
    buys = _buys(deed)
    _refuse_unsold(menu, [one.pick for one in buys])
    for one in buys:
        if one.whom is not None and effect.to and one.whom not in effect.to:
            raise Refused(f"this is for {' or '.join(effect.to)}, not for {one.whom}")
        name, cost = one.pick.name or one.pick.key, one.pick.cost
        if cost > left:
            deed.tell(f"{name} costs {in_ranks(cost)}, and there {_are(left)} left")
            continue
        left -= cost
        deed.tell(f"{name}, for {in_ranks(cost)}", deed.actor)
        part = deed.choosing(one, one.pick)
        part.names["cost"] = cost
        usual = deed.cast.usual(effect.to) if effect.to else deed.holder
        part.holder = one.whom or usual
        yield part, one.pick
        deed.rolled = part.rolled


def _buys(deed: Deed) -> Sequence[Buying]:
    buys = deed.choices.buys
    if not callable(buys):
        return buys
    return () if deed.result is None else buys(deed.result)


def _refuse_unsold(menu: Menu, picks: Sequence[Pick]) -> None:
    """Raise Refused for what is not on a menu, or not so often."""
    for pick, often in Counter(picks).items():
        name = pick.name or pick.key
        if pick.parent.id != menu.id:
            raise Refused(f"{name} is not on {menu.name}")
        if pick.at_most is not None and often > pick.at_most:
            times = "once" if pick.at_most == 1 else f"{pick.at_most} times"
            raise Refused(f"{name} can be had {times}")


def refuse_too_dear(buys: Sequence[Buying], rank: int) -> None:
    """Raise Refused where ranks that are known do not reach."""
    cost = sum(one.pick.cost for one in buys)
    if cost > rank:
        raise Refused(f"that costs {in_ranks(cost)}, and there {_are(rank)}")


def in_ranks(number: int) -> str:
    """So many ranks."""
    return "1 rank" if number == 1 else f"{number} ranks"


def _are(number: int) -> str:
    return f"is {number}" if number == 1 else f"are {number}"


# Conditions are put on somebody, and go.


def inflicted(deed: Deed, effect: Inflict, who: Being) -> Condition | None:
    """The condition that an effect puts on somebody: by name, or by the rank of a track."""
    entry = find(who.rules, effect.inflict, Entry)
    if isinstance(entry, Condition):
        return entry
    track = find(who.rules, entry, Track)
    if effect.to_rank is not None:
        return track.at(effect.to_rank(deed.here))
    by = 0 if effect.by is None else effect.by(deed.here)
    return track.at(rank_on(who, track) + by)


def rank_on(who: Being, track: Track) -> int:
    """The rank that somebody has on a track: of several conditions the worst; else its start."""
    ranks = [held.condition.entry.rank for held in on_track(who, track)]
    return max(ranks, key=abs, default=0)


def on_track(who: Being, track: Track) -> list[Held]:
    """The conditions of a track that somebody has."""
    return [one for one in who.conditions if one.condition.entry.parent.id == track.id]


def put(
    who: Being, condition: Condition, rng: Randomness, lasts: Duration | None = None
) -> Held | None:
    """Put a condition on somebody; None where they do not have it after that, or had it before.

    A discrete one is there once, a progressive one takes the place of the one before, cumulative
    ones stand side by side. The start of a track is no condition to have.
    """
    track = condition.track
    there = on_track(who, track)
    if track.stacking == "progressive":
        leave(who, [one for one in who.conditions if one not in there])
    if track.start is not None and track.start.id == condition.id:
        return None
    if track.stacking == "discrete" and condition.id in (
        one.condition.id for one in there
    ):
        return None
    held = Held(
        condition=RuleRef(condition.id, who.rules),
        lasting=lasting(who, lasts or condition.duration, rng),
        cost=abs(condition.rank),
    )
    who.conditions.append(held)
    return held


def leave(who: Being, conditions: Iterable[Held]) -> None:
    """Leave somebody with these conditions; what began with the others is over.

    Of an effect that began with several alike, as many stay as there are conditions.
    """
    who.conditions = list(conditions)
    there = Counter(one.condition.id for one in who.conditions)
    seen: Counter[tuple[str, int, str]] = Counter()
    effects: list[Active] = []
    for one in who.effects:
        seen[key := (one.origin, one.place, one.began_with)] += 1
        if not one.began_with or seen[key] <= there[one.began_with]:
            effects.append(one)
    who.effects = effects


def drop(who: Being, held: Held) -> None:
    """A condition goes, and what it had begun with it."""
    leave(who, [one for one in who.conditions if one is not held])


def chosen(deed: Deed, who: Being, what: object) -> list[Held]:
    """The conditions that an effect is about: all of a name, or the one that was chosen.

    If none was chosen, it is the gravest that this helps against.
    """
    if (id := meant(what)) is not None:
        return [
            one
            for one in who.conditions
            if id in {one.condition.id, one.condition.entry.parent.id}
        ]
    wanted = deed.choices.condition
    if wanted is None:
        helped = [one for one in who.conditions if helps(deed, one)]
        if not helped:
            raise Refused(f"{who} has nothing that this helps against")
        return [max(helped, key=lambda one: one.cost)]
    for one in who.conditions:
        if wanted is one or wanted in (one, one.condition.entry):
            return [one]
    raise Refused(f"{who} does not have {condition_of(wanted).name}")


def helps(deed: Deed, held: Held) -> bool:
    """Whether an action helps against a condition.

    One that is named as a cure helps only against what names it, the condition itself or else its
    track; any other action, against everything that names no cure.
    """
    condition = held.condition.entry
    cures = {one.id for one in condition.recovered_by or condition.track.recovered_by}
    action = deed.names.get("action")
    return not cures or not isinstance(action, Action) or action.id in cures


def recover(deed: Deed, effect: Recover, who: Being) -> None:
    """Take conditions away that are no graver than the effect can deal with."""
    most = None if effect.of_rank is None else effect.of_rank(deed.here)
    for held in chosen(deed, who, effect.recover):
        condition = held.condition.entry
        if not helps(deed, held):
            raise Refused(f"this does not help against {condition.name}")
        if most is not None and held.cost > most:
            deed.tell(f"{condition.name} takes rank {held.cost} to recover", who)
            continue
        drop(who, held)
        deed.tell(f"{who} is rid of {condition.name}", who, effect)


# How long a condition lasts is changed.


def retime(deed: Deed, effect: Retime, who: Being) -> None:
    """Change how long a condition lasts, and with it what it takes to be rid of it."""
    for held in chosen(deed, who, effect.retime):
        _refuse_helpless(deed, held)
        if effect.from_ is not None and not _lasts(held, effect.from_.text):
            deed.tell(f"{held.condition.entry.name} does not last that long", who)
            continue
        changed = _retimed(deed, effect, who, held)
        if changed is held:
            deed.tell(f"{held.condition.entry.name} lasts as long as before", who)
            continue
        if changed is None:
            drop(who, held)
        else:
            place = next(n for n, one in enumerate(who.conditions) if one is held)
            who.conditions[place] = changed
        deed.tell(f"{held.condition.entry.name} lasts otherwise now", who, effect)


def _refuse_helpless(deed: Deed, held: Held) -> None:
    """An action that is a cure for something touches only what it helps against."""
    action = deed.names.get("action")
    if isinstance(action, Action) and not helps(deed, held):
        rules = deed.actor.rules
        named = [track.recovered_by for track in every(rules, "track", Track)]
        named += [one.recovered_by for one in every(rules, "condition", Condition)]
        if any(one.id == action.id for cures in named for one in cures):
            raise Refused(f"this does not help against {held.condition.entry.name}")


def _lasts(held: Held, text: str) -> bool:
    return held.lasting is not None and held.lasting.lasts.text == text


def _retimed(deed: Deed, effect: Retime, who: Being, held: Held) -> Held | None:
    spent = deed.names.get("cost")
    cost = held.cost + (spent if isinstance(spent, int) else 0)
    if effect.lasts is not None:
        if effect.from_ is None and not _is_longer(who, effect, held):
            return held
        if effect.from_ is not None:
            cost = held.cost
        new = lasting(who, effect.lasts, deed.rng)
        return held.but(lasting=new, cost=cost)
    return _moved(deed, effect, who, held, cost)


def _is_longer(who: Being, effect: Retime, held: Held) -> bool:
    """Whether the new duration outlasts the old one, by the order of periods."""
    assert effect.lasts is not None
    old = held.lasting.lasts if held.lasting is not None else None
    return old is not None and _length(who, effect.lasts) > _length(who, old)


def _length(who: Being, lasts: Duration) -> int:
    if lasts.form in ("event", "always"):
        return 1000 + (lasts.form == "always")
    return len(shorter(who.rules, lasts.period)) if lasts.period else 0


def _moved(
    deed: Deed, effect: Retime, who: Being, held: Held, cost: int
) -> Held | None:
    """So many periods more or less; what lasts for a longer period than that stays as it is."""
    by = effect.by.adds if isinstance(effect.by, Modifier) else 0
    if deed.choices.minus:
        by = -abs(by)
    period = effect.period.entry.key if effect.period is not None else ""
    now = held.lasting
    if now is None or not now.left:
        return held
    if by < 0:
        cost = held.cost
    if now.lasts.period == period:
        new = now.longer(by)
        return None if new is None else held.but(lasting=new, cost=cost)
    if now.lasts.period not in shorter(who.rules, period):
        return held
    if by < 0:
        return None
    return _counted(who, held, by, period, cost)


def _counted(who: Being, held: Held, by: int, period: str, cost: int) -> Held:
    """What lasted for a shorter period lasts for so many of this one."""
    text = f"{by} {period}"
    lasts = Duration(text=text, form="count", period=period, count=str(by))
    left = by + is_under_way(who, period)
    return held.but(lasting=Lasting(lasts=lasts, left=left), cost=cost)


def happen(deed: Deed, entry: Entry, effects: Iterable[Effect]) -> None:
    """Let effects of an entry happen, one after the other, or wait for their moment."""
    for effect in effects:
        if effect.at is None:
            happen_now(deed, entry, effect, effect)
        else:
            for who in _whom(deed, effect):
                wait(deed, entry, effect, effect.at, who)


def happen_now(deed: Deed, entry: Entry, raw: Effect, effect: Effect) -> None:
    """Let an effect happen as far as its `if` holds; `raw` is how the entry has it."""
    for one in settled(effect, deed.here):
        if isinstance(one, OneOf):
            _choose(deed, entry, cast("OneOf", raw), one)
        else:
            signed = _signed(deed, one)
            for who in _whom(deed, signed):
                _do(deed, entry, raw, signed, who)


def _choose(deed: Deed, entry: Entry, raw: OneOf, effect: OneOf) -> None:
    """Let the chosen one of several happen."""
    branches, number = raw.one_of, deed.choices.one_of
    if not 1 <= number <= len(branches):
        raise Refused(
            f"there are {len(branches)} to choose from, and no number {number}"
        )
    chosen = branches[number - 1]
    happen_now(deed, entry, chosen, _within(chosen, effect))


def _within(effect: Effect, around: Effect) -> Effect:
    """An effect with the qualifiers of the choice around it, where it has none of its own."""
    shared = {
        name: value
        for name in ("to", "times", "lasts")
        if (value := around.__dict__.get(name)) and not effect.__dict__.get(name)
    }
    return effect.but(**shared)


def _signed(deed: Deed, effect: Effect) -> Effect:
    """What could go either way goes the way that was chosen."""
    by = effect.__dict__.get("by")
    if not isinstance(by, Modifier) or not by.either_way:
        return effect
    plain = by.but(either_way=False)
    return effect.but(by=-plain if deed.choices.minus else plain)


def _whom(deed: Deed, effect: Effect) -> tuple[Being, ...]:
    if isinstance(effect, Buy):
        return (deed.actor,)
    roles: tuple[Who, ...] = effect.to
    if isinstance(effect, Move):
        roles = (effect.move,)
    return deed.cast.named(roles or (deed.holder,), deed.choices)


def _do(deed: Deed, entry: Entry, raw: Effect, effect: Effect, who: Being) -> None:
    match effect:
        case Inflict():
            _inflict(deed, effect, who)
        case Recover():
            recover(deed, effect, who)
        case Retime():
            retime(deed, effect, who)
        case Buy():
            _buy(deed, effect)
        case Roll():
            _roll(deed, effect)
        case Move():
            deed.tell(f"{who} moves {effect.by(deed.here)}", who, effect)
        case Narrate():
            deed.tell(effect.narrate, who, effect)
        case _:
            _begin(deed, entry, raw, effect, who)


def _inflict(deed: Deed, effect: Inflict, who: Being) -> None:
    condition = inflicted(deed, effect, who)
    if condition is not None:
        suffer(who, condition, deed.rng, deed, effect.lasts)


def _is_points(what: Ref[Entry]) -> bool:
    return isinstance(what.entry, Points)


def _begin(deed: Deed, entry: Entry, raw: Effect, effect: Effect, who: Being) -> None:
    """What is at work for a while, or at once where it changes points."""
    match effect:
        case Modify(modify=Ref() as what, by=Modifier() as by) if _is_points(what):
            _count(deed, effect, what.entry, by.adds, who)
        case Modify() | Allow() | Forbid() | Use() | Resist() | Ignore() | Repeat():
            begin(deed, entry, raw, effect, who)
        case _:
            raise AssertionError(f"nobody does {type(effect).__name__}")


def _count(deed: Deed, effect: Effect, points: Entry, by: int, who: Being) -> None:
    """Points more or less, never below none; whoever cannot have them gets none."""
    have = who.points.get(points.id)
    if have is None:
        deed.tell(f"{who} cannot have {points.name}", who)
        return
    who.points[points.id] = max(0, have + by)
    deed.tell(f"{who}: {by:+} {points.name}", who, effect)


def _roll(deed: Deed, effect: Roll) -> None:
    """Make an effect roll: one for each check, and none from another."""
    if deed.rolled:
        deed.tell("one check leads to one effect roll at most")
        return
    deed.rolled = True
    named = deed.names.get("effect-roll") if effect.roll == "chosen" else effect.roll
    if (id := meant(named)) is None:
        raise Refused("say which effect roll it is")
    entry = find(deed.actor.rules, id, EffectRoll)
    part = deed.choosing(deed.choices, entry)
    by = effect.by if isinstance(effect.by, Modifier) else None
    happen(part, entry, make_check(part, entry.check, target="effect-rolls", by=by))


def _buy(deed: Deed, effect: Buy) -> None:
    for part, pick in bought(deed, effect):
        happen(part, pick, pick.effects)


def suffer(
    who: Being,
    condition: Condition,
    rng: Randomness,
    deed: Deed | None = None,
    lasts: Duration | None = None,
) -> Held | None:
    """Give somebody a condition, for as long as it says or `lasts`; None where it changes nothing.

    What the condition does at once, a few times, for a while or at a moment of its own begins with
    it, as far as those are there whom it concerns.
    """
    before = tuple(who.conditions)
    held = put(who, condition, rng, lasts)
    if deed is not None and before != tuple(who.conditions):
        deed.tell(f"{who} is {condition.name}", who)
    if held is None:
        return None
    part = Deed(condition, casting(who), Choices(), rng, names_in(condition))
    part.began_with = condition.id
    begins = (one for one in condition.effects if not stands(one))
    happen(part, condition, [one for one in begins if _is_there(part, one)])
    if deed is not None:
        deed.happenings += part.happenings
    return held


def _is_there(deed: Deed, effect: Effect) -> bool:
    return not effect.to or any(role in deed.cast.roles for role in effect.to)


# Rules that have to be followed, and hooks that are set off.


def follow(
    entry: Rule | Hook,
    actor: Being,
    target: Being | None = None,
    *,
    rng: Randomness,
    choices: Choices | None = None,
    ally: Being | None = None,
    opponents: Sequence[Being] = (),
) -> Outcome:
    """Do as a rule says that has to be followed (giving up), or set off a hook of one's own.

    What a rule or a hook does all the time needs nobody to follow it, and is left out here. A hook
    that a check activates is set off once that check was made; else it costs a point.
    """
    roles = participants(actor, target=target, ally=ally, opponents=opponents)
    deed = Deed(entry, roles, choices or Choices(), rng)
    with Undoing(actor, target, ally, *opponents):
        activated = isinstance(entry, Hook) and bool(entry.activated_by)
        if isinstance(entry, Hook):
            _set_off(actor, entry)
        else:
            _ask(deed, entry)
        effects = (one for one in entry.effects if activated or not stands(one))
        happen(deed, entry, effects)
    return deed.outcome


def _set_off(actor: Being, hook: Hook) -> None:
    if hook.id not in actor.hooks:
        raise Refused(f"{actor} does not have {hook.name}")
    if "check" in hook.activated_by:
        return
    for one in hook.activated_by:
        if isinstance(one, Ref) and actor.points.get(one.id):
            actor.points[one.id] -= 1
            return
    if hook.activated_by:
        raise Refused(f"{actor} has no point left to set off {hook.name}")


def _ask(deed: Deed, rule: Rule) -> None:
    missing = unsaid(rule.asks, deed.names)
    if missing:
        raise Refused(f"{rule.name} needs to know: {', '.join(missing)}")
    deed.names = with_blanks(rule.asks, deed.names)
