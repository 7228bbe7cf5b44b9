"""Whose the content is, and what may be done with it: a few sentences for each pack."""

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
"""What links to the page about licenses are called."""

PACK = "page.pack--"
"""The same for the page of a pack, before its id, which never has two hyphens."""


def notice(ruleset: Ruleset) -> tuple[str, ...]:
    """What has to be said wherever the ruleset goes, in paragraphs without markup."""
    ctx = new_context(ruleset, lambda _ctx, _entry: ())
    packs = [
        line
        for manifest in ruleset.manifests
        for line in (attribution(ctx, manifest), *closed(ctx, manifest))
    ]
    return tuple(map(wording.plain, (*packs, *opened(ctx))))


def attribution(ctx: RenderContext, manifest: Manifest) -> Inlines:
    """What a pack is, whose, under which license, where from and how changed."""
    license_ = manifest.license
    if license_ is None:
        return ctx.say("license.none", pack=manifest.cited)
    key = "license.attribution.work" if license_.title else "license.attribution"
    whose = ctx.say(
        key,
        pack=manifest.cited,
        work=license_.title,
        holder=holder(ctx, license_),
        license=_named(license_),
    )
    more = [
        ended(ctx, ctx.say(f"license.{key}", said=said))
        for key, said in (
            ("source", license_.source),
            ("changes", license_.changes),
            ("adapted", license_.adapted_by),
        )
        if said
    ]
    return ctx.join_sentences((ended(ctx, whose), *more))


def closed(ctx: RenderContext, manifest: Manifest) -> tuple[Inlines, ...]:
    """What a pack with Open Game Content does not open."""
    said = "" if manifest.license is None else manifest.license.product_identity
    if not said:
        return ()
    return (ended(ctx, ctx.say("license.product-identity", said=said)),)


def opened(ctx: RenderContext) -> tuple[Inlines, ...]:
    """Which part is Open Game Content, where there is some."""
    packs = licenses.open_content(ctx.ruleset.manifests)
    if not packs:
        return ()
    but = any(closed(ctx, pack) for pack in packs)
    titles = ctx.listed([(blocks.Text(pack.title),) for pack in packs])
    said = ctx.say("license.open.but" if but else "license.open", packs=titles)
    mixed = licenses.is_mixed(ctx.ruleset)
    return (said, ctx.say("license.open.marked")) if mixed else (said,)


def footer(ctx: RenderContext, manifest: Manifest) -> Inlines:
    """A line for the end of every page; its license leads to all that is to be said of it.

    It tells whose rules from whose words, and marks Open Game Content, as its license asks.
    """
    license_ = manifest.license
    if license_ is None:
        return (blocks.Text(manifest.cited),)
    link: Inline = blocks.Link(PAGE, (blocks.Text(license_.id),))
    said = ctx.say(
        "footer.license.adapted" if license_.adapted_by else "footer.license",
        pack=manifest.cited,
        license=(link,),
        holder=holder(ctx, license_),
        work=license_.title or license_.source or manifest.title,
        adapted=license_.adapted_by,
    )
    if not licenses.open_content((manifest,)):
        return said
    mark = (blocks.Link(PAGE, (blocks.Text(ctx.word("open-content")),)),)
    return ctx.say("footer.open", line=said, open=mark)


def holder(ctx: RenderContext, license_: License) -> Inlines:
    """Whose it is, and since when."""
    if license_.year is None:
        return ctx.say("license.holder", holder=license_.holder)
    year = str(license_.year)
    return ctx.say("license.holder.year", year=year, holder=license_.holder)


def _named(license_: License) -> Inlines:
    """The name of a license, and where it can be read."""
    terms = license_.terms
    if terms is None or not terms.url:
        return (blocks.Text(license_.id if terms is None else terms.name),)
    url = blocks.WebLink(terms.url, (blocks.Text(terms.url),))
    return (blocks.Text(f"{terms.name} ("), url, blocks.Text(")"))


# The page of licenses.


ANCHOR: Final = "page-license"
KEY: Final = "license"


def license_page(ctx: RenderContext) -> Iterator[blocks.Page]:
    """Attribution, then the licenses that want to be told in full, if there are any."""
    manifests = ctx.ruleset.manifests
    if any(manifest.license for manifest in manifests):
        word = KEY if len(manifests) == 1 else "licenses"
        content = tuple(_blocks(ctx, manifests))
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


# Marks on entries, where packs have different licenses.


def license_mark(ctx: RenderContext, entry: Entry) -> tuple[blocks.FinePrint, ...]:
    """A line about an entry, but not about a part that is under the license of the whole."""
    if not licenses.is_mixed(ctx.ruleset):
        return ()
    own = _licensed(ctx, entry)
    parent = around(entry)
    if parent is not None and own == _licensed(ctx, parent):
        return ()
    return (blocks.FinePrint(own),)


def _licensed(ctx: RenderContext, entry: Entry) -> Inlines:
    """The licenses of the packs that wrote an entry, each once."""
    packs = licenses.makers(ctx.ruleset, ctx.ruleset.paths[entry.id])
    none = ctx.word("license.mark.none")
    all_terms = [pack.license and pack.license.terms for pack in packs]
    ids = dict.fromkeys(terms.id if terms else none for terms in all_terms)
    said = ctx.listed([(blocks.Text(id_),) for id_ in ids])
    is_open = bool(packs) and licenses.open_content(packs) == packs
    return ctx.say("license.mark.open" if is_open else "license.mark", licenses=said)
