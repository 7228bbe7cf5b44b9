"""Checks of terms that a pack renames, and of texts that still use the former term."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import words as codes
from freed6c.diagnostics.diagnostic import Label
from freed6c.document.phrases.terms import TERM_FORMS
from freed6c.model.entry_contents import prose_of
from freed6c.packs.lazy import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.location import Location


HIDDEN: Final = regex(r"\[\[[^\[\]]*\]\]|`[^`]*`")
"""Forms of terms in brackets, links and code."""


def check_words(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report renamed terms that texts of other packs still have, with the first place."""
    writers = {manifest.file: manifest.id for manifest in ruleset.manifests}
    for id_, place in ruleset.wording.places.items():
        forms = TERM_FORMS[id_]
        renamed = ruleset.wording.forms.get(forms["one"], "")
        if renamed.lower() == forms["one"]:
            continue
        places = list(
            _texts_with(ruleset, forms["one"], forms["many"], writers[place.file])
        )
        if places:
            yield codes.TEXTS_STAY.at(
                place.key(),
                related=[Label(places[0], "here, for example")],
                term=forms["one"],
                says=renamed,
                count=len(places),
            )


def _texts_with(
    ruleset: Ruleset, singular: str, plural: str, pack: str
) -> Iterator[Location]:
    """Yield the first place of a word in each text of other packs."""
    either = "|".join(re.escape(form) for form in (plural, singular) if form)
    word = re.compile(rf"\b(?:{either})\b", re.IGNORECASE)
    for _, path, text in prose_of(ruleset):
        if word.search(text) is None:
            continue
        visible = HIDDEN.sub(lambda link: " " * len(link[0]), text)
        places = (
            ruleset.provenance.words_at(path, *match.span())
            for match in word.finditer(visible)
        )
        others = (place.address for place in places if place and place.pack != pack)
        yield from islice(others, 1)
