"""Local names: the free variables of formulas by place, such as `margin` in a check."""

from __future__ import annotations

import typing
from typing import TYPE_CHECKING, Any, Final

from freed6c.diagnostics.codes import references as codes
from freed6c.formula import types
from freed6c.formula.checker import check
from freed6c.formula.parser import parse
from freed6c.formula.scope import FormulaProblem
from freed6c.model.shape import KIND_OF, referred, written
from freed6c.packs.data import Data, KeyPath, as_text, walk
from freed6c.packs.suggest import did_you_mean
from freed6c.runtime.entries.actions import Action, Check, Rule
from freed6c.runtime.entries.notes import Example, FormulaEntry
from freed6c.runtime.entries.tables import Table, Track

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from freed6c.link.scopes import Scopes
    from freed6c.link.structure import Context, RecordReader
    from freed6c.link.types import TypeReader
    from freed6c.runtime.record import Record
    from freed6c.runtime.situation import FormulaValue

    Body = Mapping[str, Data]
    NameTypes = Mapping[str, types.Type]


class LocalNames:
    """Declares the local names of records. `rows` are the types of each table's columns."""

    def __init__(
        self, type_reader: TypeReader, rows: Mapping[str, NameTypes], scopes: Scopes
    ) -> None:
        self._types = type_reader
        self._rows = rows
        self._scopes = scopes

    def of(self, cls: type[Record], body: Body) -> NameTypes:
        """The names that formulas inside this entry or part of one may use besides others."""
        reader = READERS.get(cls)
        return {} if reader is None else reader(self, body)

    def formula(self, body: Body) -> NameTypes:
        """What the formula takes. Its constants are added when they are known."""
        takes = _map(body.get("takes"))
        return {name: self._type(word) for name, word in takes.items()}

    def action(self, body: Body) -> NameTypes:
        """Facts that it asks for, what one chooses, the condition that it is about."""
        chosen: NameTypes = {}
        for name, choice in _map(body.get("choose")).items():
            chosen = {**chosen, **self._choice(name, str(choice))}
        about: NameTypes = (
            {"chosen": types.EntryOf("condition"), "chosen.rank": types.INTEGER}
            if "about" in body
            else {}
        )
        return {**self.asked(body), **chosen, **about}

    def asked(self, body: Body) -> NameTypes:
        """Facts of the situation."""
        return {
            name: self._asked(_map(ask)) for name, ask in _map(body.get("asks")).items()
        }

    def _asked(self, ask: Body) -> types.Type:
        type_ = self._type(ask.get("type", ""))
        left_out = ask.get("optional") is True and type_ != types.BOOLEAN
        return types.OptionalOf(type_) if left_out else type_

    def track(self, body: Body) -> NameTypes:
        """The rank of the condition, and its cells."""
        cells = self._columns(body)
        return {
            "step": types.INTEGER,
            **{f"this.{key}": type_ for key, type_ in cells.items()},
        }

    def table(self, body: Body) -> NameTypes:
        """The other columns of the row, and what it is made for."""
        made: dict[str, types.Type] = {}
        for name, values in _map(body.get("each")).items():
            made[name] = self._one_of(values, made)
        return {**made, **self._columns(body)}

    def _one_of(self, written: Data, known: NameTypes) -> types.Type:
        """The type of the values that a list names, or of what lies in a stretch.

        What is wrong with them is reported when they are worked out.
        """
        first = written[0] if isinstance(written, list) and written else written
        try:
            checked = check(parse(as_text(first)), self._scopes.at("", known))
        except FormulaProblem:
            return types.UNKNOWN
        if checked.problems:
            return types.UNKNOWN
        of = checked.type
        return of.of if isinstance(of, types.RangeOf) else of

    def check(self, _body: Body) -> NameTypes:
        """What a check gives, and the number that it had to reach."""
        return dict.fromkeys(("margin", "rank", "total", "number"), types.INTEGER)

    def _choice(self, name: str, choice: str) -> NameTypes:
        columns = self._rows.get(choice)
        if columns is None:
            return {name: self._types.word(choice) or types.UNKNOWN}
        cells = {f"{name}.{column}": type_ for column, type_ in columns.items()}
        return {name: types.EntryOf("row", within=choice), **cells}

    def _columns(self, body: Body) -> NameTypes:
        columns = _map(body.get("columns"))
        return {
            key: self._types.column(_map(column)) for key, column in columns.items()
        }

    def _type(self, word: Data) -> types.Type:
        return self._types.word(str(word)) or types.UNKNOWN


def _map(data: Data | None) -> Mapping[str, Data]:
    return data if isinstance(data, dict) else {}


READERS: Final[Mapping[type[Record], Callable[[LocalNames, Body], NameTypes]]] = {
    FormulaEntry: LocalNames.formula,
    Action: LocalNames.action,
    Rule: LocalNames.asked,
    Track: LocalNames.track,
    Table: LocalNames.table,
    Check: LocalNames.check,
}


# What examples take as given.


IN_CHECKS: Final = ("margin", "rank", "total", "number")
RATED: Final = ("ability", "skill", "specialization", "value")
NOTE: Final = "known"
RUNNABLE: Final = frozenset(
    KIND_OF[kind]
    for field in written(Example)
    if field.key == "run"
    for kind in referred(field.hint)
)


def holds_given(hint: Any) -> bool:
    """Whether a map holds what an example takes as given."""
    annotated = typing.get_origin(hint) is typing.Annotated
    return annotated and hint.__metadata__[0] == NOTE


def names_of_run(
    records: RecordReader, body: Mapping[str, Data], context: Context
) -> Mapping[str, types.Type]:
    """The names that formulas of what an example runs may use; a wrong `run` is reported later."""
    if "run" not in body:
        return {}
    writer = records.problems.origins.writer(context.path)
    ids = [
        symbol.id
        for symbol in records.symbols.find(as_text(body["run"]), (), writer)
        if symbol.kind.name in RUNNABLE
    ]
    if len(ids) != 1:
        return {}
    names = {
        **dict.fromkeys(IN_CHECKS, types.INTEGER),
        **records.names_by_entry.get(ids[0], {}),
    }
    if ids[0].startswith("track."):
        names["this"] = types.EntryOf("condition", within=ids[0])
    return names


def read_given(
    records: RecordReader, data: Mapping[str, Data], context: Context
) -> dict[str, FormulaValue]:
    """What is given, worked out, by the names of the place and the ids of ratings and values."""
    read: dict[str, FormulaValue] = {}
    for key, text in data.items():
        place = context.at(key)
        target = _resolve_given(records, key, place)
        if target is None:
            continue
        name, wanted = target
        checked = records.formulas.check(as_text(text), place.path, {}, wanted)
        if checked is not None:
            read[name] = records.formulas.work_out(checked, place.path, {})
    return read


def _resolve_given(
    records: RecordReader, key: str, context: Context
) -> tuple[str, types.Type] | None:
    """What a key names, and of which type it is; None, and a report, where it is nothing."""
    if key in context.names:
        return key, context.names[key]
    writer = records.problems.origins.writer(context.path)
    symbols = records.symbols.find(key, RATED, writer)
    if len(symbols) == 1:
        return symbols[0].id, _value_type(records, symbols[0].id)
    if records.problems.reported((*context.path[:-2], "run")):
        return None
    place = records.key(context)
    if symbols:
        ids = " or ".join(symbol.id for symbol in symbols)
        records.problems.report(codes.AMBIGUOUS.at(place, name=key, ids=ids))
        return None
    help_ = did_you_mean(key, (*context.names, *records.symbols.names(RATED)))
    if not help_ and context.names:
        help_ = (f"names here: {', '.join(context.names)}",)
    records.problems.report(codes.UNKNOWN_GIVEN.at(place, name=key, help=help_))
    return None


def _value_type(records: RecordReader, id_: str) -> types.Type:
    of = records.formulas.scopes.values.get(id_, types.DIE_CODE)
    return types.UNKNOWN if isinstance(of, types.OptionalOf) else of


# What examples expect.


def read_expectations(records: RecordReader, tree: Mapping[str, Data]) -> None:
    """Check the expectation of every example, as far as it can be compared with what it gives."""
    for entry in records.entries.values():
        if isinstance(entry, Example):
            path = records.symbols.by_id[entry.id].path
            body = walk(dict(tree), path)
            _report_shape(records, body if isinstance(body, dict) else {}, path)
            _read_formula(records, entry, path)


def _read_formula(records: RecordReader, entry: Example, path: KeyPath) -> None:
    formulas = records.formulas
    checked = formulas.checked.get((*path, "that"))
    if checked is None or not isinstance(entry.expect, str):
        return
    if types.without_optional(checked.type) is not types.TEXT:
        formulas.check(entry.expect, (*path, "expect"), {})


def _report_shape(
    records: RecordReader, body: Mapping[str, Data], path: KeyPath
) -> None:
    """Report an example whose parts do not belong together."""
    single = not isinstance(body.get("expect", ""), list | dict)
    problems = records.problems
    if "that" not in body and "run" not in body:
        problems.report(codes.EMPTY_EXAMPLE.at(problems.key(path)))
    elif "that" in body and "run" in body:
        problems.report(codes.TWO_EXAMPLES.at(problems.place((*path, "run"))))
    elif "run" in body and single:
        place = problems.place((*path, "expect"))
        problems.report(codes.RUN_EXPECTS_VALUE.at(place))
    elif "that" in body and not single:
        place = problems.place((*path, "expect"))
        problems.report(codes.FORMULA_EXPECTS_MORE.at(place))
