"""What is printed and held in hand: panels of a sheet, cards, fields to fill in, dice."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

if TYPE_CHECKING:
    from freed6c.document.blocks import Blocks, Inlines

Blank: TypeAlias = Literal["code", "number", "words", "text", "box", "boxes", ""]
"""What there is room for: a die code, a number, a line, some lines, a tick, many ticks."""


@dataclass(frozen=True, slots=True)
class Field:
    """A name with room behind it, and the fields that belong below. `count` is that of boxes."""

    label: str
    blank: Blank
    inside: tuple[Field, ...] = ()
    count: int = 0


@dataclass(frozen=True, slots=True)
class Fields:
    """Fields, one below the other, or `abreast`."""

    items: tuple[Field, ...]
    abreast: bool = False


@dataclass(frozen=True, slots=True)
class Panel:
    """Something small under a title of its own.

    `kind` is the word for what it is, `blank` what is filled in beside its title, `size` how many
    cards it takes.
    """

    title: Inlines
    blocks: Blocks
    kind: str = ""
    blank: Blank = ""
    size: Literal[1, 2, 4] = 1


@dataclass(frozen=True, slots=True)
class Panels:
    """Panels that are looked at together: on a sheet for the table, on one to fill in, as cards."""

    look: Literal["reference", "character", "cards"]
    items: tuple[Panel, ...]


@dataclass(frozen=True, slots=True)
class Roller:
    """Where dice can be rolled. `without` is said where they cannot."""

    without: Inlines
