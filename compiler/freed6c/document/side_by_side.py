"""Show both versions of a document side by side: the book, and the book as packs change it.

The pages of a build are compared with those of a build of the book alone, block by block, so what
is shown of the book is what the book shows. Where they say the same, nothing is said twice. What
was removed or put in within a paragraph, a cell, or an item is `RemovedText` or `InsertedText`;
what has no counterpart is so as a whole; blocks that cannot be told apart inside are `Versions`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeVar, cast, get_args

from freed6c.document import blocks, changes, licenses
from freed6c.document.blocks import InsertedText, RemovedText, Versions
from freed6c.packs.bounded_diff import matcher

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Sequence

    from freed6c.document.blocks import Block, Blocks, Document, Inlines, Page


T = TypeVar("T")
N = TypeVar("N", blocks.DefinitionItem, blocks.Panel)

INLINES: Final = get_args(blocks.Inline)
BOOK: Final = "--book"
"""What anchors of charts of the book end with."""


# Documents and pages.


def with_book(
    document: Document, book: Document, now: Callable[[str], str]
) -> Document:
    """The document with what the book says; `now` is the id that stands for one of the book."""
    known = {_key(page, now): page for page in book.pages}
    absent: Blocks = (blocks.FinePrint((blocks.Text(document.words["book.absent"]),)),)

    def both(page: Page) -> Page:
        before = known.get(_key(page, str))
        if page.anchor == f"page-{licenses.KEY}":
            return page
        if before is not None:
            title = before.title if before.title != page.title else ""
            content = merged(tuple(before.blocks), tuple(page.blocks))
            users = merged(tuple(before.backlinks), tuple(page.backlinks))
            same = (content, users) == (tuple(page.blocks), tuple(page.backlinks))
            return page.but(
                blocks=content,
                backlinks=users,
                before=title,
                versions=bool(title) or not same,
            )
        if not page.entry:
            return page
        marks = tuple(b for b in page.blocks if isinstance(b, blocks.ChangeMark))
        rest = tuple(b for b in page.blocks if not isinstance(b, blocks.ChangeMark))
        return page.but(blocks=(*marks, Versions(absent, rest)), versions=True)

    return document.but(pages=tuple(map(both, document.pages)))


def _key(page: Page, now: Callable[[str], str]) -> tuple[str, bool]:
    """What makes pages of two builds the same: the entry, or the page's own anchor.

    A list of tables and the table mode have the same one, but only one of them is live.
    """
    return now(page.entry) if page.entry else page.anchor, page.live


# What is the same, whatever packs have to say beside it.


def _signature(value: Any) -> Hashable:
    """The value without anchors, badges and marks, and without the spaces between words."""
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
"""What stands beside words and is none of them."""


def _worded(words: Inlines) -> Inlines:
    return tuple(word for word in words if not isinstance(word, BESIDE))


def _same(before: object, after: object) -> bool:
    return before == after or _signature(before) == _signature(after)


def _unanchored(value: T) -> T:
    """Without all that links lead to: the same anchors stand in the later version."""
    if isinstance(value, tuple):
        kept = (part for part in value if not isinstance(part, blocks.InlineAnchor))
        return cast("T", tuple(map(_unanchored, kept)))
    if not isinstance(value, blocks.DocumentNode):
        return value
    inside: dict[str, Any] = {
        name: _unanchored(inner)
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
        case _:
            pass
    return cast("T", cast("Any", value).but(**inside))


# Sequences: what stands in both, what in one alone.


def _aligned(
    before: Sequence[T], after: Sequence[T], key: Callable[[T], Hashable]
) -> Iterator[tuple[T | None, T | None]]:
    """Pairs of what has the same key, in order, and what is alone between them."""
    old, new = list(map(key, before)), list(map(key, after))
    for operation, a, b, c, d in matcher(old, new).get_opcodes():
        if operation == "equal":
            yield from zip(before[a:b], after[c:d], strict=True)
        else:
            yield from ((one, None) for one in before[a:b])
            yield from ((None, one) for one in after[c:d])


def merged(before: Blocks, after: Blocks) -> Blocks:
    """Blocks of both; marks of changes stay where they are."""
    if before == after:
        return after
    marks: dict[int, list[Block]] = {}
    told: list[Block] = []
    for block in after:
        if isinstance(block, blocks.ChangeMark):
            marks.setdefault(len(told), []).append(block)
        else:
            told.append(block)
    content: list[Block] = []
    done = 0
    for old, new in _aligned(before, told, _shape):
        if new is None:
            content.append(Versions(_unanchored((old,) if old else ()), ()))
            continue
        content += marks.get(done, ())
        done += 1
        content.append(Versions((), (new,)) if old is None else _pair(old, new))
    content += marks.get(done, ())
    return tuple(content)


def _shape(block: Block) -> Hashable:
    """What blocks of both versions have in common if they can be told apart inside."""
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
    """Two blocks of one shape as one, or both."""
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
            items = _items(old.items, new.items)
            return new.but(items=items, before=before)
        case blocks.TableBlock(), blocks.TableBlock():
            rows = tuple(_rows(old.rows, new.rows))
            return new.but(rows=rows, caption=_words(old.caption, new.caption))
        case blocks.DefinitionList(), blocks.DefinitionList():
            return new.but(items=tuple(_named_parts(old.items, new.items, "term")))
        case blocks.Panels(), blocks.Panels("character"):
            # A sheet is filled in by the rules of the table.
            return new
        case blocks.Panels(), blocks.Panels():
            panels = tuple(_named_parts(old.items, new.items, "title"))
            return new.but(items=panels)
        case _:
            return Versions((_unanchored(old),), (new,))


def _words(before: Inlines, after: Inlines) -> Inlines:
    """Words of both, behind the anchors of the later version and in front of its badges."""
    if _same(before, after):
        return after
    anchors, badges = (
        tuple(word for word in after if isinstance(word, kind)) for kind in BESIDE
    )
    said = changes.inline_diff(_worded(_unanchored(before)), _worded(after))
    return (*anchors, *said, *((blocks.Text(" "), *badges) if badges else ()))


def _gone(words: Inlines) -> Inlines:
    return (RemovedText(_unanchored(words)),) if words else ()


def _new(words: Inlines) -> Inlines:
    return (InsertedText(words),) if words else ()


def _items(before: Sequence[Inlines], after: Sequence[Inlines]) -> tuple[Inlines, ...]:
    """Items of lists: those that differ are told apart where as many stand in the same place."""
    old, new = list(map(_signature, before)), list(map(_signature, after))
    items: list[Inlines] = []
    for operation, a, b, c, d in matcher(old, new).get_opcodes():
        if operation == "equal":
            items += after[c:d]
        elif b - a == d - c:
            items += map(_words, before[a:b], after[c:d])
        else:
            items += [*map(_gone, before[a:b]), *map(_new, after[c:d])]
    return tuple(items)


def _rows(
    before: Sequence[tuple[Inlines, ...]], after: Sequence[tuple[Inlines, ...]]
) -> Iterator[tuple[Inlines, ...]]:
    for old, new in _aligned(before, after, _named):
        match old, new:
            case None, tuple():
                yield tuple(map(_new, new))
            case tuple(), None:
                yield tuple(map(_gone, old))
            case tuple(), tuple():
                yield tuple(map(_words, old, new))
            case _:
                pass


def _named(row: Sequence[Inlines]) -> Hashable:
    """What makes rows of two versions the same: the entry, or the first words but numbers."""
    for cell in row:
        for inline in cell:
            if isinstance(inline, blocks.InlineAnchor):
                return inline.id
    words = [_signature(cell) for cell in row if not _is_number(cell)]
    return next(filter(None, words), None)


def _is_number(cell: Inlines) -> bool:
    return all(isinstance(one, blocks.Text) and one.text.isdigit() for one in cell)


def _named_parts(before: Sequence[N], after: Sequence[N], field: str) -> Iterator[N]:
    """Definitions, or panels, of both versions; the words in a field name them."""

    def words(part: N) -> Inlines:
        return cast("Inlines", getattr(part, field))

    for old, new in _aligned(before, after, lambda part: _named((words(part),))):
        if old is not None and new is not None:
            named = {field: _words(words(old), words(new))}
            yield new.but(**named, blocks=merged(old.blocks, new.blocks))
        elif new is not None:
            yield new.but(**{field: _new(words(new))})
        elif old is not None:
            yield _unanchored(old).but(**{field: _gone(words(old))})
