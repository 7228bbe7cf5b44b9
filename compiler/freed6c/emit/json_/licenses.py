"""Licences as JSON: what each pack says of its own, and what those that are named are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.model.licenses import full_texts, licenses_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.emit.json_.changes import Json
    from freed6c.model.manifest import License, Manifest


def license_block(license_: License) -> dict[str, Json]:
    """What a pack says of its licence; what it does not say is left out."""
    said: dict[str, Json] = {
        "title": license_.title,
        "year": license_.year,
        "section15": list(license_.section15),
        "product-identity": license_.product_identity,
        "evidence": license_.evidence,
    }
    return {
        "id": license_.id,
        "holder": license_.holder,
        "source": license_.source,
        "changes": license_.changes,
        **{key: value for key, value in said.items() if value},
    }


def licenses_block(manifests: Sequence[Manifest]) -> dict[str, Json]:
    """By their ids, the names of the licences; their words where they have to go along."""
    texts = full_texts(manifests)
    return {
        terms.id: {
            "name": terms.name,
            **({"url": terms.url} if terms.url else {}),
            **({"text": texts[terms.id]} if terms.id in texts else {}),
        }
        for terms in licenses_of(manifests)
    }
