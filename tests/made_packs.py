"""Packs that a test makes: written as authors write them, then loaded and overlaid."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from freed6c.load import load
from freed6c.overlay import overlay
from freed6c.packs.pack import MANIFEST, MergedRuleset
from freed6c.pipeline import emit_targets
from freed6c.validate import validate
from freed6c.validate.files import validate_touched

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import Data


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlaid:
    """What came of overlaying packs: the tree with its origins, and everything that was said."""

    merged: MergedRuleset
    problems: tuple[Diagnostic, ...]

    @property
    def codes(self) -> list[str]:
        """The names of what was said, in order."""
        return [problem.code.name for problem in self.problems]


def write_pack(
    folder: Path, id_: str, files: Mapping[str, Mapping[str, Data]], **manifest: Data
) -> Path:
    """Write a pack of these files below a folder; JSON is YAML too."""
    place = folder / id_
    place.mkdir(parents=True, exist_ok=True)
    for old in place.glob("*.yaml"):
        old.unlink()
    contents = {MANIFEST: {"pack": id_, **manifest}, **files}
    for name, data in contents.items():
        text = json.dumps(data, ensure_ascii=False, indent=0)
        (place / name).write_text(text, encoding="utf-8", newline="\n")
    return place


def write_package(ruleset: Ruleset, folder: Path) -> Path:
    """Write the generated package below a folder; return the folder that is imported."""
    for file in emit_targets(ruleset, ["python"])["python"]:
        path = folder / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.content)
    return folder / ruleset.manifest.python


def overlaid(target: Path | str, layers: Sequence[Path] = ()) -> Overlaid:
    """Load, validate and overlay packs."""
    packs, said = load(str(target), [str(layer) for layer in layers])
    said += validate(packs)
    merged, problems = overlay(packs)
    said += problems
    said += validate_touched(merged)
    return Overlaid(merged=merged, problems=tuple(said))
