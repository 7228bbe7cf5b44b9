"""Finds the folder of a pack: by path, among shipped packs, beside another pack, or installed."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import loading as codes
from freed6c.diagnostics.suggest import did_you_mean
from freed6c.packs import resources
from freed6c.packs.ids import KEY
from freed6c.packs.limits import MAX_FILE_BYTES
from freed6c.packs.location import Span
from freed6c.packs.pack import MANIFEST

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.metadata import EntryPoint

    from freed6c.cache.disk import Disk
    from freed6c.diagnostics.diagnostic import Diagnostic, Label

# Packs in installed Python distributions, named by entry points. Their packages are looked up and
# never imported: that would run code of whoever wrote them.


GROUP: Final = "freed6c.packs"
"""In a distribution's `pyproject.toml`: [project.entry-points."freed6c.packs"] id = "package"."""


@dataclass(frozen=True, slots=True, order=True)
class InstalledPack:
    """An entry point: the distribution claims that a pack lies in the folder of a package."""

    pack: str
    distribution: str
    package: str

    def folder(self, disk: Disk) -> Path | None:
        """The pack's folder; nothing where no pack is there."""
        top, *inner = self.package.partition(":")[0].strip().split(".")
        if not all(name.isidentifier() for name in (top, *inner)):
            return None
        folders = (Path(parent, *inner) for parent in _package_folders(top))
        return next((folder for folder in folders if _is_pack(disk, folder)), None)


def installed_packs(disk: Disk) -> list[InstalledPack]:
    """All packs that distributions name, by id and then by distribution."""
    from importlib.metadata import entry_points

    disk.installed()
    try:
        points = [*entry_points(group=GROUP)]
    except (ValueError, TypeError):  # one of all is broken, whatever else is in it
        points = [*_readable_points()]
    return sorted(
        InstalledPack(point.name, point.dist.name if point.dist else "", point.value)
        for point in points
    )


def _readable_points() -> Iterator[EntryPoint]:
    """Those of all distributions that can be read, one after the other."""
    from importlib.metadata import distributions

    for distribution in distributions():
        with suppress(ValueError, TypeError):
            yield from distribution.entry_points.select(group=GROUP)


def _package_folders(package: str) -> list[str]:
    """The folders of a package. Asking for one at the top imports nothing."""
    from importlib.util import find_spec

    try:
        spec = find_spec(package)
    except (ImportError, ValueError):
        return []
    return list(spec.submodule_search_locations or ()) if spec else []


_MANIFEST_LIKE: Final = (
    *(MANIFEST, "pack.yml", "manifest.yaml", "manifest.yml"),
    *("pack.yaml.txt", "pack.yml.txt", "pack.json"),
)
_ARCHIVES: Final = (".zip", ".7z", ".rar", ".tar", ".tgz", ".gz", ".xz", ".bz2")


def find_target(disk: Disk, target: str) -> Path | Diagnostic:
    """The folder of the pack that someone asked for, by id or by path.

    An id of a pack that comes with freed6c means the same in every folder; a folder of
    that name is meant by `./core`.
    """
    if not target:  # else it would be the folder that one stands in
        return _no_such_pack(disk, target, Path())
    shipped = resources.rulesets() / target
    if KEY.fullmatch(target) and _is_pack(disk, shipped):
        return Path(disk.real(shipped))
    path = Path(target)
    if path.name == MANIFEST and disk.is_file(path):
        path = path.parent
    if _is_pack(disk, path):
        return Path(disk.real(path))
    installed = _installed(disk, target, None)
    if installed is not None:
        return installed
    if path.suffix.lower() in _ARCHIVES and disk.is_file(path):
        return codes.ARCHIVE.at(None, pack=target)
    names = disk.names(path)
    if names is None:
        return _forbidden(disk, target, path) or _no_such_pack(disk, target, path)
    ways = [
        f"rename {name} to {MANIFEST}"
        for name in names
        if name.lower() in _MANIFEST_LIKE and name != MANIFEST
    ][:1]
    if MANIFEST in names:
        ways = [f"put a file in the place of {MANIFEST}: what is there is none"]
    inside = _packs_in(disk, path)
    if inside:
        ways.append(f"name one of the packs in it: {', '.join(inside[:12])}")
    ways = ways or [f"write a {MANIFEST} that names the pack"]
    return codes.NO_MANIFEST.at(None, help=ways, folder=target)


def _forbidden(disk: Disk, target: str, folder: Path) -> Diagnostic | None:
    """What is wrong with a folder that is there, and that nobody here may look into."""
    try:
        disk.entries(folder)
    except PermissionError as error:
        reason = (error.strerror or "it is forbidden").lower()
        return codes.UNREADABLE.at(Span(target, 1, 1, 1, 1), reason=reason)
    except (OSError, ValueError):
        pass
    return None


def _no_such_pack(disk: Disk, target: str, path: Path) -> Diagnostic:
    ids = known_ids(disk)
    beside = [str(path.parent / name) for name in _packs_in(disk, path.parent)]
    return codes.NO_SUCH_PACK.at(
        None,
        help=did_you_mean(target, [*ids, *beside], 1),
        pack=target,
        ids=", ".join(ids[:12]),
    )


def find_base(
    disk: Disk, pack: str, beside: Path, label: Label | None
) -> Path | Diagnostic | None:
    """The folder of a pack that another extends, by id; `label` is where it says so.

    What comes with freed6c is meant first, then what lies next to the pack, then what is
    installed. Nothing where there is no such pack.
    """
    if not KEY.fullmatch(pack):
        return None
    candidates = (resources.rulesets() / pack, beside.parent / pack)
    for folder in candidates:
        if _is_pack(disk, folder):
            return Path(disk.real(folder))
    return _installed(disk, pack, label)


def unpack_first(disk: Disk, pack: str, beside: Path) -> list[str]:
    """A way out, where the pack that another extends lies next to it as an archive."""
    archives = [Path(f"{beside.parent / pack}{suffix}") for suffix in _ARCHIVES]
    return [
        f"unpack {archive.name} first, into a folder '{pack}'"
        for archive in archives
        if KEY.fullmatch(pack) and disk.is_file(archive)
    ][:1]


def known_ids(disk: Disk, beside: Path | None = None) -> list[str]:
    """Ids of packs that could be meant."""
    folders = [resources.rulesets(), *([beside.parent] if beside else [])]
    nearby = {name for folder in folders for name in _packs_in(disk, folder)}
    return sorted(nearby | {entry.pack for entry in installed_packs(disk)})


def titles(disk: Disk, beside: Path) -> Iterator[tuple[str, str]]:
    """What packs that could be meant are called, and their ids."""
    for folder in (resources.rulesets(), beside.parent):
        for name in _packs_in(disk, folder):
            with suppress(OSError):
                raw = disk.content(folder / name / MANIFEST, MAX_FILE_BYTES)
                if title := _TITLE.search(raw.decode("utf-8", "replace")):
                    yield title[1].strip("\"' "), name


_TITLE: Final = re.compile(r"^title:[ ]*([^#\n]+)", re.MULTILINE)


def _installed(disk: Disk, pack: str, label: Label | None) -> Path | Diagnostic | None:
    """The installed pack of an id; a problem where two distributions have one."""
    by_folder = {
        entry.folder(disk): entry
        for entry in installed_packs(disk)
        if entry.pack == pack
    }
    if len(by_folder) > 1:
        names = " and ".join(f"'{entry.distribution}'" for entry in by_folder.values())
        return codes.AMBIGUOUS_PACK.at(label, pack=pack, distributions=names)
    for folder, entry in by_folder.items():
        if folder is not None:
            return Path(disk.real(folder))
        return codes.INSTALLED_WITHOUT_PACK.at(
            label, distribution=entry.distribution, pack=pack, package=entry.package
        )
    return None


def _is_pack(disk: Disk, folder: Path) -> bool:
    return disk.is_file(folder / MANIFEST)


def _packs_in(disk: Disk, folder: Path) -> list[str]:
    """Names of the packs in a folder; none where it is none."""
    return [name for name in disk.names(folder) or () if _is_pack(disk, folder / name)]
