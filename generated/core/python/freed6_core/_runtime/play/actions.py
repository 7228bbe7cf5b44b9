"""Actions: whether a being may take one, and what it does; tests of tracks; menus."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar

from ..arguments import door
from ..effects import Buy, Roll, Who
from ..entries.actions import Action, EffectRoll, Menu, Rule
from ..entries.tables import Track
from ..entries.world import Hook
from ..record import Entry
from ..situation import RuleRef
from .checks import Result, consume, make_check
from .effect_index import condition_names
from .effects import (
    apply_effects,
    conditions_on,
    earn_by_doing,
    pay_points,
    picked,
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
    from collections.abc import Callable, Iterable, Sequence

    from ..dice.table import Randomness
    from ..entries.actions import Check
    from ..entries.world import ActionType
    from ..situation import Naming, Rules
    from .being import Being
    from .execution import Buys


Timed = TypeVar("Timed", Held, Active)


def end_lasting_until(actor: Being, type: ActionType) -> None:
    """End what lasts until the actor's next action of a type."""
    actor.effects = _lasting_beyond(type, actor.effects)
    set_conditions(actor, _lasting_beyond(type, actor.conditions))


def _lasting_beyond(type: ActionType, timed: Iterable[Timed]) -> list[Timed]:
    """Those that do not end with an action of a type."""
    key = type.key
    return [
        one
        for one in timed
        if one.lasting is None or one.lasting.lasts.action_type != key
    ]


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
    with Transaction(*execution.participants.everyone):
        counts = _begin(execution, action)
        if action.check is not None:
            apply_effects(execution, action, make_check(execution, action.check))
        apply_effects(execution, action, action.effects)
        with execution.carrying_out():
            earn_by_doing(execution, action)
        # Formulas of the action count those before it, as they do when it is only looked at.
        used = execution.actor.used
        for id in counts:
            used[id] = used.get(id, 0) + 1
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
    menu = menu if isinstance(menu, Menu) else find(actor.rules, menu, Menu)
    open_to = _open_to(menu, actor.rules)
    for_allies = "ally" in open_to and not {"opponent", "opponents"} & set(open_to)
    meant: tuple[Who, ...] = ("ally",) if for_allies else ("chosen",)
    roles = assign_roles(actor, meant, target, ally, opponents)
    refuse_too_dear(menu, buys, rank, actor.rules)
    for buying, _ in picked(menu, buys):
        refuse_for(open_to, buying.whom)
    effect = Buy(
        buy=RuleRef(menu.id, actor.rules), to=() if "self" in open_to else open_to
    )
    execution = Execution(menu, roles, Choices(given={"rank": rank}), rng)
    refuse_purchases(execution, effect, buys)
    execution.choices = execution.choices.but(buys=buys)
    with Transaction(actor, target, ally, *opponents):
        apply_effects(execution, menu, [effect])
    return execution.outcome


def _open_to(menu: Menu, rules: Rules) -> tuple[Who, ...]:
    """The roles that the rules open a menu for; none for anybody."""
    opened = rules.once(_menus_opened).get(menu.id, ())
    roles: dict[Who, None] = {role: None for to in opened for role in to}
    return () if () in opened else tuple(roles)


def _menus_opened(rules: Rules) -> Mapping[str, list[tuple[Who, ...]]]:
    """For which roles each menu is opened, by its id, each time that something opens it."""
    opened: dict[str, list[tuple[Who, ...]]] = {}
    for word, kind in OPENING.items():
        for entry in every(rules, word, kind):
            for effect in effects_of(entry):
                if isinstance(effect, Buy):
                    opened.setdefault(effect.buy.id, []).append(effect.to)
    return opened


OPENING: Mapping[str, type[Entry]] = {
    "action": Action,
    "effect-roll": EffectRoll,
    "rule": Rule,
    "hook": Hook,
}
"""The kinds of entries that open menus."""


def _begin(execution: Execution, action: Action) -> tuple[str, ...]:
    """Check that the action can be taken now, and pay. Raises Refused if it cannot.

    Return the ids that it counts for once it is done: its own also if it takes no slot.
    """
    actor = execution.actor
    slot, costs = refuse_action(execution, action)
    consume(actor, slot.once)
    pay_points(execution, costs, actor)
    end_lasting_until(actor, action.type.entry)
    return (action.id, *((action.type.id,) if slot.counts else ()))


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
