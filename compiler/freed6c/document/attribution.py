"""Whose the content is, and what may be done with it: a few sentences for each pack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.blocks import Inline, Inlines, Link, Text, WebLink
from freed6c.document.scribe import Scribe, new_scribe
from freed6c.document.sentences.effects import ended
from freed6c.document.wording import plain
from freed6c.model.licenses import is_mixed, open_content

if TYPE_CHECKING:
    from freed6c.model.manifest import License, Manifest
    from freed6c.model.ruleset import Ruleset


PAGE = "page.license"
"""What links to the page about licences are called."""

PACK = "page.pack--"
"""The same for the page of a pack, before its id, which never has two hyphens."""


def notice(ruleset: Ruleset) -> tuple[str, ...]:
    """What has to be said wherever the ruleset goes, in paragraphs without markup."""
    scribe = new_scribe(ruleset, lambda _scribe, _entry: ())
    packs = [
        line
        for one in ruleset.manifests
        for line in (attribution(scribe, one), *closed(scribe, one))
    ]
    return tuple(map(plain, (*packs, *opened(scribe))))


def attribution(scribe: Scribe, manifest: Manifest) -> Inlines:
    """What a pack is, whose, under which licence, where from and how changed."""
    license_ = manifest.license
    if license_ is None:
        return scribe.say("license.none", pack=manifest.cited)
    key = "license.attribution.work" if license_.title else "license.attribution"
    whose = scribe.say(
        key,
        pack=manifest.cited,
        work=license_.title,
        holder=holder(scribe, license_),
        license=_named(license_),
    )
    more = [
        ended(scribe, scribe.say(f"license.{key}", said=said))
        for key, said in (("source", license_.source), ("changes", license_.changes))
        if said
    ]
    return scribe.in_turn((ended(scribe, whose), *more))


def closed(scribe: Scribe, manifest: Manifest) -> tuple[Inlines, ...]:
    """What a pack with Open Game Content does not open."""
    said = "" if manifest.license is None else manifest.license.product_identity
    if not said:
        return ()
    return (ended(scribe, scribe.say("license.product-identity", said=said)),)


def opened(scribe: Scribe) -> tuple[Inlines, ...]:
    """Which part is Open Game Content, where there is some."""
    packs = open_content(scribe.ruleset.manifests)
    if not packs:
        return ()
    key = (
        "license.open.but"
        if any(closed(scribe, one) for one in packs)
        else "license.open"
    )
    titles = scribe.listed([(Text(one.title),) for one in packs])
    said = scribe.say(key, packs=titles)
    if not is_mixed(scribe.ruleset):
        return (said,)
    return (said, scribe.say("license.open.marked"))


def footer(scribe: Scribe, manifest: Manifest) -> Inlines:
    """A line for the end of every page; its licence leads to all that is to be said of it."""
    license_ = manifest.license
    if license_ is None:
        return (Text(manifest.cited),)
    link: Inline = Link(PAGE, (Text(license_.id),))
    whose = holder(scribe, license_)
    return scribe.say(
        "footer.license", pack=manifest.cited, license=(link,), holder=whose
    )


def holder(scribe: Scribe, license_: License) -> Inlines:
    """Whose it is, and since when."""
    if license_.year is None:
        return scribe.say("license.holder", holder=license_.holder)
    year = str(license_.year)
    return scribe.say("license.holder.year", year=year, holder=license_.holder)


def _named(license_: License) -> Inlines:
    """The name of a licence, and where it can be read."""
    terms = license_.terms
    if terms is None or not terms.url:
        return (Text(license_.id if terms is None else terms.name),)
    url = WebLink(terms.url, (Text(terms.url),))
    return (Text(f"{terms.name} ("), url, Text(")"))
