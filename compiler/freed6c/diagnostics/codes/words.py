"""Codes W: terms and phrases that packs rename in documents."""

from __future__ import annotations

from freed6c.diagnostics.diagnostic import Code

UNKNOWN_WORD = Code(
    "D6-W001",
    "unknown-word-id",
    "A pack rewords an unknown term or phrase.",
    message="unknown term or phrase '{id}' in 'wording'",
    help="run freed6c list PACK --wording to list all of them with their texts",
)
WORDS_CONFLICT = Code(
    "D6-W002",
    "words-conflict",
    "Two packs without an order reword the same term or phrase.",
    message="'{first}' and '{second}' reword '{id}' differently",
    help=(
        "to let '{second}' win, add to its pack.yaml: after: {first}",
        "or reword it in a pack that extends both",
    ),
)
FORM_WANTED = Code(
    "D6-W003",
    "form-wanted",
    "A term lacks a form that a sentence needs.",
    message="missing form '{form}' of '{id}' in '{phrase}'",
    help="write {id}: {{one: {one}, {form}: …}}, to replace '{default}'",
)
NO_FORMS = Code(
    "D6-W004",
    "no-forms",
    "A phrase has forms, which only terms have.",
    message="'{id}' is a single text, without forms",
)
PLACEHOLDER_MISSING = Code(
    "D6-W005",
    "placeholder-missing",
    "A phrase lacks one of its placeholders.",
    message="missing placeholder {{{field}}} in '{id}'",
    help="the default is '{default}'",
)
NOTHING_FILLS = Code(
    "D6-W006",
    "nothing-fills",
    "A phrase has a wrong placeholder.",
    message="wrong placeholder {written}",
)
NO_TERM = Code(
    "D6-W007",
    "no-term",
    "A phrase has an unknown term in brackets.",
    message="unknown term '{written}'",
    help="write a term in English in the brackets, such as [the game master]",
)
TEXTS_STAY = Code(
    "D6-W008",
    "texts-stay",
    "Texts of other packs still have a reworded term.",
    "warning",
    message="'{term}' is now '{says}', but texts of other packs still have it: {count}",
    label="'{says}' in generated sentences",
    help="put the term in brackets there, [[{term}]], or change the text",
)
