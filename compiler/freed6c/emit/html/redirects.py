"""Small pages at addresses that entries had before, or have by another name: they lead on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from freed6c.document.blocks import Document
    from freed6c.emit.targets import Targets


@dataclass(frozen=True, slots=True)
class Redirect:
    """A page at a `path` that leads on to an entry, by its `href`."""

    path: str
    href: str
    title: str


def redirects(targets: Targets, taken: Container[str]) -> Iterator[Redirect]:
    """One for each other name of an entry, where no page is called so."""
    for id_, anchors in targets.document.other_names.items():
        href = targets.href(id_)
        for path in map(targets.file, anchors):
            if href is not None and path not in taken:
                yield Redirect(path, href, _title(targets.document, id_))


def _title(document: Document, id_: str) -> str:
    return document.page(document.places[id_].page).title
