"""Describe actions, effect rolls, rules, scenes, menus and pools of points.

An effect roll is a roll that follows a successful action, such as a damage roll. A check is the
roll of an action: ratings, the opposition, and effects on success and on failure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document import blocks, wording
from freed6c.document.describe import chances, parts, rolls
from freed6c.document.entry_index import tables_and_menus
from freed6c.document.prose import line, prose
from freed6c.document.sentences import formulas, numbers
from freed6c.document.sentences.effects import cell, costs, ended
from freed6c.document.sentences.rules import against_words, need_words
from freed6c.model.difficulties import outcomes_of
from freed6c.model.standing_rules import rules_set_off
from freed6c.packs.grouping import grouped
from freed6c.packs.lazy import replace
from freed6c.runtime.entries import actions as entries
from freed6c.runtime.entries.tables import Table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from freed6c.document.blocks import Block, Blocks, Inlines
    from freed6c.document.render_context import RenderContext


def action(ctx: RenderContext, entry: entries.Action, _level: int) -> Blocks:
    """Return the facts of an action: what you roll, against what, and what you get, then the rest.

    The roll buttons are beside the check. On its own page, requirements and questions are apart,
    and the tables that it uses follow, with buttons in their rows.
    """
    looked_up, own_page = _looked_up(ctx, entry), ctx.paged and ctx.anchored
    buttons = rolls.labeled_buttons(ctx, entry) if ctx.anchored else ()
    ctx, about = ctx.where_effects_begin(yours=True), entry.about
    set_off = rules_set_off(ctx.ruleset, entry)
    # A requirement repeats the question that it answers.
    required = {need.text for need in entry.needs}
    inputs = {key: ask for key, ask in entry.inputs.items() if key not in required}
    rolled = (
        *played(ctx, entry, buttons),
        ("action-type", ctx.ref(entry.type)),
        ("target", formulas.whom(ctx, entry.target)),
        ("choose", ctx.listed([_choice(ctx, *pair) for pair in entry.choose.items()])),
        (
            "about",
            ctx.say(f"about.{about.choose}", tracks=ctx.links(about.condition, "or"))
            if about
            else (),
        ),
    )
    rest = (
        ("needs", [need_words(ctx, need) for need in entry.needs]),
        ("inputs", asked(ctx, inputs)),
        ("applies", [_set_off(ctx, entry, *pair) for pair in set_off]),
    )
    split = (rolled, rest) if own_page else ((*rolled, *rest),)
    return (*(b for facts in split for b in parts.facts(ctx, *facts)), *looked_up)


def played(
    ctx: RenderContext, entry: entries.Action, buttons: Inlines = ()
) -> Iterator[tuple[str | Inlines, parts.Fact]]:
    """Yield the facts of an action that you need while you roll; `buttons` are beside the roll."""
    if entry.check:
        yield from check_facts(ctx, entry.check, (*rolled(ctx, entry), *buttons))
    yield "effects", entry.effects
    yield "costs", costs(ctx, entry.costs)


def _looked_up(ctx: RenderContext, entry: entries.Action) -> Iterator[Block]:
    """Yield the tables and menus that an action uses, if it has its own page."""
    if not (ctx.paged and ctx.anchored):
        return
    for used in tables_and_menus(ctx.ruleset, entry):
        inner = ctx
        if isinstance(used, Table):
            buttons = rolls.buttons_in_table(ctx, entry, used)
            inner = replace(ctx, buttons=buttons) if buttons else ctx
        yield from ctx.shown(inner, used)


def _set_off(
    ctx: RenderContext, entry: entries.Action, rule: entries.Rule, inputs: Sequence[str]
) -> Inlines:
    """Name a standing rule and the questions of the action that it depends on."""
    own = {key: entry.inputs[key].name for key in inputs if key in entry.inputs}
    names = [(blocks.Text(own.get(key) or wording.label_of(key)),) for key in inputs]
    return ctx.say("applies", rule=(ctx.link(rule),), names=ctx.listed(names))


def _choice(ctx: RenderContext, name: str, type_: str) -> Inlines:
    """Say what the player chooses: a row of a table, or an entry of a kind, with its local name.

    An unnamed choice has the name `chosen-skill` and so on, which is not shown.
    """
    table = ctx.index.find(type_, ("table",))
    if isinstance(table, Table):
        return ctx.say("choose.row", table=(ctx.link(table),))
    kind = formulas.type_words(ctx, type_)
    if name == f"chosen-{type_}":
        return ctx.say("choose.one", kind=kind)
    return ctx.say("ask.one", name=wording.label_of(name), kind=kind)


def asked(ctx: RenderContext, inputs: Mapping[str, entries.Input]) -> list[Inlines]:
    """Return the questions of an action about the situation, with links to possible answers."""
    return [_question(ctx, ask) for ask in inputs.values()]


def _question(ctx: RenderContext, ask: entries.Input) -> Inlines:
    if ask.type == "boolean":
        return ctx.say("ask.yes-no", name=ask.name)
    words = ctx.say("ask.optional" if ask.optional else "ask", name=ask.name)
    if ask.of is None:
        return words
    return ctx.say("ask.of", name=words, of=ctx.links((ask.of,)))


def effect_roll(ctx: RenderContext, entry: entries.EffectRoll, _level: int) -> Blocks:
    """Return the check of an effect roll as facts."""
    ctx = ctx.where_effects_begin(yours=True)
    return parts.facts(ctx, *check_facts(ctx, entry.check))


def rule(ctx: RenderContext, entry: entries.Rule, _level: int) -> Blocks:
    """Return the questions of a rule, then its permanent effects and those at certain moments."""
    return parts.facts(
        ctx, ("inputs", asked(ctx, entry.inputs)), *parts.effects_by_time(entry)
    )


def rolled(ctx: RenderContext, entry: entries.Action) -> Inlines:
    """Return the ratings of the check of an action; a cell of a chosen row names its table."""
    if entry.check is None:
        return ()
    tables = ctx.with_names(formulas.cells_by_table(ctx, entry))
    return formulas.ratings_words(tables, entry.check.with_)


def check_facts(
    ctx: RenderContext, check: entries.Check, roll: Inlines = ()
) -> Iterator[tuple[str | Inlines, parts.Fact]]:
    """Yield a check as facts. `roll` replaces the words for the ratings that are rolled."""
    words = roll or formulas.ratings_words(ctx, check.with_)
    yield "with", (*words, *(rolls.roll_buttons(ctx, check) if ctx.anchored else ()))
    yield "procedure", ctx.ref(check.procedure)
    yield "against", against_words(ctx, check.against)
    if check.skip_if:
        # The negated part of a condition is separate: "skip if not hidden" reads "roll if hidden".
        met, unless = formulas.condition(ctx, check.skip_if.text)
        if met and unless:
            met, unless = ctx.say("unless", effect=met, condition=unless), ()
        yield "skip-if", met
        yield "roll-if", unless
    by_key = {
        outcome.key: outcome for outcome in reversed(outcomes_of(ctx.ruleset, check))
    }
    for key, effects in check.outcomes.items():
        if key in by_key:
            yield ctx.say("outcome.on", outcome=(ctx.link(by_key[key]),)), effects
    yield "success", check.success
    yield "failure", check.failure
    yield "always", check.always
    if ctx.anchored and ctx.paged:
        yield "chances", chances.chances_of(ctx, check)


# Scenes.


def scene(ctx: RenderContext, entry: entries.Scene, _level: int) -> Blocks:
    """Return the parent scene, the order of play, and the actions by their types."""
    by_type = grouped((action.entry.type.id, action) for action in entry.actions)
    return (
        *parts.facts(
            ctx,
            ("kind-of", ctx.ref(entry.kind_of)),
            *(_order(ctx, entry.order) if entry.order else ()),
        ),
        *parts.definitions(
            blocks.DefinitionItem(
                (ctx.link(ctx.ruleset.entries[type_]),),
                (blocks.Paragraph(ctx.links(actions)),),
            )
            for type_, actions in by_type.items()
        ),
    )


def scene_order(ctx: RenderContext, entry: entries.Scene) -> Blocks:
    """Return the order of play as facts, if the scene has one."""
    return parts.facts(ctx, *_order(ctx, entry.order)) if entry.order else ()


def _order(ctx: RenderContext, order: entries.Order) -> Iterator[tuple[str, Inlines]]:
    by = (
        ctx.say("order.first-to-act")
        if isinstance(order.by, str)
        else ctx.say("order.by", value=ctx.ref(order.by))
    )
    each = ctx.say("order.each", period=ctx.ref(order.each))
    yield "order", ctx.say("list.comma", first=by, next=each)
    if order.or_by is not None:
        yield "or-by", ctx.say("order.or-by", value=ctx.ref(order.or_by))
    if order.declare != "none":
        declare = ctx.say(f"order.{order.declare}")
        if order.declare_by is not None:
            by = ctx.say("order.by", value=formulas.ref_words(ctx, order.declare_by))
            declare = ctx.say("list.comma", first=by, next=declare)
        yield "declare", declare
    yield "act", ctx.say(f"order.{order.act}")
    if order.interrupt_while is not None:
        condition = ctx.ref(order.interrupt_while)
        yield "interrupt", ctx.say("order.interrupt-while", condition=condition)
    elif order.interrupt:
        yield "interrupt", ctx.say("order.interrupt")
    if order.sides != "none":
        yield "sides", ctx.say(f"order.sides.{order.sides}")
    tiers = [
        ctx.say("order.tier", name=tier.name, actions=ctx.links(tier.actions))
        if tier.actions
        else (blocks.Text(tier.name),)
        for tier in order.tiers.values()
    ]
    yield "tiers", ctx.chain("ties.then", tiers)
    ties = [
        ctx.say(f"ties.{tie}")
        if isinstance(tie, str)
        else ctx.say("ties.compare", rating=formulas.ref_words(ctx, tie))
        for tie in order.ties
    ]
    yield "ties", ctx.chain("ties.then", ties)


# Menus of effects.


def menu(ctx: RenderContext, entry: entries.Menu, _level: int) -> Blocks:
    """Return the table of picks of a menu. The anchor of a pick without a name is at its cost."""
    costs: list[Inlines] = []
    for pick in entry.picks:
        anchor = () if pick.name else ctx.anchor(pick)
        costs.append((*anchor, *formulas.formula(ctx, pick.cost.text)))
    return (
        *parts.paragraph(ctx, ctx.say(f"paid-with.{entry.paid_with}")),
        *parts.table(
            ctx,
            ("cost", costs),
            ("name", [parts.named(ctx, p) if p.name else () for p in entry.picks]),
            ("effect", [_effect(ctx, pick) for pick in entry.picks]),
        ),
    )


def _effect(ctx: RenderContext, pick: entries.Pick) -> Inlines:
    words = cell(ctx.where_effects_begin(), pick.effects)
    if pick.limit is not None:
        key = "pick.once" if pick.limit.text == "1" else "pick.limit"
        words = ctx.say(key, effect=words, count=formulas.formula(ctx, pick.limit.text))
    if not pick.text:
        return words
    return ctx.join_sentences((ended(ctx, words), line(ctx, pick.text)))


# Pools of points.


def points(ctx: RenderContext, entry: entries.Points, level: int) -> Blocks:
    """Return the size of a pool of points, then the ways to spend, earn and lose them."""
    refresh = (
        ctx.say("refresh.never")
        if isinstance(entry.refresh, str)
        else ctx.say("refresh.period", period=ctx.ref(entry.refresh))
    )
    needs = [need_words(ctx, need) for need in entry.needs]
    ways = {
        "spend": [_spend(ctx, way) for way in entry.spend.values()],
        "earn": [_earn(ctx, way) for way in entry.earn.values()],
        "lose": [
            _way(ctx, ctx.say("lose", name=way.name, amount=way.amount), way.text)
            for way in entry.lose.values()
        ],
    }
    sections: list[blocks.Block] = []
    for key, items in ways.items():
        if items:
            title = ctx.word(f"label.{key}")
            sections.append(blocks.EntryHeading(level + 1, "", title, ""))
            sections.append(blocks.DefinitionList(tuple(items)))
    limit = _limit(ctx, entry.limit)
    # If actions also cost these points, say that the limit is for the ways to spend listed here.
    if limit and any(entry.key in a.costs for a in ctx.ruleset.of(entries.Action)):
        limit = ctx.say("limit.ways", limit=limit)
    return (
        *parts.facts(
            ctx,
            (
                "belongs-to",
                ctx.say("belongs-to.players") if entry.belongs_to == "players" else (),
            ),
            ("start", formulas.formula(ctx, entry.start.text)),
            ("refresh", refresh),
            ("min", formulas.formula(ctx, entry.min.text) if entry.min else ()),
            ("max", formulas.formula(ctx, entry.max.text) if entry.max else ()),
            ("when-full", entry.when_full),
            ("when-empty", entry.when_empty),
            ("needs", ctx.listed(needs)),
            ("limit", limit),
            ("exclusive-with", ctx.links(entry.exclusive_with)),
        ),
        *sections,
    )


def _limit(ctx: RenderContext, limit: entries.Limit | None) -> Inlines:
    if limit is None:
        return ()
    count = formulas.formula(ctx, limit.count.text)
    if isinstance(limit.per, str):
        return ctx.say("limit.check", count=count)
    return ctx.say(f"limit.{limit.among}", count=count, period=ctx.ref(limit.per))


def _spend(ctx: RenderContext, way: entries.Spend) -> blocks.DefinitionItem:
    at = ctx.chain("list.comma", (ctx.say(f"spend.{way.at}"), _limit(ctx, way.limit)))
    cost = formulas.formula(ctx, way.cost.text)
    term = ctx.say("spend", name=way.name, cost=cost, at=at)
    inner = ctx.where_effects_begin(begins=way.at != "after-roll", yours=True)
    return _way(ctx, term, way.text, parts.effect_blocks(inner, way.effects))


def _earn(ctx: RenderContext, way: entries.Gain) -> blocks.DefinitionItem:
    if way.paid is None:
        term = ctx.say("earn", name=way.name, amount=way.amount)
    else:
        when = numbers.when_over(ctx, way.paid)
        term = ctx.say("earn.paid", name=way.name, amount=way.amount, when=when)
    return _way(ctx, term, way.text)


def _way(
    ctx: RenderContext, term: Inlines, text: str, effects: Blocks = ()
) -> blocks.DefinitionItem:
    return blocks.DefinitionItem(term, (*effects, *prose(ctx, text)))
