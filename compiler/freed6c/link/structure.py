"""The record reader: plain data becomes typed records, guided by their type hints.

What the schemas cannot say is found here: texts with a form of their own (die codes, durations,
formulas) and references. A value that cannot be read is reported once and left out.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, TypeVar

from freed6c.diagnostics.codes import references as codes
from freed6c.diagnostics.codes import words
from freed6c.diagnostics.spellings import comma_meant, dice_meant
from freed6c.diagnostics.suggest import did_you_mean, did_you_mean_word, either
from freed6c.diagnostics.ways_out import Replacement, WayOut
from freed6c.document.phrases.terms import IN_TEXT, MEANT, in_words, is_term
from freed6c.formula.parser import parse
from freed6c.formula.scope import FormulaProblem
from freed6c.link import scalars
from freed6c.link.names import (
    holds_given,
    names_of_resisted,
    names_of_step,
    read_given,
)
from freed6c.link.other_forms import in_our_form
from freed6c.link.scalars import Misread
from freed6c.link.wanted import settings
from freed6c.model import shape
from freed6c.model.faults import fault_at
from freed6c.model.prose import one_line
from freed6c.model.removals import still_named
from freed6c.packs.data import Data, as_text
from freed6c.packs.kinds import BY_NAME
from freed6c.runtime.amounts import DieCode, Quantity, Range
from freed6c.runtime.effects import VERBS, Duration, Modify, Moment, Resist
from freed6c.runtime.entries.actions import Need, Points
from freed6c.runtime.entries.notes import ExampleStep
from freed6c.runtime.record import Entry, Record, Ref
from freed6c.runtime.situation import RuleRef

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from freed6c.diagnostics.diagnostic import Code, Diagnostic
    from freed6c.formula.types import Type
    from freed6c.link.formulas import FormulaReader, ReadingContext
    from freed6c.link.scalars import Vocabulary
    from freed6c.link.symbols import Problems, Symbol, Symbols
    from freed6c.link.types import TypeReader
    from freed6c.link.wanted import UnionMember, Wanted
    from freed6c.model.partial_rules import PartialRules
    from freed6c.model.words import Words
    from freed6c.packs.location import Location


NAME: Final = re.compile(r"[a-z0-9.-]+")
VERB: Final = {next(iter(cls.__annotations__)).replace("_", "-"): cls for cls in VERBS}


MODIFIED: Final = next(f for f in shape.written(Modify) if f.key == "modify").hint
"""What a Modify may change."""


NOTHING: Final = ("never", "none")
NO: Final = ("no", "off", "false", "nothing", "never", "none")
"""How people say that there is nothing, and what is written for it."""
LISTED: Final = 12
"""So many entries of a kind are named in a line of help; of more, where to look."""


class Unreadable(Exception):  # noqa: N818
    """A value that was reported already; whoever asked for it leaves it out."""


@dataclass(frozen=True, slots=True)
class RecordReader:
    """Reads the records of a ruleset, whose data is `tree`. Names are in its `words`.

    `entries` fills while it works; `rules` look there later. So does `names_by_entry`: the names
    that the formulas of an entry may use, by its id.
    """

    symbols: Symbols
    vocabulary: Vocabulary
    formulas: FormulaReader
    entries: dict[str, Entry]
    problems: Problems
    types: TypeReader
    rules: PartialRules
    tree: Mapping[str, Data]
    words: Words
    names_by_entry: dict[str, Mapping[str, Type]] = field(default_factory=dict)

    def value(self, wanted: Wanted, data: Data, context: ReadingContext) -> object:
        """Read plain data as what a type hint asks for. Raises Unreadable after reporting."""
        try:
            return self._value(wanted, data, context)
        except Unreadable:
            raise
        except Exception as error:
            self.problems.report(fault_at(self.place(context), error))
            raise Unreadable from error

    def _value(self, wanted: Wanted, data: Data, context: ReadingContext) -> object:
        member = wanted.member(data)
        match member.form:
            case "word":
                return read_word(self, member.note, str(data), context)
            case "items":
                return self._items(member.inner, data, context)
            case "map" if isinstance(data, dict):
                return self._map(member, data, context)
            case "need":
                return self.need(data, context)
            case "effect":
                return self.effect(data, context)
            case "record" if isinstance(data, dict):
                return self.record(member.hint, data, context)
            case _ if isinstance(data, dict | list):
                # The schemas refuse lists and maps where a single value is wanted.
                raise Unreadable
            case _:
                return self._read(wanted, data, context)

    def _read(self, wanted: Wanted, data: Data, context: ReadingContext) -> object:
        """Read a text by its form: a reference, a formula, or a form of its own."""
        fixed, kinds, formula = wanted.fixed, wanted.kinds, wanted.formula
        if data in fixed:
            return data
        if fixed and not kinds and formula is None:
            near = did_you_mean_word(str(data), fixed)
            longer = () if near else self._longer(data, context)
            steps = [step for step in context.path if isinstance(step, str)]
            place = self.key(context) if longer else self.place(context)
            self.problems.report(
                codes.UNKNOWN_WORD.at(
                    place,
                    setting=steps[-1],
                    word=as_text(data),
                    help=[*near, *longer, f"allowed: {', '.join(fixed)}"],
                )
            )
            raise Unreadable
        if kinds and (formula is None or not _is_formula(str(data), context)):
            return self.reference(str(data), kinds, context, fixed)
        if formula is None:
            return self._scalar(wanted.member(data).hint, data, context)
        if wanted.amount:
            return self.formulas.amount(as_text(data), context)
        return self.formulas.formula(as_text(data), formula, context)

    def _longer(self, data: Data, context: ReadingContext) -> tuple[WayOut, ...]:
        """The setting with a longer name that a formula belongs to: `set-to` instead of `to`."""
        (*_, key), key_place = context.path, self.key(context)
        if not re.search(r"[0-9(]", as_text(data)):
            return ()  # a word like `enemy` was meant as one
        try:
            parse(as_text(data))
        except FormulaProblem:
            return ()
        longer = {
            field.key
            for verb in VERB.values()
            for field, what in settings(verb)
            if what.formula is not None and str(key) in field.key.split("-")
        }
        return tuple(
            WayOut(f"did you mean '{name}'?", (Replacement(name, key_place),))
            for name in sorted(longer - {key})[:1]
        )

    def record(
        self, cls: type[Record], data: dict[str, Data], context: ReadingContext
    ) -> Record:
        """Read a map as a record."""
        context = context.knowing(self.formulas.names.of(cls, data))
        if cls is ExampleStep:
            context = context.knowing(names_of_step(self, data, context))
        return make_record(cls, self.fields(cls, data, context))

    def fields(
        self, cls: type[Record], data: dict[str, Data], context: ReadingContext
    ) -> dict[str, object]:
        """Read the fields that are there; those that cannot be read are left out."""
        read: dict[str, object] = {}
        for setting, what in settings(cls):
            if setting.key in data:
                with suppress(Unreadable):
                    place = context.at(setting.key)
                    value = self.value(what, data[setting.key], place)
                    if isinstance(value, str) and not setting.prose:
                        value = self._named(value, place)
                    read[setting.name] = value
        return read

    def _named(self, name: str, context: ReadingContext) -> str:
        """Return a name on one line, with terms in brackets in the words of the packs."""
        for mark in IN_TEXT.finditer(name):
            if not is_term(mark[1]):
                place = self.place(context)
                where = place and place.characters(*mark.span())
                near = did_you_mean(mark[1], MEANT)
                problem = words.NO_TERM.at(where, written=mark[1], help=near)
                self.problems.report(problem)
        name = in_words(name, self.words.forms)
        return one_line(name) if "\n" in name else name

    def need(self, data: Data, context: ReadingContext) -> Record:
        """Read a need: a formula, alone or with the sentence of the pack."""
        if not isinstance(data, dict):
            data = {"if": data}
        else:
            context = context.at("if")
        formula = self.formulas.formula(as_text(data.get("if", "")), bool, context)
        says = as_text(data.get("says", ""))
        return Need(text=formula.text, works=formula.works, says=says)

    def effect(self, data: Data, context: ReadingContext) -> Record:
        """Read an effect: its verb says which class it is."""
        if isinstance(data, dict):
            for key in data:
                if key in VERB:
                    if VERB[key] is Modify:
                        context = replace(context, changed=self._changed(data, context))
                    if VERB[key] is Resist:
                        context = context.knowing(
                            names_of_resisted(self, data, context)
                        )
                    return self.record(VERB[key], data, context)
        raise Unreadable

    def _changed(self, data: dict[str, Data], context: ReadingContext) -> Type | None:
        """The type of the value that an effect changes; None for anything else."""
        kinds = [shape.KIND_OF[kind] for kind in shape.referred(MODIFIED)]
        symbols = self.find(as_text(data["modify"]), kinds, context)
        values = self.formulas.scopes.values
        return values.get(symbols[0].id) if len(symbols) == 1 else None

    def place(self, context: ReadingContext) -> Location | None:
        """Where a value is written."""
        return self.problems.place(context.path)

    def key(self, context: ReadingContext) -> Location | None:
        """Where the key of a value is written."""
        return self.problems.key(context.path)

    def report(self, code: Code, context: ReadingContext, **facts: Any) -> None:
        """Report what is wrong with a value, at its place."""
        self.problems.report(code.at(self.place(context), **facts))

    def find(
        self, text: str, kinds: Collection[str], context: ReadingContext
    ) -> tuple[Symbol, ...]:
        """Return every symbol that a reference could mean to the pack that wrote a value."""
        writer = self.problems.provenance.writer(context.path)
        return self.symbols.find(text, kinds, writer, context.path[:2])

    def reference(
        self,
        text: str,
        kinds: tuple[type[Entry], ...],
        context: ReadingContext,
        fixed: tuple[str, ...] = (),
    ) -> Ref[Entry]:
        """Find what a reference means. Raises Unreadable after reporting."""
        names = (
            frozenset() if Entry in kinds else {shape.KIND_OF[kind] for kind in kinds}
        )
        symbols = self.find(text, names, context)
        if len(symbols) == 1:
            writer = self.problems.provenance.writer(context.path)
            renamed = self.symbols.renamed(text, symbols[0], writer)
            if renamed is not None:
                self.report(codes.RENAMED, context, name=text, id=renamed.id)
            return RuleRef(symbols[0].id, self.rules)
        if symbols:
            ids = either([symbol.id for symbol in symbols])
            self.report(codes.AMBIGUOUS, context, name=text, ids=ids)
        else:
            self.problems.report(self._unknown(text, sorted(names), context, fixed))
        raise Unreadable

    def _unknown(
        self,
        text: str,
        kinds: list[str],
        context: ReadingContext,
        fixed: tuple[str, ...],
    ) -> Diagnostic:
        place = self.place(context)
        removed = self.problems.removals.named(text, kinds)
        if removed is not None:
            return still_named(removed, context.path, place)
        noun = _one_of(kinds) if kinds else "entry"
        nothing = [(no, word) for word in NOTHING for no in NO if word in fixed]
        # Who writes the kind before a name means one of that kind.
        said = text.partition(".")[0]
        called = self.symbols.called([said] if "." in text and said in kinds else kinds)
        known: chain[str | tuple[str, str]]
        known = chain(fixed, nothing, called)
        near = self.problems.advice.did_you_mean(
            text,
            known,
            fits=lambda name: (
                name in fixed or len(self.find(name, kinds, context)) == 1
            ),
        )
        help_ = near or self._possible(kinds, fixed)
        return codes.UNKNOWN.at(place, kind=noun, name=text, help=help_)

    def _possible(self, kinds: list[str], fixed: tuple[str, ...]) -> tuple[str, ...]:
        """What can stand there, where no name is near what does."""
        ids = [
            symbol.id.partition(".")[2]
            for symbol in self.symbols.by_id.values()
            if symbol.kind.name in kinds
        ]
        if 0 < len(ids) <= LISTED - len(fixed):
            return (f"there are: {', '.join((*fixed, *ids))}",)
        if fixed:
            others = f", or the id of one: {_one_of(kinds)}" if kinds else ""
            return (f"write {', '.join(fixed)}{others}",)
        if len(kinds) != 1:
            return ()
        if not ids and not BY_NAME[kinds[0]].single:
            return (f"none is written yet: write it under {BY_NAME[kinds[0]].key}:",)
        return (f"freed6c list PACK {kinds[0]} shows all that there are",)

    def _items(
        self, inner: Wanted, data: Data, context: ReadingContext
    ) -> tuple[object, ...]:
        if not isinstance(data, list):
            return (self.value(inner, data, context),)
        read = []
        for position, element in enumerate(data):
            with suppress(Unreadable):
                read.append(self.value(inner, element, context.at(position)))
        return tuple(read)

    def _map(
        self, member: UnionMember, data: dict[str, Data], context: ReadingContext
    ) -> Mapping[str, object]:
        inner = member.inner
        if holds_given(inner.hint):
            return read_given(self, data, context)
        read = {}
        of_points = shape.keyed_by_points(member.hint)
        for key, value in data.items():
            with suppress(Unreadable):
                place = context.at(key)
                if of_points:
                    reference = self.reference(key, (Points,), place)
                    key = reference.id.partition(".")[2]  # noqa: PLW2901
                read[key] = self.value(inner, value, place)
        return read

    def _scalar(self, hint: Any, data: Data, context: ReadingContext) -> object:
        if hint is str:
            return as_text(data)
        if hint is int or hint is bool:
            return data
        read = READERS.get(hint)
        if read is None:
            return as_text(data)
        text = as_text(data)
        try:
            return read(self.vocabulary, text)
        except Misread as misread:
            problem = self._in_our_form(hint, text, misread.diagnostic)
        except ValueError as error:
            problem = self._in_our_form(
                hint, text, codes.NOT_A_DIE_CODE.at(None, reason=error)
            )
        self.problems.report(problem.put(self.place(context)))
        raise Unreadable

    def _in_our_form(self, hint: Any, text: str, problem: Diagnostic) -> Diagnostic:
        """The problem with a text, and the way out where it is written as elsewhere."""
        meant, known = in_our_form(hint, text), self.vocabulary

        def fits(text: str) -> bool:
            try:
                READERS[hint](known, text)
            except (Misread, ValueError):
                return False
            return True

        ways: tuple[WayOut, ...] = ()
        if any(way.edits for way in problem.help):
            return problem
        if fits(meant):
            ways = (WayOut(f"write {meant}", (Replacement(meant),)),)
        elif hint is DieCode:
            ways = dice_meant(meant, known.sides, known.die_code.pips_per_die)
        else:
            ways = comma_meant(meant, fits)
        return replace(problem, help=(*ways, *problem.help))


READERS: Final[Mapping[Any, Callable[[Vocabulary, str], object]]] = {
    DieCode: lambda known, text: known.die_code.read(text),
    Fraction: lambda _, text: scalars.read_fraction(text),
    Range[int]: lambda _, text: scalars.read_range(text),
    Range[Quantity]: lambda known, text: scalars.read_quantities(text, known.units),
    Quantity: lambda known, text: scalars.read_quantity(text, known.units),
    Moment: lambda known, text: scalars.read_moment(text, known.periods),
    Duration: lambda known, text: scalars.read_duration(
        text, known.periods, known.action_types
    ),
}
"""How texts with a form of their own are read."""


R = TypeVar("R", bound=Record)


def make_record(cls: type[R], fields: dict[str, object]) -> R:
    """Make a record. Raises Unreadable if it lacks a field, whose problem was reported."""
    if any(field.required and field.name not in fields for field in shape.fields(cls)):
        raise Unreadable
    return cls(**fields)


def _is_formula(text: str, context: ReadingContext) -> bool:
    """Whether a text is more than a name, or a name that its place knows (`row.attack`)."""
    return NAME.fullmatch(text) is None or text.partition(".")[0] in context.names


def _one_of(kinds: list[str]) -> str:
    *most, last = (kind.replace("-", " ") for kind in kinds)
    return f"{', '.join(most)} or {last}" if most else last


# Settings that name a type, or what a choice is made from.


TYPE: Final = "type"
TYPES_ELSEWHERE: Final = {
    "integer": ("number", "int", "num", "whole-number"),
    "boolean": ("bool", "yes-no", "flag", "checkbox"),
    "die-code": ("dice", "die", "roll"),
    "text": ("string", "str", "word"),
    "fraction": ("float", "decimal", "percent", "percentage"),
}
"""What types are called in other programs."""
CHOICE: Final = "choice"


def read_word(
    records: RecordReader, note: str, text: str, context: ReadingContext
) -> str:
    """Read a word whose hint carries a note; one that names nothing is reported and kept."""
    if note == TYPE and records.types.word(text) is None:
        code, known = codes.UNKNOWN_TYPE, records.types.known()
    elif note == CHOICE and text not in BY_NAME:
        symbols = records.symbols.by_id
        if text in symbols and symbols[text].kind.name == "table":
            return text
        tables = (id_ for id_, named in symbols.items() if named.kind.name == "table")
        code, known = codes.NOTHING_TO_CHOOSE_FROM, (*tables, *BY_NAME)
    else:
        return text
    measures = ", ".join(sorted(records.types.measures)) or "a measure"
    advice = f"types: integer, die-code, boolean, text, {measures}, a kind of entry"
    same = [(word, type_) for type_, words in TYPES_ELSEWHERE.items() for word in words]
    elsewhere = did_you_mean(text, [pair for pair in same if pair[0] == text.lower()])
    near = records.problems.advice.did_you_mean(text, known)
    sure = any(way.edits for way in near)
    help_ = elsewhere or (near if sure else (*near, WayOut(advice)))
    records.report(code, context, word=text, help=help_)
    return text
