"""Scenes: what one can do in them, and in which order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.blocks import Definition, Definitions, Paragraph, Text
from freed6c.document.describe.parts import facts
from freed6c.document.sentences.checks import thing

if TYPE_CHECKING:
    from freed6c.document.blocks import Blocks, Inlines
    from freed6c.document.scribe import Scribe
    from freed6c.runtime.entries.actions import Action, Order, Scene, Tier
    from freed6c.runtime.record import Ref


def scene(scribe: Scribe, entry: Scene, _level: int) -> Blocks:
    """What it is a kind of, its order of play, its actions by their types."""
    kind_of = (scribe.link(entry.kind_of.entry),) if entry.kind_of else ()
    order = _order(scribe, entry.order) if entry.order else ()
    return (*facts(scribe, ("kind-of", kind_of), *order), *_actions(scribe, entry))


def _actions(scribe: Scribe, entry: Scene) -> Blocks:
    by_type: dict[str, list[Ref[Action]]] = {}
    for action in entry.actions:
        by_type.setdefault(action.entry.type.id, []).append(action)
    items = tuple(
        Definition(
            (scribe.link(scribe.ruleset.entries[type_]),),
            (Paragraph(scribe.listed([(scribe.link(a.entry),) for a in actions])),),
        )
        for type_, actions in by_type.items()
    )
    return (Definitions(items),) if items else ()


def _order(scribe: Scribe, order: Order) -> tuple[tuple[str, Inlines], ...]:
    if isinstance(order.by, str):
        by = scribe.say("order.first-to-act")
    else:
        by = scribe.say("order.by", value=thing(scribe, order.by))
    each = scribe.say("order.each", period=(scribe.link(order.each.entry),))
    declared = order.declare != "none"
    declare = scribe.say(f"order.{order.declare}") if declared else ()
    ties = [_tie(scribe, tie) for tie in order.ties]
    grouped = order.sides != "none"
    return (
        ("order", scribe.say("list.comma", first=by, next=each)),
        ("declare", declare),
        ("act", scribe.say(f"order.{order.act}")),
        ("interrupt", _interrupt(scribe, order)),
        ("sides", scribe.say(f"order.sides.{order.sides}") if grouped else ()),
        ("tiers", _then(scribe, [_tier(scribe, one) for one in order.tiers.values()])),
        ("ties", _then(scribe, ties)),
    )


def _interrupt(scribe: Scribe, order: Order) -> Inlines:
    if order.interrupt_while is None:
        return scribe.say("order.interrupt") if order.interrupt else ()
    condition = thing(scribe, order.interrupt_while)
    return scribe.say("order.interrupt-while", condition=condition)


def _tier(scribe: Scribe, tier: Tier) -> Inlines:
    if not tier.actions:
        return (Text(tier.name),)
    actions = scribe.listed([(scribe.link(one.entry),) for one in tier.actions])
    return scribe.say("order.tier", name=tier.name, actions=actions)


def _tie(scribe: Scribe, tie: object) -> Inlines:
    if isinstance(tie, str):
        return scribe.say(f"ties.{tie}")
    return scribe.say("ties.compare", rating=thing(scribe, tie))


def _then(scribe: Scribe, ties: list[Inlines]) -> Inlines:
    """One after the other."""
    words = ties[0] if ties else ()
    for tie in ties[1:]:
        words = scribe.say("ties.then", first=words, next=tie)
    return words
