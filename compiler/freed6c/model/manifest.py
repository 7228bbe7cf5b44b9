"""What a pack says about itself."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class License:
    """Whose the content is and what may be done with it. `id` is an SPDX identifier."""

    id: str
    holder: str
    source: str = ""
    changes: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """`pack.yaml`, read. `python` is the name of the generated package."""

    id: str
    title: str
    version: str
    python: str
    license: License | None
    extends: tuple[str, ...]
