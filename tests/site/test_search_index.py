"""The index that is written in Python, asked by the script that reads it in a browser."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import freed6c.emit.html
from freed6c.document.blocks import PageAnchor
from freed6c.document.search.search_records import Priority, SearchRecord
from freed6c.document.search.typed_rolls import MOST_DICE, typed_rolls_of
from freed6c.emit.html.search_index import (
    FOLDS,
    Language,
    index_of,
    mark,
    rolls_data,
    words_in,
)
from freed6c.pipeline import compile_packs
from freed6c.runtime.dice.pool import parse
from freed6c.runtime.odds.answer import odds
from freed6c.runtime.odds.words import percent

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser

    from freed6c.model.ruleset import Ruleset


SCRIPTS = Path(freed6c.emit.html.__file__).parent / "static/scripts"
HERE = PageAnchor("page", "anchor")
LANGUAGE = Language(
    ["what", "does", "the", "do"], ["ing", "ed", "s", "e"], {"fell": "fall"}
)


def findable(
    title: str,
    grade: Priority = Priority.RULE,
    aliases: tuple[str, ...] = (),
    keywords: tuple[str, ...] = (),
    text: str = "",
) -> SearchRecord:
    return SearchRecord(
        title=title,
        kind=grade.name,
        group=grade.name,
        priority=grade,
        place=HERE,
        aliases=aliases,
        keywords=keywords,
        text=text,
    )


LETTERS = st.characters(categories=("L", "M", "N"), max_codepoint=0x2FFF)
WORDS = st.text(st.sampled_from("abcdeé1ß") | LETTERS, min_size=1, max_size=9)
TEXTS = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)
RECORDS = st.lists(
    st.builds(
        lambda title, grade, alias, text: findable(title, grade, (alias,), text),
        TEXTS,
        st.sampled_from(Priority),
        TEXTS,
        TEXTS,
    ),
    min_size=1,
    max_size=12,
)


@pytest.fixture(scope="module")
def run(browser: Browser) -> Iterator[Callable[[str, object], object]]:
    """Evaluates an expression where there is nothing but the script."""
    page = browser.new_page()
    for script in ("search/index.js", "search/typed-rolls.js", "site/chances.js"):
        page.add_script_tag(content=(SCRIPTS / script).read_text(encoding="utf-8"))
    yield page.evaluate
    page.close()


@pytest.fixture(scope="module")
def find(run: Callable[[str, object], object]) -> Callable[..., list[int]]:
    """The numbers of the records that are found, the best first."""

    def ask(records: list[SearchRecord], asked: str) -> list[int]:
        index = index_of(records)
        data = {
            "kinds": [(one.name, one.name, one) for one in Priority],
            "records": [
                [
                    *(one.title, one.priority, "", "", "", one.aliases),
                    *("".join(mark(key, LANGUAGE) for key in one.keywords), None, ""),
                    one.before,
                ]
                for one in records
            ],
            **LANGUAGE._asdict(),
            "folds": FOLDS,
            "terms": index.terms,
            "hits": index.hits,
        }
        found = run("([data, asked]) => find(read(data), asked)", [data, asked])
        assert isinstance(found, list)
        return found

    return ask


def named(*titles: str) -> list[SearchRecord]:
    return [findable(one) for one in titles]


@given(text=st.text(LETTERS | st.sampled_from(" -'_.+ÅẞİΣÆđł"), max_size=20))
def test_both_know_the_same_words(
    run: Callable[[str, object], object], text: str
) -> None:
    asked = "([table, text]) => { folds = table; return wordsIn(text); }"
    assert run(asked, [FOLDS, text]) == words_in(text)


@pytest.mark.parametrize(
    ("title", "asked"),
    [
        ("Dæmon", "daemon"),
        ("Straße", "strasse"),
        ("Größe", "groesse"),
        ("Đuro", "duro"),
        ("Łódź", "lodz"),
        ("Ørsted", "orsted"),
        ("Þórr", "thorr"),
        ("A.C.", "ac"),
        ("A.C.", "A.C."),
        ("AC", "a.c."),
        ("HP", "h.p."),
        ("h.p", "HP"),
    ],
)
def test_letters_and_initials_are_found_as_people_type_them(
    find: Callable[..., list[int]], title: str, asked: str
) -> None:
    assert find(named("Taunt", title, "Ice"), asked) == [1]
    assert find([findable("Taunt"), findable("Ice", text=title)], asked) == [1]


@given(records=RECORDS)
def test_every_word_is_read_as_it_was_written(
    run: Callable[[str, object], object], records: list[SearchRecord]
) -> None:
    index = index_of(records)
    written = {"terms": index.terms, "hits": index.hits}
    data = {"records": [], "stops": [], "endings": [], "forms": {}, **written}
    read = run(
        """(data) => {
          const index = read(data), found = {};
          index.terms.forEach((term, at) => {
            each(index, at, (record, field) => (found[`${term} ${record}`] = field));
          });
          return [index.terms, found];
        }""",
        data,
    )
    expected: dict[str, int] = {}
    for number, one in enumerate(records):
        names = " ".join((*one.aliases, *one.keywords))
        for field, text in enumerate((one.text, names, one.title)):
            expected |= {f"{word} {number}": field for word in words_in(text)}
    terms = {key.rpartition(" ")[0] for key in expected}
    by_units = sorted(terms, key=lambda term: term.encode("utf-16-be"))
    assert read == [by_units, expected]


@given(records=RECORDS, data=st.data())
def test_every_word_of_a_title_finds_its_entry(
    find: Callable[..., list[int]], records: list[SearchRecord], data: st.DataObject
) -> None:
    number = data.draw(st.sampled_from(range(len(records))))
    for word in words_in(records[number].title):
        assert number in find(records, word)
        assert number in find(records, word[: max(1, len(word) - 2)])
    if words_in(records[number].title):
        assert number in find(records, records[number].title)


@given(records=RECORDS, data=st.data())
def test_so_does_a_word_with_one_typo_if_nothing_else_has_it(
    find: Callable[..., list[int]], records: list[SearchRecord], data: st.DataObject
) -> None:
    number = data.draw(st.sampled_from(range(len(records))))
    words = words_in(records[number].title)
    if not words:
        return
    word = data.draw(st.sampled_from(words))
    typo = data.draw(typos(word))
    if words_in(typo) != [typo] or len(typo) < 4 or typo[0] != word[0]:
        return
    said = [
        word
        for one in records
        for word in words_in(" ".join((one.title, *one.aliases, one.text)))
    ]
    assert number in find(records, typo) or any(w.startswith(typo) for w in said)


def typos(word: str) -> st.SearchStrategy[str]:
    """The word with a letter too many, one missing, another one, or two swapped."""
    places = st.integers(0, len(word) - 1)
    letters = st.sampled_from("abcdexyz1")
    return st.one_of(
        st.builds(lambda at, new: word[:at] + new + word[at:], places, letters),
        st.builds(lambda at, new: word[:at] + new + word[at + 1 :], places, letters),
        st.builds(lambda at: word[:at] + word[at + 1 :], places),
        st.builds(
            lambda at: word[:at] + word[at : at + 2][::-1] + word[at + 2 :], places
        ),
    )


def test_titles_come_before_other_names_before_texts(
    find: Callable[..., list[int]],
) -> None:
    records = [
        findable("Tumble", text="Dodge what flies."),
        findable("Sidestep", aliases=("Dodge",)),
        findable("Dodge this"),
        findable("Dodge"),
        findable("Dodger"),
    ]
    assert find(records, "dodge") == [3, 1, 2, 4, 0]


def test_what_fits_alike_comes_by_grade_and_asides_come_last(
    find: Callable[..., list[int]],
) -> None:
    records = [
        findable("Damage", Priority.ASIDE),
        findable("Rolling for damage", Priority.ASIDE),
        findable("Much damage", Priority.DETAIL),
        findable("Much about damage", Priority.TEXT),
        findable("Attack", text="It does damage."),
        findable("How much damage"),
    ]
    assert find(records, "dama") == [5, 3, 2, 4, 0]
    assert find(records, "damage") == [0, 5, 3, 2, 4]


def test_words_that_stand_together_in_a_title_win(
    find: Callable[..., list[int]],
) -> None:
    records = [
        findable("Points for an action"),
        findable("An action point", Priority.DETAIL),
        findable("Action points", Priority.TEXT),
        findable("Action", text="It may cost points."),
    ]
    assert find(records, "action point") == [2, 1, 0, 3]


def test_a_word_that_few_have_says_more(find: Callable[..., list[int]]) -> None:
    records = [
        findable("Other dice", text="Some are wild."),
        findable("Wild Die", text="One of the dice."),
        *named("Dice", "More dice", "Still more dice"),
    ]
    assert find(records, "wild dice") == [1, 0, 2]


def test_all_words_count(find: Callable[..., list[int]]) -> None:
    records = named("Full action", "Bonus action", "Full defence")
    assert find(records, "full") == [0, 2]
    assert find(records, "act ful") == [0]
    assert find(records, "") == []


def test_where_nothing_has_all_words_some_will_do(
    find: Callable[..., list[int]],
) -> None:
    records = [
        findable("Full and bonus", Priority.ASIDE),
        findable("Bonus action", text="It is full of risk."),
        *named("Taunt"),
    ]
    assert find(records, "full bonus qqq") == [1, 0]
    assert find(records, "qqq") == []


def test_words_of_questions_tell_nothing_unless_there_are_no_others(
    find: Callable[..., list[int]],
) -> None:
    records = named("Stunned", "What to do", "Does")
    assert find(records, "What does stunned do?") == [0]
    assert find(records, "what to do") == [1]
    assert find(records, "does") == [2]


def test_endings_do_not_matter(find: Callable[..., list[int]]) -> None:
    records = named("Running", "Climb", "Move", "Rung")
    assert find(records, "run") == [0, 3]
    assert find(records, "runs") == [0]
    assert find(records, "climbing") == [1]
    assert find(records, "moved") == [2]
    assert find(named("Fall", "Fellow"), "fell")[0] == 0


def test_a_keyword_is_as_good_as_another_name(find: Callable[..., list[int]]) -> None:
    records = [
        findable("Dying of thirst"),
        findable("Out", keywords=("dying", "knocked out")),
        findable("Death", Priority.ASIDE, keywords=("dying",)),
    ]
    assert find(records, "dying") == [1, 0, 2]
    assert find(records, "knocked out") == [1]
    assert find(records, "out, knocks") == [1]


def test_names_come_before_keywords(find: Callable[..., list[int]]) -> None:
    combine = findable("Combine", keywords=("flank", "dodge"))
    records = [combine, *named("Flanking"), findable("Tumble", aliases=("Dodge",))]
    assert find(records, "flank") == [1, 0]
    assert find(records, "dodge") == [2, 0]


def test_what_only_texts_say_is_left_out_behind_some(
    find: Callable[..., list[int]],
) -> None:
    rules = [findable(f"Rule {number}", text="a hit") for number in range(8)]
    assert find([*rules, findable("Hit")], "hit") == [8, 0, 1, 2, 3]


def test_a_keyword_within_a_question_says_more_than_its_words_apart(
    find: Callable[..., list[int]],
) -> None:
    records = [
        findable("Apart", keywords=("give way", "up and down")),
        findable("Together", keywords=("give up", "down")),
        findable("Others", text="orcs"),
    ]
    assert find(records, "give up, orcs")[:2] == [1, 0]


def test_a_word_beside_a_colon_is_a_name(find: Callable[..., list[int]]) -> None:
    records = named("Interact: taunt", "Answer: full action", "Taunt", "Full action")
    assert find(records, "taunt") == [0, 2]
    assert find(records, "full action") == [3, 1]


def test_two_letters_of_a_long_word_may_be_wrong(
    find: Callable[..., list[int]],
) -> None:
    records = named("Demoralize", "Incapacitated")
    assert find(records, "incapasitatid") == [1]
    assert find(records, "demorlaise") == [0]
    assert find(records, "demolish") == []


@pytest.mark.parametrize(
    "typo", ["brawlng", "brwaling", "brwali", "brawlling", "brawkin"]
)
def test_typos(find: Callable[..., list[int]], typo: str) -> None:
    assert find(named("Taunt", "Brawling"), typo) == [1]
    records = [findable("Taunt", text=f"{typo}ss"), findable("Brawling")]
    assert find(records, typo) == [1, 0]


@pytest.mark.parametrize("asked", ["brawling", "brawl", "taunt this brawl"])
def test_nothing_is_guessed_where_something_fits(
    find: Callable[..., list[int]], asked: str
) -> None:
    records = [
        findable("Brawking"),
        findable("Brawling", text="Do not taunt; this is a brawl."),
        findable("Rules", text="Brawling is meant."),
    ]
    assert find(records, asked) in ([1, 2], [1])


@pytest.mark.parametrize(
    ("asked", "title"),
    [
        ("kill", "Skill"),
        ("fumble", "Tumble"),
        ("fear", "Gear"),
        ("prone", "Procedures"),
        ("rets", "Restrained"),
        ("hrd", "Hard"),
    ],
)
def test_nothing_far_is_guessed(
    find: Callable[..., list[int]], asked: str, title: str
) -> None:
    """A first letter is what one means, and short words are near to too many."""
    assert find(named(title), asked) == []


def test_guesses_are_names(find: Callable[..., list[int]]) -> None:
    assert find([findable("Parry", text="This and that, both.")], "botch") == []


def test_what_is_called_so_is_no_typo_of_something_else(
    find: Callable[..., list[int]],
) -> None:
    assert find(named("Storm", "Store", "Story"), "store") == [1]


def test_what_was_renamed_is_found_by_its_name_in_the_book(
    find: Callable[..., list[int]],
) -> None:
    renamed = findable("Instinct")._replace(before="Perception")
    assert find([findable("Perception of lies"), renamed], "perception") == [1, 0]


# Pools against numbers.


@pytest.fixture(scope="module", params=["core", "opend6"])
def rolled(request: pytest.FixtureRequest) -> tuple[Ruleset, object]:
    """A ruleset, and what its search knows of rolls."""
    ruleset = compile_packs(request.param).ruleset
    assert ruleset is not None
    rolls = typed_rolls_of(ruleset)
    assert rolls is not None
    return ruleset, rolls_data(rolls, ["vs", "against", "chance"])


def test_chances_are_those_of_the_odds(
    run: Callable[[str, object], object], rolled: tuple[Ruleset, object]
) -> None:
    ruleset, data = rolled
    procedure, per_die = ruleset.procedure, ruleset.die_code.pips_per_die
    assert procedure is not None
    pools = ["1D", "3D", "4D+2", f"{MOST_DICE}D+1"]
    if ruleset.id == "core":
        pools += ["5D WD", "4D+1 Adv", "3D B", "2D+2 L"]
    for pool in pools:
        exact = odds(procedure, parse(pool, procedure, per_die))
        for number in (1, 2, 5, 10, 17, 18, 23, 36, 40, 60, 62, 200):
            found = run(
                "([data, text]) => rollAsked(data, text)", [data, f"{pool} vs {number}"]
            )
            assert isinstance(found, dict)
            assert (found["pool"], found["number"]) == (pool, number)
            assert found["chance"] == percent(exact.success(number))


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("5d vs 23", ("5D", 23)),
        ("5D6 against 23", ("5D", 23)),
        ("chance 4d + 2 15", ("4D+2", 15)),
        ("23 against 5d wd", ("5D WD", 23)),
        ("5D WD adv 23", ("5D WD Adv", 23)),
        ("5d", ("5D", None)),
        ("5D8 vs 23", None),
        ("5D+4 vs 23", None),
        ("5D 23 wounded", None),
        ("5D 23 24", None),
        ("what is 4D+1", None),
    ],
)
def test_pools_against_numbers_are_understood(
    run: Callable[[str, object], object],
    text: str,
    asked: tuple[str, int | None] | None,
) -> None:
    data = {
        "sides": 6,
        "perDie": 3,
        "tokens": ["WD", "Adv"],
        "words": ["vs", "against", "chance"],
        "rows": {"": [], "WD": []},
    }
    found = run("([data, text]) => rollAsked(data, text)", [data, text])
    wanted = asked and {"pool": asked[0], "number": asked[1], "chance": ""}
    assert found == wanted


def test_a_number_alone_asks_for_dice_that_may_fail_or_succeed(
    run: Callable[[str, object], object], rolled: tuple[Ruleset, object]
) -> None:
    ruleset, data = rolled
    procedure = ruleset.procedure
    assert procedure is not None
    found = run("([data, text]) => rollsAsked(data, text)", [data, " 23 "])
    assert isinstance(found, list)
    chances = {
        f"{dice}D": odds(procedure, parse(f"{dice}D", procedure)).success(23)
        for dice in range(1, MOST_DICE + 1)
    }
    doubtful = [
        pool
        for pool, chance in chances.items()
        if Fraction(5, 100) < chance < Fraction(95, 100)
    ]
    assert [one["pool"] for one in found] == doubtful
    assert run("([data, text]) => rollsAsked(data, text)", [data, "23 24"]) == []


def test_data_stay_data() -> None:
    """Nothing that a pack says ends the block or the script that holds it."""
    from freed6c.emit.html.search_index import as_block, as_script

    data = json.dumps(["</script><script>alert(1)//"])
    block = as_block(data)
    assert block.count("<script") == block.count("</script") == 1
    assert json.loads(block[block.index("[") : block.rindex("]") + 1]) == json.loads(
        data
    )
    assert as_script(data).startswith("var searchData=")
