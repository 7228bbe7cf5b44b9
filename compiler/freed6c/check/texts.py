"""What people read: names, links and quotations, markup, notes, chapters, and worked examples."""

from __future__ import annotations

import re
from textwrap import shorten
from typing import TYPE_CHECKING, Final, NamedTuple

from freed6c.diagnostics.codes import checks as codes
from freed6c.diagnostics.codes import formulas, references
from freed6c.diagnostics.diagnostic import Code, Label
from freed6c.model.example_runs import ExampleRun, run_examples
from freed6c.model.prose import INLINE, QUANTITY, Reference, references_in
from freed6c.model.removals import still_named
from freed6c.model.values import at, path_of, splits
from freed6c.model.walk import prose_of
from freed6c.packs.data import KeyPath, walk
from freed6c.packs.ids import id_at
from freed6c.packs.operations import change_line
from freed6c.packs.suggest import did_you_mean
from freed6c.runtime.entries.notes import Chapter, Example, Note
from freed6c.runtime.entries.tables import Row
from freed6c.runtime.entries.world import Unit

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.pack import Removed
    from freed6c.packs.provenance import Origin
    from freed6c.runtime.record import Entry


# Links, values and quantities in texts.


ADVISED: Final = 50
"""Only so many broken links get suggestions, as looking for them is slow."""


def check_prose(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report references in texts that do not resolve."""
    units = frozenset(
        word for unit in ruleset.of(Unit) for word in (unit.key, unit.name, unit.plural)
    )
    advised = 0
    for _, path, text in prose_of(ruleset):
        if "[[" not in text:
            continue
        address = ruleset.origins.address(path)
        for reference in references_in(text, headings=True):
            if address is None or _resolves(ruleset, reference, units):
                continue
            advised += 1
            target = reference.target
            place = address.characters(reference.start, reference.end)
            removed = _removed(ruleset, reference)
            origin = _lost_quote(ruleset, reference)
            near = did_you_mean(target, ruleset.entries) if advised <= ADVISED else ()
            if removed is not None:
                yield still_named(removed, path, place)
            elif origin is not None:
                where = id_at(path)
                yield codes.QUOTE_TAKEN_AWAY.at(
                    origin.address.key(),
                    related=[Label(place, "quoted here")],
                    text=where,
                    target=target,
                    change=change_line(where, "set", "…"),
                )
            elif reference.kind == "value":
                yield codes.BROKEN_QUOTE.at(place, target=target, help=near)
            elif reference.kind == "quantity":
                yield codes.UNKNOWN_QUANTITY.at(place, target=target, help=near)
            else:
                yield codes.BROKEN_LINK.at(place, target=target, help=near)


def check_removed(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Only those diagnostics of `check_prose` that are about removed entries.

    They are shown together with what linking says of rules that refer to such entries.
    """
    return (found for found in check_prose(ruleset) if found.code is references.REMOVED)


def _removed(ruleset: Ruleset, reference: Reference) -> Removed | None:
    ids = (id_ for id_, _ in splits(reference.target) if "." in id_)
    removals = (ruleset.removals.named(id_, ()) for id_ in ids)
    return next(filter(None, removals), None)


def _lost_quote(ruleset: Ruleset, reference: Reference) -> Origin | None:
    """The change that took a quoted value away; None if there never was one."""
    path = path_of(ruleset, reference.target) if reference.kind == "value" else None
    for depth in range(len(path or ()), 0, -1):
        assert path is not None
        for origin in reversed(ruleset.origins.records.get(path[:depth], ())):
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
    return ruleset.find(reference.target) is not None


# Markdown that texts of packs do not support: readers would see its signs as written.


class Sign(NamedTuple):
    """Markup of Markdown, what it means there, what to write instead, and what it is a case of.

    In a `pattern`, `^` and `$` are the ends of lines.
    """

    pattern: str
    meant: str
    way_out: str
    code: Code = codes.UNKNOWN_MARKUP


LINE_SIGNS: Final = re.compile(r"\n *(?:[#*+>`~_|]|--)")
MARKUP_SIGNS: Final = re.compile(r"[\[`]|\*\*")
"""Fast tests: texts without these signs have no markup of lines, or inside of lines."""

HEADING: Final = Sign(
    r"^##(?= )",
    "a heading",
    "only the texts of chapters have headings: begin a paragraph with **words** instead",
)
LINE_MARKUP: Final = (
    Sign(
        r"^(?:#|#{3,6})(?= \S)",
        "a heading",
        "headings are written '## Words', in the texts of chapters",
    ),
    Sign(
        r"^ *[*+](?= \S)",
        "an item of a list",
        "items are written '- words', numbered ones '1. words'",
    ),
    Sign(
        r"^ *>(?= ?\S)",
        "a quotation",
        "write it as *words*",
    ),
    Sign(
        r"^ *(?:```|~~~)",
        "a block of code",
        "write `words` on one line",
    ),
    Sign(
        r"^ *(?:-{3,}|\*{3,}|_{3,})$",
        "a line across the page",
        "begin a new paragraph, or in a chapter a heading: '## Words'",
    ),
    Sign(
        r"^ *\|.*\| *$",
        "a table",
        "write it under 'tables' and show it: [[show: table.my-table]]",
    ),
)
INLINE_MARKUP: Final = (
    Sign(
        r"!\[[^\[\]]*\]\([^()\s]*\)",
        "a picture",
        "texts have no pictures: link to it with [words](https://…)",
    ),
    Sign(
        r"\[[^\[\]]+\]\([^()\s]*\)",
        "a link",
        "links out begin with https://; rules are linked by their id: [[term.glow|words]]",
    ),
    Sign(
        r"\[\[",
        "a link that does not end",
        "close it: [[term.glow]]",
        codes.UNCLOSED_MARKUP,
    ),
    Sign(
        r"\*\*(?=\w)|(?<=\w)\*\*",
        "bold words without an end",
        "write **words**, within one paragraph",
        codes.UNCLOSED_MARKUP,
    ),
    Sign(
        "`",
        "code that does not end",
        "write `words`, within one paragraph",
        codes.UNCLOSED_MARKUP,
    ),
)
"""Searched only outside of the markup that texts do support."""


def check_markup(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report the first unsupported markup of each text."""
    for entry, path, text in prose_of(ruleset):
        first = _first_sign(text, headings=isinstance(entry, Chapter))
        address = None if first is None else ruleset.origins.address(path)
        if first is not None and address is not None:
            sign, start, end = first
            place = address.characters(start, end)
            yield sign.code.at(place, meant=sign.meant, help=[sign.way_out])


def _first_sign(text: str, *, headings: bool) -> tuple[Sign, int, int] | None:
    """The first sign with its start and end; the longest if several start there."""
    bare = INLINE.sub(lambda match: " " * len(match[0]), text)
    signs: list[tuple[Sign, str]] = []
    if MARKUP_SIGNS.search(bare):
        signs += [(sign, bare) for sign in INLINE_MARKUP]
    if LINE_SIGNS.search(f"\n{text}"):
        signs += [(sign, text) for sign in LINE_MARKUP]
        signs += [] if headings else [(HEADING, text)]
    matches = [
        (match.start(), -match.end(), sign)
        for sign, searched in signs
        if (match := re.search(sign.pattern, searched, re.MULTILINE)) is not None
    ]
    if not matches:
        return None
    start, end, sign = min(matches, key=lambda match: match[:2])
    return sign, start, -end


# Names: those that readers cannot tell apart.


UNNAMED = (Example, Note, Row)
"""Kinds whose names only decorate, and may repeat."""


def check_duplicate_names(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report entries of one kind and one parent with the same name."""
    seen: dict[tuple[KeyPath, str], Entry] = {}
    for entry in ruleset.entries.values():
        name = entry.__dict__.get("name", "")
        if not name or isinstance(entry, UNNAMED):
            continue
        scope = ruleset.paths[entry.id][:-1]
        first = seen.setdefault((scope, name.casefold()), entry)
        if first is not entry:
            pair = (first, entry)
            earlier, later = sorted(pair, key=lambda named: _turn(ruleset, named))
            yield codes.SAME_NAME.at(
                ruleset.label(later, "name"),
                related=[ruleset.label(earlier, "name", words="and this one")],
                kind=entry.id.partition(".")[0],
                name=name,
            )


def check_reused_names(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report names that a pack gave to an entry although one elsewhere has it already."""
    named: dict[str, list[Entry]] = {}
    for entry in ruleset.entries.values():
        name = entry.__dict__.get("name", "")
        if name and not isinstance(entry, UNNAMED):
            named.setdefault(name.casefold(), []).append(entry)
    for entries in named.values():
        for entry in entries:
            other = _elsewhere(ruleset, entry, entries)
            name = entry.__dict__["name"]
            before = ruleset.origins.before((*ruleset.paths[entry.id], "name"))
            if other is not None and before not in {None, name}:
                yield codes.NAME_ELSEWHERE.at(
                    ruleset.label(entry, "name"),
                    related=[ruleset.label(other, "name", words="has it already")],
                    other=other.id,
                    name=name,
                )


def _elsewhere(ruleset: Ruleset, entry: Entry, others: list[Entry]) -> Entry | None:
    """Another entry of the name that has another parent, and its name from another pack."""
    scope, writer = ruleset.paths[entry.id][:-1], _turn(ruleset, entry)
    for other in others:
        if ruleset.paths[other.id][:-1] != scope and _turn(ruleset, other) != writer:
            return other
    return None


def _turn(ruleset: Ruleset, entry: Entry) -> int:
    """The position of the pack that wrote the name, in the order in which packs apply."""
    writer = ruleset.origins.writer((*ruleset.paths[entry.id], "name"))
    return [manifest.id for manifest in ruleset.manifests].index(writer)


# Former names.


HIDDEN: Final = re.compile(r"\[\[[^\]|]*(?:\||\]\])|`[^`]*`")
"""Targets of links, which readers do not see, and code."""


def check_old_names(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report texts with the former name of an entry, unless the renaming pack wrote them."""
    names = {entry.__dict__.get("name") for entry in ruleset.entries.values()}
    renamed: dict[str, Entry] = {}
    for id_, entry in ruleset.entries.items():
        old = ruleset.origins.before((*ruleset.paths[id_], "name"))
        if isinstance(old, str) and old not in names:  # it may be that of another now
            renamed[old] = entry
    for path, match in _mentions(ruleset, renamed):
        entry, address = renamed[match[0]], ruleset.origins.address(path)
        renames = ruleset.origins.below((*ruleset.paths[entry.id], "name"))
        writer = ruleset.origins.writer(path)
        if address is not None and writer not in {rename.pack for rename in renames}:
            yield codes.OLD_NAME.at(
                address.characters(*match.span()),
                related=[ruleset.label(entry, "name", words="its new name")],
                old=match[0],
                new=entry.name,
                entry=entry.id,
            )


def check_removed_names(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report texts with the name of a removed entry, once for each text and name.

    Entries nested in a removed one are not looked for: only what a pack named is reported.
    """
    names = {entry.__dict__.get("name") for entry in ruleset.entries.values()}
    gone = {
        name: removed
        for removed in ruleset.removals.by_id.values()
        if (name := _name_of_removed(removed)) and name not in names
    }
    for path, match in _mentions(ruleset, gone, once=True):
        removed, address = gone[match[0]], ruleset.origins.address(path)
        if address is None or ruleset.origins.writer(path) == removed.pack:
            continue
        # A list is set as a whole, so that positions are no part of what is set.
        setting = id_at(tuple(step for step in path if isinstance(step, str)))
        yield codes.REMOVED_NAME.at(
            removed.address.key(),
            related=[Label(address.characters(*match.span()), "still its name")],
            name=match[0],
            removed=removed.id,
            change=change_line(setting, "set", "…"),
        )


def _name_of_removed(removed: Removed) -> str:
    """The name of an entry that a pack removed itself; empty for what was nested in one."""
    is_target = removed.address.path[-1:] == (removed.id,)
    name = removed.body.get("name") if isinstance(removed.body, dict) else None
    return name if is_target and isinstance(name, str) else ""


def _mentions(
    ruleset: Ruleset, names: Collection[str], *, once: bool = False
) -> Iterator[tuple[KeyPath, re.Match[str]]]:
    """Where visible text has a name as a whole word; `once` finds each name once in a text."""
    if not names:
        return
    words = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")
    for _, path, text in prose_of(ruleset):
        visible = HIDDEN.sub(lambda match: " " * len(match[0]), text)
        seen: set[str] = set()
        for match in words.finditer(visible):
            if not (once and match[0] in seen):
                seen.add(match[0])
                yield path, match


# Notes.


def check_notes(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report choices that are none of the readings, and decided settings with another value."""
    for note in ruleset.of(Note):
        if note.decides:
            value, place = at(ruleset, note.decides), ruleset.label(note, "decides")
            values = {reading.value.lower() for reading in note.readings.values()}
            if value is None:
                yield codes.NO_SUCH_PLACE.at(place, setting=note.decides)
            elif str(value).lower() not in values:
                yield codes.VALUE_WITHOUT_READING.at(
                    place, setting=note.decides, value=value
                )
        elif note.chosen and note.chosen not in note.readings:
            yield codes.NO_SUCH_READING.at(
                ruleset.label(note, "chosen"),
                chosen=note.chosen,
                readings=", ".join(note.readings),
            )


# Chapters.


def check_chapters(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report entries that a chapter contains twice."""
    for chapter in ruleset.of(Chapter):
        first: dict[str, int] = {}
        for position, ref in enumerate(chapter.contains):
            if first.setdefault(ref.id, position) != position:
                original, again = (
                    ruleset.label(chapter, "contains", first[ref.id], words="here"),
                    ruleset.label(chapter, "contains", position),
                )
                yield codes.REPEATED.at(again, related=[original], entry=ref.id)


# Examples.


LONGEST: Final = 200


def check_examples(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report examples with another result, or none. Broken formulas are reported elsewhere."""
    for run in run_examples(ruleset):
        if run.verdict == "impossible":
            yield _impossible(ruleset, run)
        elif run.verdict != "passed":
            yield _differs(ruleset, run)


def _impossible(ruleset: Ruleset, run: ExampleRun) -> Diagnostic:
    place = ruleset.label(run.example, run.setting, within=run.within)
    way_out = [run.way_out] if run.way_out else []
    if run.setting == "run":
        return codes.EXAMPLE_STUCK.at(place, reason=run.found, help=way_out)
    return formulas.FAILED.at(place, message=run.found, help=way_out)


def _differs(ruleset: Ruleset, run: ExampleRun) -> Diagnostic:
    """Report a result by its verdict: a house rule may well change that of a book's example."""
    example = run.example
    if run.verdict == "changed":
        stuck = bool(run.way_out)
        code = codes.EXAMPLE_STUCK_NOW if stuck else codes.EXAMPLE_CHANGED
        advice = [run.way_out] if stuck else []
    else:
        failed = run.verdict == "failed"
        code = codes.EXAMPLE_FAILED if failed else codes.EXAMPLE_DIFFERS
        advice = ["correct the example, or the rule that it shows"]
        if len(ruleset.topmost) > 1:
            writer = ruleset.origins.writer(ruleset.paths[example.id])
            purpose = "or, in a pack that changes it on purpose, write after"
            advice.append(f"{purpose}: {writer}")
    return code.at(
        ruleset.label(example, "expect", words=f"it gives {run.found}"),
        related=[ruleset.label(example, run.setting)],
        notes=_notes(ruleset, example),
        help=advice,
        shown=run.what,
        found=run.found,
        expected=run.expected,
        example=example.id,
        pack=ruleset.manifest.id,
    )


def _notes(ruleset: Ruleset, example: Example) -> tuple[str, ...]:
    """A note with the name and text of the example, since a formula alone says little."""
    # Only an example that fails needs what pages are made with.
    from freed6c.document.plain_text import plain_text

    text = plain_text(ruleset, example.text) if example.text else ""
    words = shorten(
        ": ".join(filter(None, (example.name, text))), LONGEST, placeholder=" …"
    )
    return (f"the example is {words}",) if words else ()
