"""Actions, tests of tracks, and purchases from menus, carried out in full."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..arguments import door
from ..effects import Buy, Roll, Who
from ..entries.actions import Action, EffectRoll, Menu
from ..entries.tables import Track
from ..situation import RuleRef
from .checks import CheckResult, consume, make_check
from .effect_index import condition_names
from .effects import (
    apply_effects,
    conditions_on,
    earn_by_doing,
    pay_points,
    rank_on,
    refuse_too_dear,
    set_conditions,
)
from .execution import (
    Choices,
    Decisions,
    Execution,
    Transaction,
    assign_roles,
    refuse_wrong_role,
)
from .requirements import refuse_action, refuse_purchases
from .state import (
    ActiveCondition,
    ActiveEffect,
    Outcome,
    RefusedError,
    effects_of,
    entry_id,
    every,
    find,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from ..dice.table import Randomness
    from ..entries.actions import Check
    from ..entries.world import ActionType
    from ..situation import Like, Rules
    from .actor import Actor
    from .execution import Buys


def end_lasting_until(actor: Actor, type: ActionType) -> None:
    """End conditions and effects that last until the actor's next action of a type."""

    def continues(timed: ActiveCondition | ActiveEffect) -> bool:
        return timed.lasting is None or timed.lasting.duration.action_type != type.key

    actor.effects = list(filter(continues, actor.effects))
    set_conditions(actor, filter(continues, actor.conditions))


@door  # checks the types of the arguments at each call
def act(
    action: Like[Action],
    actor: Actor,
    target: Actor | None = None,
    *,
    rng: Randomness | None = None,
    choices: Choices | None = None,
    ally: Actor | None = None,
    opponents: Sequence[Actor] = (),
    after: Callable[[CheckResult], CheckResult] | None = None,
) -> Outcome:
    """Take an action, on a target if it needs one, and return the outcome.

    - `choices`: the decisions of the actor.
    - `ally`, `opponents`: other actors that the action can affect.
    - `after`: a function that can change the result of a check before effects follow from it.

    Raises RefusedError, and changes nothing, if the action is not possible. All refusals come
    before the dice of the check. Effects that turn out impossible after the roll are skipped, with
    a notice in the log.
    """
    if not isinstance(action, Action):
        action = find(actor.rules, action, Action)
    roles = assign_roles(actor, action.target, target, ally, opponents)
    execution = Execution(action, roles, choices, rng)
    if after is not None:
        execution.decisions = Decisions(after)
    return carry_out(execution, action)


def carry_out(execution: Execution, action: Action) -> Outcome:
    """Carry out an action: pay for it, make its check, and apply its effects.

    Raises RefusedError, and changes nothing, if the action is not possible.
    """
    _refuse_roll(execution, action, action.check)
    actor = execution.actor
    with Transaction(*execution.participants.everyone):
        slot, costs = refuse_action(execution, action)
        consume(actor, slot.once)
        pay_points(execution, costs, actor)
        end_lasting_until(actor, action.type.entry)
        if action.check is not None:
            apply_effects(execution, action, make_check(execution, action.check))
        apply_effects(execution, action, action.effects)
        with execution.carrying_out():
            earn_by_doing(execution, action)
        # Counted last, so formulas of the action count only those before it.
        used = [action.id, *([action.type.id] if slot.counts else [])]
        chosen = (entry_id(execution.names.get(key)) for key in action.choose)
        used += [f"{action.id}/{id}" for id in chosen if id is not None]
        for id in used:
            actor.used[id] = actor.used.get(id, 0) + 1
    return execution.outcome


@door
def test_track(
    track: Like[Track],
    who: Actor,
    *,
    rng: Randomness | None = None,  # noqa: PT028
    choices: Choices | None = None,  # noqa: PT028
) -> Outcome:
    """Make the check that a track defines for its conditions, and return the outcome.

    If the track has no rating, the choice `with` decides what to roll. Raises RefusedError if the
    track has no test.
    """
    track = find(who.rules, track, Track)
    if track.test is None:
        raise RefusedError(f"{track.name} has no test")
    held = conditions_on(who, track)
    condition = held[0].condition.entry if held else track.at(rank_on(who, track))
    assert condition is not None
    names = condition_names(condition)
    execution = Execution(track, assign_roles(who), choices, rng, names)
    _refuse_roll(execution, track, track.test)
    with Transaction(who):
        apply_effects(execution, track, make_check(execution, track.test))
    return execution.outcome


@door
def spend_ranks(
    menu: Like[Menu],
    rank: int,
    actor: Actor,
    target: Actor | None = None,
    *,
    buys: Buys,
    rng: Randomness | None = None,
    ally: Actor | None = None,
    opponents: Sequence[Actor] = (),
) -> Outcome:
    """Spend the ranks of any check on a menu, for the actor or for other roles.

    The rules can open the menu for certain roles. Without such roles, it works for any role. Raises
    RefusedError, and changes nothing, if the ranks do not pay for the purchases, if a purchase
    would change nothing, or if it is invalid.
    """
    menu = find(actor.rules, menu, Menu)
    open_to = _open_to(menu, actor.rules)
    for_allies = "ally" in open_to and not {"opponent", "opponents"} & set(open_to)
    whom: tuple[Who, ...] = ("ally",) if for_allies else ("chosen",)
    roles = assign_roles(actor, whom, target, ally, opponents)
    execution = Execution(menu, roles, Choices(given={"rank": rank}), rng)
    for buying, _ in refuse_too_dear(execution, menu, buys, rank):
        refuse_wrong_role(open_to, buying.recipient)
    to = () if "self" in open_to else open_to
    effect = Buy(buy=RuleRef(menu.id, actor.rules), to=to)
    refuse_purchases(execution, effect, buys)
    execution.choices = execution.choices.but(buys=buys)
    with Transaction(actor, target, ally, *opponents):
        apply_effects(execution, menu, [effect])
    return execution.outcome


def _open_to(menu: Menu, rules: Rules) -> tuple[Who, ...]:
    """Return the roles that the rules open a menu for; empty if it is open for any role.

    These are the roles in `to` of each effect that opens the menu. An effect without `to` opens
    the menu to every role.
    """
    groups = rules.once(_roles_by_menu).get(menu.id, [])
    # A dict drops duplicates and keeps the order.
    return () if () in groups else tuple({role: None for to in groups for role in to})


def _roles_by_menu(rules: Rules) -> Mapping[str, list[tuple[Who, ...]]]:
    """Return the `to` of each effect that opens a menu, by the id of the menu."""
    groups: dict[str, list[tuple[Who, ...]]] = {}
    for kind in ("action", "effect-roll", "rule", "hook"):
        for entry in rules.every(kind):
            for effect in effects_of(entry):
                if isinstance(effect, Buy):
                    groups.setdefault(effect.buy.id, []).append(effect.to)
    return groups


def _refuse_roll(
    execution: Execution, entry: Action | Track, check: Check | None
) -> None:
    """Raise RefusedError if `resisted_by_roll` was chosen, and no check here leaves that choice.

    The check is that of the entry, or of an effect roll that can follow. If the effect roll is
    still to be chosen or bought, it can be any in the rules.
    """
    if not execution.choices.resisted_by_roll:
        return
    checks = [check]
    for effect in effects_of(entry):
        if isinstance(effect, Roll) and effect.roll != "chosen":
            checks.append(find(execution.actor.rules, effect.roll, EffectRoll).check)
        elif isinstance(effect, Roll | Buy):
            rolls = every(execution.actor.rules, "effect-roll", EffectRoll)
            checks += [roll.check for roll in rolls]
    targets = [check.against for check in checks if check is not None]
    if not any(against is not None and against.resistance for against in targets):
        raise RefusedError(f"{entry.name} cannot be resisted with a roll")
