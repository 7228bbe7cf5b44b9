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


def action(ctx: Scribe, entry: Action, _level: int) -> Blocks:
    """What it takes, what is rolled, what it does."""
    before = facts(
        ctx,
        ("action-type", (ctx.link(entry.type.entry),)),
        ("whom", whom(ctx, entry.whom)),
        ("choose", _choices(ctx, entry.choose)),
        ("about", _about(ctx, entry)),
    )
    situation = listed_facts(
        ctx,
        ("asks", asked(ctx, entry.asks)),
        ("needs", [formula(ctx, need.text) for need in entry.needs]),
    )
    check = check_facts(ctx, entry.check, rolled(ctx, entry)) if entry.check else ()
    effects = with_effects(ctx, "effects", entry.effects)
    return merged(before, situation, check, effects)


def _about(ctx: Scribe, entry: Action) -> Inlines:
    if entry.about is None:
        return ()
    tracks = ctx.links(entry.about.condition, "or")
    return ctx.say(f"about.{entry.about.choose}", tracks=tracks)


def _choices(ctx: Scribe, choose: Mapping[str, str]) -> Inlines:
    return ctx.listed([_choice(ctx, *pair) for pair in choose.items()])


def _choice(ctx: Scribe, name: str, what: str) -> Inlines:
    """A row of a table; or something of a kind, under the name that it has here."""
    found = ctx.index.find(what, ("table",))
    if isinstance(found, Table):
        return ctx.say("choose.row", table=(ctx.link(found),))
    kind = type_words(ctx, what)
    return ctx.say("ask", name=label_of(name), type=kind)


def asked(ctx: Scribe, asks: Mapping[str, Ask]) -> list[Inlines]:
    """Facts of the situation."""
    return [
        ctx.say(
            "ask.optional" if ask.optional else "ask",
            name=ask.name,
            type=type_words(ctx, ask.type),
        )
        for ask in asks.values()
    ]


def effect_roll(ctx: Scribe, entry: EffectRoll, _level: int) -> Blocks:
    """What is rolled, and what follows."""
    return check_facts(ctx, entry.check)


def rule(ctx: Scribe, entry: Rule, _level: int) -> Blocks:
    """What it needs to know, and what it does."""
    asks = listed_facts(ctx, ("asks", asked(ctx, entry.asks)))
    return merged(asks, with_effects(ctx, "effects", entry.effects))


def rolled(ctx: Scribe, entry: Action) -> Inlines:
    """What is rolled for an action. A cell of a chosen row says of which table that is."""
    tables = ctx.knowing(cells_by_table(ctx, entry))
    return rated(tables, entry.check.with_, "or") if entry.check else ()


def check_facts(ctx: Scribe, check: Check, roll: Inlines = ()) -> Blocks:
    """A check as facts, with words for what is rolled if the check alone does not know them."""
    skip = formula(ctx, check.skip_if.text) if check.skip_if else ()
    made = facts(
        ctx,
        ("with", roll or rated(ctx, check.with_, "or")),
        ("against", against_words(ctx, check.against)),
        ("skip-if", skip),
    )
    return merged(
        made,
        with_effects(ctx, "success", check.success),
        with_effects(ctx, "failure", check.failure),
        with_effects(ctx, "always", check.always),
    )


def against_words(ctx: Scribe, against: Against | None) -> Inlines:
    """What has to be reached."""
    if against is None:
        return ()
    words = reached(ctx, against)
    if not against.text:
        return words
    text = line(ctx, against.text)
    return ctx.say("against.said", against=words, text=text) if words else text


# Scenes: what one can do in them, and in which order.


def scene(ctx: Scribe, entry: Scene, _level: int) -> Blocks:
    """What it is a kind of, its order of play, its actions by their types."""
    kind_of = (ctx.link(entry.kind_of.entry),) if entry.kind_of else ()
    order = _order(ctx, entry.order) if entry.order else ()
    return (*facts(ctx, ("kind-of", kind_of), *order), *_actions(ctx, entry))


def _actions(ctx: Scribe, entry: Scene) -> Blocks:
    by_type: dict[str, list[Ref[Action]]] = {}
    for action in entry.actions:
        by_type.setdefault(action.entry.type.id, []).append(action)
    items = tuple(
        Definition(
            (ctx.link(ctx.ruleset.entries[type_]),),
            (Paragraph(ctx.listed([(ctx.link(a.entry),) for a in actions])),),
        )
        for type_, actions in by_type.items()
    )
    return (Definitions(items),) if items else ()


def _order(ctx: Scribe, order: Order) -> tuple[tuple[str, Inlines], ...]:
    if isinstance(order.by, str):
        by = ctx.say("order.first-to-act")
    else:
        by = ctx.say("order.by", value=thing(ctx, order.by))
    each = ctx.say("order.each", period=(ctx.link(order.each.entry),))
    declared = order.declare != "none"
    declare = ctx.say(f"order.{order.declare}") if declared else ()
    ties = [_tie(ctx, tie) for tie in order.ties]
    grouped = order.sides != "none"
    return (
        ("order", ctx.say("list.comma", first=by, next=each)),
        ("declare", declare),
        ("act", ctx.say(f"order.{order.act}")),
        ("interrupt", _interrupt(ctx, order)),
        ("sides", ctx.say(f"order.sides.{order.sides}") if grouped else ()),
        ("tiers", _then(ctx, [_tier(ctx, one) for one in order.tiers.values()])),
        ("ties", _then(ctx, ties)),
    )


def _interrupt(ctx: Scribe, order: Order) -> Inlines:
    if order.interrupt_while is None:
        return ctx.say("order.interrupt") if order.interrupt else ()
    condition = thing(ctx, order.interrupt_while)
    return ctx.say("order.interrupt-while", condition=condition)


def _tier(ctx: Scribe, tier: Tier) -> Inlines:
    if not tier.actions:
        return (Text(tier.name),)
    actions = ctx.listed([(ctx.link(one.entry),) for one in tier.actions])
    return ctx.say("order.tier", name=tier.name, actions=actions)


def _tie(ctx: Scribe, tie: object) -> Inlines:
    if isinstance(tie, str):
        return ctx.say(f"ties.{tie}")
    return ctx.say("ties.compare", rating=thing(ctx, tie))


def _then(ctx: Scribe, ties: list[Inlines]) -> Inlines:
    """One after the other."""
    words = ties[0] if ties else ()
    for tie in ties[1:]:
        words = ctx.say("ties.then", first=words, next=tie)
    return words


# Menus of effects.


def menu(ctx: Scribe, entry: Menu, _level: int) -> Blocks:
    """What can be bought, by cost."""
    sketch = Sketch(
        ("cost", [_cost(ctx, pick) for pick in entry.picks]),
        ("name", [named(ctx, p) if p.name else () for p in entry.picks]),
        ("effect", [_effect(ctx, pick) for pick in entry.picks]),
    )
    return (
        *paragraph(ctx, ctx.say(f"paid-with.{entry.paid_with}")),
        *table(ctx, sketch),
    )


def _cost(ctx: Scribe, pick: Pick) -> Inlines:
    """A pick without a name is found by its cost."""
    anchor = () if pick.name else ctx.anchor(pick)
    return (*anchor, Text(str(pick.cost)))


def _effect(ctx: Scribe, pick: Pick) -> Inlines:
    words = cell(ctx, pick.effects)
    if pick.at_most is not None:
        words = ctx.say("pick.at-most", effect=words, count=pick.at_most)
    if not pick.text:
        return words
    text = line(ctx, pick.text)
    return ctx.say("behind", first=ended(ctx, words), next=text)


# Pools of points.


def points(ctx: Scribe, entry: Points, level: int) -> Blocks:
    """How many one has, and what they are spent on, earned for and lost for."""
    needs = ctx.listed([formula(ctx, need.text) for need in entry.needs])
    spend = tuple(_spend(ctx, way) for way in entry.spend.values())
    earn = tuple(_earn(ctx, way) for way in entry.earn.values())
    lose = tuple(_lose(ctx, way) for way in entry.lose.values())
    return (
        *facts(
            ctx,
            ("start", formula(ctx, entry.start.text)),
            ("refills", _refills(ctx, entry)),
            ("needs", needs),
            ("at-most", _limit(ctx, entry.at_most) if entry.at_most else ()),
            ("exclusive-with", ctx.links(entry.exclusive_with)),
        ),
        *_section(ctx, level, "spend", spend),
        *_section(ctx, level, "earn", earn),
        *_section(ctx, level, "lose", lose),
    )


def _section(
    ctx: Scribe, level: int, key: str, items: tuple[Definition, ...]
) -> Blocks:
    if not items:
        return ()
    return (
        EntryHeading(level + 1, "", ctx.word(f"label.{key}"), ""),
        Definitions(items),
    )


def _refills(ctx: Scribe, entry: Points) -> Inlines:
    if isinstance(entry.refills, str):
        return ctx.say("refills.never")
    return ctx.say("refills.period", period=(ctx.link(entry.refills.entry),))


def _limit(ctx: Scribe, limit: Limit) -> Inlines:
    if isinstance(limit.per, str):
        return ctx.say("limit.check", count=limit.count)
    period = (ctx.link(limit.per.entry),)
    return ctx.say(f"limit.{limit.among}", count=limit.count, period=period)


def _spend(ctx: Scribe, way: Spend) -> Definition:
    at = ctx.say(f"spend.{way.at}")
    if way.at_most is not None:
        limit = _limit(ctx, way.at_most)
        at = ctx.say("list.comma", first=at, next=limit)
    term = ctx.say("spend", name=way.name, cost=way.cost, at=at)
    return Definition(term, (*effect_blocks(ctx, way.effects), *_text(ctx, way.text)))


def _earn(ctx: Scribe, way: Gain) -> Definition:
    if way.paid is None:
        term = ctx.say("earn", name=way.name, amount=way.amount)
    else:
        when = when_over(ctx, way.paid)
        term = ctx.say("earn.paid", name=way.name, amount=way.amount, when=when)
    return Definition(term, _text(ctx, way.text))


def _lose(ctx: Scribe, way: Loss) -> Definition:
    term = ctx.say("lose", name=way.name, amount=way.amount)
    return Definition(term, _text(ctx, way.text))


def _text(ctx: Scribe, text: str) -> Blocks:
    return prose(ctx, text) if text else ()
