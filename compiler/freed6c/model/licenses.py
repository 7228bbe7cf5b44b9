"""Licenses: what they ask of those who publish, and what follows for a ruleset of several packs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from freed6c.model.manifest import Manifest
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath


# The licenses that freed6c knows: a table of what each asks. Nothing here is legal
# advice.
#
# Others are named as SPDX has it, `LicenseRef-` and a name of one's own: what they ask,
# nobody knows here, so that nothing under terms that ask for their like can be put
# under them.


OWN: Final = "LicenseRef-"
"""How the identifiers of licenses begin that SPDX does not list."""

CREATIVE_COMMONS: Final = "https://creativecommons.org/licenses"
SCOPES: Final = {"3.0": "Unported", "4.0": "International"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What a license asks.

    Of one without `derivatives`, nothing may be published that is made from what is under it. Else
    that may be done under the same license, and under those in `adapted`: all, where it is None. An
    `exclusive` one suffers no other terms beside its own, so that what asks for any cannot be put
    under it. `notice` is the first line of the copyright notices that it wants to be carried on
    (its Section 15); its whole text goes with them.
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
        """The words of the license, where they have to go with what is under it; else none."""
        if not self.notice:
            return ""
        return (Path(__file__).parent / "licenses" / f"{self.id}.txt").read_text(
            encoding="utf-8"
        )

    def allow(self, other: Terms) -> bool:
        """Whether something made from what is under this one may be published under another."""
        if not self.derivatives or other.id == self.id:
            return self.derivatives
        allowed = self.adapted is None or other.id in self.adapted
        return allowed and not (other.exclusive and self.attribution)


def _cc(
    kind: str, version: str, name: str, adapted: tuple[str, ...] | None = None
) -> Terms:
    """One of the Creative Commons licenses."""
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
    # SPDX does not list all of them, so that some are written as others are that it does not list.
    f"{prefix}{terms.id}".casefold(): terms
    for terms in TERMS
    for prefix in ("", OWN)
}


def terms_of(id_: str) -> Terms | None:
    """What the license of an identifier asks; None where there is none. Case does not matter."""
    known = _BY_ID.get(id_.casefold())
    if known is not None:
        return known
    if id_.startswith(OWN) and len(id_) > len(OWN):
        return Terms(id=id_, name=id_.removeprefix(OWN).replace("-", " "))
    return None


# The licenses of several packs together.


def licenses_of(manifests: Iterable[Manifest]) -> tuple[Terms, ...]:
    """The licenses that there are, each once."""
    named = (pack.license.terms for pack in manifests if pack.license is not None)
    return tuple(dict.fromkeys(terms for terms in named if terms is not None))


def section15(manifests: Sequence[Manifest]) -> tuple[str, ...]:
    """The copyright notices of all packs, each once: of what comes first, first."""
    first = [terms.notice for terms in licenses_of(manifests) if terms.notice]
    licenses = [pack.license for pack in manifests if pack.license]
    own = [line for license_ in licenses for line in license_.section15]
    return tuple(dict.fromkeys((*first, *own)))


def full_texts(manifests: Sequence[Manifest]) -> Mapping[str, str]:
    """By its id, the words of each license that have to go along, with the notices at their end."""
    notices = "\n".join(section15(manifests))
    return {
        terms.id: f"{terms.text.rstrip()}\n{notices}"
        for terms in licenses_of(manifests)
        if terms.text
    }


def open_content(manifests: Iterable[Manifest]) -> tuple[Manifest, ...]:
    """The packs whose content is open under a license that wants its notices carried on."""
    return tuple(
        pack for pack in manifests if any(t.notice for t in licenses_of([pack]))
    )


def is_mixed(ruleset: Ruleset) -> bool:
    """Whether it matters which entry is from which pack: not all are under one license.

    A pack that names none is not published yet, and matters beside open content alone.
    """
    named = [pack for pack in ruleset.manifests if pack.license is not None]
    if len(licenses_of(named)) > 1:
        return True
    return bool(open_content(named)) and len(named) < len(ruleset.manifests)


def makers(ruleset: Ruleset, path: KeyPath) -> tuple[Manifest, ...]:
    """The packs whose content stands at a place: who brought it, and who changed it since."""
    origins = ruleset.provenance
    ids = {
        origins.author(path),
        *(origin.pack for origin in origins.changes_below(path)),
    }
    return tuple(pack for pack in ruleset.manifests if pack.id in ids)
