"""Where in its manifest a pack says something about others."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.packs.address import Address

if TYPE_CHECKING:
    from freed6c.packs.pack import Pack


def says_extends(pack: Pack, base: str) -> Address:
    """That it extends this one."""
    written = pack.manifest.data.get("extends")
    address = Address(pack.manifest.path, ("extends",))
    return address.at(base).key() if isinstance(written, dict) else address


def says_range(pack: Pack, base: str) -> Address:
    """Which versions of it fit."""
    return Address(pack.manifest.path, ("extends", base))


def says_after(pack: Pack, other: str) -> Address:
    """That it comes after this one."""
    written = pack.manifest.data.get("after")
    address = Address(pack.manifest.path, ("after",))
    return address.at(written.index(other)) if isinstance(written, list) else address


def says_id(pack: Pack) -> Address:
    """What it is called."""
    return Address(pack.manifest.path, ("pack",))


def says_version(pack: Pack) -> Address:
    """Its version; or its id, where it says none."""
    written = "version" in pack.manifest.data
    return Address(pack.manifest.path, ("version",)) if written else says_id(pack)
