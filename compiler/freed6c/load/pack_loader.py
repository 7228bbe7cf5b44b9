"""Packs and all they extend, each read once, in the order in which they apply."""

from __future__ import annotations

import gc
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from freed6c.diagnostics.codes import loading as codes
from freed6c.diagnostics.diagnostic import Diagnostic, Label
from freed6c.load.dependencies import says_extends, says_id
from freed6c.load.discovery import find_base, find_target, known
from freed6c.load.files import Folder, Names, file_name, read_file
from freed6c.packs.pack import MANIFEST, Pack, SourceFile
from freed6c.packs.suggest import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


class Gathering:
    """The packs of one compilation, as they are found. `packs` is by id.

    `unfit` are packs that were read and cannot take part, for the reason that is reported.
    """

    def __init__(self) -> None:
        self.packs: dict[str, Pack] = {}
        self.unfit: list[Pack] = []
        self.problems: list[Diagnostic] = []
        self._names = Names()
        self._read: dict[Path, Pack] = {}

    def ask(self, target: str) -> Pack | None:
        """A pack that the user named; nothing where there is none."""
        found = find_target(target)
        if isinstance(found, Diagnostic):
            self.problems.append(found)
            return None
        pack = self.read(found, named=True)
        self._accept(pack)
        return self.packs[pack.id]

    def follow(self) -> None:
        """What the packs extend, and what that extends, until nothing is missing."""
        waiting = list(self.packs.values())
        while waiting:
            pack = waiting.pop(0)
            for base in pack.extends:
                if base not in self.packs:
                    waiting += self._base(pack, base)

    def _base(self, pack: Pack, base: str) -> list[Pack]:
        label = Label(says_extends(pack, base))
        folder = find_base(base, Path(pack.folder), label)
        if folder is None:
            folder = _unknown_base(pack, base)
        if isinstance(folder, Diagnostic):
            self.problems.append(folder)
            return []
        found = self.read(folder, named=False)
        if found.id != base:
            self.problems.append(_other_id(pack, base, found))
            self.unfit += [] if found.id in self.packs else [found]
            return []
        return [found] if self._accept(found) else []

    def _accept(self, pack: Pack) -> bool:
        first = self.packs.setdefault(pack.id, pack)
        if first.folder != pack.folder:
            self.problems.append(_same_id(first, pack))
            self.unfit.append(pack)
        return first is pack

    def read(self, path: Path, *, named: bool = False) -> Pack:
        """Those that are named are read first, so each is read as what it is."""
        if path not in self._read:
            self._read[path] = self._read_pack(path, named=named)
        return self._read[path]

    def _read_pack(self, path: Path, *, named: bool) -> Pack:
        folder = Folder(path, self._names.root(path))
        with without_collection():
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
def without_collection() -> Iterator[None]:
    """While data is read nothing becomes garbage; looking for it doubles the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _unknown_base(pack: Pack, base: str) -> Diagnostic:
    folder = Path(pack.folder)
    options = [each for each in known(folder) if each not in (pack.id, folder.name)]
    return Diagnostic(
        code=codes.UNKNOWN_BASE,
        message=f"'{pack.id}' extends '{base}', but there is no such pack",
        label=Label(says_extends(pack, base), "not found"),
        help=(
            *did_you_mean(base, options, 1),
            *([f"packs that were found: {', '.join(options[:12])}"] if options else []),
        ),
        notes=(
            f"looked for a folder '{base}' next to the pack's own",
            "looked among the packs that come with freed6c, and those that are installed",
        ),
    )


def _other_id(pack: Pack, base: str, found: Pack) -> Diagnostic:
    return Diagnostic(
        code=codes.UNKNOWN_BASE,
        message=f"'{pack.id}' extends '{base}', but that folder holds '{found.id}'",
        label=Label(says_extends(pack, base), "not the id of a pack"),
        related=(Label(says_id(found), "its id"),),
        help=(f"write '{found.id}', or rename the folder or the pack",),
    )


def _same_id(first: Pack, second: Pack) -> Diagnostic:
    return Diagnostic(
        code=codes.SAME_ID,
        message=f"two packs are called '{first.id}'",
        label=Label(says_id(second), "the same id again"),
        related=(Label(says_id(first), "the first"),),
        help=("give one of them another id; the second was left out",),
    )


# Packs that nobody asked for, and that could be meant: to say where something may come
# from.


def neighbours(packs: Sequence[Pack]) -> tuple[Pack, ...]:
    """What comes with freed6c, is installed or lies beside a pack that was named, but for these.

    What is wrong with them is nobody's business here.
    """
    taken = {pack.id for pack in packs}
    gathering = Gathering()
    found: dict[str, Pack] = {}
    for pack in packs:
        folder = Path(pack.folder)
        for id_ in known(folder) if pack.named else ():
            place = find_base(id_, folder, Label(says_id(pack)))
            if id_ not in taken and isinstance(place, Path):
                found.setdefault(id_, gathering.read(place))
    return tuple(found.values())
