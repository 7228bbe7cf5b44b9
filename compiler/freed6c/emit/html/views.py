"""What templates are given: finished views of blocks, each with the name of its template."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar, TypeAlias

if TYPE_CHECKING:
    from freed6c.emit.html.inlines import Html


@dataclass(frozen=True, slots=True)
class ParagraphView:
    """Sentences; `role` names their style, where they have one."""

    template: ClassVar = "paragraph.html.jinja"
    words: Html
    role: str = ""


@dataclass(frozen=True, slots=True)
class HeadingView:
    """A heading of some level, and the kind of thing below it."""

    template: ClassVar = "heading.html.jinja"
    level: int
    anchor: str
    words: Html
    kind: str = ""


@dataclass(frozen=True, slots=True)
class ListView:
    """Items, numbered or not."""

    template: ClassVar = "list.html.jinja"
    tag: str
    entries: tuple[Html, ...]


@dataclass(frozen=True, slots=True)
class CellView:
    """A cell: its tag, what it is the head of, its side."""

    tag: str
    words: Html
    scope: str
    side: str


@dataclass(frozen=True, slots=True)
class TableView:
    """A table under a label for those who cannot see what is around it."""

    template: ClassVar = "table.html.jinja"
    label: str
    caption: Html
    header: tuple[CellView, ...]
    rows: tuple[tuple[CellView, ...], ...]


@dataclass(frozen=True, slots=True)
class DefinitionView:
    """A term and what is said of it."""

    term: Html
    blocks: tuple[BlockView, ...]


@dataclass(frozen=True, slots=True)
class DefinitionsView:
    """Terms; `facts` where each is a label with a few words behind it."""

    template: ClassVar = "definitions.html.jinja"
    role: str
    entries: tuple[DefinitionView, ...]


@dataclass(frozen=True, slots=True)
class NumberedView:
    """Terms in order."""

    template: ClassVar = "numbered.html.jinja"
    entries: tuple[DefinitionView, ...]


@dataclass(frozen=True, slots=True)
class ReadingView:
    """One way to read an open place."""

    mark: str
    blocks: tuple[BlockView, ...]


@dataclass(frozen=True, slots=True)
class NoteView:
    """A note in full."""

    template: ClassVar = "note.html.jinja"
    level: int
    anchor: str
    title: Html
    kind: str
    problem: tuple[BlockView, ...]
    readings_label: str
    readings: tuple[ReadingView, ...]
    why_label: str
    why: tuple[BlockView, ...]


@dataclass(frozen=True, slots=True)
class RemarksView:
    """Remarks that open on demand."""

    template: ClassVar = "remarks.html.jinja"
    role: str
    summary: str
    opened: bool
    entries: tuple[Html, ...]


@dataclass(frozen=True, slots=True)
class ChangeView:
    """What a pack did."""

    template: ClassVar = "change.html.jinja"
    label: str
    words: Html


BlockView: TypeAlias = (
    ParagraphView
    | HeadingView
    | ListView
    | TableView
    | DefinitionsView
    | NumberedView
    | NoteView
    | RemarksView
    | ChangeView
)


@dataclass(frozen=True, slots=True)
class LinkView:
    """A link with plain words; `current` where it leads to the page that it is on."""

    href: str
    words: str
    current: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionView:
    """The text of a page: its heading, and what it lists of itself."""

    level: int
    anchor: str
    title: str
    contents: tuple[Html, ...]
    blocks: tuple[BlockView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameView:
    """What is around the text of every page."""

    language: str
    title: str
    site: str
    home: LinkView
    pages: tuple[LinkView, ...]
    ways: tuple[LinkView, ...]
    footer: tuple[Html, ...]
