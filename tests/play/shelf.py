"""The generated packages of the variants, imported as anybody would, and people to play with."""

from __future__ import annotations

import importlib
import re
import sys
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from playing import Faces, names, pickled

from freed6c.pipeline import compile_packs
from made_packs import write_package

__all__ = ["Faces", "names", "pickled"]


@cache
def package(pack: str, *choices: str) -> Any:
    """The package of a variant; with choices, of a house pack on it that selects those."""
    folder = Path(mkdtemp())
    target = house(pack, choices, folder) if choices else pack
    ruleset = compile_packs(target).ruleset
    assert ruleset is not None
    write_package(ruleset, folder)
    name = ruleset.manifest.python
    sys.path.insert(0, str(folder))
    try:
        found = importlib.import_module(name)
        for path in sorted((folder / name).glob("[a-z]*.py")):
            if path.stem != "test_examples":
                importlib.import_module(f"{name}.{path.stem}")
    finally:
        sys.path.remove(str(folder))
    return found


HOW_TO = Path(__file__).parents[2] / "docs" / "how-to"


@cache
def written(text: str) -> Any:
    """The package of a pack that is written out."""
    folder = Path(mkdtemp())
    (folder / "pack.yaml").write_text(text, encoding="utf-8")
    return package(str(folder))


def recipe(name: str) -> Any:
    """Return the package of the pack of a how-to guide."""
    page = (HOW_TO / f"{name}.md").read_text(encoding="utf-8")
    block = re.search(rf"```yaml\n# {name}/pack.yaml\n(.*?)```", page, re.DOTALL)
    assert block is not None
    return written(block[1])


def house(pack: str, choices: tuple[str, ...], folder: Path) -> str:
    """A pack that selects choices of options."""
    name = "-".join([pack, *(one.rpartition(".")[2] for one in choices)])
    selected = "".join(
        f"  option.{option}: {choice}\n"
        for option, _, choice in (one.rpartition(".") for one in choices)
    )
    written = folder / "packs" / name / "pack.yaml"
    written.parent.mkdir(parents=True)
    written.write_text(
        f"pack: {name}\nextends: {pack}\nselect:\n{selected}", encoding="utf-8"
    )
    return str(written.parent)


def person(game: Any, name: str, **more: Any) -> Any:
    """Somebody with 3D in every ability that has skills, as far as not said."""
    ratings = {
        one.id: "3D" for one in game.abilities.ABILITIES.values() if one.skills
    } | more.pop("ratings", {})
    return game.Character(ratings, name=name, **more)
