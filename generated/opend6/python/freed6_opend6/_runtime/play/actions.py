"""Actions: whether a being may take one, and what it does; tests of tracks; menus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..effects import Allow, Buy, Forbid, Modify, Roll
from ..entries.actions import Action, EffectRoll, Menu
from ..entries.tables import Condition, Track
from ..entries.world import ActionType, Period
from .checks import Result, consume, costs_of, make_check, refuse_unpaid
from .effect_index import condition_names
from .effects import (
    apply_effects,
    conditions_on,
    earn_by_doing,
    pay_points,
    rank_on,
    refuse_too_dear,
    require_answers,
    set_conditions,
)
from .effects_in_force import in_force
from .execution import (
    Choices,
    Decisions,
    Execution,
    Transaction,
    assign_roles,
)
from .state import Active, Held, Outcome, Refused, effects_of, every, find

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..dice.table import Randomness
    from ..entries.actions import Check
    from ..situation import Naming
    from .being import Being
    from .execution import Buys


# Slots: how many actions of a type a being has in a period.


def ids_meaning(action: Action) -> set[str]:
    """The ids and words by which effects allow or forbid an action."""
    return {"actions", action.id, action.type.id}


def slots(who: Being, type: Naming[ActionType]) -> int | None:
    """How many actions of a type a being has left in its period; None for any number."""
    if not isinstance(type, ActionType):
        type = find(who.rules, type, ActionType)
    if type.count is None:
        return None
    more = sum(applied.by.adds for _, applied in in_force(who, Modify, on=type.id))
    return max(0, type.count + more - who.used.get(type.id, 0))


def use_slot(actor: Being, action: Action) -> None:
    """Count the action, or consume an effect that allows it. Raises Refused with neither left.

    How often the action itself was taken is counted besides, also where it takes no slot.

    An effect that lasts for a number of actions is kept as long as the actor has slots; where any
    number of actions is free, it is consumed only if it allows this very action. Out of turn, such
    an effect comes before the slots, which are for the turn to come.
    """
    type = find(actor.rules, action.type, ActionType)
    left = slots(actor, type)
    actor.used[action.id] = actor.used.get(action.id, 0) + 1
    if left and not in_turn(actor):
        for _, applied in in_force(actor, Allow, on=action.id):
            if applied.once:
                consume(actor, applied.once)
                return
    if left:
        actor.used[type.id] = actor.used.get(type.id, 0) + 1
        return
    for effect, applied in in_force(actor, Allow, on=ids_meaning(action)):
        if left == 0 or applied.chosen(effect.allow) == action.id:
            consume(actor, applied.once)
        return
    if left == 0:
        per = type.per.entry.name
        raise Refused(f"{actor} has no {type.name} left in this {per}")


def in_turn(who: Being) -> bool:
    """Whether a period of its own has begun for a being, such as its turn."""
    periods = every(who.rules, "period", Period)
    return any(
        period.belongs_to is not None and period.key in who.under_way
        for period in periods
    )


def end_lasting_until(actor: Being, type: ActionType) -> None:
    """End what lasts until the actor's next action of a type."""
    key = type.key

    def stays(timed: Held | Active) -> bool:
        return timed.lasting is None or timed.lasting.lasts.action_type != key

    actor.effects = [active for active in actor.effects if stays(active)]
    set_conditions(actor, [held for held in actor.conditions if stays(held)])


def act(
    action: Naming[Action],
    actor: Being,
    target: Being | None = None,
    *,
    rng: Randomness | None = None,
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
    if not isinstance(action, Action):
        action = find(actor.rules, action, Action)
    roles = assign_roles(actor, action.whom, target, ally, opponents)
    execution = Execution(action, roles, choices, rng)
    if after is not None:
        execution.decisions = Decisions(after)
    return carry_out(execution, action)


def carry_out(execution: Execution, action: Action) -> Outcome:
    """Let an action happen: it is begun and rolled, and all that follows from it happens.

    Raises Refused where it cannot be done; then nothing has happened.
    """
    _refuse_roll(execution, action, action.check)
    with Transaction(*execution.participants.everyone):
        _begin(execution, action)
        if action.check is not None:
            apply_effects(execution, action, make_check(execution, action.check))
        apply_effects(execution, action, action.effects)
        earn_by_doing(execution, action)
    return execution.outcome


def test_track(
    track: Naming[Track],
    who: Being,
    *,
    rng: Randomness | None = None,  # noqa: PT028
    choices: Choices | None = None,  # noqa: PT028
) -> Outcome:
    """Test a track of somebody, as the track says. Raises Refused where it has no test.

    What the check is made with is the choice `with`, unless the track names it.
    """
    if not isinstance(track, Track):
        track = find(who.rules, track, Track)
    if track.test is None:
        raise Refused(f"{track.name} has no test")
    held = conditions_on(who, track)
    condition = held[0].condition.entry if held else track.at(rank_on(who, track))
    assert condition is not None
    names = condition_names(condition)
    execution = Execution(track, assign_roles(who), choices, rng, names)
    _refuse_roll(execution, track, track.test)
    with Transaction(who):
        apply_effects(execution, track, make_check(execution, track.test))
    return execution.outcome


def buy(
    menu: Naming[Menu],
    rank: int,
    actor: Being,
    target: Being | None = None,
    *,
    buys: Buys,
    rng: Randomness | None = None,
    ally: Being | None = None,
    opponents: Sequence[Being] = (),
) -> Outcome:
    """Spend the ranks of any check on a menu: for oneself, or for whom each thing is meant.

    Raises Refused where the ranks do not reach; then nothing has happened.
    """
    roles = assign_roles(actor, ("chosen",), target, ally, opponents)
    menu = menu if isinstance(menu, Menu) else find(actor.rules, menu, Menu)
    refuse_too_dear(menu, buys, rank)
    choices = Choices(given={"rank": rank}, buys=buys)
    execution = Execution(menu, roles, choices, rng)
    with Transaction(actor, target, ally, *opponents):
        apply_effects(execution, menu, [Buy(buy=execution.situation.ref(menu.id))])
    return execution.outcome


def _begin(execution: Execution, action: Action) -> None:
    """Check that the action can be taken now, and count it. Raises Refused where it cannot."""
    actor = execution.actor
    meant = ids_meaning(action)
    for _, applied in in_force(actor, Forbid, execution.names, on=meant):
        if applied.covers(frozenset([action.id])):
            raise Refused(f"{applied.entry.name}: {actor} cannot take {action.name}")
    whom, target = action.whom, execution.participants.one("target")
    if whom == ("self",) and target is not actor:
        raise Refused(f"{action.name} is for oneself, not for {target}")
    roles = execution.participants.roles.keys()
    if whom and "self" not in whom and not roles & set(whom):
        raise Refused(f"{action.name} needs somebody as {' or '.join(whom)}")
    require_answers(execution, action)
    execution.names["action"] = action
    if action.about is not None:
        execution.names["chosen"] = _about(target, action, execution.condition)
    for need in action.needs:
        if not need(execution.situation):
            raise Refused(f"{action.name} needs: {need.text}")
    costs = costs_of(action.costs, execution.situation)
    refuse_unpaid(actor, costs, action.name)
    use_slot(actor, action)
    pay_points(execution, costs, actor)
    end_lasting_until(actor, action.type.entry)


def _refuse_roll(
    execution: Execution, entry: Action | Track, made: Check | None
) -> None:
    """Raise Refused where a roll to resist was chosen that neither check nor effect roll allows."""
    if not execution.choices.resisted_by_roll:
        return
    checks = [made]
    for effect in effects_of(entry):
        if isinstance(effect, Roll) and effect.roll != "chosen":
            checks.append(find(execution.actor.rules, effect.roll, EffectRoll).check)
        elif isinstance(effect, Roll | Buy):
            rolls = every(execution.actor.rules, "effect-roll", EffectRoll)
            checks += [roll.check for roll in rolls]
    for check in checks:
        if check is not None and check.against is not None and check.against.resistance:
            return
    raise Refused(f"{entry.name} leaves no choice to resist it with a roll")


def _about(who: Being, action: Action, chosen: Held | Condition | None) -> Condition:
    """The condition that an action is about: the one chosen, else that of the highest rank."""
    assert action.about is not None
    tracks = {track.id for track in action.about.condition}
    wanted = chosen if action.about.choose == "chosen" else None
    conditions = [
        held.condition.entry
        for held in who.conditions
        if held.condition.entry.parent.id in tracks
        and (wanted is None or wanted in (held, held.condition.entry))
    ]
    if not conditions:
        raise Refused(f"{who} has no condition that {action.name} could be about")
    return max(conditions, key=lambda condition: condition.rank)
