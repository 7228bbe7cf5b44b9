"""Documents of small rulesets: pages, places, blocks, hostile words, and ways to a rule."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from small_packs import build_document, game, ruleset

from broken_links import broken_links
from freed6c.document.blocks import (
    ChangeMark,
    DefinitionList,
    Document,
    EntryHeading,
    IndexLetter,
    Inlines,
    Panel,
    Panels,
    Remarks,
    TableBlock,
    Text,
    blocks_in,
    lines_in,
)
from freed6c.document.documents import Documents
from freed6c.document.plain_text import plain_text
from freed6c.document.search.sections import shortened
from freed6c.document.search.typed_rolls import typed_rolls_of
from freed6c.document.wording import plain
from freed6c.emit import html, markdown
from freed6c.emit.html.blocks import Writer
from freed6c.emit.links import Targets
from freed6c.pipeline import compile_packs
from freed6c.runtime.entries.notes import Example
from test_cases_document import Nesting

if TYPE_CHECKING:
    from freed6c.document.search.search_records import SearchData, SearchRecord
    from freed6c.emit.html import SiteLayout


HOUSE = game("oils")


@pytest.fixture(scope="module")
def house() -> Document:
    return build_document(ruleset(HOUSE))


def blocks(document: Document, page: str, kind: type) -> list:  # type: ignore[type-arg]
    found = blocks_in(document.page(page).blocks)
    return [block for block in found if isinstance(block, kind)]


def words(cells: tuple[Inlines, ...]) -> list[str]:
    return [plain(cell) for cell in cells]


def test_chapters_come_first_then_kinds_then_notes_and_licences(
    house: Document,
) -> None:
    keys = [page.key for page in house.pages]
    assert keys == [
        "oils", "more", "reference", "die-codes", "periods", "units", "action-types",
        "benchmarks", "natures", "every-table", "terms", "a-z", "notes", "license",
    ]  # fmt: skip


def test_an_entry_shown_in_its_chapter_stands_there_once(house: Document) -> None:
    oils, brightness = blocks(house, "oils", TableBlock)
    assert plain(oils.caption) == "Oils"
    assert house.places["table.oils"].page == "oils"
    assert plain(brightness.caption) == "Brightness"
    assert house.places["benchmark.brightness"].page == "benchmarks"
    assert house.places["band.brightness.dim"].page == "benchmarks"


def test_what_remains_to_be_said_of_it_follows(house: Document) -> None:
    titles = [block.title for block in blocks(house, "oils", EntryHeading)]
    assert titles == ["Oils"]
    example, note = blocks(house, "oils", Remarks)
    assert words(example.items) == ["Two wicks. (1 + 1 = 2)"]
    assert words(note.items) == ["An odd thing"]


def test_what_is_said_of_rows_stands_with_what_is_said_of_their_table() -> None:
    made = ruleset("""
        tables:
          oils: {name: Oils, columns: {cost: {name: Cost, type: integer}}, rows: {
            whale: {name: Whale, cost: 3}, tallow: {name: Tallow, cost: 1}}}
        notes:
          both: {about: [table.oils, row.oils.whale], kind: gap, problem: Which oil?}
          tallow: {about: row.oils.tallow, kind: gap, problem: Which tallow?}
    """)
    (notes,) = blocks(Documents(made).paged, "table-oils", Remarks)
    assert words(notes.items) == ["Which oil?", "Which tallow?"]


def test_lists_of_a_chapter_say_something_of_each() -> None:
    made = ruleset(r"""
        chapters:
          light:
            name: Light
            contains: [period.beat, unit.pace, rule.parts, rule.shades]
        rules:
          parts: {name: Parts, text: "A lamp has parts:\n\n- wick\n- oil"}
          shades: {name: Shades, text: "- **Dim**: you see\n  shapes. No more.\n- bright"}
    """)
    page = Documents(made).paged.page("light")
    lines = {
        plain(item.term): [words(tuple(lines_in(block))) for block in item.blocks]
        for block in page.blocks
        if isinstance(block, DefinitionList)
        for item in block.items
    }
    assert lines == {
        "Beat (Unit of time)": [],
        "Parts (Rule)": [["A lamp has parts."]],
        "Shades (Rule)": [["Dim: you see shapes."]],
    }


def test_columns_down_with_joined_cells_and_blanks(house: Document) -> None:
    table = blocks(house, "oils", TableBlock)[0]
    assert words(table.header) == ["Name", "Whale", "Tallow"]
    assert [words(row) for row in table.rows] == [
        ["Reach", "up to 5 paces, grey smoke", "5 to 10 paces, black smoke"],
        ["Cost", "3", "free"],
    ]


def test_a_second_chapter_only_refers(house: Document) -> None:
    assert not blocks(house, "more", EntryHeading)
    assert house.places["term.wick"].page == "terms"


def test_every_entry_has_a_place() -> None:
    core = compile_packs("core").ruleset
    assert core is not None
    document = build_document(core)
    pages = {id_ for id_ in document.places if id_.startswith("page.")}
    printed = {
        id_
        for id_, entry in core.entries.items()
        if not (isinstance(entry, Example) and (entry.steps or not entry.print))
    }
    assert set(document.places) - pages == printed
    assert "page.chances" in pages
    assert {page.key for page in document.pages} >= {
        place.page for place in document.places.values()
    }


def test_keys_of_pages_are_free_and_fit_for_every_system() -> None:
    document = build_document(
        ruleset(
            """
            chapters:
              index: {name: Index}
              con: {name: Con}
              units: {name: Units}
            """
        )
    )
    keys = [page.key for page in document.pages]
    assert keys[:3] == ["index-2", "con-2", "units"]
    assert "units-2" in keys
    assert len(set(keys)) == len(keys)


def test_ids_that_look_alike_have_anchors_of_their_own() -> None:
    document = build_document(
        ruleset(
            """
            scales:
              a: {name: A, levels: {b-c: {name: BC}}}
              a-b: {name: AB, levels: {c: {name: C}}}
            """
        )
    )
    first, second = (
        document.places[f"level.{key}"].anchor for key in ("a.b-c", "a-b.c")
    )
    assert first != second


def test_plain_text() -> None:
    made = ruleset(HOUSE)
    written = "See **[[table.oils]]**, [[term.wick|it]], [[5 pace]].\n\n- [[=row.oils.whale.cost]]"
    assert plain_text(made, written) == "See Oils, it, 5 paces.\n\n- 3"


HOSTILE = game("hostile")


class Tags(Nesting):
    """Keeps the names of all tags and attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        super().handle_starttag(tag, attrs)
        self.seen.append(tag)
        self.attributes |= {name for name, _ in attrs}


@pytest.mark.parametrize(("layout", "own"), [("pages", 2), ("single", 4)])
def test_hostile_words_stay_words_in_html(layout: SiteLayout, own: int) -> None:
    """A page has the scripts of the site and of colors; one without others all others, too."""
    for path, page in files(Documents(ruleset(HOSTILE)), layout).items():
        if not path.endswith(".html"):
            continue
        tags = Tags()
        tags.feed(page)
        assert not tags.open, path
        assert not {"img", "b", "i", "x"} & set(tags.seen)
        moved = 'http-equiv="refresh"' in page
        whole = 4 if path == "one-file.html" else own
        assert tags.seen.count("script") == (1 if moved else whole), path
        assert not {name for name in tags.attributes if name.startswith("on")}
        assert 'href="javascript' not in page
        assert page.count("<h1") == 1


def test_a_table_on_a_panel_has_no_box_though_it_has_one_elsewhere() -> None:
    table = TableBlock(((Text("Oil"),),), (((Text("Cheap"),),),))
    card = Panels("cards", (Panel((Text("Wick"),), (table,)),))
    targets = Targets(build_document(ruleset(HOSTILE)), ".html", "c")
    for blocks in ((card, table), (table, card)):
        assert Writer(targets).blocks(blocks).count('class="scroll"') == 1


def test_broken_links_are_found() -> None:
    pages = {
        "a.html": '<p id="x"></p><a href="b.html#y"></a><a href="#x"></a>',
        "b.html": '<p id="z"></p><p id="z"></p><a href="c.html"></a>',
    }
    assert broken_links(pages) == [
        "b.html: there are 2 anchors #z",
        "a.html: b.html#y has no target",
        "b.html: c.html has no target",
    ]


@pytest.mark.parametrize("name", ["cell", "total", "own-cell", "row", "margin"])
def test_an_entry_may_be_called_like_a_word_of_the_format(name: str) -> None:
    made = ruleset(
        f"""
        values:
          {name}: {{name: Lumens, of: walker, type: integer}}
          sum: {{name: Sum, of: walker, type: integer, formula: {name} + 1}}
        """
    )
    (whole,) = (f for f in markdown.emit(build_document(made)) if f.path == "all.md")
    assert f"[Lumens](#value-{name}) + 1" in whole.content.decode()


PACK = game("glow")


@pytest.fixture(scope="module")
def documents() -> Documents:
    return Documents(ruleset(PACK))


@pytest.fixture(scope="module")
def paged(documents: Documents) -> Document:
    return documents.paged


@pytest.fixture(scope="module")
def search_data(documents: Documents, paged: Document) -> SearchData:
    return documents.search_data(paged)


def record(search_data: SearchData, title: str) -> SearchRecord:
    (one,) = (found for found in search_data.records if found.title == title)
    return one


def test_a_preview_has_title_kind_place_and_first_paragraph(
    search_data: SearchData,
) -> None:
    glow = search_data.previews["ability.glow"]
    assert (glow.title, glow.kind, glow.where) == ("Glow", "Ability", "Light")
    assert glow.words == "How bright you are. It grows."
    assert ("Type", "Plain") in glow.facts


def test_a_preview_of_a_part_says_what_it_is_part_of(search_data: SearchData) -> None:
    dazzle = search_data.previews["specialization.flare.dazzle"]
    assert (dazzle.where, dazzle.words) == ("Flare", "Right in the eyes.")


def test_what_is_previewed_is_the_same_in_every_layout(documents: Documents) -> None:
    grouped = documents.search_data(documents.grouped).previews
    for id_, preview in documents.search_data(documents.paged).previews.items():
        assert grouped[id_].words == preview.words, id_


@pytest.mark.parametrize(
    ("text", "short"),
    [
        ("as it is", "as it is"),
        ("one  two\nthree", "one two three"),
        ("one two three four", "one two three …"),
        ("one, two, 3; four five", "one, two, 3 …"),
        ("onetwothreefourfive", "onetwothreefourf …"),
    ],
)
def test_whole_words_of_a_text_are_kept(text: str, short: str) -> None:
    assert shortened(text, 16) == short


def test_what_one_plays_by_comes_first_and_notes_last(search_data: SearchData) -> None:
    """Rules and the like, then what is read, then what is looked up."""
    titles = [one.title for one in search_data.records]
    wanted = ["Care", "Glow", "Wick", "Light", "Oil and wick", "Oils", "Whale", "Odd"]
    assert [one for one in titles if one in wanted] == wanted
    assert titles[-1] == "Odd"


def test_entries_are_found_once_with_all_that_is_said_of_them(
    search_data: SearchData,
) -> None:
    glow = record(search_data, "Glow")
    assert glow.aliases == ("The Shine", "Éclat", "光")
    assert "More of it." in glow.text
    assert "eyes" not in glow.text
    assert glow.place.page == "ability-glow"


def test_keywords_are_for_the_search_alone(
    documents: Documents, search_data: SearchData
) -> None:
    assert record(search_data, "Oils").keywords == ("grease monkey",)
    made = files(documents, "pages")
    named = [name for name, text in made.items() if "grease monkey" in text]
    assert named == ["ruleset.json"]


def backlinks(document: Document, page: str) -> dict[str, str]:
    return {
        plain(item.term): plain(item.blocks[0].inlines)  # type: ignore[union-attr]
        for block in document.page(page).backlinks
        for item in block.items  # type: ignore[union-attr]
    }


def test_a_page_tells_what_leads_to_it_or_to_its_parts(paged: Document) -> None:
    assert backlinks(paged, "skill-flare") == {
        "Chapters": "Light",
        "Rules": "Care",
        "Terms": "Wick",
    }


def test_what_a_page_belongs_to_is_not_told_again(paged: Document) -> None:
    """Flare is a part of Glow, Glow stands in Light, notes and lists lead to all."""
    assert backlinks(paged, "ability-glow") == {"Rules": "Care"}
    assert not paged.page("rule-care").backlinks


def test_chapters_with_their_entries_tell_no_such_thing(documents: Documents) -> None:
    assert not any(page.backlinks for page in documents.grouped.pages)


def test_what_packs_bring_is_told_where_one_looks_for_it() -> None:
    more = "  new: {name: Dazed, text: 'After [[skill.flare]] one is slow.'}\n"
    rules = "rules:\n"
    assert rules in PACK
    after = ruleset(PACK.replace(rules, rules + more))
    pages = Documents(after, lambda: ruleset(PACK)).paged
    first = pages.page("skill-flare").blocks[0]
    assert isinstance(first, ChangeMark)
    assert (first.label, plain(first.why)) == ("New here:", "Dazed")
    assert not isinstance(pages.page("rule-care").blocks[0], ChangeMark)


def test_other_names_become_addresses_if_they_mean_one_entry(paged: Document) -> None:
    assert paged.redirects == {
        "term.wick": ("term-thread",),
        "ability.glow": ("ability-the-shine", "ability-eclat"),
        "specialization.flare.dazzle": ("specialization-flare-blind",),
    }


def files(documents: Documents, layout: SiteLayout) -> dict[str, str]:
    emitted = html.emit(documents, layout)
    texts = {file.path: file.content.decode() for file in emitted}
    pages = {path: text for path, text in texts.items() if path.endswith(".html")}
    assert broken_links(pages) == []
    return texts


def test_they_lead_on_from_pages_of_their_own(documents: Documents) -> None:
    made = files(documents, "pages")
    onward = {
        "term-thread.html": "terms.html#term-wick",
        "ability-eclat.html": "ability-glow.html",
        "specialization-flare-blind.html": "skill-flare.html#specialization-flare-dazzle",
    }
    for path, href in onward.items():
        assert f'content="0; url={href}"' in made[path]
        page, _, _ = href.partition("#")
        assert f'<link rel="canonical" href="{page}">' in made[path]
        assert f'<a id="moved" href="{href}">' in made[path]
    assert 'id="specialization-flare-blind"' in made["skill-flare.html"]


@pytest.mark.parametrize("layout", ["grouped", "single"])
def test_or_from_anchors_alone(documents: Documents, layout: SiteLayout) -> None:
    made = files(documents, layout)
    page = made["light.html" if layout == "grouped" else "index.html"]
    assert 'id="ability-eclat"' in page
    assert 'id="specialization-flare-blind"' in page
    assert not any('http-equiv="refresh"' in text for text in made.values())


def test_a_name_that_is_taken_leads_nowhere_else() -> None:
    """An entry is called so, or a chapter has that page."""
    documents = Documents(
        ruleset(
            """
            terms: {size: {name: Size, aliases: [Weight]}, weight: {name: Weight}}
            actions:
              call: {name: Call, type: deed, aliases: [Shout]}
            chapters:
              action-shout: {name: Shouting}
            """
        )
    )
    assert "term.size" not in documents.paged.redirects
    assert documents.paged.redirects["action.call"] == ("action-shout",)
    assert ">Shouting</a></h1>" in files(documents, "pages")["action-shout.html"]


def test_ids_that_are_no_more_lead_to_what_stands_for_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir("tests/cases/overlay/renamed")
    compiled = compile_packs("./input")
    assert compiled.ruleset is not None
    documents = Documents(compiled.ruleset)
    made = files(documents, "pages")
    assert 'url=ability-gleam.html"' in made["ability-glow.html"]
    assert 'url=track-smut.html"' in made["track-soot.html"]
    assert 'id="condition-soot-dirty"' in made["track-smut.html"]
    found = documents.search_data(documents.paged).records
    before = {one.title: one.former_names for one in found if one.former_names}
    assert before["Gleam"] == ("glow",)
    assert before["Smutty"] == ("soot dirty",)


def letters(document: Document) -> dict[str, list[str]]:
    return {
        block.letter: [plain(item) for item in block.items]
        for block in document.page("a-z").blocks
        if isinstance(block, IndexLetter)
    }


def test_every_name_stands_under_its_letter(paged: Document) -> None:
    found = letters(paged)
    assert found["G"] == ["Glow (ability)"]
    assert found["E"] == ["Éclat: see Glow"]
    assert found["D"] == [
        "Dazzle (Flare)",
        "Deed (action type)",
        "Die codes (die codes)",
    ]
    assert found["光"] == ["光: see Glow"]


def test_articles_do_not_count(paged: Document) -> None:
    assert "The Shine: see Glow" in letters(paged)["S"]


def test_numbers_and_signs_stand_together() -> None:
    made = ruleset("terms: {a: {name: 5D or more}, b: {name: '!'}, c: {name: The}}")
    found = letters(Documents(made).paged)
    assert found["0\N{EN DASH}9"] == ["! (term)", "5D or more (term)"]
    assert found["T"] == ["The (term)"]


SLOW = """
dice:
  throw:
    name: Throw
    die: d6
    pips-carry: codes
    success: at-least
    steps:
      roll: {name: Roll, do: roll}
      ebb:
        name: Ebb
        do: drop-dice
        token: {E: lowest, F: highest}
        cancel: none
        drop-from: [ability, skill, bonus]
        equal-dice: [bonus]
        forced: true
      flow: {name: Flow, do: cancel-highest, and: nothing}
"""


def test_chances_that_nobody_asked_for_cost_little() -> None:
    """Every way that the dice fall is gone through for these: told of few dice alone."""
    rolls = typed_rolls_of(ruleset(SLOW))
    assert rolls is not None
    assert {token: len(rows) for token, rows in rolls.rows.items()} == {
        "": 10,
        "E": 2,
        "F": 2,
    }
