"""Stories, told with the numbers that playing them gives, and the sheets of ready characters."""

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
from freed6c.runtime.play.being import Being, being_of
from freed6c.runtime.play.example_steps import told_steps, whole_sheet
from freed6c.runtime.play.state import Refused
from freed6c.runtime.record import Unworkable

if TYPE_CHECKING:
    from collections.abc import Collection

    from freed6c.document.blocks import Blocks, Inlines
    from freed6c.document.render_context import RenderContext
    from freed6c.runtime.entries.notes import CharacterEntry, Example, Person


def character(ctx: RenderContext, entry: CharacterEntry, _level: int) -> Blocks:
    """The sheet of a ready character."""
    return (
        blocks.FinePrint((*ctx.say("character.example"), *ready_links(ctx, entry))),
        *_sheet(ctx, entry),
        *facts(ctx, ("gear", ctx.listed([line(ctx, item) for item in entry.gear]))),
    )


def ready_links(ctx: RenderContext, entry: CharacterEntry) -> Inlines:
    """Links to play somebody: sites have them, where there are dice and so a sheet that rolls."""
    return (blocks.ReadyLinks(entry.key),) if ctx.ruleset.procedure else ()


def story(ctx: RenderContext, entry: Example) -> Blocks:
    """The sheets of those in it, then what happens; where that is otherwise now, a line instead."""
    try:
        told = told_steps(entry, ctx.ruleset)
    except Unworkable:
        told = ()
    if len(told) < len(entry.steps):
        return (blocks.Paragraph(ctx.say("story.otherwise", name=entry.name)),)
    named = {name for step in entry.steps for name in placeholders(step.tells)}
    people = tuple(
        blocks.DefinitionItem(
            _who(ctx, name, person), _story_sheet(ctx, name, person, named)
        )
        for name, person in entry.people.items()
    )
    return (
        *text_blocks(ctx, entry),
        *((blocks.DefinitionList(people),) if people else ()),
        *(
            block
            for step, known in told
            if step.tells
            for block in prose(ctx, filled(step.tells, known))
        ),
    )


def _who(ctx: RenderContext, name: str, person: Person) -> Inlines:
    if person.character is not None:
        return ctx.ref(person.character)
    return (blocks.Text(name.replace("-", " ").capitalize()),)


def _story_sheet(
    ctx: RenderContext, name: str, person: Person, named: Collection[str]
) -> Blocks:
    """What a story quotes from a sheet, with what it is added to."""
    sheet = whole_sheet(person)
    told = {
        used.id
        for id_ in sheet.given
        if f"{name}.{id_.partition('.')[2]}" in named
        for used in (ctx.ruleset.entry(id_), *used_together(ctx.ruleset.entry(id_)))
    }
    given = {id_: known for id_, known in sheet.given.items() if id_ in told}
    return _sheet(ctx, sheet.but(given=given, abilities=(), hooks=()), sheet)


def _sheet(
    ctx: RenderContext,
    sheet: Person | CharacterEntry,
    whole: Person | CharacterEntry | None = None,
) -> Blocks:
    """A line for each ability with what belongs to it, and one of values.

    Sums are those of the `whole` sheet.
    """
    who = being_of(Being, "", whole or sheet, ctx.ruleset)
    lines: dict[str, list[Inlines]] = {}
    for id_, code in sheet.given.items():
        entry = ctx.ruleset.entry(id_)
        used = used_together(entry)
        is_part = any(rating.id in sheet.given for rating in used[1:])
        total = _total(who, id_) if is_part else None
        if isinstance(code, DieCode) and total is not None:
            # The whole is what is rolled; its part is no roll of its own.
            said = ctx.say(
                "sheet.part",
                what=(ctx.link(entry),),
                code=(blocks.Text(str(code if code.dice else code.pips)),),
                total=amounts.say_value(ctx, total),
            )
        else:
            said = ctx.say(
                "sheet.rated",
                what=(ctx.link(entry),),
                code=amounts.say_value(ctx, code),
            )
        lines.setdefault(used[-1].id if used else "", []).append(said)
    values = lines.pop("", [])
    ratings = [ctx.chain("sheet.next", parts) for parts in lines.values()]
    other = [(ctx.link(ref.entry),) for ref in (*sheet.abilities, *sheet.hooks)]
    rest = [ctx.chain("sheet.next", parts) for parts in (other, values) if parts]
    items = tuple(ratings + rest)
    return (blocks.BulletList(items),) if items else ()


def _total(who: Being, id_: str) -> DieCode | None:
    """What somebody rolls; None for what they cannot use, as a skill without its ability."""
    with suppress(Refused):
        return who.rating(id_)
    return None
