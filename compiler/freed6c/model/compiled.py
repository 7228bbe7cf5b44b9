"""The result of compiling packs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from freed6c.cache.disk import Disk
from freed6c.packs.lazy import dataclass, field

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.pack import MergedRuleset, Pack, Sources


@dataclass(frozen=True, kw_only=True)
class Compiled:
    """The result of compiling packs: the ruleset, unless there are errors, and all diagnostics.

    `sources` are the texts of all files that were read, `folders` those of all packs, `named`
    those of packs that the user named, by what paths in messages begin with. `linked` is
    the ruleset even if its checks found errors; `merged` is the plain data before linking, with
    provenance. `disk` has what was asked of the file system. `skipped` is True if errors kept later
    checks from running.
    """

    ruleset: Ruleset | None = None
    diagnostics: tuple[Diagnostic, ...] = ()
    sources: Sources
    folders: tuple[str, ...] = ()
    named: Mapping[str, str] = field(default_factory=dict)
    linked: Ruleset | None = None
    merged: MergedRuleset | None = None
    disk: Disk = field(default_factory=Disk)
    skipped: bool = False

    def path_of(self, file: str) -> Path | None:
        """Return the path of a file that messages name; None if it is in no named pack."""
        for root, folder in self.named.items():
            if file.startswith(root):
                return Path(folder, file.removeprefix(root))
        return None

    @property
    def packs(self) -> tuple[Pack, ...]:
        """The packs of the ruleset, base first."""
        return () if self.merged is None else self.merged.packs

    @property
    def failed(self) -> bool:
        """True if there is an error."""
        return any(found.severity == "error" for found in self.diagnostics)
