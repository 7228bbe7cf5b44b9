"""Operations, as packs write them: `change`, `replace` and `remove`, one for each address."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, TypeAlias

from freed6c.packs.data import Data, as_map, as_text, inline
from freed6c.packs.ids import split_address

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.packs.location import Location


Word: TypeAlias = Literal[
    "add", "set", "unset", "adjust", "replace", "take", "move", "remove", "was"
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One thing that a pack does at one address of an entry.

    `take` is `remove` within `change`: items out of a list, keys out of a map. `address` is where
    the value is written, or what stands for it. `option` is the choice that brings it, if one does.
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
        """The whole address: `track.soot.name`."""
        return f"{self.id}.{self.field}" if self.field else self.id


def operations_in(
    pack: str, data: Mapping[str, Data], top: Location
) -> Iterator[Operation]:
    """What the words of a file, or of a choice, say is to be done. `top` is where they stand."""
    for id_, body in _maps(data.get("change")):
        yield from _operations_of_change(pack, id_, body, top.at("change", id_))
    for id_, body in _maps(data.get("replace")):
        address = top.at("replace", id_)
        if "with" in body:
            one = Operation(
                pack=pack,
                word="replace",
                id=id_,
                field="",
                value=body["with"],
                why=_why(body),
                address=address.at("with"),
            )
            yield one
    for id_, body in _maps(data.get("remove")):
        yield Operation(
            pack=pack,
            word="remove",
            id=id_,
            field="",
            value=body.get("use-instead", ""),
            why=_why(body),
            address=top.at("remove", id_),
        )


def _operations_of_change(
    pack: str, id_: str, body: Mapping[str, Data], top: Location
) -> Iterator[Operation]:
    """The words inside `change`: each has a map of addresses, but for a list of what to unset."""
    words: Mapping[str, Word] = {
        "add": "add",
        "was": "was",
        "set": "set",
        "adjust": "adjust",
        "remove": "take",
        "move": "move",
    }
    for key, word in words.items():
        for field, value in as_map(body.get(key)).items():
            yield Operation(
                pack=pack,
                word=word,
                id=id_,
                field=field,
                value=value,
                why=_why(body),
                address=top.at(key, field),
            )
    unset = body.get("unset")
    for position, field_name in enumerate(unset if isinstance(unset, list) else ()):
        yield Operation(
            pack=pack,
            word="unset",
            id=id_,
            field=_scalar_text(field_name),
            value="",
            why=_why(body),
            address=top.at("unset", position),
        )


def _scalar_text(data: Data) -> str:
    """A single value as text; nothing of a map or list, which was reported."""
    return "" if isinstance(data, dict | list) else as_text(data)


def _why(body: Mapping[str, Data]) -> str:
    return _scalar_text(body.get("why", ""))


def _maps(section: Data | None) -> Iterator[tuple[str, dict[str, Data]]]:
    """What stands under ids; data of another shape was reported by the validation."""
    for id_, body in as_map(section).items():
        if isinstance(body, dict):
            yield id_, body


LONGEST: Final = 60


def change_line(address: str, word: str, value: Data) -> str:
    """`change: {band.dark.dim: {set: {range: 1-4}}}`, whatever way to the place was written."""
    id_, field = split_address(address)
    shown = inline(value)
    return f"change: {{{id_}: {{{word}: {{{field}: {shown if len(shown) <= LONGEST else '…'}}}}}}}"
