"""Licenses: their conditions, and the consequences for a ruleset of several packs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from freed6c.model.manifest import Manifest
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath


# The licenses that freed6c knows, with their conditions. Nothing here is legal advice.
#
# Other licenses have the SPDX form `LicenseRef-` and a name. Their conditions are
# unknown, so content under a share-alike license cannot be published under them.


OWN: Final = "LicenseRef-"
"""The prefix of identifiers that SPDX does not list."""

CREATIVE_COMMONS: Final = "https://creativecommons.org/licenses"
SCOPES: Final = {"3.0": "Unported", "4.0": "International"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """The terms of a license.

    If `derivatives` is False, adapted content may not be published. Otherwise it may be published
    under the same license, and under those in `adapted` (any license if it is None). An
    `exclusive` license forbids further terms, so content that requires attribution cannot be
    published under it. `notice` is the first line of the copyright notices that copies must carry
    (Section 15 of the Open Game License), together with the text of the license.
    """

    id: str
    name: str
    url: str = ""
    attribution: bool = True
    derivatives: bool = True
    adapted: tuple[str, ...] | None = None
    exclusive: bool = False
    notice: str = ""

    @property
    def text(self) -> str:
        """The text of the license if copies must include it; else empty."""
        if not self.notice:
            return ""
        return (Path(__file__).parent / "licenses" / f"{self.id}.txt").read_text(
            encoding="utf-8"
        )

    def allow(self, other: Terms) -> bool:
        """True if adapted content under this license may be published under another."""
        if not self.derivatives or other.id == self.id:
            return self.derivatives
        allowed = self.adapted is None or other.id in self.adapted
        return allowed and not (other.exclusive and self.attribution)


def _cc(
    kind: str, version: str, name: str, adapted: tuple[str, ...] | None = None
) -> Terms:
    """Return one of the Creative Commons licenses."""
    return Terms(
        id=f"CC-{kind}-{version}",
        name=f"Creative Commons {name} {version} {SCOPES[version]}",
        url=f"{CREATIVE_COMMONS}/{kind.lower()}/{version}/",
        derivatives=not kind.endswith("ND"),
        adapted=adapted,
    )


TERMS: Final[tuple[Terms, ...]] = (
    Terms(
        id="CC0-1.0",
        name="CC0 1.0 Universal",
        url="https://creativecommons.org/publicdomain/zero/1.0/",
        attribution=False,
    ),
    _cc("BY", "4.0", "Attribution"),
    _cc("BY", "3.0", "Attribution"),
    _cc("BY-SA", "4.0", "Attribution-ShareAlike", ()),
    _cc("BY-SA", "3.0", "Attribution-ShareAlike", ("CC-BY-SA-4.0",)),
    _cc("BY-NC", "4.0", "Attribution-NonCommercial", ("CC-BY-NC-SA-4.0",)),
    _cc("BY-NC-SA", "4.0", "Attribution-NonCommercial-ShareAlike", ()),
    _cc("BY-ND", "4.0", "Attribution-NoDerivatives"),
    _cc("BY-NC-ND", "4.0", "Attribution-NonCommercial-NoDerivatives"),
    Terms(id="MIT", name="MIT License", url="https://opensource.org/license/mit"),
    Terms(
        id="OGL-1.0a",
        name="Open Game License version 1.0a",
        adapted=(),
        exclusive=True,
        notice="Open Game License v 1.0a Copyright 2000, Wizards of the Coast, Inc.",
    ),
)

_BY_ID: Final = {
    # SPDX lists some of them only, so packs may write them with the prefix.
    f"{prefix}{terms.id}".casefold(): terms
    for terms in TERMS
    for prefix in ("", OWN)
}


def terms_of(id_: str) -> Terms | None:
    """Return the terms of a license by its identifier, in any case; None if it is unknown."""
    terms = _BY_ID.get(id_.casefold())
    if terms is not None:
        return terms
    if id_.startswith(OWN) and len(id_) > len(OWN):
        return Terms(id=id_, name=id_.removeprefix(OWN).replace("-", " "))
    return None


# The licenses of several packs together.


def licenses_of(manifests: Iterable[Manifest]) -> tuple[Terms, ...]:
    """Return the licenses of packs, without repetitions."""
    named = (pack.license.terms for pack in manifests if pack.license is not None)
    return tuple(dict.fromkeys(terms for terms in named if terms is not None))


def section15(manifests: Sequence[Manifest]) -> tuple[str, ...]:
    """Return the copyright notices of all packs in order, without repetitions."""
    first = [terms.notice for terms in licenses_of(manifests) if terms.notice]
    licenses = [pack.license for pack in manifests if pack.license]
    own = [line for license_ in licenses for line in license_.section15]
    return tuple(dict.fromkeys((*first, *own)))


def full_texts(manifests: Sequence[Manifest]) -> Mapping[str, str]:
    """Return the required texts of licenses by id, with the copyright notices at their end."""
    notices = "\n".join(section15(manifests))
    return {
        terms.id: f"{terms.text.rstrip()}\n{notices}"
        for terms in licenses_of(manifests)
        if terms.text
    }


def open_content(manifests: Iterable[Manifest]) -> tuple[Manifest, ...]:
    """Return the packs whose license requires its notices to be carried on."""
    return tuple(
        pack for pack in manifests if any(t.notice for t in licenses_of([pack]))
    )


def is_mixed(ruleset: Ruleset) -> bool:
    """True if the packs have several licenses, so each entry needs its source.

    A pack without a license isn't published yet, and only counts next to open content.
    """
    licensed = [pack for pack in ruleset.manifests if pack.license is not None]
    if len(licenses_of(licensed)) > 1:
        return True
    return bool(open_content(licensed)) and len(licensed) < len(ruleset.manifests)


def makers(ruleset: Ruleset, path: KeyPath) -> tuple[Manifest, ...]:
    """Return the packs with content at a place: its author, and those that changed it."""
    origins = ruleset.provenance
    ids = {
        origins.author(path),
        *(origin.pack for origin in origins.changes_below(path)),
    }
    return tuple(pack for pack in ruleset.manifests if pack.id in ids)
