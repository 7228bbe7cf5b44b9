"""Whose the content is, and what may be done with it: a few sentences for each pack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.document.blocks import (
    Block,
    FinePrint,
    Heading,
    Inline,
    Inlines,
    Link,
    Page,
    Paragraph,
    Text,
    WebLink,
)
from freed6c.document.render_context import Scribe, new_scribe
from freed6c.document.sentences.effects import ended
from freed6c.document.wording import plain
from freed6c.model.licenses import (
    Terms,
    is_mixed,
    licenses_of,
    makers,
    open_content,
    section15,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.model.manifest import License, Manifest
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.record import Entry


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


# The page about licences: what each pack is under, and the words that have to go with
# it.


ANCHOR: Final = "page-license"
KEY: Final = "license"


def license_page(scribe: Scribe) -> Page | None:
    """Attribution, then the licences that want to be told in full; None where there is none."""
    manifests = scribe.ruleset.manifests
    if all(one.license is None for one in manifests):
        return None
    packs = [block for one in manifests for block in _pack(scribe, one)]
    texts = [
        block
        for terms in licenses_of(manifests)
        if terms.text
        for block in _text(scribe, terms)
    ]
    return Page(
        key=KEY,
        title=scribe.word(KEY if len(manifests) == 1 else "licenses"),
        anchor=ANCHOR,
        blocks=(*packs, *texts),
        shelf="about",
    )


def _pack(scribe: Scribe, manifest: Manifest) -> Iterator[Block]:
    link = Link(f"{PACK}{manifest.id}", (Text(manifest.title),))
    yield Heading(2, f"{ANCHOR}--{manifest.id}", (link,))
    yield Paragraph(attribution(scribe, manifest))
    yield from map(Paragraph, closed(scribe, manifest))
    license_ = manifest.license
    if license_ is not None and license_.evidence:
        yield FinePrint(scribe.say(f"license.evidence.{license_.evidence}"))


def _text(scribe: Scribe, terms: Terms) -> Iterator[Block]:
    """Which content it is about, its words, and the notices that end it."""
    # No pack can have an id with two hyphens.
    yield Heading(2, f"{ANCHOR}--text--{terms.id.lower()}", (Text(terms.name),))
    yield from map(Paragraph, opened(scribe))
    notices = section15(scribe.ruleset.manifests)
    for paragraph in (*terms.text.strip().split("\n\n"), *notices):
        yield Paragraph((Text(paragraph),))


# Under which licence an entry is, where not all of a ruleset is under the same.


def license_mark(scribe: Scribe, entry: Entry) -> tuple[FinePrint, ...]:
    """A line about an entry, but not about a part that is under the licence of the whole."""
    if not is_mixed(scribe.ruleset):
        return ()
    own = _licensed(scribe, entry)
    parent = entry.__dict__.get("parent")
    if parent is not None and own == _licensed(scribe, parent.entry):
        return ()
    return (FinePrint(own),)


def _licensed(scribe: Scribe, entry: Entry) -> Inlines:
    ruleset = scribe.ruleset
    packs = makers(ruleset, ruleset.paths[entry.id])
    said = scribe.listed([(Text(one),) for one in _ids(scribe, packs)])
    is_open = bool(packs) and open_content(packs) == packs
    return scribe.say("license.mark.open" if is_open else "license.mark", licenses=said)


def _ids(scribe: Scribe, packs: tuple[Manifest, ...]) -> tuple[str, ...]:
    """The licences of packs, each once."""
    none = scribe.word("license.mark.none")
    named = [one.license and one.license.terms for one in packs]
    return tuple(dict.fromkeys(terms.id if terms else none for terms in named))
