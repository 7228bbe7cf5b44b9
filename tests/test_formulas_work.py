"""Every formula of a ruleset works: in the compiler and in the generated package alike."""

from __future__ import annotations

import importlib
import re
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from formula_samples import samples
from freed6c.formula.evaluator import CompiledFormula
from freed6c.formula.typed_tree import Variable, walk_typed
from freed6c.model.entry_contents import formulas_of
from freed6c.pipeline import compile_packs, emit_targets
from freed6c.runtime import amounts, situation
from freed6c.runtime.amounts import (
    DieCode,
    Formula,
    FormulaPool,
    Modifier,
    Quantity,
    Range,
)
from freed6c.runtime.entries.actions import Action
from freed6c.runtime.entries.tables import Table
from freed6c.runtime.entries.world import Value
from freed6c.runtime.record import Entry, FormulaError, Ref

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import KeyPath as Place


TIDES: Final = Path(__file__).parent / "cases" / "emit" / "formulas" / "input"
SITUATIONS: Final = 6


@dataclass(frozen=True)
class World:
    """A ruleset with the classes that its values are of: the compiler's, or the package's."""

    rules: Any
    amounts: Any
    situation: Any
    failure: type[Exception]

    def value(self, value: object) -> object:
        """A value of the compiler, in this world."""
        match value:
            case Ref():
                return self.rules.entry(value.id)
            case Modifier() | FormulaPool() | Quantity() | Range():
                cls = getattr(self.amounts, type(value).__name__)
                return cls(**{k: self.value(v) for k, v in vars(value).items()})
            case DieCode(dice=dice, pips=pips):
                return self.rules.die_code(dice, pips)
            case _:
                return value


@dataclass(frozen=True)
class Someone:
    """Has ratings and values that follow from the names of things."""

    world: World
    values: Mapping[str, object]

    def rating(self, key: str) -> Any:
        return self.world.rules.die_code(len(key) % 5 + 1, len(key) % 3)

    def fixed(self, key: str) -> int:
        return len(key)

    def roll(self, of: object, procedure: str | None = None) -> int:
        return 3 * len(str(of)) + (procedure is not None)

    def has(self, key: str) -> bool:
        return len(key) % 2 == 0

    def count_of(self, key: str) -> int:
        return len(key) % 4

    def without_ability(self, key: str) -> Any:
        return self.world.rules.die_code(len(key) % 4, len(key) % 2)

    def value(self, key: str) -> Any:
        return self.world.value(self.values[key])


@dataclass(frozen=True)
class Both:
    """A ruleset in both worlds."""

    ruleset: Ruleset
    here: World
    there: World

    def values(self, turn: int) -> Mapping[str, object]:
        """What somebody has of everything that there is to have."""
        types = self.ruleset.types
        return {
            value.id: nth(samples(self.ruleset, types[value.type]), turn)
            for value in self.ruleset.of(Value)
        }

    def situations(self, works: CompiledFormula) -> Iterator[tuple[Any, Any]]:
        """Made-up situations for a formula, each in both worlds."""
        names = {
            part.meaning.name: part.type
            for part in walk_typed(works.checked)
            if isinstance(part.meaning, Variable)
            and part.meaning.name not in works.constants
        }
        for turn in range(SITUATIONS):
            place = {
                name: nth(samples(self.ruleset, of), turn + number)
                for number, (name, of) in enumerate(names.items())
            }
            yield self.both(place, turn)

    def both(self, place: Mapping[str, object], turn: int = 0) -> tuple[Any, Any]:
        here, there = (
            world.situation.Situation(
                world.rules,
                {
                    name: world.value(entry_as_ref(value))
                    for name, value in place.items()
                },
                Someone(world, self.values(turn)),
            )
            for world in (self.here, self.there)
        )
        return here, there

    def pairs(self) -> Iterator[tuple[str, Formula[Any], Any]]:
        """Every formula, here and there, and where it stands."""
        for entry in self.ruleset.entries.values():
            other = self.there.rules.entry(entry.id)
            for path, formula in formulas_of(entry):
                yield f"{entry.id}: {path}", formula, follow(other, path)


def entry_as_ref(value: object) -> object:
    return Ref(value.id) if isinstance(value, Entry) else value


def nth(values: list[object], number: int) -> object:
    return values[number % len(values)]


def follow(value: Any, path: Place) -> Any:
    """The value at a place inside an entry of the generated package."""
    for step in path:
        if step == "if" and type(value).__name__ == "Need":
            continue  # what a need asks is the need itself
        if isinstance(step, int) or isinstance(value, dict):
            value = value[step]
        else:
            name = step.replace("-", "_")
            value = vars(value).get(name, vars(value).get(f"{name}_"))
    return value


def outcome(formula: Any, here: Any, world: World) -> object:
    """What a formula gives, in words that both worlds share."""
    try:
        value = formula(here)
    except world.failure as reason:
        return re.sub("^in [a-z-]+: ", "", str(reason))
    if hasattr(value, "id"):
        assert value.entry.id == value.id
        return value.id
    fields = sorted(map(str, getattr(value, "__dict__", {}).items()))
    return type(value).__name__, fields or str(value)


@pytest.fixture(scope="module", params=["core", str(TIDES)], ids=["core", "tides"])
def both(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Both]:
    ruleset = compile_packs(request.param).ruleset
    assert ruleset is not None
    folder = tmp_path_factory.mktemp("packages")
    name = f"{ruleset.manifest.python}_to_work_with"
    for file in emit_targets(ruleset, ["python"])["python"]:
        path = folder / name / file.path.partition("/")[2]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(file.content)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        found = importlib.import_module(name)
        parts = {
            part: importlib.import_module(f"{name}._runtime.{part}")
            for part in ("amounts", "situation", "record")
        }
        yield Both(
            ruleset=ruleset,
            here=World(ruleset, amounts, situation, FormulaError),
            there=World(
                found.RULES,
                parts["amounts"],
                parts["situation"],
                parts["record"].FormulaError,
            ),
        )


def test_every_formula_works_alike(both: Both) -> None:
    compared = 0
    for where, formula, other in both.pairs():
        assert isinstance(formula.works, CompiledFormula), where
        assert other.text == formula.text
        for here, there in both.situations(formula.works):
            compared += 1
            expected = outcome(formula, here, both.here)
            assert outcome(other, there, both.there) == expected, where
    assert compared > 100


def test_most_formulas_have_a_value(both: Both) -> None:
    """The situations make sense, mostly: it is not failures that are compared."""
    results = [
        outcome(formula, here, both.here)
        for _, formula, _ in both.pairs()
        for here, _ in islice(both.situations(formula.works), 1)  # type: ignore[arg-type]
    ]
    assert sum(not isinstance(found, str) for found in results) > 0.8 * len(results)


def test_parts_of_what_was_chosen_are_found_in_it(both: Both) -> None:
    """`row.category` need not be given beside `row`."""
    compared = 0
    for action in both.ruleset.of(Action):
        other = both.there.rules.entry(action.id)
        chosen = {
            name: both.ruleset.entries[table]
            for name, table in action.choose.items()
            if isinstance(both.ruleset.entries.get(table), Table)
        }
        for path, formula in formulas_of(action):
            for place in rows(chosen):
                here, there = both.both(place)
                expected = outcome(formula, here, both.here)
                compared += 1
                assert outcome(follow(other, path), there, both.there) == expected
    assert compared


def rows(tables: Mapping[str, Any]) -> Iterator[Mapping[str, object]]:
    for name, table in tables.items():
        for row in table.rows:
            yield {name: row}
