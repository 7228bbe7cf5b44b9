"""Actions, effect rolls and rules: who rolls what against what, and what follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.blocks import (
    Blocks,
    Definition,
    Definitions,
    EntryHeading,
    Inlines,
    Paragraph,
    Text,
)
from freed6c.document.describe.parts import (
    Sketch,
    effect_blocks,
    facts,
    listed_facts,
    merged,
    named,
    paragraph,
    table,
    with_effects,
)
from freed6c.document.prose_rendering import line, prose
from freed6c.document.sentences.effects import cell, ended
from freed6c.document.sentences.formulas import (
    cells_by_table,
    formula,
    rated,
    reached,
    thing,
    type_words,
    whom,
)
from freed6c.document.sentences.numbers import when_over
from freed6c.document.wording import label_of
from freed6c.runtime.entries.tables import Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.document.render_context import Scribe
    from freed6c.runtime.entries.actions import (
        Action,
        Against,
        Ask,
        Check,
        EffectRoll,
        Gain,
        Limit,
        Loss,
        Menu,
        Order,
        Pick,
        Points,
        Rule,
        Scene,
        Spend,
        Tier,
    )
    from freed6c.runtime.record import Ref


def action(scribe: Scribe, entry: Action, _level: int) -> Blocks:
    """What it takes, what is rolled, what it does."""
    before = facts(
        scribe,
        ("action-type", (scribe.link(entry.type.entry),)),
        ("whom", whom(scribe, entry.whom)),
        ("choose", _choices(scribe, entry.choose)),
        ("about", _about(scribe, entry)),
    )
    situation = listed_facts(
        scribe,
        ("asks", asked(scribe, entry.asks)),
        ("needs", [formula(scribe, need.text) for need in entry.needs]),
    )
    check = (
        check_facts(scribe, entry.check, rolled(scribe, entry)) if entry.check else ()
    )
    effects = with_effects(scribe, "effects", entry.effects)
    return merged(before, situation, check, effects)


def _about(scribe: Scribe, entry: Action) -> Inlines:
    if entry.about is None:
        return ()
    tracks = scribe.links(entry.about.condition, "or")
    return scribe.say(f"about.{entry.about.choose}", tracks=tracks)


def _choices(scribe: Scribe, choose: Mapping[str, str]) -> Inlines:
    return scribe.listed([_choice(scribe, *pair) for pair in choose.items()])


def _choice(scribe: Scribe, name: str, what: str) -> Inlines:
    """A row of a table; or something of a kind, under the name that it has here."""
    found = scribe.index.find(what, ("table",))
    if isinstance(found, Table):
        return scribe.say("choose.row", table=(scribe.link(found),))
    kind = type_words(scribe, what)
    return scribe.say("ask", name=label_of(name), type=kind)


def asked(scribe: Scribe, asks: Mapping[str, Ask]) -> list[Inlines]:
    """Facts of the situation."""
    return [
        scribe.say(
            "ask.optional" if ask.optional else "ask",
            name=ask.name,
            type=type_words(scribe, ask.type),
        )
        for ask in asks.values()
    ]


def effect_roll(scribe: Scribe, entry: EffectRoll, _level: int) -> Blocks:
    """What is rolled, and what follows."""
    return check_facts(scribe, entry.check)


def rule(scribe: Scribe, entry: Rule, _level: int) -> Blocks:
    """What it needs to know, and what it does."""
    asks = listed_facts(scribe, ("asks", asked(scribe, entry.asks)))
    return merged(asks, with_effects(scribe, "effects", entry.effects))


def rolled(scribe: Scribe, entry: Action) -> Inlines:
    """What is rolled for an action. A cell of a chosen row says of which table that is."""
    tables = scribe.knowing(cells_by_table(scribe, entry))
    return rated(tables, entry.check.with_, "or") if entry.check else ()


def check_facts(scribe: Scribe, check: Check, roll: Inlines = ()) -> Blocks:
    """A check as facts, with words for what is rolled if the check alone does not know them."""
    skip = formula(scribe, check.skip_if.text) if check.skip_if else ()
    made = facts(
        scribe,
        ("with", roll or rated(scribe, check.with_, "or")),
        ("against", against_words(scribe, check.against)),
        ("skip-if", skip),
    )
    return merged(
        made,
        with_effects(scribe, "success", check.success),
        with_effects(scribe, "failure", check.failure),
        with_effects(scribe, "always", check.always),
    )


def against_words(scribe: Scribe, against: Against | None) -> Inlines:
    """What has to be reached."""
    if against is None:
        return ()
    words = reached(scribe, against)
    if not against.text:
        return words
    text = line(scribe, against.text)
    return scribe.say("against.said", against=words, text=text) if words else text


# Scenes: what one can do in them, and in which order.


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


# Menus of effects.


def menu(scribe: Scribe, entry: Menu, _level: int) -> Blocks:
    """What can be bought, by cost."""
    sketch = Sketch(
        ("cost", [_cost(scribe, pick) for pick in entry.picks]),
        ("name", [named(scribe, p) if p.name else () for p in entry.picks]),
        ("effect", [_effect(scribe, pick) for pick in entry.picks]),
    )
    return (
        *paragraph(scribe, scribe.say(f"paid-with.{entry.paid_with}")),
        *table(scribe, sketch),
    )


def _cost(scribe: Scribe, pick: Pick) -> Inlines:
    """A pick without a name is found by its cost."""
    anchor = () if pick.name else scribe.anchor(pick)
    return (*anchor, Text(str(pick.cost)))


def _effect(scribe: Scribe, pick: Pick) -> Inlines:
    words = cell(scribe, pick.effects)
    if pick.at_most is not None:
        words = scribe.say("pick.at-most", effect=words, count=pick.at_most)
    if not pick.text:
        return words
    text = line(scribe, pick.text)
    return scribe.say("behind", first=ended(scribe, words), next=text)


# Pools of points.


def points(scribe: Scribe, entry: Points, level: int) -> Blocks:
    """How many one has, and what they are spent on, earned for and lost for."""
    needs = scribe.listed([formula(scribe, need.text) for need in entry.needs])
    spend = tuple(_spend(scribe, way) for way in entry.spend.values())
    earn = tuple(_earn(scribe, way) for way in entry.earn.values())
    lose = tuple(_lose(scribe, way) for way in entry.lose.values())
    return (
        *facts(
            scribe,
            ("start", formula(scribe, entry.start.text)),
            ("refills", _refills(scribe, entry)),
            ("needs", needs),
            ("at-most", _limit(scribe, entry.at_most) if entry.at_most else ()),
            ("exclusive-with", scribe.links(entry.exclusive_with)),
        ),
        *_section(scribe, level, "spend", spend),
        *_section(scribe, level, "earn", earn),
        *_section(scribe, level, "lose", lose),
    )


def _section(
    scribe: Scribe, level: int, key: str, items: tuple[Definition, ...]
) -> Blocks:
    if not items:
        return ()
    return (
        EntryHeading(level + 1, "", scribe.word(f"label.{key}"), ""),
        Definitions(items),
    )


def _refills(scribe: Scribe, entry: Points) -> Inlines:
    if isinstance(entry.refills, str):
        return scribe.say("refills.never")
    return scribe.say("refills.period", period=(scribe.link(entry.refills.entry),))


def _limit(scribe: Scribe, limit: Limit) -> Inlines:
    if isinstance(limit.per, str):
        return scribe.say("limit.check", count=limit.count)
    period = (scribe.link(limit.per.entry),)
    return scribe.say(f"limit.{limit.among}", count=limit.count, period=period)


def _spend(scribe: Scribe, way: Spend) -> Definition:
    at = scribe.say(f"spend.{way.at}")
    if way.at_most is not None:
        limit = _limit(scribe, way.at_most)
        at = scribe.say("list.comma", first=at, next=limit)
    term = scribe.say("spend", name=way.name, cost=way.cost, at=at)
    return Definition(
        term, (*effect_blocks(scribe, way.effects), *_text(scribe, way.text))
    )


def _earn(scribe: Scribe, way: Gain) -> Definition:
    if way.paid is None:
        term = scribe.say("earn", name=way.name, amount=way.amount)
    else:
        when = when_over(scribe, way.paid)
        term = scribe.say("earn.paid", name=way.name, amount=way.amount, when=when)
    return Definition(term, _text(scribe, way.text))


def _lose(scribe: Scribe, way: Loss) -> Definition:
    term = scribe.say("lose", name=way.name, amount=way.amount)
    return Definition(term, _text(scribe, way.text))


def _text(scribe: Scribe, text: str) -> Blocks:
    return prose(scribe, text) if text else ()
