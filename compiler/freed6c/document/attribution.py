"""Whose the content is, and what may be done with it: a few sentences for each pack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.blocks import Link, Text, WebLink
from freed6c.document.scribe import new_scribe
from freed6c.document.sentences.effects import ended
from freed6c.document.wording import plain

if TYPE_CHECKING:
    from freed6c.document.blocks import Inline, Inlines
    from freed6c.document.scribe import Scribe
    from freed6c.model.manifest import License, Manifest
    from freed6c.model.ruleset import Ruleset

PAGE = "page.license"
"""What links to the page about licences are called."""


def notice(ruleset: Ruleset) -> tuple[str, ...]:
    """The attribution that has to go with the ruleset, a paragraph a pack, without markup."""
    scribe = new_scribe(ruleset, lambda _scribe, _entry: ())
    return tuple(plain(attribution(scribe, one)) for one in ruleset.manifests)


def attribution(scribe: Scribe, manifest: Manifest) -> Inlines:
    """What a pack is, whose, under which licence, where from and how changed."""
    fields = {"title": manifest.title, "version": manifest.version}
    license_ = manifest.license
    if license_ is None:
        return scribe.say("license.none", **fields)
    key = "license.attribution.work" if license_.title else "license.attribution"
    whose = scribe.say(
        key,
        **fields,
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


def footer(scribe: Scribe, manifest: Manifest) -> Inlines:
    """A line for the end of every page; its licence leads to all that is to be said of it."""
    fields = {"title": manifest.title, "version": manifest.version}
    license_ = manifest.license
    if license_ is None:
        return scribe.say("footer", **fields)
    link: Inline = Link(PAGE, (Text(license_.id),))
    whose = holder(scribe, license_)
    return scribe.say("footer.license", **fields, license=(link,), holder=whose)


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
