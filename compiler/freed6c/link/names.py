"""Local names: the free variables of formulas by place, such as `margin` in a check."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from freed6c.formula import types
from freed6c.link.scopes import type_of
from freed6c.model.local_names import BROUGHT_BY, FORMAT_NAMES
from freed6c.packs.data import Data, as_list, as_map, as_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from freed6c.link.scopes import Scopes
    from freed6c.link.types import TypeReader
    from freed6c.model.local_names import FormatSource, NameSource
    from freed6c.runtime.record import Record

    Body = Mapping[str, Data]
    NameTypes = Mapping[str, types.Type]


@dataclass(frozen=True, slots=True)
class LocalNames:
    """Declares the local names of records."""

    type_reader: TypeReader
    scopes: Scopes

    def of(self, cls: type[Record], body: Body) -> NameTypes:
        """The names that formulas inside this entry or part of one may use besides others.

        The constants of a formula are added when they are known.
        """
        names: dict[str, types.Type] = {}
        for source in BROUGHT_BY.get(cls, ()):
            names.update(self._names_from(source, body))
        return names

    def _names_from(self, source: NameSource, body: Body) -> NameTypes:
        match source:
            case "check" | "step" | "run" | "resisted":
                return format_types(source)
            case "about":
                return format_types(source) if "about" in body else {}
            case "takes":
                takes = as_map(body.get("takes")).items()
                return {name: self.type_reader.read(word) for name, word in takes}
            case "asks":
                asks = as_map(body.get("asks")).items()
                return {name: self.type_reader.asked(as_map(ask)) for name, ask in asks}
            case "choose":
                chosen: dict[str, types.Type] = {}
                for name, choice in as_map(body.get("choose")).items():
                    chosen |= self._choice(name, str(choice))
                return chosen
            case "each":
                made: dict[str, types.Type] = {}
                for name, values in as_map(body.get("each")).items():
                    made[name] = self._one_of(values, made)
                return made
            case "columns":
                return self.type_reader.columns(body)
            case "own-columns":
                columns = self.type_reader.columns(body).items()
                return {f"this.{key}": type_ for key, type_ in columns}
            case _:
                assert_never(source)

    def _one_of(self, written: Data, known: NameTypes) -> types.Type:
        """The type of the values that a list names, or of what lies in a stretch.

        What is wrong with them is reported when they are worked out.
        """
        first = next(iter(as_list(written)), "")
        of = type_of(as_text(first), self.scopes.at("", known)) or types.UNKNOWN
        return of.of if isinstance(of, types.RangeOf) else of

    def _choice(self, name: str, choice: str) -> dict[str, types.Type]:
        table = self.scopes.base.tables.get(choice)
        if table is None:
            return {name: self.type_reader.read(choice)}
        cells = {f"{name}.{column}": of for column, of in table.columns.items()}
        return {name: types.EntryOf("row", within=choice), **cells}


def format_types(source: FormatSource) -> NameTypes:
    """The names that the format itself defines for a place."""
    return {name: format_.type for name, format_ in FORMAT_NAMES[source].items()}
