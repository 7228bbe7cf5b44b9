"""Everything that can be done to what packs say: one line of a pack for each."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from freed6c.model.type_hints import referred, words
from freed6c.overlay.places import place_at, texts_at
from freed6c.packs.data import Data, KeyPath, walk
from freed6c.packs.ids import entries_of, entry_at
from freed6c.packs.kinds import KINDS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping


Tree: TypeAlias = "dict[str, Data]"

SHAPING: Final = frozenset({"do", "columns", "each"})
"""Settings that decide which other settings there are; they are changed alone."""
REMOVE_ENTRY: Final = "remove entry"
NEW_KEY: Final = "brought-by-a-pack"


@dataclass(frozen=True, slots=True)
class Deed:
    """One line of a pack: a word, the place that it is about, what is written."""

    word: str
    path: KeyPath
    value: Any

    @property
    def keys(self) -> tuple[str | int, ...]:
        """Where it stands in its file."""
        whole = self.path if self.word == REMOVE_ENTRY else self.path[:-1]
        kind, keys, at = entry_at(whole)
        id_ = ".".join((kind.name, *keys))
        field = ".".join(map(str, self.path[len(at) :]))
        return ("change", id_, self.word, field) if field else ("remove", id_)


def of_rules(tree: Tree) -> Tree:
    """What of a ruleset is changed piece by piece.

    Of options one selects, and the steps of a situation are written whole.
    """
    examples = tree.get("examples")
    printed = {
        key: body
        for key, body in (examples.items() if isinstance(examples, dict) else ())
        if not (isinstance(body, dict) and "steps" in body)
    }
    rules = {section: data for section, data in tree.items() if section != "options"}
    return {**rules, "examples": printed}


def values(data: Data, path: KeyPath = ()) -> Iterator[tuple[KeyPath, Data]]:
    """Every value that can be written alone: a list is one."""
    if isinstance(data, dict):
        for key, inner in data.items():
            yield from values(inner, (*path, key))
    else:
        yield path, data


def maps(
    tree: Tree, data: Data, path: KeyPath = ()
) -> Iterator[tuple[KeyPath, dict[str, Data]]]:
    """Every map whose keys are free: sections, nested entries, constants and their like."""
    if not isinstance(data, dict):
        return
    if len(path) > 2 and _is_open(tree, path, data):
        yield path, data
    for key, inner in data.items():
        yield from maps(tree, inner, (*path, key))


def _is_open(tree: Tree, path: KeyPath, data: dict[str, Data]) -> bool:
    return all(place_at(tree, (*path, key)).sort in {"key", "entry"} for key in data)


def another(tree: Tree, path: KeyPath, value: Data) -> Data:
    """Something else that could stand there."""
    hint = place_at(tree, path).hint
    others: list[Data] = [word for word in words(hint) if word != value]
    others += [
        id_
        for id_, kind, _ in entries_of(tree)
        if referred(hint) and any(kind.name == one for one in _kinds(hint))
        if isinstance(value, str) and not id_.endswith(value)
    ]
    return others[0] if others else _of_its_sort(value)


def _kinds(hint: Any) -> set[str]:
    return {
        re.sub(r"(?<!^)(?=[A-Z])", "-", one.__name__).lower() for one in referred(hint)
    }


def _of_its_sort(value: Data) -> Data:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, list):
        return value[:-1] if len(value) > 1 else [*value, "something else"]
    number = re.search(r"[0-9]+", str(value))
    if number is None or " " in str(value):
        return f"{value} (changed)"
    more = str(int(number[0]) + 1)
    return f"{str(value)[: number.start()]}{more}{str(value)[number.end() :]}"


def sets(tree: Tree, *, shaping: bool = False) -> list[Deed]:
    return [
        Deed("set", path, another(tree, path, value))
        for path, value in values(tree)
        if _shapes(path) == shaping
    ]


def unsets(tree: Tree, *, shaping: bool = False) -> list[Deed]:
    nested = {kind.key for kind in KINDS if kind.parent}
    return [
        Deed("unset", (*path, key), None)
        for _, _, path in entries_of(tree)
        for key in _body(tree, path)
        if key not in nested and (key in SHAPING) == shaping
    ]


def _shapes(path: KeyPath) -> bool:
    _, _, at = entry_at(path[:-1])
    return path[len(at)] in SHAPING


def adjusts(tree: Tree) -> list[Deed]:
    return [
        Deed("adjust", path, 2)
        for path, value in values(tree)
        if isinstance(value, int) and not isinstance(value, bool)
    ]


LONGEST_KEY: Final = 500
"""YAML takes a key of up to 1024 characters."""


def rewords(tree: Tree) -> list[Deed]:
    """The beginning of each text; those in lists have no address of their own."""
    paths = dict.fromkeys(
        path for _, _, at in entries_of(tree) for path in texts_at(tree, at)
    )
    return [
        Deed("reword", path, {str(text)[:LONGEST_KEY]: "Here it is otherwise:"})
        for path in paths
        if all(isinstance(step, str) for step in path)
        and (text := walk(tree, path)) is not None
    ]


def adds(tree: Tree) -> list[Deed]:
    keys = [
        Deed("add", (*path, NEW_KEY), next(iter(data.values())))
        for path, data in maps(tree, tree)
    ]
    items = [
        Deed("add", path, ["something else"])
        for path, value in values(tree)
        if isinstance(value, list)
    ]
    return [*keys, *items]


def moves(tree: Tree) -> list[Deed]:
    found = []
    for path, data in maps(tree, tree):
        first, *others = data
        if others:
            found.append(Deed("move", (*path, others[-1]), {"before": first}))
    return found


def takes(tree: Tree) -> list[Deed]:
    """The last key of each map and the last item of each list, but not inside one another."""
    keys = [Deed("remove", path, [list(data)[-1]]) for path, data in maps(tree, tree)]
    gone = {(*deed.path, deed.value[0]) for deed in keys}
    items = [
        Deed("remove", path, [value[-1]])
        for path, value in values(tree)
        if isinstance(value, list) and _plain(value)
    ]
    return [
        deed
        for deed in (*keys, *items)
        if not any(deed.path[:depth] in gone for depth in range(len(deed.path) + 1))
    ]


def removals(tree: Tree) -> list[Deed]:
    kinds = {kind.key for kind in KINDS if not kind.single}
    return [
        Deed(REMOVE_ENTRY, path, {"why": "Not in our game."})
        for _, _, path in entries_of(tree)
        if len(path) == 2 and path[0] in kinds
    ]


def _plain(value: list[Data]) -> bool:
    return value != [] and not any(isinstance(item, dict | list) for item in value)


def _body(tree: Tree, path: KeyPath) -> dict[str, Data]:
    body = walk(tree, path)
    assert isinstance(body, dict)
    return body


DEEDS: Final[Mapping[str, Callable[[Tree], list[Deed]]]] = {
    "set": sets,
    "set what shapes an entry": lambda tree: sets(tree, shaping=True),
    "unset": unsets,
    "unset what shapes an entry": lambda tree: unsets(tree, shaping=True),
    "adjust": adjusts,
    "reword": rewords,
    "add": adds,
    "move": moves,
    "remove": takes,
    REMOVE_ENTRY: removals,
}


def pack_of(deeds: list[Deed]) -> dict[str, Data]:
    """The rules of one pack that does all of it."""
    rules: dict[str, Any] = {}
    for deed in deeds:
        *above, last = deed.keys
        if deed.word == "unset":
            held = _inside(rules, above[:-1])
            held.setdefault("unset", []).append(last)
        else:
            _inside(rules, above)[str(last)] = deed.value
    return rules


def _inside(rules: dict[str, Any], keys: list[str | int]) -> dict[str, Any]:
    for key in keys:
        rules = rules.setdefault(str(key), {})
    return rules
