"""Describe stories and pregenerated characters.

A story is an example with steps. Each step is played, and its text has placeholders for numbers
(`{kim.dodge}`), which are filled in from the play. A pregenerated character is one to start playing
with.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from freed6c.document import blocks
from freed6c.document.describe.parts import facts, text_blocks
from freed6c.document.prose import line, prose
from freed6c.document.sentences import amounts
from freed6c.model.stories import filled, placeholders
from freed6c.runtime.amounts import DieCode
from freed6c.runtime.entries.world import used_together
from freed6c.runtime.play.actor import Actor, actor_of
from freed6c.runtime.play.example_steps import told_steps, whole_sheet
from freed6c.runtime.play.state import RefusedError, whole_skill_codes
from freed6c.runtime.record import FormulaError

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from freed6c.document.blocks import Blocks, Inlines
    from freed6c.document.render_context import RenderContext
    from freed6c.runtime.entries.notes import CharacterEntry, Example, Person


def character(ctx: RenderContext, entry: CharacterEntry, _level: int) -> Blocks:
    """Return the sheet of a pregenerated character."""
    return (
        blocks.FinePrint((*ctx.say("character.example"), *ready_links(ctx, entry))),
        *_sheet(ctx, entry),
        *facts(ctx, ("gear", ctx.listed([line(ctx, item) for item in entry.gear]))),
    )


def ready_links(ctx: RenderContext, entry: CharacterEntry) -> Inlines:
    """Return links to play a character, if the game has dice. Only sites show them."""
    return (blocks.ReadyLinks(entry.key),) if ctx.ruleset.procedure else ()


def story(ctx: RenderContext, entry: Example) -> Blocks:
    """Return the sheets of the people in a story, then its text.

    If packs changed the rules so that a step fails, a line says so instead.
    """
    try:
        played_steps = told_steps(entry, ctx.ruleset)
    except FormulaError:
        played_steps = ()
    if len(played_steps) < len(entry.steps):
        return (blocks.Paragraph(ctx.say("story.otherwise", name=entry.name)),)
    quoted = {name for step in entry.steps for name in placeholders(step.tells)}
    people = tuple(
        blocks.DefinitionItem(
            _who(ctx, name, person), _story_sheet(ctx, name, person, quoted)
        )
        for name, person in entry.people.items()
    )
    return (
        *text_blocks(ctx, entry),
        *((blocks.DefinitionList(people),) if people else ()),
        *(
            block
            for step, numbers in played_steps
            if step.tells
            for block in prose(ctx, filled(step.tells, numbers))
        ),
    )


def _who(ctx: RenderContext, name: str, person: Person) -> Inlines:
    if person.character is not None:
        return ctx.ref(person.character)
    return (blocks.Text(name.replace("-", " ").capitalize()),)


def _story_sheet(
    ctx: RenderContext, name: str, person: Person, quoted: Collection[str]
) -> Blocks:
    """Return the ratings of a person that a story quotes, with the ratings that they add to.

    `name` is the name of the person in placeholders: `kim.dodge` quotes the rating of `kim`.
    """
    sheet = whole_sheet(person)
    shown_ids = {
        used.id
        for id_ in sheet.stats
        if f"{name}.{id_.partition('.')[2]}" in quoted
        for used in (ctx.ruleset.entry(id_), *used_together(ctx.ruleset.entry(id_)))
    }
    given = {id_: code for id_, code in sheet.stats.items() if id_ in shown_ids}
    return _sheet(ctx, sheet.but(stats=given, abilities=(), hooks=()), sheet)


def _sheet(
    ctx: RenderContext,
    sheet: Person | CharacterEntry,
    whole: Person | CharacterEntry | None = None,
) -> Blocks:
    """Return a line for each ability with its skills, then one of unranked abilities and hooks.

    The last line has the values.

    `sheet` has the ratings to show, and totals are calculated from the `whole` sheet, by default
    the same.
    """
    who = actor_of(Actor, "", whole or sheet, ctx.ruleset)
    lines: dict[str, list[Inlines]] = {}
    for id_, code in sheet.stats.items():
        entry = ctx.ruleset.entry(id_)
        link = (ctx.link(entry),)
        # The ratings that add up for a roll, from the entry itself to its ability.
        used = used_together(entry)
        is_part = any(rating.id in sheet.stats for rating in used[1:])
        whole_codes = whole_skill_codes(ctx.ruleset)
        total = _total(who, id_) if is_part and not whole_codes else None
        if isinstance(code, DieCode) and total is not None:
            # Show the total too: the code of a skill is rolled together with that of its ability.
            words = ctx.say(
                "sheet.part",
                what=link,
                code=(blocks.Text(str(code if code.dice else code.pips)),),
                total=amounts.say_value(ctx, total),
            )
        else:
            words = ctx.say("sheet.rated", what=link, code=amounts.say_value(ctx, code))
        lines.setdefault(used[-1].id if used else "", []).append(words)
    values = lines.pop("", [])
    links = [(ctx.link(ref.entry),) for ref in (*sheet.abilities, *sheet.hooks)]
    all_lines: list[Sequence[Inlines]] = [*lines.values(), links, values]
    items = tuple(ctx.chain("sheet.next", parts) for parts in all_lines if parts)
    return (blocks.BulletList(items),) if items else ()


def _total(who: Actor, id_: str) -> DieCode | None:
    """Return the die code that a character rolls for an entry; None if the character cannot use it.

    A character cannot use a skill without its ability, for example.
    """
    with suppress(RefusedError):
        return who.rating(id_)
    return None
