"""The terms of documents, such as "game master", in the forms that sentences need.

A form is the singular, the plural, or the singular with an article. Phrases and texts of packs name
a form by its English words in brackets: `[the game master]` in phrases, which we call a mark, and
`[[the game master]]` in packs. A pack renames a term by its id, in `wording:`. Then the brackets
are replaced with the same form of the new name.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

from freed6c.packs.lazy import regex

if TYPE_CHECKING:
    from collections.abc import Mapping

Form: TypeAlias = Literal["one", "many", "a", "the"]
"""In this order: `game master`, `game masters`, `a game master`, `the game master`."""
FORMS: Final[tuple[Form, ...]] = get_args(Form)


# Forms that English makes by rule.


SOUNDS_VOWEL: Final = regex(r"(?!(?i:uni|use|usu|eu|one))(?i:[aeiou]|hour|heir|honest)")
"""The beginnings of words after `an`: a vowel or silent h, but not `unit`, `use`, `euro`, `one`."""
NO_PLURAL: Final = regex(r" of |s$")
"""Words whose plural no rule makes: `unit of length`, `boss`."""


def english(one: str, form: Form) -> str:
    """Return a form of a word by the rules of English; empty if no rule applies."""
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
    """Return a regular plural: `abilities`, `boxes`, `checks`."""
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
    "outcome": "outcome",
    "benchmark": "benchmark",
    "band": "band",
    "period": "unit of time, units of time",
    "unit": "unit of measure, units of measure",
    "term": "term",
    "formula": "formula",
    "nature": "character type",
    "value": "value",
    "scale": "scale",
    "level": "level",
    "scope": "scope",
    "member": "member",
    "menu": "menu",
    "pick": "menu item",
    "table": "table",
    "row": "table row",
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
"""The name of each term by its id; an irregular plural comes after a comma."""


def _forms(term: str) -> Mapping[Form, str]:
    """Return all forms of a value of `TERMS`, such as `die, dice`."""
    one, _, many = term.partition(", ")
    return {
        form: many if form == "many" and many else english(one, form) for form in FORMS
    }


TERM_FORMS: Final[Mapping[str, Mapping[Form, str]]] = {
    id_: _forms(term) for id_, term in TERMS.items()
}
"""The forms of each term by its id; a form is empty if it doesn't exist."""

MEANT: Final[Mapping[str, tuple[str, Form]]] = {
    said: (id_, form)
    for id_, forms in TERM_FORMS.items()
    for form, said in forms.items()
    if said
}
"""The id of the term, and the form, for words in brackets."""


MARK: Final = regex(r"\[([^\[\]]+)\]")
"""A form of a term in a phrase: `[the game master]`."""


def uncapitalized(written: str) -> str:
    """Return a form as in `MEANT`, without the capital that it has at the start of a sentence."""
    return written if written in MEANT else written[:1].lower() + written[1:]


def is_term(written: str) -> bool:
    """Return True if words are a form of a term."""
    return uncapitalized(written) in MEANT


def called(written: str, forms: Mapping[str, str]) -> str | None:
    """Return the words for a form in brackets; None if it is not a form of a term.

    `forms` has the renamed forms by their English words. A capital at the start stays.
    """
    plain = uncapitalized(written)
    if plain not in MEANT:
        return None
    words = forms.get(plain, plain)
    return words if plain == written else words[:1].upper() + words[1:]


def as_term(words: str) -> str:
    """Return words as a phrase: in brackets if they are a form of a term."""
    return f"[{words}]" if is_term(words) else words


def with_marks(pattern: str, ids: tuple[str, ...]) -> str:
    """Put the forms of some terms in brackets, in a phrase that is written without marks.

    Placeholders such as `{total}` stay as they are.
    """
    return _forms_in(ids).sub(
        lambda match: match[0] if match[0][0] == "{" else f"[{match[0]}]", pattern
    )


@cache
def _forms_in(ids: tuple[str, ...]) -> re.Pattern[str]:
    """Compile a regex for a whole placeholder (`{total}`) or a form of one of the terms.

    Placeholders match first, so that words in them don't. Longer forms come before shorter ones,
    since a regex takes the first alternative that matches.
    """
    known_forms = {form for id_ in ids for form in TERM_FORMS[id_].values() if form}
    longest_first = sorted(known_forms, key=lambda form: (-len(form), form))
    forms = "|".join(map(re.escape, longest_first))
    return re.compile(rf"\{{[^{{}}]*\}}|(?<!\w)(?:{forms})(?!\w)", re.IGNORECASE)


def without_marks(pattern: str, forms: Mapping[str, str]) -> str:
    """Return a phrase with its marks replaced by `called`; other brackets stay."""
    return MARK.sub(lambda mark: called(mark[1], forms) or mark[0], pattern)


IN_TEXT: Final = regex(r"\[\[([^\[\]|.]+)\]\]")
"""A possible form of a term in a text of a pack; ids with a dot and links with `|` are neither."""


def in_words(text: str, forms: Mapping[str, str]) -> str:
    """Return a text of a pack with its forms of terms replaced by `called`."""
    if "[[" not in text:
        return text
    return IN_TEXT.sub(lambda mark: called(mark[1], forms) or mark[0], text)
