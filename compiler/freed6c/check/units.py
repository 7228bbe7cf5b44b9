"""Check that quantities which formulas compare or add up have the same unit.

Nothing converts units within packs, so quantities that meet must have the same one. Columns,
values, questions and constants that meet in formulas form groups, and each group may have one
unit. Measurements of players are converted to the base unit (`equals`), so packs write base units.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from freed6c.check.formula_results import BRANCHES, column_of, owner_of
from freed6c.diagnostics.codes import checks as codes
from freed6c.diagnostics.diagnostic import Label
from freed6c.formula.scope import ResolvedEntry
from freed6c.formula.syntax_tree import Binary, FunctionCall, QuantityLiteral
from freed6c.formula.typed_tree import Variable, walk_typed
from freed6c.formula.types import QuantityOf, RangeOf, without_optional
from freed6c.runtime.amounts import Quantity, Range
from freed6c.runtime.entries.notes import FormulaEntry
from freed6c.runtime.entries.tables import Table, Track
from freed6c.runtime.entries.world import Unit, Value

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from freed6c.diagnostics.diagnostic import Diagnostic
    from freed6c.formula.typed_tree import CheckedFormula, TypedNode
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath
    from freed6c.runtime.record import Entry


# Operators whose operands must have the same unit. `to` makes a range.
COMPARING: Final = frozenset(
    {"<", "<=", ">", ">=", "=", "!=", "within", "+", "-", "to"}
)

LIMITING: Final = frozenset({"min", "max"})
"""Functions whose arguments must have the same unit."""

Holder: TypeAlias = tuple[str, ...]
"""The key of something that holds quantities, so that uses in several formulas are recognized.

`("column", table id, column)`; `(value or formula id,)`; `(id of entry, name)` for questions of an
action and for parameters and constants of a formula.
"""


class Written(NamedTuple):
    """A quantity as a pack wrote it: its unit, its place in the tree, its characters there."""

    unit: str
    path: KeyPath
    characters: tuple[int, int] | None = None

    def label(self, ruleset: Ruleset) -> Label | None:
        """Return a label at the quantity."""
        place = ruleset.provenance.location(self.path)
        if place is None:
            return None
        if self.characters is not None:
            place = place.characters(*self.characters)
        return Label(place, f"in {self.unit}")


class Group:
    """Holders that meet in formulas, and the quantities that packs wrote for them."""

    def __init__(self) -> None:
        self.holders: set[Holder] = set()
        self.written: list[Written] = []
        self.met: list[KeyPath] = []
        """Paths of the formulas that compare or add up."""


class Groups:
    """The groups of a ruleset. Each holder is in one group.

    Formulas are read one by one. If one of them compares holders of several groups, the groups are
    merged, as in a union-find structure.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.by_holder: dict[Holder, Group] = {}
        for path, checked in ruleset.checked.items():
            if path[0] != "examples":
                self._read(path, checked)

    def __iter__(self) -> Iterator[Group]:
        """Yield each group once."""
        yield from {id(group): group for group in self.by_holder.values()}.values()

    def _read(self, path: KeyPath, checked: CheckedFormula) -> None:
        owner = owner_of(self.ruleset, path)
        for typed in walk_typed(checked):
            node = typed.node
            compares = isinstance(node, Binary) and node.operator in COMPARING
            compares |= isinstance(node, FunctionCall) and node.function in LIMITING
            if compares and any(map(_is_quantity, typed.children)):
                self._join(path, owner, typed.children).met.append(path)
            elif isinstance(node, FunctionCall):
                self._join_call(path, owner, typed)
        # The result of a formula, value or column meets the quantities compared with it.
        holder = _holder_of_result(path, owner)
        if holder is not None and _is_quantity(checked.tree):
            self._join(path, owner, (checked.tree,), holder)

    def _join_call(self, path: KeyPath, owner: Entry | None, call: TypedNode) -> None:
        """Join the arguments of a call with the parameters of the formula."""
        assert isinstance(call.node, FunctionCall)
        formula = self.ruleset.entries.get(f"formula.{call.node.function}")
        if isinstance(formula, FormulaEntry):
            for name, argument in zip(formula.params, call.children, strict=False):
                if _is_quantity(argument):
                    self._join(path, owner, (argument,), (formula.id, name))

    def _join(
        self,
        path: KeyPath,
        owner: Entry | None,
        nodes: Iterable[TypedNode],
        *holders: Holder,
    ) -> Group:
        """Merge the groups of all holders that parts of a formula return, and return the result.

        Quantities without a holder, such as `5 ft > 3 m`, get a unique holder.
        """
        joined = Group()
        joining = list(holders)
        for node in nodes:
            for part in _parts(node):
                if isinstance(part.node, QuantityLiteral):
                    characters = (part.node.start, part.node.end)
                    joined.written.append(Written(part.node.unit, path, characters))
                else:
                    joining += self._holder(owner, part)
        for holder in joining or [("literals", str(len(self.by_holder)))]:
            group = self.by_holder.get(holder) or self._new_group(holder)
            if group is not joined:
                joined.holders |= group.holders
                joined.written += group.written
                joined.met += group.met
                self.by_holder |= dict.fromkeys(group.holders, joined)
        return joined

    def _holder(self, owner: Entry | None, part: TypedNode) -> Iterator[Holder]:
        column = column_of(self.ruleset, owner, part)
        if column is not None:
            yield ("column", column.entry.id, column.key)
        elif isinstance(part.meaning, ResolvedEntry):
            yield (part.meaning.id,)
        elif isinstance(part.meaning, Variable) and owner is not None:
            yield (owner.id, part.meaning.name)
        elif isinstance(part.node, FunctionCall):
            yield (f"formula.{part.node.function}",)

    def _new_group(self, holder: Holder) -> Group:
        """Return a group with only this holder, and the quantities written in its column."""
        group = Group()
        group.holders.add(holder)
        entry = self.ruleset.entries.get(holder[1 if holder[0] == "column" else 0])
        if holder[0] == "column" and isinstance(entry, Table | Track):
            for row in entry.rows if isinstance(entry, Table) else entry.conditions:
                for unit in _units(row.cells.get(holder[2])):
                    path = (*self.ruleset.paths[row.id], holder[2])
                    group.written.append(Written(unit, path))
        return group


def _is_quantity(typed: TypedNode) -> bool:
    type_ = without_optional(typed.type)
    if isinstance(type_, RangeOf):
        type_ = without_optional(type_.of)
    return isinstance(type_, QuantityOf)


def _parts(typed: TypedNode) -> Iterator[TypedNode]:
    """Yield the parts of a formula that can be its result, or a multiple or summand of it."""
    node = typed.node
    if not _is_quantity(typed):
        return
    if isinstance(node, FunctionCall) and node.function in BRANCHES:
        for branch in typed.children[BRANCHES[node.function] :]:
            yield from _parts(branch)
    elif isinstance(node, FunctionCall) or not typed.children:
        yield typed
    else:
        for child in typed.children:
            yield from _parts(child)


def _units(cell: object) -> Iterator[str]:
    match cell:
        case Quantity(unit=unit):
            yield unit
        case Range(low=low, high=high):
            yield from _units(low)
            yield from _units(high)
        case tuple():
            for value in cell:
                yield from _units(value)


def _holder_of_result(path: KeyPath, owner: Entry | None) -> Holder | None:
    """Return the holder of a formula's result, or None if nothing else can use it."""
    match owner:
        case Value() if path[-1] in {"formula", "default"}:
            return (owner.id,)
        case FormulaEntry() if path[-1] == "formula":
            return (owner.id,)
        case FormulaEntry() if path[-2] == "constants":
            return (owner.id, str(path[-1]))
        case Table() | Track() if path[-1] in {"formula", "default"}:
            return ("column", owner.id, str(path[-2]))
        case _:
            return None


def check_told_units(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report units whose base unit measures something else, or has a base unit itself."""
    units = {unit.key: unit for unit in ruleset.of(Unit)}
    for unit in units.values():
        other = None if unit.equals is None else units[unit.equals.unit]
        if other is not None and (other.equals or other.measures != unit.measures):
            yield codes.TOLD_IN_OTHERS.at(
                ruleset.label(unit, "equals"), unit=unit.key, other=other.key
            )


def check_units(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Report quantities in different units that meet in a formula."""
    base_units = {
        unit.key: unit.equals.unit for unit in ruleset.of(Unit) if unit.equals
    }
    for group in Groups(ruleset):
        first: dict[str, Written] = {}
        for written in group.written:
            first.setdefault(written.unit, written)
        units = [*first, *(base_units[unit] for unit in first if unit in base_units)]
        if len(set(units)) > 1 and group.met:
            unit, other_unit, *_ = dict.fromkeys(units)
            compared = ruleset.provenance.location(group.met[0])
            yield codes.MIXED_UNITS.at(
                first[unit].label(ruleset),
                related=[
                    *(first[unit].label(ruleset) for unit in list(first)[1:]),
                    Label(compared, "compared here") if compared else None,
                ],
                one=unit,
                other=other_unit,
            )
