"""Names: two entries with one name cannot be told apart by readers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.check.places import label
from freed6c.diagnostics.codes import checks as codes
from freed6c.runtime.entries.notes import Example, Note
from freed6c.runtime.entries.tables import Row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath
    from freed6c.runtime.record import Entry


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
            earlier, later = sorted(
                (first, entry), key=lambda named: _turn(ruleset, named)
            )
            yield codes.SAME_NAME.at(
                label(ruleset, later, "name"),
                related=[label(ruleset, earlier, "name", words="and this one")],
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
            if other is not None and _is_renamed(ruleset, entry):
                yield codes.NAME_ELSEWHERE.at(
                    label(ruleset, entry, "name"),
                    related=[label(ruleset, other, "name", words="has it already")],
                    other=other.id,
                    name=entry.__dict__["name"],
                )


def _is_renamed(ruleset: Ruleset, entry: Entry) -> bool:
    """Whether a pack changed the name."""
    old = ruleset.origins.before((*ruleset.paths[entry.id], "name"))
    return old is not None and old != entry.__dict__["name"]


def _elsewhere(ruleset: Ruleset, entry: Entry, others: list[Entry]) -> Entry | None:
    """Another entry of the name that has another parent, and its name from another pack."""
    scope = ruleset.paths[entry.id][:-1]
    writer = _turn(ruleset, entry)
    return next(
        (
            other
            for other in others
            if ruleset.paths[other.id][:-1] != scope and _turn(ruleset, other) != writer
        ),
        None,
    )


def _turn(ruleset: Ruleset, entry: Entry) -> int:
    """The position of the pack that wrote the name, in the order in which packs apply."""
    writer = ruleset.origins.writer((*ruleset.paths[entry.id], "name"))
    return [manifest.id for manifest in ruleset.manifests].index(writer)
