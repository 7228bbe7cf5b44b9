"""What stands beside the rules: notes on open questions, worked examples, options, chapters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ..record import Entry, Prose, Record, Ref

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..amounts import Formula


class Reading(Record):
    """One way to read an open place; `value` would then stand where the note decides."""

    text: Prose
    value: str = ""


class Note(Entry):
    """What the sources leave open or contradict, how it can be read, and how it is read here.

    With `decides` the chosen reading is the one whose value stands at that address; else `chosen`.
    """

    name: str = ""
    about: tuple[Ref[Entry], ...]
    kind: Literal["conflict", "gap", "typo", "naming"]
    problem: Prose
    readings: Mapping[str, Reading] = {}
    decides: str = ""
    chosen: str = ""
    why: Prose = ""


class Example(Entry):
    """A worked example that is run at every build: `that` must give `expect`.

    `expect` is a formula too, or plain text where `that` gives a text.
    """

    name: str = ""
    about: tuple[Ref[Entry], ...]
    that: Formula[object]
    expect: str
    if_not: Literal["error", "warning"] = "error"


class Chapter(Entry):
    """A chapter of the rules as they are read: words, and the entries that belong to it."""

    contains: tuple[Ref[Entry], ...] = ()
