"""The module of a package from which its classes are imported: what entries and their parts are."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING, Final

from freed6c.emit.python.layout import Atom, Group, assign, text
from freed6c.emit.python.module import import_line, source_file

if TYPE_CHECKING:
    from pathlib import Path

    from freed6c.emit.python.content import Content

HIDDEN: Final = frozenset({"Ref", "DieCode"})
"""Classes that the package binds to its ruleset; they are imported from the package itself."""


def write_kinds(content: Content, runtime: Path) -> str:
    """`kinds.py`: every class of the typed model, by the file it stands in."""
    paths = sorted((*runtime.glob("*.py"), *(runtime / "entries").glob("*.py")))
    classes = {
        _module(runtime, path): found for path in paths if (found := _classes(path))
    }
    lines = ["from __future__ import annotations", ""]
    for module, names in classes.items():
        lines += import_line(f"._runtime.{module}", names)
    exported = sorted(name for names in classes.values() for name in names)
    items = tuple(("", Atom(text(name))) for name in exported)
    parts = (assign("__all__", Group("[", "]", items)),)
    title = f"The classes of {content.ruleset.manifest.title}: what its entries are made of."
    return source_file(content, title, lines, parts)


def _module(runtime: Path, path: Path) -> str:
    return ".".join(path.relative_to(runtime).with_suffix("").parts)


def _classes(path: Path) -> list[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return sorted(
        node.name
        for node in tree.body
        if isinstance(node, ast.ClassDef)
        and node.name not in HIDDEN
        and not node.name.startswith("_")
    )
