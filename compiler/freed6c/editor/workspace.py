"""Packs as they are being typed: which pack a file belongs to, and what compiling it says."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from freed6c.cache.disk import Disk
from freed6c.diagnostics.edits import change_of, file_of
from freed6c.diagnostics.render import sort_placed
from freed6c.diagnostics.ways_out import Renaming
from freed6c.document.compare import compare
from freed6c.editor.answers import changed_ids
from freed6c.editor.outline import outline
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


@dataclass(slots=True)
class Workspace:
    """`texts` are those of open files, `compiled` the packs as they were last, by their folders.

    `good` are those of the last time that they could be merged: what is half typed cannot.
    """

    texts: dict[Path, str] = field(default_factory=dict)
    compiled: dict[Path, Compiled] = field(default_factory=dict)
    good: dict[Path, Compiled] = field(default_factory=dict)

    def text(self, path: Path) -> str:
        """The text of a file; empty where it cannot be read, or would never end."""
        if path in self.texts:
            return self.texts[path]
        if not path.is_file():
            return ""
        try:
            return path.read_bytes().decode("utf-8", "replace").replace("\r\n", "\n")
        except OSError:
            return ""

    def compile(self, folder: Path, steps: Steps = "none") -> Compiled:
        """Compile a pack with the texts of open files; `steps` of examples take long."""
        contents = {
            str(path): text.encode("utf-8", "surrogatepass")
            for path, text in self.texts.items()
        }
        compiled = compile_packs(str(folder), steps=steps, disk=Disk(contents))
        return self._keep(folder, compiled)

    def compile_all(self, folder: Path) -> Compiled:
        """The same with everything that `check` looks at."""
        return self._keep(folder, with_other_choices(self.compile(folder, "own")))

    def _keep(self, folder: Path, compiled: Compiled) -> Compiled:
        self.compiled[folder] = compiled
        if compiled.linked is not None:
            self.good[folder] = compiled
        return compiled

    def known(self, path: Path) -> Compiled | None:
        """What was last known of the pack that a file belongs to."""
        folder = pack_folder(path)
        if folder is None:
            return None
        if folder not in self.good and self.compile(folder).linked is None:
            saved = compile_packs(str(folder), steps="none")
            if saved.linked is not None:
                self.good[folder] = saved
        return self.good.get(folder) or self.compiled[folder]

    def built_on(self, folder: Path) -> list[Path]:
        """The folders of open packs that are layered on the one in a folder."""
        return [
            other
            for other, compiled in self.compiled.items()
            if other != folder and str(folder) in compiled.folders
        ]


def pack_folder(path: Path) -> Path | None:
    """The nearest folder above a file that has a manifest."""
    return next(
        (folder for folder in path.parents if (folder / MANIFEST).is_file()), None
    )


def real_path(compiled: Compiled, file: str) -> Path | None:
    """Where a file lies that messages name so, of whatever pack."""
    packs = sorted(compiled.packs, key=lambda pack: -len(pack.root))
    for pack in packs:
        if file.startswith(pack.root):
            return pack.path_of(file)
    return compiled.path_of(file)


def problems(compiled: Compiled) -> dict[Path | None, list[Placed]]:
    """Return problems by the files of the pack that was named.

    None has the problems elsewhere: in a file of its base, or in no place at all.
    """
    by_file: dict[Path | None, list[Placed]] = {}
    for placed in sort_placed(compiled.diagnostics, compiled.sources):
        path = compiled.path_of(placed.file) if placed.file else None
        by_file.setdefault(path, []).append(placed)
    return by_file


def changes_of(way: WayOut, compiled: Compiled) -> dict[Path, list[TextChange]]:
    """What a way out does to the texts of files; nothing where it cannot be done."""
    changes: dict[Path, list[TextChange]] = {}
    for edit in way.edits:
        path = compiled.path_of(file_of(edit))
        text = compiled.sources.get(file_of(edit))
        if isinstance(edit, Renaming) or path is None or text is None:
            return {}
        change = change_of(edit, text)
        if change is None:
            return {}
        changes.setdefault(path, []).append(change)
    return changes


def moved_odds(text: str, compiled: Compiled) -> Iterator[tuple[OutlinePart, str]]:
    """For each change of a file that moves odds, its key, and what they were and are."""
    after = compiled.linked
    before = base_game(compiled.packs) if after is not None else None
    if before is None or after is None:
        return
    comparison = compare(before, after)
    keys = changed_ids(outline(text))
    for id_, slot in keys.items():
        largest: list[CheckChance | ChanceChange] = [
            *(check for check in comparison.checks if check.id == id_),
            *(chance for chance in comparison.chances if id_ in _about(chance)),
        ]
        if largest:
            most = max(largest, key=lambda chance: abs(chance.after - chance.before))
            was, now = percent(most.before), percent(most.after)
            reached = f" against {most.band.name}" if most.band.name else ""
            yield slot, f"{most.pool}{reached}: {was} → {now}"


def _about(chance: ChanceChange) -> tuple[str, ...]:
    return chance.procedure, chance.band.benchmark, chance.band.id
