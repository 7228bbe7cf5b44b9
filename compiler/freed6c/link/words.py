"""The words of documents that packs say otherwise: read, put together, and held to their use.

A pack says a word as a whole, with all its forms, and later packs may say it anew. Of packs
without an order none is later, so they must agree.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from freed6c.diagnostics.codes import words as codes
from freed6c.diagnostics.diagnostic import Label
from freed6c.diagnostics.suggest import did_you_mean
from freed6c.diagnostics.ways_out import WayOut
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
from freed6c.packs.location import Location
from freed6c.packs.operations import change_line
from freed6c.packs.pack import known_by

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.link.symbols import Problems, Symbols
    from freed6c.packs.pack import Pack


ENGLISH: Final = re.compile(r"(?i)en(?:-.*)?$")
BRACES: Final = re.compile(r"\{[^{}]*\}?|\}")
"""What stands in braces, and braces without another."""


@dataclass(frozen=True, slots=True)
class Said:
    """What a pack says for an id, and where. It `knows` itself and packs that it comes after."""

    pack: str
    value: Data
    place: Location
    knows: frozenset[str]


def read_words(packs: Sequence[Pack], symbols: Symbols, problems: Problems) -> Words:
    """The words of packs, which stand in the order in which they apply."""
    decided = {id_: _latest(id_, said, problems) for id_, said in _by_id(packs).items()}
    language = str(decided.pop(LANGUAGE).value) if LANGUAGE in decided else ""
    terms: dict[str, Said] = {}
    phrases: dict[str, str] = {}
    for id_, said in decided.items():
        if id_ in TERM_FORMS:
            terms[id_] = said
        elif id_ in MARKED and id_ != LANGUAGE:
            phrase = _phrase(id_, said, problems)
            phrases |= {} if phrase is None else {id_: phrase}
        else:
            near = _name_of_entry(id_, said, symbols)
            near = near or problems.advice.did_you_mean(id_, [*TERM_FORMS, *MARKED])
            problems.report(codes.UNKNOWN_WORD.at(said.place.key(), id=id_, help=near))
    needed = _needed({**MARKED, **phrases}) if terms else {}
    forms: dict[str, str] = {}
    for id_, said in terms.items():
        by_rule = ENGLISH.match(language or "en") is not None
        forms |= _forms(id_, said, needed, problems, by_rule=by_rule)
    places = {id_: said.place for id_, said in terms.items()}
    return Words(forms=forms, phrases=phrases, language=language, places=places)


def _name_of_entry(id_: str, said: Said, symbols: Symbols) -> tuple[WayOut, ...]:
    """What an entry is called stands in it, and not among the words of documents."""
    named = symbols.find(id_, (), said.pack)
    if len(named) != 1:
        return ()
    kind, address = named[0].kind.with_article, named[0].id
    line = change_line(f"{address}.name", "set", said.value)
    return (WayOut(f"'{id_}' is {kind}, and has its name there: {line}"),)


# Who says what, and who is later.


def _by_id(packs: Sequence[Pack]) -> dict[str, list[Said]]:
    found: dict[str, list[Said]] = {}
    known = known_by(packs)
    for pack in packs:
        file, data = pack.manifest.path, pack.manifest.data
        said_here = as_map(data.get("words")).items()
        written: dict[tuple[str, ...], Data] = {
            ("words", id_): v for id_, v in said_here
        }
        if LANGUAGE in data:
            written[(LANGUAGE,)] = data[LANGUAGE]
        for path, value in written.items():
            said = Said(pack.id, value, Location(file, path), known[pack.id])
            found.setdefault(path[-1], []).append(said)
    return found


def _latest(id_: str, said: Sequence[Said], problems: Problems) -> Said:
    """What counts: that of the pack which knows the others."""
    last = said[-1]
    for other in said[:-1]:
        decided = any(other.pack in later.knows for later in said if later != other)
        if not decided and other.value != last.value:
            first = Label(other.place.key(), "here, too")
            problems.report(
                codes.WORDS_CONFLICT.at(
                    last.place.key(),
                    related=[first],
                    id=id_,
                    first=other.pack,
                    second=last.pack,
                )
            )
    return last


# Terms.


def _needed(patterns: Mapping[str, str]) -> Mapping[tuple[str, Form], str]:
    """Every form of a term that phrases need, with the shortest phrase that does."""
    needed: dict[tuple[str, Form], str] = {}
    for pattern in sorted(patterns.values(), key=len):
        for mark in MARK.findall(pattern) if "[" in pattern else ():
            meant = MEANT.get(uncapitalized(mark))
            if meant is not None:
                needed.setdefault(meant, pattern)
    return needed


def _forms(
    id_: str,
    said: Said,
    needed: Mapping[tuple[str, Form], str],
    problems: Problems,
    *,
    by_rule: bool,
) -> dict[str, str]:
    """What is said for each form of a term: as written, else by rule, where there is one."""
    written = said.value if isinstance(said.value, dict) else {"one": said.value}
    one = str(written["one"])
    for match in BRACES.finditer(one):
        problems.report(codes.NOTHING_FILLS.at(said.place, written=match[0]))
        one = ""
    forms: dict[str, str] = {}
    for form in FORMS:
        default = TERM_FORMS[id_][form]
        made = english(one, form) if by_rule else ""
        words = str(written.get(form, "")) or made
        if default and words:
            forms[default] = words
        elif default and (id_, form) in needed:
            problems.report(
                codes.FORM_WANTED.at(
                    said.place,
                    id=id_,
                    form=form,
                    default=default,
                    phrase=needed[id_, form],
                    one=one,
                )
            )
    return forms


# Phrases.


def _phrase(id_: str, said: Said, problems: Problems) -> str | None:
    """A phrase of a pack; None where it cannot be filled, which is reported."""
    if isinstance(said.value, dict):
        problems.report(codes.NO_FORMS.at(said.place, id=id_))
        return None
    text = str(said.value)
    found = list(_wrong(id_, text, said.place))
    for problem in found:
        problems.report(problem)
    return None if found else text


def _wrong(id_: str, text: str, place: Location) -> Iterator[Diagnostic]:
    """What a phrase leaves out of what it is filled with, and what it names besides."""
    wanted = dict.fromkeys(FIELD.findall(MARKED[id_]))
    listed = ", ".join(f"{{{field}}}" for field in wanted)
    for field in wanted:
        if f"{{{field}}}" not in text:
            yield codes.PLACEHOLDER_MISSING.at(
                place, field=field, id=id_, default=MARKED[id_]
            )
    for match in BRACES.finditer(text):
        where, written = place.characters(match.start(), match.end()), match[0]
        if written[1:-1] not in wanted or not written.endswith("}"):
            way = f"it has {listed}" if listed else "say it without braces"
            yield codes.NOTHING_FILLS.at(where, written=written, help=[way])
        elif written in text[: match.start()] and MARKED[id_].count(written) == 1:
            way = f"remove one {written}: a phrase says each of its parts once"
            second = f"the second {written}"
            yield codes.NOTHING_FILLS.at(where, written=second, help=[way])
    for match in MARK.finditer(text):
        if uncapitalized(match[1]) not in MEANT:
            where = place.characters(match.start(), match.end())
            near = did_you_mean(match[1], [(term, f"[{term}]") for term in MEANT])
            yield codes.NO_TERM.at(where, written=match[1], help=near)
