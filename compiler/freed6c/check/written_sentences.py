"""Checks of `sentence`: placeholders exist, and values aren't spelled out."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from freed6c.diagnostics.codes import checks as codes
from freed6c.diagnostics.diagnostic import Label
from freed6c.formula.evaluator import CompiledFormula
from freed6c.formula.scope import ResolvedEntry
from freed6c.formula.syntax_tree import called_functions
from freed6c.formula.typed_tree import walk_typed
from freed6c.model import written_sentences
from freed6c.model.entry_contents import records_at
from freed6c.model.value_lookup import as_written
from freed6c.packs.ids import id_at, writable
from freed6c.packs.lazy import regex
from freed6c.packs.operations import change_line
from freed6c.runtime.effects import Narrate
from freed6c.runtime.entries.actions import Need
from freed6c.runtime.entries.notes import FormulaEntry
from freed6c.runtime.record import Ref

if TYPE_CHECKING:
    from collections.abc import Iterator

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.model.ruleset import Ruleset
    from freed6c.model.written_sentences import Sayable
    from freed6c.packs.data import KeyPath
    from freed6c.packs.location import Location


FILLED: Final = regex(r"\[\[[^\[\]]*\]\]|\{[^{}]*\}")
"""Parts that are filled in: links, quoted values, placeholders."""

NAMED: Final = regex(r"\{[a-z][a-z0-9.-]*\}")
"""A name in braces."""

NUMBER: Final = regex(r"[0-9]+(?:D(?:\+[0-9]+)?|\.[0-9]+)?(?: [a-z]+\b)?")
"""A number or dice, and the next word, which may be a unit."""

DIGITS: Final = regex(r"[0-9]+(?:D(?:\+[0-9]+)?|\.[0-9]+)?")


def check_says(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report unknown placeholders in `sentence`, and values spelled out instead of filled in."""
    for path, record in written_sentences.said_by_packs(ruleset):
        address = ruleset.provenance.location((*path, "sentence"))
        if address is not None:
            yield from _placeholders(record, address)
            yield from _written_out(ruleset, record, address)


def check_narrated(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report names in braces in `narrate`, where nothing is filled in."""
    for _, path, record in records_at(ruleset, Narrate):
        address = ruleset.provenance.location((*path, "narrate"))
        if address is not None:
            for match in NAMED.finditer(record.narrate):
                place = address.characters(*match.span())
                yield codes.NOT_FILLED.at(place, written=match[0])


def _placeholders(record: Sayable, address: Location) -> Iterator[Diagnostic]:
    settings = written_sentences.settings(record)
    for match in written_sentences.PLACEHOLDER.finditer(record.sentence):
        name = match[1]
        if name not in settings and not written_sentences.is_literal(record, name):
            allowed = ", ".join(f"{{{key}}}" for key in _valid_placeholders(record))
            help_ = (
                f"replace with one of: {allowed}" if allowed else "remove the braces"
            )
            place = address.characters(match.start(), match.end())
            yield codes.UNKNOWN_PLACEHOLDER.at(place, name=name, help=[help_])


def _valid_placeholders(record: Sayable) -> Iterator[str]:
    """Yield the valid placeholders: settings, and numbers as the formulas have them."""
    yield from written_sentences.settings(record)
    written = {
        number
        for formula in written_sentences.formulas(record)
        for number in NUMBER.findall(formula.text)
    }
    for number in sorted(written):
        short = DIGITS.match(number)
        for text in (number, short[0] if short else ""):
            if written_sentences.is_literal(record, text):
                yield text
                break


IN_QUOTES: Final = ", and put the sentence in quotes"


def _written_out(
    ruleset: Ruleset, record: Sayable, address: Location
) -> Iterator[Diagnostic]:
    bare = FILLED.sub(lambda match: "\0" * len(match[0]), record.sentence)
    for match in DIGITS.finditer(bare):
        place = address.characters(match.start(), match.end())
        fix = _placeholder_for(record, match[0])
        yield codes.WRITTEN_OUT.at(place, words=match[0], help=[f"{fix}{IN_QUOTES}"])
    for id_ in sorted(_named_ids(record)):
        name = getattr(ruleset.entries.get(id_), "name", "")
        match_ = name and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", bare)
        if match_:
            key = _setting_of(record, id_)
            fix = f"write {{{key}}}" if key else f"write [[{id_}]]"
            fix += IN_QUOTES
            place = address.characters(match_.start(), match_.end())
            yield codes.WRITTEN_OUT.at(place, words=name, help=[fix])


def _placeholder_for(record: Sayable, number: str) -> str:
    """Suggest how to write a number so that it is filled in."""
    for key, value in written_sentences.settings(record).items():
        if as_written(value).lstrip("-+±") == number:
            return f"write {{{key}}}"
    for allowed in _valid_placeholders(record):
        if DIGITS.findall(allowed) == [number]:
            return f"write {{{allowed}}}"
    return "quote the value, such as [[=formula.….constants.…]]"


def _named_ids(record: Sayable) -> frozenset[str]:
    """Return the ids of the entries that a record names."""
    named = {
        part.meaning.id
        for formula in written_sentences.formulas(record)
        if isinstance(formula.works, CompiledFormula)
        for part in walk_typed(formula.works.checked)
        if isinstance(part.meaning, ResolvedEntry)
    }
    values = written_sentences.settings(record).values()
    items = (v if isinstance(v, tuple) else (v,) for v in values)
    refs = (item for item in chain.from_iterable(items) if isinstance(item, Ref))
    return frozenset(named | {ref.id for ref in refs})


def _setting_of(record: Sayable, id_: str) -> str:
    """Return the setting whose value is exactly this entry; empty if no setting is."""
    settings = written_sentences.settings(record).items()
    refs = ((key, value.id) for key, value in settings if isinstance(value, Ref))
    return next((key for key, named in refs if named == id_), "")


# Outdated sentences.


class Hidden(NamedTuple):
    """A value that a sentence depends on without showing it: its name and its place."""

    what: str
    path: KeyPath


def check_stale_sentences(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report changes of values that an earlier sentence states without a placeholder.

    The sentence is earlier if the change is in a later pack, or in a chosen option of the same
    pack: options apply after all other rules of their pack.
    """
    order = {manifest.id: number for number, manifest in enumerate(ruleset.manifests)}
    for path, record in written_sentences.said_by_packs(ruleset):
        place = ruleset.provenance.location((*path, "sentence"))
        written = ruleset.provenance.chain((*path, "sentence"))[-1]
        written_at = (order.get(written.pack, 0), False)
        for hidden in _hidden(ruleset, record, path):
            for change in ruleset.provenance.changes_below(hidden.path):
                in_option = change.option not in {"", written.option}
                changed_at = (order.get(change.pack, 0), in_option)
                if place is not None and changed_at > written_at:
                    yield codes.STALE_SENTENCE.at(
                        change.address.key(),
                        related=[Label(place, "the sentence")],
                        what=hidden.what,
                        help=[_suggested_rewrite(path)],
                    )


def _suggested_rewrite(path: KeyPath) -> str:
    """Suggest how to rewrite a sentence; one in a list is rewritten with the list."""
    steps = writable(path)
    if len(steps) == len(path):
        change = change_line(id_at((*path, "sentence")), "set", "…")
        return f"rewrite it with {change}, or unset it to generate it from the rules"
    return f"rewrite {id_at(steps)} with a sentence that is true, or without one"


def _hidden(ruleset: Ruleset, record: Sayable, path: KeyPath) -> Iterator[Hidden]:
    """Yield the values that the sentence of a record depends on without a placeholder for them."""
    if isinstance(record, Need):
        yield Hidden("if", (*path, "if"))
        yield from _formula_parts(ruleset, record, record)
    for key, value in written_sentences.settings(record).items():
        if f"{{{key}}}" not in record.sentence:
            yield Hidden(key, (*path, key))
            yield from _formula_parts(ruleset, record, value)


def _formula_parts(
    ruleset: Ruleset, record: Sayable, value: object
) -> Iterator[Hidden]:
    """Yield the body, and each unquoted constant, of every named formula that `value` calls."""
    for called in _called_formulas(ruleset, value, set()):
        entry = ruleset.entries[f"formula.{called}"]
        assert isinstance(entry, FormulaEntry)
        place = ruleset.paths[entry.id]
        yield Hidden(f"{entry.id}.formula", (*place, "formula"))
        for name in entry.constants:
            address = f"{entry.id}.constants.{name}"
            if f"[[={address}]]" not in record.sentence:
                yield Hidden(address, (*place, "constants", name))


def _called_formulas(ruleset: Ruleset, value: object, seen: set[str]) -> Iterator[str]:
    """Yield the keys of the named formulas that a value calls, directly or through others."""
    for formula in written_sentences.formulas_in(value):
        node = written_sentences.read(formula.text)
        for name in sorted(called_functions(node)) if node is not None else ():
            key = name.removeprefix("formula.")
            entry = ruleset.entries.get(f"formula.{key}")
            if isinstance(entry, FormulaEntry) and key not in seen:
                seen.add(key)
                yield key
                yield from _called_formulas(ruleset, entry.formula, seen)
