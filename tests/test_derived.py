"""What a change does not touch is not made again, and what comes out is what a first build makes.

Packs are changed step by step, by chance but repeatably; after each step, the files that are made
with what is known of the last are compared with those that are made without.
"""

from __future__ import annotations

import json
import marshal
import sys
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

import pytest
from ruamel.yaml import YAML

from freed6c.disk import Disk
from freed6c.kept import decode, encode
from freed6c.model.derived import Derived
from freed6c.model.queried import frame_of
from freed6c.pipeline import compile_packs, emit_targets

sys.path.insert(0, str(Path(__file__).parent / "bench"))
from mixed import write_mixed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from freed6c.emit.files import OutputFile

ROOT: Final = Path(__file__).parents[1]
TARGETS: Final = ("python", "markdown", "html", "json")

Tree = dict[str, Any]


@pytest.fixture(params=["mixed", pytest.param("core", marks=pytest.mark.slow)])
def pack(request: pytest.FixtureRequest, tmp_path: Path) -> Pack:
    """A pack of many kinds that nobody plays, or the core rules."""
    if request.param == "core":
        return Pack(ROOT / "rulesets" / "core", tmp_path / "core")
    return Pack(write_mixed(tmp_path / "made", 80), tmp_path / "mixed")


class Pack:
    """A copy of a pack in two files, which are JSON and so YAML, to be changed."""

    def __init__(self, source: Path, folder: Path) -> None:
        self.folder = folder
        self.manifest: Tree = loaded(source / "pack.yaml")
        self.tree: Tree = {}
        for path in sorted(source.rglob("*.yaml")):
            if path.name != "pack.yaml":
                for key, value in loaded(path).items():
                    self.tree.setdefault(key, {}).update(value)
        folder.mkdir()
        self.write()

    def write(self) -> None:
        for name, tree in (("pack", self.manifest), ("rules", self.tree)):
            text = json.dumps(tree, ensure_ascii=False, default=str)
            (self.folder / f"{name}.yaml").write_text(text, encoding="utf-8")


def loaded(path: Path) -> Tree:
    tree: Tree = YAML(typ="safe", pure=True).load(path)
    return tree


def entries_in(tree: Tree) -> Iterator[tuple[Tree, str]]:
    """Entries by the mapping that holds them, with their keys; also nested ones."""
    for value in tree.values():
        if isinstance(value, dict):
            for key, inner in value.items():
                if isinstance(inner, dict):
                    if "name" in inner:
                        yield value, key
                    yield from entries_in(inner)
            yield from entries_in(value)


def some(pack: Pack, chance: Random) -> tuple[Tree, str]:
    return chance.choice(list(entries_in(pack.tree)))


def other_words(pack: Pack, chance: Random) -> None:
    where, key = some(pack, chance)
    where[key]["text"] = f"{where[key].get('text', '')}\n\nSee {chance.random()} there."


def another_link(pack: Pack, chance: Random) -> None:
    rule = chance.choice(list(pack.tree["rules"].values()))
    term = chance.choice(list(pack.tree["terms"]))
    rule["text"] = f"{rule.get('text', '')}\n\nSee [[term.{term}]]."


def another_name(pack: Pack, chance: Random) -> None:
    where, key = some(pack, chance)
    where[key]["name"] = f"{where[key]['name']} {chance.choice('QXZ')}"


def another_alias(pack: Pack, chance: Random) -> None:
    where, key = some(pack, chance)
    where[key]["aliases"] = [f"Also {chance.choice('QXZ')}", "What is it"]


def one_less(pack: Pack, chance: Random) -> None:
    kind = pack.tree[chance.choice(["terms", "rules", "notes", "examples"])]
    if kind:
        del kind[chance.choice(list(kind))]


def one_more(pack: Pack, chance: Random) -> None:
    key = f"new-{chance.randrange(1000)}"
    pack.tree["terms"][key] = {"name": f"New {key}", "text": "It is [[check|rolled]]."}


def another_order(pack: Pack, chance: Random) -> None:
    kind = chance.choice(["terms", "rules", "skills"])
    if kind in pack.tree:
        keys = list(pack.tree[kind])
        chance.shuffle(keys)
        pack.tree[kind] = {key: pack.tree[kind][key] for key in keys}


def another_number(pack: Pack, chance: Random) -> None:
    numbers = [
        (inner, key)
        for where, entry in entries_in(pack.tree)
        for inner in [where[entry]]
        for key, value in inner.items()
        if isinstance(value, int) and not isinstance(value, bool)
    ]
    where, key = chance.choice(numbers)
    where[key] += 1


def other_dice(pack: Pack, _: Random) -> None:
    procedure = next(iter(pack.tree["dice"].values()))
    more = procedure["success"] == "more-than"
    procedure["success"] = "at-least" if more else "more-than"


def another_title(pack: Pack, _: Random) -> None:
    pack.manifest["title"] = f"{pack.manifest['title']} again"


CHANGES: Final[tuple[Callable[[Pack, Random], None], ...]] = (
    other_words,
    another_link,
    another_name,
    another_alias,
    one_less,
    one_more,
    another_order,
    another_number,
    other_dice,
    another_title,
)


def files(pack: Pack, derived: Derived | None) -> dict[str, OutputFile] | None:
    compiled = compile_packs(str(pack.folder))
    if compiled.ruleset is None:
        return None
    made = emit_targets(compiled.ruleset, TARGETS, compiled.packs, "pages", derived)
    return {f"{target}/{f.path}": f for target, all_ in made.items() for f in all_}


def known_after(pack: Pack, known: Any) -> tuple[dict[str, OutputFile], Derived, Any]:
    """The files, and what is known of them, as it is read back."""
    ruleset = compile_packs(str(pack.folder)).ruleset
    assert ruleset is not None
    derived = Derived(frame_of(ruleset), known)
    made = files(pack, derived)
    assert made is not None
    return made, derived, marshal.loads(marshal.dumps(derived.known()))  # noqa: S302


@pytest.mark.parametrize(
    ("seed", "steps"),
    [(0, 4), *(pytest.param(n, 40, marks=pytest.mark.slow) for n in range(1, 4))],
)
def test_what_is_made_again_is_what_a_first_build_makes(
    pack: Pack, seed: int, steps: int
) -> None:
    chance = Random(seed)
    _, _, known = known_after(pack, None)
    done = 0
    while done < steps:
        before = json.dumps([pack.manifest, pack.tree], default=str)
        change = chance.choice(CHANGES)
        change(pack, chance)
        pack.write()
        first = files(pack, None)
        if first is None:  # it does not hold together: not every change does
            pack.manifest, pack.tree = json.loads(before)
            continue
        done += 1
        again, _, known = known_after(pack, known)
        differing = [path for path in first if first[path] != again.get(path)]
        assert not differing, f"{change.__name__}, step {done}"
        assert first.keys() == again.keys()
        # What is known by its digest alone can still be made.
        assert all(first[path].content == file.content for path, file in again.items())


def test_a_word_costs_what_depends_on_it(tmp_path: Path) -> None:
    pack = Pack(write_mixed(tmp_path / "made", 80), tmp_path / "mixed")
    _, first, known = known_after(pack, None)
    rule = next(iter(pack.tree["rules"].values()))
    rule["text"] = f"{rule['text']} Well."
    pack.write()
    _, again, known = known_after(pack, known)
    assert again.count_of_news < first.count_of_news / 5
    _, nothing, _ = known_after(pack, known)
    assert not nothing.has_news


def test_a_ruleset_that_is_read_back_gives_the_same_answers(tmp_path: Path) -> None:
    pack = Pack(write_mixed(tmp_path / "made", 40), tmp_path / "mixed")
    _, _, known = known_after(pack, None)
    compiled = decode(encode(compile_packs(str(pack.folder))), Disk())
    assert compiled.ruleset is not None
    derived = Derived(frame_of(compiled.ruleset), known)
    emit_targets(compiled.ruleset, TARGETS, compiled.packs, "pages", derived)
    assert not derived.has_news


class Marked(str):
    """Text with a meaning of its own."""

    __slots__ = ()


class Silent(list[int]):
    """It does not say what it holds."""


def test_answers_are_told_apart_by_all_that_is_in_them() -> None:
    derived = Derived(())
    told = [1, "1", True, (1,), {1: 2}, {2: 1}, Marked("1"), Marked("2"), Derived]
    assert len({derived.digest(answer) for answer in told}) == len(told)
    for silent in (Silent([1]), len, object()):
        with pytest.raises(TypeError):
            derived.digest(silent)


def test_what_is_known_of_another_frame_is_not_believed(tmp_path: Path) -> None:
    pack = Pack(write_mixed(tmp_path / "made", 40), tmp_path / "mixed")
    _, first, known = known_after(pack, None)
    pack.manifest["title"] = "Another title"
    pack.write()
    _, again, _ = known_after(pack, known)
    assert again.count_of_news == first.count_of_news
