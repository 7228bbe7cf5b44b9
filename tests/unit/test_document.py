"""Pages, places and blocks of small rulesets, and what backends make of hostile words."""

from __future__ import annotations

from html.parser import HTMLParser
from typing import TYPE_CHECKING

import pytest
from small_packs import ruleset

from freed6c.document import Documents, build_document
from freed6c.document.blocks import (
    DefinitionList,
    Document,
    EntryHeading,
    Inlines,
    Panel,
    Panels,
    Remarks,
    TableBlock,
    Text,
    blocks_in,
    lines_in,
)
from freed6c.document.plain_text import plain_text
from freed6c.document.wording import plain
from freed6c.emit import html, markdown
from freed6c.emit.html.blocks import Writer
from freed6c.emit.html.links import Links
from freed6c.emit.links import Targets
from freed6c.pipeline import compile_packs
from freed6c.runtime.entries.notes import Example

if TYPE_CHECKING:
    from freed6c.emit.html import SiteLayout


HOUSE = """
terms:
  wick: {name: Wick, text: "What burns. See [[table.oils]]."}
tables:
  oils:
    name: Oils
    text: All that burns.
    layout: columns-down
    columns:
      reach: {name: Reach, type: length, range: true}
      smoke: {name: Smoke, type: text, joins: reach}
      cost: {name: Cost, type: integer, optional: true, blank: free}
    rows:
      whale: {name: Whale, reach: up to 5 pace, smoke: grey smoke, cost: 3}
      tallow: {name: Tallow, reach: 5 pace to 10 pace, smoke: black smoke}
benchmarks:
  brightness:
    name: Brightness
    bands:
      dim: {name: Dim, range: 1-5}
notes:
  odd:
    name: An odd thing
    about: [table.oils]
    kind: gap
    problem: Which oil?
    readings:
      any: {text: Any oil.}
      whale: {text: Whale oil.}
    chosen: whale
    why: It smells best.
examples:
  sum: {about: table.oils, text: Two wicks., that: 1 + 1, expect: 2}
chapters:
  oils:
    name: Oils and lamps
    text: |
      Lamps need oil.

      ## The oils

      [[show: table.oils]]

      And more:

      [[show: benchmark.brightness]]
    contains: [table.oils, term.wick]
  more:
    name: More
    contains: [term.wick]
"""


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
        "benchmarks", "natures", "every-table", "notes", "terms", "a-z", "license",
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
    assert titles == ["Oils", "Wick"]
    example, note = blocks(house, "oils", Remarks)
    assert words(example.items) == ["Two wicks. (1 + 1 = 2)"]
    assert words(note.items) == ["An odd thing: Whale oil."]


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
        "Beat (Period)": [],
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
    assert house.places["term.wick"].page == "oils"


def test_every_entry_has_a_place() -> None:
    core = compile_packs("core").ruleset
    assert core is not None
    document = build_document(core)
    pages = {id_ for id_ in document.places if id_.startswith("page.")}
    printed = {
        id_
        for id_, entry in core.entries.items()
        if not (isinstance(entry, Example) and entry.steps)
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


HOSTILE = """
terms:
  evil:
    name: '"><img src=x onerror=alert(1)> & | `x`'
    aliases: ['<b>', '*a*', '[x](javascript:alert(1))']
    keywords: ['</script><b>']
    text: |
      <script>alert(1)</script> [x](javascript:alert(1)) <a href="x"> & | `<i>`

      # no heading

      +1 and $x$ ~~y~~ _z_ \\
  other: {name: Other, text: "[web](https://a.example/?a=1&b='2')."}
tables:
  pipes:
    name: Pipes | pipes
    columns: {a: {name: 'A|"B"', type: text}}
    rows: {one: {a: 'x | y `z|z` <td>'}}
chapters:
  c: {name: '<h1>', contains: [term.evil, table.pipes], text: "## <x> & \\"y\\""}
"""


class Tags(HTMLParser):
    """Fails on tags that are not closed in order; keeps the names of all."""

    VOID = ("meta", "link", "br", "input")

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.attributes |= {name for name, _ in attrs}
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize(("layout", "own"), [("pages", 2), ("single", 4)])
def test_hostile_words_stay_words_in_html(layout: SiteLayout, own: int) -> None:
    """A page has the scripts of the site and of colors; one without others all others, too."""
    for file in html.emit(Documents(ruleset(HOSTILE)), layout):
        if not file.path.endswith(".html"):
            continue
        page = file.content.decode()
        tags = Tags()
        tags.feed(page)
        assert not tags.open, file.path
        assert not {"img", "b", "i", "x"} & set(tags.seen)
        moved = 'http-equiv="refresh"' in page
        whole = 4 if file.path == "one-file.html" else own
        assert tags.seen.count("script") == (1 if moved else whole), file.path
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
    links = Links()
    for path, page in pages.items():
        links.note(path, page)
    assert links.broken() == (
        "b.html: there are 2 places called #z",
        "a.html: b.html#y leads nowhere",
        "b.html: c.html leads nowhere",
    )


@pytest.mark.parametrize("name", ["cell", "total", "own-cell", "row", "margin"])
def test_an_entry_may_be_called_like_a_word_of_the_format(name: str) -> None:
    made = ruleset(
        f"""
        values:
          {name}: {{name: Lumens, of: walker, type: integer}}
          sum: {{name: Sum, of: walker, type: integer, is: {name} + 1}}
        """
    )
    (whole,) = (f for f in markdown.emit(build_document(made)) if f.path == "all.md")
    assert f"[Lumens](#value-{name}) + 1" in whole.content.decode()
