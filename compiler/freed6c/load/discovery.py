"""Where packs are: by path, come with freed6c, side by side, or installed."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from freed6c import resources
from freed6c.diagnostics.codes import loading as codes
from freed6c.diagnostics.diagnostic import Diagnostic, Label
from freed6c.packs.ids import KEY
from freed6c.packs.pack import MANIFEST
from freed6c.packs.suggest import did_you_mean

# Packs among installed Python distributions, which offer them as entry points.
#
# A distribution is a stranger's: its packages are looked up, and never imported.


GROUP: Final = "freed6c.packs"
"""In a distribution's `pyproject.toml`: [project.entry-points."freed6c.packs"] id = "package"."""


@dataclass(frozen=True, slots=True, order=True)
class Offer:
    """What a distribution says it has: a pack, in the folder of a package."""

    pack: str
    distribution: str
    package: str

    def folder(self) -> Path | None:
        """The pack's folder; nothing where no pack is there."""
        top, *inner = self.package.partition(":")[0].strip().split(".")
        if not all(name.isidentifier() for name in (top, *inner)):
            return None
        folders = (Path(place, *inner) for place in _places(top))
        return next((each for each in folders if (each / MANIFEST).is_file()), None)


def offers() -> list[Offer]:
    """Everything that is offered, in the order of ids and then of distributions."""
    from importlib.metadata import entry_points

    return sorted(
        Offer(point.name, point.dist.name if point.dist else "", point.value)
        for point in entry_points(group=GROUP)
    )


def _places(package: str) -> list[str]:
    """The folders of a package. Asking for one at the top imports nothing."""
    from importlib.util import find_spec

    try:
        spec = find_spec(package)
    except (ImportError, ValueError):
        return []
    return list(spec.submodule_search_locations or ()) if spec else []


_MANIFEST_LIKE: Final = (MANIFEST, "pack.yml", "manifest.yaml", "manifest.yml")


def find_target(target: str) -> Path | Diagnostic:
    """The folder of the pack that someone asked for, by id or by path.

    An id of a pack that comes with freed6c means the same in every folder; a folder of
    that name is meant by `./core`.
    """
    if not target:  # else it would be the folder that one stands in
        return _no_such_pack(target, Path())
    shipped = resources.rulesets() / target
    if KEY.fullmatch(target) and _is_pack(shipped):
        return _real(shipped)
    path = Path(target)
    if path.name == MANIFEST and _is_file(path):
        path = path.parent
    if _is_pack(path):
        return _real(path)
    installed = _installed(target, None)
    if installed is not None:
        return installed
    names = _names(path)
    if names is not None:
        return _no_manifest(target, path, names)
    return _no_such_pack(target, path)


def find_base(pack: str, beside: Path, label: Label) -> Path | Diagnostic | None:
    """The folder of a pack that another extends, by id; `label` is where it says so.

    What comes with freed6c is meant first, then what lies next to the pack, then what is
    installed. Nothing where there is no such pack.
    """
    if not KEY.fullmatch(pack):
        return None
    candidates = (resources.rulesets() / pack, beside.parent / pack)
    found = next((_real(each) for each in candidates if _is_pack(each)), None)
    return found or _installed(pack, label)


def known(beside: Path | None = None) -> list[str]:
    """Ids of packs that could be meant."""
    places = [resources.rulesets(), *([beside.parent] if beside else [])]
    lying = {name for place in places for name in _packs_in(place)}
    return sorted(lying | {offer.pack for offer in offers()})


def _installed(pack: str, label: Label | None) -> Path | Diagnostic | None:
    """The one that is installed; two of one id are told apart by nobody."""
    found = {offer.folder(): offer for offer in offers() if offer.pack == pack}
    if len(found) > 1:
        return _ambiguous(pack, list(found.values()), label)
    for folder, offer in found.items():
        return _real(folder) if folder else _nothing_installed(offer, label)
    return None


def _is_pack(folder: Path) -> bool:
    return _is_file(folder / MANIFEST)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # a name that is too long
        return False


def _real(folder: Path) -> Path:
    return Path(os.path.realpath(folder))


def _packs_in(folder: Path) -> list[str]:
    return [name for name in _names(folder) or () if _is_pack(folder / name)]


def _names(folder: Path) -> list[str] | None:
    """What is in a folder; nothing where it is none."""
    try:
        return sorted(each.name for each in folder.iterdir())
    except (OSError, ValueError):
        return None


def _no_manifest(target: str, folder: Path, names: list[str]) -> Diagnostic:
    inside = _packs_in(folder)
    wrong = [name for name in names if name.lower() in _MANIFEST_LIKE]
    ways = [f"rename {name} to {MANIFEST}" for name in wrong[:1]]
    if inside:
        ways.append(f"name one of the packs in it: {', '.join(inside[:12])}")
    return Diagnostic(
        code=codes.NO_MANIFEST,
        message=f"the folder '{target}' is not a pack: it has no file {MANIFEST}",
        label=None,
        help=tuple(ways) or (f"write a {MANIFEST} that names the pack",),
    )


def _no_such_pack(target: str, path: Path) -> Diagnostic:
    beside = [str(path.parent / name) for name in _packs_in(path.parent)]
    there = known()
    listed = f"packs that are there by id: {', '.join(there[:12])}"
    return Diagnostic(
        code=codes.NO_SUCH_PACK,
        message=f"there is no pack '{target}'",
        label=None,
        help=(
            *did_you_mean(target, [*there, *beside], 1),
            "a pack is named by the path of its folder, or by its id",
            *([listed] if there else []),
        ),
    )


def _nothing_installed(offer: Offer, label: Label | None) -> Diagnostic:
    return Diagnostic(
        code=codes.NO_MANIFEST,
        message=f"the installed '{offer.distribution}' offers a pack '{offer.pack}', but "
        f"there is no {MANIFEST} in its package '{offer.package}'",
        label=label,
        help=(
            f"install another version of '{offer.distribution}', or tell its authors",
            "or name the folder of the pack: on the command line, or with --with",
        ),
    )


def _ambiguous(pack: str, found: list[Offer], label: Label | None) -> Diagnostic:
    names = " and ".join(f"'{offer.distribution}'" for offer in found)
    return Diagnostic(
        code=codes.AMBIGUOUS_PACK,
        message=f"several installed distributions offer a pack '{pack}': {names}",
        label=label,
        help=(
            "uninstall all of them but one",
            "or name the folder of the pack: on the command line, or with --with",
        ),
    )
