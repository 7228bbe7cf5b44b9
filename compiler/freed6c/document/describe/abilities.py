"""Describe abilities, skills and specializations, and small kinds such as natures and periods.

A nature is a sort of being or thing, with abilities and values that all of them have. A context is
`paged` if entries have their own pages, and `anchored` if this is the main place of an entry, where
links lead.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document import blocks, listing
from freed6c.document.describe import chances, notes, parts
from freed6c.document.render_context import RenderContext, kind_word
from freed6c.document.sentences import formulas, numbers
from freed6c.runtime.entries.actions import Action
from freed6c.runtime.record import Ref

if TYPE_CHECKING:
    from freed6c.document.blocks import Blocks, Inlines
    from freed6c.runtime.entries import world
    from freed6c.runtime.entries.notes import FormulaEntry
    from freed6c.runtime.record import Entry


def ability(ctx: RenderContext, entry: world.Ability, level: int) -> Blocks:
    """Return the facts of an ability, then its skills: in full, or as links to their pages."""
    return (
        *parts.facts(
            ctx,
            ("type", ctx.ref(entry.type)),
            ("needs", ctx.links(entry.needs)),
            ("excludes", ctx.links(entry.excludes)),
            ("procedure", ctx.ref(entry.procedure)),
        ),
        *parts.paragraph(
            ctx,
            () if entry.ranked else ctx.say("not-ranked"),
            ctx.say("trained-only") if entry.trained_only else (),
            ctx.say("of-players") if entry.of_players else (),
        ),
        *(
            listing.lines(ctx, entry.skills)
            if ctx.paged
            else (b for skill in entry.skills for b in _skill(ctx, skill, level + 1))
        ),
    )


def _skill(ctx: RenderContext, skill: world.Skill, level: int) -> Blocks:
    kind = kind_word(ctx, skill)
    id_ = skill.id if ctx.anchored else ""
    return (
        blocks.EntryHeading(level, id_, skill.name, kind),
        *parts.text_blocks(ctx, skill),
        *skill_body(ctx, skill, level),
        *notes.remarks(ctx, skill),
    )


def skill_body(ctx: RenderContext, skill: world.Skill, _level: int) -> Blocks:
    """Return the specializations of a skill, the actions that use it, and the dice it needs.

    On its own page, there are buttons that roll it and its specializations.
    """
    procedure = skill.procedure or skill.ability.procedure
    own_page = ctx.paged and ctx.anchored

    def button(rating: Entry) -> Inlines:
        return (blocks.RollButton(rating.id),) if own_page else ()

    return (
        *parts.paragraph(ctx, button(skill)),
        *parts.nested(ctx, skill.specializations, _specialization, beside=button),
        *(_used_by(ctx, skill) if own_page else ()),
        *rolled(ctx, skill),
        *(chances.dice_needed(ctx, procedure) if own_page else ()),
    )


def _used_by(ctx: RenderContext, skill: world.Skill) -> Blocks:
    """Link to the actions that are rolled with a skill."""
    ids = {skill.id, *(special.id for special in skill.specializations)}
    links: list[Inlines] = [
        (ctx.link(action),)
        for action in ctx.ruleset.of(Action)
        if action.check
        and any(isinstance(r, Ref) and r.id in ids for r in action.check.with_)
    ]
    return parts.facts(ctx, ("rolled-for", ctx.listed(links))) if links else ()


def _specialization(ctx: RenderContext, special: world.Specialization) -> Blocks:
    """Return a specialization; on the page of its skill, its remarks are at the end."""
    remarks = () if ctx.paged else notes.remarks(ctx, special)
    return (*parts.text_blocks(ctx, special), *rolled(ctx, special), *remarks)


def rolled(
    ctx: RenderContext, entry: world.Skill | world.Specialization, _level: int = 0
) -> Blocks:
    """Return the procedure of a rating, if it differs from that of the entry around it."""
    return (
        *parts.facts(ctx, ("procedure", ctx.ref(entry.procedure))),
        *parts.paragraph(ctx, ctx.say("trained-only") if entry.trained_only else ()),
    )


def nature(ctx: RenderContext, entry: world.Nature, _level: int) -> Blocks:
    """Return the abilities and values of a nature, and if its members act (agency)."""
    return parts.facts(
        ctx,
        ("agency", ctx.say("agency.yes" if entry.agency else "agency.no")),
        ("abilities", ctx.links(entry.abilities)),
        ("values", ctx.links(entry.values)),
    )


def value(ctx: RenderContext, entry: world.Value, _level: int) -> Blocks:
    """Return the formula of a value, or its default.

    Without either, it comes from the sheet. Its owner is named unless the owner lists the value.
    """
    listed = entry.id in {ref.id for ref in entry.of.entry.values}
    origin: tuple[str, Inlines] = ("formula", ())
    if entry.formula:
        origin = "formula", formulas.formula(ctx, entry.formula.text)
    elif entry.default:
        default = formulas.formula(ctx, entry.default.text)
        origin = "comes-from", ctx.say("value.default", default=default)
    return parts.facts(ctx, ("of", () if listed else ctx.ref(entry.of)), origin)


# Scales, scopes, hooks and pillars.


def scale(ctx: RenderContext, entry: world.Scale, _level: int) -> Blocks:
    """Return the levels of a scale, lowest first."""
    return parts.nested(ctx, entry.levels, _level_of_scale, numbered=True)


def _level_of_scale(ctx: RenderContext, level: world.Level) -> Blocks:
    return (*parts.text_blocks(ctx, level), *notes.remarks(ctx, level))


def scope(ctx: RenderContext, entry: world.Scope, _level: int) -> Blocks:
    """Return the members of a scope."""
    return notes.listed(ctx, entry.members)


def hook(ctx: RenderContext, entry: world.Hook, _level: int) -> Blocks:
    """Return the type of a hook, its triggers and its effects."""
    activated_by = [formulas.ref_words(ctx, cause) for cause in entry.activated_by]
    return parts.facts(
        ctx.where_effects_begin(begins=bool(entry.activated_by)),
        ("type", ctx.ref(entry.type)),
        ("activated-by", ctx.listed(activated_by, "or")),
        *parts.effects_by_time(entry),
    )


def pillar(ctx: RenderContext, entry: world.Pillar, _level: int) -> Blocks:
    """Return links to the scenes of a pillar."""
    return parts.facts(ctx, ("scenes", ctx.links(entry.scenes)))


# Die codes, periods, units, types of actions, formulas.


def die_codes(ctx: RenderContext, entry: world.DieCodes, _level: int) -> Blocks:
    """Return the pips in a die, the smallest code, how skills add up, and the fixed values."""
    fixed = ctx.ref(entry.fixed)
    changing = ctx.say("fixed-like-checks", formula=fixed)
    whole = ctx.say("skill-codes.whole") if entry.skill_codes == "whole" else ()
    return parts.facts(
        ctx,
        ("pips-per-die", (blocks.Text(str(entry.pips_per_die)),)),
        ("smallest", (blocks.Text(str(entry.smallest)),)),
        ("skill-codes", whole),
        ("fixed", changing if entry.fixed_like_checks else fixed),
    )


def period(ctx: RenderContext, entry: world.Period, _level: int) -> Blocks:
    """Return the owner and the duration of a period."""
    duration = numbers.quantity(ctx, entry.duration) if entry.duration else ()
    owner = ctx.ref(entry.belongs_to)
    return parts.facts(ctx, ("belongs-to", owner), ("duration", duration))


def unit(ctx: RenderContext, entry: world.Unit, _level: int) -> Blocks:
    """Return the plural of a unit, and the quantity that it measures."""
    return parts.facts(
        ctx,
        ("plural", (blocks.Text(entry.plural),)),
        ("measures", (blocks.Text(entry.measures),)),
    )


def action_type(ctx: RenderContext, entry: world.ActionType, _level: int) -> Blocks:
    """Return the number of actions of this type in a period."""
    key = "action-type.free" if entry.count is None else "action-type.many"
    count = ctx.say(key, count=entry.count or 0, period=ctx.ref(entry.per))
    return parts.facts(ctx, ("count", count))


def formula_entry(ctx: RenderContext, entry: FormulaEntry, _level: int) -> Blocks:
    """Return the parameters of a formula, the formula and its constants."""
    params = [formulas.variable(name) for name in entry.params]
    constants = [
        ctx.say(
            "constant",
            name=formulas.variable(name),
            value=formulas.formula(ctx, constant.text),
        )
        for name, constant in entry.constants.items()
    ]
    return parts.facts(
        ctx,
        ("params", ctx.listed(params)),
        ("formula", formulas.by_cases(ctx, entry.formula.text, "call.if.result")),
        ("constants", ctx.listed(constants)),
    )
