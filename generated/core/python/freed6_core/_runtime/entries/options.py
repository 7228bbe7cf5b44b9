"""Options: what a pack lets others choose between."""

from __future__ import annotations

from typing import Literal

from ..record import Entry, Linked, Prose, Record, Ref


class Change(Record):
    """One thing that a choice does: by which word of packs, to which entry and setting of it.

    `value` is written as in packs, a plain list as its items. The `entry` need not be there, since
    another choice may bring it.
    """

    word: Literal["add", "set", "unset", "adjust", "replace", "take", "move", "remove"]
    entry: str
    setting: str = ""
    value: str | tuple[str, ...] = ""
    why: Prose = ""


class Choice(Entry):
    """One way to play it. What it `changes` is applied already where it is in use."""

    parent: Linked[Ref[Option]]
    changes: Linked[tuple[Change, ...]] = ()

    @property
    def option(self) -> Option:
        """The option that this is a choice of."""
        return self.parent.entry


class Option(Entry):
    """A rule in several variants. `default` is the choice in use: the one that packs selected."""

    default: Ref[Choice]
    choices: tuple[Choice, ...]
