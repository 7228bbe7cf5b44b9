"""A pack as it was read: its files, its manifest, nothing interpreted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from freed6c.packs.data import Data

MANIFEST = "pack.yaml"


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile:
    """One YAML file. `path` is how it is named to people: relative, with forward slashes."""

    path: str
    text: str
    data: dict[str, Data]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pack:
    """A folder of YAML files. `files` includes the manifest and is sorted by path."""

    id: str
    folder: str
    manifest: SourceFile
    files: tuple[SourceFile, ...]

    @property
    def extends(self) -> tuple[str, ...]:
        """Ids of the packs that this one is layered on, as written."""
        written = self.manifest.data.get("extends", {})
        if isinstance(written, str):
            return (written,)
        return tuple(written) if isinstance(written, dict) else ()

    @property
    def after(self) -> tuple[str, ...]:
        """Ids of packs that this one comes after if they are there, as written."""
        written = self.manifest.data.get("after", [])
        if isinstance(written, str):
            return (written,)
        listed = written if isinstance(written, list) else []
        return tuple(one for one in listed if isinstance(one, str))
