"""All wording of documents that packs don't provide, as patterns with named fields.

Fields in braces are filled with names from the pack, numbers or other phrases: `{by} on {which}`.
Words in brackets are marks: each names a form of a term, such as `[the game master]` (`terms.py`),
which packs can rename. Packs can also replace patterns. `phrases_of` returns the patterns of a
ruleset. They are not global, so that two rulesets can be compared.

To add a phrase, put it into the file of its subject; to add a term, add a line to `TERMS` in
`document/phrases/terms.py`. `Words` in `model/words.py` has the terms that packs rename,
`link/words.py` reads them, and play gets them from `term` in `runtime/situation.py`.

Documents share some wording with play: `ROLLS` in `runtime/dice/roll_words.py` is used by the
roller of a site, `DURATIONS` in `runtime/play/words.py` by sentences, with links.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.document.phrases.effects import EFFECTS
from freed6c.document.phrases.formulas import FORMULAS
from freed6c.document.phrases.labels import KIND_PHRASES, LABELS
from freed6c.document.phrases.pages import (
    CHANCES,
    CHANGES,
    LICENSES,
    NOTES,
    PAGES,
    START,
)
from freed6c.document.phrases.playground import PLAYGROUND
from freed6c.document.phrases.rolls import CANNOT, ROLLER
from freed6c.document.phrases.rules import RULES
from freed6c.document.phrases.search import SEARCH
from freed6c.document.phrases.sheets import PLAY, SHEETS, TABLE
from freed6c.document.phrases.terms import as_term, with_marks, without_marks
from freed6c.packs.kinds import KINDS
from freed6c.runtime.dice.roll_words import ROLLS
from freed6c.runtime.play.words import DURATIONS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.model.ruleset import Ruleset

__all__ = ["LANGUAGE", "MARKED", "PHRASES", "phrases_of"]

LANGUAGE: Final = "language"
"""The key of the language of the pages, which a pack can set with its wording."""

IN_ROLLS: Final = ("success", "failure", "total", "rank", "die", "pip")
"""The ids of the terms in `ROLLS`. The runtime has these texts without marks, so add them here."""

MARKED: Final[Mapping[str, str]] = {
    **{f"kind.{kind.name}": as_term(kind.one) for kind in KINDS},
    **{f"kinds.{kind.name}": as_term(kind.many) for kind in KINDS},
    **KIND_PHRASES,
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
    **PLAYGROUND,
    **RULES,
    **{key: with_marks(pattern, IN_ROLLS) for key, pattern in ROLLS.items()},
    **CANNOT,
    **ROLLER,
    **FORMULAS,
    **EFFECTS,
    **DURATIONS,
}
"""All patterns by key, with marks."""

PHRASES: Final[Mapping[str, str]] = {
    key: without_marks(pattern, {}) for key, pattern in MARKED.items()
}
"""All patterns by key, in the wording for packs that change none."""


def phrases_of(ruleset: Ruleset) -> Mapping[str, str]:
    """Return all patterns by key, in the wording of the packs of a ruleset."""
    return ruleset.once(_phrases_of) if ruleset.wording.changed else PHRASES


def _phrases_of(ruleset: Ruleset) -> Mapping[str, str]:
    words = ruleset.wording
    patterns = {**MARKED, **words.phrases}
    if words.language:
        patterns[LANGUAGE] = words.language
    return {key: without_marks(phrase, words.forms) for key, phrase in patterns.items()}
