"""Actions: whether somebody may take one, and what it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..effects import Allow, Buy, Forbid, Modify
from ..entries.tables import Condition, Track
from ..entries.world import ActionType
from .checks import Result, make_check, use_up
from .effects import happen, leave, on_track, rank_on, refuse_too_dear
from .effects_in_force import Working, at_work, names_in, unsaid, with_blanks
from .execution import Buying, Choices, Deed, Undoing, participants
from .state import Active, Held, Outcome, Refused, find

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from ..dice.table import Randomness
    from ..entries.actions import Action, Menu
    from .being import Being


# How many actions somebody has, and what lasts until the next of them.


def names_of(action: Action) -> set[str]:
    """The words that mean an action, or it and others."""
    return {"actions", action.id, action.type.id}


def slots(who: Being, type: ActionType) -> int | None:
    """How many actions of a type somebody has left in its period; None for any number."""
    if type.count is None:
        return None
    more = sum(working.by.adds for _, working in at_work(who, Modify, on=type.id))
    return max(0, type.count + more - who.used.get(type.id, 0))


def take_slot(actor: Being, action: Action) -> None:
    """The action is one of those that the actor has, or one that an effect allows.

    What is allowed only so often is used up where the actor has no action of the type left, and
    where the effect means this very action.
    """
    type = find(actor.rules, action.type, ActionType)
    left = slots(actor, type)
    allowed = next(_allowing(actor, action), None)
    if left:
        actor.used[type.id] = actor.used.get(type.id, 0) + 1
    elif left is None:
        if allowed is not None and allowed.chosen(_allows(allowed)) == action.id:
            use_up(actor, allowed.once)
    elif allowed is not None:
        use_up(actor, allowed.once)
    else:
        per = type.per.entry.name
        raise Refused(f"{actor} has no {type.name} left in this {per}")


def _allows(working: Working) -> object:
    return working.effect.__dict__.get("allow")


def _allowing(actor: Being, action: Action) -> Iterator[Working]:
    for effect, working in at_work(actor, Allow):
        if working.chosen(effect.allow) in names_of(action):
            yield working


def end_until(actor: Being, type: ActionType) -> None:
    """What lasts until one's own next action of a type is over."""
    actor.effects = [one for one in actor.effects if not _ends(one, type.key)]
    leave(actor, [one for one in actor.conditions if not _ends(one, type.key)])


def _ends(one: Held | Active, type: str) -> bool:
    return one.lasting is not None and one.lasting.lasts.action_type == type


def act(
    action: Action,
    actor: Being,
    target: Being | None = None,
    *,
    rng: Randomness,
    choices: Choices | None = None,
    ally: Being | None = None,
    opponents: Sequence[Being] = (),
    after: Callable[[Result], Result] | None = None,
) -> Outcome:
    """Take an action, on a target where it needs one.

    `choices` are what the actor decides; `ally` and `opponents` are others that it may concern.
    `after` may change the result of a check before anything follows from it. Raises Refused where
    it cannot be done; then nothing has happened.
    """
    roles = participants(
        actor, action.whom, target=target, ally=ally, opponents=opponents
    )
    deed = Deed(action, roles, choices or Choices(), rng)
    if after is not None:
        deed.after = after
    with Undoing(actor, target, ally, *opponents):
        _begin(deed, action)
        if action.check is not None:
            happen(deed, action, make_check(deed, action.check))
        happen(deed, action, action.effects)
    return deed.outcome


def test_track(
    track: Track,
    who: Being,
    *,
    rng: Randomness,
    choices: Choices | None = None,  # noqa: PT028
) -> Outcome:
    """Test a track of somebody, as the track says. Raises Refused where it has no test.

    What the check is made with is the choice `with`, unless the track names it.
    """
    if track.test is None:
        raise Refused(f"{track.name} has no test")
    held = on_track(who, track)
    condition = held[0].condition.entry if held else track.at(rank_on(who, track))
    assert condition is not None
    deed = Deed(
        track, participants(who), choices or Choices(), rng, names_in(condition)
    )
    with Undoing(who):
        happen(deed, track, make_check(deed, track.test))
    return deed.outcome


def buy(
    menu: Menu,
    rank: int,
    actor: Being,
    target: Being | None = None,
    *,
    buys: Sequence[Buying],
    rng: Randomness,
    ally: Being | None = None,
    opponents: Sequence[Being] = (),
) -> Outcome:
    """Spend the ranks of any check on a menu: for oneself, or for whom each thing is meant.

    Raises Refused where the ranks do not reach; then nothing has happened.
    """
    roles = participants(
        actor, ("chosen",), target=target, ally=ally, opponents=opponents
    )
    refuse_too_dear(buys, rank)
    choices = Choices(given={"rank": rank}, buys=tuple(buys))
    deed = Deed(menu, roles, choices, rng)
    with Undoing(actor, target, ally, *opponents):
        happen(deed, menu, [Buy(buy=deed.here.ref(menu.id))])
    return deed.outcome


def _begin(deed: Deed, action: Action) -> None:
    """Everything that has to be so before an action can be taken."""
    actor = deed.actor
    _refuse_forbidden(deed, action)
    _refuse_whom(deed, action)
    _ask(deed, action)
    deed.names["action"] = action
    if action.about is not None:
        patient = deed.cast.one("target")
        deed.names["chosen"] = _about(patient, action, deed.choices)
    for need in action.needs:
        if not need(deed.here):
            raise Refused(f"{action.name} needs: {need.text}")
    take_slot(actor, action)
    end_until(actor, action.type.entry)


def _refuse_forbidden(deed: Deed, action: Action) -> None:
    for effect, working in at_work(deed.actor, Forbid, deed.names):
        named = working.chosen(effect.forbid) in names_of(action)
        if named and working.covers(frozenset([action.id])):
            name = working.entry.name
            raise Refused(f"{name}: {deed.actor} cannot take {action.name}")


def _refuse_whom(deed: Deed, action: Action) -> None:
    """An action is used on those whom it is for."""
    whom, target = action.whom, deed.cast.one("target")
    if whom == ("self",) and target is not deed.actor:
        raise Refused(f"{action.name} is for oneself, not for {target}")
    if whom and "self" not in whom and not any(one in deed.cast.roles for one in whom):
        raise Refused(f"{action.name} needs somebody as {' or '.join(whom)}")


def _ask(deed: Deed, action: Action) -> None:
    """What an action asks, and what it chooses first, has to be given."""
    missing = unsaid(action.asks, deed.names)
    missing += [name for name in action.choose if name not in deed.names]
    if missing:
        raise Refused(f"{action.name} needs to know: {', '.join(missing)}")
    deed.names = with_blanks(action.asks, deed.names)


def _about(who: Being, action: Action, choices: Choices) -> Condition:
    """The condition that an action is about."""
    assert action.about is not None
    tracks = {track.id for track in action.about.condition}
    found = [one for one in who.conditions if one.condition.entry.parent.id in tracks]
    wanted = choices.condition
    if action.about.choose == "chosen" and wanted is not None:
        found = [one for one in found if wanted in (one, one.condition.entry)]
    if not found:
        raise Refused(f"{who} has no condition that {action.name} could be about")
    return max(found, key=_rank).condition.entry


def _rank(held: Held) -> int:
    return held.condition.entry.rank
