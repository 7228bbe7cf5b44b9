"""The tree that backends render: a document of pages, pages of blocks, blocks of inlines.

Everything in it is final: texts are worded and references resolved. A link has the id of its
target; `Document.places` says on which page that stands.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain, count, repeat
from typing import (
    TYPE_CHECKING,
    Any,
    Final,
    Literal,
    Self,
    TypeAlias,
    assert_never,
    cast,
    dataclass_transform,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from fractions import Fraction

    from freed6c.runtime.play.checks import Result


@dataclass_transform(frozen_default=True)
class DocumentNode:
    """A part of the tree. Each subclass is a frozen dataclass."""

    def __init_subclass__(cls, *, kw_only: bool = False) -> None:
        dataclass(frozen=True, kw_only=kw_only)(cls)

    def but(self, **fields: Any) -> Self:
        """Return a copy with other values for some fields."""
        return cast("Self", replace(cast("Any", self), **fields))


# Charts.


class Series(DocumentNode):
    """One data series of a chart: a value for each of its `places`.

    `mark` is a short form of the label, for where there is no room.
    """

    label: str
    values: tuple[Fraction, ...]
    mark: str = ""


class Picture(DocumentNode):
    """One plot of a chart. It has a title where a chart has several."""

    title: str
    series: tuple[Series, ...]


class Chart(DocumentNode, kw_only=True):
    """A chart of probabilities, with a table of its numbers.

    Forms: `lines` draws a line for each series; `shares` divides a bar for each place among the
    series; `pairs` draws two series, before and after. `places` are the ticks of the x-axis,
    `along` its label, `scale` the ticks of the y-axis at even distances from 0 to 1. If `numbers`
    is set, the table is folded under this label.
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


# Sheets, cards and the roller.


Blank: TypeAlias = Literal["code", "number", "words", "text", "box", "boxes", ""]
"""What there is room for: a die code, a number, a line, some lines, a tick, many ticks."""


class FormField(DocumentNode):
    """A label with room to write behind it. `inside` are fields that belong to it.

    `count` is the number of boxes. `about` is the id of the entry that is written down there, or
    the key of another part of a saved character; `badge` says what packs did to it.
    """

    label: str
    blank: Blank
    inside: tuple[FormField, ...] = ()
    count: int = 0
    about: str = ""
    badge: Inlines = ()


class FormFields(DocumentNode):
    """Fields one below the other, or side by side where `abreast`."""

    items: tuple[FormField, ...]
    abreast: bool = False


class Panel(DocumentNode):
    """A small box of blocks with a title.

    `kind` is the word for what it is, `blank` the room to write beside its title, `about` what is
    written there (as in a `FormField`), `size` the number of sides of a card that it takes,
    `entry` the id of what it is a card of.
    """

    title: Inlines
    blocks: Blocks
    kind: str = ""
    blank: Blank = ""
    about: str = ""
    size: Literal[1, 2, 3] = 1
    entry: str = ""


class Panels(DocumentNode):
    """Panels that belong together: a quick reference, a character sheet, or cards to cut out."""

    look: Literal["reference", "character", "cards"]
    items: tuple[Panel, ...]


class RollerBlock(DocumentNode):
    """Where the site places the dice roller, or its table mode.

    `without` is shown where it cannot run.
    """

    without: Inlines
    what: Literal["roller", "table"] = "roller"


# Inlines.


class Text(DocumentNode):
    """Plain characters. Nothing in them is markup."""

    text: str


class Marked(DocumentNode):
    """Inlines that are marked as a whole."""

    inlines: Inlines


class Strong(Marked):
    """Strong emphasis."""


class Emphasis(Marked):
    """Emphasis."""


class CodeSpan(DocumentNode):
    """Literal characters."""

    text: str


class Link(DocumentNode):
    """A link to an entry of the ruleset, or to a page, by id."""

    target: str
    inlines: Inlines


class WebLink(DocumentNode):
    """A link out, by http or https."""

    url: str
    inlines: Inlines


class ValueText(DocumentNode):
    """A value of the ruleset in words, with its address."""

    address: str
    inlines: Inlines


class Rollable(DocumentNode):
    """Dice that a reader can roll. `pool` is what to roll, in the notation of the ruleset."""

    pool: str
    inlines: Inlines


class RollButton(DocumentNode):
    """A button for a roll, on a page that is used: what it says stands there alone.

    `what` is the id of a rating of whoever rolls, or of a value that is a die code, `code` the
    code that the chosen row gives for that value; `against` is the number to reach, if it is known;
    `label` is what is rolled, where several buttons stand together. `resisted` are the ids of what
    others resist with, when nobody rolls for that. After a success, `gives` are the names of the
    conditions that follow, rank by rank from 0, and `then` is what is rolled next.
    """

    what: str
    against: str = ""
    label: str = ""
    code: str = ""
    resisted: tuple[str, ...] = ()
    gives: tuple[str, ...] = ()
    then: NextRoll | None = None


class NextRoll(DocumentNode):
    """A roll that follows from a success: its name, its button, and what each rank adds to it.

    `by` begins with rank 0; with a rank of None, nothing is rolled.
    """

    name: str
    button: RollButton
    by: tuple[str | None, ...]


class ReadyLinks(DocumentNode):
    """Links that put a copy of a ready character, by its key, onto the sheet, and save its JSON."""

    key: str


class DiceFaces(DocumentNode):
    """Dice that lie there: what each shows. A die that was rolled on shows several, `6+2`."""

    faces: tuple[str, ...]


class InlineAnchor(DocumentNode):
    """The target of links to an entry that has no heading."""

    id: str


class RemovedText(Marked):
    """Words that a pack removed."""


class InsertedText(Marked):
    """Words that a pack added."""


class Badge(DocumentNode):
    """That packs added or changed what stands in front of it.

    `brief` is what is shown of its text where there is little room; if it is empty, a sign alone.
    """

    text: str
    fate: Literal["added", "changed"] = "changed"
    brief: str | None = None


Inline: TypeAlias = (
    Text
    | Strong
    | Emphasis
    | CodeSpan
    | Link
    | WebLink
    | ValueText
    | Rollable
    | RollButton
    | ReadyLinks
    | DiceFaces
    | InlineAnchor
    | RemovedText
    | InsertedText
    | Badge
)
Inlines: TypeAlias = tuple[Inline, ...]


# Blocks.


class Heading(DocumentNode):
    """A heading in prose. `anchor` is unique in the document."""

    level: int
    anchor: str
    inlines: Inlines


class EntryHeading(DocumentNode):
    """The heading of an entry, with the word for its kind, and its title `before`, if another."""

    level: int
    id: str
    title: str
    kind: str
    before: str = ""


class Paragraph(DocumentNode):
    """Some sentences."""

    inlines: Inlines


class FinePrint(DocumentNode):
    """A side note: aliases, sources, the license."""

    inlines: Inlines


class BulletList(DocumentNode):
    """An unordered list. `below` has the blocks that belong to each item, if any has some."""

    items: tuple[Inlines, ...]
    below: tuple[Blocks, ...] = ()


class NumberedList(DocumentNode):
    """An ordered list from the number `start`. `below` is as in a `BulletList`."""

    items: tuple[Inlines, ...]
    below: tuple[Blocks, ...] = ()
    start: int = 1


Alignment: TypeAlias = Literal["left", "right"]


ColumnKind: TypeAlias = Literal["name", "effect", "fact", "prose"]
"""What a column tells of its rows: what they are called; what that does, or how long it lasts;
anything else; what can wait."""


class TableBlock(DocumentNode):
    """A table. The column of names has the headers of the rows; else the first one has.

    A `listing` is long, so that readers may want to sort or filter it.
    """

    header: tuple[Inlines, ...]
    rows: tuple[tuple[Inlines, ...], ...]
    caption: Inlines = ()
    alignment: tuple[Alignment, ...] = ()
    kinds: tuple[ColumnKind, ...] = ()
    listing: bool = False

    @property
    def names(self) -> int:
        """The column whose cells are the headers of their rows, from 0."""
        return self.kinds.index("name") if "name" in self.kinds else 0

    @property
    def words(self) -> tuple[tuple[str, ...], ...]:
        """The text of its cells, header first: for search, previews, and to see where it fits."""
        return tuple(tuple(map(plain, row)) for row in (self.header, *self.rows))


class DefinitionItem(DocumentNode):
    """A term with its description."""

    term: Inlines
    blocks: Blocks


class DefinitionList(DocumentNode):
    """A definition list; `numbered` where the order matters."""

    items: tuple[DefinitionItem, ...]
    numbered: bool = False


class ReadingItem(DocumentNode):
    """One reading of an open question. At most one of a note is `chosen`."""

    blocks: Blocks
    chosen: bool = False


class NoteBlock(DocumentNode, kw_only=True):
    """A note on an open question: the problem, its readings, the one chosen, and why.

    `kind` is the word for the sort of problem.
    """

    id: str
    title: Inlines
    kind: str
    problem: Blocks
    readings: tuple[ReadingItem, ...]
    why: Blocks


class Remarks(DocumentNode):
    """Remarks about a rule: notes in short, worked examples, what it says exactly, or said before.

    `label` is the word for the kind, `count` a text such as "2 examples", `before` the summary in
    the book, if it is another.
    """

    kind: Literal["note", "example", "exact", "revision"]
    label: str
    count: str
    items: tuple[Inlines, ...]
    before: str = ""

    @property
    def summary(self) -> str:
        """What it is called where it is folded."""
        return self.label if len(self.items) == 1 else self.count


class IndexLetter(DocumentNode):
    """All lines of the A-Z index under one letter."""

    letter: str
    anchor: str
    items: tuple[Inlines, ...]


class Revision(DocumentNode):
    """A field that changed, with an inline diff of its words."""

    what: Inlines
    said: Inlines


class ChangeMark(DocumentNode):
    """What a pack did to the entry above, and why. Added entries have no revisions."""

    label: str
    why: Inlines
    revisions: tuple[Revision, ...] = ()


class Versions(DocumentNode):
    """What the book says, and what stands there by the rules of the table; one may be empty."""

    before: Blocks
    after: Blocks


Block: TypeAlias = (
    Heading
    | EntryHeading
    | Paragraph
    | FinePrint
    | BulletList
    | NumberedList
    | TableBlock
    | Chart
    | RollerBlock
    | DefinitionList
    | NoteBlock
    | Remarks
    | IndexLetter
    | ChangeMark
    | Versions
    | Panels
    | FormFields
)
Blocks: TypeAlias = tuple[Block, ...]


# The start of a site.


class StartPage(DocumentNode, kw_only=True):
    """What the start of a site shows besides the ways into it.

    `roll` is one to look at. `house_rules` says how to make some, where there are none yet, and
    where to try one.
    """

    roll: Result | None = None
    house_rules: Blocks = ()


# Pages and documents.


Shelf: TypeAlias = Literal["chapters", "reference", "lists", "about", ""]


class Page(DocumentNode, kw_only=True):
    """One page. `key` is the stem of its file name, `anchor` that of its heading.

    `table_of_contents` are links to what stands on it, `summary` is a line on what it is for,
    `badge` says what packs did to it. One with `versions` shows what the book says, too; `before`
    is its title in the book, where that is another. A page that `repeats` shows only what stands on
    others; one that is `live` is of no use on paper.

    The page of a chapter or of a single entry has its id as `entry`. That of a single entry also
    has the word for its `kind`, the key of its parent page as `above`, and its backlinks as
    `backlinks`. All other pages stand on a `shelf`.
    """

    key: str
    title: str
    anchor: str
    blocks: Blocks
    table_of_contents: tuple[Inlines, ...] = ()
    entry: str = ""
    kind: str = ""
    above: str = ""
    backlinks: Blocks = ()
    badge: Inlines = ()
    before: str = ""
    versions: bool = False
    shelf: Shelf = ""
    summary: str = ""
    repeats: bool = False
    live: bool = False


class PageAnchor(DocumentNode):
    """Where an entry stands: the key of a page, and an anchor on it; `top` is that of the page."""

    page: str
    anchor: str
    top: bool = False


class Document(DocumentNode, kw_only=True):
    """A whole ruleset, ready to render.

    `places` is the target of every link, by id; `redirects` are anchors that redirect to an
    entry, by its id. `footer` ends every page, `opening` are the first paragraphs of the rules,
    `start` what else the page shows that a visit begins with.
    `words` are texts for the navigation of backends (`contents`, `skip`). It is `layered` if
    packs change a base game; `address` is the URL where the pages will be published, if known.
    """

    title: str
    language: str
    pages: tuple[Page, ...]
    places: Mapping[str, PageAnchor]
    redirects: Mapping[str, tuple[str, ...]]
    footer: tuple[Inlines, ...]
    words: Mapping[str, str]
    opening: Blocks = ()
    start: StartPage = StartPage()
    layered: bool = False
    address: str = ""

    def without_repeats(self, *, live: bool = True) -> Document:
        """Return the document without pages that repeat others; for print, without live ones."""
        pages = tuple(p for p in self.pages if not p.repeats and (live or not p.live))
        keys = {page.key for page in pages}
        places = {id_: p for id_, p in self.places.items() if p.page in keys}
        return self.but(pages=pages, places=places)

    def page(self, key: str) -> Page:
        """The page of a key. Raises KeyError where there is none."""
        return self._pages[key]

    @cached_property
    def _pages(self) -> Mapping[str, Page]:
        return {page.key: page for page in reversed(self.pages)}


def titled(title: str, before: str) -> Inlines:
    """A title, behind what it was before, if it was another."""
    if not before:
        return (Text(title),)
    return RemovedText((Text(before),)), Text(" "), InsertedText((Text(title),))


# Walking the tree.


CONTAINERS: Final = (Marked, Link, WebLink, ValueText, Rollable)
"""Inlines that hold other inlines."""


def blocks_in(blocks: Iterable[Block]) -> Iterator[Block]:
    """Yield every block, in pre-order: a block first, then those nested in it."""
    for block in blocks:
        yield block
        yield from blocks_in(children_of(block))


def items_of(block: BulletList | NumberedList) -> Iterator[tuple[str, Inlines, Blocks]]:
    """The items of a list: the mark of each, its words, and the blocks below it."""
    numbers = count(block.start) if isinstance(block, NumberedList) else ()
    marks = (f"{number}." for number in numbers) if numbers else repeat("-")
    return zip(marks, block.items, block.below or repeat(()), strict=False)


def children_of(block: Block) -> Iterator[Block]:
    """Yield the blocks nested in a block, without those nested in these."""
    match block:
        case Versions(before, after):
            yield from (*before, *after)
        case BulletList() | NumberedList():
            yield from chain.from_iterable(block.below)
        case DefinitionList(items) | Panels(_, items):
            for item in items:
                yield from item.blocks
        case Chart():
            yield block.table
        case NoteBlock():
            yield from block.problem
            for reading in block.readings:
                yield from reading.blocks
            yield from block.why
        case Heading() | EntryHeading() | Paragraph() | FinePrint() | IndexLetter():
            return
        case TableBlock() | RollerBlock() | Remarks():
            return
        case ChangeMark() | FormFields():
            return
        case _:
            assert_never(block)


def marked_in(block: Block) -> Iterator[Inline]:
    """Yield every inline of a block in pre-order, but no plain text, and none of nested blocks."""
    for inlines in lines_in(block):
        yield from _marked(inlines)


def _marked(inlines: Inlines) -> Iterator[Inline]:
    for inline in inlines:
        if not isinstance(inline, Text):
            yield inline
        if isinstance(inline, CONTAINERS):
            yield from _marked(inline.inlines)


def lines_in(block: Block) -> Iterator[Inlines]:
    """Yield every run of inlines that belongs to a block itself: items, cells, titles."""
    match block:
        case Paragraph() | FinePrint() | Heading():
            yield block.inlines
        case BulletList() | NumberedList() | Remarks() | IndexLetter():
            yield from block.items
        case TableBlock(header, rows):
            yield from (block.caption, *header, *chain.from_iterable(rows))
        case DefinitionList(definitions):
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
        case EntryHeading() | RollerBlock() | FormFields() | Versions():
            return
        case _:
            assert_never(block)


# The words in it.


def plain(inlines: Inlines) -> str:
    """Return the text of inlines without markup."""
    return "".join([i.text if type(i) is Text else _plain(i) for i in inlines])


def _plain(inline: Inline) -> str:
    match inline:
        case Text(text) | CodeSpan(text) | Badge(text=text):
            return text
        case DiceFaces(faces):
            return ", ".join(faces)
        case InlineAnchor() | RemovedText() | RollButton() | ReadyLinks():
            return ""
        case _:
            return plain(inline.inlines)
