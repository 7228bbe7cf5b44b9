"""What packs change: the page of changes, wordings compared, and marks on entries."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_packs import build_document, ruleset

from freed6c.document.blocks import (
    Block,
    BulletList,
    ChangeMark,
    DefinitionList,
    Heading,
    Inline,
    InsertedText,
    Link,
    Paragraph,
    RemovedText,
    Text,
    blocks_in,
    lines_in,
)
from freed6c.document.changes import inline_diff, text_after, text_before
from freed6c.document.wording import plain
from freed6c.packs.location import Location
from freed6c.packs.pack import Redirect
from freed6c.packs.provenance import Origin, Provenance

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath


GAME = """
terms:
  wick: {name: Wick, text: What burns.}
  soot: {name: Soot, text: What stays.}
"""


CHECKED = """
abilities: {sight: {name: Sight}}
benchmarks:
  target:
    name: Target
    bands: {low: {name: Low, range: 5}, high: {name: High, range: 6}}
dice:
  throw: {name: Throw, die: d6, pips-carry: codes, success: at-least,
    steps: {roll: {name: Roll, do: roll}}}
actions:
  look:
    name: Look
    type: deed
    check: {with: sight, against: {difficulty: band.target.low}}
    effects: [{recover: dazed}]
tracks:
  shock:
    name: Shock
    stacking: progressive
    start: shock.well
    conditions:
      well: {name: Well}
      dazed: {name: Dazed, duration: until recovered, effects: [{modify: checks, by: -2}]}
"""


def done(made: Ruleset, pack: str, operation: str, path: KeyPath) -> Ruleset:
    """The ruleset as if a pack of this name had done something to a place."""
    manifest = replace(made.manifest, id=pack, title=pack.capitalize())
    address = Location(f"{pack}/pack.yaml")
    origin = Origin(pack=pack, address=address, operation=operation, why="It smells.")
    return replace(
        made,
        manifests=(*made.manifests, manifest),
        provenance=Provenance({**made.provenance.records, path: (origin,)}),
    )


def page(after: Ruleset) -> Sequence[Block]:
    return build_document(after, ruleset(GAME)).page("changes").blocks


def told(blocks: Sequence[Block]) -> list[tuple[str, str]]:
    """What is said of each entry, and what is folded, after the change."""
    return [
        (
            plain(item.term),
            " | ".join(text_after(line) for b in item.blocks for line in lines_in(b)),
        )
        for block in blocks
        if isinstance(block, DefinitionList)
        for item in block.items
    ]


def headings(blocks: Sequence[Block]) -> list[str]:
    return [plain(one.inlines) for one in blocks if isinstance(one, Heading)]


def renamed() -> Ruleset:
    return ruleset(GAME.replace("name: Wick", "name: Cord"))


def test_what_was_removed_is_told_with_the_reason_and_leads_nowhere() -> None:
    made = ruleset(GAME.replace("soot:", "ash:").replace("Soot", "Ash"))
    blocks = page(done(made, "clean", "remove", ("terms", "soot")))
    assert headings(blocks) == ["Lanterns", "New", "Clean", "Removed"]
    assert told(blocks) == [
        ("Ash", "What stays."),
        ("Soot", " | Why: It smells."),
    ]
    new, removed = (block for block in blocks if isinstance(block, DefinitionList))
    assert not any(isinstance(one, Link) for one in removed.items[0].term)
    assert any(isinstance(one, Link) for one in new.items[0].term)


def test_what_was_removed_leads_to_what_is_used_instead() -> None:
    made = ruleset(GAME.replace("  soot: {name: Soot, text: What stays.}\n", ""))
    instead = {"term.soot": Redirect("term.wick", "clean", renamed=False)}
    after = replace(made, redirects=instead)
    blocks = page(done(after, "clean", "remove", ("terms", "soot")))
    assert told(blocks) == [("Soot → Wick", " | Why: It smells.")]
    (removed,) = (block for block in blocks if isinstance(block, DefinitionList))
    assert Link("term.wick", (Text("Wick"),)) in removed.items[0].term


def test_what_a_pack_changed_is_a_sentence_under_its_name() -> None:
    calm = done(renamed(), "calm", "set", ("terms", "wick", "name"))
    blocks = page(done(calm, "other", "set", ("terms", "other", "name")))
    assert headings(blocks) == ["Calm", "Changed"]
    assert told(blocks) == [(" Cord", "Why: It smells.")]


def test_a_page_begins_with_the_summary_of_its_pack() -> None:
    calm = done(renamed(), "calm", "set", ("terms", "wick", "name"))
    pack = replace(calm.manifests[-1], summary="Wicks are cords.")
    _, summary, *_ = page(replace(calm, manifests=(*calm.manifests[:-1], pack)))
    assert summary == Paragraph((Text("Wicks are cords."),))


def test_a_sheet_keeps_its_number_if_the_default_changes() -> None:
    oil = "values: {oil: {name: Oil, of: walker, type: integer, default: 0}}\n"
    isa = "characters: {isa: {name: Isa, stats: {oil: 3}}}\n"
    after, before = ruleset(oil.replace("0", "5") + isa), ruleset(oil + isa)
    blocks = build_document(after, before).page("changes").blocks
    lists = [plain(i) for b in blocks if isinstance(b, BulletList) for i in b.items]
    assert lists == ["Isa still has 3 on the sheet (Oil): keep it, or change it."]


def test_what_no_pack_wrote_follows_from_the_rest() -> None:
    blocks = page(renamed())
    assert headings(blocks) == ["Changed as a result"]
    assert told(blocks) == [(" Cord", "")]


def test_what_an_effect_does_to_chances_is_worked_out() -> None:
    harder = CHECKED.replace("by: -2", "by: -1")
    blocks = build_document(ruleset(harder), ruleset(CHECKED)).page("changes").blocks
    # 2D reach 8 in 15 of 36 cases, and 7 in 21; the step from 5 to 6 is smaller.
    effect = "Effect: \N{MINUS SIGN}1 on all checks"
    odds = "While it applies, before and now: 2D against High (6), 42% → 58%."
    assert told(blocks) == [("Dazed (Shock)", f"{effect} | {odds}")]


def test_what_another_difficulty_does_to_chances_is_worked_out() -> None:
    harder = CHECKED.replace("{difficulty: band.target.low}", "{number: 8}")
    blocks = build_document(ruleset(harder), ruleset(CHECKED)).page("changes").blocks
    ((action, said),) = told(blocks)
    assert action == "Look"
    # 2D reach 5 in 30 of 36 cases, and 8 in 15.
    assert "2D against 5 → 8, 83% → 42%." in said


def test_of_dice_that_are_all_taken_away_no_chance_is_told() -> None:
    fewer, more = (CHECKED.replace("by: -2", f"by: {by}") for by in ("-1D", "-9D"))
    blocks = build_document(ruleset(more), ruleset(fewer)).page("changes").blocks
    assert told(blocks) == [("Dazed (Shock)", "Effect: \N{MINUS SIGN}9D on all checks")]


def test_what_two_packs_add_to_a_long_list_is_told_of_each() -> None:
    keys = ["look", "sit", "stand", "walk", "run", "nod", "wave"]
    actions = "".join(f"  {key}: {{name: {key.upper()}, type: deed}}\n" for key in keys)
    scene = f"scenes: {{stroll: {{name: Stroll, actions: [ALL]}}}}\nactions:\n{actions}"
    before = ruleset(scene.replace("ALL", ", ".join(keys[:-2])))
    after = ruleset(scene.replace("ALL", ", ".join(keys)))
    for position, pack in ((5, "calm"), (6, "keen")):
        after = done(after, pack, "add", ("scenes", "stroll", "actions", position))
    blocks = build_document(after, before).page("changes").blocks
    assert headings(blocks) == ["Calm", "Changed", "Keen", "Changed"]
    assert [said for _, said in told(blocks)] == [
        "Deed: NOD | Why: It smells.",
        "Deed: WAVE | Why: It smells.",
    ]


def test_a_chapter_of_that_name_keeps_a_page_of_its_own() -> None:
    made = ruleset(f"{GAME}chapters: {{changes: {{name: Seasons}}}}\n")
    pages = build_document(made, ruleset(GAME)).pages
    assert [one.key for one in pages][:2] == ["changes", "changes-2"]


def compared(before: str, after: str) -> str:
    """The text with signs for what went and what came."""
    parts = inline_diff((Text(before),), (Text(after),))
    return "".join(map(signed, parts))


def signed(part: Inline) -> str:
    match part:
        case RemovedText(inner):
            return f"-[{plain(inner)}]"
        case InsertedText(inner):
            return f"+[{plain(inner)}]"
        case _:
            return plain((part,))


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        ("How bright you are.", "How very bright you are.", "How +[very] bright you are."),
        ("6-10", "4-7", "-[6-10] +[4-7]"),
        ("-1 on all checks", "-2 on all checks", "-[-1] +[-2] on all checks"),
        ("One thing here", "Wholly other words", "-[One thing here] +[Wholly other words]"),
        ("Cut (skill, Sight)", "Cut (skill, Ear)", "Cut -[(skill, Sight)] +[(skill, Ear)]"),
        ("", "New", "+[New]"),
        ("Old", "", "-[Old]"),
    ],
)  # fmt: skip
def test_words_are_told_apart_where_that_helps(
    before: str, after: str, words: str
) -> None:
    assert compared(before, after) == words


def test_a_link_is_never_taken_apart() -> None:
    link = Link("table.oils", (Text("the oils"),))
    found = inline_diff((Text("See "), link, Text(".")), (Text("See it."),))
    assert [type(one) for one in found] == [Text, RemovedText, Text, InsertedText]
    (went,) = (one for one in found if isinstance(one, RemovedText))
    assert went.inlines == (link, Text("."))


SENTENCES = st.lists(st.sampled_from(["a", "b", "cc", "d.", "-1"]), max_size=12)


@given(SENTENCES, SENTENCES)
def test_both_sides_can_be_read(before: list[str], after: list[str]) -> None:
    found = inline_diff((Text(" ".join(before)),), (Text(" ".join(after)),))
    assert text_before(found) == " ".join(before)
    assert text_after(found) == " ".join(after)


LAMPS = """
terms:
  wick: {name: Wick, text: What burns.}
tracks:
  soot:
    name: Soot
    stacking: discrete
    conditions:
      black: {name: Black}
"""


def marks(before: str, after: str) -> list[tuple[str, list[str]]]:
    document = build_document(ruleset(after), ruleset(before))
    return [
        (block.label, [plain(one.what) for one in block.revisions])
        for page in document.pages
        if page.key != "changes"
        for block in blocks_in(page.blocks)
        if isinstance(block, ChangeMark)
    ]


def test_what_is_part_of_an_entry_is_told_under_its_name() -> None:
    after = LAMPS.replace("{name: Black}", "{name: Grey}").replace(
        "discrete", "cumulative"
    )
    assert marks(LAMPS, after) == [
        ("Changed as a result of other changes", ["Stacking", "Wording"])
    ]


def test_what_came_and_went_inside() -> None:
    after = LAMPS.replace("black: {name: Black}", "grey: {name: Grey}")
    assert marks(LAMPS, after)[0][1] == ["Removed", "New"]


def test_nothing_is_marked_where_nothing_changed() -> None:
    assert marks(LAMPS, LAMPS) == []
