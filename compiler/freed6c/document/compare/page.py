"""The page of changes: what packs change in a game, why, and what follows from it."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Final

from freed6c.document import blocks, placement, wording
from freed6c.document.changes import marks_of
from freed6c.document.compare.odds import odds_moved
from freed6c.document.describe.parts import table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from freed6c.document.blocks import Block, Blocks, Inlines
    from freed6c.document.compare.comparison import Cause, Comparison, EntryChange
    from freed6c.document.render_context import RenderContext


ANCHOR: Final = "page-changes"
KEY: Final = "changes"


def changes_page(ctx: RenderContext, comparison: Comparison) -> Iterator[blocks.Page]:
    """The diff with the base game."""
    content = _blocks(ctx, comparison)
    return placement.special_page(ctx, KEY, content, shelf="about")


def _blocks(ctx: RenderContext, comparison: Comparison) -> Blocks:
    return (
        blocks.Paragraph(_intro(ctx, comparison)),
        *_section(ctx, "changed", _changed(ctx, comparison)),
        *_section(ctx, "added", _listed(ctx, comparison.of("added"))),
        *_section(ctx, "removed", _listed(ctx, comparison.of("removed"))),
        *_section(ctx, "chances", tuple(odds_moved(ctx, comparison.odds, ANCHOR))),
        *_section(ctx, "results", _results(ctx, comparison)),
    )


def _intro(ctx: RenderContext, comparison: Comparison) -> Inlines:
    key = "changes.nothing" if comparison.empty else "changes.intro"
    return ctx.say(key, before=comparison.before.cited)


def _section(ctx: RenderContext, key: str, content: Blocks) -> Blocks:
    if not content:
        return ()
    heading = blocks.Heading(2, f"{ANCHOR}--{key}", ctx.say(f"changes.{key}"))
    return (heading, *content)


def _changed(ctx: RenderContext, comparison: Comparison) -> Blocks:
    """Changed entries with their marks, kind by kind."""
    return tuple(
        block
        for kind, group in groupby(comparison.of("changed"), lambda change: change.kind)
        for block in _kind(ctx, kind, group)
    )


def _kind(
    ctx: RenderContext, kind: str, changes: Iterable[EntryChange]
) -> Iterator[Block]:
    anchor = f"{ANCHOR}--{kind}"
    yield blocks.Heading(3, anchor, (blocks.Text(ctx.word(f"kinds.{kind}")),))
    yield blocks.DefinitionList(
        tuple(
            blocks.DefinitionItem(_named(ctx, change), marks_of(ctx, change))
            for change in changes
        )
    )


def _named(ctx: RenderContext, change: EntryChange) -> Inlines:
    """A link, or the bare name of an entry that has no place: removed ones, generated rows."""
    words = (blocks.Text(change.name),)
    exists = change.id in ctx.ruleset.entries
    return (blocks.Link(change.id, words),) if exists else words


def _listed(ctx: RenderContext, changes: Sequence[EntryChange]) -> Blocks:
    """Added or removed entries, with reasons."""
    items = tuple(_item(ctx, change) for change in changes)
    return (blocks.BulletList(items),) if items else ()


def _item(ctx: RenderContext, change: EntryChange) -> Inlines:
    entry = named_with_kind(ctx, change)
    if change.instead is not None:
        instead: Inlines = (change.instead,)
        entry = ctx.say("changes.entry.instead", entry=entry, instead=instead)
    return with_reasons(ctx, entry, change.causes)


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


def _results(ctx: RenderContext, comparison: Comparison) -> Blocks:
    results = comparison.results
    return table(
        ctx,
        ("example", [wording.capitalised(result.asked) for result in results]),
        ("before", [(blocks.Text(result.before),) for result in results]),
        ("after", [(blocks.Text(result.after),) for result in results]),
    )
