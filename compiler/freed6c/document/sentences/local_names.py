"""The names that formulas may use inside of an entry, with words for each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from freed6c.document.blocks import Text
from freed6c.document.index import kind_of
from freed6c.document.sentences.pieces import variable
from freed6c.document.wording import lowered
from freed6c.runtime.entries.actions import Action, Rule
from freed6c.runtime.entries.formulas import FormulaEntry
from freed6c.runtime.entries.tables import Table
from freed6c.runtime.entries.tracks import Track

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.document.blocks import Inlines
    from freed6c.document.scribe import Scribe
    from freed6c.runtime.entries.actions import Ask
    from freed6c.runtime.entries.tables import Column
    from freed6c.runtime.record import Entry

    Names = Mapping[str, Inlines]


def names_in(scribe: Scribe, entry: Entry) -> Names:
    """What an entry brings: facts it asks for, its columns, what it takes."""
    match entry:
        case Action():
            return {**_asked(entry.asks), **_choices(scribe, entry.choose)}
        case Rule():
            return _asked(entry.asks)
        case FormulaEntry():
            return {name: variable(name) for name in (*entry.takes, *entry.constants)}
        case Table():
            return {**dict.fromkeys(entry.each, ()), **_columns(entry.columns)}
        case Track():
            return _own_cells(scribe, entry.columns)
        case _:
            return {}


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
            found[name] = scribe.say("name.chosen-kind", kind=variable(name))
    return found


def _cells(scribe: Scribe, name: str, table: Table) -> Names:
    return {
        f"{name}.{key}": scribe.say("name.cell", column=column.name)
        for key, column in table.columns.items()
    }


def type_words(scribe: Scribe, written: str) -> Inlines:
    """The word for a type: of a value, a kind of entry, or a measure of units."""
    for key in (f"type.{written}", f"kind.{kind_of(written)}"):
        if key in scribe.patterns:
            return scribe.say(key)
    return (Text(written.replace("-", " ")),)
