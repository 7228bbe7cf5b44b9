"""Finds entries by name in keys, references, formulas and links of prose.

A *naming* is a range of a file that names an entry. A *slot* is a key or value with its position,
from `outline.py`.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Final

from freed6c.editor.schema_lookup import BY_ID, form_of, kinds_of, schema_at
from freed6c.formula.builtins import BUILTINS
from freed6c.link.symbols import collect_symbols
from freed6c.model.local_names import FORMAT_NAMES
from freed6c.packs.data import as_map, walk
from freed6c.packs.ids import entry_at, find_path
from freed6c.packs.lazy import dataclass, regex
from freed6c.packs.yaml_tree import Position

if TYPE_CHECKING:
    import re
    from collections.abc import Collection, Iterator, Sequence

    from freed6c.editor.outline import OutlinePart
    from freed6c.editor.schema_lookup import Beside
    from freed6c.link.symbols import Symbol, Symbols
    from freed6c.packs.data import KeyPath
    from freed6c.packs.pack import MergedRuleset
    from freed6c.packs.yaml_tree import Ends, Lines

WORD: Final = regex(r"[A-Za-z0-9][A-Za-z0-9-]*(?:\.[A-Za-z0-9][A-Za-z0-9-]*)*")
LINK: Final = regex(r"\[\[\s*(?:show:\s*)?([a-z0-9][a-z0-9.-]*)")
LOCAL: Final = frozenset(name for names in FORMAT_NAMES.values() for name in names)


@dataclass(frozen=True)
class Entries:
    """The entries of packs as last merged, which words of a file name."""

    merged: MergedRuleset

    @cached_property
    def symbols(self) -> Symbols:
        """The entries by id, by the ends of ids and by path."""
        return collect_symbols(self.merged)

    def name(self, entry: Symbol) -> str:
        """Return the name of an entry, or its key if it has none."""
        body = as_map(walk(self.merged.tree, entry.path))
        return str(body.get("name", entry.path[-1]))

    def find(self, word: str, kinds: Collection[str] = ()) -> Symbol | None:
        """Return the entry that a word names, if there is exactly one of these kinds."""
        entries = self.symbols.by_tail.get(word, ())
        named = [e for e in entries if not kinds or e.kind.name in kinds]
        if len(named) == 1:
            return named[0]
        # An id, or an address inside the entry.
        path = find_path(self.merged.tree, word)
        return None if path is None else self.symbols.by_path.get(entry_at(path)[2])


@dataclass(frozen=True)
class Naming:
    """A range of a file that names an entry, with its text and the entry."""

    start: Position
    end: Position
    text: str
    entry: Symbol


def namings(
    slots: Sequence[OutlinePart], text: str, file: str, entries: Entries
) -> Iterator[Naming]:
    """Yield the ranges of a file that name entries: keys, references, links, words of formulas."""
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
    """Return a function from the path of a map to the texts of its values by key."""
    texts_by_map: dict[KeyPath, dict[str, str]] = {}
    for slot in slots:
        if isinstance(slot.path[-1], str):
            texts = texts_by_map.setdefault(slot.path[:-1], {})
            if slot.part == "key":
                texts.setdefault(slot.text, "")
            else:
                texts[slot.path[-1]] = slot.text
    return lambda path: texts_by_map.get(path, {})


def _in_key(slot: OutlinePart, entries: Entries) -> Iterator[Naming]:
    """Yield the entry that a key names.

    It is an id under `change` or `replace`, an address inside an entry in `set` and other
    operations of a change, or the key of the entry itself.
    """
    path: KeyPath | None = slot.path
    if slot.path[0] in BY_ID and len(slot.path) == 2:  # noqa: PLR2004
        entry = entries.find(slot.text)
    else:
        if slot.path[0] == "change" and len(slot.path) == 4:  # noqa: PLR2004
            path = find_path(entries.merged.tree, f"{slot.path[1]}.{slot.path[3]}")
        entry = entries.symbols.by_path.get(path or ())
    if entry is not None:
        yield Naming(slot.start, slot.end, slot.text, entry)


def _in_text(
    slot: OutlinePart, lines: Lines, entries: Entries, form: re.Pattern[str]
) -> Iterator[Naming]:
    """Yield the entries that are named in prose (`form` is LINK) or in a formula (WORD)."""
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


def renamed(naming: Naming, target: Symbol, key: str) -> Ends | None:
    """Return the range of the key of `target` in a naming of it, or of an entry nested in it.

    In `condition.damage.hurt`, the key of the track `damage` is the second to last step. Return
    None if the naming does not contain the key, as in `hurt`.
    """
    entry = naming.entry
    if entry.path[: len(target.path)] != target.path:
        return None
    # Each nested entry adds two keys to a path, the kind and its own key, but one step to an id.
    deeper = (len(entry.path) - len(target.path)) // 2
    steps = naming.text.split(".")
    position = len(steps) - 1 - deeper
    old = str(target.path[-1])
    if position < 0 or steps[position] != old or old == key:
        return None
    column = naming.start.column + len(".".join(steps[:position])) + bool(position)
    line = naming.start.line
    return Position(line, column), Position(line, column + len(old))
