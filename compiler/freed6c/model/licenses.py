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
