"""Every mechanical leaf of core matters: change it, and the generated package plays otherwise.

That it changed is told, too.

A few are tried each time; all of them by `pytest -m slow tests/leaves` (about half an hour).
"""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from observe import observe

from freed6c.document.compare import compare
from freed6c.document.wording import plain
from freed6c.emit.python import emit
from freed6c.link import link
from freed6c.load import load
from freed6c.overlay import overlay
from leaves import leaves

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.model.ruleset import Ruleset

PACKAGE = "freed6_core"


def files_of_core() -> dict[str, Any]:
    packs, _ = load("core")
    folder = Path(packs[0].folder).name
    return {file.path.partition(f"{folder}/")[2]: file.data for file in packs[0].files}


CORE = files_of_core()
LEAVES = list(leaves(CORE))
SAME: dict[str, str] = {}
"""Leaves that nothing needs, and why."""


def name_of(leaf: tuple[str, Any, object]) -> str:
    return ".".join(map(str, leaf[1]))


def changed(leaf: tuple[str, Any, object], folder: Path) -> Ruleset:
    """Core with another value in one place; its examples, which expect the old one, are not run."""
    file, path, other = leaf
    files = json.loads(json.dumps(CORE))
    place = files[file]
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] = other
    for name, data in files.items():
        target = folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
    packs, _ = load(str(folder))
    merged, found = overlay(packs)
    ruleset, problems = link(merged)
    assert not [one for one in (*found, *problems) if one.severity == "error"], problems
    return ruleset


def played(ruleset: Ruleset, folder: Path) -> Iterator[dict[str, str]]:
    """What the generated package does, part by part."""
    for file in emit(ruleset):
        path = folder / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.content)
    # Others may play with a package of this name.
    others = {name: found for name, found in sys.modules.items() if is_played(name)}
    for name in others:
        del sys.modules[name]
    sys.path.insert(0, str(folder))
    importlib.invalidate_caches()
    try:
        rules = importlib.import_module(PACKAGE).RULES
        yield from observe(f"{PACKAGE}._runtime", rules)
    finally:
        sys.path.remove(str(folder))
        for name in [name for name in sys.modules if is_played(name)]:
            del sys.modules[name]
        sys.modules.update(others)


def is_played(module: str) -> bool:
    """Whether it is of the package that is played."""
    return module.partition(".")[0] == PACKAGE


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, str]]:
    packs, _ = load("core")
    ruleset, _ = link(overlay(packs)[0])
    return list(played(ruleset, tmp_path_factory.mktemp("base")))


def matters(
    leaf: tuple[str, Any, object], base: list[dict[str, str]], folder: Path
) -> bool:
    found = played(changed(leaf, folder / "pack"), folder / "package")
    differs = False
    for now, before in zip(found, base, strict=True):
        differs = now != before
        if differs:
            break
    found.close()  # type: ignore[attr-defined]
    return differs


@pytest.mark.parametrize("leaf", LEAVES[:: len(LEAVES) // 2], ids=name_of)
def test_a_leaf_matters(leaf: Any, base: list[dict[str, str]], tmp_path: Path) -> None:
    assert matters(leaf, base, tmp_path) is (name_of(leaf) not in SAME)


@pytest.mark.slow
@pytest.mark.parametrize("leaf", LEAVES, ids=name_of)
def test_every_leaf_matters(
    leaf: Any, base: list[dict[str, str]], tmp_path: Path
) -> None:
    assert matters(leaf, base, tmp_path) is (name_of(leaf) not in SAME)


@pytest.mark.parametrize("leaf", LEAVES[2 :: len(LEAVES) // 5], ids=name_of)
def test_a_changed_leaf_is_told(leaf: Any, tmp_path: Path) -> None:
    """A comparison says what stood there and what stands there, in different words."""
    packs, _ = load("core")
    comparison = compare(link(overlay(packs)[0])[0], changed(leaf, tmp_path))
    fields = [
        (plain(field.before), plain(field.after))
        for entry in comparison.entries
        for one in entry.tree()
        for field in one.fields
    ]
    assert fields
    assert all(before != after for before, after in fields)


def test_the_same_is_played_twice(base: list[dict[str, str]], tmp_path: Path) -> None:
    packs, _ = load("core")
    ruleset, _ = link(overlay(packs)[0])
    assert list(played(ruleset, tmp_path)) == base
