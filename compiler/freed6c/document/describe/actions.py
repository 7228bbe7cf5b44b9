"""Actions, effect rolls and rules: who rolls what against what, and what follows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document import blocks, wording
from freed6c.document.describe import parts
from freed6c.document.prose_rendering import line, prose
from freed6c.document.sentences import formulas, numbers
from freed6c.document.sentences.effects import cell, ended
from freed6c.runtime.entries.tables import Table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.document.blocks import Blocks, Inlines
    from freed6c.document.render_context import RenderContext
    from freed6c.runtime.entries import actions as entries
    from freed6c.runtime.record import Ref


def action(ctx: RenderContext, entry: entries.Action, _level: int) -> Blocks:
    """What it takes, what is rolled, what it does."""
    before = parts.facts(
        ctx,
        ("action-type", (ctx.link(entry.type.entry),)),
        ("whom", formulas.whom(ctx, entry.whom)),
        ("choose", ctx.listed([_choice(ctx, *pair) for pair in entry.choose.items()])),
        ("about", _about(ctx, entry)),
    )
    situation = parts.listed_facts(
        ctx,
        ("asks", asked(ctx, entry.asks)),
        ("needs", [formulas.formula(ctx, need.text) for need in entry.needs]),
    )
    check = check_facts(ctx, entry.check, rolled(ctx, entry)) if entry.check else ()
    effects = parts.with_effects(ctx, "effects", entry.effects)
    return parts.join_definitions(before, situation, check, effects)


def _about(ctx: RenderContext, entry: entries.Action) -> Inlines:
    if entry.about is None:
        return ()
    tracks = ctx.links(entry.about.condition, "or")
    return ctx.say(f"about.{entry.about.choose}", tracks=tracks)


def _choice(ctx: RenderContext, name: str, what: str) -> Inlines:
    """A row of a table; or something of a kind, under the name that it has here."""
    table = ctx.index.find(what, ("table",))
    if isinstance(table, Table):
        return ctx.say("choose.row", table=(ctx.link(table),))
    kind = formulas.type_words(ctx, what)
    return ctx.say("ask", name=wording.label_of(name), type=kind)


def asked(ctx: RenderContext, asks: Mapping[str, entries.Ask]) -> list[Inlines]:
    """Facts of the situation."""
    return [
        ctx.say(
            "ask.optional" if ask.optional else "ask",
            name=ask.name,
            type=formulas.type_words(ctx, ask.type),
        )
        for ask in asks.values()
    ]


def effect_roll(ctx: RenderContext, entry: entries.EffectRoll, _level: int) -> Blocks:
    """What is rolled, and what follows."""
    return check_facts(ctx, entry.check)


def rule(ctx: RenderContext, entry: entries.Rule, _level: int) -> Blocks:
    """What it needs to know, and what it does."""
    asks = parts.listed_facts(ctx, ("asks", asked(ctx, entry.asks)))
    return parts.join_definitions(
        asks, parts.with_effects(ctx, "effects", entry.effects)
    )


def rolled(ctx: RenderContext, entry: entries.Action) -> Inlines:
    """What is rolled for an action. A cell of a chosen row says of which table that is."""
    tables = ctx.with_names(formulas.cells_by_table(ctx, entry))
    return (
        formulas.ratings_words(tables, entry.check.with_, "or") if entry.check else ()
    )


def check_facts(ctx: RenderContext, check: entries.Check, roll: Inlines = ()) -> Blocks:
    """A check as facts, with words for what is rolled if the check alone does not know them."""
    skip = formulas.formula(ctx, check.skip_if.text) if check.skip_if else ()
    made = parts.facts(
        ctx,
        ("with", roll or formulas.ratings_words(ctx, check.with_, "or")),
        ("against", against_words(ctx, check.against)),
        ("skip-if", skip),
    )
    return parts.join_definitions(
        made,
        parts.with_effects(ctx, "success", check.success),
        parts.with_effects(ctx, "failure", check.failure),
        parts.with_effects(ctx, "always", check.always),
    )


def against_words(ctx: RenderContext, against: entries.Against | None) -> Inlines:
    """What has to be reached."""
    if against is None:
        return ()
    words = formulas.target_words(ctx, against)
    if not against.text:
        return words
    text = line(ctx, against.text)
    return ctx.say("against.said", against=words, text=text) if words else text


# Scenes.


def scene(ctx: RenderContext, entry: entries.Scene, _level: int) -> Blocks:
    """What it is a kind of, its order of play, its actions by their types."""
    kind_of = (ctx.link(entry.kind_of.entry),) if entry.kind_of else ()
    order = _order(ctx, entry.order) if entry.order else ()
    return (*parts.facts(ctx, ("kind-of", kind_of), *order), *_actions(ctx, entry))


def _actions(ctx: RenderContext, entry: entries.Scene) -> Blocks:
    by_type: dict[str, list[Ref[entries.Action]]] = {}
    for action in entry.actions:
        by_type.setdefault(action.entry.type.id, []).append(action)
    items = tuple(
        blocks.DefinitionItem(
            (ctx.link(ctx.ruleset.entries[type_]),),
            (blocks.Paragraph(ctx.listed([(ctx.link(a.entry),) for a in actions])),),
        )
        for type_, actions in by_type.items()
    )
    return (blocks.DefinitionList(items),) if items else ()


def _order(ctx: RenderContext, order: entries.Order) -> tuple[tuple[str, Inlines], ...]:
    if isinstance(order.by, str):
        by = ctx.say("order.first-to-act")
    else:
        by = ctx.say("order.by", value=formulas.ref_words(ctx, order.by))
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
        ("tiers", _then(ctx, [_tier(ctx, tier) for tier in order.tiers.values()])),
        ("ties", _then(ctx, ties)),
    )


def _interrupt(ctx: RenderContext, order: entries.Order) -> Inlines:
    if order.interrupt_while is None:
        return ctx.say("order.interrupt") if order.interrupt else ()
    condition = formulas.ref_words(ctx, order.interrupt_while)
    return ctx.say("order.interrupt-while", condition=condition)


def _tier(ctx: RenderContext, tier: entries.Tier) -> Inlines:
    if not tier.actions:
        return (blocks.Text(tier.name),)
    actions = ctx.listed([(ctx.link(ref.entry),) for ref in tier.actions])
    return ctx.say("order.tier", name=tier.name, actions=actions)


def _tie(ctx: RenderContext, tie: object) -> Inlines:
    if isinstance(tie, str):
        return ctx.say(f"ties.{tie}")
    return ctx.say("ties.compare", rating=formulas.ref_words(ctx, tie))


def _then(ctx: RenderContext, ties: list[Inlines]) -> Inlines:
    """One after the other."""
    words = ties[0] if ties else ()
    for tie in ties[1:]:
        words = ctx.say("ties.then", first=words, next=tie)
    return words


# Menus of effects.


def menu(ctx: RenderContext, entry: entries.Menu, _level: int) -> Blocks:
    """What can be bought, by cost."""
    columns = parts.TableColumns(
        ("cost", [_cost(ctx, pick) for pick in entry.picks]),
        ("name", [parts.named(ctx, p) if p.name else () for p in entry.picks]),
        ("effect", [_effect(ctx, pick) for pick in entry.picks]),
    )
    return (
        *parts.paragraph(ctx, ctx.say(f"paid-with.{entry.paid_with}")),
        *parts.table(ctx, columns),
    )


def _cost(ctx: RenderContext, pick: entries.Pick) -> Inlines:
    """A pick without a name is found by its cost."""
    anchor = () if pick.name else ctx.anchor(pick)
    return (*anchor, blocks.Text(str(pick.cost)))


def _effect(ctx: RenderContext, pick: entries.Pick) -> Inlines:
    words = cell(ctx, pick.effects)
    if pick.at_most is not None:
        words = ctx.say("pick.at-most", effect=words, count=pick.at_most)
    if not pick.text:
        return words
    text = line(ctx, pick.text)
    return ctx.say("behind", first=ended(ctx, words), next=text)


# Pools of points.


def points(ctx: RenderContext, entry: entries.Points, level: int) -> Blocks:
    """How many one has, and what they are spent on, earned for and lost for."""
    needs = ctx.listed([formulas.formula(ctx, need.text) for need in entry.needs])
    spend = tuple(_spend(ctx, way) for way in entry.spend.values())
    earn = tuple(_earn(ctx, way) for way in entry.earn.values())
    lose = tuple(_lose(ctx, way) for way in entry.lose.values())
    return (
        *parts.facts(
            ctx,
            ("start", formulas.formula(ctx, entry.start.text)),
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
    ctx: RenderContext, level: int, key: str, items: tuple[blocks.DefinitionItem, ...]
) -> Blocks:
    if not items:
        return ()
    return (
        blocks.EntryHeading(level + 1, "", ctx.word(f"label.{key}"), ""),
        blocks.DefinitionList(items),
    )


def _refills(ctx: RenderContext, entry: entries.Points) -> Inlines:
    if isinstance(entry.refills, str):
        return ctx.say("refills.never")
    return ctx.say("refills.period", period=(ctx.link(entry.refills.entry),))


def _limit(ctx: RenderContext, limit: entries.Limit) -> Inlines:
    if isinstance(limit.per, str):
        return ctx.say("limit.check", count=limit.count)
    period = (ctx.link(limit.per.entry),)
    return ctx.say(f"limit.{limit.among}", count=limit.count, period=period)


def _spend(ctx: RenderContext, way: entries.Spend) -> blocks.DefinitionItem:
    at = ctx.say(f"spend.{way.at}")
    if way.at_most is not None:
        limit = _limit(ctx, way.at_most)
        at = ctx.say("list.comma", first=at, next=limit)
    term = ctx.say("spend", name=way.name, cost=way.cost, at=at)
    return blocks.DefinitionItem(
        term, (*parts.effect_blocks(ctx, way.effects), *_text(ctx, way.text))
    )


def _earn(ctx: RenderContext, way: entries.Gain) -> blocks.DefinitionItem:
    if way.paid is None:
        term = ctx.say("earn", name=way.name, amount=way.amount)
    else:
        when = numbers.when_over(ctx, way.paid)
        term = ctx.say("earn.paid", name=way.name, amount=way.amount, when=when)
    return blocks.DefinitionItem(term, _text(ctx, way.text))


def _lose(ctx: RenderContext, way: entries.Loss) -> blocks.DefinitionItem:
    term = ctx.say("lose", name=way.name, amount=way.amount)
    return blocks.DefinitionItem(term, _text(ctx, way.text))


def _text(ctx: RenderContext, text: str) -> Blocks:
    return prose(ctx, text) if text else ()
