"""Options: each choice tells what it changes, whether it is in use or not."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import pytest
from small_packs import FRAME

from freed6c.document import build_document
from freed6c.document.blocks import (
    DefinitionItem,
    DefinitionList,
    Inlines,
    Link,
    Remarks,
    blocks_in,
)
from freed6c.document.compare import compare
from freed6c.document.wording import plain
from freed6c.pipeline import compile_packs
from freed6c.runtime.entries.notes import Choice

if TYPE_CHECKING:
    from freed6c.model.ruleset import Ruleset


GAME = """
actions:
  wave: {name: Wave, type: deed}
  nod: {name: Nod, type: deed}
terms:
  noon: {name: Noon, text: It is hot.}
  dawn: {name: Dawn, text: "It comes ahead of [[term.noon]]."}
benchmarks:
  dark: {name: Dark, bands: {dim: {name: Dim, range: 1-4}}}
tracks:
  soot:
    name: Soot
    stacking: cumulative
    conditions: {black: {name: Black, lasts: 1 night}}
scenes:
  meeting: {name: Meeting, actions: [wave, nod]}
"""
HOUSE = """
pack: heat
extends: lanterns
options:
  heat:
    name: Heat of the day
    default: DEFAULT
    choices:
      mild: {name: Mild, text: Nothing happens.}
      cruel:
        name: Cruel
        text: The sun kills.
        change:
          condition.soot.black:
            set: {effects: [{modify: checks, by: -1}]}
            unset: [lasts]
          term.noon: {why: "Beware of [[term.noon]].", set: {text: "It kills by [[track.soot]]."}}
          term.dawn: {reword: {text: {"of [[term.noon]]": of night}}}
          track.soot: {set: {stacking: discrete}}
          benchmark.dark: {adjust: {bands: +1}, add: {bands.grey: {name: Grey, range: 5+}}}
          scene.meeting: {remove: {actions: [nod]}}
        remove:
          action.nod: {use-instead: action.wave}
"""


def game(choice: str) -> Ruleset:
    with TemporaryDirectory() as folder:
        texts = {"lanterns": f"{FRAME}{GAME}", "heat": HOUSE.replace("DEFAULT", choice)}
        for name, text in texts.items():
            Path(folder, name).mkdir()
            Path(folder, name, "pack.yaml").write_text(text, encoding="utf-8")
        compiled = compile_packs(str(Path(folder, "heat")))
    assert compiled.ruleset is not None, [d.message for d in compiled.diagnostics]
    return compiled.ruleset


def changes(made: Ruleset) -> list[Inlines]:
    """What is folded under the choice that changes something."""
    blocks = list(blocks_in(build_document(made).page("heat").blocks))
    items: list[DefinitionItem] = [
        item for one in blocks if isinstance(one, DefinitionList) for item in one.items
    ]
    return [
        change
        for item in items
        if plain(item.term) == "Cruel"
        for block in item.blocks
        if isinstance(block, Remarks)
        for change in block.items
    ]


@pytest.mark.parametrize("choice", ["mild", "cruel"])
def test_a_choice_tells_what_it_changes_in_use_or_not(choice: str) -> None:
    assert sorted(map(plain, changes(game(choice)))) == [
        "Beware of Noon.",  # the reason of what stands behind it
        "Black / Duration: as if not written",
        "Black / Effects: [{modify: checks, by: -1}]",
        "Dark / Bands / Grey, added: {name: Grey, range: 5+}",
        "Dark / Bands: +1",
        "Dawn / Words: “of Noon” becomes “of night”",
        "Meeting / Actions, removed: Nod",
        "Nod: removed, with Wave in its place",
        "Noon / Words: It kills by Soot.",
        "Soot / Several at once: One has it or not; having it twice changes nothing.",
    ]


def test_what_is_changed_is_led_to() -> None:
    targets = {
        one[0].target for one in changes(game("mild")) if isinstance(one[0], Link)
    }
    assert {"condition.soot.black", "scene.meeting", "action.nod"} <= targets


def test_tools_read_the_same() -> None:
    choice = game("mild").entries["choice.heat.cruel"]
    assert isinstance(choice, Choice)
    (taken,) = (one for one in choice.changes if one.word == "take")
    assert (taken.entry, taken.setting, taken.value) == (
        "scene.meeting",
        "actions",
        ("nod",),
    )


def test_where_no_reason_is_given_it_is_the_choice() -> None:
    changed = {
        one.id: one
        for entry in compare(game("mild"), game("cruel")).entries
        for one in entry.tree()
    }
    (duration, effects) = changed["condition.soot.black"].fields
    for field in (duration, effects):
        assert [plain(one.why) for one in field.causes] == ["Heat of the day: Cruel"]
    (words,) = changed["term.noon"].fields
    assert [plain(one.why) for one in words.causes] == ["Beware of Noon."]
