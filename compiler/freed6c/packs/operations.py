"""Operations in packs: `change`, `replace` and `remove`, split into one operation per address."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from freed6c.packs.data import Data, as_map, as_text, on_a_line
from freed6c.packs.ids import split_address
from freed6c.packs.lazy import dataclass

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.packs.data import KeyPath
    from freed6c.packs.location import Location


Word: TypeAlias = Literal[
    "add",
    "set",
    "unset",
    "adjust",
    "reword",
    "replace",
    "take",
    "move",
    "remove",
    "was",
]

WrittenWord: TypeAlias = "tuple[Word, str, Data, KeyPath]"
"""The word of an operation, the field it changes, the value, and the path of the value.

The field is an address inside the entry, empty for the entry itself. The path leads from the id in
the file to the value: `("set", "name")`.
"""


@dataclass(frozen=True, kw_only=True)
class Operation:
    """One operation of a pack at one address.

    `word` is the keyword in the pack, with one exception: `take` is `remove` inside `change`, which
    removes items of a list or keys of a map. The value of `reword` is a map with one passage and
    its new words. `address` is the location of the value. `option` is the choice that contains the
    operation, `option.x.y`, or empty.
    """

    pack: str
    word: Word
    id: str
    field: str
    value: Data
    why: str
    address: Location
    option: str = ""

    @property
    def place(self) -> str:
        """The complete address: `track.soot.name`."""
        return f"{self.id}.{self.field}" if self.field else self.id


def operations_in(
    pack: str, data: Mapping[str, Data], top: Location
) -> Iterator[Operation]:
    """Yield the operations in the data of a file or choice, which is at the location `top`."""
    for section in ("change", "replace", "remove"):
        for id_, body in as_map(data.get(section)).items():
            if not isinstance(body, dict):
                continue  # the validation has reported it
            for word, field, value, path in _words_of_section(section, body):
                yield Operation(
                    pack=pack,
                    word=word,
                    id=id_,
                    field=field,
                    value=value,
                    why=_scalar_text(body.get("why", "")),
                    address=top.at(section, id_, *path),
                )


CHANGES: Final[Mapping[str, Word]] = {
    "add": "add",
    "was": "was",
    "set": "set",
    "adjust": "adjust",
    "remove": "take",
    "move": "move",
}
"""The words of operations inside `change` that have a map of fields, by keyword."""


def _words_of_section(section: str, body: Mapping[str, Data]) -> Iterator[WrittenWord]:
    if section == "remove":
        yield "remove", "", body.get("replaced-by", ""), ()
    if section == "replace" and "with" in body:
        yield "replace", "", body["with"], ("with",)
    if section == "change":
        yield from _words_of_change(body)


def _words_of_change(body: Mapping[str, Data]) -> Iterator[WrittenWord]:
    for key, word in CHANGES.items():
        for field, value in as_map(body.get(key)).items():
            yield word, field, value, (key, field)
    for field, passages in as_map(body.get("reword")).items():
        for passage, words in as_map(passages).items():
            yield "reword", field, {passage: words}, ("reword", field, passage)
    unset = body.get("unset")
    for position, field_name in enumerate(unset if isinstance(unset, list) else ()):
        yield "unset", _scalar_text(field_name), "", ("unset", position)


def _scalar_text(data: Data) -> str:
    """Return a single value as text; empty for a map or list, which was reported."""
    return "" if isinstance(data, dict | list) else as_text(data)


LONGEST: Final = 60


def reword_line(address: str, passage: str, new: str | None = None) -> str:
    """Return a line that rewords a passage; without new words, with `…` in their place.

    For example, `change: {term.gust: {reword: {text: {"It blows.": …}}}}`.
    """
    id_, field = split_address(address)
    quoted = json.dumps(passage, ensure_ascii=False)
    new_words = "…" if new is None else json.dumps(new, ensure_ascii=False)
    return f"change: {{{id_}: {{reword: {{{field}: {{{quoted}: {new_words}}}}}}}}}"


def change_line(address: str, word: str, value: Data) -> str:
    """Return a line with an operation: `change: {band.dark.dim: {set: {range: 1-4}}}`."""
    return f"change: {{{line_in_change(address, word, value)}}}"


def instead_of_repeating(id_: str, *, own: bool) -> str:
    """Return what a pack can do instead of defining an entry again: its own, or a base's."""
    if own:
        return "merge the two entries"
    return f"to change it, write {change_line(f'{id_}.name', 'set', '…')}"


def line_in_change(address: str, word: str, value: Data) -> str:
    """Return the same line without `change`: `band.dark.dim: {set: {range: 1-4}}`."""
    id_, field = split_address(address)
    text = on_a_line(value)
    return f"{id_}: {{{word}: {{{field}: {text if len(text) <= LONGEST else '…'}}}}}"
