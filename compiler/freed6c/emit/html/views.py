"""What templates are given: texts that are HTML already, and words for the furniture."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from freed6c.emit.html.inlines import Html

if TYPE_CHECKING:
    from freed6c.emit.html.assets import Assets

EMPTY: Final = Html()


@dataclass(frozen=True, slots=True)
class LinkView:
    """A link with plain words."""

    href: str
    words: str


@dataclass(frozen=True, slots=True)
class ShelfView:
    """Links under a label. A `folded` one opens on demand."""

    label: str
    links: tuple[LinkView, ...]
    folded: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionView:
    """The text of a page: its heading, what it lists of itself, and what it is used by."""

    heading: Html
    contents: tuple[Html, ...]
    text: Html
    letters: tuple[LinkView, ...] = ()
    used: Html = EMPTY
    previews: Html = EMPTY


@dataclass(frozen=True, slots=True)
class ListedView:
    """A page on the start page, with what stands on it, or what it is good for."""

    link: LinkView
    contents: tuple[Html, ...]
    summary: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteView:
    """What is the same around every page: the `search` box, the `shelves`, the `end`."""

    language: str
    title: str
    address: str
    home: str
    assets: Assets
    search: Html
    shelves: Html
    end: Html


@dataclass(frozen=True, slots=True)
class FrameView:
    """What is around the text of one page: the `trail` leads to it, the `ways` on from it.

    What is `said` of it is shown where people share links.
    """

    title: str
    key: str
    said: str = ""
    trail: tuple[LinkView, ...] = ()
    ways: tuple[LinkView, ...] = ()
