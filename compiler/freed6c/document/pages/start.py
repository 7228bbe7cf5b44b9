"""The start page of a site: a picture of a roll, and how to write house rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document import blocks
from freed6c.document.compare.page import lead
from freed6c.runtime.entries.notes import Example
from freed6c.runtime.play.example_steps import first_roll

if TYPE_CHECKING:
    from freed6c.document.blocks import Blocks, Inlines
    from freed6c.document.compare.comparison import Comparison
    from freed6c.document.render_context import RenderContext
    from freed6c.runtime.play.checks import CheckResult


def start_of(ctx: RenderContext, comparison: Comparison | None) -> blocks.StartPage:
    """Return the content of the start page.

    The guide to house rules is left out if the ruleset has some, which is if `comparison` is set.
    """
    return blocks.StartPage(
        lead=tuple(lead(ctx, comparison)) if comparison else (),
        roll=_roll(ctx),
        house_rules=(*_playground(ctx), *(() if comparison else _house_rules(ctx))),
    )


def _roll(ctx: RenderContext) -> CheckResult | None:
    """Return the first roll in the stories (examples with narrated steps); None without one."""
    stories = filter(lambda entry: entry.is_story, ctx.ruleset.of(Example))
    rolls = (first_roll(story, ctx.ruleset) for story in stories)
    return next((roll for roll in rolls if roll is not None), None)


def _playground(ctx: RenderContext) -> Blocks:
    """Link to the playground, where readers can try house rules, if the pack has its address."""
    address = ctx.ruleset.manifest.playground
    if not address:
        return ()
    link: Inlines = (blocks.WebLink(address, ctx.say("try")),)
    return (blocks.Paragraph(ctx.say("own.try", link=link, says=ctx.say("try.says"))),)


def _house_rules(ctx: RenderContext) -> Blocks:
    """List the commands that create a pack on this game, and build a site of it."""
    name = ctx.word("own.name")
    commands = {
        "new": f"freed6c new {name} --extends {ctx.ruleset.manifest.id}",
        "edit": f"{name}/rules.yaml",
        "build": f"freed6c build {name}",
    }
    steps = [
        ctx.say(f"own.{s}", code=(blocks.CodeSpan(c),)) for s, c in commands.items()
    ]
    return blocks.Paragraph(ctx.say("own.none")), blocks.NumberedList(tuple(steps))
