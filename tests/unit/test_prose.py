"""The closed dialect of Markdown in which packs write."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from small_packs import ruleset

from freed6c.document.blocks import (
    Blocks,
    BulletList,
    CodeSpan,
    Emphasis,
    Heading,
    Inline,
    Inlines,
    Link,
    NumberedList,
    Paragraph,
    Strong,
    Text,
    ValueText,
    WebLink,
)
from freed6c.document.entries import shown
from freed6c.document.prose import ProseParser
from freed6c.document.render_context import new_context
from freed6c.model.prose import references_in

CONTEXT = new_context(
    ruleset("rules: {dark: {name: The Dark, text: Mind the gap.}}\n"),
    shown,
)
WRITTEN = ProseParser(CONTEXT)
CHAPTER = ProseParser(CONTEXT, "chapter")


def text(words: str) -> Inlines:
    return (Text(words),)


DARK = Link("rule.dark", text("The Dark"))


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("plain words", text("plain words")),
        ("**bold**", (Strong(text("bold")),)),
        ("*soft*", (Emphasis(text("soft")),)),
        ("`a*b*`", (CodeSpan("a*b*"),)),
        ("**a *b* c**", (Strong((Text("a "), Emphasis(text("b")), Text(" c"))),)),
        ("[[rule.dark]]", (DARK,)),
        ("[[rule.dark|the *dark*]]",
         (Link("rule.dark", (Text("the "), Emphasis(text("dark")))),)),
        ("**[[rule.dark]].**", (Strong((DARK, Text("."))),)),
        ("[[=rule.dark.name]]", (ValueText("rule.dark.name", text("The Dark")),)),
        ("[[5 ft]]", (ValueText("", text("5 ft")),)),
        ("[[-1.5 ft]]", (ValueText("", text("\u22121.5 ft")),)),
        ("[here](https://a.example/x?y#z)",
         (WebLink("https://a.example/x?y#z", text("here")),)),
        # all of this is text
        ("2 * 3 * 4", text("2 * 3 * 4")),
        ("a < b & c > d", text("a < b & c > d")),
        ("<script>alert(1)</script>", text("<script>alert(1)</script>")),
        ("[x](javascript:alert(1))", text("[x](javascript:alert(1))")),
        ('[x](https://a.example/"b)', text('[x](https://a.example/"b)')),
        ("[[open", text("[[open")),
        ("`open", text("`open")),
        ("**open", text("**open")),
        ("* a*", text("* a*")),
    ],
)  # fmt: skip
def test_inside_a_block(written: str, read: Inlines) -> None:
    assert WRITTEN.inlines(written) == read


def paragraphs(*words: str) -> Blocks:
    return tuple(Paragraph(text(one)) for one in words)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("a\nb\n\nc", paragraphs("a b", "c")),
        ("- a\n  more\n- b\n\n- c", (BulletList((text("a more"), text("b"), text("c"))),)),
        ("1. a\n2. b", (NumberedList((text("a"), text("b"))),)),
        ("- a\n1. b", (BulletList((text("a"),)), NumberedList((text("b"),)))),
        ("words\n- a", (*paragraphs("words"), BulletList((text("a"),)))),
        ("it was\n12. nothing", paragraphs("it was 12. nothing")),
        ("## Not here", paragraphs("## Not here")),
        ("a\n[[show: table.dark]]\nb",
         (*paragraphs("a"), Paragraph((CodeSpan("table.dark"),)), *paragraphs("b"))),
        ("before [[show: x]]", (Paragraph((Text("before "), CodeSpan("show: x"))),)),
        ("[[5\n  ft]]", (Paragraph((ValueText("", text("5 ft")),)),)),
        ("", ()),
        ("\n\n  \n", ()),
    ],
)  # fmt: skip
def test_blocks(written: str, read: Blocks) -> None:
    assert WRITTEN.blocks(written) == read


def test_headings_exist_in_chapters() -> None:
    read = CHAPTER.blocks("## One *two*\nwords")
    heading = Heading(2, "chapter--one-two", (Text("One "), Emphasis(text("two"))))
    assert read == (heading, *paragraphs("words"))


def test_references_with_their_characters() -> None:
    written = (
        "See **[[a.b]]** and *[[c.d|e]]*.\n- [[= f.g]] [[5 ft]]\n\n[[show: h.i]]\n\n"
        "`[[not.me]]` [[show: j]]"
    )
    found = references_in(written)
    assert [(one.kind, one.target) for one in found] == [
        ("link", "a.b"),
        ("link", "c.d"),
        ("value", "f.g"),
        ("quantity", "5 ft"),
        ("show", "h.i"),
        ("link", "show: j"),
    ]
    for one in found:
        assert written[one.start : one.end] == one.target


def test_a_reference_may_go_on_in_the_next_line() -> None:
    one, other = references_in("over [[5\n  ft]] and [[term.a|two\nwords]]")
    assert (one.kind, one.target) == ("quantity", "5 ft")
    assert (other.kind, other.target) == ("link", "term.a")


MARKS = st.text("ab 1.\n-*`[]=|#()", max_size=60)


@given(MARKS)
def test_reading_and_finding_agree(written: str) -> None:
    """Every reference that prose becomes is found by the check, and no other."""
    seen: list[str] = []

    class Listening(ProseParser):
        def _reference(self, written: str) -> Inline:
            seen.append(written.removeprefix("=").partition("|")[0].strip())
            return super()._reference(written)

    Listening(CONTEXT, "chapter").blocks(written)
    assert seen == [one.target for one in references_in(written)]


@pytest.mark.parametrize(
    "sign", ["*", "**", "`", "[", "[[", "[a](https://", "*a", "**a *"]
)
def test_hostile_texts_take_linear_time(sign: str) -> None:
    began = time.process_time()
    CHAPTER.blocks(sign * 50_000)
    assert time.process_time() - began < 2
