"""What is printed and held in hand: quick reference, tables, cards, sheet; lists and packs."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING

import pytest
from small_packs import build_document, ruleset

from freed6c.document.blocks import (
    Badge,
    DefinitionList,
    Document,
    FormField,
    FormFields,
    Heading,
    Link,
    Page,
    Panel,
    Panels,
    TableBlock,
    blocks_in,
    lines_in,
    marked_in,
)
from freed6c.document.documents import Documents
from freed6c.document.sentences.effects import is_no_op
from freed6c.document.wording import plain
from freed6c.packs.kinds import BY_NAME
from freed6c.pipeline import base_game, compile_packs
from freed6c.runtime.entries.actions import Action, Menu, Pick, Points
from freed6c.runtime.entries.tables import Condition

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.document.blocks import Inlines


PACKS = ("core", "tests/site/house")


@cache
def documents(pack: str) -> Documents:
    compiled = compile_packs(pack)
    assert compiled.ruleset is not None
    return Documents(compiled.ruleset, lambda: base_game(compiled.packs))


def paged(pack: str) -> Document:
    return documents(pack).paged


def panels(page: Page) -> list[Panel]:
    return [p for b in page.blocks if isinstance(b, Panels) for p in b.items]


def said(page: Page) -> str:
    found = (plain(words) for b in blocks_in(page.blocks) for words in lines_in(b))
    return "\n".join(found)


def unmarked(words: Inlines) -> str:
    """Without what packs did to it."""
    return plain(tuple(word for word in words if not isinstance(word, Badge))).strip()


def names(pack: str, *kinds: type) -> Iterator[str]:
    entries = documents(pack).ruleset.entries.values()
    return (entry.name for entry in entries if isinstance(entry, kinds))


@pytest.mark.parametrize("pack", PACKS)
def test_the_quick_reference_has_what_scenes_ask_for(pack: str) -> None:
    text = said(paged(pack).page("reference"))
    game = documents(pack).ruleset
    wanted = [*names(pack, Action, Menu, Points)]
    wanted += [c.name for c in game.of(Condition) if not all(map(is_no_op, c.effects))]
    wanted += [one.name for one in game.every("band")]
    wanted += [one.name for one in game.every("step")]
    wanted += [pick.name for pick in game.of(Pick) if pick.name]
    text = text.casefold()
    # A variant is named below its action, as what it is beyond the action's name.
    wanted = [one.rpartition(": ")[2].casefold() for one in wanted]
    assert [one for one in wanted if one not in text] == []


def lines(page: Page) -> list[tuple[str, ...]]:
    """The rows of tables and the lines that unfold: the name of each, then its texts."""
    found: list[tuple[str, ...]] = []
    for block in blocks_in(page.blocks):
        if isinstance(block, TableBlock):
            found += (tuple(map(plain, row)) for row in block.rows)
        if isinstance(block, DefinitionList) and block.folded:
            found += (
                (
                    plain(one.term),
                    *map(plain, chain(*map(lines_in, blocks_in(one.blocks)))),
                )
                for one in block.items
            )
    return found


@pytest.mark.parametrize("pack", [*PACKS, "opend6"])
def test_the_quick_reference_has_no_empty_lines(pack: str) -> None:
    found = lines(paged(pack).page("reference"))
    assert found
    assert [line for line in found if not any(line[1:])] == []


CHOSEN = """
tables:
  winds:
    name: Winds
    columns: {knots: {name: Knots, type: integer}, song: {name: Song, type: text}}
    rows: {gale: {name: Gale, knots: 40, song: low}}
actions:
  reef: {name: Reef, type: deed, summary: "Take [[=table.winds.rows.gale.knots]] knots."}
benchmarks: {swell: {name: Swell, bands: {low: {name: Low, range: 1+}}}}
panels:
  sail: {name: Sail, shows: [action-type.deed, table.winds], only: knots, text: "- Mind the boom."}
"""


def test_a_pack_chooses_what_stands_on_the_quick_reference() -> None:
    page = build_document(ruleset(CHOSEN)).page("reference")
    assert [plain(panel.title) for panel in panels(page)] == ["Sail"]
    assert {("Gale", "40"), ("Reef", "Take 40 knots")} <= {*lines(page)}
    assert said(page).startswith("Sail\nMind the boom.")


def test_a_house_rule_shows_in_the_quick_reference() -> None:
    pages = (paged(pack).page("reference") for pack in PACKS)
    before, after = (said(page) for page in pages)
    assert "\N{MINUS SIGN}2 on all checks" in before
    assert "\N{MINUS SIGN}1 on all checks" in after


@pytest.mark.parametrize("pack", PACKS)
def test_the_sheet_has_every_ability_and_all_that_is_part_of_it(pack: str) -> None:
    page = paged(pack).page("sheet")
    room = {unmarked(panel.title).casefold() for panel in panels(page) if panel.blank}
    room |= {one.label.removesuffix(" (trained)").casefold() for one in fields(page)}
    kinds = ("ability", "skill", "specialization", "points")
    for kind in kinds:
        for entry in documents(pack).ruleset.every(kind):
            assert entry.name.casefold() in room, entry.id


def fields(page: Page) -> Iterator[FormField]:
    for block in blocks_in(page.blocks):
        if isinstance(block, FormFields):
            for field in block.items:
                yield from _all(field)


def _all(field: FormField) -> Iterator[FormField]:
    yield field
    for one in field.inside:
        yield from _all(one)


def test_each_action_with_a_roll_or_effects_is_on_a_card() -> None:
    page, game = paged("core").page("cards"), documents("core").ruleset
    marked = [inline for b in blocks_in(page.blocks) for inline in marked_in(b)]
    linked = Counter(inline.target for inline in marked if isinstance(inline, Link))
    others = [entry.id for kind in (Menu, Points) for entry in game.of(kind)]
    actions = game.of(Action)
    played = {action.id for action in actions if action.check or action.effects}
    assert played | {*others, "condition.damage.stunned"} <= {*linked}
    assert "condition.damage.normal" not in linked


def test_entries_of_a_family_share_a_card_and_what_they_have_in_common() -> None:
    cards = panels(paged("opend6").page("cards"))
    (card,) = (card for card in cards if plain(card.title) == "Melee combat")
    shared, lines = (b for b in card.blocks if isinstance(b, DefinitionList))
    assert [plain(item.term) for item in shared.items] == ["Roll", "Against"]
    assert [plain(item.term) for item in lines.items] == ["Bash", "Lunge", "Slash"]
    assert "Unarmed damage" in said(paged("core").page("cards"))


@pytest.mark.parametrize("layout", ["pages", "grouped"])
@pytest.mark.parametrize("pack", PACKS)
def test_all_tables_and_all_words_are_on_one_page(pack: str, layout: str) -> None:
    document = paged(pack) if layout == "pages" else documents(pack).grouped
    tables = [
        unmarked(block.caption)
        for block in document.page("every-table").blocks
        if isinstance(block, TableBlock)
    ]
    game = documents(pack).ruleset
    assert {one.name for one in game.every("table")} <= set(tables)
    glossary = document.page("terms").blocks
    terms = [
        plain(item.term)
        for block in glossary
        if isinstance(block, DefinitionList)
        for item in block.items
    ]
    assert terms == [one.name for one in game.every("term")]


def test_the_glossary_tells_what_else_a_word_is_called() -> None:
    made = ruleset("terms: {wick: {name: Wick, aliases: [Cord], text: What burns.}}")
    assert "Also called Cord." in said(build_document(made).page("terms"))


def test_too_many_tables_are_only_listed() -> None:
    table = "columns: {c: {name: C, type: integer}}, rows: {r: {name: R, c: 1}}"
    tables = "".join(f"  t{n}: {{name: T{n}, {table}}}\n" for n in range(201))
    made = build_document(ruleset(f"tables:\n{tables}"))
    assert "every-table" not in {page.key for page in made.pages}


def test_a_pack_alone_has_no_page_of_its_own() -> None:
    keys = {page.key for page in paged("core").pages}
    assert not [key for key in keys if key.startswith("pack")]
    assert paged("core").page("license").title == "License"


def test_several_packs_share_a_page_of_licenses() -> None:
    licences = paged("tests/site/house").page("license")
    assert licences.title == "Packs and licenses"
    titles = [plain(b.inlines) for b in licences.blocks if isinstance(b, Heading)]
    assert titles[:2] == ["FreeD6 Core Rules", "House rules"]


def test_a_document_for_reading_says_nothing_twice() -> None:
    reading = documents("core").grouped.without_repeats()
    keys = {page.key for page in reading.pages}
    assert not keys & {"cards", "every-table"}
    assert {"reference", "sheet", "terms"} <= keys
    assert {place.page for place in reading.places.values()} <= keys


def test_pages_keep_their_keys_from_chapters_and_entries_of_that_name() -> None:
    made = ruleset("chapters: {reference: {name: Books}, sheet: {name: Music}}")
    keys = [page.key for page in build_document(made).pages]
    assert keys[:2] == ["reference-2", "sheet-2"]
    assert BY_NAME["term"].key not in keys


def test_no_two_pages_begin_at_one_anchor() -> None:
    """Tables that no chapter has, and the table mode: in one file they stand below each other."""
    made = ruleset("""
        abilities: {wit: {name: Wit}}
        tables:
          tides:
            name: Tides
            columns: {feet: {name: Feet, type: integer}}
            rows: {low: {name: Low, feet: 2}}
        dice:
          throw: {name: Throw, die: d6, pips-carry: codes, success: at-least,
            steps: {roll: {name: Roll, do: roll}}}
        """)
    for document in (Documents(made).paged, Documents(made).grouped):
        anchors = [page.anchor for page in document.pages]
        assert sorted(anchors) == sorted({*anchors})
