"""Abilities with their skills and specializations; what belongs to what by nature."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.blocks import (
    Blocks,
    Definition,
    Definitions,
    EntryHeading,
    Inlines,
)
from freed6c.document.describe.chances import dice_needed, where_chances_stand
from freed6c.document.describe.parts import facts, named, paragraph, words_of
from freed6c.document.describe.remarks import remarks
from freed6c.document.listing import lines
from freed6c.document.scribe import Scribe, kind_word
from freed6c.document.sentences.formulas import formula
from freed6c.document.sentences.local_names import type_words

if TYPE_CHECKING:
    from freed6c.runtime.entries.dice import Dice
    from freed6c.runtime.entries.world import (
        Ability,
        Nature,
        Skill,
        Specialization,
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
