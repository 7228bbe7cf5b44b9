"""Render the attribution and license of each pack: notices, footers, the page of licenses.

Open Game Content and Product Identity are terms of the Open Game License: the parts of a work that
others may copy, and the parts that they may not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.document import blocks, placement, wording
from freed6c.document.render_context import RenderContext, new_context
from freed6c.document.sentences.effects import ended
from freed6c.model import licenses
from freed6c.model.entry_contents import around

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from freed6c.document.blocks import Block, Inline, Inlines
    from freed6c.model.manifest import License, Manifest
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.record import Entry


PAGE = "page.license"
"""The target of links to the page of licenses."""

PACK = "page.pack--"
"""The target of links to the page of a pack, without its id, which never has two hyphens."""


def notice(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the notices that every copy of the ruleset needs, as plain paragraphs."""
    ctx = new_context(ruleset, lambda _ctx, _entry: ())
    packs = [
        line
        for manifest in ruleset.manifests
        for line in (attribution(ctx, manifest), *closed(ctx, manifest))
    ]
    return tuple(map(wording.plain, (*packs, *opened(ctx))))


def attribution(ctx: RenderContext, manifest: Manifest) -> Inlines:
    """Return the attribution of a pack: title, holder, license, source, changes."""
    license_ = manifest.license
    if license_ is None:
        return ctx.say("license.none", pack=manifest.cited)
    key = "license.attribution.work" if license_.title else "license.attribution"
    ownership = ctx.say(
        key,
        pack=manifest.cited,
        work=license_.title,
        holder=holder(ctx, license_),
        license=_named(license_),
    )
    more = [
        ended(ctx, ctx.say(f"license.{key}", said=text))
        for key, text in (
            ("source", license_.source),
            ("changes", license_.changes),
            ("adapted", license_.adapted_by),
        )
        if text
    ]
    return ctx.join_sentences((ended(ctx, ownership), *more))


def closed(ctx: RenderContext, manifest: Manifest) -> tuple[Inlines, ...]:
    """Return the sentence on the Product Identity of a pack, if it declares any."""
    identity = "" if manifest.license is None else manifest.license.product_identity
    if not identity:
        return ()
    return (ended(ctx, ctx.say("license.product-identity", said=identity)),)


def opened(ctx: RenderContext) -> tuple[Inlines, ...]:
    """Return the sentences on which packs are Open Game Content, if any are."""
    packs = licenses.open_content(ctx.ruleset.manifests)
    if not packs:
        return ()
    partial = any(closed(ctx, pack) for pack in packs)
    titles = ctx.listed([(blocks.Text(pack.title),) for pack in packs])
    words = ctx.say("license.open.but" if partial else "license.open", packs=titles)
    # With several licenses, each entry has a mark (`license_mark`).
    mixed = ctx.ruleset.once(licenses.is_mixed)
    return (words, ctx.say("license.open.marked")) if mixed else (words,)


def footer(ctx: RenderContext, manifest: Manifest) -> Inlines:
    """Return the line on a pack for the end of every page, linked to the page of licenses.

    It names the holder of the rules and of the words, which can differ, and marks Open Game
    Content, as the Open Game License requires.
    """
    license_ = manifest.license
    if license_ is None:
        return (blocks.Text(manifest.cited),)
    link: Inline = blocks.Link(PAGE, (blocks.Text(license_.id),))
    words = ctx.say(
        "footer.license.adapted" if license_.adapted_by else "footer.license",
        pack=manifest.cited,
        license=(link,),
        holder=holder(ctx, license_),
        work=license_.title or license_.source or manifest.title,
        adapted=license_.adapted_by,
    )
    if not licenses.open_content((manifest,)):
        return words
    mark = (blocks.Link(PAGE, (blocks.Text(ctx.word("open-content")),)),)
    return ctx.say("footer.open", line=words, open=mark)


def holder(ctx: RenderContext, license_: License) -> Inlines:
    """Return the copyright holder, with the year if it is known."""
    if license_.year is None:
        return ctx.say("license.holder", holder=license_.holder)
    year = str(license_.year)
    return ctx.say("license.holder.year", year=year, holder=license_.holder)


def _named(license_: License) -> Inlines:
    """Return the name of a license and, if known, its URL."""
    terms = license_.terms
    if terms is None or not terms.url:
        return (blocks.Text(license_.id if terms is None else terms.name),)
    url = blocks.WebLink(terms.url, (blocks.Text(terms.url),))
    return (blocks.Text(f"{terms.name} ("), url, blocks.Text(")"))


# The page of licenses.


ANCHOR: Final = "page-license"
KEY: Final = "license"


def license_page(ctx: RenderContext) -> Iterator[blocks.Page]:
    """Yield the page of licenses if a pack has one: attributions, then the texts of licenses.

    Only licenses that must be included in full have their text here.
    """
    manifests = ctx.ruleset.manifests
    if any(manifest.license for manifest in manifests):
        word = KEY if len(manifests) == 1 else "licenses"
        content = blocks.deferred(_blocks(ctx, manifests))
        yield from placement.special_page(ctx, KEY, content, word=word, shelf="about")


def _blocks(ctx: RenderContext, manifests: Sequence[Manifest]) -> Iterator[Block]:
    for manifest in manifests:
        title: Inlines = (blocks.Text(manifest.title),)
        if len(manifests) > 1:  # else it has no page
            title = (blocks.Link(f"{PACK}{manifest.id}", title),)
        yield blocks.Heading(2, f"{ANCHOR}--{manifest.id}", title)
        yield blocks.Paragraph(attribution(ctx, manifest))
        yield from map(blocks.Paragraph, closed(ctx, manifest))
        license_ = manifest.license
        if license_ is not None and license_.evidence:
            yield blocks.FinePrint(ctx.say(f"license.evidence.{license_.evidence}"))
    for terms in licenses.licenses_of(manifests):
        if terms.text:
            # No pack can have an id with two hyphens.
            anchor = f"{ANCHOR}--text--{terms.id.lower()}"
            yield blocks.Heading(2, anchor, (blocks.Text(terms.name),))
            yield from map(blocks.Paragraph, opened(ctx))
            notices = licenses.section15(manifests)
            for paragraph in (*terms.text.strip().split("\n\n"), *notices):
                yield blocks.Paragraph((blocks.Text(paragraph),))


# Marks on entries, if packs have different licenses.


def license_mark(ctx: RenderContext, entry: Entry) -> tuple[blocks.FinePrint, ...]:
    """Return the license line of an entry, if packs have different licenses.

    A nested entry has a line only if its license differs from that of the entry around it.
    """
    if not ctx.ruleset.once(licenses.is_mixed):
        return ()
    own = _licensed(ctx, entry)
    parent = around(entry)
    if parent is not None and own == _licensed(ctx, parent):
        return ()
    return (blocks.FinePrint(own),)


def _licensed(ctx: RenderContext, entry: Entry) -> Inlines:
    """Return the licenses of the packs that wrote an entry, each once."""
    packs = licenses.makers(ctx.ruleset, ctx.ruleset.paths[entry.id])
    none = ctx.word("license.mark.none")
    all_terms = [pack.license and pack.license.terms for pack in packs]
    ids = dict.fromkeys(terms.id if terms else none for terms in all_terms)
    words = ctx.listed([(blocks.Text(id_),) for id_ in ids])
    is_open = bool(packs) and licenses.open_content(packs) == packs
    return ctx.say("license.mark.open" if is_open else "license.mark", licenses=words)
