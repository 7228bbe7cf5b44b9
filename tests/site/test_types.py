"""Types for TypeScript, and formulas that are worked out there as they are in Python."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from judges import BRING, MODULES

from formula_samples import samples
from freed6c.formula.evaluator import CompiledFormula
from freed6c.formula.syntax_tree import called_functions
from freed6c.formula.typed_tree import Variable, walk_typed
from freed6c.formula.types import DIE_CODE
from freed6c.model.entry_contents import formulas_of
from freed6c.pipeline import compile_packs, emit_targets
from freed6c.runtime.amounts import (
    DieCode,
    Formula,
    FormulaPool,
    Modifier,
    Quantity,
    Range,
)
from freed6c.runtime.entries.tables import Condition, Row
from freed6c.runtime.entries.world import Value
from freed6c.runtime.record import Entry, FormulaError, Ref
from freed6c.runtime.situation import Situation
from machine import missing

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from freed6c.formula.typed_tree import CheckedFormula
    from freed6c.formula.types import Type
    from freed6c.model.compiled import Compiled
    from freed6c.model.ruleset import Ruleset
    from freed6c.runtime.situation import FormulaValue

ROOT: Final = Path(__file__).parents[2]
HERE: Final = Path(__file__).parent / "types"
TIDES: Final = ROOT / "tests" / "cases" / "emit" / "formulas" / "input"
GAMES: Final = {
    "core": [ROOT / "rulesets" / "core"],
    "opend6": [ROOT / "rulesets" / "opend6"],
    "tides": [TIDES],
    "spring-tide": [TIDES, HERE / "spring-tide"],
}
STRICT: Final = {
    "strict": True,
    "noUncheckedIndexedAccess": True,
    "exactOptionalPropertyTypes": True,
    "target": "es2022",
    "module": "esnext",
    "moduleResolution": "bundler",
    "types": [],
}
ODDS: Final = frozenset({"chance", "mean", "lowest", "highest"})
"""What the evaluator in TypeScript leaves out."""
SAMPLES: Final = 6
"""So many times each formula is worked out, with other values for its names."""


def run(*command: str | Path, cwd: Path) -> str:
    ran = subprocess.run(
        command, cwd=cwd, capture_output=True, encoding="utf-8", check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout


@pytest.fixture(scope="module")
def games() -> Mapping[str, Compiled]:
    return {
        game: compile_packs(str(packs[0]), [str(pack) for pack in packs[1:]])
        for game, packs in GAMES.items()
    }


@pytest.fixture(scope="module")
def checked(
    games: Mapping[str, Compiled], tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """A folder a ruleset, with the scripts that were made of what is there, type-checked."""
    if shutil.which("node") is None or not (MODULES / "typescript").is_dir():
        missing("TypeScript", BRING)
    folder = tmp_path_factory.mktemp("types")
    for game, compiled in games.items():
        assert compiled.ruleset is not None, compiled.diagnostics
        (folder / game).mkdir()
        for file in emit_targets(compiled.ruleset, ["json"], compiled.packs)["json"]:
            path = folder / game / file.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(file.content)
        shutil.copy(ROOT / "tests" / "usage" / "formulas.ts", folder / game)
    core = folder / "core"
    for reader in HERE.glob("read_*.ts"):
        shutil.copy(reader, core)
    for page in (ROOT / "docs" / "reference" / "json.md", ROOT / "docs" / "web.md"):
        shown = re.findall(r"```ts\n(.*?)```", page.read_text("utf-8"), re.DOTALL)
        (core / f"shown_{page.stem}.ts").write_text("\n".join(shown), "utf-8")
    run("node", HERE / "generate.mjs", core / "ruleset.schema.json", core, cwd=folder)
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    options = json.dumps({"compilerOptions": STRICT})
    (folder / "tsconfig.json").write_text(options, encoding="utf-8")
    run(MODULES / ".bin" / "tsc", "--project", folder, cwd=folder)
    return folder


def test_types_of_others_have_what_is_known(checked: Path) -> None:
    """What they have instead of a type is `unknown` or `any`."""
    for name in ("json2ts.ts", "quicktype.ts"):
        text = (checked / "core" / name).read_text(encoding="utf-8")
        code = [line for line in text.splitlines() if not line.strip().startswith("*")]
        vague = [line for line in code if ": unknown" in line or ": any" in line]
        assert not vague
        assert "entries" in text


@pytest.mark.parametrize("game", GAMES)
def test_formulas_give_what_python_gives(
    games: Mapping[str, Compiled], checked: Path, game: str
) -> None:
    folder = checked / game
    ruleset = games[game].ruleset
    assert ruleset is not None
    made = Cases(ruleset)
    cases = list(made.cases())
    table = {question: as_json(answers) for question, answers in made.table.items()}
    document = json.dumps({"table": table, "cases": cases})
    (folder / "cases.json").write_text(document, encoding="utf-8")
    said = json.loads(run("node", HERE / "evaluate.mjs", folder, cwd=folder))
    assert not said["wrong"]
    assert said["formulas"] == made.formulas
    given = [case["gives"] != REFUSED for case in cases]
    assert sum(given) > 0.9 * len(given)


# Values as the script in TypeScript has them.


REFUSED: Final = {"refused": True}


def as_json(value: object) -> Any:
    match value:
        case None | bool() | str():
            return value
        case int() | Fraction():
            return _amount(Fraction(value), "")
        case Ref() | Entry():
            return value.id
        case DieCode():
            return _amount(Fraction(value.worth), "D")
        case Quantity():
            return _amount(Fraction(value.amount), value.unit)
        case Range():
            ends = {"low": as_json(value.low), "high": as_json(value.high)}
            return {"type": "range", **ends}
        case FormulaPool():
            tokens = dict(value.tokens)
            return _dice("pool", value.dice, 0, value.adds, tokens, either_way=False)
        case Modifier():
            tokens = {value.token: value.count} if value.count else {}
            parts = (value.dice, value.pips, value.adds, tokens)
            return _dice("modifier", *parts, either_way=value.either_way)
        case dict():
            return {key: as_json(inside) for key, inside in value.items()}
    raise TypeError(value)


def _amount(number: Fraction, unit: str) -> dict[str, str]:
    over, under = str(number.numerator), str(number.denominator)
    return {"type": "amount", "over": over, "under": under, "unit": unit}


def _dice(
    kind: str,
    dice: int,
    pips: int,
    adds: int,
    tokens: dict[str, int],
    *,
    either_way: bool,
) -> dict[str, Any]:
    counts = {"dice": dice, "pips": pips, "adds": adds}
    return {"type": kind, **counts, "tokens": tokens, "eitherWay": either_way}


# Formulas of a ruleset, in the order of its JSON, with values for their names.


class Cases:
    """Formulas with names and what Python gives; `table` is what a character answers by ids."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.random = random.Random(6)
        self.formulas = 0
        rated = [
            entry.id
            for kind in ("ability", "skill", "specialization")
            for entry in ruleset.every(kind)
        ]
        counted = [
            entry.id
            for kind in ("points", "action", "action-type")
            for entry in ruleset.every(kind)
        ]
        self.table: dict[str, dict[str, Any]] = {
            "rating": {id_: self.sample(DIE_CODE) for id_ in rated},
            "withoutAbility": {id_: self.sample(DIE_CODE) for id_ in rated},
            "fixed": {id_: self.random.randint(3, 20) for id_ in rated},
            "roll": {id_: self.random.randint(1, 30) for id_ in rated},
            "has": {id_: self.random.random() < 0.5 for id_ in rated},
            "count": {id_: self.random.randint(0, 3) for id_ in counted},
            "value": {
                value.id: self.sample(ruleset.types[value.type])
                for value in ruleset.of(Value)
            },
        }

    def cases(self) -> Iterator[dict[str, Any]]:
        for entry in self.ruleset.entries.values():
            for _, formula in formulas_of(entry):
                works = formula.works
                assert isinstance(works, CompiledFormula)
                if formula.text.isdecimal():
                    continue  # it stands as a number
                at = self.formulas
                self.formulas += 1
                if self.asks_odds(works.checked):
                    continue
                for _ in range(SAMPLES):
                    names = self.names(works)
                    gives = self.gives(formula, names)
                    yield {
                        "at": at,
                        "text": formula.text,
                        "names": as_json(names),
                        "gives": gives,
                    }

    def asks_odds(self, checked: CheckedFormula) -> bool:
        called = called_functions(checked.tree.node)
        own = {name.removeprefix("formula.") for name in called}
        definitions = self.ruleset.definitions
        return bool(called & ODDS) or any(
            self.asks_odds(definitions[key].body) for key in own & definitions.keys()
        )

    def names(self, works: CompiledFormula) -> dict[str, FormulaValue]:
        """Values for the names of a formula; a part of one also by what it is a part of."""
        names: dict[str, FormulaValue] = {}
        for part in walk_typed(works.checked):
            if not isinstance(part.meaning, Variable):
                continue
            name = part.meaning.name
            owner, _, column = name.rpartition(".")
            owners = self.having(column) if owner else []
            if owners and self.random.random() < 0.5:
                names[owner] = Ref(self.random.choice(owners).id)
            elif name not in works.constants:
                names[name] = self.sample(part.type)
        return names

    def having(self, column: str) -> list[Entry]:
        """Rows and conditions that have a cell in a column."""
        return [
            entry
            for entry in (*self.ruleset.every("row"), *self.ruleset.every("condition"))
            if isinstance(entry, Row | Condition) and column in entry.cells
        ]

    def gives(self, formula: Formula[Any], names: Mapping[str, FormulaValue]) -> Any:
        somebody: Any = Somebody(self)
        situation = Situation(self.ruleset, names, somebody)
        try:
            return as_json(formula(situation))
        except FormulaError:
            return REFUSED

    def sample(self, of: Type) -> FormulaValue:
        """A value of a type."""
        value: Any = self.random.choice(samples(self.ruleset, of))
        return Ref(value.id) if isinstance(value, Entry) else value


class Somebody:
    """Answers what the table says."""

    def __init__(self, cases: Cases) -> None:
        self.table = cases.table

    def __getattr__(self, name: str) -> Callable[[str], Any]:
        asked = {"without_ability": "withoutAbility", "count_of": "count"}
        return partial(self.ask, asked.get(name, name))

    def ask(self, question: str, id_: str, _: object = None) -> Any:
        if id_ not in self.table[question]:
            message = f"{question} of {id_}"
            raise FormulaError(message)
        return self.table[question][id_]
