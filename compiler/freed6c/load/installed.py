"""Packs among installed Python distributions, which offer them as entry points.

A distribution is a stranger's: its packages are looked up, and never imported.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

from freed6c.packs.pack import MANIFEST

GROUP: Final = "freed6c.packs"
"""In a distribution's `pyproject.toml`: [project.entry-points."freed6c.packs"] id = "package"."""


@dataclass(frozen=True, slots=True, order=True)
class Offer:
    """What a distribution says it has: a pack, in the folder of a package."""

    pack: str
    distribution: str
    package: str

    def folder(self) -> Path | None:
        """The pack's folder; nothing where no pack is there."""
        top, *inner = self.package.partition(":")[0].strip().split(".")
        if not all(name.isidentifier() for name in (top, *inner)):
            return None
        folders = (Path(place, *inner) for place in _places(top))
        return next((each for each in folders if (each / MANIFEST).is_file()), None)


def offers() -> list[Offer]:
    """Everything that is offered, in the order of ids and then of distributions."""
    from importlib.metadata import entry_points

    return sorted(
        Offer(point.name, point.dist.name if point.dist else "", point.value)
        for point in entry_points(group=GROUP)
    )


def _places(package: str) -> list[str]:
    """The folders of a package. Asking for one at the top imports nothing."""
    from importlib.util import find_spec

    try:
        spec = find_spec(package)
    except (ImportError, ValueError):
        return []
    return list(spec.submodule_search_locations or ()) if spec else []
