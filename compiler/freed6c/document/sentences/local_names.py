"""The names that formulas may use inside of an entry, with words for each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from freed6c.document.blocks import Inlines, Text
from freed6c.document.index import kind_of
from freed6c.document.sentences.pieces import variable
from freed6c.document.wording import lowered
from freed6c.runtime.entries.actions import Action, Ask, EffectRoll, Rule
from freed6c.runtime.entries.notes import FormulaEntry
from freed6c.runtime.entries.tables import Column, Table, Track

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from freed6c.document.scribe import Scribe
    from freed6c.runtime.record import Entry

    Names = Mapping[str, Inlines]


CHECK: Final = ("margin", "number", "rank", "total")
"""What a check gives, and the number that it had to reach."""

ABOUT: Final = ("chosen", "chosen.rank")
"""The condition that an action is about."""


def names_in(scribe: Scribe, entry: Entry) -> Names:
    """What an entry brings: facts it asks for, its columns, what it takes."""
    reader = READERS.get(type(entry))
    return {} if reader is None else reader(scribe, entry)


def names_of_checks(scribe: Scribe) -> Names:
    """What a check gives to all that depends on it."""
    return _said(scribe, CHECK)


def _action(scribe: Scribe, action: Action) -> Names:
    return {
        **_said(scribe, CHECK),
        **_asked(action.asks),
        **_choices(scribe, action.choose),
        **(_said(scribe, ABOUT) if action.about else {}),
    }


def _formula(_scribe: Scribe, formula: FormulaEntry) -> Names:
    return {name: variable(name) for name in (*formula.takes, *formula.constants)}


def _table(_scribe: Scribe, table: Table) -> Names:
    return {**dict.fromkeys(table.each, ()), **_columns(table.columns)}


def _track(scribe: Scribe, track: Track) -> Names:
    return {**_said(scribe, (*CHECK, "step")), **_own_cells(scribe, track.columns)}


def _said(scribe: Scribe, names: Iterable[str]) -> Names:
    """Names that the format itself gives to a place."""
    return {name: scribe.say(f"name.{name}") for name in names}


def _asked(asks: Mapping[str, Ask]) -> Names:
    return {name: (Text(lowered(ask.name)),) for name, ask in asks.items()}


def _columns(columns: Mapping[str, Column]) -> Names:
    return {key: (Text(lowered(column.name)),) for key, column in columns.items()}


def _own_cells(scribe: Scribe, columns: Mapping[str, Column]) -> Names:
    return {
        f"this.{key}": scribe.say("name.own-cell", column=lowered(column.name))
        for key, column in columns.items()
    }


def _choices(scribe: Scribe, choose: Mapping[str, str]) -> Names:
    """What one chooses: a row with its cells, or a thing of a kind."""
    found: dict[str, Inlines] = {}
    for name, what in choose.items():
        table = scribe.index.find(what, ("table",))
        if isinstance(table, Table):
            found |= _cells(scribe, name, table)
        else:
            found[name] = _chosen(scribe, name, what, choose)
    return found


def _chosen(scribe: Scribe, name: str, what: str, choose: Mapping[str, str]) -> Inlines:
    """By its kind, if only one of it is chosen."""
    if list(choose.values()).count(what) > 1:
        return scribe.say("name.chosen-kind", kind=variable(name))
    return scribe.say("name.chosen-one", kind=type_words(scribe, what))


def _cells(
    scribe: Scribe, name: str, table: Table, pattern: str = "name.cell"
) -> Names:
    of = (scribe.link(table),)
    cells = {
        f"{name}.{key}": scribe.say(pattern, column=column.name, table=of)
        for key, column in table.columns.items()
    }
    return {name: scribe.say("name.row"), **cells}


def cells_by_table(scribe: Scribe, action: Action) -> Names:
    """Cells of the rows that one chooses, for where nothing says yet of which tables they are."""
    found: dict[str, Inlines] = {}
    for name, what in action.choose.items():
        table = scribe.index.find(what, ("table",))
        if isinstance(table, Table):
            found |= _cells(scribe, name, table, "name.cell.of")
    return found


READERS: Final[Mapping[type[Entry], Callable[[Scribe, Any], Names]]] = {
    Action: _action,
    EffectRoll: lambda scribe, _entry: _said(scribe, CHECK),
    FormulaEntry: _formula,
    Rule: lambda _scribe, rule: _asked(rule.asks),
    Table: _table,
    Track: _track,
}


def type_words(scribe: Scribe, written: str) -> Inlines:
    """The word for a type: of a value, a kind of entry, or a measure of units."""
    for key in (f"type.{written}", f"kind.{kind_of(written)}"):
        if key in scribe.patterns:
            return (Text(lowered(scribe.word(key))),)
    return (Text(written.replace("-", " ")),)
