"""The forms of a term that a pack in another language has to write."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from freed6c.diagnostics.codes.words import FORM_WANTED
from freed6c.pipeline import compile_packs

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("wording", "missing"),
    [
        ("", ["a"]),  # for the default phrase, '[an ally]'
        ("who.ally: ein Freund", []),
        ("who.ally: '[the ally]'", ["the"]),
    ],
)
def test_a_pack_writes_the_forms_of_a_term_that_its_own_phrases_use(
    tmp_path: Path, wording: str, missing: list[str]
) -> None:
    manifest = f"""
pack: ferries
title: Ferries
language: de
wording:
  ally: Freund
  {wording}
"""
    (tmp_path / "pack.yaml").write_text(manifest, encoding="utf-8")
    diagnostics = compile_packs(str(tmp_path)).diagnostics
    messages = [found.message for found in diagnostics if found.code is FORM_WANTED]
    missing_forms = [message.partition(" in ")[0] for message in messages]
    assert missing_forms == [f"missing form '{form}' of 'ally'" for form in missing]
