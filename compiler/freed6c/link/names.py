"""Local names: the free variables of formulas by place, such as `margin` in a check."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from freed6c.formula import types
from freed6c.link.scopes import type_of
from freed6c.model.local_names import BROUGHT_BY, FORMAT_NAMES
from freed6c.packs.data import Data, as_list, as_map, as_text
from freed6c.packs.lazy import dataclass

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.link.scopes import Scopes
    from freed6c.link.types import TypeReader
    from freed6c.model.local_names import FormatSource, NameSource
    from freed6c.runtime.record import Record

    Body = Mapping[str, Data]
    NameTypes = Mapping[str, types.Type]


@dataclass(frozen=True)
class LocalNames:
    """Finds the local names that records declare for the formulas inside them."""

    type_reader: TypeReader
    scopes: Scopes

    def of(self, cls: type[Record], body: Body) -> NameTypes:
        """Return the local names, with their types, that a record adds for the formulas inside it.

        The constants of a formula are added later, when their types are known.
        """
        names: dict[str, types.Type] = {}
        for source in BROUGHT_BY.get(cls, ()):
            names.update(self._names_from(source, body))
        return names

    def _names_from(self, source: NameSource, body: Body) -> NameTypes:
        """Return the names from one source: a place of the format, or a setting of the record."""
        match source:
            case "check" | "step" | "run" | "resisted":
                return format_types(source)
            case "target":
                # An effect roll and a menu have the target of the action before them.
                alone = {*as_list(body.get("target", []))} <= {"self"}
                return {} if alone and "type" in body else format_types(source)
            case "about":
                return format_types(source) if "about" in body else {}
            case "params":
                params = as_map(body.get("params")).items()
                return {name: self.type_reader.read(word) for name, word in params}
            case "inputs":
                return {
                    name: self.type_reader.input_type(as_map(ask))
                    for name, ask in as_map(body.get("inputs")).items()
                }
            case "choose":
                choices: dict[str, types.Type] = {}
                for name, choice in as_map(body.get("choose")).items():
                    choices |= self._choice(name, str(choice))
                return choices
            case "each":
                types_so_far: dict[str, types.Type] = {}
                for name, values in as_map(body.get("each")).items():
                    types_so_far[name] = self._element_type(values, types_so_far)
                return types_so_far
            case "columns":
                return self.type_reader.columns(body)
            case "own-columns":
                columns = self.type_reader.columns(body).items()
                return {f"this.{key}": type_ for key, type_ in columns}
            case _:
                assert_never(source)

    def _element_type(self, written: Data, names: NameTypes) -> types.Type:
        """Return the type of the values in a list or range, judging by the first value.

        Errors in the values are reported when they are evaluated.
        """
        first = next(iter(as_list(written)), "")
        type_ = type_of(as_text(first), self.scopes.at("", names)) or types.UNKNOWN
        return type_.of if isinstance(type_, types.RangeOf) else type_

    def _choice(self, name: str, choice: str) -> dict[str, types.Type]:
        """Return the name of a chosen entry; for a row of a table, also `name.column`."""
        table = self.scopes.base.tables.get(choice)
        if table is None:
            return {name: self.type_reader.read(choice)}
        cells = {f"{name}.{column}": type_ for column, type_ in table.columns.items()}
        return {name: types.EntryOf("row", within=choice), **cells}


def format_types(source: FormatSource) -> NameTypes:
    """Return the names that every pack can use at a place, such as `margin`, with their types."""
    return {name: format_.type for name, format_ in FORMAT_NAMES[source].items()}
