"""How many actions somebody has, and what lasts until the next of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..effects import Allow, Modify
from ..entries.frame import ActionType
from .ailing import leave
from .attempt import use_up
from .book import find
from .refused import Refused
from .standing import at_work

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..entries.actions import Action
    from .being import Being
    from .held import Active, Held
    from .standing import Working


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
