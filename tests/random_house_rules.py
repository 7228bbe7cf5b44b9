"""House rules on core, made at random of what core has: other values, other parts, copies."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from freed6c.model.mutations import BESIDE, NAMES, alternatives
from freed6c.model.tree_values import TreeValue, values
from freed6c.packs.data import Data, KeyPath, walk
from freed6c.packs.ids import entries_of, entry_at
from made_packs import overlaid

if TYPE_CHECKING:
    import random
    from collections.abc import Mapping

Pack = dict[str, Any]


@cache
def tree() -> dict[str, Data]:
    return overlaid("core").merged.tree


@cache
def others() -> Mapping[KeyPath, list[Data]]:
    """Other values by place: as the type hints have them, or as core has them elsewhere."""
    found: dict[KeyPath, list[Data]] = defaultdict(list)
    for mutation in alternatives(tree()):
        found[mutation.path].append(mutation.after)
    alike: dict[tuple[str, str], list[TreeValue]] = defaultdict(list)
    for value in values(tree()):
        if value.path[0] not in BESIDE and NAMES.isdisjoint(value.fields):
            hint = str(value.hint)
            field = "" if "Effect, ..." in hint else str(value.fields[-1:])
            alike[hint, field].append(value)
    for group in alike.values():
        for value in group:
            if value.fields and not value.prose:
                found[value.path] += [
                    one.data for one in group if one.data != value.data
                ]
    return {path: data for path, data in found.items() if _can_be_set(path) and data}


UNSEEN: Final = frozenset({"counts-as"})
"""Settings that `check` cannot judge: with `choice` people at the table say each number."""


def _can_be_set(path: KeyPath) -> bool:
    """Whether a path leads into no list and no entry beside the rules."""
    return (
        all(isinstance(step, str) for step in path)
        and path[0] != "characters"
        and UNSEEN.isdisjoint(path)
    )


@cache
def copyable() -> list[KeyPath]:
    """Entries that can be there twice."""
    return [
        path
        for _, kind, path in entries_of(tree())
        if not kind.single and path[0] not in BESIDE and _can_be_set(path)
    ]


def house_rule(chance: random.Random) -> Pack:
    """Return the rules of a pack on core that does one to three things."""
    rules: Pack = {}
    for number in range(chance.randint(1, 3)):
        chance.choice((other_value, other_value, another_entry))(rules, chance, number)
    return rules


def other_value(rules: Pack, chance: random.Random, _: int) -> None:
    """Set something to another value."""
    path = chance.choice(list(others()))
    change(rules, path, "set", chance.choice(others()[path]))


def another_entry(rules: Pack, chance: random.Random, number: int) -> None:
    """Add a copy of an entry with another value in it."""
    path = chance.choice(copyable())
    body = walk(tree(), path)
    assert isinstance(body, dict)
    body = {**body, "name": f"Odd {number}"} if "name" in body else dict(body)
    inside = [at for at in others() if at[:-1] == path and at[-1] in body]
    if inside:
        at = chance.choice(inside)
        body[str(at[-1])] = chance.choice(others()[at])
    key = f"odd-{number}"
    if len(path) == 2:
        rules.setdefault(str(path[0]), {})[key] = body
    else:
        change(rules, (*path[:-1], key), "add", body)


def change(rules: Pack, path: KeyPath, word: str, value: Data) -> None:
    kind, keys, at = entry_at(path[:-1])
    id_ = ".".join((kind.name, *keys))
    operation = rules.setdefault("change", {}).setdefault(id_, {})
    operation.setdefault(word, {})[".".join(map(str, path[len(at) :]))] = value
