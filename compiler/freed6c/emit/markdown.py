"""Backend for Markdown, a file for each page. It reads well as source and renders on GitHub.

Links are relative, anchors are explicit `<a id>` elements, lines are never wrapped.
"""

from __future__ import annotations

import re
from html import escape
from itertools import chain
from textwrap import indent
from typing import TYPE_CHECKING, Final, assert_never

from freed6c.document import blocks as doc
from freed6c.document.wording import chain as chained
from freed6c.document.wording import plain
from freed6c.emit.files import OutputFile
from freed6c.emit.links import Targets

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence


# Inlines. Packs write plain text: every character that could become markup is escaped.


SPECIAL: Final = re.compile(r"[\\`*_\[\]|~$&<>\n\r]")
BY_NAME: Final = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "\n": " ", "\r": " "}
"""Characters with another escape than a backslash. GitHub ends an address at a `\\` before `<`."""
TOGETHER: Final = re.compile(
    r"""
    \\.         # an escaped character, to skip: \*
    | <[^>]*>   # an element or an address, to skip: <a id="x">
    | (?P<ticks>`+) .*? (?P=ticks) (?= (?P<code>`)? )  # `code`, with `code` right after it
    | :(?=//)   # the colon of https://
    | (?<=www)\.  # the first dot of www.example.org
    | !(?=\[)   # an exclamation mark in front of a link: ![text](page.md)
    """,
    re.VERBOSE | re.IGNORECASE,
)
"""Markdown that `_parted` skips, and signs that mean something else together with what follows."""
PARTED: Final = {":": "&#58;", ".": "&#46;", "!": r"\!"}
"""The escapes of such signs."""
FIRST: Final = re.compile(r"^(?:([#+-]|=+$)|([0-9]+)([.)])(?=\s|$))")
"""The begin of a line that would be a heading or a list: `#`, `+`, `-`, `===`, or `12.`, `12)`."""
TICKS: Final = re.compile(r"`+")
ODD_IN_URL: Final = re.compile(r"[\\|`&]")
IN_URL: Final = {"\\": "%5C", "|": "%7C", "`": "%60", "&": "&amp;"}
"""Characters of URLs that mean something else between `<` and `>`, and their escapes there."""


def inline(inlines: doc.Inlines, targets: Targets) -> str:
    """Return inlines as Markdown, on one line."""
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
        case doc.ValueText(_, inner) | doc.Rollable(_, inner, _):
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
    """Return inlines for the begin of a line, where a number or a sign could start a list."""
    return FIRST.sub(
        lambda match: f"{match[2] or ''}\\{match[1] or match[3]}",
        inline(inlines, targets),
    )


def escaped(text: str) -> str:
    """Return plain text with every special character escaped."""
    return _parted(SPECIAL.sub(lambda m: BY_NAME.get(m[0], f"\\{m[0]}"), text))


def _parted(markdown: str) -> str:
    """Return a line in which adjacent parts don't combine to other markup.

    - `!` in front of a link would make it a picture.
    - Two code spans in a row would be one; a zero-width space parts them.
    - GitHub makes a link of a bare `https://…` or `www.…`, up to the next space. Escapes within
      have no effect, so the characters that they escape would be markup again.
    """
    return TOGETHER.sub(
        lambda m: f"{m[0]}&#8203;" if m["code"] else PARTED.get(m[0], m[0]), markdown
    )


def anchor(id_: str) -> str:
    """Return an empty element as the target of links."""
    return f'<a id="{id_}"></a>'


def _web_link(url: str, inlines: doc.Inlines, targets: Targets) -> str:
    """Return a link to another site. If its words are the address, return only `<address>`."""
    words = inline(inlines, targets)
    if words == escaped(url) and not ODD_IN_URL.search(url):
        return f"<{url}>"
    destination = ODD_IN_URL.sub(lambda m: IN_URL[m[0]], url)
    return f"[{words}](<{destination}>)"


def _code(text: str) -> str:
    """Return a code span, in more backticks than the text has in a row."""
    text = text.replace("\n", " ").replace("\r", " ")
    longest = max((len(run) for run in TICKS.findall(text)), default=0)
    ticks = "`" * (longest + 1)
    padding = " " if longest else ""
    return f"{ticks}{padding}{text}{padding}{ticks}"


# Tables, padded so that they are legible as source.


BARE_BAR: Final = re.compile(r"(?<!\\)\|")
"""A `|` without a backslash in front of it."""
WIDEST: Final = 60
"""The most letters of a column that is padded. Wider tables aren't legible as source anyway."""


def table(block: doc.TableBlock, targets: Targets) -> str:
    """Return a table: the header row, the delimiter row, the body rows."""
    header = [_cell(cell, targets) for cell in block.header]
    rows = [[_cell(cell, targets) for cell in row] for row in block.rows]
    alignment = block.alignment or ("left",) * len(header)
    widths = [max(3, *map(len, column)) for column in zip(header, *rows, strict=True)]
    widths = [width if width <= WIDEST else 3 for width in widths]
    rule = [
        "-" * (width - 1) + (":" if side == "right" else "-")
        for width, side in zip(widths, alignment, strict=True)
    ]
    head, *body = (_row(row, widths, alignment) for row in (header, *rows))
    return "\n".join((head, f"| {' | '.join(rule)} |", *body))


def _cell(cell: doc.Inlines, targets: Targets) -> str:
    """Return a cell. Also escape bars in code spans: in a table, a bare one would end the cell."""
    return BARE_BAR.sub(r"\\|", inline(cell, targets))


def _row(cells: Sequence[str], widths: Sequence[int], alignment: Sequence[str]) -> str:
    padded = (
        cell.rjust(width) if side == "right" else cell.ljust(width)
        for cell, width, side in zip(cells, widths, alignment, strict=True)
    )
    return f"| {' | '.join(padded)} |"


# Fields to fill in on paper: underscores to write on, and ballot boxes to tick.


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
    """Return the blank of a field. `count` is the number of boxes if its kind is `boxes`."""
    return " ".join([BOX] * count) if kind == "boxes" else LINES[kind]


def _field(field: doc.FormField, margin: str = "") -> Iterator[str]:
    """Yield the line of a field, then the lines of the fields inside it, indented further."""
    label, room = escaped(field.label), blank(field.blank, field.count)
    labeled = f"{room} {label}" if field.blank == "box" else f"{label}: {room}"
    badge = "".join(f" *({escaped(plain((part,)))})*" for part in field.badge)
    yield f"{margin}- {labeled if room else label}{badge}"
    for inner in field.inside:
        yield from _field(inner, f"{margin}  ")


# Blocks.


UNFOLDED: Final = 2
"""The most remarks that are shown unfolded."""


def blocks(items: Iterable[doc.Block], targets: Targets, deeper: int = 0) -> str:
    """Return blocks with blank lines between them; `deeper` is added to the level of headings.

    Two numbered lists in a row would become one, so every other list has the marks `1)`, `2)`.
    """
    texts: list[str] = []
    for text in filter(None, (_block(b, targets, deeper) for b in items)):
        previous = NUMBER.match(texts[-1]) if texts else None
        after_list_with_dots = previous is not None and previous[2] == "."
        texts.append(NUMBER.sub(r"\1)", text) if after_list_with_dots else text)
    return "\n\n".join(texts)


NUMBER: Final = re.compile(r"^([0-9]+)([.)])(?= )", re.MULTILINE)
"""The mark of an item in a numbered list, `1.` or `1)`; marks in nested lists are indented."""


def heading(level: int, anchor_: str, words: str) -> str:
    """Return a heading below its anchor."""
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
    """Return the items of a list, with the blocks below each item indented as far as its words."""
    lines: list[str] = []
    for mark, words, below in doc.items_of(block):
        rest = blocks(below, targets, deeper)
        # Markdown allows a list here without a blank line, if its first number is 1.
        parted = "\n" if rest.startswith(("- ", "1. ")) else "\n\n" if rest else ""
        rest = indent(rest, " " * (len(mark) + 1))
        lines.append(f"{mark} {line(words, targets)}{parted}{rest}")
    return "\n".join(lines)


def _change(block: doc.ChangeMark, targets: Targets) -> str:
    """Return a change as a quotation: its label, its reason, then its revisions as a list."""
    why = f" {inline(block.why, targets)}" if block.why else ""
    revisions = (
        f"> - {inline(revision.what, targets)}: {inline(revision.said, targets)}"
        for revision in block.revisions
    )
    head = f"> **{escaped(block.label)}.**{why}"
    return "\n".join((head, ">", *revisions) if block.revisions else (head,))


def _panel(panel: doc.Panel, targets: Targets, deeper: int) -> str:
    """Return a panel below its heading, which also has the blank of the panel."""
    room = f" {blank(panel.blank)}" if panel.blank else ""
    title = heading(2 + deeper, "", f"{inline(panel.title, targets)}{room}")
    kind = (f"*{escaped(panel.kind)}*",) if panel.kind else ()
    return "\n\n".join((title, *kind, blocks(panel.blocks, targets, deeper + 1)))


def _remarks(block: doc.Remarks, targets: Targets) -> str:
    """Return remarks as a quotation, or folded if there are more than two."""
    lines = [line(item, targets) for item in block.items if item]
    if len(lines) > UNFOLDED:
        listed = "\n".join(f"- {remark}" for remark in lines)
        summary = f"<summary>{escape(block.count)}</summary>"  # HTML, not Markdown
        return f"<details>{summary}\n\n{listed}\n\n</details>"
    label = escaped(block.label)
    if len(lines) == 1:
        return f"> **{label}:** {lines[0]}"
    return "\n".join((f"> **{label}**", ">", *(f"> - {remark}" for remark in lines)))


def _definitions(block: doc.DefinitionList, targets: Targets) -> str:
    """Return a list, with blank lines between items if an item has several lines."""
    if block.folded:
        return "\n".join(_fold(item, targets) for item in block.items)
    items = [
        _definition(item, f"{number}." if block.numbered else "-", targets)
        for number, item in enumerate(block.items, 1)
    ]
    loose = any("\n" in item for item in items)
    return ("\n\n" if loose else "\n").join(items)


def _fold(item: doc.DefinitionItem, targets: Targets) -> str:
    """Return a list item with its paragraphs on one line, other blocks below."""
    words = [b.inlines for b in item.blocks if isinstance(b, doc.Paragraph)]
    below = (b for b in item.blocks if not isinstance(b, doc.Paragraph))
    line_ = doc.Paragraph(chained("{first}. {next}", words))
    return _definition(item.but(blocks=(line_, *below)), "-", targets)


def _definition(item: doc.DefinitionItem, mark: str, targets: Targets) -> str:
    """Return a list item: the term, its first paragraph on the same line, other blocks below."""
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
        chosen = f"**{words['chosen']}** " if reading.chosen else ""
        body = blocks(reading.blocks, targets).replace("\n", "\n  ")
        readings.append(f"- {chosen}{body}")
    why = blocks(block.why, targets)
    parts = (
        heading(3 + deeper, targets.anchor(block.id), inline(block.title, targets)),
        f"*{escaped(block.kind)}*",
        blocks(block.problem, targets),
        f"{words['readings']}:" if readings else "",
        "\n".join(readings),
        f"**{words['why']}:** {why}" if why else "",
    )
    return "\n\n".join(filter(None, parts))


# Files: the contents, a file for each page, and one file with all pages.


def emit(document: doc.Document) -> tuple[OutputFile, ...]:
    """Return the files of a document: `index.md`, every page, and `all.md`."""
    document = document.without_repeats(live="")
    return (
        OutputFile.text("index.md", index(document)),
        *(
            OutputFile.text(f"{page_.key}.md", page(document, position))
            for position, page_ in enumerate(document.pages)
        ),
        OutputFile.text("all.md", everything(document)),
    )


def page(document: doc.Document, position: int) -> str:
    """Return the page at a position, with links to its neighbors."""
    current = document.pages[position]
    targets = Targets(document, ".md", current.key)
    title = heading(1, current.anchor, escaped(current.title))
    body = blocks(current.blocks, targets)
    return _file(targets, title, body, "---", _navigation(document, position))


def index(document: doc.Document) -> str:
    """Return the contents: links to all pages and to their sections."""
    targets = Targets(document, ".md", "index")
    pages = "\n".join(_contents(page_, targets) for page_ in document.pages)
    all_ = f"[{escaped(document.words['all'])}](all.md)"
    title = f"# {escaped(document.title)}"
    return _file(targets, title, blocks(document.opening, targets), pages, all_)


def everything(document: doc.Document) -> str:
    """Return all pages as one file, with their headings one level deeper."""
    targets = Targets(document, ".md")
    pages = "\n".join(
        f"- [{escaped(page_.title)}](#{page_.anchor})" for page_ in document.pages
    )
    bodies = (
        f"{heading(2, page_.anchor, escaped(page_.title))}\n\n"
        f"{blocks(page_.blocks, targets, 1)}"
        for page_ in document.pages
    )
    return _file(targets, f"# {escaped(document.title)}", pages, *bodies)


def _contents(page_: doc.Page, targets: Targets) -> str:
    link = f"- [{escaped(page_.title)}]({targets.file(page_.key)})"
    headings = " · ".join(inline(words, targets) for words in page_.table_of_contents)
    return f"{link}\n  {headings}" if headings else link


def _navigation(document: doc.Document, position: int) -> str:
    """Return links to the previous page, the contents, and the next page."""
    words, pages = document.words, document.pages
    # Slices with one page, or none at the first and the last page.
    before, after = pages[:position][-1:], pages[position + 1 :][:1]
    contents = f"[{escaped(words['contents'])}](index.md)"
    previous, next_ = (
        [
            f"[{escaped(words[label].format(title=page_.title))}]({page_.key}.md)"
            for page_ in neighbors
        ]
        for label, neighbors in (("previous", before), ("next", after))
    )
    return " · ".join((*previous, contents, *next_))


def _file(targets: Targets, *parts: str) -> str:
    """Return a file: parts with blank lines between them, and the footer."""
    lines = (inline(inlines, targets) for inlines in targets.document.footer)
    return "\n\n".join((*filter(None, parts), "  \n".join(lines))) + "\n"
