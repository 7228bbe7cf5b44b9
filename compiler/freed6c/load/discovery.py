"""Finds the folder of a pack: by path, among shipped packs, next to another pack, or installed."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import loading as codes
from freed6c.diagnostics.suggest import did_you_mean
from freed6c.packs import resources
from freed6c.packs.ids import KEY
from freed6c.packs.lazy import dataclass
from freed6c.packs.limits import MAX_FILE_BYTES
from freed6c.packs.location import Span
from freed6c.packs.pack import MANIFEST

if TYPE_CHECKING:
    from collections.abc import Iterator
    from importlib.metadata import EntryPoint

    from freed6c.cache.disk import Disk
    from freed6c.diagnostics.diagnostic import Diagnostic, Label

# Packs in installed Python distributions, named by entry points. Their packages are located but
# never imported, because that would run their code.


GROUP: Final = "freed6c.packs"
"""The group of entry points, in a distribution's `pyproject.toml`:

    [project.entry-points."freed6c.packs"]
    my-pack = "my_package"
"""


@dataclass(frozen=True, order=True)
class InstalledPack:
    """An entry point, by which a distribution declares a pack in the folder of a package."""

    pack: str
    distribution: str
    package: str

    def folder(self, disk: Disk) -> Path | None:
        """Return the pack's folder, or None if there is no pack."""
        top, *inner = self.package.partition(":")[0].strip().split(".")
        if not all(name.isidentifier() for name in (top, *inner)):
            return None
        folders = (Path(parent, *inner) for parent in _package_folders(top))
        return next((folder for folder in folders if _is_pack(disk, folder)), None)


def installed_packs(disk: Disk) -> list[InstalledPack]:
    """Return all packs that distributions declare, by id and then by distribution."""
    from importlib.metadata import entry_points

    disk.installed()
    try:
        points = [*entry_points(group=GROUP)]
    except (ValueError, TypeError):  # some distribution is broken
        points = [*_readable_points()]
    return sorted(
        InstalledPack(point.name, point.dist.name if point.dist else "", point.value)
        for point in points
    )


def _readable_points() -> Iterator[EntryPoint]:
    """Yield the entry points of all readable distributions."""
    from importlib.metadata import distributions

    for distribution in distributions():
        with suppress(ValueError, TypeError):
            yield from distribution.entry_points.select(group=GROUP)


def _package_folders(package: str) -> list[str]:
    """Return the folders of a package. Locating a top-level package imports nothing."""
    from importlib.util import find_spec

    try:
        spec = find_spec(package)
    except (ImportError, ValueError):
        return []
    return list(spec.submodule_search_locations or ()) if spec else []


_MISNAMED_MANIFESTS: Final = (
    *(MANIFEST, "pack.yml", "manifest.yaml", "manifest.yml"),
    *("pack.yaml.txt", "pack.yml.txt", "pack.json"),
)
_ARCHIVES: Final = (".zip", ".7z", ".rar", ".tar", ".tgz", ".gz", ".xz", ".bz2")


def find_target(disk: Disk, target: str) -> Path | Diagnostic:
    """Return the folder of the pack that the user named by id or path, or a diagnostic.

    The id of a shipped pack means that pack in every current folder. To name a local folder `core`,
    write `./core`.
    """
    if not target:  # an empty path would be the current folder
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
    fixes = [
        f"rename {name} to {MANIFEST}"
        for name in names
        if name.lower() in _MISNAMED_MANIFESTS and name != MANIFEST
    ][:1]
    if MANIFEST in names:
        fixes = [f"replace {MANIFEST} with a file: it is not a file"]
    inside = _packs_in(disk, path)
    if inside:
        fixes.append(f"use one of the packs in it: {', '.join(inside[:12])}")
    fixes = fixes or [f"add a {MANIFEST} that names the pack"]
    return codes.NO_MANIFEST.at(None, help=fixes, folder=target)


def _forbidden(disk: Disk, target: str, folder: Path) -> Diagnostic | None:
    """Return the diagnostic of a folder without read permission, else None."""
    try:
        disk.entries(folder)
    except PermissionError as error:
        reason = (error.strerror or "access denied").lower()
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
    """Return the folder of a pack that another extends, by id; None if there is none.

    Shipped packs come first, then packs next to the extending pack, then installed ones. `label` is
    the location of the reference.
    """
    if not KEY.fullmatch(pack):
        return None
    for folder in (resources.rulesets() / pack, beside.parent / pack):
        if _is_pack(disk, folder):
            return Path(disk.real(folder))
    return _installed(disk, pack, label)


def unpack_first(disk: Disk, pack: str, beside: Path) -> list[str]:
    """Return advice to unpack an archive of the pack that lies next to `beside`, or no advice."""
    archives = [Path(f"{beside.parent / pack}{suffix}") for suffix in _ARCHIVES]
    return [
        f"unpack {archive.name} first, into a folder '{pack}'"
        for archive in archives
        if KEY.fullmatch(pack) and disk.is_file(archive)
    ][:1]


def known_ids(disk: Disk, beside: Path | None = None) -> list[str]:
    """Return the ids of packs to suggest: shipped, installed, and next to a folder (`beside`)."""
    folders = [resources.rulesets(), *([beside.parent] if beside else [])]
    nearby = {name for folder in folders for name in _packs_in(disk, folder)}
    return sorted(nearby | {entry.pack for entry in installed_packs(disk)})


def titles(disk: Disk, beside: Path) -> Iterator[tuple[str, str]]:
    """Yield the titles of packs to suggest, with their ids."""
    for folder in (resources.rulesets(), beside.parent):
        for name in _packs_in(disk, folder):
            with suppress(OSError):
                raw = disk.content(folder / name / MANIFEST, MAX_FILE_BYTES)
                if title := _TITLE.search(raw.decode("utf-8", "replace")):
                    yield title[1].strip("\"' "), name


_TITLE: Final = re.compile(r"^title:[ ]*([^#\n]+)", re.MULTILINE)


def _installed(disk: Disk, pack: str, label: Label | None) -> Path | Diagnostic | None:
    """Return the folder of an installed pack, or a diagnostic if two distributions have it."""
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
    """Return the names of the packs in a folder; empty if it isn't a folder."""
    return [name for name in disk.names(folder) or () if _is_pack(disk, folder / name)]
