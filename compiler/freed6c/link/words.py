"""Reads and checks the terms and phrases that packs replace in documents.

A term is a word of the compiler such as `difficulty`, with its forms (singular, plural, …); a
phrase is a text with placeholders: `{name} rolls {dice}`. A pack replaces them under `wording` in
its manifest, and later packs can replace them again. Packs without an order must agree.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import words as codes
from freed6c.diagnostics.diagnostic import Label
from freed6c.diagnostics.suggest import did_you_mean
from freed6c.diagnostics.ways_out import WayOut, Ways
from freed6c.document.phrases import LANGUAGE, MARKED
from freed6c.document.phrases.terms import (
    FORMS,
    MARK,
    MEANT,
    TERM_FORMS,
    Form,
    english,
    uncapitalized,
)
from freed6c.document.wording import FIELD
from freed6c.model.words import Words
from freed6c.packs.data import Data, as_map
from freed6c.packs.ids import quoted_id
from freed6c.packs.lazy import dataclass, regex
from freed6c.packs.operations import change_line
from freed6c.packs.pack import known_by

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.link.symbols import Problems, Symbols
    from freed6c.packs.location import Location
    from freed6c.packs.pack import Pack


ENGLISH: Final = regex(r"(?i)en(?:-.*)?$")
BRACES: Final = regex(r"\{[^{}]*\}?|\}")
"""A placeholder in braces, or an unpaired brace."""
TERMS_MEANT: Final = (
    *((term, f"[{term}]") for term in MEANT),
    *((f"the {word}", "[the game master]") for word in ("referee", "GM", "DM")),
)
"""Words in brackets, and the terms that they mean."""


@dataclass(frozen=True)
class Replaced:
    """A replacement by a pack. `knows` are the ids of the pack and of all packs before it."""

    pack: str
    value: Data
    place: Location
    knows: frozenset[str]


def read_words(packs: Sequence[Pack], symbols: Symbols, problems: Problems) -> Words:
    """Return the replaced terms and phrases. Packs are in the order in which they apply."""
    latest = {id_: _latest(id_, word, problems) for id_, word in _by_id(packs).items()}
    language = str(latest.pop(LANGUAGE).value) if LANGUAGE in latest else ""
    terms: dict[str, Replaced] = {}
    phrases: dict[str, str] = {}
    for id_, word in latest.items():
        if id_ in TERM_FORMS:
            terms[id_] = word
        elif id_ in MARKED and id_ != LANGUAGE:
            phrase = _phrase(id_, word, problems)
            phrases |= {} if phrase is None else {id_: phrase}
        else:
            near = _entry_name_fix(id_, word, symbols)
            known = [*TERM_FORMS, *MARKED]
            near = near or did_you_mean(id_, problems.advice.names(known))
            problems.report(codes.UNKNOWN_WORD, word.place.key(), id=id_, help=near)
    needed = _needed_forms({**MARKED, **phrases}) if terms else {}
    forms: dict[str, str] = {}
    for id_, word in terms.items():
        by_rule = ENGLISH.match(language or "en") is not None
        forms |= _forms(id_, word, needed, problems, by_rule=by_rule)
    places = {id_: word.place for id_, word in terms.items()}
    return Words(forms=forms, phrases=phrases, language=language, places=places)


def _entry_name_fix(id_: str, word: Replaced, symbols: Symbols) -> Ways:
    """Return help for a word that is an entry's id: the name belongs in the entry."""
    entries = symbols.find(id_, (), word.pack)
    if len(entries) != 1:
        return ()
    address = entries[0].id
    line = change_line(f"{address}.name", "set", word.value)
    return (WayOut(f"to rename {quoted_id(address)}, write {line}"),)


# The replacements of all packs, and the latest of each.


def _by_id(packs: Sequence[Pack]) -> dict[str, list[Replaced]]:
    """Return all replacements, by the id of the term or phrase, in the order of the packs."""
    words_by_id: dict[str, list[Replaced]] = {}
    known_packs = known_by(packs)
    for pack in packs:
        data = pack.manifest.data
        values: dict[tuple[str, ...], Data] = {
            ("wording", id_): v for id_, v in as_map(data.get("wording")).items()
        }
        if LANGUAGE in data:
            values[(LANGUAGE,)] = data[LANGUAGE]
        for path, value in values.items():
            word = Replaced(
                pack.id, value, pack.manifest.at(*path), known_packs[pack.id]
            )
            words_by_id.setdefault(path[-1], []).append(word)
    return words_by_id


def _latest(id_: str, words: Sequence[Replaced], problems: Problems) -> Replaced:
    """Return the replacement of the last pack; report others that are not ordered before it."""
    last = words[-1]
    for other in words[:-1]:
        is_decided = any(other.pack in later.knows for later in words if later != other)
        if not is_decided and other.value != last.value:
            first = Label(other.place.key(), "also here")
            problems.report(
                codes.WORDS_CONFLICT,
                last.place.key(),
                related=[first],
                id=id_,
                first=other.pack,
                second=last.pack,
            )
    return last


# Terms.


def _needed_forms(patterns: Mapping[str, str]) -> Mapping[tuple[str, Form], str]:
    """Return every form of a term that phrases need, with the shortest phrase that needs it."""
    patterns_by_form: dict[tuple[str, Form], str] = {}
    for pattern in sorted(patterns.values(), key=len):
        for mark in MARK.findall(pattern) if "[" in pattern else ():
            term_form = MEANT.get(uncapitalized(mark))
            if term_form is not None:
                patterns_by_form.setdefault(term_form, pattern)
    return patterns_by_form


def _forms(
    id_: str,
    word: Replaced,
    needed: Mapping[tuple[str, Form], str],
    problems: Problems,
    *,
    by_rule: bool,
) -> dict[str, str]:
    """Return the replaced forms of a term: as written, or formed by the rules of English."""
    written = word.value if isinstance(word.value, dict) else {"one": word.value}
    one = str(written["one"])
    for match in BRACES.finditer(one):
        problems.report(codes.NOTHING_FILLS, word.place, written=match[0])
        one = ""
    forms: dict[str, str] = {}
    for form in FORMS:
        default = TERM_FORMS[id_][form]
        regular_form = english(one, form) if by_rule else ""
        text = str(written.get(form, "")) or regular_form
        if default and text:
            forms[default] = text
        elif default and (id_, form) in needed:
            problems.report(
                codes.FORM_WANTED,
                word.place,
                id=id_,
                form=form,
                default=default,
                phrase=needed[id_, form],
                one=one,
            )
    return forms


# Phrases.


def _phrase(id_: str, word: Replaced, problems: Problems) -> str | None:
    """Return the phrase of a pack; None after reporting wrong placeholders."""
    if isinstance(word.value, dict):
        problems.report(codes.NO_FORMS, word.place, id=id_, default=MARKED[id_])
        return None
    text = str(word.value)
    placeholder_problems = list(_placeholder_problems(id_, text, word.place))
    for problem in placeholder_problems:
        problems.add(problem)
    return None if placeholder_problems else text


def _placeholder_problems(id_: str, text: str, place: Location) -> Iterator[Diagnostic]:
    """Yield diagnostics for missing and unknown placeholders and terms in a phrase."""
    fields = dict.fromkeys(FIELD.findall(MARKED[id_]))
    field_list = ", ".join(f"{{{field}}}" for field in fields)
    for field in fields:
        if f"{{{field}}}" not in text:
            yield codes.PLACEHOLDER_MISSING.at(
                place, field=field, id=id_, default=MARKED[id_]
            )
    for match in BRACES.finditer(text):
        span, written = place.characters(match.start(), match.end()), match[0]
        if written[1:-1] not in fields or not written.endswith("}"):
            listed = [f"available placeholders: {field_list}"] if field_list else []
            yield codes.NOTHING_FILLS.at(span, written=written, help=listed)
        elif written in text[: match.start()] and MARKED[id_].count(written) == 1:
            advice = f"remove one {written}: it is repeated"
            yield codes.NOTHING_FILLS.at(span, written=written, help=[advice])
    for match in MARK.finditer(text):
        if uncapitalized(match[1]) not in MEANT:
            span = place.characters(match.start(), match.end())
            near = did_you_mean(match[1], TERMS_MEANT)
            yield codes.NO_TERM.at(span, written=match[1], help=near)
