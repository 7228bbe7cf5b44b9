"""Packs and all they extend, each read once, in the order in which they apply."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from freed6c.diagnostics.codes import loading as codes
from freed6c.diagnostics.diagnostic import Diagnostic, Label
from freed6c.load.dependencies import extends_address, id_address
from freed6c.load.discovery import find_base, find_target, known_ids
from freed6c.load.files import PackFolder, file_name, read_file, root_name
from freed6c.packs.pack import MANIFEST, Pack, SourceFile
from freed6c.packs.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class PackLoader:
    """Reads the packs of one compilation, each once. `packs` is by id.

    `rejected` are packs that were read but have the wrong id or one that is taken; that is in
    `problems`. They are kept because messages show their lines.
    """

    def __init__(self) -> None:
        self.packs: dict[str, Pack] = {}
        self.rejected: list[Pack] = []
        self.problems: list[Diagnostic] = []
        self._root_names: dict[str, Path] = {}
        self._read: dict[Path, Pack] = {}

    def read_named(self, target: str) -> Pack | None:
        """Read a pack that the user named; None where there is none."""
        folder = find_target(target)
        if isinstance(folder, Diagnostic):
            self.problems.append(folder)
            return None
        pack = self.read(folder, named=True)
        self._register(pack)
        return self.packs[pack.id]

    def read_bases(self) -> None:
        """Read what the packs extend, directly or not."""
        waiting = list(self.packs.values())
        while waiting:
            pack = waiting.pop(0)
            for base in pack.extends:
                if base not in self.packs:
                    waiting += self._read_base(pack, base)

    def _read_base(self, pack: Pack, base: str) -> list[Pack]:
        label = Label(extends_address(pack, base))
        folder = find_base(base, Path(pack.folder), label)
        if folder is None:
            folder = _unknown_base(pack, base)
        if isinstance(folder, Diagnostic):
            self.problems.append(folder)
            return []
        base_pack = self.read(folder, named=False)
        if base_pack.id != base:
            wrong_id = codes.WRONG_ID.at(
                label.place,
                related=[Label(id_address(base_pack), "its id")],
                pack=pack.id,
                base=base,
                id=base_pack.id,
            )
            self.problems.append(wrong_id)
            self.rejected += [] if base_pack.id in self.packs else [base_pack]
            return []
        return [base_pack] if self._register(base_pack) else []

    def _register(self, pack: Pack) -> bool:
        registered = self.packs.setdefault(pack.id, pack)
        if registered.folder != pack.folder:
            first = Label(id_address(registered), "the first")
            again = codes.SAME_ID.at(id_address(pack), related=[first], pack=pack.id)
            self.problems.append(again)
            self.rejected.append(pack)
        return registered is pack

    def read(self, path: Path, *, named: bool = False) -> Pack:
        """Read a pack once. The first call decides `named`: read named packs first."""
        if path not in self._read:
            self._read[path] = self._read_pack(path, named=named)
        return self._read[path]

    def _read_pack(self, path: Path, *, named: bool) -> Pack:
        folder = PackFolder(path, root_name(path, self._root_names))
        with without_gc():
            files = tuple(self._read_file(name, raw) for name, raw in folder.files())
        self.problems += folder.problems
        name = file_name(folder.root, MANIFEST)
        empty = SourceFile(path=name, text="", data={})
        manifest = next((file for file in files if file.path == name), empty)
        written = manifest.data.get("pack")
        key = written if isinstance(written, str) else path.name
        return Pack(
            id=key, folder=str(path), manifest=manifest, files=files, named=named
        )

    def _read_file(self, name: str, raw: bytes | None) -> SourceFile:
        if raw is None:
            return SourceFile(path=name, text="", data={})
        file, problems = read_file(name, raw)
        self.problems += problems
        return file


@contextmanager
def without_gc() -> Iterator[None]:
    """Switch garbage collection off: reading makes no garbage, and a search doubles the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _unknown_base(pack: Pack, base: str) -> Diagnostic:
    folder = Path(pack.folder)
    candidates = [id_ for id_ in known_ids(folder) if id_ not in (pack.id, folder.name)]
    listed = f"packs that were found: {', '.join(candidates[:12])}"
    return codes.UNKNOWN_BASE.at(
        extends_address(pack, base),
        help=[*did_you_mean(base, candidates, 1), *([listed] if candidates else [])],
        notes=(
            f"looked for a folder '{base}' next to the pack's own",
            "looked among the packs that come with freed6c, and those that are installed",
        ),
        pack=pack.id,
        base=base,
    )


def available_packs(packs: Sequence[Pack]) -> tuple[Pack, ...]:
    """Packs that could have been meant: shipped, installed, or beside a named one, but not in use.

    They serve to explain missing ids; their own problems are not reported.
    """
    taken = {pack.id for pack in packs}
    loader = PackLoader()
    packs_by_id: dict[str, Pack] = {}
    for pack in packs:
        folder = Path(pack.folder)
        for id_ in known_ids(folder) if pack.named else ():
            base = find_base(id_, folder, Label(id_address(pack)))
            if id_ not in taken and isinstance(base, Path):
                packs_by_id.setdefault(id_, loader.read(base))
    return tuple(packs_by_id.values())
