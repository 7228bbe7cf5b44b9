"""Old names: texts that still say what a pack has given another name, or taken away."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from freed6c.check.places import label, labels
from freed6c.diagnostics.codes import checks
from freed6c.diagnostics.diagnostic import Diagnostic, Label
from freed6c.model.walk import prose_of
from freed6c.packs.ids import id_at
from freed6c.packs.operations import change_line

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath
    from freed6c.packs.pack import Removed
    from freed6c.runtime.record import Entry


UNSEEN: Final = re.compile(r"\[\[[^\]|]*(?:\||\]\])|`[^`]*`")
"""What readers do not see of a text, or see as code."""


@dataclass(frozen=True, slots=True)
class Renamed:
    """An entry, the name that it had, the packs that gave it another."""

    entry: Entry
    old: str
    by: frozenset[str]


def check_old_names(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Each place that has an old name as a whole word, but for texts of those who changed it."""
    renamed = {one.old: one for one in _renamed(ruleset)}
    if not renamed:
        return
    for path, match in _found(ruleset, renamed):
        yield from _report(ruleset, path, match, renamed[match[0]])


def _renamed(ruleset: Ruleset) -> Iterator[Renamed]:
    """Entries with a new name; an old one that something else still has says nothing."""
    names = {entry.__dict__.get("name") for entry in ruleset.entries.values()}
    for id_, entry in ruleset.entries.items():
        path = (*ruleset.paths[id_], "name")
        old = ruleset.origins.before(path)
        if isinstance(old, str) and old not in names:
            done = ruleset.origins.below(path)
            yield Renamed(entry, old, frozenset(origin.pack for origin in done))


def check_removed_names(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Each text that has the name of a removed entry as a whole word; a text is told once.

    What stands in the removed entry had its name from there: nothing is said of it.
    """
    removed = {
        name: one for one in ruleset.removals.by_id.values() if (name := _was(one))
    }
    names = {entry.__dict__.get("name") for entry in ruleset.entries.values()}
    gone = {name: one for name, one in removed.items() if name not in names}
    if not gone:
        return
    for path, match in _found(ruleset, gone, once=True):
        one, address = gone[match[0]], ruleset.origins.address(path)
        if address is None or ruleset.origins.writer(path) == one.pack:
            continue
        yield Diagnostic(
            code=checks.REMOVED_NAME,
            message=f"a text still says '{match[0]}', and '{one.id}' is removed",
            label=Label(one.address.key(), "removed here"),
            related=(Label(address.characters(*match.span()), "still its name"),),
            help=(f"change the words too: {change_line(_setting(path), 'set', '…')}",),
        )


def _setting(path: KeyPath) -> str:
    """The address of what can be set; a list is one value."""
    return id_at(tuple(step for step in path if isinstance(step, str)))


def _was(removed: Removed) -> str:
    """The name of what a pack named to be removed, not of what stood in it."""
    named = removed.address.path[-1:] == (removed.id,)
    name = removed.body.get("name") if isinstance(removed.body, dict) else None
    return name if named and isinstance(name, str) else ""


def _found(
    ruleset: Ruleset, names: Collection[str], *, once: bool = False
) -> Iterator[tuple[KeyPath, re.Match[str]]]:
    """Where texts have a name as a whole word; each name once in a text, if that is enough."""
    words = re.compile(rf"\b(?:{'|'.join(map(re.escape, names))})\b")
    for _, path, text in prose_of(ruleset):
        seen = UNSEEN.sub(lambda match: " " * len(match[0]), text)
        told: set[str] = set()
        for match in words.finditer(seen):
            if not (once and match[0] in told):
                told.add(match[0])
                yield path, match


def _report(
    ruleset: Ruleset, path: KeyPath, match: re.Match[str], renamed: Renamed
) -> Iterator[Diagnostic]:
    address = ruleset.origins.address(path)
    if address is None or ruleset.origins.writer(path) in renamed.by:
        return
    entry = renamed.entry
    yield Diagnostic(
        code=checks.OLD_NAME,
        message=f"a text still says '{renamed.old}', which is called '{entry.name}' now",
        label=Label(address.characters(*match.span()), "still the old name"),
        related=labels(label(ruleset, entry, "name", words="its new name")),
        help=(f"write [[{entry.id}]]: a link always shows the name of the day",),
    )
