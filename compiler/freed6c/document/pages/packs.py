"""A page for each pack, where there are several: whose it is, what it adds, changes, removes."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from freed6c.document import blocks, licenses, placement, wording
from freed6c.document.compare.page import KEY as CHANGES
from freed6c.document.compare.page import named_with_kind, with_reasons
from freed6c.packs.kinds import TOP, Kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from freed6c.document.blocks import Block, Blocks, Inlines
    from freed6c.document.compare.comparison import Comparison, EntryChange, Fate
    from freed6c.document.render_context import RenderContext
    from freed6c.model.manifest import Manifest


def packs_pages(
    ctx: RenderContext, comparison: Comparison | None
) -> Iterator[blocks.Page]:
    """The base first, then what is layered on it."""
    if comparison is None:
        return
    for manifest in ctx.ruleset.manifests:
        yield blocks.Page(
            key=_key(manifest),
            title=manifest.title,
            anchor=f"page-{_key(manifest)}",
            blocks=(
                blocks.Paragraph(licenses.attribution(ctx, manifest)),
                *_contents(ctx, manifest),
                *_changes(ctx, manifest, comparison),
            ),
            kind=ctx.word("pack"),
            shelf="about",
        )


def _key(manifest: Manifest) -> str:
    return f"{licenses.PACK}{manifest.id}".removeprefix("page.")


def _contents(ctx: RenderContext, manifest: Manifest) -> Blocks:
    """How much of each kind it has written."""
    ruleset = ctx.ruleset
    written = Counter(
        placement.kind_of(id_)
        for id_ in ruleset.entries
        if ruleset.origins.author(ruleset.paths[id_]) == manifest.id
    )
    said = [
        ctx.say("pack.count", count=written[kind.name], kind=_word(ctx, kind, written))
        for kind in TOP.values()
        if written[kind.name] and not kind.single
    ]
    return (
        (blocks.Paragraph(ctx.say("pack.holds", kinds=ctx.listed(said))),)
        if said
        else ()
    )


def _word(ctx: RenderContext, kind: Kind, written: Counter[str]) -> str:
    key = "kind" if written[kind.name] == 1 else "kinds"
    return wording.lowered(ctx.word(f"{key}.{kind.name}"))


def _changes(
    ctx: RenderContext, manifest: Manifest, comparison: Comparison
) -> Iterator[Block]:
    if manifest.id == ctx.ruleset.manifests[0].id:
        return
    page: Inlines = (blocks.Link(f"page.{CHANGES}", (blocks.Text(ctx.word(CHANGES)),)),)
    yield blocks.Paragraph(ctx.say("pack.changes", page=page))
    fates: tuple[Fate, ...] = ("changed", "added", "removed")
    for fate in fates:
        items = list(_items(ctx, manifest, comparison.of(fate)))
        if items:
            anchor = f"page-{_key(manifest)}--{fate}"
            yield blocks.Heading(2, anchor, ctx.say(f"changes.{fate}"))
            yield blocks.BulletList(tuple(items))


def _items(
    ctx: RenderContext, manifest: Manifest, changes: Sequence[EntryChange]
) -> Iterator[Inlines]:
    """What this pack did, with its reasons."""
    for change in changes:
        causes = [c for c in change.all_causes() if c.pack == manifest.id]
        if causes:
            yield with_reasons(ctx, named_with_kind(ctx, change), causes)
