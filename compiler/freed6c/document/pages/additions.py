"""Chapters for entries that packs add to the base game.

An entry that no chapter `contains` is described at the end of the first chapter of its pack
(`PagePlan.added`). This module gives packs without a chapter a generated one, called like the pack.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from freed6c.document.compare.comparison import Cause, EntryChange
from freed6c.document.pages.plan import pack_of, uncontained
from freed6c.model.ruleset import by_kind
from freed6c.packs.location import Location
from freed6c.packs.provenance import Origin, Provenance
from freed6c.runtime.entries.notes import Chapter

if TYPE_CHECKING:
    from freed6c.document.render_context import RenderContext
    from freed6c.model.manifest import Manifest
    from freed6c.model.ruleset import Ruleset


def with_pack_chapters(ctx: RenderContext) -> RenderContext:
    """Return the context with a chapter for each pack that needs one and has none.

    The new chapters also count as added by their packs, so that they get badges.
    """
    ruleset = _extended(ctx.ruleset)
    if ruleset is ctx.ruleset:
        return ctx
    changed = dict(ctx.changed)
    for chapter in ruleset.of(Chapter):
        if chapter.id not in ctx.ruleset.entries:
            pack, title = pack_of(ruleset, chapter), chapter.name
            cause = Cause(pack=pack, title=title, operation="written", why=())
            changed[chapter.id] = EntryChange(
                id=chapter.id, name=title, fate="added", causes=(cause,)
            )
    return replace(ctx, ruleset=ruleset, changed=changed)


def _extended(ruleset: Ruleset) -> Ruleset:
    """Return the ruleset with the generated chapters, or the ruleset itself without any."""
    adding = {pack_of(ruleset, entry) for entry in uncontained(ruleset)}
    with_chapters = {pack_of(ruleset, chapter) for chapter in ruleset.of(Chapter)}
    for manifest in ruleset.manifests[1:]:
        if manifest.id in adding - with_chapters:
            ruleset = _with_chapter(ruleset, manifest)
    return ruleset


def _with_chapter(ruleset: Ruleset, manifest: Manifest) -> Ruleset:
    """Return the ruleset with an empty chapter that has the title of a pack."""
    key = manifest.id
    while f"chapter.{key}" in ruleset.entries:
        key = f"{key}-added"
    chapter = Chapter(id=f"chapter.{key}", name=manifest.title)
    path, address = ("chapters", key), Location(manifest.file)
    written = Origin(pack=manifest.id, address=address, operation="written")
    records = {**ruleset.provenance.records, path: (written,)}
    entries = {**ruleset.entries, chapter.id: chapter}
    return replace(
        ruleset,
        entries=entries,
        kinds=by_kind(entries.values()),
        paths={**ruleset.paths, chapter.id: path},
        provenance=Provenance(records, ruleset.provenance.past),
    )
