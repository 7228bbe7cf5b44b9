"""Licences: that they are known, complete, and allow what one pack does to another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import publishing
from freed6c.diagnostics.diagnostic import Diagnostic, Label
from freed6c.model.licenses import OWN, TERMS, Terms, open_content
from freed6c.packs.location import Location
from freed6c.packs.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.model.manifest import License, Manifest
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.provenance import Origin


FREE: Final = "{id: CC-BY-4.0, holder: Your name}"
OPEN: Final = "{id: OGL-1.0a, holder: Your name, section15: [The title Copyright year, Your name]}"
"""What to write for a pack that changes Open Game Content."""
SECTION_15: Final = (
    "add to license: section15: [...] with the pack's own title, year and holder, and the "
    "notices of what it is made from, word for word; those of other packs come by themselves"
)


def check_licenses(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report unknown, incomplete and clashing licences. A pack without one is not published yet."""
    carried: set[str] = set()
    for manifest in ruleset.manifests:
        if manifest.license is None:
            continue
        terms, notices = manifest.license.terms, manifest.license.section15
        if terms is None:
            yield _unknown(manifest, manifest.license)
        elif terms.notice and carried.issuperset(notices):
            yield _no_notice(manifest, terms)
        carried.update(notices)
    yield from _clashes(ruleset)


def check_published(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report packs without a licence: it matters only when output is made for others."""
    open_ = {manifest.id for manifest in open_content(ruleset.manifests)}
    bound = {
        origin.pack for owner, origin in _changes_to_others(ruleset) if owner in open_
    }
    for manifest in ruleset.manifests:
        if manifest.license is None:
            example = OPEN if manifest.id in bound else FREE
            yield Diagnostic(
                code=publishing.NO_LICENSE,
                message=f"'{manifest.id}' has no licence: all rights are reserved",
                label=Label(Location(manifest.file, ("pack",))),
                help=(f"before you publish it, say whose it is: license: {example}",),
            )


def _unknown(manifest: Manifest, license_: License) -> Diagnostic:
    known = [terms.id for terms in TERMS]
    return Diagnostic(
        code=publishing.UNKNOWN_LICENSE,
        message=f"freed6c does not know the licence '{license_.id}'",
        label=_label(manifest),
        help=(
            *did_you_mean(license_.id, known),
            f"write one of {', '.join(known)}; or {OWN} and a name, for any other",
        ),
    )


def _no_notice(manifest: Manifest, terms: Terms) -> Diagnostic:
    return Diagnostic(
        code=publishing.NO_NOTICE,
        message=f"'{manifest.id}' has no line of its own in Section 15 of the {terms.name}",
        label=_label(manifest),
        help=(SECTION_15,),
    )


def _clashes(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Each pack with a licence that the licence of what it changes does not allow."""
    packs = {manifest.id: manifest for manifest in ruleset.manifests}
    seen: set[tuple[str, str]] = set()
    for owner, origin in _changes_to_others(ruleset):
        if (owner, origin.pack) not in seen:
            seen.add((owner, origin.pack))
            yield from _clash(packs[owner], packs[origin.pack], origin)


def _changes_to_others(ruleset: Ruleset) -> Iterator[tuple[str, Origin]]:
    """Every change to an entry of another pack: the id of its owner, and the change."""
    for path, origins in ruleset.origins.records.items():
        chain = ruleset.origins.chain(path)
        written = (step.pack for step in chain if step.operation == "written")
        owner = next(written, "")
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
        return  # whoever holds both may do as they like
    yield Diagnostic(
        code=publishing.LICENSES_CLASH,
        message=f"'{pack.id}' is under {own.id} and changes what is under {theirs.id}",
        label=_label(pack),
        related=(
            Label(origin.address, f"changes what '{base.id}' brings"),
            Label(Location(base.file, ("license", "id")), "which is under this"),
        ),
        help=(_way_out(theirs),),
    )


def _way_out(theirs: Terms) -> str:
    if not theirs.derivatives:
        return f"{theirs.id} allows no changes: add entries of your own instead"
    allowed = " or ".join((theirs.id, *(theirs.adapted or ())))
    return f"write id: {allowed}, or leave its entries alone and add your own"


def _label(manifest: Manifest) -> Label:
    return Label(Location(manifest.file, ("license", "id")))
