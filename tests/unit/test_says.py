"""Sentences that packs write for effects, needs and checks: where they stand, what lies behind."""

# Sentences have true minus signs.
# ruff: noqa: RUF001

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

import pytest
from small_packs import FRAME, ruleset

from freed6c.document import Documents
from freed6c.document.blocks import DefinitionList, Remarks, blocks_in
from freed6c.document.describe import body
from freed6c.document.plain_text import nothing, paragraphs
from freed6c.document.render_context import new_context
from freed6c.document.wording import plain
from freed6c.emit import emit
from freed6c.runtime.entries.actions import Action
from freed6c.runtime.play.character import Character
from freed6c.runtime.play.execution import Choices
from freed6c.runtime.play.state import Refused

if TYPE_CHECKING:
    from pathlib import Path

    from freed6c.document.blocks import Blocks
    from freed6c.model.ruleset import Ruleset


PACK = """
abilities:
  glow: {name: Glow}
dice:
  throw:
    name: Throw
    die: d6
    pips-carry: codes
    success: at-least
    steps: {roll: {name: Roll, do: roll}}
formulas:
  gloom:
    name: Gloom
    takes: {wicks: integer}
    constants: {each: 2}
    gives: integer
    is: each * wicks
actions:
  snuff:
    name: Snuff
    type: deed
    asks:
      wicks: {name: Number of wicks, type: integer}
      far: {name: Distance to the wick, type: length}
    needs:
      - if: far <= 2 pace
        says: You stand within {2 pace} of it.
      - wicks >= 1
    check:
      with: glow
      against:
        number: gloom(wicks)
        says: "[[=formula.gloom.constants.each]] for each wick."
      success:
        - modify: checks
          by: -1D
          of: glow
          lasts: until own next deed
          says: "It is dark: {by} for {of}, {lasts}."
        - {modify: checks, by: 2D, times: 1, lasts: next night}
"""
NIGHTS_OF_ONES_OWN = FRAME.replace(
    "plural: nights", "plural: nights, belongs-to: walker"
)


@cache
def lanterns() -> Ruleset:
    return ruleset(PACK, NIGHTS_OF_ONES_OWN)


def shown(*, held: bool = False) -> Blocks:
    """The action, on its page or on a card that is held in the hand."""
    ctx = new_context(lanterns(), nothing)
    entry = lanterns().of(Action)[0]
    return body(ctx.without_remarks() if held else ctx, entry, 1)


def facts(content: Blocks) -> dict[str, str]:
    return {
        plain(item.term): paragraphs(item.blocks)
        for block in blocks_in(content)
        if isinstance(block, DefinitionList)
        for item in block.items
    }


def test_a_sentence_stands_for_what_the_data_says() -> None:
    said = facts(shown())
    assert said["Against"] == "2 for each wick."
    assert said["On a success"] == (
        "- It is dark: −1D for Glow, until your next Deed.\n"
        "- +2D on one check, on your next night."
    )
    assert said["Needs"] == (
        "- You stand within 2 paces of it\n- Number of wicks is at least 1"
    )


def test_what_lies_behind_it_is_folded() -> None:
    (exactly,) = (block for block in shown() if isinstance(block, Remarks))
    assert exactly.label == "Exactly"
    assert [plain(line) for line in exactly.items] == [
        "Distance to the wick is at most 2 paces (far <= 2 pace)",
        "Gloom of number of wicks (gloom(wicks))",
        "−1D on Glow checks, until your next Deed",
    ]


def test_what_is_held_in_the_hand_has_the_sentence_alone() -> None:
    assert facts(shown(held=True)) == facts(shown())
    assert not any(isinstance(block, Remarks) for block in shown(held=True))


REFUSAL = (
    "Snuff needs: you stand within 2 paces of it",
    "Snuff needs: number of wicks is at least 1",
)


def test_who_is_refused_reads_the_same_sentences() -> None:
    walker = Character({"glow": "2D"}, rules=lanterns(), name="Ann")
    facts = Choices(given={"far": "3 pace", "wicks": 0})
    with pytest.raises(Refused) as refused:
        walker.act("snuff", choices=facts)
    assert refused.value.reasons == REFUSAL


def test_a_package_refuses_in_the_same_sentences(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for file in emit(Documents(lanterns()), "python"):
        path = tmp_path / file.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.content)
    monkeypatch.syspath_prepend(str(tmp_path))
    (name,) = (path.name for path in tmp_path.iterdir() if path.is_dir())
    needs = import_module(f"{name}.actions").SNUFF.needs
    assert [need.sentence for need in needs] == [
        "you stand within 2 paces of it",
        "number of wicks is at least 1",
    ]
    for module in [module for module in sys.modules if module.startswith(name)]:
        del sys.modules[module]
