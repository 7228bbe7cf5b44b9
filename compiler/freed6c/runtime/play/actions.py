"""Actions: whether a being may take one, and what it does; tests of tracks; menus."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..arguments import door
from ..effects import Buy, Roll, Who
from ..entries.actions import Action, EffectRoll, Menu
from ..entries.tables import Track
from ..situation import RuleRef
from .checks import Result, consume, make_check
from .effect_index import condition_names
from .effects import (
    apply_effects,
    conditions_on,
    earn_by_doing,
    pay_points,
    rank_on,
    refuse_for,
    refuse_too_dear,
    set_conditions,
)
from .execution import (
    Choices,
    Decisions,
    Execution,
    Transaction,
    assign_roles,
)
from .requirements import refuse_action, refuse_purchases
from .state import Active, Held, Outcome, Refused, effects_of, every, find

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from ..dice.table import Randomness
    from ..entries.actions import Check
    from ..entries.world import ActionType
    from ..situation import Naming, Rules
    from .being import Being
    from .execution import Buys


def end_lasting_until(actor: Being, type: ActionType) -> None:
    """End what lasts until the actor's next action of a type."""

    def goes_on(timed: Held | Active) -> bool:
        return timed.lasting is None or timed.lasting.lasts.action_type != type.key

    actor.effects = list(filter(goes_on, actor.effects))
    set_conditions(actor, filter(goes_on, actor.conditions))


@door
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
    it cannot be done; then nothing has happened. That is known before the dice of its check fall:
    what cannot happen after them is told, and all else happens.
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
        # Formulas of the action count those before it, as they do when it is only looked at.
        for id in (action.id, action.type.id)[: 1 + slot.counts]:
            actor.used[id] = actor.used.get(id, 0) + 1
    return execution.outcome


@door
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


@door
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

    That is somebody for whom an action of the rules opens the menu; anybody if one opens it for
    all, or none does. Raises Refused where the ranks do not reach, for what would change nothing,
    and for what does not fit, as a deed does; then nothing has happened.
    """
    menu = find(actor.rules, menu, Menu)
    open_to = _open_to(menu, actor.rules)
    for_allies = "ally" in open_to and not {"opponent", "opponents"} & set(open_to)
    meant: tuple[Who, ...] = ("ally",) if for_allies else ("chosen",)
    roles = assign_roles(actor, meant, target, ally, opponents)
    for buying, _ in refuse_too_dear(menu, buys, rank, actor.rules):
        refuse_for(open_to, buying.whom)
    to = () if "self" in open_to else open_to
    effect = Buy(buy=RuleRef(menu.id, actor.rules), to=to)
    execution = Execution(menu, roles, Choices(given={"rank": rank}), rng)
    refuse_purchases(execution, effect, buys)
    execution.choices = execution.choices.but(buys=buys)
    with Transaction(actor, target, ally, *opponents):
        apply_effects(execution, menu, [effect])
    return execution.outcome


def _open_to(menu: Menu, rules: Rules) -> tuple[Who, ...]:
    """Return the roles that the rules open a menu for; none if it is open to anybody."""
    opened = [
        effect.to
        for kind in ("action", "effect-roll", "rule", "hook")
        for entry in rules.every(kind)
        for effect in effects_of(entry)
        if isinstance(effect, Buy) and effect.buy.id == menu.id
    ]
    return () if () in opened else tuple({role: None for to in opened for role in to})


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
    against = [check.against for check in checks if check is not None]
    if not any(made is not None and made.resistance for made in against):
        raise Refused(f"{entry.name} leaves no choice to resist it with a roll")
