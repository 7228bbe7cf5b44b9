"""Old names: texts that still say what a pack has given another name."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from freed6c.check.places import label, labels
from freed6c.diagnostics import Diagnostic, Label
from freed6c.diagnostics.codes import checks
from freed6c.model.walk import prose_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import Path
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
    words = re.compile(rf"\b(?:{'|'.join(map(re.escape, renamed))})\b")
    for _, path, text in prose_of(ruleset):
        seen = UNSEEN.sub(lambda match: " " * len(match[0]), text)
        for match in words.finditer(seen):
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


def _report(
    ruleset: Ruleset, path: Path, match: re.Match[str], renamed: Renamed
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
