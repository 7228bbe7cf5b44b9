"""Order means nothing unless it is declared: shuffled packs give the same numbers and pages.

Declared are the order of lists, that of the kinds in `DECLARED`, and that of some maps inside
entries (`INNER`): nested entries such as steps, bands, conditions and rows, the arguments of a
formula, the columns and loops of a table, the people at a table. Everything else is shuffled:
files, entries, settings. What pages show is compared as JSON, entries by their ids; numbers are
those of new characters and their rolls.
"""

from __future__ import annotations

import json
import random
import re
from collections import defaultdict
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from freed6c.load import load
from freed6c.packs.kinds import KINDS, TOP
from freed6c.packs.pack import MANIFEST
from freed6c.packs.resources import rulesets
from freed6c.pipeline import compile_packs, emit_targets
from freed6c.runtime.entries.tables import Condition
from freed6c.runtime.entries.world import Ability, Hook, Value
from freed6c.runtime.play.character import Character
from freed6c.runtime.play.state import RefusedError

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator

    from freed6c.model.compiled import Compiled
    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import Data
    from freed6c.pipeline import Steps
    from freed6c.runtime.entries.world import Rated
    from freed6c.runtime.play.checks import CheckResult

HERE = Path(__file__).parent
WORD: Final = re.compile(r"[\w.-]+")
GAMES: Final = {
    "core": rulesets() / "core",
    "opend6": rulesets() / "opend6",
    "kites": HERE / "unit" / "kites.yaml",
    **{game.name: game for game in sorted((HERE / "games").iterdir())},
}
PACKS: Final = {
    **GAMES,
    **{
        pack.name: pack
        for pack in sorted(rulesets().iterdir())
        if (pack / MANIFEST).exists() and pack.name not in GAMES
    },
    **{
        f"{pack.parent.name}/{pack.name}": pack
        for pack in sorted((HERE / "scenarios").glob("*/*"))
        if (pack / MANIFEST).exists()
        and pack.parent.name != "gang-cap"  # needs its neighbor
    },
}
DECLARED: Final = frozenset({"periods", "dice"})
"""Kinds whose entries are counted: the shorter period first, the usual procedure first."""
OPERATIONS: Final = frozenset({"change", "replace", "remove", "select", "resolve"})
INNER: Final = frozenset(
    {kind.key for kind in KINDS if kind.parent is not None}
    | {"columns", "each", "people", "params", "tiers"}
)


def shuffled(data: Data, chance: random.Random, key: str = "") -> Data:
    """Data with the keys of each map in another order, where that is not declared."""
    if isinstance(data, list):
        return [shuffled(item, chance) for item in data]
    if not isinstance(data, dict):
        return data
    keys = list(data)
    if key not in DECLARED | INNER:
        chance.shuffle(keys)
    return {name: shuffled(data[name], chance, name) for name in keys}


def write_shuffled(source: Path, place: Path, chance: random.Random) -> str:
    """Write a pack with its entries spread over other files, in another order."""
    (pack, *_) = [pack for pack in load(str(source))[0] if pack.named]
    files: dict[str, dict[str, Any]] = defaultdict(dict)
    for number, file in enumerate(pack.files):
        assert isinstance(file.data, dict)
        waits = "when" in file.data
        for section, body in file.data.items():
            free = (
                section in TOP and section not in DECLARED and not TOP[section].single
            )
            if free and not waits and isinstance(body, dict):
                for key, entry in body.items():
                    name = f"spread-{chance.randrange(3)}"
                    files[name].setdefault(section, {})[key] = entry
            elif section in TOP or section in OPERATIONS or waits:
                files[f"kept-{number}"][section] = body
            else:
                files[MANIFEST][section] = body
    place.mkdir(parents=True)
    for name, content in files.items():
        file_name = name if name == MANIFEST else f"{chance.random()}.yaml"
        text = json.dumps(shuffled(content, chance), ensure_ascii=False, indent=0)
        (place / file_name).write_text(text, encoding="utf-8")
    return str(place)


class Twos:
    """Dice that always show a two."""

    def randrange(self, stop: int, /) -> int:
        return 1 % stop


def answer(ask: Callable[[], object]) -> str:
    try:
        return str(ask())
    except RefusedError as refused:
        return f"refused: {refused}"


def rolled(who: Character, id_: str) -> CheckResult:
    return who.pool(id_).roll(Twos(), 10)


def numbers(rules: Ruleset) -> Iterator[tuple[str, object]]:
    """Every number of new characters, with and without hooks and conditions, and of their rolls."""
    rated = [ability for ability in rules.of(Ability) if ability.ranked]
    parts: list[tuple[Rated, str]] = [(ability, "3D+1") for ability in rated]
    parts += [(skill, "1D") for ability in rated for skill in ability.skills]
    codes = {part.id: code for part, code in sorted(parts, key=lambda one: one[0].id)}
    plain = [a.id for a in rules.of(Ability) if not a.ranked and not a.excludes]
    hooks = sorted(hook.id for hook in rules.of(Hook))

    def somebody(*hooks: str, player: bool = True) -> Character:
        return Character(
            codes,
            rules=rules,
            name="Ann",
            abilities=plain,
            hooks=hooks,
            player=player,
            rng=Twos(),
        )

    for label, who in {
        "ann": somebody(),
        "stranger": somebody(player=False),
        **{hook: somebody(hook) for hook in hooks},
        **{condition.id: somebody() for condition in rules.of(Condition)},
    }.items():
        if label.startswith("condition."):
            answer(partial(who.apply_condition, label, rng=Twos()))
        yield f"{label}: points", sorted(who.points.items())
        for id_ in codes:
            yield f"{label}: {id_}", answer(partial(who.fixed, id_))
            yield f"{label}: roll of {id_}", answer(partial(rolled, who, id_))
        for value in rules.of(Value):
            yield f"{label}: {value.id}", answer(partial(who.value, value.id))


def pages(rules: Ruleset) -> Any:
    """All that is told of entries, by their ids."""
    file, *_ = emit_targets(rules, ["json"])["json"]
    return unordered(json.loads(file.content))


def unordered(data: Any) -> Any:
    """Data with the words of what each choice changes sorted: they are those of a map."""
    if isinstance(data, dict):
        return {
            key: sorted(WORD.findall(str(inner)))
            if key == "changes"
            else unordered(inner)
            for key, inner in data.items()
        }
    return data


def messages(compiled: Compiled) -> list[list[str]]:
    """The words of each message: lists in it are in the order of the pack."""
    return sorted(sorted(one.message.split()) for one in compiled.diagnostics)


def slowly(values: Iterable[object], quick: Container[object]) -> list[object]:
    """Parameters of which all but the quick ones are run by hand."""
    return [
        one if one in quick else pytest.param(one, marks=pytest.mark.slow)
        for one in values
    ]


@pytest.mark.parametrize("seed", slowly(range(4), [0]))
@pytest.mark.parametrize(
    "name", slowly(PACKS, [*GAMES, "ganging-up", "smash-and-build"])
)
def test_shuffled_packs_have_the_same_numbers_and_pages(
    name: str, seed: int, tmp_path: Path
) -> None:
    source = PACKS[name]
    if source.is_file():
        (tmp_path / name).mkdir()
        (tmp_path / name / MANIFEST).write_bytes(source.read_bytes())
        source = tmp_path / name
    place = write_shuffled(
        source, tmp_path / "shuffled" / source.name, random.Random(seed)
    )
    steps: Steps = "all" if seed else "none"
    written = compile_packs(str(source), steps=steps)
    other = compile_packs(place, steps=steps)
    assert written.linked is not None
    assert other.linked is not None, [one.message for one in other.diagnostics]
    assert messages(other) == messages(written)
    assert dict(numbers(other.linked)) == dict(numbers(written.linked))
    assert pages(other.linked) == pages(written.linked)
