"""The names that formulas may use by their place: `margin` in a check, `step` in a track."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from freed6c.formula.check import check
from freed6c.formula.parse import parse
from freed6c.formula.problem import FormulaProblem
from freed6c.formula.types import (
    BOOLEAN,
    INTEGER,
    UNKNOWN,
    EntryOf,
    OptionalOf,
    RangeOf,
)
from freed6c.packs.data import as_text
from freed6c.runtime.entries.actions import Action, Check, Rule
from freed6c.runtime.entries.formulas import FormulaEntry
from freed6c.runtime.entries.tables import Table
from freed6c.runtime.entries.tracks import Track

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from freed6c.formula.types import Type
    from freed6c.link.scopes import Scopes
    from freed6c.link.types import TypeReader
    from freed6c.packs.data import Data
    from freed6c.runtime.record import Record

    Body = Mapping[str, Data]
    Names = Mapping[str, Type]


class NamesByPlace:
    """Reads which names the parts of a ruleset bring. `rows` are the columns of each table."""

    def __init__(
        self, types: TypeReader, rows: Mapping[str, Names], scopes: Scopes
    ) -> None:
        self._types = types
        self._rows = rows
        self._scopes = scopes

    def of(self, cls: type[Record], body: Body) -> Names:
        """The names that formulas inside this entry or part of one may use besides others."""
        reader = READERS.get(cls)
        return {} if reader is None else reader(self, body)

    def formula(self, body: Body) -> Names:
        """What the formula takes. Its constants are added when they are known."""
        takes = _map(body.get("takes"))
        return {name: self._type(word) for name, word in takes.items()}

    def action(self, body: Body) -> Names:
        """Facts that it asks for, what one chooses, the condition that it is about."""
        chosen: Names = {}
        for name, what in _map(body.get("choose")).items():
            chosen = {**chosen, **self._choice(name, str(what))}
        about: Names = (
            {"chosen": EntryOf("condition"), "chosen.rank": INTEGER}
            if "about" in body
            else {}
        )
        return {**self.asked(body), **chosen, **about}

    def asked(self, body: Body) -> Names:
        """Facts of the situation."""
        return {
            name: self._asked(_map(ask)) for name, ask in _map(body.get("asks")).items()
        }

    def _asked(self, ask: Body) -> Type:
        type_ = self._type(ask.get("type", ""))
        left_out = ask.get("optional") is True and type_ != BOOLEAN
        return OptionalOf(type_) if left_out else type_

    def track(self, body: Body) -> Names:
        """The rank of the condition, and its cells."""
        cells = self._columns(body)
        return {
            "step": INTEGER,
            **{f"this.{key}": type_ for key, type_ in cells.items()},
        }

    def table(self, body: Body) -> Names:
        """The other columns of the row, and what it is made for."""
        made: dict[str, Type] = {}
        for name, values in _map(body.get("each")).items():
            made[name] = self._one_of(values, made)
        return {**made, **self._columns(body)}

    def _one_of(self, written: Data, known: Names) -> Type:
        """The type of the values that a list names, or of what lies in a stretch.

        What is wrong with them is reported when they are worked out.
        """
        first = written[0] if isinstance(written, list) and written else written
        try:
            found = check(parse(as_text(first)), self._scopes.at("", known))
        except FormulaProblem:
            return UNKNOWN
        if found.problems:
            return UNKNOWN
        return found.type.of if isinstance(found.type, RangeOf) else found.type

    def check(self, _body: Body) -> Names:
        """What a check gives, and the number that it had to reach."""
        return dict.fromkeys(("margin", "rank", "total", "number"), INTEGER)

    def _choice(self, name: str, what: str) -> Names:
        columns = self._rows.get(what)
        if columns is None:
            return {name: self._types.word(what) or UNKNOWN}
        cells = {f"{name}.{column}": type_ for column, type_ in columns.items()}
        return {name: EntryOf("row", within=what), **cells}

    def _columns(self, body: Body) -> Names:
        columns = _map(body.get("columns"))
        return {
            key: self._types.column(_map(column)) for key, column in columns.items()
        }

    def _type(self, word: Data) -> Type:
        return self._types.word(str(word)) or UNKNOWN


def _map(data: Data | None) -> Mapping[str, Data]:
    return data if isinstance(data, dict) else {}


READERS: Final[Mapping[type[Record], Callable[[NamesByPlace, Body], Names]]] = {
    FormulaEntry: NamesByPlace.formula,
    Action: NamesByPlace.action,
    Rule: NamesByPlace.asked,
    Track: NamesByPlace.track,
    Table: NamesByPlace.table,
    Check: NamesByPlace.check,
}
