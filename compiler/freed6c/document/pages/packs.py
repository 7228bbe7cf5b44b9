"""A page for each pack of a ruleset with several packs: its authors and its entries."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from freed6c.document import blocks, licenses
from freed6c.document.compare.page import KEY as CHANGES
from freed6c.document.describe.parts import paragraph
from freed6c.packs.ids import kind_of
from freed6c.packs.kinds import TOP

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.document.blocks import Block, Blocks
    from freed6c.document.compare.comparison import Comparison
    from freed6c.document.render_context import RenderContext
    from freed6c.model.manifest import Manifest


def packs_pages(
    ctx: RenderContext, comparison: Comparison | None
) -> Iterator[blocks.Page]:
    """Yield the page of the base, then those of the packs applied to it; none without packs."""
    if comparison is None:
        return
    for manifest in ctx.ruleset.manifests:
        yield blocks.Page(
            key=_key(manifest),
            title=manifest.title,
            anchor=f"page-{_key(manifest)}",
            blocks=blocks.deferred(_blocks(ctx, manifest)),
            kind=ctx.word("pack"),
            shelf="about",
        )


def _blocks(ctx: RenderContext, manifest: Manifest) -> Iterator[Block]:
    yield blocks.Paragraph(licenses.attribution(ctx, manifest))
    yield from _contents(ctx, manifest)
    if manifest.id != ctx.ruleset.manifests[0].id:
        page = (blocks.Link(f"page.{CHANGES}", (blocks.Text(ctx.word(CHANGES)),)),)
        yield blocks.Paragraph(ctx.say("pack.changes", page=page))


def _key(manifest: Manifest) -> str:
    return f"{licenses.PACK}{manifest.id}".removeprefix("page.")


def _contents(ctx: RenderContext, manifest: Manifest) -> Blocks:
    """Return a sentence with the number of entries of each kind that the pack wrote."""
    ruleset = ctx.ruleset
    written = Counter(
        kind_of(id_)
        for id_ in ruleset.entries
        if ruleset.provenance.author(ruleset.paths[id_]) == manifest.id
    )
    counts = []
    for kind in TOP.values():
        count = written[kind.name]
        if count and not kind.single:
            word = ctx.word(f"{'kind' if count == 1 else 'kinds'}.{kind.name}")
            counts.append(ctx.say("pack.count", count=count, kind=ctx.lowered(word)))
    kinds = ctx.listed(counts)
    return paragraph(ctx, ctx.say("pack.holds", kinds=kinds) if counts else ())
