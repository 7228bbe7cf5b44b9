"""Small questions about what packs wrote, and the record of an operation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.packs.data import Data, KeyPath, as_text
from freed6c.packs.location import Address
from freed6c.packs.provenance import Origin

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.packs.operations import Operation


def entry_key(operation: Operation) -> Address:
    """Where an operation names the entry that it is about."""
    path = operation.address.path
    depth = path.index(operation.id) + 1
    return Address(operation.address.file, path[:depth]).key()


def origin(
    operation: Operation,
    *,
    word: str = "",
    before: Data | None = None,
    after: Data | None = None,
    inside: KeyPath = (),
) -> Origin:
    """The record of an operation; `inside` leads to the part of its value that is meant."""
    return Origin(
        pack=operation.pack,
        address=operation.address.at(*inside),
        operation=word or operation.word,
        why=operation.why,
        before=before,
        after=after,
        option=operation.option,
    )


def same(one: Data | None, other: Data | None) -> bool:
    """Whether two values are written alike; `1` and `true` are not."""
    return one == other and type(one) is type(other)


def as_text_of(data: Data | None) -> str:
    """A value as text, to compare what is written in one way or another."""
    return str(data) if data is None or isinstance(data, dict | list) else as_text(data)


def body_of(data: Data) -> Mapping[str, Data]:
    """A map; nothing where it is none, which was reported."""
    return data if isinstance(data, dict) else {}
