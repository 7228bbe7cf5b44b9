"""Reads the files of a pack's folder, within limits.

Packs come from strangers, so links that lead out of the folder are not followed. Each file has a
unique name for messages, by which fixes find it on disk again (`Pack.path_of`).
"""

from __future__ import annotations

import codecs
import re
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Final

from freed6c.cache.disk import Disk
from freed6c.diagnostics.codes import loading as codes
from freed6c.diagnostics.codes.structure import FOREIGN_FILE
from freed6c.diagnostics.suggest import nearest
from freed6c.diagnostics.ways_out import Renaming, WayOut
from freed6c.load import decoding
from freed6c.load.decoding import decode
from freed6c.load.yaml_reader import read_data
from freed6c.packs.data import as_map
from freed6c.packs.kinds import KINDS, TOP
from freed6c.packs.lazy import dataclass, field, regex
from freed6c.packs.limits import MAX_FILE_BYTES, MAX_FILES, MAX_LINE, MAX_PACK_BYTES
from freed6c.packs.location import Span
from freed6c.packs.pack import MANIFEST, SourceFile
from freed6c.packs.yaml_tree import UnreadableError, parse

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.packs.data import Data


# Names of files in messages: short, and the same on every system.


def root_name(folder: Path, taken: dict[str, Path]) -> str:
    """Return a unique name of a pack folder for messages, and record it in `taken`.

    It is the path from the current folder, or else the shortest unique end of the path: `core`, or
    `old/core` if another folder is called `core`.
    """
    parts = folder.parts
    root, depth = _from_here(folder), 1
    if root is None:
        root = _printable(folder.name)
    while taken.setdefault(root, folder) != folder and depth < len(parts):
        depth += 1
        root = _printable("/".join(parts[-depth:]))
    return root


def file_name(root: str, inside: str) -> str:
    """Return the name of a file in messages, from its path in the folder."""
    inside = _printable(inside)
    return f"{root}/{inside}" if root else inside


def _from_here(folder: Path) -> str | None:
    """Return the path from the current folder: empty if it is that folder, None if outside."""
    try:
        relative = folder.relative_to(Path.cwd()).as_posix()
    except (ValueError, OSError):
        return None
    return "" if relative == "." else _printable(relative)


def _printable(name: str) -> str:
    """Return a name with `?` for unprintable characters. The result need not name a file."""
    return "".join(character if character.isprintable() else "?" for character in name)


_SUFFIXES: Final = (".yaml", ".yml")
_PROGRAM_FOLDERS: Final = ("node_modules", "venv", "__pycache__")
"""Folders in which other programs keep files, including YAML."""
_SECOND_SUFFIX: Final = regex(r"(.*\.ya?ml)\.(txt|text|rtf|docx?|odt)", re.IGNORECASE)
"""A file name to which a text editor added a suffix: `rules.yaml.txt`.

`rules.yaml.bak` and `rules.yaml~` don't match: they are backups, which shouldn't be read.
"""
_JSON_START: Final = regex(rb"\s*\{\s*\"([a-z-]+)\"\s*:")
_FIRST_KEYS: Final = frozenset(
    ("pack", "change", "replace", "remove", "resolve", "select", "when", *TOP)
)
"""Possible first keys of a pack's file: `package.json` begins with none of them."""
_TOP_KEY: Final = regex(r"^[\"']?([A-Za-z_][^\s:#]+?)[\"']? *:", re.MULTILINE)


@dataclass()
class PackFolder:
    """A pack's folder, with the problems found while its files are read.

    - `path`: its path without links; `root`: its name in messages.
    - `inner`: the paths of folders inside it that are packs themselves, which are not read.
    - `unread`: warnings about files that look like rules and are not read.
    """

    path: Path
    root: str
    disk: Disk = field(default_factory=Disk)
    problems: list[Diagnostic] = field(default_factory=list)
    inner: list[str] = field(default_factory=list)
    unread: list[Diagnostic] = field(default_factory=list)

    def files(self) -> Iterator[tuple[str, bytes | None]]:
        """Yield name and bytes of every YAML file, sorted; None for the bytes if it was refused."""
        total = 0
        for inside in self.names():
            name = file_name(self.root, inside)
            raw = self._read(name, self.path / inside)
            total += len(raw or b"")
            if total > MAX_PACK_BYTES:
                self._report_size(name, "pack", total, "bytes", MAX_PACK_BYTES)
                return
            yield name, raw

    def names(self) -> list[str]:
        """Return the relative paths of YAML files in the folder, with forward slashes."""
        paths = sorted(self._walk())
        if len(paths) > MAX_FILES:
            first = file_name(self.root, paths[MAX_FILES])
            self._report_size(first, "pack", len(paths), "files", MAX_FILES)
        return paths[:MAX_FILES]

    def _walk(self) -> Iterator[str]:
        """Yield the relative paths of YAML files, and report or warn of others.

        Hidden files, packs inside the folder, and folders of other programs are skipped.
        """
        waiting = [self.path]
        while waiting:
            folder = waiting.pop()
            entries = self._entries(folder)
            beside = {name.casefold() for name, _, _ in entries}
            for name, is_folder, is_link in entries:
                path = folder / name
                inside = path.relative_to(self.path).as_posix()
                is_yaml = name.lower().endswith(_SUFFIXES)
                if not is_yaml and not is_folder:
                    if not is_link:
                        self._warn_if_unread(path, inside, beside)
                elif is_link and not (is_folder and self._is_within(path)):
                    start = start_of(file_name(self.root, inside))
                    self.problems.append(codes.LEAVES_PACK.at(start))
                elif is_folder and not is_link:
                    if self.disk.is_file(path / MANIFEST):
                        self.inner.append(inside)
                    elif name.casefold() in _PROGRAM_FOLDERS:
                        place = start_of(file_name(self.root, inside))
                        self.unread.append(codes.FOREIGN_FOLDER.at(place, folder=name))
                    else:
                        waiting.append(path)
                elif is_yaml and _printable(inside) != inside:
                    start = start_of(file_name(self.root, inside))
                    self.problems.append(codes.UNSAYABLE_NAME.at(start))
                elif is_yaml:
                    yield inside

    def _is_within(self, path: Path) -> bool:
        return Path(self.disk.real(path)).is_relative_to(self.path)

    def _warn_if_unread(self, path: Path, inside: str, beside: Collection[str]) -> None:
        """Add a warning about a file that isn't read, if its author might expect that it is."""
        new_name, notes = "", []
        if match := _SECOND_SUFFIX.fullmatch(path.name):
            new_name = match[1]
            notes = [f"editors can add '.{match[2]}', and Windows hides it by default"]
        elif path.suffix.lower() == ".json" and self._begins_like_rules(path):
            new_name = f"{path.stem}.yaml"
        if new_name:
            start = start_of(file_name(self.root, inside))
            fix = _new_name(start.file, inside, new_name, beside)
            self.unread.append(codes.UNREAD_FILE.at(start, help=[fix], notes=notes))

    def _entries(self, folder: Path) -> tuple[tuple[str, bool, bool], ...]:
        """Return the entries of a folder that are not hidden."""
        try:
            return self.disk.entries(folder)
        except OSError as error:
            inside = folder.relative_to(self.path).as_posix()
            self._report_unreadable(file_name(self.root, inside), error)
            return ()

    def _read(self, name: str, path: Path) -> bytes | None:
        try:
            raw = self.disk.content(path, MAX_PACK_BYTES)
        except OSError as error:
            self._report_unreadable(name, error)
            return None
        if len(raw) > MAX_FILE_BYTES:
            self._report_size(name, "file", len(raw), "bytes", MAX_FILE_BYTES)
            return None
        return raw

    def picture(self, manifest: SourceFile) -> bytes:
        """Return the content of the picture of the site; empty without one or after a warning."""
        name = as_map(as_map(manifest.data.get("site")).get("image")).get("file")
        if not isinstance(name, str):
            return b""
        try:
            raw = self.disk.content(self.path / name, MAX_FILE_BYTES + 1)
            if len(raw) <= MAX_FILE_BYTES and self._is_within(self.path / name):
                return raw
            reason = "it is larger than 1 MB, or a link to another folder"
        except OSError as error:
            reason = (error.strerror or "unknown reason").lower()
        place = manifest.at("site", "image", "file")
        self.unread.append(codes.MISSING_PICTURE.at(place, file=name, reason=reason))
        return b""

    def _begins_like_rules(self, path: Path) -> bool:
        """Return whether a JSON file begins like a file of a pack."""
        try:
            raw = self.disk.content(path, 200).removeprefix(codecs.BOM_UTF8)
        except OSError:
            return False
        match = _JSON_START.match(raw)
        return match is not None and match[1].decode() in _FIRST_KEYS

    def _report_size(
        self, name: str, thing: str, count: int, parts: str, most: int
    ) -> None:
        self.problems.append(_too_large(start_of(name), thing, count, parts, most))

    def _report_unreadable(self, name: str, error: OSError) -> None:
        reason = (error.strerror or "unknown reason").lower()
        self.problems.append(codes.UNREADABLE.at(start_of(name), reason=reason))


def foreign_file(file: SourceFile) -> Diagnostic | None:
    """Return a diagnostic if a broken file is probably not meant for the pack, else None.

    That is if it has several top-level keys, and none of the first three is similar to a key of
    packs.
    """
    keys = [*dict.fromkeys(_TOP_KEY.findall(file.text))][:FEW]
    pack_keys = {"text", *_FIRST_KEYS, *(kind.key for kind in KINDS)}
    if len(keys) < SEVERAL or file.path.rpartition("/")[2] == MANIFEST:
        return None
    if any(nearest(key, pack_keys) for key in keys):
        return None
    rules = "if these are rules, put them in a section, such as rules:"
    return FOREIGN_FILE.at(start_of(file.path), help=[rules], keys=", ".join(keys))


SEVERAL: Final = 2
"""Minimum number of top-level keys; a file with one key is too short to judge."""
FEW: Final = 3
"""Number of top-level keys that are examined and named."""


def _new_name(file: str, inside: str, name: str, beside: Collection[str]) -> WayOut:
    """Return advice to rename a file; with a fix, if the new name is free and printable."""
    if name.casefold() in beside:
        return WayOut(
            f"{_printable(name)} already exists: move the rules into that file"
        )
    advice = f"rename it to {_printable(name)}"
    is_printable = _printable(inside) == inside
    return WayOut(advice, (Renaming(file, name),) if is_printable else ())


def start_of(name: str) -> Span:
    """Return the beginning of a file, for messages about the whole file."""
    return Span(name, 1, 1, 1, 1)


# One file: bytes to plain data.


def read_file(path: str, raw: bytes) -> tuple[SourceFile, list[Diagnostic]]:
    """Return a file and its problems. A broken file keeps its text for messages."""
    text, problems = decode(path, raw)
    problems = problems or [*islice(_long_lines(path, text), 1)]
    problems = problems or decoding.check_characters(path, text)
    data: dict[str, Data] = {}
    if not problems:
        try:
            data, problems = read_data(path, text, parse(text))
        except UnreadableError as error:
            lines = text.split("\n")
            from freed6c.load import yaml_syntax_errors

            problems = [yaml_syntax_errors.explain_failure(path, lines, error)]
    return SourceFile(path=path, text=text, data=data), problems


def _long_lines(path: str, text: str) -> Iterator[Diagnostic]:
    """Yield diagnostics for lines that are too long."""
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > MAX_LINE:
            place = Span(path, number, 1, number, 1)
            yield _too_large(place, "line", len(line), "characters", MAX_LINE)


def _too_large(
    place: Span, thing: str, count: int, parts: str, most: int
) -> Diagnostic:
    return codes.TOO_LARGE.at(place, thing=thing, count=count, parts=parts, most=most)
