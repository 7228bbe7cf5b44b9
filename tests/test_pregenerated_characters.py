"""Pregenerated characters: in the package, and saved beside the JSON as a sheet loads them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from click.testing import CliRunner

from freed6c.cli import freed6c
from freed6c.pipeline import compile_packs
from freed6c.runtime.entries.notes import CharacterEntry
from freed6c.runtime.entries.world import Nature
from made_packs import write_pack

if TYPE_CHECKING:
    from collections.abc import Mapping

    import pytest

    from freed6c.packs.data import Data

PACK = Path(__file__).parent / "cases" / "markdown" / "stories" / "input"


def test_the_package_and_the_saved_form_give_the_same_character(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["build", str(PACK), "--out", str(tmp_path)]
    built = CliRunner().invoke(
        freed6c, [*words, "--target", "python", "--target", "json"]
    )
    assert built.exit_code == 0, built.output
    monkeypatch.syspath_prepend(str(tmp_path / "stories" / "python"))
    from freed6_stories import characters  # type: ignore[import-not-found]
    from freed6_stories.play import Character  # type: ignore[import-not-found]

    ida = Character.from_pregen(characters.IDA)
    saved = tmp_path / "stories" / "json" / "characters" / "ida.json"
    assert Character.from_json(saved.read_text("utf-8")) == ida
    assert (ida.name, str(ida.rating("skill.shine"))) == ("Ida", "3D")
    assert Character.from_pregen("Ida") is not ida  # somebody of their own, each time
    for name in [name for name in sys.modules if name.startswith("freed6_stories")]:
        monkeypatch.delitem(sys.modules, name)


def test_what_somebody_cannot_use_stands_on_the_sheet_all_the_same(
    tmp_path: Path,
) -> None:
    """A specialization of an ability that they were not given."""
    abilities: Data = {
        "glow": {
            "name": "Glow",
            "skills": {
                "shine": {"name": "Shine", "specializations": {"far": {"name": "Far"}}}
            },
        }
    }
    characters: Data = {"ida": {"name": "Ida", "stats": {"shine": "2D", "far": "1D"}}}
    codes: Data = {"pips-per-die": 3, "smallest": "1D"}
    files: dict[str, Mapping[str, Data]] = {"codes.yaml": {"die-codes": codes}}
    sections = {"abilities": abilities, "characters": characters}
    pack = write_pack(
        tmp_path, "dark", files, title="Dark", version="1.0.0", **sections
    )
    out = ["--out", str(tmp_path / "out")]
    built = CliRunner().invoke(freed6c, ["build", str(pack), *out])
    assert built.exit_code == 0, built.output
    (page,) = (tmp_path / "out" / "dark" / "markdown").rglob("character*.md")
    assert "2D" in page.read_text("utf-8")


def test_the_ready_characters_of_core_have_every_ability_of_a_character() -> None:
    """Whoever lacks one has nothing to resist with when it is asked for."""
    rules = compile_packs("core").ruleset
    assert rules is not None
    character = rules.entry("nature.character")
    assert isinstance(character, Nature)
    ready = [one for one in rules.entries.values() if isinstance(one, CharacterEntry)]
    lacking = {
        somebody.name: {ability.id for ability in character.abilities}
        - somebody.stats.keys()
        for somebody in ready
    }
    assert len(lacking) > 1
    assert not any(lacking.values()), lacking
