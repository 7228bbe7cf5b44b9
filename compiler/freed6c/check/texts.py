"""Prose: every link leads to an entry, every value to a setting, every quantity to a unit."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final, NamedTuple

from freed6c.diagnostics.codes import checks, references
from freed6c.diagnostics.diagnostic import Diagnostic, Label
from freed6c.document.prose import INLINE, QUANTITY, Reference, references_in
from freed6c.model.removals import still_named
from freed6c.model.values import at, path_of
from freed6c.model.walk import prose_of
from freed6c.packs.data import KeyPath, walk
from freed6c.packs.ids import id_at
from freed6c.packs.operations import change_line
from freed6c.packs.suggest import did_you_mean
from freed6c.runtime.entries.notes import Chapter
from freed6c.runtime.entries.world import Unit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.location import Address
    from freed6c.packs.pack import Removed
    from freed6c.packs.provenance import Origin


ADVISED: Final = 50
"""So many broken links get a suggestion."""


def check_prose(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Each reference in a text that leads nowhere."""
    units = frozenset(
        word for unit in ruleset.of(Unit) for word in (unit.key, unit.name, unit.plural)
    )
    advised = 0
    for _, path, text in prose_of(ruleset):
        if "[[" not in text:
            continue
        address = ruleset.origins.address(path)
        for reference in references_in(text, headings=True):
            message = _broken(ruleset, reference, units)
            if message is not None and address is not None:
                advised += 1
                place = address.characters(reference.start, reference.end)
                removed = _removed(ruleset, reference)
                if removed is not None:
                    yield still_named(removed, path, place)
                    continue
                taken = _taken(ruleset, reference)
                if taken is not None:
                    yield _still_quoted(reference, path, place, taken)
                    continue
                yield Diagnostic(
                    code=checks.BROKEN_LINK,
                    message=message,
                    label=Label(place),
                    help=_advice(ruleset, reference, advised),
                )


def check_removed(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Texts that still speak of what is gone, to be told together with rules that do."""
    return (one for one in check_prose(ruleset) if one.code is references.REMOVED)


def _removed(ruleset: Ruleset, reference: Reference) -> Removed | None:
    steps = reference.target.split(".")
    ids = (".".join(steps[:depth]) for depth in range(len(steps), 1, -1))
    found = (ruleset.removals.named(id_, ()) for id_ in ids)
    return next((one for one in found if one is not None), None)


def _taken(ruleset: Ruleset, reference: Reference) -> Origin | None:
    """What a pack did where a quoted value stood, so that it stands there no more."""
    path = path_of(ruleset, reference.target) if reference.kind == "value" else None
    for depth in range(len(path or ()), 0, -1):
        assert path is not None
        for origin in reversed(ruleset.origins.records.get(path[:depth], ())):
            before = origin.before
            if before is not None and walk(before, path[depth:]) is not None:
                return origin
    return None


def _still_quoted(
    reference: Reference, path: KeyPath, place: Address, taken: Origin
) -> Diagnostic:
    where = id_at(path)
    return Diagnostic(
        code=checks.BROKEN_LINK,
        message=f"'{where}' quotes '{reference.target}', which this takes away",
        label=Label(taken.address.key(), "taken away here"),
        related=(Label(place, "quoted here"),),
        help=(f"change the words too: {change_line(where, 'set', '…')}",),
    )


def _advice(ruleset: Ruleset, reference: Reference, advised: int) -> tuple[str, ...]:
    """The nearest ids; looking for them takes time, so not for every one of very many."""
    if advised > ADVISED:
        return ()
    return did_you_mean(reference.target, ruleset.entries)


def _broken(
    ruleset: Ruleset, reference: Reference, units: frozenset[str]
) -> str | None:
    target = reference.target
    if reference.kind == "value":
        found = at(ruleset, target) is not None
        return None if found else f"there is no value at '{target}'"
    if reference.kind == "quantity":
        match = QUANTITY.fullmatch(target)
        known = match is not None and match["unit"] in units
        return None if known else f"'{target}' is in no unit of this ruleset"
    known = ruleset.find(target) is not None
    return None if known else f"there is no entry '{target}'"


# Signs of Markdown that texts of packs do not know: they would stand there as written.


class Sign(NamedTuple):
    """What people write elsewhere, and what is written here."""

    pattern: re.Pattern[str]
    what: str
    way_out: str


BEGUN: Final = re.compile(r"\n *(?:[#*+>`~_|]|--)")
LEFT: Final = re.compile(r"[\[`]|\*\*")
"""Without these there is nothing to look for, at the beginning of lines or anywhere."""

HEADING: Final = Sign(
    re.compile(r"^##(?= )", re.MULTILINE),
    "a heading",
    "only the texts of chapters have headings: begin a paragraph with **words** instead",
)
AT_LINES: Final = (
    Sign(
        re.compile(r"^(?:#|#{3,6})(?= \S)", re.MULTILINE),
        "a heading",
        "headings are written '## Words', in the texts of chapters",
    ),
    Sign(
        re.compile(r"^ *[*+](?= \S)", re.MULTILINE),
        "an item of a list",
        "items are written '- words', numbered ones '1. words'",
    ),
    Sign(
        re.compile(r"^ *>(?= ?\S)", re.MULTILINE),
        "a quotation",
        "write it as *words*",
    ),
    Sign(
        re.compile(r"^ *(?:```|~~~)", re.MULTILINE),
        "a block of code",
        "write `words` on one line",
    ),
    Sign(
        re.compile(r"^ *(?:-{3,}|\*{3,}|_{3,})$", re.MULTILINE),
        "a line across the page",
        "begin a new paragraph, or in a chapter a heading: '## Words'",
    ),
    Sign(
        re.compile(r"^ *\|.*\| *$", re.MULTILINE),
        "a table",
        "write it under 'tables' and show it: [[show: table.my-table]]",
    ),
)
INSIDE: Final = (
    Sign(
        re.compile(r"!\[[^\[\]]*\]\([^()\s]*\)"),
        "a picture",
        "texts have no pictures: link to it with [words](https://…)",
    ),
    Sign(
        re.compile(r"\[[^\[\]]+\]\([^()\s]*\)"),
        "a link",
        "links out begin with https://; rules are linked by their id: [[term.glow|words]]",
    ),
    Sign(
        re.compile(r"\[\["),
        "a link that does not end",
        "close it: [[term.glow]]",
    ),
    Sign(
        re.compile(r"\*\*(?=\w)|(?<=\w)\*\*"),
        "bold words without an end",
        "write **words**, within one paragraph",
    ),
    Sign(
        re.compile("`"),
        "code that does not end",
        "write `words`, within one paragraph",
    ),
)
"""Looked for where nothing that texts know was found."""


def check_markup(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """The first such sign of each text."""
    for entry, path, text in prose_of(ruleset):
        found = _first(text, headings=isinstance(entry, Chapter))
        address = None if found is None else ruleset.origins.address(path)
        if found is not None and address is not None:
            sign, start, end = found
            yield Diagnostic(
                code=checks.UNKNOWN_MARKUP,
                message=f"this looks like {sign.what}, and would stand there as you wrote it",
                label=Label(address.characters(start, end)),
                help=(sign.way_out,),
            )


def _first(text: str, *, headings: bool) -> tuple[Sign, int, int] | None:
    """The first sign, the longest where several begin there. Most texts have none at all."""
    bare = INLINE.sub(lambda match: " " * len(match[0]), text)
    signs = [(sign, bare) for sign in INSIDE] if LEFT.search(bare) else []
    if BEGUN.search(f"\n{text}"):
        signs += [
            (sign, text) for sign in (*AT_LINES, *(() if headings else (HEADING,)))
        ]
    found = [
        (match.start(), -match.end(), sign)
        for sign, where in signs
        if (match := sign.pattern.search(where)) is not None
    ]
    if not found:
        return None
    start, end, sign = min(found, key=lambda one: one[:2])
    return sign, start, -end
