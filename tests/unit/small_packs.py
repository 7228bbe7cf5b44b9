"""Rulesets for tests, from a few lines of YAML."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent
from typing import TYPE_CHECKING

from freed6c.document.documents import Documents
from freed6c.pipeline import compile_packs

if TYPE_CHECKING:
    from freed6c.document.blocks import Document
    from freed6c.document.pages.plan import PageLayout
    from freed6c.model.ruleset import Ruleset

FRAME = """
pack: lanterns
title: Lanterns
version: 1.0.0
license: {id: CC0-1.0, holder: Nobody}
die-codes: {pips-per-die: 3, smallest: 1D}
periods:
  beat: {name: beat, plural: beats}
  night: {name: night, plural: nights}
units:
  pace: {name: pace, plural: paces, measures: length}
action-types:
  deed: {name: Deed, per: beat, count: 1}
natures:
  walker: {name: Walker}
"""
"""What most small packs need."""


def game(name: str) -> str:
    """The text of a game in tests/packs."""
    path = Path(__file__).parents[1] / "packs" / f"{name}.yaml"
    return path.read_text(encoding="utf-8")


def ruleset(text: str, frame: str = FRAME) -> Ruleset:
    """Compile entries; fails where the compiler has errors to report."""
    with TemporaryDirectory() as folder:
        pack = Path(folder, "pack.yaml")
        pack.write_text(f"{frame}{dedent(text)}", encoding="utf-8")
        compiled = compile_packs(folder)
    assert compiled.ruleset is not None, [d.message for d in compiled.diagnostics]
    return compiled.ruleset


def build_document(
    ruleset: Ruleset, base: Ruleset | None = None, layout: PageLayout = "grouped"
) -> Document:
    """The document of a ruleset; with a base game, also what differs from it."""
    return Documents(ruleset, lambda: base).of(layout)
