"""Merge two versions of a document into one that shows both: the book, and the table's rules.

"The book" is the base game without packs; "the table's rules" are the same game with its packs.
Both are rendered, then compared page by page and block by block. Equal blocks are shown once.
Differences within a paragraph, table cell or list item become `RemovedText` and `InsertedText`.
Blocks of only one version, and blocks of a type that can't be compared inside, become `Versions`.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast, get_args

from freed6c.document import blocks, changes, licenses
from freed6c.document.blocks import InsertedText, RemovedText, Versions, plain
from freed6c.packs.bounded_diff import matcher

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence

    from freed6c.document.blocks import Block, Blocks, Document, Inlines, Page


T = TypeVar("T")
N = TypeVar("N", blocks.DefinitionItem, blocks.Panel)

INLINES: Final = get_args(blocks.Inline)
BOOK: Final = "--book"
"""The suffix for anchors of the book's charts, to make them unique."""


# Documents and pages.


def with_book(
    document: Document, book: Document, now: Callable[[str], str]
) -> Callable[[Page], Page]:
    """Return a function that puts the book's version of a page beside it where they differ.

    `now` returns the id that an entry of the book has in the document, as packs can rename it.
    """
    book_pages = {_key(page, now): page for page in book.pages}
    absent: Blocks = (blocks.FinePrint((blocks.Text(document.words["book.absent"]),)),)

    def both(page: Page) -> Page:
        before = book_pages.get(_key(page, str))
        # Licenses are not rules: only those of the document apply.
        if page.anchor == f"page-{licenses.KEY}":
            return page
        if before is not None:
            title = before.title if before.title != page.title else ""
            content = merged(tuple(before.blocks), tuple(page.blocks))
            backlinks = merged(tuple(before.backlinks), tuple(page.backlinks))
            same = (content, backlinks) == (tuple(page.blocks), tuple(page.backlinks))
            return page.but(
                blocks=content,
                backlinks=backlinks,
                before=title,
                versions=bool(title) or not same,
            )
        if not page.entry:
            return page
        marks = tuple(b for b in page.blocks if isinstance(b, blocks.ChangeMark))
        rest = tuple(b for b in page.blocks if not isinstance(b, blocks.ChangeMark))
        return page.but(blocks=(*marks, Versions(absent, rest)), versions=True)

    return both


def _key(page: Page, now: Callable[[str], str]) -> tuple[str, bool]:
    """Return the key by which pages of both versions are matched: the entry, or the page's anchor.

    The list of tables and the table mode share an anchor, but only the table mode is live.
    """
    return now(page.entry) if page.entry else page.anchor, page.live


# Equality of content, ignoring anchors, badges and change marks.


def _signature(value: Any) -> Hashable:
    """Return the content of a node for comparison.

    It has no anchors, badges, change marks, or spaces between words.
    """
    if isinstance(value, tuple):
        if value and isinstance(value[0], INLINES):
            return tuple(changes.words_in(_worded(cast("Inlines", value))))
        return tuple(
            _signature(item)
            for item in value
            if not isinstance(item, blocks.ChangeMark)
        )
    if isinstance(value, blocks.DocumentNode):
        return (type(value).__name__, *map(_signature, vars(value).values()))
    return cast("Hashable", value)


BESIDE: Final = (blocks.InlineAnchor, blocks.Badge)
"""Inlines that add no words to a text."""


def _worded(words: Inlines) -> Inlines:
    return tuple(word for word in words if not isinstance(word, BESIDE))


def _same(before: object, after: object) -> bool:
    return before == after or _signature(before) == _signature(after)


def unanchored(value: T) -> T:
    """Return a node of the book without anchors, which must be unique: the new version has them."""
    if isinstance(value, tuple):
        items = (item for item in value if not isinstance(item, blocks.InlineAnchor))
        return cast("T", tuple(map(unanchored, items)))
    if not isinstance(value, blocks.DocumentNode):
        return value
    inside: dict[str, Any] = {
        name: unanchored(inner)
        for name, inner in vars(value).items()
        if isinstance(inner, tuple)
    }
    match value:
        case blocks.Chart(anchor=anchor):
            inside["anchor"] = f"{anchor}{BOOK}"
        case blocks.EntryHeading() | blocks.NoteBlock():
            inside["id"] = ""
        case blocks.Heading():
            inside["anchor"] = ""
    return cast("T", cast("Any", value).but(**inside))


# Sequences: items in both versions, and items in only one.


def _aligned(
    before: Sequence[T], after: Sequence[T], key: Callable[[T], Hashable]
) -> Iterator[tuple[T | None, T | None]]:
    """Align two sequences by a key; yield pairs in order, with None if the other has no match.

    With the items themselves as keys, `abc` and `acd` yield aa, b-, cc, -d.
    """
    old, new = list(map(key, before)), list(map(key, after))
    for operation, a, b, c, d in matcher(old, new).get_opcodes():
        if operation == "equal":
            yield from zip(before[a:b], after[c:d], strict=True)
        else:
            yield from ((item, None) for item in before[a:b])
            yield from ((None, item) for item in after[c:d])


def merged(before: Blocks, after: Blocks) -> Blocks:
    """Merge the blocks of both versions; change marks stay in front of the same new block."""
    if before == after:
        return after
    # The marks by the number of new blocks in front of them.
    marks: dict[int, list[Block]] = {}
    unmarked: list[Block] = []
    for block in after:
        if isinstance(block, blocks.ChangeMark):
            marks.setdefault(len(unmarked), []).append(block)
        else:
            unmarked.append(block)
    content: list[Block] = []
    new_blocks = 0
    for old, new in _aligned(before, unmarked, _match_key):
        if new is None:
            content.append(Versions(unanchored((old,) if old else ()), ()))
            continue
        content += marks.get(new_blocks, ())
        new_blocks += 1
        content.append(Versions((), (new,)) if old is None else _pair(old, new))
    content += marks.get(new_blocks, ())
    return tuple(content)


def _match_key(block: Block) -> Hashable:
    """Return the key by which blocks of both versions are matched, then compared inside."""
    match block:
        case blocks.EntryHeading(_, id_, title):
            return "entry", id_ or title
        case blocks.NoteBlock(id=id_) | blocks.Chart(anchor=id_):
            return type(block).__name__, id_
        case blocks.Heading(_, anchor, inlines):
            return "heading", anchor or _signature(inlines)
        case blocks.TableBlock(header):
            return "table", _signature(header)
        case blocks.Panels(look):
            return "panels", look
        case blocks.Remarks(kind):
            return "remarks", kind
        case blocks.IndexLetter(letter):
            return "letter", letter
        case _:
            return type(block).__name__


def _pair(old: Block, new: Block) -> Block:
    """Merge two matching blocks into one with marked differences, or into `Versions`."""
    if _same(old, new):
        return new
    match old, new:
        case (
            (blocks.Paragraph() | blocks.FinePrint() | blocks.Heading()),
            (blocks.Paragraph() | blocks.FinePrint() | blocks.Heading()),
        ):
            return new.but(inlines=_words(old.inlines, new.inlines))
        case blocks.EntryHeading(), blocks.EntryHeading():
            return new.but(before=old.title if old.title != new.title else "")
        case blocks.IndexLetter(), blocks.IndexLetter():
            return new.but(items=_items(old.items, new.items))
        case (
            (blocks.BulletList(below=()) | blocks.NumberedList(below=())),
            (blocks.BulletList(below=()) | blocks.NumberedList(below=())),
        ):
            return new.but(items=_items(old.items, new.items))
        case blocks.Remarks(), blocks.Remarks():
            before = old.summary if old.summary != new.summary else ""
            return new.but(items=_items(old.items, new.items), before=before)
        case blocks.TableBlock(), blocks.TableBlock():
            rows = tuple(_rows(old.rows, new.rows))
            return new.but(rows=rows, caption=_words(old.caption, new.caption))
        case blocks.DefinitionList(), blocks.DefinitionList():
            return new.but(items=tuple(_named_parts(old.items, new.items, "term")))
        case blocks.Panels(), blocks.Panels("character"):
            # People fill in only the sheet for the rules that they play by.
            return new
        case blocks.Panels(), blocks.Panels():
            return new.but(items=tuple(_named_parts(old.items, new.items, "title")))
        case _:
            return Versions((unanchored(old),), (new,))


def _words(before: Inlines, after: Inlines) -> Inlines:
    """Diff two texts; the anchors of the new version come first, its badges last."""
    if _same(before, after):
        return after
    anchors, badges = (
        tuple(word for word in after if isinstance(word, kind)) for kind in BESIDE
    )
    diff = changes.inline_diff(_worded(unanchored(before)), _worded(after))
    return (*anchors, *diff, *((blocks.Text(" "), *badges) if badges else ()))


def _removed(words: Inlines) -> Inlines:
    return (RemovedText(unanchored(words)),) if words else ()


def _inserted(words: Inlines) -> Inlines:
    return (InsertedText(words),) if words else ()


def _items(before: Sequence[Inlines], after: Sequence[Inlines]) -> tuple[Inlines, ...]:
    """Merge list items.

    If equally many items differ between two equal ones, each is diffed with its counterpart;
    otherwise they are removed and inserted as a whole.
    """
    old, new = list(map(_signature, before)), list(map(_signature, after))
    items: list[Inlines] = []
    for operation, a, b, c, d in matcher(old, new).get_opcodes():
        if operation == "equal":
            items += after[c:d]
        elif b - a == d - c:
            items += map(_words, before[a:b], after[c:d])
        else:
            items += [*map(_removed, before[a:b]), *map(_inserted, after[c:d])]
    return tuple(items)


def _rows(
    before: Sequence[tuple[Inlines, ...]], after: Sequence[tuple[Inlines, ...]]
) -> Iterator[tuple[Inlines, ...]]:
    """Yield the merged rows of a table, cell by cell."""
    for old, new in _aligned(before, after, _row_key):
        if old is not None and new is not None:
            yield tuple(map(_words, old, new))
        elif new is not None:
            yield tuple(map(_inserted, new))
        elif old is not None:
            yield tuple(map(_removed, old))


def _row_key(row: Sequence[Inlines]) -> Hashable:
    """Return the key by which rows are matched: the entry, or the first cell that isn't a number.

    Numbers are skipped because packs change them, while the row stays the same.
    """
    for cell in row:
        for inline in cell:
            if isinstance(inline, blocks.InlineAnchor):
                return inline.id
    words = [_signature(cell) for cell in row if not _is_number(cell)]
    return next(filter(None, words), None)


def _term_key(term: Inlines) -> Hashable:
    """Return the key by which terms are matched: that of a row, without words in parentheses."""
    names = (w for w in changes.words_in(term) if not plain(w).startswith("("))
    return _row_key((tuple(chain.from_iterable(names)),))


def _is_number(cell: Inlines) -> bool:
    return all(isinstance(item, blocks.Text) and item.text.isdigit() for item in cell)


def _named_parts(before: Sequence[N], after: Sequence[N], field: str) -> Iterator[N]:
    """Yield the merged definitions or panels of both versions, matched by the words in a field."""

    def words(part: N) -> Inlines:
        return cast("Inlines", getattr(part, field))

    for old, new in _aligned(before, after, lambda part: _term_key(words(part))):
        if old is not None and new is not None:
            title = {field: _words(words(old), words(new))}
            yield new.but(**title, blocks=merged(old.blocks, new.blocks))
        elif new is not None:
            yield new.but(**{field: _inserted(words(new))})
        elif old is not None:
            yield unanchored(old).but(**{field: _removed(words(old))})
