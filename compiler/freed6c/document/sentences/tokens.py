"""What people call the tokens of dice procedures."""

from __future__ import annotations

from typing import NamedTuple

from freed6c.document.scribe import Scribe, title_of
from freed6c.document.wording import spoken
from freed6c.runtime.dice.pool import letters_of
from freed6c.runtime.entries.dice import Step


class TokenWord(NamedTuple):
    """What people call a token, and the step that it belongs to."""

    step: Step
    word: str


def token_word(scribe: Scribe, letters: str) -> TokenWord | None:
    """Find the step of a token, and the word that it `says`, else its name."""
    for step in scribe.ruleset.of(Step):
        if letters in letters_of(step):
            return TokenWord(step, said_of(step, letters) or title_of(step))
    return None


def said_of(step: Step, letters: str) -> str:
    """The word that a step says for a token, if it says one, as people write it."""
    return spoken(step.says.get(letters, ""))
