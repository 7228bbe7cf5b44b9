"""Diagnostics of YAML that the parser accepts but packs don't allow, such as references."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import yaml as codes
from freed6c.diagnostics.diagnostic import Label
from freed6c.diagnostics.spellings import colon_meant, comma_meant
from freed6c.diagnostics.ways_out import Replacement, WayOut
from freed6c.load import decoding
from freed6c.load.source_lines import read_line, to_quote
from freed6c.packs.lazy import regex
from freed6c.packs.yaml_tree import Position

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.load.source_lines import SourceText
    from freed6c.packs.data import Data
    from freed6c.packs.location import Span
    from freed6c.packs.yaml_tree import Node


_SHORT: Final = 40
_TIGHT_COLON: Final = regex(r"""(["']?[\w-]+["']?):(?=[^\s/:])""")
_WORD: Final = regex(r"[^\s,\[\]{}]+")
_NAME_AT_MARGIN: Final = regex(r"[\w-]+(?=:)")
_SPLIT_NUMBER: Final = regex(r":\s+-?[0-9]+,\s*$")
_RESERVED: Final = {
    "!": (codes.TAG, "a type"),
    "&": (codes.REFERENCE_MARK, "an anchor"),
    "*": (codes.REFERENCE_MARK, "a reference"),
}
"""Signs at the beginning of a value, with their meaning in YAML."""


def reserved_sign(
    source: SourceText, node: Node, sign: str, marks: Container[str], key: str = ""
) -> Diagnostic:
    """Return the diagnostic of `!important`, `&name` or `*name`: YAML types, anchors, references.

    `key` is the complete text if the node is a key, which has no automatic fix. `marks` are all
    words of the file that begin with `&` or `*`.
    """
    code, meaning = _RESERVED[sign]
    mark = node.start
    text = key or source.text_from(mark)
    fix = to_quote(source, mark, text, "if it belongs to the text, ")
    if key or _is_yaml_sign(source, mark, sign, marks):
        fix = WayOut(fix.text)
    return code.at(source.span_at(mark), help=[fix], sign=sign, meaning=meaning)


def _is_yaml_sign(
    source: SourceText, mark: Position, sign: str, marks: Container[str]
) -> bool:
    """Return whether a sign is YAML: an anchor with a reference, or a type such as `!!str`."""
    name = _WORD.match(source.after(mark)[1:])
    partner = {"&": "*", "*": "&"}.get(sign)
    if name is None or partner is None:
        return source.after(mark).startswith("!!")
    return f"{partner}{name[0]}" in marks


def bad_key(source: SourceText, node: Node) -> Diagnostic | None:
    """Return the diagnostic of an invalid key, or None."""
    if node.text == "<<" and not node.style:
        return codes.MERGE_KEY.at(source.span_of(node))
    if node.text == "" and not node.style:
        return codes.NO_NAME.at(source.span_at(node.start))
    if node.style and (problem := unprintable(source, node)):
        return problem
    hidden = decoding.HIDDEN.search(node.text)
    if hidden is None:
        return None
    mark = node.start
    column = max(source.lines[mark.line].find(hidden[0], mark.column), mark.column)
    place = source.span_at(Position(mark.line, column))
    return decoding.lookalike_space(place, hidden[0])


def unprintable(source: SourceText, node: Node) -> Diagnostic | None:
    """Return the diagnostic of an escaped character that pages can't show, or that turns text."""
    if match := decoding.UNPRINTABLE.search(node.text):
        name = decoding.character_name(match[0])
        return codes.UNPRINTABLE_ESCAPE.at(source.span_of(node), character=name)
    character = decoding.first_turned(node.text)
    if character:
        return codes.TURNED_TEXT.at(source.span_of(node), character=character)
    return None


def odd_space(source: SourceText, node: Node) -> Diagnostic | None:
    """Return the diagnostic of a lookalike of a space at the edge of a text or line, or None."""
    edge = decoding.lookalike_at_edge(node.text)
    if edge:
        return decoding.lookalike_space(source.span_of(node), edge)
    first, last = node.start.line, node.end.line
    return decoding.find_lookalike(source, first, last + 1) if last > first else None


def no_value(source: SourceText, key: Node, node: Node) -> Diagnostic:
    """Return the diagnostic of `name:` without a value, or with a word for no value."""
    text = " ".join(source.between(key.start, key.end).split())
    if _TIGHT_COLON.match(text) and not node.text:
        return no_space(source.span_of(key), text)
    next_line = key.end.line + 1
    lookalike = decoding.find_lookalike(source, next_line, next_line + 1)
    if lookalike is not None:
        return lookalike
    if node.text:
        return codes.NULL.at(source.span_of(key), key=text, word=node.text)
    if _SPLIT_NUMBER.search(source.before(key.start)):
        return _split_number(source, key, text)
    line = read_line(source.line_at(next_line))
    lines = f"'{line.name}'" if line.name else "the text below"
    return codes.NO_VALUE.at(
        source.span_of(key), help=colon_meant(text), key=text, below=lines
    )


def _split_number(source: SourceText, key: Node, text: str) -> Diagnostic:
    """Return the diagnostic of `{explode.d6: 5,5}`, where the comma ends the number."""
    before = source.before(key.start)
    (number,) = re.findall(r"-?[0-9]+(?=,\s*$)", before)
    whole = source.text_from(Position(key.start.line, before.rindex(number)))
    listed = f"if these are several values, put them in brackets: [{number}, {text}]"
    return codes.COMMA_IN_TEXT.at(
        source.span_of(key),
        help=[*comma_meant(whole, alone=False), listed],
        text=number,
    )


def no_space(span: Span, text: str) -> Diagnostic:
    """Return the diagnostic of `name:value`, which is one word in YAML."""
    name, _, value = text.partition(":")
    return codes.NO_SPACE.at(span, text=text, name=name, value=value)


def comma(source: SourceText, text: Node, split: Node) -> Diagnostic:
    """Return the diagnostic of `{formula: max(1, 2)}`, which is two settings, one of them empty."""
    start, value = text.start, text.text
    part = source.between(split.start, split.end)
    if _TIGHT_COLON.match(part):
        return no_space(source.span_of(split), part)
    whole = source.between(start, split.end)
    numbers = comma_meant(whole, alone=False) if whole[0] in "+-0123456789" else ()
    fix = to_quote(source, start, whole, "if the comma belongs to the text, ")
    listed = f"if these are several values, put them in brackets: [{whole}]"
    if len(value) > _SHORT:
        value = f"...{value[-_SHORT:].lstrip()}"
    return codes.COMMA_IN_TEXT.at(
        source.span_of(split),
        related=[Label(source.span_of(text), "this text ends too early")],
        help=[*numbers, WayOut(fix.text), listed],
        text=value,
    )


def link_as_list(source: SourceText, start: Position, end: Position) -> Diagnostic:
    """Return the diagnostic of `text: [[skill]]`, which is a list in a list."""
    link = source.lines[start.line][start.column : end.column]
    fix = to_quote(source, start, link)
    return codes.LINK_AS_LIST.at(source.span_between(start, end), help=[fix], link=link)


def join_documents(lines: Sequence[str], mark: int) -> WayOut:
    """Return how to join the document after a line with a mark to the one before it."""
    first, second = (
        {name[0] for line in part if (name := _NAME_AT_MARGIN.match(line))}
        for part in (lines[:mark], lines[mark + 1 :])
    )
    if twice := sorted(first & second):
        return WayOut(f"remove it, and merge the two sections '{twice[0]}'")
    return WayOut("remove it", (Replacement(""),))


def not_settings(source: SourceText, root: Data) -> Diagnostic:
    """Return the diagnostic of a file that is only a text or a list."""
    lookalike = decoding.find_lookalike(source)
    if lookalike is not None:
        return lookalike
    has_content = re.compile(r"\s*(?!#|---)\S").match
    number = next((n for n, line in enumerate(source.lines) if has_content(line)), 0)
    line = source.lines[number]
    text = line.strip()
    span = source.span_at(Position(number, len(line) - len(line.lstrip())), len(text))
    if isinstance(root, str) and _TIGHT_COLON.match(text):
        return no_space(span, text)
    content = "a list" if isinstance(root, list) else "plain text"
    return codes.NOT_SETTINGS.at(span, content=content)
