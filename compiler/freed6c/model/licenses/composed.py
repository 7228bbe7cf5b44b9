"""What the licences of several packs come to together."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from freed6c.model.licenses.terms import Terms
    from freed6c.model.manifest import Manifest
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath


def licenses_of(manifests: Iterable[Manifest]) -> tuple[Terms, ...]:
    """The licences that there are, each once."""
    found = (one.license.terms for one in manifests if one.license is not None)
    return tuple(dict.fromkeys(terms for terms in found if terms is not None))


def section15(manifests: Sequence[Manifest]) -> tuple[str, ...]:
    """The copyright notices of all packs, each once: of what comes first, first."""
    first = [terms.notice for terms in licenses_of(manifests) if terms.notice]
    own = [line for one in manifests if one.license for line in one.license.section15]
    return tuple(dict.fromkeys((*first, *own)))


def full_texts(manifests: Sequence[Manifest]) -> Mapping[str, str]:
    """By its id, the words of each licence that have to go along, with the notices at their end."""
    notices = "\n".join(section15(manifests))
    return {
        terms.id: f"{terms.text.rstrip()}\n{notices}"
        for terms in licenses_of(manifests)
        if terms.text
    }


def open_content(manifests: Iterable[Manifest]) -> tuple[Manifest, ...]:
    """The packs whose content is open under a licence that wants its notices carried on."""
    return tuple(
        one
        for one in manifests
        if one.license and one.license.terms and one.license.terms.notice
    )


def is_mixed(ruleset: Ruleset) -> bool:
    """Whether it matters which entry is from which pack: not all are under one licence.

    A pack that names none is not published yet, and matters beside open content alone.
    """
    named = [one for one in ruleset.manifests if one.license is not None]
    if len(licenses_of(named)) > 1:
        return True
    return bool(open_content(named)) and len(named) < len(ruleset.manifests)


def makers(ruleset: Ruleset, path: KeyPath) -> tuple[Manifest, ...]:
    """The packs whose content stands at a place: who brought it, and who changed it since."""
    origins = ruleset.origins
    ids = {origins.author(path), *(origin.pack for origin in origins.below(path))}
    return tuple(one for one in ruleset.manifests if one.id in ids)
