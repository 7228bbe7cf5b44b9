"""The readings in use: every step of a procedure with its parameters, whatever they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.model.shape import written
from freed6c.runtime.record import Entry, Record, Ref

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.runtime.entries.dice import Dice

WORDS: Final = frozenset(field.name for field in written(Entry)) | {"says"}
"""Names and words: they are for people, and change nothing."""


def readings(procedure: Dice) -> Iterator[tuple[str, str]]:
    """The procedure itself, then its steps: the name of each, and all its settings."""
    yield procedure.name, _listed(procedure)
    for step in procedure.steps:
        yield step.name, _listed(step)


def settings(record: Record) -> Mapping[str, object]:
    """The fields by their keys in packs, those that are as assumed included; empty ones not."""
    words = {*WORDS, "steps"} if isinstance(record, Entry) else frozenset[str]()
    found = {
        field.key: getattr(record, field.name)
        for field in written(type(record))
        if field.name not in words and not field.prose
    }
    does = {"do": found.pop("do")} if "do" in found else {}
    return {
        key: value
        for key, value in {**does, **found}.items()
        if value is not None and value not in ("", (), {})
    }


def _listed(record: Record) -> str:
    return "; ".join(f"{key} {_said(value)}" for key, value in settings(record).items())


def _said(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case Ref():
            return value.id.rpartition(".")[2]
        case tuple():
            return ", ".join(map(_said, value))
        case dict():
            return ", ".join(f"{key}: {_said(one)}" for key, one in value.items())
        case Record():
            return f"({_listed(value)})"
        case _:
            return str(value)
