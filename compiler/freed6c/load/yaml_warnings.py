"""Warnings about values that YAML reads differently than their authors probably expect."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import yaml as codes
from freed6c.diagnostics.diagnostic import Label
from freed6c.load.source_lines import to_quote
from freed6c.packs.lazy import regex
from freed6c.packs.yaml_tree import Position

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.load.source_lines import SourceText
    from freed6c.packs.yaml_tree import Node


_ODD: Final = regex(r"^ *- | #[^\s#]", re.MULTILINE)
"""A hyphen at the start of a line, or a `#` that touches the next word, as in `Skill #2`."""
_TIGHT_COMMENT: Final = regex(r" +#[^\s#].*")
"""The ` #2` of `Skill #2`: a comment without a space after the `#`."""
_QUOTES: Final = "\u201c\u201d\u201e\u00ab\u00bb\u2018\u2019\u201a"
_CURLY: Final = regex(f"[{_QUOTES}].*[{_QUOTES}]", re.DOTALL)
_DASH: Final = regex(r"[0-9Dd+ ]*[\u2010-\u2015\u2212][0-9Dd+ ]*[0-9][0-9Dd+ ]*")
"""A die code or a range with a long dash."""
_ANY_DASH: Final = regex(r"[\u2010-\u2015\u2212]")


def odd_lines(text: str) -> frozenset[int]:
    """Return the numbers, from 0, of lines on which `check_plain_text` may warn of ASCII text.

    One fast search of the file spares the reader of YAML most calls of `check_plain_text`. The
    search ignores curly quotes and long dashes: the reader checks every text with other characters
    than ASCII anyway.
    """
    numbers: list[int] = []
    line, at = 0, 0
    for odd in _ODD.finditer(text):
        line += text.count("\n", at, odd.end())
        at = odd.end()
        numbers.append(line)
    return frozenset(numbers)


def check_plain_text(source: SourceText, node: Node) -> Iterator[Diagnostic]:
    """Yield warnings about an unquoted text that may be meant differently."""
    yield from _comment(source, node)
    yield from _swallowed_item(source, node)
    text, span = node.text, source.span_of(node)
    if len(text) > 1 and _CURLY.fullmatch(text):
        yield codes.CURLY_QUOTES.at(span, first=text[0], last=text[-1])
    elif _DASH.fullmatch(text):
        yield codes.LONG_DASH.at(span, text=text, plain=_ANY_DASH.sub("-", text))


def _comment(source: SourceText, node: Node) -> Iterator[Diagnostic]:
    """Warn of `Skill #2`, which reads as `Skill`, because the rest is a comment."""
    number, column = node.end.line, node.end.column
    line = source.lines[number]
    if _TIGHT_COMMENT.match(line, column):
        start = node.start if node.start.line == number else node.end
        ignored = line[column:].rstrip()
        fix = to_quote(source, start, line[start.column :].rstrip())
        yield codes.COMMENT_IN_TEXT.at(
            source.span_at(node.end, len(ignored)), help=[fix], ignored=ignored.strip()
        )


def _swallowed_item(source: SourceText, node: Node) -> Iterator[Diagnostic]:
    """Warn of a list item that is indented so far that it is part of the text above."""
    for number in range(node.start.line + 1, node.end.line + 1):
        line = source.lines[number]
        text = line.lstrip(" ")
        if text.startswith("- "):
            hyphen = source.span_at(Position(number, len(line) - len(text)))
            related = [Label(source.span_of(node), "this text")]
            yield codes.ITEM_IN_TEXT.at(hyphen, related=related)
            return
