"""How files are named to people: short, and the same on every system."""

from __future__ import annotations

from pathlib import Path


class Names:
    """Names for the files of several packs, no two alike."""

    def __init__(self) -> None:
        self._roots: dict[str, Path] = {}

    def root(self, folder: Path) -> str:
        """A folder from here, or else as much of its end as tells it from others."""
        parts = folder.parts
        root, count = _from_here(folder), 1
        if root is None:
            root = _printable(folder.name)
        while self._roots.setdefault(root, folder) != folder and count < len(parts):
            count += 1
            root = _printable("/".join(parts[-count:]))
        return root


def file_name(root: str, inside: str) -> str:
    """A file of a pack by its path in the folder, with forward slashes."""
    inside = _printable(inside)
    return f"{root}/{inside}" if root else inside


def _from_here(folder: Path) -> str | None:
    """Nothing where it does not lie in the current folder; empty where it is that."""
    try:
        relative = folder.relative_to(Path.cwd()).as_posix()
    except (ValueError, OSError):
        return None
    return "" if relative == "." else _printable(relative)


def _printable(name: str) -> str:
    return "".join(each if each.isprintable() else "?" for each in name)
