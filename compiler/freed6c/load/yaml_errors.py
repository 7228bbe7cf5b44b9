"""What packs do not use of YAML, said to their authors."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import yaml as codes
from freed6c.diagnostics.diagnostic import Diagnostic, Label
from freed6c.load import decoding
from freed6c.load.source_lines import (
    MAX_DIGITS,
    event_span,
    mark_span,
    name_before,
    quote_advice,
    quoted,
    read_line,
    span_between,
)
from freed6c.packs.location import Span

if TYPE_CHECKING:
    from collections.abc import Sequence

    from freed6c.packs.data import Data
    from freed6c.packs.yaml_events import Event, Mark, TextEvent


_SHORT: Final = 40
_NO_SPACE: Final = re.compile(r"""(["']?[\w-]+["']?):(?=[^\s/:])""")


def second_document(file: str, lines: Sequence[str], event: Event) -> Diagnostic:
    """`---` in the middle of a file."""
    return Diagnostic(
        code=codes.SEVERAL_DOCUMENTS,
        message="this line begins a second document in the same file",
        label=Label(mark_span(file, lines, event.start_mark, 3)),
        help=("remove the line, or move what follows to a file of its own",),
    )


RESERVED: Final = {
    "!": (codes.TAG, "a type"),
    "&": (codes.REFERENCE_MARK, "a mark to refer to"),
    "*": (codes.REFERENCE_MARK, "a reference"),
}
"""Signs at the beginning of a value, and what they mean in YAML."""


def reserved_sign(
    file: str, lines: Sequence[str], event: Event, sign: str
) -> Diagnostic:
    """`!important`, `&name`, `*name`."""
    code, use = RESERVED[sign]
    mark = event.start_mark
    line = lines[mark.line]
    name, value = name_before(line, mark.column), read_line(line[mark.column :]).value
    return Diagnostic(
        code=code,
        message=f"'{sign}' at the beginning is {use} in YAML; packs have none",
        label=Label(mark_span(file, lines, mark), "begins here"),
        help=(
            f"if it belongs to the text, {quote_advice(name, value)}",
            f"else write the value itself, without {sign}",
        ),
    )


def key_not_text(file: str, event: Event) -> Diagnostic:
    """`[a, b]: c`."""
    return Diagnostic(
        code=codes.KEY_NOT_TEXT,
        message="a list or a group of settings stands where a name should",
        label=Label(event_span(file, event), "not a name"),
        help=(
            "write a single name before the colon",
            "if this is text that begins with [ or {, put it in quotes",
        ),
    )


def bad_key(file: str, lines: Sequence[str], event: TextEvent) -> Diagnostic | None:
    """Why a key is none, if so."""
    if event.value == "<<" and not event.style:
        return _merge(file, event)
    if event.value == "" and not event.style:
        return _no_name(file, lines, event)
    if not event.value.isascii():
        return _hidden(file, lines, event)
    return unprintable(file, event) if event.style else None


def _merge(file: str, event: Event) -> Diagnostic:
    return Diagnostic(
        code=codes.MERGE_KEY,
        message="'<<' copies settings in YAML; packs have no such copies",
        label=Label(event_span(file, event)),
        help=("write the settings out; a pack that extends another may change them",),
    )


def _no_name(file: str, lines: Sequence[str], event: Event) -> Diagnostic:
    return Diagnostic(
        code=codes.NO_VALUE,
        message="a colon has no name before it",
        label=Label(mark_span(file, lines, event.start_mark), "which setting is this?"),
        help=("write the name of the setting before the colon",),
    )


def _hidden(file: str, lines: Sequence[str], event: TextEvent) -> Diagnostic | None:
    character = decoding.first_hidden(event.value)
    if not character:
        return None
    begin = event.start_mark
    column = max(lines[begin.line].find(character, begin.column), begin.column)
    spot = Span(file, begin.line + 1, column + 1, begin.line + 1, column + 2)
    return decoding.lookalike_space(spot, character)


def odd_spaces(file: str, lines: Sequence[str], event: TextEvent) -> list[Diagnostic]:
    """A space that is none at the edge of an unquoted text, or where it joins lines."""
    first, last = event.start_mark.line, event.end_mark.line
    edge = decoding.lookalike_at_edge(event.value)
    if edge:
        return [decoding.lookalike_space(event_span(file, event), edge)]
    if last == first:
        return []
    problem = decoding.find_lookalike(file, lines, first, last + 1)
    return [problem] if problem else []


def unprintable(file: str, event: TextEvent) -> Diagnostic | None:
    """A character that no page can show, written with a backslash."""
    name = decoding.first_unprintable(event.value)
    if not name:
        return None
    return Diagnostic(
        code=codes.INVISIBLE_CHARACTER,
        message=f"this text contains {name}, which cannot be shown",
        label=Label(event_span(file, event)),
        help=("remove what begins with a backslash, or write the character itself",),
    )


def repeated_key(file: str, parent: str, first: Event, again: TextEvent) -> Diagnostic:
    """Parsers keep the last of two; we ask."""
    where = f" in {parent}" if parent else ""
    return Diagnostic(
        code=codes.REPEATED_KEY,
        message=f"'{again.value}' is written twice{where}",
        label=Label(event_span(file, again), "written again here"),
        related=(Label(event_span(file, first), "first written here"),),
        help=("rename one of them, or merge the two",),
        notes=("plain YAML readers would silently keep only the second one",),
    )


def no_value(
    file: str, lines: Sequence[str], key: Event, event: TextEvent
) -> Diagnostic:
    """`name:` and nothing behind it, or a word that means nothing."""
    text = " ".join(_source_of(lines, key).split())
    tight_colon = _NO_SPACE.match(text)
    if tight_colon and not event.value:
        return no_space(event_span(file, key), text)
    below = key.end_mark.line + 1
    problem = decoding.find_lookalike(file, lines, below, below + 1)
    if problem is not None:
        return problem
    parenthesis = f" ({event.value} means nothing)" if event.value else ""
    return Diagnostic(
        code=codes.NO_VALUE,
        message=f"'{text}' has no value{parenthesis}",
        label=Label(event_span(file, key), "nothing is said about this"),
        help=(
            "write its value behind the colon, or remove the line",
            (
                f"if it is text, put it in quotes: {quoted(event.value)}"
                if event.value
                else "if the lines below belong to it, indent them by two more spaces"
            ),
        ),
    )


def _source_of(lines: Sequence[str], event: Event) -> str:
    """The first line of what an event was made of."""
    start, end = event.start_mark, event.end_mark
    return lines[start.line][
        start.column : end.column if end.line == start.line else None
    ]


def no_space(spot: Span, text: str) -> Diagnostic:
    """`name:value`, which is one word to YAML."""
    name, _, value = text.partition(":")
    return Diagnostic(
        code=codes.NO_SPACE,
        message=f"there is no space behind the colon in '{text}'",
        label=Label(spot, "YAML reads this as one word"),
        help=(f"write: {name}: {value}",),
    )


def empty_item(file: str, lines: Sequence[str], event: TextEvent) -> Diagnostic:
    """`-` and nothing behind it."""
    mark = event.start_mark
    return Diagnostic(
        code=codes.NO_VALUE,
        message="this item of a list is empty",
        label=Label(mark_span(file, lines, mark, len(event.value) or 1)),
        help=("write the item behind the hyphen, or remove it",),
    )


def long_number(file: str, event: Event) -> Diagnostic:
    """A number that no rule needs and many programs would garble."""
    return Diagnostic(
        code=codes.LONG_NUMBER,
        message=f"this number has more than {MAX_DIGITS} digits",
        label=Label(event_span(file, event)),
        help=("write a smaller number; if it is meant as text, put it in quotes",),
    )


def comma(file: str, lines: Sequence[str], text: TextEvent, split: Event) -> Diagnostic:
    """`{is: max(1, 2)}` is two settings, one of them empty."""
    start, end = text.start_mark, split.end_mark
    line = lines[start.line]
    source = line[start.column : end.column if end.line == start.line else None]
    name = name_before(line, start.column)
    return Diagnostic(
        code=codes.COMMA_IN_TEXT,
        message=f"the comma ends the text '{_shortened(text.value)}' inside {{ }}",
        label=Label(
            event_span(file, split), "so this is a setting of its own, without a value"
        ),
        related=(Label(event_span(file, text), "the text that ends too early"),),
        help=(
            f"if the comma belongs to the text, {quote_advice(name, source)}",
            "if it is a setting, give it a value behind a colon",
        ),
    )


def _shortened(text: str) -> str:
    return text if len(text) <= _SHORT else f"...{text[-_SHORT:].lstrip()}"


def link_as_list(
    file: str, lines: Sequence[str], start: Mark, end: Event
) -> Diagnostic:
    """`text: [[skill]]` is a list in a list."""
    line = lines[start.line]
    link = line[start.column : end.end_mark.column]
    return Diagnostic(
        code=codes.LINK_AS_LIST,
        message=f"YAML reads {link} as a list in a list, not as a link",
        label=Label(span_between(file, start, end.end_mark)),
        help=(
            quote_advice(name_before(line, start.column), link),
            "a list in a list is written on lines of its own, with hyphens",
        ),
    )


def not_settings(file: str, lines: Sequence[str], root: Data) -> Diagnostic:
    """A whole file that is one text or one list."""
    problem = decoding.find_lookalike(file, lines)
    if problem is not None:
        return problem
    number = next((n for n, line in enumerate(lines) if _has_content(line)), 0)
    line = lines[number]
    begin, end = len(line) - len(line.lstrip()), len(line.rstrip())
    spot = Span(file, number + 1, begin + 1, number + 1, max(end, begin) + 1)
    if isinstance(root, str) and _NO_SPACE.match(line.strip()):
        return no_space(spot, line.strip())
    what = "a list" if isinstance(root, list) else "text"
    return Diagnostic(
        code=codes.NOT_SETTINGS,
        message=f"this file is {what}, but a file of a pack consists of settings",
        label=Label(spot, "begins here"),
        help=("write a name and a colon first, as in 'skills:', and indent the rest",),
    )


def _has_content(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith(("#", "---"))
