"""Renders document blocks and inlines as HTML.

Jinja2 templates make whole pages; the blocks on them, thousands a site, are written here.
"""

from __future__ import annotations

import json
from copy import copy
from html import escape
from itertools import repeat
from typing import TYPE_CHECKING, Final, assert_never

from freed6c.document import blocks as doc
from freed6c.document.wording import plain
from freed6c.emit.html.charts import figure
from freed6c.emit.html.icons import icon_class
from freed6c.emit.html.tables import cell_tags, fit, is_numbers, sides_of
from freed6c.emit.links import BESIDE, Targets
from freed6c.packs.ids import file_name, kind_of
from freed6c.packs.lazy import dataclass, field, replace

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from freed6c.emit.json_ import Json


# Inlines. Packs write plain text: everything is escaped here, exactly once.


class Html(str):
    """HTML, which templates insert without escaping it."""

    __slots__ = ()

    def __html__(self) -> str:
        """The protocol by which Jinja2 recognizes safe markup."""
        return self


def inline(inlines: doc.Inlines, targets: Targets) -> str:
    """Return inlines as HTML."""
    return Writer(targets).words(inlines)


def _roll_button(button: doc.RollButton, targets: Targets) -> str:
    """Return the element that a script turns into a button for a roll.

    The attribute `data-follows` has what comes after the roll, as JSON (`follows_of`).
    """
    follows = follows_of(button)
    data = {
        "roll": button.what,
        "against": button.against,
        "follows": json.dumps(follows, ensure_ascii=False) if follows else "",
    }
    attributes = "".join(f' data-{k}="{escape(v)}"' for k, v in data.items() if v)
    words = escape(button.label or targets.document.words["roll.button"])
    return f' <span class="roll"{attributes}>{words}</span>'


def follows_of(button: doc.RollButton) -> dict[str, Json]:
    """Return the data for the steps after a roll, without empty members.

    `code` is the die code to roll, `procedure` the id of its procedure, and `resisted` are the ids
    of ratings that others resist with. After a success, `gives` are the names of the conditions
    that follow, by rank, or by margin if `byMargin`, `inflicts` the ids of those on a target
    without any, and `then` is the next roll: its `name`, what each rank adds to it (`by`), and the
    same members as here.
    """
    then = button.then
    data: dict[str, Json] = {
        "code": button.code,
        "procedure": button.procedure,
        "resisted": list(button.resisted),
        "gives": list(button.gives),
        "inflicts": [list(ids) for ids in button.inflicts],
        "byMargin": button.by_margin,
    }
    if then:
        next_roll: dict[str, Json] = {"name": then.name, "roll": then.button.what}
        data["then"] = {**next_roll, "by": list(then.by), **follows_of(then.button)}
    return {key: value for key, value in data.items() if value}


SHEET: Final = "page.sheet"
"""The target of links to the character sheet."""


def _pregen(key: str, targets: Targets) -> str:
    """Return links for a pregenerated character: open it on the sheet, and download its JSON file.

    A site in one file has no file to download.
    """
    words, sheet = targets.document.words, targets.href(SHEET)
    file = targets.href(f"{BESIDE}characters/{file_name(key)}.json")
    if sheet is None:
        return ""
    links = (
        f'<a class="play" href="{sheet}" data-pregen="{escape(key)}">'
        f"{escape(words['pregen.sheet'])}</a>"
    )
    if file is not None:
        links += f' <a href="{file}" download>{escape(words["pregen.save"])}</a>'
    return f' <span class="pregen">{links}</span>'


def badge_words(badge: doc.Badge) -> str:
    """Return a badge, a small label such as "changed".

    A badge can show a `brief` text, even an empty one, instead of its text. Screen readers and the
    tooltip have the whole text.
    """
    text, role = escape(badge.text), f"badge {badge.fate}"
    if badge.brief is None:
        return f'<small class="{role}">{text}</small>'
    shown = f'<span aria-hidden="true">{escape(badge.brief)}</span>'
    return (
        f'<small class="{role}" title="{text}"><span class="spoken">{text}</span>'
        f"{shown if badge.brief else ''}</small>"
    )


def _name(title: doc.Inlines) -> str:
    """Return a title as plain text, without badges."""
    parts = (part for part in title if not isinstance(part, doc.Badge))
    return "".join(
        _name(part.inlines) if isinstance(part, doc.InsertedText) else plain((part,))
        for part in parts
    ).strip()


def anchors(ids: Iterable[str]) -> str:
    """Return empty elements with further ids for links."""
    return "".join(f'<span id="{escape(id_)}"></span>' for id_ in ids)


# Panels and fields: sheets and cards to print, which can be filled in on the page, too.


TAGS: Final[Mapping[doc.Blank, str]] = {
    "code": '<input class="code" size="6"',
    "number": '<input class="number" size="4"',
    "words": '<input class="words"',
    "box": '<input type="checkbox"',
}


def _about(id_: str) -> str:
    """Return the attribute by which a script saves a field."""
    return f' data-about="{escape(id_)}"' if id_ else ""


# Blocks.


SEEN: Final = 3
"""The most revisions of a change mark that is not folded."""
LONG: Final = 700
"""The most characters of HTML of such a change mark."""

UNFOLDED = 2
"""The most worked examples that are shown unfolded."""

RIGHT: Final = ' class="right"'
WHOLE: Final = (doc.RemovedText, doc.InsertedText)
"""The inlines that mark a cell as a whole as removed or inserted."""

CROWDED: Final = 8
"""The fewest columns of chances that don't fit beside each other on a phone."""

H2: Final = 2
"""The level of the headings that begin sections of a page."""

PROSE: Final = (
    doc.Paragraph,
    doc.BulletList,
    doc.NumberedList,
    doc.Remarks,
    doc.NoteBlock,
    doc.Versions,
)
"""Blocks whose links are only links the first time; the links of others are to be followed."""

FACTUAL: Final = (
    *(doc.Paragraph, doc.FinePrint, doc.BulletList, doc.Remarks, doc.Versions),
)
"""Blocks that are short enough to be beside their term in a list of definitions."""


@dataclass()
class Writer:
    """Writes the blocks of one page, and collects data for the frame of the page.

    Settings and state:

    - `deeper`: a number that is added to the level of every heading.
    - `heading`: the last heading, which labels a table without a caption.
    - `small`: True in panels, whose tables have no box that scrolls.
    - `unlinked`: True in summaries, as a tap there unfolds.
    - `numbers`: in a book, the number of the section that each anchor is in.
    - `section`: the anchor of the current section.
    - `linked`: the links in the prose of this section, each of which is a link only once. None
      outside of prose: facts and tables are there to be followed.

    Collected data:

    - `hrefs`: the targets of links to entries.
    - `names`: the headings, and the first cells of rows.
    - `badges`: the badges in each section, by its anchor.
    - `keyed`: the labels of series that a key of a chart has explained.
    - `panels`: True if there are panels, charts or a roller, which need another style sheet.
    """

    targets: Targets
    deeper: int = 0
    heading: str = ""
    small: bool = False
    unlinked: bool = False
    numbers: Mapping[str, str] = field(default_factory=dict)
    hrefs: set[str] = field(default_factory=set)
    names: list[str] = field(default_factory=list)
    badges: dict[str, list[doc.Badge]] = field(default_factory=dict)
    section: str = ""
    linked: set[str] | None = field(default_factory=set)
    keyed: set[str] = field(default_factory=set)
    panels: bool = False

    def blocks(self, blocks: Iterable[doc.Block]) -> Html:
        """Return blocks as HTML, in order."""
        return Html("".join(map(self.block, blocks)))

    def words(self, inlines: doc.Inlines) -> str:
        """Return inlines as HTML."""
        return "".join(map(self._inline, inlines))

    def _inline(self, part: doc.Inline) -> str:
        match part:
            case doc.Text(text):
                return escape(text)
            case doc.Link(target, inner):
                return self._link(target, self.words(inner))
            case doc.Strong(inner):
                return f"<strong>{self.words(inner)}</strong>"
            case doc.Emphasis(inner):
                return f"<em>{self.words(inner)}</em>"
            case doc.ValueText(_, inner):
                return self.words(inner)
            case doc.CodeSpan(text):
                return f"<code>{escape(text)}</code>"
            case doc.Rollable(pool, inner, procedure):
                data = f' data-procedure="{escape(procedure)}"' if procedure else ""
                data = f'data-dice="{escape(pool)}"{data}'
                return f'<span class="dice" {data}>{self.words(inner)}</span>'
            case doc.RollButton():
                return _roll_button(part, self.targets)
            case doc.ReadyLinks(key):
                return _pregen(key, self.targets)
            case doc.WebLink(url, inner):
                words = self.words(inner)
                return f'<a href="{escape(url)}" rel="noreferrer">{words}</a>'
            case doc.DiceFaces(faces):
                drawn = ", ".join(f"<b>{escape(face)}</b>" for face in faces)
                return f'<span class="faces">{drawn}</span>'
            case doc.InlineAnchor(id_):
                aliases = anchors(self.targets.other_anchors(id_))
                return f'<a id="{escape(self.targets.anchor(id_))}"></a>{aliases}'
            case doc.RemovedText(inner) | doc.InsertedText(inner):
                # Screen readers announce the label.
                removed = isinstance(part, doc.RemovedText)
                tag, label = ("del", "was") if removed else ("ins", "now")
                spoken = escape(self.targets.document.words[label])
                words = replace(self, linked=None).words(inner)
                return f'<{tag}><span class="spoken">{spoken} </span>{words}</{tag}>'
            case doc.Badge():
                self.badges.setdefault(self.section, []).append(part)
                return badge_words(part)
            case _:
                assert_never(part)

    def _link(self, target: str, words: str) -> str:
        """Return a link, or only its words if the target is missing or they hold a link."""
        href = self.targets.href(target)
        if href is None or self.unlinked or "<a href" in words:
            return words
        if self.linked is not None:
            if href in self.linked:
                return words
            self.linked.add(href)
        self.hrefs.add(href)
        return f'<a href="{escape(href)}">{words}</a>'

    def block(self, block: doc.Block) -> str:
        """Return a block, which begins and ends a line."""
        if isinstance(block, PROSE):
            return self._block(block)
        linked, section, self.linked = self.linked, self.section, None
        written = self._block(block)
        self.linked = linked if self.section == section else set()
        return written

    def _block(self, block: doc.Block) -> str:
        match block:
            case doc.Paragraph(inlines):
                return f"<p>{self.words(inlines)}</p>\n"
            case doc.TableBlock():
                return self._table(block)
            case doc.BulletList(items, below):
                return f"<ul>\n{self._items(items, below)}</ul>\n"
            case doc.NumberedList(items, below, start):
                first = "" if start == 1 else f' start="{start}"'
                return f"<ol{first}>\n{self._items(items, below)}</ol>\n"
            case doc.DefinitionList():
                return self._definitions(block)
            case doc.Heading(level, anchor, inlines):
                self.heading = plain(inlines)
                return self._heading(level, inlines, anchor)
            case doc.EntryHeading(level, id_, title, kind, before):
                self.heading = title
                words = doc.titled(title, before)
                return self._heading(level, words, entry=id_, kind=kind)
            case doc.FinePrint(inlines):
                return f'<p class="fine">{self.words(inlines)}</p>\n'
            case doc.Remarks():
                return self._remarks(block)
            case doc.NoteBlock():
                return self._note(block)
            case doc.IndexLetter(letter, anchor, items):
                title = self._heading(H2, (doc.Text(letter),), anchor)
                return f'{title}<ul class="index">\n{self._items(items, cited=True)}</ul>\n'
            case doc.ChangeMark():
                return self._change(block)
            case doc.Chart():
                return self._chart(block)
            case doc.FormFields(items):
                return self._fields(items)
            case doc.RollerBlock(without, what):
                self.panels = True
                fallback = f'<p class="fine">{self.words(without)}</p>'
                return f'<div class="live" data-{what}>\n{fallback}\n</div>\n'
            case doc.Versions(before, after):
                sides = (("book", before), ("ours", after))
                labels = self.targets.document.words
                label = {role: escape(labels[f"versions.{role}"]) for role, _ in sides}
                # A reader sees one of them, so a link in one doesn't replace one in the other.
                return "".join(
                    f'<div class="{role}">\n<p class="version">{label[role]}</p>\n'
                    f"{replace(self, linked=copy(self.linked)).blocks(side)}</div>\n"
                    for role, side in sides
                    if side
                )
            case doc.Panels():
                return self._panels(block)
            case _:
                assert_never(block)

    def _fields(self, fields: Iterable[doc.FormField]) -> str:
        """Return fields as a list; the fields inside a field are a list below it."""
        listed = "".join(f"<li>{self._field(item)}</li>\n" for item in fields)
        return f'<ul class="fields">\n{listed}</ul>\n'

    def _field(self, field: doc.FormField) -> str:
        name = escape(field.label)
        label = f"<span>{name}</span>"
        badges = (part for part in field.badge if isinstance(part, doc.Badge))
        badge = "".join(f" {self._inline(part)}" for part in badges)
        inside = f"\n{self._fields(field.inside)}" if field.inside else ""
        about = _about(field.about)
        match field.blank:
            case "boxes":
                numbers = range(1, field.count + 1)
                ticks = "".join(f'{TAGS["box"]} aria-label="{n}">' for n in numbers)
                boxes = f'<span class="boxes" role="group" aria-label="{name}"{about}>'
                blank = f"{label} {boxes}{ticks}</span>"
            case "text":
                blank = (
                    f'<textarea rows="{field.count}" aria-label="{name}"></textarea>'
                )
            case "box":
                blank = f'<label class="tick">{TAGS["box"]}{about}> {label}</label>'
            case "":
                blank = label
            case _:
                blank = f"<label>{label} {TAGS[field.blank]}{about}></label>"
        return f"{blank}{badge}{inside}"

    def _panels(self, block: doc.Panels) -> str:
        """Return panels, with headings one level deeper; above a reference, links to each."""
        words = self.targets.document.words
        self.panels = True
        inside = replace(self, deeper=self.deeper + 1, small=True)
        quick = block.look == "reference"
        ids = [self._panel_id(n, p) if quick else "" for n, p in enumerate(block.items)]
        sections = "".join(map(inside.panel, block.items, ids))
        backs = escape(words["cards.backs"])
        data = f' data-backs="{backs}"' if block.look == "cards" else ""
        panels = f'<div class="panels {block.look}"{data}>\n{sections}</div>\n'
        if not quick:
            return panels
        chips = "\n".join(
            f'<a href="#{id_}">{escape(_name(panel.title))}</a>'
            for id_, panel in zip(ids, block.items, strict=True)
            if panel.title
        )
        nav = f'<nav class="chips" aria-label="{escape(words["contents"])}">\n{chips}\n</nav>\n'
        return f'<div class="quick">\n{nav}{panels}</div>\n'

    def _panel_id(self, number: int, panel: doc.Panel) -> str:
        """Return the anchor in the title of a panel, else one with its number."""
        marked = doc.marked_in(doc.Paragraph(panel.title))
        ids = (part.id for part in marked if isinstance(part, doc.InlineAnchor))
        return next(map(self.targets.anchor, ids), f"panel-{number}")

    def panel(self, panel: doc.Panel, id_: str = "") -> str:
        """Return one panel, with a heading above those in it."""
        title = heading(1 + self.deeper, "", self.words(panel.title))
        icon = icon_class(kind_of(panel.entry))
        kind = f'<p class="kind{icon}">{escape(panel.kind)}</p>\n' if panel.kind else ""
        label = escape(_name(panel.title))
        room = f'{TAGS[panel.blank]} aria-label="{label}"' if panel.blank else ""
        blank = f"{room}{_about(panel.about)}>\n" if room else ""
        looks = f"panel {_side((panel.title,))}".rstrip()
        anchor = f' id="{id_}"' if id_ and f'id="{id_}"' not in title else ""
        head = f'<div class="head">\n{title}{kind}{blank}</div>\n'
        body = self.blocks(panel.blocks)
        # Several panels can have a box with the same label, so boxes are in a group with a name.
        ticks = any(
            isinstance(block, doc.FormFields) and block.items[0].blank == "box"
            for block in panel.blocks
        )
        group = f' role="group" aria-label="{label}"' if ticks else ""
        return f'<section class="{looks}"{anchor}{group}>\n{head}{body}</section>\n'

    def _change(self, block: doc.ChangeMark) -> str:
        why = f" {self.words(block.why)}" if block.why else ""
        revisions = "".join(
            f"<div>\n<dt>{self.words(revision.what)}</dt>\n"
            f"<dd>{self.words(revision.said)}</dd>\n</div>\n"
            for revision in block.revisions
        )
        listed = f"<dl>\n{revisions}</dl>\n" if revisions else ""
        if len(block.revisions) > SEEN or len(revisions) > LONG:
            summary = escape(self.targets.document.words["versions.fold"])
            listed = f"<details>\n<summary>{summary}</summary>\n{listed}</details>\n"
        return (
            f'<div class="change">\n<p><strong>{escape(block.label)}</strong>{why}</p>\n'
            f"{listed}</div>\n"
        )

    def _heading(
        self,
        level: int,
        title: doc.Inlines,
        anchor: str = "",
        *,
        entry: str = "",
        kind: str = "",
    ) -> str:
        """Return a heading. One of level 2 with an anchor begins a section."""
        level += self.deeper
        anchor = self.targets.anchor(entry) if entry else anchor
        if anchor and level == H2:
            self.section = anchor
        if anchor:
            self.names.append(_name(title))
        aliases = anchors(self.targets.other_anchors(entry))
        words = f"{aliases}{self.number(anchor)}{self.words(title)}"
        return heading(level, anchor, words, kind_line(self.targets, kind, entry))

    def number(self, anchor: str) -> Html:
        """Return the number of the section of a book that an anchor is in, for paper."""
        number = self.numbers.get(anchor)
        return Html(f'<span class="cite">{number}</span> ' if number else "")

    def _items(
        self,
        items: Iterable[doc.Inlines],
        below: Sequence[doc.Blocks] = (),
        *,
        cited: bool = False,
    ) -> str:
        """Return list items; if they are `cited`, each with the number of the section it names."""
        return "".join(
            f"<li{_role(_side((item,)))}>{self.words(item)}"
            f"{self._cited(item) if cited else ''}{self.blocks(inside)}</li>\n"
            for item, inside in zip(items, below or repeat(()), strict=False)
        )

    def _cited(self, words: doc.Inlines) -> str:
        """Return the number of the section that the first link leads to, if it has one."""
        marked = doc.marked_in(doc.Paragraph(words))
        links = (part.target for part in marked if isinstance(part, doc.Link))
        href = next(map(self.targets.href, links), "") or ""
        return f" {self.number(href[1:])}".rstrip()

    def _table(self, block: doc.TableBlock, charted: str = "") -> str:
        """Return a table, in a box that scrolls sideways unless the table is small.

        `charted` is the caption of its chart: its rows stay lines, unless there are many columns.
        Its class is `stack` if it is too wide for a phone, `lists` if its columns are lists,
        `short` if its cells are, `wide` if it is too wide for the text of a page, `vast` if it is
        too wide for a whole page, and `numbers` if all columns but that of the names are numbers.
        """
        label = charted or plain(block.caption) or self.heading
        caption = f"<caption>{self.words(block.caption)}</caption>\n"
        header = "".join(
            f'<th scope="col"{RIGHT if side == "right" else ""}>{self.words(cell)}</th>\n'
            for cell, side in zip(block.header, sides_of(block), strict=True)
        )
        no_room = fit(block, small=self.small)
        rows_stay = block.lists or (charted and len(block.header) < CROWDED)
        stacks = no_room.phone and not rows_stay
        tags = [*cell_tags(block, stacks=stacks)]
        if block.lists:
            lists = (filter(None, cells) for cells in zip(*block.rows, strict=True))
            cells = (
                f"<td>\n<ul>\n{self._items(items)}</ul>\n</td>\n" for items in lists
            )
            rows = f"<tr>\n{''.join(cells)}</tr>\n"
        else:
            rows = "".join([self._row(row, tags, block.names) for row in block.rows])
        looks = {
            "stack": stacks,
            "short": stacks and no_room.short,
            "lists": block.lists,
            "wide": no_room.text and not no_room.page,
            "vast": no_room.page,
            "numbers": is_numbers(block),
        }
        classes = " ".join(name for name, applies in looks.items() if applies)
        table = (
            f"<table{_role(classes)}>\n{caption if block.caption else ''}"
            f"<thead>\n<tr>\n{header}</tr>\n</thead>\n<tbody>\n{rows}</tbody>\n</table>\n"
        )
        return table if self.small else self._scrollable(table, label, block)

    def _scrollable(self, table: str, label: str, block: doc.TableBlock) -> str:
        """Return a table in a box that scrolls sideways. A script adds a filter to listings."""
        words = self.targets.document.words
        scroll = escape(words["scroll"].format(title=label))
        filter_, count = escape(words["filter"]), escape(words["filter.count"])
        more = f' data-filter="{filter_}" data-count="{count}"' if block.listing else ""
        return (
            f'<div class="scroll" role="group" aria-label="{scroll}" tabindex="0"{more}>\n'
            f"{table}</div>\n"
        )

    def _row(
        self, row: Sequence[doc.Inlines], tags: Sequence[tuple[str, str]], names: int
    ) -> str:
        self.names.append(_name(row[names]))
        tagged = "".join(
            f"{begin}{cell}{end}"
            for cell, (begin, end) in zip(map(self.words, row), tags, strict=True)
        )
        return f"<tr{_role(_side(row))}>\n{tagged}</tr>\n"

    def _chart(self, block: doc.Chart) -> str:
        """Return a figure with its numbers as a table, folded if the block labels them."""
        self.panels = True
        numbers = self._table(block.table.but(caption=()), plain(block.caption))
        if block.numbers:
            summary = f"<summary>{escape(block.numbers)}</summary>"
            numbers = f'<details class="numbers">\n{summary}\n{numbers}</details>\n'
        labels = {series.label for series in block.pictures[0].series}
        keyed, self.keyed = labels <= self.keyed, self.keyed | labels
        chart = figure(block, self.words(block.caption), numbers, keyed=keyed)
        if block.form != "pairs":
            return chart
        summary = f"<summary>{escape(plain(block.caption))}</summary>"
        return f'<details class="numbers">\n{summary}\n{chart}</details>\n'

    def _definitions(self, block: doc.DefinitionList) -> str:
        if block.folded:
            lines = "".join(map(self._fold, block.items))
            return f'<div class="lines">\n{lines}</div>\n'
        bodies = [inner for item in block.items for inner in item.blocks]
        short = all(isinstance(b, FACTUAL) for b in bodies)
        role = "facts" if short and not block.numbered else "terms"
        tag, form = (
            ("ol", '<li{}>\n<p class="term">{}</p>\n{}</li>\n')
            if block.numbered
            else ("dl", "<div{}>\n<dt>{}</dt>\n<dd>\n{}</dd>\n</div>\n")
        )
        items = "".join(
            form.format(
                _role(_side((item.term,))),
                self.words(item.term),
                self.blocks(item.blocks),
            )
            for item in block.items
        )
        return f'<{tag} class="{role}">\n{items}</{tag}>\n'

    def _fold(self, item: doc.DefinitionItem) -> str:
        """Return a line, with the link of its name and all but its first paragraph folded."""
        words, below = "", item.blocks
        line = replace(self, unlinked=True)
        if below and isinstance(below[0], doc.Paragraph):
            words, below = f" {line.words(below[0].inlines)}", below[1:]
        role = _role(_side((item.term,)))
        line_ = f"<b>{line.words(item.term)}</b>{words}"
        marked = doc.marked_in(doc.Paragraph(item.term))
        links = [self._inline(part) for part in marked if isinstance(part, doc.Link)]
        more = f'<p class="more">{links[-1]}</p>\n' if links else ""
        if not below and not links:
            return f"<p{role}>{line_}</p>\n"
        inside = f"<summary>{line_}</summary>\n{self.blocks(below)}{more}"
        return f"<details{role}>\n{inside}</details>\n"

    def _note(self, block: doc.NoteBlock) -> str:
        """Return the question with its answer on a line, and the reasons folded below it."""
        words, line = self.targets.document.words, replace(self, unlinked=True)

        def labeled(key: str, html: str) -> str:
            label = f'<p class="term">{escape(words[f"note.{key}"])}</p>\n'
            return label + html if html else ""

        used = [
            b for reading in block.readings if reading.chosen for b in reading.blocks
        ]
        # Without readings, the reason answers.
        match used or [*block.why]:
            case [doc.Paragraph(answer), *more]:
                pass
            case more:
                answer = ()
        why = labeled("why", self.blocks(block.why)) if used else ""
        rest = [self.blocks(r.blocks) for r in block.readings if not r.chosen]
        others = "".join(f"<li>\n{html}</li>\n" for html in rest)
        listed = labeled("others", others and f"<ul>\n{others}</ul>\n")
        self.names.append(_name(block.title))
        # The anchor is in the fold, so that browsers open it for a link. A letter has none.
        anchor = self.targets.anchor(block.id) if block.id else ""
        id_ = f' id="{anchor}"' if anchor else ""
        title = f"{self.number(anchor)}{line.words(block.title)}"
        return (
            f'<details class="asked">\n<summary>'
            f"{heading(H2 + 1 + self.deeper, '', title)}"
            f"<span>{line.words(answer)}</span></summary>\n"
            f"<div{id_}>"
            f"{anchors(self.targets.other_anchors(block.id))}"
            f"{kind_line(self.targets, block.kind, block.id)}"
            f"{self.blocks((*block.problem, *more))}"
            f'<div class="others">{listed}{why}</div></div>\n</details>\n'
        )

    def _remarks(self, block: doc.Remarks) -> str:
        opened = block.kind == "example" and len(block.items) <= UNFOLDED
        summary = self.words(doc.titled(block.summary, block.before))
        items = self._items(block.items, cited=block.kind == "note")
        return (
            f'<details class="{block.kind}"{" open" if opened else ""}>\n'
            f"<summary>{summary}</summary>\n<ul>\n{items}</ul>\n</details>\n"
        )


def _side(row: Iterable[doc.Inlines]) -> str:
    """Return `book` if all cells of a row are removed, `ours` if all are inserted, otherwise "".

    These are the versions of the rules that the reader can choose: the base game, or this table's.
    """
    sides = {
        type(cell[0]) if len(cell) == 1 and isinstance(cell[0], WHOLE) else None
        for cell in row
        if cell
    }
    if sides == {doc.RemovedText}:
        return "book"
    return "ours" if sides == {doc.InsertedText} else ""


def _role(role: str) -> str:
    return f' class="{role}"' if role else ""


def heading(level: int, anchor: str, words: str, below: str = "") -> str:
    """Return a heading with its anchor, grouped with the lines `below` it, if there are any.

    The words link to the heading itself, so that scripts can copy its address. Words that already
    contain a link don't.
    """
    level = min(level, 6)
    if anchor and "<a " not in words:
        words = f'<a class="here" href="#{escape(anchor)}">{words}</a>'
    id_ = f' id="{escape(anchor)}"' if anchor else ""
    line = f"<h{level}{id_}>{words}</h{level}>\n"
    return f"<hgroup>\n{line}{below}</hgroup>\n" if below else line


def kind_line(targets: Targets, kind: str, entry: str) -> str:
    """Return the word for the kind of an entry, and a link to change it in the playground."""
    if not kind:
        return ""
    line = f'<p class="kind{icon_class(kind_of(entry))}">{escape(kind)}</p>\n'
    if entry and (change := targets.document.change):
        words = escape(targets.document.words["change"])
        line += f'<p class="edit"><a href="{escape(change + entry)}">{words}</a></p>\n'
    return line
