"""What documents are made of: pages of blocks, blocks of inlines. Rendered by backends.

Everything in here is finished: words are chosen, references are resolved. A link names
the entry that it leads to; on which page that stands, the document knows.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, assert_never

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from fractions import Fraction

    from freed6c.document.compare.comparison import Comparison


# Charts: chances that one can see, beside the numbers that one can read.


@dataclass(frozen=True, slots=True)
class Series:
    """Numbers of a chart that belong together, one for each of its places along the way.

    `mark` is a short sign for where there is no room for the label.
    """

    label: str
    values: tuple[Fraction, ...]
    mark: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """One of the pictures of a chart. It has a title where there are several."""

    title: str
    series: tuple[Series, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """Chances that one can see, and the table of their numbers.

    As `lines`, each series is one; as `shares`, a bar for each place is divided among them; in
    `pairs`, the first series of a picture is what was before the second. `places` stand along the
    way, `scale` is said at even distances from never to always. Where the table is `folded`,
    `numbers` is the word to open it by.
    """

    anchor: str
    form: Literal["lines", "pairs", "shares"]
    caption: Inlines
    description: str
    places: tuple[str, ...]
    along: str
    scale: tuple[str, ...]
    pictures: tuple[Picture, ...]
    table: TableBlock
    numbers: str = ""


# What is printed and held in hand: panels of a sheet, cards, fields to fill in, dice.


Blank: TypeAlias = Literal["code", "number", "words", "text", "box", "boxes", ""]
"""What there is room for: a die code, a number, a line, some lines, a tick, many ticks."""


@dataclass(frozen=True, slots=True)
class Field:
    """A name with room behind it, and the fields that belong below. `count` is that of boxes."""

    label: str
    blank: Blank
    inside: tuple[Field, ...] = ()
    count: int = 0


@dataclass(frozen=True, slots=True)
class Fields:
    """Fields, one below the other, or `abreast`."""

    items: tuple[Field, ...]
    abreast: bool = False


@dataclass(frozen=True, slots=True)
class Panel:
    """Something small under a title of its own.

    `kind` is the word for what it is, `blank` what is filled in beside its title, `size` how many
    cards it takes.
    """

    title: Inlines
    blocks: Blocks
    kind: str = ""
    blank: Blank = ""
    size: Literal[1, 2, 4] = 1


@dataclass(frozen=True, slots=True)
class Panels:
    """Panels that are looked at together: on a sheet for the table, on one to fill in, as cards."""

    look: Literal["reference", "character", "cards"]
    items: tuple[Panel, ...]


@dataclass(frozen=True, slots=True)
class Roller:
    """Where dice can be rolled. `without` is said where they cannot."""

    without: Inlines


@dataclass(frozen=True, slots=True)
class Text:
    """Plain characters. Nothing in them is markup."""

    text: str


@dataclass(frozen=True, slots=True)
class Strong:
    """Words that matter."""

    inlines: Inlines


@dataclass(frozen=True, slots=True)
class Emphasis:
    """Words that are stressed."""

    inlines: Inlines


@dataclass(frozen=True, slots=True)
class Code:
    """Characters to be read one by one."""

    text: str


@dataclass(frozen=True, slots=True)
class Link:
    """Words that lead to an entry of the ruleset, by its id."""

    target: str
    inlines: Inlines


@dataclass(frozen=True, slots=True)
class WebLink:
    """Words that lead out, by http or https."""

    url: str
    inlines: Inlines


@dataclass(frozen=True, slots=True)
class Value:
    """What stands at an address of the ruleset, as people read it."""

    address: str
    inlines: Inlines


@dataclass(frozen=True, slots=True)
class Rollable:
    """Words that name dice. `pool` is what they are in the notation of the ruleset."""

    pool: str
    inlines: Inlines


@dataclass(frozen=True, slots=True)
class Anchor:
    """The place that links to an entry lead to, where it has no heading of its own."""

    id: str


@dataclass(frozen=True, slots=True)
class Removed:
    """Words that stood here before a pack changed them."""

    inlines: Inlines


@dataclass(frozen=True, slots=True)
class Inserted:
    """Words that a pack put here."""

    inlines: Inlines


@dataclass(frozen=True, slots=True)
class Badge:
    """A word or two about what stands in front."""

    text: str


Inline: TypeAlias = (
    Text
    | Strong
    | Emphasis
    | Code
    | Link
    | WebLink
    | Value
    | Rollable
    | Anchor
    | Removed
    | Inserted
    | Badge
)
Inlines: TypeAlias = tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of a chapter's prose; `anchor` is unique in the document."""

    level: int
    anchor: str
    inlines: Inlines


@dataclass(frozen=True, slots=True)
class EntryHeading:
    """The heading of an entry, and the word for what kind of thing it is."""

    level: int
    id: str
    title: str
    kind: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Some sentences."""

    inlines: Inlines


@dataclass(frozen=True, slots=True)
class FinePrint:
    """Sentences beside the matter: other names, where a rule was found."""

    inlines: Inlines


@dataclass(frozen=True, slots=True)
class BulletList:
    """Items without order."""

    items: tuple[Inlines, ...]


@dataclass(frozen=True, slots=True)
class NumberedList:
    """Items in order, from 1."""

    items: tuple[Inlines, ...]


Alignment: TypeAlias = Literal["left", "right"]


@dataclass(frozen=True, slots=True)
class TableBlock:
    """A table. The first cell of a row names it where `named_rows` is set.

    A `listing` is long: readers may want to sort it, or to see a part of it.
    """

    header: tuple[Inlines, ...]
    rows: tuple[tuple[Inlines, ...], ...]
    caption: Inlines = ()
    alignment: tuple[Alignment, ...] = ()
    named_rows: bool = True
    listing: bool = False


@dataclass(frozen=True, slots=True)
class Definition:
    """A term, and what is said about it."""

    term: Inlines
    blocks: Blocks


@dataclass(frozen=True, slots=True)
class Definitions:
    """Terms with what is said about each. `numbered` where their order matters."""

    items: tuple[Definition, ...]
    numbered: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read an open place; at most one of a note is `chosen`."""

    blocks: Blocks
    chosen: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteBlock:
    """What is open, the ways to read it, the one chosen, and why.

    `kind` says what sort of problem it is; `labels` head the parts.
    """

    id: str
    title: Inlines
    kind: str
    problem: Blocks
    readings: tuple[Reading, ...]
    why: Blocks
    labels: NoteLabels


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteLabels:
    """The words over the parts of a note."""

    readings: str
    chosen: str
    why: str


@dataclass(frozen=True, slots=True)
class Remarks:
    """Remarks beside a rule, of one kind: notes in short, or worked examples.

    `label` is the word for one or several of them; `count` says how many there are.
    """

    kind: Literal["note", "example"]
    label: str
    count: str
    items: tuple[Inlines, ...]


@dataclass(frozen=True, slots=True)
class LetterBlock:
    """What begins with a letter, as the index of a book has it."""

    letter: str
    anchor: str
    items: tuple[Inlines, ...]


@dataclass(frozen=True, slots=True)
class Revision:
    """What is different, with the words as they were and as they are."""

    what: Inlines
    said: Inlines


@dataclass(frozen=True, slots=True)
class ChangeMark:
    """What a pack did to the entry above, and why. One that it added has no revisions."""

    label: str
    why: Inlines
    revisions: tuple[Revision, ...] = ()


Block: TypeAlias = (
    Heading
    | EntryHeading
    | Paragraph
    | FinePrint
    | BulletList
    | NumberedList
    | TableBlock
    | Chart
    | Roller
    | Definitions
    | NoteBlock
    | Remarks
    | LetterBlock
    | ChangeMark
    | Panels
    | Fields
)
Blocks: TypeAlias = tuple[Block, ...]


Shelf: TypeAlias = Literal["chapters", "reference", "lists", "about", ""]


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """One page. `key` names its file, `anchor` its heading; `contents` is what it lists.

    `summary` says what it is good for. One that `repeats` shows only what stands on others; one
    that is `live` is of no use on paper.
    The page of a chapter or of a single entry has its id as `entry`. That of a single entry has the
    word for the `kind` of thing it is, the key of the page `above` it, which it belongs to, and
    what it is `used_by`. All others stand on a `shelf`.
    """

    key: str
    title: str
    anchor: str
    blocks: Blocks
    contents: tuple[Inlines, ...] = ()
    entry: str = ""
    kind: str = ""
    above: str = ""
    used_by: Blocks = ()
    shelf: Shelf = ""
    summary: str = ""
    repeats: bool = False
    live: bool = False


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands: the key of the page, and the anchor on it, or at its `top`."""

    page: str
    anchor: str
    top: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """The whole ruleset to be read. `places` finds every entry, `footer` ends every page.

    `other_names` are more anchors that lead to an entry, by its id. `opening` is how the rules
    begin. `words` are those that backends need for their own furniture (`contents`, `skip`).
    `comparison` is what the packs change of the game they are layered on, for tools; `address`
    where the pages will be published, if that is known.
    """

    title: str
    language: str
    pages: tuple[Page, ...]
    places: Mapping[str, Place]
    other_names: Mapping[str, tuple[str, ...]]
    footer: tuple[Inlines, ...]
    words: Mapping[str, str]
    opening: Blocks = ()
    comparison: Comparison | None = None
    address: str = ""

    @property
    def reading(self) -> Document:
        """The same without what stands in it twice."""
        return self.without(page.key for page in self.pages if page.repeats)

    @property
    def paper(self) -> Document:
        """The same as it is read where nothing moves."""
        return self.reading.without(page.key for page in self.pages if page.live)

    def without(self, keys: Iterable[str]) -> Document:
        """The same without some pages, and without the ways to what stands on them."""
        left_out = frozenset(keys)
        return replace(
            self,
            pages=tuple(page for page in self.pages if page.key not in left_out),
            places={
                id_: place
                for id_, place in self.places.items()
                if place.page not in left_out
            },
        )

    def page(self, key: str) -> Page:
        """The page of this key. Raises KeyError where there is none."""
        for page in self.pages:
            if page.key == key:
                return page
        raise KeyError(key)


# Walking the tree.


CONTAINERS: Final = (
    Strong,
    Emphasis,
    Link,
    WebLink,
    Value,
    Rollable,
    Removed,
    Inserted,
)
"""Inlines that hold other inlines."""


def blocks_in(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield every block, in pre-order: a block first, then those nested in it."""
    for block in blocks:
        yield block
        yield from blocks_in(_children(block))


def _children(block: Block) -> Iterator[Block]:
    match block:
        case Definitions(items) | Panels(_, items):
            for item in items:
                yield from item.blocks
        case Chart():
            yield block.table
        case NoteBlock():
            yield from block.problem
            for reading in block.readings:
                yield from reading.blocks
            yield from block.why
        case Heading() | EntryHeading() | Paragraph() | FinePrint() | BulletList():
            return
        case NumberedList() | TableBlock() | Roller() | Remarks() | LetterBlock():
            return
        case ChangeMark() | Fields():
            return
        case _:
            assert_never(block)


def inlines_in(block: Block) -> Iterator[Inline]:
    """Yield every inline of a block in pre-order, but not those of nested blocks."""
    for inlines in lines_in(block):
        yield from _with_nested(inlines)


def _with_nested(inlines: Inlines) -> Iterator[Inline]:
    for inline in inlines:
        yield inline
        if isinstance(inline, CONTAINERS):
            yield from _with_nested(inline.inlines)


def lines_in(block: Block) -> Iterator[Inlines]:
    """Yield every run of inlines that belongs to a block itself: items, cells, titles."""
    match block:
        case Paragraph() | FinePrint() | Heading():
            yield block.inlines
        case BulletList() | NumberedList() | Remarks() | LetterBlock():
            yield from block.items
        case TableBlock(header, rows):
            yield from (block.caption, *header, *chain.from_iterable(rows))
        case Definitions(definitions):
            yield from (item.term for item in definitions)
        case Chart():
            yield block.caption
        case NoteBlock():
            yield block.title
        case Panels(_, panels):
            yield from (panel.title for panel in panels)
        case ChangeMark(_, why, revisions):
            yield why
            for revision in revisions:
                yield from (revision.what, revision.said)
        case EntryHeading() | Roller() | Fields():
            return
        case _:
            assert_never(block)
