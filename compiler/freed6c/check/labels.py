"""Labels: two things with one name in one place cannot be told apart."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.check.places import label, labels
from freed6c.diagnostics import Diagnostic
from freed6c.diagnostics.codes import checks
from freed6c.packs.kinds import BY_NAME
from freed6c.runtime.entries.notes import Example, Note
from freed6c.runtime.entries.tables import Row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import Path
    from freed6c.runtime.record import Entry

LOOSE = (Example, Note, Row)
"""Kinds whose names only decorate."""


def check_labels(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Two entries of one kind with one name, side by side."""
    seen: dict[tuple[Path, str], Entry] = {}
    for entry in ruleset.entries.values():
        name = entry.__dict__.get("name", "")
        if not name or isinstance(entry, LOOSE):
            continue
        scope = ruleset.paths[entry.id][:-1]
        first = seen.setdefault((scope, name.casefold()), entry)
        if first is not entry:
            kind = BY_NAME[entry.id.partition(".")[0]].name
            earlier, later = sorted((first, entry), key=lambda one: _turn(ruleset, one))
            yield Diagnostic(
                code=checks.SAME_NAME,
                message=f"two {kind} entries side by side are called '{name}'",
                label=label(ruleset, later, "name", words="this one"),
                related=labels(label(ruleset, earlier, "name", words="and this one")),
                help=("give one of them another name",),
            )


def _turn(ruleset: Ruleset, entry: Entry) -> int:
    """When the name was written: how many packs came before the one that did."""
    writer = ruleset.origins.writer((*ruleset.paths[entry.id], "name"))
    return [one.id for one in ruleset.manifests].index(writer)
