"""The terms of documents: what they call things, in the forms that sentences need.

Phrases, and the texts of packs, name a form as English has it, in brackets: `[the game master]` in
phrases, `[[the game master]]` in packs. A pack renames a term by its id, in `words:`.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

if TYPE_CHECKING:
    from collections.abc import Mapping

Form: TypeAlias = Literal["one", "many", "a", "the"]
"""`game master`, `game masters`, `a game master`, `the game master`."""
FORMS: Final[tuple[Form, ...]] = get_args(Form)


# Forms that English makes by rule.


SOUNDS_VOWEL: Final = re.compile(
    r"(?!(?i:uni|use|usu|eu|one))(?i:[aeiou]|hour|heir|honest)"
)
"""How words begin that have `an` before them."""
NO_PLURAL: Final = re.compile(r" of |s$")
"""Words whose plural no rule here makes."""


def english(one: str, form: Form) -> str:
    """The form of a word by the rules of English; empty where they do not tell."""
    match form:
        case "one":
            return one
        case "the":
            return f"the {one}"
        case "a":
            return f"an {one}" if SOUNDS_VOWEL.match(one) else f"a {one}"
        case "many":
            return "" if NO_PLURAL.search(one) else _plural(one)


def _plural(one: str) -> str:
    if re.search(r"[^aeiou]y$", one):
        return f"{one[:-1]}ies"
    return f"{one}es" if re.search(r"(?:x|z|ch|sh)$", one) else f"{one}s"


# The terms.


TERMS: Final[Mapping[str, str]] = {
    "game-master": "game master",
    "player": "player",
    "character": "character",
    "target": "target",
    "ally": "ally",
    "opponent": "opponent",
    "ability": "ability",
    "skill": "skill",
    "specialization": "specialization",
    "check": "check",
    "action": "action",
    "condition": "condition",
    "track": "track",
    "rank": "rank",
    "difficulty": "difficulty",
    "margin": "margin",
    "success": "success",
    "failure": "failure",
    "total": "total",
    "fixed-value": "fixed value",
    "effect-roll": "effect roll",
    "effect": "effect",
    "resistance": "resistance",
    "modifier": "modifier",
    "die": "die, dice",
    "die-code": "die code",
    "pip": "pip",
    "pool": "pool",
    "mark": "mark",
    "chance": "chance",
    "dice": "dice procedure",
    "step": "step",
    "benchmark": "benchmark",
    "band": "band",
    "period": "period",
    "unit": "unit",
    "term": "term",
    "formula": "formula",
    "nature": "nature",
    "value": "value",
    "scale": "scale",
    "level": "level",
    "scope": "scope",
    "member": "member",
    "menu": "menu",
    "pick": "pick",
    "table": "table",
    "row": "row",
    "scene": "scene",
    "rule": "rule",
    "points": "point",
    "hook": "hook",
    "pillar": "pillar",
    "option": "option",
    "choice": "choice",
    "open-question": "open question",
    "example": "worked example",
    "chapter": "chapter",
    "pack": "pack",
    "game": "game",
}
"""What a term is called, by its id; behind a comma its plural, where no rule makes it."""


def _forms(term: str) -> Mapping[Form, str]:
    one, _, many = term.partition(", ")
    return {
        form: many if form == "many" and many else english(one, form) for form in FORMS
    }


TERM_FORMS: Final[Mapping[str, Mapping[Form, str]]] = {
    id_: _forms(term) for id_, term in TERMS.items()
}
"""Each form of each term, by its id; empty where there is none."""

MEANT: Final[Mapping[str, tuple[str, Form]]] = {
    said: (id_, form)
    for id_, forms in TERM_FORMS.items()
    for form, said in forms.items()
    if said
}
"""The term and the form that are meant by words in brackets."""


MARK: Final = re.compile(r"\[([^\[\]]+)\]")
"""A form of a term in a phrase."""


def uncapitalized(written: str) -> str:
    """A form as terms have it: it begins with a capital where it begins a sentence."""
    return written if written in MEANT else written[:1].lower() + written[1:]


def is_term(written: str) -> bool:
    """Whether words are a form of a term."""
    return uncapitalized(written) in MEANT


def called(written: str, forms: Mapping[str, str]) -> str | None:
    """What is said for a form in brackets; None where no term has it."""
    plain = uncapitalized(written)
    if plain not in MEANT:
        return None
    said = forms.get(plain, plain)
    return said if plain == written else said[:1].upper() + said[1:]


def as_term(words: str) -> str:
    """Words as a phrase: a mark where they are a form of a term."""
    return f"[{words}]" if is_term(words) else words


def with_marks(pattern: str, ids: tuple[str, ...]) -> str:
    """A phrase that is written without marks, with the forms of some terms marked."""
    return _forms_in(ids).sub(
        lambda match: match[0] if match[0][0] == "{" else f"[{match[0]}]", pattern
    )


@cache
def _forms_in(ids: tuple[str, ...]) -> re.Pattern[str]:
    """Finds forms of terms, the longest first, and placeholders, in which there are none."""
    known = {form for id_ in ids for form in TERM_FORMS[id_].values() if form}
    longest = sorted(known, key=lambda form: (-len(form), form))
    forms = "|".join(map(re.escape, longest))
    return re.compile(rf"\{{[^{{}}]*\}}|(?<!\w)(?:{forms})(?!\w)", re.IGNORECASE)


def without_marks(pattern: str, forms: Mapping[str, str]) -> str:
    """A phrase with what its marks stand for. Those of no term stay, which a test forbids."""
    return MARK.sub(lambda mark: called(mark[1], forms) or mark[0], pattern)


IN_TEXT: Final = re.compile(r"\[\[([^\[\]|.]+)\]\]")
"""What may be a form of a term in a text of a pack."""


def in_words(text: str, forms: Mapping[str, str]) -> str:
    """A name of a pack with what its forms of terms stand for; all else stays."""
    if "[[" not in text:
        return text
    return IN_TEXT.sub(lambda mark: called(mark[1], forms) or mark[0], text)
