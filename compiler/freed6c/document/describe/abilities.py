"""Abilities with their skills and specializations; what belongs to what by nature."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.blocks import (
    Blocks,
    Definition,
    Definitions,
    EntryHeading,
    Inlines,
    Text,
)
from freed6c.document.describe.chances import dice_needed, where_chances_stand
from freed6c.document.describe.notes import listed, remarks
from freed6c.document.describe.parts import (
    facts,
    merged,
    named,
    paragraph,
    with_effects,
    words_of,
)
from freed6c.document.listing import lines
from freed6c.document.render_context import Scribe, kind_word
from freed6c.document.sentences.formulas import formula, type_words, variable
from freed6c.document.sentences.numbers import quantity

if TYPE_CHECKING:
    from freed6c.runtime.entries.dice import Dice
    from freed6c.runtime.entries.notes import FormulaEntry
    from freed6c.runtime.entries.world import (
        Ability,
        ActionType,
        DieCodes,
        Hook,
        Nature,
        Period,
        Pillar,
        Scale,
        Scope,
        Skill,
        Specialization,
        Unit,
        Value,
    )
    from freed6c.runtime.record import Ref


def ability(scribe: Scribe, entry: Ability, level: int) -> Blocks:
    """What it needs, then its skills under headings of their own."""
    skills = (
        lines(scribe, entry.skills)
        if scribe.paged
        else (b for skill in entry.skills for b in _skill(scribe, skill, level + 1))
    )
    return (
        *facts(
            scribe,
            ("type", (scribe.link(entry.type.entry),) if entry.type else ()),
            ("needs", scribe.links(entry.needs)),
            ("procedure", _procedure(scribe, entry.procedure)),
            (
                "chances",
                where_chances_stand(scribe, entry.procedure) if entry.ranked else (),
            ),
        ),
        *paragraph(
            scribe,
            () if entry.ranked else scribe.say("not-ranked"),
            scribe.say("trained") if entry.trained else (),
        ),
        *skills,
    )


def _skill(scribe: Scribe, skill: Skill, level: int) -> Blocks:
    kind = kind_word(scribe, skill)
    heading = EntryHeading(level, skill.id, skill.name, kind)
    return (
        *((heading,) if scribe.anchored else ()),
        *words_of(scribe, skill),
        *skill_body(scribe, skill, level),
        *remarks(scribe, skill),
    )


def skill_body(scribe: Scribe, skill: Skill, _level: int) -> Blocks:
    """How it is rolled, and its specializations."""
    procedure = skill.procedure or skill.ability.procedure
    return (
        *facts(
            scribe,
            ("procedure", _procedure(scribe, skill.procedure)),
            ("chances", where_chances_stand(scribe, procedure)),
        ),
        *paragraph(scribe, scribe.say("trained") if skill.trained else ()),
        *(dice_needed(scribe, procedure) if scribe.paged and scribe.anchored else ()),
        *_specializations(scribe, skill.specializations),
    )


def _specializations(scribe: Scribe, parts: tuple[Specialization, ...]) -> Blocks:
    """What each is for, and how it is rolled where that is not as the skill is."""
    items = tuple(
        Definition(
            named(scribe, one),
            (
                *words_of(scribe, one),
                *specialization_body(scribe, one, 0),
                *remarks(scribe, one),
            ),
        )
        for one in parts
    )
    return (Definitions(items),) if items else ()


def specialization_body(
    scribe: Scribe, specialization: Specialization, _level: int
) -> Blocks:
    """How it is rolled, where that is not as its skill is."""
    own = specialization.procedure
    return (
        *facts(
            scribe,
            ("procedure", _procedure(scribe, own)),
            ("chances", where_chances_stand(scribe, own) if own else ()),
        ),
        *paragraph(scribe, scribe.say("trained") if specialization.trained else ()),
    )


def _procedure(scribe: Scribe, procedure: Ref[Dice] | None) -> Inlines:
    return () if procedure is None else (scribe.link(procedure.entry),)


def nature(scribe: Scribe, entry: Nature, _level: int) -> Blocks:
    """What such a thing has by nature."""
    return facts(
        scribe,
        ("agency", scribe.say("agency.yes" if entry.agency else "agency.no")),
        ("abilities", scribe.links(entry.abilities)),
        ("values", scribe.links(entry.values)),
    )


def value(scribe: Scribe, entry: Value, _level: int) -> Blocks:
    """Whose number it is, and how it is worked out."""
    worked_out = formula(scribe, entry.is_.text) if entry.is_ else ()
    written = () if worked_out else _from_the_sheet(scribe, entry)
    return facts(
        scribe,
        ("of", (scribe.link(entry.of.entry),)),
        ("type", type_words(scribe, entry.type)),
        ("is", worked_out),
        ("comes-from", written),
    )


def _from_the_sheet(scribe: Scribe, entry: Value) -> Inlines:
    if entry.default is None:
        return scribe.say("value.sheet")
    default = formula(scribe, entry.default.text)
    return scribe.say("value.default", default=default)


# Scales, scopes, hooks and pillars.


def scale(scribe: Scribe, entry: Scale, _level: int) -> Blocks:
    """Its levels, lowest first."""
    items = tuple(
        Definition(
            named(scribe, level), (*words_of(scribe, level), *remarks(scribe, level))
        )
        for level in entry.levels
    )
    return (Definitions(items, numbered=True),) if items else ()


def scope(scribe: Scribe, entry: Scope, _level: int) -> Blocks:
    """Its members."""
    return listed(scribe, entry.members)


def hook(scribe: Scribe, entry: Hook, _level: int) -> Blocks:
    """What sort it is, what activates it, what it does."""
    about = facts(
        scribe,
        ("type", (scribe.link(entry.type.entry),) if entry.type else ()),
        ("activated-by", _activated_by(scribe, entry)),
    )
    return merged(about, with_effects(scribe, "effects", entry.effects))


def _activated_by(scribe: Scribe, entry: Hook) -> Inlines:
    ways = [
        scribe.say("check") if isinstance(way, str) else (scribe.link(way.entry),)
        for way in entry.activated_by
    ]
    return scribe.listed(ways, "or")


def pillar(scribe: Scribe, entry: Pillar, _level: int) -> Blocks:
    """The scenes that it is played in."""
    return facts(scribe, ("scenes", scribe.links(entry.scenes)))


# Periods, units, types of actions, die codes, formulas: what the rest is made of.


def die_codes(scribe: Scribe, entry: DieCodes, _level: int) -> Blocks:
    """How die codes count."""
    fixed = (scribe.link(entry.fixed.entry),) if entry.fixed else ()
    return facts(
        scribe,
        ("pips-per-die", (Text(str(entry.pips_per_die)),)),
        ("smallest", (Text(str(entry.smallest)),)),
        ("fixed", fixed),
    )


def period(scribe: Scribe, entry: Period, _level: int) -> Blocks:
    """Whose it is, and how long."""
    owner = entry.belongs_to
    return facts(
        scribe,
        ("belongs-to", (scribe.link(owner.entry),) if owner else ()),
        ("duration", quantity(scribe, entry.lasts) if entry.lasts else ()),
    )


def unit(scribe: Scribe, entry: Unit, _level: int) -> Blocks:
    """What it measures."""
    return facts(
        scribe,
        ("plural", (Text(entry.plural),)),
        ("measures", (Text(entry.measures),)),
    )


def action_type(scribe: Scribe, entry: ActionType, _level: int) -> Blocks:
    """How many there are."""
    period_link = (scribe.link(entry.per.entry),)
    if entry.count is None:
        many = scribe.say("action-type.free", period=period_link)
    else:
        many = scribe.say("action-type.many", count=entry.count, period=period_link)
    return facts(scribe, ("count", many))


def formula_entry(scribe: Scribe, entry: FormulaEntry, _level: int) -> Blocks:
    """How it is worked out, from what, with which numbers."""
    return facts(
        scribe,
        ("takes", _takes(scribe, entry)),
        ("is", formula(scribe, entry.is_.text)),
        ("constants", _constants(scribe, entry)),
        ("gives", type_words(scribe, entry.gives)),
    )


def _takes(scribe: Scribe, entry: FormulaEntry) -> Inlines:
    return scribe.listed(
        [
            scribe.say("ask", name=variable(name), type=type_words(scribe, type_))
            for name, type_ in entry.takes.items()
        ]
    )


def _constants(scribe: Scribe, entry: FormulaEntry) -> Inlines:
    return scribe.listed(
        [
            scribe.say(
                "constant", name=variable(name), value=formula(scribe, value.text)
            )
            for name, value in entry.constants.items()
        ]
    )
