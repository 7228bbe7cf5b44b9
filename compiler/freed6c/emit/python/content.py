"""The context of code generation, and the names of things in the generated package."""

from __future__ import annotations

from itertools import chain, count
from typing import TYPE_CHECKING, Any, Final, Self

from freed6c.document.plain_text import plain_reader
from freed6c.document.rule_text import rule_text_reader
from freed6c.formula.codegen import find_situated
from freed6c.formula.evaluator import CompiledFormula
from freed6c.formula.scope import ResolvedEntry
from freed6c.formula.syntax_tree import Binary, FunctionCall, Name
from freed6c.formula.typed_tree import walk_typed
from freed6c.formula.types import EntryOf
from freed6c.model.entry_contents import formulas_of
from freed6c.model.internal_errors import noted
from freed6c.packs.ids import python_name
from freed6c.packs.kinds import BY_NAME, EntryKind
from freed6c.packs.lazy import dataclass
from freed6c.runtime.entries.notes import FormulaEntry
from freed6c.runtime.situation import Situation

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from freed6c.document.compare.comparison import Comparison
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath
    from freed6c.runtime.amounts import Formula
    from freed6c.runtime.record import Entry
    from freed6c.runtime.situation import FormulaValue


FORMULAS_MODULE: Final = "_formulas"
"""The module with the functions of formulas that have no name, such as those of effects."""


@dataclass(frozen=True)
class FormulaFunction:
    """The function of a formula that compiled.

    `entry` is the entry that the formula is in, `name` the name of its function, `text` its text.
    """

    entry: Entry
    name: str
    text: str
    works: CompiledFormula
    identity: int
    """The `id()` of the formula, as formulas with equal text are equal but not the same."""

    @property
    def function(self) -> str:
        """The function as the module of the entry names it: `_formulas.action_climb_check_by`."""
        return (
            self.name
            if isinstance(self.entry, FormulaEntry)
            else f"{FORMULAS_MODULE}.{self.name}"
        )


@dataclass(frozen=True)
class PackageContext:
    """A ruleset with the data that all writers of modules need.

    - `plain` converts prose to plain text.
    - `rule` returns the text of the rule of an entry.
    - `placed` are the functions of its formulas, `functions` their names by the `id()` of the
      formula.
    - `constants` are the values of constant formulas, which need no function, by `id()`.
    - `situated` are the keys of named formulas that need a situation: the facts about a roll or a
      character that a formula can refer to.
    """

    ruleset: Ruleset
    plain: Callable[[str], str]
    rule: Callable[[Entry], str]
    placed: Sequence[FormulaFunction]
    functions: Mapping[int, str]
    constants: Mapping[int, FormulaValue]
    situated: frozenset[str]

    @classmethod
    def of(cls, ruleset: Ruleset, comparison: Comparison | None = None) -> Self:
        """Return the context of a ruleset. Rule texts mention the changes of a comparison."""
        constants = dict(_constants(ruleset))
        placed = tuple(_formula_functions(ruleset, constants))
        return cls(
            ruleset=ruleset,
            plain=plain_reader(ruleset),
            rule=rule_text_reader(ruleset, comparison),
            placed=placed,
            functions={formula.identity: formula.function for formula in placed},
            constants=constants,
            situated=find_situated(ruleset.definitions),
        )


def _constants(ruleset: Ruleset) -> Iterator[tuple[int, FormulaValue]]:
    """Yield the values of formulas that are a literal, with or without a sign, or name an entry."""
    for entry, path, formula, works in _compiled_formulas(ruleset):
        nodes = list(walk_typed(works.checked))
        named = [typed.meaning for typed in nodes if isinstance(typed.node, Name)]
        computed = any(isinstance(n.node, Binary | FunctionCall) for n in nodes)
        # Named formulas keep their function, as users call it. A reference in one would be of a
        # class that its module doesn't use.
        own = isinstance(entry, FormulaEntry) and (named or path == ("formula",))
        only_entries = all(
            isinstance(meaning, ResolvedEntry) and isinstance(meaning.type, EntryOf)
            for meaning in named
        )
        if only_entries and not (computed or own):
            yield id(formula), formula(Situation(ruleset))


def _compiled_formulas(
    ruleset: Ruleset,
) -> Iterator[tuple[Entry, KeyPath, Formula[Any], CompiledFormula]]:
    """Yield the formulas that compiled, each with its entry and its path in that."""
    for entry in noted(ruleset.entries.values()):
        for path, formula in formulas_of(entry):
            if isinstance(formula.works, CompiledFormula):
                yield entry, path, formula, formula.works


def _formula_functions(
    ruleset: Ruleset, constants: Mapping[int, FormulaValue]
) -> Iterator[FormulaFunction]:
    taken: set[str] = set()
    for entry, path, formula, works in _compiled_formulas(ruleset):
        if id(formula) not in constants:
            name = _unique(_name(entry, path), taken)
            yield FormulaFunction(entry, name, formula.text, works, id(formula))


def _name(entry: Entry, path: KeyPath) -> str:
    """Return the name of a function: `action_force_crowd_check_success_1_by`.

    Positions in lists count from 1.
    """
    steps = [str(step + 1) if isinstance(step, int) else step for step in path]
    if isinstance(entry, FormulaEntry):
        # Functions of named formulas are in a public module.
        return "_" + "_".join((entry.key, *steps)).replace("-", "_")
    return "_".join((*entry.id.split("."), *steps)).replace("-", "_")


def _unique(name: str, taken: set[str]) -> str:
    """Return a name that isn't taken, and add it to `taken`.

    Two names can be equal, because a hyphen in a key and a dot between keys both become `_`.
    """
    names = (f"{name}_{number}" for number in count(2))
    free = next(free for free in chain([name], names) if free not in taken)
    taken.add(free)
    return free


# Names in the generated package.


def constant_name(entry: Entry) -> str:
    """Return the name of the constant of an entry: `MARTIAL_WEAPONS`.

    If the name is taken by the mapping of all entries of the module, it gets a `_`: `SKILLS_`.
    """
    name = entry.key.replace("-", "_").upper()
    kind = kind_of(entry)
    in_class = kind.parent is not None and kind.qualified
    table = "" if kind.single else module_name(kind).upper()
    return f"{name}_" if name in (table, "TYPE_CHECKING") and not in_class else name


def class_name(entry: Entry) -> str:
    """Return the name of the class of an entry: `MartialWeapons`.

    Parts that begin with a digit get a `_`, as in `Level_2`, because there can also be an entry
    `level2`.
    """
    parts = (part.capitalize() for part in entry.key.split("-"))
    return "".join(f"_{part}" if part[0].isdigit() else part for part in parts)


def module_name(kind: EntryKind) -> str:
    """Return the module of the entries of a kind; nested entries are in that of their parent."""
    if kind.parent is None or not kind.qualified:
        return python_name(kind.key)
    return module_name(BY_NAME[kind.parent])


def kind_of(entry: Entry) -> EntryKind:
    """Return the kind of an entry, by its id."""
    return BY_NAME[entry.id.partition(".")[0]]
