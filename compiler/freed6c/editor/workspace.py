"""Packs during typing: finds the pack of a file, and compiles it with unsaved text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.cache.disk import Disk
from freed6c.diagnostics.edits import change_of, file_of
from freed6c.diagnostics.render import sort_placed
from freed6c.document.compare.comparing import compare
from freed6c.editor.answers import changed_ids
from freed6c.editor.outline import outline
from freed6c.load.pack_loader import without_gc
from freed6c.packs.grouping import grouped
from freed6c.packs.lazy import dataclass, field
from freed6c.packs.pack import MANIFEST
from freed6c.pipeline import base_game, compile_packs, with_other_choices
from freed6c.runtime.odds.words import percent

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from freed6c.diagnostics.edits import TextChange
    from freed6c.diagnostics.render import Placed
    from freed6c.diagnostics.ways_out import WayOut
    from freed6c.document.compare.comparison import ChanceChange, CheckChance
    from freed6c.editor.outline import OutlinePart
    from freed6c.model.compiled import Compiled
    from freed6c.pipeline import Steps


@dataclass()
class Workspace:
    """Open files and compiled packs.

    `texts` has the text of open files, `compiled` the last result of each pack by its folder.
    `good` has the last result that could be linked, since unfinished text often cannot.
    """

    texts: dict[Path, str] = field(default_factory=dict)
    compiled: dict[Path, Compiled] = field(default_factory=dict)
    good: dict[Path, Compiled] = field(default_factory=dict)

    def text(self, path: Path) -> str:
        """Return the text of a file; empty if it cannot be read or isn't a regular file."""
        if path in self.texts:
            return self.texts[path]
        if not path.is_file():
            return ""
        try:
            return path.read_bytes().decode("utf-8", "replace").replace("\r\n", "\n")
        except OSError:
            return ""

    def compile(self, folder: Path, steps: Steps = "none") -> Compiled:
        """Compile a pack with the texts of open files. Running `steps` of examples is slow."""
        contents = {
            str(path): text.encode("utf-8", "surrogatepass")
            for path, text in self.texts.items()
        }
        with without_gc():
            compiled = compile_packs(str(folder), steps=steps, disk=Disk(contents))
        return self._keep(folder, compiled)

    def compile_all(self, folder: Path) -> Compiled:
        """Compile a pack with all the checks of `freed6c check`."""
        return self._keep(folder, with_other_choices(self.compile(folder, "own")))

    def _keep(self, folder: Path, compiled: Compiled) -> Compiled:
        self.compiled[folder] = compiled
        if compiled.linked is not None:
            self.good[folder] = compiled
        return compiled

    def known(self, path: Path) -> Compiled | None:
        """Return the last good result of a file's pack, or None if the file has no pack."""
        folder = pack_folder(path)
        if folder is None:
            return None
        if folder not in self.good and self.compile(folder).linked is None:
            saved = compile_packs(str(folder), steps="none")
            if saved.linked is not None:
                self.good[folder] = saved
        return self.good.get(folder) or self.compiled[folder]

    def built_on(self, folder: Path) -> list[Path]:
        """Return the folders of open packs that are layered on the pack in a folder."""
        return [
            other
            for other, compiled in self.compiled.items()
            if other != folder and str(folder) in compiled.folders
        ]


def pack_folder(path: Path) -> Path | None:
    """Return the nearest folder above a file that has a manifest, or None."""
    packs = (folder for folder in path.parents if (folder / MANIFEST).is_file())
    return next(packs, None)


def real_path(compiled: Compiled, file: str) -> Path | None:
    """Return the path on disk of a file that diagnostics name, in any pack; None if unknown."""
    for pack in sorted(compiled.packs, key=lambda pack: -len(pack.root)):
        if file.startswith(pack.root):
            return pack.path_of(file)
    return compiled.path_of(file)


def problems(compiled: Compiled) -> dict[Path | None, list[Placed]]:
    """Return diagnostics by files of the main pack.

    The key None has diagnostics in a base pack or without a place.
    """
    return grouped(
        (compiled.path_of(placed.file) if placed.file else None, placed)
        for placed in sort_placed(compiled.diagnostics, compiled.sources)
    )


def changes_of(way: WayOut, compiled: Compiled) -> dict[Path, list[TextChange]]:
    """Return the text changes of a suggestion by file; empty if it cannot be applied."""
    changes: dict[Path, list[TextChange]] = {}
    for edit in way.edits:
        path = compiled.path_of(file_of(edit))
        text = compiled.sources.get(file_of(edit))
        change = None if text is None else change_of(edit, text)
        if path is None or change is None:
            return {}
        changes.setdefault(path, []).append(change)
    return changes


def moved_odds(text: str, compiled: Compiled) -> Iterator[tuple[OutlinePart, str]]:
    """Yield the key of each change that moves odds, with the largest change as a text.

    The text is shown above the line: `5D against Hard: 23 % → 41 %`.
    """
    after = compiled.linked
    before = base_game(compiled.packs) if after is not None else None
    if before is None or after is None:
        return
    comparison = compare(before, after)
    for id_, slot in changed_ids(outline(text)).items():
        largest: list[CheckChance | ChanceChange] = [
            *(check for check in comparison.checks if check.id == id_),
            *(
                chance
                for chance in comparison.chances
                if id_ in (chance.procedure, chance.band.benchmark, chance.band.id)
            ),
        ]
        if largest:
            most = max(largest, key=lambda chance: abs(chance.after - chance.before))
            was, now = percent(most.before), percent(most.after)
            against = " against " if most.band.is_difficulty else ", "
            reached = f"{against}{most.band.name}" if most.band.name else ""
            yield slot, f"{most.pool}{reached}: {was} → {now}"
