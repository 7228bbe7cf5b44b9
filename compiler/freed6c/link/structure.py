"""The record reader, which turns plain data into typed records, guided by their type hints.

A record is an instance of a class in `runtime/`, such as an entry, an effect or a cost. The hint of
each field determines how its data is read: `Ref[Skill]` resolves a reference, `Formula[int]` parses
a formula, and so on. Errors that the schemas cannot find are reported: in references, and in texts
with their own syntax (die codes, durations, formulas). A value that cannot be read is reported once
and omitted.
"""

from __future__ import annotations

import re
from contextlib import suppress
from fractions import Fraction
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, TypeVar

from freed6c.diagnostics.codes import references as codes
from freed6c.diagnostics.codes import words
from freed6c.diagnostics.diagnostic import Label
from freed6c.diagnostics.spellings import comma_meant, dice_meant
from freed6c.diagnostics.suggest import did_you_mean, did_you_mean_word, either
from freed6c.diagnostics.ways_out import Replacement, WayOut, Ways
from freed6c.document.phrases.terms import IN_TEXT, MEANT, in_words, is_term
from freed6c.formula.parser import parse
from freed6c.formula.scope import BadFormulaError
from freed6c.link import scalars
from freed6c.link.examples import holds_given, names_of_step, read_given
from freed6c.link.expected_types import settings
from freed6c.link.names import format_types
from freed6c.link.reading_state import ReadingState
from freed6c.link.scalars import ScalarError
from freed6c.model import type_hints
from freed6c.model.internal_errors import fault_at
from freed6c.model.prose import one_line
from freed6c.model.removals import still_named
from freed6c.model.tree_values import VERB
from freed6c.model.type_hints import KIND_OF, referred
from freed6c.packs.data import Data, as_map, as_text, walk
from freed6c.packs.kinds import BY_NAME
from freed6c.packs.lazy import dataclass, replace
from freed6c.runtime.amounts import DieCode, FormulaPool, Quantity, Range
from freed6c.runtime.effects import Duration, Modify, Moment, Resist
from freed6c.runtime.entries.actions import Action, Need, Points
from freed6c.runtime.entries.notes import ExampleStep
from freed6c.runtime.record import Entry, Record, Ref
from freed6c.runtime.situation import RuleRef

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.formula.types import Type
    from freed6c.link.expected_types import UnionMember, Wanted
    from freed6c.link.reading_context import ReadingContext
    from freed6c.link.reading_state import Names
    from freed6c.link.scalars import Vocabulary
    from freed6c.link.types import TypeReader
    from freed6c.model.partial_rules import PartialRules
    from freed6c.model.words import Words


NAME: Final = re.compile(r"[a-z0-9.-]+")


MODIFIED: Final = next(f for f in type_hints.written(Modify) if f.key == "modify").hint
"""The type hint of references to values that a `modify` effect can change."""


NOTHING: Final = ("never", "none")
"""Fixed words of packs for "nothing"; each setting allows at most one of them."""
NO: Final = ("no", "off", "false", "nothing", "never", "none")
"""Words that people write instead of the one in `NOTHING`."""
LISTED: Final = 12
"""Up to this number of entries of a kind is listed in a line of help."""


class OmittedError(Exception):
    """A value that was reported already; the caller omits it."""


@dataclass(frozen=True)
class RecordReader(ReadingState):
    """Reads the records of a ruleset.

    `vocabulary` and `types` have the names that the ruleset declares, for scalars and types.
    `words` has the terms that packs replace, which names of entries can contain. References keep
    `rules`, which finds their entries in `entries` once these are built.
    """

    vocabulary: Vocabulary
    types: TypeReader
    rules: PartialRules
    words: Words

    def value(self, wanted: Wanted, data: Data, context: ReadingContext) -> object:
        """Read plain data as a type hint requires. Raise OmittedError after reporting an error."""
        try:
            return self._value(wanted, data, context)
        except OmittedError:
            raise
        except Exception as error:
            self.problems.add(fault_at(self.place(context), error))
            raise OmittedError from error

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
                # The schemas have reported lists and maps in the place of single values.
                raise OmittedError
            case _:
                return self._read(wanted, data, context)

    def _read(self, wanted: Wanted, data: Data, context: ReadingContext) -> object:
        """Read a text as a fixed word, a reference, a formula, or a scalar with its own syntax."""
        fixed, kinds, formula = wanted.fixed, wanted.kinds, wanted.formula
        if data in fixed:
            return data
        if fixed and not kinds and formula is None:
            near = did_you_mean_word(str(data), fixed)
            fixes = () if near else self._longer_name(data, context)
            steps = [step for step in context.path if isinstance(step, str)]
            self.problems.report(
                codes.UNKNOWN_WORD,
                self.key(context) if fixes else self.place(context),
                setting=steps[-1],
                word=as_text(data),
                help=[*near, *fixes, f"available values: {', '.join(fixed)}"],
            )
            raise OmittedError
        if kinds and (formula is None or not _is_formula(str(data), context)):
            return self.reference(str(data), kinds, context, fixed)
        if formula is None:
            return self._scalar(wanted.member(data).hint, data, context)
        if wanted.amount:
            return self.formulas.amount(as_text(data), context)
        return self.formulas.formula(as_text(data), formula, context)

    def _longer_name(self, data: Data, context: ReadingContext) -> Ways:
        """Return a fix for a formula in a setting for fixed words: `set-to` instead of `to`.

        The key must be a part of the key of another setting of effects, which takes a formula.
        """
        (*_, key), key_place = context.path, self.key(context)
        if not re.search(r"[0-9(]", as_text(data)):
            return ()  # a plain word such as `enemy` is not a formula
        try:
            parse(as_text(data))
        except BadFormulaError:
            return ()
        setting_keys = {
            field.key
            for verb in VERB.values()
            for field, wanted in settings(verb)
            if wanted.formula is not None and str(key) in field.key.split("-")
        }
        return tuple(
            WayOut(f"did you mean '{name}'?", (Replacement(name, key_place),))
            for name in sorted(setting_keys - {key})[:1]
        )

    def record(
        self, cls: type[Record], data: dict[str, Data], context: ReadingContext
    ) -> Record:
        """Read a map as a record. Raise OmittedError if a required field is missing."""
        context = context.knowing(self.formulas.names.of(cls, data))
        if cls is ExampleStep:
            context = context.knowing(names_of_step(self, data, context))
        return make_record(cls, self.fields(cls, data, context))

    def fields(
        self, cls: type[Record], data: dict[str, Data], context: ReadingContext
    ) -> dict[str, object]:
        """Return the values of the fields that are present and readable, by Python name."""
        read: dict[str, object] = {}
        for setting, wanted in settings(cls):
            if setting.key not in data:
                continue
            place = context.at(setting.key)
            try:
                value = self.value(wanted, data[setting.key], place)
            except OmittedError:
                continue
            if isinstance(value, str) and not setting.prose:
                value = self._name_with_terms(value, place)
            read[setting.name] = value
        return read

    def _name_with_terms(self, name: str, context: ReadingContext) -> str:
        """Return a display name on one line, with terms in brackets (`[skill]`) as packs word them.

        Report unknown terms.
        """
        for mark in IN_TEXT.finditer(name):
            if not is_term(mark[1]):
                place = self.place(context)
                span = place and place.characters(*mark.span())
                near = did_you_mean(mark[1], MEANT)
                self.problems.add(words.NO_TERM.at(span, written=mark[1], help=near))
        if "[" in name:
            name = in_words(name, self.words.forms)
        return one_line(name) if "\n" in name else name

    def need(self, data: Data, context: ReadingContext) -> Record:
        """Read a need: a formula, or a map with a formula and a sentence that explains it."""
        if not isinstance(data, dict):
            data = {"if": data}
        else:
            context = context.at("if")
        formula = self.formulas.formula(as_text(data.get("if", "")), bool, context)
        sentence = as_text(data.get("sentence", ""))
        return Need(text=formula.text, works=formula.works, sentence=sentence)

    def effect(self, data: Data, context: ReadingContext) -> Record:
        """Read an effect, whose verb determines its class."""
        if isinstance(data, dict):
            for key in data:
                if key in VERB:
                    if VERB[key] is Modify:
                        context = replace(context, changed=self._changed(data, context))
                    if _changes_roll(data, context):
                        context = context.knowing(format_types("target"))
                    if VERB[key] is Resist:
                        context = context.knowing(self._resisted(data, context))
                    return self.record(VERB[key], data, context)
        raise OmittedError

    def _resisted(self, data: dict[str, Data], context: ReadingContext) -> Names:
        """Return the local names of the action that an effect resists: `resisted.distance`.

        They begin with `resisted`, not with the action's key, because a later pack can rename it.
        """
        actions = self.find(as_text(data["resist"]), ("action",), context)
        if len(actions) != 1:
            return {}
        body = as_map(walk(dict(self.tree), actions[0].path))
        names = self.formulas.names.of(Action, body)
        return {f"resisted.{name}": type_ for name, type_ in names.items()}

    def _changed(self, data: dict[str, Data], context: ReadingContext) -> Type | None:
        """Return the type of the value that an effect changes; None if that isn't a value."""
        kinds = [KIND_OF[kind] for kind in referred(MODIFIED)]
        symbols = self.find(as_text(data["modify"]), kinds, context)
        values = self.formulas.scopes.values
        return values.get(symbols[0].id) if len(symbols) == 1 else None

    def reference(
        self,
        text: str,
        kinds: tuple[type[Entry], ...],
        context: ReadingContext,
        fixed: tuple[str, ...] = (),
    ) -> Ref[Entry]:
        """Resolve a reference to an entry of one of these kinds; `Entry` allows all kinds.

        Raise OmittedError after reporting an unknown or ambiguous reference. `fixed` are the words
        that the setting also allows, for suggestions.
        """
        names = frozenset() if Entry in kinds else {KIND_OF[kind] for kind in kinds}
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
            self.problems.add(self._unknown(text, sorted(names), context, fixed))
        raise OmittedError

    def _unknown(
        self,
        text: str,
        kinds: list[str],
        context: ReadingContext,
        fixed: tuple[str, ...],
    ) -> Diagnostic:
        """Return the diagnostic of an unknown reference."""
        place = self.place(context)
        removed = self.problems.removals.named(text, kinds)
        if removed is not None:
            return still_named(removed, context.path, place)
        noun = BY_NAME[kinds[0]].noun if len(kinds) == 1 else "name"
        label = (
            f"expected {_alternatives(kinds)}" if len(kinds) > 1 > len(fixed) else ""
        )
        # Suggest `none` for `no`, if the setting allows `none`.
        negatives = [(no, word) for word in NOTHING for no in NO if word in fixed]
        # If the reference begins with a kind, suggest only entries of that kind.
        kind = text.partition(".")[0]
        called = self.symbols.called([kind] if "." in text and kind in kinds else kinds)
        candidates: chain[str | tuple[str, str]]
        candidates = chain(fixed, negatives, called)
        near = did_you_mean(
            text,
            self.problems.advice.names(candidates),
            fits=lambda name: (
                name in fixed or len(self.find(name, kinds, context)) == 1
            ),
        )
        others = {symbol.kind.with_article for symbol in self.find(text, (), context)}
        notes = (
            [f"'{text}' is {', '.join(sorted(others))}"] if others and not near else []
        )
        listed = self._value_list(kinds, context, fixed) if fixed or not near else ()
        at = place and Label(place, label)
        return codes.UNKNOWN.at(
            at, kind=noun, name=text, help=(*near, *listed), notes=notes
        )

    def _value_list(
        self, kinds: list[str], context: ReadingContext, fixed: tuple[str, ...]
    ) -> tuple[str, ...]:
        """Return help that lists the possible values, or the command that lists them.

        If the entry itself contains some, as an option contains its choices, only they are listed.
        """
        entries = [s for s in self.symbols.by_id.values() if s.kind.name in kinds]
        inner = [s.path[-1] for s in entries if s.path[:-2] == context.path[:2]]
        ids = [str(key) for key in inner] or [s.id.partition(".")[2] for s in entries]
        if 0 < len(ids) <= LISTED - len(fixed):
            kind = BY_NAME[kinds[0]].many.lower() if len(kinds) == 1 else "names"
            return (f"available {kind}: {', '.join((*fixed, *ids))}",)
        if fixed:
            others = f", or the id of {_alternatives(kinds)}" if kinds else ""
            return (f"write {', '.join(fixed)}{others}",)
        if len(kinds) != 1:
            return ("run freed6c list PACK to list all ids",)
        if not ids and not BY_NAME[kinds[0]].single:
            return (f"the pack has none yet: add it under '{BY_NAME[kinds[0]].key}'",)
        return (f"run freed6c list PACK {kinds[0]} to list all of them",)

    def _items(
        self, inner: Wanted, data: Data, context: ReadingContext
    ) -> tuple[object, ...]:
        if not isinstance(data, list):
            return (self.value(inner, data, context),)
        read = []
        for position, element in enumerate(data):
            with suppress(OmittedError):
                read.append(self.value(inner, element, context.at(position)))
        return tuple(read)

    def _map(
        self, member: UnionMember, data: dict[str, Data], context: ReadingContext
    ) -> Mapping[str, object]:
        inner = member.inner
        if holds_given(inner.hint):
            return read_given(self, data, context)
        read = {}
        of_points = type_hints.keyed_by_points(member.hint)
        for key, value in data.items():
            with suppress(OmittedError):
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
        except ScalarError as misread:
            problem = self._with_fix(hint, text, misread.diagnostic)
        except ValueError as error:
            problem = self._with_fix(
                hint, text, codes.NOT_A_DIE_CODE.at(None, reason=error)
            )
        self.problems.add(problem.put(self.place(context)))
        raise OmittedError

    def _with_fix(self, hint: Any, text: str, problem: Diagnostic) -> Diagnostic:
        """Return a problem with an added fix, if the text is correct in another notation."""
        from freed6c.link.other_forms import in_pack_notation

        converted, vocab = in_pack_notation(hint, text), self.vocabulary

        def fits(text: str) -> bool:
            try:
                READERS[hint](vocab, text)
            except (ScalarError, ValueError):
                return False
            return True

        fixes: Ways = ()
        if any(fix.edits for fix in problem.help):
            return problem
        if fits(converted):
            fixes = (WayOut(f"write {converted}", (Replacement(converted),)),)
        elif hint is DieCode:
            fixes = dice_meant(converted, vocab.sides, vocab.die_code.pips_per_die)
        else:
            fixes = comma_meant(converted, fits)
        return replace(problem, help=(*fixes, *problem.help))


READERS: Final[Mapping[Any, Callable[[Vocabulary, str], object]]] = {
    DieCode: lambda known, text: known.die_code.read(text),
    FormulaPool: lambda known, text: scalars.read_pool(text, known.sides),
    Fraction: lambda _, text: scalars.read_fraction(text),
    Range[int]: lambda _, text: scalars.read_range(text),
    Range[Quantity]: lambda known, text: scalars.read_quantities(text, known.units),
    Quantity: lambda known, text: scalars.read_quantity(text, known.units),
    Moment: lambda known, text: scalars.read_moment(text, known.periods),
    Duration: lambda known, text: scalars.read_duration(
        text, known.periods, known.action_types
    ),
}
"""The readers of scalars with their own syntax, by type."""


R = TypeVar("R", bound=Record)


def make_record(cls: type[R], fields: dict[str, object]) -> R:
    """Make a record. Raise OmittedError if a required field is missing, which was reported."""
    if any(
        field.required and field.name not in fields for field in type_hints.fields(cls)
    ):
        raise OmittedError
    return cls(**fields)


def _is_formula(text: str, context: ReadingContext) -> bool:
    """Return False if a text can only be a reference; True for `a + b` or `row.attack`.

    A plain name is a formula only if it begins with a local name, such as `row`.
    """
    return NAME.fullmatch(text) is None or text.partition(".")[0] in context.names


def _alternatives(kinds: list[str]) -> str:
    *most, last = (BY_NAME[kind].with_article for kind in kinds)
    return f"{', '.join(most)} or {last}" if most else last


# Settings that name a type, or the table or kind that a choice is made from.


TYPE: Final = "type"
"""The note on the type hint of a setting that names a type."""
TYPES_ELSEWHERE: Final = {
    "integer": ("number", "int", "num", "whole-number"),
    "boolean": ("bool", "yes-no", "flag", "checkbox"),
    "die-code": ("dice", "die", "roll"),
    "text": ("string", "str", "word"),
    "fraction": ("float", "decimal", "percent", "percentage"),
}
"""Names of types in other programs."""
CHOICE: Final = "choice"
"""The note on the type hint of a setting that names a table or a kind to choose from."""


def read_word(
    records: RecordReader, note: str, text: str, context: ReadingContext
) -> str:
    """Return a text unchanged, after reporting it if its note requires a type, table or kind."""
    if note == TYPE and records.types.word(text) is None:
        code, candidates = codes.UNKNOWN_TYPE, records.types.names()
    elif note == CHOICE and text not in BY_NAME:
        symbols = records.symbols.by_id
        if text in symbols and symbols[text].kind.name == "table":
            return text
        tables = (id_ for id_, named in symbols.items() if named.kind.name == "table")
        code, candidates = codes.NOTHING_TO_CHOOSE_FROM, (*tables, *BY_NAME)
    else:
        return text
    measures = ", ".join(sorted(records.types.measures)) or "a measure"
    advice = (
        f"types: integer, die-code, pool, boolean, text, {measures}, a kind of entry"
    )
    word = text.lower()
    types = [(word, type_) for type_, words in TYPES_ELSEWHERE.items() if word in words]
    synonyms = did_you_mean(text, types)
    near = did_you_mean(text, records.problems.advice.names(candidates))
    has_fix = any(fix.edits for fix in near)
    help_ = synonyms or (near if has_fix else (*near, WayOut(advice)))
    records.report(code, context, word=text, help=help_)
    return text


def _changes_roll(data: dict[str, Data], context: ReadingContext) -> bool:
    """Return True if an effect of a rule, hook or condition changes rolls while it holds.

    Its formulas can read the target of the action or effect roll.
    """
    lasts = data.keys().isdisjoint(("times", "duration", "at"))
    holder, inside = context.path[0], context.path[-2]
    holds = holder in ("rules", "hooks", "tracks") and inside == "effects" and lasts
    changed = data.get("modify", data.get("reroll"))
    return holds and changed in ("checks", "margins", "effect-rolls", "check")
