"""Stage 2: check the shape of each file, by one JSON Schema per kind, in the author's terms.

Data goes one way. `schemas` finds violations. `repair` groups them by cause and guesses what was
meant: it tries each reading of a value (`readings`) against the schema that the value breaks.
`explain` turns both into a diagnostic. `files` does this for each section of a file; if a change
is wrong, `change_repair` has better suggestions.

`editor_schemas` puts the schemas together into schemas of whole files, for editors; both accept
the same (`tests/unit/test_editor_schemas.py`). `cli/schema.py` adds the ids that a pack knows and
writes them; `cli/scaffold/templates/vscode/` sets up VS Code. `vocabulary` collects the meaning
of every keyword, for `explain` and the language server.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from freed6c.diagnostics.diagnostic import Label
from freed6c.packs.data import as_map
from freed6c.packs.kinds import BY_NAME, TOP
from freed6c.packs.limits import MAX_PROBLEMS
from freed6c.validate.files import WHEN, check_file

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.packs.pack import Pack
    from freed6c.validate.files import WrittenBelow


def validate(packs: Sequence[Pack], *, skip: Collection[str] = ()) -> list[Diagnostic]:
    """Check each file of each pack, except for the paths to skip.

    Packs are sorted: each comes after its bases.
    """
    problems: list[Diagnostic] = []
    for pack in packs:
        below = _written_below(pack, packs)
        for file in pack.files:
            if file.path not in skip:
                checked = check_file(file, manifest=file is pack.manifest, below=below)
                problems += islice(checked, MAX_PROBLEMS)
    return problems


def _written_below(pack: Pack, packs: Sequence[Pack]) -> WrittenBelow:
    """Return the places of entries that surely exist before a pack applies."""
    written: dict[tuple[str, str], Label] = {}
    removed: list[str] = []
    bases = {*pack.extends, *pack.after}
    for other in reversed(packs[: packs.index(pack)]):
        if other.id not in bases:
            continue
        bases.update(other.extends, other.after)
        removed += as_map(other.manifest.data.get("renamed"))
        for file in other.files:
            removed += as_map(file.data.get("remove"))
            for key in TOP if WHEN not in file.data else ():
                for name in as_map(file.data.get(key)):
                    place = file.at(key, name).key()
                    label = Label(place, f"first defined in {other.id}")
                    written.setdefault((key, name), label)
    for id_ in removed:
        kind, _, name = id_.partition(".")
        written.pop((BY_NAME[kind].key if kind in BY_NAME else "", name), None)
    return written
