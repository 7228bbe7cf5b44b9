"""A small game for tests of overlays: bands, ranked conditions, a table, a list, an option."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

from ruamel.yaml import YAML

from made_packs import write_pack

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.packs.data import Data

SMALL: Final[Mapping[str, Data]] = YAML(typ="safe").load(
    Path(__file__).parent / "packs" / "small.yaml"
)


def write_small(folder: Path) -> Path:
    """Write it as the pack `small`."""
    return write_pack(folder, "small", {}, **SMALL)
