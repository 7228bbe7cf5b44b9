"""Where packs are: by path, among those that come with freed6c, or side by side."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from freed6c import resources
from freed6c.diagnostics import Diagnostic
from freed6c.diagnostics.codes import loading as codes
from freed6c.packs.ids import KEY
from freed6c.packs.pack import MANIFEST
from freed6c.packs.suggest import did_you_mean

_MANIFEST_LIKE: Final = (MANIFEST, "pack.yml", "manifest.yaml", "manifest.yml")


def find_target(target: str) -> Path | Diagnostic:
    """The folder of the pack that someone asked for, by id or by path.

    An id of a pack that comes with freed6c means the same in every folder; a folder of
    that name is meant by `./core`.
    """
    shipped = resources.rulesets() / target
    if KEY.fullmatch(target) and _is_pack(shipped):
        return _real(shipped)
    path = Path(target)
    if path.name == MANIFEST and _is_file(path):
        path = path.parent
    if _is_pack(path):
        return _real(path)
    names = _names(path)
    if names is not None:
        return _no_manifest(target, path, names)
    return _no_such_pack(target, path)


def find_base(pack: str, beside: Path) -> Path | None:
    """The folder of a pack that another extends: next to that, or come with freed6c."""
    if not KEY.fullmatch(pack):
        return None
    candidates = (beside.parent / pack, resources.rulesets() / pack)
    return next((_real(each) for each in candidates if _is_pack(each)), None)


def known(beside: Path | None = None) -> list[str]:
    """Ids of packs that could be meant."""
    places = [resources.rulesets(), *([beside.parent] if beside else [])]
    return sorted({name for place in places for name in _packs_in(place)})


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
    shipped = known()
    listed = f"packs that come with freed6c: {', '.join(shipped)}"
    return Diagnostic(
        code=codes.NO_SUCH_PACK,
        message=f"there is no pack '{target}'",
        label=None,
        help=(
            *did_you_mean(target, [*shipped, *beside], 1),
            "a pack is named by the path of its folder, or by its id",
            *([listed] if shipped else []),
        ),
    )
