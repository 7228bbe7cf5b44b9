"""The page about licences: what each pack is under, and the words that have to go with it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.document.attribution import PACK, attribution, closed, opened
from freed6c.document.blocks import (
    Block,
    FinePrint,
    Heading,
    Link,
    Page,
    Paragraph,
    Text,
)
from freed6c.model.licenses import Terms, licenses_of, section15

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.document.scribe import Scribe
    from freed6c.model.manifest import Manifest


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
