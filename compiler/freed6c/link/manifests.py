"""Reads manifests (`pack.yaml`), and returns the manifest under which a ruleset is published.

If you build several packs together, the ruleset has a combination of their manifests: the packs
`core` 1.0 and `hard` 2.0 become `core-hard` 1.0+2.0.
"""

from __future__ import annotations

from dataclasses import fields
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from freed6c.model.license_terms import terms_of
from freed6c.model.manifest import License, Manifest, SitePicture, package_name
from freed6c.packs.data import as_map
from freed6c.runtime.record import key_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from freed6c.packs.data import Data
    from freed6c.packs.pack import Pack


def read_manifest(pack: Pack) -> Manifest:
    """Return the typed manifest of a pack, whose shape was validated."""
    data = pack.manifest.data
    license_ = data.get("license")
    return Manifest(
        id=pack.id,
        title=str(data.get("title", pack.id)),
        summary=str(data.get("summary", "")),
        version=pack.version,
        python=str(data.get("python", package_name(pack.id))),
        license=_license(license_) if isinstance(license_, dict) else None,
        extends=pack.extends,
        after=pack.after,
        parts=(pack.id,),
        file=pack.manifest.path,
        site=_site(data.get("site")),
        playground=_playground(data.get("site")),
        picture=_picture(pack),
    )


LONGEST: Final = 120
"""Maximum length of the id or version of a combination, which name folders and wheels."""


def published_manifest(
    packs: Sequence[Pack], manifests: Sequence[Manifest]
) -> Manifest:
    """Return the manifest under which the packs are published together.

    The combined id consists of the ids of the packs that the user named, without those they extend.
    If one of the packs already has that id, it consists of the ids of all packs.
    """
    pairs = zip(packs, manifests, strict=True)
    named = [manifest for pack, manifest in pairs if pack.named]
    if len(named) == 1:
        return named[0]
    is_id_of_pack = _joined(named) in {manifest.id for manifest in manifests}
    return _combination(manifests if is_id_of_pack else named)


def _combination(parts: Sequence[Manifest]) -> Manifest:
    """Return the combination of manifests. If its id is too long, a hash keeps it unique."""
    first, *others = (part.version for part in parts)
    id_, version = _joined(parts), f"{first}+{'.'.join(others)}"
    title, *added = (part.title for part in parts)
    named = f"{title} + {added[0]}"
    several = f"{title} with {len(added)} house rules"
    if len(id_) > LONGEST or len(version) > LONGEST:
        from hashlib import sha256

        mark = sha256(f"{id_} {version}".encode()).hexdigest()[:8]
        id_ = f"{parts[0].id[:30].rstrip('-')}-with-{len(others)}-more-{mark}"
        version = f"{first}+{mark}"
    return Manifest(
        id=id_,
        title=several if added[1:] else named,
        version=version,
        python=package_name(id_),
        license=None,
        extends=(),
        after=(),
        parts=tuple(part.id for part in parts),
    )


def _joined(parts: Sequence[Manifest]) -> str:
    return "-".join(part.id for part in parts)


def _site(data: Data | None) -> str:
    """Return the base URL of the site, with a slash at the end."""
    if not isinstance(data, dict):
        return ""
    url = urlsplit(str(data.get("url", "")))
    return f"{url.scheme}://{url.netloc.lower()}{url.path.rstrip('/')}/"


def _playground(data: Data | None) -> str:
    """Return the URL of the playground, with its scheme in lower case, as in browsers."""
    return urlsplit(str(as_map(data).get("playground", ""))).geturl()


def _picture(pack: Pack) -> SitePicture | None:
    image = as_map(as_map(pack.manifest.data.get("site")).get("image"))
    file, alt = str(image.get("file", "")), str(image.get("alt", ""))
    return SitePicture(file, alt, pack.picture) if pack.picture else None


def _license(data: Mapping[str, Data]) -> License:
    year, notices = data.get("year"), data.get("section15", [])
    id_ = str(data.get("id", ""))
    terms = terms_of(id_)
    texts = {
        field.name: str(data.get(key_of(field.name), ""))
        for field in fields(License)
        if field.name not in {"id", "year", "section15"}
    }
    return License(
        id=id_ if terms is None else terms.id,
        year=year if isinstance(year, int) else None,
        section15=tuple(map(str, notices)) if isinstance(notices, list) else (),
        **texts,
    )
