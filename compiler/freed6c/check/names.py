"""Names: those that readers cannot tell apart, and former ones that texts still have."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import checks as codes
from freed6c.diagnostics.diagnostic import Label
from freed6c.model.walk import prose_of
from freed6c.packs.ids import id_at
from freed6c.packs.operations import change_line
from freed6c.runtime.entries.notes import Example, Note
from freed6c.runtime.entries.tables import Row
from freed6c.runtime.record import Entry

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath
    from freed6c.packs.pack import Removed


UNNAMED = (Example, Note, Row)
"""Kinds whose names only decorate, and may repeat."""


def check_duplicate_names(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report entries of one kind and one parent with the same name."""
    seen: dict[tuple[KeyPath, str], Entry] = {}
    for entry in ruleset.of(Entry):
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
    for entry in ruleset.of(Entry):
        name = entry.__dict__.get("name", "")
        if name and not isinstance(entry, UNNAMED):
            named.setdefault(name.casefold(), []).append(entry)
    for entries in named.values():
        for entry in entries:
            other = _elsewhere(ruleset, entry, entries)
            name = entry.__dict__["name"]
            before = ruleset.provenance.before((*ruleset.paths[entry.id], "name"))
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
    writer = ruleset.provenance.writer((*ruleset.paths[entry.id], "name"))
    return [manifest.id for manifest in ruleset.manifests].index(writer)


# Former names.


HIDDEN: Final = re.compile(r"\[\[[^\]|]*(?:\||\]\])|`[^`]*`")
"""Targets of links, which readers do not see, and code."""


def check_old_names(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report texts with the former name of an entry, unless the renaming pack wrote them."""
    names = {entry.__dict__.get("name") for entry in ruleset.entries.values()}
    renamed: dict[str, Entry] = {}
    for entry in ruleset.of(Entry):
        old = ruleset.provenance.before((*ruleset.paths[entry.id], "name"))
        if isinstance(old, str) and old not in names:  # it may be that of another now
            renamed[old] = entry
    for path, match in _mentions(ruleset, renamed):
        entry, address = renamed[match[0]], ruleset.provenance.location(path)
        renames = ruleset.provenance.changes_below((*ruleset.paths[entry.id], "name"))
        writer = ruleset.provenance.writer(path)
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
        removed, address = gone[match[0]], ruleset.provenance.location(path)
        if address is None or ruleset.provenance.writer(path) == removed.pack:
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
    """Where visible text has a name as a whole word; `once` finds each name once in a text.

    Names in small letters, as those of units and periods are, are words like any other: a foot is
    also what one stands on.
    """
    proper = [name for name in names if not name[:1].islower()]
    if not proper:
        return
    words = re.compile(rf"\b(?:{'|'.join(map(re.escape, proper))})\b")
    for _, path, text in prose_of(ruleset):
        visible = HIDDEN.sub(lambda match: " " * len(match[0]), text)
        seen: set[str] = set()
        for match in words.finditer(visible):
            if not (once and match[0] in seen):
                seen.add(match[0])
                yield path, match
