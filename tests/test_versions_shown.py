"""A version is shown where a pack has one; what has none counts as the very first, silently."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner

from freed6c.cli import freed6c
from freed6c.packs.pack import NO_VERSION
from freed6c.pipeline import compile_packs, emit_targets
from made_packs import write_pack
from small_base import SMALL, write_small

if TYPE_CHECKING:
    from pathlib import Path

    from freed6c.packs.data import Data

UNDATED = {key: value for key, value in SMALL.items() if key != "version"}
HOUSE: dict[str, Data] = {"change": {"term.oil": {"set": {"name": "Spirit"}}}}


@pytest.fixture(params=["", "CC-BY-4.0"])
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A house rule for a small game, both without versions, with or without a licence."""
    id_ = request.param
    said: dict[str, Data] = {"license": {"id": id_, "holder": "Ann"}} if id_ else {}
    write_pack(tmp_path, "small", {}, **UNDATED, **said)
    return write_pack(
        tmp_path, "house", {"house.yaml": HOUSE}, title="House", extends="small", **said
    )


@pytest.mark.parametrize("target", ["html", "markdown"])
def test_documents_show_no_version_where_there_is_none(
    target: str, house: Path
) -> None:
    compiled = compile_packs(str(house))
    assert compiled.ruleset is not None, compiled.diagnostics
    files = emit_targets(compiled.ruleset, [target], compiled.packs)[target]
    texts = {file.path: file.content.decode() for file in files}
    texts.pop("ruleset.json", None)  # tools always get one
    assert any("House" in text for text in texts.values())
    assert [path for path, text in texts.items() if NO_VERSION in text] == []


def test_neither_does_the_terminal(house: Path) -> None:
    ended = CliRunner().invoke(
        freed6c, ("diff", str(house.parent / "small"), str(house))
    )
    assert ended.output.startswith("House, compared with Small\n")


def test_a_version_that_is_written_is_shown(tmp_path: Path) -> None:
    compiled = compile_packs(str(write_small(tmp_path)))
    assert compiled.ruleset is not None
    files = emit_targets(compiled.ruleset, ["html"], compiled.packs)["html"]
    start = next(file for file in files if file.path == "index.html")
    assert "Small 1.0.0" in start.content.decode()
