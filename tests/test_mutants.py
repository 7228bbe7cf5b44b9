"""Games, damaged at random: the compiler refuses them or compiles them, and never raises.

What it catches as a last resort (D6-R040) counts as raised: each value has a message of its own.
`pytest tests/test_mutants.py --mutants 2000 -m "slow or not slow"` runs many more, on more games; a
failure names its number.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from freed6c.cli.diff import as_json, as_text
from freed6c.diagnostics.codes.references import FAULT
from freed6c.diagnostics.for_tools import render_json
from freed6c.diagnostics.formats import RENDERERS
from freed6c.document.compare import compare
from freed6c.emit import BACKENDS
from freed6c.load import load
from freed6c.pipeline import compile_packs, emit_targets

if TYPE_CHECKING:
    from collections.abc import Iterator


ODD = [
    "", "zzz", 0, -1, 10**12, True, [], {}, ["a"], {"a": 1}, [[]], "1D", "3D+7", "5-1",
    "5 ft", "until recovered", "end of each round", "rank", "row.attack", "chosen", "±1D",
    "B1", "WD13", "skill.brawling", "track.damage", "hurt", "1 / 0", "1 to 999999999999",
    "nth(track.damage, 99)", "if(true, 1)", "((((", "<script>", '"""', "\\", "{}", "é", "x" * 300,
    "5\N{EN DASH}6", "5 - 6", "5 or 6", "5,6", "6-5", "7+", "six", "d0", "d6", "D6", "all", "none",
    "opposite", "other", "1/4", "-1D", "+2", "2.5", "WD", "b", "Brawling", "value.move",
    "table.recovery.easy", "difficulty.easy", "always", "1D rounds", "rank * 5 ft",
    "roll(brawling)", "fixed(rank)", "٣",
]  # fmt: skip
"""Values that settings are not made for."""


LONG = 60
"""Texts for people are longer than what code reads."""


def files_of(game: str) -> dict[str, Any]:
    pack = load(game)[0][-1]
    folder = Path(pack.folder).name
    return {file.path.partition(f"{folder}/")[2]: file.data for file in pack.files}


def places(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every (container, key) in plain data."""
    keys = data if isinstance(data, dict) else range(len(data))
    for key in list(keys):
        yield data, key
        if isinstance(data[key], dict | list):
            yield from places(data[key])


def damage(files: dict[str, Any], chance: random.Random) -> None:
    """Do one thing to one place."""
    name = chance.choice(sorted(set(files) - {"pack.yaml"}))
    everywhere = list(places(files[name]))
    container, key = chance.choice(everywhere)
    other, another = chance.choice(everywhere)
    match chance.choice(["odd", "odd", "gone", "renamed", "copied", "wrapped"]):
        case "odd":
            container[key] = chance.choice(ODD)
        case "gone":
            del container[key]
        case "renamed" if isinstance(container, dict):
            container[chance.choice(["zzz", "name", "effects", "A b"])] = container.pop(
                key
            )
        case "copied":
            container[key] = json.loads(json.dumps(other[another]))
        case _:
            container[key] = [container[key]]


@pytest.fixture(scope="module")
def mutants(request: pytest.FixtureRequest) -> int:
    return int(request.config.getoption("--mutants"))


GAMES = [
    "core",
    "opend6",
    pytest.param("success-counting", marks=pytest.mark.slow),
]


@pytest.mark.parametrize("game", GAMES)
def test_nothing_raises(game: str, mutants: int, tmp_path: Path) -> None:
    """Each game has its share; all outputs of what compiles are made, and its differences told."""
    original = files_of(game)
    whole = compile_packs(game).ruleset
    assert whole is not None
    for number in range(mutants // 3):
        files = json.loads(json.dumps(original))
        damage(files, random.Random(number))
        for name, data in files.items():
            write(tmp_path / name, data)
        try:
            compiled = compile_packs(str(tmp_path))
            for render in RENDERERS.values():
                render(compiled.diagnostics, compiled.sources)
            if compiled.ruleset is not None:
                emit_targets(compiled.ruleset, list(BACKENDS))
                as_text(compare(whole, compiled.ruleset))
                as_json(compare(compiled.ruleset, whole))
        except Exception as error:
            error.add_note(f"mutant {number}")
            raise
        assert compiled.ruleset is not None or compiled.failed
        assert FAULT not in {problem.code for problem in compiled.diagnostics}


@pytest.mark.parametrize("game", GAMES)
def test_each_value_has_a_message_of_its_own(
    game: str, mutants: int, tmp_path: Path
) -> None:
    """One value is replaced by an odd one."""
    original = files_of(game)
    for name, data in original.items():
        write(tmp_path / name, data)
    scalars = [
        (name, container, key)
        for name, data in original.items()
        for container, key in places(data)
        if not isinstance(container[key], dict | list)
        if len(str(container[key])) < LONG
    ]
    for number in range(mutants // 3):
        chance = random.Random(f"{game} {number}")
        name, container, key = chance.choice(scalars)
        before, container[key] = container[key], chance.choice(ODD)
        write(tmp_path / name, original[name])
        try:
            compiled = compile_packs(str(tmp_path))
            render_json(compiled.diagnostics, compiled.sources)
            unexpected = [p for p in compiled.diagnostics if p.code is FAULT]
            assert not unexpected, unexpected[0].message
        except Exception as error:
            error.add_note(f"mutant {number}: {key}: {before!r} -> {container[key]!r}")
            raise
        container[key] = before
        write(tmp_path / name, original[name])


def write(path: Path, data: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(data, ensure_ascii=False), encoding="utf-8")
