"""Reads packs and all packs that they extend, each once."""

from __future__ import annotations

import gc
import re
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from freed6c.cache.parsed import ParsedFiles
from freed6c.diagnostics.codes import loading as codes
from freed6c.diagnostics.diagnostic import Diagnostic, Label, has_errors
from freed6c.diagnostics.suggest import Advice, did_you_mean, is_slip
from freed6c.diagnostics.ways_out import Replacement, WayOut, Ways
from freed6c.load.decoding import decode
from freed6c.load.dependencies import after_address, extends_address, id_address
from freed6c.load.discovery import (
    find_base,
    find_target,
    known_ids,
    titles,
    unpack_first,
)
from freed6c.load.files import (
    PackFolder,
    file_name,
    foreign_file,
    read_file,
    root_name,
    start_of,
)
from freed6c.packs.data import as_list, as_map
from freed6c.packs.kinds import TOP
from freed6c.packs.pack import MANIFEST, Pack, SourceFile

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from freed6c.cache.disk import Disk
    from freed6c.packs.location import Location


ALMOST: Final = 0.85
"""Similarity from which an id counts as a misspelling of another."""
NUMBERS: Final = re.compile(r"\d+")


class PackLoader:
    """Reads the packs of one compilation, each once. `packs` has them by id.

    `rejected` are packs whose id is wrong or already used, as reported in `problems`. They are kept
    because messages show lines of their files.
    """

    def __init__(self, disk: Disk) -> None:
        self.disk = disk
        self.packs: dict[str, Pack] = {}
        self.rejected: list[Pack] = []
        self.problems: list[Diagnostic] = []
        self._root_names: dict[str, Path] = {}
        self._read: dict[Path, Pack] = {}
        self._named_folders: list[PackFolder] = []

    def read_named(self, target: str) -> Pack | None:
        """Read a pack that the user named. Return None after reporting that there is none.

        If another pack was read under the same id, return that one.
        """
        folder = find_target(self.disk, target)
        if isinstance(folder, Diagnostic):
            self.problems.append(folder)
            return None
        pack = self.read(folder, named=True)
        self._register(pack)
        return self.packs[pack.id]

    def read_bases(self) -> None:
        """Read all packs that the packs extend, directly or indirectly."""
        waiting = list(self.packs.values())
        while waiting:
            pack = waiting.pop(0)
            for base in pack.extends:
                if base not in self.packs:
                    waiting += self._read_base(pack, base)

    def _read_base(self, pack: Pack, base: str) -> list[Pack]:
        label = Label(extends_address(pack, base))
        folder = find_base(self.disk, base, Path(pack.folder), label)
        if folder is None:
            folder = _unknown_base(self.disk, pack, base)
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
        """Add a pack to `packs`, or reject it if another folder has the same id.

        Return whether the pack is in `packs` now.
        """
        registered = self.packs.setdefault(pack.id, pack)
        if registered.folder != pack.folder:
            first = Label(id_address(registered), "first used here")
            again = codes.SAME_ID.at(id_address(pack), related=[first], pack=pack.id)
            self.problems.append(again)
            self.rejected.append(pack)
        return registered is pack

    def read(self, path: Path, *, named: bool = False) -> Pack:
        """Return the pack in a folder, which is read only once.

        The first call determines `named`, so read the named packs first.
        """
        if path not in self._read:
            self._read[path] = self._read_pack(path, named=named)
        return self._read[path]

    def _read_pack(self, path: Path, *, named: bool) -> Pack:
        folder = PackFolder(path, root_name(path, self._root_names), self.disk)
        parsed = ParsedFiles(path)
        with without_gc():
            files = tuple(
                self._read_file(parsed, name, raw) for name, raw in folder.files()
            )
        parsed.keep()
        self.problems += folder.problems
        self.problems += copies(folder.root, files)
        if named:
            self._named_folders.append(folder)
        name = file_name(folder.root, MANIFEST)
        empty = SourceFile(path=name, text="", data={})
        manifest = next((file for file in files if file.path == name), empty)
        written = manifest.data.get("pack")
        return Pack(
            id=written if isinstance(written, str) else path.name,
            folder=str(path),
            manifest=manifest,
            files=files,
            named=named,
            picture=folder.picture(manifest) if named else b"",
        )

    def unread(self) -> Iterator[Diagnostic]:
        """Yield warnings about unread files and folders in named packs that look like rules."""
        for folder in self._named_folders:
            yield from folder.unread
            for inside in folder.inner:
                if folder.path / inside not in self._read:
                    manifest = file_name(folder.root, f"{inside}/{MANIFEST}")
                    yield codes.INNER_PACK.at(start_of(manifest))

    def _read_file(
        self, parsed: ParsedFiles, name: str, raw: bytes | None
    ) -> SourceFile:
        if raw is None:
            return SourceFile(path=name, text="", data={})
        data = parsed.get(raw)
        if data is not None:
            return SourceFile(path=name, text=decode(name, raw)[0], data=data)
        file, problems = read_file(name, raw)
        if not problems:
            parsed.add(raw, file.data)
        elif has_errors(problems) and (foreign := foreign_file(file)):
            problems = [foreign]
            file = SourceFile(path=name, text=file.text, data={})
        self.problems += problems
        return file


def copies(root: str, files: Sequence[SourceFile]) -> Iterator[Diagnostic]:
    """Report files whose entries are all in another file: `rules (1).yaml`, `rules - Copy.yaml`.

    Of two files with the same entries, the one with the longer name is the copy. A copy has the
    name of the other file in its own, or the same data.
    """
    first_files: dict[str, SourceFile] = {}
    for file in sorted(files, key=lambda file: (len(file.path), file.path)):
        ids = [
            f"{kind.name}.{key}"
            for section, kind in TOP.items()
            for key in as_map(file.data.get(section))
            if "when" not in file.data
        ]
        other = first_files.get(ids[0]) if ids else None
        if (
            other is not None
            and all(first_files.get(id_) is other for id_ in ids)
            and (Path(other.path).stem in file.path or file.data == other.data)
        ):
            and_more = f" and {len(ids) - 1} more" if len(ids) > 1 else ""
            yield codes.COPIED_FILE.at(
                start_of(file.path),
                related=[Label(start_of(other.path), "the other file")],
                file=file.path.removeprefix(f"{root}/"),
                entries=f"{ids[0]}{and_more}",
                other=other.path.removeprefix(f"{root}/"),
            )
        for id_ in ids:
            first_files.setdefault(id_, file)


@contextmanager
def without_gc() -> Iterator[None]:
    """Turn garbage collection off: reading creates no garbage, and collecting doubles the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _unknown_base(disk: Disk, pack: Pack, base: str) -> Diagnostic:
    folder = Path(pack.folder)
    candidates = [
        id_ for id_ in known_ids(disk, folder) if id_ not in (pack.id, folder.name)
    ]
    names: list[str | tuple[str, str]] = [*candidates, *titles(disk, folder)]
    listed = f"available packs: {', '.join(candidates[:12])}"
    return codes.UNKNOWN_BASE.at(
        extends_address(pack, base),
        help=[
            *unpack_first(disk, base, folder),
            *(_extends_fix(base, candidates) or did_you_mean(base, names, 1)),
            *([listed] if candidates else []),
        ],
        notes=(
            f"looked for a folder '{base}' next to the pack's own",
            "looked among the packs that freed6c includes, and installed packs",
        ),
        pack=pack.id,
        base=base,
    )


def _extends_fix(text: str, ids: Sequence[str]) -> Ways:
    """Return a fix for ids with versions, or several ids, in one text.

    `extends: core >= 1.0, magic` becomes `extends: {core: ">= 1.0", magic: ""}`.
    """
    parts = [
        _BASE.fullmatch(part.strip()) for part in re.split(r",(?!\s*[<>=!~])", text)
    ]
    ranges = {match[1]: (match[2] or "").strip() for match in parts if match}
    if len(ranges) != len(parts) or not set(ranges) <= {*ids}:
        return ()
    if len(parts) == 1 and not any(ranges.values()):
        return ()
    bases = ", ".join(f'{id_}: "{_range(version)}"' for id_, version in ranges.items())
    # `^1.0` also excludes 2.0, so that the range isn't changed automatically.
    edits = () if "^" in text else (Replacement(f"{{{bases}}}"),)
    return (WayOut(f"write extends: {{{bases}}}", edits),)


_BASE: Final = re.compile(
    r"([a-z][a-z0-9-]*+)(?:\s*+(?=[^0-9]*[0-9])([<>=!~^ ,.0-9]*[0-9.]))?"
)


def _range(version: str) -> str:
    """Return a version range: `1.0` and `^1.0` become `>=1.0`."""
    return f">={version}" if version[:1].isdigit() else version.replace("^", ">=")


def never_applying(packs: Mapping[str, Pack], disk: Disk) -> Iterator[Diagnostic]:
    """Warn of missing packs that a named pack waits for or comes after.

    Only likely misspellings are reported: other names can be those of packs that users add later.
    """
    advice = Advice()
    for pack in (pack for pack in packs.values() if pack.named):
        missing = [waited for waited in waits_for(pack) if waited[0] not in packs]
        nearby = known_ids(disk, Path(pack.folder)) if missing else ()
        candidates = sorted({*nearby, *packs} - {pack.id})
        for other, place in missing:
            if other in candidates or not advice.spend(len(candidates)):
                continue
            used = [id_ for id_ in candidates if id_ in packs and is_slip(other, id_)]
            if similar := _misspelled(other, candidates) or used:
                # Don't suggest packs that come after this pack.
                before = [id_ for id_ in similar if not _comes_after(id_, pack, packs)]
                fixes = did_you_mean(other, before)
                yield codes.NEVER_APPLIES.at(place, help=fixes, pack=other)


def _comes_after(id_: str, pack: Pack, packs: Mapping[str, Pack]) -> bool:
    """Return whether the pack with an id extends or comes after a pack."""
    return id_ in packs and pack.id in {*packs[id_].after, *packs[id_].ranges}


def waits_for(pack: Pack) -> Iterator[tuple[str, Location]]:
    """Yield the packs that a pack or one of its files waits for, with their locations."""
    for id_ in pack.after:
        yield id_, after_address(pack, id_)
    for file in pack.files:
        packs = as_map(file.data.get("when")).get("pack", [])
        for position, other in enumerate(as_list(packs)):
            if isinstance(other, str):
                place = file.at("when", "pack")
                yield other, place.at(position) if isinstance(packs, list) else place


def _misspelled(id_: str, ids: Sequence[str]) -> list[str]:
    """Return ids that are similar to this one and don't differ only in numbers."""
    from difflib import get_close_matches

    return [
        similar
        for similar in get_close_matches(id_, ids, cutoff=ALMOST)
        if NUMBERS.sub("", similar) != NUMBERS.sub("", id_)
    ]


def available_packs(packs: Sequence[Pack], disk: Disk) -> tuple[Pack, ...]:
    """Return unused packs that are shipped, installed or next to a named pack.

    They serve to explain unknown ids; their own problems are not reported.
    """
    taken = {pack.id for pack in packs}
    loader = PackLoader(disk)
    packs_by_id: dict[str, Pack] = {}
    for pack in packs:
        folder = Path(pack.folder)
        for id_ in known_ids(disk, folder) if pack.named else ():
            base = find_base(disk, id_, folder, Label(id_address(pack)))
            if id_ not in taken and isinstance(base, Path):
                packs_by_id.setdefault(id_, loader.read(base))
    return tuple(packs_by_id.values())
