"""Backend for Markdown that reads well as source and renders on GitHub: a file for each page.

Links are relative, anchors are explicit `<a id>` elements, lines are never wrapped.
"""

from __future__ import annotations

import re
from html import escape
from itertools import chain
from textwrap import indent
from typing import TYPE_CHECKING, Final, assert_never

from freed6c.document import blocks as doc
from freed6c.document.wording import plain
from freed6c.emit.files import OutputFile
from freed6c.emit.links import Targets

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence


# Inlines. Packs write plain text: every character that could become markup is escaped.


SPECIAL: Final = re.compile(r"[\\`*_\[\]|~$&<>\n\r]")
BY_NAME: Final = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "\n": " ", "\r": " "}
"""What is not escaped by a backslash: GitHub takes one before `<` for the end of an address."""
TOGETHER: Final = re.compile(
    r"""
    \\. | <[^>]*> | (?P<ticks>`+) .*? (?P=ticks) (?= (?P<code>`)? )
    | :(?=//) | (?<=www)\. | !(?=\[)
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""What is whole already, then what becomes something else with what follows it."""
PARTED: Final = {":": "&#58;", ".": "&#46;", "!": r"\!"}
FIRST: Final = re.compile(r"^(?:([#+-]|=+$)|([0-9]+)([.)])(?=\s|$))")
TICKS: Final = re.compile(r"`+")
ODD_IN_URL: Final = re.compile(r"[\\|`&]")
IN_URL: Final = {"\\": "%5C", "|": "%7C", "`": "%60", "&": "&amp;"}
"""What an address may hold and is read otherwise between `<` and `>`, and its form there."""


def inline(inlines: doc.Inlines, targets: Targets) -> str:
    """Inlines as Markdown, on one line."""
    return _parted("".join(_inline(part, targets) for part in inlines))


def _inline(part: doc.Inline, targets: Targets) -> str:
    match part:
        case doc.Text(text):
            return escaped(text)
        case doc.CodeSpan(text):
            return _code(text)
        case doc.Strong(inner):
            return f"**{inline(inner, targets)}**"
        case doc.Emphasis(inner):
            return f"*{inline(inner, targets)}*"
        case doc.ValueText(_, inner) | doc.Rollable(_, inner):
            return inline(inner, targets)
        case doc.Link(target, inner):
            words, href = inline(inner, targets), targets.href(target)
            return words if href is None else f"[{words}]({href})"
        case doc.RollButton() | doc.ReadyLinks():
            return ""  # paper rolls no dice, and has no sheet that adds up
        case doc.WebLink(url, inner):
            return _web_link(url, inner, targets)
        case doc.DiceFaces(faces):
            return ", ".join(faces)
        case doc.InlineAnchor(id_):
            return anchor(targets.anchor(id_))
        case doc.RemovedText(inner):
            return f"~~{inline(inner, targets)}~~"
        case doc.InsertedText(inner):
            # Markdown has no insertion mark, so it is bold; bold inside of bold would end it.
            unbold = (
                item.inlines if isinstance(item, doc.Strong) else (item,)
                for item in inner
            )
            return f"**{inline(tuple(chain.from_iterable(unbold)), targets)}**"
        case doc.Badge(text=text):
            return f"*({escaped(text)})*"
        case _:
            assert_never(part)


def line(inlines: doc.Inlines, targets: Targets) -> str:
    """Inlines that begin a line, where a number or a sign could begin a list."""
    return FIRST.sub(
        lambda match: f"{match[2] or ''}\\{match[1] or match[3]}",
        inline(inlines, targets),
    )


def escaped(text: str) -> str:
    """Plain text with every special character escaped."""
    return _parted(SPECIAL.sub(lambda m: BY_NAME.get(m[0], f"\\{m[0]}"), text))


def _parted(markdown: str) -> str:
    """A line in which no two parts become something that neither is.

    A link behind `!` would be a picture, and code behind code one with it. From `https://` or
    `www.` on, GitHub takes all up to a space for an address, signs of Markdown and their escapes
    too, so that what they kept from being markup would be it.
    """
    return TOGETHER.sub(
        lambda m: f"{m[0]}&#8203;" if m["code"] else PARTED.get(m[0], m[0]), markdown
    )


def anchor(id_: str) -> str:
    """An element that links can lead to."""
    return f'<a id="{id_}"></a>'


def _web_link(url: str, inlines: doc.Inlines, targets: Targets) -> str:
    """A link out. An address that stands for itself is written as it is."""
    words = inline(inlines, targets)
    if words == escaped(url) and not ODD_IN_URL.search(url):
        return f"<{url}>"
    destination = ODD_IN_URL.sub(lambda m: IN_URL[m[0]], url)
    return f"[{words}](<{destination}>)"


def _code(text: str) -> str:
    """A code span, between more backticks than the text has in a row."""
    text = text.replace("\n", " ").replace("\r", " ")
    longest = max((len(run) for run in TICKS.findall(text)), default=0)
    ticks = "`" * (longest + 1)
    padding = " " if longest else ""
    return f"{ticks}{padding}{text}{padding}{ticks}"


# Tables, padded so that they are legible as source.


BARE_BAR: Final = re.compile(r"(?<!\\)\|")
WIDEST: Final = 60
"""A column wider than this is not padded: such a table is not legible as source anyway."""


def table(block: doc.TableBlock, targets: Targets) -> str:
    """The header row, the delimiter row, the body rows."""
    header = [_cell(cell, targets) for cell in block.header]
    rows = [[_cell(cell, targets) for cell in row] for row in block.rows]
    alignment = block.alignment or ("left",) * len(header)
    columns = zip(header, *rows, strict=True)
    widths = [max(3, *map(len, column)) for column in columns]
    widths = [width if width <= WIDEST else 3 for width in widths]
    rule = [
        "-" * (width - 1) + (":" if side == "right" else "-")
        for width, side in zip(widths, alignment, strict=True)
    ]
    head, *body = (_row(row, widths, alignment) for row in (header, *rows))
    return "\n".join((head, f"| {' | '.join(rule)} |", *body))


def _cell(cell: doc.Inlines, targets: Targets) -> str:
    """A cell. Code spans keep their bars unescaped elsewhere; here one would end the cell."""
    return BARE_BAR.sub(r"\\|", inline(cell, targets))


def _row(cells: Sequence[str], widths: Sequence[int], alignment: Sequence[str]) -> str:
    padded = (
        cell.rjust(width) if side == "right" else cell.ljust(width)
        for cell, width, side in zip(cells, widths, alignment, strict=True)
    )
    return f"| {' | '.join(padded)} |"


# Fields to fill in on paper: a blank to write on is underscores, one to tick a ballot box.


BOX: Final = "\N{BALLOT BOX}"
LINES: Final[Mapping[doc.Blank, str]] = {
    "code": r"\_\_\_D+\_\_",
    "number": r"\_\_\_\_",
    "words": r"\_" * 20,
    "text": r"\_" * 40,
    "box": BOX,
    "": "",
}


def blank(kind: doc.Blank, count: int = 0) -> str:
    """Room to fill in; `count` is how many boxes there are."""
    return " ".join([BOX] * count) if kind == "boxes" else LINES[kind]


def _field(field: doc.FormField, margin: str = "") -> Iterator[str]:
    """The line of a field, and those of the fields inside of it below it."""
    label, room = escaped(field.label), blank(field.blank, field.count)
    labeled = f"{room} {label}" if field.blank == "box" else f"{label}: {room}"
    badge = "".join(f" *({escaped(plain((part,)))})*" for part in field.badge)
    yield f"{margin}- {labeled if room else label}{badge}"
    for inner in field.inside:
        yield from _field(inner, f"{margin}  ")


# Blocks.


UNFOLDED: Final = 2
"""Up to so many remarks are shown unfolded."""


def blocks(items: Iterable[doc.Block], targets: Targets, deeper: int = 0) -> str:
    """Blocks with blank lines between them; `deeper` is added to the level of headings.

    Two numbered lists in a row would become one: the marks of every other one end in `)`.
    """
    written: list[str] = []
    for said in filter(None, (_block(b, targets, deeper) for b in items)):
        before = NUMBER.match(written[-1]) if written else None
        parted = before is not None and before[2] == "."
        written.append(NUMBER.sub(r"\1)", said) if parted else said)
    return "\n\n".join(written)


NUMBER: Final = re.compile(r"^([0-9]+)([.)])(?= )", re.MULTILINE)
"""The mark of an item of a numbered list that is in no other list."""


def heading(level: int, anchor_: str, words: str) -> str:
    """A heading under its anchor."""
    title = f"{'#' * min(level, 6)} {words}"
    return f"{anchor(anchor_)}\n\n{title}" if anchor_ else title


def _block(block: doc.Block, targets: Targets, deeper: int) -> str:
    match block:
        case doc.Heading(level, anchor_, inlines):
            return heading(level + deeper, anchor_, inline(inlines, targets))
        case doc.EntryHeading(level, id_, title, kind, _):
            anchor_ = targets.anchor(id_) if id_ else ""
            line_ = heading(level + deeper, anchor_, escaped(title))
            return f"{line_}\n\n*{escaped(kind)}*" if kind else line_
        case doc.Paragraph(inlines) | doc.FinePrint(inlines):
            return line(inlines, targets)
        case doc.BulletList() | doc.NumberedList():
            return _list(block, targets, deeper)
        case doc.Chart(table=numbers) | (doc.TableBlock() as numbers):
            caption = inline(numbers.caption, targets)
            above = f"**{caption}**\n\n" if caption else ""
            return f"{above}{table(numbers, targets)}"
        case doc.DefinitionList():
            return _definitions(block, targets)
        case doc.NoteBlock():
            return _note(block, targets, deeper)
        case doc.Remarks():
            return _remarks(block, targets)
        case doc.IndexLetter(letter, anchor_, items):
            title = heading(2 + deeper, anchor_, escaped(letter))
            return f"{title}\n\n{_list(doc.BulletList(items), targets)}"
        case doc.ChangeMark():
            return _change(block, targets)
        case doc.Versions(_, after):
            return blocks(after, targets, deeper)
        case doc.Panels():
            return "\n\n".join(_panel(item, targets, deeper) for item in block.items)
        case doc.FormFields(fields):
            return "\n".join(line for field in fields for line in _field(field))
        case doc.RollerBlock():
            # Paper rolls no dice.
            return ""
        case _:
            assert_never(block)


def _list(
    block: doc.BulletList | doc.NumberedList, targets: Targets, deeper: int = 0
) -> str:
    """Items, with the blocks below each indented as far as its words."""
    lines: list[str] = []
    for mark, words, below in doc.items_of(block):
        rest = blocks(below, targets, deeper)
        # A list from 1 may follow the words without a blank line.
        parted = "\n" if rest.startswith(("- ", "1. ")) else "\n\n" if rest else ""
        rest = indent(rest, " " * (len(mark) + 1))
        lines.append(f"{mark} {line(words, targets)}{parted}{rest}")
    return "\n".join(lines)


def _change(block: doc.ChangeMark, targets: Targets) -> str:
    """A quotation: which pack and why, then each revision."""
    why = f" {inline(block.why, targets)}" if block.why else ""
    revisions = (
        f"> - {inline(revision.what, targets)}: {inline(revision.said, targets)}"
        for revision in block.revisions
    )
    head = f"> **{escaped(block.label)}.**{why}"
    return "\n".join((head, ">", *revisions) if block.revisions else (head,))


def _panel(panel: doc.Panel, targets: Targets, deeper: int) -> str:
    """A panel under a heading, which has a blank beside it if the panel has one."""
    room = f" {blank(panel.blank)}" if panel.blank else ""
    title = heading(2 + deeper, "", f"{inline(panel.title, targets)}{room}")
    kind = (f"*{escaped(panel.kind)}*",) if panel.kind else ()
    return "\n\n".join((title, *kind, blocks(panel.blocks, targets, deeper + 1)))


def _remarks(block: doc.Remarks, targets: Targets) -> str:
    """A remark or two as a quotation; more of them are folded."""
    lines = [line(item, targets) for item in block.items if item]
    if len(lines) > UNFOLDED:
        listed = "\n".join(f"- {remark}" for remark in lines)
        summary = f"<summary>{escape(block.count)}</summary>"  # read as HTML
        return f"<details>{summary}\n\n{listed}\n\n</details>"
    label = escaped(block.label)
    if len(lines) == 1:
        return f"> **{label}:** {lines[0]}"
    return "\n".join((f"> **{label}**", ">", *(f"> - {remark}" for remark in lines)))


def _definitions(block: doc.DefinitionList, targets: Targets) -> str:
    """A list, with blank lines between items if any is longer than a line."""
    items = [
        _definition(item, f"{number}." if block.numbered else "-", targets)
        for number, item in enumerate(block.items, 1)
    ]
    loose = any("\n" in item for item in items)
    return ("\n\n" if loose else "\n").join(items)


def _definition(item: doc.DefinitionItem, mark: str, targets: Targets) -> str:
    """A list item: the term, a first paragraph beside it, other blocks indented below."""
    head = f"{mark} **{inline(item.term, targets)}{':' if item.blocks else ''}**"
    below = item.blocks
    if below and isinstance(below[0], doc.Paragraph):
        head = f"{head} {inline(below[0].inlines, targets)}"
        below = below[1:]
    body = blocks(below, targets)
    return f"{head}\n\n{indent(body, ' ' * (len(mark) + 1))}" if body else head


def _note(block: doc.NoteBlock, targets: Targets, deeper: int) -> str:
    words = {
        key: escaped(targets.document.words[f"note.{key}"])
        for key in ("readings", "chosen", "why")
    }
    readings = []
    for reading in block.readings:
        chosen = f"**({words['chosen']})** " if reading.chosen else ""
        body = blocks(reading.blocks, targets).replace("\n", "\n  ")
        readings.append(f"- {chosen}{body}")
    why = blocks(block.why, targets)
    parts = (
        heading(2 + deeper, targets.anchor(block.id), inline(block.title, targets)),
        f"*{escaped(block.kind)}*",
        blocks(block.problem, targets),
        f"{words['readings']}:" if readings else "",
        "\n".join(readings),
        f"**{words['why']}:** {why}" if why else "",
    )
    return "\n\n".join(filter(None, parts))


# Files: the contents, a file for each page, everything in one.


def emit(document: doc.Document) -> tuple[OutputFile, ...]:
    """The files of a document: `index.md`, every page, and `all.md`."""
    document = document.without_repeats(live=False)
    return (
        OutputFile.text("index.md", index(document)),
        *(
            OutputFile.text(f"{page_.key}.md", page(document, position))
            for position, page_ in enumerate(document.pages)
        ),
        OutputFile.text("all.md", everything(document)),
    )


def page(document: doc.Document, position: int) -> str:
    """One page, with links to its neighbors."""
    current = document.pages[position]
    targets = Targets(document, ".md", current.key)
    title = heading(1, current.anchor, escaped(current.title))
    body = blocks(current.blocks, targets)
    return _file(targets, title, body, "---", _navigation(document, position))


def index(document: doc.Document) -> str:
    """All pages with what is on them."""
    targets = Targets(document, ".md", "index")
    pages = "\n".join(_contents(page_, targets) for page_ in document.pages)
    all_ = f"[{escaped(document.words['all'])}](all.md)"
    title = f"# {escaped(document.title)}"
    opening = blocks(document.opening, targets)
    return _file(targets, title, opening, pages, all_)


def everything(document: doc.Document) -> str:
    """All pages in one file, their headings a level deeper."""
    targets = Targets(document, ".md")
    pages = "\n".join(
        f"- [{escaped(page_.title)}](#{page_.anchor})" for page_ in document.pages
    )
    bodies = (
        f"{heading(2, page_.anchor, escaped(page_.title))}\n\n"
        f"{blocks(page_.blocks, targets, 1)}"
        for page_ in document.pages
    )
    title = f"# {escaped(document.title)}"
    return _file(targets, title, pages, *bodies)


def _contents(page_: doc.Page, targets: Targets) -> str:
    link = f"- [{escaped(page_.title)}]({targets.file(page_.key)})"
    headings = " · ".join(inline(words, targets) for words in page_.table_of_contents)
    return f"{link}\n  {headings}" if headings else link


def _navigation(document: doc.Document, position: int) -> str:
    """Links to the previous page, the contents, the next page."""
    words, pages = document.words, document.pages
    before, behind = pages[:position][-1:], pages[position + 1 :][:1]
    contents = f"[{escaped(words['contents'])}](index.md)"
    previous, next_ = (
        [
            f"[{escaped(words[way].format(title=page_.title))}]({page_.key}.md)"
            for page_ in beside
        ]
        for way, beside in (("previous", before), ("next", behind))
    )
    return " · ".join((*previous, contents, *next_))


def _file(targets: Targets, *parts: str) -> str:
    """Parts with blank lines between them, and the footer."""
    lines = (inline(inlines, targets) for inlines in targets.document.footer)
    footer = "  \n".join(lines)
    return "\n\n".join((*filter(None, parts), footer)) + "\n"
