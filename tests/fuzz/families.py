"""The packs that are damaged: copies of what is shipped, and of the cases of tests.

A *family* is what one command reads: the pack that it names, those that lie beside it, and layers.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from freed6c.load.files import read_file

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).parents[2]
CASES: Final = ROOT / "tests" / "cases"
ON_CORE: Final = re.compile(r"extends:.*\bcore\b")
WHOLE: Final = ("emit", "explain", "html", "markdown", "publish", "choices")
"""Cases without errors: what is done to them may reach the output."""


@dataclass
class File:
    """The text of a file, and what it says where that can be read; `data` counts once changed."""

    text: str
    data: Any = None

    def write(self) -> None:
        """Make the text say what the data says. JSON is YAML, too."""
        self.text = json.dumps(self.data, ensure_ascii=False, indent=1)


@dataclass
class Family:
    """Files by their paths below a folder; there `target` is named, and `layers` laid on it."""

    name: str
    target: str
    layers: tuple[str, ...] = ()
    files: dict[str, File] = field(default_factory=dict)

    def copy(self) -> Family:
        """One that can be damaged without harm to this one."""
        files = {
            path: File(file.text, copied(file.data))
            for path, file in self.files.items()
        }
        return replace(self, files=files)

    def write(self, folder: Path) -> None:
        """Write the files below a folder."""
        for inside, file in self.files.items():
            path = folder / inside
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(file.text.encode("utf-8", "surrogatepass"))


def copied(data: Any) -> Any:
    """The same plain data once more."""
    match data:
        case dict():
            return {key: copied(value) for key, value in data.items()}
        case list():
            return [copied(item) for item in data]
        case _:
            return data


def read_family(name: str, folder: Path, target: str, *below: str) -> Family:
    """The YAML files of these folders; what cannot be read has a text alone."""
    family = Family(name, target)
    for path in sorted(path for each in below for path in (folder / each).rglob("*")):
        if path.is_file() and path.suffix in {".yaml", ".yml"}:
            file, problems = read_file(path.name, path.read_bytes())
            inside = path.relative_to(folder).as_posix()
            family.files[inside] = File(file.text, None if problems else file.data)
    return family


@cache
def small() -> tuple[tuple[Family, ...], tuple[Family, ...]]:
    """Packs of a few entries: those without errors, and those that are there to show some."""
    whole: list[Family] = []
    wrong: list[Family] = []
    for case in sorted(CASES.glob("*/*")):
        beside = [each.name for each in case.iterdir() if (each / "pack.yaml").exists()]
        name = case.relative_to(CASES).as_posix()
        if any(ON_CORE.search(path.read_text()) for path in case.glob("*/pack.yaml")):
            continue
        family = read_family(name, case, "./input", *beside, "layers")
        family.layers = tuple(
            f"./layers/{each.name}" for each in sorted(case.glob("layers/*"))
        )
        (whole if case.parent.name in WHOLE else wrong).append(family)
    for game in sorted((ROOT / "tests" / "games").iterdir()):
        whole.append(read_family(f"games/{game.name}", game, ".", "."))  # noqa: PERF401
    return tuple(whole), tuple(wrong)


@cache
def large() -> tuple[tuple[Family, ...], tuple[Family, ...]]:
    """The games, and house rules on core."""
    games = [
        read_family(f"rulesets/{path.name}", path, ".", ".")
        for path in sorted((ROOT / "rulesets").iterdir())
        if path.is_dir()
    ]
    rules = list(_house_rules())
    return tuple(games), tuple(rules)


def _house_rules() -> Iterator[Family]:
    for path in sorted((ROOT / "tests" / "scenarios").iterdir()):
        beside = [each.name for each in path.iterdir() if (each / "pack.yaml").exists()]
        yield read_family(f"scenarios/{path.name}", path, "./pack", *beside)
    yield read_family("site/house", ROOT / "tests" / "site" / "house", ".", ".")
    for path in sorted((ROOT / "tests" / "house-rules").glob("*.yaml")):
        file, _ = read_file(path.name, path.read_bytes())
        files = {"pack.yaml": File(file.text, file.data)}
        yield Family(f"house-rules/{path.stem}", ".", files=files)


@cache
def every() -> tuple[Family, ...]:
    """All of them, to take parts from."""
    return (*small()[0], *small()[1], *large()[0], *large()[1])
