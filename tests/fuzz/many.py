"""Makes many of everything, one thing at a time: `python tests/fuzz/many.py --jobs 2`.

Of each sort of place in a game, the first: a list, a map or a text of it is made as large as
`--count` says, of copies and of what differs a little. Each result is judged as damaged packs are
(`watched.py`): nothing raises, no step takes too long or too much. A name that a run prints, given
behind the options, tries that one alone.
"""

from __future__ import annotations

import argparse
import os
from typing import TYPE_CHECKING, Any, Final, NamedTuple

os.environ["FREED6C_CACHE"] = ""

from families import ROOT, Family, copied, read_family
from watched import Watch, warm_up

from freed6c.overlay.places import place_at
from freed6c.packs.kinds import TOP

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

GAME: Final = ROOT / "rulesets" / "opend6"
NAMES: Final = ("name", "plural", "text", "title")
"""Settings that differ from copy to copy."""


def main() -> None:
    """Judge each, and print the slowest and what was found."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("names", nargs="*", help="these alone, as printed")
    asked.add_argument("--count", type=int, default=1000)
    asked.add_argument("--jobs", type=int, default=1)
    words = asked.parse_args()
    game = read_family("game", GAME, ".", ".")
    known = dict(_growths(game))
    names = words.names or list(known)
    found, slowest, largest = 0, (0.0, ""), (0.0, "")
    warm_up(iter((game,)))
    with Watch(words.jobs) as watch:
        for verdict in watch.verdicts(
            iter(names), lambda name: _grown(game, known[name], words.count)
        ):
            slowest = max(slowest, (verdict.seconds, verdict.name))
            largest = max(largest, (verdict.megabytes, verdict.name))
            for finding in verdict.findings:
                found += 1
                print(f"{verdict.name}: {finding.key}\n{finding.told}", flush=True)
    print(f"{len(names)} things, {words.count} of each; {found} findings")
    print(f"longest step {slowest[0]:.1f} s ({slowest[1]})")
    print(f"largest {largest[0]:.0f} MiB ({largest[1]})")


class Thing(NamedTuple):
    """What there can be many of: where a file says it, and what it says for so many."""

    file: str
    path: tuple[Any, ...]
    grown: Callable[[int], Any]


def _grown(game: Family, thing: Thing, count: int) -> Family:
    """The game with many of one thing."""
    grown = game.copy()
    held = grown.files[thing.file]
    here = held.data
    for step in thing.path[:-1]:
        here = here[step]
    here[thing.path[-1]] = thing.grown(count)
    held.write()
    return grown


def _growths(game: Family) -> Iterator[tuple[str, Thing]]:
    """Everything that can be many, with a name."""
    seen: set[str] = set()
    for file, held in game.files.items():
        for path, value in _values(held.data, ()):
            for how, grow in _ways(value):
                name = f"{_sort_of_place(held.data, path)} {how}"
                if path and name not in seen:
                    seen.add(name)
                    yield name, Thing(file, path, grow)


def _values(data: Any, path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], Any]]:
    yield path, data
    if isinstance(data, dict | list):
        pairs = data.items() if isinstance(data, dict) else enumerate(data)
        for key, inner in pairs:
            yield from _values(inner, (*path, key))


def _sort_of_place(data: Any, path: tuple[Any, ...]) -> str:
    """A path with a star for each key that an author chose, and for each item."""
    chosen = {
        depth
        for depth in range(1, len(path) if path and path[0] in TOP else 0)
        if place_at(data, path[: depth + 1]).sort in {"key", "entry"}
    }
    steps = (
        "*" if depth in chosen or isinstance(step, int) else str(step)
        for depth, step in enumerate(path)
    )
    return ".".join(steps)


def _ways(value: Any) -> Iterator[tuple[str, Callable[[int], Any]]]:
    """How a value can be many."""
    match value:
        case [_, *_]:
            yield "copies", lambda n: [value[k % len(value)] for k in range(n)]
            yield (
                "items",
                lambda n: [_another(value[k % len(value)], k) for k in range(n)],
            )
        case dict() if value:
            parts = list(value.values())
            yield (
                "keys",
                lambda n: {
                    **value,
                    **{f"x{k}": _another(parts[k % len(parts)], k) for k in range(n)},
                },
            )
        case str():
            yield "words", lambda n: " ".join([value] * n)
            yield "letters", lambda n: "a" * n * 3
        case _:
            pass


def _another(value: Any, number: int) -> Any:
    """A copy that differs a little, where it can."""
    match value:
        case bool() | None:
            return value
        case int():
            return value + number
        case str():
            return f"{value} {number}"
        case dict():
            made = copied(value)
            for key in set(NAMES) & set(made):
                made[key] = f"{made[key]} {number}"
            return made
        case _:
            return copied(value)


if __name__ == "__main__":
    main()
