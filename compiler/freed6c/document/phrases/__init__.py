"""Every word that documents say of their own accord, as patterns with named fields.

What is in braces is filled in: names from the pack, numbers, other phrases.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.document.phrases.effects import EFFECTS
from freed6c.document.phrases.formulas import FORMULAS
from freed6c.document.phrases.labels import LABELS
from freed6c.document.phrases.pages import (
    CHANCES,
    CHANGES,
    LICENSES,
    NOTES,
    PAGES,
    START,
)
from freed6c.document.phrases.rolls import CANNOT, ROLLER
from freed6c.document.phrases.rules import RULES
from freed6c.document.phrases.search import SEARCH
from freed6c.document.phrases.sheets import PLAY, SHEETS, TABLE
from freed6c.packs.kinds import KINDS
from freed6c.runtime.dice.roll_words import ROLLS
from freed6c.runtime.play.words import DURATIONS

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["PHRASES"]

PHRASES: Final[Mapping[str, str]] = {
    **{f"kind.{kind.name}": kind.one for kind in KINDS},
    **{f"kinds.{kind.name}": kind.many for kind in KINDS},
    **{f"label.{key}": label for key, label in LABELS.items()},
    **PAGES,
    **START,
    **SEARCH,
    **NOTES,
    **LICENSES,
    **CHANCES,
    **CHANGES,
    **SHEETS,
    **PLAY,
    **TABLE,
    **RULES,
    **ROLLS,
    **CANNOT,
    **ROLLER,
    **FORMULAS,
    **EFFECTS,
    **DURATIONS,
}
