"""A pack as it was read: its files, its manifest, nothing interpreted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.packs.data import Data

MANIFEST = "pack.yaml"
NO_VERSION = "0.0.0"


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile:
    """One YAML file. `path` is how it is named to people: relative, with forward slashes."""

    path: str
    text: str
    data: dict[str, Data]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """A folder of YAML files. `files` includes the manifest and is sorted by path.

    `named` says that the user asked for it; other packs are there because one extends them.
    """

    id: str
    folder: str
    manifest: SourceFile
    files: tuple[SourceFile, ...]
    named: bool

    @property
    def version(self) -> str:
        """The version as written; what has none counts as the very first."""
        return str(self.manifest.data.get("version", NO_VERSION))

    @property
    def ranges(self) -> Mapping[str, str]:
        """By the id of each pack that this one is layered on, the versions that it fits.

        The range is empty where none is written: every version fits.
        """
        written = self.manifest.data.get("extends", {})
        if isinstance(written, str):
            return {written: ""}
        if not isinstance(written, dict):
            return {}
        return {
            base: fits if isinstance(fits, str) else ""
            for base, fits in written.items()
        }

    @property
    def extends(self) -> tuple[str, ...]:
        """Ids of the packs that this one is layered on, as written."""
        return tuple(self.ranges)

    @property
    def after(self) -> tuple[str, ...]:
        """Ids of packs that this one applies after, if they are there."""
        written = self.manifest.data.get("after", [])
        listed = written if isinstance(written, list) else [written]
        return tuple(each for each in listed if isinstance(each, str))
