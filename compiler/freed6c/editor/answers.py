"""Completion, hover texts and names at a position: pure functions of text and compiled packs.

This module presents choices and doesn't define them: they come from `schemas/` (for effects, from
`schemas/effect.schema.json`) and from the entries of the packs.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final, Literal

from freed6c.editor.names import WORD, Entries, beside_in, namings
from freed6c.editor.outline import outline
from freed6c.editor.schema_lookup import (
    BY_ID,
    form_of,
    kinds_of,
    schema_at,
    schema_of_entry,
)
from freed6c.formula.builtins import BUILTINS
from freed6c.model.explanation import explain_value
from freed6c.packs.data import Data, as_map, inline, walk
from freed6c.packs.ids import find_path, split_address
from freed6c.packs.lazy import dataclass, regex
from freed6c.packs.yaml_tree import Position
from freed6c.validate.vocabulary import meanings, words_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from freed6c.editor.names import Naming
    from freed6c.editor.outline import OutlinePart
    from freed6c.editor.schema_lookup import Beside
    from freed6c.link.symbols import Symbol
    from freed6c.model.compiled import Compiled
    from freed6c.packs.data import KeyPath
    from freed6c.packs.ids import Tree
    from freed6c.packs.yaml_tree import Ends
    from freed6c.validate.schemas import Schema

CURSOR: Final = "cursor0here"
"""Text inserted at the cursor, so that there is a key or value even if nothing is typed yet."""

Sort = Literal["setting", "entry", "word", "function"]


@dataclass(frozen=True)
class Proposal:
    """A completion that replaces the word from `start` to `end`.

    `sort` decides its icon, `detail` is shown beside it, `says` is its description.
    """

    text: str
    sort: Sort
    detail: str
    says: str
    start: Position
    end: Position


def completions(
    text: str, file: str, at: Position, entries: Entries | None
) -> list[Proposal]:
    """Return the completions at a position. `file` is the path of the file in its pack.

    CURSOR is inserted into the text, which is then parsed; the key or value that contains it shows
    what is being typed.
    """
    lines = text.split("\n")
    line = lines[at.line] if at.line < len(lines) else ""
    opened = OPENED.search(line[: at.column])
    start, end = _around(line, at, opened.start(1) if opened else 0)
    lines[at.line : at.line + 1] = [line[: at.column] + CURSOR + line[at.column :]]
    slots = outline("\n".join(lines))
    beside = beside_in([slot for slot in slots if CURSOR not in slot.text])
    proposals = _Proposals(file, beside, entries, start, end)
    if opened is not None:
        return [*proposals.ids(())]
    slot = next((slot for slot in slots if CURSOR in slot.text), None)
    if slot is None:
        return []
    if slot.part == "key":
        return [*proposals.keys(slot.path[:-1])]
    begins_line = not lines[slot.start.line][: slot.start.column].strip(" \"'")
    if begins_line and isinstance(slot.path[-1], str):  # an unfinished first key
        return [*proposals.keys(slot.path)]
    candidates = [*proposals.values(schema_at(slot.path, file, beside))]
    if isinstance(slot.path[-1], int):  # `- mod`: the item may become a map
        candidates += proposals.settings(slot.path)
    return candidates


OPENED: Final = regex(r"\[\[\s*(?:show:\s*)?([^\[\]|]*)$")
"""An unfinished link in prose: `[[ski`, `[[show: tab`."""
_OF_WORD: Final = regex(r"[\w.-]")


def _around(line: str, at: Position, first: int) -> Ends:
    """Return the start and end of the word that contains or precedes the cursor."""
    start = end = at.column
    while start > first and _OF_WORD.match(line[start - 1]):
        start -= 1
    while end < len(line) and _OF_WORD.match(line[end]):
        end += 1
    return Position(at.line, start), Position(at.line, end)


@dataclass(frozen=True)
class _Proposals:
    """A source of completions in one file, for the characters from `start` to `end`."""

    file: str
    beside: Beside
    entries: Entries | None
    start: Position
    end: Position

    @property
    def tree(self) -> Tree:
        """The tree of the merged packs; empty if they could not be merged."""
        return self.entries.merged.tree if self.entries else {}

    def keys(self, path: KeyPath) -> Iterator[Proposal]:
        """Yield keys of a map: settings, ids of entries, addresses inside an entry."""
        match path:
            case (section,) if section in BY_ID:
                yield from self.ids((), ": ")
            case ("change", id_, _):
                yield from self._addresses(str(id_))
            case _:
                yield from self.settings(path)

    def settings(self, path: KeyPath) -> Iterator[Proposal]:
        """Yield the settings that the map does not have yet."""
        definition = schema_at(path, self.file, self.beside)
        required, existing = definition.get("required", ()), self.beside(path)
        for key, inner in definition.get("properties", {}).items():
            if key not in existing:
                says = str(inner.get("description", ""))
                yield self._new(
                    f"{key}: ", "setting", "needed" if key in required else "", says
                )

    def _addresses(self, id_: str) -> Iterator[Proposal]:
        """Yield settings of an entry, and addresses of the values inside it."""
        for address, value, says in addresses(id_, self.tree):
            detail = "" if value is None else inline(value)[:SHORT]
            yield self._new(f"{address}: ", "setting", detail, says)

    def ids(self, kinds: tuple[str, ...], colon: str = "") -> Iterator[Proposal]:
        """Yield entries of these kinds by their shortest name; if there are none, all by id.

        `colon` is `: ` if the id becomes a key.
        """
        if self.entries is None:
            return
        symbols = self.entries.symbols
        for entry in symbols.by_id.values():
            if not kinds or entry.kind.name in kinds:
                text = symbols.shortest(entry, kinds) if kinds else entry.id
                detail = f"{self.entries.name(entry)} ({entry.kind.one})"
                yield self._new(f"{text}{colon}", "entry", detail)

    def values(self, definition: Schema) -> Iterator[Proposal]:
        """Yield the possible values of a setting."""
        says = definition.get("description", "")
        words = [*words_of(definition)]
        if "boolean" in definition.get("type", ()) and not form_of(definition):
            words += ["true", "false"]
        for word in dict.fromkeys(words):
            yield self._new(word, "word", "", says)
        if kinds := kinds_of(definition):
            yield from self.ids(kinds)
        elif form_of(definition) == "formula":
            yield from self.ids(())
            for name, function in BUILTINS.items():
                yield self._new(f"{name}(", "function", "", function.doc)
        elif form_of(definition) == "duration":
            for form, period in product(LASTS, as_map(self.tree.get("periods"))):
                yield self._new(form.format(period), "word")
            for word in UNTIL:
                yield self._new(word, "word")

    def _new(self, text: str, sort: Sort, detail: str = "", says: str = "") -> Proposal:
        return Proposal(text, sort, detail, says, self.start, self.end)


SHORT: Final = 60
"""The most characters of a value beside a completion."""
LASTS: Final = ("until end of {}", "until end of next {}", "until end of own next {}")
"""Durations that end with a period."""
UNTIL: Final = ("until used", "until recovered", "until replaced", "always")
"""Other durations."""


def addresses(id_: str, tree: Tree) -> Iterator[tuple[str, Data | None, str]]:
    """Yield the addresses that a change of an entry can set, with values and descriptions."""
    path = find_path(tree, id_)
    body = as_map(walk(tree, path) if path else None)
    for key, inner in schema_of_entry(id_).get("properties", {}).items():
        yield key, body.get(key), inner.get("description", "")
    for address, value in _inside(body):
        yield address, value, ""


def _inside(body: Mapping[str, Data]) -> Iterator[tuple[str, Data]]:
    """Yield the addresses of two and three steps inside an entry, with their values."""
    for first, group in body.items():
        for second, value in as_map(group).items():
            yield f"{first}.{second}", value
            for third, inner in as_map(value).items():
                yield f"{first}.{second}.{third}", inner


# Hover texts.


@dataclass(frozen=True)
class HoverText:
    """A text in Markdown about the characters from `start` to `end`."""

    says: str
    start: Position
    end: Position


def hover(text: str, file: str, at: Position, compiled: Compiled) -> HoverText | None:
    """Return the meaning of a keyword, or the value and changes of an entry, at a position."""
    entries = Entries(compiled.merged) if compiled.merged else None
    slots = outline(text)
    slot = next((slot for slot in slots if slot.holds(at)), None)
    if slot is None:
        return None
    if entries is not None:
        if naming := naming_at(text, file, at, entries):
            words = _entry_text(naming.entry, entries.name(naming.entry), compiled)
            return HoverText(words, naming.start, naming.end)
        if explained := _address_text(slot, compiled):
            return HoverText(explained, slot.start, slot.end)
    if slot.part == "key":
        above = schema_at(slot.path[:-1], file, beside_in(slots))
        setting = above.get("properties", {}).get(slot.text, {})
        if not (says := setting.get("description")):
            return None
        return HoverText(f"**{slot.text}**: {says}", slot.start, slot.end)
    return _keyword_text(text, at)


def naming_at(text: str, file: str, at: Position, entries: Entries) -> Naming | None:
    """Return the place at the cursor that names an entry, or None."""
    candidates = namings(outline(text), text, file, entries)
    return next((n for n in candidates if n.start <= at <= n.end), None)


def _entry_text(entry: Symbol, name: str, compiled: Compiled) -> str:
    body = as_map(walk(compiled.merged.tree, entry.path)) if compiled.merged else {}
    text = body.get("text")
    head = f"**{name}** ({entry.kind.one}), `{entry.id}`"
    parts = [head, *([" ".join(text.split())] if isinstance(text, str) else [])]
    return "\n\n".join((*parts, *_steps(entry.id, compiled)))


def _address_text(slot: OutlinePart, compiled: Compiled) -> str:
    """Return the value and changes of an address, if it is a key of an operation."""
    path = slot.path
    # The path of a key in `change: {ID: {set: {ADDRESS: …}}}`.
    if slot.part != "key" or path[0] != "change" or len(path) != 4:  # noqa: PLR2004
        return ""
    steps = _steps(f"{path[1]}.{path[3]}", compiled)
    return "\n\n".join((f"`{path[1]}.{path[3]}`", *steps)) if steps else ""


def _steps(address: str, compiled: Compiled) -> list[str]:
    """Return the value of an address and its last changes, as `freed6c explain` shows them."""
    if compiled.merged is None or compiled.linked is None:
        return []
    explanation = explain_value(compiled.merged, compiled.linked, address)
    if explanation is None:
        return []
    lines = [
        f"- {step.pack}: {step.operation} {step.address}"
        + (f" ({step.why})" if step.why else "")
        for step in explanation.steps[-6:]
    ]
    if not explanation.parts and explanation.value is not None:
        lines.insert(0, f"= {inline(explanation.value)[:200]}")
    return ["\n".join(lines)] if lines else []


def _keyword_text(text: str, at: Position) -> HoverText | None:
    for match in WORD.finditer(text.split("\n")[at.line]):
        if match.start() <= at.column <= match.end():
            ends = (Position(at.line, column) for column in match.span())
            texts = [f"**{match[0]}**: {m.sort}. {m.says}" for m in meanings(match[0])]
            return HoverText("\n\n".join(texts), *ends) if texts else None
    return None


def changed_ids(slots: Sequence[OutlinePart]) -> Mapping[str, OutlinePart]:
    """Return the ids that a file changes, with their keys in it."""
    return {
        split_address(slot.text)[0]: slot
        for slot in slots
        if slot.part == "key" and slot.path[:-1] in (("change",), ("replace",))
    }
