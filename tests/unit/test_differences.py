"""Two wordings as one text, and what marks on entries say of them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_packs import ruleset

from freed6c.document import build_document
from freed6c.document.blocks import (
    ChangeMark,
    Inline,
    InsertedText,
    Link,
    RemovedText,
    Text,
    blocks_in,
)
from freed6c.document.changes import inline_diff, text_after, text_before
from freed6c.document.wording import plain


def told(before: str, after: str) -> str:
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
    assert told(before, after) == words


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


GAME = """
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
    after = GAME.replace("{name: Black}", "{name: Grey}").replace(
        "discrete", "cumulative"
    )
    assert marks(GAME, after) == [
        ("Follows from other changes", ["Several at once", "Grey / Name"])
    ]  # fmt: skip


def test_what_came_and_went_inside() -> None:
    after = GAME.replace("black: {name: Black}", "grey: {name: Grey}")
    assert marks(GAME, after)[0][1] == ["New", "Removed"]


def test_nothing_is_marked_where_nothing_changed() -> None:
    assert marks(GAME, GAME) == []
