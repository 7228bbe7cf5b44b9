"""What is printed and held in hand, as HTML. Fields can be filled in on the page, too."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from freed6c.document.wording import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from freed6c.document.blocks import Blocks, Inlines
    from freed6c.document.forms import Blank, Field, Fields, Panel, Panels

TAGS: Final[Mapping[Blank, str]] = {
    "code": '<input class="code" size="6"',
    "number": '<input class="number" size="4"',
    "words": '<input class="words"',
    "box": '<input type="checkbox"',
}


def panels(
    block: Panels,
    level: int,
    words: Callable[[Inlines], str],
    inside: Callable[[Blocks], str],
    furniture: Mapping[str, str],
) -> str:
    """Panels under headings of one level; `inside` writes what stands on one.

    A sheet to fill in has the words for what a script does with it.
    """
    written = "".join(_panel(one, level, words, inside) for one in block.items)
    said = (
        f' data-{key}="{escape(furniture[f"sheet.{key}"])}"'
        for key in ("kept", "clear", "sure")
        if block.look == "character"
    )
    return f'<div class="panels {block.look}"{"".join(said)}>\n{written}</div>\n'


def _panel(
    panel: Panel,
    level: int,
    words: Callable[[Inlines], str],
    inside: Callable[[Blocks], str],
) -> str:
    kind = f'<p class="kind">{escape(panel.kind)}</p>\n' if panel.kind else ""
    blank = f"{_blank(plain(panel.title), panel.blank)}\n" if panel.blank else ""
    size = f" size-{panel.size}" if panel.size > 1 else ""
    title = f"<h{level}>{words(panel.title)}</h{level}>\n"
    head = f'<div class="head">\n{title}{kind}{blank}</div>\n'
    body = inside(panel.blocks)
    return f'<section class="panel{size}">\n{head}{body}</section>\n'


def fields(block: Fields) -> str:
    """Fields in a list, those that belong to another below it."""
    return _listed(block.items, "fields abreast" if block.abreast else "fields")


def _listed(items: Iterable[Field], role: str) -> str:
    listed = "".join(f"<li>{_field(one)}</li>\n" for one in items)
    return f'<ul class="{role}">\n{listed}</ul>\n'


def _field(field: Field) -> str:
    label = f"<span>{escape(field.label)}</span>"
    inside = f"\n{_listed(field.inside, 'fields')}" if field.inside else ""
    match field.blank:
        case "boxes":
            blank = f"{label} {_boxes(field)}"
        case "text":
            said = escape(field.label)
            blank = f'<textarea rows="{field.count}" aria-label="{said}"></textarea>'
        case "box":
            blank = f'<label class="tick">{TAGS["box"]}> {label}</label>'
        case "":
            blank = label
        case _:
            blank = f"<label>{label} {TAGS[field.blank]}></label>"
    return f"{blank}{inside}"


def _blank(label: str, blank: Blank) -> str:
    return f'{TAGS[blank]} aria-label="{escape(label)}">'


def _boxes(field: Field) -> str:
    ticks = "".join(
        f'{TAGS["box"]} aria-label="{number}">' for number in range(1, field.count + 1)
    )
    return f'<span class="boxes" role="group" aria-label="{escape(field.label)}">{ticks}</span>'
