"""Ways to a rule: previews, what can be found, what uses what, other names, A to Z."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from small_packs import ruleset

from freed6c.document import Documents
from freed6c.document.blocks import ChangeMark, Document, IndexLetter
from freed6c.document.search.sections import shortened
from freed6c.document.search.typed_rolls import typed_rolls_of
from freed6c.document.wording import plain
from freed6c.emit import html
from freed6c.pipeline import compile_packs

if TYPE_CHECKING:
    from freed6c.document.search.search_records import SearchData, SearchRecord


PACK = """
terms:
  wick: {name: Wick, aliases: [Thread], text: "What burns in [[skill.flare]] and the like."}
ability-types:
  plain: {name: Plain}
abilities:
  glow:
    name: Glow
    type: plain
    text: |
      How bright you are. It grows.

      More of it.
    aliases: [The Shine, Éclat, 光]
    skills:
      flare:
        name: Flare
        text: A sudden light. Unlike [[ability.glow]] it is over soon.
        specializations:
          dazzle: {name: Dazzle, aliases: [Blind, Both], text: Right in the eyes.}
          spark: {name: Spark, aliases: [Both]}
rules:
  care: {name: Care, text: "Mind the [[specialization.flare.dazzle|eyes]] of [[ability.glow]]."}
tables:
  oils:
    name: Oils
    keywords: [grease monkey]
    text: All that burns.
    columns:
      reach: {name: Reach, type: length}
      smell: {name: Smell, type: text}
    rows:
      whale: {name: Whale, reach: 5 pace, smell: of the sea}
notes:
  odd: {about: [ability.glow], kind: gap, problem: How long?}
chapters:
  light:
    name: Light
    text: |
      It gets dark.

      ## Oil and wick

      Fill them. See [[skill.flare]].
    contains: [ability.glow, rule.care]
"""


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
    shown = {name for name, text in made.items() if "grease" in text}
    # The book in one file has the data of the search in it.
    assert {name for name in shown if name.endswith(".html")} == {"one-file.html"}
    assert "search-data.js" in shown


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


def files(documents: Documents, layout: str) -> dict[str, str]:
    made = html.emit(documents, layout)  # type: ignore[arg-type]
    return {file.path: file.content.decode() for file in made}


def test_they_lead_on_from_pages_of_their_own(documents: Documents) -> None:
    made = files(documents, "pages")
    onward = {
        "term-thread.html": "terms.html#term-wick",
        "ability-eclat.html": "ability-glow.html",
        "specialization-flare-blind.html": "skill-flare.html#specialization-flare-dazzle",
    }
    for path, href in onward.items():
        assert f'content="0; url={href}"' in made[path]
        assert f'<link rel="canonical" href="{href}">' in made[path]
        assert f'<a id="moved" href="{href}">' in made[path]
    assert 'id="specialization-flare-blind"' in made["skill-flare.html"]


@pytest.mark.parametrize("layout", ["grouped", "single"])
def test_or_from_anchors_alone(documents: Documents, layout: str) -> None:
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
        "Dazzle (specialization, Flare)",
        "Deed (type of action)",
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
        do: add-and-drop
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
