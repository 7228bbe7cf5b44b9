"""Choices: what each would do to other entries, whether it is in use or not."""

from __future__ import annotations

from typing import Final

from freed6c.model.kinds import KIND_OF
from freed6c.packs.data import Data, inline
from freed6c.packs.location import Address
from freed6c.packs.operations import operations_in
from freed6c.runtime.entries.options import Change, Choice

CHOICE: Final = KIND_OF[Choice]


def changes_of(body: Data) -> tuple[Change, ...]:
    """Read from what is written: nothing is applied to know it."""
    found = operations_in("", body if isinstance(body, dict) else {}, Address(""))
    return tuple(
        Change(
            word=one.word,
            entry=one.id,
            setting=one.field,
            value=_written(one.value),
            why=one.why,
        )
        for one in found
        if one.word != "was"
    )


def _written(value: Data) -> str | tuple[str, ...]:
    """A value as text; the items of a list one by one, if each of them is a single value."""
    if isinstance(value, list) and not any(
        isinstance(one, dict | list) for one in value
    ):
        return tuple(map(inline, value))
    return inline(value)
