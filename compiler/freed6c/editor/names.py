"""Entries where they are named: in keys, references, formulas and links of prose."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Final

from freed6c.editor.schema_lookup import BY_ID, form_of, kinds_of, schema_at
from freed6c.formula.builtins import BUILTINS
from freed6c.model.local_names import FORMAT_NAMES
from freed6c.packs.data import as_map, walk
from freed6c.packs.ids import by_suffix, entries_of, entry_at, find_path, id_suffixes
from freed6c.packs.yaml_tree import Position

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from freed6c.editor.outline import OutlinePart
    from freed6c.editor.schema_lookup import Beside
    from freed6c.packs.data import KeyPath
    from freed6c.packs.pack import MergedRuleset

WORD: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]*(?:\.[A-Za-z0-9][A-Za-z0-9-]*)*")
LINK: Final = re.compile(r"\[\[\s*(?:show:\s*)?([a-z0-9][a-z0-9.-]*)")
LOCAL: Final = frozenset(name for names in FORMAT_NAMES.values() for name in names)


@dataclass(frozen=True, slots=True)
class Named:
    """An entry as editors show it."""

    id: str
    kind: str
    path: KeyPath
    name: str


@dataclass(frozen=True)
class Entries:
    """The entries of packs, as last merged: by id, and by the ends of ids."""

    merged: MergedRuleset

    @cached_property
    def by_id(self) -> Mapping[str, Named]:
        """Each with its name, or its key where it has none."""
        tree = self.merged.tree
        names: dict[str, Named] = {}
        for id_, kind, path in entries_of(tree):
            name = str(as_map(walk(tree, path)).get("name", path[-1]))
            names[id_] = Named(id_, kind.name, path, name)
        return names

    @cached_property
    def by_tail(self) -> Mapping[str, tuple[Named, ...]]:
        """What each end of an id can mean."""
        return by_suffix(self.by_id)

    @cached_property
    def by_path(self) -> Mapping[KeyPath, Named]:
        """By the place in the merged tree."""
        return {entry.path: entry for entry in self.by_id.values()}

    def find(self, word: str, kinds: Collection[str] = ()) -> Named | None:
        """The entry that a word names, if it is a single one of these kinds."""
        meant = [e for e in self.by_tail.get(word, ()) if not kinds or e.kind in kinds]
        if len(meant) == 1:
            return meant[0]
        return self.by_id.get(word) or self._at_address(word)

    def _at_address(self, address: str) -> Named | None:
        """The innermost entry that an address leads into."""
        path = find_path(self.merged.tree, address)
        return None if path is None else self.by_path.get(entry_at(path)[2])

    def short(self, entry: Named, kinds: Collection[str]) -> str:
        """The shortest end of its id that names it among these kinds."""
        for suffix in reversed(id_suffixes(entry.id)):
            if self.find(suffix, kinds) == entry:
                return suffix
        return entry.id


@dataclass(frozen=True, slots=True)
class Naming:
    """A place where an entry is named: the stretch, what is written, and whom it means."""

    start: Position
    end: Position
    text: str
    entry: Named


def namings(
    slots: Sequence[OutlinePart], text: str, file: str, entries: Entries
) -> Iterator[Naming]:
    """All places of a file where entries are named."""
    lines = text.split("\n")
    beside = beside_in(slots)
    for slot in slots:
        if slot.part == "key":
            yield from _in_key(slot, entries)
        elif "[[" in slot.text:
            yield from _in_text(slot, lines, entries, LINK)
        else:
            definition = schema_at(slot.path, file, beside)
            kinds = kinds_of(definition)
            if kinds and (entry := entries.find(slot.text, kinds)):
                yield Naming(slot.start, slot.end, slot.text, entry)
            elif form_of(definition) == "formula" or kinds:
                yield from _in_text(slot, lines, entries, WORD)


def beside_in(slots: Sequence[OutlinePart]) -> Beside:
    """What stands in each map of a file: the texts of its values by their keys."""
    known: dict[KeyPath, dict[str, str]] = {}
    for slot in slots:
        if isinstance(slot.path[-1], str):
            inside = known.setdefault(slot.path[:-1], {})
            if slot.part == "key":
                inside.setdefault(slot.text, "")
            else:
                inside[slot.path[-1]] = slot.text
    return lambda path: known.get(path, {})


def _in_key(slot: OutlinePart, entries: Entries) -> Iterator[Naming]:
    """The key of an entry, an id under `change` and the like, an address inside of one."""
    path = slot.path
    entry: Named | None
    if path[0] in BY_ID and len(path) == 2:  # noqa: PLR2004
        entry = entries.find(slot.text)
    elif path[0] == "change" and len(path) == 4:  # noqa: PLR2004
        entry = _inside(f"{path[1]}.{path[3]}", entries)
    else:
        entry = entries.by_path.get(path)
    if entry is not None:
        yield Naming(slot.start, slot.end, slot.text, entry)


def _inside(address: str, entries: Entries) -> Named | None:
    """The entry that stands at an address, not one that it only leads through."""
    path = find_path(entries.merged.tree, address)
    return None if path is None else entries.by_path.get(path)


def _in_text(
    slot: OutlinePart, lines: Sequence[str], entries: Entries, form: re.Pattern[str]
) -> Iterator[Naming]:
    """Yield the entries that links of prose, or words of a formula, name."""
    for number in range(slot.start.line, slot.end.line + 1):
        first = slot.start.column if number == slot.start.line else 0
        last = slot.end.column if number == slot.end.line else len(lines[number])
        for match in form.finditer(lines[number], first, last):
            word, (start, end) = match[form.groups], match.span(form.groups)
            if form is WORD and (word in {*BUILTINS, *LOCAL} or word.isdecimal()):
                continue
            if entry := entries.find(word):
                ends = Position(number, start), Position(number, end)
                yield Naming(*ends, word, entry)


def renamed(
    naming: Naming, target: Named, key: str
) -> tuple[Position, Position] | None:
    """The stretch of a naming that is the key of `target`, which it is, or stands in.

    `condition.damage.hurt` has the key of the track `damage` as its last but one step. Nothing
    where the key is not written there, as in `hurt`.
    """
    entry = naming.entry
    if entry.path[: len(target.path)] != target.path:
        return None
    deeper = (len(entry.path) - len(target.path)) // 2
    steps = naming.text.split(".")
    position = len(steps) - 1 - deeper
    old = str(target.path[-1])
    if position < 0 or steps[position] != old or old == key:
        return None
    column = naming.start.column + len(".".join(steps[:position])) + bool(position)
    line = naming.start.line
    return Position(line, column), Position(line, column + len(old))
