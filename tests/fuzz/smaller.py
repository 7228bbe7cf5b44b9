"""Makes a damaged family smaller, as long as the same thing is found in it."""

from __future__ import annotations

from time import monotonic
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from families import Family
    from watched import Watch

    Path = tuple[Any, ...]

SECONDS: Final = 120
"""How long one is made smaller."""


def smaller(family: Family, key: str, watch: Watch) -> Family:
    """The family without what the finding does not need: files, then parts of their data."""
    until = monotonic() + SECONDS

    def still(tried: Family) -> bool:
        return monotonic() < until and any(
            found.key == key for found in watch.verdict(tried).findings
        )

    for path in list(family.files):
        tried = family.copy()
        del tried.files[path]
        if tried.files and still(tried):
            family = tried
    for path in family.files:
        depth = 0
        while wholes := list(_at_depth(family.files[path].data, depth)):
            for whole in wholes:
                family = _with_fewer(family, path, whole, still)
            depth += 1
    return family


def _at_depth(data: Any, depth: int) -> Iterator[Path]:
    """The ways to all maps and lists so deep in data."""
    if not isinstance(data, dict | list):
        return
    if depth == 0:
        yield ()
        return
    for key in data if isinstance(data, dict) else range(len(data)):
        for way in _at_depth(data[key], depth - 1):
            yield key, *way


def _with_fewer(
    family: Family, path: str, way: Path, still: Callable[[Family], bool]
) -> Family:
    """Without the keys, or items, of one map or list that can go: many at once, then each."""
    many = len(_found(family, path, way))
    step = many
    while step:
        start = 0
        while start < len(_found(family, path, way)):
            tried = family.copy()
            whole = _found(tried, path, way)
            keys = list(whole) if isinstance(whole, dict) else range(len(whole))
            for key in reversed(keys[start : start + step]):
                del whole[key]
            tried.files[path].write()
            if still(tried):
                family = tried
            else:
                start += step
        step //= 2
    return family


def _found(family: Family, path: str, way: Path) -> Any:
    data = family.files[path].data
    for key in way:
        data = data[key]
    return data
