"""Codes W: terms and phrases that packs rename in documents."""

from __future__ import annotations

from freed6c.diagnostics.diagnostic import Code

UNKNOWN_WORD = Code(
    "D6-W001",
    "unknown-word-id",
    "A pack renames what documents have no word for.",
    message="documents have no word '{id}'",
    help="freed6c list PACK --wording shows all that there are, with what they say now",
)
WORDS_CONFLICT = Code(
    "D6-W002",
    "words-conflict",
    "Two packs call one thing by different words, and nothing says which of them is later.",
    message="'{first}' and '{second}' both say '{id}', and not the same",
    help=(
        "if one builds on the other, say so in its pack.yaml: after: {first}",
        "or say it once more in a pack that extends both",
    ),
)
FORM_WANTED = Code(
    "D6-W003",
    "form-wanted",
    "A word lacks a form that a sentence needs, and no rule here makes it.",
    message="'{id}' needs '{form}', as in '{phrase}'",
    help="write {id}: {{one: {one}, {form}: …}}, what stands for '{default}'",
)
NO_FORMS = Code(
    "D6-W004",
    "no-forms",
    "A phrase has forms, as only terms do.",
    message="'{id}' is one text, without forms",
)
PLACEHOLDER_MISSING = Code(
    "D6-W005",
    "placeholder-missing",
    "A phrase leaves out something that it is filled with.",
    message="{{{field}}} is missing in '{id}'",
    help="it says '{default}'",
)
NOTHING_FILLS = Code(
    "D6-W006",
    "nothing-fills",
    "A phrase has something in braces that nothing fills.",
    message="nothing fills {written}",
)
NO_TERM = Code(
    "D6-W007",
    "no-term",
    "A phrase has something in brackets that is no form of a term.",
    message="'{written}' is no form of a term",
    help="brackets hold a term as English has it: [the game master]",
)
TEXTS_STAY = Code(
    "D6-W008",
    "texts-stay",
    "Texts of other packs have a term that a pack renames, and do not follow.",
    "warning",
    message="documents say '{says}' now; texts of other packs that still say '{term}': {count}",
    label="'{says}', in what documents say of their own accord",
    help="a text follows where it has the term in brackets: [[{term}]]; or change the text",
)
