"""The tree that backends render: a document of pages, pages of blocks, blocks of inlines.

A block is a paragraph, list, table and so on; an inline is a piece of text within one. All texts
are final and all references resolved. A link has the id of its target, and `Document.places` has
the page and anchor of each id.

A document can show two versions: the book, which is the base game, and the table's rules, which
are the base game as packs change it. Fields named `before` have the version of the book.
"""

from __future__ import annotations

from collections.abc import Sequence
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

from freed6c.packs.lazy import dataclass, replace

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from fractions import Fraction

    from freed6c.model.manifest import SitePicture
    from freed6c.runtime.play.checks import CheckResult


@dataclass_transform(frozen_default=True)
class DocumentNode:
    """A node of the tree. Each subclass is a frozen dataclass."""

    def __init_subclass__(cls, *, kw_only: bool = False) -> None:
        dataclass(frozen=True, kw_only=kw_only)(cls)

    def but(self, **fields: Any) -> Self:
        """Return a copy with other values for some fields."""
        return cast("Self", replace(cast("Any", self), **fields))


# Charts.


class Series(DocumentNode):
    """One data series of a chart: a value for each of its `places`.

    `mark` is a short form of the label for narrow charts.
    """

    label: str
    values: tuple[Fraction, ...]
    mark: str = ""


class Picture(DocumentNode):
    """One plot of a chart. It has a title if the chart has several."""

    title: str
    series: tuple[Series, ...]


class Chart(DocumentNode, kw_only=True):
    """A chart of probabilities, with a table of its numbers.

    Forms: `lines` draws a line for each series; `shares` draws a bar for each place, divided among
    the series; `pairs` draws two series, before and after. `places` are the ticks of the x-axis,
    `along` is its label, and `scale` are the ticks of the y-axis, evenly spaced from 0 to 1. If
    `numbers` is set, the table is folded under this label.
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
"""The room to write in: a die code, a number, a line of words, lines of text, a box to tick, or
several boxes; empty for none."""


class FormField(DocumentNode):
    """A label of a character sheet with room to write after it; `inside` are its subfields.

    `count` is the number of boxes. `about` is the id of the entry whose value is written there, or
    another key of a saved character; `badge` is shown if packs added or changed the entry.
    """

    label: str
    blank: Blank
    inside: tuple[FormField, ...] = ()
    count: int = 0
    about: str = ""
    badge: Inlines = ()


class FormFields(DocumentNode):
    """Fields one below the other."""

    items: tuple[FormField, ...]


class Panel(DocumentNode):
    """A small box of blocks with a title.

    `kind` is the word for its kind, such as "Action". `blank` and `about` are the room to write
    beside its title, as in a `FormField`. For a card, `entry` is the id of its first entry.
    """

    title: Inlines
    blocks: Blocks
    kind: str = ""
    blank: Blank = ""
    about: str = ""
    entry: str = ""


class Panels(DocumentNode):
    """The panels of a quick reference, a character sheet, or cards to cut out."""

    look: Literal["reference", "character", "cards"]
    items: tuple[Panel, ...]


class RollerBlock(DocumentNode):
    """The place of the site's dice roller or table mode; `without` is shown without scripts."""

    without: Inlines
    what: Literal["roller", "table"] = "roller"


# Inlines.


class Text(DocumentNode):
    """Plain characters. Nothing in them is markup."""

    text: str


class Marked(DocumentNode):
    """A base class for inlines that mark other inlines."""

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
    """A link to another site, by http or https."""

    url: str
    inlines: Inlines


class ValueText(DocumentNode):
    """A value of the ruleset in words, with its address."""

    address: str
    inlines: Inlines


class Rollable(DocumentNode):
    """Dice that a reader can roll. `pool` is what to roll, in the notation of the ruleset.

    `procedure` is the id of the procedure, by default the first one.
    """

    pool: str
    inlines: Inlines
    procedure: str = ""


class RollButton(DocumentNode):
    """A button for a roll. It is left out of plain text.

    `what` is the id of a rating of the rolling character, or of a value that is a die code; `code`
    is the die code of the chosen row for that value. `against` is the number to reach, if known.
    `label` is the name of the roll, if there are several buttons side by side. `resisted` are the
    ids of the ratings that targets resist with as fixed values. After a success, `gives` are the
    names of the inflicted conditions by rank, from rank 0, or by the margin, unless they depend on
    the target's; `inflicts` are the ids of those that a target without conditions gets, and `then`
    is the next roll. `procedure` is the id of the procedure, if it isn't that of the rating.
    """

    what: str
    against: str = ""
    label: str = ""
    code: str = ""
    resisted: tuple[str, ...] = ()
    gives: tuple[str, ...] = ()
    inflicts: tuple[tuple[str, ...], ...] = ()
    by_margin: bool = False
    then: NextRoll | None = None
    procedure: str = ""


class NextRoll(DocumentNode):
    """A roll that follows a success: its name, its button, and the bonus for each rank.

    `by` has the bonuses from rank 0; None means that the rank has no such roll.
    """

    name: str
    button: RollButton
    by: tuple[str | None, ...]


class ReadyLinks(DocumentNode):
    """The links to open a pregenerated character, by its key, on the sheet and to save its JSON."""

    key: str


class DiceFaces(DocumentNode):
    """A picture of rolled dice, with the face of each. An exploded die has several: `6+2`."""

    faces: tuple[str, ...]


class InlineAnchor(DocumentNode):
    """The target of links to an entry that has no heading."""

    id: str


class RemovedText(Marked):
    """Words that a pack removed."""


class InsertedText(Marked):
    """Words that a pack added."""


class Badge(DocumentNode):
    """A sign that packs added or changed the entry whose name is in front of it.

    If there is little room, `brief` replaces the text; if `brief` is empty, only the sign is shown.
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
    """The heading of an entry, with the word for its kind, and its title `before` if changed."""

    level: int
    id: str
    title: str
    kind: str
    before: str = ""


class Paragraph(DocumentNode):
    """A paragraph of text."""

    inlines: Inlines


class FinePrint(DocumentNode):
    """A side note: aliases, sources, the license."""

    inlines: Inlines


class BulletList(DocumentNode):
    """An unordered list. `below` has the blocks nested in each item; empty if there are none."""

    items: tuple[Inlines, ...]
    below: tuple[Blocks, ...] = ()


class NumberedList(DocumentNode):
    """An ordered list from the number `start`. `below` is as in a `BulletList`."""

    items: tuple[Inlines, ...]
    below: tuple[Blocks, ...] = ()
    start: int = 1


Alignment: TypeAlias = Literal["left", "right"]


ColumnKind: TypeAlias = Literal["name", "effect", "fact", "prose"]
"""The content of a column: names of the rows; effects or durations; other facts; prose, which
narrow screens show last."""


class TableBlock(DocumentNode):
    """A table. `kinds` has the kind of each column, or is empty.

    A `listing` is a long table, which readers can sort and filter. In a table of `lists`, each
    column is a list, and rows mean nothing.
    """

    header: tuple[Inlines, ...]
    rows: tuple[tuple[Inlines, ...], ...]
    caption: Inlines = ()
    alignment: tuple[Alignment, ...] = ()
    kinds: tuple[ColumnKind, ...] = ()
    listing: bool = False
    lists: bool = False

    @property
    def names(self) -> int:
        """Index of the column with the row headers: the first of the kind "name", or column 0."""
        return self.kinds.index("name") if "name" in self.kinds else 0

    @property
    def words(self) -> tuple[tuple[str, ...], ...]:
        """The plain text of all cells, row by row, from the header."""
        return tuple(tuple(map(plain, row)) for row in (self.header, *self.rows))


class DefinitionItem(DocumentNode):
    """A term with its description."""

    term: Inlines
    blocks: Blocks


class DefinitionList(DocumentNode):
    """A definition list; `numbered` if the order matters.

    If `folded`, sites show the term and the first paragraph of each item on a line, and fold the
    rest below it.
    """

    items: tuple[DefinitionItem, ...]
    numbered: bool = False
    folded: bool = False


class ReadingItem(DocumentNode):
    """A possible reading of an open question. At most one in a note is `chosen`."""

    blocks: Blocks
    chosen: bool = False


class NoteBlock(DocumentNode, kw_only=True):
    """A note on an open question: the problem, its possible readings, and why one is chosen.

    `kind` is the word for the kind of problem.
    """

    id: str
    title: Inlines
    kind: str
    problem: Blocks
    readings: tuple[ReadingItem, ...]
    why: Blocks


class Remarks(DocumentNode):
    """Remarks about a rule, which sites can fold.

    Kinds: short notes, worked examples, `exact` sentences made from the data, and `revision`s with
    the earlier words. `label` is the word for the kind, `count` a text such as "2 examples", and
    `before` the summary in the book if it differs.
    """

    kind: Literal["note", "example", "exact", "revision"]
    label: str
    count: str
    items: tuple[Inlines, ...]
    before: str = ""

    @property
    def summary(self) -> str:
        """The label of the folded remarks."""
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
    """The changes that packs made to the entry above, and why. Added entries have no revisions."""

    label: str
    why: Inlines
    revisions: tuple[Revision, ...] = ()


class Versions(DocumentNode):
    """Blocks of the book (`before`) and of the table's rules (`after`); one can be empty."""

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
    """The content of a site's start page, besides its links.

    `lead` introduces house rules, and `house_rules` explains how to write some if there are none
    yet. `roll` is an example roll to show.
    """

    lead: Blocks = ()
    roll: CheckResult | None = None
    house_rules: Blocks = ()


# Pages and documents.


Shelf: TypeAlias = Literal["chapters", "reference", "lists", "about", ""]


class Deferred(Sequence[Block]):
    """Blocks that are made when they are first read.

    They belong to pages that describe no entries. So no link leads into them, and links in them are
    not backlinks.
    """

    def __init__(self, make: Callable[[], Iterable[Block]]) -> None:
        self._make = make

    @cached_property
    def _blocks(self) -> Blocks:
        return tuple(self._make())

    def __len__(self) -> int:
        return len(self._blocks)

    def __getitem__(self, index: Any) -> Any:
        return self._blocks[index]


def deferred(content: Iterator[Block]) -> Sequence[Block]:
    """Return blocks of which only the first is made now, to know whether there are any."""
    first = next(content, None)
    return () if first is None else Deferred(lambda: (first, *content))


def describing(pages: Iterable[Page]) -> Iterator[Page]:
    """Yield the pages that can describe entries."""
    return (page for page in pages if not isinstance(page.blocks, Deferred))


class Page(DocumentNode, kw_only=True):
    """A page. `key` is the stem of its file name, `anchor` the anchor of its heading.

    - `table_of_contents`: links to the sections of the page. `summary`: a line on its purpose.
    - `badge`: shown if packs added or changed it.
    - `versions`: True if it also shows the book; `before`: its title in the book, if different.
    - `repeats`: True if its content is also on other pages. `live`: True if it needs scripts, so
      that it has no use in print.
    - `entry`: for the page of a chapter or of a single entry, the id of that.
    - `kind`, `above`, `backlinks`: for the page of a single entry, the word for its kind, the key
      of its parent page, and the links to it.
    - `shelf`: for all other pages, the section of the site's menu.
    """

    key: str
    title: str
    anchor: str
    blocks: Sequence[Block]
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
    """The place of an entry: the key of a page and an anchor; `top` if it is the page itself."""

    page: str
    anchor: str
    top: bool = False


class Document(DocumentNode, kw_only=True):
    """A whole ruleset, ready to render.

    - `places`: the target of every link, by id. `redirects`: by the id of an entry, the anchors
      that redirect to it.
    - `footer`: the lines at the end of every page. `opening`: the first paragraphs of the rules.
      `start`: further content of the start page.
    - `words`: the texts of the navigation by key (`contents`, `skip`).
    - `imprint`: the title, version and license of each pack, for the margin of printed pages.
    - `layered`: True if packs change a base game. `address`: the URL of the site, if known.
      `change`: the URL that changes an entry in the playground, up to its id, if there is one.
      `picture`: that of links to the site.
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
    imprint: str = ""
    layered: bool = False
    address: str = ""
    change: str = ""
    picture: SitePicture | None = None

    def without_repeats(self, *, live: str | None = None) -> Document:
        """Return the document without pages that repeat others.

        If `live` is the key of a page or empty, other live pages are left out.
        """
        dropped = (
            {p.key for p in self.pages if p.live} - {live} if live is not None else ()
        )
        pages = tuple(p for p in self.pages if not p.repeats and p.key not in dropped)
        keys = {page.key for page in pages}
        places = {id_: p for id_, p in self.places.items() if p.page in keys}
        return self.but(pages=pages, places=places)

    def in_two_parts(self) -> Document:
        """Return a book with the entries of all chapters on a page of their own, after chapters."""
        pages, entries = [*self.pages], list[Block]()
        chapters = [n for n, page in enumerate(pages) if page.shelf == "chapters"]
        for n in chapters:
            page = pages[n]
            anchors = [getattr(block, "anchor", "") for block in page.blocks]
            if (anchor := f"{page.anchor}--entries") in anchors:
                at = anchors.index(anchor)
                entries.append(Heading(2, anchor, titled(page.title, page.before)))
                entries += page.blocks[at + 1 :]
                pages[n] = page.but(blocks=page.blocks[:at])
        if entries:
            part = pages[chapters[-1]].but(entry="", before="", anchor="in-detail")
            part = part.but(title=self.words["in-detail"], blocks=entries)
            pages.insert(chapters[-1] + 1, part)
        return self.but(pages=tuple(pages))

    def page(self, key: str) -> Page:
        """Return the page of a key. Raise KeyError for an unknown key."""
        return self._pages[key]

    @cached_property
    def _pages(self) -> Mapping[str, Page]:
        # Reversed, so that the first of several pages with a key wins.
        return {page.key: page for page in reversed(self.pages)}


def titled(title: str, before: str) -> Inlines:
    """Return a title, after the removed title of the book if that differs."""
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
    """Yield the marker, words and nested blocks of each list item: `2.` or `-`."""
    numbers = count(block.start) if isinstance(block, NumberedList) else ()
    marks = (f"{number}." for number in numbers) if numbers else repeat("-")
    return zip(marks, block.items, block.below or repeat(()), strict=False)


def children_of(block: Block) -> Iterator[Block]:
    """Yield the blocks directly nested in a block."""
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
    """Yield the inlines of a block except plain text, in pre-order, without nested blocks."""
    for inlines in lines_in(block):
        yield from _marked(inlines)


def _marked(inlines: Inlines) -> Iterator[Inline]:
    for inline in inlines:
        if not isinstance(inline, Text):
            yield inline
        if isinstance(inline, CONTAINERS):
            yield from _marked(inline.inlines)


def lines_in(block: Block) -> Iterator[Inlines]:
    """Yield each text of a block without its nested blocks: items, cells, titles."""
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


# The plain text of the tree.


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
