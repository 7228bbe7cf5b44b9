"""Texts come out as their authors wrote them, on pages, in Markdown, and in `ruleset.json`."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, Final

import pytest
from cmarkgfm import github_flavored_markdown_to_html
from cmarkgfm.cmark import Options
from hypothesis import example, given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from freed6c.pipeline import compile_packs, emit_targets
from freed6c.runtime.dice.pool import parse_typed
from made_packs import write_pack

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from freed6c.model.compiled import Compiled
    from freed6c.packs.data import Data

WILD: Final[Data] = {
    "name": "Wild Die",
    "do": "substitute-dice",
    "token": "WD",
    "token-names": {"WD": "wild"},
    "from": ["ability"],
    "limit": "all",
}
DICE: Final[Data] = {
    "check": {
        "name": "Check",
        "die": "d6",
        "pips-carry": "codes",
        "success": "at-least",
        "steps": {"wild": WILD, "roll": {"name": "Roll", "do": "roll"}},
    }
}


CODES: Final[Mapping[str, Data]] = {"die-codes": {"pips-per-die": 3, "smallest": "1D"}}


class Made:
    """A small game with some entries, compiled and built."""

    def __init__(self, **entries: Data) -> None:
        with TemporaryDirectory() as folder:
            pack = write_pack(
                Path(folder),
                "said",
                {"rules.yaml": entries},
                title="Said",
                version="1.0.0",
                license={"id": "CC0-1.0", "holder": "Ann"},
                dice=DICE,
                abilities={"brawn": {"name": "Brawn"}},
                **CODES,
            )
            self.compiled: Compiled = compile_packs(str(pack))
        self.said = [
            (d.code.id, d.message, *map(str, d.help)) for d in self.diagnostics
        ]

    @property
    def diagnostics(self) -> Sequence[Any]:
        """What the compiler has to say."""
        return self.compiled.diagnostics

    @property
    def codes(self) -> list[str]:
        """The ids of its diagnostics."""
        return [diagnostic.code.id for diagnostic in self.diagnostics]

    def files(self, target: str, layout: Any = "pages") -> Mapping[str, str]:
        """The files of a target, by path."""
        ruleset = self.compiled.ruleset
        assert ruleset is not None, self.said
        made = emit_targets(ruleset, [target], self.compiled.packs, layout)[target]
        return {file.path: file.content.decode() for file in made}

    def page(self, name: str) -> str:
        """The HTML of an entry's own page, without what is around its text."""
        page = self.files("html")[f"{name}.html"]
        return re.split(r'<p class="ways">|</main>', page.partition("</hgroup>")[2])[0]

    def markdown(self, heading: str) -> str:
        """The Markdown under a heading."""
        text = self.files("markdown")["all.md"]
        return re.split(r"\n(?:<a|#)", text.partition(f"### {heading}\n")[2])[0]


def said_of(text: str) -> Made:
    return Made(rules={"it": {"name": "It", "text": text}})


# Lists.


class Outline(HTMLParser):
    """The paragraphs and items of HTML, each with its level and the mark that a browser shows."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.lines: list[tuple[int, str, str]] = []
        self.numbers: list[int | None] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """A list, an item, or a paragraph, which may be the first of its item."""
        if tag in {"ul", "ol"}:
            start = int(dict(attrs).get("start") or 1)
            self.numbers.append(None if tag == "ul" else start)
        elif tag == "li":
            number = self.numbers[-1]
            self.lines.append(
                (len(self.numbers), "-" if number is None else f"{number}.", "")
            )
            if number is not None:
                self.numbers[-1] = number + 1
        elif tag == "p" and not (
            self.lines and self.lines[-1][1] and not self.lines[-1][2]
        ):
            self.lines.append((len(self.numbers), "", ""))

    def handle_endtag(self, tag: str) -> None:
        """The end of a list."""
        if tag in {"ul", "ol"}:
            self.numbers.pop()

    def handle_data(self, data: str) -> None:
        """Words of the last line."""
        if data.strip():
            level, mark, words = self.lines[-1]
            self.lines[-1] = level, mark, " ".join(f"{words} {data}".split())


def outline(html: str) -> list[tuple[int, str, str]]:
    return [line for line in Outline(html).lines if line[2] != "Rule"]


def plain_lines(text: str) -> list[tuple[str, str]]:
    """The same of plain text, by its lines, without levels."""
    found = re.findall(r"^ *(-|[0-9]+\.)? *(\S.*)$", text, re.MULTILINE)
    return [(mark, words) for mark, words in found]


def assert_all_agree(text: str) -> list[tuple[int, str, str]]:
    """What a site shows is what renderers make of the Markdown, and what tools read."""
    made = said_of(text)
    shown = outline(made.page("rule-it"))
    markdown = made.markdown("It")
    github = github_flavored_markdown_to_html(markdown, Options.CMARK_OPT_UNSAFE)
    for rendered in (github, MarkdownIt("commonmark").enable("table").render(markdown)):
        assert outline(rendered) == shown, markdown
    told = json.loads(made.files("json")["ruleset.json"])["entries"]["rule.it"]["text"]
    assert plain_lines(told) == [line[1:] for line in shown]
    return shown


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (
            "1. Declare.\n\nAll say it.\n\n2. Roll.\n\n3. Go back to step 2.",
            [(1, "1.", "Declare."), (0, "", "All say it."), (1, "2.", "Roll."),
             (1, "3.", "Go back to step 2.")],
        ),
        ("Above.\n\n4. Clean up.\n5. Begin again.",
         [(0, "", "Above."), (1, "4.", "Clean up."), (1, "5.", "Begin again.")]),
        ("1. a\n2. b\n4. c\n4. d\n\n1. e",
         [(1, "1.", "a"), (1, "2.", "b"), (1, "4.", "c"), (1, "4.", "d"), (1, "1.", "e")]),
        ("1. a\n1. b\n1. c", [(1, "1.", "a"), (1, "2.", "b"), (1, "3.", "c")]),
        ("0. a\n1. b", [(1, "0.", "a"), (1, "1.", "b")]),
        (" 9. a\n10. b\n    - c", [(1, "9.", "a"), (1, "10.", "b"), (2, "-", "c")]),
        ("1. a\n   - b\n   - c\n2. d",
         [(1, "1.", "a"), (2, "-", "b"), (2, "-", "c"), (1, "2.", "d")]),
        ("- a\n  1. b\n     2. c\n\n  2. d\n- e",
         [(1, "-", "a"), (2, "1.", "b 2. c"), (2, "2.", "d"), (1, "-", "e")]),
        ("- a\n  more\n\n  and a paragraph\n\n  - b\n    - c\n- d\n\nAfter.",
         [(1, "-", "a more"), (1, "", "and a paragraph"), (2, "-", "b"), (3, "-", "c"),
          (1, "-", "d"), (0, "", "After.")]),
        ("1\\. not a list\n\n\\- 5 to the roll\n\n2*3*4 and STR*2*3",
         [(0, "", "1. not a list"), (0, "", "- 5 to the roll"), (0, "", "2*3*4 and STR*2*3")]),
    ],
)  # fmt: skip
def test_lists_keep_their_numbers_and_levels(text: str, shown: object) -> None:
    if "not a list" in text:
        assert outline(said_of(text).page("rule-it")) == shown
    else:
        assert assert_all_agree(text) == shown


def written(items: Iterable[tuple[int, str, str]]) -> str:
    """A list by the level, mark and words of each item, which may be below the one before."""
    lines, levels = [], [0]
    for level, mark, words in items:
        levels = levels[: level + 1]
        margin = levels[-1]
        levels.append(margin + len(mark) + 1)
        lines.append(f"{' ' * margin}{mark} {words}")
    return "\n".join(lines)


@given(
    st.lists(
        st.tuples(
            st.integers(0, 3),
            st.sampled_from(["-", "1.", "2.", "3.", "9.", "12."]),
            st.sampled_from(["words", "**bold** words", "words\n\nPart."]),
        ),
        min_size=1,
        max_size=8,
    )
)
@settings(max_examples=25)
def test_every_list_is_the_same_everywhere(items: list[tuple[int, str, str]]) -> None:
    assert_all_agree(written(items))


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("- 5 to the roll", ["\N{MINUS SIGN}5 to the roll"]),
        ("Attacks:\n\n- 5 in the dark\n- 1D in the rain",
         ["\N{MINUS SIGN}5 in the dark", "\N{MINUS SIGN}1D in the rain"]),
        ("- 5 torches\n- rope", []),
        ("- 5 to hit\n- must rest", ["\N{MINUS SIGN}5 to hit"]),
        ("- 5 in the dark\n\nBring:\n\n- rope\n- 2 torches\n  - 3 spare",
         ["\N{MINUS SIGN}5 in the dark"]),
        ("\N{MINUS SIGN}5 to the roll, 3 - 5", []),
    ],
)  # fmt: skip
def test_a_minus_that_begins_an_item_is_warned_of(
    text: str, instead: list[str]
) -> None:
    said = said_of(text).said
    assert [code for code, *_ in said] == ["D6-C122"] * len(instead)
    for (*_, way), words in zip(said, instead, strict=True):
        assert f"'{words}'" in way


@pytest.mark.parametrize(
    "text",
    [
        "1.Declare\n2.Roll\n3.Add",
        "Steps:\n\n(1) Declare your\naction.\n(2) Roll.",
        "\N{BULLET} rope\n\N{BULLET} torch",
        "\N{BULLET}rope\n\N{BULLET}torch",
        "Bring:\n\N{EN DASH} rope\n\N{EN DASH} torch",
        "a) Declare\nb) Roll",
        "a. Declare\nb. Roll",
        "Then:\n2. Roll.\n3. Add.",
        "1: Lost.\n2: Found.",
        "1-2 Nothing happens.\n3-6 Rain.",
        "1 - Declare\n2 - Roll",
        "-rope\n-torch",
        "*rope\n*torch",
        "+1 with a sword\n+2 with a bow",
        "-1 in rain\n-2 in the dark",
    ],
)
def test_lines_of_a_list_in_another_notation_are_warned_of(text: str) -> None:
    ((code, message, way),) = said_of(text).said
    assert code == "D6-C024"
    assert "joined to the line above" in message
    assert "begin each item with '- '" in way
    assert said_of(text.replace("\n", "\n\n")).codes == []


@pytest.mark.parametrize(
    "text",
    [
        "You go back to step\n2. Then you roll.",
        "He said so.\n\N{EM DASH} Captain Ahab",
        "A bonus of\n+2 counts.",
        "Either *two*\n*or* three.",
        "It lasts from\n10:30 to 1.5 hours, that is\n2.5 at most, e.g.\ne.g. less.",
    ],
)
def test_other_lines_of_a_paragraph_are_no_items(text: str) -> None:
    assert said_of(text).codes == []


def test_a_minus_in_a_cell_is_no_item() -> None:
    table: Data = {
        "name": "Ranges",
        "columns": {"by": {"name": "By", "type": "text"}},
        "rows": {"far": {"name": "Far", "by": "- 5 to the roll"}},
    }
    made = Made(tables={"ranges": table})
    assert made.codes == []
    assert "<td>- 5 to the roll</td>" in made.page("table-ranges")


# Headings.

TITLES: Final = {
    "Level": "level",
    "LEVEL": "level",
    "Level 2": "level-2",
    "level-2": "level-2",
    "Level 3": "level-3",
    "Level 2 2": "level-2-2",
    "Entries": "entries",
    "!": "",
    "?": "",
    "2": "2",
    "等级": "等级",
    "Größe": "grösse",
}
"""Headings, and the place that each has if no other is called so."""


@given(st.lists(st.sampled_from([*TITLES]), min_size=1, max_size=7))
@example(["Level", "Level", "Level 2"])
@example(["Level", "LEVEL", "level-2"])
@settings(max_examples=15)
def test_every_heading_has_a_place_of_its_own(titles: list[str]) -> None:
    text = "\n\nWords.\n\n".join(f"## {title}" for title in titles)
    chapter: Data = {"name": "One", "text": text, "contains": ["rule.it"]}
    made = Made(chapters={"one": chapter}, rules={"it": {"name": "It", "text": "So."}})
    called = [TITLES[title] for title in titles]
    for layout in ("pages", "grouped", "single"):
        page = made.files("html", layout)
        text = page["index.html" if layout == "single" else "one.html"]
        ids = re.findall(r'<h[1-6] id="chapter-one--([^"]*)"', text)
        assert len(set(ids)) == len(ids) == len(titles) + 1  # with that of its entries
        for place, own in enumerate(called):
            # The first that is called so keeps it.
            assert (ids[place] == own) == (own not in called[:place])


def test_the_same_heading_three_times_counts_up() -> None:
    text = "".join(
        f"## {title}\n\nWords.\n\n" for title in ("Level", "Level", "Level", "Level 2")
    )
    page = Made(chapters={"one": {"name": "One", "text": text}}).files("html")[
        "one.html"
    ]
    ids = re.findall(r'<h[1-6] id="chapter-one--([^"]*)"', page)
    assert ids == ["level", "level-3", "level-4", "level-2"]


# Dice.


@pytest.mark.parametrize(
    ("text", "rolled"),
    [
        ("does 3D-1 damage", ["3D-1"]),
        ("does 3D\N{MINUS SIGN}1.", ["3D\N{MINUS SIGN}1"]),
        ("5D +1 with both hands, 5D + 2, 5D - 2", ["5D +1", "5D + 2", "5D - 2"]),
        ("5D WD for heroes, 5D WD +1", ["5D WD", "5D WD +1"]),
        ("5D+1+2 or 3D+1D or 5D6", ["5D+1+2", "3D+1D", "5D6"]),
        ("3D+2, (4D) or 5D.", ["3D+2", "4D", "5D"]),
        ("Roll 5D Strength, 3D damage", ["5D", "3D"]),
        ("5D WD+1, 5D WD-1, 5D 2WD8", ["5D WD+1", "5D WD-1", "5D 2WD8"]),
        ("5D WD/2, 5D WD1.5, 5D WDs, 5D WD+x, 5D FP, 5D FP2+1", []),
        ("5D wd, 5D Wild Die, 5D wild +1", ["5D wd", "5D wild +1"]),
        ("3D-printed, 3Dx, 4D2, 3D*2, 3D\N{MULTIPLICATION SIGN}2, 3D/2, 3D-1.5, 3D+", []),
        ("3D-5D, 3D\N{EN DASH}5D, 5D \N{EN DASH} 2, 5D + your pips, +2D, -1D, 1.5D", []),
        ("a 3\\D printer makes a \\2D map", []),
        ("`5D WD` and `3D-1` and `3D-x`", ["5D WD", "3D-1"]),
    ],
)  # fmt: skip
def test_dice_are_a_button_as_a_whole_or_not_at_all(
    text: str, rolled: list[str]
) -> None:
    table: Data = {
        "name": "Weapons",
        "columns": {"damage": {"name": "Damage", "type": "text"}},
        "rows": {"knife": {"name": "Knife", "damage": text}},
    }
    made = Made(rules={"it": {"name": "It", "text": text}}, tables={"weapons": table})
    assert made.codes == []
    ruleset = made.compiled.ruleset
    assert ruleset is not None
    (procedure,) = (one for one in ruleset.entries.values() if one.id == "dice.check")
    shown = text.replace("\\", "")
    for page in ("rule-it", "table-weapons"):
        found = re.findall(r'data-dice="([^"]*)">(?:<code>)?([^<]*)<', made.page(page))
        assert [words for _, words in found] == rolled
        for pool, words in found:
            assert parse_typed(pool, procedure, 3) == parse_typed(words, procedure, 3)
    words = "".join(re.findall(r"[^<>]+(?=<)", made.page("rule-it").replace("\n", "")))
    assert words == shown.replace("`", "")
    markdown = MarkdownIt("commonmark").render(made.markdown("It"))
    assert shown.replace("`", "") in re.sub(r"</?code>", "", markdown)


# Markup of other tools.


@pytest.mark.parametrize(
    ("text", "instead"),
    [
        ("<p>You take <strong>cover</strong>.</p>", ["a blank line", "**words**"]),
        ("<em>x</em><br/><ul><li>a</li></ul>", ["*words*", "a blank line", "'- words'"]),
        ('<a href="x">there</a> <!-- no -->', ["keep its words", "YAML comments"]),
        ("5&nbsp;ft &mdash; Fish &amp; chips &#8211;", ["' '", "'—'", "'&'", "'\N{EN DASH}'"]),
        ("Become @UUID[Compendium.x.y]{Prone} for @Damage[2d6[fire]].", ["@UUID", "@Damage"]),
        ("Take {@damage 2d6}, {{table:x/y}}", ["{@damage …}", "[[show: table.my-table]]"]),
        ("__bold__ _em_ ~~x~~ ==y== '''z'''",
         ["**bold**", "*em*", "remove the ~~", "**y**", "**z**"]),
        ("a note[^1] and <https://a.b/c>", ["in parentheses", "[words](https://a.b/c)"]),
        ("1) one\n2) two", ["'1. words'"]),
        ("So:\n1) one", ["'1. words'"]),
        ("- [ ] one", ["'- words'"]),
        ("[b]bold[/b]", ["**words**"]),
        ("![](https://a.b/c.png)", ["link to the picture"]),
        # All of this is text.
        ("&foo; and &bar;", []),
        ("snake_case_name, ____, a < b & c > d, AT&T; R&D; 6''x4'', a == b == c", []),
        ("(see page\n12) and [1], me@home, {name}, <STR>, `<b>`, \\<b>, \\_x\\_", []),
    ],
)  # fmt: skip
def test_markup_of_other_tools_is_warned_of(text: str, instead: list[str]) -> None:
    said = said_of(text).said
    assert [code for code, *_ in said] == ["D6-C024"] * len(instead)
    for (*_, way), words in zip(said, instead, strict=True):
        assert words in way


@pytest.mark.parametrize(
    ("words", "help_"),
    [
        ("the **big** cover", "write [[rule.it|the **big** cover]]"),
        ("the *big* `3D` [out](https://a.b)", "write [[rule.it|words]]"),
        ("see [[rule.it]]", "write [[rule.it|words]]"),
        ("a \\[big\\] cover", "write [[rule.it|words]]"),
    ],
)
def test_words_in_single_brackets_keep_their_markup(words: str, help_: str) -> None:
    (problem,) = said_of(f"See [rule.it|{words}].").diagnostics
    (way,) = problem.help
    assert help_ in way.text
    assert [edit.text for edit in way.edits] == [f"[[rule.it|{words}]]"] * (
        "|words" not in help_
    )


# Texts that show texts.


def test_a_shown_text_shows_what_it_shows_at_home() -> None:
    made = Made(
        rules={
            "a": {"name": "A", "text": "First: [[=rule.b.text]] [[=rule.b.name]]"},
            "b": {"name": "B 2D", "text": "See **[[rule.c]]** for [[=rule.c.text]]"},
            "c": {"name": "C", "text": "[[=die-codes.pips-per-die]] pips, or 2D."},
        }
    )
    assert made.codes == []
    assert (
        'First: See <strong><a href="rule-c.html">C</a></strong> for 3 pips, or '
        '<span class="dice" data-dice="2D">2D</span>. B 2D' in made.page("rule-a")
    )
    assert "First: See C for 3 pips, or 2D. B 2D" in made.files("json")["ruleset.json"]


@pytest.mark.parametrize(
    "texts",
    [
        ["[[=rule.r0.text]]"],
        ["[[=rule.r1.text]]", "x [[=rule.r2.text]]", "[[=rule.r0.text]]"],
        [*(f"[[=rule.r{n + 1}.text]]" * 9 for n in range(40)), "end"],
        [*(f"[[=rule.r{n + 1}.text]]" for n in range(400)), "end"],
    ],
)
def test_texts_that_show_too_much_end_in_an_error(texts: list[str]) -> None:
    rules: dict[str, Data] = {
        f"r{n}": {"name": f"R{n}", "text": text} for n, text in enumerate(texts)
    }
    # Either a text shows itself or goes too deep, or the budget is spent on it.
    assert set(Made(rules=rules).codes) in ({"D6-C124"}, {"D6-L007"})


def test_names_have_no_links() -> None:
    made = Made(rules={"a": {"name": "The [[rule.a]]", "text": "Words."}})
    assert made.codes == ["D6-C123"]


def test_a_text_in_the_effects_of_a_track_is_reported_once_and_there() -> None:
    effects: Data = [{"narrate": "You say ow."}, {"narrate": "[[no]]"}]
    hurt: Data = {"name": "Hurt", "effects": effects}
    track: Data = {
        "name": "Harm",
        "stacking": "discrete",
        "effects": [{"narrate": "See [[nowhere]]."}],
        "conditions": {"hurt": hurt, "worse": {"name": "Worse"}},
    }
    places = [
        getattr(each.label.place, "path", ())
        for each in Made(tracks={"harm": track}).diagnostics
    ]
    harm = ("tracks", "harm")
    assert places == [
        (*harm, "effects", 0, "narrate"),
        (*harm, "conditions", "hurt", "effects", 1, "narrate"),
    ]
