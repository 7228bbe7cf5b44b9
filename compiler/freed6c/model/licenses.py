"""Combine the licenses of several packs: what follows for their ruleset."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from freed6c.model.license_terms import Terms
    from freed6c.model.manifest import Manifest
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath


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
