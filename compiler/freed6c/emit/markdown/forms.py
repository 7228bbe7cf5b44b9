"""What is printed and held in hand, as Markdown: room to write becomes a line, a tick a box."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.emit.markdown.inlines import escaped

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.document.forms import Blank, Field, Fields

BOX: Final = "\N{BALLOT BOX}"
LINES: Final[Mapping[Blank, str]] = {
    "code": r"\_\_\_D+\_\_",
    "number": r"\_\_\_\_",
    "words": r"\_" * 20,
    "text": r"\_" * 40,
    "box": BOX,
    "": "",
}


def fields(block: Fields) -> str:
    """A list, with lists below what others belong to."""
    return "\n".join(line for one in block.items for line in _lines(one, ""))


def blank(of: Blank, count: int = 0) -> str:
    """Room to fill in."""
    return " ".join([BOX] * count) if of == "boxes" else LINES[of]


def _lines(field: Field, indent: str) -> Iterator[str]:
    label, room = escaped(field.label), blank(field.blank, field.count)
    said = f"{room} {label}" if field.blank == "box" else f"{label}: {room}"
    yield f"{indent}- {said if room else label}"
    for one in field.inside:
        yield from _lines(one, f"{indent}  ")
