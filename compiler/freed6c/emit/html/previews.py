"""What links of a page lead to, in short, laid by in the page: a script shows it."""

from __future__ import annotations

import re
from html import escape
from typing import TYPE_CHECKING, Final

from freed6c.emit.html.blocks import Html

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.document.blocks import Document
    from freed6c.document.search.previews import Preview
    from freed6c.emit.links import Targets


HREF: Final = re.compile(r'<a href="([^"#][^"]*)"')
"""Links within the page need no preview: what they lead to is there."""


def previews_by_href(
    document: Document, previews: Mapping[str, Preview], targets: Targets
) -> Mapping[str, Preview]:
    """The preview of everything that says something, by the link that leads to it."""
    by_href: dict[str, Preview] = {}
    for id_, preview in previews.items():
        place = document.places.get(id_)
        if place is not None and (preview.words or preview.facts):
            by_href.setdefault(escape(targets.way(place)), preview)
    return by_href


def laid_by(text: str, previews: Mapping[str, Preview]) -> Html:
    """Those that the links of a text ask for, each once; nothing where there are none."""
    wanted = dict.fromkeys(HREF.findall(text))
    panels = "".join(
        _preview(href, previews[href]) for href in wanted if href in previews
    )
    return Html(f'<template id="previews">\n{panels}</template>\n' if panels else "")


def _preview(href: str, preview: Preview) -> str:
    facts = "".join(
        f"<div><dt>{escape(label)}</dt><dd>{escape(said)}</dd></div>"
        for label, said in preview.facts
    )
    where = " · ".join(filter(None, (preview.kind, preview.where)))
    return (
        f'<div><p class="name"><a href="{href}">{escape(preview.title)}</a> '
        f"<span>{escape(where)}</span></p>"
        f"{f'<p>{escape(preview.words)}</p>' if preview.words else ''}"
        f"{f'<dl>{facts}</dl>' if facts else ''}</div>\n"
    )
