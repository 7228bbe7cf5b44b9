"""Checks of licenses: known, complete, and compatible with the changes of each pack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import publishing as codes
from freed6c.diagnostics.diagnostic import Label
from freed6c.diagnostics.suggest import did_you_mean
from freed6c.diagnostics.ways_out import Replacement, WayOut
from freed6c.model.license_terms import OWN, TERMS
from freed6c.model.licenses import open_content
from freed6c.packs.location import Location

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.model.manifest import Manifest
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.provenance import Origin


FREE: Final = "{id: CC-BY-4.0, holder: Your name}"
OPEN: Final = "{id: OGL-1.0a, holder: Your name, section15: [The title Copyright year, Your name]}"
"""The suggested license of a pack that changes Open Game Content."""


def check_licenses(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report unknown, incomplete and clashing licenses. Packs without one are not published yet."""
    carried: set[str] = set()
    for manifest in ruleset.manifests:
        if manifest.license is None:
            continue
        terms, notices = manifest.license.terms, manifest.license.section15
        if terms is None:
            id_, known_ids = manifest.license.id, [terms.id for terms in TERMS]
            named = [
                (name, terms.id)
                for terms in TERMS
                for name in (terms.name, terms.id.rpartition("-")[0])
                if name
            ]
            yield codes.UNKNOWN_LICENSE.at(
                _place(manifest),
                license=id_,
                help=did_you_mean(id_, [*known_ids, *named]),
                known=", ".join(known_ids),
                own=OWN,
            )
        elif terms.notice and carried.issuperset(notices):
            yield codes.NO_NOTICE.at(
                _place(manifest), pack=manifest.id, license=terms.name
            )
        carried.update(notices)
    yield from _clashes(ruleset)


def report_unlicensed(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report packs without a license, which matters only if output is made for others."""
    open_ = {manifest.id for manifest in open_content(ruleset.manifests)}
    bound = {
        origin.pack for owner, origin in _changes_to_others(ruleset) if owner in open_
    }
    for manifest in ruleset.manifests:
        if manifest.license is None:
            example = OPEN if manifest.id in bound else FREE
            place = Location(manifest.file, ("pack",))
            yield codes.NO_LICENSE.at(place, pack=manifest.id, example=example)


def _clashes(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report packs whose license the license of a changed pack does not allow."""
    packs = {manifest.id: manifest for manifest in ruleset.manifests}
    first: dict[tuple[str, str], Origin] = {}
    for owner, origin in _changes_to_others(ruleset):
        first.setdefault((owner, origin.pack), origin)
    for (owner, changing), origin in first.items():
        yield from _clash(packs[owner], packs[changing], origin)


def _changes_to_others(ruleset: Ruleset) -> Iterator[tuple[str, Origin]]:
    """Yield every change to an entry of another pack: the id of its owner, and the change."""
    for path, origins in ruleset.provenance.records.items():
        chain = ruleset.provenance.chain(path)
        owner = next((step.pack for step in chain if step.operation == "written"), "")
        for origin in origins:
            if owner not in {"", origin.pack}:
                yield owner, origin


def _clash(base: Manifest, pack: Manifest, origin: Origin) -> Iterator[Diagnostic]:
    if base.license is None or pack.license is None:
        return
    theirs, own = base.license.terms, pack.license.terms
    if theirs is None or own is None or theirs.allow(own):
        return
    if base.license.holder == pack.license.holder and not theirs.notice:
        return  # the holder of both can license both freely
    place = _place(pack)
    related = [
        Label(origin.address, f"changes '{base.id}'"),
        Label(_place(base), "its license"),
    ]
    names = {"pack": pack.id, "own": own.id, "theirs": theirs.id}
    if theirs.derivatives:
        allowed = " or ".join((theirs.id, *(theirs.adapted or ())))
        alone = not theirs.notice  # otherwise it requires more than its id
        edits = (Replacement(theirs.id),) if alone else ()
        fix = WayOut(f"write id: {allowed}", edits)
        yield codes.LICENSES_CLASH.at(place, help=[fix], related=related, **names)
    else:
        yield codes.NO_DERIVATIVES.at(place, related=related, **names)


def _place(manifest: Manifest) -> Location:
    return Location(manifest.file, ("license", "id"))
