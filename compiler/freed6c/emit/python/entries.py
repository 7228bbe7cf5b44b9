"""Entries as constants of a module; nested ones are constants of a class of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from freed6c.emit.python.content import (
    FORMULAS_MODULE,
    Context,
    class_name,
    constant_name,
    kind_of,
    module_name,
)
from freed6c.emit.python.layout import (
    Atom,
    Brackets,
    Expression,
    assign,
    call,
    docstring,
    literal,
    mapping,
    sequence,
)
from freed6c.model.shape import CLASSES, fields
from freed6c.packs.ids import python_name
from freed6c.runtime.amounts import DieCode, Formula, Quantity, Range
from freed6c.runtime.effects import Duration
from freed6c.runtime.record import Entry, Record, Ref

if TYPE_CHECKING:
    from freed6c.runtime.entries.tables import Column


# Values of the typed model as expressions.


@dataclass(frozen=True, slots=True)
class ExpressionBuilder:
    """Builds expressions for one module; `used` and `modules` collect what it must import."""

    context: Context
    used: set[type] = field(default_factory=set)
    modules: set[str] = field(default_factory=set)

    def expression(self, value: object) -> Expression:
        """Any value of the model."""
        match value:
            case tuple():
                return sequence(map(self.expression, value))
            case Mapping():
                return mapping(
                    (key, self.expression(one)) for key, one in value.items()
                )
            case Record():
                return self._formula(value) or self.record(value)
            case Fraction() | DieCode() | Ref():
                return self._made(value)
            case _:
                return Atom(literal(value) if isinstance(value, str) else repr(value))

    def _formula(self, formula: Record) -> Expression | None:
        """A formula with the function that evaluates it; None if the record is no formula."""
        if not isinstance(formula, Formula):
            return None
        self.used.add(Formula)
        written: dict[str, Expression] = {"text": Atom(literal(formula.text))}
        function = self.context.functions.get(id(formula))
        if function is not None:
            written["works"] = Atom(function)
            if function.startswith(f"{FORMULAS_MODULE}."):
                self.modules.add(FORMULAS_MODULE)
        return call(Formula.__name__, **written)

    def _made(self, value: Fraction | DieCode | Ref[object]) -> Expression:
        """A value that is made by calling its class with positional arguments."""
        match value:
            case Fraction():
                parts: tuple[object, ...] = value.as_integer_ratio()
            case DieCode():
                parts = (value.dice, value.pips)
            case Ref():
                parts = (value.id,)
        cls = next(c for c in (Fraction, DieCode, Ref) if isinstance(value, c))
        self.used.add(cls)
        return call(cls.__name__, *map(self.expression, parts))

    def record(self, record: Record, /, **given: Expression) -> Brackets:
        """A record by its fields that are not their defaults; some may be `given`."""
        cls = type(record)
        self.used.add(cls)
        return call(cls.__name__, **self.fields(record, **given))

    def fields(self, record: Record, /, **given: Expression) -> dict[str, Expression]:
        """The fields of a record by name, in the order of its class."""
        printed: dict[str, Expression] = {}
        for one in fields(type(record)):
            if one.name in given:
                printed[one.name] = given[one.name]
            elif one.name in record.__dict__:
                value = record.__dict__[one.name]
                if one.required or value != getattr(type(record), one.name):
                    printed[one.name] = self._field(value, prose=one.prose)
        return printed

    def _field(self, value: object, *, prose: bool) -> Expression:
        if prose:
            return Atom(literal(self.context.plain(str(value))))
        return self.expression(value)


# Typed rows: a class for each table, or track with columns, with a property for each cell.


CELLS: Final[Mapping[str, type]] = {
    "text": str,
    "one-of": str,
    "integer": int,
    "fraction": Fraction,
    "boolean": bool,
    "die-code": DieCode,
    "duration": Duration,
}
TAKEN: Final = frozenset({"id", "name", "text", "aliases", "source", "attested"})
"""Attributes that every entry has."""


def cell_class(name: str, base: type[Entry], columns: Mapping[str, Column]) -> str:
    """The class of rows with these columns, as source."""
    lines = [f"class {name}({base.__name__}):"]
    lines.append(docstring(f"A {base.__name__.lower()} with its cells.", 1))
    for key, column in columns.items():
        lines += ["", *_property(key, column, base)]
    return "\n".join(lines)


def attribute(key: str, base: type[Entry]) -> str:
    """The attribute for a column: `duration_` where every entry has a `duration` already."""
    name = python_name(key)
    return f"{name}_" if name in TAKEN or hasattr(base, name) else name


def annotation(column: Column) -> str:
    """The type of a column's cells, in Python."""
    entry = CLASSES.get(column.type)
    cell = CELLS.get(column.type, Quantity)
    written = f"Ref[{entry.__name__}]" if entry else cell.__name__
    if column.range:
        written = f"Range[{written}]"
    if column.list:
        written = f"tuple[{written}, ...]"
    return f"{written} | None" if column.optional else written


def column_types(columns: Mapping[str, Column]) -> set[type]:
    """The classes that the types of these columns mention."""
    needed: set[type] = set()
    for column in columns.values():
        entry = CLASSES.get(column.type)
        needed |= {Ref, entry} if entry else {CELLS.get(column.type, Quantity)}
        needed |= {Range} if column.range else set()
    return needed - {str, int, bool}


def _property(key: str, column: Column, base: type[Entry]) -> list[str]:
    name, type_ = attribute(key, base), annotation(column)
    return [
        "    @property",
        f"    def {name}(self) -> {type_}:",
        docstring(f"{column.name.rstrip('.')}.", 2),
        f"        return cast({literal(type_)}, self.cells[{literal(key)}])",
    ]


def write_entry(entry: Entry, builder: ExpressionBuilder) -> Iterator[str]:
    """The source of one entry: the classes that it needs, then its constant."""
    children = _children(entry)
    columns: Mapping[str, Column] = entry.__dict__.get("columns", {})
    if columns and children:
        base = type(children[0])
        builder.used.update({base}, column_types(columns))
        yield cell_class(_cells_name(entry, base), base, columns)
    named = [child for child in children if _is_constant(child, entry)]
    if named:
        yield _class(entry, named, builder, columns)
    made = assign(
        f"{constant_name(entry)}: Final",
        _entry_expression(entry, named, builder, columns),
    )
    marks = "" if named else builder.context.marks(entry)
    yield f"{made}\n{docstring(marks)}" if marks else made


def _class(
    entry: Entry,
    named: list[Entry],
    builder: ExpressionBuilder,
    columns: Mapping[str, Column],
) -> str:
    """A class of one entry's own, which holds the constants of what is nested in it."""
    cls = type(entry)
    builder.used.add(cls)
    context = builder.context
    words = context.plain(entry.text) or f"{entry.name}."
    words = "\n\n".join(filter(None, (words, context.marks(entry))))
    lines = [f"class _{class_name(entry)}({cls.__name__}):", docstring(words, 1), ""]
    lines += (
        assign(
            constant_name(child), _child_expression(entry, child, builder, columns), 1
        )
        for child in named
    )
    return "\n".join(lines)


def _entry_expression(
    entry: Entry,
    named: list[Entry],
    builder: ExpressionBuilder,
    columns: Mapping[str, Column],
) -> Brackets:
    given: dict[str, Expression] = {}
    for name, children in _nested(entry).items():
        given[name] = sequence(
            Atom(f"_{class_name(entry)}.{constant_name(child)}")
            if child in named
            else _nested_expression(entry, child, builder, columns)
            for child in children
        )
    made = builder.record(entry, **given)
    return made if not named else _with_class(made, f"_{class_name(entry)}")


def _nested_expression(
    entry: Entry,
    child: Entry,
    builder: ExpressionBuilder,
    columns: Mapping[str, Column],
) -> Expression:
    """A nested entry that has a module of its own, or no name (a derived row)."""
    if module_name(kind_of(child)) != module_name(kind_of(entry)):
        builder.modules.add(module_name(kind_of(child)))
        return Atom(f"{module_name(kind_of(child))}.{constant_name(child)}")
    return _child_expression(entry, child, builder, columns)


def _child_expression(
    entry: Entry,
    child: Entry,
    builder: ExpressionBuilder,
    columns: Mapping[str, Column],
) -> Expression:
    made = builder.record(child)
    if not columns:
        return made
    return _with_class(made, _cells_name(entry, type(child)))


def _with_class(made: Brackets, name: str) -> Brackets:
    """The same call of another class."""
    return Brackets(f"{name}(", made.close, made.parts)


def _cells_name(entry: Entry, base: type[Entry]) -> str:
    return f"{class_name(entry)}{base.__name__}"


def _is_constant(child: Entry, entry: Entry) -> bool:
    """Whether a nested entry is a constant of the entry: it has a key, and stands in its module."""
    same = module_name(kind_of(child)) == module_name(kind_of(entry))
    return same and child.key[0].isalpha()


def _nested(entry: Entry) -> Mapping[str, tuple[Entry, ...]]:
    return {
        name: value
        for name, value in entry.__dict__.items()
        if isinstance(value, tuple) and value and isinstance(value[0], Entry)
    }


def _children(entry: Entry) -> tuple[Entry, ...]:
    return tuple(child for children in _nested(entry).values() for child in children)
