"""Abilities with their skills and specializations; what belongs to what by nature."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document import blocks, listing
from freed6c.document.describe import chances, notes, parts
from freed6c.document.render_context import RenderContext, kind_word
from freed6c.document.sentences import formulas, numbers

if TYPE_CHECKING:
    from freed6c.document.blocks import Blocks, Inlines
    from freed6c.runtime.entries import dice, world
    from freed6c.runtime.entries.notes import FormulaEntry
    from freed6c.runtime.record import Ref


def ability(ctx: RenderContext, entry: world.Ability, level: int) -> Blocks:
    """What it needs, then its skills under headings of their own."""
    skills = (
        listing.lines(ctx, entry.skills)
        if ctx.paged
        else (b for skill in entry.skills for b in _skill(ctx, skill, level + 1))
    )
    return (
        *parts.facts(
            ctx,
            ("type", (ctx.link(entry.type.entry),) if entry.type else ()),
            ("needs", ctx.links(entry.needs)),
            ("procedure", _procedure(ctx, entry.procedure)),
            (
                "chances",
                chances.where_chances_stand(ctx, entry.procedure)
                if entry.ranked
                else (),
            ),
        ),
        *parts.paragraph(
            ctx,
            () if entry.ranked else ctx.say("not-ranked"),
            ctx.say("trained") if entry.trained else (),
        ),
        *skills,
    )


def _skill(ctx: RenderContext, skill: world.Skill, level: int) -> Blocks:
    kind = kind_word(ctx, skill)
    heading = blocks.EntryHeading(level, skill.id, skill.name, kind)
    return (
        *((heading,) if ctx.anchored else ()),
        *parts.text_blocks(ctx, skill),
        *skill_body(ctx, skill, level),
        *notes.remarks(ctx, skill),
    )


def skill_body(ctx: RenderContext, skill: world.Skill, _level: int) -> Blocks:
    """How it is rolled, and its specializations."""
    procedure = skill.procedure or skill.ability.procedure
    return (
        *parts.facts(
            ctx,
            ("procedure", _procedure(ctx, skill.procedure)),
            ("chances", chances.where_chances_stand(ctx, procedure)),
        ),
        *parts.paragraph(ctx, ctx.say("trained") if skill.trained else ()),
        *(chances.dice_needed(ctx, procedure) if ctx.paged and ctx.anchored else ()),
        *_specializations(ctx, skill.specializations),
    )


def _specializations(
    ctx: RenderContext, specializations: tuple[world.Specialization, ...]
) -> Blocks:
    """What each is for, and how it is rolled where that is not as the skill is."""
    items = tuple(
        blocks.DefinitionItem(
            parts.named(ctx, specialization),
            (
                *parts.text_blocks(ctx, specialization),
                *specialization_body(ctx, specialization, 0),
                *notes.remarks(ctx, specialization),
            ),
        )
        for specialization in specializations
    )
    return (blocks.DefinitionList(items),) if items else ()


def specialization_body(
    ctx: RenderContext, specialization: world.Specialization, _level: int
) -> Blocks:
    """How it is rolled, where that is not as its skill is."""
    own = specialization.procedure
    return (
        *parts.facts(
            ctx,
            ("procedure", _procedure(ctx, own)),
            ("chances", chances.where_chances_stand(ctx, own) if own else ()),
        ),
        *parts.paragraph(ctx, ctx.say("trained") if specialization.trained else ()),
    )


def _procedure(ctx: RenderContext, procedure: Ref[dice.Dice] | None) -> Inlines:
    return () if procedure is None else (ctx.link(procedure.entry),)


def nature(ctx: RenderContext, entry: world.Nature, _level: int) -> Blocks:
    """What such a thing has by nature."""
    return parts.facts(
        ctx,
        ("agency", ctx.say("agency.yes" if entry.agency else "agency.no")),
        ("abilities", ctx.links(entry.abilities)),
        ("values", ctx.links(entry.values)),
    )


def value(ctx: RenderContext, entry: world.Value, _level: int) -> Blocks:
    """Whose number it is, and how it is worked out."""
    worked_out = formulas.formula(ctx, entry.is_.text) if entry.is_ else ()
    written = () if worked_out else _source(ctx, entry)
    return parts.facts(
        ctx,
        ("of", (ctx.link(entry.of.entry),)),
        ("type", formulas.type_words(ctx, entry.type)),
        ("is", worked_out),
        ("comes-from", written),
    )


def _source(ctx: RenderContext, entry: world.Value) -> Inlines:
    if entry.default is None:
        return ctx.say("value.sheet")
    default = formulas.formula(ctx, entry.default.text)
    return ctx.say("value.default", default=default)


# Scales, scopes, hooks and pillars.


def scale(ctx: RenderContext, entry: world.Scale, _level: int) -> Blocks:
    """Its levels, lowest first."""
    items = tuple(
        blocks.DefinitionItem(
            parts.named(ctx, level),
            (*parts.text_blocks(ctx, level), *notes.remarks(ctx, level)),
        )
        for level in entry.levels
    )
    return (blocks.DefinitionList(items, numbered=True),) if items else ()


def scope(ctx: RenderContext, entry: world.Scope, _level: int) -> Blocks:
    """Its members."""
    return notes.listed(ctx, entry.members)


def hook(ctx: RenderContext, entry: world.Hook, _level: int) -> Blocks:
    """What sort it is, what activates it, what it does."""
    about = parts.facts(
        ctx,
        ("type", (ctx.link(entry.type.entry),) if entry.type else ()),
        ("activated-by", _activated_by(ctx, entry)),
    )
    return parts.join_definitions(
        about, parts.with_effects(ctx, "effects", entry.effects)
    )


def _activated_by(ctx: RenderContext, entry: world.Hook) -> Inlines:
    ways = [
        ctx.say("check") if isinstance(way, str) else (ctx.link(way.entry),)
        for way in entry.activated_by
    ]
    return ctx.listed(ways, "or")


def pillar(ctx: RenderContext, entry: world.Pillar, _level: int) -> Blocks:
    """The scenes that it is played in."""
    return parts.facts(ctx, ("scenes", ctx.links(entry.scenes)))


# Die codes, periods, units, types of actions, formulas.


def die_codes(ctx: RenderContext, entry: world.DieCodes, _level: int) -> Blocks:
    """How die codes count."""
    fixed = (ctx.link(entry.fixed.entry),) if entry.fixed else ()
    return parts.facts(
        ctx,
        ("pips-per-die", (blocks.Text(str(entry.pips_per_die)),)),
        ("smallest", (blocks.Text(str(entry.smallest)),)),
        ("fixed", fixed),
    )


def period(ctx: RenderContext, entry: world.Period, _level: int) -> Blocks:
    """Whose it is, and how long."""
    owner = entry.belongs_to
    return parts.facts(
        ctx,
        ("belongs-to", (ctx.link(owner.entry),) if owner else ()),
        ("duration", numbers.quantity(ctx, entry.lasts) if entry.lasts else ()),
    )


def unit(ctx: RenderContext, entry: world.Unit, _level: int) -> Blocks:
    """What it measures."""
    return parts.facts(
        ctx,
        ("plural", (blocks.Text(entry.plural),)),
        ("measures", (blocks.Text(entry.measures),)),
    )


def action_type(ctx: RenderContext, entry: world.ActionType, _level: int) -> Blocks:
    """How many there are."""
    period_link = (ctx.link(entry.per.entry),)
    if entry.count is None:
        many = ctx.say("action-type.free", period=period_link)
    else:
        many = ctx.say("action-type.many", count=entry.count, period=period_link)
    return parts.facts(ctx, ("count", many))


def formula_entry(ctx: RenderContext, entry: FormulaEntry, _level: int) -> Blocks:
    """How it is worked out, from what, with which numbers."""
    return parts.facts(
        ctx,
        ("takes", _takes(ctx, entry)),
        ("is", formulas.formula(ctx, entry.is_.text)),
        ("constants", _constants(ctx, entry)),
        ("gives", formulas.type_words(ctx, entry.gives)),
    )


def _takes(ctx: RenderContext, entry: FormulaEntry) -> Inlines:
    return ctx.listed(
        [
            ctx.say(
                "ask",
                name=formulas.variable(name),
                type=formulas.type_words(ctx, type_),
            )
            for name, type_ in entry.takes.items()
        ]
    )


def _constants(ctx: RenderContext, entry: FormulaEntry) -> Inlines:
    return ctx.listed(
        [
            ctx.say(
                "constant",
                name=formulas.variable(name),
                value=formulas.formula(ctx, value.text),
            )
            for name, value in entry.constants.items()
        ]
    )
