"""Every word that documents say of their own accord, as patterns with named fields.

What is in braces is filled in: names from the pack, numbers, other phrases. What is in brackets is
a form of a term (`terms.py`). A pack may call terms otherwise and write patterns anew: `phrases_of`
has those of a ruleset, made once. Nothing is set and set back: rulesets stand side by side.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.document.phrases.formulas import FORMULAS
from freed6c.document.phrases.terms import as_term, with_marks, without_marks
from freed6c.document.phrases.texts import ENGLISH
from freed6c.packs.kinds import KINDS
from freed6c.runtime.dice.roll_words import ROLLS
from freed6c.runtime.play.words import DURATIONS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.model.ruleset import Ruleset

__all__ = ["LANGUAGE", "MARKED", "PHRASES", "phrases_of"]

LANGUAGE: Final = "language"
"""The key of the language that pages are in, which a pack names beside its words."""

IN_ROLLS: Final = ("success", "failure", "total", "rank", "die", "pip")
"""The terms in the words of rolls, which the runtime has without marks."""


def _sections(*names: str) -> dict[str, str]:
    return {key: text for name in names for key, text in ENGLISH[name].items()}


MARKED: Final[Mapping[str, str]] = {
    **{f"kind.{kind.name}": as_term(kind.one) for kind in KINDS},
    **{f"kinds.{kind.name}": as_term(kind.many) for kind in KINDS},
    **ENGLISH["kind-phrases"],
    **{f"label.{key}": label for key, label in ENGLISH["labels"].items()},
    **_sections("pages", "start", "search", "notes", "licenses", "chances", "changes"),
    **_sections("sheets", "play", "table", "playground", "rules"),
    **{key: with_marks(pattern, IN_ROLLS) for key, pattern in ROLLS.items()},
    **_sections("cannot", "roller"),
    **FORMULAS,
    **ENGLISH["effects"],
    **DURATIONS,
}
"""All patterns by key, as `english.toml` and the runtime have them."""

PHRASES: Final[Mapping[str, str]] = {
    key: without_marks(pattern, {}) for key, pattern in MARKED.items()
}
"""All patterns where no pack says otherwise."""


def phrases_of(ruleset: Ruleset) -> Mapping[str, str]:
    """All patterns of a ruleset, in the words of its packs."""
    return ruleset.once(_phrases_of) if ruleset.words.changed else PHRASES


def _phrases_of(ruleset: Ruleset) -> Mapping[str, str]:
    words = ruleset.words
    patterns = {**MARKED, **words.phrases}
    if words.language:
        patterns[LANGUAGE] = words.language
    return {
        key: without_marks(pattern, words.forms) for key, pattern in patterns.items()
    }
