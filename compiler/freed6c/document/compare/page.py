"""The page of changes: what packs change in a game, why, and what follows from it."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from freed6c.document import blocks, placement, wording
from freed6c.document.changes import marks_of
from freed6c.document.compare.odds import odds_moved
from freed6c.document.describe.parts import definitions, table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from freed6c.document.blocks import Block, Blocks, Inlines
    from freed6c.document.compare.comparison import (
        Cause,
        Comparison,
        EntryChange,
        ResultChange,
    )
    from freed6c.document.render_context import RenderContext


ANCHOR: Final = "page-changes"
KEY: Final = "changes"


def changes_page(ctx: RenderContext, comparison: Comparison) -> Iterator[blocks.Page]:
    """The diff with the base game."""
    content = tuple(_blocks(ctx, comparison))
    return placement.special_page(ctx, KEY, content, shelf="about")


def _blocks(ctx: RenderContext, comparison: Comparison) -> Iterator[Block]:
    intro = "changes.nothing" if comparison.empty else "changes.intro"
    yield blocks.Paragraph(ctx.say(intro, before=comparison.before.cited))
    sections = {
        "changed": _changed(ctx, comparison.of("changed")),
        "added": _listed(ctx, comparison.of("added")),
        "removed": _listed(ctx, comparison.of("removed")),
        "chances": odds_moved(ctx, comparison.odds, ANCHOR),
        "results": _results(ctx, comparison.results),
    }
    for key, section in sections.items():
        content = tuple(section)
        if content:
            heading = ctx.say(f"changes.{key}")
            yield blocks.Heading(2, f"{ANCHOR}--{key}", heading)
            yield from content


def _changed(ctx: RenderContext, changes: Iterable[EntryChange]) -> Iterator[Block]:
    """Changed entries with their marks, kind by kind."""
    for kind, group in groupby(changes, lambda change: change.kind):
        title = (blocks.Text(ctx.word(f"kinds.{kind}")),)
        yield blocks.Heading(3, f"{ANCHOR}--{kind}", title)
        yield from definitions(
            blocks.DefinitionItem(_named(ctx, change), marks_of(ctx, change))
            for change in group
        )


def _named(ctx: RenderContext, change: EntryChange) -> Inlines:
    """A link, or the bare name of an entry that has no place: removed ones, generated rows."""
    words = (blocks.Text(change.name),)
    exists = change.id in ctx.ruleset.entries
    return (blocks.Link(change.id, words),) if exists else words


def _listed(ctx: RenderContext, changes: Sequence[EntryChange]) -> Iterator[Block]:
    """Added or removed entries, with reasons."""
    items = []
    for change in changes:
        entry = named_with_kind(ctx, change)
        if change.instead is not None:
            instead: Inlines = (change.instead,)
            entry = ctx.say("changes.entry.instead", entry=entry, instead=instead)
        items.append(with_reasons(ctx, entry, change.causes))
    if items:
        yield blocks.BulletList(tuple(items))


def named_with_kind(ctx: RenderContext, change: EntryChange) -> Inlines:
    """The name of a changed entry, with the word for its kind."""
    kind = ctx.word(f"kind.{change.kind}")
    return ctx.say("changes.entry", entry=_named(ctx, change), kind=kind)


def with_reasons(
    ctx: RenderContext, entry: Inlines, causes: Iterable[Cause]
) -> Inlines:
    """An entry with the reasons that packs give, each once."""
    why = ctx.join_sentences(dict.fromkeys(cause.why for cause in causes))
    return ctx.say("changes.entry.why", entry=entry, why=why) if why else entry


def _results(ctx: RenderContext, results: Sequence[ResultChange]) -> Blocks:
    return table(
        ctx,
        ("example", [wording.capitalised(result.asked) for result in results]),
        ("before", [(blocks.Text(result.before),) for result in results]),
        ("after", [(blocks.Text(result.after),) for result in results]),
    )
