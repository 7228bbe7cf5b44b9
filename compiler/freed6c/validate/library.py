"""The schemas as one web of plain maps: every `$ref` is replaced by what it refers to.

Looking references up again for every value would take most of the time of a validation. Nothing is
ever fetched: the schemas' identifiers are names, and all of them lie in one folder.
"""

from __future__ import annotations

import json
import posixpath
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from freed6c.resources import schemas

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

SUFFIX: Final = ".schema.json"
OUTPUTS: Final = frozenset({"ruleset", "diagnostics"})
"""Schemas of what is made, not of what packs write."""


@cache
def schema(name: str) -> Mapping[str, Any]:
    """A schema by its name (`pack`, `entries/band`), with nothing left to look up."""
    return _library()[name]


@cache
def _library() -> dict[str, dict[str, Any]]:
    folder = schemas()
    files = {
        path.relative_to(folder).as_posix().removesuffix(SUFFIX): path
        for path in sorted(folder.rglob(f"*{SUFFIX}"))
    }
    library: dict[str, dict[str, Any]] = {
        name: json.loads(path.read_text(encoding="utf-8"))
        for name, path in files.items()
        if name not in OUTPUTS
    }
    for name, content in library.items():
        for holder, key in list(_places(content)):
            reference = holder[key].get("$ref")
            if reference is not None:
                holder[key] = _target(library, name, reference)
    return library


def _places(node: Any) -> Iterator[tuple[Any, Any]]:
    """Every (container, key) whose value is a map, in a schema that is a tree yet."""
    for key in node if isinstance(node, dict) else range(len(node)):
        if isinstance(node[key], dict):
            yield node, key
        if isinstance(node[key], dict | list):
            yield from _places(node[key])


def _target(
    library: Mapping[str, dict[str, Any]], name: str, reference: str
) -> dict[str, Any]:
    """What a reference means, written in the schema of this name."""
    file, _, pointer = reference.partition("#")
    home = posixpath.normpath(posixpath.join(posixpath.dirname(name), file))
    found: dict[str, Any] = library[home.removesuffix(SUFFIX) if file else name]
    for step in pointer.strip("/").split("/") if pointer else ():
        found = found[step]
    return found
