"""Manifests become typed; the one under whose name a ruleset is published is the last pack's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.model.manifest import License, Manifest
from freed6c.packs.names import python_name

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.packs.data import Data
    from freed6c.packs.pack import Pack


def read_manifest(pack: Pack) -> Manifest:
    """Read a manifest whose shape was validated."""
    data = pack.manifest.data
    license_ = data.get("license")
    return Manifest(
        id=pack.id,
        title=str(data.get("title", pack.id)),
        version=str(data.get("version", "0.0.0")),
        python=str(data.get("python", f"freed6_{python_name(pack.id)}")),
        license=_license(license_) if isinstance(license_, dict) else None,
        extends=pack.extends,
    )


def _license(data: Mapping[str, Data]) -> License:
    return License(
        id=str(data.get("id", "")),
        holder=str(data.get("holder", "")),
        source=str(data.get("source", "")),
        changes=str(data.get("changes", "")),
    )
