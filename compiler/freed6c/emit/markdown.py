"""Markdown that reads well as it is and renders on GitHub: a file for each page.

Links are relative, anchors are those of ids, lines are never wrapped.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from freed6c.document.blocks import (
    Alignment,
    Anchor,
    Badge,
    Blank,
    Block,
    BulletList,
    ChangeMark,
    Chart,
    Code,
    Definition,
    Definitions,
    Document,
    Emphasis,
    EntryHeading,
    Field,
    Fields,
    FinePrint,
    Heading,
    Inline,
    Inlines,
    Inserted,
    LetterBlock,
    Link,
    NoteBlock,
    NumberedList,
    Page,
    Panel,
    Panels,
    Paragraph,
    Remarks,
    Removed,
    Rollable,
    Roller,
    Strong,
    TableBlock,
    Text,
    Value,
    WebLink,
)
from freed6c.emit.files import OutputFile
from freed6c.emit.links import Targets

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence


# Words as Markdown. What a pack wrote is text: nothing in it can become markup.


SPECIAL: Final = re.compile(r"[\\`*_\[\]<>|~$]")
FIRST: Final = re.compile(r"^(?:([#+-]|=+$)|([0-9]+)([.)])(?=\s|$))")
TICKS: Final = re.compile(r"`+")


def inline(inlines: Inlines, targets: Targets) -> str:
    """Some words, on one line."""
    return "".join(_one(one, targets) for one in inlines)


def line(inlines: Inlines, targets: Targets) -> str:
    """Words that begin a line, where a number or a sign could begin a list."""
    return FIRST.sub(_escaped_first, inline(inlines, targets))


def _escaped_first(match: re.Match[str]) -> str:
    return f"\\{match[1]}" if match[1] else f"{match[2]}\\{match[3]}"


def escaped(text: str) -> str:
    """Text of which no sign means anything."""
    said = SPECIAL.sub(lambda match: f"\\{match[0]}", text)
    return said.replace("&", "&amp;").replace("\n", " ")


def anchor(id_: str) -> str:
    """A place for links to lead to."""
    return f'<a id="{id_}"></a>'


def _one(one: Inline, targets: Targets) -> str:
    match one:
        case Text(text):
            return escaped(text)
        case Code(text):
            return _code(text)
        case Strong(inner):
            return f"**{inline(inner, targets)}**"
        case Emphasis(inner):
            return f"*{inline(inner, targets)}*"
        case Value(_, inner) | Rollable(_, inner):
            return inline(inner, targets)
        case _:
            return _place(one, targets)


def _place(one: Inline, targets: Targets) -> str:
    match one:
        case Link(target, inner):
            words, href = inline(inner, targets), targets.href(target)
            return words if href is None else f"[{words}]({href})"
        case WebLink(url, inner):
            return f"[{inline(inner, targets)}](<{url.replace('|', '%7C')}>)"
        case Anchor(id_):
            return anchor(targets.anchor(id_))
        case _:
            return _changed(one, targets)


def _changed(one: Inline, targets: Targets) -> str:
    """Struck, and bold: there is no mark for what is new."""
    match one:
        case Removed(inner):
            return f"~~{inline(inner, targets)}~~"
        case Inserted(inner):
            return f"**{inline(tuple(_unmarked(inner)), targets)}**"
        case Badge(text):
            return f"*({escaped(text)})*"
        case _:
            raise AssertionError(one)


def _unmarked(inlines: Inlines) -> Iterator[Inline]:
    """Bold inside of bold would end it."""
    for one in inlines:
        if isinstance(one, Strong):
            yield from one.inlines
        else:
            yield one


def _code(text: str) -> str:
    """Characters between more backticks than they hold."""
    most = max((len(run) for run in TICKS.findall(text)), default=0)
    ticks = "`" * (most + 1)
    room = " " if most else ""
    return f"{ticks}{room}{text}{room}{ticks}"


# Tables as Markdown, padded so that they can be read as they are.


BARE_BAR: Final = re.compile(r"(?<!\\)\|")
WIDEST: Final = 60
"""Cells wider than this are not padded: nobody reads such a table without rendering."""


def table(block: TableBlock, targets: Targets) -> str:
    """The header, a line, the rows."""
    header = [_cell(cell, targets) for cell in block.header]
    rows = [[_cell(cell, targets) for cell in row] for row in block.rows]
    left: Alignment = "left"
    alignment = block.alignment or (left,) * len(header)
    widths = [
        max(len(row[column]) for row in (header, *rows))
        for column in range(len(header))
    ]
    widths = [max(3, width) if width <= WIDEST else 3 for width in widths]
    rule = [_rule(width, side) for width, side in zip(widths, alignment, strict=True)]
    lines = (_line(row, widths, alignment) for row in (header, *rows))
    first, *others = lines
    return "\n".join((first, f"| {' | '.join(rule)} |", *others))


def _cell(cell: Inlines, targets: Targets) -> str:
    """In code a bar would end the cell: there it is escaped only inside of tables."""
    return BARE_BAR.sub(r"\\|", inline(cell, targets))


def _rule(width: int, alignment: Alignment) -> str:
    return "-" * (width - 1) + ":" if alignment == "right" else "-" * width


def _line(
    cells: Sequence[str], widths: Sequence[int], alignment: Sequence[Alignment]
) -> str:
    padded = (
        cell.rjust(width) if side == "right" else cell.ljust(width)
        for cell, width, side in zip(cells, widths, alignment, strict=True)
    )
    return f"| {' | '.join(padded)} |"


# What is printed and held in hand, as Markdown: room to write becomes a line, a tick a
# box.


BOX: Final = "\N{BALLOT BOX}"
LINES: Final[Mapping[Blank, str]] = {
    "code": r"\_\_\_D+\_\_",
    "number": r"\_\_\_\_",
    "words": r"\_" * 20,
    "text": r"\_" * 40,
    "box": BOX,
    "": "",
}


def fields(block: Fields) -> str:
    """A list, with lists below what others belong to."""
    return "\n".join(line for one in block.items for line in _lines(one, ""))


def blank(of: Blank, count: int = 0) -> str:
    """Room to fill in."""
    return " ".join([BOX] * count) if of == "boxes" else LINES[of]


def _lines(field: Field, indent: str) -> Iterator[str]:
    label, room = escaped(field.label), blank(field.blank, field.count)
    said = f"{room} {label}" if field.blank == "box" else f"{label}: {room}"
    yield f"{indent}- {said if room else label}"
    for one in field.inside:
        yield from _lines(one, f"{indent}  ")


# Blocks as Markdown.


UNFOLDED: Final = 2
"""So many remarks are read in passing."""


def blocks(some: Iterable[Block], targets: Targets, deeper: int = 0) -> str:
    """Blocks with a blank line between them; headings are so many levels `deeper`.

    Paper rolls no dice.
    """
    written = (block for block in some if not isinstance(block, Roller))
    return "\n\n".join(_block(block, targets, deeper) for block in written)


def heading(level: int, anchor_: str, words: str) -> str:
    """A heading under its anchor."""
    title = f"{'#' * min(level, 6)} {words}"
    return f"{anchor(anchor_)}\n\n{title}" if anchor_ else title


def _block(block: Block, targets: Targets, deeper: int) -> str:
    match block:
        case Heading(level, anchor_, inlines):
            return heading(level + deeper, anchor_, inline(inlines, targets))
        case EntryHeading():
            return _entry_heading(block, targets, deeper)
        case Paragraph(inlines) | FinePrint(inlines):
            return line(inlines, targets)
        case NoteBlock() | Panels() | LetterBlock():
            return _parted(block, targets, deeper)
        case ChangeMark() | Remarks():
            return _beside(block, targets)
        case _:
            return _listing(block, targets)


def _change(block: ChangeMark, targets: Targets) -> str:
    """A quotation: who and why, then each thing that is different."""
    why = f" {inline(block.why, targets)}" if block.why else ""
    told = (
        f"> - {inline(one.what, targets)}: {inline(one.said, targets)}"
        for one in block.revisions
    )
    above = (f"> **{escaped(block.label)}.**{why}",)
    return "\n".join((*above, ">", *told) if block.revisions else above)


def _parted(
    block: NoteBlock | Panels | LetterBlock, targets: Targets, deeper: int
) -> str:
    """What has headings of its own."""
    if isinstance(block, NoteBlock):
        return _note(block, targets, deeper)
    if isinstance(block, LetterBlock):
        title = heading(2 + deeper, block.anchor, escaped(block.letter))
        return f"{title}\n\n{_listing(BulletList(block.items), targets)}"
    return "\n\n".join(_panel(one, targets, deeper) for one in block.items)


def _panel(panel: Panel, targets: Targets, deeper: int) -> str:
    """Under a heading, with room beside it where it is to be filled in."""
    room = f" {blank(panel.blank)}" if panel.blank else ""
    title = heading(2 + deeper, "", f"{inline(panel.title, targets)}{room}")
    kind = (f"*{escaped(panel.kind)}*",) if panel.kind else ()
    return "\n\n".join((title, *kind, blocks(panel.blocks, targets, deeper + 1)))


def _beside(block: ChangeMark | Remarks, targets: Targets) -> str:
    """A remark or two as a quotation; more of them are folded away."""
    if isinstance(block, ChangeMark):
        return _change(block, targets)
    label = escaped(block.label)
    lines = [line(item, targets) for item in block.items if item]
    if len(lines) > UNFOLDED:
        return _folded(escaped(block.count), lines)
    if len(lines) == 1:
        return f"> **{label}:** {lines[0]}"
    return "\n".join((f"> **{label}**", ">", *(f"> - {one}" for one in lines)))


def _folded(summary: str, lines: Iterable[str]) -> str:
    listed = "\n".join(f"- {one}" for one in lines)
    return f"<details><summary>{summary}</summary>\n\n{listed}\n\n</details>"


def _listing(block: Block, targets: Targets) -> str:
    match block:
        case BulletList(items):
            return "\n".join(f"- {line(item, targets)}" for item in items)
        case NumberedList(items):
            numbered = enumerate(items, 1)
            return "\n".join(f"{n}. {line(item, targets)}" for n, item in numbered)
        case Chart(table=numbers) | (TableBlock() as numbers):
            caption = inline(numbers.caption, targets)
            above = f"**{caption}**\n\n" if caption else ""
            return f"{above}{table(numbers, targets)}"
        case Definitions():
            return _definitions(block, targets)
        case Fields():
            return fields(block)
        case _:
            raise AssertionError(block)


def _entry_heading(block: EntryHeading, targets: Targets, deeper: int) -> str:
    anchor_ = targets.anchor(block.id) if block.id else ""
    said = heading(block.level + deeper, anchor_, escaped(block.title))
    return f"{said}\n\n*{escaped(block.kind)}*" if block.kind else said


def _definitions(block: Definitions, targets: Targets) -> str:
    """A list; what takes more than a line stands apart from what follows."""
    marks = [f"{n}." if block.numbered else "-" for n in range(1, len(block.items) + 1)]
    items = [
        _definition(item, mark, targets)
        for item, mark in zip(block.items, marks, strict=True)
    ]
    apart = any("\n" in item for item in items)
    return ("\n\n" if apart else "\n").join(items)


def _definition(item: Definition, mark: str, targets: Targets) -> str:
    term = f"**{inline(item.term, targets)}{':' if item.blocks else ''}**"
    first, *others = item.blocks or (None,)
    beside = isinstance(first, Paragraph)
    head = (
        f"{mark} {term} {inline(first.inlines, targets)}"
        if isinstance(first, Paragraph)
        else f"{mark} {term}"
    )
    rest = others if beside or first is None else item.blocks
    inside = blocks(rest, targets)
    indent = " " * (len(mark) + 1)
    return "\n".join((head, *_indented(inside, indent))) if inside else head


def _indented(text: str, indent: str) -> Iterator[str]:
    yield ""
    for one in text.split("\n"):
        yield f"{indent}{one}" if one else ""


def _note(block: NoteBlock, targets: Targets, deeper: int) -> str:
    title = inline(block.title, targets)
    parts = [
        heading(2 + deeper, targets.anchor(block.id), title),
        f"*{escaped(block.kind)}*",
        blocks(block.problem, targets),
    ]
    if block.readings:
        parts.append(f"{escaped(block.labels.readings)}:")
        parts.append(_readings(block, targets))
    if block.why:
        why = blocks(block.why, targets)
        parts.append(f"**{escaped(block.labels.why)}:** {why}")
    return "\n\n".join(part for part in parts if part)


def _readings(block: NoteBlock, targets: Targets) -> str:
    lines = []
    for reading in block.readings:
        chosen = f"**({escaped(block.labels.chosen)})** " if reading.chosen else ""
        first, *more = blocks(reading.blocks, targets).split("\n")
        lines.append("\n".join((f"- {chosen}{first}", *(f"  {one}" for one in more))))
    return "\n".join(lines)


# Whole files of Markdown: pages, their contents, everything in one.


def page(document: Document, position: int) -> str:
    """One page, with the ways on from it."""
    one = document.pages[position]
    targets = Targets(document, ".md", one.key)
    title = heading(1, one.anchor, escaped(one.title))
    body = blocks(one.blocks, targets)
    return _file(targets, title, body, "---", _ways(document, position))


def index(document: Document) -> str:
    """All pages with what is on them."""
    targets = Targets(document, ".md", "index")
    pages = "\n".join(_listed(one, targets) for one in document.pages)
    everything_ = f"[{escaped(document.words['all'])}](all.md)"
    title = f"# {escaped(document.title)}"
    opening = blocks(document.opening, targets)
    return _file(targets, title, opening, pages, everything_)


def everything(document: Document) -> str:
    """All pages in one file, a level down."""
    targets = Targets(document, ".md")
    pages = "\n".join(
        f"- [{escaped(one.title)}](#{one.anchor})" for one in document.pages
    )
    bodies = (
        f"{heading(2, one.anchor, escaped(one.title))}\n\n"
        f"{blocks(one.blocks, targets, 1)}"
        for one in document.pages
    )
    title = f"# {escaped(document.title)}"
    return _file(targets, title, pages, *bodies)


def _listed(one: Page, targets: Targets) -> str:
    link = f"- [{escaped(one.title)}]({targets.file(one.key)})"
    inside = " · ".join(inline(words, targets) for words in one.contents)
    return f"{link}\n  {inside}" if inside else link


def _ways(document: Document, position: int) -> str:
    """To the page before, the contents, the page behind."""
    words = document.words
    ways = [f"[{escaped(words['contents'])}](index.md)"]
    if position > 0:
        before = document.pages[position - 1]
        said = words["previous"].format(title=before.title)
        ways.insert(0, f"[{escaped(said)}]({before.key}.md)")
    if position + 1 < len(document.pages):
        behind = document.pages[position + 1]
        said = words["next"].format(title=behind.title)
        ways.append(f"[{escaped(said)}]({behind.key}.md)")
    return " · ".join(ways)


def _file(targets: Targets, *parts: str) -> str:
    """Parts with blank lines between them, and the footer."""
    footer = "  \n".join(inline(one, targets) for one in targets.document.footer)
    return "\n\n".join((*filter(None, parts), footer)) + "\n"


def emit(document: Document) -> tuple[OutputFile, ...]:
    """The contents, every page, and all of them in one file."""
    document = document.paper
    return (
        OutputFile.text("index.md", index(document)),
        *(
            OutputFile.text(f"{one.key}.md", page(document, position))
            for position, one in enumerate(document.pages)
        ),
        OutputFile.text("all.md", everything(document)),
    )
