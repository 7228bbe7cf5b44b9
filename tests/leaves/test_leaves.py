"""Every mechanical leaf of core matters: change it, and the generated package plays otherwise.

A leaf is a number, a die code, a duration, or a parameter of dice, tracks and points. `freed6c
diff` tells that it changed. A few are tried each time; all by `pytest -m slow tests/leaves`.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from importlib import import_module
from itertools import count
from typing import TYPE_CHECKING, Final

import pytest
from observe import observe

from freed6c.document.compare.comparing import compare
from freed6c.document.documents import Documents
from freed6c.document.wording import plain
from freed6c.emit.python import emit
from freed6c.link import link
from freed6c.load import load
from freed6c.model.mutations import Mutation, alternatives, mutated
from freed6c.overlay import overlay
from freed6c.packs.data import walk
from freed6c.packs.ids import entries_of, entry_at

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import ModuleType

    from freed6c.model.ruleset import Ruleset
    from freed6c.packs.data import Data, KeyPath

    Package = Callable[[Ruleset], ModuleType]


PARAMETERS: Final = frozenset(
    {"pips", "chain", "which", "dropped", "compare", "tie", "cancel", "map", "pips-carry"}
    | {"stacking", "counts-as", "keep", "at", "among", "act", "declare", "carry", "stack"}
    | {"forced"}
)  # fmt: skip
"""Settings whose words change how something is played."""
STEPS: Final = ("dice", "check", "steps")
OF_DICE: Final[dict[KeyPath, Data]] = {
    (*STEPS, "wild", "limit"): "all",
    (*STEPS, "advantage", "token", "Adv"): "lower",
    (*STEPS, "advantage", "token", "Dis"): "higher",
    (*STEPS, "boost", "token", "B"): "lowest",
    (*STEPS, "boost", "token", "P"): "highest",
    (*STEPS, "flip", "map"): {"1": "6"},
}
"""Parameters of dice that the model has as any text."""
NEVER_NEEDED: Final = ("tracks", "status", "test", "against", "number")
"""Its number is for a blank cell, in a condition in which nobody is tested."""
MERGED, _ = overlay(load("core")[0])


@cache
def core() -> Ruleset:
    return link(MERGED)[0]


def leaves() -> Iterator[Mutation]:
    """Yield another value for each leaf; of a word, the first that may be there."""
    seen: set[KeyPath] = set()
    for leaf in alternatives(MERGED.tree):
        if leaf.path[0] != "characters" and (
            leaf.sort in {"number", "die-code", "duration"}
            or (
                leaf.sort == "word"
                and leaf.path[-1] in PARAMETERS
                and leaf.path not in seen
            )
        ):
            seen.add(leaf.path)
            yield leaf
    for path, other in OF_DICE.items():
        before = walk(MERGED.tree, path)
        assert before is not None
        yield Mutation(sort="word", path=path, before=before, after=other)


LEAVES: Final = [
    leaf for leaf in leaves() if leaf.before != leaf.after and leaf.path != NEVER_NEEDED
]


def name_of(leaf: Mutation) -> str:
    return ".".join(map(str, leaf.path))


def changed(leaf: Mutation) -> Ruleset:
    """Core with another value in one place."""
    ruleset, problems = link(replace(MERGED, tree=mutated(MERGED.tree, leaf)))
    assert not [one for one in problems if one.severity == "error"], problems
    return ruleset


def near(leaf: Mutation) -> set[str]:
    """The entry of a leaf, those that it is nested in, and those nested in it."""
    _, _, at = entry_at(leaf.path)
    return {
        id_
        for id_, _, path in entries_of(MERGED.tree)
        if path[: len(at)] == at or at[: len(path)] == path
    }


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Package]:
    """Import the package of a ruleset, under a name that no other has."""
    folder, numbers = tmp_path_factory.mktemp("played"), count()

    def imported(ruleset: Ruleset) -> ModuleType:
        name = f"played_{next(numbers)}"
        for file in emit(Documents(ruleset)):
            path = folder / name / file.path.partition("/")[2]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(file.content)
        return import_module(name)

    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(folder)
        yield imported


@pytest.fixture(scope="module")
def base(package: Package) -> ModuleType:
    return package(core())


def differ(one: ModuleType, other: ModuleType, about: set[str]) -> bool:
    """Whether two packages play differently. Parts are played only until they do."""
    runs = [
        observe(f"{module.__name__}._runtime", module.RULES, about)
        for module in (one, other)
    ]
    return any(before != after for before, after in zip(*runs, strict=True))


def matters(leaf: Mutation, base: ModuleType, package: Package) -> bool:
    """Whether a leaf changes what is played of its entry, or else of anything."""
    other = package(changed(leaf))
    return differ(base, other, near(leaf)) or differ(base, other, set())


@pytest.mark.parametrize("leaf", LEAVES[:: len(LEAVES) // 2], ids=name_of)
def test_a_leaf_matters(leaf: Mutation, base: ModuleType, package: Package) -> None:
    assert matters(leaf, base, package)


@pytest.mark.slow
@pytest.mark.parametrize("leaf", LEAVES, ids=name_of)
def test_every_leaf_matters(leaf: Mutation, base: ModuleType, package: Package) -> None:
    assert matters(leaf, base, package)


@pytest.mark.parametrize("leaf", LEAVES[2 :: len(LEAVES) // 5], ids=name_of)
def test_a_changed_leaf_is_told(leaf: Mutation) -> None:
    """A comparison says what stood there and what stands there, in different words."""
    comparison = compare(core(), changed(leaf))
    fields = [
        (plain(field.before), plain(field.after))
        for entry in comparison.entries
        for one in entry.tree()
        for field in one.fields
    ]
    assert fields
    assert all(before != after for before, after in fields)


def test_the_same_is_played_twice(base: ModuleType, package: Package) -> None:
    """Leaves would matter by chance otherwise. One entry stands for its kind."""
    about = {"action.attack", "pick.recovery.rank-1", "dice.check", "track.damage"}
    about |= {"condition.damage.hurt", "points.luck", "scene.melee", "rule.scale"}
    assert not differ(base, package(core()), about)
