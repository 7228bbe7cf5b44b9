"""Checks of texts: links, quoted values and quantities resolve, and Markdown is supported.

References are in double brackets: `[[skill.run]]` links to an entry, `[[=track.damage.conditions]]`
quotes a value, `[[5 ft]]` is a quantity, `[[show: table.falls]]` includes an entry.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache, lru_cache, partial
from itertools import groupby, islice
from types import NoneType
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from freed6c.diagnostics.codes import checks as codes
from freed6c.diagnostics.codes import references
from freed6c.diagnostics.diagnostic import Code, Label
from freed6c.diagnostics.suggest import Advice, did_you_mean, did_you_mean_id
from freed6c.diagnostics.ways_out import Replacement, WayOut, Ways, write
from freed6c.document.entry_index import tables_and_menus
from freed6c.document.phrases.terms import MEANT, is_term
from freed6c.model.entry_contents import prose_of
from freed6c.model.internal_errors import noted
from freed6c.model.prose import (
    INLINE,
    QUANTITY,
    Reference,
    change_of_sentence,
    raw_blocks,
    references_in,
)
from freed6c.model.removals import still_named
from freed6c.model.standing_rules import rules_set_off
from freed6c.model.value_lookup import (
    ENDLESS,
    at,
    length_shown,
    path_of,
    splits,
    steps_from,
)
from freed6c.packs.data import walk
from freed6c.packs.ids import DEEPEST, id_at, id_suffixes
from freed6c.packs.lazy import regex
from freed6c.packs.limits import OF_A_THING
from freed6c.runtime.entries.actions import Action
from freed6c.runtime.entries.dice import Dice
from freed6c.runtime.entries.notes import Chapter, PanelEntry
from freed6c.runtime.entries.tables import Table
from freed6c.runtime.entries.world import Unit

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.location import Location
    from freed6c.packs.pack import Removed
    from freed6c.packs.provenance import Origin
    from freed6c.runtime.record import Entry

Place: TypeAlias = "Location | Label | None"


def check_prose(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report references in texts that do not resolve."""
    units = frozenset(
        word for unit in ruleset.of(Unit) for word in (unit.key, unit.name, unit.plural)
    )
    advice = Advice()

    @cache
    def near_to(target: str) -> Ways:
        """Return suggestions, the same for each occurrence of a target."""
        if "." not in target:
            return did_you_mean(target, advice.names(partial(_targets, ruleset)))
        if by_id := did_you_mean_id(target, advice.names(ruleset.entries)):
            return by_id
        keys = [(id_.rpartition(".")[2], id_) for id_ in ruleset.entries]
        by_key = did_you_mean(target.rpartition(".")[2], advice.names(keys))
        return tuple(WayOut(way.text) for way in by_key)

    advise = cache(partial(_address_meant, ruleset, advice))
    for _, path, text in prose_of(ruleset):
        if "[[" not in text:
            continue
        for reference in references_in(text):
            written = ruleset.provenance.words_at(path, reference.start, reference.end)
            if written is None:
                continue
            target, place = reference.target, written.address
            if _resolves(ruleset, reference, units):
                if length_shown(ruleset, target) > ENDLESS:
                    yield codes.ENDLESS_TEXT.at(place, target=target)
                continue
            if target.endswith("\\"):  # `[[run\|words]]`, as in tables of other tools
                end = reference.start + len(target)
                sign = ruleset.provenance.words_at(path, end - 1, end)
                yield codes.ESCAPED_BAR.at(sign and sign.address, target=target[:-1])
                continue
            change = change_of_sentence(path, text, reference.start, reference.end)
            if written.pack in ruleset.topmost:
                change = ""  # it can be fixed where it is written
            removed = _removed(ruleset, reference)
            quote_change = _lost_quote(ruleset, reference)
            if removed is not None:
                yield still_named(removed, path, place, change)
            elif quote_change is not None:
                yield codes.QUOTE_TAKEN_AWAY.at(
                    quote_change.address.key(),
                    related=[Label(place, "quoted here")],
                    text=id_at(path),
                    target=target,
                    help=[f"reword the text: {change}" if change else OWN_QUOTE],
                )
            elif reference.kind == "value":
                yield codes.BROKEN_QUOTE.at(place, target=target, help=advise(target))
            elif reference.kind == "quantity":
                number, _, unit = target.partition(" ")
                pairs = [(word, f"{number} {word}") for word in units]
                suggestions = did_you_mean(unit, advice.names(pairs)) or [
                    f"available units: {', '.join(sorted(units)) or 'none yet'}"
                ]
                yield codes.UNKNOWN_QUANTITY.at(place, target=target, help=suggestions)
            elif target.startswith(SHOW):
                id_ = target.removeprefix(SHOW).strip()
                ways = near_to(id_)
                if id_ in ruleset.entries:
                    ways = (WayOut(f"put [[{target}]] on a separate line"),)
                    id_ = target
                end = reference.start + len(target)
                sign = ruleset.provenance.words_at(path, end - len(id_), end)
                yield codes.BROKEN_LINK.at(sign and sign.address, target=id_, help=ways)
            else:
                yield codes.BROKEN_LINK.at(place, target=target, help=near_to(target))


SHOW: Final = "show:"
LISTED: Final = 12
"""The most keys that help lists if none is near."""
OWN_QUOTE: Final = "remove the quotation from your text"
OF_A_ROW: Final = 4 * OF_A_THING
"""The cost of a row, or an entry, that a page shows again: some 500 bytes."""
OF_ODDS: Final = 400 * OF_A_THING
"""The cost of all odds that pages show of a dice procedure."""


def check_shown(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Spend budget on content that pages repeat. Report nothing; raise TooMuchWork if it is spent.

    A line can repeat all rows of a table, a panel all actions of a type. Each action lists all
    rules that its questions trigger, and shows the tables that it looks up. Each page links to
    all chapters.
    """
    spend = ruleset.budget.spend
    actions = Counter(action.type.id for action in ruleset.of(Action))
    entries_inside = Counter(
        path[:depth]
        for path in ruleset.paths.values()
        for depth in range(2, len(path) + 1, 2)
    )

    def show(entry: Entry) -> None:
        rows = len(entry.rows) if isinstance(entry, Table) else 0
        count = max(rows, entries_inside[ruleset.paths[entry.id]], actions[entry.id])
        spend(OF_A_ROW * count)

    for _, _, text in prose_of(ruleset):
        for reference in references_in(text) if "[[" in text else ():
            length = length_shown(ruleset, reference.target)
            if reference.kind == "value" and length <= ENDLESS:
                spend(length)
            elif reference.kind == "show" and (entry := ruleset.find(reference.target)):
                show(entry)
    for panel in noted(ruleset.of(PanelEntry)):
        for ref in panel.shows:
            show(ref.entry)
    for action in noted(ruleset.of(Action)):
        spend(OF_A_ROW * sum(1 for _ in rules_set_off(ruleset, action)))
        for table in tables_and_menus(ruleset, action):
            show(table)
    for _ in noted(ruleset.of(Chapter)):
        spend(4 * len(ruleset.entries))
    for _ in noted(ruleset.of(Dice)):
        spend(OF_ODDS)
    yield from ()


def report_removed(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Yield the diagnostics of `check_prose` about removed entries.

    They are shown with the linker's diagnostics about rules that refer to removed entries.
    """
    return (d for d in check_prose(ruleset) if d.code is references.REMOVED)


def _removed(ruleset: Ruleset, reference: Reference) -> Removed | None:
    """Return the removed entry that a reference names; None if there is none."""
    removals = ruleset.removals
    ids = (id_ for id_, _ in splits(reference.target))
    ids = (id_ for id_ in ids if "." in id_ or id_ in removals.by_id)
    return next(filter(None, (removals.named(id_, ()) for id_ in ids)), None)


def _targets(ruleset: Ruleset) -> Iterator[str | tuple[str, str]]:
    """Yield the terms, names, aliases and id suffixes that can be meant in brackets, with ids."""
    yield from MEANT
    for id_, entry in ruleset.entries.items():
        for tail in id_suffixes(id_):
            yield tail, id_
        for name in (getattr(entry, "name", ""), *getattr(entry, "aliases", ())):
            yield str(name), id_


def _address_meant(ruleset: Ruleset, advice: Advice, address: str) -> Ways:
    """Suggest an address for one that does not resolve.

    If its first keys resolve, a key after them is missing, or the next key is wrong; else its id
    is. Only addresses that have a value are suggested.
    """

    def suggest(start: str, word: str, names: Iterable[str]) -> Ways:
        """Suggest names instead of `word`, which comes after `start` in the address."""
        rest = address[len(start + word) :]
        pairs = [(name, f"{start}{name}{rest}") for name in names]
        unquotable = (bool, NoneType)
        quotable = [p for p in pairs if not isinstance(at(ruleset, p[1]), unquotable)]
        keys = ", ".join(islice((name for name, _ in quotable), LISTED))
        listed = (WayOut(f"available values: {keys}"),) if keys and start else ()
        return did_you_mean(word, advice.names(quotable)) or listed

    steps = address.split(".", DEEPEST)
    parts = [(".".join(steps[:end]), steps[end]) for end in range(1, len(steps))]
    for start, key in reversed(parts):
        if (value := at(ruleset, start)) is not None:
            names, rest = steps_from(value), address[len(start) :]
            deeper = [f"{start}.{name}{rest}" for name in names]
            ways = [write(a) for a in deeper if at(ruleset, a) is not None]
            return tuple(ways[:LISTED]) or suggest(f"{start}.", key, names)
    ids = ruleset.entries if advice.spend(len(ruleset.entries)) else ()
    for word in (*(id_ for id_, _ in parts), address):
        similar = (id_ for id_ in ids if id_.count(".") == word.count("."))
        if suggestions := suggest("", word, similar):
            return suggestions
    return (WayOut("run freed6c list PACK to list all ids"),)


def _lost_quote(ruleset: Ruleset, reference: Reference) -> Origin | None:
    """Return the change that removed a quoted value; None if it never existed."""
    path = path_of(ruleset, reference.target) if reference.kind == "value" else None
    for depth in range(len(path or ()), 0, -1):
        assert path is not None
        for origin in reversed(ruleset.provenance.records.get(path[:depth], ())):
            before = origin.before
            if before is not None and walk(before, path[depth:]) is not None:
                return origin
    return None


def _resolves(ruleset: Ruleset, reference: Reference, units: frozenset[str]) -> bool:
    if reference.kind == "value":
        return at(ruleset, reference.target) is not None
    if reference.kind == "quantity":
        match = QUANTITY.fullmatch(reference.target)
        return match is not None and match["unit"] in units
    return is_term(reference.target) or ruleset.find(reference.target) is not None


# Unsupported Markdown, which readers would see literally.


class Sign(NamedTuple):
    """Unsupported markup: its meaning elsewhere, the suggested replacement, the diagnostic code.

    In a `pattern`, `^` and `$` are the ends of lines. The replacement can name the `target` of a
    link, the `words` in the first group, and the `character` of an entity.
    """

    pattern: str
    meant: str
    way_out: str
    code: Code = codes.UNKNOWN_MARKUP


LINE_SIGNS: Final = regex(r"\n *(?:[#*+>`~_|]|--|- +[\[0-9]|[0-9]+\))")
MARKUP_SIGNS: Final = regex(r"[\[`<&@{_]|\*\*|~~|==|'{3}")
"""Fast tests: texts without these signs have no markup of lines, or within lines."""

MINUS: Final = Sign(
    r"^ *- +(?=([0-9].*)$)",
    "a list item",
    "for a minus, write '\N{MINUS SIGN}{words}'; for a list item, begin with a word",
    codes.MINUS_OR_ITEM,
)
OF_A_ROLL: Final = regex(r"[0-9]\S* (?:to|on)\b(?! [0-9])")
"""A modifier at the beginning of an item (`2 to all rolls`), where a minus is always likely."""
HEADING: Final = Sign(
    r"^##(?= )",
    "a heading",
    "only chapters have headings: begin the paragraph with **words**",
)
LINE_MARKUP: Final = (
    Sign(
        r"^(?:#|#{3,6})(?= \S)",
        "a heading",
        "write '## Words', in the text of a chapter",
    ),
    Sign(
        r"^ *[*+](?= \S)",
        "a list item",
        "write '- words', or '1. words' for a numbered item",
    ),
    Sign(r"^ *>(?= ?\S)", "a block quote", "write it as *words*"),
    Sign(r"^ *(?:```|~~~)", "a code block", "write `words` on one line"),
    Sign(
        r"^ *(?:-{3,}|\*{3,}|_{3,})$",
        "a horizontal line",
        "begin a new paragraph, or in a chapter a heading: '## Words'",
    ),
    Sign(
        r"^ *\|.*\| *$",
        "a table",
        "add it under 'tables' and show it: [[show: table.my-table]]",
    ),
    Sign(r"^(?:(?<!.\n) *[0-9]{1,3}| *1)\)(?= \S)", "a list item", "write '1. words'"),
    Sign(r"^ *- \[[ xX]\](?= )", "a checkbox", "write '- words'"),
)
OTHER_ITEM: Final = regex(
    r"""
    ^[ \t]* (?:
        [\u2022\u2023\u2043\u25a0-\u25ff\u2713\u2714\u27a4\u00b7] (?=[ \t]*\S)
        | [\u2013\u2014] (?=[ \t])
        | - (?=[^\W\d]) | [*] (?=[^\W\d][^*\n]*$)
        | [-+\u2212] (?=[0-9])
        | [0-9]{1,3} (?: [.:] (?![0-9]) | [ ][-\u2013\u2014] (?=[ ]))
        | [0-9]{1,3} [-\u2013\u2014] [0-9]{1,3} (?: : | [ ] (?=[^\W\d]))
        | \([0-9]{1,3}\)
        | \(?(?:[A-Za-z]|[ivx]{2,4}|[IVX]{2,4}) [.)] (?=[ ])
    )
    """,
    re.VERBOSE | re.MULTILINE,
)
"""Markers of list items in other tools, by lines of the pattern: bullets and check marks; dashes;
`-item` and `*item`; `+1`; `1. ` or `1 - `; `1-3: `; `(1)`; `a) `, `(iv) `."""
# Tags of HTML, as regular expressions, with the suggested replacement.
TAGS: Final = {
    "b|strong": "write **words**",
    "i|em|u": "write *words*",
    "p|br|hr|div": "begin a new paragraph with a blank line",
    "[ou]l|li": "begin each item on its own line: '- words' or '1. words'",
    "a|span|h[1-6]|table|thead|tbody|tr|t[hd]|img|su[bp]|small|s|del|ins|mark|code|pre|center|font"
    "|blockquote|section|article|details|summary": "remove the tag and keep its words",
}
INLINE_MARKUP: Final = (
    *(
        Sign(rf"(?i:</?(?:{tags})(?:\s[^<>]*)?/?>)", "an HTML tag", way)
        for tags, way in TAGS.items()
    ),
    Sign(r"<!--", "an HTML comment", "remove it: YAML comments begin with #"),
    Sign(r"<(https?://[^\s<>]*)>", "a link", "write [words]({words})"),
    Sign(
        r"&(?:[A-Za-z]{2,8}[0-9]{0,2}|#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6});",
        "an HTML entity",
        "write '{character}' instead",
    ),
    Sign(
        r"@([A-Za-z]+)\[[^\[\]\n]*(?:\[[^\[\]\n]*\][^\[\]\n]*)?\](?:\{[^{}\n]*\})?",
        "a link or a roll of a virtual tabletop",
        "replace @{words}[…] with words, or link to an entry: [[term.glow|words]]",
    ),
    Sign(r"\{@([a-z]+)\b[^{}\n]*\}", "a tag", "replace {{@{words} …}} with words"),
    Sign(
        r"\{\{[^{}\n]*\}\}",
        "a template",
        "replace with words, or with [[show: table.my-table]]",
    ),
    Sign(
        r"(?<!\w)(?:__|==|'{3})(?=[^\s_='])([^_='\n]+)(?<=\S)(?:__|==|'{3})(?!\w)",
        "bold text",
        "write **{words}**",
    ),
    Sign(r"(?<!\w)_(?=\S)([^_\n]+)(?<=\S)_(?!\w)", "italics", "write *{words}*"),
    Sign(r"~~(?=\S)[^~\n]+~~", "strikethrough", "remove the ~~, or also the words"),
    Sign(r"\[\^[^\[\]\s]+\]", "a footnote", "write the note here, in parentheses"),
    Sign(r"(?i:\[/(?:[bius]|quote|list|url)\])", "a forum tag", "write **words**"),
    Sign(
        r"!\[[^\[\]]*\]\([^()\s]*\)",
        "a picture",
        "link to the picture: [words](https://…)",
    ),
    Sign(
        r"\[[^\[\]]+\]\([^()\s]*\)",
        "a link",
        "begin external links with https://, and link rules by id: [[term.glow|words]]",
    ),
    Sign(
        r"\[\[(?:[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)*(?:\|\w+)?)?",
        "link",
        "add ]]: [[{target}]]",
        codes.UNCLOSED_MARKUP,
    ),
    Sign(
        r"\*\*(?=\w)|(?<=\w)\*\*",
        "bold text",
        "write **words**, within one paragraph",
        codes.UNCLOSED_MARKUP,
    ),
    Sign("`", "code", "write `words`, within one paragraph", codes.UNCLOSED_MARKUP),
)
"""Markup within lines. It is searched only outside of supported markup."""


SINGLE: Final = regex(r"\[([^\[\]]+)\](?!\()")
"""Single brackets that aren't the words of a link: `[skill.run]`."""


def check_single_brackets(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report ids in single brackets: links need two."""
    for _, path, text in prose_of(ruleset):
        if "[" not in text:
            continue
        bare = INLINE.sub(lambda match: " " * len(match[0]), text)
        for match in SINGLE.finditer(bare):
            id_, link = match[1].partition("|")[0], text[slice(*match.span(1))]
            written = ruleset.provenance.words_at(path, *match.span())
            if id_ in ruleset.entries and written is not None:
                fix = WayOut(f"write [[{link}]]", (Replacement(f"[[{link}]]"),))
                if "[" in link or "]" in link:
                    fix = WayOut(
                        f"write [[{id_}|words]]: the words of a link have no brackets"
                    )
                yield codes.SINGLE_BRACKETS.at(written.address, link=link, help=[fix])


def check_markup(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report unsupported markup, each replacement once per text."""
    for entry, path, text in prose_of(ruleset):
        suggested: set[str] = set()
        line_signs = [] if isinstance(entry, Chapter) else [HEADING]
        if path[-1] not in getattr(entry, "cells", ()):
            line_signs.append(MINUS)
        for match, sign in _signs(text, tuple(line_signs)):
            if sign is MINUS and not _may_be_minus(text, match.end()):
                continue
            from html import unescape

            if match[0].startswith("&") and unescape(match[0]) == match[0]:
                continue
            written = ruleset.provenance.words_at(path, *match.span())
            fix = sign.way_out.format(
                target=match[0].lstrip("[") or "…",
                words=match[1] if match.re.groups else "",
                character=unescape(match[0]).replace("\N{NO-BREAK SPACE}", " "),
            )
            if written is not None and fix not in suggested:
                suggested.add(fix)
                shown = "as you wrote it"
                yield sign.code.at(
                    written.address, meant=sign.meant, shown=shown, help=[fix]
                )
        if marker := _joined_items(text):
            written = ruleset.provenance.words_at(path, *marker)
            yield codes.UNKNOWN_MARKUP.at(
                written and written.address,
                meant="a list item",
                shown="joined to the line above",
                help=["begin each item with '- ' or '1. ', or put a blank line above"],
            )


def _joined_items(text: str) -> tuple[int, int] | None:
    """Return the offsets of the second item's marker in a paragraph that looks like a list."""
    if len(OTHER_ITEM.findall(text)) > 1:
        for raw in raw_blocks(text, headings=True):
            marks = [*OTHER_ITEM.finditer(text[raw.start : raw.end])]
            if len(marks) > 1:
                first, last = marks[1].span()
                return raw.start + first, raw.start + last
    return None


def _may_be_minus(text: str, start: int) -> bool:
    """True if the dash of an item that begins with a number could be a minus.

    That is so for modifiers, and if all items of the list begin with a number.
    """
    if OF_A_ROLL.match(text, start):
        return True
    for _, blocks in groupby(raw_blocks(text, headings=True), lambda raw: raw.sort):
        item_starts = [raw.start for raw in blocks]
        if start in item_starts:
            return all(text[position].isdecimal() for position in item_starts)
    return True


@lru_cache(maxsize=4096)
def _signs(text: str, more: tuple[Sign, ...]) -> tuple[tuple[re.Match[str], Sign], ...]:
    """Return the matches of all signs, and of `more` line signs, in order of position.

    If matches overlap, the first one wins, or the longer one. Cached, as most texts are the same
    with each choice of an option.
    """
    bare = INLINE.sub(lambda match: " " * len(match[0]), text)
    signs: list[tuple[Sign, str]] = []
    if MARKUP_SIGNS.search(bare):
        signs += [(sign, bare) for sign in INLINE_MARKUP]
    if LINE_SIGNS.search(f"\n{text}"):
        signs += [(sign, text) for sign in (*LINE_MARKUP, *more)]
    matches = [
        (match, sign)
        for sign, searched in signs
        for match in re.finditer(sign.pattern, searched, re.MULTILINE)
    ]
    matches.sort(key=lambda pair: (pair[0].start(), -pair[0].end()))
    separate: list[tuple[re.Match[str], Sign]] = []
    for match, sign in matches:
        if not separate or match.start() >= separate[-1][0].end():
            separate.append((match, sign))
    return tuple(separate)
